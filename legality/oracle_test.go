package legality

import (
	"bufio"
	"compress/gzip"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alex65536/go-chess/chess"
	"github.com/boardd/boardd/internal/quick"
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

// listMoves returns the legal moves as sorted "uci,san", each read back both ways.
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

// TestAgainstLibrary compares every legal move and its SAN with another
// implementation at each position of random games.
func TestAgainstLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	for range 150 / quick.Fewer(10) {
		p, board := Initial(), chess.InitialBoard()
		for range 200 {
			moves := p.AppendMoves(nil)
			compareMoves(t, &p, board, moves)
			if t.Failed() {
				return
			}
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			if _, err := board.MakeMoveUCI(p.UCI(m)); err != nil {
				t.Fatal(err)
			}
			p = p.Play(m)
		}
	}
}

func compareMoves(t *testing.T, p *Position, board *chess.Board, moves []Move) {
	t.Helper()
	var got, want []string
	for _, m := range moves {
		got = append(got, p.UCI(m)+" "+p.SAN(m))
	}
	for _, m := range board.GenLegalMoves(chess.MoveGenAll, nil) {
		san, err := m.Styled(board, chess.MoveStyleSAN)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, m.UCI()+" "+san)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", p.FEN(), got, want)
	}
	if p.InCheck(p.Turn()) != board.IsCheck() {
		t.Errorf("%s: in check %t", p.FEN(), p.InCheck(p.Turn()))
	}
}

// randomGame plays n random legal moves and returns every position on the way.
func randomGame(r *rand.Rand, start Position, n int) []Position {
	line := []Position{start}
	for len(line) <= n {
		p := line[len(line)-1]
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		line = append(line, p.Play(moves[r.IntN(len(moves))]))
	}
	return line
}

// randomPositions is positions of all sorts, the same every time: from random
// games of ordinary chess and Chess960, and odd ones.
func randomPositions(n int) []Position {
	r := rand.New(rand.NewPCG(9, 23))
	var all []Position
	for len(all) < n {
		start := Initial()
		if r.IntN(2) == 0 {
			start = Start960(r.IntN(960))
		}
		line := randomGame(r, start, 10+r.IntN(150))
		p := line[r.IntN(len(line))]
		all = append(all, p, p.WithTurn(p.Turn().Other()), afterIllegalMoves(r, p), scattered(r))
	}
	return all[:n]
}

// afterIllegalMoves plays moves at random whether legal or not.
func afterIllegalMoves(r *rand.Rand, p Position) Position {
	for range 1 + r.IntN(12) {
		pieces := p.Occupied(White) | p.Occupied(Black)
		if pieces == 0 {
			break
		}
		squares := pieces.Squares()
		m := MakePromotion(squares[r.IntN(len(squares))], Square(r.IntN(64)), NoKind)
		switch r.IntN(8) {
		case 0:
			m = MakeCastling(m.From(), m.To())
		case 1:
			m = MakePromotion(m.From(), m.To(), Kind(r.IntN(7)))
		}
		p = p.Play(m)
	}
	return p
}

// scattered returns a position of few pieces anywhere: any number of kings, pawns on
// any rank.
func scattered(r *rand.Rand) Position {
	var board Placement
	for range r.IntN(24) {
		board[r.IntN(64)] = Piece(r.IntN(15))
	}
	start := Initial()
	start.chess960 = r.IntN(2) == 0
	p := start.PlayPlacement(&board)
	return p.WithTurn(Color(r.IntN(2)))
}

// checkPosition fails the test if the parts of a position disagree.
func checkPosition(t *testing.T, p *Position) {
	t.Helper()
	q := *p
	q.setBoard(&p.board)
	if q != *p {
		t.Fatalf("%s: sets do not fit the board", p.FEN())
	}
	if p.key != p.computeKey() {
		t.Fatalf("%s: key %x, computed anew %x", p.FEN(), p.key, p.computeKey())
	}
	if p.halfmove > maxCount || p.fullmove > maxCount || p.fullmove < 1 {
		return
	}
	back, err := ParseFEN(p.FEN(), p.chess960)
	if err != nil {
		t.Fatal(err)
	}
	if back != *p {
		t.Fatalf("%s: read back as %s", p.FEN(), back.FEN())
	}
}
