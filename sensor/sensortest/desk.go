package sensortest

import (
	"fmt"
	"github.com/boardd/boardd/legality/placement"
	"math/rand/v2"
	"testing"

	"github.com/boardd/boardd/sensor"
)

// Host is what a Desk needs of a host.
type Host interface {
	Opened(at int64)
	Closed()
	Listening() bool
	Answering() bool
	Step(dst []byte, at int64) []byte
	Deadline() int64
}

// Board is what a Desk needs of a simulated board.
type Board interface {
	Step(dst []byte, r sensor.Record) []byte
	Command(dst, data []byte) []byte
}

// Scanner is a simulated board that scans by itself.
type Scanner interface{ Scan(dst []byte) []byte }

// poller is a host that takes the answer that nothing is new.
type poller interface{ Idle(read []byte) bool }

// Desk is a host, the decoder that it follows, a board and the line between them, with a
// clock of its own. The board answers at once.
type Desk[C any] struct {
	Host    Host
	Decoder Decoder[C]
	Board   Board
	Every   int64                    // milliseconds between two scans of a Scanner; 0: it does not scan
	Now     int64                    // milliseconds
	Mute    bool                     // what the board sends is lost
	Deaf    func(data []byte) bool   // the board does not know a command; nil: it knows all
	Spoil   func(data []byte) []byte // changes what the board sends; nil: nothing does
	Format  func(data []byte) string // of what is sent, in Sent; nil: the first byte in hexadecimal
	Sent    []string                 // what the host has sent and when, "500 40"
	Shown   []sensor.Record          // what the decoder has returned
	Idle    int                      // answers that the host has taken, and the decoder has not read
	scan    int64                    // when the next scan is
}

// SetUp puts the initial array on the board and opens the port.
func (d *Desk[C]) SetUp() {
	d.Board.Step(nil, SetUp)
	d.Host.Opened(d.Now)
}

// Run goes from deadline to deadline up to a time.
func (d *Desk[C]) Run(until int64) {
	for {
		due := d.Host.Deadline()
		next := due
		if d.Every > 0 {
			next = min(due, d.scan)
		}
		if next > until {
			d.Now = until
			return
		}
		d.Now = max(d.Now, next)
		if d.Every > 0 && next == d.scan {
			d.scan += d.Every
			d.Read(d.Board.(Scanner).Scan(nil))
		}
		if due <= d.Now {
			d.step()
		}
	}
}

// step lets the host act.
func (d *Desk[C]) step() {
	out := d.Host.Step(nil, d.Now)
	if len(out) == 0 {
		return
	}
	text := fmt.Sprintf("%02x", out[0])
	if d.Format != nil {
		text = d.Format(out)
	}
	d.Sent = append(d.Sent, fmt.Sprint(d.Now, " ", text))
	if d.Deaf == nil || !d.Deaf(out) {
		d.Read(d.Board.Command(nil, out))
	}
}

// Read passes bytes of the board to the decoder.
func (d *Desk[C]) Read(data []byte) {
	if len(data) == 0 || d.Mute {
		return
	}
	if d.Spoil != nil {
		data = d.Spoil(data)
	}
	if p, ok := d.Host.(poller); ok && p.Idle(data) {
		d.Idle++
	} else if d.Host.Listening() {
		d.Shown = d.Decoder.Step(d.Shown, d.Now, data)
	}
	d.step()
}

// Hand passes records to the board.
func (d *Desk[C]) Hand(records ...sensor.Record) {
	for _, r := range records {
		r.At = d.Now
		d.Read(d.Board.Step(nil, r))
	}
}

// Lift has a hand take the piece off a square.
func (d *Desk[C]) Lift(sq placement.Square) { d.Hand(sensor.Record{Word: sensor.Lift, Square: sq}) }

// Drop has a hand put a piece down.
func (d *Desk[C]) Drop(sq placement.Square, p placement.Piece) {
	d.Hand(sensor.Record{Word: sensor.Drop, Square: sq, Piece: p})
}

// ExpectSent compares what was sent since the last call.
func (d *Desk[C]) ExpectSent(t testing.TB, want ...string) {
	t.Helper()
	ExpectLines(t, d.SentSince(), want...)
}

// SentSince returns what was sent since the last call.
func (d *Desk[C]) SentSince() []string {
	sent := d.Sent
	d.Sent = nil
	return sent
}

// ShownSince returns what the decoder has returned since the last call.
func (d *Desk[C]) ShownSince() []sensor.Record {
	shown := d.Shown
	d.Shown = nil
	return shown
}

// ClosedHost tests that a host without a port does nothing.
func ClosedHost(t *testing.T, h Host) {
	t.Helper()
	if h.Deadline() != sensor.Never || h.Listening() || h.Answering() || len(h.Step(nil, 1e6)) > 0 {
		t.Errorf("%T does something without a port", h)
	}
}

// FuzzHost tests hosts with any input. check returns what is wrong with the bytes that are
// sent now, given those sent last before. Deadlines must advance. more fills the corpus.
func FuzzHost[C any](f *testing.F, hosts func() (Host, Decoder[C]), check func(h Host, out []byte, now, before int64) string, more ...[]byte) {
	for i, data := range more {
		f.Add(data, uint64(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 2))
		h, d := hosts()
		h.Opened(0)
		now, before := int64(0), int64(-1e6)
		for _, piece := range append(CutUp(data, seed), make([][]byte, 200)...) {
			if len(piece) > 0 {
				now += rng.Int64N(3000)
			} else {
				now = max(now, h.Deadline())
			}
			if now == sensor.Never {
				return
			}
			d.Step(nil, now, piece)
			out := h.Step(nil, now)
			if len(out) > 0 {
				if wrong := check(h, out, now, before); wrong != "" {
					t.Fatalf("sent % x at %d, the last at %d: %s", out, now, before, wrong)
				}
				before = now
			}
			if len(out) == 0 && len(piece) == 0 && h.Deadline() <= now {
				t.Fatalf("deadline %d at %d", h.Deadline(), now)
			}
		}
	})
}
