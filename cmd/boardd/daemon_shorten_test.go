package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// TestLongFile: a file that rubbish on the line has made long in the middle of a game
// is followed by a short one, from which the same game goes on, and is found again;
// who was told of what is not told again.
func TestLongFile(t *testing.T) {
	t.Parallel()
	folder := memoryDir(t)
	h := longGame(t, folder)
	before := *h.d.engine.tracker.Game()
	h.d.shorten()
	h.feed(sensor.Record{Word: sensor.Rx, Data: h.board.Command(nil, []byte{byte(dgt.SendBoard)})})
	if got := *h.d.engine.tracker.Game(); !reflect.DeepEqual(got, before) {
		t.Errorf("the game is %+v, was %+v", got, before)
	}
	h.acts("clock 174000 177000 b", "lift g8 n", "drop f6 n", "press b", "clock 174000 176000 w")
	h.rest(5000)
	moves := h.d.engine.tracker.Game().Moves
	h.end()
	files := journalFiles(folder)
	if len(files) != 2 {
		t.Fatalf("%d files", len(files))
	}
	if info, err := os.Stat(files[1]); err != nil || info.Size() > 10_000 {
		t.Errorf("the second has %d bytes, %v", info.Size(), err)
	}
	again := handled(t, folder, "second")
	defer again.end()
	if got := again.troubles(); len(got) > 0 || len(again.d.restored.said) > 0 || again.game() != h.game() || again.game() != "first-1 "+sweepMoves+" g8f6" {
		t.Errorf("troubles %v, %d to say, game %q, was %q", got, len(again.d.restored.said), again.game(), h.game())
	}
	if got := again.d.engine.tracker.Game().Moves; !reflect.DeepEqual(got, moves) {
		t.Errorf("moves %+v, were %+v", got, moves)
	}
}

// longGame is the game, in a long file.
func longGame(t *testing.T, folder string) *byHand {
	h := handled(t, folder, "first")
	h.begin()
	h.d.wire.open, h.d.wire.host = true, &listener{open: true}
	sweepGame(h)
	for range longFile / (3 * 4096) {
		h.feed(sensor.Record{Word: sensor.Rx, Data: bytes.Repeat([]byte{0x55}, 4096)})
	}
	h.rest(20_000)
	return h
}

// TestFairCopyDamaged: a copy, of which a byte changes, is one part. The file that it
// was made of has the game.
func TestFairCopyDamaged(t *testing.T) {
	t.Parallel()
	folder := memoryDir(t)
	h := longGame(t, folder)
	h.d.shorten()
	h.feed(sensor.Record{Word: sensor.Rx, Data: h.board.Command(nil, []byte{byte(dgt.SendBoard)})})
	h.acts("clock 174000 177000 b", "lift g8 n", "drop f6 n", "press b", "clock 174000 176000 w")
	h.rest(5000)
	h.end()
	copied := journalFiles(folder)[1]
	text, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	text[bytes.Index(text, []byte("lift"))] ^= 1
	if err := os.WriteFile(copied, text, 0o600); err != nil {
		t.Fatal(err)
	}
	again := handled(t, folder, "second")
	const want = "first-1 " + sweepMoves
	if told := slices.Contains(again.troubles(), transport.JournalDamaged); again.game() != want || !told {
		t.Errorf("game %q, told %t", again.game(), told)
	}
	again.begin()
	again.connect("rnbqkb1r/ppp1pppp/5n2/8/8/2N2N2/PPPP1PPP/R1BQKB1R")
	again.rest(5000)
	again.end()
	third := handled(t, folder, "third")
	defer third.end()
	if got := third.troubles(); third.game() != want+" g8f6" || len(got) > 0 {
		t.Errorf("then game %q, troubles %v", third.game(), got)
	}
}

// TestFairCopyLong: what takes long to be gone through is not, however long the file is.
func TestFairCopyLong(t *testing.T) {
	t.Parallel()
	h := longGame(t, memoryDir(t))
	defer h.end()
	k := h.d.keeping
	f := h.d.engine.fair
	f.text, k.size = append(f.text, bytes.Repeat([]byte("# x\n"), longFile/8)...), 8*longFile
	if h.d.shorten(); k.long != 16*longFile || k.log != "first" {
		t.Errorf("looked at again at %d bytes, file %q", k.long, k.log)
	}
}

// TestFairCopyFailing: the disk fails while the file is long. When it works again it has
// all that has led to what the outbox has not had.
func TestFairCopyFailing(t *testing.T) {
	t.Parallel()
	folder := memoryDir(t)
	h := longGame(t, folder)
	h.put = map[uint64]publish.KeptMessage{}
	h.settle()
	own := filepath.Join(folder, "hall", "b07")
	journals, away, had := filepath.Join(own, "journal"), filepath.Join(own, "away"), filepath.Join(own, "outbox.db")
	outbox, err := os.ReadFile(had)
	if err := errors.Join(err, os.Rename(journals, away), os.WriteFile(journals, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	h.put = nil
	h.acts("clock 174000 177000 b", "lift g8 n", "drop f6 n", "press b", "clock 174000 176000 w")
	until(t, "the disk fails", 20*time.Second, func() bool { return slices.Contains(h.troubles(), transport.JournalFailing) })
	h.acts("lift d2 P", "drop d4 P", "press w", "clock 173000 176000 b")
	h.rest(5000)
	h.d.shorten()
	if err := errors.Join(os.Remove(journals), os.Rename(away, journals)); err != nil {
		t.Fatal(err)
	}
	until(t, "the disk works again", 20*time.Second, func() bool {
		files := journalFiles(folder)
		return len(files) > 0 && !strings.HasSuffix(files[len(files)-1], "000001.log")
	})
	h.end()
	if err := os.WriteFile(had, outbox, 0o600); err != nil { // it was killed before the outbox was tried again
		t.Fatal(err)
	}
	again := handled(t, folder, "second")
	defer again.end()
	said := slices.ContainsFunc(again.d.restored.said, func(m transport.Message) bool {
		return bytes.Contains(m.Payload, []byte(`"code":"move_completed"`)) && bytes.Contains(m.Payload, []byte(`"uci":"d2d4"`))
	})
	if again.game() != "first-1 "+sweepMoves+" g8f6 d2d4" || !said {
		t.Errorf("game %q, the move is said: %t", again.game(), said)
	}
}

// TestFairCopy: the game that follows from a fair copy is that which was lived, on all
// boards whose bytes a journal holds, at each moment of rest; and it is short.
func TestFairCopy(t *testing.T) {
	all := strings.Fields(familyGame)
	for _, c := range []struct {
		family string
		clock  bool
	}{{"dgt", true}, {"dgt", false}, {"text", true}, {"chesslink", false}} {
		for seed := range uint64(6) {
			m := models[c.family]
			board := m.make()
			hands, _ := simulate.Play(legality.Initial(), legalMoves(t, all[:2+int(seed)]), simulate.Text(), quickHands(1), c.clock, seed)
			e := parseWhole(t, sensor.FirstLine+"\n#: board "+c.family+"\n#: "+decodedHeader+" yes\n").engine
			e.Step(sensor.Record{Word: sensor.Link, On: true})
			raw := 0
			feed := func(at int64, said []byte) {
				if len(said) > 0 {
					r := sensor.Record{At: at, Word: sensor.Rx, Data: said}
					raw += len(sensor.AppendRecord(nil, r)) + 15
					e.Step(r)
				}
			}
			feed(0, board.Command(nil, []byte{byte(dgt.SendBoard), byte(dgt.UpdateNice), 'b', 0xd3, 'S'}))
			at := int64(0)
			for _, r := range hands {
				at = r.At
				feed(at, board.Step(nil, r))
				if s, talks := board.(scanModel); talks {
					feed(at, s.Scan(nil))
				}
			}
			at += 10_000
			e.Wake(at)
			d := &daemon{header: parseWhole(t, sensor.FirstLine+"\n#: board "+c.family+"\n").header, engine: e, keeping: &keeping{}, last: at}
			page, err := d.fairEngine("copy")
			if err != nil {
				t.Fatal(err)
			}
			got, want := page.tracker.Game(), e.tracker.Game()
			if !reflect.DeepEqual(got, want) || len(want.Moves) < 1+int(seed) || want.Phase == touchmove.Setup {
				t.Errorf("%s, %d: the game is\n%+v, was\n%+v", c.family, seed, got, want)
			}
			t.Logf("%s, clock %t: %d bytes, of %d", c.family, c.clock, len(page.text), raw)
		}
	}
}
