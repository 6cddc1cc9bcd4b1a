package endurance

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/transport"
)

// leftover is what a game has left on the disk, and what is true of it. The broker has
// acknowledged the first half of its messages.
type leftover struct {
	game    string // its id and its moves
	journal []byte
	cursor  []byte
	all     []transport.Message // that nothing replaces
	owed    []transport.Message // the second half of them, with all of the step in which it begins
	numbers [2]uint64
}

// playedFolder plays the game, and returns what it has left.
func playedFolder(t testing.TB) leftover {
	t.Helper()
	folder := harness.MemoryDir(t)
	h := daemontest.OpenStepped(t, folder, "first")
	h.Put = map[uint64]daemontest.KeptMessage{}
	h.Begin()
	h.PlayGame()
	l := leftover{game: h.Game(), numbers: h.Engine().Encoder.Numbers()}
	outbox := h.Store().Outbox
	l.all = daemontest.Lasting(outbox)
	for _, m := range daemontest.Queued(outbox) {
		if bytes.Equal(m.Message.Payload, l.all[len(l.all)/2].Payload) {
			break
		}
		outbox.Done(m.ID)
	}
	h.Kill()
	if want := "first-1 " + daemontest.GameMoves; l.game != want {
		t.Fatalf("the game is %q, want %q", l.game, want)
	}
	// No board is as quick as this game: a message has a millisecond of its own.
	harness.Until(t, "a later time", time.Second, func() bool { return uint64(time.Now().UnixMilli()) > max(l.numbers[0], l.numbers[1]) })
	l.journal, l.cursor = harness.LeftIn(t, folder)
	if _, err := journal.Verify(l.journal); err != nil {
		t.Fatal(err)
	}
	c, err := persist.ParseCursor(l.cursor)
	if err != nil || c.Done > len(l.all)/2 || c.Done < len(l.all)/2-2 {
		t.Fatalf("the cursor is %+v, %v", c, err)
	}
	l.owed = l.all[c.Done:]
	return l
}

// reopened lays files as an earlier start would have left them, and opens a daemon
// on them. A nil one is not there.
func reopened(t testing.TB, journal, cursor []byte) *daemontest.Stepped {
	t.Helper()
	folder := harness.MemoryDir(t)
	own := filepath.Join(folder, "hall", "b07")
	if err := os.MkdirAll(filepath.Join(own, "journal"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"journal/000001.log": journal, "cursor": cursor} {
		if data == nil {
			continue
		}
		if err := os.WriteFile(filepath.Join(own, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return daemontest.OpenStepped(t, folder, "second")
}

// end ends a daemon and removes its folder: a sweep opens a hundred thousand.
func end(h *daemontest.Stepped) {
	h.Kill()
	os.RemoveAll(h.Folder)
}

// TestSweepWhole: nothing is damaged. The game goes on, nothing is reported, and the messages
// that the broker has not acknowledged are sent as they were, once.
func TestSweepWhole(t *testing.T) {
	l := playedFolder(t)
	h := reopened(t, l.journal, l.cursor)
	defer end(h)
	unpublished, restored := h.Restored()
	if got := h.Troubles(); len(got) > 0 || h.Game() != l.game || !restored || len(unpublished) > 0 {
		t.Errorf("troubles %v, game %q, %d to publish", got, h.Game(), len(unpublished))
	}
	l.judgeNumbers(t, "whole", h)
	if got := daemontest.Queued(h.Store().Outbox); len(got) != len(l.owed) || !slices.EqualFunc(daemontest.Lasting(h.Store().Outbox), l.owed, same) {
		t.Errorf("%d messages are to be sent, were %d", len(got), len(l.owed))
	}
}

func same(a, b transport.Message) bool {
	return a.Topic == b.Topic && a.QoS == b.QoS && a.Retain == b.Retain && bytes.Equal(a.Payload, b.Payload)
}
