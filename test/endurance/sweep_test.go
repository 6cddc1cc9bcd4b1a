package endurance

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// flips are the changes of a byte. 10 and 32 are line feed and blank.
var flips = []func(byte) byte{
	func(b byte) byte { return b ^ 0x01 },
	func(b byte) byte { return b ^ 0x80 },
	func(b byte) byte { return b ^ 0xff },
	func(byte) byte { return '\n' },
	func(byte) byte { return ' ' },
	func(byte) byte { return 0 },
}

// damages calls try with a file that is cut at every byte, and with every byte of it changed
// in each way. Try must not keep its argument.
func damages(data []byte, try func(what string, damaged []byte)) (cuts, changes int) {
	for n := range data {
		try("cut", data[:n:n])
		cuts++
	}
	damaged := bytes.Clone(data)
	for n, b := range data {
		for _, flip := range flips {
			if damaged[n] = flip(b); damaged[n] != b {
				try("changed", damaged)
				changes++
			}
		}
		damaged[n] = b
	}
	return cuts, changes
}

// fullSweep reports whether to try every damage of an outbox, and to open a daemon for every
// damage of a journal, not only for one of those that leave the same: BOARDD_SWEEP=1. It takes
// some minutes.
func fullSweep() bool { return os.Getenv("BOARDD_SWEEP") != "" }

// figures count what followed from damaged files.
type figures map[string]int

func (f figures) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(&b, "; %d %s", f[k], k)
	}
	return b.String()
}

// TestSweepJournal opens a daemon on a journal that is cut at every byte, and with every byte
// changed. The game is the one that was played; or it is the beginning of it, and the damage
// is reported. What the board then shows is not taken for another game.
func TestSweepJournal(t *testing.T) {
	t.Parallel()
	l := playedFolder(t)
	known := map[string]string{}
	count := figures{}
	cuts, changes := damages(l.journal, func(what string, damaged []byte) {
		good, err := journal.Verify(damaged)
		key := fmt.Sprint(good, err != nil)
		if _, tried := known[key]; !tried || fullSweep() {
			known[key] = l.judgeJournal(t, fmt.Sprintf("%s, %d of %d bytes good, %v", what, good, len(l.journal), err), damaged)
		}
		count[what+": "+known[key]]++
	})
	t.Logf("%d bytes: %d cuts, %d changes, %d daemons%v", len(l.journal), cuts, changes, len(known), count)
}

func (l *leftover) judgeJournal(t *testing.T, what string, damaged []byte) string {
	h := reopened(t, damaged, l.outbox)
	defer h.Kill()
	told := slices.Contains(h.Troubles(), transport.JournalDamaged)
	game := h.Game()
	fresh := game == "second-1"
	if !fresh && !strings.HasPrefix(l.game, game) {
		t.Fatalf("%s: the game is %q", what, game)
	}
	if game != l.game && !told {
		t.Errorf("%s: the game is %q, and nobody is told", what, game)
	}
	l.judgeNumbers(t, what, h)
	if got := daemontest.Queued(h.Store().Outbox); !slices.EqualFunc(got, l.messages, sameKept) {
		t.Errorf("%s: the outbox holds %d messages, held %d", what, len(got), len(l.messages))
	}
	l.judgeScan(t, what, h)
	switch {
	case fresh:
		return "a new game, told"
	case game != l.game:
		return "a part of the game, told"
	case told:
		return "the whole game, told"
	}
	return "the whole game"
}

// judgeNumbers checks that no number is used again.
func (l *leftover) judgeNumbers(t *testing.T, what string, h *daemontest.Stepped) {
	for lane, n := range h.Engine().Encoder.Numbers() {
		if n < l.numbers[lane] {
			t.Errorf("%s: the numbers go on at %d, after %d", what, n, l.numbers[lane])
		}
	}
}

// judgeScan lets the board show the position of the true game. The daemon never invents a
// move: the game of record stays true, additions to it are marked as inferred, or the squares
// that differ are reported.
func (l *leftover) judgeScan(t *testing.T, what string, h *daemontest.Stepped) {
	h.Begin()
	before := h.Game()
	fresh := len(h.Engine().Tracker.Game().Moves) == 0
	h.Connect(daemontest.GameShown)
	h.Rest(15_000)
	g := h.Engine().Tracker.Game()
	if !strings.HasPrefix(h.Game(), before) && !fresh {
		t.Errorf("%s: what was %q became %q", what, before, h.Game())
	}
	_, differ := h.Engine().Tracker.Sensed()
	if differ != 0 {
		if !hasAlert(g, touchmove.Desync) && g.Trust.State == touchmove.TrustOK && g.Phase != touchmove.Setup {
			t.Errorf("%s: the game is %q, %v differ, and nobody is told (phase %v)", what, h.Game(), differ, g.Phase)
		}
		return
	}
	if h.Game() == l.game {
		return
	}
	for i, m := range g.Moves[len(strings.Fields(before))-1:] {
		if !m.Inferred {
			t.Errorf("%s: %q became %q, and move %d more is no guess", what, before, h.Game(), i)
		}
	}
}

func hasAlert(g *touchmove.Game, c touchmove.Code) bool {
	return slices.ContainsFunc(g.Alerts, func(a touchmove.Alert) bool { return a.Code == c })
}

// TestSweepOutbox opens a daemon on an outbox that is cut at every byte, and with every byte
// changed. Every message in it was put there, in this order. A missing one is reported. No
// number is used again, and nothing is published twice.
func TestSweepOutbox(t *testing.T) {
	t.Parallel()
	l := playedFolder(t)
	known := map[string]string{}
	count := figures{}
	n, band := 0, sweepBand
	if fullSweep() {
		band = 1
	}
	cuts, changes := damages(l.outbox, func(what string, damaged []byte) {
		if n++; n%sweepStride != 0 && !fullSweep() {
			return
		}
		got, err := publish.ReadKept(damaged)
		key := fmt.Sprint(err != nil, len(got.Notes), len(got.Messages)/band)
		l.judgeKept(t, what, got)
		if _, tried := known[key]; !tried {
			known[key] = l.judgeOutbox(t, fmt.Sprintf("%s %d: %d messages, notes %q, %v", what, n, len(got.Messages), got.Notes, err), damaged)
		}
		count[what+": "+known[key]]++
	})
	t.Logf("%d bytes: %d cuts, %d changes, %d daemons%v", len(l.outbox), cuts, changes, len(known), count)
}

// sweepStride is how many damages of an outbox there are for one that is tried, if not all
// are. It is prime, so each place in a block of the file comes up.
const sweepStride = 593

// sweepBand is a number of messages: the daemon is not opened again for an outbox that differs
// by fewer.
const sweepBand = 6

// judgeKept checks that what was read was put so, and in that order.
func (l *leftover) judgeKept(t *testing.T, what string, got publish.Kept) {
	last := uint64(0)
	for _, m := range got.Messages {
		if was, put := l.put[m.ID]; !put || !sameKept(was, m) || m.ID <= last {
			t.Fatalf("%s: message %d after %d was not put so", what, m.ID, last)
		}
		last = m.ID
	}
}

func (l *leftover) judgeOutbox(t *testing.T, what string, damaged []byte) string {
	h := reopened(t, l.journal, damaged)
	defer h.Kill()
	told := slices.Contains(h.Troubles(), transport.OutboxDamaged)
	kept := len(daemontest.Queued(h.Store().Outbox))
	if kept < len(l.messages) && !told {
		t.Errorf("%s: nobody is told", what)
	}
	if h.Game() != l.game {
		t.Errorf("%s: the game is %q", what, h.Game())
	}
	l.judgeNumbers(t, what, h)
	unpublished, restored := h.Restored()
	if !restored {
		t.Errorf("%s: another game", what)
	}
	l.judgePublished(t, what, unpublished)
	switch {
	case kept == 0:
		return "no message left, told"
	case kept < len(l.messages):
		return "some messages left, told"
	case told:
		return "all messages, told"
	}
	return "all messages"
}

// judgePublished checks that no event is published again with another number.
func (l *leftover) judgePublished(t *testing.T, what string, said []transport.Message) {
	for _, m := range said {
		if !strings.HasSuffix(m.Topic, "/event") {
			continue
		}
		var e transport.Event
		if err := json.Unmarshal(m.Payload, &e); err != nil {
			t.Fatal(err)
		}
		t.Errorf("%s: event %d, %s, is said again", what, e.Seq, e.Type)
	}
}

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
	defer h.Kill()
	troubles := h.Troubles()
	if game := h.Game(); game != l.game && len(troubles) == 0 || game != "second-1" && !strings.HasPrefix(l.game, game) {
		t.Errorf("%s: the game is %q, told %v", what, game, troubles)
	}
	l.judgeKept(t, what, publish.Kept{Messages: daemontest.Queued(h.Store().Outbox)})
	l.judgeNumbers(t, what, h)
	l.judgeScan(t, what, h)
}

// FuzzReopened: however journal and outbox are damaged, a daemon starts with the game or the
// beginning of it, reports what is missing, and uses no number twice. Of four bytes of a
// change three are the place, and one is the new value.
func FuzzReopened(f *testing.F) {
	l := playedFolder(f)
	f.Add([]byte{}, uint16(0), []byte{}, uint32(0))
	f.Add([]byte{0x40, 0x04, 0, 'x'}, uint16(0), []byte{0x50, 0x10, 0, 0xff}, uint32(0))
	f.Add([]byte{}, uint16(1500), []byte{}, uint32(100_000))
	f.Fuzz(func(t *testing.T, inJournal []byte, journalCut uint16, inOutbox []byte, outboxCut uint32) {
		l.judgeBoth(t, "changed", changed(l.journal, inJournal, int(journalCut)), changed(l.outbox, inOutbox, int(outboxCut>>1)))
	})
}

// changed returns data with some bytes changed, and without a number of bytes at the end.
func changed(data, changes []byte, cut int) []byte {
	data = bytes.Clone(data)
	for ; len(changes) >= 4; changes = changes[4:] {
		at := binary.LittleEndian.Uint32(changes) & 0xffffff
		data[int(at)%len(data)] = changes[3]
	}
	return data[:len(data)-cut%len(data)]
}

// TestNumbersClockBehind: the outbox is lost, and the system clock shows 1970. No number is
// used again, because the journal has a later time.
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

// TestSweepRestored restores what is left of a journal that is cut at every byte: the game
// is a beginning of the one that was played, and never a shorter one than after an earlier
// cut.
func TestSweepRestored(t *testing.T) {
	t.Parallel()
	l := playedFolder(t)
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	tried, game := map[int]bool{0: true}, ""
	for n := range len(l.journal) + 1 {
		good, err := journal.Verify(l.journal[:n])
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if tried[good] {
			continue
		}
		tried[good] = true
		r, err := persist.Restore([]persist.Opener{textOpener(l.journal[:good])}, "again", topics, &persist.Store{}, 1)
		if err != nil {
			t.Fatalf("%d bytes: %v", good, err)
		}
		got := strings.Join(harness.GameOf(r.Engine.Tracker), " ")
		if !strings.HasPrefix(l.game, got) || len(got) < len(game) {
			t.Fatalf("%d bytes: game %q, before %q", good, got, game)
		}
		game = got
	}
	if game != l.game {
		t.Errorf("the game is %q, want %q", game, l.game)
	}
}

func textOpener(text []byte) persist.Opener {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
}

// FuzzRestore: whatever a journal holds, it is restored or refused.
func FuzzRestore(f *testing.F) {
	head, err := persist.HeaderText(&sensor.Header{Board: "dgt"}, sensor.Setting{Name: pipeline.GameIDs, Value: "g"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(head, 0, int64(0))
	f.Add([]byte(string(head)+"0 link up\n1 rx 8e 00 05 34 00\n9 link down\n9 utc 2026-11-21T21:56:53.738Z unsynced\n"), 2, int64(4))
	f.Add([]byte("#! boardd-log 1\n0 lift e2 P\n700 drop e4 P\n"), 1, int64(9))
	f.Add(playedFolder(f).journal, 30, int64(4000))
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte, record int, at int64) {
		k := &persist.Store{Place: persist.Place{Log: "g", Record: record, At: min(max(at, 0), 1<<40)}, Placed: true}
		r, err := persist.Restore([]persist.Opener{textOpener(text)}, "again", topics, k, 1)
		if err != nil {
			return
		}
		if now := r.ResumesAt(time.Unix(0, 0)); now <= r.At && r.At < 1<<62 {
			t.Fatalf("goes on at %d, after %d", now, r.At)
		}
		r.Engine.Finish()
	})
}
