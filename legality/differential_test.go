package legality

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/alex65536/go-chess/chess"
)

// TestAgainstLibrary compares every legal move and its SAN with another
// implementation at each position of random games.
func TestAgainstLibrary(t *testing.T) {
	games := 150
	if underRace {
		games = 15
	}
	r := rand.New(rand.NewPCG(20, 26))
	for range games {
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
