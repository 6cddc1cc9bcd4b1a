package legality

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// SAN returns the move in Standard Algebraic Notation, with the fewest marks that
// distinguish it from other legal moves, and + or #. It writes an illegal move as
// if it were legal, and a move that moves nothing as its two squares.
func (p *Position) SAN(m Move) string { return string(p.AppendSAN(make([]byte, 0, 8), m)) }

// AppendSAN appends SAN(m) to dst. It allocates nothing if dst has room for 8
// bytes more.
func (p *Position) AppendSAN(dst []byte, m Move) []byte {
	piece := p.board[m.From()]
	switch {
	case m.From() == m.To() || piece == Empty:
		return appendCoordinates(dst, m, m.To())
	case m.IsCastling() && m.To() > m.From():
		dst = append(dst, "O-O"...)
	case m.IsCastling():
		dst = append(dst, "O-O-O"...)
	case piece.Kind() == Pawn:
		dst = p.appendPawnSAN(dst, m)
	default:
		dst = p.appendPieceSAN(dst, m, piece)
	}
	if k := m.Promotion(); k != NoKind {
		dst = append(dst, '=', k.Letter())
	}
	return p.appendCheck(dst, m)
}

func (p *Position) appendPawnSAN(dst []byte, m Move) []byte {
	if p.Captured(m) != NoSquare || m.From()&7 != m.To()&7 {
		dst = append(dst, 'a'+byte(m.From()&7), 'x')
	}
	return appendSquare(dst, m.To())
}

func (p *Position) appendPieceSAN(dst []byte, m Move, piece Piece) []byte {
	dst = append(dst, piece.Kind().Letter())
	dst = appendOrigin(dst, m.From(), p.rivals(m, piece))
	if p.board[m.To()] != Empty {
		dst = append(dst, 'x')
	}
	return appendSquare(dst, m.To())
}

// rivals returns the set of other pieces of the same colour and kind that could
// legally go to the same square.
func (p *Position) rivals(m Move, piece Piece) Set {
	could := p.Pieces(piece.Color(), piece.Kind()) &^ m.From().Set()
	if could &= reach(piece.Kind(), m.To(), p.colors[0]|p.colors[1]); could == 0 {
		return 0
	}
	q := p.WithTurn(piece.Color())
	var all Moves
	q.Generate(&all)
	return could & all.Attackers(m.To())
}

// reach returns the squares that a piece of a kind, not a pawn, attacks from s when
// the given squares are occupied.
func reach(k Kind, s Square, occupied Set) Set {
	switch k {
	case Knight:
		return knightAttacks[s&63]
	case Bishop:
		return bishopAttacks(s, occupied)
	case Rook:
		return rookAttacks(s, occupied)
	case Queen:
		return bishopAttacks(s, occupied) | rookAttacks(s, occupied)
	case King:
		return kingAttacks[s&63]
	}
	return 0
}

// appendOrigin appends what distinguishes a piece from its rivals: its file, else its rank,
// else both.
func appendOrigin(dst []byte, from Square, rivals Set) []byte {
	if rivals == 0 {
		return dst
	}
	file, rank := 'a'+byte(from&7), '1'+byte(from>>3&7)
	switch {
	case rivals&linesOf[from&63].file == 0:
		return append(dst, file)
	case rivals&linesOf[from&63].rank == 0:
		return append(dst, rank)
	}
	return append(dst, file, rank)
}

// appendCheck appends + or # if the player who is to move next is in check or
// checkmated.
func (p *Position) appendCheck(dst []byte, m Move) []byte {
	q := p.Play(m)
	if !q.InCheck(q.turn) {
		return dst
	}
	var replies Moves
	if q.Generate(&replies); replies.From == 0 {
		return append(dst, '#')
	}
	return append(dst, '+')
}

// ParseSAN reads a legal move in Standard Algebraic Notation. It requires x for
// captures and the marks that distinguish the move from others. It accepts a move
// without +, # and =, with ! and ? at the end, with zeros for the letters of O-O,
// and with a fuller origin than needed.
func (p *Position) ParseSAN(s string) (Move, error) {
	var all Moves
	p.Generate(&all)
	w, ok := splitSAN(s)
	if !ok {
		return NoMove, fmt.Errorf("read san move %q: not in the form of a move", s)
	}
	m, n := p.findSAN(&all, w)
	switch n {
	case 0:
		return NoMove, fmt.Errorf("read san move %q: no legal move in %s", s, p.FEN())
	case 1:
		return m, nil
	}
	return NoMove, fmt.Errorf("read san move %q: %d legal moves in %s", s, n, p.FEN())
}

// sanWords is a move in SAN, parsed.
type sanWords struct {
	castling   bool
	side       Side
	kind       Kind
	origin     Set // squares that the piece may have stood on
	captures   bool
	to         Square
	promotesTo Kind
}

func splitSAN(s string) (sanWords, bool) {
	s = strings.TrimRight(s, "+#!?")
	switch s {
	case "O-O", "0-0":
		return sanWords{castling: true, side: Kingside}, true
	case "O-O-O", "0-0-0":
		return sanWords{castling: true, side: Queenside}, true
	}
	w := sanWords{kind: Pawn, origin: ^Set(0)}
	s = w.cutPromotion(s)
	if len(s) > 0 {
		if k := sanKind(s[0]); k != NoKind {
			w.kind, s = k, s[1:]
		}
	}
	if len(s) < 2 {
		return w, false
	}
	var ok bool
	if w.to, ok = placement.ParseSquare(s[len(s)-2:]); !ok {
		return w, false
	}
	s = s[:len(s)-2]
	s, w.captures = strings.CutSuffix(s, "x")
	return w, w.readOrigin(s)
}

// sanKind returns the kind that a capital letter stands for, other than a pawn.
func sanKind(letter byte) Kind {
	if letter == 'K' {
		return King
	}
	if letter < 'A' || letter > 'Z' {
		return NoKind
	}
	k, _ := promotionKind(letter | 0x20)
	return k
}

func (w *sanWords) cutPromotion(s string) string {
	if len(s) < 3 {
		return s
	}
	k := sanKind(s[len(s)-1])
	if !canPromoteTo(k) {
		return s
	}
	w.promotesTo = k
	return strings.TrimSuffix(s[:len(s)-1], "=")
}

// readOrigin reads a file, a rank, both or nothing. A pawn that does not say
// where it comes from stays on its file.
func (w *sanWords) readOrigin(s string) bool {
	if s == "" {
		if w.kind == Pawn {
			w.origin = linesOf[w.to].file
		}
		return true
	}
	if s[0] >= 'a' && s[0] <= 'h' {
		w.origin &= aFile << (s[0] - 'a')
		s = s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		w.origin &= backRank[0] << (8 * (s[0] - '1'))
		s = s[1:]
	}
	return s == ""
}

// findSAN returns a legal move that the words describe, and how many there are.
func (p *Position) findSAN(all *Moves, w sanWords) (Move, int) {
	if w.castling {
		rook := p.CastlingRook(p.turn, w.side)
		if !all.Castle.Has(rook) {
			return NoMove, 0
		}
		return MakeCastling(all.king, rook), 1
	}
	found, n := NoMove, 0
	for from := all.Attackers(w.to) & w.origin & p.kinds[w.kind]; from != 0; {
		m := MakePromotion(from.Pop(), w.to, w.promotesTo)
		if all.Allows(m) && (p.Captured(MakeMove(m.From(), w.to)) != NoSquare) == w.captures {
			found, n = m, n+1
		}
	}
	return found, n
}
