package legality

import (
	"strings"

	"github.com/boardd/boardd/internal/enum"
)

// DefectCode is a reason why a position cannot have come from legal play.
type DefectCode uint8

// The defects. Each is explained by its sentence in the table below.
const (
	NoDefect DefectCode = iota
	NoKing
	SeveralKings
	TooManyPieces
	TooManyPawns
	TooManyPromoted
	PawnOnEdge
	RightWithoutKing
	RightWithoutRook
	WaitingInCheck
	TooManyCheckers
	ImpossibleCheck
	ClockAhead
	defectCount
)

type defectText struct{ name, text string }

// defects holds the name and the sentence of each code. In a sentence {side} is the
// player, {squares} are the squares that show the defect.
var defects = [defectCount]defectText{
	NoDefect:         {"none", "nothing is wrong"},
	NoKing:           {"no_king", "{side} has no king"},
	SeveralKings:     {"several_kings", "{side} has kings on {squares}"},
	TooManyPieces:    {"too_many_men", "{side} has more than 16 pieces"},
	TooManyPawns:     {"too_many_pawns", "{side} has more than 8 pawns"},
	TooManyPromoted:  {"too_many_promoted", "{side} has more pieces than the missing pawns could have become"},
	PawnOnEdge:       {"pawn_on_edge", "pawns of {side} stand on the first or last rank, on {squares}"},
	RightWithoutKing: {"right_without_king", "{side} may castle, but has no king on {squares}"},
	RightWithoutRook: {"right_without_rook", "{side} may castle, but has no rook on {squares}"},
	WaitingInCheck:   {"waiting_in_check", "{side} is in check from {squares} without having the move"},
	TooManyCheckers:  {"too_many_checkers", "{side} is in check from more than two pieces, on {squares}"},
	ImpossibleCheck:  {"impossible_check", "no move checks {side} from {squares} at once"},
	ClockAhead:       {"clock_ahead", "the halfmove clock counts more moves than were played"},
}

// String returns the code as logs write it.
func (d DefectCode) String() string {
	return d.about().name
}

func (d DefectCode) about() defectText { return enum.Of(defects[:], d, defectText{"?", "?"}) }

// Defect is one reason why a position cannot have come from legal play.
type Defect struct {
	Code    DefectCode
	Side    Color
	Squares Set
}

// Text returns the defect as a sentence.
func (d Defect) Text() string {
	side := "White"
	if d.Side == Black {
		side = "Black"
	}
	return strings.NewReplacer("{side}", side, "{squares}", strings.Join(d.Squares.Names(), " ")).Replace(d.Code.about().text)
}

// Defects returns the reasons why legal play from the initial position cannot reach
// the position, nil if it finds none. It looks at pieces, rights and checks; it
// does not prove that a game leads to the position. Play can go on from defective
// positions: see Generate.
func (p *Position) Defects() []Defect {
	var found []Defect
	for c := range Color(2) {
		found = p.appendPieceDefects(found, c)
		found = p.appendRightDefects(found, c)
	}
	found = p.appendCheckDefects(found)
	if p.HalfmoveClock() > p.Ply() {
		found = append(found, Defect{ClockAhead, p.turn, 0})
	}
	return found
}

func (p *Position) appendPieceDefects(found []Defect, c Color) []Defect {
	kings, pieces := p.Kings(c), p.Occupied(c)
	pawns := p.Pieces(c, Pawn)
	edge := pawns & (backRank[0] | backRank[1])
	for _, d := range [...]struct {
		bad     bool
		code    DefectCode
		squares Set
	}{
		{kings == 0, NoKing, 0},
		{kings.Len() > 1, SeveralKings, kings},
		{pieces.Len() > 16, TooManyPieces, 0},
		{pawns.Len() > 8, TooManyPawns, 0},
		{pawns.Len() <= 8 && pieces.Len() <= 16 && p.promoted(c) > 8-pawns.Len(), TooManyPromoted, 0},
		{edge != 0, PawnOnEdge, edge},
	} {
		if d.bad {
			found = append(found, Defect{d.code, c, d.squares})
		}
	}
	return found
}

// promoted returns how many of c's pieces, at least, were pawns once. Each player
// begins with one bishop on light and one on dark squares, in Chess960 too.
func (p *Position) promoted(c Color) int {
	bishops := p.Pieces(c, Bishop)
	return max(0, p.Pieces(c, Queen).Len()-1) +
		max(0, p.Pieces(c, Rook).Len()-2) +
		max(0, p.Pieces(c, Knight).Len()-2) +
		max(0, (bishops&lightSquares).Len()-1) +
		max(0, (bishops&^lightSquares).Len()-1)
}

func (p *Position) appendRightDefects(found []Defect, c Color) []Defect {
	rooks := p.rights & backRank[c]
	if rooks == 0 {
		return found
	}
	if king := p.castlingKing(c); !p.Kings(c).Has(king) {
		found = append(found, Defect{RightWithoutKing, c, king.Set()})
	}
	if missing := rooks &^ p.Pieces(c, Rook); missing != 0 {
		found = append(found, Defect{RightWithoutRook, c, missing})
	}
	return found
}

// appendCheckDefects appends the defects of the checks, if each player has one
// king.
func (p *Position) appendCheckDefects(found []Defect) []Defect {
	us, enemy := p.turn, p.turn.Other()
	if p.Kings(us).Len() != 1 || p.Kings(enemy).Len() != 1 {
		return found
	}
	if waiting := p.Attackers(p.Kings(enemy).First(), us); waiting != 0 {
		found = append(found, Defect{WaitingInCheck, enemy, waiting})
	}
	king := p.Kings(us).First()
	checkers := p.Attackers(king, enemy)
	switch {
	case checkers.Len() > 2:
		found = append(found, Defect{TooManyCheckers, us, checkers})
	case checkers.Len() == 2 && p.impossiblePair(king, checkers):
		found = append(found, Defect{ImpossibleCheck, us, checkers})
	}
	return found
}

// impossiblePair reports whether no single move can have brought about both checks
// of a king. At least one of two checks is discovered, so it comes from a line
// piece; and no piece uncovers the line along which it gives check itself.
func (p *Position) impossiblePair(king Square, checkers Set) bool {
	leapers := p.kinds[Pawn] | p.kinds[Knight] | p.kinds[King]
	a, b := checkers.First(), (checkers & (checkers - 1)).First()
	return checkers&^leapers == 0 || lineThrough(king, a).Has(b)
}
