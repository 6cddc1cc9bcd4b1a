package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/sensor"
)

// playback is a board at the far end of a pseudo-terminal, on which the hands
// and the clock do what a log says. It stands in for a board in the demo and in
// tests.
type playback struct {
	path   string // of the port, as a program that opens it names it
	master *os.File
	slave  *os.File // kept open, so that the port outlives the program that opens it

	mu    sync.Mutex // held while the board is told something
	board boardModel
	raw   bool // what was recorded of a port is played, and nothing answered
	baud  int  // the speed of the board; at another nobody understands the other. 0: any

	cue     byte          // with which a host has a board of the family begin
	updates chan struct{} // closed when that has come; at once, if there is none
	once    sync.Once
	ends    sync.WaitGroup // of what runs beside
}

// newPlayback makes a DGT board with its port.
func newPlayback() (*playback, error) {
	m := models["dgt"]
	return playOn(m.make(), m.cue)
}

// playOn makes the port of a board. Bytes that arrive before a program has
// opened it are neither changed nor echoed.
func playOn(board boardModel, cue byte) (*playback, error) {
	master, slave, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	if master, err = impatient(master); err != nil {
		slave.Close()
		return nil, fmt.Errorf("set up a pseudo-terminal: %w", err)
	}
	p := &playback{path: slave.Name(), master: master, slave: slave, board: board, cue: cue, updates: make(chan struct{})}
	if err := makeRaw(slave); err != nil {
		p.close()
		return nil, fmt.Errorf("set up a pseudo-terminal: %w", err)
	}
	if cue == 0 {
		p.once.Do(func() { close(p.updates) })
	}
	p.ends.Go(p.listen)
	return p, nil
}

// impatient is a file of which reads end when it is closed, and which knows
// deadlines.
func impatient(f *os.File) (*os.File, error) {
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// makeRaw has a terminal pass all bytes as they are.
func makeRaw(f *os.File) error {
	t, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	if err != nil {
		return err
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cflag = t.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
	return unix.IoctlSetTermios(int(f.Fd()), unix.TCSETS, t)
}

// listen answers what the host asks, until the port is closed.
func (p *playback) listen() {
	buf := make([]byte, 256)
	for {
		n, err := p.master.Read(buf)
		if err != nil {
			return
		}
		p.mu.Lock()
		understood := p.tuned()
		if understood && !p.raw {
			err = p.say(p.board.Command(nil, buf[:n]))
		}
		p.mu.Unlock()
		if err != nil {
			return
		}
		if understood && bytes.IndexByte(buf[:n], p.cue) >= 0 {
			p.once.Do(func() { close(p.updates) })
		}
	}
}

// setBaud has the board listen and talk at one speed alone.
func (p *playback) setBaud(baud int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.baud = baud
}

// bauds are the speeds of boards as a terminal's settings have them.
var bauds = map[int]uint32{9600: unix.B9600, 38400: unix.B38400, 115200: unix.B115200, 1000000: unix.B1000000}

// tuned reports whether the port has the board's speed.
func (p *playback) tuned() bool {
	t, err := unix.IoctlGetTermios(int(p.slave.Fd()), unix.TCGETS)
	return p.baud == 0 || err == nil && t.Cflag&unix.CBAUD == bauds[p.baud]
}

// do lets one record happen on the board.
func (p *playback) do(r sensor.Record) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.board.Step(nil, r)
	if r.Word == sensor.Rx {
		out = r.Data
	}
	return p.say(out)
}

// talk has a board that talks by itself do so, every so many milliseconds, until
// the port is closed.
func (p *playback) talk(pace *pace, every int64) {
	board, talks := p.board.(scanModel)
	if !talks || every == 0 {
		return
	}
	p.ends.Go(func() { p.scan(board, pace, every) })
}

func (p *playback) scan(board scanModel, pace *pace, every int64) {
	for next := pace.now(); ; next += every {
		sleep(context.Background(), pace.until(next))
		p.mu.Lock()
		err := p.say(board.Scan(nil))
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// say sends something. When nobody reads the port, and it is full, the rest is
// lost, as on a line.
func (p *playback) say(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if !p.tuned() {
		data = bytes.Repeat([]byte{0xfe}, len(data)) // noise
	}
	if err := p.master.SetWriteDeadline(time.Now().Add(fullTime)); err != nil {
		return err
	}
	if _, err := p.master.Write(data); !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return nil
}

// fullTime is how long a port may be full before what is to be sent is given up.
const fullTime = 100 * time.Millisecond

// play lets records happen at their times from now on, once the board has been
// asked to report changes. It returns when the last has happened or ctx ends.
func (p *playback) play(ctx context.Context, pace *pace, records []sensor.Record) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-p.updates:
	}
	begin := pace.now()
	for _, r := range records {
		for wait := pace.until(begin + r.At); wait > 0; wait = pace.until(begin + r.At) {
			if !sleep(ctx, wait) {
				return ctx.Err()
			}
		}
		if err := p.do(r); err != nil {
			return err
		}
	}
	return nil
}

// close pulls the board out. Nothing more comes from it.
func (p *playback) close() {
	p.master.Close() // ends what waits for it
	p.ends.Wait()
	p.mu.Lock() // its speed may be asked for
	defer p.mu.Unlock()
	p.slave.Close()
}
