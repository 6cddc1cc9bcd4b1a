package track

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/legality"
)

// open are the scenes that do not come out right yet, and what the model lacks.
var open = map[string]string{
	"Z-N03": "kings in the centre by legal moves, without a clock: time as evidence",
	"Z-T09": "an illegal move that stands: which one cannot be is for the Laws",
}

// TestScenes: the moves that stand come out right whatever the hands did.
func TestScenes(t *testing.T) {
	right := 0
	for _, s := range fixtures.Scenes() {
		g := parse(t, s.Log())
		tr := New(g.config)
		for i := range g.records {
			tr.Step(&g.records[i])
		}
		tr.Finish()
		var want []string
		for _, san := range s.SAN {
			want = append(want, bare(san))
		}
		got := standing(tr.Parts())
		why, isOpen := open[s.ID]
		if slices.Equal(got, want) != isOpen {
			right++
			continue
		}
		t.Errorf("%s, %s: got %v, want %v; open: %q", s.ID, s.Title, got, want, why)
		if os.Getenv("BOARDD_SCENE") == s.ID {
			t.Log(s.FEN, s.Events, tr.beam[0].line(), tr.beam[0].tail(30))
		}
	}
	t.Logf("%d of %d scenes, %d open", right-len(open), len(fixtures.Scenes()), len(open))
}

// standing is the plies of the last part that has any, in SAN.
func standing(parts []Part) []string {
	var out []string
	for _, p := range parts {
		if len(p.Plies) == 0 {
			continue
		}
		out = nil
		at := p.Start
		for _, ply := range p.Plies {
			san := "-"
			if ply.Move != legality.NoMove {
				san = bare(at.SAN(ply.Move))
			}
			out, at = append(out, san), ply.After
		}
	}
	return out
}

// bare is a move in SAN without its marks.
func bare(san string) string { return strings.Trim(san, "+#!?") }
