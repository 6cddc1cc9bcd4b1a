package legality

import (
	"github.com/boardd/boardd/legality/placement"
)

// Play returns the position after a move, with the other player to move. The move
// need not be legal: any piece on From goes to To and replaces what stands there. A
// pawn that moves like a capture en passant, to an empty square beyond an adjacent
// enemy pawn, captures that pawn; a promotion changes the piece; castling puts the
// pieces on From and To on the castling squares. If From is empty or equal to To,
// only the turn changes. For an act that no move describes use PlayPlacement.
func (p *Position) Play(m Move) Position {
	q := *p
	q.play(m)
	return q
}

func (p *Position) play(m Move) {
	from, to := m.From(), m.To()
	piece, victim := p.board[from], p.board[to]
	if piece == Empty || from == to || m.IsCastling() {
		p.playRest(m)
		return
	}
	us, kind := piece.Color()&1, piece.Kind()
	both := Set(1)<<from | Set(1)<<to
	p.kinds[kind&7] ^= both
	p.colors[us] ^= both
	p.key ^= zobrist.pieces[piece&15][from] ^ zobrist.pieces[piece&15][to] ^ p.epKey()
	p.board[from], p.board[to] = Empty, piece
	p.ep = 0
	p.halfmove++
	if victim != Empty {
		p.kinds[victim&7] ^= Set(1) << to
		p.colors[victim.Color()&1] ^= Set(1) << to
		p.key ^= zobrist.pieces[victim&15][to]
		p.halfmove = 0
	}
	if p.rights != 0 {
		p.loseRights(both, piece, victim)
	}
	p.passTurn()
	if kind == Pawn || m.Promotion() != NoKind {
		p.finishPawn(m, piece, victim)
	}
}

// passTurn gives the move to the other player.
func (p *Position) passTurn() {
	p.key ^= zobrist.black
	p.fullmove += int32(p.turn)
	p.turn ^= 1
}

// loseRights removes the castling rights that end when pieces leave or enter the
// given squares: that of a rook on one of them, and all rights of a king that moved
// or was captured.
func (p *Position) loseRights(squares Set, piece, victim Piece) {
	lost := squares
	if piece.Kind() == King {
		lost |= backRank[piece.Color()&1]
	}
	if victim.Kind() == King {
		lost |= backRank[victim.Color()&1]
	}
	if lost &= p.rights; lost != 0 {
		p.rights &^= lost
		p.key ^= rightsKey(lost)
	}
}

// finishPawn completes a pawn move, or a promotion of any piece, after the piece
// has moved and the turn has passed.
func (p *Position) finishPawn(m Move, piece, victim Piece) {
	from, to := m.From(), m.To()
	p.halfmove = 0
	switch {
	case m.Promotion() != NoKind:
		p.promote(to, placement.MakePiece(piece.Color(), m.Promotion()))
	case victim == Empty && p.looksEnPassant(from, to, piece):
		p.remove(to ^ 8)
	case isDoubleStep(from, to, piece) && p.board[(from+to)/2] == Empty && p.turn != piece.Color():
		p.setEnPassant((from + to) / 2)
	}
}

// promote exchanges the piece on a square for another.
func (p *Position) promote(s Square, piece Piece) {
	if !piece.Known() {
		return
	}
	p.remove(s)
	p.put(s, piece)
	p.loseRights(0, piece, Empty)
}

// isDoubleStep reports whether a pawn's move is two squares from its original square (3.7.2).
func isDoubleStep(from, to Square, piece Piece) bool {
	if piece == placement.WhitePawn {
		return from>>3 == 1 && to == from+16
	}
	return from>>3 == 6 && to+16 == from
}

// looksEnPassant reports whether a pawn of piece's colour that goes from one square
// to another, empty one moves as in a capture en passant.
func (p *Position) looksEnPassant(from, to Square, piece Piece) bool {
	us := piece.Color() & 1
	fifth := Square(4) ^ Square(us)*7
	return from>>3 == fifth && pawnAttacks[us][from&63].Has(to) &&
		p.board[(to^8)&63] == placement.MakePiece(us^1, Pawn)
}

func (p *Position) remove(s Square) {
	piece := p.board[s&63]
	p.board[s&63] = Empty
	p.kinds[piece.Kind()&7] &^= s.Set()
	p.colors[piece.Color()&1] &^= s.Set()
	p.key ^= zobrist.pieces[piece&15][s&63]
}

func (p *Position) put(s Square, piece Piece) {
	if piece == Empty {
		return
	}
	p.board[s&63] = piece
	p.kinds[piece.Kind()&7] |= s.Set()
	p.colors[piece.Color()&1] |= s.Set()
	p.key ^= zobrist.pieces[piece&15][s&63]
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

// clear removes the piece on a square and its castling rights.
func (p *Position) clear(s Square) {
	if piece := p.board[s&63]; piece != Empty {
		p.remove(s)
		p.loseRights(s.Set(), piece, Empty)
	}
}

// Captured returns the square of the piece that m captures, NoSquare if it captures
// none. It differs from m.To() if m captures en passant.
func (p *Position) Captured(m Move) Square {
	from, to := m.From(), m.To()
	piece := p.board[from]
	switch {
	case m.IsCastling() || from == to || piece == Empty:
		return NoSquare
	case p.board[to] != Empty:
		return to
	case piece.Kind() == Pawn && m.Promotion() == NoKind && p.looksEnPassant(from, to, piece):
		return to ^ 8
	}
	return NoSquare
}

// PlayPlacement returns the position after an act that no move describes: the given
// placement, with the other player to move. A castling right stays if its king and
// rook still stand on their squares; nothing can be captured en passant. The
// halfmove clock restarts if there are fewer pieces or the pawns have changed.
// Pieces of unknown kind are left out.
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
		p.Pieces(White, Pawn) != q.Pieces(White, Pawn)
	if pawns || (q.colors[0]|q.colors[1]).Len() < (p.colors[0]|p.colors[1]).Len() {
		q.halfmove = 0
	}
	q.passTurn()
	q.key = q.computeKey()
	return q
}
