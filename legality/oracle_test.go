package legality

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// fixture calls each for every line of a gzipped file of fixtures/legality
// that is not a comment, taken apart at the bars.
func fixture(tb testing.TB, name string, each func(fields []string)) {
	tb.Helper()
	file, err := os.Open(filepath.Join("..", "fixtures", "legality", name))
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		tb.Fatal(err)
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if line := lines.Text(); line != "" && line[0] != '#' {
			each(strings.Split(line, "|"))
		}
	}
	if lines.Err() != nil {
		tb.Fatal(lines.Err())
	}
}

// TestOracleMoves compares every legal move of 2,006 positions, in UCI and
// SAN, with what python-chess lists.
func TestOracleMoves(t *testing.T) {
	positions := 0
	fixture(t, "oracle_moves.txt.gz", func(f []string) {
		positions++
		p, err := ParseFEN(f[0], false)
		if err != nil {
			t.Error(err)
			return
		}
		if got := p.FEN(); got != f[1] {
			t.Errorf("FEN of %s: %s, want %s", f[0], got, f[1])
		}
		want := strings.Fields(f[2])
		slices.Sort(want)
		if got := listMoves(t, &p); !slices.Equal(got, want) {
			t.Errorf("moves of %s:\n got %v\nwant %v", f[0], got, want)
		}
	})
	if positions != 2006 {
		t.Errorf("%d positions, want 2006", positions)
	}
}

// listMoves is the legal moves as sorted "uci,san", each read back both ways.
func listMoves(t *testing.T, p *Position) []string {
	t.Helper()
	var list []string
	for _, m := range p.AppendMoves(nil) {
		uci, san := p.UCI(m), p.SAN(m)
		list = append(list, uci+","+san)
		if back, err := p.ParseUCI(uci); err != nil || back != m {
			t.Errorf("%s: ParseUCI(%s) = %v, %v", p.FEN(), uci, back, err)
		}
		if back, err := p.ParseSAN(san); err != nil || back != m {
			t.Errorf("%s: ParseSAN(%s) = %v, %v", p.FEN(), san, back, err)
		}
		if !p.IsLegal(m) {
			t.Errorf("%s: %s is listed but not legal", p.FEN(), uci)
		}
	}
	slices.Sort(list)
	return list
}

// oraclePly is a move of an oracle game: uci, san, occurrences, flags.
type oraclePly struct{ uci, san, occurrences, flags string }

func oraclePlies(field string) []oraclePly {
	var plies []oraclePly
	for _, word := range strings.Fields(field) {
		w := strings.Split(word, ",")
		plies = append(plies, oraclePly{w[0], w[1], w[2], w[3]})
	}
	return plies
}

// TestOracleGames replays 150 games and compares, at every ply, how often the
// position has occurred and what ends or could be claimed with python-chess.
func TestOracleGames(t *testing.T) {
	games := 0
	fixture(t, "oracle_games.txt.gz", func(f []string) {
		games++
		start, err := ParseFEN(f[0], false)
		if err != nil {
			t.Error(err)
			return
		}
		g := NewGame(start)
		for _, ply := range oraclePlies(f[1]) {
			playOracle(t, g, ply)
		}
		// The end is written with every square passed, capture or not.
		if end, err := ParseFEN(f[2], false); err != nil || end != *g.Position() {
			t.Errorf("game %d ends in %s, want %s, %v", games, g.Position().FEN(), f[2], err)
		}
	})
	if games != 150 {
		t.Errorf("%d games, want 150", games)
	}
}

func playOracle(t *testing.T, g *Game, ply oraclePly) {
	t.Helper()
	p := *g.Position()
	m, err := p.ParseUCI(ply.uci)
	if err != nil || !g.Legal().Allows(m) {
		t.Errorf("%s: %s is not legal, %v", p.FEN(), ply.uci, err)
		return
	}
	if san := p.SAN(m); san != ply.san {
		t.Errorf("%s: %s is %s, want %s", p.FEN(), ply.uci, san, ply.san)
	}
	g.Play(m)
	if got := strconv.Itoa(g.Occurrences()); got != ply.occurrences {
		t.Errorf("%s after %s: occurrences %s, want %s", g.Position().FEN(), ply.uci, got, ply.occurrences)
	}
	if fivefold := g.Ending() == Fivefold; fivefold != (g.Occurrences() >= 5 && !strings.ContainsAny(ply.flags, "MSI")) {
		t.Errorf("%s after %s: fivefold %t at %s occurrences", g.Position().FEN(), ply.uci, fivefold, ply.occurrences)
	}
	if got := oracleFlags(g); got != ply.flags {
		t.Errorf("%s after %s: flags %q, want %q", g.Position().FEN(), ply.uci, got, ply.flags)
	}
	again, err := ParseFEN(g.Position().FEN(), false)
	if err != nil || again != *g.Position() {
		t.Errorf("%s: not the same when read from its FEN, %v", g.Position().FEN(), err)
	}
}

// oracleFlags is M mate, S stalemate, I insufficient material, 7 75 moves,
// F 50 moves, C check.
func oracleFlags(g *Game) string {
	p, flags := g.Position(), ""
	ending := g.Ending()
	over := ending == Checkmate || ending == Stalemate
	for _, f := range []struct {
		flag string
		on   bool
	}{
		{"M", ending == Checkmate},
		{"S", ending == Stalemate},
		{"I", ending == DeadPosition},
		{"7", p.HalfmoveClock() >= 150 && !over},
		{"F", g.Claimable()&FiftyMoves != 0 && !over},
		{"C", p.InCheck(p.Turn())},
	} {
		if f.on {
			flags += f.flag
		}
	}
	return flags
}
