package daemon

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/transport/publish"
)

// TestNumbersFailing: from a moment on the disk takes nothing, while messages go out
// from memory. Whatever moment that is, no number is given again after a kill: neither
// as the clock is right, nor, of those reserved, if it says that it is 1970.
func TestNumbersFailing(t *testing.T) {
	t.Parallel()
	all, _ := boundaries(t)
	given := all[len(all)-1].numbers
	for i, b := range all {
		k := persist.Store{Place: b.placeOf(t), Placed: true}
		for what, numbers := range map[string][2]uint64{"right": k.Numbers(uint64(time.Now().UnixMilli())), "1970": k.Numbers(0)} {
			if numbers[0] < given[0] || numbers[1] < given[1] {
				t.Errorf("moment %d, clock %s: the numbers go on at %v, given were %v", i, what, numbers, given)
			}
		}
	}
}

func (b *boundary) placeOf(t *testing.T) (p persist.Place) {
	t.Helper()
	kept, err := publish.ReadKept(b.outbox)
	if err == nil {
		err = json.Unmarshal(kept.Notes[persist.PlaceNote], &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestKilledFailing: boardd is killed while the disk is full. After the next start
// nothing is dropped by a relay that drops what it has had by its number.
func TestKilledFailing(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), t.TempDir()
	r, board := harness.NewRelay(t, url), harness.TestPlayback(t)
	h := harness.NewPlayer(t, board)
	p := harness.DgtProgram(t, folder, board.Path, url)
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
