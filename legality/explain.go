package legality

import (
	"math/bits"
	"strings"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality/placement"
)

// FaultCode is what is wrong with a move. It is the same in every edition of the Laws; the
// article that forbids it differs.
type FaultCode uint8

// The faults. Each is explained by its sentence in the table below.
const (
	NoFault FaultCode = iota

	// Who may move, and what may stand where.
	NoPiece
	WrongSide
	OwnPiece
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
	EnPassantPawnLeft
	PromotionWrongPiece
	PromotionPawnLeft
	PieceVanished
	SeveralMoved

	faultCount
)

type faultText struct{ name, article, text string }

// faults names each code, gives its article in fide-2023 and its sentence.
// In a sentence {piece} moves from {from} to {to}, {kind} is what a pawn should
// become, and {other} stands on {square}.
var faults = [faultCount]faultText{
	NoFault:              {"none", "-", "nothing is wrong"},
	NoPiece:              {"no_man", "3.10.2", "no piece stands on {from}"},
	WrongSide:            {"wrong_side", "1.2", "the {piece} on {from} is the opponent's"},
	OwnPiece:             {"own_man", "3.1", "a {piece} may not move to {square}, where a {other} of its own colour stands"},
	KingTaken:            {"king_taken", "1.4.1", "the king on {square} may not be captured"},
	BishopMove:           {"bishop_move", "3.2", "a bishop does not move from {from} to {to}"},
	RookMove:             {"rook_move", "3.3", "a rook does not move from {from} to {to}"},
	QueenMove:            {"queen_move", "3.4", "a queen does not move from {from} to {to}"},
	PathBlocked:          {"path_blocked", "3.5", "a {piece} may not move over the {other} on {square}"},
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
	PromotionElsewhere:   {"promotion_elsewhere", "3.7.3.3", "a {piece} that moves from {from} to {to} may not be exchanged for a {kind}"},
	CastlingNoKing:       {"castling_no_king", "3.8.2", "no king that could castle stands on {from}"},
	CastlingNoRook:       {"castling_no_rook", "3.8.2", "no rook that could castle stands on {to}"},
	CastlingRightLost:    {"castling_right_lost", "3.8.2.1", "the right to castle with the rook on {to} is lost"},
	CastlingBlocked:      {"castling_blocked", "3.8.2.2.2", "the {other} on {square} is in the way of castling"},
	CastlingInCheck:      {"castling_in_check", "3.8.2.2.1", "the king on {square} may not castle out of check"},
	CastlingThroughCheck: {"castling_through_check", "3.8.2.2.1", "the king may not castle across {square}, which is attacked"},
	CastlingIntoCheck:    {"castling_into_check", "3.8.2.2.1", "the king may not castle to {square}, which is attacked"},
	KingLeftInCheck:      {"king_left_in_check", "3.9.2", "the king on {square} is left in check"},
	KingPutInCheck:       {"king_put_in_check", "3.9.2", "the king on {square} is put in check"},
	CastlingHalf:         {"castling_half", "3.8.2", "to castle, the {other} on {square} must move, too"},
	EnPassantPawnLeft:    {"en_passant_man_left", "3.7.3.1", "the pawn on {square}, captured en passant, still stands on the board"},
	PromotionWrongPiece:  {"promotion_wrong_man", "3.7.3.3", "a pawn may not be exchanged for the {other} put on {square}"},
	PromotionPawnLeft:    {"promotion_pawn_left", "3.7.3.3", "the pawn on {from}, exchanged on {to}, still stands on the board"},
	PieceVanished:        {"man_vanished", "3.10.2", "the {other} on {square} was taken off without being captured"},
	SeveralMoved:         {"several_moved", "3.10.2", "no single move leads to what stands on the board"},
}

// String returns the code as logs write it, "knight_move".
func (c FaultCode) String() string { return c.about().name }

// Article returns the article of fide-2023 that the fault breaks; 3.10.2 where a move fails
// the requirements of Articles 3.1 to 3.9 as a whole.
func (c FaultCode) Article() string { return c.about().article }

func (c FaultCode) about() faultText { return enum.Of(faults[:], c, faultText{"?", "-", ""}) }

// FaultCodes lists all faults, in a fixed order.
func FaultCodes() []FaultCode {
	out := make([]FaultCode, 0, faultCount-1)
	for c := NoFault + 1; c < faultCount; c++ {
		out = append(out, c)
	}
	return out
}

// Template returns the sentence of Text with its fields open: {piece}, {from},
// {to}, {kind}, {square} and {other}.
func (c FaultCode) Template() string { return c.about().text }

// Fault is one article that a move breaks.
type Fault struct {
	Code    FaultCode
	Article string // of fide-2023, "3.6"
	Move    Move   // NoMove when no single move describes what was done
	Piece   Piece  // the piece that moves
	Square  Square // where it goes wrong, NoSquare if the move says all
	Other   Piece  // what stands there
}

// Text returns the fault as a sentence that a person can read: "a knight does not
// move from b1 to b3".
func (f Fault) Text() string {
	if f.Code >= faultCount {
		return f.Code.String()
	}
	return strings.NewReplacer(
		"{piece}", f.Piece.Kind().String(),
		"{from}", f.Move.From().String(),
		"{to}", f.Move.To().String(),
		"{kind}", f.Move.Promotion().String(),
		"{square}", f.Square.String(),
		"{other}", f.otherName(),
	).Replace(faults[f.Code].text)
}

// otherName returns the name of the piece on Square. For a wrong promotion it includes the
// colour, because the colour may be what is wrong.
func (f Fault) otherName() string {
	name := f.Other.Kind().String()
	switch {
	case f.Other == Unknown || f.Code != PromotionWrongPiece:
		return name
	case f.Other.Color() == White:
		return "white " + name
	}
	return "black " + name
}

// Explain returns every article that a move breaks, those about the piece and its
// way before those about the king. It returns nil exactly when the move is legal.
// It follows the wording of the Laws and shares no code with Generate, so each
// checks the other.
func (p *Position) Explain(m Move) []Fault {
	e := p.explainer(m)
	e.result = p.Play(m)
	return e.explain()
}

// explainer gathers the faults of one move.
type explainer struct {
	p      *Position
	m      Move
	piece  Piece
	side   Color    // of the piece; the other side may have the move
	result Position // what stands on the board after it
	faults []Fault
}

func (p *Position) explainer(m Move) explainer {
	piece := p.board[m.From()]
	return explainer{p: p, m: m, piece: piece, side: piece.Color() & 1}
}

// add notes a fault, and the square that it is about.
func (e *explainer) add(code FaultCode, s Square) {
	e.faults = append(e.faults, Fault{Code: code, Article: code.Article(), Move: e.m, Piece: e.piece, Square: s, Other: e.p.At(s)})
}

func (e *explainer) explain() []Fault {
	switch {
	case e.m.IsCastling():
		e.castling()
		e.kings(e.result.Kings(e.side) &^ e.m.KingTo().Set())
	case e.piece == Empty:
		e.add(NoPiece, e.m.From())
	default:
		e.target()
		e.way()
		e.promotion()
		e.kings(e.result.Kings(e.side))
	}
	return e.faults
}

func (e *explainer) occupied() Set { return e.p.colors[0] | e.p.colors[1] }

// target judges which side moves and what stands on the square entered.
func (e *explainer) target() {
	if e.side != e.p.turn {
		e.add(WrongSide, e.m.From())
	}
	to := e.m.To()
	switch other := e.p.board[to]; {
	case other == Empty || to == e.m.From():
	case other.Is(e.side):
		e.add(OwnPiece, to)
	case other.Kind() == King:
		e.add(KingTaken, to)
	}
}

// pieceMovesOf says for each kind but the pawn which squares it moves to on an
// empty board (3.2 to 3.4, 3.6, 3.8.1), and the fault of moving elsewhere.
var pieceMovesOf = [...]struct {
	kind  Kind
	fault FaultCode
	moves func(s Square) Set
}{
	{Knight, KnightMove, func(s Square) Set { return knightAttacks[s] }},
	{Bishop, BishopMove, func(s Square) Set { return linesOf[s].slanted }},
	{Rook, RookMove, func(s Square) Set { return linesOf[s].straight }},
	{Queen, QueenMove, func(s Square) Set { return linesOf[s].straight | linesOf[s].slanted }},
	{King, KingMove, func(s Square) Set { return kingAttacks[s] }},
}

// way judges how the piece moves and what is in its way.
func (e *explainer) way() {
	if e.piece.Kind() == Pawn {
		e.pawnWay()
		return
	}
	from, to := e.m.From(), e.m.To()
	for _, k := range pieceMovesOf {
		if k.kind == e.piece.Kind() && !k.moves(from).Has(to) {
			e.add(k.fault, to)
			return
		}
	}
	if e.piece.Kind() == Knight {
		return
	}
	if blockers := between(from, to) & e.occupied(); blockers != 0 {
		e.add(PathBlocked, nearest(from, to, blockers))
	}
}

// nearest returns the square of a set that is nearest to a on the line from a to b.
// The set is not empty.
func nearest(a, b Square, set Set) Square {
	if b > a {
		return set.First()
	}
	return Square(63 - bits.LeadingZeros64(uint64(set)))
}

// kings judges the safety of the mover's kings after the move (3.9.2).
func (e *explainer) kings(kings Set) {
	enemy := e.side ^ 1
	for kings != 0 {
		king := kings.Pop()
		if !e.result.Attacked(king, enemy) {
			continue
		}
		before := king
		if e.piece.Kind() == King && king == e.m.To() && !e.m.IsCastling() {
			before = e.m.From()
		}
		if e.p.Kings(e.side).Has(before) && e.p.Attacked(before, enemy) {
			e.add(KingLeftInCheck, king)
		} else {
			e.add(KingPutInCheck, king)
		}
	}
}

// castling judges castling (3.8.2), except for the safety of other kings.
func (e *explainer) castling() {
	king, rook := e.m.From(), e.m.To()
	if e.piece != Empty && e.side != e.p.turn {
		e.add(WrongSide, king)
	}
	if e.m.Promotion() != NoKind {
		e.add(PromotionElsewhere, rook)
	}
	onRank := backRank[e.side].Has(king) && backRank[e.side].Has(rook)
	if e.piece.Kind() != King || !onRank {
		e.add(CastlingNoKing, king)
	}
	if e.p.board[rook] != placement.MakePiece(e.side, Rook) || !onRank {
		e.add(CastlingNoRook, rook)
	}
	if king != e.p.castlingKing(e.side) || !e.p.rights.Has(rook) {
		e.add(CastlingRightLost, rook)
	}
	if onRank && e.piece.Kind() == King && king != rook {
		e.castlingWay(king, rook)
	}
}

// castlingWay judges what temporarily prevents castling (3.8.2.2).
func (e *explainer) castlingWay(king, rook Square) {
	if blockers := e.p.castlingBlockers(king, rook); blockers != 0 {
		e.add(CastlingBlocked, nearest(king, rook, blockers))
	}
	attacked := e.p.castlingAttacked(king, rook)
	if attacked.Has(king) {
		e.add(CastlingInCheck, king)
	}
	to := e.m.KingTo()
	if across := attacked &^ king.Set() &^ to.Set(); across != 0 {
		e.add(CastlingThroughCheck, nearest(king, to, across))
	}
	exposed := e.result.Kings(e.side).Has(to) && e.result.Attacked(to, e.side^1)
	if to != king && attacked.Has(to) || exposed && !attacked.Has(to) {
		e.add(CastlingIntoCheck, to)
	}
}

// pawnWay judges how a pawn moves (3.7.1 to 3.7.3.2).
func (e *explainer) pawnWay() {
	from, to := e.m.From(), e.m.To()
	up := Square(8)
	if e.side == Black {
		up = -up
	}
	switch {
	case pawnAttacks[e.side][from].Has(to):
		e.pawnDiagonal()
	case to == from+up:
		if e.p.board[to] != Empty {
			e.add(PawnBlocked, to)
		}
	case to == from+2*up:
		e.pawnDouble(from+up, to)
	default:
		e.add(PawnMove, to)
	}
}

// pawnDouble judges a pawn's move of two squares, over one to another.
func (e *explainer) pawnDouble(over, to Square) {
	if !isDoubleStep(e.m.From(), to, e.piece) {
		e.add(PawnNotFirstMove, e.m.From())
	}
	for _, s := range [2]Square{over, to} {
		if e.p.board[s] != Empty {
			e.add(PawnDoubleBlocked, s)
			return
		}
	}
}

// pawnDiagonal judges a pawn's step to a square that it attacks.
//
// The position knows legal captures en passant only. Suppose that a capture is illegal
// because it exposes the capturer's king, and that the last move may have been the double
// step. Then the exposed king is the fault, and not lateness.
func (e *explainer) pawnDiagonal() {
	from, to := e.m.From(), e.m.To()
	switch {
	case e.p.board[to] != Empty:
	case !e.p.looksEnPassant(from, to, e.piece) || e.result.board[to^8] != Empty:
		e.add(PawnCaptureEmpty, to)
	case e.p.EnPassant() == to:
	case e.p.ep != 0 || e.p.halfmove != 0 || e.p.epSafe(from, to, e.p.Kings(e.side)):
		e.add(EnPassantLate, to^8)
	}
}

// promotion judges what the pawn becomes (3.7.3.3).
func (e *explainer) promotion() {
	kind, promotes := e.m.Promotion(), e.piece.Kind() == Pawn && lastRank[e.side].Has(e.m.To())
	switch {
	case !promotes && kind != NoKind:
		e.add(PromotionElsewhere, e.m.To())
	case promotes && kind == NoKind:
		e.add(PromotionMissing, e.m.To())
	case promotes && !canPromoteTo(kind):
		e.add(PromotionKind, e.m.To())
	}
}
