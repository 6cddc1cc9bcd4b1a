package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// opened is a daemon for a board of a bus, or for one alone, which has not begun.
func opened(t *testing.T, c *config, address bus.Address) *daemon {
	t.Helper()
	d, err := newDaemonAt(address, c, zerolog.Nop(), newPace(0), newSession())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *daemon) closeFolder() {
	d.keeping.journal.Close()
	d.keeping.close()
}

// TestJournalAddress: the journal of a board of a bus says which one it is of, from
// its first file on, and a later start takes it up; one of another board does not.
func TestJournalAddress(t *testing.T) {
	c := testConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Family = memoryDir(t), busFamily
	opened(t, c, 1025).closeFolder()
	if text := journalText(t, c.State); !strings.Contains(text, "\n#: address 1025\n") {
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

// TestJournalMen: men that have been learnt since do not make the configuration
// another one, and are known.
func TestJournalMen(t *testing.T) {
	c := testConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Family, c.Port.MenFile = memoryDir(t), "certabo", filepath.Join(t.TempDir(), "men")
	opened(t, c, bus.All).closeFolder()
	if err := addMen(c.Port.MenFile, certabo.Set{}.With(certabo.Man{Tag: 1, Piece: placement.WhiteKing})); err != nil {
		t.Fatal(err)
	}
	d := opened(t, c, bus.All)
	defer d.closeFolder()
	if d.restored == nil {
		t.Fatal("another game begins")
	}
	d.goOn()
	if men := d.engine.decoder.(teachable).knows(); men.Len() != 1 {
		t.Errorf("known are %s", men)
	}
}
