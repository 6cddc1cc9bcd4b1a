package legality

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// FEN returns the position in Forsyth-Edwards Notation. It writes the en passant
// square only when such a capture is legal, and castling rights as KQkq. In
// Chess960 it writes the file of the rook for a right with a rook that is not the
// outermost on its side (X-FEN).
func (p *Position) FEN() string { return string(p.AppendFEN(make([]byte, 0, 96))) }

// AppendFEN appends FEN() to dst.
func (p *Position) AppendFEN(dst []byte) []byte { return p.appendFEN(dst, false) }

// ShredderFEN returns FEN() with castling rights in Chess960 as the files of the
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

// rightLetter returns how White writes the right to castle with the rook on a square.
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

// maxCount is the highest move count that a FEN may state, well above the
// longest possible game (5,898.5 moves under the 75-move rule).
const maxCount = 9999

// ParseFEN reads a position in Forsyth-Edwards Notation: exactly six fields with
// one space between them. It is strict about form, and its error names what is
// wrong and where. It accepts positions that legal play cannot reach; see Defects.
// In Chess960 castling rights may be given as KQkq, meaning the outermost rook
// (X-FEN), or as the files of the rooks (Shredder-FEN). An en passant square must
// fit the pawns, and is kept only if such a capture is legal.
func ParseFEN(s string, chess960 bool) (Position, error) {
	p := Position{chess960: chess960}
	fields := strings.Split(s, " ")
	if len(fields) != len(fenFields) {
		return Position{}, fmt.Errorf("read fen %q: %d fields with single spaces between, not 6", s, len(fields))
	}
	for i, field := range fenFields {
		if err := field.read(&p, fields[i]); err != nil {
			return Position{}, fmt.Errorf("read fen %q: %s %q: %w", s, field.name, fields[i], err)
		}
	}
	p.key = p.computeKey()
	return p, nil
}

// fenFields are the fields of a FEN in order. Each reader may rely on the
// fields before it.
var fenFields = [...]struct {
	name string
	read func(p *Position, field string) error
}{
	{"placement", readPlacement},
	{"side to move", readTurn},
	{"castling rights", readRights},
	{"en passant square", readEnPassant},
	{"halfmove clock", readHalfmove},
	{"move number", readFullmove},
}

func readPlacement(p *Position, field string) error {
	board, err := placement.Parse(field)
	if err != nil {
		return err
	}
	if unknown := board.Find(Unknown); unknown != 0 {
		return fmt.Errorf("the piece on %s is of unknown kind", unknown.First())
	}
	p.setBoard(&board)
	return nil
}

func readTurn(p *Position, field string) error {
	switch field {
	case "w":
		p.turn = White
	case "b":
		p.turn = Black
	default:
		return errors.New("neither w nor b")
	}
	return nil
}

func readRights(p *Position, field string) error {
	if field == "-" {
		return nil
	}
	if field == "" {
		return errors.New("empty, not even -")
	}
	last := -1
	for i := range len(field) {
		rook, err := p.readRight(field[i])
		if err != nil {
			return err
		}
		if p.rights.Has(rook) {
			return fmt.Errorf("%q gives a right that was given before", field[i])
		}
		// White's before Black's, those of the h-file first: KQkq.
		order := int(rook>>3)<<3 | int(7-rook&7)
		if order < last {
			return fmt.Errorf("%q is out of order", field[i])
		}
		last = order
		p.rights |= rook.Set()
	}
	return p.checkRightSides()
}

// readRight returns the rook's square of one letter of the castling field.
func (p *Position) readRight(letter byte) (Square, error) {
	c, upper := White, letter
	if letter >= 'a' {
		c, upper = Black, letter-'a'+'A'
	}
	first := Square(c) * 56
	king := p.castlingKing(c)
	if p.chess960 && king == NoSquare {
		return 0, fmt.Errorf("%q: no king on rank %d", letter, first.Rank()+1)
	}
	switch {
	case upper == 'K' && !p.chess960 || upper == 'H':
		return first + 7, nil
	case upper == 'Q' && !p.chess960 || upper == 'A':
		return first, nil
	case upper == 'K' || upper == 'Q':
		return p.outermostRook(c, king, upper)
	case upper < 'A' || upper > 'H':
		return 0, fmt.Errorf("%q is no castling right", letter)
	case !p.chess960:
		return 0, fmt.Errorf("%q is a castling right of Chess960 only", letter)
	}
	return first + Square(upper-'A'), nil
}

// outermostRook returns what K and Q mean in X-FEN.
func (p *Position) outermostRook(c Color, king Square, side byte) (Square, error) {
	first := Square(c) * 56
	rooks := p.Pieces(c, Rook)
	for file := range Square(8) {
		s := first + file
		if side == 'K' {
			s = first + 7 - file
		}
		if s == king {
			break
		}
		if rooks.Has(s) {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q: no rook on that side of the king on %s", side|byte(c)<<5, king)
}

// checkRightSides makes sure that a colour has one right a side at most.
func (p *Position) checkRightSides() error {
	for c := range Color(2) {
		king, rooks := p.castlingKing(c), p.rights&backRank[c]
		if rooks.Has(king) {
			return fmt.Errorf("the rook cannot be on %s, where the king stands", king)
		}
		right := rooks &^ (king.Set() - 1)
		left := rooks &^ right
		if right.Len() > 1 || left.Len() > 1 {
			return errors.New("two rooks on one side of the king")
		}
	}
	return nil
}

func readEnPassant(p *Position, field string) error {
	if field == "-" {
		return nil
	}
	s, ok := placement.ParseSquare(field)
	if !ok {
		return errors.New("neither a square nor -")
	}
	mover := p.turn.Other()
	if !thirdRank[mover].Has(s) {
		return fmt.Errorf("not on rank %d with %s to move", thirdRank[mover].First().Rank()+1, p.turn)
	}
	from, to := s-8, s+8
	if mover == Black {
		from, to = to, from
	}
	switch {
	case p.board[to] != placement.MakePiece(mover, Pawn):
		return fmt.Errorf("no pawn on %s that could have passed it", to)
	case p.board[s] != Empty:
		return errors.New("the square is not empty")
	case p.board[from] != Empty:
		return fmt.Errorf("%s, where the pawn came from, is not empty", from)
	}
	p.setEnPassant(s)
	return nil
}

func readHalfmove(p *Position, field string) error {
	n, err := readCount(field, 0)
	p.halfmove = n
	return err
}

func readFullmove(p *Position, field string) error {
	n, err := readCount(field, 1)
	p.fullmove = n
	return err
}

// readCount reads a whole number written in digits alone, without leading zeros.
func readCount(field string, least int) (int32, error) {
	n, err := strconv.Atoi(field)
	if err != nil || strconv.Itoa(n) != field {
		return 0, errors.New("not a plain number")
	}
	if n < least || n > maxCount {
		return 0, fmt.Errorf("not from %d to %d", least, maxCount)
	}
	return int32(n), nil
}

// knightPairs are the ways to put two knights on five free squares, in the
// order of Scharnagl's numbering.
var knightPairs = [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}

// Start960 returns the initial position of Chess960 (Guidelines II) with the given
// number in Scharnagl's numbering, 0 to 959; 518 is that of ordinary chess.
// Other numbers are taken modulo 960.
func Start960(n int) Position {
	n = (n%960 + 960) % 960
	var rank [8]Kind
	rank[n%4*2+1] = Bishop // on a light square
	n /= 4
	rank[n%4*2] = Bishop // on a dark square
	n /= 4
	putOnFree(&rank, n%6, Queen)
	knights := knightPairs[n/6]
	putOnFree(&rank, knights[1], Knight) // the later one first, so that the number of the earlier one still holds
	putOnFree(&rank, knights[0], Knight)
	putOnFree(&rank, 0, Rook)
	putOnFree(&rank, 0, King)
	putOnFree(&rank, 0, Rook)
	return startFrom(&rank)
}

// putOnFree puts a kind on the n-th free file, from 0.
func putOnFree(rank *[8]Kind, n int, k Kind) {
	for file := range rank {
		if rank[file] != NoKind {
			continue
		}
		if n == 0 {
			rank[file] = k
			return
		}
		n--
	}
}

func startFrom(rank *[8]Kind) Position {
	p := Position{fullmove: 1, chess960: true}
	board := placement.Initial
	for file, k := range rank {
		board[file] = placement.MakePiece(White, k)
		board[file+56] = placement.MakePiece(Black, k)
	}
	p.setBoard(&board)
	p.rights = p.kinds[Rook]
	p.key = p.computeKey()
	return p
}
