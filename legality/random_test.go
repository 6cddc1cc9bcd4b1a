package legality

import (
	"math/rand/v2"
	"testing"
)

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
		men := p.Occupied(White) | p.Occupied(Black)
		if men == 0 {
			break
		}
		squares := men.Squares()
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

// scattered is a position of few men anywhere: any number of kings, pawns on
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
