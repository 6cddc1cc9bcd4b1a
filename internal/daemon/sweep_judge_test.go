package daemon

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// flips are what is done to a byte; 10 and 32 are line feed and blank.
var flips = []func(byte) byte{
	func(b byte) byte { return b ^ 0x01 },
	func(b byte) byte { return b ^ 0x80 },
	func(b byte) byte { return b ^ 0xff },
	func(byte) byte { return '\n' },
	func(byte) byte { return ' ' },
	func(byte) byte { return 0 },
}

// damages calls try with a file cut at every byte, and with every byte of it changed
// in each way. It may not keep what it is given.
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

// fullSweep reports whether every damage of an outbox is to be tried, and a daemon to
// be opened for every damage of a journal, not only for each that leaves something
// else: BOARDD_SWEEP=1, some minutes.
func fullSweep() bool { return os.Getenv("BOARDD_SWEEP") != "" }

// figures count what became of damaged files.
type figures map[string]int

func (f figures) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(&b, "; %d %s", f[k], k)
	}
	return b.String()
}

// TestSweepJournal opens a daemon on a journal cut at every byte and with every byte
// changed. The game that goes on is the one that was played; or it is the beginning
// of it, and that is told; and what the board then shows is not taken for another.
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
	defer h.end()
	told := slices.Contains(h.troubles(), transport.JournalDamaged)
	game := h.game()
	fresh := game == "second-1"
	if !fresh && !strings.HasPrefix(l.game, game) {
		t.Fatalf("%s: the game is %q", what, game)
	}
	if game != l.game && !told {
		t.Errorf("%s: the game is %q, and nobody is told", what, game)
	}
	l.judgeNumbers(t, what, h)
	if got := outboxOf(h.d.store.Outbox); !slices.EqualFunc(got, l.messages, sameKept) {
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

// judgeNumbers checks that no number is given again.
func (l *leftover) judgeNumbers(t *testing.T, what string, h *byHand) {
	for lane, n := range h.d.engine.Encoder.Numbers() {
		if n < l.numbers[lane] {
			t.Errorf("%s: the numbers go on at %d, after %d", what, n, l.numbers[lane])
		}
	}
}

// judgeScan lets the board show where the true game is. What cannot be said to have
// been played is not: the game of record stays true, what is added to it is marked
// as inferred, or the squares that differ are told.
func (l *leftover) judgeScan(t *testing.T, what string, h *byHand) {
	h.begin()
	before := h.game()
	fresh := len(h.d.engine.Tracker.Game().Moves) == 0
	h.connect(sweepShown)
	h.rest(15_000)
	g := h.d.engine.Tracker.Game()
	if !strings.HasPrefix(h.game(), before) && !fresh {
		t.Errorf("%s: what was %q became %q", what, before, h.game())
	}
	_, differ := h.d.engine.Tracker.Sensed()
	if differ != 0 {
		if !hasAlert(g, touchmove.Desync) && g.Trust.State == touchmove.TrustOK && g.Phase != touchmove.Setup {
			t.Errorf("%s: the game is %q, %v differ, and nobody is told (phase %v)", what, h.game(), differ, g.Phase)
		}
		return
	}
	if h.game() == l.game {
		return
	}
	for i, m := range g.Moves[len(strings.Fields(before))-1:] {
		if !m.Inferred {
			t.Errorf("%s: %q became %q, and move %d more is no guess", what, before, h.game(), i)
		}
	}
}

func hasAlert(g *touchmove.Game, c touchmove.Code) bool {
	return slices.ContainsFunc(g.Alerts, func(a touchmove.Alert) bool { return a.Code == c })
}

// TestSweepOutbox opens a daemon on an outbox cut at every byte and with every byte
// changed. Every message in it is one that was put, in order; that one is missing is
// told; no number is given again, and nothing is said twice.
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

// sweepStride is how many damages of an outbox there are for one that is tried when
// not all are; prime, so that each place of a page comes up.
const sweepStride = 593

// sweepBand is how many messages more or less in an outbox then make no other daemon.
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
	defer h.end()
	told := slices.Contains(h.troubles(), transport.OutboxDamaged)
	kept := len(outboxOf(h.d.store.Outbox))
	if kept < len(l.messages) && !told {
		t.Errorf("%s: nobody is told", what)
	}
	if h.game() != l.game {
		t.Errorf("%s: the game is %q", what, h.game())
	}
	l.judgeNumbers(t, what, h)
	l.judgeSaid(t, what, h.d.restored.Unpublished)
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

// judgeSaid checks that what is said again carries the number that it had.
func (l *leftover) judgeSaid(t *testing.T, what string, said []transport.Message) {
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
