package endurance

import (
	"bytes"
	"encoding/binary"
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
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
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

// fullSweep reports whether a daemon is to be opened for every damage, not only for each
// that leaves something else: BOARDD_SWEEP=1, some minutes.
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
	h := reopened(t, damaged, l.cursor)
	defer end(h)
	reported := slices.Contains(h.Troubles(), transport.JournalDamaged)
	game := h.Game()
	fresh := game == "second-1"
	if !fresh && !strings.HasPrefix(l.game, game) {
		t.Fatalf("%s: the game is %q", what, game)
	}
	if game != l.game && !reported {
		t.Errorf("%s: the game is %q, and nothing is reported", what, game)
	}
	l.judgeNumbers(t, what, h)
	if got := daemontest.Lasting(h.Store().Outbox); len(got) > len(l.owed) || !slices.EqualFunc(got, l.owed[:len(got)], same) || len(got) < len(l.owed) && !reported {
		t.Errorf("%s: %d messages are to be sent, were %d, reported %t", what, len(got), len(l.owed), reported)
	}
	l.judgeScan(t, what, h)
	switch {
	case fresh:
		return "a new game, reported"
	case game != l.game:
		return "a part of the game, reported"
	case reported:
		return "the whole game, reported"
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
// move: the game of record stays true, additions to it are marked as inferred, but for the ply
// that the board was showing already, or the squares that differ are reported.
func (l *leftover) judgeScan(t *testing.T, what string, h *daemontest.Stepped) {
	h.Begin()
	before := h.Game()
	fresh := len(h.Engine().Tracker.Game().Moves) == 0
	seen := ""
	if p := h.Engine().Tracker.Game().Pending; p != nil {
		seen = p.UCI
	}
	h.Connect(daemontest.GameShown)
	h.Rest(15_000)
	g := h.Engine().Tracker.Game()
	if !strings.HasPrefix(h.Game(), before) && !fresh {
		t.Errorf("%s: what was %q became %q", what, before, h.Game())
	}
	_, differ := h.Engine().Tracker.Sensed()
	if differ != 0 {
		if !hasAlert(g, laws.Desync) && g.Trust.State == touchmove.TrustOK && g.Phase != touchmove.Setup {
			t.Errorf("%s: the game is %q, %v differ, and nothing is reported (phase %v)", what, h.Game(), differ, g.Phase)
		}
		return
	}
	if h.Game() == l.game {
		return
	}
	for i, m := range g.Moves[len(strings.Fields(before))-1:] {
		if !m.Inferred && (i > 0 || m.UCI != seen) {
			t.Errorf("%s: %q became %q, and move %d more is no guess", what, before, h.Game(), i)
		}
	}
}

func hasAlert(g *touchmove.Game, c touchmove.Code) bool {
	return slices.ContainsFunc(g.Alerts, func(a touchmove.Alert) bool { return a.Code == c })
}

// TestSweepCursor opens a daemon on a cursor cut at every byte and with every byte
// changed. The damage is reported, the game goes on, all messages of it are sent again
// as they were, and no number is given again.
func TestSweepCursor(t *testing.T) {
	t.Parallel()
	l := playedFolder(t)
	n, daemons := 0, 0
	cuts, changes := damages(l.cursor, func(what string, damaged []byte) {
		if c, err := persist.ParseCursor(damaged); err == nil {
			t.Errorf("%s: read %+v", what, c)
		}
		if n++; n%sweepStride != 0 && !fullSweep() {
			return
		}
		daemons++
		l.judgeCursor(t, fmt.Sprintf("%s %d", what, n), damaged)
	})
	l.judgeCursor(t, "gone", nil)
	t.Logf("%d bytes: %d cuts, %d changes, %d daemons", len(l.cursor), cuts, changes, daemons+1)
}

// sweepStride is how many damages of a cursor there are for one for which a daemon is
// opened when not all are.
const sweepStride = 53

func (l *leftover) judgeCursor(t *testing.T, what string, damaged []byte) {
	h := reopened(t, l.journal, damaged)
	defer end(h)
	unpublished, restored := h.Restored()
	if reported := h.Troubles(); !slices.Contains(reported, transport.OutboxDamaged) || h.Game() != l.game || !restored || len(unpublished) > 0 {
		t.Errorf("%s: reported %v, the game is %q, %d to publish", what, reported, h.Game(), len(unpublished))
	}
	l.judgeNumbers(t, what, h)
	if got := daemontest.Lasting(h.Store().Outbox); !slices.EqualFunc(got, l.all, same) {
		t.Errorf("%s: %d messages are to be sent, of %d", what, len(got), len(l.all))
	}
}

// judgeOwed checks that what is to be sent was accepted so, in that order and without a gap.
func (l *leftover) judgeOwed(t *testing.T, what string, got []transport.Message) {
	if len(got) == 0 {
		return
	}
	first := slices.IndexFunc(l.all, func(m transport.Message) bool { return same(m, got[0]) })
	if first < 0 || first+len(got) > len(l.all) || !slices.EqualFunc(got, l.all[first:first+len(got)], same) {
		t.Errorf("%s: what is to be sent was not accepted so", what)
	}
	if first > len(l.all)-len(l.owed) {
		t.Errorf("%s: message %d is the first to be sent, and %d was not acknowledged", what, first, len(l.all)-len(l.owed))
	}
}

// TestSweepBoth damages journal and cursor together, at random places.
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
		l.judgeBoth(t, fmt.Sprint(i), damage(l.journal), damage(l.cursor))
	}
}

func (l *leftover) judgeBoth(t *testing.T, what string, journal, cursor []byte) {
	h := reopened(t, journal, cursor)
	defer end(h)
	troubles := h.Troubles()
	if game := h.Game(); game != l.game && len(troubles) == 0 || game != "second-1" && !strings.HasPrefix(l.game, game) {
		t.Errorf("%s: the game is %q, reported %v", what, game, troubles)
	}
	l.judgeOwed(t, what, daemontest.Lasting(h.Store().Outbox))
	l.judgeNumbers(t, what, h)
	l.judgeScan(t, what, h)
}

// FuzzReopened: however journal and cursor are damaged, a daemon starts, with the game
// or the beginning of it, reports what is missing, and gives no number twice. Of four
// bytes each of the changes three are the place, and one what is there then.
func FuzzReopened(f *testing.F) {
	l := playedFolder(f)
	f.Add([]byte{}, uint16(0), []byte{}, uint32(0))
	f.Add([]byte{0x40, 0x04, 0, 'x'}, uint16(0), []byte{0x50, 0, 0, 0xff}, uint32(0))
	f.Add([]byte{}, uint16(1500), []byte{}, uint32(20))
	f.Fuzz(func(t *testing.T, inJournal []byte, journalCut uint16, inCursor []byte, cursorCut uint32) {
		l.judgeBoth(t, "changed", changed(l.journal, inJournal, int(journalCut)), changed(l.cursor, inCursor, int(cursorCut>>1)))
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

// TestNumbersClockBehind: the cursor is lost, and the system clock shows
// 1970. No number is given again, since the journal knows a later time.
func TestNumbersClockBehind(t *testing.T) {
	t.Parallel()
	l := playedFolder(t)
	k := &persist.Store{}
	h := harness.TestConfig("none", "")
	topics, err := transport.NewTopics(h.Site, h.Board)
	if err != nil {
		t.Fatal(err)
	}
	r, err := k.Restore(textOpener(l.journal), "second", topics, 1)
	if err != nil {
		t.Fatal(err)
	}
	for lane, n := range r.Engine.Encoder.Numbers() {
		if n < l.numbers[lane] {
			t.Errorf("the numbers go on at %d, after %d", n, l.numbers[lane])
		}
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
		r, err := new(persist.Store).Restore(textOpener(l.journal[:good]), "again", topics, 1)
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
	f.Add(head)
	f.Add([]byte(string(head) + "0 link up\n1 rx 8e 00 05 34 00\n# 4 deadlines\n9 link down\n9 utc 2026-11-21T21:56:53.738Z unsynced\n"))
	f.Add([]byte("#! boardd-log 1\n0 lift e2 P\n700 drop e4 P\n# 700 message event {}\n"))
	f.Add(playedFolder(f).journal)
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := new(persist.Store).Restore(textOpener(text), "again", topics, 1)
		if err != nil {
			return
		}
		if now := r.ResumesAt(time.Unix(0, 0)); now <= r.At && r.At < 1<<62 {
			t.Fatalf("goes on at %d, after %d", now, r.At)
		}
		r.Engine.Finish()
	})
}
