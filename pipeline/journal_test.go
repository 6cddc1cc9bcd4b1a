package pipeline

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/chessnut"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/ichessone"
	"github.com/boardd/boardd/sensor/sensortest"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// TestRotateRecognised: on a board that lies the other way round the decoder learns the pieces
// as those of the other side, until an operator corrects the orientation.
func TestRotateRecognised(t *testing.T) {
	board := &certabo.Board{Turned: true}
	hands := harness.ParseLog(t, harness.NumbersStart+"4000 lift e2\n4300 drop e4 P\n6000 lift e7\n6300 drop e5 p\n")
	e, err := New(&sensor.Header{Board: "certabo"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	film := sensortest.PortRecords(board, certabo.FrameTime, hands, 9000, 0)
	turn := slices.IndexFunc(film, func(r sensor.Record) bool { return r.At > 3000 })
	for i, r := range film {
		if i == turn {
			e.Step(sensor.Record{At: 3000, Word: sensor.Cmd, Verb: "rotate", Data: []byte("{}")})
			if sensed, differ := e.Tracker.Sensed(); *sensed != placement.Initial || differ != 0 {
				t.Errorf("it shows %s", sensed)
			}
		}
		e.Step(r)
	}
	wantMoves(t, e, "e2e4", "e7e5")
	if !e.Decoder.(*certabo.Decoder).Pieces.Equal(board.Pieces()) {
		t.Error("the decoder knows other pieces")
	}
}

// TestRotateKnown: where the pieces are known, they show how the board lies.
func TestRotateKnown(t *testing.T) {
	board := &certabo.Board{Turned: true}
	hands := harness.ParseLog(t, harness.NumbersStart+"4000 lift e2\n4300 drop e4 P\n")
	board.Step(nil, hands[0])
	h := &sensor.Header{Board: "certabo", Config: []sensor.Setting{{Name: certabo.Setting, Value: board.Pieces().String()}}}
	e, err := New(h, "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range sensortest.PortRecords(board, certabo.FrameTime, hands, 9000, 0) {
		e.Step(r)
	}
	wantMoves(t, e, "e2e4")
	if len(h.Config) != 1 {
		t.Error("the header was changed")
	}
}

func wantMoves(t *testing.T, e *Engine, want ...string) {
	t.Helper()
	e.Finish()
	var got []string
	for _, ply := range e.Tracker.Game().Moves {
		got = append(got, ply.UCI)
	}
	if !slices.Equal(got, want) {
		t.Errorf("moves %v, want %v", got, want)
	}
}

// TestLearnFromStart: the pieces are learnt from the position in the log's header, as it
// stands on the board.
func TestLearnFromStart(t *testing.T) {
	for orientation, turned := range map[sensor.Orientation]bool{sensor.Normal: false, sensor.Rotated: true} {
		board := &certabo.Board{Turned: turned}
		e, err := New(&sensor.Header{Board: "certabo", Orientation: orientation,
			Start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Moves: []string{"e2e4"}}, "test")
		if err != nil {
			t.Fatal(err)
		}
		hands := harness.ParseLog(t, "#! boardd-log 1\n0 board 4k3/8/8/8/4P3/8/8/4K3\n3000 lift e8\n3300 drop e7 k\n")
		for _, r := range sensortest.PortRecords(board, certabo.FrameTime, hands, 5000, 0) {
			e.Step(r)
		}
		wantMoves(t, e, "e2e4", "e8e7")
	}
}

// TestOlderNames: a recording and a journal of an older boardd replay as those with the present
// names.
func TestOlderNames(t *testing.T) {
	log := fixtures.Log("certabo-known-pieces")
	older := strings.Replace(log, "#: config pieces=", "#: config men=", 1)
	if older == log || playedIn(readWhole(t, older)) != playedIn(readWhole(t, log)) {
		t.Error("the recording replays to another game")
	}
	film := sensortest.PortRecords(&certabo.Board{}, certabo.FrameTime, harness.ParseLog(t, harness.NumbersStart), 9000, 0)
	live, journal, _ := condensed(t, "certabo", film, false)
	olderJournal := strings.NewReplacer(" cmd saved_state {", " cmd learnt {", `"pieces":`, `"men":`).Replace(string(journal))
	replayed := readWhole(t, olderJournal)
	for _, r := range replayed.Records {
		replayed.Engine.Step(r)
	}
	want := live.SavedState(certabo.Set{})
	if got := replayed.Engine.SavedState(certabo.Set{}); olderJournal == string(journal) || !bytes.Equal(got, want) || !bytes.Contains(want, []byte("K:")) {
		t.Errorf("the saved state is %s, want %s", got, want)
	}
}

// playedIn replays a log, and returns the moves of its game.
func playedIn(log *Log) string {
	for _, r := range log.Records {
		log.Engine.Step(r)
	}
	log.Engine.Finish()
	return strings.Join(harness.GameOf(log.Engine.Tracker), " ")
}

// TestSecondQueen: a pawn is promoted to a piece of no set. A person is asked what it is,
// and meanwhile it counts as the queen as which it moves.
func TestSecondQueen(t *testing.T) {
	e, err := New(&sensor.Header{Board: "certabo", Start: "8/P6k/8/8/8/8/8/K7 w - - 0 1"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	hands := harness.ParseLog(t, "#! boardd-log 1\n0 board 8/P6k/8/8/8/8/8/K7\n3000 lift a7\n3600 drop a8 Q\n"+
		"6000 lift h7\n6300 drop g6 k\n8000 lift a8\n8400 drop e4 Q\n10000 lift g6\n10300 drop f6 k\n12000 lift e4\n12300 drop e8 Q\n")
	var asked []touchmove.Level
	for _, r := range sensortest.PortRecords(&certabo.Board{Noise: certabo.GhostlySet()}, certabo.FrameTime, hands, 16000, 0) {
		for _, f := range e.Step(r).Findings {
			if f.Code == laws.PromotionPieceUnknown {
				asked = append(asked, f.Level)
			}
		}
	}
	wantMoves(t, e, "a7a8q", "h7g6", "a8e4", "g6f6", "e4e8")
	if !slices.Equal(asked, []touchmove.Level{laws.Arbiter}) {
		t.Errorf("asked what he is: %v", asked)
	}
}

// condensedRuns are boards that stream, well and badly, each way round.
var condensedRuns = []struct {
	name, family string
	board        func(seed uint64) family.Scanner
	every, slow  int64
	turned       bool
}{
	{"chesslink", "chesslink", func(uint64) family.Scanner { return new(chesslink.Board) }, 41, 2, false},
	{"chesslink, turned", "chesslink", func(uint64) family.Scanner { return &chesslink.Board{Turned: true} }, 41, 2, false},
	{"chessnut", "chessnut", func(uint64) family.Scanner { return begun(&chessnut.Board{}) }, chessnut.ScanTime, 2, false},
	{"chessnut, turned", "chessnut", func(uint64) family.Scanner { return begun(&chessnut.Board{Turned: true, Size: 64}) }, chessnut.ScanTime, 2, false},
	{"ichessone", "ichessone", func(uint64) family.Scanner { return &asked{new(ichessone.Board)} }, 100, 2, false},
	{"ichessone, turned", "ichessone", func(uint64) family.Scanner { return &asked{&ichessone.Board{Turned: true}} }, 100, 2, false},
	{"tabutronic", "tabutronic", func(uint64) family.Scanner { return &tabutronic.Board{} }, tabutronic.FrameTime, 2, false},
	{"tabutronic that flickers", "tabutronic", func(seed uint64) family.Scanner { return &tabutronic.Board{Flicker: 20, Seed: seed} }, tabutronic.FrameTime, 2, false},
	{"tabutronic, turned", "tabutronic", func(uint64) family.Scanner { return &tabutronic.Board{Turned: true} }, tabutronic.FrameTime, 2, true},
	{"certabo", "certabo", func(seed uint64) family.Scanner { return &certabo.Board{Seed: seed} }, certabo.FrameTime, 4, false},
	{"certabo with ghosts", "certabo", func(seed uint64) family.Scanner { return &certabo.Board{Noise: certabo.GhostlySet(), Seed: seed} }, certabo.FrameTime, 4, false},
	{"certabo that reads badly", "certabo", func(seed uint64) family.Scanner { return &certabo.Board{Noise: certabo.WorstSet(), Seed: seed} }, certabo.FrameTime, 4, false},
	{"certabo, turned", "certabo", func(seed uint64) family.Scanner { return &certabo.Board{Turned: true, Seed: seed} }, certabo.FrameTime, 4, true},
}

// begun returns a board that was asked for its reports.
func begun(b *chessnut.Board) *chessnut.Board {
	b.Command(nil, []byte(chessnut.Start()))
	return b
}

// asked is a board that sends nothing by itself and is asked for its squares.
type asked struct{ *ichessone.Board }

func (a *asked) Scan(dst []byte) []byte { return a.Command(dst, []byte("RP")) }

// TestCondensed: the journal of a board that sends continuously leads to the same game,
// with the same numbers of records and the same findings, except those on the board alone;
// and little is written.
func TestCondensed(t *testing.T) {
	moves, seeds := strings.Fields(harness.FamilyGame), uint64(5)
	if testing.Short() {
		seeds = 1
	}
	for _, c := range condensedRuns {
		for seed := range seeds {
			hands, _ := simulate.Play(legality.Initial(), harness.LegalMoves(t, moves), simulate.Text(), harness.QuickHands(c.slow), false, seed)
			film := sensortest.PortRecords(c.board(seed), c.every, delayed(hands, 8000), hands[len(hands)-1].At+20_000, 200)
			name := fmt.Sprintf("%s, %d", c.name, seed)
			live, text, found := condensed(t, c.family, film, c.turned)
			replayed := readWhole(t, string(text))
			var again []touchmove.Finding
			for _, r := range replayed.Records {
				again = append(again, ofGame(replayed.Engine.Step(r))...)
			}
			again = append(again, ofGame(replayed.Engine.Finish())...)
			found = append(found, ofGame(live.Finish())...)
			if !reflect.DeepEqual(replayed.Engine.Tracker.Game(), live.Tracker.Game()) || replayed.Engine.Number != live.Number {
				t.Errorf("%s: another game, or %d records instead of %d", name, replayed.Engine.Number, live.Number)
			}
			if !reflect.DeepEqual(again, found) {
				t.Errorf("%s: found %d findings, were %d", name, len(again), len(found))
			}
			if !bytes.Equal(replayed.Engine.SavedState(certabo.Set{}), live.SavedState(certabo.Set{})) {
				t.Errorf("%s: the saved state is %s, was %s", name, replayed.Engine.SavedState(certabo.Set{}), live.SavedState(certabo.Set{}))
			}
			if got := strings.Join(harness.GameOf(live.Tracker)[1:], " "); got != harness.FamilyGame && !strings.Contains(c.name, "badly") {
				t.Errorf("%s: the game is %s", name, got)
			}
			if len(text) > 20_000 {
				t.Errorf("%s: %d bytes were written", name, len(text))
			}
		}
	}
}

// condensed returns an engine that has processed what a board has sent, and the resulting
// journal.
func condensed(t *testing.T, family string, film []sensor.Record, turn bool) (*Engine, []byte, []touchmove.Finding) {
	t.Helper()
	text := []byte(sensor.FirstLine + "\n#: board " + family + "\n#: " + DecodedHeader + " yes\n")
	e, saved := readWhole(t, string(text)).Engine, ""
	var found []touchmove.Finding
	feed := func(r sensor.Record) {
		o := e.Step(r)
		text = append(text, e.JournalLines(&r, &o)...)
		found = append(found, ofGame(o)...)
	}
	for _, r := range film {
		if turn && r.At > 5000 {
			turn = false
			feed(sensor.Record{At: r.At, Word: sensor.Cmd, Verb: "rotate", Data: []byte("{}")})
		}
		feed(r)
		if now := e.SavedState(certabo.Set{}); string(now) != saved {
			saved = string(now)
			feed(sensor.Record{At: r.At, Word: sensor.Cmd, Verb: SavedStateVerb, Data: now})
		}
	}
	return e, text, found
}

// ofGame returns the findings except those on the board alone, which no log contains.
func ofGame(o Outcome) []touchmove.Finding {
	return slices.DeleteFunc(slices.Clone(o.Findings), func(f touchmove.Finding) bool {
		return f.Code == laws.SensorFault || f.Code == laws.SensorNote
	})
}

// delayed are records that come later, but for those at the beginning.
func delayed(records []sensor.Record, ms int64) []sensor.Record {
	all := slices.Clone(records)
	for i := range all {
		if all[i].Word != sensor.Board {
			all[i].At += ms
		}
	}
	return all
}

// readWhole reads a log to its end.
func readWhole(t *testing.T, text string) *Log {
	t.Helper()
	log, err := ReadAs(sensor.NewReader(strings.NewReader(text)), "first")
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// unplugged is an engine that has followed a board up to 1.e4, lost it, and found it again,
// with the board and the acts on it meanwhile.
type unplugged struct {
	t      *testing.T
	engine *Engine
	board  dgt.Board
	found  []string
	asked  int // how often the board was to be asked for its log
}

// newUnplugged has the given hands do something while the cable is out.
func newUnplugged(t *testing.T, meanwhile string) *unplugged {
	t.Helper()
	e, err := New(&sensor.Header{Board: "dgt"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	u := &unplugged{t: t, engine: e, board: dgt.Board{Number: 1025}}
	u.hands("board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	u.feed(sensor.Record{At: 100, Word: sensor.Link, On: true})
	u.asks(200, dgt.SendBoard, dgt.UpdateNice)
	u.reads(300, u.hands("clock 180000 180000 w", "lift e2 P", "drop e4 P", "press w", "clock 180000 180000 b"))
	u.feed(sensor.Record{At: 5000, Word: sensor.Link})
	u.board.Command(nil, []byte{byte(dgt.Reset)})
	u.hands(strings.Split(meanwhile, ", ")...)
	u.feed(sensor.Record{At: 9000, Word: sensor.Link, On: true})
	return u
}

// hands has something happen on the board, and returns what the board says.
func (u *unplugged) hands(acts ...string) []byte {
	u.t.Helper()
	var reported []byte
	for _, r := range harness.ParseLog(u.t, sensor.FirstLine+"\n0 "+strings.Join(acts, "\n0 ")+"\n") {
		reported = u.board.Step(reported, r)
	}
	return reported
}

func (u *unplugged) feed(r sensor.Record) {
	o := u.engine.Step(r)
	if o.AskForLog {
		u.asked++
	}
	for _, f := range o.Findings {
		u.found = append(u.found, f.Code.String())
	}
}

// reads has the engine read what the board says.
func (u *unplugged) reads(at int64, data []byte) {
	u.feed(sensor.Record{At: at, Word: sensor.Rx, Data: data})
}

// asks has the board asked, and its answers read.
func (u *unplugged) asks(at int64, commands ...dgt.Command) {
	for _, c := range commands {
		u.feed(sensor.Record{At: at, Word: sensor.Tx, Data: []byte{byte(c)}})
		if reported := u.board.Command(nil, []byte{byte(c)}); len(reported) > 0 {
			u.reads(at, reported)
		}
	}
}

func (u *unplugged) moves() string {
	g := u.engine.Tracker.Game()
	var moves []string
	for _, m := range g.Moves {
		moves = append(moves, m.UCI)
	}
	if p := g.Pending; p != nil && p.State == touchmove.StateProvisional {
		moves = append(moves, p.UCI)
	}
	return strings.Join(moves, " ")
}

const (
	oneUnheard  = "lift e7 p, drop e5 p, press b"
	fourUnheard = oneUnheard + ", lift g1 N, drop f3 N, press w, lift g8 n, drop f6 n, press b, lift f3 N, drop e5 N, press w"
)

// TestLogNotNeeded: what one legal move explains is reported at once.
func TestLogNotNeeded(t *testing.T) {
	u := newUnplugged(t, oneUnheard)
	u.asks(10000, dgt.SendBoard, dgt.SendClock)
	if u.asked != 0 || u.moves() != "e2e4 e7e5" {
		t.Errorf("moves %s", u.moves())
	}
}

// TestLogFillsGap: what more than one move explains waits for the log, which shows it; the
// plies are no guess.
func TestLogFillsGap(t *testing.T) {
	u := newUnplugged(t, fourUnheard)
	u.asks(10000, dgt.SendBoard)
	u.asks(10100, dgt.SendClock, dgt.UpdateNice)
	if u.asked != 1 {
		t.Errorf("the log is to be asked for once, and was %d times", u.asked)
	}
	if u.moves() != "e2e4" {
		t.Errorf("moves %s before the log has come", u.moves())
	}
	u.reads(10200, u.hands("lift b8 n"))
	u.asks(12000, dgt.SendLog)
	u.reads(20000, u.hands("drop c6 n"))
	if got := u.moves(); got != "e2e4 e7e5 g1f3 g8f6 f3e5 b8c6" || slices.Contains(u.found, "retracted") {
		t.Errorf("moves %s, found %v", got, u.found)
	}
}

// TestResultWaitsForLog: a result is refused until the moves before it are known.
func TestResultWaitsForLog(t *testing.T) {
	u := newUnplugged(t, fourUnheard)
	u.asks(10000, dgt.SendBoard)
	u.asks(10100, dgt.UpdateNice)
	enter := func(at int64) {
		u.feed(sensor.Record{At: at, Word: sensor.Cmd, Verb: "result", Data: []byte(`{"result":"1-0"}`)})
	}
	enter(11000)
	if g := u.engine.Tracker.Game(); g.Result != "*" || !slices.Contains(u.found, "command_refused") {
		t.Errorf("result %s, found %v", g.Result, u.found)
	}
	u.asks(12000, dgt.SendLog)
	enter(13000)
	if g := u.engine.Tracker.Game(); g.Result != "1-0" || len(g.Moves) != 5 {
		t.Errorf("result %s after %d plies", g.Result, len(g.Moves))
	}
}

// TestLogAndMore: what happens while the log is read is not in the log. It follows what the log
// shows, even if both arrive in one read; and so does a time of the clock before the log.
func TestLogAndMore(t *testing.T) {
	u := newUnplugged(t, fourUnheard)
	u.asks(10000, dgt.SendBoard)
	u.asks(10100, dgt.UpdateNice)
	u.feed(sensor.Record{At: 12000, Word: sensor.Tx, Data: []byte{byte(dgt.SendLog)}})
	read := u.hands("clock 170000 170000 b", "lift b8 n")
	read = append(read, u.board.Command(nil, []byte{byte(dgt.SendLog)})...)
	u.reads(12100, append(read, u.hands("drop c6 n", "press b")...))
	u.reads(13000, u.hands("clock 170000 168000 w"))
	if got := u.moves(); got != "e2e4 e7e5 g1f3 g8f6 f3e5 b8c6" || slices.Contains(u.found, "retracted") {
		t.Errorf("moves %s, found %v", got, u.found)
	}
	if times := u.engine.Tracker.Game().Clocks.Times; times != [2]int64{170000, 168000} {
		t.Errorf("the clock shows %v", times)
	}
}

// TestNoLog: a log that does not come, or is another board's, holds nothing back for long; then
// only the scan counts.
func TestNoLog(t *testing.T) {
	for name, then := range map[string]func(u *unplugged){
		"nobody asks":  func(u *unplugged) { u.engine.Wake(13000) },
		"the log ends": func(u *unplugged) { u.engine.Finish() },
		"nothing comes": func(u *unplugged) {
			u.asks(10050, dgt.SendBoard) // another scan is no sign that it will not
			u.feed(sensor.Record{At: 10100, Word: sensor.Tx, Data: []byte{byte(dgt.SendLog)}})
			u.engine.Wake(22099)
			if u.engine.recall.deadline == 0 {
				u.t.Error("given up too soon")
			}
			u.engine.Wake(22100)
		},
		"another's": func(u *unplugged) {
			u.board = dgt.Board{}
			u.hands("drop e4 K", "lift e4")
			u.asks(11000, dgt.SendLog)
		},
	} {
		t.Run(name, func(t *testing.T) {
			u := newUnplugged(t, fourUnheard)
			u.asks(10000, dgt.SendBoard)
			then(u)
			sensed, _ := u.engine.Tracker.Sensed()
			if got := sensed.String(); got != "rnbqkb1r/pppp1ppp/5n2/4N3/4P3/8/PPPP1PPP/RNBQKB1R" || u.engine.recall.deadline != 0 {
				t.Errorf("the game has %s", got)
			}
		})
	}
}

// TestLostAgain: if the cable is out again before the log has come, the next log covers
// both times.
func TestLostAgain(t *testing.T) {
	u := newUnplugged(t, fourUnheard)
	u.asks(10000, dgt.SendBoard)
	u.feed(sensor.Record{At: 10500, Word: sensor.Link})
	u.hands("lift b8 n", "drop c6 n", "press b")
	u.feed(sensor.Record{At: 11000, Word: sensor.Link, On: true})
	u.asks(12000, dgt.SendBoard, dgt.UpdateNice)
	if u.asked != 2 {
		t.Fatalf("the log was asked for %d times, not once after each loss", u.asked)
	}
	u.asks(13000, dgt.SendLog)
	if got := u.moves(); got != "e2e4 e7e5 g1f3 g8f6 f3e5 b8c6" {
		t.Errorf("moves %s", got)
	}
}

// encoding is an engine that says what a board of family text brings about.
func encoding(t *testing.T) *Engine {
	t.Helper()
	return encodingOf(t, "")
}

// encodingOf is encoding for a board of a family.
func encodingOf(t *testing.T, family string) *Engine {
	t.Helper()
	e, err := New(&sensor.Header{Board: family}, "test")
	if err != nil {
		t.Fatal(err)
	}
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	e.Encoder = transport.NewEncoder(topics, "test")
	return e
}

// play feeds records, and returns what is published: topics, and codes of findings.
func play(t *testing.T, e *Engine, text string) (reported []string) {
	t.Helper()
	for _, r := range harness.ParseLog(t, sensor.FirstLine+"\n"+text) {
		reported = append(reported, reportsIn(e.Step(r))...)
	}
	return reported
}

func reportsIn(o Outcome) (reported []string) {
	for _, m := range o.Messages {
		name := strings.TrimPrefix(m.Topic, harness.TestPrefix)
		if name == "arbiter/finding" {
			_, code, _ := strings.Cut(string(m.Payload), `"code":"`)
			code, _, _ = strings.Cut(code, `"`)
			name = code
		}
		reported = append(reported, name)
	}
	return reported
}

const movesPressed = "100 lift e2 P\n200 drop e4 P\n900 press w\n1500 lift e7 p\n1600 drop e5 p\n2500 press b\n"

// TestPoint28Held: while there is no room nothing is published. Then the present state is,
// relays get every move, and of each kind of finding the last one is published.
func TestPoint28Held(t *testing.T) {
	free, e := encoding(t), encoding(t)
	all := append(play(t, free, movesPressed), reportsIn(free.Wake(9000))...)
	e.LimitMessages(0)
	if reported := play(t, e, movesPressed); strings.Join(reported, " ") != "status" { // the board is ready
		t.Errorf("it says %v", reported)
	}
	e.Wake(9000)
	o, dropped := e.PublishHeld(9000)
	reported := reportsIn(o)
	count := func(what []string) map[string]int {
		n := map[string]int{}
		for _, name := range what {
			n[name]++
		}
		return n
	}
	now, before := count(reported), count(all)
	for _, name := range []string{"game", "pgn", "arbiter/game", "arbiter/board", "move_completed", "obliged"} {
		if now[name] == 0 || now[name] > 2 { // one for each player
			t.Errorf("%d of %s, and %d with room", now[name], name, before[name])
		}
	}
	if now["event"] != before["event"] {
		t.Errorf("%d events, and %d with room", now["event"], before["event"])
	}
	findings := func(n map[string]int) (sum int) {
		for name, k := range n {
			if !strings.Contains(name, "/") && name != "status" && name != "event" && name != "game" && name != "pgn" && name != "clock" {
				sum += k
			}
		}
		return sum
	}
	if findings(now)+dropped != findings(before) {
		t.Errorf("%d findings and %d dropped, and %d with room", findings(now), dropped, findings(before))
	}
	if last := len(all) - 1; last < 0 || len(reported) >= len(all) {
		t.Errorf("%d messages, and %d with room", len(reported), len(all))
	}
	if again, _ := e.PublishHeld(9001); len(again.Messages) > 0 {
		t.Errorf("reported again: %v", reportsIn(again))
	}
	if reported := play(t, e, "10000 lift g1 N\n10100 drop f3 N\n11000 press w\n"); len(reported) == 0 {
		t.Error("with room again nothing is reported")
	}
}

// TestPoint28OneRecord: a record that brings more than there is room for is held as a
// whole.
func TestPoint28OneRecord(t *testing.T) {
	e, err := New(&sensor.Header{Board: "text"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	e.Encoder = encoding(t).Encoder
	e.Step(sensor.Record{At: 1, Word: sensor.Link, On: true})
	var lines strings.Builder
	for _, ply := range []string{"g1 f3 w N", "g8 f6 b n", "f3 g1 w N", "f6 g8 b n"} {
		f := strings.Fields(ply)
		fmt.Fprintf(&lines, "lift %s %s\ndrop %s %s\npress %s\n", f[0], f[3], f[1], f[3], f[2])
	}
	e.Step(sensor.Record{At: 100, Word: sensor.Rx, Data: []byte("board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n")})
	e.PublishHeld(101)
	const room = 5
	e.LimitMessages(room)
	o := e.Step(sensor.Record{At: 200, Word: sensor.Rx, Data: []byte(lines.String())})
	if len(o.Messages) > 0 || len(o.Findings) <= room {
		t.Errorf("%d messages of %d findings", len(o.Messages), len(o.Findings))
	}
}
