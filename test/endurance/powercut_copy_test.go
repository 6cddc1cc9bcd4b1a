package endurance

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// boundary is what is on the disk at a moment at which the journal was synced, and what has
// been published by then.
type boundary struct {
	journal, outbox []byte
	safe            int // bytes of the journal that a power cut has to leave
	numbers         [2]uint64
}

// boundaries plays the game, and copies the folder each time that all of a record is written.
func boundaries(t *testing.T) (all []boundary, game string) {
	folder := harness.MemoryDir(t)
	h := daemontest.OpenStepped(t, folder, "first")
	h.Put = map[uint64]publish.KeptMessage{}
	h.Begin()
	h.Step = func() {
		b := boundary{numbers: h.Engine().Encoder.Numbers()}
		var kept publish.Kept
		harness.Until(t, "no commit under the copy", 10*time.Second, func() (whole bool) {
			var err error
			b.journal, b.outbox = harness.LeftIn(t, folder)
			kept, err = publish.ReadKept(b.outbox)
			_, again := harness.LeftIn(t, folder)
			return err == nil && bytes.Equal(b.outbox, again)
		})
		var p persist.Place
		if err := json.Unmarshal(kept.Notes[persist.PlaceNote], &p); err != nil {
			t.Fatal(err)
		}
		b.safe = endOf(b.journal, p.Safe)
		all = append(all, b)
	}
	h.PlayGame()
	h.Kill()
	return all, h.Game()
}

// endOf returns where the part of a journal ends that was written together with a record.
// Record 0 is the head.
func endOf(text []byte, record int) int {
	at, n := 0, 0
	for line := range bytes.Lines(text) {
		at += len(line)
		if line[0] != '#' {
			n++
		}
		if n >= record && bytes.HasPrefix(line, []byte("# sum ")) {
			break
		}
	}
	return at
}

// TestPowerCutCopies opens a daemon on what a power cut can leave at each moment of a game. Of
// the journal that is all that was synced, and behind it nothing, a part, all, or as many
// zeros or other bytes; of the outbox the last commit, or that and the next one without its
// head. No game is damaged, no published move is missing, and each event is published once,
// with its number. Of four moments the test tries one, if it is not to try all.
func TestPowerCutCopies(t *testing.T) {
	t.Parallel()
	all, game := boundaries(t)
	random := rand.New(rand.NewPCG(3, 3))
	tried := 0
	for i, b := range all {
		if i%4 != 0 && !fullSweep() {
			continue
		}
		outboxes := [][]byte{b.outbox}
		if i+1 < len(all) && commits(all[i+1].outbox) == commits(b.outbox)+1 && len(all[i+1].outbox) == len(b.outbox) {
			heads := 2 * os.Getpagesize()
			outboxes = append(outboxes, slices.Concat(b.outbox[:heads], all[i+1].outbox[heads:]))
		}
		for _, left := range b.tails(random) {
			for _, outbox := range outboxes {
				b.judge(t, fmt.Sprintf("moment %d, %d of %d bytes left, %d safe", i, len(left), len(b.journal), b.safe), left, outbox, game)
				tried++
			}
		}
	}
	t.Logf("%d moments, %d power cuts", len(all), tried)
}

// commits returns how many commits a bbolt file has had: both metas have the number of a
// transaction, and the higher one counts.
func commits(outbox []byte) uint64 {
	const number = 16 + 48
	return max(binary.LittleEndian.Uint64(outbox[number:]), binary.LittleEndian.Uint64(outbox[os.Getpagesize()+number:]))
}

// tails returns the journals that a power cut may leave.
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

func (b *boundary) judge(t *testing.T, what string, left, outbox []byte, game string) {
	h := reopened(t, left, outbox)
	defer h.Kill()
	if got := h.Troubles(); len(got) > 0 {
		t.Errorf("%s: told of %v", what, got)
	}
	messages := daemontest.Queued(h.Store().Outbox)
	unpublished, restored := h.Restored()
	if !restored {
		t.Fatalf("%s: a new game", what)
	}
	for _, m := range unpublished {
		messages = append(messages, publish.KeptMessage{Message: m})
	}
	moves := movesPublished(t, what, messages)
	if !strings.HasPrefix(game, h.Game()) || !strings.HasPrefix(h.Game(), strings.Join(append([]string{"first-1"}, moves...), " ")) {
		t.Errorf("%s: the game is %q, said were %q", what, h.Game(), moves)
	}
	for lane, n := range h.Engine().Encoder.Numbers() {
		if n < b.numbers[lane] {
			t.Errorf("%s: the numbers go on at %d, after %d", what, n, b.numbers[lane])
		}
	}
}

// TestPowerCutThenKilled: a power cut takes the end of a journal. A move is played, and boardd
// is killed before the outbox has it. The next start publishes the move.
func TestPowerCutThenKilled(t *testing.T) {
	t.Parallel()
	l := playedFolder(t)
	const two = "first-1 e2e4 d7d5"
	record := 0
	for game := ""; game != two; record++ {
		h := reopened(t, l.journal[:endOf(l.journal, record)], l.outbox)
		game = h.Game()
		h.Kill()
	}
	h := reopened(t, l.journal[:endOf(l.journal, record-1)], l.outbox)
	h.Begin()
	h.Connect("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")
	h.Acts("clock 179000 179000 w", "lift g1 N", "drop f3 N", "press w", "clock 178000 179000 b")
	game := h.Game()
	h.Kill()
	journal, _ := harness.LeftIn(t, h.Folder)
	h = reopened(t, journal, l.outbox)
	defer h.Kill()
	said, _ := h.Restored()
	found := slices.ContainsFunc(said, func(m transport.Message) bool { return bytes.Contains(m.Payload, []byte(`"code":"move_completed"`)) })
	if want := two + " g1f3"; game != want || h.Game() != want || !found {
		t.Errorf("game %q, then %q, %d said, the move among them: %t", game, h.Game(), len(said), found)
	}
}

// movesPublished returns the moves of the events among messages. It checks that they come in order
// and once.
func movesPublished(t *testing.T, what string, messages []publish.KeptMessage) (moves []string) {
	last := uint64(0)
	for _, m := range messages {
		if !strings.HasSuffix(m.Message.Topic, "/event") {
			continue
		}
		var e transport.Event
		if err := json.Unmarshal(m.Message.Payload, &e); err != nil {
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
