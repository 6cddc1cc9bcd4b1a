package touchmove

import (
	"math/bits"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// kinds is a set of kinds of pieces.
type kinds uint8

func kindsOf(all ...legality.Kind) (k kinds) {
	for _, kind := range all {
		k |= 1 << kind
	}
	return k
}

// anyPromoted is what a pawn may become (3.7.3.3).
var anyPromoted = kindsOf(legality.Queen, legality.Rook, legality.Bishop, legality.Knight)

// promoted is a piece of a promotion on a board of occupancy, with the kinds that it may be
// according to its moves since.
type promoted struct {
	square placement.Square
	may    kinds
}

// promotions are the pieces whose kind is not known yet.
type promotions []promoted

// guessed reports whether the kind of a promoted piece is a guess: neither the board nor a
// person has settled it.
func (t *Tracker) guessed(s *step) bool {
	return t.board.occupancy && s.move.Promotion() != legality.NoKind && !s.chosen
}

// play follows a move: a piece of unknown kind may have moved, may have been captured, and
// may just have come.
func (p promotions) play(m legality.Move, captured placement.Square, guessed bool) promotions {
	left := p[:0]
	for _, piece := range p {
		switch {
		case piece.square == captured:
			continue
		case !m.IsCastling() && piece.square == m.From():
			piece.square, piece.may = m.To(), piece.may&moversOf(m)
		}
		if bits.OnesCount8(uint8(piece.may)) > 1 {
			left = append(left, piece)
		}
	}
	if guessed {
		left = append(left, promoted{m.To(), anyPromoted})
	}
	return left
}

// moversOf returns the kinds of pieces that can make a move.
func moversOf(m legality.Move) kinds {
	files, ranks := abs(m.From().File()-m.To().File()), abs(m.From().Rank()-m.To().Rank())
	switch {
	case files == 0 || ranks == 0:
		return kindsOf(legality.Queen, legality.Rook)
	case files == ranks:
		return kindsOf(legality.Queen, legality.Bishop)
	}
	return kindsOf(legality.Knight)
}

// unknown returns the pieces after the best hypothesis whose kind is a guess, in the given
// array if there is room.
func (t *Tracker) unknown(buf []promoted) promotions {
	settling := t.hypotheses[0].base < t.spine.Len() && t.head.base+1 == t.spine.Len() // a ply is being confirmed
	if settling || !t.board.occupancy {
		return append(promotions(buf[:0]), t.promotions...)
	}
	l := t.bestHypothesis()
	return t.unknownBefore(l, l.n, buf)
}

// unknownBefore does the same before the i-th ply of a hypothesis.
func (t *Tracker) unknownBefore(l *hypothesis, i int, buf []promoted) promotions {
	open := append(promotions(buf[:0]), t.promotions...)
	for j := range min(i, l.n) {
		if s := &l.steps[j]; s.legal() {
			open = open.play(s.move, l.before(j).Captured(s.move), t.guessed(s))
		}
	}
	return open
}

// assumes reports whether the best hypothesis has such a piece.
func (t *Tracker) assumes() bool {
	var buf [8]promoted
	return len(t.unknown(buf[:])) > 0
}

// otherwise yields the position with each other kind that one of these pieces may have.
func (p promotions) otherwise(pos *legality.Position, yield func(*legality.Position) bool) {
	for _, piece := range p {
		taken := pos.At(piece.square)
		for kind := legality.Knight; kind <= legality.Queen && taken != placement.Empty; kind++ {
			if piece.may&(1<<kind) == 0 || kind == taken.Kind() {
				continue
			}
			pieces := *pos.Placement()
			pieces[piece.square] = placement.MakePiece(taken.Color(), kind)
			before := pos.WithTurn(pos.Turn().Other())
			if other := before.PlayPlacement(&pieces); !yield(&other) {
				return
			}
		}
	}
}

// endsOtherwise reports whether a position would not end the game in the same way if one of
// these pieces had another kind.
func (t *Tracker) endsOtherwise(p *legality.Position, e legality.Ending) bool {
	var buf [8]promoted
	return t.unknown(buf[:]).any(p, func(other *legality.Position) bool { return legality.Judge(other, 1) != e })
}

// any reports whether a condition holds with another kind of one of these pieces.
func (p promotions) any(pos *legality.Position, is func(*legality.Position) bool) bool {
	found := false
	p.otherwise(pos, func(other *legality.Position) bool {
		found = is(other)
		return !found
	})
	return found
}

// recount recomputes the pieces of unknown kind after the confirmed plies when plies were
// taken back or a person has named one.
func (t *Tracker) recount() {
	t.promotions = t.promotions[:0]
	for i := range t.plies {
		if p := &t.plies[i]; p.Move != legality.NoMove {
			t.promotions = t.promotions.play(p.Move, t.spine.At(i).Captured(p.Move), p.guessed)
		}
	}
}
