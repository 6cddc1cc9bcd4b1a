package legality

import (
	"strconv"

	"github.com/boardd/boardd/legality/placement"
)

// FEN is the position in Forsyth-Edwards Notation. The en passant square is
// written only when such a capture is legal. Castling rights are written as
// KQkq in ordinary chess and as the files of the rooks, HAha, in Chess960.
func (p *Position) FEN() string { return string(p.AppendFEN(make([]byte, 0, 96))) }

// AppendFEN appends FEN() to dst.
func (p *Position) AppendFEN(dst []byte) []byte {
	dst = append(p.board.Append(dst), ' ')
	dst = append(append(dst, p.turn.String()...), ' ')
	dst = append(p.appendRights(dst), ' ')
	dst = append(append(dst, p.EnPassant().String()...), ' ')
	dst = append(strconv.AppendInt(dst, int64(p.halfmove), 10), ' ')
	return strconv.AppendInt(dst, int64(p.fullmove), 10)
}

func (p *Position) appendRights(dst []byte) []byte {
	if p.rights == 0 {
		return append(dst, '-')
	}
	for c := range Color(2) {
		for file := 7; file >= 0; file-- {
			if rook := placement.MakeSquare(file, int(c)*7); p.rights.Has(rook) {
				dst = append(dst, p.rightLetter(rook)|byte(c)<<5)
			}
		}
	}
	return dst
}

// rightLetter is how White writes the right to castle with the rook on a square.
func (p *Position) rightLetter(rook Square) byte {
	switch {
	case p.chess960:
		return 'A' + byte(rook&7)
	case rook&7 == 7:
		return 'K'
	}
	return 'Q'
}
