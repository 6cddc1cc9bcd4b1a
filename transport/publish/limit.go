package publish

import (
	"bufio"
	"encoding/binary"
	"errors"
	"net"
	"time"
)

// maxPacket is how much of a packet the client gets to see if nothing else is
// asked for, in bytes: more than a topic and a request may have together.
const maxPacket = 128 << 10

// maxLength is the largest length that a packet may announce (MQTT 3.1.1, 2.2.3).
const maxLength = 1<<28 - 1

// limited is a connection on which no packet is longer than most: of a
// longer one the rest is thrown away as it comes. The client would make room
// for all of it, up to 256 MB, and a request of that size is refused anyway.
//
// What is written has to be taken in time: the client itself sets a limit for
// messages, but none for acknowledgements.
type limited struct {
	net.Conn
	reader *bufio.Reader
	most   int // bytes of a packet
	write  time.Duration
	head   []byte // of the packet, still to be handed on
	body   int    // bytes of it still to be handed on
	rest   int    // bytes of it to be thrown away then
}

func newLimited(c net.Conn, most int, write time.Duration) *limited {
	return &limited{Conn: c, reader: bufio.NewReader(c), most: most, write: write}
}

func (l *limited) Read(p []byte) (int, error) {
	if len(l.head) == 0 && l.body == 0 {
		if err := l.next(); err != nil {
			return 0, err
		}
	}
	if len(l.head) > 0 {
		n := copy(p, l.head)
		l.head = l.head[n:]
		return n, nil
	}
	n, err := l.reader.Read(p[:min(len(p), l.body)])
	l.body -= n
	return n, err
}

// next reads the head of the next packet: its kind, and its length in groups of
// seven bits, the lowest first.
func (l *limited) next() error {
	if _, err := l.reader.Discard(l.rest); err != nil {
		return err
	}
	l.rest = 0
	kind, err := l.reader.ReadByte()
	if err != nil {
		return err
	}
	length, err := binary.ReadUvarint(l.reader)
	if err != nil {
		return err
	}
	if length > maxLength {
		return errors.New("the broker sends what is not MQTT")
	}
	l.body = min(int(length), l.most)
	l.rest = int(length) - l.body
	l.head = binary.AppendUvarint([]byte{kind}, uint64(l.body))
	return nil
}

func (l *limited) Write(p []byte) (int, error) {
	if err := l.SetWriteDeadline(time.Now().Add(l.write)); err != nil {
		return 0, err
	}
	return l.Conn.Write(p)
}
