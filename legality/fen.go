package legality

import (
	"strconv"

	"github.com/boardd/boardd/legality/placement"
)

// FEN is the position in Forsyth-Edwards Notation. The en passant square is
// written only when such a capture is legal. Castling rights are written as
// KQkq; in Chess960 one with a rook that is not the outermost on its side is
// written as the file of the rook (X-FEN).
func (p *Position) FEN() string { return string(p.AppendFEN(make([]byte, 0, 96))) }

// AppendFEN appends FEN() to dst.
func (p *Position) AppendFEN(dst []byte) []byte { return p.appendFEN(dst, false) }

// ShredderFEN is FEN() with castling rights in Chess960 as the files of the
// rooks, HAha: what most readers of PGN understand.
func (p *Position) ShredderFEN() string { return string(p.appendFEN(make([]byte, 0, 96), p.chess960)) }

func (p *Position) appendFEN(dst []byte, files bool) []byte {
	dst = append(p.board.Append(dst), ' ')
	dst = append(append(dst, p.turn.String()...), ' ')
	dst = append(p.appendRights(dst, files), ' ')
	dst = append(append(dst, p.EnPassant().String()...), ' ')
	dst = append(strconv.AppendInt(dst, int64(p.halfmove), 10), ' ')
	return strconv.AppendInt(dst, int64(p.fullmove), 10)
}

func (p *Position) appendRights(dst []byte, files bool) []byte {
	if p.rights == 0 {
		return append(dst, '-')
	}
	for c := range Color(2) {
		for file := 7; file >= 0; file-- {
			if rook := placement.MakeSquare(file, int(c)*7); p.rights.Has(rook) {
				dst = append(dst, p.rightLetter(rook, c, files)|byte(c)<<5)
			}
		}
	}
	return dst
}

// rightLetter is how White writes the right to castle with the rook on a square.
func (p *Position) rightLetter(rook Square, c Color, files bool) byte {
	letter := byte('Q')
	if rook > p.castlingKing(c) {
		letter = 'K'
	}
	if files {
		return 'A' + byte(rook&7)
	}
	if outer, err := p.outermostRook(c, p.castlingKing(c), letter); p.chess960 && (err != nil || outer != rook) {
		return 'A' + byte(rook&7)
	}
	return letter
}
