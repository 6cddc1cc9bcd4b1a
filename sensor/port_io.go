package sensor

import (
	"fmt"
	"time"
)

// closeTimeout bounds Close: the driver of a real port may wait half a minute
// for its last bytes to go out.
const closeTimeout = time.Second

// Path is the device that was opened.
func (p *Port) Path() string { return p.path }

// Read reads what has come, and waits for it up to the read time-out, after
// which it returns 0 and no error: silence is no end. So do not put a
// bufio.Reader or a bufio.Scanner on a Port; both give up after 100 of those.
// The error is ErrPortClosed after Close, else ErrPortLost or ErrPortStuck;
// all of them are final.
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

// readRaw makes an error of the library's panic for a high file number.
func (p *Port) readRaw(buf []byte) (n int, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			n, err = 0, fmt.Errorf("serial library: %v", cause)
		}
	}()
	return p.raw.Read(buf)
}

// portWrite is what Write hands to the writer.
type portWrite struct {
	data []byte
	done chan<- error // takes one value without blocking
}

// Write sends all of data or declares the port dead: when that takes longer
// than the write time-out, the error is ErrPortStuck, and the port is left to
// itself.
func (p *Port) Write(data []byte) (int, error) {
	p.writing.Lock()
	defer p.writing.Unlock()
	if bad := p.forbidden(data); len(bad) > 0 {
		return 0, fmt.Errorf("write %s: %w: % x", p.path, ErrForbidden, bad)
	}
	if err := p.usable(); err != nil {
		return 0, err
	}
	limit := time.NewTimer(p.config.WriteTimeout)
	defer limit.Stop()
	done := make(chan error, 1)
	select {
	case p.writes <- portWrite{append([]byte(nil), data...), done}:
	case <-p.closing:
		return 0, p.closedError()
	}
	select {
	case err := <-done:
		if err != nil {
			return 0, p.lose(fmt.Errorf("write %s: %w: %v", p.path, ErrPortLost, err))
		}
		return len(data), nil
	case <-limit.C:
		return 0, p.lose(fmt.Errorf("write %s: %w", p.path, ErrPortStuck))
	}
}

// forbidden is the part of data that must not be written.
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

// writer alone writes to raw.
func (p *Port) writer() {
	defer close(p.written)
	for {
		select {
		case w := <-p.writes:
			_, err := p.raw.Write(w.data)
			w.done <- err
		case <-p.closing:
			return
		}
	}
}

// Change goes over to other settings without closing the port, which might reset
// what is behind it; name and time-outs stay as they are. What was waiting to be
// read is thrown away. It waits for a read or write that is under way.
func (p *Port) Change(to PortConfig) error {
	p.reading.Lock()
	defer p.reading.Unlock()
	p.writing.Lock()
	defer p.writing.Unlock()
	if err := p.usable(); err != nil {
		return err
	}
	to.ReadTimeout, to.WriteTimeout = p.config.ReadTimeout, p.config.WriteTimeout
	if err := p.raw.SetMode(to.mode()); err != nil {
		return p.lose(fmt.Errorf("set %s to %d baud: %w: %v", p.path, to.Baud, ErrPortLost, err))
	}
	if err := setUp(p.raw, to); err != nil {
		return p.lose(fmt.Errorf("set up %s: %w: %v", p.path, ErrPortLost, err))
	}
	p.config = to
	return nil
}

// Close closes the port and gives up the lock. A read under way ends first. If
// a write does not end, the port is abandoned and its file left open until it
// does: closing it would free its number under a call that still uses it.
// Close returns after a second at the latest.
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
		p.lock.release()
		return fmt.Errorf("close %s: %w: abandoned", p.path, ErrPortStuck)
	}
}

// closeRaw waits until nobody uses the port, and closes it. What is still
// waiting to go out is thrown away, or closing would wait for it.
func (p *Port) closeRaw() error {
	<-p.written
	p.reading.Lock()
	defer p.reading.Unlock()
	p.raw.ResetOutputBuffer() // its error tells nothing: the port is being closed
	if err := p.raw.Close(); err != nil {
		return fmt.Errorf("close %s: %w", p.path, err)
	}
	return nil
}

// usable is nil, or why the port is of no use any more.
func (p *Port) usable() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return p.closedError()
	}
	return p.dead
}

func (p *Port) closedError() error { return fmt.Errorf("use %s: %w", p.path, ErrPortClosed) }

// lose declares the port dead, once; it returns the error that says why. An
// error that our own Close brought about is just that.
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
