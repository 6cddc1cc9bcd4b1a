package publish

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/eclipse/paho.mqtt.golang/packets"
)

// listenLoopback listens until the test ends.
func listenLoopback(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// TestHangsUp: connection after connection to a broker that takes a client in and hangs
// up. Wherever that meets a subscription, the connection is what was lost: nobody waits
// with the client for its write timeout.
func TestHangsUp(t *testing.T) {
	l := listenLoopback(t)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			packets.ReadPacket(conn)
			packets.NewControlPacket(packets.Connack).Write(conn)
			conn.Close()
		}
	}()
	c := Config{Broker: "tcp://" + l.Addr().String(), ClientID: "b07"}
	c.fill()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 500 {
				k, err := connect(context.Background(), &c)
				if err != nil {
					continue // the end overtakes the CONNACK
				}
				err = k.subscribe(&c, func(mqtt.Client, mqtt.Message) {}, "chess/1/hall/b07/req/#")
				k.cut()
				if err == nil || !strings.HasPrefix(err.Error(), "connection lost: ") {
					t.Errorf("error %v", err)
				}
			}
		})
	}
	all.Wait()
}

// Between two attempts it waits 1 to 30 s, longer each time, and not always the same.
func TestPause(t *testing.T) {
	var c Config
	c.fill()
	for failures, want := range []struct{ least, most time.Duration }{
		{1 * time.Second, 2 * time.Second},
		{2 * time.Second, 4 * time.Second},
		{4 * time.Second, 8 * time.Second},
		{8 * time.Second, 16 * time.Second},
		{15 * time.Second, 30 * time.Second},
	} {
		checkPause(t, &c, failures, want.least, want.most)
	}
	checkPause(t, &c, 1000000, 15*time.Second, 30*time.Second)
}

func checkPause(t *testing.T, c *Config, failures int, least, most time.Duration) {
	t.Helper()
	seen := map[time.Duration]bool{}
	for range 100 {
		d := c.pause(failures)
		if d < least || d > most {
			t.Errorf("after %d failures %v, want %v to %v", failures, d, least, most)
		}
		seen[d] = true
	}
	if len(seen) < 2 {
		t.Errorf("after %d failures always the same", failures)
	}
}

// TestStopWhileConnecting: a connection that is there only when nobody wants it any more is closed at once, and
// not waited for.
func TestStopWhileConnecting(t *testing.T) {
	ours, theirs := net.Pipe()
	t.Cleanup(func() { theirs.Close() })
	go io.Copy(io.Discard, theirs)
	ctx, cancel := context.WithCancel(t.Context())
	c := Config{Broker: "tcp://localhost:1883", ClientID: "b07", ConnectTimeout: time.Hour, WriteTimeout: time.Hour, open: func(ctx context.Context) (net.Conn, error) {
		cancel()
		time.Sleep(100 * time.Millisecond) // meanwhile there is nothing to cut yet
		return ours, nil
	}}
	ended := make(chan error, 1)
	go func() {
		_, err := connect(ctx, &c)
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it waits for the broker")
	}
}
