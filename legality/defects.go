package legality

import "strings"

// DefectCode says why a position cannot have come from legal play.
type DefectCode uint8

// The defects. Each is explained by its sentence in the table below.
const (
	NoDefect DefectCode = iota
	NoKing
	SeveralKings
	TooManyMen
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

// In a sentence {side} is the colour and {squares} where it shows.
var defects = [defectCount]struct{ name, text string }{
	NoDefect:         {"none", "nothing is wrong"},
	NoKing:           {"no_king", "{side} has no king"},
	SeveralKings:     {"several_kings", "{side} has kings on {squares}"},
	TooManyMen:       {"too_many_men", "{side} has more than 16 men"},
	TooManyPawns:     {"too_many_pawns", "{side} has more than 8 pawns"},
	TooManyPromoted:  {"too_many_promoted", "{side} has more pieces than the missing pawns could have become"},
	PawnOnEdge:       {"pawn_on_edge", "pawns of {side} stand on the first or last rank, on {squares}"},
	RightWithoutKing: {"right_without_king", "{side} may castle, but has no king on {squares}"},
	RightWithoutRook: {"right_without_rook", "{side} may castle, but has no rook on {squares}"},
	WaitingInCheck:   {"waiting_in_check", "{side} is in check from {squares} without having the move"},
	TooManyCheckers:  {"too_many_checkers", "{side} is in check from more than two men, on {squares}"},
	ImpossibleCheck:  {"impossible_check", "no move checks {side} from {squares} at once"},
	ClockAhead:       {"clock_ahead", "the halfmove clock counts more moves than were played"},
}

// String is the code as logs write it.
func (d DefectCode) String() string {
	if d >= defectCount {
		return "?"
	}
	return defects[d].name
}

// Defect is one reason why a position cannot have come from legal play.
type Defect struct {
	Code    DefectCode
	Side    Color
	Squares Set
}

// Text is the defect as a sentence.
func (d Defect) Text() string {
	names := make([]string, 0, 4)
	for _, s := range d.Squares.Squares() {
		names = append(names, s.String())
	}
	side := "White"
	if d.Side == Black {
		side = "Black"
	}
	if d.Code >= defectCount {
		return d.Code.String()
	}
	return strings.NewReplacer("{side}", side, "{squares}", strings.Join(names, " ")).Replace(defects[d.Code].text)
}

// Defects lists why the position cannot have come from legal play from the
// initial position, nil if nothing speaks against it. It finds what the men,
// the rights and the checks show by themselves; it does not prove that a game
// leads to the position. Play can go on from defective positions: see Generate.
func (p *Position) Defects() []Defect {
	var found []Defect
	for c := range Color(2) {
		found = p.appendMenDefects(found, c)
		found = p.appendRightDefects(found, c)
	}
	found = p.appendCheckDefects(found)
	if p.HalfmoveClock() > p.Ply() {
		found = append(found, Defect{ClockAhead, p.turn, 0})
	}
	return found
}

func (p *Position) appendMenDefects(found []Defect, c Color) []Defect {
	kings, men := p.Kings(c), p.Occupied(c)
	pawns := p.Men(c, Pawn)
	edge := pawns & (backRank[0] | backRank[1])
	for _, d := range [...]struct {
		bad     bool
		code    DefectCode
		squares Set
	}{
		{kings == 0, NoKing, 0},
		{kings.Len() > 1, SeveralKings, kings},
		{men.Len() > 16, TooManyMen, 0},
		{pawns.Len() > 8, TooManyPawns, 0},
		{pawns.Len() <= 8 && men.Len() <= 16 && p.promoted(c) > 8-pawns.Len(), TooManyPromoted, 0},
		{edge != 0, PawnOnEdge, edge},
	} {
		if d.bad {
			found = append(found, Defect{d.code, c, d.squares})
		}
	}
	return found
}

// promoted is the least number of c's pieces that were pawns once. Each player
// begins with one bishop on squares of each colour, in Chess960 too.
func (p *Position) promoted(c Color) int {
	bishops := p.Men(c, Bishop)
	return max(0, p.Men(c, Queen).Len()-1) +
		max(0, p.Men(c, Rook).Len()-2) +
		max(0, p.Men(c, Knight).Len()-2) +
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
	if missing := rooks &^ p.Men(c, Rook); missing != 0 {
		found = append(found, Defect{RightWithoutRook, c, missing})
	}
	return found
}

// appendCheckDefects looks at the checks, if each player has one king.
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

// impossiblePair reports whether two men cannot have come to check a king by
// one move: at least one of two checks is discovered, so that it comes from a
// line piece, and no man uncovers the line that it gives check on.
func (p *Position) impossiblePair(king Square, checkers Set) bool {
	leapers := p.kinds[Pawn] | p.kinds[Knight] | p.kinds[King]
	a, b := checkers.First(), (checkers & (checkers - 1)).First()
	return checkers&^leapers == 0 || lineThrough(king, a).Has(b)
}
