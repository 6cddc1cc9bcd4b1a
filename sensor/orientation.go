package sensor

import (
	"fmt"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality/placement"
)

// Orientation says which way a board lies.
type Orientation uint8

// The orientations.
const (
	Auto    Orientation = iota // the pieces show it
	Normal                     // the board's a1 is a1 of the game
	Rotated                    // the board's a1 is h8 of the game
)

var orientationWords = []string{"auto", "normal", "rotated"}

// String returns "auto", "normal" or "rotated", as a log's header writes it.
func (o Orientation) String() string { return enum.Of(orientationWords, o, "?") }

// ParseOrientation parses the result of String.
func ParseOrientation(text string) (Orientation, error) {
	if o, ok := enum.Parse[Orientation](orientationWords, text); ok {
		return o, nil
	}
	return Auto, fmt.Errorf("read orientation %q: %w", text, oneOf(orientationWords))
}

// Orienter turns the records of a decoder, which use the board's own squares and
// sides, into squares and players of the game. It finds out which way the board
// lies and whose clock is which. The zero value is ready.
//
// A decoder names squares as if the board lay normally. In Press, Clock and Flag
// it calls White the player who would be White if board and clock stood in their
// usual way; package dgt says which side of the clock that is.
//
// The pieces show which way the board lies; before they do, the Orienter assumes
// Normal. The clock usually stands on the same side of the board, so the
// Orienter first assumes that, and then learns from who moves while which clock
// runs.
//
// The methods append to dst and return it. When the Orienter changes its mind,
// and in Rotate, it adds records of its own: a Board with the pieces on their new
// squares, and a Fault that says what changed.
type Orienter struct {
	// Orientation is the configured one; set it before the first record.
	Orientation Orientation

	rotated  bool                // the board lies rotated
	sensed   placement.Placement // what stands where, in the board's own squares
	scanned  bool                // a scan has come: sensed is complete
	reported bool                // a record with a square was passed on
	begun    bool                // Orientation is in force
	clock    clockSide
}

// Step takes a record of a decoder and appends it in terms of the game. Records
// without squares or sides pass unchanged.
func (o *Orienter) Step(dst []Record, r Record) []Record {
	o.begin()
	switch r.Word {
	case Lift, Drop, Board:
		o.sense(&r)
		return o.place(dst, r)
	case Press, Clock, Flag:
		return o.time(dst, r)
	case Link:
		o.clock.forgetTurn()
	}
	return append(dst, r)
}

// StepLogged takes a decoded record of a log, and appends it. A lift, drop or board already uses
// the squares of the game: StepLogged turns them only after a Rotate. The Orienter detects
// nothing from such a record, and swaps no sides of presses and clocks. In a log without rx the writer
// has already applied the orientation of the header: leave Orientation Auto.
func (o *Orienter) StepLogged(dst []Record, r Record) []Record {
	switch r.Word {
	case Lift, Drop, Board:
		o.sense(&r)
		return append(dst, o.turned(r))
	}
	return append(dst, r)
}

// Rotate carries out the operator's command that the board lies the other way round. From
// then on the operator overrules the pieces. After a scan, Rotate appends the board again
// as a Board record.
func (o *Orienter) Rotate(dst []Record, at int64) []Record {
	o.begin()
	o.turn()
	o.Orientation = o.Lies()
	return o.showAgain(dst, at)
}

// Lies returns the present assumption about the orientation: Normal or Rotated.
func (o *Orienter) Lies() Orientation {
	if o.rotated || !o.begun && o.Orientation == Rotated {
		return Rotated
	}
	return Normal
}

// OrienterState is an Orienter's knowledge of board and clock. Another Orienter that
// restores it turns later records into the same ones.
type OrienterState struct {
	Orientation Orientation // configured, or given by an operator
	Lies        Orientation // Normal or Rotated
	Crossed     bool        // the clock stands the other way round; false without Votes
	Votes       []bool      // the last votes on the clock, true for crossed, the oldest first
}

// State returns the present state of the Orienter.
func (o *Orienter) State() OrienterState {
	s := OrienterState{Orientation: o.Orientation, Lies: o.Lies(), Crossed: o.clock.crossed}
	for i := range votesKept {
		if v := o.clock.votes[(o.clock.next+i)%votesKept]; v != 0 {
			s.Votes = append(s.Votes, v > 0)
		}
	}
	return s
}

// Restore continues from a state. If the board was scanned before, it is in terms of the
// game.
func (o *Orienter) Restore(s OrienterState) {
	was := o.rotated
	o.Orientation, o.begun, o.rotated = s.Orientation, true, s.Lies == Rotated
	if o.rotated != was {
		o.sensed = o.sensed.Rotated()
	}
	c := clockSide{running: o.clock.running}
	for _, crossed := range s.Votes {
		c.vote(crossed)
	}
	if c.known {
		c.crossed = s.Crossed
	}
	o.clock = c
}

// begin puts the configured orientation into force.
func (o *Orienter) begin() {
	if !o.begun {
		o.begun = true
		o.rotated = o.Orientation == Rotated
	}
}

// sense keeps the board's own view of what stands where.
func (o *Orienter) sense(r *Record) {
	switch {
	case r.Word == Board:
		o.sensed, o.scanned = r.Placement, true
	case r.Square >= placement.NoSquare:
	case r.Word == Lift:
		o.sensed[r.Square] = placement.Empty
	default:
		o.sensed[r.Square] = r.Piece
	}
}

// place passes on a record with squares. If it completes an array that lies the
// other way, the whole board follows instead.
func (o *Orienter) place(dst []Record, r Record) []Record {
	if r.Word == Lift || !o.liesOtherwise() {
		o.reported = true
		return append(dst, o.turned(r))
	}
	o.turn()
	if o.reported {
		dst = append(dst, News(r.At, "the pieces show that the board lies "+o.Lies().String()))
	}
	o.reported = true
	if r.Word == Board || !o.scanned {
		return append(dst, o.turned(r))
	}
	return o.showAgain(dst, r.At)
}

// liesOtherwise reports whether the pieces show another orientation than the
// one in use.
func (o *Orienter) liesOtherwise() bool {
	if o.Orientation != Auto {
		return false
	}
	shown := orientationShown(&o.sensed)
	return shown != Auto && shown != o.Lies()
}

// enoughAtHome is how many pieces must stand on their own side of the board, with none
// across, before the set-up shows the orientation. 24 of 32 leaves room for a game at odds
// and for an unfinished set-up; no game of chess takes three quarters of the pieces across
// the board.
const enoughAtHome = 24

// orientationShown returns the orientation that a placement in the board's own
// squares shows, Auto if it shows none. A piece of unknown kind has no colour,
// so an occupancy board shows none.
func orientationShown(p *placement.Placement) Orientation {
	own, across := atHome(p)
	switch {
	case own >= enoughAtHome && across == 0:
		return Normal
	case across >= enoughAtHome && own == 0:
		return Rotated
	}
	return Auto
}

// atHome counts the pieces on their colour's own two ranks, and those on the
// opponent's two.
func atHome(p *placement.Placement) (own, across int) {
	for i := range placement.Square(16) {
		for c, sq := range [2]placement.Square{i, placement.H8 - i} {
			switch side := placement.Color(c); {
			case p[sq].Is(side):
				own++
			case p[sq].Is(side.Other()):
				across++
			}
		}
	}
	return own, across
}

func (o *Orienter) turn() {
	o.rotated = !o.rotated
	o.clock.forget()
}

// turned returns a record with its squares in terms of the game.
func (o *Orienter) turned(r Record) Record {
	switch {
	case !o.rotated:
	case r.Word == Board:
		r.Placement = r.Placement.Rotated()
	case r.Square < placement.NoSquare:
		r.Square = r.Square.Rotated()
	}
	return r
}

// showAgain appends the sensed board as a Board record, if a scan has come.
func (o *Orienter) showAgain(dst []Record, at int64) []Record {
	if !o.scanned {
		return dst
	}
	return append(dst, o.turned(Record{At: at, Word: Board, Placement: o.sensed}))
}

// time passes on a record of the clock. First it learns from it.
func (o *Orienter) time(dst []Record, r Record) []Record {
	was := o.crossed()
	switch r.Word {
	case Press:
		o.clock.pressed(r.Side, &o.sensed)
	case Clock:
		if o.clock.running == Stopped && r.Running != Stopped {
			o.clock.beginTurn(&o.sensed)
		}
		o.clock.running = r.Running
	}
	if o.crossed() != was {
		dst = append(dst, News(r.At, "the moves show that the clock stands the other way round"))
	}
	if o.crossed() {
		r = exchanged(r)
	}
	return append(dst, r)
}

// crossed reports whether the player whom the decoder calls White is Black.
// Until moves have shown it, the orientation of the board decides.
func (o *Orienter) crossed() bool {
	if o.clock.known {
		return o.clock.crossed
	}
	return o.rotated
}

// exchanged returns a record of the clock with the players exchanged.
func exchanged(r Record) Record {
	switch r.Word {
	case Press, Flag:
		r.Side = r.Side.Other()
	case Clock:
		r.Times[placement.White], r.Times[placement.Black] = r.Times[placement.Black], r.Times[placement.White]
		if r.Running != Stopped {
			r.Running = WhiteRuns + BlackRuns - r.Running
		}
	}
	return r
}

// votesKept is how many votes count. If somebody turns the clock round between two games,
// three presses prove it; one or two odd presses in a row change nothing once five votes
// are kept.
const votesKept = 5

// clockSide learns whose clock is which. A decoder calls White the player who is White if
// the clock stands as usual; the clock is crossed when that player is Black.
//
// Each press is a vote. The player whose clock runs moves, then presses. So the presser has
// the colour of the pieces that have come to new squares since the last press. There is no
// vote if pieces of both colours have come (a captured piece set down beside its square, a
// reply before the press) or none (a press without a move, an occupancy board).
//
// The first vote decides; after it the majority of the last five does, and a tie changes
// nothing.
type clockSide struct {
	crossed bool // valid if known
	known   bool
	votes   [votesKept]int8 // 1 crossed, -1 usual, 0 no vote yet
	next    int             // index of the oldest vote
	before  placement.Placement
	armed   bool // before holds the board at the beginning of this turn
	running Running
}

// forget drops all votes: the board lies the other way.
func (c *clockSide) forget() { *c = clockSide{running: c.running} }

// forgetTurn drops the turn in progress: records are missing.
func (c *clockSide) forgetTurn() { c.armed = false }

// beginTurn notes the board on which a turn begins.
func (c *clockSide) beginTurn(board *placement.Placement) {
	c.before, c.armed = *board, true
}

// pressed counts the vote of a press, and begins the next turn.
func (c *clockSide) pressed(presser placement.Color, board *placement.Placement) {
	if mover, ok := c.mover(board); ok {
		c.vote(mover != presser)
	}
	c.beginTurn(board)
}

// mover returns the one colour whose pieces have come to new squares in this
// turn; ok is false if there is no such colour.
func (c *clockSide) mover(board *placement.Placement) (mover placement.Color, ok bool) {
	if !c.armed {
		return placement.White, false
	}
	var came [2]bool
	for changed := placement.Differ(&c.before, board); changed != 0; {
		if p := board[changed.Pop()]; p.Known() {
			came[p.Color()] = true
		}
	}
	if came[placement.White] == came[placement.Black] {
		return placement.White, false
	}
	if came[placement.Black] {
		return placement.Black, true
	}
	return placement.White, true
}

func (c *clockSide) vote(crossed bool) {
	c.votes[c.next] = -1
	if crossed {
		c.votes[c.next] = 1
	}
	c.next = (c.next + 1) % votesKept
	sum := int8(0)
	for _, v := range c.votes {
		sum += v
	}
	if sum != 0 {
		c.crossed, c.known = sum > 0, true
	}
}
