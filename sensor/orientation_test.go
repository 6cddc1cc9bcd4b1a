package sensor

import (
	"reflect"
	"slices"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// orient returns what o makes of records, as lines of a log; a Fault is "fault" alone.
func orient(o *Orienter, records ...Record) []string {
	var out []Record
	for _, r := range records {
		out = o.Step(out, r)
	}
	return asLines(out)
}

func asLines(records []Record) []string {
	var lines []string
	for _, r := range records {
		if r.Word == Fault {
			lines = append(lines, "fault\n")
			continue
		}
		lines = append(lines, string(AppendRecord(nil, r)))
	}
	return lines
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	for i := range want {
		want[i] += "\n"
	}
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

func scan(t *testing.T, text string) Record {
	return Record{Word: Board, Placement: mustPlacement(t, text)}
}

func lift(sq placement.Square, p placement.Piece) Record {
	return Record{Word: Lift, Square: sq, Piece: p}
}

func drop(sq placement.Square, p placement.Piece) Record {
	return Record{Word: Drop, Square: sq, Piece: p}
}

// The initial array in the squares of a board that lies the other way: the a1 of the game
// is its h8.
const turnedArray = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"

const array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

func TestOrientationFromArray(t *testing.T) {
	for _, c := range []struct {
		name, shown string
		config      Orientation
		want        string
		lies        Orientation
	}{
		{"initial", array, Auto, array, Normal},
		{"initial, turned", turnedArray, Auto, array, Rotated},
		{"Chess960, turned", "RKRQNNBB/PPPPPPPP/8/8/8/8/pppppppp/rkrqnnbb", Auto,
			"bbnnqrkr/pppppppp/8/8/8/8/PPPPPPPP/BBNNQRKR", Rotated},
		{"king and queen changed over", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", Auto,
			"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", Normal},
		{"odds of a queen, turned", "RNBK1BNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr", Auto,
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR", Rotated},
		{"first move made, turned", "RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr", Auto,
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", Rotated},
		{"configured rotated", array, Rotated, "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr", Rotated},
		{"configured normal", turnedArray, Normal, turnedArray, Normal},
		// Nothing shows here: these stay as they are.
		{"empty", "8/8/8/8/8/8/8/8", Auto, "8/8/8/8/8/8/8/8", Normal},
		{"late in a game", "8/5pk1/6p1/8/8/2R3P1/5PK1/3r4", Auto, "8/5pk1/6p1/8/8/2R3P1/5PK1/3r4", Normal},
		{"late, as if turned", "3R4/5PK1/6P1/8/8/2r3p1/5pk1/8", Auto, "3R4/5PK1/6P1/8/8/2r3p1/5pk1/8", Normal},
		{"unknown pieces", "????????/????????/8/8/8/8/????????/????????", Auto,
			"????????/????????/8/8/8/8/????????/????????", Normal},
		{"one piece across", "RNBKQBNr/PPPPPPPP/8/8/8/8/pppppppp/Rnbkqbnr", Auto,
			"RNBKQBNr/PPPPPPPP/8/8/8/8/pppppppp/Rnbkqbnr", Normal},
		{"23 of 32, turned", "RNBKQBNR/PPPP4/8/8/8/8/ppp5/rnbkqbnr", Auto,
			"RNBKQBNR/PPPP4/8/8/8/8/ppp5/rnbkqbnr", Normal},
	} {
		o := Orienter{Orientation: c.config}
		got := orient(&o, scan(t, c.shown))
		t.Run(c.name, func(t *testing.T) {
			expect(t, got, "0 board "+c.want)
			if o.Lies() != c.lies {
				t.Errorf("lies %v, want %v", o.Lies(), c.lies)
			}
		})
	}
}

func TestTurnedSquares(t *testing.T) {
	var o Orienter
	orient(&o, scan(t, turnedArray))
	// What the board calls d7 is e2 of the game.
	expect(t, orient(&o, lift(placement.D7, placement.WhitePawn), drop(placement.D5, placement.WhitePawn)),
		"0 lift e2 P", "0 drop e4 P")
}

func TestOrientationFromDrops(t *testing.T) {
	var o Orienter
	got := orient(&o, scan(t, "RNBKQBNR/PPPP4/8/8/8/8/ppp5/rnbkqbnr"),
		drop(placement.E7, placement.WhitePawn), drop(placement.F7, placement.WhitePawn))
	expect(t, got, "0 board RNBKQBNR/PPPP4/8/8/8/8/ppp5/rnbkqbnr", "fault",
		"0 board rnbqkbnr/5ppp/8/8/8/8/3PPPPP/RNBQKBNR", "0 drop c2 P")
}

// TestLateOrientationOfNewGame: a board that lay normally for one game is set
// up the other way for the next.
func TestLateOrientationOfNewGame(t *testing.T) {
	var o Orienter
	got := orient(&o, scan(t, array), scan(t, "8/8/8/8/8/8/8/8"), scan(t, turnedArray), scan(t, turnedArray))
	expect(t, got, "0 board "+array, "0 board 8/8/8/8/8/8/8/8", "fault", "0 board "+array, "0 board "+array)
}

func TestRotate(t *testing.T) {
	var o Orienter
	expect(t, asLines(o.Rotate(nil, 5)))
	if o.Lies() != Rotated {
		t.Error("not turned before the first scan")
	}
	// The operator outranks what the pieces show.
	expect(t, orient(&o, scan(t, array)), "0 board "+"RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")
	orient(&o, lift(placement.E2, placement.WhitePawn))
	expect(t, asLines(o.Rotate(nil, 7)), "7 board rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
	expect(t, orient(&o, drop(placement.E4, placement.WhitePawn)), "0 drop e4 P")
}

func TestRotateConfigured(t *testing.T) {
	o := Orienter{Orientation: Rotated}
	if o.Rotate(nil, 0); o.Lies() != Normal {
		t.Error("rotated twice is not normal")
	}
}

func TestLoggedIsLeftAlone(t *testing.T) {
	var o Orienter
	var out []Record
	for _, r := range []Record{scan(t, turnedArray), lift(placement.E2, placement.BlackPawn),
		{Word: Press, Side: placement.Black}, {Word: Clock, Times: [2]int64{1, 2}, Running: WhiteRuns}} {
		out = o.StepLogged(out, r)
	}
	expect(t, asLines(out), "0 board "+turnedArray, "0 lift e2 p", "0 press b", "0 clock 1 2 w")
	expect(t, asLines(o.Rotate(nil, 3)), "3 board rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	expect(t, asLines(o.StepLogged(nil, drop(placement.E4, placement.BlackPawn))), "0 drop d5 p")
	expect(t, asLines(o.StepLogged(nil, Record{Word: Press, Side: placement.Black})), "0 press b")
}

func TestOtherRecordsPass(t *testing.T) {
	o := Orienter{Orientation: Rotated}
	expect(t, orient(&o, Record{Word: Link, On: true}, Record{Word: Pause}, Record{Word: Resume},
		Record{Word: Cmd, Verb: "pause", Data: []byte("{}")}, Notice(3, "lost")),
		"0 link up", "0 pause", "0 resume", "0 cmd pause {}", "fault")
}

// TestBadSquares: squares that are none do no harm.
func TestBadSquares(t *testing.T) {
	o := Orienter{Orientation: Rotated}
	for _, sq := range []placement.Square{placement.NoSquare, 200} {
		got := o.Step(nil, drop(sq, placement.WhitePawn))
		if len(got) != 1 || got[0].Square != sq {
			t.Errorf("got %+v", got)
		}
	}
}

// play returns the records of a move in the board's own squares, and then a press.
// Meanwhile the clock of presser runs, named as the decoder names the player.
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
		var o Orienter
		orient(&o, scan(t, c.shown))
		got := orient(&o, running(placement.White), Record{Word: Clock, Times: [2]int64{1, 2}},
			Record{Word: Press, Side: placement.White}, Record{Word: Flag, Side: placement.Black})
		expect(t, got, c.want...)
		if o.clock.known {
			t.Error("learnt from nothing")
		}
	}
}

func TestClockLearnt(t *testing.T) {
	var o Orienter
	orient(&o, scan(t, array), running(placement.Black))
	expect(t, orient(&o, whiteMove(placement.Black)...),
		"0 lift e2 P", "0 drop e4 P", "fault", "0 press w", "0 clock 2 1 b")
	expect(t, orient(&o, blackMove(placement.White)...),
		"0 lift e7 p", "0 drop e5 p", "0 press b", "0 clock 2 1 w")
}

func TestClockConfirmed(t *testing.T) {
	var o Orienter
	orient(&o, scan(t, array), running(placement.White))
	expect(t, orient(&o, whiteMove(placement.White)...),
		"0 lift e2 P", "0 drop e4 P", "0 press w", "0 clock 1 2 b")
	if !o.clock.known {
		t.Error("not learnt")
	}
}

// TestNoVote: turns that do not show whose clock is which.
func TestNoVote(t *testing.T) {
	press := Record{Word: Press, Side: placement.Black}
	board := "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR"
	for name, turn := range map[string][]Record{
		"no move":      {press},
		"a touch only": {lift(placement.B1, placement.WhiteKnight), drop(placement.B1, placement.WhiteKnight), press},
		"a lift only":  {lift(placement.B1, placement.WhiteKnight), press},
		"a captured piece stands beside the board's square": {drop(placement.D5, placement.WhitePawn),
			lift(placement.E4, placement.WhitePawn), drop(placement.D6, placement.BlackPawn), press},
		"a reply before the press": {lift(placement.G1, placement.WhiteKnight), drop(placement.F3, placement.WhiteKnight),
			lift(placement.G8, placement.BlackKnight), drop(placement.F6, placement.BlackKnight), press},
		"a piece of unknown kind": {lift(placement.G1, placement.WhiteKnight), drop(placement.F3, placement.Unknown), press},
		"the link was down": {lift(placement.G1, placement.WhiteKnight), drop(placement.F3, placement.WhiteKnight),
			{Word: Link}, {Word: Link, On: true}, press},
		"moved before the clock was started again": {lift(placement.G1, placement.WhiteKnight),
			drop(placement.F3, placement.WhiteKnight), {Word: Clock}, running(placement.Black), press},
	} {
		var o Orienter
		orient(&o, scan(t, board), running(placement.Black))
		orient(&o, turn...)
		if o.clock.known {
			t.Errorf("%s: learnt that crossed is %v", name, o.crossed())
		}
	}
}

// TestVoteFromCaptureAndCastling: the mover is seen though another piece goes.
func TestVoteFromCaptureAndCastling(t *testing.T) {
	press := Record{Word: Press, Side: placement.Black}
	for name, turn := range map[string][]Record{
		"capture in one motion": {drop(placement.D5, placement.WhitePawn), lift(placement.E4, placement.WhitePawn), press},
		"castling": {lift(placement.E1, placement.WhiteKing), drop(placement.G1, placement.WhiteKing),
			lift(placement.H1, placement.WhiteRook), drop(placement.F1, placement.WhiteRook), press},
		"promotion": {lift(placement.A7, placement.WhitePawn), drop(placement.A8, placement.WhiteQueen), press},
	} {
		var o Orienter
		orient(&o, scan(t, "4k3/P7/8/3p4/4P3/8/8/4K2R"), running(placement.Black))
		orient(&o, turn...)
		if !o.clock.known || !o.crossed() {
			t.Errorf("%s: learnt %v, crossed %v, want both", name, o.clock.known, o.crossed())
		}
	}
}

// TestMajority: against five votes one or two do nothing, three turn it.
func TestMajority(t *testing.T) {
	var o Orienter
	back := func(presser placement.Color) []Record {
		return play(presser, placement.E4, placement.E2, placement.WhitePawn)
	}
	turn := func(presser placement.Color, n int) {
		for range n {
			orient(&o, whiteMove(presser)...)
			orient(&o, back(presser)...)
		}
	}
	orient(&o, scan(t, array), running(placement.White))
	turn(placement.White, 3)
	turn(placement.Black, 1)
	if o.crossed() {
		t.Fatal("two votes of five turned it")
	}
	got := orient(&o, whiteMove(placement.Black)...)
	expect(t, got, "0 lift e2 P", "0 drop e4 P", "fault", "0 press w", "0 clock 2 1 b")
}

// TestTurningForgets: when the board proves to lie the other way round, the Orienter assumes that
// the clock is turned with it.
func TestTurningForgets(t *testing.T) {
	var o Orienter
	orient(&o, scan(t, array), running(placement.White))
	orient(&o, whiteMove(placement.White)...)
	orient(&o, scan(t, turnedArray))
	if o.clock.known || !o.crossed() {
		t.Errorf("learnt %v, crossed %v", o.clock.known, o.crossed())
	}
}

// TestRestore: an Orienter that restores the state of another, and has seen the board in
// terms of the game, returns the same records.
func TestRestore(t *testing.T) {
	hands := slices.Concat(whiteMove(placement.White), blackMove(placement.Black), []Record{{Word: Flag, Side: placement.Black}})
	for name, prepare := range map[string]func(o *Orienter){
		"nothing learnt":                   func(o *Orienter) { orient(o, scan(t, array)) },
		"the pieces lie the other way":     func(o *Orienter) { orient(o, scan(t, turnedArray)) },
		"an operator has turned it":        func(o *Orienter) { orient(o, scan(t, array)); o.Rotate(nil, 0) },
		"the clock stands the other way":   func(o *Orienter) { orient(o, scan(t, array), running(placement.Black)); votes(o, true) },
		"one vote of many is another":      func(o *Orienter) { orient(o, scan(t, array)); votes(o, true, true, true, true, false) },
		"a tie leaves what was believed":   func(o *Orienter) { orient(o, scan(t, array)); votes(o, true, false) },
		"more votes than are remembered":   func(o *Orienter) { orient(o, scan(t, array)); votes(o, true, true, true, false, false, false, false) },
		"configured, and the clock learnt": func(o *Orienter) { o.Orientation = Rotated; votes(o, false, false) },
	} {
		var old, fresh Orienter
		prepare(&old)
		game := old.sensed
		if old.Lies() == Rotated {
			game = game.Rotated()
		}
		fresh.StepLogged(nil, Record{Word: Board, Placement: game})
		fresh.Restore(old.State())
		for _, o := range []*Orienter{&old, &fresh} {
			o.clock.running = Stopped
			o.clock.forgetTurn()
		}
		if fresh.Lies() != old.Lies() || fresh.sensed != old.sensed || fresh.crossed() != old.crossed() {
			t.Errorf("%s: lies %o, was %s; crossed %t, was %t", name, fresh.Lies(), old.Lies(), fresh.crossed(), old.crossed())
		}
		for range 4 { // in which all votes become others
			old, fresh := orient(&old, hands...), orient(&fresh, hands...)
			if !slices.Equal(old, fresh) {
				t.Errorf("%s: %v, want %v", name, fresh, old)
			}
		}
	}
}

// votes gives votes on whose clock is which.
func votes(o *Orienter, crossed ...bool) {
	for _, v := range crossed {
		o.clock.vote(v)
	}
}

// TestNews: after what an Orienter finds out nothing is read wrongly; a loss is something
// else.
func TestNews(t *testing.T) {
	var lost Faults
	for name, c := range map[string]struct {
		records []Record
		well    bool
	}{
		"which way the board lies": {oriented(scan(t, array), scan(t, turnedArray)), true},
		"whose clock is which":     {oriented(slices.Concat([]Record{scan(t, array)}, whiteMove(placement.Black), blackMove(placement.White))...), true},
		"bytes lost":               {lost.Add(nil, 5000, Loss{3, "3 bytes make no sense"}), false},
	} {
		reports := 0
		for _, r := range c.records {
			if r.Word != Fault {
				continue
			}
			if reports++; r.Well != c.well {
				t.Errorf("%s: %q well %t", name, r.Data, r.Well)
			}
		}
		if reports != 1 {
			t.Errorf("%s: reported %d times: %v", name, reports, c.records)
		}
	}
}

// oriented returns what an Orienter makes of records.
func oriented(records ...Record) (out []Record) {
	var o Orienter
	for _, r := range records {
		out = o.Step(out, r)
	}
	return out
}
