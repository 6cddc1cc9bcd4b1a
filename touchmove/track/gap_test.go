package track

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
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
		from, err := legality.ParseFEN(c.from, false)
		if err != nil {
			t.Fatal(err)
		}
		shows, err := legality.ParseFEN(c.shows+" w - - 0 1", false)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		lines, _ := bridged(&from, &shows, true)
		for _, l := range lines {
			got = append(got, l.plies())
		}
		if got := "[" + strings.Join(got, ", ") + "]"; got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.from, c.shows, got, c.want)
		}
	}
}
