package endurance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/journal"
)

// TestFailingDisk lets a real file system fail in the middle of a game, and work again. Both
// alerts come, the game goes on at the broker, and no process ends. When the disk works again
// the alerts are cleared, and after a kill nothing is missing.
func TestFailingDisk(t *testing.T) {
	for name, c := range map[string]failure{
		"full":                   {fail: (*harness.LoopDisk).Fill, mend: (*harness.LoopDisk).Empty},
		"full at the start":      {fail: (*harness.LoopDisk).Fill, mend: (*harness.LoopDisk).Empty, start: true},
		"read-only":              {fail: (*harness.LoopDisk).Abort, mend: (*harness.LoopDisk).Replug},
		"read-only at the start": {fail: (*harness.LoopDisk).Abort, mend: (*harness.LoopDisk).Replug, start: true},
		"error":                  {fail: (*harness.LoopDisk).Cut, mend: (*harness.LoopDisk).Replug},
		"taken away":             {fail: (*harness.LoopDisk).Lose, mend: func(*harness.LoopDisk) {}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failingDisk(t, harness.NewLoopDisk(t, 8<<20), c)
		})
	}
}

// failure is how a disk fails.
type failure struct {
	fail, mend func(*harness.LoopDisk)
	start      bool // before boardd starts a second time
}

func failingDisk(t *testing.T, disk *harness.LoopDisk, c failure) {
	url := harness.Mosquitto(t)
	r, board := harness.NewRelay(t, url), harness.TestPlayback(t)
	h := harness.NewPlayer(t, board)
	p := harness.DgtProgramOf(t, t.TempDir(), disk.Folder, board.Path, url)
	defer func() {
		if t.Failed() {
			t.Log(p.Errs.String())
		}
	}()
	harness.AwaitUpdates(t, board)
	const size = 40
	moves := harness.QuietGame(size + 4)
	h.Play(moves[:2])
	harness.Until(t, "two moves", 10*time.Second, func() bool { return len(r.Game("game").Moves) == 2 })
	if c.start {
		p.Kill()
	}
	seen := alertsSeen(r)
	c.fail(disk)
	at := time.Now()
	if c.start {
		harness.ExpectUpdates(board)
		p = harness.DgtProgramOf(t, t.TempDir(), disk.Folder, board.Path, url)
		harness.AwaitUpdates(t, board)
	}
	next := 2
	harness.Until(t, "both alerts", 30*time.Second, func() bool {
		if next < size {
			h.Play(moves[next : next+2])
			next += 2
		}
		return seen()
	})
	took := time.Since(at)
	harness.Until(t, "the game goes on", 10*time.Second, func() bool { return len(r.Game("game").Moves) == next })
	c.mend(disk)
	for _, alert := range failingAlerts {
		harness.Until(t, alert+" is over", 60*time.Second, func() bool { return len(r.Payload(alert)) == 0 })
	}
	well := time.Since(at) - took
	h.Play(moves[next : next+2])
	harness.Until(t, "two more moves", 10*time.Second, func() bool { return len(r.Game("game").Moves) == next+2 })
	session := r.Game("arbiter/game").Session
	p.Kill()
	if got := harness.Replayed(t, harness.WithoutTorn(harness.JournalText(t, disk.Folder)), "-o", "uci"); got != strings.Join(moves[:next+2], " ")+"\n" {
		t.Errorf("the journal holds %s", got)
	}
	p = harness.DgtProgramOf(t, t.TempDir(), disk.Folder, board.Path, url)
	harness.Until(t, "it goes on", 15*time.Second, func() bool {
		g := r.Game("arbiter/game")
		return g.Session != session && strings.Join(harness.AllMoves(&g), " ") == strings.Join(moves[:next+2], " ")
	})
	if got := strings.Join(harness.FollowEvents(t, r), " "); got != strings.Join(moves[:next+2], " ") {
		t.Errorf("as events: %s", got)
	}
	t.Logf("reported after %v, well again after %v more, %d moves", took.Round(time.Millisecond), well.Round(time.Millisecond), next+2)
	p.Kill()
}

// TestUnreadableDisk: at the start the disk returns nothing of what it holds. boardd reports
// that and runs. The old files are still there when the disk works again.
func TestUnreadableDisk(t *testing.T) {
	t.Parallel()
	disk := harness.NewLoopDisk(t, 8<<20)
	url := harness.Mosquitto(t)
	r, board := harness.NewRelay(t, url), harness.TestPlayback(t)
	h := harness.NewPlayer(t, board)
	p := harness.DgtProgramOf(t, t.TempDir(), disk.Folder, board.Path, url)
	harness.AwaitUpdates(t, board)
	h.Play(harness.QuietGame(2))
	harness.Until(t, "two moves", 10*time.Second, func() bool { return len(r.Game("game").Moves) == 2 })
	p.Kill()
	before := harness.JournalText(t, disk.Folder)
	disk.Run("sync", "--file-system", disk.Folder)
	disk.Cut()
	harness.ExpectUpdates(board)
	p = harness.DgtProgramOf(t, t.TempDir(), disk.Folder, board.Path, url)
	seen := alertsSeen(r)
	harness.Until(t, "both alerts", 30*time.Second, seen)
	harness.AwaitUpdates(t, board)
	disk.Replug()
	for _, alert := range failingAlerts {
		harness.Until(t, alert+" is over", 60*time.Second, func() bool { return len(r.Payload(alert)) == 0 })
	}
	p.Kill()
	old, err := os.ReadFile(filepath.Join(disk.Folder, "hall", "b07", "journal", "000001.log"))
	if good, _ := journal.Verify([]byte(before)); err != nil || !strings.HasPrefix(string(old), before[:good]) || harness.JournalText(t, disk.Folder) == string(old) {
		t.Errorf("%v; the old journal has %d bytes, had %d; the last is\n%s", err, len(old), good, harness.JournalText(t, disk.Folder))
	}
}

var failingAlerts = []string{"arbiter/alert/journal_failing", "arbiter/alert/outbox_failing"}

// alertsSeen reports whether both alerts have been raised since it was made. One may be over
// already.
func alertsSeen(r *harness.Relay) func() bool {
	var seen [2]bool
	return func() bool {
		for i, alert := range failingAlerts {
			seen[i] = seen[i] || len(r.Payload(alert)) > 0
		}
		return seen[0] && seen[1]
	}
}

// TestStoreFull: the disk is full while a game is played. boardd reports that at once, and
// the game goes on. When there is room again, nothing is missing after a kill.
func TestStoreFull(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), harness.MemoryDir(t)
	r := harness.NewRelay(t, url)
	board, h, p := harness.DgtTable(t, folder, url)
	defer func() {
		if t.Failed() {
			t.Log(p.Errs.String())
		}
	}()
	limit := func(size uint64) {
		t.Helper()
		var old unix.Rlimit
		if err := unix.Prlimit(p.Cmd.Process.Pid, unix.RLIMIT_FSIZE, nil, &old); err != nil {
			t.Fatal(err)
		}
		if err := unix.Prlimit(p.Cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: old.Max}, nil); err != nil {
			t.Fatal(err)
		}
	}
	harness.AwaitUpdates(t, board)
	moves := harness.QuietGame(6)
	h.Play(moves[:2])
	harness.Until(t, "two moves", 5*time.Second, func() bool { return len(r.Game("game").Moves) == 2 })
	limit(64) // less than a cursor has
	h.Play(moves[2:4])
	harness.Until(t, "four moves on a full disk", 10*time.Second, func() bool { return len(r.Game("game").Moves) == 4 })
	const journalAlert, outboxAlert = "arbiter/alert/journal_failing", "arbiter/alert/outbox_failing"
	for _, alert := range []string{journalAlert, outboxAlert} {
		harness.Until(t, alert, 10*time.Second, func() bool { return len(r.Payload(alert)) > 0 })
	}
	limit(unix.RLIM_INFINITY)
	for _, alert := range []string{journalAlert, outboxAlert} {
		harness.Until(t, alert+" is over", 40*time.Second, func() bool { return len(r.Payload(alert)) == 0 })
	}
	h.Play(moves[4:])
	harness.Until(t, "six moves", 10*time.Second, func() bool { return len(r.Game("game").Moves) == 6 })
	p.Kill()
	if got := harness.Replayed(t, harness.WithoutTorn(harness.JournalText(t, folder)), "-o", "uci"); got != strings.Join(moves, " ")+"\n" {
		t.Errorf("the journal holds %s", got)
	}
	session := r.Game("arbiter/game").Session
	harness.DgtProgram(t, folder, board.Path, url)
	harness.Until(t, "it goes on", 10*time.Second, func() bool {
		g := r.Game("arbiter/game")
		return g.Session != session && strings.Join(harness.AllMoves(&g), " ") == strings.Join(moves, " ")
	})
}
