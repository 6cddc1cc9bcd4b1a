package main

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// TestLongFile: a file that rubbish on the line has made long in the middle of a game
// is followed by a short one, from which the same game goes on, and is found again;
// who was told of what is not told again.
func TestLongFile(t *testing.T) {
	t.Parallel()
	folder := memoryDir(t)
	h := handled(t, folder, "first")
	h.begin()
	h.d.wire.open, h.d.wire.host = true, &listener{open: true}
	sweepGame(h)
	for range longFile / (3 * 4096) {
		h.feed(sensor.Record{Word: sensor.Rx, Data: bytes.Repeat([]byte{0x55}, 4096)})
	}
	h.rest(20_000)
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
