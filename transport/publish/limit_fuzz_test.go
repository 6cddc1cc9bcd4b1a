package publish

import (
	"bytes"
	"io"
	"net"
	"testing"
	"testing/iotest"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// wireOf is the near end of a connection on which some bytes come, and then its end.
type wireOf struct {
	net.Conn
	io.Reader
}

func (w wireOf) Read(p []byte) (int, error) { return w.Reader.Read(p) }

// FuzzPackets: whatever a broker sends, in whatever pieces, the client is handed
// nothing longer than it may be, the same each time, and does not panic over it.
func FuzzPackets(f *testing.F) {
	var line bytes.Buffer
	packets.NewControlPacket(packets.Connack).Write(&line)
	p := packets.NewControlPacket(packets.Publish).(*packets.PublishPacket)
	p.TopicName, p.Qos, p.MessageID, p.Payload = "chess/1/hall/b07/req/pause", 1, 7, bytes.Repeat([]byte("x"), 300)
	p.Write(&line)
	p.Payload = []byte("{}")
	p.Write(&line)
	f.Add(line.Bytes())
	f.Add([]byte{0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1, 'a'})              // 256 MB are announced
	f.Add([]byte{0x30, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}) // more than MQTT has
	f.Add([]byte{0x40, 2, 0, 7, 0x90, 3, 0, 1, 0x80})
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 64
		whole, errWhole := io.ReadAll(newLimited(wireOf{Reader: bytes.NewReader(data)}, most, 0))
		cut, errCut := io.ReadAll(newLimited(wireOf{Reader: iotest.OneByteReader(bytes.NewReader(data))}, most, 0))
		if !bytes.Equal(whole, cut) || (errWhole == nil) != (errCut == nil) {
			t.Fatalf("% x, %v, and in pieces % x, %v", whole, errWhole, cut, errCut)
		}
		for r := bytes.NewReader(whole); r.Len() > 0; {
			before := r.Len()
			if _, err := packets.ReadPacket(r); err != nil {
				return // the client ends the connection
			}
			if took := before - r.Len(); took > most+2 { // with the kind and the length
				t.Fatalf("a packet of %d bytes", took)
			}
		}
	})
}
