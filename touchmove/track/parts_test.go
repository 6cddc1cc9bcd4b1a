package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
)

// Part is what was played from one position on: a game, or what of it followed
// after play began anew.
type Part struct {
	Start legality.Position
	Plies []Ply
}

// Ply is a ply of a part.
type Ply struct {
	Move      legality.Move // NoMove: nothing that is like a move describes it
	After     legality.Position
	Illegal   bool // no legal move describes it
	Complete  bool // else the table shows it, and it may still be another
	Confirmed bool // no other hypothesis that is near has another one
}

// Parts is what was played as the best hypothesis has it, the last part with the
// ply that the table shows.
func (t *Tracker) Parts() []Part {
	h := t.reader()
	last := h.game()
	parts := make([]Part, last.part+1)
	part, plies := t.Confirmed()
	for n := last; n != nil; n = n.parent {
		p := &parts[n.part]
		if n.parent == nil || n.parent.part != n.part || n.past {
			p.Start = n.pos
			slices.Reverse(p.Plies)
			if n.past {
				break
			}
			continue
		}
		sure := n.part < part || n.part == part && n.ply <= plies
		p.Plies = append(p.Plies, Ply{Move: n.move, After: n.pos, Illegal: n.kind == byAct, Complete: true, Confirmed: sure})
	}
	if n := t.shows(h); n != last {
		p := &parts[last.part]
		p.Plies = append(p.Plies, Ply{Move: n.move, After: n.pos, Confirmed: n.of(t.confirmed)})
	}
	return parts
}
