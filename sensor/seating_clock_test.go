package sensor

import (
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// play is a move in the board's own terms, while the clock of presser, as the
// decoder calls him, runs; and his press.
func play(presser placement.Color, from, to placement.Square, p placement.Piece) []Record {
	return []Record{lift(from, p), drop(to, p), {Word: Press, Side: presser},
		{Word: Clock, Times: [2]int64{1, 2}, Running: RunningFor(presser.Other())}}
}

func running(side placement.Color) Record {
	return Record{Word: Clock, Times: [2]int64{1, 2}, Running: RunningFor(side)}
}

var (
	whiteMove = func(presser placement.Color) []Record {
		return play(presser, placement.E2, placement.E4, placement.WhitePawn)
	}
	blackMove = func(presser placement.Color) []Record {
		return play(presser, placement.E7, placement.E5, placement.BlackPawn)
	}
)

func TestClockFromOrientation(t *testing.T) {
	for _, c := range []struct {
		shown string
		want  []string
	}{
		{array, []string{"0 clock 1 2 w", "0 clock 1 2 -", "0 press w", "0 flag b"}},
		{turnedArray, []string{"0 clock 2 1 b", "0 clock 2 1 -", "0 press b", "0 flag w"}},
	} {
		var s Seating
		seat(&s, scan(t, c.shown))
		got := seat(&s, running(placement.White), Record{Word: Clock, Times: [2]int64{1, 2}},
			Record{Word: Press, Side: placement.White}, Record{Word: Flag, Side: placement.Black})
		expect(t, got, c.want...)
		if s.clock.learnt {
			t.Error("learnt from nothing")
		}
	}
}

func TestClockLearnt(t *testing.T) {
	var s Seating
	seat(&s, scan(t, array), running(placement.Black))
	expect(t, seat(&s, whiteMove(placement.Black)...),
		"0 lift e2 P", "0 drop e4 P", "fault", "0 press w", "0 clock 2 1 b")
	expect(t, seat(&s, blackMove(placement.White)...),
		"0 lift e7 p", "0 drop e5 p", "0 press b", "0 clock 2 1 w")
}

func TestClockConfirmed(t *testing.T) {
	var s Seating
	seat(&s, scan(t, array), running(placement.White))
	expect(t, seat(&s, whiteMove(placement.White)...),
		"0 lift e2 P", "0 drop e4 P", "0 press w", "0 clock 1 2 b")
	if !s.clock.learnt {
		t.Error("not learnt")
	}
}

// TestNoVote: what happens in a turn says nothing of whose clock is which.
func TestNoVote(t *testing.T) {
	press := Record{Word: Press, Side: placement.Black}
	board := "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR"
	for name, turn := range map[string][]Record{
		"no move":      {press},
		"a touch only": {lift(placement.B1, placement.WhiteKnight), drop(placement.B1, placement.WhiteKnight), press},
		"a lift only":  {lift(placement.B1, placement.WhiteKnight), press},
		"a captured man stands beside the board's square": {drop(placement.D5, placement.WhitePawn),
			lift(placement.E4, placement.WhitePawn), drop(placement.D6, placement.BlackPawn), press},
		"a reply before the press": {lift(placement.G1, placement.WhiteKnight), drop(placement.F3, placement.WhiteKnight),
			lift(placement.G8, placement.BlackKnight), drop(placement.F6, placement.BlackKnight), press},
		"a man of unknown kind": {lift(placement.G1, placement.WhiteKnight), drop(placement.F3, placement.Unknown), press},
		"the link was down": {lift(placement.G1, placement.WhiteKnight), drop(placement.F3, placement.WhiteKnight),
			{Word: Link}, {Word: Link, On: true}, press},
		"moved before the clock was started again": {lift(placement.G1, placement.WhiteKnight),
			drop(placement.F3, placement.WhiteKnight), {Word: Clock}, running(placement.Black), press},
	} {
		var s Seating
		seat(&s, scan(t, board), running(placement.Black))
		seat(&s, turn...)
		if s.clock.learnt {
			t.Errorf("%s: learnt that crossed is %v", name, s.crossed())
		}
	}
}

// TestVoteFromCaptureAndCastling: the mover is seen though another man goes.
func TestVoteFromCaptureAndCastling(t *testing.T) {
	press := Record{Word: Press, Side: placement.Black}
	for name, turn := range map[string][]Record{
		"capture in one motion": {drop(placement.D5, placement.WhitePawn), lift(placement.E4, placement.WhitePawn), press},
		"castling": {lift(placement.E1, placement.WhiteKing), drop(placement.G1, placement.WhiteKing),
			lift(placement.H1, placement.WhiteRook), drop(placement.F1, placement.WhiteRook), press},
		"promotion": {lift(placement.A7, placement.WhitePawn), drop(placement.A8, placement.WhiteQueen), press},
	} {
		var s Seating
		seat(&s, scan(t, "4k3/P7/8/3p4/4P3/8/8/4K2R"), running(placement.Black))
		seat(&s, turn...)
		if !s.clock.learnt || !s.crossed() {
			t.Errorf("%s: learnt %v, crossed %v, want both", name, s.clock.learnt, s.crossed())
		}
	}
}

// TestMajority: against five votes one or two do nothing, three turn it.
func TestMajority(t *testing.T) {
	var s Seating
	back := func(presser placement.Color) []Record {
		return play(presser, placement.E4, placement.E2, placement.WhitePawn)
	}
	turn := func(presser placement.Color, n int) {
		for range n {
			seat(&s, whiteMove(presser)...)
			seat(&s, back(presser)...)
		}
	}
	seat(&s, scan(t, array), running(placement.White))
	turn(placement.White, 3)
	turn(placement.Black, 1)
	if s.crossed() {
		t.Fatal("two votes of five turned it")
	}
	got := seat(&s, whiteMove(placement.Black)...)
	expect(t, got, "0 lift e2 P", "0 drop e4 P", "fault", "0 press w", "0 clock 2 1 b")
}

// TestTurningForgets: when the board turns out to lie the other way, the
// clock is taken to stand with it.
func TestTurningForgets(t *testing.T) {
	var s Seating
	seat(&s, scan(t, array), running(placement.White))
	seat(&s, whiteMove(placement.White)...)
	seat(&s, scan(t, turnedArray))
	if s.clock.learnt || !s.crossed() {
		t.Errorf("learnt %v, crossed %v", s.clock.learnt, s.crossed())
	}
}
