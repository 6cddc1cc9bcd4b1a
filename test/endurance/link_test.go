package endurance

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// linkTrouble is what is wrong with a link.
type linkTrouble uint8

const (
	linkFine    linkTrouble = iota
	linkRefuses             // nobody gets through
	linkMute                // what the broker sends is swallowed
	linkNoAcks              // its PUBACKs are
	linkSlow                // both ways, some 10 KB a second
	linkHole                // everything is swallowed; what is connected now stays so for ever
)

// link is the network between one client and the broker, with faults. It knows what the broker
// has acknowledged, because it reads that before it does any harm.
type link struct {
	broker   string // its address
	listener net.Listener
	acked    func(topic string, payload []byte) // by the broker, in its order

	mu      sync.Mutex
	trouble linkTrouble
	cut     bool // the next message is cut in the middle, with the connection
	ways    map[*way]bool
}

// way is one connection through a link.
type way struct {
	client, server net.Conn
	hole           bool
	flying         map[uint16]packet // messages by identifier
}

func newLink(t *testing.T, broker string, acked func(topic string, payload []byte)) *link {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &link{broker: broker, listener: listener, acked: acked, ways: map[*way]bool{}}
	go l.accept()
	t.Cleanup(func() { listener.Close(); l.drop() })
	return l
}

func (l *link) url() string { return "tcp://" + l.listener.Addr().String() }

func (l *link) accept() {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", l.broker)
		l.mu.Lock()
		if err != nil || l.trouble == linkRefuses {
			l.mu.Unlock()
			(&way{client: client, server: server}).reset()
			continue
		}
		w := &way{client: client, server: server, hole: l.trouble == linkHole, flying: map[uint16]packet{}}
		l.ways[w] = true
		l.mu.Unlock()
		go l.pass(w, client, server, l.up)
		go l.pass(w, server, client, l.down)
	}
}

// reset ends both connections without a good-bye.
func (w *way) reset() {
	for _, c := range []net.Conn{w.client, w.server} {
		if tcp, ok := c.(*net.TCPConn); ok {
			tcp.SetLinger(0)
			tcp.Close()
		}
	}
}

// pass hands packets on until the connection ends, or one of them ends it.
func (l *link) pass(w *way, from, to net.Conn, each func(*way, packet) (n int, last bool)) {
	r := bufio.NewReader(from)
	for {
		p, err := readPacket(r)
		if err != nil {
			break
		}
		n, last := each(w, p)
		if l.write(to, p[:n]) != nil || last {
			break
		}
	}
	w.reset()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.ways, w)
}

// slowPiece is what a slow link takes at once, every slowEach.
const (
	slowPiece = 200
	slowEach  = 20 * time.Millisecond
)

func (l *link) write(to net.Conn, p []byte) error {
	for len(p) > 0 {
		n := len(p)
		if l.is(linkSlow) {
			n = min(n, slowPiece)
			time.Sleep(slowEach)
		}
		if _, err := to.Write(p[:n]); err != nil {
			return err
		}
		p = p[n:]
	}
	return nil
}

func (l *link) is(t linkTrouble) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.trouble == t
}

// up returns how much of a packet reaches the broker, and whether it is the last one.
func (l *link) up(w *way, p packet) (n int, last bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.hole {
		return 0, false
	}
	if p.kind() != publishPacket {
		return len(p), false
	}
	if l.cut {
		l.cut = false
		return 1 + rand.IntN(len(p)-1), true
	}
	if id, _, _, ok := p.published(); ok && id != 0 {
		w.flying[id] = p
	}
	return len(p), false
}

// down returns how much of a packet reaches the client. It notes acknowledgements.
func (l *link) down(w *way, p packet) (n int, last bool) {
	l.mu.Lock()
	var topic string
	var payload []byte
	if p.kind() == pubackPacket && w.flying[p.acknowledged()] != nil {
		_, topic, payload, _ = w.flying[p.acknowledged()].published()
		delete(w.flying, p.acknowledged())
	}
	n = len(p)
	if w.hole || l.trouble == linkMute || l.trouble == linkNoAcks && p.kind() == pubackPacket {
		n = 0
	}
	l.mu.Unlock()
	if topic != "" {
		l.acked(topic, payload)
	}
	return n, false
}

// become changes the trouble of the link. The present connections live on, unless nobody gets
// through.
func (l *link) become(t linkTrouble) {
	l.mu.Lock()
	l.trouble = t
	for w := range l.ways {
		w.hole = w.hole || t == linkHole
	}
	l.mu.Unlock()
	if t == linkRefuses {
		l.drop()
	}
}

// drop ends all connections.
func (l *link) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for w := range l.ways {
		w.reset()
	}
}

// cutNext lets the next message be cut in the middle.
func (l *link) cutNext() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = true
}

// packet is a control packet of MQTT 3.1.1, with all its bytes.
type packet []byte

// The types of packets that a link has to know (MQTT 3.1.1, 2.2.1).
const (
	connectPacket = 1
	publishPacket = 3
	pubackPacket  = 4
)

// readPacket reads a whole packet.
func readPacket(r *bufio.Reader) (packet, error) {
	first, err := r.ReadByte()
	if err != nil {
		return nil, err
	}
	size, err := binary.ReadUvarint(r) // the same as 2.2.3
	if err != nil {
		return nil, err
	}
	const most = 1 << 20
	if size > most {
		return nil, fmt.Errorf("read packet: %d bytes", size)
	}
	p := binary.AppendUvarint(packet{first}, size)
	head := len(p)
	p = append(p, make([]byte, size)...)
	_, err = io.ReadFull(r, p[head:])
	return p, err
}

func (p packet) kind() byte { return p[0] >> 4 }

// body is what follows the remaining length.
func (p packet) body() []byte {
	_, n := binary.Uvarint(p[1:])
	return p[1+n:]
}

// published is the message of a PUBLISH packet. Without an identifier it is of
// QoS 0.
func (p packet) published() (id uint16, topic string, payload []byte, ok bool) {
	b := p.body()
	if len(b) < 2 || len(b) < 2+int(binary.BigEndian.Uint16(b)) {
		return 0, "", nil, false
	}
	n := int(binary.BigEndian.Uint16(b))
	topic, b = string(b[2:2+n]), b[2+n:]
	if p[0]>>1&3 == 0 || len(b) < 2 {
		return 0, topic, b, true
	}
	return binary.BigEndian.Uint16(b), topic, b[2:], true
}

// acknowledged is the identifier in a PUBACK packet.
func (p packet) acknowledged() uint16 {
	if b := p.body(); len(b) == 2 {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}
