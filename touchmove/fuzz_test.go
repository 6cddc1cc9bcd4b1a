package touchmove_test

import (
	"fmt"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// fuzzStarts are positions of all kinds, including some that no game can reach.
var fuzzStarts = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/4P1k1/8/8/8/8/4p1K1/8 w - - 0 1",
	"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
	"8/8/3k4/8/8/3K4/8/7R w - - 0 1",
	"P6P/8/8/8/8/8/8/p6p b - - 0 1",
	"KK6/8/8/8/8/8/8/6kk w - - 99 80",
	"4r1k1/8/8/8/8/8/8/4K1R1 w - - 149 150",
}

// records turns bytes into records. Most lifts and drops are possible; some are not.
func records(data []byte) []sensor.Record {
	var out []sensor.Record
	at := int64(0)
	hand := placement.WhitePawn
	for len(data) >= 3 {
		op, a, b := data[0], data[1], data[2]
		data = data[3:]
		at += int64(b) * int64(b) / 8
		r := sensor.Record{At: at, Square: placement.Square(a & 63), Side: placement.Color(a >> 7), On: a&1 == 1}
		switch op % 16 {
		case 0, 1, 2, 3, 4:
			r.Word = sensor.Lift
		case 5, 6, 7, 8, 9:
			r.Word, r.Piece = sensor.Drop, hand
			if b&1 == 1 {
				r.Piece = placement.MakePiece(placement.Color(op>>7), placement.Kind(b>>1%6+1))
			}
		case 10, 11:
			r.Word = sensor.Press
		case 12:
			r.Word, r.Running = sensor.Clock, sensor.Running(a%3)
		case 13:
			r.Word = [...]sensor.Word{sensor.Pause, sensor.Resume, sensor.Flag, sensor.Link}[a&3]
		case 14:
			r.Word, r.Placement = sensor.Board, placement.Initial
			r.Placement[a&63] = placement.Unknown
		case 15:
			hand = placement.MakePiece(placement.Color(a&1), placement.Kind(a>>1%6+1))
			continue
		}
		out = append(out, r)
	}
	return out
}

// FuzzTracker: no input makes the tracker panic or hang, two runs find the same, every
// finding has an article, and some move is always open.
func FuzzTracker(f *testing.F) {
	for i := range fuzzStarts {
		f.Add(uint8(i), []byte{0, 12, 40, 5, 28, 60, 10, 0, 90, 0, 52, 30, 5, 36, 50, 10, 128, 80})
	}
	f.Fuzz(func(t *testing.T, start uint8, data []byte) {
		if len(data) > 3*400 {
			return
		}
		first := runFuzz(t, start, records(data))
		if second := runFuzz(t, start, records(data)); first != second {
			t.Errorf("two runs differ:\n%s\n%s", first, second)
		}
	})
}

func runFuzz(t *testing.T, start uint8, records []sensor.Record) string {
	p, err := legality.ParseFEN(fuzzStarts[int(start)%len(fuzzStarts)], false)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := laws.RulesFor(laws.RuleSets()[int(start)%6], laws.TimeClass(start>>4%3), start>>6&1 == 1)
	if err != nil {
		t.Fatal(err)
	}
	tr := touchmove.New(touchmove.Config{Rules: rules, Start: p, Setup: start>>7 == 1, GameID: "fuzz"})
	out := ""
	take := func(found []touchmove.Finding) {
		for _, f := range found {
			if f.Article == "" || f.Code == laws.Obliged && len(f.Allowed) == 0 {
				t.Errorf("%+v", f)
			}
			out += fmt.Sprintf("%d %d %s %s %s %s\n", f.Event, f.At, f.Code, f.Level, f.Side, f.UCI)
		}
	}
	wakes := 0
	wake := func(until int64) {
		for at, ok := tr.Deadline(); ok && at <= until; at, ok = tr.Deadline() {
			if wakes++; wakes > 100_000 {
				t.Fatal("deadlines do not end")
			}
			take(tr.Wake(at))
		}
	}
	for i, r := range records {
		wake(r.At)
		take(tr.Step(touchmove.Event(i+1), r))
	}
	wake(1 << 60)
	g := tr.Game()
	return out + fmt.Sprint(g.Position.FEN(), len(g.Moves), g.Result, g.Phase, g.Rev)
}
