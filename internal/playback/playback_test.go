package playback

import (
	"context"
	"io"
	"os"
	"testing"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// stalling is a board at which the machine stands still for ten seconds after the first record.
type stalling struct {
	dgt.Board
	clk  *clock.Clock
	took []int64 // when records were applied
}

func (s *stalling) Step(dst []byte, _ sensor.Record) []byte {
	if s.took = append(s.took, s.clk.Now()); len(s.took) == 1 {
		s.clk.Begin(s.clk.Now() + 10_000)
	}
	return dst
}

// TestPlayDoesNotHurry: after the machine has stood still, the time between two records is not less
// than it was to be.
func TestPlayDoesNotHurry(t *testing.T) {
	s := &stalling{clk: clock.New(20)}
	p, err := On(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	if err := p.Play(context.Background(), s.clk, []sensor.Record{{At: 0}, {At: 300}, {At: 900}, {At: 1200}}); err != nil {
		t.Fatal(err)
	}
	for i, least := range []int64{10_000, 600, 300} {
		if took := s.took[i+1] - s.took[i]; took < least {
			t.Errorf("record %d comes %d ms after the one before, want %d at least", i+1, took, least)
		}
	}
}

// lateLine is a port on which the time of some writes has passed before they begin, as on a machine
// that stands still.
type lateLine struct {
	line
	late int
}

func (l *lateLine) Write(data []byte) (int, error) {
	if l.late > 0 {
		l.late--
		return 0, os.ErrDeadlineExceeded
	}
	return l.line.Write(data)
}

// TestSendLate: bytes arrive although the time of two writes has passed before they began.
func TestSendLate(t *testing.T) {
	master, slave, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	p := begin(&Playback{master: &lateLine{master, 2}, slave: slave, Board: new(dgt.Board)})
	t.Cleanup(p.Close)
	p.Mu.Lock()
	err = p.send([]byte("abc"))
	p.Mu.Unlock()
	got := make([]byte, 3)
	if err == nil {
		_, err = io.ReadFull(slave, got)
	}
	if err != nil || string(got) != "abc" {
		t.Errorf("%q, %v", got, err)
	}
}
