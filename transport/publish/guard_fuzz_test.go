package publish

import (
	"bytes"
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/eclipse/paho.mqtt.golang/packets"

	"github.com/boardd/boardd/transport"
)

// wireOf returns the near end of a connection that delivers some bytes and then ends.
type wireOf struct {
	net.Conn
	io.Reader
}

func (w wireOf) Read(p []byte) (int, error) { return w.Reader.Read(p) }

// addHostile adds what hostile or broken brokers may send.
func addHostile(add func(sent []byte)) {
	for _, sent := range []string{
		"\x90\x03\x00\x01\x01\x40\x02\x00\x02\xd0\x00",                             // all is well
		"\x90\x04\x00\x01\x01\x01",                                                 // two codes (paho 1.5.1, net.go:212)
		"\x90\x03\x00\x01\x01\x90\x03\x00\x01\x01",                                 // granted twice
		"\x34\x1c\x00\x17chess/1/hall/b07/req/xx\x00\x09{",                         // QoS 2
		"\x32\x1c\x00\x17chess/1/hall/b07/req/xx\x00\x09{",                         // a request
		"\x32\x0a\x00\x05other\x00\x09{",                                           // that nobody has subscribed to
		"\x30\xff\xff\xff\x7f\x00\x01a",                                            // 256 MB are announced
		"\x30\xff\xff\xff\xff\xff\xff\xff\x7f",                                     // more than MQTT has
		"\x30\x05\x00\xff\x61\x62\x63", "\x30\x01\x00", "\x90\x01\x00", "\x40\x00", // cut short
		"\x50\x02\x00\x02\x62\x02\x00\x02\x70\x02\x00\x02\xb0\x02\x00\x01", "\xe0\x00", "\x00\x00", "\xf0\x00",
	} {
		add([]byte(sent))
	}
}

// FuzzGuard: whatever a broker sends, in whatever pieces, the guard passes the same packets. The
// client reads them without an error, and has asked for each.
func FuzzGuard(f *testing.F) {
	const filter, most = "chess/1/hall/b07/req/#", 64
	addHostile(func(sent []byte) { f.Add(append([]byte("\x20\x02\x00\x00"), sent...)) })
	f.Fuzz(func(t *testing.T, data []byte) {
		passed := func(r io.Reader) ([]byte, error) {
			g := newGuard(wireOf{Reader: r}, most, 0)
			g.asked = *asking(t, filter)
			return io.ReadAll(g)
		}
		whole, errWhole := passed(bytes.NewReader(data))
		cut, errCut := passed(iotest.OneByteReader(bytes.NewReader(data)))
		if !bytes.Equal(whole, cut) || (errWhole == nil) != (errCut == nil) {
			t.Fatalf("% x, %v, and in pieces % x, %v", whole, errWhole, cut, errCut)
		}
		var connacks, subacks, pubacks, pings int
		for r := bytes.NewReader(whole); r.Len() > 0; {
			before := r.Len()
			read, err := packets.ReadPacket(r)
			if err != nil {
				t.Fatalf("the client reads % x: %v", whole, err)
			}
			if took := before - r.Len(); took > most+2 { // with the kind and the length
				t.Fatalf("a packet of %d bytes", took)
			}
			good := false
			switch p := read.(type) {
			case *packets.ConnackPacket:
				connacks++
				good = connacks == 1 && before == len(whole)
			case *packets.SubackPacket:
				subacks++
				good = subacks == 1 && p.MessageID == 1 && len(p.ReturnCodes) == 1
			case *packets.PubackPacket:
				pubacks++
				good = pubacks == 1 && p.MessageID == 2
			case *packets.PingrespPacket:
				pings++
				good = pings == 1
			case *packets.PublishPacket:
				good = p.Qos <= 1 && (p.Qos == 0 || p.MessageID != 0) && strings.HasPrefix(p.TopicName+"/", "chess/1/hall/b07/req/")
			}
			if !good {
				t.Fatalf("%v passes", read)
			}
		}
	})
}

// FuzzClient: whatever a broker answers, the client at most ends its connection. No outcome
// depends on time: each side ends when the other has ended, and the client has no time limit.
// The broker listens on a Unix socket, because connections use up the ports of the machine within
// a minute.
func FuzzClient(f *testing.F) {
	l, err := net.Listen("unix", filepath.Join(f.TempDir(), "broker"))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { l.Close() })
	addHostile(func(sent []byte) { f.Add([]byte("\x20\x02\x00\x00"), sent, []byte(nil)) })
	addHostile(func(sent []byte) { f.Add([]byte("\x20\x02\x00\x00"), []byte("\x90\x03\x00\x01\x01"), sent) })
	addHostile(func(sent []byte) { f.Add(sent, []byte(nil), []byte(nil)) })
	f.Add([]byte("\x20\x02\x00\x00\x00\x00"), []byte("\x20\x02"), []byte(nil)) // ends while the client subscribes
	f.Fuzz(func(t *testing.T, first, second, third []byte) {
		served := make(chan struct{})
		go func() {
			defer close(served)
			serveScript(l, first, second, third)
		}()
		visitHostile(l.Addr().String())
		<-served
	})
}

// serveScript accepts one client, and sends the next text after each packet of the client, until
// the client ends the connection. A client that was refused sends nothing more, and gets
// everything at once.
func serveScript(l net.Listener, first, second, third []byte) {
	conn, err := l.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	takenIn := bytes.HasPrefix(first, []byte("\x20\x02\x00\x00")) || bytes.HasPrefix(first, []byte("\x20\x02\x01\x00"))
	for i, sent := range [][]byte{first, second, third} {
		if i == 0 || takenIn {
			if _, err := packets.ReadPacket(conn); err != nil {
				return
			}
		}
		if _, err := conn.Write(sent); err != nil {
			return
		}
	}
	if err := conn.(*net.UnixConn).CloseWrite(); err == nil {
		io.Copy(io.Discard, conn)
	}
}

// visitHostile connects to a socket, subscribes and publishes, as far as the broker lets it.
func visitHostile(socket string) {
	c := Config{Broker: "tcp://localhost", ClientID: "b07", open: func(ctx context.Context) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}}
	c.fill()
	k, err := connect(context.Background(), &c)
	if err != nil {
		return
	}
	defer k.cut()
	_, err = k.give(func() mqtt.Token { // with identifier 1
		return k.client.Subscribe("chess/1/hall/b07/req/#", subscribed, func(_ mqtt.Client, m mqtt.Message) { messageOf(m) })
	})
	if err != nil {
		return
	}
	token, err := k.send(&transport.Message{Topic: "chess/1/hall/b07/event", QoS: 1, Payload: []byte("{}")})
	if err != nil {
		return
	}
	select {
	case <-token.Done():
	case <-k.lost:
	}
}
