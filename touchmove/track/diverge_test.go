package track

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// game is a log with what was played.
type game struct {
	config  Config
	records []sensor.Record
}

// parse reads a log.
func parse(t testing.TB, log string) game {
	t.Helper()
	r := sensor.NewReader(strings.NewReader(log))
	h, err := r.Header()
	if err != nil {
		t.Fatal(err)
	}
	g := game{config: Config{Start: legality.Initial(), Clock: h.Clock == "yes"}}
	if h.Start != "" {
		if g.config.Start, err = legality.ParseFEN(h.Start, h.Variant == "chess960"); err != nil {
			t.Fatal(err)
		}
	}
	names := h.Sensor == "identified"
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = names || rec.Word == sensor.Drop && rec.Piece.Known()
		g.config.Clock = g.config.Clock || rec.Word == sensor.Press
		g.records = append(g.records, rec)
	}
	late := int64(0)
	for _, s := range h.Config {
		fmt.Sscan(s.Value, &late)
	}
	g.config.Sensor = SensorOf(h.Board, names, late)
	return g
}

// line is the plies of a hypothesis, in SAN.
func (h *hypothesis) line() []string {
	var out []string
	for s := h.node; s.parent != nil; s = s.parent {
		switch {
		case s.part != s.parent.part:
			out = append(out, "/")
		case s.kind == byAct:
			out = append(out, "!")
		default:
			out = append(out, s.parent.pos.SAN(s.move))
		}
	}
	slices.Reverse(out)
	if shown := h.shown(); len(shown) > 0 {
		out = append(out, "("+h.node.pos.SAN(shown[0])+")")
	}
	if h.phase == loose {
		out = append(out, "loose")
	}
	return out
}

// last is the last n of a list, joined.
func last(list []string, n int) string { return strings.Join(list[max(0, len(list)-n):], " ") }

// tail is the last n acts of the story.
func (h *hypothesis) tail(n int) string {
	var out []string
	for a := h.story; a != nil && len(out) < n; a = a.Prev {
		out = append(out, fmt.Sprintf("%v %v %v %d", a.Kind, a.Square, a.Piece, a.Cost))
	}
	slices.Reverse(out)
	return strings.Join(out, "; ")
}

// TestDiverge shows where the best hypothesis that is true falls behind, record by
// record. BOARDD_DIVERGE names a game that the side-by-side benchmark has kept,
// without .log; LEAST is by how many hundredths of a nat it must be behind, and FROM
// from when on the best hypotheses are shown.
func TestDiverge(t *testing.T) {
	base := os.Getenv("BOARDD_DIVERGE")
	if base == "" {
		t.Skip("BOARDD_DIVERGE is not set")
	}
	least := int64(0)
	from := int64(0)
	fmt.Sscan(os.Getenv("LEAST"), &least)
	fmt.Sscan(os.Getenv("FROM"), &from)
	text, err := os.ReadFile(base + ".log")
	if err != nil {
		t.Fatal(err)
	}
	truth, err := os.ReadFile(base + ".truth")
	if err != nil {
		t.Fatal(err)
	}
	g := parse(t, string(text))
	want := keys(g.config.Start, strings.Fields(string(truth))[1:])
	tr, behind, lost := New(g.config), int64(0), false
	for i := range g.records {
		r := &g.records[i]
		tr.Step(r)
		j := slices.IndexFunc(tr.beam, func(h hypothesis) bool { return h.isOf(want) })
		now := int64(1 << 40)
		if j >= 0 {
			now = tr.beam[j].score - tr.beam[0].score
		}
		if now != behind && now >= least && (j >= 0 || !lost) {
			best := &tr.beam[0]
			fmt.Printf("%s    %d behind, of %d\n    best ..%s | %s\n", sensor.AppendRecord(nil, *r), now, len(tr.beam), last(best.line(), 8), best.tail(7))
			if j >= 0 {
				fmt.Printf("    true ..%s | %s\n", last(tr.beam[j].line(), 8), tr.beam[j].tail(7))
			}
		}
		behind, lost = now, j < 0
		if from > 0 && r.At >= from {
			from = r.At
			fmt.Printf("%s", sensor.AppendRecord(nil, *r))
			for k := range min(len(tr.beam), 6) {
				h := &tr.beam[k]
				fmt.Printf("  %6d ..%s | %s\n", h.score-tr.beam[0].score, last(h.line(), 5), h.tail(9))
			}
		}
	}
	fmt.Printf("at the end ..%s | %s\n", last(tr.beam[0].line(), 20), tr.beam[0].tail(12))
}

// keys are the positions of a game.
func keys(start legality.Position, plies []string) []uint64 {
	p := start
	list := []uint64{p.Key()}
	for _, uci := range plies {
		m, err := p.ParseUCI(uci)
		if err != nil {
			break
		}
		p = p.Play(m)
		list = append(list, p.Key())
	}
	return list
}

// isOf reports whether what a hypothesis has of the first game is part of a game.
func (h *hypothesis) isOf(want []uint64) bool {
	for s := h.game(); s != nil; s = s.parent {
		if s.part == 0 && (s.ply >= len(want) || want[s.ply] != s.pos.Key()) {
			return false
		}
	}
	return true
}
