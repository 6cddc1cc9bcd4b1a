package endurance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/transport"
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

// boundary is what is on the disk at a moment at which the journal was synced, and what has
// been published by then.
type boundary struct {
	journal, cursor []byte
	safe            int // bytes of the journal that a power cut has to leave
	numbers         [2]uint64
}

// boundaries plays the game, and copies the folder each time that all of a record is written.
func boundaries(t *testing.T) (all []boundary, game string) {
	folder := harness.MemoryDir(t)
	h := daemontest.OpenStepped(t, folder, "first")
	h.Put = map[uint64]daemontest.KeptMessage{}
	h.Begin()
	harness.Until(t, "a cursor", 10*time.Second, func() bool {
		_, err := os.Stat(filepath.Join(folder, "hall", "b07", "cursor"))
		return err == nil
	})
	h.Step = func() {
		b := boundary{numbers: h.Engine().Encoder.Numbers()}
		b.journal, b.cursor = harness.LeftIn(t, folder)
		b.safe = endOf(b.journal, h.Store().Safe, len(daemontest.Lasting(h.Store().Outbox)))
		all = append(all, b)
	}
	h.PlayGame()
	h.Kill()
	return all, h.Game()
}

// endOf is where the part of a journal ends with which a record and a message have been
// written, or the head for record 0.
func endOf(text []byte, record, message int) int {
	at, n, m := 0, 0, 0
	for line := range bytes.Lines(text) {
		at += len(line)
		if line[0] != '#' {
			n++
		}
		if bytes.Contains(line, []byte(" message ")) {
			m++
		}
		if n >= record && m >= message && bytes.HasPrefix(line, []byte("# sum ")) {
			break
		}
	}
	return at
}

// TestPowerCutCopies opens a daemon on what a power cut can leave at each moment of a
// game: all that was certain, and of what was written behind that nothing, a part,
// all, or as many zeros or other bytes; and the cursor, which may be older. No game is
// damaged, no published move is missing from it, and every event is published once, with
// the number that it had. Of four moments it tries one, if not all are to be.
func TestPowerCutCopies(t *testing.T) {
	t.Parallel()
	all, game := boundaries(t)
	random := rand.New(rand.NewPCG(3, 3))
	tried := 0
	for i, b := range all {
		if i%4 != 0 && !fullSweep() {
			continue
		}
		for _, left := range b.tails(random) {
			b.judge(t, fmt.Sprintf("moment %d, %d of %d bytes left, %d safe", i, len(left), len(b.journal), b.safe), left, game)
			tried++
		}
	}
	t.Logf("%d moments, %d power cuts", len(all), tried)
}

// tails are journals that may be left.
func (b *boundary) tails(random *rand.Rand) [][]byte {
	sure, rest := b.journal[:b.safe], len(b.journal)-b.safe
	all := [][]byte{sure, b.journal}
	if rest == 0 {
		return all[:1]
	}
	noise := make([]byte, rest)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	return append(all, b.journal[:b.safe+random.IntN(rest)], slices.Concat(sure, make([]byte, rest)), slices.Concat(sure, noise))
}

func (b *boundary) judge(t *testing.T, what string, left []byte, game string) {
	h := reopened(t, left, b.cursor)
	defer end(h)
	if got := h.Troubles(); len(got) > 0 {
		t.Errorf("%s: reported are %v", what, got)
	}
	unpublished, restored := h.Restored()
	if !restored {
		t.Fatalf("%s: a new game", what)
	}
	moves := movesReported(t, what, append(daemontest.Lasting(h.Store().Outbox), unpublished...))
	if !strings.HasPrefix(game, h.Game()) || !strings.HasPrefix(h.Game(), strings.Join(append([]string{"first-1"}, moves...), " ")) {
		t.Errorf("%s: the game is %q, reported were %q", what, h.Game(), moves)
	}
	for lane, n := range h.Engine().Encoder.Numbers() {
		if n < b.numbers[lane] {
			t.Errorf("%s: the numbers go on at %d, after %d", what, n, b.numbers[lane])
		}
	}
}

// TestPowerCutThenKilled: a power cut takes the end of a journal; a move is played, and
// boardd is killed before the cursor is written again. The next start publishes the move.
func TestPowerCutThenKilled(t *testing.T) {
	t.Parallel()
	l := playedFolder(t)
	const two = "first-1 e2e4 d7d5"
	record := 0
	for game := ""; game != two; record++ {
		h := reopened(t, l.journal[:endOf(l.journal, record, 0)], l.cursor)
		game = h.Game()
		h.Kill()
	}
	h := reopened(t, l.journal[:endOf(l.journal, record-1, 0)], l.cursor)
	_, cursor := harness.LeftIn(t, h.Folder)
	h.Begin()
	h.Connect("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")
	h.Acts("clock 179000 179000 w", "lift g1 N", "drop f3 N", "press w", "clock 178000 179000 b")
	game := h.Game()
	h.Kill()
	journal, _ := harness.LeftIn(t, h.Folder)
	h = reopened(t, journal, cursor)
	defer end(h)
	reported := daemontest.Lasting(h.Store().Outbox)
	found := slices.ContainsFunc(reported, func(m transport.Message) bool { return bytes.Contains(m.Payload, []byte(`"code":"move_completed"`)) })
	if want := two + " g1f3"; game != want || h.Game() != want || !found {
		t.Errorf("game %q, then %q, %d reported, the move among them: %t", game, h.Game(), len(reported), found)
	}
}

// movesSaid is the game of the events among messages, which come in order and once.
func movesReported(t *testing.T, what string, messages []transport.Message) (moves []string) {
	last := uint64(0)
	for _, m := range messages {
		if !strings.HasSuffix(m.Topic, "/event") {
			continue
		}
		var e transport.Event
		if err := json.Unmarshal(m.Payload, &e); err != nil {
			t.Fatal(err)
		}
		if e.Seq <= last {
			t.Errorf("%s: event %d after %d", what, e.Seq, last)
		}
		last = e.Seq
		if e.Type == "move" {
			if moves = append(moves, e.UCI); e.Ply != len(moves) {
				t.Errorf("%s: ply %d is number %d", what, e.Ply, len(moves))
			}
		}
	}
	return moves
}

// TestNumbersFailing: from some moment on the disk takes nothing, while messages go out from
// memory. Whatever the moment is, no number is used again after a kill: neither if the system
// clock is right, nor, thanks to the reserved numbers, if it shows 1970.
func TestNumbersFailing(t *testing.T) {
	t.Parallel()
	all, _ := boundaries(t)
	given := all[len(all)-1].numbers
	for i, b := range all {
		c, err := persist.ParseCursor(b.cursor)
		if err != nil {
			t.Fatal(err)
		}
		k := persist.Store{Cursor: c}
		for what, numbers := range map[string][2]uint64{"right": k.Numbers(uint64(time.Now().UnixMilli()), [2]uint64{}), "1970": k.Numbers(0, [2]uint64{})} {
			if numbers[0] < given[0] || numbers[1] < given[1] {
				t.Errorf("moment %d, clock %s: the numbers go on at %v, given were %v", i, what, numbers, given)
			}
		}
	}
}
