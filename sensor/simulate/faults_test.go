package simulate

import (
	"bytes"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// faulty plays a game of 60 plies on a board that errs in one way.
func faulty(f Faults, b Board, seed uint64) ([]sensor.Record, Truth) {
	p := Clean()
	p.Faults = f
	return playRandom(p, b, true, seed, 60)
}

func deedsOf(t *Truth, kind DeedKind) []Deed {
	var out []Deed
	for _, d := range t.Deeds {
		if d.Kind == kind {
			out = append(out, d)
		}
	}
	return out
}

// extra is the changes of a log that another one, of the same game without the
// fault, does not have.
func extra(records, sound []sensor.Record) []sensor.Record {
	var out []sensor.Record
	all := changes(sound)
	for _, r := range changes(records) {
		if len(all) > 0 && same(r, all[0]) {
			all = all[1:]
			continue
		}
		out = append(out, r)
	}
	return out
}

func same(a, b sensor.Record) bool {
	return a.Word == b.Word && a.Square == b.Square && a.Piece == b.Piece
}

// A man who is not read for a while goes and comes on his square, as long as
// was written down, and nothing else of him happens within a second.
func TestWeakMen(t *testing.T) {
	for name, b := range map[string]Board{"at once": {}, "scanning": {Scan: 50}, "whole": {Scan: 41, Sweep: 41, Whole: true}} {
		sound, _ := faulty(Faults{}, b, 1)
		records, truth := faulty(Faults{Weak: Rate{1, 6}, WeakFor: Span{100, 400}}, b, 1)
		weak := deedsOf(&truth, Flickered)
		if len(weak) < 3 {
			t.Fatalf("%s: did %v", name, truth.Deeds)
		}
		if n := len(extra(records, sound)); n != 2*len(weak) {
			t.Errorf("%s: %d changes more for %d men that were not read", name, n, len(weak))
		}
		if *shownBy(records) != *shownBy(sound) {
			t.Errorf("%s: shows %s at the end", name, shownBy(records))
		}
		for _, d := range weak {
			if d.Ms < 100 || d.Ms > 450 {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
}

func TestBounce(t *testing.T) {
	p := steady(200)
	p.Faults = Faults{Bounce: Rate{1, 1}}
	records, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{Scan: 50, Occupancy: true}, p, false, 1)
	if got, want := timed(records), "100 -e2 300 +?e4 350 -e4 400 +?e4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(deedsOf(&truth, Bounced)) != 1 {
		t.Errorf("did %v", truth.Deeds)
	}
}

// A dead square reads empty, a stuck one as if its man never left.
func TestDeadAndStuckSquares(t *testing.T) {
	for _, kind := range []DeedKind{DeadSquare, StuckSquare} {
		for seed := range uint64(10) {
			f := Faults{DeadSquare: Rate{1, 1}}
			if kind == StuckSquare {
				f = Faults{StuckSquare: Rate{1, 1}}
			}
			records, truth := faulty(f, Board{}, seed)
			dead := deedsOf(&truth, kind)
			if len(dead) != 1 {
				t.Fatalf("seed %d: did %v", seed, truth.Deeds)
			}
			sq, reports := dead[0].Square, 0
			for _, r := range changes(records) {
				if r.Square == sq && r.At >= dead[0].At {
					reports++
				}
			}
			if man := shownBy(records)[sq]; (man == placement.Empty) != (kind == DeadSquare) {
				t.Errorf("seed %d: %s shows %s", seed, sq, man)
			}
			if want := map[DeedKind]int{DeadSquare: 1}[kind]; reports != want {
				t.Errorf("seed %d: %d reports of %s after it was %s, want %d", seed, reports, sq, kind, want)
			}
		}
	}
}

// Two reports of one scan change places; none is lost.
func TestReordered(t *testing.T) {
	p := steady(50)
	p.Faults = Faults{Reordered: Rate{1, 1}}
	records, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{Scan: 200, Frame: 5}, p, false, 1)
	if got, want := timed(records), "200 -e2 205 +Pe4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(deedsOf(&truth, ReorderedReport)) != 1 {
		t.Errorf("did %v", truth.Deeds)
	}
	records, truth = Play(legality.Initial(), parse(t, "e2e4"), Board{Scan: 200}, Profile{Think: Span{100, 100}, Travel: Span{900, 900}, Faults: p.Faults}, false, 1)
	if got, want := timed(records), "200 -e2 1000 +Pe4"; got != want || did(&truth, ReorderedReport) {
		t.Errorf("%s, want %s: these are of two scans", got, want)
	}
}

// A press that is not told shows in the next reading of the clock.
func TestLostPress(t *testing.T) {
	sound, _ := faulty(Faults{}, Board{}, 2)
	records, truth := faulty(Faults{LostPress: Rate{1, 4}}, Board{}, 2)
	lost := len(deedsOf(&truth, LostPress))
	count := func(records []sensor.Record) (n int) {
		for _, r := range records {
			if r.Word == sensor.Press {
				n++
			}
		}
		return n
	}
	if lost == 0 || count(sound)-count(records) != lost || len(sound)-len(records) != 2*lost {
		t.Errorf("%d presses lost, %d told of %d, %d records of %d", lost, count(records), count(sound), len(records), len(sound))
	}
	if len(extra(records, sound)) != 0 {
		t.Error("the board tells something else")
	}
}

// Nothing is heard while the port is gone; then comes what stands there.
func TestDisconnected(t *testing.T) {
	for seed := range uint64(8) {
		records, truth := faulty(Faults{Disconnect: Rate{1, 12}, Away: Span{500, 9000}}, DGT(), seed)
		gaps := deedsOf(&truth, Disconnected)
		if len(gaps) == 0 {
			t.Fatalf("seed %d: did %v", seed, truth.Deeds)
		}
		up, scanned, downs := true, true, 0
		var shown placement.Placement
		for i, r := range records {
			switch {
			case r.Word == sensor.Link && r.On == up:
				t.Fatalf("seed %d, record %d: the link was so already", seed, i+1)
			case r.Word == sensor.Link && !r.On:
				if up = false; r.At != gaps[downs].At {
					t.Errorf("seed %d: lost at %d, said to be %d", seed, r.At, gaps[downs].At)
				}
				downs++
			case r.Word == sensor.Link:
				if up, scanned = true, false; r.At != gaps[downs-1].At+gaps[downs-1].Ms {
					t.Errorf("seed %d: found at %d, after %s", seed, r.At, gaps[downs-1])
				}
			case !up || !scanned && r.Word != sensor.Board:
				t.Fatalf("seed %d, record %d: %s while the port is gone or nothing is known", seed, i+1, r.Word)
			default:
				scanned = true
			}
			follow(&shown, r, false)
		}
		if want := lastPlacement(t, &truth, false); downs != len(gaps) || !up || shown != want {
			t.Errorf("seed %d: lost %d times of %d, up %v, shows %s, want %s", seed, downs, len(gaps), up, shown, want)
		}
	}
}

// A gap in which one ply was played leaves no doubt; two quiet plies of one
// player in either order, with one between, do.
func TestErasedByAGap(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		away        int64
		erased      int
	}{
		{"one ply", "e2e4", 300, 0},
		{"three plies in one order only", "e2e4 e7e5 e4e5", 9000, 0}, // never reached: not legal, two are played
		{"three plies in two orders", "a2a3 e7e5 h2h3", 9000, 3},
		{"there and back", "g1f3 e7e5 f3g1", 9000, 3},
	} {
		p := Profile{Think: Span{1000, 1000}, Travel: Span{100, 100}, Faults: Faults{Disconnect: Rate{1, 1}, Away: Span{c.away, c.away}}}
		_, truth := Play(legality.Initial(), parse(t, c.moves), Board{}, p, false, 1)
		if n := len(deedsOf(&truth, Erased)); n != c.erased {
			t.Errorf("%s: %d plies erased, want %d: %v", c.name, n, c.erased, truth.Deeds)
		}
	}
}

// Where a man went whose drop was lost for good nobody can know; that he is
// shown on two squares hides nothing but from a board that names no men.
func TestErasedByALoss(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults Faults
		board  Board
		erased bool
	}{
		{"drop", Faults{LostDrop: Rate{1, 1}}, Board{}, true},
		{"drop, mended", Faults{LostDrop: Rate{1, 1}}, Board{Verify: 500}, false},
		{"lift", Faults{LostLift: Rate{1, 1}}, Board{}, false},
		{"lift without names", Faults{LostLift: Rate{1, 1}}, Board{Occupancy: true}, true},
		{"sound", Faults{}, Board{Occupancy: true}, false},
	} {
		p := Profile{Think: Span{1000, 1000}, Travel: Span{100, 100}, Faults: c.faults}
		_, truth := Play(legality.Initial(), parse(t, "g1f3 e7e5 a2a3"), c.board, p, false, 1)
		if did(&truth, Erased) != c.erased {
			t.Errorf("%s: did %v", c.name, truth.Deeds)
		}
		if c.erased && deedsOf(&truth, Erased)[0].Ply != 1 {
			t.Errorf("%s: %v, want ply 1", c.name, truth.Deeds)
		}
	}
}

// Which of two men of a kind went to a square nobody knows when neither is
// known to have left his.
func TestErasedTwins(t *testing.T) {
	for fen, erased := range map[string]bool{
		"4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1": true,  // both can go to d2
		"4k3/8/8/8/8/8/8/1N1K2N1 w - - 0 1": false, // one can
	} {
		start, err := legality.ParseFEN(fen, false)
		if err != nil {
			t.Fatal(err)
		}
		p := Profile{Think: Span{1000, 1000}, Travel: Span{100, 100}, Faults: Faults{LostLift: Rate{1, 1}}}
		_, truth := Play(start, parseFrom(t, &start, "b1d2 e8e7 d1c2"), Board{}, p, false, 1)
		if did(&truth, Erased) != erased {
			t.Errorf("%s: did %v", fen, truth.Deeds)
		}
	}
}

// A tag dies on a man who moves no more, so that it hides no move.
func TestDeadTagsHideNoMove(t *testing.T) {
	for seed := range uint64(30) {
		if _, truth := faulty(Faults{DeadTag: Rate{1, 10}}, Board{}, seed); did(&truth, Erased) {
			t.Errorf("seed %d: did %v", seed, truth.Deeds)
		}
	}
}

// With a rate of faults of its own, a board errs whatever the profile says.
func TestBoardErrsOfItsOwn(t *testing.T) {
	b := Board{Scan: 50, Errs: Faults{Bounce: Rate{1, 1}}}
	if _, truth := Play(legality.Initial(), parse(t, "e2e4"), b, steady(200), false, 1); !did(&truth, Bounced) {
		t.Errorf("did %v", truth.Deeds)
	}
}

func TestWire(t *testing.T) {
	data := bytes.Repeat([]byte{0x8e, 0x00, 0x05, 0x34, 0x00}, 4000)
	sound := NewWire(Faults{}, 1).Append(nil, data)
	if !bytes.Equal(sound, data) {
		t.Error("a sound line changes bytes")
	}
	lost := NewWire(Faults{LostByte: Rate{1, 100}}, 1).Append(nil, data)
	if n := len(data) - len(lost); n < 130 || n > 270 { // 200, five standard deviations
		t.Errorf("%d bytes lost of %d", n, len(data))
	}
	spoilt, wrong := NewWire(Faults{WrongByte: Rate{1, 100}}, 1).Append(nil, data), 0
	for i, b := range spoilt {
		if x := b ^ data[i]; x != 0 {
			wrong++
			if x&(x-1) != 0 {
				t.Fatalf("%02x came of %02x", b, data[i])
			}
		}
	}
	if len(spoilt) != len(data) || wrong < 130 || wrong > 270 {
		t.Errorf("%d bytes of %d, %d wrong", len(spoilt), len(data), wrong)
	}
	again := NewWire(Faults{LostByte: Rate{1, 100}}, 1).Append(nil, data)
	if !bytes.Equal(lost, again) {
		t.Error("the same seed loses other bytes")
	}
}
