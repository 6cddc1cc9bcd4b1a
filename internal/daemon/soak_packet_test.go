package daemon

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

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
