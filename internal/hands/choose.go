package hands

import (
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// sensible draws one of the best legal moves, as far as captures show. It never
// returns the move to be avoided; NoMove if there is no other.
func (s *scene) sensible(avoid legality.Move) legality.Move {
	p := s.position()
	best, score := legality.NoMove, int64(-1<<40)
	for _, m := range p.AppendMoves(nil) {
		if k := m.Promotion(); m == avoid || k != legality.NoKind && k != legality.Queen {
			continue
		}
		after := p.Play(m)
		value := int64(p.Exchange(m)-after.BestExchange())*100 + s.below(250)
		if value > score {
			best, score = m, value
		}
	}
	return best
}

// illegal draws an illegal move of a kind that people play: one that leaves or
// puts the king in check, goes to a square beside the right one or over another
// piece, advances a moved pawn by two squares, or castles when that is not
// allowed. It returns NoMove if there is none.
func (s *scene) illegal() legality.Move {
	p := s.position()
	var list []legality.Move
	for _, from := range s.occupied(p.Turn()) {
		for to := placement.A1; to < placement.NoSquare; to++ {
			m := legality.MakeMove(from, to)
			for range plausible(p, m) {
				list = append(list, m)
			}
		}
	}
	list = s.castlings(list)
	if len(list) == 0 {
		return legality.NoMove
	}
	return list[s.below(int64(len(list)))]
}

// plausible returns the weight of an illegal move in the draw; 0 for legal moves
// and those that nobody plays.
func plausible(p *legality.Position, m legality.Move) int {
	on := p.At(m.To())
	if m.From() == m.To() || on.Known() && (on.Color() == p.Turn() || on.Kind() == legality.King) {
		return 0
	}
	pawn := p.At(m.From()).Kind() == legality.Pawn
	if pawn && (m.To().Rank() == 0 || m.To().Rank() == 7) {
		return 0
	}
	why := p.Explain(m)
	if len(why) != 1 {
		return 0
	}
	switch why[0].Code {
	case legality.KingLeftInCheck, legality.KingPutInCheck:
		return 6
	case legality.PawnNotFirstMove, legality.PathBlocked:
		return 1
	case legality.BishopMove, legality.RookMove, legality.QueenMove, legality.KnightMove, legality.PawnCaptureEmpty:
		return beside(p, m)
	}
	return 0
}

// beside returns 1 if a move goes to a square beside a legal one, else 0.
func beside(p *legality.Position, m legality.Move) int {
	for _, n := range neighbours(m.To()) {
		if p.IsLegal(legality.MakeMove(m.From(), n)) {
			return 1
		}
	}
	return 0
}

// castlings appends the castlings that look possible but are not allowed.
func (s *scene) castlings(list []legality.Move) []legality.Move {
	p := s.position()
	c := p.Turn()
	rank := 7 * int(c)
	king := placement.MakeSquare(4, rank)
	if p.Chess960() || p.At(king) != placement.MakePiece(c, legality.King) {
		return list
	}
	for _, file := range [...]int{0, 7} {
		rook := placement.MakeSquare(file, rank)
		m := legality.MakeCastling(king, rook)
		if p.At(rook) == placement.MakePiece(c, legality.Rook) && s.isOpen(king, rook) && !p.IsLegal(m) {
			list = append(list, m, m, m)
		}
	}
	return list
}

// faults describes in words why a move is illegal; "" if it is legal.
func faults(p *legality.Position, m legality.Move) string {
	var words []string
	for _, f := range p.Explain(m) {
		words = append(words, f.Text())
	}
	return strings.Join(words, "; ")
}
