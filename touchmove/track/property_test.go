package track

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/hands"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
)

// TestProperties holds what must be true of every log against the scenes, and
// against hands of both simulators on each family.
func TestProperties(t *testing.T) {
	games := samples(t, 3, 40, 1, 1)
	if testing.Short() {
		games = samples(t, 1, 10, 16, 3)
	}
	t.Run("determinism", func(t *testing.T) { testDeterminism(t, games) })
	t.Run("extra wakes", func(t *testing.T) { testExtraWakes(t, games) })
	t.Run("deadlines", func(t *testing.T) { testDeadlines(t, games) })
	t.Run("prefix", func(t *testing.T) { testPrefix(t, games) })
	t.Run("score is sum of acts", func(t *testing.T) { testScoreIsSumOfActs(t, games) })
	t.Run("tables", func(t *testing.T) { testTables(t, games) })
}

// samples are so many games of so many plies on each so-manieth board of the second
// simulator and some of the first, and each so-manieth scene.
func samples(t *testing.T, seeds uint64, plies, each int, step hands.Board) []game {
	t.Helper()
	var all []game
	for i, s := range fixtures.Scenes() {
		if i%each == 0 {
			all = append(all, parse(t, s.Log()))
		}
	}
	for seed := range seeds {
		moves := simulate.RandomGame(seed, plies)
		for _, name := range []string{"dgt-swept", "certabo", "tabutronic"} {
			b, _ := simulate.BoardNamed(name)
			p, _ := simulate.ProfileNamed("faulty")
			records, _ := simulate.Play(legality.Initial(), moves, b, p, seed%2 == 0, seed)
			family, _, _ := strings.Cut(name, "-")
			all = append(all, game{Config{Sensor: SensorOf(family, !b.Occupancy, 0), Clock: seed%2 == 0}, records})
		}
		for b := hands.DGT; b <= hands.Centaur; b += step {
			o := hands.Order{Start: legality.Initial(), Moves: moves, Board: b, Condition: hands.Faulty, Hands: hands.Casual, Clock: hands.ClockKind(seed % 3), Seed: seed}
			all = append(all, game{Config{Sensor: SensorOf(b.String(), b.Names(), 0), Clock: o.Clock != hands.NoClock}, hands.Play(o).Records})
		}
	}
	return all
}

// each runs a game, and looks at the tracker after each record.
func (g *game) each(look func(i int, t *Tracker)) *Tracker {
	t := New(g.config)
	for i := range g.records {
		t.Step(&g.records[i])
		look(i, t)
	}
	t.Finish()
	return t
}

// state is what counts of a beam: scores, and all by which hypotheses differ; the best one in
// full; what is confirmed, and whether it is unsure.
func (t *Tracker) state() string {
	b := []byte(fmt.Sprintln(t.beam[0].line(), t.beam[0].tail(3), confirmed(t), t.Unsure()))
	for i := range t.beam {
		b = strconv.AppendInt(b, t.beam[i].score, 10)
		b = strconv.AppendUint(append(b, ' '), t.beam[i].hash(), 16)
		b = append(b, '\n')
	}
	return string(b)
}

// The same records give the same hypotheses, in the same order, with the same
// scores.
func testDeterminism(t *testing.T, games []game) {
	for n, g := range games {
		var first []string
		g.each(func(_ int, t *Tracker) { first = append(first, t.state()) })
		g.each(func(i int, tr *Tracker) {
			if now := tr.state(); now != first[i] {
				t.Fatalf("game %d, record %d: %s\nnot %s", n, i, now, first[i])
			}
		})
	}
}

// Extra wake-ups change nothing, at whatever moment: at each deadline, at each
// record, and between.
func testExtraWakes(t *testing.T, games []game) {
	for n, g := range games {
		var plain []string
		end := g.each(func(_ int, t *Tracker) { plain = append(plain, t.state()) })
		woken, last := New(g.config), int64(0)
		for i := range g.records {
			r := &g.records[i]
			for at, ok := woken.Deadline(); ok && at <= r.At; at, ok = woken.Deadline() {
				woken.Wake(at)
			}
			for _, at := range []int64{last, last + 1, (last + r.At) / 2, max(last, woken.until), r.At - 1, r.At, last} {
				if at <= r.At {
					woken.Wake(at)
				}
			}
			woken.Step(r)
			last = r.At
			if now := woken.state(); now != plain[i] {
				t.Fatalf("game %d, record %d, at %d: %s\nnot %s", n, i, r.At, now, plain[i])
			}
		}
		woken.Finish()
		woken.Wake(1 << 60)
		if woken.state() != end.state() {
			t.Errorf("game %d: another end", n)
		}
	}
}

// A deadline is kept: Wake at it does what is due, so that no caller turns in a circle.
func testDeadlines(t *testing.T, games []game) {
	for n, g := range games {
		g.each(func(i int, tr *Tracker) {
			for range 2 * (waits + 1) { // the rests, all is told; after each a trouble that is over
				if at, ok := tr.Deadline(); ok {
					tr.Wake(at)
				}
			}
			if at, ok := tr.Deadline(); ok {
				t.Fatalf("game %d, record %d: still waits for %d", n, i, at)
			}
		})
	}
}

// What is read of a log is read of its beginning alone, whatever follows.
func testPrefix(t *testing.T, games []game) {
	for n, g := range games {
		cut := len(g.records) / 2
		var there string
		g.each(func(i int, t *Tracker) {
			if i == cut-1 {
				there = t.state() + fmt.Sprint(t.Parts())
			}
		})
		if cut == 0 {
			continue
		}
		part := New(g.config)
		for i := range g.records[:cut] {
			part.Step(&g.records[i])
		}
		if now := part.state() + fmt.Sprint(part.Parts()); now != there {
			t.Errorf("game %d: %s\nnot %s", n, now, there)
		}
	}
}

// A score is the sum of what the acts of the story cost, and each act costs what
// its rate says and its choice: recomputed, it is the same.
func testScoreIsSumOfActs(t *testing.T, games []game) {
	for n, g := range games {
		tr := g.each(func(int, *Tracker) {})
		for i := range tr.beam {
			h, sum := &tr.beam[i], int64(0)
			for a := h.story; a != nil; a = a.Prev {
				if a.Cost != a.Why.cost+a.Choice || a.Cost < 0 {
					t.Fatalf("game %d: %v costs %d, by %v and %d", n, a.Kind, a.Cost, a.Why, a.Choice)
				}
				if a.Why == Nothing && a.Choice == 0 && a.Cost != 0 {
					t.Fatalf("game %d: %v costs %d for nothing", n, a.Kind, a.Cost)
				}
				sum += int64(a.Cost)
			}
			if sum != h.score {
				t.Fatalf("game %d: hypothesis %d has %d, its acts %d", n, i, h.score, sum)
			}
		}
	}
}

// Nothing but charge assigns to a score, and nothing takes its address.
func TestNothingEditsScores(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var where []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				var edited []ast.Expr
				switch n := n.(type) {
				case *ast.AssignStmt:
					edited = n.Lhs
				case *ast.IncDecStmt:
					edited = []ast.Expr{n.X}
				case *ast.UnaryExpr:
					if n.Op == token.AND {
						edited = []ast.Expr{n.X}
					}
				}
				for _, e := range edited {
					if s, ok := e.(*ast.SelectorExpr); ok && s.Sel.Name == "score" {
						where = append(where, fn.Name.Name)
					}
				}
				return true
			})
		}
	}
	if fmt.Sprint(where) != "[charge]" {
		t.Errorf("scores are edited by %v", where)
	}
}

// The record of a hypothesis agrees with its table: what stands off its square is
// marked so, and no piece is in two places.
func testTables(t *testing.T, games []game) {
	for n, g := range games {
		g.each(func(i int, tr *Tracker) {
			for j := range tr.beam {
				h := &tr.beam[j]
				if off := placement.Differ(&h.on, h.node.pos.Placement()); off != h.off {
					t.Fatalf("game %d, record %d: %v are off, not %v", n, i, off, h.off)
				}
				homes := map[square]bool{}
				for rest := h.off; rest != 0; {
					if sq := rest.Pop(); h.on[sq] != placement.Empty && h.home[sq] != nowhere {
						if homes[h.home[sq]] {
							t.Fatalf("game %d, record %d: two pieces from %v; %s", n, i, h.home[sq], h.tail(12))
						}
						homes[h.home[sq]] = true
					}
				}
			}
		})
	}
}

// noise is a record of anything.
func noise(next func(n int) int, at int64) sensor.Record {
	r := sensor.Record{At: at, Word: sensor.Word(next(18)), Square: square(next(66)), Piece: piece(next(18)), Side: color(next(2)),
		Running: sensor.Running(next(3)), On: next(2) == 0}
	if r.Word == sensor.Board {
		r.Placement = placement.Initial
		for range next(5) {
			r.Placement[next(64)] = piece(next(16))
		}
	}
	return r
}

// FuzzRecords: no records make the tracker panic, or lose all hypotheses.
func FuzzRecords(f *testing.F) {
	f.Add([]byte("any bytes, from which the numbers are drawn"), byte(0))
	f.Add([]byte{5, 3, 3, 60, 8, 1, 7, 2, 2, 0, 4, 4, 28, 1, 1}, byte(4))
	f.Fuzz(func(t *testing.T, data []byte, kind byte) {
		data = data[:min(len(data), 1<<12)]
		next := func(n int) int {
			if len(data) == 0 {
				return 0
			}
			d := int(data[0])
			data = data[1:]
			return d % n
		}
		s := sensors[int(kind>>1)%len(sensors)]
		tr := New(Config{Sensor: s, Clock: kind&1 == 0})
		for at := int64(0); len(data) > 0; {
			at += int64(next(256) * next(20))
			r := noise(next, at)
			tr.Step(&r)
			if len(tr.beam) == 0 || len(tr.beam) > mostWidth {
				t.Fatalf("%d hypotheses", len(tr.beam))
			}
			tr.Parts()
		}
		tr.Finish()
	})
}

// Memory stays bounded while a board says nonsense, a day of it at a record every
// one and a half seconds, and there are never more hypotheses than the beam is wide.
func TestMemoryUnderNoise(t *testing.T) {
	const most = 32 << 20
	records := 60_000
	if testing.Short() {
		records = 1_000
	}
	for _, s := range []Sensor{SensorOf("dgt", true, 0), SensorOf("tabutronic", false, 0)} {
		state := uint64(1)
		next := func(n int) int {
			state = mix(state + 1)
			return int(state>>33) % n
		}
		before := heap()
		tr, at := New(Config{Sensor: s, Clock: true}), int64(0)
		for range records {
			at += int64(next(3000))
			r := noise(next, at)
			tr.Step(&r)
			if len(tr.beam) > mostWidth {
				t.Fatalf("%d hypotheses", len(tr.beam))
			}
		}
		if used := heap() - before; used > most {
			t.Errorf("%s: %d bytes after %d records", s.Family, used, records)
		}
		runtime.KeepAlive(tr)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// The zero Config is ready.
func TestZeroConfig(t *testing.T) {
	tr := New(Config{})
	if got := tr.Parts(); len(got) != 1 || got[0].Start != legality.Initial() || len(got[0].Plies) != 0 {
		t.Errorf("%+v", got)
	}
	if !reflect.DeepEqual(SensorOf("no such board", false, 0), SensorOf("text", false, 0)) {
		t.Error("an unknown family is not taken for a text board")
	}
}

// TestPromotedTo: a pawn has become one of four pieces of its colour, whatever is read.
func TestPromotedTo(t *testing.T) {
	start, err := legality.ParseFEN("8/P6k/8/8/8/8/8/K7 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("dgt", true, 0)})
	n, some := tr.child(tr.origin, legality.MakePromotion(placement.A7, placement.A8, legality.Queen)), 0
	for p := range 256 {
		if tr.promotedTo(n, piece(p)) != nil {
			some++
		}
	}
	if some != 4 {
		t.Errorf("%d pieces, want 4", some)
	}
}
