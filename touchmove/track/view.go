package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// View is what the hypothesis has that is read, to be read until the next record. Nothing
// can be changed through it.
type View struct{ t *Tracker }

// View is the present reading.
func (t *Tracker) View() View { return View{t} }

// Mark is an act of a story, to be recognised later.
type Mark struct{ act *Act }

// Told is an act as a story tells it.
type Told struct {
	Act
	Mark   Mark
	Before *legality.Position // where the game stood before it; nil if it does not change that
	After  *legality.Position // where the game stands after it; nil if it does not change that
	Plies  int                // of the part, after it
	Part   int                // from 0
}

// Story is the acts of the hypothesis that is read. A reader who knows acts of it already
// names them, the first one first, and gets how many of these it still has, and the acts
// after them.
func (v View) Story(known []Mark) (same int, acts []Told) {
	for a := v.t.reader().story; a != nil; a = a.Prev {
		for len(known) > 0 && known[len(known)-1].act.Event > a.Event {
			known = known[:len(known)-1]
		}
		for i := len(known) - 1; i >= 0 && known[i].act.Event == a.Event && same == 0; i-- {
			if known[i].act == a {
				same = i + 1
			}
		}
		if same > 0 {
			break
		}
		acts = append(acts, a.told())
	}
	slices.Reverse(acts)
	return same, acts
}

// told is an act with the positions around it.
func (a *Act) told() Told {
	told := Told{Act: *a, Mark: Mark{a}}
	told.Prev, told.node = nil, nil
	if n := a.node; n != nil {
		after := n.pos
		told.After, told.Plies, told.Part = &after, n.ply, n.part
		if n.parent != nil {
			before := n.parent.pos
			told.Before = &before
		}
	}
	return told
}

// Link is a ply on the way to where the game stands.
type Link struct {
	Move   legality.Move // NoMove: no legal move describes it
	Before *legality.Position
	After  *legality.Position
	Unseen bool // it was made while the board was not heard, or is read in place of another one
}

// Line is the plies of its part up to where the game stands after an act, the first one
// first; nil if the act does not change that.
func (a *Told) Line() (line []Link) {
	for n := a.Mark.act.node; n != nil && n.parent != nil && n.parent.part == n.part; n = n.parent {
		before, after := n.parent.pos, n.pos
		line = append(line, Link{n.move, &before, &after, n.kind == inGap})
	}
	slices.Reverse(line)
	return line
}

// Position is where the game stands in the hypothesis that is read, with the ply that the
// table shows.
func (v View) Position() legality.Position {
	h := v.t.reader()
	if h.over != nil {
		return h.over.pos
	}
	return v.t.shows(h).pos
}

// King is where the hypothesis that is read has a king; NoSquare if it stands nowhere.
func (v View) King(c color) square {
	if at := v.t.reader().on.Find(placement.MakePiece(c, legality.King)); at != 0 {
		return at.First()
	}
	return nowhere
}

// Playing reports whether the hypothesis that is read sees a game.
func (v View) Playing() bool {
	h := v.t.reader()
	return h.phase == playing && h.over == nil
}

// Confidence is the posterior of each ply of the part, by number from 1, from one on: the
// share of the hypotheses that have it. What merged with the one that is read counts, too.
func (v View) Confidence(from, to int) []float64 {
	t, h := v.t, v.t.reader()
	behind := make([]int64, max(0, to-from+1)) // the share of those that part at a ply, in ones
	since := int64(0)
	part := func(n *node, score int64) {
		if n == nil || n.part > h.game().part {
			return
		}
		if n.part < h.game().part || n.ply < from {
			since += odds(score)
		} else if n.ply <= to {
			behind[n.ply-from] += odds(score)
		}
	}
	shows := t.shows(h)
	for i := range t.beam {
		o := &t.beam[i]
		part(firstOf(shows, t.shows(o)), o.score-h.score)
	}
	for _, d := range h.doubts[:h.doubtful] {
		part(d.from, d.behind)
	}
	out := make([]float64, len(behind))
	for i := range behind {
		since += behind[i]
		out[i] = float64(oneOdds*1000/(oneOdds+since)) / 1000
	}
	return out
}

// oneOdds is the odds of what is as good as the hypothesis that is read.
const oneOdds = 1 << 20

// odds is e to the power of so many hundredths of a nat less, in integers so that every
// machine has the same.
func odds(behind int64) int64 {
	const perTenth = 948_796 // oneOdds / e^0.1
	x := int64(oneOdds)
	for n := max(0, behind) / 10; n > 0 && x > 0; n-- {
		x = x * perTenth / oneOdds
	}
	return x
}

// Shown is the legal move that the table shows and nothing has completed yet;
// NoMove if it shows none.
func (v View) Shown() legality.Move {
	var buf [16]move
	h := v.t.reader()
	if shown := h.shown(buf[:0]); len(shown) > 0 && h.over == nil {
		return shown[0]
	}
	return legality.NoMove
}

// Rivals is the moves that other hypotheses have in place of a ply of the one that is read, by its
// number in the part, and for which the ply is not confirmed.
func (v View) Rivals(ply int) (moves []legality.Move) {
	t := v.t
	h := t.reader()
	for i := range t.beam {
		o := &t.beam[i]
		from := firstOf(h.game(), o.game())
		if from == nil || from.ply != ply || from.part != h.game().part || o.score-h.score >= t.wanted(h, from) {
			continue
		}
		for n := o.game(); n != nil; n = n.parent {
			if n.parent == from.parent && n.move != from.move && !slices.Contains(moves, n.move) {
				moves = append(moves, n.move)
			}
		}
	}
	return moves
}

// Shows reports whether the ply that the table shows has that number in its part.
func (v View) Shows(ply int) bool { return v.t.reader().game().ply+1 == ply }

// ForReply reports whether the piece of an act belongs to the reply to the ply that
// is being made.
func (a *Act) ForReply() bool { return a.role == early }

// Captured reports whether the piece of an act has been captured, or is lifted to be.
func (a *Act) Captured() bool { return a.role == victim }

// Stray reports whether the piece of an act belongs to no ply.
func (a *Act) Stray() bool { return a.role == aside }
