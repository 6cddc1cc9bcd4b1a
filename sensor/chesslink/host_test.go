package chesslink

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// desk is a host, a board that scans every 41 ms, and the line between them.
type desk struct {
	host  Host
	board Board
	dec   Decoder
	now   int64
	scan  int64
	dumb  bool     // the board says nothing
	only  string   // the letters that the board knows; "" for all
	sent  []string // "500 S53"
	shown []sensor.Record
}

const scanTime = 41

// newDesk has a board that speaks as register 02 says.
func newDesk(reports byte) *desk {
	d := &desk{board: Board{Firmware: [2]byte{1, 3}}}
	d.board.Registers[Reports] = reports
	d.board.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	d.host.Opened(0)
	return d
}

// run lets time pass until the time given.
func (d *desk) run(until int64) {
	for {
		due := d.host.Deadline()
		next := min(due, d.scan)
		if next > until {
			d.now = until
			return
		}
		d.now = max(d.now, next)
		if next == d.scan {
			d.scan += scanTime
			d.hear(d.board.Scan(nil))
		}
		if due <= d.now {
			d.step()
		}
	}
}

// step has the host act, and the board answer at once.
func (d *desk) step() {
	out := d.host.Step(nil, d.now, d.dec.Counts())
	if len(out) == 0 {
		return
	}
	text := make([]byte, len(out))
	for i, b := range out {
		text[i] = b & 0x7f
	}
	d.sent = append(d.sent, fmt.Sprintf("%d %s", d.now, text))
	if d.only == "" || strings.Contains(d.only, string(text[:1])) {
		d.hear(d.board.Command(nil, out))
	}
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

func (d *desk) lift(sq placement.Square) {
	d.hear(d.board.Step(nil, sensor.Record{Word: sensor.Lift, Square: sq}))
}

// expectSent is what was sent since the last call.
func (d *desk) expectSent(t *testing.T, want ...string) {
	t.Helper()
	got := d.sent
	d.sent = nil
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("\nsent %q\nwant %q", got, want)
	}
}

// TestStartup: a board as it is sold, that reports every scan.
func TestStartup(t *testing.T) {
	d := newDesk(reportScans)
	if d.host.Listening() || d.host.Answering() || d.host.Deadline() != 500 {
		t.Error("listens before it has settled")
	}
	d.run(5000)
	d.expectSent(t, "500 V56", "550 R0052", "600 R0153", "650 R0250", "700 R0351", "750 R0456")
	if !d.host.Answering() || !d.host.Listening() {
		t.Error("not answering after a status")
	}
	expect(t, d.shown, initial)
	if i := d.dec.Info(); i.Version != "01.03" || !i.Registers[Brightness].Known || i.Order != sensor.Normal {
		t.Errorf("info %+v", i)
	}
	d.lift(placement.E2)
	expect(t, d.shown[1:], "lift e2 P")
	d.run(120000)
	d.expectSent(t)
}

// TestChangesOnly: a board that reports changes is asked now and then, once it
// has told that it does; its reports count.
func TestChangesOnly(t *testing.T) {
	d := newDesk(reportChange)
	d.run(1000)
	d.expectSent(t, "500 V56", "550 S53", "600 R0052", "650 S53", "700 R0153", "750 S53", "800 R0250", "850 R0351", "900 R0456")
	d.run(6000)
	d.expectSent(t, "3250 S53", "5750 S53")
	d.lift(placement.E2)
	expect(t, d.shown[1:], "lift e2 P")
	d.run(9000)
	d.expectSent(t, "8500 S53") // 2.5 s after the report
}

// TestPolled: a board that never speaks unasked is asked ten times a second.
func TestPolled(t *testing.T) {
	for _, reports := range []byte{reportNever, reportTimes} {
		d := newDesk(reports)
		d.board.Registers[Interval] = 255
		d.run(1300)
		d.sent = nil
		d.run(1500)
		if n := len(d.sent); n != 2 {
			t.Errorf("register 02 is %d: sent %q", reports, d.sent)
		}
		d.lift(placement.E2)
		d.run(1600)
		expect(t, d.shown[1:], "lift e2 P")
	}
}

// TestLookAlike: a board that knows nothing but the question for a status is
// asked ten times a second, and not for more than it told.
func TestLookAlike(t *testing.T) {
	d := newDesk(reportNever)
	d.only = "S"
	d.run(4000)
	d.sent = nil
	d.run(4200)
	if n := len(d.sent); n != 2 || !d.host.Answering() {
		t.Errorf("sent %q", d.sent)
	}
	d.run(130000)
	for _, s := range d.sent {
		if !strings.HasSuffix(s, " S53") {
			t.Fatalf("sent %s", s)
		}
	}
	expect(t, d.shown, initial)
}

// TestLostAnswer: what was not told is asked for again after a minute.
func TestLostAnswer(t *testing.T) {
	d := newDesk(reportScans)
	d.run(640)
	d.only = "SVT"
	d.run(690)
	d.only = ""
	d.run(2000)
	d.sent = nil
	d.run(62000)
	d.expectSent(t, "60533 R0250")
	if !d.dec.Info().Registers[Reports].Known {
		t.Error("still not told")
	}
}

// TestOldBytes: what the board had been saying before is not listened to.
func TestOldBytes(t *testing.T) {
	d := newDesk(reportScans)
	d.run(450)
	if d.dec.Counts().Bytes != 0 {
		t.Error("listens before it has settled")
	}
}

func TestClosed(t *testing.T) {
	var h Host
	if h.Deadline() != Never || h.Listening() || h.Answering() || len(h.Step(nil, 1e6, Counts{Bytes: 9})) > 0 {
		t.Error("a host without a port does something")
	}
	d := newDesk(reportScans)
	d.run(1500)
	d.host.Closed()
	d.sent = nil
	d.run(1e5)
	d.expectSent(t)
	d.host.Opened(d.now)
	d.run(d.now + 560)
	d.expectSent(t, "100500 V56", "100550 R0052")
}

// TestDamage: after bytes that make no message, a board that reports changes is
// asked at once: it will not say it again.
func TestDamage(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"a byte is lost":      func(m []byte) []byte { return append(m[:20], m[21:]...) },
		"the first is lost":   func(m []byte) []byte { return m[1:] },
		"a bit is turned":     func(m []byte) []byte { m[20] ^= 4; return m },
		"the last is missing": func(m []byte) []byte { return m[:66] },
	} {
		d := newDesk(reportChange)
		d.run(4000)
		d.sent = nil
		d.hear(damage(d.board.Step(nil, sensor.Record{Word: sensor.Lift, Square: placement.E2})))
		d.run(4099)
		d.expectSent(t)
		d.run(4200)
		d.expectSent(t, "4100 S53")
		if got := lines(d.shown); len(got) != 3 || !strings.HasPrefix(got[1], "fault ") || got[2] != "lift e2 P" {
			t.Errorf("%s: shown %q", name, got)
		}
	}
}

// TestBoardDies: it is asked after silence, then for two seconds more, and from
// then on until it is back.
func TestBoardDies(t *testing.T) {
	d := newDesk(reportScans)
	d.run(5000)
	d.sent = nil
	d.dumb = true
	d.run(8100)
	d.expectSent(t, "7461 S53", "7761 S53", "8061 S53")
	if !d.host.Answering() {
		t.Error("given up too early")
	}
	d.run(9470)
	if d.host.Answering() {
		t.Error("answering")
	}
	d.sent = nil
	d.run(20000)
	d.expectEvery(t, answerTime)
	d.dumb = false
	d.run(20100)
	if !d.host.Answering() {
		t.Error("not answering after it came back")
	}
}

// expectEvery is that nothing but questions for the board was sent, so often.
func (d *desk) expectEvery(t *testing.T, gap int64) {
	t.Helper()
	last := int64(-1)
	for _, s := range d.sent {
		var at int64
		if _, err := fmt.Sscanf(s, "%d S53", &at); err != nil || last >= 0 && at != last+gap {
			t.Fatalf("sent %q", d.sent)
		}
		last = at
	}
}

// TestDeadBoard: a port with nobody at the other end, and one with rubbish.
func TestDeadBoard(t *testing.T) {
	d := newDesk(reportNever)
	d.only = "none"
	d.run(5000)
	if d.sent[0] != "500 V56" || d.sent[1] != "800 S53" {
		t.Errorf("sent %q", d.sent)
	}
	d.sent = d.sent[1:]
	d.expectEvery(t, answerTime)
	if d.host.Answering() {
		t.Error("answering")
	}
	for range 100 {
		d.now += 10
		d.hear([]byte("?x?"))
	}
	if d.host.Answering() {
		t.Error("takes rubbish for an answer")
	}
}
