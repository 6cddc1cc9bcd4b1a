package broker

import (
	"log/slog"
	"net"
	"sync"

	"github.com/mochi-mqtt/server/v2/listeners"
)

// listener takes the connections of the broker's clients, and knows those that
// are open. The listeners of the server return from Close while a client that
// has just come is not counted yet; the server then waits for its clients and
// counts one more at the same time, which is a data race. Its list of clients
// loses one that comes back under its name just when its last connection ends.
type listener struct {
	net.Listener
	served  chan struct{} // closed when Serve has returned
	clients sync.WaitGroup

	mu     sync.Mutex
	here   map[net.Conn]bool
	closed bool
}

func listen(address string) (*listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	return &listener{Listener: l, served: make(chan struct{}), here: map[net.Conn]bool{}}, nil
}

func (*listener) ID() string              { return "loopback" }
func (*listener) Protocol() string        { return "tcp" }
func (*listener) Init(*slog.Logger) error { return nil }
func (l *listener) Address() string       { return l.Addr().String() }

// Serve hands each connection to the server until the listener is closed.
func (l *listener) Serve(establish listeners.EstablishFn) {
	defer close(l.served)
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		l.clients.Add(1)
		go func() {
			defer l.clients.Done()
			l.add(c)
			_ = establish(l.ID(), c) // it ends with the connection
			l.remove(c)
		}()
	}
}

// Close closes the listener and all connections, and returns when the server
// has let go of each.
func (l *listener) Close(listeners.CloseFn) {
	_ = l.Listener.Close()
	<-l.served
	l.closeAll()
	l.clients.Wait()
}

func (l *listener) add(c net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.here[c] = true
	if l.closed {
		_ = c.Close()
	}
}

func (l *listener) remove(c net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.here, c)
}

func (l *listener) closeAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for c := range l.here {
		_ = c.Close()
	}
}
