package legality

import "strings"

// FaultCode says what is wrong with a move, whatever the rule set; the article
// that says so belongs to the edition.
type FaultCode uint8

// The faults. Each is explained by its sentence in the table below.
const (
	NoFault FaultCode = iota

	// Who may move, and what may stand where.
	NoMan
	WrongSide
	OwnMan
	KingTaken

	// How the pieces move.
	BishopMove
	RookMove
	QueenMove
	PathBlocked
	KnightMove
	KingMove

	// How the pawn moves.
	PawnMove
	PawnBlocked
	PawnNotFirstMove
	PawnDoubleBlocked
	PawnCaptureEmpty
	EnPassantLate
	PromotionMissing
	PromotionKind
	PromotionElsewhere

	// Castling.
	CastlingNoKing
	CastlingNoRook
	CastlingRightLost
	CastlingBlocked
	CastlingInCheck
	CastlingThroughCheck
	CastlingIntoCheck

	// The king's safety.
	KingLeftInCheck
	KingPutInCheck

	// What only a placement shows.
	CastlingHalf
	EnPassantManLeft
	PromotionWrongMan
	PromotionPawnLeft
	ManVanished
	SeveralMoved

	faultCount
)

// faults names each code, gives its article in fide-2023 and its sentence.
// In a sentence {man} moves from {from} to {to}, {kind} is what a pawn should
// become, and {other} stands on {square}.
var faults = [faultCount]struct{ name, article, text string }{
	NoFault:              {"none", "-", "nothing is wrong"},
	NoMan:                {"no_man", "3.10.2", "there is no man on {from}"},
	WrongSide:            {"wrong_side", "1.2", "the {man} on {from} is the opponent's"},
	OwnMan:               {"own_man", "3.1", "a {man} may not move to {square}, where a {other} of its own colour stands"},
	KingTaken:            {"king_taken", "1.4.1", "the king on {square} may not be captured"},
	BishopMove:           {"bishop_move", "3.2", "a bishop does not move from {from} to {to}"},
	RookMove:             {"rook_move", "3.3", "a rook does not move from {from} to {to}"},
	QueenMove:            {"queen_move", "3.4", "a queen does not move from {from} to {to}"},
	PathBlocked:          {"path_blocked", "3.5", "a {man} may not move over the {other} on {square}"},
	KnightMove:           {"knight_move", "3.6", "a knight does not move from {from} to {to}"},
	KingMove:             {"king_move", "3.8.1", "a king does not move from {from} to {to}"},
	PawnMove:             {"pawn_move", "3.7", "a pawn does not move from {from} to {to}"},
	PawnBlocked:          {"pawn_blocked", "3.7.1", "a pawn may not move forward to {square}, where a {other} stands"},
	PawnNotFirstMove:     {"pawn_not_first_move", "3.7.2", "the pawn on {from} has left its original square and may not move two squares"},
	PawnDoubleBlocked:    {"pawn_double_blocked", "3.7.2", "a pawn may not move two squares with a {other} on {square}"},
	PawnCaptureEmpty:     {"pawn_capture_empty", "3.7.3", "a pawn moves diagonally only to capture, and nothing stands on {to}"},
	EnPassantLate:        {"en_passant_late", "3.7.3.2", "the pawn on {square} has not just moved two squares and may not be captured en passant"},
	PromotionMissing:     {"promotion_missing", "3.7.3.3", "the pawn that moves to {to} must be exchanged for a queen, rook, bishop or knight"},
	PromotionKind:        {"promotion_kind", "3.7.3.3", "a pawn may not become a {kind}"},
	PromotionElsewhere:   {"promotion_elsewhere", "3.7.3.3", "a {man} that moves from {from} to {to} may not be exchanged for a {kind}"},
	CastlingNoKing:       {"castling_no_king", "3.8.2", "no king that could castle stands on {from}"},
	CastlingNoRook:       {"castling_no_rook", "3.8.2", "no rook that could castle stands on {to}"},
	CastlingRightLost:    {"castling_right_lost", "3.8.2.1", "the right to castle with the rook on {to} is lost"},
	CastlingBlocked:      {"castling_blocked", "3.8.2.2.2", "the {other} on {square} is in the way of castling"},
	CastlingInCheck:      {"castling_in_check", "3.8.2.2.1", "the king on {square} may not castle out of check"},
	CastlingThroughCheck: {"castling_through_check", "3.8.2.2.1", "the king may not castle across {square}, which is attacked"},
	CastlingIntoCheck:    {"castling_into_check", "3.8.2.2.1", "the king may not castle to {square}, which is attacked"},
	KingLeftInCheck:      {"king_left_in_check", "3.9.2", "the king on {square} is left in check"},
	KingPutInCheck:       {"king_put_in_check", "3.9.2", "the king on {square} is put in check"},
	CastlingHalf:         {"castling_half", "3.8.2", "castling takes the move of the {other} on {square}, too"},
	EnPassantManLeft:     {"en_passant_man_left", "3.7.3.1", "the pawn on {square}, captured en passant, still stands on the board"},
	PromotionWrongMan:    {"promotion_wrong_man", "3.7.3.3", "a pawn may not be exchanged for the {other} put on {square}"},
	PromotionPawnLeft:    {"promotion_pawn_left", "3.7.3.3", "the pawn on {from}, exchanged on {to}, still stands on the board"},
	ManVanished:          {"man_vanished", "3.10.2", "the {other} on {square} was taken off without being captured"},
	SeveralMoved:         {"several_moved", "3.10.2", "no single move leads to what stands on the board"},
}

// String is the code as logs write it, "knight_move".
func (c FaultCode) String() string {
	if c >= faultCount {
		return "?"
	}
	return faults[c].name
}

// Article is the article of fide-2023 that the fault breaks; 3.10.2 where a
// move fails the requirements of Articles 3.1 to 3.9 as a whole.
func (c FaultCode) Article() string {
	if c >= faultCount {
		return "-"
	}
	return faults[c].article
}

// FaultCodes lists all faults, in a fixed order.
func FaultCodes() []FaultCode {
	out := make([]FaultCode, 0, faultCount-1)
	for c := NoFault + 1; c < faultCount; c++ {
		out = append(out, c)
	}
	return out
}

// Template is the sentence of a fault, as Text has it, with what it is about
// left open: {man}, {from}, {to}, {kind}, {square} and {other}.
func (c FaultCode) Template() string {
	if c >= faultCount {
		return ""
	}
	return faults[c].text
}

// Fault is one article that a move breaks.
type Fault struct {
	Code    FaultCode
	Article string // of fide-2023, "3.6"
	Move    Move   // NoMove when no single move describes what was done
	Man     Piece  // the man that moves
	Square  Square // where it goes wrong, NoSquare if the move says all
	Other   Piece  // what stands there
}

// Text is the fault as a sentence that a person can read: "a knight does not
// move from b1 to b3".
func (f Fault) Text() string {
	if f.Code >= faultCount {
		return f.Code.String()
	}
	return strings.NewReplacer(
		"{man}", f.Man.Kind().String(),
		"{from}", f.Move.From().String(),
		"{to}", f.Move.To().String(),
		"{kind}", f.Move.Promotion().String(),
		"{square}", f.Square.String(),
		"{other}", f.otherName(),
	).Replace(faults[f.Code].text)
}

// otherName names the man on Square; a man put on as a promotion needs its
// colour, too, since that may be what is wrong.
func (f Fault) otherName() string {
	name := f.Other.Kind().String()
	switch {
	case f.Other == Unknown || f.Code != PromotionWrongMan:
		return name
	case f.Other.Color() == White:
		return "white " + name
	}
	return "black " + name
}
