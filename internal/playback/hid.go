package playback

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// hidLine is the far end of a socket that stands in for a HID device: each read and each write
// is one report. The port is a program that has connected. While none has, reports are lost.
type hidLine struct {
	path   string
	listen *net.UnixListener

	mu     sync.Mutex
	conn   *net.UnixConn // nil: nobody has opened the port
	closed bool
}

// listenHID makes such a socket, in a folder of its own.
func listenHID() (*hidLine, error) {
	dir, err := os.MkdirTemp("", "hid")
	if err != nil {
		return nil, fmt.Errorf("make a folder for a HID device: %w", err)
	}
	path := filepath.Join(dir, "board")
	listen, err := net.ListenUnix("unixpacket", &net.UnixAddr{Name: path, Net: "unixpacket"})
	if err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("make a HID device: %w", err)
	}
	return &hidLine{path: path, listen: listen}, nil
}

// Read returns the next report, without the zero before it. It waits for a program to open the
// port. The error is that of a closed listener.
func (l *hidLine) Read(buf []byte) (int, error) {
	for {
		conn, _ := l.opened()
		if conn == nil {
			next, err := l.listen.AcceptUnix()
			if err != nil {
				return 0, err
			}
			l.open(next)
			continue
		}
		n, err := conn.Read(buf)
		if err != nil {
			conn.Close()
			l.open(nil)
			continue
		}
		if n > 0 && buf[0] == 0 {
			n = copy(buf, buf[1:n])
		}
		return n, nil
	}
}

// Write sends a report.
func (l *hidLine) Write(report []byte) (int, error) {
	conn, err := l.opened()
	if conn == nil {
		return len(report), err
	}
	if _, err := conn.Write(report); errors.Is(err, os.ErrDeadlineExceeded) {
		return 0, err
	}
	return len(report), nil // or the program has closed the port
}

// SetWriteDeadline sets when a write gives up.
func (l *hidLine) SetWriteDeadline(t time.Time) error {
	if conn, _ := l.opened(); conn != nil {
		conn.SetWriteDeadline(t) // a port that was closed is seen by Write
	}
	return nil
}

// Close pulls the device out.
func (l *hidLine) Close() error {
	l.mu.Lock()
	l.closed = true
	if l.conn != nil {
		l.conn.Close()
	}
	l.mu.Unlock()
	err := l.listen.Close()
	os.RemoveAll(filepath.Dir(l.path))
	return err
}

// opened returns the program that has opened the port, if one has. The error is net.ErrClosed
// after Close.
func (l *hidLine) opened() (*net.UnixConn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, net.ErrClosed
	}
	return l.conn, nil
}

func (l *hidLine) open(conn *net.UnixConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn = conn; l.closed && conn != nil {
		conn.Close()
	}
}
