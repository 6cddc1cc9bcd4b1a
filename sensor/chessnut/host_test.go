package chessnut

import (
	"fmt"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor/sensortest"
)

// desk is a host, a decoder and a board at a sensortest.Desk.
type desk struct {
	sensortest.Desk[Counts]
	host  Host
	board Board
	dec   Decoder
}

func newDesk(board Board) *desk {
	d := &desk{board: board}
	d.host.Decoder = &d.dec
	d.Desk = sensortest.Desk[Counts]{Host: &d.host, Decoder: &d.dec, Board: &d.board, Every: ScanTime,
		Format: func(data []byte) string { return fmt.Sprintf("% x", data) }}
	d.SetUp()
	return d
}

// TestHost: the same game on boards that differ in what nobody knows: whether they report all
// the time or changes alone, how long reports are, whether they answer.
func TestHost(t *testing.T) {
	for name, board := range map[string]Board{
		"all the time":       {},
		"changes":            {Changes: true},
		"changes, no answer": {Changes: true, Deaf: true},
		"01 3d":              {Long: true},
		"64 bytes":           {Size: 64},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(board)
			if d.host.Answering() || !d.host.Listening() {
				t.Error("answering before it was asked")
			}
			d.Run(1000)
			d.ExpectSent(t, "0 21 01 00")
			d.Lift(placement.E2)
			d.Run(60_000)
			d.Drop(placement.E4, placement.WhitePawn)
			d.Run(130_000)
			sensortest.Expect(t, d.Shown, sensortest.Initial, "lift e2 P", "drop e4 P")
			if !d.host.Answering() {
				t.Error("not answering")
			}
			if c := d.dec.Counts(); c.Lost+c.Others > 0 {
				t.Errorf("%+v", c)
			}
		})
	}
}

// TestQuestions: what is sent to a board that is silent.
func TestQuestions(t *testing.T) {
	d := newDesk(Board{Changes: true})
	d.Run(8000)
	d.ExpectSent(t, "0 21 01 00", "2500 29 01 00", "5000 29 01 00", "7500 29 01 00")
	deaf := newDesk(Board{Changes: true, Deaf: true})
	deaf.Run(130_000)
	deaf.ExpectSent(t, "0 21 01 00", "2500 29 01 00", "62500 29 01 00", "122500 29 01 00")
	if d.Idle != 3 {
		t.Errorf("%d answers", d.Idle)
	}
}

// TestStart: a board that does not hear is asked until it does.
func TestStart(t *testing.T) {
	d := newDesk(Board{})
	d.Deaf = func([]byte) bool { return true }
	d.Run(2500)
	d.ExpectSent(t, "0 21 01 00", "1000 21 01 00", "2000 21 01 00")
	if d.host.Answering() {
		t.Error("answering")
	}
	d.Deaf = nil
	d.Run(3100)
	sensortest.Expect(t, d.Shown, sensortest.Initial)
}

// TestGone: a board that has shown that it would not be silent, and is.
func TestGone(t *testing.T) {
	for name, board := range map[string]Board{"all the time": {}, "changes": {Changes: true}} {
		d := newDesk(board)
		d.Run(5000)
		d.Mute = true
		d.Run(10_000)
		if !d.host.Answering() {
			t.Errorf("%s: given up too soon", name)
		}
		d.Run(14_000)
		if d.host.Answering() {
			t.Errorf("%s: still answering", name)
		}
		d.Mute = false
		d.Lift(placement.E2)
		d.Run(16_000)
		sensortest.Expect(t, d.Shown, sensortest.Initial, "lift e2 P")
		if !d.host.Answering() {
			t.Errorf("%s: not answering", name)
		}
	}
}

// TestDamagedReport: a board that reports changes alone is asked for a report again.
func TestDamagedReport(t *testing.T) {
	d := newDesk(Board{Changes: true})
	d.Run(1000)
	d.Lift(placement.E2)
	d.Spoil = func(data []byte) []byte { return data[:20] }
	d.Run(1100)
	d.Spoil = nil
	d.SentSince()
	d.Run(2200)
	d.ExpectSent(t, "2100 21 01 00")
	if got := sensortest.Faultless(d.Shown); len(got) != 2 || got[1] != "board rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR" {
		t.Errorf("shown %q", got)
	}
}

// TestRubbish: a board that sends nothing but rubbish counts as gone, until it reports again.
func TestRubbish(t *testing.T) {
	d := newDesk(Board{})
	d.Run(1000)
	d.Spoil = func([]byte) []byte { return []byte("rubbish") }
	d.Run(9000)
	if d.host.Answering() {
		t.Error("answering")
	}
	d.Spoil = nil
	d.Run(11_000)
	if !d.host.Answering() || d.dec.Counts().Others < 50 {
		t.Errorf("not answering, %+v", d.dec.Counts())
	}
}

func TestClosed(t *testing.T) {
	d := newDesk(Board{})
	d.Run(1000)
	d.host.Closed()
	sensortest.ClosedHost(t, &d.host)
	d.host.Opened(d.Now)
	d.SentSince()
	d.Run(1100)
	d.ExpectSent(t, "1000 21 01 00")
}

// FuzzHost: whatever a board sends, a Host sends only what is allowed.
func FuzzHost(f *testing.F) {
	hosts := func() (sensortest.Host, sensortest.Decoder[Counts]) {
		d := new(Decoder)
		return &Host{Decoder: d}, d
	}
	check := func(_ sensortest.Host, out []byte, now, before int64) string {
		switch {
		case !Allowed(out):
			return "not allowed"
		case now < before+startTime:
			return "too soon"
		}
		return ""
	}
	sensortest.FuzzHost(f, hosts, check, sensortest.Bytes(f, "01 24"+initial+"00 00 00 00"), sensortest.Bytes(f, "2a 02 50 00"))
}
