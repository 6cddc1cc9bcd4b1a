package brokertest

import (
	"net"
	"os/exec"
	"sync"
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

// TestFreeAddressBesidePrograms: a program that another test starts just then does not listen at the
// port, either.
func TestFreeAddressBesidePrograms(t *testing.T) {
	var starts sync.WaitGroup
	defer starts.Wait()
	done := make(chan struct{})
	defer close(done)
	for range 4 {
		starts.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					if err := exec.Command("true").Run(); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	for range 500 {
		address := FreeAddress(t)
		if listens(address) {
			t.Fatalf("somebody listens at %s", address)
		}
	}
}
