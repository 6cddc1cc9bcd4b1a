package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
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
	updates chan struct{} // closed when that has come
	once    sync.Once
}

// boardModel is a board as the boards' packages have it.
type boardModel interface {
	Step(dst []byte, r sensor.Record) []byte
	Command(dst, commands []byte) []byte
}

// newPlayback makes a DGT board with its port.
func newPlayback() (*playback, error) {
	return playOn(&dgt.Board{Number: 1025, Firmware: [2]byte{1, 8}}, byte(dgt.UpdateNice))
}

// playOn makes the port of a board. Bytes that arrive before a program has
// opened it are neither changed nor echoed.
func playOn(board boardModel, cue byte) (*playback, error) {
	master, slave, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	p := &playback{path: slave.Name(), master: master, slave: slave, board: board, cue: cue, updates: make(chan struct{})}
	if err := makeRaw(slave); err != nil {
		p.close()
		return nil, fmt.Errorf("set up a pseudo-terminal: %w", err)
	}
	go p.listen()
	return p, nil
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
			_, err = p.master.Write(p.board.Command(nil, buf[:n]))
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

// bauds are the speeds of boards as a terminal's settings have them.
var bauds = map[int]uint32{9600: unix.B9600, 38400: unix.B38400, 115200: unix.B115200}

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
	if len(out) == 0 {
		return nil
	}
	if !p.tuned() {
		out = bytes.Repeat([]byte{0xfe}, len(out)) // noise
	}
	_, err := p.master.Write(out)
	return err
}

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

func (p *playback) close() {
	p.master.Close()
	p.slave.Close()
}
