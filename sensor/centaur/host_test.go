package centaur

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

// desk is a host, a decoder and a board at a sensortest.Desk.
type desk struct {
	sensortest.Desk[Counts]
	host  Host
	board Board
	dec   Decoder
}

func newDesk() *desk {
	d := &desk{board: Board{Address: address}}
	d.host.Decoder = &d.dec
	d.Desk = sensortest.Desk[Counts]{Host: &d.host, Decoder: &d.dec, Board: &d.board}
	d.SetUp()
	return d
}

// hands lets a hand touch a square.
func (d *desk) hands(word sensor.Word, sq placement.Square) {
	d.Hand(sensor.Record{Word: word, Square: sq, Piece: placement.Unknown})
}

// TestStart: what happened before is thrown away, then the board is scanned and
// asked for news every 50 ms.
func TestStart(t *testing.T) {
	d := newDesk() // on which all pieces have just been set up
	if d.host.Listening() || d.host.Deadline() != 500 {
		t.Error("listens before it has settled")
	}
	d.Run(600)
	if got, want := d.SentSince(), []string{"500 87", "500 83", "500 82", "500 83", "550 83", "600 83"}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	sensortest.Expect(t, d.ShownSince(), sensortest.InitialOccupancy)
	d.hands(sensor.Lift, placement.E2)
	d.Run(620)
	d.hands(sensor.Drop, placement.E4)
	d.hands(sensor.Lift, placement.E7)
	d.Run(1000)
	sensortest.Expect(t, d.ShownSince(), "lift e2", "drop e4", "lift e7")
	d.SentSince()
	d.Run(2800)
	dumps := slices.DeleteFunc(d.SentSince(), func(s string) bool { return !strings.HasSuffix(s, "82") })
	if !slices.Equal(dumps, []string{"2650 82"}) {
		t.Errorf("dumps %q", dumps)
	}
}

// TestTurned: a board that lies the other way tells its own squares.
func TestTurned(t *testing.T) {
	d := newDesk()
	d.board = Board{Address: address, Turned: true}
	d.board.Step(nil, sensortest.SetUp)
	d.Run(600)
	d.hands(sensor.Lift, placement.E2)
	d.Run(700)
	sensortest.Expect(t, d.ShownSince(), sensortest.InitialOccupancy, "lift d7")
}

// TestAsleep: a board that does not answer a ping is woken up.
func TestAsleep(t *testing.T) {
	d := newDesk()
	d.board.Asleep = true
	d.Run(2100)
	if got, want := d.SentSince()[:3], []string{"500 87", "2000 4d", "2000 83"}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	if !d.host.Answering() {
		t.Error("not answering")
	}
}

// TestLost: a board that is silent for two seconds is looked for anew.
func TestLost(t *testing.T) {
	d := newDesk()
	d.Run(1000)
	d.Mute = true
	d.Run(2900)
	if !d.host.Answering() {
		t.Error("given up too soon")
	}
	d.Run(3200)
	if d.host.Answering() {
		t.Error("answering")
	}
	d.Mute = false
	d.hands(sensor.Lift, placement.E2)
	d.SentSince()
	d.ShownSince()
	d.Run(8000)
	sensortest.Expect(t, d.ShownSince(), "lift e2", "board ????????/????????/8/8/8/8/????1???/????????")
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
		d.Run(1000)
		d.ShownSince()
		d.Spoil = spoil
		d.hands(sensor.Lift, placement.E2)
		d.Run(1051)
		d.Spoil = nil
		d.Run(1400)
		got := slices.DeleteFunc(d.ShownSince(), func(r sensor.Record) bool { return r.Word == sensor.Fault })
		if len(got) == 0 || sensortest.Lines(got)[0] != "board ????????/????????/8/8/8/8/????1???/????????" {
			t.Errorf("%s: %q", name, sensortest.Lines(got))
		}
	}
}

func TestClosed(t *testing.T) {
	sensortest.ClosedHost(t, new(Host))
	d := newDesk()
	d.Run(1000)
	d.host.Closed()
	d.SentSince()
	d.Run(1e6)
	if n := len(d.SentSince()); n > 0 {
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
		if got := Allowed(sensortest.Bytes(t, text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// FuzzHost: whatever a board sends, a Host sends only what is allowed.
func FuzzHost(f *testing.F) {
	hosts := func() (sensortest.Host, sensortest.Decoder[Counts]) {
		d := new(Decoder)
		return &Host{Decoder: d}, d
	}
	check := func(_ sensortest.Host, out []byte, _, _ int64) string {
		if !Allowed(out) {
			return "not allowed"
		}
		return ""
	}
	sensortest.FuzzHost(f, hosts, check, append(sensortest.Bytes(f, "87 00 06 06 50 63"), dump()...), sensortest.Bytes(f, "85 00 06 06 50 61 00 ff 40 41"))
}
