package touchmove

import "github.com/boardd/boardd/touchmove/laws"

// What a finding is made of; package laws explains it.
type (
	Finding       = laws.Finding
	Code          = laws.Code
	Level         = laws.Level
	Party         = laws.Party
	Event         = laws.Event
	Reason        = laws.Reason
	Remedy        = laws.Remedy
	ClaimCost     = laws.ClaimCost
	ClockProposal = laws.ClockProposal
	Times         = laws.Times
	FlagFacts     = laws.FlagFacts
	Evidence      = laws.Evidence
	Contact       = laws.Contact
)

// The levels of findings, and whom they are about.
const (
	Info      = laws.Info
	Certain   = laws.Certain
	Suspected = laws.Suspected
	Arbiter   = laws.Arbiter

	Both     = laws.Both
	ByWhite  = laws.ByWhite
	ByBlack  = laws.ByBlack
	Somebody = laws.Somebody
)

// What stands in a finding in words.
const (
	NoArticle        = laws.NoArticle
	TextSilent       = laws.TextSilent
	VendorConvention = laws.VendorConvention

	ByResignation = laws.ByResignation
	ByAgreement   = laws.ByAgreement
	ByEntry       = laws.ByEntry

	IfNotCompleted = laws.IfNotCompleted
	IfClaimed      = laws.IfClaimed
	IfLastPeriod   = laws.IfLastPeriod

	Touched  = laws.Touched
	Released = laws.Released
	Placed   = laws.Placed
)

// The codes.
const (
	NoCode                  = laws.NoCode
	Provisional             = laws.Provisional
	Retracted               = laws.Retracted
	MoveMade                = laws.MoveMade
	MoveCompleted           = laws.MoveCompleted
	CompletedByNextMove     = laws.CompletedByNextMove
	CaptureInferred         = laws.CaptureInferred
	AmbiguousCapture        = laws.AmbiguousCapture
	Ambiguous960Castle      = laws.Ambiguous960Castle
	Obliged                 = laws.Obliged
	CaptureObliged          = laws.CaptureObliged
	CastleObliged           = laws.CastleObliged
	CastleIntentUnknown     = laws.CastleIntentUnknown
	PromotionSquareFixed    = laws.PromotionSquareFixed
	PromotionChoiceFinal    = laws.PromotionChoiceFinal
	OrderUnknown            = laws.OrderUnknown
	KingMovePenalty         = laws.KingMovePenalty
	TouchBreach             = laws.TouchBreach
	ReleaseBreach           = laws.ReleaseBreach
	CastleRookFirst         = laws.CastleRookFirst
	PromotionChanged        = laws.PromotionChanged
	TouchClaimLapsed        = laws.TouchClaimLapsed
	OffTurnContact          = laws.OffTurnContact
	OutOfTurn               = laws.OutOfTurn
	ReplyBeforePress        = laws.ReplyBeforePress
	PressWithoutEffect      = laws.PressWithoutEffect
	ClockNoMove             = laws.ClockNoMove
	ClockStopped            = laws.ClockStopped
	MoveIncomplete          = laws.MoveIncomplete
	FlagFall                = laws.FlagFall
	BothFlags               = laws.BothFlags
	IllegalMade             = laws.IllegalMade
	IllegalNotCompleted     = laws.IllegalNotCompleted
	IllegalCompleted        = laws.IllegalCompleted
	IllegalSecond           = laws.IllegalSecond
	IllegalThird            = laws.IllegalThird
	IllegalStands           = laws.IllegalStands
	IllegalPositionPersists = laws.IllegalPositionPersists
	KingCaptured            = laws.KingCaptured
	CastleIncomplete        = laws.CastleIncomplete
	EPPawnLeft              = laws.EPPawnLeft
	PromotionUnreplaced     = laws.PromotionUnreplaced
	PromotionIncomplete     = laws.PromotionIncomplete
	PromotionWrongPiece     = laws.PromotionWrongPiece
	PromotionPieceUnknown   = laws.PromotionPieceUnknown
	BothKingsInCheck        = laws.BothKingsInCheck
	Displaced               = laws.Displaced
	Displacement            = laws.Displacement
	WrongInitialPosition    = laws.WrongInitialPosition
	BoardRotated            = laws.BoardRotated
	BoardReset              = laws.BoardReset
	Desync                  = laws.Desync
	Resync                  = laws.Resync
	SensorFault             = laws.SensorFault
	SensorNote              = laws.SensorNote
	Checkmate               = laws.Checkmate
	Stalemate               = laws.Stalemate
	DeadPosition            = laws.DeadPosition
	DeadPositionPossible    = laws.DeadPositionPossible
	DrawClaimable           = laws.DrawClaimable
	DrawClaimableByMove     = laws.DrawClaimableByMove
	ClaimRightLost          = laws.ClaimRightLost
	Fivefold                = laws.Fivefold
	SeventyFive             = laws.SeventyFive
	ResultSignal            = laws.ResultSignal
	ResultReported          = laws.ResultReported
	ResultTakenBack         = laws.ResultTakenBack
	CommandRefused          = laws.CommandRefused
)
