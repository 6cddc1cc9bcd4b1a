package sensor

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"time"
)

// PortEventKind says what a PortEvent is.
type PortEventKind uint8

// The kinds of events of a PortLink.
const (
	PortUp     PortEventKind = iota + 1 // Path was opened
	PortData                            // Data was read
	PortDown                            // the port was lost: Err says how
	PortFailed                          // the port could not be opened: Err says why
)

// PortEvent is what happened at a port. Time was taken as it happened, before
// anything else was done about it.
type PortEvent struct {
	Kind PortEventKind
	Time time.Time
	Path string
	Data []byte // belongs to the receiver
	Err  error
}

// PortLink keeps a port open: when it is lost, it is looked up and opened again,
// after a wait that doubles with each vain try, up to two seconds while there is
// no such port. Fill in the fields before Run; Change changes Port later.
type PortLink struct {
	Port             PortConfig
	MinWait, MaxWait time.Duration // between tries; 0 is 1 s and 30 s

	changing sync.Mutex // held while settings are put into force

	mu      sync.Mutex
	port    *Port // nil while down
	changes int   // of Port
}

// Run opens, reads and opens again until ctx ends, whose error it returns. One
// goroutine may run it. Events are sent in order, and reading waits until they
// are taken; the end of ctx is none.
func (l *PortLink) Run(ctx context.Context, events chan<- PortEvent) error {
	wait := time.Duration(0)
	for ctx.Err() == nil {
		heard, err := l.once(ctx, events)
		if heard {
			wait = 0
		}
		if wait = l.wait(wait, err); err == nil || !pause(ctx, wait) {
			break
		}
	}
	return ctx.Err()
}

// missingWait is the longest wait for a name that is not there: looking for it
// costs next to nothing, and somebody may just have plugged the cable in again.
const missingWait = 2 * time.Second

// wait is how long to wait after an error, and after the given wait before.
func (l *PortLink) wait(before time.Duration, err error) time.Duration {
	most := l.maxWait()
	if errors.Is(err, fs.ErrNotExist) {
		most = min(most, missingWait)
	}
	return max(min(2*before, most), l.minWait())
}

// once opens the port and reads until it is lost or ctx ends, when the error
// is nil. It reports whether anything was read: a port that opens but is lost
// at once, over and over, is not to be opened ever faster.
func (l *PortLink) once(ctx context.Context, events chan<- PortEvent) (heard bool, err error) {
	port, err := l.open(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return false, nil
		}
		send(ctx, events, PortEvent{Kind: PortFailed, Time: time.Now(), Err: err})
		return false, err
	}
	send(ctx, events, PortEvent{Kind: PortUp, Time: time.Now(), Path: port.Path()})
	heard, err = pump(ctx, port, events)
	l.set(nil)
	closing := port.Close()
	if err != nil {
		send(ctx, events, PortEvent{Kind: PortDown, Time: time.Now(), Path: port.Path(), Err: errors.Join(err, closing)})
	}
	return heard, err
}

// open opens the port, with the settings that are in force when it is open.
func (l *PortLink) open(ctx context.Context) (*Port, error) {
	l.mu.Lock()
	config, changes := l.Port, l.changes
	l.mu.Unlock()
	port, err := OpenPort(ctx, config)
	if err != nil {
		return nil, err
	}
	l.changing.Lock()
	defer l.changing.Unlock()
	l.mu.Lock()
	l.port = port
	config, changed := l.Port, l.changes != changes
	l.mu.Unlock()
	if changed {
		if err := port.Change(config); err != nil {
			l.set(nil)
			return nil, errors.Join(err, port.Close())
		}
	}
	return port, nil
}

// pump reads until the port is lost or ctx ends.
func pump(ctx context.Context, port *Port, events chan<- PortEvent) (heard bool, err error) {
	buf := make([]byte, 4096)
	for ctx.Err() == nil {
		n, err := port.Read(buf)
		if n > 0 {
			heard = true
			send(ctx, events, PortEvent{Kind: PortData, Time: time.Now(), Path: port.Path(),
				Data: append([]byte(nil), buf[:n]...)})
		}
		if err != nil {
			return heard, err
		}
	}
	return heard, nil
}

// Write sends data if the port is open, with the errors of Port.Write, and
// ErrPortLost while there is none.
func (l *PortLink) Write(data []byte) error {
	l.mu.Lock()
	port := l.port
	l.mu.Unlock()
	if port == nil {
		return ErrPortLost
	}
	_, err := port.Write(data)
	return err
}

// Change goes over to other settings, now and whenever the port is opened again.
// What was read before comes as an event still, with a time before now. The
// error is that of Port.Change; Run tells of it too, since the port is lost.
func (l *PortLink) Change(to PortConfig) error {
	l.changing.Lock()
	defer l.changing.Unlock()
	l.mu.Lock()
	l.Port = to
	l.changes++
	port := l.port
	l.mu.Unlock()
	if port == nil {
		return nil
	}
	return port.Change(to)
}

func (l *PortLink) set(port *Port) {
	l.mu.Lock()
	l.port = port
	l.mu.Unlock()
}

func (l *PortLink) minWait() time.Duration {
	if l.MinWait > 0 {
		return l.MinWait
	}
	return time.Second
}

func (l *PortLink) maxWait() time.Duration {
	if l.MaxWait > 0 {
		return max(l.MaxWait, l.minWait())
	}
	return max(30*time.Second, l.minWait())
}

// send gives an event to whoever listens, unless ctx ends first.
func send(ctx context.Context, events chan<- PortEvent, e PortEvent) {
	select {
	case events <- e:
	case <-ctx.Done():
	}
}

// pause waits, and reports whether it was not ended by ctx.
func pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
