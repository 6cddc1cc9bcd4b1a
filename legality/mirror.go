package legality

import (
	"math/bits"

	"github.com/boardd/boardd/legality/placement"
)

// mirrored is the same position with the colours exchanged: the ranks in
// opposite order, each man the other player's.
func (p *Position) mirrored() Position {
	q := *p
	q.turn = p.turn.Other()
	q.board = Placement{}
	for men := p.colors[White] | p.colors[Black]; men != 0; {
		s := men.Pop()
		man := p.board[s&63]
		q.board[mirrorSquare(s)&63] = placement.MakePiece(man.Color().Other(), man.Kind())
	}
	for k, men := range p.kinds {
		q.kinds[k] = mirrorSet(men)
	}
	q.colors = [2]Set{mirrorSet(p.colors[Black]), mirrorSet(p.colors[White])}
	q.rights = mirrorSet(p.rights)
	if p.ep != 0 {
		q.ep = uint8(mirrorSquare(p.EnPassant())) + 1
	}
	q.key = q.computeKey()
	return q
}

// asWhite is the position for a question that is asked of White: mirrored if it
// is asked of Black.
func (p *Position) asWhite(c Color) Position {
	if c == White {
		return *p
	}
	return p.mirrored()
}

func mirrorSquare(s Square) Square { return s ^ 56 }

func mirrorSet(s Set) Set { return Set(bits.ReverseBytes64(uint64(s))) }

// mirrored is the move in the mirrored position.
func (m Move) mirrored() Move { return m ^ 56 ^ 56<<toShift }
