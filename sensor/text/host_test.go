package text

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
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
	off   bool     // the board is
	sent  []string // "200 hello? board?"
}

func newDesk(b Board) *desk {
	d := &desk{board: b}
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
	if len(out) > 0 {
		d.sent = append(d.sent, fmt.Sprintf("%d %s", d.now, strings.Join(strings.Fields(string(out)), " ")))
	}
	d.hear(d.board.Command(nil, out))
}

// hear has bytes come from the board.
func (d *desk) hear(data []byte) {
	if len(data) == 0 || d.off {
		return
	}
	d.dec.Step(nil, d.now, data)
	d.step()
}

func (d *desk) expectSent(t *testing.T, answering bool, want ...string) {
	t.Helper()
	got := d.sent
	d.sent = nil
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("\nsent %q\nwant %q", got, want)
	}
	if d.host.Answering() != answering {
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
	d.run(800)
	d.expectSent(t, true, "200 hello? board?", "700 board?")
	d.now = 1000
	d.hear(lift)
	d.run(4000)
	d.expectSent(t, true, "3000 board?") // two seconds after a lift
	d.now = 4100
	d.hear([]byte("rubbish\n"))
	d.hear([]byte("rubbish\n"))
	d.run(5000)
	d.expectSent(t, true, "4100 board?", "4600 board?") // half a second between
	d.now = 6000
	d.hear(d.board.PowerUp(nil))
	d.run(7000)
	d.expectSent(t, true, "6000 board?") // it has started anew
	d.run(12500)
	d.expectSent(t, true, "11000 board?") // silence
	d.now = 12600
	d.hear([]byte("9000 press w\n8000 press b\n"))
	d.expectSent(t, true, "12600 board?") // its clock went back
}

// TestBoardFallsSilent: begun again until it answers.
func TestBoardFallsSilent(t *testing.T) {
	d := newDesk(Board{})
	d.run(800)
	d.sent, d.off = nil, true
	d.run(20_000)
	d.expectSent(t, false, "5700 board?", "7700 hello? board?", "9700 hello? board?", "11700 hello? board?", "13700 hello? board?",
		"15700 hello? board?")
	d.run(80_000)
	d.expectSent(t, false, "77700 hello? board?")
	d.off = false
	d.now = 100_000
	d.hear(d.board.PowerUp(nil))
	d.run(101_000)
	d.expectSent(t, true, "100500 board?")
}

// TestTalkingBoard: one that answers nothing is there as soon as it talks, and
// stays there; whoever says by himself what stands on the board does not answer.
func TestTalkingBoard(t *testing.T) {
	d := newDesk(Board{Style: PickDrop})
	d.run(20_000)
	d.expectSent(t, false, "200 hello? board?", "2200 hello? board?", "4200 hello? board?", "6200 hello? board?", "8200 hello? board?")
	d.now = 30_000
	d.hear(lift)
	d.expectSent(t, true, "30000 hello? board?")
	d.hear(lift)
	d.run(200_000)
	d.expectSent(t, true, "90000 hello? board?", "150000 hello? board?")

	d = newDesk(Board{Mute: true})
	d.now = 100
	d.hear(d.board.PowerUp(nil))
	d.run(50_000)
	d.expectSent(t, true, "600 board?")
}

func TestClosed(t *testing.T) {
	d := newDesk(Board{})
	d.run(800)
	d.host.Closed()
	if d.host.Deadline() != Never || d.host.Listening() || d.host.Answering() || len(d.host.Step(nil, 99_000, d.dec.Counts())) > 0 {
		t.Error("at work without a port")
	}
	d.sent = nil
	d.host.Opened(100_000)
	d.run(100_300)
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

// FuzzHost: whatever a board says, a host sends questions only, no more than
// one or two in half a second, and its deadlines always move on.
func FuzzHost(f *testing.F) {
	f.Add([]byte(strings.Join(streamLines, "")), uint64(2))
	f.Add([]byte("board ffff00000000ffff\nrubbish\n"), uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var h Host
		var dec Decoder
		last, now := int64(-askGap), int64(0)
		h.Opened(0)
		for _, piece := range append(cutUp(data, seed), make([][]byte, 40)...) {
			if len(piece) > 0 {
				now += rng.Int64N(3000)
			} else {
				now = max(now, h.Deadline())
			}
			dec.Step(nil, now, piece)
			out := h.Step(nil, now, dec.Counts())
			if len(out) > 0 {
				if !bytes.Equal(out, []byte(askBoard)) && !bytes.Equal(out, []byte(askHello+askBoard)) || h.state == watching && now < last+askGap {
					t.Fatalf("sent %q at %d, the last at %d", out, now, last)
				}
				last = now
			}
			if h.Deadline() <= now && len(piece) == 0 {
				t.Fatalf("deadline %d at %d", h.Deadline(), now)
			}
		}
	})
}
