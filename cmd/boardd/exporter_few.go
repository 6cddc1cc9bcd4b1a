package main

import (
	"net"
	"sync"
)

// few is a listener that has few connections at a time.
type few struct {
	net.Listener
	places chan struct{} // one in it for each connection
}

func newFew(l net.Listener) *few { return &few{l, make(chan struct{}, mostScrapers)} }

// Accept waits for a connection, and for a place for it.
func (f *few) Accept() (net.Conn, error) {
	f.places <- struct{}{}
	conn, err := f.Listener.Accept()
	if err != nil {
		<-f.places
		return nil, err
	}
	return &placed{Conn: conn, leave: sync.OnceFunc(func() { <-f.places })}, nil
}

// placed is a connection that has a place.
type placed struct {
	net.Conn
	leave func()
}

func (p *placed) Close() error {
	defer p.leave()
	return p.Conn.Close()
}
