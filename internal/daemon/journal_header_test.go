package daemon

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
)

// opened is a daemon for a board of a bus, or for one alone, which has not begun.
func opened(t *testing.T, c *config.Config, address bus.Address) *Daemon {
	t.Helper()
	d, err := NewAt(address, c, zerolog.Nop(), clock.New(0), session.New())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *Daemon) closeFolder() {
	d.store.Journal.Close()
	d.store.Close()
}

// TestJournalAddress: the journal of a board of a bus says which one it is of, from
// its first file on, and a later start takes it up; one of another board does not.
func TestJournalAddress(t *testing.T) {
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Family = harness.MemoryDir(t), family.Bus
	opened(t, c, 1025).closeFolder()
	if text := harness.JournalText(t, c.State); !strings.Contains(text, "\n#: address 1025\n") {
		t.Errorf("the journal begins\n%.300s", text)
	}
	for _, o := range []struct {
		address bus.Address
		on      bool
	}{{1025, true}, {bus.All, true}, {1026, false}} {
		d := opened(t, c, o.address)
		if (d.restored != nil) != o.on {
			t.Errorf("address %d: the game goes on: %t", o.address, d.restored != nil)
		}
		d.closeFolder()
	}
}

// TestJournalMen: pieces that have been learnt since do not make the configuration
// another one, and are known.
func TestJournalMen(t *testing.T) {
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Family, c.Port.PieceFile = harness.MemoryDir(t), "certabo", filepath.Join(t.TempDir(), "men")
	opened(t, c, bus.All).closeFolder()
	if err := addPieces(c.Port.PieceFile, certabo.Set{}.With(certabo.TaggedPiece{Tag: 1, Piece: placement.WhiteKing})); err != nil {
		t.Fatal(err)
	}
	d := opened(t, c, bus.All)
	defer d.closeFolder()
	if d.restored == nil {
		t.Fatal("another game begins")
	}
	d.publishRestored()
	if men := d.engine.Decoder.(*certabo.Decoder).Pieces; men.Len() != 1 {
		t.Errorf("known are %s", men)
	}
}
