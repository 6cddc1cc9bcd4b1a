package track

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// bridged is the lines from a position to what a board shows, and how many plies were tried.
func bridged(from, shows *legality.Position, names bool) (lines []line, tried int) {
	tr := New(Config{Start: *from, Sensor: SensorOf("chesslink", names, 0)})
	tr.reading = tr.view(shows.Placement())
	b := tr.newBridge(Nothing)
	return b.from(start{at: tr.origin}), b.tried
}

// plies is what leads to the end of a line.
func (l *line) plies() (s string) {
	for n := l.to; n.parent != nil; n = n.parent {
		s = " " + bare(n.parent.pos.SAN(n.move)) + s
	}
	return s
}

// TestBridgesAnything: of plies at random so many as are looked for are always found, or fewer that lead to the
// same, unless too many were tried. On a board that names no pieces a pawn becomes a queen.
func TestBridgesAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	games, tooMany := 0, 0
	for _, p := range middle(12) {
		for _, names := range []bool{true, false} {
			for plies := range BridgePlies(names) + 1 {
				q := p
				for range plies {
					l := slices.DeleteFunc(q.AppendMoves(nil), func(m move) bool { return !single(m) })
					if len(l) > 0 {
						q = q.Play(l[r.IntN(len(l))])
					}
				}
				games++
				switch lines, tried := bridged(&p, &q, names); {
				case tried > bridgeTried:
					tooMany++
				case len(lines) == 0 || lines[0].left != 0 && !slices.ContainsFunc(lines, func(l line) bool { return l.left == 0 }):
					t.Errorf("%s to %s, names %t: none of %d lines", p.FEN(), q.FEN(), names, len(lines))
				}
			}
		}
	}
	if tooMany > games/100 {
		t.Errorf("in %d of %d games too many plies were tried", tooMany, games)
	}
}

// TestBridgesOnly: captures on one square are found where a line that leaves pieces unexplained is shorter, and
// where no line leads to what is shown, none is.
func TestBridgesOnly(t *testing.T) {
	const sicilian = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"
	for _, c := range []struct{ from, shows, want string }{
		{sicilian, "rnbqkbnr/pp2pppp/3p4/8/3NP3/8/PPP2PPP/RNBQKB1R", "[ d4 cxd4 Nxd4,  Nd4]"},
		{sicilian, "rnbqkbnr/pp2pppp/3p4/8/3NP3/8/PPP2PP1/RNBQKB1R", "[ d4 cxd4 Nxd4]"},
		{sicilian, "rnbqkbnr/pp3ppp/3p4/4p3/3NP2p/8/PPP2PPP/RNBQKB1R", "[]"},
		{sicilian, "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R", "[]"},
		{"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R", "[ Bb5 a6 Bxc6 dxc6]"},
		{"4k3/1p6/8/P7/8/8/8/4K3 b - - 0 1", "4k3/8/1P6/8/8/8/8/4K3", "[ b5 axb6,  b6 axb6]"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "2kr3r/8/8/8/8/8/8/R4RK1", "[ O-O O-O-O]"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "2kr3r/8/8/8/8/8/8/R6K", "[]"},
	} {
		var got []string
		lines, _ := bridged(positionOf(t, c.from), positionOf(t, c.shows+" w - - 0 1"), true)
		for _, l := range lines {
			got = append(got, l.plies())
		}
		if got := "[" + strings.Join(got, ", ") + "]"; got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.from, c.shows, got, c.want)
		}
	}
}

// showing lets a tracker read a scan, some milliseconds later.
func showing(t *testing.T, tr *Tracker, after int64, shows string) {
	t.Helper()
	p := positionOf(t, shows+" w - - 0 1")
	tr.Step(&sensor.Record{At: tr.now + after, Word: sensor.Board, Placement: *p.Placement()})
}

// TestScanFails: while a scan shows nothing nothing is confirmed, and what a player presses is no press without a
// move. That the pieces are back costs nothing. If the board stays so, play has ended.
func TestScanFails(t *testing.T) {
	const after, dark = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "8/8/8/8/8/8/8/8"
	for _, shows := range []string{dark, "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "4kbnr/4pppp/8/8/4P3/8/5PPP/4KBNR"} {
		tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
		play(t, tr, 300, "-e2 +Pe4 w")
		before := tr.beam[0].score
		showing(t, tr, 100, shows)
		tr.Wake(tr.now + 600)
		if _, plies := tr.Confirmed(); plies != 0 || !tr.Unsure() || tr.beam[0].phase == loose {
			t.Errorf("%s: %d plies are confirmed; %s", shows, plies, tr.beam[0].tail(5))
		}
		showing(t, tr, 100, shows)
		showing(t, tr, 400, after)
		if paid := tr.beam[0].score - before; paid > int64(ScanFails.cost) || tr.Unsure() {
			t.Errorf("%s: it costs %d; %s", shows, paid, tr.beam[0].tail(5))
		}
		tr.Wake(tr.now + 600)
		if _, plies := tr.Confirmed(); plies != 1 {
			t.Errorf("%s: %d plies are confirmed", shows, plies)
		}
	}
	tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
	play(t, tr, 300, "-e2 +Pe4 w ~900 -e7 +pe5 b")
	showing(t, tr, 2000, dark)
	if tr.Wake(tr.now + 1000); tr.beam[0].phase == loose {
		t.Error("play has ended at once")
	}
	if tr.Wake(tr.now + 10000); tr.beam[0].phase != loose {
		t.Errorf("play goes on: %s", tr.beam[0].tail(5))
	}
}

// TestScansFailOften: that scans fail makes no square one on which a piece comes and goes.
func TestScansFailOften(t *testing.T) {
	for _, names := range []bool{true, false} {
		tr := New(Config{Sensor: SensorOf("text", names, 0), Clock: true})
		play(t, tr, 300, "-e2 +Pe4 w ~900")
		for range 2 * flickers {
			showing(t, tr, 2000, "8/8/8/8/8/8/8/8")
			showing(t, tr, 300, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
		}
		for sq, n := range tr.comes {
			if n > 0 {
				t.Errorf("names %t: %v has come back %d times", names, square(sq), n)
			}
		}
		run(t, tr, 300, "-e7 +pe5 b -g1 +Nf3 w")
		if got := fmt.Sprint(standing(tr.Parts())); got != "[e4 e5 Nf3]" {
			t.Errorf("names %t: %s; %s", names, got, tr.beam[0].tail(9))
		}
	}
}

// TestFewAreLifted: a scan that shows nothing on a few squares has not failed, nor has one that shows a piece
// elsewhere; and of one that has, what the next scan still does not show was lifted.
func TestFewAreLifted(t *testing.T) {
	for _, c := range []struct {
		shows []string
		fails bool
	}{
		{[]string{"rnbqkbnr/pppp3p/8/8/4P3/8/PPPP1PPP/RNBQKBNR"}, false},
		{[]string{"8/8/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR"}, false},
		{[]string{"8/8/8/8/8/8/8/8"}, true},
		{[]string{"8/8/8/8/8/8/8/8", "rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"}, false},
	} {
		tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
		play(t, tr, 300, "-e2 +Pe4 w ~900")
		for _, shows := range c.shows {
			showing(t, tr, 300, shows)
		}
		if h := &tr.beam[0]; (h.blank != 0) != c.fails {
			t.Errorf("%s: %d squares are blank; %s", c.shows, h.blank.Len(), h.tail(9))
		}
	}
	tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
	play(t, tr, 300, "-e2 +Pe4 w ~900")
	showing(t, tr, 300, "8/8/8/8/8/8/8/8")
	showing(t, tr, 300, "rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	if h := &tr.beam[0]; h.holding() < 0 {
		t.Errorf("nothing is in the hand; %s", h.tail(9))
	}
}

// TestGapBeginsInTheHand: a piece that was in the hand when the board was heard last was put down in the gap. This costs no
// more than if it was also lifted in the gap, and less by EndsDone at most: the lift has completed d3. If it was put
// back, it has made no ply.
func TestGapBeginsInTheHand(t *testing.T) {
	const played, back = "rnbqk1nr/ppppbppp/4p3/8/4P3/3P1N2/PPP2PPP/RNBQKB1R", "rnbqkbnr/pppp1ppp/4p3/8/4P3/3P4/PPP2PPP/RNBQKBNR"
	read := func(names bool, before, shows string) (string, int64) {
		tr := New(Config{Sensor: SensorOf("tabutronic", names, 0)})
		play(t, tr, 700, "-e2 +Pe4 -e7 +pe6 -d2 +Pd3 "+before)
		tr.Step(&sensor.Record{At: tr.now + 300, Word: sensor.Link})
		tr.Step(&sensor.Record{At: tr.now + 1500, Word: sensor.Link, On: true})
		showing(t, tr, 100, shows)
		return fmt.Sprint(standing(tr.Parts())), tr.beam[0].score
	}
	for _, names := range []bool{true, false} {
		plies, paid := read(names, "-f8", played)
		if same, inGap := read(names, "", played); plies != "[e4 e6 d3 Be7 Nf3]" || same != plies || paid > inGap || paid < inGap-int64(EndsDone.cost) {
			t.Errorf("names %t: %s costs %d, and %s, all of it in the gap, %d", names, plies, paid, same, inGap)
		}
		if plies, _ := read(names, "-f8", back); plies != "[e4 e6 d3]" {
			t.Errorf("names %t: put back, %s", names, plies)
		}
	}
}
