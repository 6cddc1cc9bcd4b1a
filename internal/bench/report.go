package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
)

// How many plies and milliseconds a report shows before and after a place.
const (
	reportPlies = 3
	reportMs    = 2500
)

// Clean reports whether there is nothing to report: the game is right, no ply was confirmed
// wrongly or taken back, and no finding is false; or nobody could know the game.
func (r *Result) Clean() bool {
	return r.Erased() || r.Exact && len(r.Trouble) == 0 && !slices.Contains(r.Verdicts, False)
}

// Report describes for a developer what went wrong in a game, the first trouble first.
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

// reportTrouble prints the first plies that were wrongly confirmed or taken back, and how many
// more there were. The others mostly follow from the first.
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

// momentOf returns when a ply landed, or the last one if there are fewer.
func momentOf(t *simulate.Truth, ply int) int64 {
	if n := len(t.Landed); ply > n {
		ply = n
	}
	if ply < 1 {
		return 0
	}
	return t.Landed[ply-1]
}

// reportLines prints what was played and what was found around the difference.
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

// sanLine returns the plies around one of them in SAN, numbered from 1.
func sanLine(p legality.Position, moves []string, ply int) string {
	var words []string
	for i, uci := range moves {
		m, err := p.ParseUCI(uci)
		n := i + 1
		if n > ply+reportPlies {
			break
		}
		if err != nil { // what was done is not a single move
			return strings.Join(append(words, fmt.Sprintf("%d:%q …", n, uci)), " ")
		}
		if n >= ply-reportPlies {
			words = append(words, fmt.Sprintf("%d:%s", n, p.SAN(m)))
		}
		p = p.Play(m)
	}
	return strings.Join(words, " ")
}

// reportAround prints the other deeds of hands and board, the plies and the records around a
// ply and between two moments.
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

// Difference is the first difference between a game at its end and what was played.
type Difference struct {
	Game      int    // on this board, from 1
	Ply       int    // from 1; one after the last if only the result differs
	Want, Got string // in UCI; "" if there is no such ply
	Position  legality.Position
	Truth     *simulate.Truth
}

// Difference returns the first difference; nil if there is none.
func (r *Result) Difference() *Difference {
	for n := range r.Games {
		g := &r.Games[n]
		d := &Difference{Game: n + 1, Position: r.Played.Score.Start, Truth: g.Truth}
		if n > 0 {
			d.Position = legality.Initial()
		}
		for i := range max(len(g.Moves), len(g.Truth.Moves)) {
			d.Ply, d.Got, d.Want = i+1, nth(g.Moves, i), nth(g.Truth.Moves, i)
			if d.Got != d.Want {
				return d
			}
			if m, err := d.Position.ParseUCI(d.Want); err == nil {
				d.Position = d.Position.Play(m)
			}
		}
		if d.Ply++; !g.rightResult() {
			d.Got, d.Want = "", ""
			return d
		}
	}
	return nil
}

func nth(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}

// Cause says in a few words why a game is not right: what kind of ply was not found, and what
// the hands or the board did there; "" if it is right.
func (r *Result) Cause() string {
	d := r.Difference()
	if d == nil {
		return ""
	}
	cause := d.kind()
	if deed, ok := d.deed(); ok {
		cause += ", " + deed.String()
	}
	return cause
}

// kind compares the move that was played with the one that was found.
func (d *Difference) kind() string {
	want, errWant := d.Position.ParseUCI(d.Want)
	got, errGot := d.Position.ParseUCI(d.Got)
	switch {
	case d.Want == "" && d.Got == "":
		return "result"
	case errWant != nil:
		return "ply too many"
	case errGot != nil:
		return d.name(want) + " lost"
	case d.follows(got):
		return d.name(want) + " skipped"
	case want.From() == got.From() && want.To() == got.To():
		return "other promotion"
	case want.From() == got.From():
		return d.name(want) + " on another square"
	case want.To() == got.To():
		return d.name(want) + " by another piece"
	}
	return d.name(want) + " not seen"
}

// follows reports whether the move that was found was played next or after that.
func (d *Difference) follows(got legality.Move) bool {
	rest := d.Truth.Moves[d.Ply:]
	return slices.Contains(rest[:min(2, len(rest))], d.Position.UCI(got))
}

// name returns the kind of a move that was played.
func (d *Difference) name(m legality.Move) string {
	captured := d.Position.Captured(m)
	switch {
	case !d.Position.IsLegal(m):
		return "illegal move"
	case m.IsCastling():
		return "castling"
	case m.Promotion() != legality.NoKind:
		return "promotion"
	case captured != placement.NoSquare && captured != m.To():
		return "en passant"
	case captured != placement.NoSquare:
		return "capture"
	}
	return "quiet move"
}

// deed returns the deed that is the most likely cause of the difference: the one of the
// greatest weight among those near it, and of these the nearest. It is false if there is none.
func (d *Difference) deed() (simulate.DeedKind, bool) {
	best, found := simulate.Deed{}, false
	for _, deed := range d.Truth.Deeds {
		if deed.Ply < d.Ply-1 || deed.Ply > d.Ply+1 {
			continue
		}
		if !found || weight(&deed) > weight(&best) || weight(&deed) == weight(&best) && far(deed.Ply-d.Ply) < far(best.Ply-d.Ply) {
			best, found = deed, true
		}
	}
	return best.Kind, found
}

// weight returns how likely a deed is to be the cause: a fault of the board is more likely than
// an irregularity, and that than a lawful oddity.
func weight(d *simulate.Deed) int {
	_, irregular := irregularities[d.Kind]
	switch {
	case isFault(d):
		return 2
	case irregular:
		return 1
	}
	return 0
}

func far(plies int) int { return max(plies, -plies) }

// String describes the difference in SAN and UCI.
func (d *Difference) String() string {
	if d.Want == "" && d.Got == "" {
		return fmt.Sprintf("game %d: the result", d.Game)
	}
	return fmt.Sprintf("game %d, ply %d: was %s, got %s", d.Game, d.Ply, d.move(d.Want), d.move(d.Got))
}

// move returns a move as SAN and UCI; "nothing" if there is none.
func (d *Difference) move(uci string) string {
	m, err := d.Position.ParseUCI(uci)
	switch {
	case uci == "":
		return "nothing"
	case err != nil || d.Position.At(m.From()) == placement.Empty:
		return uci
	}
	return d.Position.SAN(m) + " (" + uci + ")"
}
