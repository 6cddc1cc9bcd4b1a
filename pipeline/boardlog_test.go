package pipeline

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/touchmove"
)

// unplugged is an engine that has followed a board up to 1.e4, lost it, and found it again,
// with the board and the acts on it meanwhile.
type unplugged struct {
	t      *testing.T
	engine *Engine
	board  dgt.Board
	found  []string
	asked  int // how often the board was to be asked for its log
}

// newUnplugged has the given hands do something while the cable is out.
func newUnplugged(t *testing.T, meanwhile string) *unplugged {
	t.Helper()
	e, err := New(&sensor.Header{Board: "dgt"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	u := &unplugged{t: t, engine: e, board: dgt.Board{Number: 1025}}
	u.hands("board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	u.feed(sensor.Record{At: 100, Word: sensor.Link, On: true})
	u.asks(200, dgt.SendBoard, dgt.UpdateNice)
	u.reads(300, u.hands("clock 180000 180000 w", "lift e2 P", "drop e4 P", "press w", "clock 180000 180000 b"))
	u.feed(sensor.Record{At: 5000, Word: sensor.Link})
	u.board.Command(nil, []byte{byte(dgt.Reset)})
	u.hands(strings.Split(meanwhile, ", ")...)
	u.feed(sensor.Record{At: 9000, Word: sensor.Link, On: true})
	return u
}

// hands has something happen on the board, and returns what the board says.
func (u *unplugged) hands(acts ...string) []byte {
	u.t.Helper()
	var said []byte
	for _, r := range harness.ParseLog(u.t, sensor.FirstLine+"\n0 "+strings.Join(acts, "\n0 ")+"\n") {
		said = u.board.Step(said, r)
	}
	return said
}

func (u *unplugged) feed(r sensor.Record) {
	o := u.engine.Step(r)
	if o.AskForLog {
		u.asked++
	}
	for _, f := range o.Findings {
		u.found = append(u.found, f.Code.String())
	}
}

// reads has the engine read what the board says.
func (u *unplugged) reads(at int64, data []byte) {
	u.feed(sensor.Record{At: at, Word: sensor.Rx, Data: data})
}

// asks has the board asked, and its answers read.
func (u *unplugged) asks(at int64, commands ...dgt.Command) {
	for _, c := range commands {
		u.feed(sensor.Record{At: at, Word: sensor.Tx, Data: []byte{byte(c)}})
		if said := u.board.Command(nil, []byte{byte(c)}); len(said) > 0 {
			u.reads(at, said)
		}
	}
}

func (u *unplugged) moves() string {
	g := u.engine.Tracker.Game()
	var moves []string
	for _, m := range g.Moves {
		moves = append(moves, m.UCI)
	}
	if p := g.Pending; p != nil && p.State == touchmove.StateProvisional {
		moves = append(moves, p.UCI)
	}
	return strings.Join(moves, " ")
}

const (
	oneUnheard  = "lift e7 p, drop e5 p, press b"
	fourUnheard = oneUnheard + ", lift g1 N, drop f3 N, press w, lift g8 n, drop f6 n, press b, lift f3 N, drop e5 N, press w"
)

// TestLogNotNeeded: what one legal move explains is reported at once.
func TestLogNotNeeded(t *testing.T) {
	u := newUnplugged(t, oneUnheard)
	u.asks(10000, dgt.SendBoard, dgt.SendClock)
	if u.asked != 0 || u.moves() != "e2e4 e7e5" {
		t.Errorf("moves %s", u.moves())
	}
}

// TestLogTells: what more than one move explains waits for the log, which shows it; the
// plies are no guess.
func TestLogTells(t *testing.T) {
	u := newUnplugged(t, fourUnheard)
	u.asks(10000, dgt.SendBoard)
	u.asks(10100, dgt.SendClock, dgt.UpdateNice)
	if u.asked != 1 {
		t.Errorf("the log is to be asked for once, and was %d times", u.asked)
	}
	if u.moves() != "e2e4" {
		t.Errorf("moves %s before the log has come", u.moves())
	}
	u.reads(10200, u.hands("lift b8 n"))
	u.asks(12000, dgt.SendLog)
	u.reads(20000, u.hands("drop c6 n"))
	if got := u.moves(); got != "e2e4 e7e5 g1f3 g8f6 f3e5 b8c6" || slices.Contains(u.found, "retracted") {
		t.Errorf("moves %s, found %v", got, u.found)
	}
}

// TestLogAndMore: what happens while the log is read is not in the log. It follows what the log
// shows, even if both arrive in one read; and so does a time of the clock before the log.
func TestLogAndMore(t *testing.T) {
	u := newUnplugged(t, fourUnheard)
	u.asks(10000, dgt.SendBoard)
	u.asks(10100, dgt.UpdateNice)
	u.feed(sensor.Record{At: 12000, Word: sensor.Tx, Data: []byte{byte(dgt.SendLog)}})
	read := u.hands("clock 170000 170000 b", "lift b8 n")
	read = append(read, u.board.Command(nil, []byte{byte(dgt.SendLog)})...)
	u.reads(12100, append(read, u.hands("drop c6 n", "press b")...))
	u.reads(13000, u.hands("clock 170000 168000 w"))
	if got := u.moves(); got != "e2e4 e7e5 g1f3 g8f6 f3e5 b8c6" || slices.Contains(u.found, "retracted") {
		t.Errorf("moves %s, found %v", got, u.found)
	}
	if times := u.engine.Tracker.Game().Clocks.Times; times != [2]int64{170000, 168000} {
		t.Errorf("the clock shows %v", times)
	}
}

// TestNoLog: a log that does not come, is another board's, or is cut short by a new scan
// holds nothing back for long; then only the scan counts.
func TestNoLog(t *testing.T) {
	for name, then := range map[string]func(u *unplugged){
		"nobody asks":  func(u *unplugged) { u.engine.Wake(13000) },
		"the log ends": func(u *unplugged) { u.engine.Finish() },
		"nothing comes": func(u *unplugged) {
			u.feed(sensor.Record{At: 10100, Word: sensor.Tx, Data: []byte{byte(dgt.SendLog)}})
			u.engine.Wake(22099)
			if u.engine.recall.deadline == 0 {
				u.t.Error("given up too soon")
			}
			u.engine.Wake(22100)
		},
		"it is scanned": func(u *unplugged) { u.asks(11000, dgt.SendBoard) },
		"another's": func(u *unplugged) {
			u.board = dgt.Board{}
			u.hands("drop e4 K", "lift e4")
			u.asks(11000, dgt.SendLog)
		},
	} {
		t.Run(name, func(t *testing.T) {
			u := newUnplugged(t, fourUnheard)
			u.asks(10000, dgt.SendBoard)
			then(u)
			sensed, _ := u.engine.Tracker.Sensed()
			if got := sensed.String(); got != "rnbqkb1r/pppp1ppp/5n2/4N3/4P3/8/PPPP1PPP/RNBQKB1R" || u.engine.recall.deadline != 0 {
				t.Errorf("the game has %s", got)
			}
		})
	}
}

// TestLostAgain: if the cable is out again before the log has come, the next log covers
// both times.
func TestLostAgain(t *testing.T) {
	u := newUnplugged(t, fourUnheard)
	u.asks(10000, dgt.SendBoard)
	u.feed(sensor.Record{At: 10500, Word: sensor.Link})
	u.hands("lift b8 n", "drop c6 n", "press b")
	u.feed(sensor.Record{At: 11000, Word: sensor.Link, On: true})
	u.asks(12000, dgt.SendBoard, dgt.UpdateNice)
	if u.asked != 2 {
		t.Fatalf("the log was asked for %d times, not once after each loss", u.asked)
	}
	u.asks(13000, dgt.SendLog)
	if got := u.moves(); got != "e2e4 e7e5 g1f3 g8f6 f3e5 b8c6" {
		t.Errorf("moves %s", got)
	}
}
