package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestFailingDisk lets a real file system fail in the middle of a game, and be well
// again. Both alerts come, the game goes on at the broker, no process ends; when the
// disk is well the alerts go, and after a kill nothing is missing.
func TestFailingDisk(t *testing.T) {
	for name, c := range map[string]struct{ fail, mend func(*loopDisk) }{
		"full": {func(d *loopDisk) { d.fill() }, func(d *loopDisk) {
			if err := os.Remove(filepath.Join(d.folder, "filler")); err != nil {
				d.t.Fatal(err)
			}
		}},
		// What the kernel does of itself when it finds such a file system damaged.
		"read-only": {func(d *loopDisk) { d.run("mount", "-o", "remount,abort", d.folder) }, (*loopDisk).replug},
		"error":     {(*loopDisk).cut, (*loopDisk).replug},
		"taken away": {func(d *loopDisk) {
			if err := os.RemoveAll(filepath.Join(d.folder, "hall")); err != nil {
				d.t.Fatal(err)
			}
		}, func(*loopDisk) {}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			disk := newLoopDisk(t, 8<<20)
			failingDisk(t, disk, func() { c.fail(disk) }, func() { c.mend(disk) })
		})
	}
}

func failingDisk(t *testing.T, disk *loopDisk, fail, mend func()) {
	url := mosquitto(t)
	r, board := newRelay(t, url), testPlayback(t)
	h := newPlayer(t, board)
	p := dgtProgram(t, disk.folder, board.path, url)
	defer func() {
		if t.Failed() {
			t.Log(p.errs.String())
		}
	}()
	awaitUpdates(t, board)
	const size = 40
	moves := quietGame(size + 4)
	h.play(moves[:2])
	until(t, "two moves", 10*time.Second, func() bool { return len(r.game("game").Moves) == 2 })
	seen := alertsSeen(r)
	fail()
	at := time.Now()
	next := 2
	until(t, "both alerts", 30*time.Second, func() bool {
		if next < size {
			h.play(moves[next : next+2])
			next += 2
		}
		return seen()
	})
	took := time.Since(at)
	until(t, "the game goes on", 10*time.Second, func() bool { return len(r.game("game").Moves) == next })
	mend()
	for _, alert := range failingAlerts {
		until(t, alert+" is over", 60*time.Second, func() bool { return len(r.payload(alert)) == 0 })
	}
	well := time.Since(at) - took
	h.play(moves[next : next+2])
	until(t, "two more moves", 10*time.Second, func() bool { return len(r.game("game").Moves) == next+2 })
	session := r.game("arbiter/game").Session
	p.kill()
	if got := replayed(t, withoutTorn(journalText(t, disk.folder)), "-o", "uci"); got != strings.Join(moves[:next+2], " ")+"\n" {
		t.Errorf("the journal holds %s", got)
	}
	p = dgtProgram(t, disk.folder, board.path, url)
	until(t, "it goes on", 15*time.Second, func() bool {
		g := r.game("arbiter/game")
		return g.Session != session && strings.Join(allMoves(&g), " ") == strings.Join(moves[:next+2], " ")
	})
	if got := strings.Join(followEvents(t, r), " "); got != strings.Join(moves[:next+2], " ") {
		t.Errorf("as events: %s", got)
	}
	t.Logf("told after %v, well again after %v more, %d moves", took.Round(time.Millisecond), well.Round(time.Millisecond), next+2)
	p.kill()
}

var failingAlerts = []string{"arbiter/alert/journal_failing", "arbiter/alert/outbox_failing"}

// alertsSeen says whether both alerts have been raised since; one may be over already.
func alertsSeen(r *relay) func() bool {
	var seen [2]bool
	return func() bool {
		for i, alert := range failingAlerts {
			seen[i] = seen[i] || len(r.payload(alert)) > 0
		}
		return seen[0] && seen[1]
	}
}
