package publish_test

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// snapshot returns a full snapshot with a number and a length.
func snapshot(seq, length int) transport.Message {
	return transport.Message{Topic: prefix + "arbiter/game", QoS: 1, Retain: true,
		Payload: fmt.Appendf(nil, `{"seq":%d,"x":"%s"}`, seq, bytes.Repeat([]byte("x"), length))}
}

// reported keeps a publisher's reports of messages that are too long.
type reported struct {
	mu  sync.Mutex
	all []string
}

func (d *reported) take(topic string, size int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, fmt.Sprintf("%s %t", topic[len(prefix):], size > 0))
}

func (d *reported) last() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.all) == 0 {
		return ""
	}
	return d.all[len(d.all)-1]
}

// TestPoint26TooLong: the publisher detects a broker that silently drops long messages, or ends
// the connection over them. Short messages arrive before and after. A shorter snapshot clears the
// report.
func TestPoint26TooLong(t *testing.T) {
	for _, limit := range []string{"message_size_limit 8000", "max_packet_size 8000"} {
		t.Run(limit, func(t *testing.T) {
			t.Parallel()
			m := newMosquitto(t, "", limit)
			var d reported
			r := read(t, m.url(), prefix+"event")
			p := start(t, publish.Config{Broker: m.url(), TooLong: d.take})
			p.publish(t, snapshot(1, 100), event(1))
			until(t, "the first", func() bool { return p.Stats().Queued == 0 })
			p.publish(t, snapshot(2, 9000), event(2))
			until(t, "that the second is too long", func() bool { return d.last() == "arbiter/game true" })
			p.publish(t, snapshot(3, 9500), event(3))
			until(t, "all is done", func() bool { return p.Stats().Queued == 0 })
			if got := d.last(); got != "arbiter/game true" {
				t.Errorf("of the third: %s", got)
			}
			until(t, "the events", func() bool {
				all := r.payloads()
				slices.Sort(all)
				return len(slices.Compact(all)) == 3
			})
			p.publish(t, snapshot(4, 200))
			until(t, "that the fourth is kept", func() bool { return d.last() == "arbiter/game false" })
		})
	}
}

// TestPoint26Kept: snapshots that the broker keeps are not reported, however long they are.
func TestPoint26Kept(t *testing.T) {
	t.Parallel()
	m := newMosquitto(t, "")
	var d reported
	p := start(t, publish.Config{Broker: m.url(), TooLong: d.take})
	for seq := range 20 {
		p.publish(t, snapshot(seq+1, 10_000*seq), event(seq))
		until(t, "all is done", func() bool { return p.Stats().Queued == 0 })
	}
	if d.last() != "" {
		t.Errorf("reported: %v", d.all)
	}
}

// TestPoint26BadLink: on a link that breaks again and again for other reasons, no long message
// that gets through in between is given up.
func TestPoint26BadLink(t *testing.T) {
	t.Parallel()
	f := startFake(t, listen(t))
	f.behave(nil, func(n int) bool { return n%3 == 0 })
	var d reported
	p := start(t, publish.Config{Broker: f.url(), TooLong: d.take})
	for n := range 60 {
		p.publish(t, event(n))
		if n%5 == 0 {
			p.publish(t, snapshot(n, 20_000))
		}
	}
	until(t, "all is done", func() bool { return p.Stats().Queued == 0 })
	if s := p.Stats(); s.Refused != 0 || d.last() != "" {
		t.Errorf("%d given up, reported %v", s.Refused, d.all)
	}
}
