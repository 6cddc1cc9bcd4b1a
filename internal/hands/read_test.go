package hands

import (
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// onBoard is a board of some kind and condition over a table that a test has
// made: nothing happens but what it says.
func onBoard(b Board, c Condition, seed uint64, fen string, act func(s *scene)) (*scene, []sensor.Record) {
	start, err := legality.ParseFEN(fen, false)
	if err != nil {
		panic(err)
	}
	o := &Order{Start: start, Board: b, Condition: c, Hands: Clean, Seed: seed}
	s := newScene(o)
	for sq, i := range s.at {
		if i != nobody {
			s.pieces[i].track[0].where = centre(placement.Square(sq))
		}
	}
	act(s)
	s.truth.End.At = 20_000
	return s, newBench(o, s).records()
}

// the records that follow the first board.
func news(records []sensor.Record) (list []sensor.Record) {
	for _, r := range records {
		if r.Word == sensor.Lift || r.Word == sensor.Drop {
			list = append(list, r)
		}
	}
	return list
}

const rookOnA1 = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"

// lifted takes the rook of a1 up at a time and puts it down on b1, this much
// later.
func lifted(at, later int64) func(*scene) {
	return func(s *scene) {
		p := &s.pieces[s.at[placement.A1]]
		p.ride(at, []leg{{to: centre(placement.B1), takes: later, high: 900}})
	}
}

// A rook that goes to the next square is reported within the times that its maker or
// its decoder names.
func TestLatency(t *testing.T) {
	const up, down = 10_000, 12_000
	for _, c := range []struct {
		board      Board
		lift, drop [2]int64 // after the hand's act, at least and at most
	}{
		{DGT, [2]int64{0, 400}, [2]int64{-200, 400}},
		{DGTBluetooth, [2]int64{0, 900}, [2]int64{-200, 900}},
		{Certabo, [2]int64{440, 1300}, [2]int64{0, 450}},
		{ChessLink, [2]int64{0, 300}, [2]int64{-200, 150}},
		{Tabutronic, [2]int64{0, 400}, [2]int64{-100, 250}},
		{Centaur, [2]int64{0, 300}, [2]int64{-200, 150}},
	} {
		for seed := range uint64(20) {
			_, records := onBoard(c.board, Perfect, seed, rookOnA1, lifted(up+int64(seed)*37, down-up))
			list := news(records)
			if len(list) != 2 || list[0].Word != sensor.Lift || list[0].Square != placement.A1 || list[1].Square != placement.B1 {
				t.Errorf("%s: %+v", c.board, list)
				continue
			}
			lift, drop := list[0].At-up-int64(seed)*37, list[1].At-down-int64(seed)*37
			if lift < c.lift[0] || lift > c.lift[1] || drop < c.drop[0] || drop > c.drop[1] {
				t.Errorf("%s: lift reported after %d, drop after %d", c.board, lift, drop)
			}
		}
	}
}

// A piece on the line is read on both squares where coils are wide, on neither
// where they are not, and by turns somewhere between.
func TestBetweenTwoSquares(t *testing.T) {
	onLine := func(off int64) func(*scene) {
		return func(s *scene) {
			p := &s.pieces[s.at[placement.A1]]
			p.ride(5000, []leg{{to: centre(placement.A1).plus(off, 0), takes: 500, high: 0}})
			q := &s.pieces[s.at[placement.E8]]
			for at := int64(6000); at < 18_000; at += 500 { // somebody shakes the table
				q.move(at, centre(placement.E8).plus(5, 0), 0)
				q.move(at+250, centre(placement.E8), 0)
			}
		}
	}
	shows := func(b Board, off int64, seed uint64) (on [2]bool, changes int) {
		_, records := onBoard(b, Perfect, seed, rookOnA1, onLine(off))
		on[0] = true
		for _, r := range records {
			if r.Word == sensor.Lift || r.Word == sensor.Drop {
				on[r.Square] = r.Word == sensor.Drop
				changes++
			}
		}
		return on, changes
	}
	if on, _ := shows(DGT, 275, 1); on != [2]bool{true, true} {
		t.Errorf("a DGT board reads %v on the line", on)
	}
	if on, _ := shows(Certabo, 280, 1); on != [2]bool{false, false} {
		t.Errorf("a Certabo board reads %v on the line", on)
	}
	if on, n := shows(DGT, 60, 1); on != [2]bool{true, false} || n != 0 {
		t.Errorf("a DGT board reads %v, %d changes, of a piece 6 mm off", on, n)
	}
	turns := 0
	for seed := range uint64(40) {
		if _, n := shows(Tabutronic, 205, seed); n > 2 {
			turns++
		}
	}
	if turns == 0 {
		t.Error("no piece is read by turns")
	}
}

// A capture in one motion is one drop on an identified board, and nothing at all
// on the target of a slow occupancy board.
func TestExchange(t *testing.T) {
	const fen = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"
	swap := func(s *scene) {
		mover, victim := &s.pieces[s.at[placement.A1]], &s.pieces[s.at[placement.A8]]
		mover.ride(9000, []leg{{to: centre(placement.A8), takes: 1000, high: 900}})
		victim.stay(10_000)
		victim.move(10_010, victim.last().where.plus(0, 100), 900)
		victim.move(10_500, s.besides(white), 900)
	}
	_, records := onBoard(DGT, Perfect, 1, fen, swap)
	if list := news(records); len(list) != 2 || list[1].Word != sensor.Drop || list[1].Square != placement.A8 || list[1].Piece != placement.WhiteRook {
		t.Errorf("DGT: %+v", list)
	}
	_, records = onBoard(Tabutronic, Perfect, 1, fen, swap)
	if list := news(records); len(list) != 1 || list[0].Square != placement.A1 {
		t.Errorf("Tabutronic: %+v", list)
	}
}

// What was reported once and lost is shown by the next whole board.
func TestLostReportsAreHealed(t *testing.T) {
	healed := 0
	for seed := range uint64(400) {
		s, records := onBoard(DGT, Faulty, seed, rookOnA1, lifted(9000, 1000))
		if s.truth.Losses == 0 || len(s.truth.Gaps) > 0 || s.truth.Dead|s.truth.Weak != 0 {
			continue
		}
		last := placement.Placement{}
		for _, r := range records {
			if r.Word == sensor.Board {
				last = r.Placement
			}
		}
		if healed++; last[placement.B1] != placement.WhiteRook || last[placement.A1] != placement.Empty {
			t.Errorf("seed %d: the last board is %s", seed, last)
		}
	}
	if healed == 0 {
		t.Error("no report was lost")
	}
}

// While the line is lost nothing is reported; when it is back, the whole board is.
func TestLostLine(t *testing.T) {
	gaps := 0
	everything(t, func(t *testing.T, o *Order, p *Played) {
		for _, g := range p.Truth.Gaps {
			gaps++
			back := false
			for _, r := range p.Records {
				switch {
				case r.At > g.From && r.At < g.Until:
					t.Errorf("reported at %d, while the line is lost: %v", r.At, r.Word)
				case r.At >= g.Until && r.Word == sensor.Board:
					back = true
				case r.At >= g.Until && !back && (r.Word == sensor.Lift || r.Word == sensor.Drop):
					t.Fatalf("%v reported at %d before the board, after the line was lost until %d", r.Word, r.At, g.Until)
				}
			}
		}
	})
	if gaps == 0 {
		t.Error("the line was never lost")
	}
}

// A dead square never reads anything; a stuck one always does.
func TestDeadAndStuckSquares(t *testing.T) {
	dead, stuck := 0, 0
	list := games(t)
	const withStuck = 113 // a game on a board with a stuck square
	for n := withStuck % quick.Fewer(5); n < 120; n += quick.Fewer(5) {
		o := order(list, n, Profiles[6], []Board{DGT, Tabutronic}[n%2], NoClock)
		p := Play(o)
		dead += p.Truth.Dead.Len()
		stuck += p.Truth.Stuck.Len()
		for _, r := range p.Records {
			if (r.Word == sensor.Lift || r.Word == sensor.Drop) && p.Truth.Dead.Has(r.Square) {
				t.Errorf("game %d: the dead square %v tells %v", n, r.Square, r.Word)
			}
			if r.Word == sensor.Board && (r.Placement.Occupied()&p.Truth.Dead != 0 || r.Placement.Occupied()&p.Truth.Stuck != p.Truth.Stuck&^p.Truth.Dead) {
				t.Errorf("game %d: %s with dead %v and stuck %v", n, r.Placement, p.Truth.Dead.Squares(), p.Truth.Stuck.Squares())
			}
		}
	}
	if dead == 0 || stuck == 0 {
		t.Errorf("%d dead squares, %d stuck ones", dead, stuck)
	}
}
