package broker_test

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"

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

// Clients come back under their names while the broker closes: it ends, and
// the race detector sees whom it does not count.
func TestCloseWhileTheyCome(t *testing.T) {
	for range 30 {
		b, err := broker.Start("127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		var clients sync.WaitGroup
		for i := range 4 {
			clients.Go(func() {
				for {
					c, err := dial(b, fmt.Sprint("comes-", i%2), true)
					if err != nil {
						return
					}
					defer c.Close()
				}
			})
		}
		time.Sleep(time.Duration(rand.IntN(10)) * time.Millisecond)
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		clients.Wait()
	}
}

// Clients subscribe while others leave retained messages on new topics, take
// them away, and die with a will. The race detector sees what is not guarded.
func TestRetainedWhileSubscribed(t *testing.T) {
	b, err := broker.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	const each = 100
	done := make(chan error, 3)
	go func() { done <- retain(b, each) }()
	go func() { done <- subscribe(b, each) }()
	go func() { done <- die(b, each) }()
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// retain leaves n retained messages, each on a topic of its own, and takes
// every second one away.
func retain(b *broker.Broker, n int) error {
	c, err := dial(b, "retains", false)
	if err != nil {
		return err
	}
	defer c.Close()
	for i := range n {
		topic := fmt.Sprintf("board/%d/state", i)
		if err := publish(c, topic, "on", uint16(2*i+1)); err != nil {
			return err
		}
		if i%2 == 0 {
			continue
		}
		if err := publish(c, topic, "", uint16(2*i+2)); err != nil {
			return err
		}
	}
	return nil
}

// publish publishes one retained message and waits until the broker has it.
func publish(c net.Conn, topic, payload string, id uint16) error {
	p := packets.NewControlPacket(packets.Publish).(*packets.PublishPacket)
	p.TopicName, p.Payload, p.Retain, p.Qos, p.MessageID = topic, []byte(payload), true, 1, id
	return ask(c, p, packets.Puback)
}

// subscribe subscribes to everything, n times.
func subscribe(b *broker.Broker, n int) error {
	for i := range n {
		c, err := dial(b, "subscribes", false)
		if err != nil {
			return err
		}
		p := packets.NewControlPacket(packets.Subscribe).(*packets.SubscribePacket)
		p.Topics, p.Qoss, p.MessageID = []string{"#", "board/+/state"}, []byte{1, 1}, uint16(i+1)
		if err := ask(c, p, packets.Suback); err != nil {
			return err
		}
		c.Close()
	}
	return nil
}

// die connects n times with a will, and breaks the connection.
func die(b *broker.Broker, n int) error {
	for i := range n {
		c, err := dial(b, fmt.Sprintf("dies-%d", i), true)
		if err != nil {
			return err
		}
		c.Close()
	}
	return nil
}

// dial connects a client. Its will, if it has one, is retained on a topic of its own.
func dial(b *broker.Broker, name string, will bool) (net.Conn, error) {
	c, err := net.Dial("tcp", b.Address())
	if err != nil {
		return nil, err
	}
	p := packets.NewControlPacket(packets.Connect).(*packets.ConnectPacket)
	p.ProtocolName, p.ProtocolVersion = "MQTT", 4
	p.ClientIdentifier, p.CleanSession, p.Keepalive = name, true, 30
	p.WillFlag, p.WillRetain, p.WillTopic, p.WillMessage = will, will, "board/"+name+"/state", []byte("off")
	return c, ask(c, p, packets.Connack)
}

// ask sends a packet and reads until one of the given kind comes back.
func ask(c net.Conn, p packets.ControlPacket, kind byte) error {
	if err := p.Write(c); err != nil {
		return err
	}
	for {
		answer, err := packets.ReadPacket(c)
		if err != nil {
			return err
		}
		if d, _, _ := strings.Cut(answer.String(), ":"); d == packets.PacketNames[kind] {
			return nil
		}
	}
}
