package main

import (
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/cmd/boardd/journal"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// TestJournalCut takes up what is left of a journal that was cut at every byte:
// the game is always the beginning of the one that was played.
func TestJournalCut(t *testing.T) {
	t.Parallel()
	_, text, live := keptGame(t, quietGame(4))
	whole := strings.Join(allMoves(&live), " ")
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	tried, plies := map[int]bool{}, 0
	for n := range len(text) + 1 {
		good, err := journal.Verify([]byte(text[:n]))
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if tried[good] || good == 0 {
			continue
		}
		tried[good] = true
		r, err := restore([][]byte{[]byte(text[:good])}, "again", topics, &keeping{}, 1)
		if err != nil {
			t.Fatalf("%d bytes: %v", good, err)
		}
		g := r.engine.tracker.Game()
		var moves []string
		for _, m := range g.Moves {
			moves = append(moves, m.UCI)
		}
		if !strings.HasPrefix(whole, strings.Join(moves, " ")) || g.ID != live.GameID || len(moves) < plies {
			t.Fatalf("%d bytes: game %s %q", good, g.ID, moves)
		}
		plies = len(moves)
	}
	if plies != 4 {
		t.Errorf("%d plies at the end", plies)
	}
}

// FuzzRestore: whatever a journal holds, it is taken up or refused.
func FuzzRestore(f *testing.F) {
	head, err := headerText(&sensor.Header{Board: "dgt"}, sensor.Setting{Name: gameIDs, Value: "g"})
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
		k := &keeping{place: place{Log: "g", Record: record, At: min(max(at, 0), 1<<40)}, placed: true}
		r, err := restore([][]byte{text}, "again", topics, k, 1)
		if err != nil {
			return
		}
		if now := r.resumesAt(time.Unix(0, 0)); now <= r.at && r.at < 1<<62 {
			t.Fatalf("goes on at %d, after %d", now, r.at)
		}
		r.engine.Finish()
	})
}
