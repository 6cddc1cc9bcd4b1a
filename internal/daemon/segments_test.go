package daemon

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/internal/session"
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
)

// tableBoard is a board of a family before an engine. What the hands do goes to the board, and
// what the board sends goes to the engine.
type tableBoard struct {
	t      *testing.T
	e      *pipeline.Engine
	log    []byte // what the engine was fed
	at     int64
	act    func(r sensor.Record) []byte // what the board sends, or would when it is asked
	shown  func() []byte                // a full scan on request; nil: the board streams
	frames int                          // of a board that streams, after each act
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
			if sent := b.act(r); len(sent) > 0 {
				b.feed(sensor.Record{Word: sensor.Rx, Data: sent})
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

func streamer(board family.Scanner, frames int) tableBoard {
	return tableBoard{frames: frames, act: func(r sensor.Record) []byte { board.Step(nil, r); return board.Scan(nil) }}
}

func answerer(board family.Board, commands ...byte) tableBoard {
	return tableBoard{act: func(r sensor.Record) []byte { return board.Step(nil, r) },
		shown: func() []byte { return board.Command(nil, commands) }}
}

// The first game is over when the pieces are set up again. Its first three plies show what
// the pieces and the orientation are.
const (
	benchBoard = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	benchFirst = "lift e2 P, drop e4 P, lift e7 p, drop e5 p, lift g1 N, drop f3 N"
	benchAgain = "lift f3 N, drop g1 N, lift e5 p, drop e7 p, lift e4 P, drop e2 P"
	benchNext  = "lift d2 P, drop d4 P, lift d7 p, drop d5 p, lift b1 N, drop c3 N"
	benchMoves = "d2d4 d7d5 b1c3"
)

// crossedFirst and crossedNext are games with a clock that stands the other way round: for the
// clock, White is the player of the black pieces.
const (
	crossedFirst = "clock 180000 180000 b, lift e2 P, drop e4 P, press b, clock 180000 179000 w, lift e7 p, drop e5 p, press w, " +
		"clock 179000 179000 b, lift g1 N, drop f3 N, press b, clock 179000 178000 w, clock 179000 178000 -"
	crossedNext = "lift d2 P, drop d4 P, press b, clock 300000 298000 w, lift d7 p, drop d5 p, press w, " +
		"clock 297000 298000 b, lift b1 N, drop c3 N, press b, clock 297000 296000 w"
)

// TestSegmentGoesOn: a segment of the journal begins with the next game, and the players move
// before the board has answered, but for its clock. The engine still has what it knew of board and clock,
// and so has a later start that has this segment alone.
func TestSegmentGoesOn(t *testing.T) {
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
		"dgt":                 {"dgt", answerer(&dgt.Board{}, byte(dgt.SendBoard), byte(dgt.UpdateNice)), plain(benchFirst, benchNext), ""},
		"dgt, rotated":        {"dgt", answerer(&dgt.Board{Turned: true}, byte(dgt.SendBoard), byte(dgt.UpdateNice)), plain(benchFirst, benchNext), ""},
		"dgt, configured":     {"dgt", answerer(&dgt.Board{Turned: true}, byte(dgt.SendBoard), byte(dgt.UpdateNice)), rotated, "#: orientation normal\n"},
		"dgt, clock crossed":  {"dgt", answerer(&dgt.Board{}, byte(dgt.SendBoard), byte(dgt.SendClock), byte(dgt.UpdateNice)), plain(crossedFirst, crossedNext), ""},
		"tabutronic":          {"tabutronic", streamer(&tabutronic.Board{}, 3), plain(benchFirst, benchNext), ""},
		"tabutronic, rotated": {"tabutronic", streamer(&tabutronic.Board{Turned: true}, 3), rotated, ""},
		"certabo, learnt":     {"certabo", streamer(&certabo.Board{}, 12), plain(benchFirst, benchNext), ""},
		"certabo, rotated":    {"certabo", streamer(&certabo.Board{Turned: true}, 12), rotated, ""},
		"centaur, rotated":    {"centaur", centaurBench(), rotated, ""},
		"bus":                 {family.Bus, busBench(&bus.Board{Board: game}), plain(benchFirst, benchNext), ""},
	} {
		b := c.board
		b.t = t
		d := &Daemon{Wire: &Wire{}, store: &persist.Store{Segment: "first"}}
		log := parseWhole(t, sensor.FirstLine+"\n#: board "+c.family+"\n"+c.setting)
		d.header, d.engine, b.e = log.Header, log.Engine, log.Engine
		b.feed(sensor.Record{Word: sensor.Link, On: true})
		b.ask()
		b.acts(benchBoard)
		b.ask()
		first, next := c.prepare(&b)
		b.acts(first)
		if got := len(b.e.Tracker.Game().Moves); got != 3 {
			t.Errorf("%s: %d plies of the first game", name, got)
		}
		b.acts(benchAgain)
		b.command("new_game", `{"game_id":"next"}`)
		d.now = b.at
		segment, err := d.gameSegment("second", 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		b.e, b.log = segment.Engine, segment.text
		if next == crossedNext {
			b.ask() // else the first press is not known
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

// judge checks the next game, and what the board shows.
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

// TestTurnedPieces: pieces were recognised the wrong way round before a segment began. An
// operator's request still corrects that.
func TestTurnedPieces(t *testing.T) {
	b := streamer(&certabo.Board{Turned: true}, 12)
	b.t = t
	d := &Daemon{Wire: &Wire{}, store: &persist.Store{Segment: "first"}}
	log := parseWhole(t, sensor.FirstLine+"\n#: board certabo\n")
	d.header, d.engine, b.e = log.Header, log.Engine, log.Engine
	b.feed(sensor.Record{Word: sensor.Link, On: true})
	b.acts(benchBoard)
	b.command("new_game", `{"game_id":"next"}`)
	d.now = b.at
	segment, err := d.gameSegment("second", 0)
	if err != nil {
		t.Fatal(err)
	}
	b.e = segment.Engine
	b.acts("lift a1") // h8 of the game: the board reports what changes
	b.acts("drop a1 R")
	b.command("rotate", "{}")
	if shown, _ := b.e.Tracker.Sensed(); *shown != placement.Initial {
		t.Errorf("the board shows %s", shown.Append(nil))
	}
}

// TestCompactedLog: the compacted log leads to the same game as the long one, on all boards
// whose bytes a journal holds, at each moment of rest. It is short.
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
			feed := func(at int64, sent []byte) {
				if len(sent) > 0 {
					r := sensor.Record{At: at, Word: sensor.Rx, Data: sent}
					raw += len(sensor.AppendRecord(nil, r)) + 15
					e.Step(r)
				}
			}
			feed(0, board.Command(nil, []byte{byte(dgt.SendBoard), byte(dgt.UpdateNice), 'b', 0xd3, 'S'}))
			at := int64(0)
			for _, r := range hands {
				at = r.At
				feed(at, board.Step(nil, r))
				if s, streams := board.(family.Scanner); streams {
					feed(at, s.Scan(nil))
				}
			}
			at += 10_000
			e.Wake(at)
			d := &Daemon{header: parseWhole(t, sensor.FirstLine+"\n#: board "+c.family+"\n").Header, engine: e, compacted: compacted, store: &persist.Store{}, now: at}
			segment, err := d.compactedSegment("copy")
			if err != nil {
				t.Fatal(err)
			}
			got, want := segment.Tracker.Game(), e.Tracker.Game()
			if !reflect.DeepEqual(got, want) || len(want.Moves) < 1+int(seed) || want.Phase == touchmove.Setup {
				t.Errorf("%s, %d: the game is\n%+v, was\n%+v", c.family, seed, got, want)
			}
			t.Logf("%s, clock %t: %d bytes, of %d", c.family, c.clock, len(segment.text), raw)
		}
	}
}

// opened returns a daemon that has not begun, for a board of a bus or for one alone.
func opened(t *testing.T, c *config.Config, address bus.Address) *Daemon {
	t.Helper()
	d, err := NewAt(address, c, zerolog.Nop(), clock.New(0), session.New())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *Daemon) closeFolder() {
	d.store.Journal.Close()
	d.store.Close()
}

// TestJournalAddress: the journal of a board on a bus names the board's address from its first
// segment on. A later start of that board goes on with it; one of another board does not.
func TestJournalAddress(t *testing.T) {
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Family = harness.MemoryDir(t), family.Bus
	opened(t, c, 1025).closeFolder()
	if text := harness.JournalText(t, c.State); !strings.Contains(text, "\n#: address 1025\n") {
		t.Errorf("the journal begins\n%.300s", text)
	}
	for _, o := range []struct {
		address bus.Address
		on      bool
	}{{1025, true}, {bus.All, true}, {1026, false}} {
		d := opened(t, c, o.address)
		if (d.restored != nil) != o.on {
			t.Errorf("address %d: the game goes on: %t", o.address, d.restored != nil)
		}
		d.closeFolder()
	}
}

// TestJournalPieces: pieces that were recognised since do not make the configuration another one,
// and the daemon knows them.
func TestJournalPieces(t *testing.T) {
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Family, c.Port.PiecesFile = harness.MemoryDir(t), "certabo", filepath.Join(t.TempDir(), "pieces")
	opened(t, c, bus.All).closeFolder()
	if err := addPieces(c.Port.PiecesFile, certabo.Set{}.With(certabo.TaggedPiece{Tag: 1, Piece: placement.WhiteKing})); err != nil {
		t.Fatal(err)
	}
	d := opened(t, c, bus.All)
	defer d.closeFolder()
	if d.restored == nil {
		t.Fatal("another game begins")
	}
	d.publishRestored()
	if pieces := d.engine.Decoder.(*certabo.Decoder).Pieces; pieces.Len() != 1 {
		t.Errorf("known are %s", pieces)
	}
}

// TestSegmentWaits: no segment begins, and none is given up, while the board cannot be
// followed. Readers know that it cannot; a segment that stands alone would not show it.
func TestSegmentWaits(t *testing.T) {
	b := answerer(&dgt.Board{}, byte(dgt.SendBoard), byte(dgt.UpdateNice))
	b.t, b.e = t, parseWhole(t, sensor.FirstLine+"\n#: board dgt\n").Engine
	d := &Daemon{Wire: &Wire{}, store: &persist.Store{Segment: "first"}, engine: b.e}
	b.feed(sensor.Record{Word: sensor.Link, On: true})
	b.ask()
	b.acts(benchBoard)
	b.ask()
	b.feed(sensor.Record{Word: sensor.Link})
	if d.beginGameSegment(); d.store.Game != "" {
		t.Errorf("a segment is begun or given up without a link, for game %s", d.store.Game)
	}
	b.feed(sensor.Record{Word: sensor.Link, On: true})
	b.ask()
	b.acts(benchFirst)
	if d.beginGameSegment(); d.store.Game == "" {
		t.Errorf("no segment is begun or given up when there are plies; trust %v", b.e.Tracker.Game().Trust.State)
	}
}
