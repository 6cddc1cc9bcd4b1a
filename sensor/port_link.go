package sensor

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"time"
)

// PortEventKind is the kind of a PortEvent.
type PortEventKind uint8

// The kinds of events of a PortLink.
const (
	PortUp     PortEventKind = iota + 1 // Path was opened
	PortData                            // Data was read
	PortDown                            // the port was lost; Err is the reason
	PortFailed                          // the port could not be opened; Err is the reason
)

// PortEvent is an event at a port. Time was taken first, before anything else was done
// about the event.
type PortEvent struct {
	Kind PortEventKind
	Time time.Time
	Path string
	HID  bool   // of PortUp: it is a HID device
	Data []byte // the receiver owns it, of a HID device one report
	Err  error
}

// PortLink keeps a port open. When the port is lost, the link looks it up and
// opens it again after a wait that doubles with each failure; while the port does
// not exist, the wait is two seconds at most. Set the fields before Run; Change
// changes Port later.
type PortLink struct {
	Port             PortConfig
	MinWait, MaxWait time.Duration // between tries; 0 is 1 s and 30 s

	changing sync.Mutex // held while settings are applied

	mu      sync.Mutex
	port    *Port // nil while down
	changes int   // how often Port was changed
}

// Run opens and reads the port, again and again, until ctx ends, and returns the error of
// ctx. Only one goroutine may run it. It sends the events in order and reads on when they
// are taken. The end of ctx is no event.
func (l *PortLink) Run(ctx context.Context, events chan<- PortEvent) error {
	wait := time.Duration(0)
	for ctx.Err() == nil {
		received, err := l.once(ctx, events)
		if received {
			wait = 0
		}
		if wait = l.wait(wait, err); err == nil || !pause(ctx, wait) {
			break
		}
	}
	return ctx.Err()
}

// missingWait is the longest wait while the port does not exist. Looking for it costs next
// to nothing, and somebody may just have plugged the cable in.
const missingWait = 2 * time.Second

// wait returns how long to wait after an error; before is the previous wait.
func (l *PortLink) wait(before time.Duration, err error) time.Duration {
	most := l.maxWait()
	if errors.Is(err, fs.ErrNotExist) {
		most = min(most, missingWait)
	}
	return max(min(2*before, most), l.minWait())
}

// once opens the port and reads until it is lost, or until ctx ends, when the error is nil.
// It reports whether anything was read. If a port opens but is lost at once, the waits
// between the tries must still grow.
func (l *PortLink) once(ctx context.Context, events chan<- PortEvent) (received bool, err error) {
	port, err := l.open(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return false, nil
		}
		send(ctx, events, PortEvent{Kind: PortFailed, Time: time.Now(), Err: err})
		return false, err
	}
	send(ctx, events, PortEvent{Kind: PortUp, Time: time.Now(), Path: port.Path(), HID: port.HID()})
	received, err = pump(ctx, port, events)
	l.set(nil)
	closing := port.Close()
	if err != nil {
		send(ctx, events, PortEvent{Kind: PortDown, Time: time.Now(), Path: port.Path(), Err: errors.Join(err, closing)})
	}
	return received, err
}

// open opens the port with the settings in force at that moment.
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
func pump(ctx context.Context, port *Port, events chan<- PortEvent) (received bool, err error) {
	buf := make([]byte, 4096)
	for ctx.Err() == nil {
		n, err := port.Read(buf)
		if n > 0 {
			received = true
			send(ctx, events, PortEvent{Kind: PortData, Time: time.Now(), Path: port.Path(),
				Data: append([]byte(nil), buf[:n]...)})
		}
		if err != nil {
			return received, err
		}
	}
	return received, nil
}

// Write sends data. Its errors are those of Port.Write, and ErrPortLost while the
// port is not open.
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

// Change applies other settings, now and at each later opening. Data that was read before
// still comes as an event, with an earlier time. The error is that of Port.Change; then the
// port is lost, and Run reports that too.
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

// send sends an event, unless ctx ends first.
func send(ctx context.Context, events chan<- PortEvent, e PortEvent) {
	select {
	case events <- e:
	case <-ctx.Done():
	}
}

// pause waits. It reports whether the whole wait passed before ctx ended.
func pause(ctx context.Context, wait time.Duration) bool {
	waiting, stop := context.WithTimeout(ctx, wait)
	defer stop()
	<-waiting.Done()
	return ctx.Err() == nil
}
