package pipeline

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/sensortest"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// simulatedGames is how many games each kind of hands plays on each board, of
// at most simulatedPlies each.
const (
	simulatedGames = 16
	simulatedPlies = 80
)

// Games by clean hands, and by hands as measured on real blitz games, with a clock, come
// out move by move. At no moment is a ply published that was not played, and no breach is
// found where there was none.
func TestSimulatedGames(t *testing.T) {
	games := uint64(simulatedGames)
	if testing.Short() {
		games = 4
	}
	for _, c := range []struct {
		name    string
		profile simulate.Profile
		board   simulate.Board
	}{
		{"clean/text", simulate.Clean(), simulate.Text()},
		{"clean/dgt", simulate.Clean(), simulate.DGT()},
		{"clean/swept", simulate.Clean(), simulate.DGTSwept()},
		{"human/text", simulate.Human(), simulate.Text()},
		{"human/dgt", simulate.Human(), simulate.DGT()},
		{"human/swept", simulate.Human(), simulate.DGTSwept()},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range games {
				moves := simulate.RandomGame(seed, simulatedPlies)
				records, truth := simulate.Play(legality.Initial(), moves, c.board, c.profile, true, seed)
				w := watch{truth: &truth, seed: seed, scans: c.board.Scan > 0}
				w.follow(t, records)
				w.judgeEnd(t)
				w.judgeFindings(t)
			}
		})
	}
}

// watch holds what the daemon says of a simulated game against what was done.
type watch struct {
	truth  *simulate.Truth
	seed   uint64
	scans  bool          // the board looks at its squares now and then
	header sensor.Header // of the log; the zero value is for records that name the pieces
	engine *Engine
	found  []touchmove.Finding
}

// follow runs a log, and looks at the game after every record and wake-up.
func (w *watch) follow(t *testing.T, records []sensor.Record) {
	t.Helper()
	h := w.header
	if h.Time == "" {
		h = sensor.Header{Time: "blitz", Sensor: "identified"}
	}
	e, err := New(&h, "simulated")
	if err != nil {
		t.Fatal(err)
	}
	w.engine = e
	for _, r := range records {
		for at, ok := e.Deadline(); ok && at <= r.At; at, ok = e.Deadline() {
			w.judge(t, e.Wake(at), at)
		}
		w.judge(t, e.Step(r), r.At)
	}
	w.judge(t, e.Finish(), records[len(records)-1].At)
}

// judge looks for a published ply that was not played.
func (w *watch) judge(t *testing.T, out Outcome, at int64) {
	t.Helper()
	w.found = append(w.found, out.Findings...)
	for i, ply := range w.engine.Tracker.Game().Moves {
		if !ply.Published {
			break
		}
		if i >= len(w.truth.Moves) || ply.UCI != w.truth.Moves[i] {
			t.Fatalf("seed %d, %d ms: published %s as ply %d of %v", w.seed, at, ply.UCI, i+1, w.truth.Moves)
		}
	}
}

func (w *watch) judgeEnd(t *testing.T) {
	t.Helper()
	game := w.engine.Tracker.LastGame()
	var got []string
	for _, ply := range game.Moves {
		got = append(got, ply.UCI)
	}
	if game.Pending != nil {
		got = append(got, game.Pending.UCI)
	}
	if !slices.Equal(got, w.truth.Moves) {
		t.Errorf("seed %d: the game is %v, was %v", w.seed, got, w.truth.Moves)
	}
	if game.Result != w.truth.Result {
		t.Errorf("seed %d: the result is %s, was %s", w.seed, game.Result, w.truth.Result)
	}
}

// judgeFindings looks for anything but what is worth telling in itself: nobody
// has done wrong.
func (w *watch) judgeFindings(t *testing.T) {
	t.Helper()
	allowed := w.allowed()
	for _, f := range w.found {
		if code := f.Code.String(); f.Level != laws.Info && !slices.Contains(allowed, code) {
			t.Errorf("seed %d, %d ms: found %s (%s) %s", w.seed, f.At, code, f.Level, f.UCI)
		}
	}
}

// allowed is what may be found besides. The end of the game is certain. A piece that rested
// on a legal square on its way looks like one that was released there (4.7). If king and
// rook were lifted within one scan, the board does not show which was first (4.4.2).
func (w *watch) allowed() []string {
	var codes []string
	if w.truth.Result != "*" {
		codes = append(codes, "checkmate", "stalemate", "dead_position", "fivefold", "seventyfive")
	}
	if slices.ContainsFunc(w.truth.Deeds, func(d simulate.Deed) bool { return d.Kind == simulate.Slid }) {
		codes = append(codes, "release_breach")
	}
	if w.scans {
		codes = append(codes, "castle_rook_first")
	}
	return codes
}

// lead is how long the pieces stand before anybody plays, and how long the board is
// followed afterwards: enough to learn the pieces of the worst set.
const lead = 15_000

// numbersGames is how many games are played on each board.
const numbersGames = 2

// Games on boards that send numbers come out move by move from their bytes, as noisy as
// measured, without a clock: through decoder, orienter and tracker.
func TestGamesOfNumbers(t *testing.T) {
	for _, c := range []struct {
		name    string
		profile simulate.Profile
		noise   certabo.Noise
	}{
		{"clean/ghostly", simulate.Clean(), certabo.GhostlySet()},
		{"clean/weak", simulate.Clean(), certabo.WeakSet()},
		{"clean/worst", simulate.Clean(), certabo.WorstSet()},
		{"human/ghostly", simulate.Human(), certabo.GhostlySet()},
		{"human/worst", simulate.Human(), certabo.WorstSet()},
	} {
		t.Run("certabo/"+c.name, func(t *testing.T) {
			for seed := range uint64(numbersGames) {
				moves := plainGame(seed)
				hands, truth := simulate.Play(legality.Initial(), moves, simulate.Text(), c.profile, false, seed)
				board := &certabo.Board{Noise: c.noise, Seed: seed, Turned: seed%2 == 1}
				w := watch{truth: &truth, seed: seed, header: sensor.Header{Board: "certabo", Time: "blitz"}}
				if board.Turned {
					w.header.Orientation = sensor.Rotated
				}
				w.follow(t, film(board, certabo.FrameTime, hands))
				w.judgeEnd(t)
				w.judgeFindings(t)
			}
		})
	}
}

// italian is a quiet game, so that a board that does not name the pieces shows it.
const italian = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 e1g1 e8g8 f1e1 a7a6 c4b3 c5a7 h2h3 h7h6 b1d2 f8e8 " +
	"d2f1 c8e6 b3e6 e8e6 f1g3 d6d5 d1e2 d5e4 d3e4 d8d7"

// TestGameOfOccupancy: the same on a board that sees only where pieces stand, and
// flickers.
func TestGameOfOccupancy(t *testing.T) {
	game, p := []legality.Move{}, legality.Initial()
	for uci := range strings.FieldsSeq(italian) {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		game, p = append(game, m), p.Play(m)
	}
	for seed := range uint64(numbersGames) {
		hands, truth := simulate.Play(legality.Initial(), game, simulate.Text(), simulate.Clean(), false, seed)
		w := watch{truth: &truth, seed: seed, header: sensor.Header{Board: "tabutronic", Time: "blitz"}}
		w.follow(t, film(&tabutronic.Board{Flicker: 5, Seed: seed}, tabutronic.FrameTime, hands))
		w.judgeEnd(t)
		w.judgeFindings(t)
	}
}

// plainGame is a game up to the first promotion: the board does not name the new piece if
// no set knows it.
func plainGame(seed uint64) []legality.Move {
	moves := simulate.RandomGame(seed, simulatedPlies/2)
	for i, m := range moves {
		if m.Promotion() != legality.NoKind {
			return moves[:i]
		}
	}
	return moves
}

// film is what the port brings of a game.
func film(board family.Scanner, every int64, hands []sensor.Record) []sensor.Record {
	board.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	for i := range hands {
		hands[i].At += lead
	}
	return sensortest.PortRecords(board, every, hands, hands[len(hands)-1].At+lead, 0)
}

// TestExtraWakesChangeNothing: the daemon wakes the tracker when it asks for it. Waking it
// at other times too would change neither findings nor messages, of any fixture.
func TestExtraWakesChangeNothing(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			plain, often := wokenFixture(t, name, 0), wokenFixture(t, name, 37*int64(quick.Fewer(5)))
			for i := range min(len(plain.findings), len(often.findings)) {
				if !reflect.DeepEqual(plain.findings[i], often.findings[i]) {
					t.Fatalf("found with more wake-ups\n%+v, without\n%+v", often.findings[i], plain.findings[i])
				}
			}
			if len(plain.findings) != len(often.findings) || plain.rev != often.rev {
				t.Errorf("%d findings and rev %d with more wake-ups, %d and %d without", len(often.findings), often.rev, len(plain.findings), plain.rev)
			}
		})
	}
}

// woken is what came of a log.
type woken struct {
	findings []touchmove.Finding
	rev      int
}

// wokenFixture returns the result of a fixture with an additional wake-up every so many
// milliseconds; 0 is none.
func wokenFixture(t *testing.T, name string, every int64) (w woken) {
	t.Helper()
	log, err := Read(sensor.NewReader(strings.NewReader(fixtures.Log(name))))
	if err != nil {
		t.Fatal(err)
	}
	e := log.Engine
	take := func(o Outcome) { w.findings = append(w.findings, o.Findings...) }
	last := int64(0)
	for _, r := range log.Records {
		for at := last + every; every > 0 && at < min(r.At, last+60_000); at += every {
			take(e.Wake(at))
			w.findings = append(w.findings, e.Tracker.Wake(at)...)
		}
		take(e.Step(r))
		last = max(last, r.At)
		if r.Word != sensor.Rx && every > 0 {
			w.findings = append(w.findings, e.Tracker.Wake(last)...)
		}
	}
	take(e.Finish())
	w.rev = e.Tracker.Game().Rev
	return w
}

// FuzzBytes: whatever comes from the port, in whatever pieces, nothing panics,
// and every message is made.
func FuzzBytes(f *testing.F) {
	var line []byte
	for _, r := range onTheLine(simulated(true))[:40] {
		line = append(line, r.Data...)
	}
	f.Add(line, uint8(7))
	f.Add([]byte{0x8e, 0, 5, 0x34, 0, 0x80, 0x80, 0x86, 0, 0x43}, uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, cut uint8) {
		if len(data) > 4096 {
			return
		}
		e, err := New(&sensor.Header{Board: "dgt", Time: "blitz"}, "replay")
		if err != nil {
			t.Fatal(err)
		}
		e.Encoder = ReplayEncoder()
		e.Begin()
		for at := int64(0); len(data) > 0; at += int64(cut) * 9 {
			n := min(len(data), int(cut)%11+1)
			e.Step(sensor.Record{At: at, Word: sensor.Rx, Data: data[:n]})
			data = data[n:]
		}
		e.Finish()
	})
}

// FuzzLog: whatever stands in a log, it is read and replayed, or refused.
func FuzzLog(f *testing.F) {
	for _, name := range fixtures.Logs() {
		if text := fixtures.Log(name); len(text) < 3000 {
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4096 {
			return
		}
		log, err := Read(sensor.NewReader(bytes.NewReader(text)))
		if err != nil {
			return
		}
		e := log.Engine
		e.Encoder = ReplayEncoder()
		e.Begin()
		for _, r := range log.Records {
			e.Step(r)
		}
		e.Finish()
	})
}

// simulated is one game of 80 plies by human hands on a DGT board, with its
// clock, as records in terms of the game.
func simulated(clock bool) []sensor.Record {
	records, _ := simulate.Play(legality.Initial(), simulate.RandomGame(7, 80), simulate.DGTSwept(), simulate.Human(), clock, 7)
	return records
}

// onTheLine is the same as the bytes that the board would send.
func onTheLine(records []sensor.Record) []sensor.Record {
	var board dgt.Board
	board.Command(nil, []byte{byte(dgt.UpdateNice)})
	out := []sensor.Record{}
	for i, r := range records {
		bytes := board.Step(nil, r)
		if i == 0 {
			bytes = board.Command(nil, []byte{byte(dgt.SendBoard)})
		}
		if len(bytes) > 0 {
			out = append(out, sensor.Record{At: r.At, Word: sensor.Rx, Data: bytes})
		}
	}
	return out
}

// BenchmarkReplay measures the core: records in, findings out.
func BenchmarkReplay(b *testing.B) {
	plain := simulated(true)
	for _, c := range []struct {
		name    string
		header  sensor.Header
		records []sensor.Record
	}{
		{"decoded", sensor.Header{Time: "blitz"}, plain},
		{"dgt", sensor.Header{Board: "dgt", Time: "blitz"}, onTheLine(plain)},
		{"noclock", sensor.Header{Time: "blitz"}, simulated(false)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				e, err := New(&c.header, "replay")
				if err != nil {
					b.Fatal(err)
				}
				for i := range c.records {
					e.Step(c.records[i])
				}
				e.Finish()
				n += len(c.records)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// BenchmarkMessages measures the same with every message encoded.
func BenchmarkMessages(b *testing.B) {
	records := simulated(true)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		e, err := New(&sensor.Header{Time: "blitz"}, "replay")
		if err != nil {
			b.Fatal(err)
		}
		e.Encoder = ReplayEncoder()
		for i := range records {
			e.Step(records[i])
		}
		e.Finish()
		n += len(records)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
}
