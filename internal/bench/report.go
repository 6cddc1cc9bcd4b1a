package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
)

// What a report shows around a place: so many plies, and so many milliseconds.
const (
	reportPlies = 3
	reportMs    = 2500
)

// Clean reports whether there is nothing to report: the game is right, nothing
// wrong was ever confirmed, and no finding is false; or nobody could know it.
func (r *Result) Clean() bool {
	return r.Erased() || r.Exact && len(r.Trouble) == 0 && !slices.Contains(r.Verdicts, False)
}

// Report tells a developer what went wrong in a game, the first thing first.
func (r *Result) Report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, game %d, seed %d\n", r.Played.Cell, r.Played.Number, r.Played.Seed)
	if d := r.Difference(); d != nil {
		fmt.Fprintf(&b, "\nat the end, %s\ncause: %s\n", d, r.Cause())
		r.reportLines(&b, d)
		at := momentOf(d.Truth, d.Ply)
		r.reportAround(&b, d.Truth, d.Ply, at-reportMs, at+reportMs)
	}
	r.reportTrouble(&b)
	for i, v := range r.Verdicts {
		if v != False {
			continue
		}
		f := &r.Findings[i]
		fmt.Fprintf(&b, "\n%d ms: false finding: %s (%s) %s by %s, ply %d %s %v %s\n", f.At, f.Code, f.Level, f.Article, f.Side, f.Ply, f.SAN, f.Squares.Squares(), f.Text)
		r.reportAround(&b, r.truthAt(f.At), plyAt(r.truthAt(f.At), f.At), f.At-reportMs, f.At)
	}
	return b.String()
}

// reportTrouble prints the first plies that were wrongly confirmed or taken back,
// and how many more there were: the others mostly follow from them.
func (r *Result) reportTrouble(b *strings.Builder) {
	for i, t := range r.Trouble {
		if i == reportPlies {
			fmt.Fprintf(b, "and %d more\n", len(r.Trouble)-i)
			return
		}
		verb := "was not played"
		if t.Back {
			verb = "was taken back"
		}
		fmt.Fprintf(b, "\n%d ms: ply %d, %s, was confirmed and %s (was %s)\n", t.At, t.Ply, t.Got, verb, cmp.Or(t.Want, "nothing"))
	}
}

// momentOf is when a ply landed, or the last one did.
func momentOf(t *simulate.Truth, ply int) int64 {
	if n := len(t.Landed); ply > n {
		ply = n
	}
	if ply < 1 {
		return 0
	}
	return t.Landed[ply-1]
}

// reportLines prints what was played and what was found, from shortly before the
// difference on.
func (r *Result) reportLines(b *strings.Builder, d *Difference) {
	g := &r.Games[d.Game-1]
	start := r.Played.Score.Start
	if d.Game > 1 {
		start = legality.Initial()
	}
	fmt.Fprintf(b, "was %s %s\n", sanLine(start, d.Truth.Moves, d.Ply), d.Truth.Result)
	fmt.Fprintf(b, "got %s %s  (%d plies, %d confirmed)\n", sanLine(start, g.Moves, d.Ply), g.Result, len(g.Moves), g.Confirmed)
	fmt.Fprintf(b, "in  %s\n", d.Position.FEN())
}

// sanLine is the plies around one of them, numbered from 1, in SAN.
func sanLine(p legality.Position, moves []string, ply int) string {
	var words []string
	for i, uci := range moves {
		m, err := p.ParseUCI(uci)
		n := i + 1
		if n > ply+reportPlies {
			break
		}
		if err != nil { // no single move describes what was done
			return strings.Join(append(words, fmt.Sprintf("%d:%q …", n, uci)), " ")
		}
		if n >= ply-reportPlies {
			words = append(words, fmt.Sprintf("%d:%s", n, p.SAN(m)))
		}
		p = p.Play(m)
	}
	return strings.Join(words, " ")
}

// reportAround prints what the hands and the board did besides, and the records,
// around a ply and between two moments.
func (r *Result) reportAround(b *strings.Builder, t *simulate.Truth, ply int, from, to int64) {
	for _, d := range t.Deeds {
		if d.Ply >= ply-reportPlies && d.Ply <= ply+reportPlies {
			fmt.Fprintf(b, "  deed   %s\n", d)
		}
	}
	for i := max(1, ply-1); i <= min(len(t.Moves), ply+1); i++ {
		fmt.Fprintf(b, "  ply    %d %s landed %d, pressed %d\n", i, t.Moves[i-1], t.Landed[i-1], t.Pressed[i-1])
	}
	for i, rec := range r.Played.Records {
		if rec.At < from || rec.At > to || rec.Word == sensor.Clock {
			continue
		}
		fmt.Fprintf(b, "  record %d: %s", i+1, sensor.AppendRecord(nil, rec))
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.At >= from && f.At <= to && r.Verdicts[i] != Plain {
			fmt.Fprintf(b, "  found  %d %s (%s) ply %d %s, %s\n", f.At, f.Code, f.Level, f.Ply, f.SAN, r.Verdicts[i])
		}
	}
}
