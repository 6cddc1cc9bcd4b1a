package ichessone

import (
	"bytes"
	"fmt"
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

// newDesk returns a desk with a board; reads is a board that does not send its changes.
func newDesk(reads bool) *desk {
	d := &desk{board: Board{Reads: reads}}
	d.host.Decoder = &d.dec
	d.Desk = sensortest.Desk[Counts]{Host: &d.host, Decoder: &d.dec, Board: &d.board, Format: func(data []byte) string { return string(data) }}
	d.SetUp()
	return d
}

// TestStartup: the board, then its changes; and the board again and again until the first
// change has come by itself.
func TestStartup(t *testing.T) {
	d := newDesk(false)
	if d.host.Listening() || d.host.Answering() || d.host.Deadline() != 500 {
		t.Error("listens before it has settled")
	}
	d.Run(820)
	d.ExpectSent(t, "500 RP", "550 CPIRQ", "600 RP", "700 RP", "800 RP")
	if !d.host.Answering() || !d.host.Listening() {
		t.Error("not answering after a board")
	}
	d.Lift(placement.E2)
	sensortest.Expect(t, d.ShownSince(), sensortest.Initial, "lift e2 P")
	d.Run(6000)
	d.ExpectSent(t, "3320 RP", "5820 RP") // 2.5 s after the change, and after the answer
	d.Drop(placement.E4, placement.WhitePawn)
	sensortest.Expect(t, d.ShownSince(), "drop e4 P")
	d.Run(8600)
	d.ExpectSent(t, "8500 RP")
}

// TestNoChangesSent: a board that does not send its changes is asked ten times a second,
// and for its changes once.
func TestNoChangesSent(t *testing.T) {
	d := newDesk(true)
	d.Run(1000)
	d.ExpectSent(t, "500 RP", "550 CPIRQ", "600 RP", "700 RP", "800 RP", "900 RP", "1000 RP")
	d.Lift(placement.E2)
	d.Run(1100)
	sensortest.Expect(t, d.ShownSince(), sensortest.Initial, "lift e2 P")
	d.SentSince()
	d.Run(60_000)
	if n := len(d.Sent); n != 589 || slices.ContainsFunc(d.Sent, func(s string) bool { return !strings.HasSuffix(s, " RP") }) {
		t.Errorf("%d sent: %q …", n, d.Sent[:10])
	}
}

// TestChangesCease: a board that was switched off and on does not send its changes any
// more. The next question finds what it has missed, and from then on it is asked.
func TestChangesCease(t *testing.T) {
	d := newDesk(false)
	d.Run(1000)
	d.Lift(placement.E2)
	d.Run(1500)
	d.SentSince()
	d.board.changes = false
	d.Drop(placement.E4, placement.WhitePawn)
	d.Run(3500)
	sensortest.Expect(t, d.ShownSince(), sensortest.Initial, "lift e2 P", "drop e4 P")
	d.ExpectSent(t, "3500 RP")
	d.Run(3700)
	d.ExpectSent(t, "3600 RP", "3700 RP")
	d.board.changes = true
	d.Lift(placement.E7)
	d.Run(6000)
	d.ExpectSent(t)
}

// TestDamage: after bytes that make no message the board is asked at once, because it will
// not repeat them.
func TestDamage(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"a byte is lost":      func(m []byte) []byte { return append(m[:20], m[21:]...) },
		"the first is lost":   func(m []byte) []byte { return m[1:] },
		"a bit is turned":     func(m []byte) []byte { m[20] ^= 0xe0; return m },
		"the last is missing": func(m []byte) []byte { return m[:33] },
	} {
		d := newDesk(false)
		d.Run(1000)
		d.Lift(placement.E2)
		d.Run(2000)
		d.SentSince()
		d.ShownSince()
		d.Read(damage(d.board.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn})))
		d.Run(2099)
		d.ExpectSent(t)
		d.Run(2150)
		d.ExpectSent(t, "2100 RP")
		if got := sensortest.Lines(d.Shown); len(got) != 2 || !strings.HasPrefix(got[0], "fault ") || got[1] != "drop e4 P" {
			t.Errorf("%s: shown %q", name, got)
		}
	}
}

// TestBoardDies: it is asked after silence, then for two seconds more, and from then on
// until it is back; then it is asked for its changes again.
func TestBoardDies(t *testing.T) {
	d := newDesk(false)
	d.Run(1000)
	d.Lift(placement.E2)
	d.SentSince()
	d.Mute = true
	d.Run(5400)
	if !d.host.Answering() {
		t.Error("given up too early")
	}
	d.Run(5600)
	if d.host.Answering() {
		t.Error("answering")
	}
	for i, s := range d.SentSince() {
		if want := fmt.Sprint(3500+300*i, " RP"); s != want && i < 7 {
			t.Errorf("sent %q, want %q", s, want)
		}
	}
	d.board.changes = false
	d.Run(20_000)
	d.SentSince()
	d.Mute = false
	d.Run(20_500)
	if sent := d.SentSince(); !d.host.Answering() || len(sent) < 2 || !strings.HasSuffix(sent[1], " CPIRQ") || !d.board.changes {
		t.Errorf("after it came back: sent %q", sent)
	}
}

// TestDeadBoard: a port with nobody at the other end, and one with rubbish.
func TestDeadBoard(t *testing.T) {
	d := newDesk(false)
	d.Deaf = func([]byte) bool { return true }
	d.Run(1400)
	d.ExpectSent(t, "500 RP", "800 RP", "1100 RP", "1400 RP")
	for range 100 {
		d.Now += 10
		d.Read([]byte("?=b=b"))
	}
	if d.host.Answering() {
		t.Error("takes rubbish for an answer")
	}
}

func TestClosed(t *testing.T) {
	sensortest.ClosedHost(t, new(Host))
	d := newDesk(false)
	d.Run(450)
	if d.dec.Counts().Bytes != 0 {
		t.Error("listens before it has settled")
	}
	d.Run(1500)
	d.host.Closed()
	d.SentSince()
	d.Run(1e5)
	d.ExpectSent(t)
	d.host.Opened(d.Now)
	d.Run(d.Now + 560)
	d.ExpectSent(t, "100500 RP", "100550 CPIRQ")
}

// TestAllowed: the two commands as they are, and no part of one.
func TestAllowed(t *testing.T) {
	for text, want := range map[string]bool{"RP": true, "CPIRQ": true, "": false, "R": false, "RB": false, "RPRP": false, "CPIR": false, "\x4e": false} {
		if Allowed([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// FuzzHost: whatever a board sends, a Host sends only what is allowed, and not too soon.
func FuzzHost(f *testing.F) {
	hosts := func() (sensortest.Host, sensortest.Decoder[Counts]) {
		d := new(Decoder)
		return &Host{Decoder: d}, d
	}
	check := func(_ sensortest.Host, out []byte, now, before int64) string {
		switch {
		case !Allowed(out):
			return "not allowed"
		case now < before+commandGap:
			return "too soon"
		}
		return ""
	}
	sensortest.FuzzHost(f, hosts, check, bytes.Join(stream(f).Messages, nil), []byte("=b\x00\x64=p??="), make([]byte, 600))
}
