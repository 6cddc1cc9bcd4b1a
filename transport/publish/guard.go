package publish

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// maxPacket is how much of a message the client gets to see if nothing else is
// asked for, in bytes: more than a topic and a request may have together.
const maxPacket = 128 << 10

// maxLength is the largest length that a packet may announce (MQTT 3.1.1, 2.2.3).
const maxLength = 1<<28 - 1

// guard is a connection on which the client sees only what it can have asked for, in
// a length that it can take. The client trusts what it reads: a subscription that is
// answered with too many codes ends the program (paho 1.5.1, net.go:212), and messages
// that nobody has subscribed to are kept for ever. Here the broker is trusted with
// nothing: a packet that is no answer to what was asked ends the connection.
//
// Of a message that is longer than most the rest is thrown away as it comes. The
// client would make room for all of it, up to 256 MB, and a request of that size is
// refused anyway.
//
// What is written has to be taken in time: the client itself sets a limit for
// messages, but none for acknowledgements.
type guard struct {
	net.Conn
	reader *bufio.Reader
	most   int // bytes of a message
	write  time.Duration
	packet []byte // that was checked, still to be handed on
	rest   int    // bytes of it to be thrown away then

	mu    sync.Mutex
	asked asked
}

func newGuard(c net.Conn, most int, write time.Duration) *guard {
	return &guard{Conn: c, reader: bufio.NewReader(c), most: most, write: write}
}

func (g *guard) Read(p []byte) (int, error) {
	if len(g.packet) == 0 {
		if err := g.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, g.packet)
	g.packet = g.packet[n:]
	return n, nil
}

// next reads the next packet and checks it: its first byte, and its length in groups
// of seven bits, the lowest first.
func (g *guard) next() error {
	if _, err := g.reader.Discard(g.rest); err != nil {
		return err
	}
	g.rest = 0
	first, err := g.reader.ReadByte()
	if err != nil {
		return err
	}
	length, err := binary.ReadUvarint(g.reader)
	if err != nil {
		return err
	}
	if length > maxLength {
		return unasked("a packet of %d bytes", length)
	}
	g.mu.Lock()
	most := g.asked.longest(first, g.most)
	g.mu.Unlock()
	if int(length) > most && kindOf(first) != packets.Publish {
		return unasked("%s of %d bytes", kindName(kindOf(first)), length)
	}
	body := min(int(length), most)
	g.rest = int(length) - body
	head := binary.AppendUvarint([]byte{first}, uint64(body))
	packet, err := g.fill(head, body)
	if err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.asked.answered(first, packet[len(head):]); err != nil {
		return err
	}
	g.packet = packet
	return nil
}

// fill reads the body of a packet behind its head. It makes room as the bytes come:
// what a length promises need not.
func (g *guard) fill(packet []byte, body int) ([]byte, error) {
	const step = 4 << 10
	for body > 0 {
		n := min(body, step)
		from := len(packet)
		packet = append(packet, make([]byte, n)...)
		if _, err := io.ReadFull(g.reader, packet[from:]); err != nil {
			return nil, err
		}
		body -= n
	}
	return packet, nil
}

// Write takes note of what is asked before the broker can know of it.
func (g *guard) Write(p []byte) (int, error) {
	g.mu.Lock()
	err := g.asked.ask(p)
	g.mu.Unlock()
	if err != nil {
		return 0, err
	}
	if err := g.SetWriteDeadline(time.Now().Add(g.write)); err != nil {
		return 0, err
	}
	return g.Conn.Write(p)
}

// kindOf is the type of a control packet (MQTT 3.1.1, 2.2.1), from its first byte.
func kindOf(first byte) byte { return first >> 4 }

// kindName names a type of control packets.
func kindName(kind byte) string {
	return cmp.Or(packets.PacketNames[kind], fmt.Sprint("packet ", kind))
}

// qosOf is the quality of service in the first byte of a PUBLISH.
func qosOf(first byte) byte { return first >> 1 & 3 }

// asked is what the client has asked the broker for and was not answered yet, on one
// connection. The zero value has asked for nothing.
type asked struct {
	connect bool
	taken   bool                // the broker has taken the client in
	flying  map[uint16]struct{} // messages of QoS 1, by identifier
	subs    map[uint16]int      // how many filters each subscription has
	filters []string            // of all subscriptions ever
	pings   int
}

// errUnasked says that the broker has sent what the client has not asked for.
var errUnasked = errors.New("the broker sends what was not asked for")

func unasked(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errUnasked, fmt.Sprintf(format, args...))
}

var errWrite = errors.New("the client writes what is no whole packet")

// ask takes note of packets that the client writes.
func (a *asked) ask(written []byte) error {
	for len(written) > 0 {
		length, n := binary.Uvarint(written[1:])
		if n <= 0 || length > uint64(len(written)-1-n) {
			return errWrite
		}
		end := 1 + n + int(length)
		if err := a.askOne(written[0], written[1+n:end]); err != nil {
			return err
		}
		written = written[end:]
	}
	return nil
}

func (a *asked) askOne(first byte, body []byte) error {
	switch kindOf(first) {
	case packets.Connect:
		a.connect = true
	case packets.Pingreq:
		a.pings++
	case packets.Publish:
		_, id, err := message(first, body)
		if err != nil {
			return errWrite
		}
		if qosOf(first) > 0 {
			if a.flying == nil {
				a.flying = map[uint16]struct{}{}
			}
			a.flying[id] = struct{}{}
		}
	case packets.Subscribe:
		return a.askFilters(body)
	}
	return nil
}

// askFilters takes note of a SUBSCRIBE (3.8): its identifier, and filters, each with
// its QoS.
func (a *asked) askFilters(body []byte) error {
	if len(body) < 2 {
		return errWrite
	}
	id, n := binary.BigEndian.Uint16(body), 0
	for body = body[2:]; len(body) > 0; n++ {
		filter, rest, ok := cutString(body)
		if !ok || len(rest) < 1 {
			return errWrite
		}
		a.filters = append(a.filters, filter)
		body = rest[1:]
	}
	if a.subs == nil {
		a.subs = map[uint16]int{}
	}
	a.subs[id] = n
	return nil
}

// longest is how long the body of a packet may be, given the most for a message.
func (a *asked) longest(first byte, most int) int {
	switch kindOf(first) {
	case packets.Publish:
		return most
	case packets.Suback:
		longest := 0
		for _, filters := range a.subs {
			longest = max(longest, 2+filters)
		}
		return longest
	case packets.Connack, packets.Puback:
		return 2
	}
	return 0
}

// answered takes a packet of the broker, or says why the client may not see it. Of a
// message the body may be its beginning alone.
func (a *asked) answered(first byte, body []byte) error {
	kind := kindOf(first)
	if kind != packets.Connack && !a.taken {
		return unasked("%s before CONNACK", kindName(kind))
	}
	if kind != packets.Publish && first&0x0f != 0 {
		return unasked("%s with flags %x", kindName(kind), first&0x0f)
	}
	switch kind {
	case packets.Connack:
		return a.connack(body)
	case packets.Publish:
		return a.message(first, body)
	case packets.Puback:
		return a.puback(body)
	case packets.Suback:
		return a.suback(body)
	case packets.Pingresp:
		if a.pings == 0 || len(body) > 0 {
			return unasked("%s", kindName(kind))
		}
		a.pings--
		return nil
	}
	return unasked("%s", kindName(kind))
}

// lastRefusal is the highest code of a CONNACK (3.2.2.3).
const lastRefusal = 5

func (a *asked) connack(body []byte) error {
	if !a.connect || len(body) != 2 || body[0] > 1 || body[1] > lastRefusal {
		return unasked("CONNACK % x", body)
	}
	a.connect, a.taken = false, body[1] == 0
	return nil
}

func (a *asked) puback(body []byte) error {
	if len(body) != 2 {
		return unasked("PUBACK % x", body)
	}
	id := binary.BigEndian.Uint16(body)
	if _, flies := a.flying[id]; !flies {
		return unasked("PUBACK of message %d", id)
	}
	delete(a.flying, id)
	return nil
}

// notGranted is the code of a filter that the broker does not grant (3.9.3).
const notGranted = 0x80

func (a *asked) suback(body []byte) error {
	if len(body) < 2 {
		return unasked("SUBACK % x", body)
	}
	id, codes := binary.BigEndian.Uint16(body), body[2:]
	filters, open := a.subs[id]
	wrong := slices.ContainsFunc(codes, func(c byte) bool { return c > subscribed && c != notGranted })
	if !open || len(codes) != filters || wrong {
		return unasked("SUBACK % x", body)
	}
	delete(a.subs, id)
	return nil
}

// message checks a message: what other clients of an honest broker can bring about
// must pass.
func (a *asked) message(first byte, body []byte) error {
	topic, id, err := message(first, body)
	switch {
	case err != nil:
		return err
	case qosOf(first) > subscribed || qosOf(first) > 0 && id == 0:
		return unasked("a message of QoS %d with number %d", qosOf(first), id)
	case !a.follows(topic):
		return unasked("a message on %.100q", topic)
	}
	return nil
}

// message takes topic and identifier from the body of a PUBLISH (3.3); without QoS
// there is no identifier.
func message(first byte, body []byte) (topic string, id uint16, err error) {
	topic, rest, ok := cutString(body)
	if !ok || qosOf(first) > 0 && len(rest) < 2 {
		return "", 0, unasked("a message that ends in its head")
	}
	if qosOf(first) > 0 {
		id = binary.BigEndian.Uint16(rest)
	}
	return topic, id, nil
}

// cutString cuts a string with its length from the front (1.5.3).
func cutString(data []byte) (text string, rest []byte, ok bool) {
	if len(data) < 2 {
		return "", nil, false
	}
	n := int(binary.BigEndian.Uint16(data))
	if len(data)-2 < n {
		return "", nil, false
	}
	return string(data[2 : 2+n]), data[2+n:], true
}

// follows reports whether a topic is one that was subscribed to. The client decides it
// the same way.
func (a *asked) follows(topic string) bool {
	return slices.ContainsFunc(a.filters, func(filter string) bool { return matches(filter, topic) })
}

// matches reports whether a filter takes in a topic (4.7.1).
func matches(filter, topic string) bool {
	for more := true; ; {
		level, filters, moreFilters := strings.Cut(filter, "/")
		if level == "#" {
			return true
		}
		if !more {
			return false
		}
		name, names, moreNames := strings.Cut(topic, "/")
		switch {
		case level != "+" && level != name:
			return false
		case !moreFilters:
			return !moreNames
		}
		filter, topic, more = filters, names, moreNames
	}
}
