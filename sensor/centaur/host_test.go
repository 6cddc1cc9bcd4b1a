package centaur

import (
	"fmt"
	"slices"
	"strings"
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
	dumb  bool                // what the board says is lost
	spoil func([]byte) []byte // what becomes of it on the way
	sent  []string            // "500 87"
	shown []sensor.Record
}

func newDesk() *desk {
	d := &desk{board: Board{Address: address}}
	d.board.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	d.host.Opened(0)
	return d
}

// run goes from deadline to deadline until the time given; the board answers at
// once.
func (d *desk) run(until int64) {
	for {
		out := d.host.Step(nil, d.now, d.dec.Counts())
		if len(out) > 0 {
			d.sent = append(d.sent, fmt.Sprintf("%d %02x", d.now, out[0]))
			d.hear(d.board.Command(nil, out))
			continue
		}
		next := d.host.Deadline()
		if next > until {
			d.now = until
			return
		}
		d.now = max(d.now, next)
	}
}

func (d *desk) hear(data []byte) {
	if d.dumb || !d.host.Listening() {
		return
	}
	if d.spoil != nil {
		data = d.spoil(data)
	}
	d.shown = d.dec.Step(d.shown, d.now, data)
}

// hands lets something happen.
func (d *desk) hands(word sensor.Word, sq placement.Square) {
	d.board.Step(nil, sensor.Record{At: d.now, Word: word, Square: sq, Piece: placement.Unknown})
}

func (d *desk) sentSince() []string {
	sent := d.sent
	d.sent = nil
	return sent
}

func (d *desk) shownSince() []sensor.Record {
	shown := d.shown
	d.shown = nil
	return shown
}

// TestStart: what happened before is thrown away, then the board is scanned and
// asked for news every 50 ms.
func TestStart(t *testing.T) {
	d := newDesk() // whose men have all been set up just now
	if d.host.Listening() || d.host.Deadline() != 500 {
		t.Error("listens before it has settled")
	}
	d.run(600)
	if got, want := d.sentSince(), []string{"500 87", "500 83", "500 82", "500 83", "550 83", "600 83"}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	expect(t, d.shownSince(), initial)
	d.hands(sensor.Lift, placement.E2)
	d.run(620)
	d.hands(sensor.Drop, placement.E4)
	d.hands(sensor.Lift, placement.E7)
	d.run(1000)
	expect(t, d.shownSince(), "lift e2", "drop e4", "lift e7")
	d.sentSince()
	d.run(2800)
	dumps := slices.DeleteFunc(d.sentSince(), func(s string) bool { return !strings.HasSuffix(s, "82") })
	if !slices.Equal(dumps, []string{"2650 82"}) {
		t.Errorf("dumps %q", dumps)
	}
}

// TestTurned: a board that lies the other way tells its own squares.
func TestTurned(t *testing.T) {
	d := newDesk()
	d.board = Board{Address: address, Turned: true}
	d.board.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	d.run(600)
	d.hands(sensor.Lift, placement.E2)
	d.run(700)
	expect(t, d.shownSince(), initial, "lift d7")
}

// TestAsleep: a board that does not answer a ping is woken up.
func TestAsleep(t *testing.T) {
	d := newDesk()
	d.board.Asleep = true
	d.run(2100)
	if got, want := d.sentSince()[:3], []string{"500 87", "2000 4d", "2000 83"}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	if !d.host.Answering() {
		t.Error("not answering")
	}
}

// TestLost: a board that is silent for two seconds is looked for anew.
func TestLost(t *testing.T) {
	d := newDesk()
	d.run(1000)
	d.dumb = true
	d.run(2900)
	if !d.host.Answering() {
		t.Error("given up too soon")
	}
	d.run(3200)
	if d.host.Answering() {
		t.Error("answering")
	}
	d.dumb = false
	d.hands(sensor.Lift, placement.E2)
	d.sentSince()
	d.shownSince()
	d.run(8000)
	expect(t, d.shownSince(), "lift e2", "board ????????/????????/8/8/8/8/????1???/????????")
}

// TestLostAnswer: after an answer that was damaged or did not come a dump tells
// what it held.
func TestLostAnswer(t *testing.T) {
	for name, spoil := range map[string]func([]byte) []byte{
		"damaged": func(data []byte) []byte { data[len(data)-2] ^= 1; return data },
		"lost":    func([]byte) []byte { return nil },
		"cut off": func(data []byte) []byte { return data[:4] },
	} {
		d := newDesk()
		d.run(1000)
		d.shownSince()
		d.spoil = spoil
		d.hands(sensor.Lift, placement.E2)
		d.run(1051)
		d.spoil = nil
		d.run(1400)
		got := slices.DeleteFunc(d.shownSince(), func(r sensor.Record) bool { return r.Word == sensor.Fault })
		if len(got) == 0 || lines(got)[0] != "board ????????/????????/8/8/8/8/????1???/????????" {
			t.Errorf("%s: %q", name, lines(got))
		}
	}
}

func TestClosed(t *testing.T) {
	var h Host
	if h.Deadline() != Never || h.Listening() || h.Answering() || len(h.Step(nil, 1e6, Counts{Bytes: 9})) > 0 {
		t.Error("a host without a port does something")
	}
	d := newDesk()
	d.run(1000)
	d.host.Closed()
	d.sentSince()
	d.run(1e6)
	if n := len(d.sentSince()); n > 0 {
		t.Errorf("%d commands without a port", n)
	}
}

// TestAllowed: these four things and nothing else; not the byte by itself that
// starts the boot loader of other boards.
func TestAllowed(t *testing.T) {
	for text, want := range map[string]bool{
		"87 00 00 07": true, "4d 4e 87 00 00 07": true, "83 06 50 59": true, "82 06 50 58": true,
		"4e": false, "4d 4e": false, "4e 87 00 00 07": false, "83 06 50 58": false, "81 06 50 57": false, "85 06 50 5b": false,
		"83 00 00 03": false, "83 06 50 59 83 06 50 59": false, "": false,
	} {
		if got := Allowed(wire(t, text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// FuzzHost: whatever a board says, a host sends only what is allowed, and its
// deadlines always move on.
func FuzzHost(f *testing.F) {
	f.Add(append(wire(f, "87 00 06 06 50 63"), dump()...))
	f.Add(wire(f, "85 00 06 06 50 61 00 ff 40 41"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var h Host
		var d Decoder
		h.Opened(0)
		now := int64(0)
		for range 200 + len(data) {
			now = max(now, h.Deadline())
			out := h.Step(nil, now, d.Counts())
			if len(out) == 0 && h.Deadline() <= now {
				t.Fatalf("deadline %d at %d in %v", h.Deadline(), now, h.state)
			}
			if len(out) > 0 && !Allowed(out) {
				t.Fatalf("sent % x", out)
			}
			n := min(len(data), 7)
			d.Step(nil, now, data[:n])
			data = data[n:]
		}
	})
}
