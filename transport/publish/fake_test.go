package publish_test

import (
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// fake is a broker that does no more than a test wants: it may take messages
// and never acknowledge them, and drop the link at any time.
type fake struct {
	listener net.Listener

	mu     sync.Mutex
	ack    func(n int) bool // whether to acknowledge the n-th message; nil: all
	drop   func(n int) bool // whether to drop the link after it; nil: never
	deny   string           // a filter that is refused
	deaf   bool             // the next one is not answered
	leaves bool             // it hangs up instead of answering one
	got    []string         // payloads, in the order of their arrival
	acked  []string         // those acknowledged
	wills  []string         // payloads of the wills that were to be spoken
	conns  []net.Conn
	flying int // taken and not acknowledged on the present connection
	most   int // the most that ever were
}

func startFake(t *testing.T, listener net.Listener) *fake {
	t.Helper()
	f := &fake{listener: listener}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go f.serve(conn)
		}
	}()
	t.Cleanup(func() { listener.Close(); f.dropAll() })
	return f
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func (f *fake) url() string { return "tcp://" + f.listener.Addr().String() }

func (f *fake) serve(conn net.Conn) {
	defer conn.Close()
	f.with(func() { f.conns, f.flying = append(f.conns, conn), 0 })
	will := ""
	for {
		packet, err := packets.ReadPacket(conn)
		if err != nil {
			f.with(func() { f.wills = append(f.wills, will) })
			return
		}
		switch p := packet.(type) {
		case *packets.ConnectPacket:
			will = string(p.WillMessage)
			packets.NewControlPacket(packets.Connack).Write(conn)
		case *packets.SubscribePacket:
			ack := packets.NewControlPacket(packets.Suback).(*packets.SubackPacket)
			ack.MessageID = p.MessageID
			leaves := false
			f.with(func() {
				for _, filter := range p.Topics {
					code := byte(1)
					if filter == f.deny {
						code = 0x80 // MQTT 3.1.1, 3.9.3
					}
					ack.ReturnCodes = append(ack.ReturnCodes, code)
				}
				if leaves = f.leaves; !f.deaf && !leaves {
					ack.Write(conn)
				}
				f.deaf = false
			})
			if leaves {
				return
			}
		case *packets.PublishPacket:
			if !f.take(conn, p) {
				f.with(func() { f.wills = append(f.wills, will) })
				return
			}
		case *packets.PingreqPacket:
			packets.NewControlPacket(packets.Pingresp).Write(conn)
		case *packets.DisconnectPacket:
			return
		}
	}
}

// take notes a message and answers it; false drops the link.
func (f *fake) take(conn net.Conn, p *packets.PublishPacket) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.got = append(f.got, string(p.Payload))
	n := len(f.got)
	if p.Qos > 0 {
		f.flying++
		f.most = max(f.most, f.flying)
	}
	if p.Qos > 0 && (f.ack == nil || f.ack(n)) {
		ack := packets.NewControlPacket(packets.Puback).(*packets.PubackPacket)
		ack.MessageID = p.MessageID
		if ack.Write(conn) == nil {
			f.acked = append(f.acked, string(p.Payload))
			f.flying--
		}
	}
	return f.drop == nil || !f.drop(n)
}

func (f *fake) with(do func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do()
}

// behave sets what the broker acknowledges and when it drops the link.
func (f *fake) behave(ack, drop func(n int) bool) { f.with(func() { f.ack, f.drop = ack, drop }) }

// dropAll drops every link.
func (f *fake) dropAll() {
	f.with(func() {
		for _, c := range f.conns {
			c.Close()
		}
		f.conns = nil
	})
}

func (f *fake) payloads() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.got)
}

func (f *fake) acknowledged() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.acked)
}
