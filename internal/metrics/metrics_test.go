package metrics

import (
	"net"
	"testing"
	"time"
)

// TestFewConnections: the number of connections is limited, and the oldest gives way. A
// connection that ends makes room for one other, however often it is closed.
func TestFewConnections(t *testing.T) {
	inside, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &boundedListener{Listener: inside}
	defer l.Close()
	var all []net.Conn
	enter := func() {
		t.Helper()
		conn, err := net.Dial("tcp", inside.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		accepted, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, accepted)
	}
	open := func(i int) bool { return all[i].SetDeadline(time.Time{}) == nil }
	for range maxScrapers {
		enter()
	}
	all[3].Close()
	all[3].Close()
	enter()
	if !open(0) || open(3) || len(l.all) != maxScrapers {
		t.Errorf("one has ended, and another one, too; %d are left", len(l.all))
	}
	enter()
	if open(0) || !open(1) || len(l.all) != maxScrapers {
		t.Errorf("the oldest has not given way; %d are left", len(l.all))
	}
	for _, conn := range all {
		conn.Close()
	}
	if len(l.all) != 0 {
		t.Errorf("%d are left", len(l.all))
	}
}
