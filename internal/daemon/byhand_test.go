package daemon

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// byHand is a daemon without its loop, and a board that is fed to it by hand: what
// comes is stepped, journalled and put into the outbox as in a live run, but no
// broker takes anything.
type byHand struct {
	t      testing.TB
	d      *Daemon
	folder string
	board  dgt.Board
	at     int64
	put    map[uint64]publish.KeptMessage // what the outbox has held at any time; nil: nobody waits for that
	step   func()                         // is called when all that has happened is written; nil: nobody is
}

// handled opens a daemon that keeps what it does in a folder.
func handled(t testing.TB, folder, session string) *byHand {
	t.Helper()
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State = folder
	d, err := New(c, zerolog.New(io.Discard), clock.New(0), session)
	if err != nil {
		t.Fatal(err)
	}
	return &byHand{t: t, d: d, folder: folder, board: dgt.Board{Number: 1025}, at: d.now}
}

// begin does what the loop does first.
func (h *byHand) begin() {
	h.d.publishRestored()
	h.d.reportTimeAs(h.at, time.Now(), false)
	h.settle()
	h.d.publish(h.d.engine.ClearAlerts())
	h.settle()
	h.d.publish(h.d.engine.Begin())
	h.settle()
}

// settle waits until the journal has everything, and the outbox its messages.
func (h *byHand) settle() {
	if h.put == nil {
		return
	}
	done := make(chan struct{})
	h.d.store.Journal.Add(journal.Entry{Then: func() { close(done) }})
	<-done
	all := h.d.store.Outbox
	harness.Until(h.t, "all accepted", 20*time.Second, func() bool { return len(outboxOf(all)) == all.Len() })
	for _, m := range outboxOf(all) {
		h.put[m.ID] = m
	}
	if h.step != nil {
		h.step()
	}
}

// connect has the board show a log's first pieces, and be asked for them.
func (h *byHand) connect(scan string) {
	h.acts("board " + scan)
	h.feed(sensor.Record{Word: sensor.Link, On: true})
	for _, c := range []dgt.Command{dgt.SendBoard, dgt.UpdateNice} {
		h.feed(sensor.Record{Word: sensor.Tx, Data: []byte{byte(c)}})
		if said := h.board.Command(nil, []byte{byte(c)}); len(said) > 0 {
			h.feed(sensor.Record{Word: sensor.Rx, Data: said})
		}
	}
}

func (h *byHand) feed(r sensor.Record) {
	h.at += 200
	r.At = h.at
	h.d.feed(r)
	h.settle()
}

// acts are done on the board, 0.2 s after each other.
func (h *byHand) acts(acts ...string) {
	h.t.Helper()
	for _, act := range acts {
		said := h.board.Step(nil, harness.ParseLog(h.t, sensor.FirstLine+"\n0 "+act+"\n")[0])
		if len(said) > 0 {
			h.feed(sensor.Record{Word: sensor.Rx, Data: said})
		}
	}
}

// rest lets nothing happen for a while.
func (h *byHand) rest(ms int64) {
	h.at += ms
	for at, ok := h.d.engine.Deadline(); ok && at <= h.at; at, ok = h.d.engine.Deadline() {
		h.d.clock.Begin(at)
		h.d.wake()
		h.settle()
	}
}

// end lets the daemon end as a kill would, once everything is written: it does not
// say that it stops.
func (h *byHand) end() {
	h.d.store.Journal.Close()
	h.d.store.Close()
}

// troubles are what alerts of the machine opening it has raised.
func (h *byHand) troubles() []transport.Trouble {
	var all []transport.Trouble
	for {
		select {
		case t := <-h.d.store.Trouble:
			all = append(all, t.What)
		default:
			return all
		}
	}
}

func (h *byHand) game() string { return strings.Join(harness.GameOf(h.d.engine.Tracker), " ") }

// sweepGame is a game in which much happens: two captures, a move that is not
// legal and is put back, tags that an arbiter gives.
func sweepGame(h *byHand) {
	h.connect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	h.acts("clock 180000 180000 w", "lift e2 P", "drop e4 P", "press w", "clock 179000 180000 b")
	h.acts("lift d7 p", "drop d5 p", "press b", "clock 179000 179000 w")
	h.feed(sensor.Record{Word: sensor.Cmd, Verb: "tags", Data: []byte(`{"tags":{"White":"Ferrier, Isla"}}`)})
	h.acts("lift d5 p", "lift e4 P", "drop d5 P", "press w", "clock 178000 179000 b")
	h.acts("lift d8 q", "lift d5 P", "drop d5 q", "press b", "clock 178000 178000 w")
	h.acts("lift b1 N", "drop b3 N", "press w", "clock 177000 178000 b")
	h.acts("lift b3 N", "drop c3 N", "press w", "clock 176000 178000 b")
	h.acts("lift d5 q", "drop d8 q", "press b", "clock 176000 177000 w")
	h.acts("lift g1 N", "drop f3 N", "press w", "clock 175000 177000 b")
	h.rest(5000)
}

const (
	sweepMoves = "e2e4 d7d5 e4d5 d8d5 b1c3 d5d8 g1f3"
	sweepShown = "rnbqkbnr/ppp1pppp/8/8/8/2N2N2/PPPP1PPP/R1BQKB1R"
)

func outboxOf(o publish.Outbox) []publish.KeptMessage {
	var all []publish.KeptMessage
	for id, m, ok := o.Next(0); ok; id, m, ok = o.Next(id) {
		all = append(all, publish.KeptMessage{ID: id, Message: m})
	}
	return all
}
