package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/transport"
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
		k := keeping{place: b.placeOf(t), placed: true}
		for what, numbers := range map[string][2]uint64{"right": k.numbers(uint64(time.Now().UnixMilli())), "1970": k.numbers(0)} {
			if numbers[0] < given[0] || numbers[1] < given[1] {
				t.Errorf("moment %d, clock %s: the numbers go on at %v, given were %v", i, what, numbers, given)
			}
		}
	}
}

func (b *boundary) placeOf(t *testing.T) (p place) {
	t.Helper()
	kept, err := publish.ReadKept(b.outbox)
	if err == nil {
		err = json.Unmarshal(kept.Notes[placeNote], &p)
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
	url, folder := mosquitto(t), t.TempDir()
	r, board := newRelay(t, url), testPlayback(t)
	h := newPlayer(t, board)
	p := dgtProgram(t, folder, board.path, url)
	awaitUpdates(t, board)
	moves := quietGame(10)
	h.play(moves[:2])
	until(t, "two moves", 5*time.Second, func() bool { return len(r.game("game").Moves) == 2 })
	if err := unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 512, Max: unix.RLIM_INFINITY}, nil); err != nil {
		t.Fatal(err)
	}
	h.play(moves[2:8])
	until(t, "eight moves on a full disk", 10*time.Second, func() bool { return len(r.game("game").Moves) == 8 })
	session := r.game("arbiter/game").Session
	p.kill()
	expectUpdates(board)
	dgtProgram(t, folder, board.path, url)
	until(t, "it goes on", 10*time.Second, func() bool { return r.game("arbiter/game").Session != session })
	awaitUpdates(t, board)
	h.play(moves[8:])
	until(t, "ten moves", 20*time.Second, func() bool { return r.uci("game") == strings.Join(moves, " ") })
	r.checkDropped(t)
}

// checkDropped checks that each event whose number is not above those before it is one
// that the relay has had.
func (r *relay) checkDropped(t *testing.T) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	last, had := uint64(0), map[string]bool{}
	for _, payload := range r.eventsHad {
		var e transport.Event
		if err := json.Unmarshal(payload, &e); err != nil {
			t.Fatal(err)
		}
		text := string(transport.Historical(payload))
		if e.Seq <= last && !had[text] {
			t.Errorf("dropped after event %d: %s", last, payload)
		}
		had[text] = true
		last = max(last, e.Seq)
	}
}
