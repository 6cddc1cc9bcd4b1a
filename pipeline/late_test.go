package pipeline

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove/track"
	"github.com/boardd/boardd/transport"
)

// TestFamilyHasSensor: each family that can be connected has a model of its sensor.
func TestFamilyHasSensor(t *testing.T) {
	for _, name := range family.Names() {
		if s := track.SensorOf(name, true, 0); s.Family != name {
			t.Errorf("%s is read as a %s board", name, s.Family)
		}
	}
}

// TestLateOnTheBus: a board on a bus reports a capture by a scan, and the lift 400 ms after it, as
// such boards do. The capture is published with its press, whether the header names the family
// or the board was found while the log was written.
func TestLateOnTheBus(t *testing.T) {
	const game = "0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n0 clock 180000 180000 w\n1000 lift d2 P\n1500 drop d4 P\n2000 press w\n" +
		"3000 lift d7 p\n3500 drop d5 p\n4000 press b\n5000 lift c2 P\n5500 drop c4 P\n6000 press w\n" +
		"7000 drop c4 p\n7400 lift d5 p\n7400 press b\n"
	for _, log := range []string{
		"#! boardd-log 1\n#: board dgt-bus\n" + game,
		"#! boardd-log 1\n0 link up\n0 family dgt-bus\n" + game,
	} {
		l, err := Read(sensor.NewReader(strings.NewReader(log)))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range l.Records {
			l.Engine.Step(r)
		}
		l.Engine.Wake(9000)
		g := l.Engine.Tracker.Game()
		if n := len(g.Moves); n != 4 || !g.Moves[n-1].Published {
			t.Errorf("%d plies, the last one of them not published, want 4, in\n%s", n, log)
		}
	}
}

// lateBoard is a game on a DGT board with a host that is killed again and again, also while it
// reads the board's own log. On a machine that has little time for either, bytes come late.
type lateBoard struct {
	chance   *rand.Rand
	late     int64 // at most, of one message in four, each way, in milliseconds
	engine   *Engine
	host     dgt.Host
	board    dgt.Board
	up       bool
	now      int64
	asked    []onTheWay // on the way to the board
	answered []onTheWay // on the way from it
	recalls  int        // logs that were waited for
	kills    int        // while one was
	events   []string   // types and moves of what was published, if the engine encodes
}

// onTheWay are bytes that arrive at a time.
type onTheWay struct {
	at   int64
	data []byte
}

// push puts bytes on the way, behind others.
func (l *lateBoard) push(q []onTheWay, data []byte) []onTheWay {
	if len(data) == 0 {
		return q
	}
	at := l.now + l.chance.Int64N(20)
	if l.late > 0 && l.chance.IntN(4) == 0 {
		at = l.now + l.chance.Int64N(l.late)
	}
	if n := len(q); n > 0 {
		at = max(at, q[n-1].at)
	}
	return append(q, onTheWay{at, slices.Clone(data)})
}

// run lets time pass. While the host is dead, what the board sends waits.
func (l *lateBoard) run(to int64) {
	for {
		next := to
		if len(l.asked) > 0 {
			next = min(next, l.asked[0].at)
		}
		if l.up {
			next = min(next, l.host.Deadline())
			if due, ok := l.engine.Deadline(); ok {
				next = min(next, due)
			}
			if len(l.answered) > 0 {
				next = min(next, l.answered[0].at)
			}
		}
		l.now = max(l.now, next)
		for len(l.asked) > 0 && l.asked[0].at <= l.now {
			l.answered = l.push(l.answered, l.board.Command(nil, l.asked[0].data))
			l.asked = l.asked[1:]
		}
		if l.up {
			l.read()
		}
		if l.now >= to {
			return
		}
	}
}

// read reads what has come, and sends what is due, as the daemon does.
func (l *lateBoard) read() {
	for len(l.answered) > 0 && l.answered[0].at <= l.now {
		if l.host.Listening() {
			l.feed(sensor.Record{Word: sensor.Rx, Data: l.answered[0].data})
		}
		l.answered = l.answered[1:]
		l.send()
	}
	l.send()
	l.publish(l.engine.Wake(l.now))
}

func (l *lateBoard) send() {
	for out := l.host.Step(nil, l.now); len(out) > 0; out = l.host.Step(nil, l.now) {
		l.asked = l.push(l.asked, out)
		l.feed(sensor.Record{Word: sensor.Tx, Data: out})
	}
}

func (l *lateBoard) feed(r sensor.Record) {
	r.At = l.now
	o := l.engine.Step(r)
	l.publish(o)
	if o.AskForLog {
		l.recalls++
		l.host.WantLog()
	}
}

// publish keeps the events of an outcome.
func (l *lateBoard) publish(o Outcome) {
	for _, m := range o.Messages {
		var e transport.Event
		if strings.HasSuffix(m.Topic, "/event") && json.Unmarshal(m.Payload, &e) == nil {
			l.events = append(l.events, strings.TrimSpace(e.Type+" "+e.UCI))
		}
	}
}

// start starts the host, with the pieces as a record says.
func (l *lateBoard) start(pieces sensor.Record) {
	l.host.Decoder = l.engine.Decoder.(*dgt.Decoder)
	l.board.Step(nil, pieces)
	l.turn()
}

// hands lets a record happen at the board, when its time has come.
func (l *lateBoard) hands(r sensor.Record) {
	l.run(r.At)
	l.answered = l.push(l.answered, l.board.Step(nil, r))
}

// turn starts the host, or kills it.
func (l *lateBoard) turn() {
	if l.up && l.engine.AwaitsBoardLog() {
		l.kills++
	}
	l.up = !l.up
	l.feed(sensor.Record{Word: sensor.Link, On: l.up})
	l.host.Closed()
	if l.up {
		l.host.Opened(l.now)
	}
}

// play plays a game to its end, and returns what the host has of it.
func (l *lateBoard) play(records []sensor.Record) (moves []string) {
	l.start(records[0])
	const begin = 15_000
	turns := begin + l.chance.Int64N(60_000)
	for _, r := range records[1:] {
		for r.At += begin; turns <= r.At; turns += 500 + l.chance.Int64N(20_000) {
			l.run(turns)
			l.turn()
		}
		l.hands(r)
	}
	if !l.up {
		l.turn()
	}
	l.run(l.now + 60_000)
	g := l.engine.Tracker.LastGame()
	for _, m := range g.Moves {
		moves = append(moves, m.UCI)
	}
	if g.Pending != nil {
		moves = append(moves, g.Pending.UCI)
	}
	return moves
}

// TestKilledWhileRecalling: a host is killed some twenty times in each game, at any moment, and each
// time the board's own log shows what was played without it. A contact that is soon made again
// does without the log: pieces that went back to where they stood are then not seen.
func TestKilledWhileRecalling(t *testing.T) {
	games := 40 / quick.Fewer(4)
	for _, c := range []struct{ late, wrong int }{{0, 0}, {500, 2}, {1500, 0}} {
		wrong, recalls, kills := 0, 0, 0
		for seed := range uint64(games) {
			records, truth := simulate.Play(legality.Initial(), simulate.RandomGame(seed, 60), simulate.DGT(), simulate.Clean(), true, seed)
			e, err := New(&sensor.Header{Board: "dgt", Time: "blitz"}, "test")
			if err != nil {
				t.Fatal(err)
			}
			l := &lateBoard{chance: rand.New(rand.NewPCG(seed, 1)), late: int64(c.late), engine: e, board: dgt.Board{Number: 7}}
			if got := l.play(records); !slices.Equal(got, truth.Moves) {
				wrong++
				t.Logf("late %d, seed %d: the game is\n%v, was\n%v", c.late, seed, got, truth.Moves)
			}
			recalls, kills = recalls+l.recalls, kills+l.kills
		}
		t.Logf("late %d: %d of %d games are wrong; %d logs were waited for, %d hosts were killed meanwhile", c.late, wrong, games, recalls, kills)
		if wrong > c.wrong || kills == 0 {
			t.Error("too many are wrong, or no host was killed")
		}
	}
}
