package simulate

import (
	"math/rand/v2"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// RandomGame is a legal game of at most so many plies from the initial
// position. It is drawn, not played well, but leans to what people play, so
// that every kind of move occurs: captures, castling, promotions, en passant.
// It ends early when the rules end it.
func RandomGame(seed uint64, plies int) []legality.Move {
	return wander(rand.New(rand.NewPCG(seed, streamGame)), legality.Initial(), plies)
}

// wander draws a game from a position.
func wander(rng *rand.Rand, start legality.Position, plies int) []legality.Move {
	past := legality.NewGame(start)
	var moves, legal []legality.Move
	var weights []int
	for len(moves) < plies && past.Ending() == legality.NoEnding {
		p := past.Position()
		legal, weights = p.AppendMoves(legal[:0]), weights[:0]
		if len(legal) == 0 {
			break
		}
		for _, m := range legal {
			weights = append(weights, weight(p, m))
		}
		m := legal[weighted(rng, weights)]
		moves = append(moves, m)
		past.Play(m)
	}
	return moves
}

// What draws a move, each added to the weight of any move; chosen, so that 100
// games hold every kind of move.
const (
	weightAny       = 4
	weightCapture   = 10
	weightCastling  = 80
	weightEnPassant = 60
	weightQueening  = 60
	weightPassed    = 6 // a pawn beyond the middle
	weightDevelop   = 8 // a piece that leaves its first rank
)

func weight(p *legality.Position, m legality.Move) int {
	w := weightAny
	man, captured := p.At(m.From()), p.Captured(m)
	switch {
	case m.IsCastling():
		return weightCastling
	case captured != placement.NoSquare && captured != m.To():
		return weightEnPassant
	case m.Promotion() == legality.Queen:
		return weightQueening
	case man.Kind() == legality.King && captured == placement.NoSquare:
		return 1
	case captured != placement.NoSquare:
		w += weightCapture
	}
	home := 7 * int(p.Turn())
	beyond := m.To().Rank() >= 4
	if p.Turn() == legality.Black {
		beyond = m.To().Rank() <= 3
	}
	switch {
	case man.Kind() == legality.Pawn && beyond:
		w += weightPassed
	case man.Kind() != legality.Pawn && m.From().Rank() == home && m.To().Rank() != home:
		w += weightDevelop
	}
	return w
}
