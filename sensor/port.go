package sensor

// The files port*.go are the shell of this package: they own a serial port,
// and nothing else here knows of files, time or goroutines.

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"

	"go.bug.st/serial"
)

// What a Port's errors say; errors.Is tells which.
var (
	ErrPortClosed = errors.New("port is closed")                   // by Close
	ErrPortLost   = errors.New("port is gone")                     // unplugged, or the driver gave it up
	ErrPortStuck  = errors.New("port takes no more bytes")         // a write did not end in time: the port is abandoned
	ErrPortInUse  = errors.New("port is in use")                   // another program has it
	ErrForbidden  = errors.New("byte must not be sent to a board") // PortConfig.Allow or AllowWrite said no
)

// ModemLine says what is done with DTR or RTS after opening. Opening itself
// raises both for a moment; nothing can be done about that.
type ModemLine uint8

// What can be done with a modem line.
const (
	LineLeave ModemLine = iota // as the driver has it
	LineOn
	LineOff
)

// PortConfig says which port is opened and how. Only Name and Baud are needed.
type PortConfig struct {
	// Name is a path such as /dev/serial/by-id/…, a device's name in /dev, or
	// usb:VID:PID or usb:VID:PID:SERIAL with hexadecimal ids. It is looked up
	// again at each opening, since a device may come back under another name.
	Name     string
	Baud     int
	DataBits int             // 0 is 8
	Parity   serial.Parity   // the zero value is none
	StopBits serial.StopBits // the zero value is one
	DTR, RTS ModemLine

	// Allow, if not nil, is asked of every byte that is to be written. If it
	// refuses one, nothing of that write is sent.
	Allow func(byte) bool

	// AllowWrite, if not nil, is asked of each write as a whole: of commands whose
	// bytes by themselves say nothing.
	AllowWrite func([]byte) bool

	ReadTimeout  time.Duration // after which Read returns 0, nil; 0 is 100 ms
	WriteTimeout time.Duration // after which a write declares the port dead; 0 is 2 s
	Root         string        // in which sys and dev are looked for; "" is "/"
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

// Port is an open serial port, guarded against what the library below does
// not survive: a write or a close while another call is under way, a write
// that never returns, a call after closing, which would reach whatever file
// got the number next. All methods may be called from any goroutine.
type Port struct {
	path   string
	config PortConfig
	raw    serial.Port
	lock   *portLock

	reading sync.Mutex // held around each read of raw
	writing sync.Mutex // held by the one Write under way
	writes  chan portWrite
	closing chan struct{} // closed by Close
	written chan struct{} // closed when the writer has returned

	mu     sync.Mutex
	closed bool
	dead   error // why the port is of no use any more
}

// OpenPort opens the port for this program alone, and throws away what was
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
	lock, err := lockPort(path)
	if err != nil {
		return nil, err
	}
	raw, err := openRaw(path, config)
	if err != nil {
		lock.release()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	p := &Port{path: path, config: config, raw: raw, lock: lock, writes: make(chan portWrite),
		closing: make(chan struct{}), written: make(chan struct{})}
	go p.writer()
	return p, nil
}

// openRaw opens and sets up the library's port.
func openRaw(path string, config PortConfig) (serial.Port, error) {
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

// openingError gives the library's two common errors the names that callers
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

func setUp(raw serial.Port, config PortConfig) error {
	if err := setLine(config.DTR, raw.SetDTR); err != nil {
		return fmt.Errorf("set DTR: %w", err)
	}
	if err := setLine(config.RTS, raw.SetRTS); err != nil {
		return fmt.Errorf("set RTS: %w", err)
	}
	if err := raw.SetReadTimeout(config.ReadTimeout); err != nil {
		return fmt.Errorf("set read time-out: %w", err)
	}
	if err := raw.ResetInputBuffer(); err != nil {
		return fmt.Errorf("throw away old input: %w", err)
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

// The library waits for bytes with select(2), which knows file numbers below
// 1024 only: with a port above, it panics. A port takes four numbers; the
// rest of the margin is for what other goroutines open meanwhile.
const (
	selectFiles = 1024
	fileMargin  = 64
)

// enoughLowFiles sees whether the numbers that the port will get are low enough.
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
