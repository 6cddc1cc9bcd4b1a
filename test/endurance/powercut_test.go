package endurance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
)

// freeze stops a program between two of its instructions, with all its threads.
func freeze(t *testing.T, p *harness.Program) {
	t.Helper()
	if err := p.Cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	harness.Until(t, "stopped", 10*time.Second, func() bool {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.Cmd.Process.Pid))
		if err != nil || len(threads) == 0 {
			t.Fatal(threads, err)
		}
		return !slices.ContainsFunc(threads, func(name string) bool {
			stat, err := os.ReadFile(name)
			return err == nil && !bytes.Contains(stat, []byte(") T "))
		})
	})
}

// TestPowerCut lets boardd store its state on a file system that is stopped at a random moment
// of a game, without what was not flushed. Nothing that a relay has seen is missing then, and
// the game goes on.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	disk := harness.NewLoopDisk(t, 32<<20)
	url := harness.Mosquitto(t)
	r := harness.NewRelay(t, url)
	board, h, p := harness.DgtTable(t, disk.Folder, url)
	defer func() {
		if t.Failed() {
			for _, e := range r.EventsHad {
				t.Logf("%s", e)
			}
			t.Logf("%s\n%s", p.Errs.String(), harness.JournalText(t, disk.Folder))
		}
	}()
	n := harness.Times(t, "BOARDD_CUTS", 2)
	moves := harness.QuietGame(4*n + 3)
	random := rand.New(rand.NewPCG(1, uint64(n)))
	reported := 0
	for i := range n {
		harness.AwaitUpdates(t, board)
		h.Play(moves[4*i : 4*i+2])
		records := append(h.Records(moves[4*i+2]), h.Records(moves[4*i+3])...)
		at := random.IntN(len(records) + 1)
		for _, rec := range records[:at] {
			h.Do(rec)
			time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
		}
		session := r.Game("arbiter/game").Session
		freeze(t, p)
		disk.Cut()
		p.Kill()
		disk.Unmount()
		disk.Mount()
		before := len(harness.FollowEvents(t, r))
		reported += before
		if got := strings.Fields(harness.Replayed(t, harness.WithoutTorn(harness.JournalText(t, disk.Folder)), "-o", "uci")); len(got) < before || strings.Join(got, " ") != strings.Join(h.UCI[:len(got)], " ") {
			t.Errorf("cut %d: relays had %d moves, the journal holds %q", i, before, got)
		}
		harness.ExpectUpdates(board)
		for _, rec := range records[at:] {
			h.Do(rec)
		}
		p = harness.DgtProgram(t, disk.Folder, board.Path, url)
		harness.Until(t, fmt.Sprintf("cut %d: the game %v", i, h.UCI), 15*time.Second, func() bool {
			g := r.Game("arbiter/game")
			return g.Session != session && g.Trust.State != "disconnected" && strings.Join(harness.AllMoves(&g), " ") == strings.Join(h.UCI, " ")
		})
		for _, code := range []string{"journal_damaged", "outbox_damaged"} {
			if text := r.Payload("arbiter/alert/" + code); len(text) > 0 {
				t.Errorf("cut %d: %s", i, text)
			}
		}
	}
	harness.AwaitUpdates(t, board)
	h.Play(moves[4*n:])
	harness.Until(t, "all of it as events", 15*time.Second, func() bool { return strings.Join(harness.FollowEvents(t, r), " ") == strings.Join(h.UCI, " ") })
	t.Logf("%d cuts, %d moves that relays had before one: none lost, none twice", n, reported)
	p.Kill()
}
