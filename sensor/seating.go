package sensor

import "github.com/boardd/boardd/legality/placement"

// Seating turns what a decoder says in the board's own terms into squares and
// players of the game: it knows which way the board lies and whose clock is
// which. The zero value finds out both; it is ready to use.
//
// A decoder names squares as if the board lay normally, and in Press, Clock
// and Flag calls White the player who would be White if both board and clock
// stood in their usual way (package dgt says which side of the clock that is).
//
// Which way the board lies is seen from the men (see Orientation); until they
// show it, it is taken to be normal. Whose clock is which is first taken from
// the way the board lies, since the clock usually stands at the same side of
// it, and then learnt from who moves while which clock runs.
//
// The methods append to dst and return it, as append does. Rotate and a
// change of mind put in records that no decoder sent: a Board that shows the
// sensed men on their new squares, a Fault that says in words what changed.
type Seating struct {
	// Orientation is as configured; set it before the first record. Auto looks.
	Orientation Orientation

	turned bool                // the board lies rotated
	sensed placement.Placement // what stands where, in the board's own squares
	seen   bool                // a scan has come, so that sensed means something
	spoken bool                // a record with a square has been passed on
	begun  bool                // Orientation has been looked at
	clock  clockSide
}

// Step takes a record of a decoder, in the board's own terms. Records without
// squares or sides pass unchanged.
func (s *Seating) Step(dst []Record, r Record) []Record {
	s.begin()
	switch r.Word {
	case Lift, Drop, Board:
		s.sense(&r)
		return s.placed(dst, r)
	case Press, Clock, Flag:
		return s.timed(dst, r)
	case Link:
		s.clock.forgetTurn()
	}
	return append(dst, r)
}

// StepLogged takes a record that is in terms of the game already: lift, drop
// and board of a log as written. Only an operator's Rotate turns its squares;
// nothing is found out from it, and sides are left alone. For a log without rx
// leave Orientation Auto: what its header says was heeded when it was written.
func (s *Seating) StepLogged(dst []Record, r Record) []Record {
	switch r.Word {
	case Lift, Drop, Board:
		s.sense(&r)
		return append(dst, s.seated(r))
	}
	return append(dst, r)
}

// Rotate is the operator's command: the board lies the other way round. From
// here on the operator's word outranks what the men show. If a scan has come,
// it is shown again as a Board.
func (s *Seating) Rotate(dst []Record, at int64) []Record {
	s.begin()
	s.turn()
	s.Orientation = s.Lies()
	return s.showAgain(dst, at)
}

// Lies is the way the board is taken to lie now: Normal or Rotated.
func (s *Seating) Lies() Orientation {
	if s.turned || !s.begun && s.Orientation == Rotated {
		return Rotated
	}
	return Normal
}

// begin puts the configured orientation into force.
func (s *Seating) begin() {
	if !s.begun {
		s.begun = true
		s.turned = s.Orientation == Rotated
	}
}

// sense keeps the board's own view of what stands where.
func (s *Seating) sense(r *Record) {
	switch {
	case r.Word == Board:
		s.sensed, s.seen = r.Placement, true
	case r.Square >= placement.NoSquare:
	case r.Word == Lift:
		s.sensed[r.Square] = placement.Empty
	default:
		s.sensed[r.Square] = r.Piece
	}
}

// placed passes on a record with squares. If it brings the men into an array
// that lies the other way, the whole board follows instead.
func (s *Seating) placed(dst []Record, r Record) []Record {
	if r.Word == Lift || !s.misread() {
		s.spoken = true
		return append(dst, s.seated(r))
	}
	s.turn()
	if s.spoken {
		dst = append(dst, Notice(r.At, "the men show that the board lies "+s.Lies().String()))
	}
	s.spoken = true
	if r.Word == Board || !s.seen {
		return append(dst, s.seated(r))
	}
	return s.showAgain(dst, r.At)
}

// misread reports whether the men show another orientation than the one in use.
func (s *Seating) misread() bool {
	if s.Orientation != Auto {
		return false
	}
	shown := orientationShown(&s.sensed)
	return shown != Auto && shown != s.Lies()
}

func (s *Seating) turn() {
	s.turned = !s.turned
	s.clock.forget()
}

// seated is a record with its squares as the board lies.
func (s *Seating) seated(r Record) Record {
	switch {
	case !s.turned:
	case r.Word == Board:
		r.Placement = r.Placement.Rotated()
	case r.Square < placement.NoSquare:
		r.Square = r.Square.Rotated()
	}
	return r
}

// showAgain is the sensed board as a Board record, if a scan has come.
func (s *Seating) showAgain(dst []Record, at int64) []Record {
	if !s.seen {
		return dst
	}
	return append(dst, s.seated(Record{At: at, Word: Board, Placement: s.sensed}))
}

// Notice is a Fault record: something that a decoder noticed, in words.
func Notice(at int64, text string) Record {
	return Record{At: at, Word: Fault, Data: []byte(text)}
}
