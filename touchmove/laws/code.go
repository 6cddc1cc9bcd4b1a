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

var codeNames = [CodeCount]string{
	Provisional:             "provisional",
	Retracted:               "retracted",
	MoveMade:                "move_made",
	MoveCompleted:           "move_completed",
	CompletedByNextMove:     "completed_by_next_move",
	CaptureInferred:         "capture_inferred",
	AmbiguousCapture:        "ambiguous_capture",
	Ambiguous960Castle:      "ambiguous_960_castle",
	Obliged:                 "obliged",
	CaptureObliged:          "capture_obliged",
	CastleObliged:           "castle_obliged",
	CastleIntentUnknown:     "castle_intent_unknown",
	PromotionSquareFixed:    "promotion_square_fixed",
	PromotionChoiceFinal:    "promotion_choice_final",
	OrderUnknown:            "order_unknown",
	KingMovePenalty:         "king_move_penalty",
	TouchBreach:             "touch_breach",
	ReleaseBreach:           "release_breach",
	CastleRookFirst:         "castle_rook_first",
	PromotionChanged:        "promotion_changed",
	TouchClaimLapsed:        "touch_claim_lapsed",
	OffTurnContact:          "off_turn_contact",
	OutOfTurn:               "out_of_turn",
	ReplyBeforePress:        "reply_before_press",
	PressWithoutEffect:      "press_without_effect",
	ClockNoMove:             "clock_no_move",
	ClockStopped:            "clock_stopped",
	MoveIncomplete:          "move_incomplete",
	FlagFall:                "flag_fall",
	BothFlags:               "both_flags",
	IllegalMade:             "illegal_made",
	IllegalNotCompleted:     "illegal_not_completed",
	IllegalCompleted:        "illegal_completed",
	IllegalSecond:           "illegal_second",
	IllegalThird:            "illegal_third",
	IllegalStands:           "illegal_stands",
	IllegalPositionPersists: "illegal_position_persists",
	KingCaptured:            "king_captured",
	CastleIncomplete:        "castle_incomplete",
	EPPawnLeft:              "ep_pawn_left",
	PromotionUnreplaced:     "promotion_unreplaced",
	PromotionIncomplete:     "promotion_incomplete",
	PromotionWrongPiece:     "promotion_wrong_piece",
	PromotionPieceUnknown:   "promotion_piece_unknown",
	BothKingsInCheck:        "both_kings_in_check",
	Displaced:               "displaced",
	Displacement:            "displacement",
	WrongInitialPosition:    "wrong_initial_position",
	BoardRotated:            "board_rotated",
	BoardReset:              "board_reset",
	Desync:                  "desync",
	Resync:                  "resync",
	SensorFault:             "sensor_fault",
	SensorNote:              "sensor_note",
	Checkmate:               "checkmate",
	Stalemate:               "stalemate",
	DeadPosition:            "dead_position",
	DeadPositionPossible:    "dead_position_possible",
	DrawClaimable:           "draw_claimable",
	DrawClaimableByMove:     "draw_claimable_by_move",
	ClaimRightLost:          "claim_right_lost",
	Fivefold:                "fivefold",
	SeventyFive:             "seventyfive",
	ResultSignal:            "result_signal",
	ResultReported:          "result_reported",
	ResultTakenBack:         "result_taken_back",
	CommandRefused:          "command_refused",
}

// String is the code as messages write it.
func (c Code) String() string { return enum.Of(codeNames[:], c, "?") }

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

// fixedArticles holds the articles of findings that rest on no text of the Laws.
var fixedArticles = [CodeCount]string{
	Provisional: NoArticle, Retracted: NoArticle, Desync: NoArticle, Resync: NoArticle,
	SensorFault: NoArticle, SensorNote: NoArticle, BoardReset: NoArticle, ResultTakenBack: NoArticle, CommandRefused: NoArticle,
	ResultSignal: VendorConvention,
}

// codeTopics holds the topics that each finding rests on if nothing narrows it down.
var codeTopics = [CodeCount][]Topic{
	MoveMade:                {TopicMade},
	MoveCompleted:           {TopicCompleted},
	CompletedByNextMove:     {TopicNextMove},
	CaptureInferred:         {TopicCapture},
	AmbiguousCapture:        {TopicCapture},
	Ambiguous960Castle:      {TopicCastling960},
	Obliged:                 {TopicOwn},
	CaptureObliged:          {TopicEnemy},
	CastleObliged:           {TopicKingAndRook, TopicKingReleased},
	CastleIntentUnknown:     {TopicCastleIllegal, TopicOwn},
	PromotionSquareFixed:    {TopicPromotionSquare},
	PromotionChoiceFinal:    {TopicPromotionFinal},
	OrderUnknown:            {TopicOrder},
	KingMovePenalty:         {TopicNoneCan},
	TouchBreach:             {TopicOwn},
	ReleaseBreach:           {TopicReleased},
	CastleRookFirst:         {TopicRookFirst},
	PromotionChanged:        {TopicPromotionFinal},
	TouchClaimLapsed:        {TopicTouchClaim},
	OffTurnContact:          {TopicAdjust},
	OutOfTurn:               {TopicTurn, TopicHasMove},
	ReplyBeforePress:        {TopicEarlyReply},
	PressWithoutEffect:      {TopicLever},
	ClockNoMove:             {TopicNoMove},
	ClockStopped:            {TopicStopClocks},
	MoveIncomplete:          {TopicUnfinished},
	FlagFall:                {TopicFlag, TopicCannotMate},
	BothFlags:               {TopicBothFlags},
	IllegalMade:             {TopicRestore},
	IllegalNotCompleted:     {TopicRestore},
	IllegalCompleted:        {TopicRestore},
	IllegalSecond:           {TopicLosing},
	IllegalThird:            {TopicLosing},
	IllegalStands:           {TopicTooLate},
	IllegalPositionPersists: {TopicBothKings},
	KingCaptured:            {TopicKingTaken, TopicRestore},
	CastleIncomplete:        {TopicKingReleased, TopicRestore},
	EPPawnLeft:              {TopicEnPassant, TopicRestore},
	PromotionUnreplaced:     {TopicPawnLeft},
	PromotionIncomplete:     {TopicPromotionSquare, TopicRestore},
	PromotionWrongPiece:     {TopicPromotion, TopicRestore},
	PromotionPieceUnknown:   {TopicPromotion},
	BothKingsInCheck:        {TopicBothKings},
	Displaced:               {TopicKnocked},
	Displacement:            {TopicKnocked, TopicAccident},
	WrongInitialPosition:    {TopicWrongArray},
	BoardRotated:            {TopicWrongBoard},
	Checkmate:               {TopicMate},
	Stalemate:               {TopicStalemate},
	DeadPosition:            {TopicDead},
	DeadPositionPossible:    {TopicDead},
	DrawClaimable:           {TopicThreefold},
	DrawClaimableByMove:     {TopicThreefoldByMove},
	ClaimRightLost:          {TopicClaimLost},
	Fivefold:                {TopicFivefold},
	SeventyFive:             {TopicSeventyFive},
	ResultReported:          {TopicResult},
}

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

// citesMove reports whether a finding cites the broken articles on how the pieces move.
func (c Code) citesMove() bool { return c == IllegalMade || c == IllegalCompleted }

// ofIllegalMove reports whether a finding is about an illegal move that may stand when it
// is too late to correct it.
func (c Code) ofIllegalMove() bool {
	return c == IllegalMade || c >= IllegalCompleted && c <= PromotionWrongPiece
}

// breach reports whether a code is a breach of Article 4.
func (c Code) breach() bool { return c >= TouchBreach && c <= PromotionChanged }

// leading returns the articles that a finding cites if nothing narrows it down.
func (r *Rules) leading(c Code) []string {
	if fixed := fixedArticles[c]; fixed != "" {
		return []string{fixed}
	}
	var articles []string
	for _, t := range codeTopics[c] {
		articles = addArticles(articles, r.Article(t))
	}
	if c.breach() && len(articles) > 0 {
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
	if c.citesMove() && len(articles) > 0 {
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
	if c.ofIllegalMove() && r.Stands() {
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
