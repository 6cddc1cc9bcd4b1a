package daemon

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/transport"
)

// oversizedMessage is a message that is longer than the broker takes. A size of 0 says that
// the broker takes the topic's messages again.
type oversizedMessage struct {
	topic string
	size  int
}

// messageLength raises the alert about messages that are too long, or clears it.
func (d *Daemon) messageLength(m oversizedMessage) {
	if d.oversized[m.topic] == m.size {
		return
	}
	if d.oversized == nil {
		d.oversized = map[string]int{}
	}
	d.oversized[m.topic] = m.size
	if m.size == 0 {
		delete(d.oversized, m.topic)
	}
	text := d.oversizedText()
	if text == "" {
		d.log.Info().Str("topic", m.topic).Msg("the broker takes the message again")
	} else if m.size > 0 {
		d.log.Error().Stringer("code", transport.MessageTooLong).Msg(text)
	}
	d.publish(d.engine.Trouble(d.engineTime(d.clock.Now()), transport.MessageTooLong, text))
}

// oversizedText says which messages are too long, and what to do; "" if none is.
func (d *Daemon) oversizedText() string {
	if len(d.oversized) == 0 {
		return ""
	}
	var all []string
	for _, topic := range slices.Sorted(maps.Keys(d.oversized)) {
		all = append(all, fmt.Sprintf("%s of %d bytes", topic, d.oversized[topic]))
	}
	return "the broker does not take " + strings.Join(all, ", nor ") + ", and readers see an older one; " + OversizedRemedy
}

// OversizedRemedy is what to do about a broker that takes no long messages.
const OversizedRemedy = "let it take longer messages (mosquitto: message_size_limit 262144, and no max_packet_size below that)"

// discovery holds what Home Assistant needs to know of the board.
type discovery struct {
	prefix    string // "": nothing is published
	about     transport.About
	published []byte // on the present connection
}

// discover publishes the description of the board for Home Assistant, at each connection and
// when the board has reported more about itself.
func (d *Daemon) discover() {
	v, a := &d.discovery, &d.engine.About
	if v.prefix == "" || !d.connected || v.published != nil && v.about.Kind == a.Kind && v.about.Serial == a.Serial {
		return
	}
	m := transport.Discovery(d.topics, v.prefix, *a)
	v.about = *a
	if bytes.Equal(m.Payload, v.published) {
		return
	}
	v.published = m.Payload
	d.publish(pipeline.Outcome{Messages: []transport.Message{m}})
}
