package publish

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// written returns the bytes of a packet of the client.
func written(set func(packets.ControlPacket), kind byte) []byte {
	p := packets.NewControlPacket(kind)
	set(p)
	var b bytes.Buffer
	p.Write(&b) // into memory: there is nothing to go wrong
	return b.Bytes()
}

// asking returns the state of a client that has connected, subscribed to filters with identifier
// 1, published a message of QoS 1 with identifier 2, and pinged, all of it unanswered.
func asking(t testing.TB, filters ...string) *asked {
	t.Helper()
	a := new(asked)
	for _, p := range [][]byte{
		written(func(p packets.ControlPacket) { p.(*packets.ConnectPacket).ProtocolVersion = 4 }, packets.Connect),
		written(func(p packets.ControlPacket) {
			s := p.(*packets.SubscribePacket)
			s.MessageID, s.Topics, s.Qoss = 1, filters, bytes.Repeat([]byte{1}, len(filters))
		}, packets.Subscribe),
		written(func(p packets.ControlPacket) {
			m := p.(*packets.PublishPacket)
			m.MessageID, m.Qos, m.TopicName, m.Payload = 2, 1, "chess/1/hall/b07/event", []byte("{}")
		}, packets.Publish),
		written(func(packets.ControlPacket) {}, packets.Pingreq),
	} {
		if err := a.ask(p); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// publication returns the body of a PUBLISH.
func publication(topic string, rest ...byte) []byte {
	return append(append(binary.BigEndian.AppendUint16(nil, uint16(len(topic))), topic...), rest...)
}

// TestPoint24Asked: an answer passes the guard once. Packets for which the client did not ask do
// not pass.
func TestPoint24Asked(t *testing.T) {
	const ours = "chess/1/hall/b07/req/pause"
	for _, c := range []struct {
		name  string
		first byte
		body  []byte
		taken bool // after a CONNACK
		want  bool
	}{
		{"taken in", 0x20, []byte{0, 0}, false, true},
		{"refused", 0x20, []byte{0, 5}, false, true},
		{"a code that there is not", 0x20, []byte{0, 6}, false, false},
		{"flags that there are not", 0x20, []byte{2, 0}, false, false},
		{"CONNACK again", 0x20, []byte{0, 0}, true, false},
		{"CONNACK cut short", 0x20, []byte{0}, false, false},
		{"SUBACK first", 0x90, []byte{0, 1, 1}, false, false},
		{"granted", 0x90, []byte{0, 1, 1}, true, true},
		{"granted less", 0x90, []byte{0, 1, 0}, true, true},
		{"not granted", 0x90, []byte{0, 1, 0x80}, true, true},
		{"granted more than asked for", 0x90, []byte{0, 1, 2}, true, false},
		{"two codes for one filter", 0x90, []byte{0, 1, 1, 1}, true, false},
		{"no code", 0x90, []byte{0, 1}, true, false},
		{"no subscription", 0x90, []byte{0, 2, 1}, true, false},
		{"SUBACK of nothing", 0x90, nil, true, false},
		{"SUBACK with flags", 0x91, []byte{0, 1, 1}, true, false},
		{"acknowledged", 0x40, []byte{0, 2}, true, true},
		{"no message", 0x40, []byte{0, 3}, true, false},
		{"the subscription acknowledged as a message", 0x40, []byte{0, 1}, true, false},
		{"PUBACK cut short", 0x40, []byte{2}, true, false},
		{"PUBACK with a tail", 0x40, []byte{0, 2, 0}, true, false},
		{"PUBREC", 0x50, []byte{0, 2}, true, false},
		{"PUBREL", 0x62, []byte{0, 2}, true, false},
		{"PUBCOMP", 0x70, []byte{0, 2}, true, false},
		{"UNSUBACK", 0xb0, []byte{0, 1}, true, false},
		{"PINGRESP", 0xd0, nil, true, true},
		{"PINGRESP with a body", 0xd0, []byte{0}, true, false},
		{"what a client says", 0x82, []byte{0, 1, 0, 1, '#', 0}, true, false},
		{"kind 0", 0, nil, true, false},
		{"kind 15", 0xf0, nil, true, false},
		{"a request", 0x30, publication(ours, '{', '}'), true, true},
		{"a request of QoS 1, retained, again", 0x3b, publication(ours, 0, 9, '{', '}'), true, true},
		{"a request on the level above", 0x30, publication("chess/1/hall/b07/req"), true, true},
		{"a request with an odd name", 0x30, publication("chess/1/hall/b07/req/\xff/+/#"), true, true},
		{"a request too soon", 0x30, publication(ours), false, false},
		{"QoS 2", 0x34, publication(ours, 0, 9), true, false},
		{"QoS 3", 0x36, publication(ours, 0, 9), true, false},
		{"number 0", 0x32, publication(ours, 0, 0), true, false},
		{"no number", 0x32, publication(ours, 9), true, false},
		{"another board's", 0x30, publication("chess/1/hall/b08/req/pause"), true, false},
		{"an answer", 0x30, publication("chess/1/hall/b07/res/pause"), true, false},
		{"no topic", 0x30, publication(""), true, false},
		{"a topic cut short", 0x30, publication(ours)[:9], true, false},
		{"nothing", 0x30, nil, true, false},
	} {
		a := asking(t, "chess/1/hall/b07/req/#")
		a.taken = c.taken
		a.connect = !c.taken
		err := a.answered(c.first, c.body)
		if (err == nil) != c.want || err != nil && !errors.Is(err, errUnasked) {
			t.Errorf("%s: %v", c.name, err)
		}
		if kind := kindOf(c.first); c.want && kind != packets.Publish && a.answered(c.first, c.body) == nil {
			t.Errorf("%s: passes twice", c.name)
		}
	}
}

// TestPoint24Filters: the guard and the client agree on which topics match a filter.
func TestPoint24Filters(t *testing.T) {
	for _, c := range []struct {
		filter, topic string
		want          bool
	}{
		{"a", "a", true}, {"a", "b", false}, {"a", "a/b", false}, {"a/b", "a", false}, {"a/", "a", false}, {"a", "a/", false}, {"a/", "a/", true},
		{"#", "a/b", true}, {"#", "", true}, {"a/#", "a", true}, {"a/#", "a/", true}, {"a/#", "a/b/c", true}, {"a/#", "b", false}, {"a/#", "ab", false},
		{"+", "a", true}, {"+", "a/b", false}, {"+/b", "a/b", true}, {"a/+", "a", false}, {"a/+", "a/", true}, {"a/+/c", "a/b/c", true}, {"a/+/c", "a/b", false},
		{"a/+/#", "a", false}, {"a/+/#", "a/b", true}, {"chess/1/+/+/game", "chess/1/hall/b07/game", true},
	} {
		if got := matches(c.filter, c.topic); got != c.want {
			t.Errorf("%q takes in %q: %t", c.filter, c.topic, got)
		}
	}
}
