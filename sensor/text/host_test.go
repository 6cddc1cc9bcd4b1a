package text

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor/sensortest"
)

// desk is a host, a decoder and a board at a sensortest.Desk.
type desk struct {
	sensortest.Desk[Counts]
	host  Host
	board Board
	dec   Decoder
}

func newDesk(b Board) *desk {
	d := &desk{board: b}
	d.host.Decoder = &d.dec
	d.Desk = sensortest.Desk[Counts]{Host: &d.host, Decoder: &d.dec, Board: &d.board,
		Format: func(data []byte) string { return strings.Join(strings.Fields(string(data)), " ") }}
	d.SetUp()
	return d
}

func (d *desk) expectSent(t *testing.T, answering bool, want ...string) {
	t.Helper()
	d.ExpectSent(t, want...)
	if d.Host.Answering() != answering {
		t.Errorf("after %q: answering %v", want, !answering)
	}
}

var lift = []byte("lift e2\n")

// TestAnsweringBoard: asked who it is, and then what stands on it whenever
// something may have been missed.
func TestAnsweringBoard(t *testing.T) {
	d := newDesk(Board{})
	if d.host.Listening() != true || d.host.Answering() {
		t.Error("an open port is listened to, and nobody has answered")
	}
	d.Run(800)
	d.expectSent(t, true, "200 hello? board?", "700 board?")
	d.Now = 1000
	d.Read(lift)
	d.Run(4000)
	d.expectSent(t, true, "3000 board?") // two seconds after a lift
	d.Now = 4100
	d.Read([]byte("rubbish\n"))
	d.Read([]byte("rubbish\n"))
	d.Run(5000)
	d.expectSent(t, true, "4100 board?", "4600 board?") // half a second between
	d.Now = 6000
	d.Read(d.board.PowerUp(nil))
	d.Run(7000)
	d.expectSent(t, true, "6000 board?") // it has started anew
	d.Run(12500)
	d.expectSent(t, true, "11000 board?") // silence
	d.Now = 12600
	d.Read([]byte("9000 press w\n8000 press b\n"))
	d.expectSent(t, true, "12600 board?") // its clock went back
}

// TestBoardFallsSilent: begun again until it answers.
func TestBoardFallsSilent(t *testing.T) {
	d := newDesk(Board{})
	d.Run(800)
	d.Sent, d.Mute = nil, true
	d.Run(20_000)
	d.expectSent(t, false, "5700 board?", "7700 hello? board?", "9700 hello? board?", "11700 hello? board?", "13700 hello? board?",
		"15700 hello? board?")
	d.Run(80_000)
	d.expectSent(t, false, "77700 hello? board?")
	d.Mute = false
	d.Now = 100_000
	d.Read(d.board.PowerUp(nil))
	d.Run(101_000)
	d.expectSent(t, true, "100500 board?")
}

// TestReportingBoard: a board that answers nothing is there as soon as it reports, and
// stays there; a scan that nobody asked for is no answer.
func TestReportingBoard(t *testing.T) {
	d := newDesk(Board{Style: PickDrop})
	d.Run(20_000)
	d.expectSent(t, false, "200 hello? board?", "2200 hello? board?", "4200 hello? board?", "6200 hello? board?", "8200 hello? board?")
	d.Now = 30_000
	d.Read(lift)
	d.expectSent(t, true, "30000 hello? board?")
	d.Read(lift)
	d.Run(200_000)
	d.expectSent(t, true, "90000 hello? board?", "150000 hello? board?")

	d = newDesk(Board{Mute: true})
	d.Now = 100
	d.Read(d.board.PowerUp(nil))
	d.Run(50_000)
	d.expectSent(t, true, "600 board?")
}

func TestClosed(t *testing.T) {
	d := newDesk(Board{})
	d.Run(800)
	d.host.Closed()
	sensortest.ClosedHost(t, d.Host)
	d.Sent = nil
	d.host.Opened(100_000)
	d.Run(100_300)
	d.expectSent(t, true, "100200 hello? board?")
}

// TestAllowed: the letters of the questions, and no other byte.
func TestAllowed(t *testing.T) {
	for b := range 256 {
		if want := strings.Contains("helo?bard\n", string(rune(b))); Allowed(byte(b)) != want {
			t.Errorf("%q: %v", rune(b), !want)
		}
	}
}

// FuzzHost: whatever a board sends, a Host sends questions only, and to a board that
// answers not too soon.
func FuzzHost(f *testing.F) {
	hosts := func() (sensortest.Host, sensortest.Decoder[Counts]) {
		d := new(Decoder)
		return &Host{Decoder: d}, d
	}
	check := func(h sensortest.Host, out []byte, now, before int64) string {
		switch {
		case string(out) != askBoard && string(out) != askHello+askBoard:
			return "not a question"
		case h.(*Host).state == watching && now < before+askGap:
			return "too soon"
		}
		return ""
	}
	sensortest.FuzzHost(f, hosts, check, []byte(strings.Join(streamLines, "")), []byte("board ffff00000000ffff\nnoise\n"))
}
