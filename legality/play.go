package legality

import "github.com/boardd/boardd/legality/placement"

// Play is the position after a move, with the other player to move. The move
// need not be legal: the man on From goes to To whatever it is and whatever
// stands there. A pawn that steps diagonally onto an empty square beyond an
// enemy pawn beside it, as if capturing en passant, captures it; a promotion
// changes the man; castling puts the men on From and To on the castling
// squares. With From empty, or From and To the same, nothing changes but the
// turn. What an act did that no move describes is for PlayPlacement.
func (p *Position) Play(m Move) Position {
	q := *p
	q.play(m)
	return q
}

func (p *Position) play(m Move) {
	from, to := m.From(), m.To()
	man, victim := p.board[from], p.board[to]
	if man == Empty || from == to || m.IsCastling() {
		p.playRest(m)
		return
	}
	us, kind := man.Color()&1, man.Kind()
	both := Set(1)<<from | Set(1)<<to
	p.kinds[kind&7] ^= both
	p.colors[us] ^= both
	p.key ^= zobrist.men[man&15][from] ^ zobrist.men[man&15][to] ^ p.epKey()
	p.board[from], p.board[to] = Empty, man
	p.ep = 0
	p.halfmove++
	if victim != Empty {
		p.kinds[victim&7] ^= Set(1) << to
		p.colors[victim.Color()&1] ^= Set(1) << to
		p.key ^= zobrist.men[victim&15][to]
		p.halfmove = 0
	}
	if p.rights != 0 {
		p.loseRights(both, man, victim)
	}
	p.passTurn()
	if kind == Pawn || m.Promotion() != NoKind {
		p.finishPawn(m, man, victim)
	}
}

// passTurn gives the move to the other player.
func (p *Position) passTurn() {
	p.key ^= zobrist.black
	p.fullmove += int32(p.turn)
	p.turn ^= 1
}

// loseRights takes away the rights that end when men leave or enter the given
// squares: of a rook that was on one, and all of a king that moved or was taken.
func (p *Position) loseRights(squares Set, man, victim Piece) {
	lost := squares
	if man.Kind() == King {
		lost |= backRank[man.Color()&1]
	}
	if victim.Kind() == King {
		lost |= backRank[victim.Color()&1]
	}
	if lost &= p.rights; lost != 0 {
		p.rights &^= lost
		p.key ^= rightsKey(lost)
	}
}

// finishPawn does what is particular to a pawn's move, or to a promotion of
// whatever man, after the man has moved and the turn has passed.
func (p *Position) finishPawn(m Move, man, victim Piece) {
	from, to := m.From(), m.To()
	p.halfmove = 0
	switch {
	case m.Promotion() != NoKind:
		p.promote(to, placement.MakePiece(man.Color(), m.Promotion()))
	case victim == Empty && p.looksEnPassant(from, to, man):
		p.remove(to ^ 8)
	case isDoubleStep(from, to, man) && p.board[(from+to)/2] == Empty && p.turn != man.Color():
		p.setEnPassant((from + to) / 2)
	}
}

// promote exchanges the man on a square for another.
func (p *Position) promote(s Square, man Piece) {
	if !man.Known() {
		return
	}
	p.remove(s)
	p.put(s, man)
	p.loseRights(0, man, Empty)
}

// isDoubleStep reports whether a pawn's move is two squares from its original square (3.7.2).
func isDoubleStep(from, to Square, man Piece) bool {
	if man == placement.WhitePawn {
		return from>>3 == 1 && to == from+16
	}
	return from>>3 == 6 && to+16 == from
}

// looksEnPassant reports whether a pawn of man's colour that goes from one
// square to another, empty one does so as if it captured en passant.
func (p *Position) looksEnPassant(from, to Square, man Piece) bool {
	us := man.Color() & 1
	fifth := Square(4) ^ Square(us)*7
	return from>>3 == fifth && pawnAttacks[us][from&63].Has(to) &&
		p.board[(to^8)&63] == placement.MakePiece(us^1, Pawn)
}

func (p *Position) remove(s Square) {
	man := p.board[s&63]
	p.board[s&63] = Empty
	p.kinds[man.Kind()&7] &^= s.Set()
	p.colors[man.Color()&1] &^= s.Set()
	p.key ^= zobrist.men[man&15][s&63]
}

func (p *Position) put(s Square, man Piece) {
	if man == Empty {
		return
	}
	p.board[s&63] = man
	p.kinds[man.Kind()&7] |= s.Set()
	p.colors[man.Color()&1] |= s.Set()
	p.key ^= zobrist.men[man&15][s&63]
}

// playRest plays castling, and the moves that move nothing.
func (p *Position) playRest(m Move) {
	p.key ^= p.epKey()
	p.ep = 0
	p.halfmove++
	if from, to := m.From(), m.To(); m.IsCastling() && from != to {
		king, rook := p.board[from], p.board[to]
		for _, s := range [...]Square{from, to, m.KingTo(), m.RookTo()} {
			p.clear(s)
		}
		p.put(m.KingTo(), king)
		p.put(m.RookTo(), rook)
	}
	p.passTurn()
}

// clear takes away whatever stands on a square, and the rights that go with it.
func (p *Position) clear(s Square) {
	if man := p.board[s&63]; man != Empty {
		p.remove(s)
		p.loseRights(s.Set(), man, Empty)
	}
}

// Captured is the square of the man that m captures, NoSquare if it captures
// none. It is not m.To() when m captures en passant.
func (p *Position) Captured(m Move) Square {
	from, to := m.From(), m.To()
	man := p.board[from]
	switch {
	case m.IsCastling() || from == to || man == Empty:
		return NoSquare
	case p.board[to] != Empty:
		return to
	case man.Kind() == Pawn && m.Promotion() == NoKind && p.looksEnPassant(from, to, man):
		return to ^ 8
	}
	return NoSquare
}

// PlayPlacement is the position in which the given placement stands and the
// other player has the move: what follows an act that no move describes. A
// castling right stays only while its king and rook stand where they stood;
// nothing can be captured en passant. The halfmove clock starts again if there
// are fewer men than before or other pawns. Men of unknown kind are left out.
func (p *Position) PlayPlacement(after *Placement) Position {
	q := *p
	q.setBoard(after)
	for c := range Color(2) {
		king := p.castlingKing(c)
		if q.castlingKing(c) != king || p.At(king) != q.At(king) {
			q.rights &^= backRank[c]
		}
	}
	q.rights &^= placement.Differ(&p.board, &q.board)
	q.ep = 0
	q.halfmove++
	pawns := p.kinds[Pawn] != q.kinds[Pawn] ||
		p.Men(White, Pawn) != q.Men(White, Pawn)
	if pawns || (q.colors[0]|q.colors[1]).Len() < (p.colors[0]|p.colors[1]).Len() {
		q.halfmove = 0
	}
	q.passTurn()
	q.key = q.computeKey()
	return q
}
