package pipeline

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/sensortest"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/touchmove"
)

// TestRotateLearnt: on a board that lies the other way round the decoder learns the pieces
// as those of the other side, until an operator corrects the orientation.
func TestRotateLearnt(t *testing.T) {
	board := &certabo.Board{Turned: true}
	hands := harness.ParseLog(t, harness.NumbersStart+"4000 lift e2\n4300 drop e4 P\n6000 lift e7\n6300 drop e5 p\n")
	e, err := New(&sensor.Header{Board: "certabo"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	film := sensortest.PortRecords(board, certabo.FrameTime, hands, 9000, 0)
	said := slices.IndexFunc(film, func(r sensor.Record) bool { return r.At > 3000 })
	for i, r := range film {
		if i == said {
			e.Step(sensor.Record{At: 3000, Word: sensor.Cmd, Verb: "rotate", Data: []byte("{}")})
			if sensed, differ := e.Tracker.Sensed(); *sensed != placement.Initial || differ != 0 {
				t.Errorf("it shows %s", sensed)
			}
		}
		e.Step(r)
	}
	wantMoves(t, e, "e2e4", "e7e5")
	if !e.Decoder.(*certabo.Decoder).Pieces.Equal(board.Pieces()) {
		t.Error("the men have other names")
	}
}

// TestRotateKnown: where the pieces are known, they show how the board lies.
func TestRotateKnown(t *testing.T) {
	board := &certabo.Board{Turned: true}
	hands := harness.ParseLog(t, harness.NumbersStart+"4000 lift e2\n4300 drop e4 P\n")
	board.Step(nil, hands[0])
	h := &sensor.Header{Board: "certabo", Config: []sensor.Setting{{Name: "men", Value: board.Pieces().String()}}}
	e, err := New(h, "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range sensortest.PortRecords(board, certabo.FrameTime, hands, 9000, 0) {
		e.Step(r)
	}
	wantMoves(t, e, "e2e4")
	if len(h.Config) != 1 {
		t.Error("the header was changed")
	}
}

func wantMoves(t *testing.T, e *Engine, want ...string) {
	t.Helper()
	e.Finish()
	var got []string
	for _, ply := range e.Tracker.Game().Moves {
		got = append(got, ply.UCI)
	}
	if !slices.Equal(got, want) {
		t.Errorf("moves %v, want %v", got, want)
	}
}

// TestLearnFromStart: the pieces are learnt from the position in the log's header, as it
// stands on the board.
func TestLearnFromStart(t *testing.T) {
	for orientation, turned := range map[sensor.Orientation]bool{sensor.Normal: false, sensor.Rotated: true} {
		board := &certabo.Board{Turned: turned}
		e, err := New(&sensor.Header{Board: "certabo", Orientation: orientation,
			Start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Moves: []string{"e2e4"}}, "test")
		if err != nil {
			t.Fatal(err)
		}
		hands := harness.ParseLog(t, "#! boardd-log 1\n0 board 4k3/8/8/8/4P3/8/8/4K3\n3000 lift e8\n3300 drop e7 k\n")
		for _, r := range sensortest.PortRecords(board, certabo.FrameTime, hands, 5000, 0) {
			e.Step(r)
		}
		wantMoves(t, e, "e2e4", "e8e7")
	}
}

// TestSecondQueen: a pawn is promoted to a piece of no set. A person is asked what it is,
// and meanwhile it counts as the queen as which it moves.
func TestSecondQueen(t *testing.T) {
	e, err := New(&sensor.Header{Board: "certabo", Start: "8/P6k/8/8/8/8/8/K7 w - - 0 1"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	hands := harness.ParseLog(t, "#! boardd-log 1\n0 board 8/P6k/8/8/8/8/8/K7\n3000 lift a7\n3600 drop a8 Q\n"+
		"6000 lift h7\n6300 drop g6 k\n8000 lift a8\n8400 drop e4 Q\n10000 lift g6\n10300 drop f6 k\n12000 lift e4\n12300 drop e8 Q\n")
	var asked []touchmove.Level
	for _, r := range sensortest.PortRecords(&certabo.Board{Noise: certabo.GhostlySet()}, certabo.FrameTime, hands, 16000, 0) {
		for _, f := range e.Step(r).Findings {
			if f.Code == touchmove.PromotionPieceUnknown {
				asked = append(asked, f.Level)
			}
		}
	}
	wantMoves(t, e, "a7a8q", "h7g6", "a8e4", "g6f6", "e4e8")
	if !slices.Equal(asked, []touchmove.Level{touchmove.Arbiter}) {
		t.Errorf("asked what he is: %v", asked)
	}
}

// condensedRuns are boards that talk all the time, well and badly, and which way they
// lie.
var condensedRuns = []struct {
	name, family string
	board        func(seed uint64) family.Scanner
	every, slow  int64
	turned       bool
}{
	{"chesslink", "chesslink", func(uint64) family.Scanner { return new(chesslink.Board) }, 41, 2, false},
	{"chesslink, turned", "chesslink", func(uint64) family.Scanner { return &chesslink.Board{Turned: true} }, 41, 2, false},
	{"tabutronic", "tabutronic", func(uint64) family.Scanner { return &tabutronic.Board{} }, tabutronic.FrameTime, 2, false},
	{"tabutronic that flickers", "tabutronic", func(seed uint64) family.Scanner { return &tabutronic.Board{Flicker: 20, Seed: seed} }, tabutronic.FrameTime, 2, false},
	{"tabutronic, turned", "tabutronic", func(uint64) family.Scanner { return &tabutronic.Board{Turned: true} }, tabutronic.FrameTime, 2, true},
	{"certabo", "certabo", func(seed uint64) family.Scanner { return &certabo.Board{Seed: seed} }, certabo.FrameTime, 4, false},
	{"certabo with ghosts", "certabo", func(seed uint64) family.Scanner { return &certabo.Board{Noise: certabo.GhostlySet(), Seed: seed} }, certabo.FrameTime, 4, false},
	{"certabo that reads badly", "certabo", func(seed uint64) family.Scanner { return &certabo.Board{Noise: certabo.WorstSet(), Seed: seed} }, certabo.FrameTime, 4, false},
	{"certabo, turned", "certabo", func(seed uint64) family.Scanner { return &certabo.Board{Turned: true, Seed: seed} }, certabo.FrameTime, 4, true},
}

// TestCondensed: the journal of a board that sends continuously leads to the same game,
// with the same numbers of records and the same findings, except those on the board alone;
// and little is written.
func TestCondensed(t *testing.T) {
	moves, seeds := strings.Fields(harness.FamilyGame), uint64(5)
	if testing.Short() {
		seeds = 1
	}
	for _, c := range condensedRuns {
		for seed := range seeds {
			hands, _ := simulate.Play(legality.Initial(), harness.LegalMoves(t, moves), simulate.Text(), harness.QuickHands(c.slow), false, seed)
			film := sensortest.PortRecords(c.board(seed), c.every, delayed(hands, 8000), hands[len(hands)-1].At+20_000, 200)
			name := fmt.Sprintf("%s, %d", c.name, seed)
			live, text, found := condensed(t, c.family, film, c.turned)
			replayed := readWhole(t, string(text))
			var again []touchmove.Finding
			for _, r := range replayed.Records {
				again = append(again, ofGame(replayed.Engine.Step(r))...)
			}
			again = append(again, ofGame(replayed.Engine.Finish())...)
			found = append(found, ofGame(live.Finish())...)
			if !reflect.DeepEqual(replayed.Engine.Tracker.Game(), live.Tracker.Game()) || replayed.Engine.Number != live.Number {
				t.Errorf("%s: another game, or %d records instead of %d", name, replayed.Engine.Number, live.Number)
			}
			if !reflect.DeepEqual(again, found) {
				t.Errorf("%s: found %d findings, were %d", name, len(again), len(found))
			}
			if !bytes.Equal(replayed.Engine.SavedState(certabo.Set{}), live.SavedState(certabo.Set{})) {
				t.Errorf("%s: learnt is %s, was %s", name, replayed.Engine.SavedState(certabo.Set{}), live.SavedState(certabo.Set{}))
			}
			if got := strings.Join(harness.GameOf(live.Tracker)[1:], " "); got != harness.FamilyGame && !strings.Contains(c.name, "badly") {
				t.Errorf("%s: the game is %s", name, got)
			}
			if len(text) > 20_000 {
				t.Errorf("%s: %d bytes were written", name, len(text))
			}
		}
	}
}

// condensed returns an engine that has processed what a board has sent, and the resulting
// journal.
func condensed(t *testing.T, family string, film []sensor.Record, turn bool) (*Engine, []byte, []touchmove.Finding) {
	t.Helper()
	text := []byte(sensor.FirstLine + "\n#: board " + family + "\n#: " + DecodedHeader + " yes\n")
	e, learnt := readWhole(t, string(text)).Engine, ""
	var found []touchmove.Finding
	feed := func(r sensor.Record) {
		o := e.Step(r)
		text = append(text, e.JournalLines(&r, &o)...)
		found = append(found, ofGame(o)...)
	}
	for _, r := range film {
		if turn && r.At > 5000 {
			turn = false
			feed(sensor.Record{At: r.At, Word: sensor.Cmd, Verb: "rotate", Data: []byte("{}")})
		}
		feed(r)
		if now := e.SavedState(certabo.Set{}); string(now) != learnt {
			learnt = string(now)
			feed(sensor.Record{At: r.At, Word: sensor.Cmd, Verb: SavedStateVerb, Data: now})
		}
	}
	return e, text, found
}

// ofGame returns the findings except those on the board alone, which no log contains.
func ofGame(o Outcome) []touchmove.Finding {
	return slices.DeleteFunc(slices.Clone(o.Findings), func(f touchmove.Finding) bool {
		return f.Code == touchmove.SensorFault || f.Code == touchmove.SensorNote
	})
}

// delayed are records that come later, but for those at the beginning.
func delayed(records []sensor.Record, ms int64) []sensor.Record {
	all := slices.Clone(records)
	for i := range all {
		if all[i].Word != sensor.Board {
			all[i].At += ms
		}
	}
	return all
}

// readWhole reads a log to its end.
func readWhole(t *testing.T, text string) *Log {
	t.Helper()
	log, err := ReadAs(sensor.NewReader(strings.NewReader(text)), "first")
	if err != nil {
		t.Fatal(err)
	}
	return log
}
