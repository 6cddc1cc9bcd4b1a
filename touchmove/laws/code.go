package laws

import (
	"slices"
	"strings"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Code names the subject of a finding. The vocabulary is part of the message contract:
// codes are added, never changed.
type Code uint8

// The codes. The comment of the function that makes a finding explains its code.
const (
	NoCode Code = iota

	// What the board shows of the last ply.
	Provisional
	Retracted
	MoveMade
	MoveCompleted
	CompletedByNextMove
	CaptureInferred
	AmbiguousCapture
	Ambiguous960Castle

	// What the player having the move is bound to.
	Obliged
	CaptureObliged
	CastleObliged
	CastleIntentUnknown
	PromotionSquareFixed
	PromotionChoiceFinal
	OrderUnknown
	KingMovePenalty

	// Breaches of Article 4.
	TouchBreach
	ReleaseBreach
	CastleRookFirst
	PromotionChanged
	TouchClaimLapsed

	// Hands out of turn, and the clock.
	OffTurnContact
	OutOfTurn
	ReplyBeforePress
	PressWithoutEffect
	ClockNoMove
	ClockStopped
	MoveIncomplete
	FlagFall
	BothFlags

	// Illegal moves.
	IllegalMade
	IllegalNotCompleted
	IllegalCompleted
	IllegalSecond
	IllegalThird
	IllegalStands
	IllegalPositionPersists
	KingCaptured
	CastleIncomplete
	EPPawnLeft
	PromotionUnreplaced
	PromotionIncomplete
	PromotionWrongPiece
	PromotionPieceUnknown
	BothKingsInCheck

	// Disorder on the board.
	Displaced
	Displacement
	WrongInitialPosition
	BoardRotated
	BoardReset
	Desync
	Resync
	SensorFault
	SensorNote

	// Ends of the game.
	Checkmate
	Stalemate
	DeadPosition
	DeadPositionPossible
	DrawClaimable
	DrawClaimableByMove
	ClaimRightLost
	Fivefold
	SeventyFive
	ResultSignal
	ResultReported
	ResultTakenBack

	// Commands.
	CommandRefused

	CodeCount
)

// codeText is the name of a code, as messages write it, and the topics that its finding rests on
// if nothing narrows it down.
type codeText struct {
	name   string
	topics []Topic
}

var codes = [CodeCount]codeText{
	Provisional:             {"provisional", nil},
	Retracted:               {"retracted", nil},
	MoveMade:                {"move_made", []Topic{TopicMade}},
	MoveCompleted:           {"move_completed", []Topic{TopicCompleted}},
	CompletedByNextMove:     {"completed_by_next_move", []Topic{TopicNextMove}},
	CaptureInferred:         {"capture_inferred", []Topic{TopicCapture}},
	AmbiguousCapture:        {"ambiguous_capture", []Topic{TopicCapture}},
	Ambiguous960Castle:      {"ambiguous_960_castle", []Topic{TopicCastling960}},
	Obliged:                 {"obliged", []Topic{TopicOwn}},
	CaptureObliged:          {"capture_obliged", []Topic{TopicEnemy}},
	CastleObliged:           {"castle_obliged", []Topic{TopicKingAndRook, TopicKingReleased}},
	CastleIntentUnknown:     {"castle_intent_unknown", []Topic{TopicCastleIllegal, TopicOwn}},
	PromotionSquareFixed:    {"promotion_square_fixed", []Topic{TopicPromotionSquare}},
	PromotionChoiceFinal:    {"promotion_choice_final", []Topic{TopicPromotionFinal}},
	OrderUnknown:            {"order_unknown", []Topic{TopicOrder}},
	KingMovePenalty:         {"king_move_penalty", []Topic{TopicNoneCan}},
	TouchBreach:             {"touch_breach", []Topic{TopicOwn}},
	ReleaseBreach:           {"release_breach", []Topic{TopicReleased}},
	CastleRookFirst:         {"castle_rook_first", []Topic{TopicRookFirst}},
	PromotionChanged:        {"promotion_changed", []Topic{TopicPromotionFinal}},
	TouchClaimLapsed:        {"touch_claim_lapsed", []Topic{TopicTouchClaim}},
	OffTurnContact:          {"off_turn_contact", []Topic{TopicAdjust}},
	OutOfTurn:               {"out_of_turn", []Topic{TopicTurn, TopicHasMove}},
	ReplyBeforePress:        {"reply_before_press", []Topic{TopicEarlyReply}},
	PressWithoutEffect:      {"press_without_effect", []Topic{TopicLever}},
	ClockNoMove:             {"clock_no_move", []Topic{TopicNoMove}},
	ClockStopped:            {"clock_stopped", []Topic{TopicStopClocks}},
	MoveIncomplete:          {"move_incomplete", []Topic{TopicUnfinished}},
	FlagFall:                {"flag_fall", []Topic{TopicFlag, TopicCannotMate}},
	BothFlags:               {"both_flags", []Topic{TopicBothFlags}},
	IllegalMade:             {"illegal_made", []Topic{TopicRestore}},
	IllegalNotCompleted:     {"illegal_not_completed", []Topic{TopicRestore}},
	IllegalCompleted:        {"illegal_completed", []Topic{TopicRestore}},
	IllegalSecond:           {"illegal_second", []Topic{TopicLosing}},
	IllegalThird:            {"illegal_third", []Topic{TopicLosing}},
	IllegalStands:           {"illegal_stands", []Topic{TopicTooLate}},
	IllegalPositionPersists: {"illegal_position_persists", []Topic{TopicBothKings}},
	KingCaptured:            {"king_captured", []Topic{TopicKingTaken, TopicRestore}},
	CastleIncomplete:        {"castle_incomplete", []Topic{TopicKingReleased, TopicRestore}},
	EPPawnLeft:              {"ep_pawn_left", []Topic{TopicEnPassant, TopicRestore}},
	PromotionUnreplaced:     {"promotion_unreplaced", []Topic{TopicPawnLeft}},
	PromotionIncomplete:     {"promotion_incomplete", []Topic{TopicPromotionSquare, TopicRestore}},
	PromotionWrongPiece:     {"promotion_wrong_piece", []Topic{TopicPromotion, TopicRestore}},
	PromotionPieceUnknown:   {"promotion_piece_unknown", []Topic{TopicPromotion}},
	BothKingsInCheck:        {"both_kings_in_check", []Topic{TopicBothKings}},
	Displaced:               {"displaced", []Topic{TopicKnocked}},
	Displacement:            {"displacement", []Topic{TopicKnocked, TopicAccident}},
	WrongInitialPosition:    {"wrong_initial_position", []Topic{TopicWrongArray}},
	BoardRotated:            {"board_rotated", []Topic{TopicWrongBoard}},
	BoardReset:              {"board_reset", nil},
	Desync:                  {"desync", nil},
	Resync:                  {"resync", nil},
	SensorFault:             {"sensor_fault", nil},
	SensorNote:              {"sensor_note", nil},
	Checkmate:               {"checkmate", []Topic{TopicMate}},
	Stalemate:               {"stalemate", []Topic{TopicStalemate}},
	DeadPosition:            {"dead_position", []Topic{TopicDead}},
	DeadPositionPossible:    {"dead_position_possible", []Topic{TopicDead}},
	DrawClaimable:           {"draw_claimable", []Topic{TopicThreefold}},
	DrawClaimableByMove:     {"draw_claimable_by_move", []Topic{TopicThreefoldByMove}},
	ClaimRightLost:          {"claim_right_lost", []Topic{TopicClaimLost}},
	Fivefold:                {"fivefold", []Topic{TopicFivefold}},
	SeventyFive:             {"seventyfive", []Topic{TopicSeventyFive}},
	ResultSignal:            {"result_signal", nil},
	ResultReported:          {"result_reported", []Topic{TopicResult}},
	ResultTakenBack:         {"result_taken_back", nil},
	CommandRefused:          {"command_refused", nil},
}

// String is the code as messages write it.
func (c Code) String() string { return enum.Of(codes[:], c, codeText{name: "?"}).name }

// Codes lists the whole vocabulary, in a fixed order.
func Codes() []Code {
	out := make([]Code, 0, CodeCount-1)
	for c := NoCode + 1; c < CodeCount; c++ {
		out = append(out, c)
	}
	return out
}

// What stands in a finding in place of an article.
const (
	NoArticle        = "-"                 // no text of the Laws covers it
	TextSilent       = "text silent"       // the text in force does not cover it
	VendorConvention = "vendor convention" // a convention of the makers of boards, not of the Laws
)

// dutyTopics are the topics that can bind a player to moves (Open).
var dutyTopics = []Topic{TopicOwn, TopicEnemy, TopicSeveralOwn, TopicBothColours, TopicKingAndRook, TopicRookFirst, TopicCastleIllegal,
	TopicPromotionFinal, TopicReleased, TopicReleasedCapture, TopicKingReleased, TopicPromotionSquare, TopicReplacement}

// codeAlso holds further topics that a finding may cite, depending on what was done.
var codeAlso = [CodeCount][]Topic{
	Obliged:              append(slices.Clip(dutyTopics), TopicNoneCan),
	CaptureObliged:       {TopicBothColours, TopicReplacement},
	PromotionSquareFixed: dutyTopics,
	CastleObliged:        dutyTopics,
	KingMovePenalty:      {TopicReplacement},
	TouchBreach:          dutyTopics,
	ReleaseBreach:        {TopicReleasedCapture, TopicKingReleased, TopicPromotionSquare},
	DrawClaimable:        {TopicFifty},
	DrawClaimableByMove:  {TopicFiftyByMove},
	ResultReported:       {TopicResign, TopicAgreed},
}

// leading returns the articles that a finding cites if nothing narrows it down.
func (r *Rules) leading(c Code) []string {
	switch {
	case c == ResultSignal:
		return []string{VendorConvention}
	case c != NoCode && codes[c].topics == nil:
		return []string{NoArticle}
	}
	var articles []string
	for _, t := range codes[c].topics {
		articles = addArticles(articles, r.Article(t))
	}
	if c >= TouchBreach && c <= PromotionChanged && len(articles) > 0 { // a breach of Article 4
		articles = addArticles(articles, r.asked())
	}
	return articles
}

// asked returns the article by which a breach of Article 4 is ruled on only if a player
// asks; "" if the arbiter rules without that.
func (r *Rules) asked() string {
	if !r.Has(TopicAsked, OnRequest) {
		return ""
	}
	return r.Article(TopicAsked)
}

// BreachArticle joins the article of a breach of Article 4 and the one by which it is ruled
// on.
func (r *Rules) BreachArticle(article string) string {
	if article == "" {
		return ""
	}
	return strings.Join(addArticles(addArticles(nil, article), r.asked()), "/")
}

// Articles returns all articles that findings with a code may cite, the leading ones first;
// none if the rule set does not cover it.
func (r *Rules) Articles(c Code) []string {
	if c >= CodeCount {
		return nil
	}
	articles := slices.Clone(r.leading(c))
	for _, t := range codeAlso[c] {
		articles = addArticles(articles, r.Article(t))
	}
	if (c == IllegalMade || c == IllegalCompleted) && len(articles) > 0 { // it cites how the pieces move
		for _, code := range legality.FaultCodes() {
			for _, king := range [...]legality.Piece{placement.Empty, placement.WhiteKing} {
				articles = addArticles(articles, r.FaultArticle(legality.Fault{Code: code, Article: code.Article(), Piece: king}))
			}
		}
		articles = addArticles(articles, r.Article(TopicMisplacedCastle))
	}
	if c == OrderUnknown && r.Has(TopicRookFirst, NoCastling) {
		articles = addArticles(addArticles(articles, r.Article(TopicKingAndRook)), r.Article(TopicRookFirst))
	}
	if c == PromotionChanged && r.Has(TopicPawnLeft, AQueen) {
		articles = addArticles(articles, r.Article(TopicPawnLeft))
	}
	if (c == IllegalMade || c >= IllegalCompleted && c <= PromotionWrongPiece) && r.Stands() {
		articles = addArticles(articles, r.Article(TopicTooLate))
	}
	return articles
}

// addArticles appends those of the joined articles that are missing.
func addArticles(articles []string, joined string) []string {
	for _, a := range strings.Split(joined, "/") {
		if a != "" && !slices.Contains(articles, a) {
			articles = append(articles, a)
		}
	}
	return articles
}
