package touchmove

// What a finding carries instead of an article.
const (
	NoArticle        = "-"                 // no text of the Laws speaks of it
	TextSilent       = "text silent"       // the text in force does not speak of it
	VendorConvention = "vendor convention" // makers of boards do, and the Laws do not
)

// fixedArticles are those of the findings that rest on no text of the Laws.
var fixedArticles = [codeCount]string{
	Provisional: NoArticle, Retracted: NoArticle, Desync: NoArticle, Resync: NoArticle,
	SensorFault: NoArticle, BoardReset: NoArticle, CommandRefused: NoArticle,
	ResultSignal: VendorConvention,
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
	CastleObliged:           {topicKingAndRook, topicKingReleased},
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
