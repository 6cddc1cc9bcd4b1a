package broker_test

import (
	"net"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/broker"
)

func TestOnlyLoopback(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":1883", "[::]:0", "192.0.2.7:1883", "localhost:0", "127.0.0.1", ""} {
		b, err := broker.Start(address)
		if err == nil {
			b.Close()
			t.Errorf("starts on %q", address)
		} else if !strings.Contains(err.Error(), "address") {
			t.Errorf("%q: %v does not say what is wrong", address, err)
		}
	}
}

func TestStartAndClose(t *testing.T) {
	b, err := broker.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, port, _ := net.SplitHostPort(b.Address()); port == "0" {
		t.Errorf("address %s has no real port", b.Address())
	}
	taken, err := broker.Start(b.Address())
	if err == nil {
		taken.Close()
		t.Error("two brokers on one port")
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", b.Address()); err == nil {
		t.Error("it still listens")
	}
}
