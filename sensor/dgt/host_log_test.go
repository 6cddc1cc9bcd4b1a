package dgt

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// TestWantLog: the internal log is asked for when it is wanted, once the board
// reports changes again; once, until the port is opened again. After it a dump
// shows what changed meanwhile.
func TestWantLog(t *testing.T) {
	d := newDesk()
	d.host.WantLog() // nobody has been asked anything
	d.run(950)
	d.host.WantLog()
	d.run(4000)
	d.host.WantLog()
	d.run(5000)
	d.expectSent(t, "500 40", "600 4d", "700 45", "800 55", "900 42", "1000 41", "1100 4b", "1200 49", "1300 42")
	if d.dec.Counts().Logs != 1 {
		t.Errorf("counts %+v", d.dec.Counts())
	}
	d.host.Closed()
	d.host.WantLog() // nobody can be asked
	d.host.Opened(d.now)
	d.dec.Reset()
	d.run(d.now + 2000)
	if sent := d.sentSince(); slices.ContainsFunc(sent, func(s string) bool { return strings.HasSuffix(s, "49") }) {
		t.Errorf("sent %q", sent)
	}
	d.host.WantLog()
	d.run(d.now + 1000)
	d.expectSent(t, "7000 49", "7100 42")
}

// TestLogTakesTime: while the log is on the line the board is asked for nothing.
func TestLogTakesTime(t *testing.T) {
	d := newDesk()
	d.run(1500)
	d.sentSince()
	d.dumb = true
	d.host.WantLog()
	d.run(d.now + 50)
	d.dumb = false
	d.expectSent(t, "1500 49")
	d.hear(wire(t, "8f3e03"))
	for range 79 {
		d.hear(make([]byte, 100))
		d.run(d.now + 104)
	}
	d.expectSent(t)
	d.hear(make([]byte, 36))
	d.run(d.now + 200)
	if sent := d.sentSince(); len(sent) != 1 || !strings.HasSuffix(sent[0], " 42") {
		t.Errorf("sent %q", sent)
	}
}

// TestNoLog: a board that does not know the command is started again.
func TestNoLog(t *testing.T) {
	d := newDesk()
	d.run(1500)
	d.sentSince()
	d.host.WantLog()
	d.dumb = true
	d.run(3700)
	d.expectSent(t, "1500 49", "3500 40", "3600 4d", "3700 45")
}

// TestLogUnasked: a log that nobody asked for is skipped, and told of; the one that
// was asked for is kept until it is taken.
func TestLogUnasked(t *testing.T) {
	const log = "8f0008 40 34 41 24 6b"
	d := afterDump(t)
	past, heard := d.Past()
	expect(t, decode(t, d, log), "fault internal log of 8 bytes came unasked, skipped")
	if _, came, _ := d.Recalled(nil, 9, &past); came || !heard {
		t.Error("a log that was skipped is recalled")
	}
	d.Sent([]byte{0x42, 0x4b})
	expect(t, decode(t, d, log), "fault internal log of 8 bytes came unasked, skipped")
	d.Sent([]byte{0x49})
	expect(t, decode(t, d, log))
	if _, came, _ := d.Recalled(nil, 9, &past); !came {
		t.Error("a log that was asked for is not recalled")
	}
	if _, came, _ := d.Recalled(nil, 9, &past); came {
		t.Error("recalled twice")
	}
}

// TestRecalled: what was done while the cable was out, in order, from what stood
// there before to what stands there now.
func TestRecalled(t *testing.T) {
	d := newDesk()
	for _, r := range []sensor.Record{
		{Word: sensor.Clock, Times: [2]int64{180000, 180000}, Running: sensor.WhiteRuns},
		{Word: sensor.Lift, Square: placement.E2}, {Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
	} {
		d.run(d.now + 1500)
		d.hand(r)
	}
	past, _ := d.dec.Past()
	d.dec.Reset()
	d.board.Command(nil, []byte{byte(Reset)})
	d.host.Closed()
	for _, r := range hands()[4:] {
		d.hand(r)
	}
	d.dec.Reset()
	d.host.Opened(d.now)
	d.run(d.now + 1500)
	d.dec.Sent([]byte{byte(SendLog)})
	d.host.WantLog()
	d.run(d.now + 8000)
	got, came, ok := d.dec.Recalled(nil, d.now, &past)
	if !came || !ok {
		t.Fatalf("came %v, ok %v", came, ok)
	}
	expect(t, got, "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "press w", "lift d7 p", "drop d5 p", "press b", "drop d5 P", "lift e4 P", "press w",
		"board rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")
}
