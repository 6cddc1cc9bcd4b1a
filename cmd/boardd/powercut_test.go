package main

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
)

// freeze stops a program between two of its instructions, with all its threads.
func freeze(t *testing.T, p *program) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	until(t, "stopped", 10*time.Second, func() bool {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.cmd.Process.Pid))
		if err != nil || len(threads) == 0 {
			t.Fatal(threads, err)
		}
		return !slices.ContainsFunc(threads, func(name string) bool {
			stat, err := os.ReadFile(name)
			return err == nil && !bytes.Contains(stat, []byte(") T "))
		})
	})
}

// TestPowerCut has boardd keep its state on a file system that is stopped at a random
// moment of a game, without what was not flushed: nothing that a relay was told is
// missing then, and the game goes on.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	disk := newLoopDisk(t, 32<<20)
	url := mosquitto(t)
	r, board := newRelay(t, url), testPlayback(t)
	h := newPlayer(t, board)
	p := dgtProgram(t, disk.folder, board.path, url)
	defer func() {
		if t.Failed() {
			for _, e := range r.eventsHad {
				t.Logf("%s", e)
			}
			t.Logf("%s\n%s", p.errs.String(), journalText(t, disk.folder))
		}
	}()
	n := times(t, "BOARDD_CUTS", 2)
	moves := quietGame(4*n + 3)
	random := rand.New(rand.NewPCG(1, uint64(n)))
	told := 0
	for i := range n {
		awaitUpdates(t, board)
		h.play(moves[4*i : 4*i+2])
		records := append(h.records(moves[4*i+2]), h.records(moves[4*i+3])...)
		at := random.IntN(len(records) + 1)
		for _, rec := range records[:at] {
			h.do(rec)
			time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
		}
		session := r.game("arbiter/game").Session
		freeze(t, p)
		disk.cut()
		p.kill()
		disk.unmount()
		disk.mount()
		before := len(followEvents(t, r))
		told += before
		if got := strings.Fields(replayed(t, withoutTorn(journalText(t, disk.folder)), "-o", "uci")); len(got) < before || strings.Join(got, " ") != strings.Join(h.uci[:len(got)], " ") {
			t.Errorf("cut %d: relays had %d moves, the journal holds %q", i, before, got)
		}
		expectUpdates(board)
		for _, rec := range records[at:] {
			h.do(rec)
		}
		p = dgtProgram(t, disk.folder, board.path, url)
		until(t, fmt.Sprintf("cut %d: the game %v", i, h.uci), 15*time.Second, func() bool {
			g := r.game("arbiter/game")
			return g.Session != session && g.Trust.State != "disconnected" && strings.Join(allMoves(&g), " ") == strings.Join(h.uci, " ")
		})
		for _, code := range []string{"journal_damaged", "outbox_damaged"} {
			if text := r.payload("arbiter/alert/" + code); len(text) > 0 {
				t.Errorf("cut %d: %s", i, text)
			}
		}
	}
	awaitUpdates(t, board)
	h.play(moves[4*n:])
	until(t, "all of it as events", 15*time.Second, func() bool { return strings.Join(followEvents(t, r), " ") == strings.Join(h.uci, " ") })
	t.Logf("%d cuts, %d moves that relays had been told before one: none lost, none twice", n, told)
	p.kill()
}
