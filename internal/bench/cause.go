package bench

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor/simulate"
)

// Difference is where a game at the end first differs from what was played.
type Difference struct {
	Game      int    // on this board, from 1
	Ply       int    // from 1; after all if only the result differs
	Want, Got string // in UCI; "" if there is no such ply
	Position  legality.Position
	Truth     *simulate.Truth
}

// Difference finds the first difference; nil if there is none.
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

// Cause says in a few words why a game is not right: what kind of ply was taken
// for what, and what the hands or the board did there.
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

// name is what kind of move was played.
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

// deed is what was done besides at the place of the difference: what is the
// least lawful, of that the nearest.
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

// weight is how likely a deed is to be the cause: faults of the board before
// irregularities before lawful oddities.
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

// String tells of the difference in SAN and UCI.
func (d *Difference) String() string {
	if d.Want == "" && d.Got == "" {
		return fmt.Sprintf("game %d: the result", d.Game)
	}
	return fmt.Sprintf("game %d, ply %d: was %s, got %s", d.Game, d.Ply, d.move(d.Want), d.move(d.Got))
}

// move is a move as SAN and UCI; "nothing" if there is none.
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
