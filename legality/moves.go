package legality

// Moves holds all legal moves of a position as sets of squares, so that "may
// this man move" and "where to" are bit tests. Generate fills it; it holds no
// pointer and may be kept and used again.
type Moves struct {
	From      Set     // own men that have a legal move; castling counts for the king
	To        [64]Set // where the man on a square may go, castling left out; holds nothing of use for squares not in From
	Castle    Set     // rooks with which castling is legal now
	Checkers  Set     // men that attack a king of the player to move
	king      Square  // the king that castles
	promoting Set     // own pawns whose next move is a promotion
}

// Len is the number of legal moves; each choice of promotion counts.
func (m *Moves) Len() int {
	n := m.Castle.Len()
	for from := m.From &^ m.promoting; from != 0; {
		n += m.To[from.Pop()&63].Len()
	}
	for from := m.From & m.promoting; from != 0; {
		n += 4 * m.To[from.Pop()&63].Len()
	}
	return n
}

// Allows reports whether x is one of the moves.
func (m *Moves) Allows(x Move) bool {
	from, to := x.From(), x.To()
	switch {
	case m.From>>from&1 == 0:
		return false
	case x.IsCastling():
		return from == m.king && m.Castle>>to&1 == 1 && x.Promotion() == NoKind
	case m.promoting>>from&1 == 1:
		return m.To[from]>>to&1 == 1 && canPromoteTo(x.Promotion())
	}
	return m.To[from]>>to&1 == 1 && x.Promotion() == NoKind
}

// canPromoteTo reports whether Article 3.7.3.3 lets a pawn become such a man.
func canPromoteTo(k Kind) bool { return k >= Knight && k <= Queen }

// Attackers is the set of own men that can legally go to a square, castling left out.
func (m *Moves) Attackers(to Square) Set {
	var found Set
	for from := m.From; from != 0; {
		if s := from.Pop(); m.To[s].Has(to) {
			found |= s.Set()
		}
	}
	return found
}

// appendAll lists all moves in order of their from squares.
func (m *Moves) appendAll(dst []Move) []Move {
	for from := m.From; from != 0; {
		dst = m.appendFrom(dst, from.Pop())
	}
	return dst
}

// appendFrom lists the moves of the man on a square in m.From.
func (m *Moves) appendFrom(dst []Move, from Square) []Move {
	for to := m.To[from&63]; to != 0; {
		dst = m.appendTo(dst, from, to.Pop())
	}
	if from == m.king {
		for rooks := m.Castle; rooks != 0; {
			dst = append(dst, MakeCastling(from, rooks.Pop()))
		}
	}
	return dst
}

func (m *Moves) appendTo(dst []Move, from, to Square) []Move {
	if !m.promoting.Has(from) {
		return append(dst, MakeMove(from, to))
	}
	for k := Queen; k >= Knight; k-- {
		dst = append(dst, MakePromotion(from, to, k))
	}
	return dst
}

// AppendMoves appends all legal moves to dst, in order of their from squares.
func (p *Position) AppendMoves(dst []Move) []Move {
	var m Moves
	p.Generate(&m)
	return m.appendAll(dst)
}

// AppendMovesFrom appends the legal moves of the man on a square, castling
// included for a king.
func (p *Position) AppendMovesFrom(dst []Move, from Square) []Move {
	var m Moves
	p.Generate(&m)
	if !m.From.Has(from) {
		return dst
	}
	return m.appendFrom(dst, from)
}

// AppendCaptures appends the legal moves that capture the man on a square, en
// passant included.
func (p *Position) AppendCaptures(dst []Move, victim Square) []Move {
	if !p.colors[p.turn&1^1].Has(victim) {
		return dst
	}
	var m Moves
	p.Generate(&m)
	for from := m.Attackers(victim); from != 0; {
		dst = m.appendTo(dst, from.Pop(), victim)
	}
	if p.ep == 0 || p.epVictim() != victim {
		return dst
	}
	target := p.EnPassant()
	for from := m.Attackers(target) & p.kinds[Pawn]; from != 0; {
		if s := from.Pop(); s.File() != target.File() {
			dst = append(dst, MakeMove(s, target))
		}
	}
	return dst
}

// IsLegal reports whether a move is legal (3.10.1).
func (p *Position) IsLegal(m Move) bool {
	var all Moves
	p.Generate(&all)
	return all.Allows(m)
}
