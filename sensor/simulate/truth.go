package simulate

import (
	"fmt"

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
}

func (d Deed) String() string {
	return fmt.Sprintf("%d %s %s, ply %d, %d ms", d.At, d.Kind, d.Square, d.Ply, d.Ms)
}

// DeedKind says what was done.
type DeedKind uint8

// The deeds. Those up to ReplyFirst break no rule.
const (
	Slid        DeedKind = iota // rested on a legal square on the way
	Brushed                     // was seen where the man may not go
	Carried                     // a captured man was seen beside its square
	Hovered                     // held for long
	Returned                    // put back, then played
	Adjusted                    // another man straightened
	EarlyLift                   // lifted before the press
	LiftInPlay                  // lifted before the drop
	CrossedDrop                 // landed before the man it answers
	ReplyFirst                  // landed before the press
	ForgotPress                 // never pressed

	TouchedOther    // an own man touched, another played
	CorrectedMove   // an illegal move put right before the press
	PressedIllegal  // an illegal move pressed and restored
	StoodIllegal    // an illegal move that stands
	ReleasedTwice   // let go on one legal square, then moved to another
	PressedEmpty    // pressed without a move
	KnockedOver     // men knocked over and put back
	DisplacedMan    // a man pushed to another square and put right
	LostLift        // a report of a lift was lost
	LostDrop        // a report of a drop was lost
	MisreadMan      // a man was named wrongly for one scan
	DuplicateReport // a report was sent twice
	DeadTag         // a man was never seen again
	Bounced         // a man put down was not read for a moment
	Flickered       // a man who stood still was not read for a while
	ReorderedReport // a report changed places with the next one
	LostPress       // a press was not told
	DeadSquare      // a square read empty for good
	StuckSquare     // a square read for good what it had read
	Disconnected    // the port was lost

	Erased // of this ply nothing is left by which it could be told from others

	ClockStop   // the clock was stopped for good
	KingsShown  // the kings were put in the centre
	Analysed    // a ply of analysis
	PutBack     // the men were put back to the initial array
	deedsNumber // how many there are
)

var deedNames = [deedsNumber]string{"slid", "brushed", "carried", "hovered", "returned", "adjusted",
	"early lift", "lift in play", "crossed drop", "reply first", "forgot press",
	"touched other", "corrected move", "pressed illegal", "stood illegal", "released twice", "pressed empty",
	"knocked over", "displaced man", "lost lift", "lost drop", "misread man", "duplicate report", "dead tag",
	"bounced", "flickered", "reordered report", "lost press", "dead square", "stuck square", "disconnected", "erased",
	"clock stop", "kings shown", "analysed", "put back"}

func (k DeedKind) String() string {
	if k >= deedsNumber {
		return "?"
	}
	return deedNames[k]
}

// did writes down a deed of the ply that is being played.
func (g *game) did(kind DeedKind, at, ms int64, sq placement.Square) {
	g.truth.Deeds = append(g.truth.Deeds, Deed{kind, g.number, at, ms, sq})
}
