package simulate

import (
	"fmt"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Truth is what was really done.
type Truth struct {
	Moves   []string // the plies that were played, in UCI, illegal ones that stood included
	Landed  []int64  // for each, when the last man came to stand where it stays
	Pressed []int64  // for each, when its clock was pressed; -1 never
	Deeds   []Deed   // what was done besides plain moves, in the order of planning
	Result  string   // that the rules give, "*" if none
	Signal  string   // that the kings showed; "" if they did not
	Next    *Truth   // the next game on the same board; nil if none
}

// Deed is one thing done besides moving men straight to their squares.
type Deed struct {
	Kind   DeedKind
	Ply    int              // in which it was done, from 1
	At     int64            // when, milliseconds since the log began
	Ms     int64            // how long it went on, where that means something
	Square placement.Square // where, NoSquare if nowhere
	Move   string           // in UCI, of a ply that is no part of the game: a ceremony, taken back, gone back over, or analysed
}

func (d Deed) String() string {
	return fmt.Sprintf("%d %s %s, ply %d, %d ms", d.At, d.Kind, d.Square, d.Ply, d.Ms)
}

// did writes down a deed of the ply that is being played.
func (g *game) did(kind DeedKind, at, ms int64, sq placement.Square) {
	g.truth.Deeds = append(g.truth.Deeds, Deed{Kind: kind, Ply: g.number, At: at, Ms: ms, Square: sq})
}

// didPly writes down a ply that is no part of the game, and says where, so that
// more can be said of it.
func (g *game) didPly(kind DeedKind, began, ended int64, p *legality.Position, m legality.Move) *Deed {
	g.did(kind, began, ended-began, m.To())
	d := &g.truth.Deeds[len(g.truth.Deeds)-1]
	d.Move = p.UCI(m)
	return d
}
