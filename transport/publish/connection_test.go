package publish

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"

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
