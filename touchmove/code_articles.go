package touchmove

// noArticle is what a finding carries that no text of the Laws speaks of.
const noArticle = "-"

// textSilent is what a finding carries when the text in force does not speak of it.
const textSilent = "text silent"

// fixedArticles are those of the findings that rest on no text of the Laws.
var fixedArticles = [codeCount]string{
	Provisional: noArticle, Retracted: noArticle, Desync: noArticle, Resync: noArticle,
	SensorFault: noArticle, BoardReset: noArticle, CommandRefused: noArticle,
	ResultSignal: "vendor convention",
}

// codeTopics are the topics that each finding rests on.
var codeTopics = [codeCount][]topic{
	MoveMade:                {topicMade},
	MoveCompleted:           {topicCompleted},
	CompletedByNextMove:     {topicNextMove},
	CaptureInferred:         {topicCapture},
	AmbiguousCapture:        {topicCapture},
	Ambiguous960Castle:      {topicCastling960},
	Obliged:                 {topicOwn},
	CaptureObliged:          {topicEnemy},
	CastleObliged:           {topicKingAndRook},
	CastleIntentUnknown:     {topicCastleIllegal, topicOwn},
	PromotionSquareFixed:    {topicPromotionSquare},
	PromotionChoiceFinal:    {topicPromotionFinal},
	OrderUnknown:            {topicOrder},
	KingMovePenalty:         {topicNoneCan},
	TouchBreach:             {topicOwn},
	ReleaseBreach:           {topicReleased},
	CastleRookFirst:         {topicRookFirst},
	PromotionChanged:        {topicPromotionFinal},
	TouchClaimLapsed:        {topicTouchClaim},
	OffTurnContact:          {topicAdjust},
	OutOfTurn:               {topicTurn},
	ReplyBeforePress:        {topicEarlyReply},
	PressWithoutEffect:      {topicLever},
	ClockNoMove:             {topicNoMove},
	ClockStopped:            {topicStopClocks},
	MoveIncomplete:          {topicUnfinished},
	FlagFall:                {topicFlag, topicCannotMate},
	IllegalMade:             {topicRestore},
	IllegalNotCompleted:     {topicRestore},
	IllegalCompleted:        {topicRestore},
	IllegalSecond:           {topicLosing},
	IllegalThird:            {topicLosing},
	IllegalStands:           {topicTooLate},
	IllegalPositionPersists: {topicBothKings},
	KingCaptured:            {topicKingTaken, topicRestore},
	CastleIncomplete:        {topicKingReleased, topicRestore},
	EPPawnLeft:              {topicEnPassant, topicRestore},
	PromotionUnreplaced:     {topicPawnLeft},
	PromotionIncomplete:     {topicPromotionSquare, topicRestore},
	PromotionWrongPiece:     {topicPromotion, topicRestore},
	PromotionPieceUnknown:   {topicPromotion},
	BothKingsInCheck:        {topicBothKings},
	Displaced:               {topicKnocked},
	Displacement:            {topicKnocked, topicAccident},
	WrongInitialPosition:    {topicWrongArray},
	BoardRotated:            {topicWrongBoard},
	Checkmate:               {topicMate},
	Stalemate:               {topicStalemate},
	DeadPosition:            {topicDead},
	DeadPositionPossible:    {topicDead},
	DrawClaimable:           {topicThreefold},
	DrawClaimableByMove:     {topicThreefoldByMove},
	ClaimRightLost:          {topicClaimLost},
	Fivefold:                {topicFivefold},
	SeventyFive:             {topicSeventyFive},
	ResultReported:          {topicResult},
}
