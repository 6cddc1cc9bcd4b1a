package daemontest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// Stepped is a daemon without its loop, and a DGT board that a test plays on. Each record is
// stepped, journalled and put into the outbox as in a live run, but no broker takes a
// message.
type Stepped struct {
	daemon.Stepped
	Folder string // the state directory
	Board  dgt.Board
	Put    map[uint64]KeptMessage // every message that was in the outbox at any time; nil: Settle does nothing
	Step   func()                 // is called when a step is written; nil: nothing is
	At     int64                  // the time of the last record, in milliseconds

	t testing.TB
}

// OpenStepped opens a daemon that keeps its state in a folder.
func OpenStepped(t testing.TB, folder, session string) *Stepped {
	t.Helper()
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State = folder
	return OpenConfigured(t, c, session)
}

// OpenConfigured opens the daemon of a configuration.
func OpenConfigured(t testing.TB, c *config.Config, session string) *Stepped {
	t.Helper()
	d, err := daemon.NewStepped(c, session)
	if err != nil {
		t.Fatal(err)
	}
	return &Stepped{Stepped: d, Folder: c.State, Board: dgt.Board{Number: 1025}, At: d.Now(), t: t}
}

// Begin does what the loop of a daemon does first.
func (s *Stepped) Begin() { s.Stepped.Begin(s.At, s.Settle) }

// Settle waits until the journal has all records, and the outbox has their messages.
func (s *Stepped) Settle() {
	if s.Put == nil {
		return
	}
	done := make(chan struct{})
	s.Store().Journal.Add(journal.Entry{Then: func() { close(done) }})
	<-done
	for _, m := range Queued(s.Store().Outbox) {
		s.Put[m.ID] = m
	}
	if s.Step != nil {
		s.Step()
	}
}

// Acknowledge does what a broker does that acknowledges all messages. It returns the cursor
// when the disk has it. The journal has one segment.
func (s *Stepped) Acknowledge() (cursor []byte) {
	s.t.Helper()
	s.Settle()
	for _, m := range Queued(s.Store().Outbox) {
		s.Store().Outbox.Done(m.ID)
	}
	harness.Until(s.t, "the cursor", 20*time.Second, func() bool {
		text, err := os.ReadFile(filepath.Join(s.Folder, "hall", "b07", "cursor"))
		c, bad := persist.ParseCursor(text)
		cursor = text
		return err == nil && bad == nil && c.Done > 0 && c.Done == c.Stored
	})
	return cursor
}

// Connect connects the board with the pieces on it that a log's board record says.
func (s *Stepped) Connect(placement string) {
	s.Acts("board " + placement)
	s.Feed(sensor.Record{Word: sensor.Link, On: true})
	for _, c := range []dgt.Command{dgt.SendBoard, dgt.UpdateNice} {
		s.Feed(sensor.Record{Word: sensor.Tx, Data: []byte{byte(c)}})
		if sent := s.Board.Command(nil, []byte{byte(c)}); len(sent) > 0 {
			s.Feed(sensor.Record{Word: sensor.Rx, Data: sent})
		}
	}
}

// Feed feeds a record, 0.2 s after the one before.
func (s *Stepped) Feed(r sensor.Record) {
	s.At += 200
	r.At = s.At
	s.Stepped.Feed(r)
	s.Settle()
}

// Acts lets the lines of a log happen on the board, 0.2 s after each other.
func (s *Stepped) Acts(acts ...string) {
	s.t.Helper()
	for _, act := range acts {
		sent := s.Board.Step(nil, harness.ParseLog(s.t, sensor.FirstLine+"\n0 "+act+"\n")[0])
		if len(sent) > 0 {
			s.Feed(sensor.Record{Word: sensor.Rx, Data: sent})
		}
	}
}

// Rest lets time pass in which nothing happens.
func (s *Stepped) Rest(ms int64) {
	s.At += ms
	for at, ok := s.Engine().Deadline(); ok && at <= s.At; at, ok = s.Engine().Deadline() {
		s.Wake(at)
		s.Settle()
	}
}

// Troubles returns the troubles of the machine that were reported since the last call.
func (s *Stepped) Troubles() []transport.Trouble {
	var all []transport.Trouble
	for {
		select {
		case t := <-s.Store().Trouble:
			all = append(all, t.What)
		default:
			return all
		}
	}
}

// Game returns the id of the game and its moves.
func (s *Stepped) Game() string { return strings.Join(harness.GameOf(s.Engine().Tracker), " ") }

// PlayGame plays a game with two captures, a move that is illegal and is taken back, and
// tags that an arbiter enters.
func (s *Stepped) PlayGame() {
	s.Connect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	s.Acts("clock 180000 180000 w", "lift e2 P", "drop e4 P", "press w", "clock 179000 180000 b")
	s.Acts("lift d7 p", "drop d5 p", "press b", "clock 179000 179000 w")
	s.Feed(sensor.Record{Word: sensor.Cmd, Verb: "tags", Data: []byte(`{"tags":{"White":"Ferrier, Isla"}}`)})
	s.Acts("lift d5 p", "lift e4 P", "drop d5 P", "press w", "clock 178000 179000 b")
	s.Acts("lift d8 q", "lift d5 P", "drop d5 q", "press b", "clock 178000 178000 w")
	s.Acts("lift b1 N", "drop b3 N", "press w", "clock 177000 178000 b")
	s.Acts("lift b3 N", "drop c3 N", "press w", "clock 176000 178000 b")
	s.Acts("lift d5 q", "drop d8 q", "press b", "clock 176000 177000 w")
	s.Acts("lift g1 N", "drop f3 N", "press w", "clock 175000 177000 b")
	s.Rest(5000)
}

// GameMoves are the moves of PlayGame, and GameShown is what the board shows after them.
const (
	GameMoves = "e2e4 d7d5 e4d5 d8d5 b1c3 d5d8 g1f3"
	GameShown = "rnbqkbnr/ppp1pppp/8/8/8/2N2N2/PPPP1PPP/R1BQKB1R"
)

// KeptMessage is a message of an outbox, with its number there.
type KeptMessage struct {
	ID      uint64
	Message transport.Message
}

// Lasting returns the messages of an outbox that nothing replaces, in order.
func Lasting(o *publish.Outbox) (all []transport.Message) {
	for _, m := range Queued(o) {
		if !m.Message.Retain {
			all = append(all, m.Message)
		}
	}
	return all
}

// Queued returns the messages of an outbox, in order.
func Queued(o *publish.Outbox) []KeptMessage {
	var all []KeptMessage
	for id, m, ok := o.Next(0); ok; id, m, ok = o.Next(id) {
		all = append(all, KeptMessage{id, m})
	}
	return all
}
