package dgt

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// desk is a host, a board and the line between them, with a clock of its own.
type desk struct {
	host  Host
	board Board
	dec   Decoder
	now   int64
	dumb  bool     // the board says nothing
	sent  []string // "500 40"
	shown []sensor.Record
}

func newDesk() *desk {
	d := &desk{board: Board{Number: 1025, Firmware: [2]byte{1, 2}}}
	d.board.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	d.host.Opened(0)
	return d
}

// run goes from deadline to deadline until the time given.
func (d *desk) run(until int64) {
	for {
		next := d.host.Deadline()
		if next > until {
			d.now = until
			return
		}
		d.now = max(d.now, next)
		d.step()
	}
}

// step has the host act, and the board answer at once.
func (d *desk) step() {
	out := d.host.Step(nil, d.now, d.dec.Counts())
	for _, b := range out {
		d.sent = append(d.sent, fmt.Sprintf("%d %02x", d.now, b))
	}
	d.hear(d.board.Command(nil, out))
}

// hear has bytes come from the board.
func (d *desk) hear(data []byte) {
	if len(data) == 0 || d.dumb {
		return
	}
	if d.host.Listening() {
		d.shown = d.dec.Step(d.shown, d.now, data)
	}
	d.step()
}

// hand has something happen on the board.
func (d *desk) hand(r sensor.Record) { d.hear(d.board.Step(nil, r)) }

// sentSince is what was sent since the last call.
func (d *desk) sentSince() []string {
	sent := d.sent
	d.sent = nil
	return sent
}

func (d *desk) expectSent(t *testing.T, want ...string) {
	t.Helper()
	got := d.sentSince()
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("\nsent %q\nwant %q", got, want)
	}
}

func TestStartup(t *testing.T) {
	d := newDesk()
	if d.host.Listening() || d.host.Answering() || d.host.Deadline() != 500 {
		t.Error("listens before it has settled")
	}
	d.run(1500)
	d.expectSent(t, "500 40", "600 4d", "700 45", "800 55", "900 42", "1000 41", "1100 4b", "1200 42")
	if !d.host.Answering() || !d.host.Listening() {
		t.Error("not answering after the dump")
	}
	expect(t, d.shown, initial, initial)
	if info := d.dec.Info(); info.Version != "1.02" || info.Serial != "01025" || info.LongSerial != "0000001025" {
		t.Errorf("info %+v", info)
	}
	d.hand(sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn})
	expect(t, d.shown[2:], "lift e2 P")
}

// TestChangeAtStartup: a man that is moved when the board has told what stands on
// it, and does not report changes yet, is seen a moment later.
func TestChangeAtStartup(t *testing.T) {
	d := newDesk()
	d.run(1050)
	d.hand(sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn})
	d.hand(sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn})
	d.run(1300)
	expect(t, d.shown, initial, "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

// TestAskAgain: a board that is asked everything again reports changes meanwhile.
func TestAskAgain(t *testing.T) {
	d := newDesk()
	d.host.AskAgain() // nobody is there yet
	d.run(1500)
	d.sentSince()
	d.shown = nil
	d.now = 3000
	d.host.AskAgain()
	d.run(3050)
	d.hand(sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn})
	d.run(3450)
	d.hand(sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn})
	d.run(3500)
	d.expectSent(t, "3000 42", "3100 41", "3200 4d", "3300 45", "3400 55")
	expect(t, d.shown, initial, "lift e2 P", "drop e4 P")
}

// TestOldBytes: what the board had been saying before is not listened to.
func TestOldBytes(t *testing.T) {
	d := newDesk()
	d.board.Command(nil, []byte{byte(UpdateNice)})
	d.now = 100
	d.hand(sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn})
	d.run(1150)
	expect(t, d.shown, "board rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
}

func TestClosed(t *testing.T) {
	var h Host
	if h.Deadline() != Never || h.Listening() || h.Answering() || len(h.Step(nil, 1e6, Counts{Bytes: 9})) > 0 {
		t.Error("a host without a port does something")
	}
	d := newDesk()
	d.run(1500)
	d.host.Closed()
	d.sentSince()
	d.run(1e6)
	d.expectSent(t)
	d.host.Opened(d.now)
	d.run(d.now + 600)
	d.expectSent(t, "1000500 40", "1000600 4d")
}

// TestSilence: a board at which nothing happens gives a sign of life every
// five seconds, and a dump every minute.
func TestSilence(t *testing.T) {
	d := newDesk()
	d.run(1500)
	d.sentSince()
	d.run(12000)
	d.expectSent(t, "6200 45", "11200 45")
	d.run(56000)
	d.sentSince()
	// Startup ended at 1100.
	d.run(62000)
	d.expectSent(t, "56200 45", "61100 42", "61200 4b")
	if !d.host.Answering() {
		t.Error("not answering")
	}
}

// TestChecksAfterMoves: two seconds after the last update, once.
func TestChecksAfterMoves(t *testing.T) {
	d := newDesk()
	d.run(1500)
	d.sentSince()
	d.now = 3000
	d.hand(sensor.Record{Word: sensor.Lift, Square: placement.E2})
	d.run(4000)
	d.hand(sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn})
	d.run(9000)
	d.expectSent(t, "6000 42")
}

// TestClockIsNoUpdate: the clock's messages ask for no dump, and are life enough.
func TestClockIsNoUpdate(t *testing.T) {
	d := newDesk()
	d.run(1500)
	d.sentSince()
	for s := range int64(50) {
		d.run(2000 + s*1000)
		d.hand(sensor.Record{Word: sensor.Clock, Times: [2]int64{180000 - s*1000, 180000}, Running: sensor.WhiteRuns})
	}
	d.expectSent(t)
}

// TestLoss: after a loss a dump shows what it was.
func TestLoss(t *testing.T) {
	d := newDesk()
	d.run(1500)
	d.sentSince()
	d.now = 2000
	d.hear(wire(t, "8e0005 8d000a2003022003"))
	d.now = 2300
	d.hear(wire(t, "8e00053400"))
	d.run(2350)
	d.expectSent(t, "2000 42", "2300 42")
}

// TestPowerGlitch: a board that lost its power for a moment reports nothing
// any more, which a dump brings to light.
func TestPowerGlitch(t *testing.T) {
	d := newDesk()
	d.run(1500)
	d.board.mode = idle
	d.now = 2000
	d.hand(sensor.Record{Word: sensor.Lift, Square: placement.E2})
	d.run(60000)
	d.sentSince()
	d.run(61500)
	d.hand(sensor.Record{Word: sensor.Lift, Square: placement.D2})
	expect(t, d.shown[2:], "board rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "lift d2 P")
}

// TestSurprise: a dump that shows what no update told has the board told again
// to send updates.
func TestSurprise(t *testing.T) {
	d := newDesk()
	d.run(1500)
	d.sentSince()
	d.board.mode = idle
	d.now = 2000
	d.hand(sensor.Record{Word: sensor.Lift, Square: placement.E2})
	d.hear(wire(t, "00 9300050102"))
	d.run(2200)
	d.expectSent(t, "2000 42", "2100 4b")
}
