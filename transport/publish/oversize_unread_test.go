package publish

import (
	"testing"

	"github.com/boardd/boardd/transport"
)

// TestPoint26GrowsLittle: a snapshot that is a little longer than the last one read back may be
// the first that the broker drops, and the last of its game. It is read back, too.
func TestPoint26GrowsLittle(t *testing.T) {
	o := newOversize(func(string, int) {})
	snapshot := func(size int) *transport.Message {
		return &transport.Message{Topic: "chess/1/hall/b07/arbiter/game", QoS: 1, Retain: true, Payload: make([]byte, size)}
	}
	o.acknowledged(1, snapshot(7000))
	first := <-o.due
	o.compare(&first, isKept)
	if _, longer := o.unread(); longer {
		t.Error("what was read back is read again")
	}
	o.acknowledged(2, snapshot(8000))
	if len(o.due) > 0 {
		t.Error("a little longer, and read back at once")
	}
	second, longer := o.unread()
	if !longer || len(second.Payload) != 8000 {
		t.Fatal("a little longer, and never read back")
	}
	if o.compare(&second, isDropped); !o.dropped[second.Topic] {
		t.Error("it is not reported")
	}
	o.acknowledged(3, snapshot(8100))
	if _, longer := o.unread(); longer || len(o.due) != 1 {
		t.Error("the next is not due once")
	}
}
