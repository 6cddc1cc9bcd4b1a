package endurance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/harness"
)

// TestKilled kills boardd at one point after the other of a game, and starts it again. The
// game and its id stay the same, and no event is missing or comes twice. The test prints how
// long it takes until the game is live again at the broker.
func TestKilled(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), harness.MemoryDir(t)
	r := harness.NewRelay(t, url)
	board, h, p := harness.DgtTable(t, folder, url)
	defer func() {
		if t.Failed() {
			t.Logf("%s\n%s\n%s", p.Errs.String(), r.Payload("arbiter/game"), r.Payload("arbiter/board"))
			t.Log(harness.JournalText(t, folder))
		}
	}()
	n := harness.Times(t, "BOARDD_KILLS", 4)
	moves := harness.QuietGame(3*n + 3)
	harness.Until(t, "ready", 10*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
	id := r.Game("arbiter/game").GameID
	var took []time.Duration
	for i := range n {
		harness.AwaitUpdates(t, board)
		h.Play(moves[3*i : 3*i+2])
		records := h.Records(moves[3*i+2])
		at := i % (len(records) + 1) // where in the move it is killed
		for _, rec := range records[:at] {
			h.Do(rec)
		}
		session := r.Game("arbiter/game").Session
		killed := time.Now()
		p.Kill()
		harness.ExpectUpdates(board)
		for _, rec := range records[at:] {
			h.Do(rec)
		}
		p = harness.DgtProgram(t, folder, board.Path, url)
		harness.Until(t, fmt.Sprintf("kill %d: the game %v", i, h.UCI), 15*time.Second, func() bool {
			g := r.Game("arbiter/game")
			return g.Session != session && g.Trust.State != "disconnected" && strings.Join(harness.AllMoves(&g), " ") == strings.Join(h.UCI, " ")
		})
		took = append(took, time.Since(killed))
		if g := r.Game("arbiter/game"); g.GameID != id {
			t.Fatalf("kill %d: game %q, was %q", i, g.GameID, id)
		}
	}
	harness.AwaitUpdates(t, board)
	h.Play(moves[3*n:])
	harness.Until(t, "the whole game is published", 15*time.Second, func() bool { return r.UCI("game") == strings.Join(h.UCI, " ") })
	harness.Until(t, "as events", 5*time.Second, func() bool { return strings.Join(harness.FollowEvents(t, r), " ") == strings.Join(h.UCI, " ") })
	slices.Sort(took)
	t.Logf("%d kills; live again after %v in the median, %v at most", n, took[len(took)/2], took[len(took)-1])
}

// TestKilledFailing: boardd is killed while the disk is full. After the next start a relay
// drops no message because it has seen its number.
func TestKilledFailing(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), t.TempDir()
	r := harness.NewRelay(t, url)
	board, h, p := harness.DgtTable(t, folder, url)
	harness.AwaitUpdates(t, board)
	moves := harness.QuietGame(10)
	h.Play(moves[:2])
	harness.Until(t, "two moves", 5*time.Second, func() bool { return len(r.Game("game").Moves) == 2 })
	if err := unix.Prlimit(p.Cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 512, Max: unix.RLIM_INFINITY}, nil); err != nil {
		t.Fatal(err)
	}
	h.Play(moves[2:8])
	harness.Until(t, "eight moves on a full disk", 10*time.Second, func() bool { return len(r.Game("game").Moves) == 8 })
	session := r.Game("arbiter/game").Session
	p.Kill()
	harness.ExpectUpdates(board)
	p = harness.DgtProgram(t, folder, board.Path, url)
	defer func() {
		if t.Failed() {
			t.Logf("%s\n%s\n%s", p.Errs.String(), r.Payload("arbiter/game"), harness.JournalText(t, folder))
		}
	}()
	harness.Until(t, "it goes on", 10*time.Second, func() bool { return r.Game("arbiter/game").Session != session })
	harness.AwaitUpdates(t, board)
	h.Play(moves[8:])
	harness.Until(t, "ten moves", 20*time.Second, func() bool { return r.UCI("game") == strings.Join(moves, " ") })
	r.CheckDropped(t)
}
