package brokertest

import (
	"net"
	"testing"
)

// TestFreeAddress: a port that was given stays free for who knows its number, and is given to nobody
// else.
func TestFreeAddress(t *testing.T) {
	had := map[string]bool{}
	for range 50 {
		had[FreeAddress(t)] = true
	}
	for range 5000 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if had[l.Addr().String()] {
			t.Errorf("%s was given again", l.Addr())
		}
		l.Close()
	}
	for address := range had {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Error(err)
			continue
		}
		l.Close()
	}
}
