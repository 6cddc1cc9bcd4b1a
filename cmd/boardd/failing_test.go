package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/cmd/boardd/journal"
)

// TestFailingDisk lets a real file system fail in the middle of a game, and be well
// again. Both alerts come, the game goes on at the broker, no process ends; when the
// disk is well the alerts go, and after a kill nothing is missing.
func TestFailingDisk(t *testing.T) {
	for name, c := range map[string]failure{
		"full":                   {fail: (*loopDisk).fill, mend: (*loopDisk).empty},
		"full at the start":      {fail: (*loopDisk).fill, mend: (*loopDisk).empty, start: true},
		"read-only":              {fail: (*loopDisk).abort, mend: (*loopDisk).replug},
		"read-only at the start": {fail: (*loopDisk).abort, mend: (*loopDisk).replug, start: true},
		"error":                  {fail: (*loopDisk).cut, mend: (*loopDisk).replug},
		"taken away":             {fail: (*loopDisk).lose, mend: func(*loopDisk) {}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failingDisk(t, newLoopDisk(t, 8<<20), c)
		})
	}
}

// failure is how a disk fails.
type failure struct {
	fail, mend func(*loopDisk)
	start      bool // before boardd starts a second time
}

func failingDisk(t *testing.T, disk *loopDisk, c failure) {
	url := mosquitto(t)
	r, board := newRelay(t, url), testPlayback(t)
	h := newPlayer(t, board)
	p := dgtProgramOf(t, t.TempDir(), disk.folder, board.path, url)
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
	if c.start {
		p.kill()
	}
	seen := alertsSeen(r)
	c.fail(disk)
	at := time.Now()
	if c.start {
		expectUpdates(board)
		p = dgtProgramOf(t, t.TempDir(), disk.folder, board.path, url)
		awaitUpdates(t, board)
	}
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
	c.mend(disk)
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
	p = dgtProgramOf(t, t.TempDir(), disk.folder, board.path, url)
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

// TestUnreadableDisk: at the start the disk gives back nothing, not even what there was.
// That is told, boardd runs, and what there was is still there when the disk is well.
func TestUnreadableDisk(t *testing.T) {
	t.Parallel()
	disk := newLoopDisk(t, 8<<20)
	url := mosquitto(t)
	r, board := newRelay(t, url), testPlayback(t)
	h := newPlayer(t, board)
	p := dgtProgramOf(t, t.TempDir(), disk.folder, board.path, url)
	awaitUpdates(t, board)
	h.play(quietGame(2))
	until(t, "two moves", 10*time.Second, func() bool { return len(r.game("game").Moves) == 2 })
	p.kill()
	before := journalText(t, disk.folder)
	disk.run("sync", "--file-system", disk.folder)
	disk.cut()
	expectUpdates(board)
	p = dgtProgramOf(t, t.TempDir(), disk.folder, board.path, url)
	seen := alertsSeen(r)
	until(t, "both alerts", 30*time.Second, seen)
	awaitUpdates(t, board)
	disk.replug()
	for _, alert := range failingAlerts {
		until(t, alert+" is over", 60*time.Second, func() bool { return len(r.payload(alert)) == 0 })
	}
	p.kill()
	old, err := os.ReadFile(filepath.Join(disk.folder, "hall", "b07", "journal", "000001.log"))
	if good, _ := journal.Verify([]byte(before)); err != nil || !strings.HasPrefix(string(old), before[:good]) || journalText(t, disk.folder) == string(old) {
		t.Errorf("%v; the old journal has %d bytes, had %d; the last is\n%s", err, len(old), good, journalText(t, disk.folder))
	}
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
