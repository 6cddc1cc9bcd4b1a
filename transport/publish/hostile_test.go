package publish

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"

	"github.com/boardd/boardd/transport"
)

// TestPoint24RandomBrokers connects again and again to a broker that sends, at any moment, what a
// broker sends, or something like it, or noise. Nothing panics, no goroutine leaks, and a message
// counts as acknowledged only if it was. BOARDD_BROKERS is the number of connections.
func TestPoint24RandomBrokers(t *testing.T) {
	connections := 300
	if text := os.Getenv("BOARDD_BROKERS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		connections = n
	}
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	for seed := range uint64(4) {
		all.Go(func() { publishToRandom(t, seed, connections/4) })
	}
	all.Wait()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before+4; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, and %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// publishToRandom runs a publisher until it has had a number of connections.
func publishToRandom(t *testing.T, seed uint64, connections int) {
	b := newRandomBroker(t, seed)
	defer b.close()
	c := Config{Broker: "tcp://" + b.listener.Addr().String(), ClientID: "b07", Requests: "chess/1/hall/b07/req/#",
		ConnectTimeout: 50 * time.Millisecond, WriteTimeout: 50 * time.Millisecond, AckTimeout: 50 * time.Millisecond,
		DrainTimeout: time.Millisecond, MinPause: 1, MaxPause: 2}
	outbox := NewOutbox(1000, 0)
	p, err := New(c, outbox)
	if err != nil {
		t.Error(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.Run(ctx)
	}()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for n := 0; b.had.Load() < uint64(connections); n++ {
		if outbox.Len() < 100 {
			p.Publish(transport.Message{Topic: "chess/1/hall/b07/event", QoS: 1, Payload: strconv.AppendInt(nil, int64(n), 10)})
		}
		<-tick.C
	}
	stop()
	<-ended
	s := p.Stats()
	if s.Acknowledged > b.acknowledged.Load() {
		t.Errorf("seed %d: %d messages count as acknowledged, and %d were", seed, s.Acknowledged, b.acknowledged.Load())
	}
	t.Logf("seed %d: %d connections, %d of them up, %d messages acknowledged", seed, b.had.Load(), s.Connections, s.Acknowledged)
}

// randomBroker is a broker that answers rightly most of the time.
type randomBroker struct {
	listener          net.Listener
	had, acknowledged atomic.Uint64 // connections, and messages at most
	all               sync.WaitGroup
}

func newRandomBroker(t *testing.T, seed uint64) *randomBroker {
	t.Helper()
	l := listenLoopback(t)
	b := &randomBroker{listener: l}
	b.all.Go(func() {
		for n := uint64(0); ; n++ {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			b.had.Add(1)
			b.all.Go(func() {
				defer conn.Close()
				b.serve(conn, rand.New(rand.NewPCG(seed, n)))
			})
		}
	})
	return b
}

func (b *randomBroker) close() {
	b.listener.Close()
	b.all.Wait()
}

// serve answers each packet, and sends random packets in between.
func (b *randomBroker) serve(conn net.Conn, r *rand.Rand) {
	conn.SetDeadline(time.Now().Add(time.Second))
	for {
		p, err := packets.ReadPacket(conn)
		if err != nil {
			return
		}
		sent := b.answer(p)
		switch r.IntN(30) {
		case 0:
			sent = nil
		case 1:
			return
		case 2:
			sent = append(sent, sent...)
		case 3:
			sent = append(oneOf(r), sent...)
		case 9, 10:
			sent = oneOf(r)
		case 4:
			sent = noise(r)
		case 5, 6:
			if len(sent) > 0 {
				sent[r.IntN(len(sent))] = byte(r.Uint32())
			}
		case 7, 8:
			sent = append(sent, written(func(p packets.ControlPacket) {
				m := p.(*packets.PublishPacket)
				m.MessageID, m.Qos, m.Retain = uint16(r.Uint32()), byte(r.IntN(3)), r.IntN(2) == 0
				m.TopicName, m.Payload = "chess/1/hall/b07/req/pause", noise(r)
			}, packets.Publish)...)
		}
		if _, err := conn.Write(sent); err != nil {
			return
		}
	}
}

// oneOf returns one of the packets that have caused trouble before.
func oneOf(r *rand.Rand) (sent []byte) {
	var all [][]byte
	addHostile(func(one []byte) { all = append(all, one) })
	return all[r.IntN(len(all))]
}

func noise(r *rand.Rand) []byte {
	sent := make([]byte, r.IntN(300))
	for i := range sent {
		sent[i] = byte(r.Uint32())
	}
	return sent
}

// answer returns a broker's answer to a packet.
func (b *randomBroker) answer(p packets.ControlPacket) []byte {
	switch p := p.(type) {
	case *packets.ConnectPacket:
		return []byte{0x20, 2, 0, 0}
	case *packets.SubscribePacket:
		return append(binary.BigEndian.AppendUint16([]byte{0x90, byte(2 + len(p.Topics))}, p.MessageID), bytes.Repeat([]byte{1}, len(p.Topics))...)
	case *packets.PublishPacket:
		b.acknowledged.Add(1)
		return binary.BigEndian.AppendUint16([]byte{0x40, 2}, p.MessageID)
	case *packets.PingreqPacket:
		return []byte{0xd0, 0}
	}
	return nil
}
