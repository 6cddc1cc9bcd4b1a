// Package playback plays what a log says on a simulated board at the far end of a
// pseudo-terminal, or of a socket in place of a HID device, for the demo and for tests.
package playback

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

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
)

// Playback is a simulated board at the far end of a port. It plays what hands and clock do in a
// log.
type Playback struct {
	Path   string // of the port
	master line
	slave  *os.File // kept open, so that the port outlives the program that opens it; nil: a HID device

	Mu    sync.Mutex // held while a record is applied or bytes are read
	Board family.Board
	Raw   bool // the board plays recorded bytes, and does not answer
	baud  int  // the only speed at which board and host understand each other; 0: any

	cue     byte          // the byte with which a host starts a board of the family; 0: none
	Updates chan struct{} // closed when the cue has arrived, or at once if there is none
	Once    sync.Once
	ends    sync.WaitGroup // of the goroutines
}

// line is the far end of a port.
type line interface {
	Read(buf []byte) (int, error)
	Write(data []byte) (int, error)
	SetWriteDeadline(time.Time) error
	Close() error
}

// New makes a DGT board with its port.
func New() (*Playback, error) {
	f := family.Named("dgt")
	return Of(f, f.Board())
}

// Of makes the port of a board of a family.
func Of(f *family.Family, board family.Board) (*Playback, error) {
	if f.Port.Kind != sensor.HIDPort {
		return On(board, f.Cue)
	}
	l, err := listenHID()
	if err != nil {
		return nil, err
	}
	return begin(&Playback{Path: l.path, master: l, Board: board, cue: f.Cue}), nil
}

// On makes the serial port of a board. Bytes that arrive before a program has opened the port are
// neither changed nor echoed.
func On(board family.Board, cue byte) (*Playback, error) {
	master, slave, err := Open()
	if err != nil {
		return nil, err
	}
	return begin(&Playback{Path: slave.Name(), master: master, slave: slave, Board: board, cue: cue}), nil
}

// begin lets the board listen.
func begin(p *Playback) *Playback {
	p.Updates = make(chan struct{})
	if p.cue == 0 {
		p.Once.Do(func() { close(p.Updates) })
	}
	p.ends.Go(p.listen)
	return p
}

// Open opens a pseudo-terminal that passes all bytes as they are. Reads of the master end when
// it is closed, and it supports deadlines. The slave is the port.
func Open() (master, slave *os.File, err error) {
	master, slave, err = pty.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	master, err = interruptible(master)
	if err == nil {
		err = makeRaw(slave)
	}
	if err != nil {
		slave.Close()
		return nil, nil, fmt.Errorf("set up a pseudo-terminal: %w", err)
	}
	return master, slave, nil
}

// interruptible returns a file whose reads end when it is closed, and which supports deadlines.
func interruptible(f *os.File) (*os.File, error) {
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

// makeRaw sets a terminal to pass all bytes as they are.
func makeRaw(f *os.File) error {
	t, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	if err != nil {
		return err
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cflag = t.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
	return unix.IoctlSetTermios(int(f.Fd()), unix.TCSETS, t)
}

// listen answers the host until the port is closed.
func (p *Playback) listen() {
	buf := make([]byte, 256)
	for {
		n, err := p.master.Read(buf)
		if err != nil {
			return
		}
		p.Mu.Lock()
		understood := p.tuned()
		if understood && !p.Raw {
			err = p.send(p.Board.Command(nil, buf[:n]))
		}
		p.Mu.Unlock()
		if err != nil {
			return
		}
		if understood && bytes.IndexByte(buf[:n], p.cue) >= 0 {
			p.Once.Do(func() { close(p.Updates) })
		}
	}
}

// SetBaud sets the only speed at which the board is understood; 0 for any.
func (p *Playback) SetBaud(baud int) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	p.baud = baud
}

// bauds maps speeds to a terminal's settings.
var bauds = map[int]uint32{9600: unix.B9600, 38400: unix.B38400, 115200: unix.B115200, 1000000: unix.B1000000}

// tuned reports whether the port has the board's speed.
func (p *Playback) tuned() bool {
	if p.slave == nil {
		return true
	}
	t, err := unix.IoctlGetTermios(int(p.slave.Fd()), unix.TCGETS)
	return p.baud == 0 || err == nil && t.Cflag&unix.CBAUD == bauds[p.baud]
}

// Do applies one record to the board, which sends what follows.
func (p *Playback) Do(r sensor.Record) error {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	out := p.Board.Step(nil, r)
	if r.Word == sensor.Rx {
		out = r.Data
	}
	return p.send(out)
}

// Stream lets a board that sends all the time do so until the port is closed. Every is in
// milliseconds.
func (p *Playback) Stream(clk *clock.Clock, every int64) {
	board, streams := p.Board.(family.Scanner)
	if !streams || every == 0 {
		return
	}
	p.ends.Go(func() { p.scan(board, clk, every) })
}

// scan sends a scan of the board every so many milliseconds.
func (p *Playback) scan(board family.Scanner, clk *clock.Clock, every int64) {
	for next := clk.Now(); ; next += every {
		clock.Sleep(context.Background(), clk.Until(next))
		p.Mu.Lock()
		err := p.send(board.Scan(nil))
		p.Mu.Unlock()
		if err != nil {
			return
		}
	}
}

// send sends bytes. If nobody reads the port and its buffer is full, the rest is lost, as on
// a serial line, and as reports of a HID device are.
func (p *Playback) send(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if !p.tuned() {
		data = bytes.Repeat([]byte{0xfe}, len(data)) // noise
	}
	for range fullTries {
		if err := p.master.SetWriteDeadline(time.Now().Add(fullTry)); err != nil {
			return err
		}
		n, err := p.master.Write(data)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
		data = data[n:]
	}
	return nil
}

// A full port blocks for so many tries of so long before the rest is dropped. A try that begins
// after its time, because the machine stood still, writes nothing: one alone shows no full port.
const (
	fullTries = 20
	fullTry   = 5 * time.Millisecond
)

// Play applies records at their times from now on, once the host has asked for changes. It
// returns when the last is applied or ctx ends. A record that is late delays those after it: on a
// machine that stands still the hands do so, too, and do not hurry afterwards.
func (p *Playback) Play(ctx context.Context, clk *clock.Clock, records []sensor.Record) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-p.Updates:
	}
	begin := clk.Now()
	for _, r := range records {
		for wait := clk.Until(begin + r.At); wait > 0; wait = clk.Until(begin + r.At) {
			if !clock.Sleep(ctx, wait) {
				return ctx.Err()
			}
		}
		begin = max(begin, clk.Now()-r.At)
		if err := p.Do(r); err != nil {
			return err
		}
	}
	return nil
}

// Close disconnects the board.
func (p *Playback) Close() {
	p.master.Close() // ends what waits for it
	p.ends.Wait()
	p.Mu.Lock() // its speed may be asked for
	defer p.Mu.Unlock()
	if p.slave != nil {
		p.slave.Close()
	}
}

// Locked calls do while no record is applied and no byte is read.
func (p *Playback) Locked(do func()) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	do()
}

// Die stops the board from answering, as without power, or lets it answer again.
func (p *Playback) Die(dead bool) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	p.Raw = dead
}

// Unheard applies records to a board whose port is closed.
func (p *Playback) Unheard(records []sensor.Record) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	for _, r := range records {
		p.Board.Step(nil, r)
	}
}
