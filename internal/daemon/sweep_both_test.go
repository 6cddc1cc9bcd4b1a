package daemon

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// TestSweepBoth damages journal and outbox together, at random places.
func TestSweepBoth(t *testing.T) {
	t.Parallel()
	l := playedFolder(t)
	random := rand.New(rand.NewPCG(5, 5))
	damage := func(data []byte) []byte {
		data = bytes.Clone(data)
		for range 1 + random.IntN(3) {
			data[random.IntN(len(data))] ^= byte(1 + random.IntN(255))
		}
		if random.IntN(3) == 0 {
			data = data[:random.IntN(len(data))]
		}
		return data
	}
	for i := range 60 {
		l.judgeBoth(t, fmt.Sprint(i), damage(l.journal), damage(l.outbox))
	}
}

func (l *leftover) judgeBoth(t *testing.T, what string, journal, outbox []byte) {
	h := reopened(t, journal, outbox)
	defer h.end()
	troubles := h.troubles()
	if game := h.game(); game != l.game && len(troubles) == 0 || game != "second-1" && !strings.HasPrefix(l.game, game) {
		t.Errorf("%s: the game is %q, told %v", what, game, troubles)
	}
	l.judgeKept(t, what, publish.Kept{Messages: outboxOf(h.d.store.Outbox)})
	l.judgeNumbers(t, what, h)
	l.judgeScan(t, what, h)
}

// FuzzReopened: however journal and outbox are damaged, a daemon starts, with the game
// or the beginning of it, tells of what is missing, and gives no number twice. Of four
// bytes each of the changes three are the place, and one what is there then.
func FuzzReopened(f *testing.F) {
	l := playedFolder(f)
	f.Add([]byte{}, uint16(0), []byte{}, uint32(0))
	f.Add([]byte{0x40, 0x04, 0, 'x'}, uint16(0), []byte{0x50, 0x10, 0, 0xff}, uint32(0))
	f.Add([]byte{}, uint16(1500), []byte{}, uint32(100_000))
	f.Fuzz(func(t *testing.T, inJournal []byte, journalCut uint16, inOutbox []byte, outboxCut uint32) {
		l.judgeBoth(t, "changed", changed(l.journal, inJournal, int(journalCut)), changed(l.outbox, inOutbox, int(outboxCut>>1)))
	})
}

// changed is data with some bytes changed, less a number of them at the end.
func changed(data, changes []byte, cut int) []byte {
	data = bytes.Clone(data)
	for ; len(changes) >= 4; changes = changes[4:] {
		at := binary.LittleEndian.Uint32(changes) & 0xffffff
		data[int(at)%len(data)] = changes[3]
	}
	return data[:len(data)-cut%len(data)]
}

// TestNumbersClockBehind: the outbox is lost, and the system clock says that it is
// 1970. No number is given again, since the journal knows a later time.
func TestNumbersClockBehind(t *testing.T) {
	t.Parallel()
	l := playedFolder(t)
	k := &persist.Store{OutboxGone: true, Placed: true, Trouble: make(chan persist.Trouble, 1)}
	h := harness.TestConfig("none", "")
	topics, err := transport.NewTopics(h.Site, h.Board)
	if err != nil {
		t.Fatal(err)
	}
	r, err := persist.Restore([]persist.Opener{textOpener(l.journal)}, "second", topics, k, 1)
	if err != nil {
		t.Fatal(err)
	}
	for lane, n := range r.Engine.Encoder.Numbers() {
		if n < l.numbers[lane] {
			t.Errorf("the numbers go on at %d, after %d", n, l.numbers[lane])
		}
	}
	if got := <-k.Trouble; got.What != transport.OutboxDamaged || len(r.Unpublished) > 0 {
		t.Errorf("told %v, %d to say", got, len(r.Unpublished))
	}
}
