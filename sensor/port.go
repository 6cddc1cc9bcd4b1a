package sensor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"

	"go.bug.st/serial"
)

// The errors of a Port, for errors.Is.
var (
	ErrPortClosed = errors.New("port is closed")                   // Close was called
	ErrPortLost   = errors.New("port is gone")                     // unplugged, or given up by the driver
	ErrPortStuck  = errors.New("port takes no more bytes")         // a write did not end in time
	ErrPortInUse  = errors.New("port is in use")                   // another program has it
	ErrNoPort     = errors.New("that is no serial port")           // a file, a folder, a HID device
	ErrNoHID      = errors.New("that is no HID device")            // PortConfig.Kind wants one
	ErrNoBoard    = errors.New("that is no board")                 // a HID device of another maker
	ErrForbidden  = errors.New("byte must not be sent to a board") // PortConfig.Allow or AllowWrite refused it
)

// ModemLine is how DTR or RTS is set after opening. Opening the port raises both for a
// moment, which nobody can prevent.
type ModemLine uint8

// The settings of a modem line.
const (
	LineLeave ModemLine = iota // as the driver set it
	LineOn
	LineOff
)

// PortKind is the kind of a port.
type PortKind uint8

// The kinds of ports.
const (
	SerialPort PortKind = iota
	HIDPort             // a read returns one report, each write is one, and nothing about the line counts
	AnyPort             // whichever the device is
)

// PortConfig says which port to open, and how. Only Name is required, and Baud for a serial
// port.
type PortConfig struct {
	// Name is a path such as /dev/serial/by-id/…, the name of a device in /dev,
	// or usb:VID:PID or usb:VID:PID:SERIAL with hexadecimal ids. Each opening looks
	// it up again, since a device may come back under another path.
	Name     string
	Kind     PortKind
	Baud     int
	DataBits int             // 0 is 8
	Parity   serial.Parity   // the zero value is none
	StopBits serial.StopBits // the zero value is one
	DTR, RTS ModemLine

	// Allow, unless nil, is asked about every byte to be written. If it refuses
	// one, nothing of that write is sent.
	Allow func(byte) bool

	// AllowWrite, unless nil, is asked about each write as a whole, for commands
	// of several bytes.
	AllowWrite func([]byte) bool

	ReadTimeout  time.Duration // after which Read returns 0, nil; 0 is 100 ms
	WriteTimeout time.Duration // after which a write abandons the port; 0 is 2 s
	Root         string        // the folder that holds sys and dev; "" is "/"
}

// SameLine reports whether two configurations have the same speed and byte format.
func (c *PortConfig) SameLine(o *PortConfig) bool {
	return c.Baud == o.Baud && cmp.Or(c.DataBits, 8) == cmp.Or(o.DataBits, 8) && c.Parity == o.Parity && c.StopBits == o.StopBits
}

func (c PortConfig) withDefaults() PortConfig {
	if c.ReadTimeout <= 0 {
		c.ReadTimeout = 100 * time.Millisecond
	}
	if c.WriteTimeout <= 0 {
		c.WriteTimeout = 2 * time.Second
	}
	return c
}

func (c *PortConfig) mode() *serial.Mode {
	return &serial.Mode{BaudRate: c.Baud, DataBits: c.DataBits, Parity: c.Parity, StopBits: c.StopBits}
}

// Port is an open serial port, or an open HID device. It avoids what the serial library does not survive: a close
// during another call, and a call after closing, which would reach whatever file got the
// number next. The library's write waits for ever, and closing does not end it. So Port
// writes through the lock's own file, which does not wait. All methods may be called from
// any goroutine.
type Port struct {
	path   string
	config PortConfig
	raw    rawPort
	lock   *portLock
	hid    *hidDevice // nil: a serial port

	reading sync.Mutex    // held around each read of raw
	writing sync.Mutex    // held by the one Write under way
	closing chan struct{} // Close closes it

	mu     sync.Mutex
	closed bool
	dead   error // why the port is unusable; nil while it is usable
}

// rawPort is what Port uses of the serial library.
type rawPort interface {
	Read(buf []byte) (int, error)
	Close() error
	SetMode(*serial.Mode) error
	SetDTR(bool) error
	SetRTS(bool) error
	SetReadTimeout(time.Duration) error
	ResetInputBuffer() error
	ResetOutputBuffer() error
}

// OpenPort opens the port for this program alone and drops the input that was
// waiting in it. It gives up when ctx ends, even if the driver hangs.
func OpenPort(ctx context.Context, config PortConfig) (*Port, error) {
	type result struct {
		port *Port
		err  error
	}
	done := make(chan result, 1)
	go func() {
		p, err := openPort(config.withDefaults())
		done <- result{p, err}
	}()
	select {
	case r := <-done:
		return r.port, r.err
	case <-ctx.Done():
		go func() {
			if r := <-done; r.port != nil {
				r.port.Close()
			}
		}()
		return nil, fmt.Errorf("open %s: %w", config.Name, ctx.Err())
	}
}

func openPort(config PortConfig) (*Port, error) {
	path, err := resolvePort(config.Root, config.Name)
	if err != nil {
		return nil, err
	}
	hid, err := findHID(config.Root, path)
	switch {
	case err != nil:
		return nil, err
	case hid != nil:
		return openHID(path, hid, config)
	case config.Kind == HIDPort:
		return nil, fmt.Errorf("open %s: %w, as boards by Chessnut are", path, ErrNoHID)
	}
	lock, err := lockPort(path)
	if err != nil {
		return nil, err
	}
	raw, err := openRaw(path, config)
	if err != nil {
		lock.release()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return &Port{path: path, config: config, raw: raw, lock: lock, closing: make(chan struct{})}, nil
}

// openRaw opens and sets up a port of the serial library.
func openRaw(path string, config PortConfig) (rawPort, error) {
	if err := enoughLowFiles(); err != nil {
		return nil, err
	}
	raw, err := serial.Open(path, config.mode())
	if err != nil {
		return nil, openingError(err)
	}
	if err := setUp(raw, config); err != nil {
		raw.Close()
		return nil, err
	}
	return raw, nil
}

var (
	errInUse    = fmt.Errorf("%w by another program", ErrPortInUse)
	errNotYours = fmt.Errorf("%w: the user must be in the group that owns it, often dialout", syscall.EACCES)
)

// openingError turns the library's two common errors into errors that callers
// can test for.
func openingError(err error) error {
	var pe *serial.PortError
	if !errors.As(err, &pe) {
		return err
	}
	switch pe.Code() {
	case serial.PortBusy:
		return errInUse
	case serial.PermissionDenied:
		return errNotYours
	}
	return err
}

func setUp(raw rawPort, config PortConfig) error {
	if err := setLines(raw, config); err != nil {
		return err
	}
	if err := raw.SetReadTimeout(config.ReadTimeout); err != nil {
		return fmt.Errorf("set read time-out: %w", err)
	}
	if err := raw.ResetInputBuffer(); err != nil {
		return fmt.Errorf("throw away old input: %w", err)
	}
	return nil
}

// setLines sets the modem lines.
func setLines(raw rawPort, config PortConfig) error {
	if err := setLine(config.DTR, raw.SetDTR); err != nil {
		return fmt.Errorf("set DTR: %w", err)
	}
	if err := setLine(config.RTS, raw.SetRTS); err != nil {
		return fmt.Errorf("set RTS: %w", err)
	}
	return nil
}

// setLine sets a modem line. A pseudo-terminal has none, which is no error.
func setLine(want ModemLine, set func(bool) error) error {
	if want == LineLeave {
		return nil
	}
	if err := set(want == LineOn); err != nil && !errors.Is(err, syscall.ENOTTY) {
		return err
	}
	return nil
}

// The serial library waits for bytes with select(2), which knows only file numbers below
// 1024; with a higher one it panics. A port takes four numbers; the rest of the margin is
// for files that other goroutines open meanwhile.
const (
	selectFiles = 1024
	fileMargin  = 64
)

// enoughLowFiles returns an error if the port would get too high a file number.
func enoughLowFiles() error {
	fd, err := syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("look for a free file number: %w", err)
	}
	syscall.Close(fd)
	if fd >= selectFiles-fileMargin {
		return fmt.Errorf("too many files are open: the next is number %d, a port needs one below %d", fd, selectFiles)
	}
	return nil
}

// closeTimeout bounds Close: the driver of a real port may wait half a minute for
// its last bytes to go out.
const closeTimeout = time.Second

// Path returns the device that was opened.
func (p *Port) Path() string { return p.path }

// HID reports whether it is a HID device.
func (p *Port) HID() bool { return p.hid != nil }

// Read waits for input up to the read time-out and returns it. After the time-out
// it returns 0 and no error: silence is no end of file. So do not put a
// bufio.Reader or a bufio.Scanner on a Port; both give up after 100 empty reads.
// The error is ErrPortClosed after Close, otherwise ErrPortLost or ErrPortStuck;
// each is final.
func (p *Port) Read(buf []byte) (int, error) {
	p.reading.Lock()
	defer p.reading.Unlock()
	if err := p.usable(); err != nil {
		return 0, err
	}
	n, err := p.readRaw(buf)
	if err != nil {
		return n, p.lose(fmt.Errorf("read %s: %w: %v", p.path, ErrPortLost, err))
	}
	return n, nil
}

// readRaw turns the library's panic for a high file number into an error.
func (p *Port) readRaw(buf []byte) (n int, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			n, err = 0, fmt.Errorf("serial library: %v", cause)
		}
	}()
	return p.raw.Read(buf)
}

// Write sends all of data, to a HID device as one report. When that takes longer than the write time-out, it
// returns ErrPortStuck, and the port is of no use any more.
func (p *Port) Write(data []byte) (int, error) {
	p.writing.Lock()
	defer p.writing.Unlock()
	if bad := p.forbidden(data); len(bad) > 0 {
		return 0, fmt.Errorf("write %s: %w: % x", p.path, ErrForbidden, bad)
	}
	if err := p.usable(); err != nil {
		return 0, err
	}
	framed := p.hid.framed(data)
	n, err := p.writeAll(framed)
	n = max(0, n-(len(framed)-len(data)))
	if err != nil {
		return n, p.lose(fmt.Errorf("write %s: %w", p.path, err))
	}
	return n, nil
}

// roomPause is how long a write waits for room before it tries again.
const roomPause = 2 * time.Millisecond

// writeAll writes until all of data is written, the write time-out is over, or the
// port is closed.
func (p *Port) writeAll(data []byte) (written int, err error) {
	deadline := time.Now().Add(p.config.WriteTimeout)
	for {
		n, err := p.lock.write(data[written:])
		written += n
		switch {
		case err != nil:
			return written, fmt.Errorf("%w: %v", ErrPortLost, err)
		case written == len(data):
			return written, nil
		case n > 0:
			continue
		case time.Now().After(deadline):
			return written, ErrPortStuck
		}
		select {
		case <-p.closing:
			return written, ErrPortClosed
		case <-time.After(roomPause):
		}
	}
}

// forbidden returns the part of data that must not be written.
func (p *Port) forbidden(data []byte) []byte {
	if allow := p.config.AllowWrite; allow != nil && !allow(data) {
		return data
	}
	if p.config.Allow == nil {
		return nil
	}
	for i, b := range data {
		if !p.config.Allow(b) {
			return data[i : i+1]
		}
	}
	return nil
}

// Change applies other settings without closing the port, which might reset the
// device behind it. Name and time-outs stay. If speed or byte format change, the
// input waiting to be read is dropped. Change waits for a read or write in
// progress.
func (p *Port) Change(to PortConfig) error {
	p.reading.Lock()
	defer p.reading.Unlock()
	p.writing.Lock()
	defer p.writing.Unlock()
	if err := p.usable(); err != nil {
		return err
	}
	to.ReadTimeout, to.WriteTimeout = p.config.ReadTimeout, p.config.WriteTimeout
	change := setUp
	if p.config.SameLine(&to) {
		change = setLines
	} else if err := p.raw.SetMode(to.mode()); err != nil {
		return p.lose(fmt.Errorf("set %s to %d baud: %w: %v", p.path, to.Baud, ErrPortLost, err))
	}
	if err := change(p.raw, to); err != nil {
		return p.lose(fmt.Errorf("set up %s: %w: %v", p.path, ErrPortLost, err))
	}
	p.config = to
	return nil
}

// Close closes the port and releases the lock, after a read or write in progress.
// It returns within a second; a driver that takes longer is left to itself.
func (p *Port) Close() error {
	p.mu.Lock()
	was := p.closed
	p.closed = true
	p.mu.Unlock()
	if was {
		return nil
	}
	close(p.closing)
	done := make(chan error, 1)
	go func() {
		err := p.closeRaw()
		p.lock.release()
		done <- err
	}()
	limit := time.NewTimer(closeTimeout)
	defer limit.Stop()
	select {
	case err := <-done:
		return err
	case <-limit.C:
		return fmt.Errorf("close %s: %w: abandoned", p.path, ErrPortStuck)
	}
}

// closeRaw waits until nobody uses the port and closes it. Before that it drops the waiting
// output, for which the driver would wait.
func (p *Port) closeRaw() error {
	p.writing.Lock()
	defer p.writing.Unlock()
	p.reading.Lock()
	defer p.reading.Unlock()
	p.raw.ResetOutputBuffer() // the port is being closed: its error is of no use
	if err := p.raw.Close(); err != nil {
		return fmt.Errorf("close %s: %w", p.path, err)
	}
	return nil
}

// usable returns nil, or why the port is unusable.
func (p *Port) usable() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return p.closedError()
	}
	return p.dead
}

func (p *Port) closedError() error { return fmt.Errorf("use %s: %w", p.path, ErrPortClosed) }

// lose marks the port as dead with the first reason given, and returns that reason. After
// Close the reason is always ErrPortClosed.
func (p *Port) lose(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return p.closedError()
	}
	if p.dead == nil {
		p.dead = err
	}
	return p.dead
}
