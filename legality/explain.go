package legality

import "math/bits"

// Explain says why a move is not legal: every article that it breaks, what
// concerns the man and its way before what concerns the king. It is nil
// exactly when the move is legal. It works apart from Generate, from the Laws'
// own wording, so that each checks the other.
func (p *Position) Explain(m Move) []Fault {
	e := p.explainer(m)
	e.result = p.Play(m)
	return e.explain()
}

// explainer gathers the faults of one move.
type explainer struct {
	p      *Position
	m      Move
	man    Piece
	side   Color    // of the man, who need not have the move
	result Position // what stands on the board after it
	faults []Fault
}

func (p *Position) explainer(m Move) explainer {
	man := p.board[m.From()]
	return explainer{p: p, m: m, man: man, side: man.Color() & 1}
}

// add notes a fault, and the square that it is about.
func (e *explainer) add(code FaultCode, s Square) {
	e.faults = append(e.faults, Fault{Code: code, Article: code.Article(), Move: e.m, Man: e.man, Square: s, Other: e.p.At(s)})
}

func (e *explainer) explain() []Fault {
	switch {
	case e.m.IsCastling():
		e.castling()
		e.kings(e.result.Kings(e.side) &^ e.m.KingTo().Set())
	case e.man == Empty:
		e.add(NoMan, e.m.From())
	default:
		e.target()
		e.way()
		e.promotion()
		e.kings(e.result.Kings(e.side))
	}
	return e.faults
}

func (e *explainer) occupied() Set { return e.p.colors[0] | e.p.colors[1] }

// target judges whose man moves and what stands where it goes.
func (e *explainer) target() {
	if e.side != e.p.turn {
		e.add(WrongSide, e.m.From())
	}
	to := e.m.To()
	switch other := e.p.board[to]; {
	case other == Empty || to == e.m.From():
	case other.Is(e.side):
		e.add(OwnMan, to)
	case other.Kind() == King:
		e.add(KingTaken, to)
	}
}

// manMoves says for each kind but the pawn which squares it moves to on an
// empty board (3.2 to 3.4, 3.6, 3.8.1), and the fault of moving elsewhere.
var manMoves = [...]struct {
	kind  Kind
	fault FaultCode
	moves func(s Square) Set
}{
	{Knight, KnightMove, func(s Square) Set { return knightAttacks[s] }},
	{Bishop, BishopMove, func(s Square) Set { return linesOf[s].slanted }},
	{Rook, RookMove, func(s Square) Set { return linesOf[s].straight }},
	{Queen, QueenMove, func(s Square) Set { return linesOf[s].straight | linesOf[s].slanted }},
	{King, KingMove, func(s Square) Set { return kingAttacks[s] }},
}

// way judges how the man moves and what is in its way.
func (e *explainer) way() {
	if e.man.Kind() == Pawn {
		e.pawnWay()
		return
	}
	from, to := e.m.From(), e.m.To()
	for _, k := range manMoves {
		if k.kind == e.man.Kind() && !k.moves(from).Has(to) {
			e.add(k.fault, to)
			return
		}
	}
	if e.man.Kind() == Knight {
		return
	}
	if blockers := between(from, to) & e.occupied(); blockers != 0 {
		e.add(PathBlocked, nearest(from, to, blockers))
	}
}

// nearest is the square of a set, not empty, that comes first from a towards b
// on a line.
func nearest(a, b Square, set Set) Square {
	if b > a {
		return set.First()
	}
	return Square(63 - bits.LeadingZeros64(uint64(set)))
}

// kings judges the safety of the mover's kings after the move (3.9.2).
func (e *explainer) kings(kings Set) {
	enemy := e.side ^ 1
	for kings != 0 {
		king := kings.Pop()
		if !e.result.Attacked(king, enemy) {
			continue
		}
		before := king
		if e.man.Kind() == King && king == e.m.To() && !e.m.IsCastling() {
			before = e.m.From()
		}
		if e.p.Kings(e.side).Has(before) && e.p.Attacked(before, enemy) {
			e.add(KingLeftInCheck, king)
		} else {
			e.add(KingPutInCheck, king)
		}
	}
}
