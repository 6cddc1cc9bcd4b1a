package attacks

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
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

// TestAttack24Suback: a broker answers a subscription with more codes than filters. boardd does
// not crash (paho 1.5.1, net.go:212).
func TestAttack24Suback(t *testing.T) {
	h := newHostile(t, func(s *session) {
		if p, err := s.accept(); err == nil {
			s.grant(p, 1, 1)
			s.serveOn()
		}
	})
	d := startDaemon(t, newBoard(t).path, "text", h.url)
	until(t, "a second connection", func() bool { d.wantAlive(); return h.connections.Load() >= 2 })
}

// TestAttack24QoS2: boardd does not keep messages of QoS 2, for which it has not subscribed.
func TestAttack24QoS2(t *testing.T) {
	const most = 64 // MB
	h := newHostile(t, func(s *session) {
		p, err := s.accept()
		if err != nil || s.grant(p, 1) != nil {
			return
		}
		go s.drain()
		payload := make([]byte, 100<<10)
		for id := uint16(1); id != 0; id++ {
			if _, err := s.Write(published(0x34, topics+"req/pause", id, payload)); err != nil {
				return
			}
		}
	})
	d := startDaemon(t, newBoard(t).path, "text", h.url)
	highest := 0
	harness.Comes(8*time.Second, func() bool {
		highest = max(highest, d.memory())
		return h.connections.Load() >= 3 || highest > 8*most || d.ended()
	})
	d.wantAlive()
	t.Logf("%d MB at most, %d connections", highest, h.connections.Load())
	if highest > most {
		t.Errorf("boardd has taken %d MB, want %d at most", highest, most)
	}
}

// pawnMoves are 32 plies in which every pawn goes two single steps.
func pawnMoves() (lines []string) {
	for _, ranks := range [][4]byte{{'2', '3', '7', '6'}, {'3', '4', '6', '5'}} {
		for file := byte('a'); file <= 'h'; file++ {
			lines = append(lines,
				fmt.Sprintf("lift %c%c P\ndrop %c%c P\npress w", file, ranks[0], file, ranks[1]),
				fmt.Sprintf("lift %c%c p\ndrop %c%c p\npress b", file, ranks[2], file, ranks[3]))
		}
	}
	return lines
}

// TestAttack26Limit: a broker that refuses long messages drops the snapshot silently, or ends the
// connection. The arbiter gets an alert, and short messages go on.
func TestAttack26Limit(t *testing.T) {
	for _, limit := range []string{"message_size_limit 6000", "max_packet_size 6000"} {
		t.Run(limit, func(t *testing.T) {
			url := mosquitto(t, limit)
			p, b := newPerson(t, url, "arbiter", topics+"#"), newBoard(t)
			d := startDaemon(t, b.path, "text", url)
			until(t, "a snapshot", func() bool { return p.last("arbiter/game") != "" })
			until(t, "the board", func() bool { return strings.Contains(p.last("status"), `"ready"`) })
			moves := pawnMoves()
			b.say("clock 3600000 3600000 w")
			for n := range moves {
				b.say(moves[n])
				if !harness.Comes(patience, func() bool { return strings.Contains(p.last("event"), fmt.Sprintf(`"ply":%d,`, n+1)) }) {
					t.Fatalf("no event of move %d; the snapshot has %d moves", n+1, len(p.snapshot().Moves))
				}
			}
			alert := "arbiter/alert/message_too_long"
			if !harness.Comes(3*patience, func() bool { return p.last(alert) != "" }) { // what has grown a little is read back later
				t.Fatalf("nothing is reported that the snapshot stays at %d of %d moves\n%s", len(p.snapshot().Moves), len(moves), d.errs.String())
			}
			t.Log(p.last(alert))
			p.say("req/new_game", `{"transaction":"new"}`, false)
			if p.answer("new_game", "new", patience) == "" {
				t.Fatal("a request is not answered")
			}
			names := func(topic string) bool { return strings.Contains(p.last(alert), topics+topic+" of") }
			if !harness.Comes(2*patience, func() bool { return !names("arbiter/game") && !names("game") }) { // last/game is as long as before
				t.Errorf("the alert stays, though the snapshot is short again: %s", p.last(alert))
			}
		})
	}
}
