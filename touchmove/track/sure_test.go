package track

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
)

// quiet is a game that careful people play on a sound board, and its plies.
func quiet(seed uint64, plies int, board string) (game, simulate.Truth) {
	b, _ := simulate.BoardNamed(board)
	p := simulate.Clean()
	records, truth := simulate.Play(legality.Initial(), sensible(seed, plies), b, p, true, seed)
	return game{Config{Sensor: SensorOf(board, !b.Occupancy, 0), Clock: true}, records}, truth
}

// sensible is a game of players who choose mostly by what a move is worth.
func sensible(seed uint64, plies int) (list []move) {
	rng, p := rand.New(rand.NewPCG(seed, 1)), legality.Initial()
	for len(list) < plies {
		l := newMoves(&p, mostly)
		if l.weigh(); l.all == 0 {
			break
		}
		left, i := rng.Int32N(l.all), 0
		for ; left >= l.often[i]; i++ {
			left -= l.often[i]
		}
		list, p = append(list, l.list[i]), p.Play(l.list[i])
	}
	return list
}

// confirmed are the plies that are confirmed, in UCI, of all parts.
func confirmed(t *Tracker) (out []string) {
	for _, p := range t.Parts() {
		at := p.Start
		for i := range p.Plies {
			if !p.Plies[i].Confirmed {
				return out
			}
			out, at = append(out, at.UCI(p.Plies[i].Move)), p.Plies[i].After
		}
	}
	return out
}

// A ply of a quiet game is confirmed soon after its press, and no other one ever is.
func TestConfirmed(t *testing.T) {
	for seed := range uint64(2) {
		g, truth := quiet(seed, 40, "chesslink")
		next := 0
		g.each(func(i int, tr *Tracker) {
			now := g.records[i].At
			told := confirmed(tr)
			for j := range told {
				if j >= len(truth.Moves) || told[j] != truth.Moves[j] {
					t.Fatalf("game %d, at %d: ply %d is %s", seed, now, j+1, told[j])
				}
			}
			for ; next < len(truth.Moves) && truth.Pressed[next]+1500 < now; next++ {
				if len(told) <= next && truth.Pressed[next] >= 0 {
					t.Fatalf("game %d, at %d: ply %d, pressed at %d, is not confirmed", seed, now, next+1, truth.Pressed[next])
				}
			}
		})
	}
}

// On a board that names no pieces, a capture that leaves no report is open until
// something tells which it was, and is not confirmed.
func TestOpenCaptureIsNotConfirmed(t *testing.T) {
	start, err := legality.ParseFEN("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("tabutronic", false, 0), Clock: true})
	tr.Step(&sensor.Record{At: 1000, Word: sensor.Lift, Square: legality.MakeMove(28, 28).From()})
	tr.Step(&sensor.Record{At: 2000, Word: sensor.Press})
	tr.Wake(20_000)
	if part, plies := tr.Confirmed(); part != 0 || plies != 0 {
		t.Errorf("%d plies are confirmed: %v", plies, confirmed(tr))
	}
}

// withoutReports is a game of which so many reports and presses were lost from some
// record on, and a scan that shows the board then.
func (g *game) withoutReports(from, lost int) game {
	out, shown := game{config: g.config}, placement.Initial
	for i, r := range g.records {
		told := r.Word == sensor.Lift || r.Word == sensor.Drop || r.Word == sensor.Press
		switch r.Word {
		case sensor.Lift:
			shown[r.Square] = placement.Empty
		case sensor.Drop:
			shown[r.Square] = r.Piece
		}
		if i < from || lost == 0 {
			out.records = append(out.records, r)
		} else if told {
			if lost--; lost == 0 {
				out.records = append(out.records, sensor.Record{At: r.At, Word: sensor.Board, Placement: shown})
			}
		}
	}
	return out
}

// After thirty reports and presses were lost the tracker is unsure at the next scan, or joins
// what it sees to the game. Where the board names the pieces nothing is confirmed that was not
// played, and play is followed again at the second ply. What stands where is not known on others: there it
// happens in four games of 100 that other plies fit so well that they are confirmed.
func TestLostAndBack(t *testing.T) {
	seeds := uint64(20 / quick.Fewer(10))
	if testing.Short() {
		seeds = 2
	}
	strays := 0
	for _, board := range []string{"chesslink", "dgt", "certabo", "tabutronic", "centaur"} {
		for seed := range seeds {
			g, truth := quiet(seed, 60, board)
			from := len(g.records) / 3
			lost := g.withoutReports(from, 30)
			left, wrong := 0, 0
			tr := lost.each(func(i int, tr *Tracker) {
				if i == from && !tr.Unsure() && len(tr.Parts()) == 1 && !slices.Equal(confirmed(tr), truth.Moves[:len(confirmed(tr))]) {
					t.Errorf("%s, game %d: the tracker is sure of %v, which was not played", board, seed, confirmed(tr))
				}
				if i > from && lost.records[i].Word == sensor.Press {
					left++
				}
				if i >= from {
					wrong = max(wrong, strayed(tr, truth.Moves))
				}
			})
			if wrong > 0 {
				t.Logf("%s, game %d: %d plies are confirmed that were not played: %v", board, seed, wrong, confirmed(tr))
				strays++
			}
			if wrong > 0 && tr.sensor.Names || strays > 3 {
				t.Fatalf("%s, game %d: in %d games", board, seed, strays)
			}
			if got, want := last(played(tr), left-1), last(truth.Moves, left-1); got != want && tr.sensor.Names {
				t.Errorf("%s, game %d: play is not followed again: %s, want %s", board, seed, got, want)
			}
		}
	}
}

// Play goes on from what the board shows if reports were lost or, after play, a player has pressed. Else the pieces are
// only moved about, and the game stays what it was.
func TestRestartsOnlyAfterLoss(t *testing.T) {
	for _, board := range []string{"chesslink", "dgt", "certabo"} {
		b, _ := simulate.BoardNamed(board)
		records, truth := simulate.Play(legality.Initial(), sensible(1, 60), b, simulate.Clean(), false, 1)
		g := game{Config{Sensor: SensorOf(board, true, 0)}, records}
		tr := g.withoutReports(len(g.records)/3, 30)
		end := tr.each(func(int, *Tracker) {})
		if got, want := last(played(end), 8), last(truth.Moves, 8); len(end.Parts()) != 2 || got != want {
			t.Errorf("%s: %d parts; play is not followed again: %s, want %s", board, len(end.Parts()), got, want)
		}
	}
	const about = "~9000 -c1 +Bc5 ~4000 -a8 +rd5 ~4000 -h1 +Rh4 ~4000 -d8 +qa3 ~4000 "
	for script, want := range map[string]bool{
		"-e2 +Pe4 -e7 +pe5 " + about:                  false,
		"-e2 +Pe4 w -e7 +pe5 b " + about:              false,
		"-e2 +Pe4 w -e7 +pe5 b " + about + "w ~500 b": true,
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: strings.Contains(script, "w")})
		play(t, tr, 700, script)
		h := tr.beam[slices.IndexFunc(tr.beam, func(h hypothesis) bool { return h.phase == loose })]
		tr.begin()
		if tr.restart(&h); (len(tr.next) > 0) != want {
			t.Errorf("%s: play goes on in %d ways; %s", script, len(tr.next), h.tail(9))
		}
	}
}

// strayed is how many confirmed plies of the parts are not those of a game, from wherever
// in it a part begins.
func strayed(t *Tracker, want []string) (n int) {
	part, plies := t.Confirmed()
	for i, p := range t.Parts()[:part+1] {
		var got []string
		at := p.Start
		for j := range p.Plies {
			if i < part || j < plies {
				got, at = append(got, at.UCI(p.Plies[j].Move)), p.Plies[j].After
			}
		}
		least := differing(got, want)
		for from := 1; i > 0 && from < len(want); from++ {
			least = min(least, differing(got, want[from:]))
		}
		n += least
	}
	return n
}

// played are the plies of all parts, in UCI.
func played(t *Tracker) (out []string) {
	for _, p := range t.Parts() {
		at := p.Start
		for i := range p.Plies {
			out, at = append(out, at.UCI(p.Plies[i].Move)), p.Plies[i].After
		}
	}
	return out
}

// What is confirmed is revised only when the best hypothesis that has it is far behind, or
// none has it any more.
func TestConfirmedStays(t *testing.T) {
	for n, g := range samples(t, 1, 30, 8, 2) {
		var told *node
		g.each(func(i int, tr *Tracker) {
			for j := range tr.beam {
				if h := &tr.beam[j]; told != nil && told.of(h.game()) && h.score < tr.beam[0].score+reviseCost && !told.of(tr.confirmed) {
					t.Fatalf("game %d, record %d: ply %d is revised", n, i, told.ply)
				}
			}
			told = tr.confirmed
		})
	}
}

// The plies of the next game are confirmed as soon as those of the first one.
func TestNextGameIsConfirmed(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
	play(t, tr, 700, "-e2 +Pe4 w -e7 +pe5 b -g1 +Nf3 w")
	tr.Step(&sensor.Record{At: tr.now + 1000, Word: sensor.Pause})
	play(t, tr, 700, "-f3 +Ng1 -e4 +Pe2 -e5 +pe7")
	tr.Step(&sensor.Record{At: tr.now + 9000, Word: sensor.Clock, Running: sensor.RunningFor(placement.White)})
	play(t, tr, 700, "-d2 +Pd4 w -d7 +pd5 b -c2 +Pc4 w -e7 +pe6 b")
	if part, plies := tr.Confirmed(); part != 1 || plies < 3 {
		t.Errorf("%d plies of part %d are confirmed: %v", plies, part, confirmed(tr))
	}
}

// Without a clock a ply is confirmed when it has stood for a while, and not while its
// piece may go on, or another ply may have been made.
func TestStandingPlyIsConfirmed(t *testing.T) {
	for _, c := range []struct {
		names  bool
		script string
		want   int
	}{
		{true, "-e2 +Pe4", 1},
		{true, "-e2 +Pe4 -e7 +pe5 -g1", 2},
		{true, "-e2 +Pe4 -e4", 0},
		{false, "-e2 +Pe4 -d7 +pd5 -e4", 2}, // exd5, or the pawn goes back
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", c.names, 0)})
		play(t, tr, 500, c.script)
		before := len(confirmed(tr))
		tr.Wake(tr.now + lingerMs + 100)
		if got := confirmed(tr); len(got) != c.want || before > max(0, c.want-1) {
			t.Errorf("%s: %v, want %d; before %d", c.script, got, c.want, before)
		}
	}
}

// Plies that are taken back one after the other are no sign of being lost.
func TestTakenBackIsNotUnsure(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
	play(t, tr, 600, "-g1 +Ng3 w -g3 +Ng1 -g1 +Nf3 w -e7 +pe5 b -e5 +pe7 -f3 +Ng1")
	if tr.Unsure() {
		t.Error(tr.beam[0].tail(12))
	}
}

// TestBestStays: what the best hypothesis lacks, or one that may still come to revise the record, does not
// become final, and so does not end it.
func TestBestStays(t *testing.T) {
	tr := New(Config{Start: legality.Initial(), Sensor: SensorOf("dgt", true, 0)})
	a, b := tr.beam[0], tr.beam[0]
	for range finalPlies + 4 {
		a.node = tr.child(a.node, a.node.legal().list[0])
		last := b.node.legal().list
		b.node = tr.child(b.node, last[len(last)-1])
	}
	tr.confirmed = a.node
	tr.beam = []hypothesis{b, a}
	if tr.makeFinal(); len(tr.beam) != 2 || tr.final != nil {
		t.Errorf("%d hypotheses are left, and final is %v", len(tr.beam), tr.final)
	}
	b.score = a.score + reviseCost - 1
	tr.beam = []hypothesis{a, b}
	if tr.makeFinal(); len(tr.beam) != 2 || tr.final != nil {
		t.Errorf("%d hypotheses are left, and final is %v", len(tr.beam), tr.final)
	}
	tr.beam[1].score++
	if tr.makeFinal(); len(tr.beam) != 1 || tr.final == nil || tr.final.ply != 4 {
		t.Errorf("%d hypotheses are left, and final is %v", len(tr.beam), tr.final)
	}
}

// TestFinalIsPlayed: that what is final was played beside a game that was over before is given up; that it was
// taken back, and the game ended then, is not.
func TestFinalIsPlayed(t *testing.T) {
	for _, c := range []struct {
		name   string
		beside bool // what is final was played after the game
		left   int
	}{
		{"beside the game", true, 1},
		{"taken back", false, 2},
	} {
		tr := New(Config{Start: legality.Initial(), Sensor: SensorOf("dgt", true, 0), Clock: true})
		a, b := tr.beam[0], tr.beam[0]
		b.over = a.node
		for range finalPlies + 4 {
			a.node = tr.child(a.node, a.node.legal().list[0])
		}
		if c.beside {
			b.node = a.node
		}
		b.score = a.score + reviseCost
		tr.confirmed, tr.beam = a.node, []hypothesis{a, b}
		if tr.makeFinal(); len(tr.beam) != c.left || tr.final == nil {
			t.Errorf("%s: %d hypotheses are left, and final is %v", c.name, len(tr.beam), tr.final)
		}
	}
}

// TestFinalTakenBack: plies that are set up again are no longer final, and those that come instead are not yet.
func TestFinalTakenBack(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
	tr.Step(&sensor.Record{Word: sensor.Clock, Running: sensor.RunningFor(placement.White)})
	for rank := range 2 { // a3 a6 b3 b6 and so on, then a4 a5 b4 b5
		for file := range 8 - 4*rank {
			for _, c := range []struct {
				pawn string
				from int
				by   int
				side string
			}{{"P", 2 + rank, 1, "w"}, {"p", 7 - rank, -1, "b"}} {
				play(t, tr, 900, fmt.Sprintf("-%c%d +%s%c%d %s", 'a'+file, c.from, c.pawn, 'a'+file, c.from+c.by, c.side))
			}
		}
	}
	tr.Wake(tr.now + 9000)
	if _, final := tr.Final(); final < 4 {
		t.Fatalf("%d final", final)
	}
	pos := legality.Initial()
	for _, uci := range []string{"a2a3", "a7a6"} {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		pos = pos.Play(m)
	}
	for _, r := range []sensor.Record{{Word: sensor.Pause}, {Word: sensor.Board, Placement: *pos.Placement()}, {Word: sensor.Resume}} {
		r.At = tr.now + 9000
		tr.Step(&r)
	}
	play(t, tr, 900, "-h2 +Ph4 w -h7 +ph5 b -g2 +Pg4 w -g7 +pg5 b")
	tr.Wake(tr.now + 9000)
	_, plies := tr.Confirmed()
	if _, final := tr.Final(); plies != 6 || final > 2 {
		t.Errorf("%d confirmed, %d final", plies, final)
	}
}
