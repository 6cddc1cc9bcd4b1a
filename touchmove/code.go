package touchmove

// Code names what a finding is about. The vocabulary is part of the message
// contract: codes are added, never changed.
type Code uint8

// The codes. Each is explained where it is found.
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

	// Commands.
	CommandRefused

	codeCount
)

var codeNames = [codeCount]string{
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
	CommandRefused:          "command_refused",
}

// String is the code as messages write it.
func (c Code) String() string {
	if c >= codeCount {
		return "?"
	}
	return codeNames[c]
}

// Codes lists the whole vocabulary, in a fixed order.
func Codes() []Code {
	out := make([]Code, 0, codeCount-1)
	for c := NoCode + 1; c < codeCount; c++ {
		out = append(out, c)
	}
	return out
}
