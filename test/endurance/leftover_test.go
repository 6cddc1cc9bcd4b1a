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
	"github.com/boardd/boardd/transport/publish"
)

// leftover is what a game has left on the disk, and what is true of the game.
type leftover struct {
	game     string // its id and its moves
	journal  []byte
	outbox   []byte
	messages []publish.KeptMessage
	put      map[uint64]publish.KeptMessage // with those that later ones replaced
	numbers  [2]uint64
}

// playedFolder plays the game, and returns what it has left.
func playedFolder(t testing.TB) leftover {
	t.Helper()
	folder := harness.MemoryDir(t)
	h := daemontest.OpenStepped(t, folder, "first")
	h.Put = map[uint64]publish.KeptMessage{}
	h.Begin()
	h.PlayGame()
	h.Kill()
	l := leftover{game: h.Game(), numbers: h.Engine().Encoder.Numbers(), put: h.Put}
	if want := "first-1 " + daemontest.GameMoves; l.game != want {
		t.Fatalf("the game is %q, want %q", l.game, want)
	}
	// No board is as quick as this game: a message has a millisecond of its own.
	harness.Until(t, "a later time", time.Second, func() bool { return uint64(time.Now().UnixMilli()) > max(l.numbers[0], l.numbers[1]) })
	l.journal, l.outbox = harness.LeftIn(t, folder)
	whole, err := publish.ReadKept(l.outbox)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Verify(l.journal); err != nil {
		t.Fatal(err)
	}
	l.messages = whole.Messages
	return l
}

// reopened lays out files as an earlier start would have left them, and opens a daemon on
// them. A nil file is missing.
func reopened(t testing.TB, journal, outbox []byte) *daemontest.Stepped {
	t.Helper()
	folder := harness.MemoryDir(t)
	own := filepath.Join(folder, "hall", "b07")
	if err := os.MkdirAll(filepath.Join(own, "journal"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"journal/000001.log": journal, "outbox.db": outbox} {
		if data == nil {
			continue
		}
		if err := os.WriteFile(filepath.Join(own, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return daemontest.OpenStepped(t, folder, "second")
}

// TestSweepWhole: undamaged files lead to the same game. Nothing is reported, and nothing is
// published twice.
func TestSweepWhole(t *testing.T) {
	l := playedFolder(t)
	h := reopened(t, l.journal, l.outbox)
	defer h.Kill()
	unpublished, restored := h.Restored()
	if got := h.Troubles(); len(got) > 0 || h.Game() != l.game || !restored || len(unpublished) > 0 {
		t.Errorf("troubles %v, game %q, %d to publish", got, h.Game(), len(unpublished))
	}
	l.judgeNumbers(t, "whole", h)
	if got := daemontest.Queued(h.Store().Outbox); !slices.EqualFunc(got, l.messages, sameKept) {
		t.Errorf("the outbox holds %d messages, held %d", len(got), len(l.messages))
	}
}

func sameKept(a, b publish.KeptMessage) bool {
	return a.ID == b.ID && a.Message.Topic == b.Message.Topic && a.Message.QoS == b.Message.QoS && a.Message.Retain == b.Message.Retain &&
		bytes.Equal(a.Message.Payload, b.Message.Payload)
}
