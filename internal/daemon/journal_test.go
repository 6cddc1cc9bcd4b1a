package daemon

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

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/centaur"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// tableBoard is a board of a family before an engine: what hands do goes through the
// board, and what that says goes to the engine.
type tableBoard struct {
	t      *testing.T
	e      *pipeline.Engine
	log    []byte // what the engine was fed
	at     int64
	act    func(r sensor.Record) []byte // what the board sends, or would when it is asked
	shown  func() []byte                // what it shows when it is asked for all; nil: it goes on talking
	frames int                          // of a board that talks by itself, after each act
}

func (b *tableBoard) feed(r sensor.Record) {
	b.at += 100
	r.At = b.at
	b.log = sensor.AppendRecord(b.log, r)
	b.e.Step(r)
}

func (b *tableBoard) acts(text string) {
	for _, r := range harness.ActsOf(b.t, text) {
		r.At = b.at
		for n := range max(1, b.frames) {
			if n > 0 {
				r = sensor.Record{}
			}
			if said := b.act(r); len(said) > 0 {
				b.feed(sensor.Record{Word: sensor.Rx, Data: said})
			}
		}
		b.at += 400
	}
	b.at += 5000
	b.e.Wake(b.at)
}

func (b *tableBoard) ask() {
	if b.shown != nil {
		b.feed(sensor.Record{Word: sensor.Rx, Data: b.shown()})
	}
}

func (b *tableBoard) command(verb, fields string) {
	b.feed(sensor.Record{Word: sensor.Cmd, Verb: verb, Data: []byte(fields)})
}

func talker(board family.Scanner, frames int) tableBoard {
	return tableBoard{frames: frames, act: func(r sensor.Record) []byte { board.Step(nil, r); return board.Scan(nil) }}
}

func answerer(board family.Board, commands ...byte) tableBoard {
	return tableBoard{act: func(r sensor.Record) []byte { return board.Step(nil, r) },
		shown: func() []byte { return board.Command(nil, commands) }}
}

// The first game is over when the pieces are set up again; its first three plies teach
// what there is to learn.
const (
	benchMen   = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	benchFirst = "lift e2 P, drop e4 P, lift e7 p, drop e5 p, lift g1 N, drop f3 N"
	benchAgain = "lift f3 N, drop g1 N, lift e5 p, drop e7 p, lift e4 P, drop e2 P"
	benchNext  = "lift d2 P, drop d4 P, lift d7 p, drop d5 p, lift b1 N, drop c3 N"
	benchMoves = "d2d4 d7d5 b1c3"
)

// With a clock that stands the other way round, as the board has it: its White is
// the player of the black pieces.
const (
	crossedFirst = "clock 180000 180000 b, lift e2 P, drop e4 P, press b, clock 180000 179000 w, lift e7 p, drop e5 p, press w, " +
		"clock 179000 179000 b, lift g1 N, drop f3 N, press b, clock 179000 178000 w, clock 179000 178000 -"
	crossedNext = "lift d2 P, drop d4 P, press b, clock 300000 298000 w, lift d7 p, drop d5 p, press w, " +
		"clock 297000 298000 b, lift b1 N, drop c3 N, press b, clock 297000 296000 w"
)

// TestPageGoesOn: where a file of the journal begins for the next game, the engine has
// what it had learnt of board and clock, and a later start that has the file alone
// has the same.
func TestPageGoesOn(t *testing.T) {
	plain := func(first, next string) func(b *tableBoard) (string, string) {
		return func(b *tableBoard) (string, string) { return first, next }
	}
	rotated := func(b *tableBoard) (string, string) {
		b.command("rotate", "{}")
		return benchFirst, benchNext
	}
	game := dgt.Board{Number: 1025}
	for name, c := range map[string]struct {
		family  string
		board   tableBoard
		prepare func(b *tableBoard) (first, next string)
		setting string
	}{
		"dgt":                   {"dgt", answerer(&dgt.Board{}, byte(dgt.SendBoard), byte(dgt.UpdateNice)), plain(benchFirst, benchNext), ""},
		"dgt, rotated":          {"dgt", answerer(&dgt.Board{Turned: true}, byte(dgt.SendBoard), byte(dgt.UpdateNice)), plain(benchFirst, benchNext), ""},
		"dgt, said to be":       {"dgt", answerer(&dgt.Board{Turned: true}, byte(dgt.SendBoard), byte(dgt.UpdateNice)), rotated, "#: orientation normal\n"},
		"dgt, clock crossed":    {"dgt", answerer(&dgt.Board{}, byte(dgt.SendBoard), byte(dgt.SendClock), byte(dgt.UpdateNice)), plain(crossedFirst, crossedNext), ""},
		"tabutronic":            {"tabutronic", talker(&tabutronic.Board{}, 3), plain(benchFirst, benchNext), ""},
		"tabutronic, rotated":   {"tabutronic", talker(&tabutronic.Board{Turned: true}, 3), rotated, ""},
		"certabo, learnt":       {"certabo", talker(&certabo.Board{}, 12), plain(benchFirst, benchNext), ""},
		"certabo, said rotated": {"certabo", talker(&certabo.Board{Turned: true}, 12), rotated, ""},
		"centaur, rotated":      {"centaur", centaurBench(), rotated, ""},
		"bus":                   {family.Bus, busBench(&bus.Board{Board: game}), plain(benchFirst, benchNext), ""},
	} {
		b := c.board
		b.t = t
		d := &Daemon{Wire: &Wire{}, store: &persist.Store{Segment: "first"}}
		log := parseWhole(t, sensor.FirstLine+"\n#: board "+c.family+"\n"+c.setting)
		d.header, d.engine, b.e = log.Header, log.Engine, log.Engine
		b.feed(sensor.Record{Word: sensor.Link, On: true})
		b.ask()
		b.acts(benchMen)
		b.ask()
		first, next := c.prepare(&b)
		b.acts(first)
		if got := len(b.e.Tracker.Game().Moves); got != 3 {
			t.Errorf("%s: %d plies of the first game", name, got)
		}
		b.acts(benchAgain)
		b.command("new_game", `{"game_id":"next"}`)
		d.now = b.at
		page, err := d.gameSegment("second", 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		b.e, b.log = page.Engine, page.text
		if c.family != family.Bus {
			b.ask()
		}
		if next == crossedNext {
			b.acts("clock 300000 299000 b")
			if c := b.e.Tracker.Game().Clocks; c.Times != [2]int64{299000, 300000} || c.Running != sensor.WhiteRuns {
				t.Errorf("%s: the clock of the next game shows %v %v", name, c.Times, c.Running)
			}
		}
		b.acts(next)
		b.judge(name, b.e.Tracker.Game().ID, strings.Contains(name, "crossed"))
		restarted := parseWhole(t, string(b.log))
		for _, r := range restarted.Records {
			restarted.Engine.Step(r)
		}
		restarted.Engine.Wake(b.at)
		b.e = restarted.Engine
		b.judge(name+", restarted", "next", strings.Contains(name, "crossed"))
	}
}

// judge looks at the next game, and at what the board is said to show.
func (b *tableBoard) judge(name, id string, timed bool) {
	b.t.Helper()
	g := b.e.Tracker.Game()
	var got []string
	for _, m := range g.Moves {
		got = append(got, m.UCI)
	}
	if _, differ := b.e.Tracker.Sensed(); strings.Join(got, " ") != benchMoves || g.ID != id || id != "next" || differ != 0 {
		b.t.Errorf("%s: game %s is %q, %d squares differ; want %q", name, g.ID, got, differ.Len(), benchMoves)
	}
	if want := (sensor.Record{Times: [2]int64{296000, 297000}, Running: sensor.BlackRuns}); timed && (g.Clocks.Times != want.Times || g.Clocks.Running != want.Running) {
		b.t.Errorf("%s: the clock shows %v %v, want %v %v", name, g.Clocks.Times, g.Clocks.Running, want.Times, want.Running)
	}
}

func parseWhole(t *testing.T, text string) *pipeline.Log {
	t.Helper()
	log, err := pipeline.ReadAs(sensor.NewReader(strings.NewReader(text)), "first")
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// centaurBench is a Centaur that lies the other way round, and is asked for its events
// after each act.
func centaurBench() tableBoard {
	board := &centaur.Board{Turned: true, Address: 0x350}
	return tableBoard{
		act: func(r sensor.Record) []byte {
			board.Step(nil, r)
			return board.Command(nil, bus.SendChanges.Append(nil, board.Address))
		},
		shown: func() []byte { return board.Command(nil, bus.SendBoard.Append(nil, board.Address)) },
	}
}

// busBench is a board of a bus that is asked for its changes after each act.
func busBench(board *bus.Board) tableBoard {
	address := board.Address()
	return tableBoard{
		act: func(r sensor.Record) []byte {
			board.Step(nil, r)
			return board.Answer(nil, bus.SendChanges, address)
		},
		shown: func() []byte { return board.Answer(nil, bus.SendBoard, address) },
	}
}

// TestLearntTurn: where pieces were learnt the wrong way round before a file began, an
// operator's word still puts that right.
func TestLearntTurn(t *testing.T) {
	b := talker(&certabo.Board{Turned: true}, 12)
	b.t = t
	d := &Daemon{Wire: &Wire{}, store: &persist.Store{Segment: "first"}}
	log := parseWhole(t, sensor.FirstLine+"\n#: board certabo\n")
	d.header, d.engine, b.e = log.Header, log.Engine, log.Engine
	b.feed(sensor.Record{Word: sensor.Link, On: true})
	b.acts(benchMen)
	b.command("new_game", `{"game_id":"next"}`)
	d.now = b.at
	page, err := d.gameSegment("second", 0)
	if err != nil {
		t.Fatal(err)
	}
	b.e = page.Engine
	b.acts("lift a1") // that is h8 of the game: for the board to be told
	b.acts("drop a1 R")
	b.command("rotate", "{}")
	if shown, _ := b.e.Tracker.Sensed(); *shown != placement.Initial {
		t.Errorf("the board shows %s", shown.Append(nil))
	}
}

// TestLongFile: a file that rubbish on the line has made long in the middle of a game
// is followed by a short one, from which the same game goes on, and is found again;
// who was told of what is not told again.
func TestLongFile(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := longGame(t, folder)
	before := *h.d.engine.Tracker.Game()
	h.d.compact()
	h.feed(sensor.Record{Word: sensor.Rx, Data: h.board.Command(nil, []byte{byte(dgt.SendBoard)})})
	if got := *h.d.engine.Tracker.Game(); !reflect.DeepEqual(got, before) {
		t.Errorf("the game is %+v, was %+v", got, before)
	}
	h.acts("clock 174000 177000 b", "lift g8 n", "drop f6 n", "press b", "clock 174000 176000 w")
	h.rest(5000)
	moves := h.d.engine.Tracker.Game().Moves
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
	if got := again.troubles(); len(got) > 0 || len(again.d.restored.Unpublished) > 0 || again.game() != h.game() || again.game() != "first-1 "+sweepMoves+" g8f6" {
		t.Errorf("troubles %v, %d to say, game %q, was %q", got, len(again.d.restored.Unpublished), again.game(), h.game())
	}
	if got := again.d.engine.Tracker.Game().Moves; !reflect.DeepEqual(got, moves) {
		t.Errorf("moves %+v, were %+v", got, moves)
	}
}

// longGame is the game, in a long file.
func longGame(t *testing.T, folder string) *byHand {
	h := handled(t, folder, "first")
	h.begin()
	h.d.Wire.open, h.d.Wire.Host = true, answering()
	sweepGame(h)
	for range persist.LongSegment / (3 * 4096) {
		h.feed(sensor.Record{Word: sensor.Rx, Data: bytes.Repeat([]byte{0x55}, 4096)})
	}
	h.rest(20_000)
	return h
}

// TestCompactedLogDamaged: a compacted log of which a byte changes is one part. The file that it
// was made of has the game.
func TestCompactedLogDamaged(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := longGame(t, folder)
	h.d.compact()
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

// TestCompactedLogTooLong: what takes long to be gone through is not, however long the file is,
// and not kept.
func TestCompactedLogTooLong(t *testing.T) {
	t.Parallel()
	h := longGame(t, harness.MemoryDir(t))
	defer h.end()
	k := h.d.store
	f := h.d.compacted
	f.Text, k.Size = append(f.Text, bytes.Repeat([]byte("# x\n"), persist.LongSegment/8)...), 8*persist.LongSegment
	if f.Add(nil); len(f.Text) > 0 {
		t.Errorf("%d bytes are kept", len(f.Text))
	}
	if h.d.compact(); k.CompactAfter != 16*persist.LongSegment || k.Segment != "first" {
		t.Errorf("looked at again at %d bytes, file %q", k.CompactAfter, k.Segment)
	}
}

// TestCompactedLogFailing: the disk fails while the file is long. When it works again it has
// all that has led to what the outbox has not had.
func TestCompactedLogFailing(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
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
	harness.Until(t, "the disk fails", 20*time.Second, func() bool { return slices.Contains(h.troubles(), transport.JournalFailing) })
	h.acts("lift d2 P", "drop d4 P", "press w", "clock 173000 176000 b")
	h.rest(5000)
	h.d.compact()
	if err := errors.Join(os.Remove(journals), os.Rename(away, journals)); err != nil {
		t.Fatal(err)
	}
	harness.Until(t, "the disk works again", 20*time.Second, func() bool {
		files := journalFiles(folder)
		return len(files) > 0 && !strings.HasSuffix(files[len(files)-1], "000001.log")
	})
	h.end()
	if err := os.WriteFile(had, outbox, 0o600); err != nil { // it was killed before the outbox was tried again
		t.Fatal(err)
	}
	again := handled(t, folder, "second")
	defer again.end()
	said := slices.ContainsFunc(again.d.restored.Unpublished, func(m transport.Message) bool {
		return bytes.Contains(m.Payload, []byte(`"code":"move_completed"`)) && bytes.Contains(m.Payload, []byte(`"uci":"d2d4"`))
	})
	if again.game() != "first-1 "+sweepMoves+" g8f6 d2d4" || !said {
		t.Errorf("game %q, the move is said: %t", again.game(), said)
	}
}

// TestCompactedLog: the compacted log leads to the same game as the long one, on all boards
// whose bytes a journal holds, at each moment of rest; and it is short.
func TestCompactedLog(t *testing.T) {
	all := strings.Fields(harness.FamilyGame)
	for _, c := range []struct {
		family string
		clock  bool
	}{{"dgt", true}, {"dgt", false}, {"text", true}, {"chesslink", false}} {
		for seed := range uint64(6) {
			board := family.Named(c.family).Board()
			hands, _ := simulate.Play(legality.Initial(), harness.LegalMoves(t, all[:2+int(seed)]), simulate.Text(), harness.QuickHands(1), c.clock, seed)
			e := parseWhole(t, sensor.FirstLine+"\n#: board "+c.family+"\n#: "+pipeline.DecodedHeader+" yes\n").Engine
			compacted := persist.Compact(e)
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
				if s, talks := board.(family.Scanner); talks {
					feed(at, s.Scan(nil))
				}
			}
			at += 10_000
			e.Wake(at)
			d := &Daemon{header: parseWhole(t, sensor.FirstLine+"\n#: board "+c.family+"\n").Header, engine: e, compacted: compacted, store: &persist.Store{}, now: at}
			page, err := d.compactedSegment("copy")
			if err != nil {
				t.Fatal(err)
			}
			got, want := page.Tracker.Game(), e.Tracker.Game()
			if !reflect.DeepEqual(got, want) || len(want.Moves) < 1+int(seed) || want.Phase == touchmove.Setup {
				t.Errorf("%s, %d: the game is\n%+v, was\n%+v", c.family, seed, got, want)
			}
			t.Logf("%s, clock %t: %d bytes, of %d", c.family, c.clock, len(page.text), raw)
		}
	}
}

// answering is the host of a board that answers.
func answering() family.Host {
	h := new(bus.Member)
	h.Opened(0)
	return h
}
