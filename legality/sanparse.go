package legality

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// ParseSAN reads a legal move in Standard Algebraic Notation. It insists on
// what tells moves apart and on x for captures; it does without +, # and = and
// takes ! and ? after the move, zeros for the letters of O-O, and an origin
// given more fully than needed.
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

// sanWords is a move taken to pieces.
type sanWords struct {
	castling   bool
	side       Side
	kind       Kind
	origin     Set // squares that the man may have stood on
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

// sanKind is the kind that a capital letter stands for, other than a pawn.
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
		w.origin &= fileSet << (s[0] - 'a')
		s = s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		w.origin &= backRank[0] << (8 * (s[0] - '1'))
		s = s[1:]
	}
	return s == ""
}

// fileSet is the a-file.
const fileSet Set = 0x0101010101010101

// findSAN is a legal move that the words describe, and how many there are.
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
