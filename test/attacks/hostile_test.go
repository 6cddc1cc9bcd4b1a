package attacks

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"sync/atomic"
	"testing"
)

// hostile is a broker that speaks raw bytes: a function serves each connection, from
// the first byte on, and the connection ends with it.
type hostile struct {
	url         string
	connections atomic.Int64
}

func newHostile(t *testing.T, serve func(c *session)) *hostile {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &hostile{url: "tcp://" + l.Addr().String()}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			h.connections.Add(1)
			go func() {
				defer conn.Close()
				serve(&session{conn, bufio.NewReader(conn)})
			}()
		}
	}()
	t.Cleanup(func() { l.Close(); <-ended })
	return h
}

// session is one connection to a hostile broker.
type session struct {
	net.Conn
	reader *bufio.Reader
}

// packet is a control packet of MQTT: its first byte, and the bytes after the length.
type packet struct {
	first byte
	body  []byte
}

// The packets that a hostile broker must know (MQTT 3.1.1, 2.2.1).
const (
	connect     = 0x10
	publish     = 0x30
	subscribe   = 0x80
	pingRequest = 0xc0
)

func (p packet) kind() byte { return p.first & 0xf0 }

// id returns the packet identifier at the beginning of a packet.
func (p packet) id() uint16 {
	if len(p.body) < 2 {
		return 0
	}
	return binary.BigEndian.Uint16(p.body)
}

// read reads the next packet of the client.
func (s *session) read() (packet, error) {
	first, err := s.reader.ReadByte()
	if err != nil {
		return packet{}, err
	}
	n, err := binary.ReadUvarint(s.reader)
	if err != nil || n > 1<<20 {
		return packet{}, io.ErrUnexpectedEOF
	}
	body := make([]byte, n)
	_, err = io.ReadFull(s.reader, body)
	return packet{first, body}, err
}

// send sends a packet with a right length.
func (s *session) send(first byte, body ...byte) error {
	_, err := s.Write(append(binary.AppendUvarint([]byte{first}, uint64(len(body))), body...))
	return err
}

// drain reads from the client until it ends.
func (s *session) drain() { io.Copy(io.Discard, s.reader) }

// accept accepts the client, and answers its packets as a broker does, until the client asks for
// a subscription. It returns that packet unanswered.
func (s *session) accept() (subscription packet, err error) {
	for {
		p, err := s.read()
		if err != nil {
			return p, err
		}
		switch p.kind() {
		case connect:
			err = s.send(0x20, 0, 0)
		case subscribe:
			return p, nil
		case publish:
			err = s.acknowledge(p)
		case pingRequest:
			err = s.send(0xd0)
		}
		if err != nil {
			return p, err
		}
	}
}

// acknowledge answers a message of QoS 1.
func (s *session) acknowledge(p packet) error {
	if p.first&0x06 == 0 || len(p.body) < 2 {
		return nil
	}
	n := 2 + int(binary.BigEndian.Uint16(p.body))
	if len(p.body) < n+2 {
		return nil
	}
	return s.send(0x40, p.body[n:n+2]...)
}

// grant grants a subscription with these codes, and goes on as a broker does until
// the client ends.
func (s *session) grant(subscription packet, codes ...byte) error {
	return s.send(0x90, append(binary.BigEndian.AppendUint16(nil, subscription.id()), codes...)...)
}

// serveOn answers the client as a broker does until it ends.
func (s *session) serveOn() {
	for {
		p, err := s.accept()
		if err != nil || s.grant(p, 1) != nil {
			return
		}
	}
}

// published returns a PUBLISH packet. Its first byte has QoS and flags.
func published(first byte, topic string, id uint16, payload []byte) []byte {
	body := binary.BigEndian.AppendUint16(nil, uint16(len(topic)))
	body = append(body, topic...)
	if first&0x06 != 0 {
		body = binary.BigEndian.AppendUint16(body, id)
	}
	body = append(body, payload...)
	return append(binary.AppendUvarint([]byte{first}, uint64(len(body))), body...)
}
