package daemon

import (
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// ptyLine is a line of boards at the far end of a pseudo-terminal. The cable can be
// pulled out, while things go on happening on the boards.
type ptyLine struct {
	t    *testing.T
	pace *clock.Clock
	name string // of the port, which stands for another terminal each time

	mu     sync.Mutex
	line   bus.Bus
	master *os.File // nil while the cable is out
	slave  *os.File
	stop   chan struct{}
}

// newPtyLine has boards with these numbers, with the pieces set up.
func newPtyLine(t *testing.T, p *clock.Clock, name string, numbers ...int) *ptyLine {
	t.Helper()
	h := &ptyLine{t: t, pace: p, name: name}
	h.line.Chance = rand.New(rand.NewPCG(1, 2))
	for _, n := range numbers {
		b := &bus.Board{Board: dgt.Board{Number: n, Firmware: [2]byte{1, 3}}}
		b.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
		h.line.Boards = append(h.line.Boards, b)
	}
	h.plugIn()
	t.Cleanup(h.pullOut)
	return h
}

func (h *ptyLine) plugIn() {
	h.t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := playback.MakeRaw(slave); err != nil {
		h.t.Fatal(err)
	}
	h.mu.Lock()
	h.master, h.slave, h.stop = master, slave, make(chan struct{})
	h.mu.Unlock()
	harness.NamePort(h.t, h.name, &playback.Playback{Path: slave.Name()})
	go h.hear(master)
	go h.speak(master, h.stop)
}

func (h *ptyLine) pullOut() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.master != nil {
		close(h.stop)
		h.master.Close()
		h.slave.Close()
		h.master = nil
	}
}

// hear takes what the host sends.
func (h *ptyLine) hear(master *os.File) {
	buf := make([]byte, 256)
	for {
		n, err := master.Read(buf)
		if err != nil {
			return
		}
		h.mu.Lock()
		h.line.Command(h.pace.Now(), buf[:n])
		h.mu.Unlock()
	}
}

// speak sends what comes over the line, a byte each millisecond.
func (h *ptyLine) speak(master *os.File, stop <-chan struct{}) {
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
		}
		h.mu.Lock()
		data := h.line.Send(nil, h.pace.Now())
		h.mu.Unlock()
		if len(data) > 0 {
			master.Write(data) // the end of it is told by stop
		}
	}
}

// hands has something happen on the board of an index.
func (h *ptyLine) hands(board int, records []sensor.Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range records {
		h.line.Boards[board].Step(nil, r)
	}
}

// power has a board lose its power or have it again.
func (h *ptyLine) power(board int, on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.line.Boards[board].Dead = !on
	if on {
		h.line.Boards[board].Restart()
	}
}
