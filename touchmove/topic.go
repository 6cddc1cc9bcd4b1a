package touchmove

// topic is something that a text of the Laws may settle and that a board or a
// clock can bear on. What no sensor sees, such as which hand was used, what was
// said, or who sits where, is no topic.
type topic uint8

// The topics, in the order of play.
const (
	// Having the move, touching.
	topicTurn topic = iota
	topicHasMove
	topicEarlyReply
	topicOwn
	topicSeveralOwn
	topicEnemy
	topicBothColours
	topicOrder
	topicAdjust
	topicAccident
	topicNoneCan
	topicRookFirst
	topicKingAndRook
	topicCastleIllegal
	topicKingReleased
	topicTouchClaim

	// Making and completing the move.
	topicReleased
	topicMade
	topicCapture
	topicEnPassant
	topicPromotion
	topicPromotionSquare
	topicPromotionFinal
	topicCastling
	topicCastling960
	topicCompleted
	topicNextMove
	topicLever

	// Illegal moves.
	topicIllegal
	topicKingInCheck
	topicKingTaken
	topicNotCompleted
	topicRestore
	topicReplacement
	topicOffence
	topicLosing
	topicOneFault
	topicTooLate
	topicPawnLeft
	topicUnfinished
	topicNoMove
	topicBothKings

	// Disorder on the board.
	topicKnocked
	topicDisplaced
	topicWrongArray
	topicMisplacedCastle
	topicWrongBoard
	topicStopClocks

	// Ends of the game.
	topicResult
	topicMate
	topicStalemate
	topicDead
	topicThreefold
	topicThreefoldByMove
	topicSame
	topicFivefold
	topicFifty
	topicFiftyByMove
	topicSeventyFive
	topicClaimLost
	topicResign
	topicAgreed
	topicFlag
	topicCannotMate
	topicCount
)

// way is which of the ways that a topic is known to be settled in a text takes.
type way uint8

// The ways, by topic; a topic that is not named has one, which is yes.
const (
	silent way = 0 // the text says nothing on it
	yes    way = 1

	notYetHis way = 2 // topicEarlyReply

	ifSaid way = 2 // topicAdjust: who says it beforehand

	deliberateOnly way = 2 // topicAccident

	ownOrOther way = 2 // topicIllegal: moving an opponent's man, too

	whenPressed way = 2 // topicNotCompleted

	afterMade      way = 1 // topicHasMove
	afterCompleted way = 2

	ownFirst way = 1 // topicBothColours: with the touched man, else the first touched
	anyMan   way = 2 // with the touched man, else with any other

	free      way = 1 // topicNoneCan
	kingMoves way = 2

	noCastling way = 1 // topicRookFirst
	noMatter   way = 2

	mustCastle way = 1 // topicKingAndRook
	kingBound  way = 2

	whenTouched  way = 1 // topicPromotionFinal
	whenReleased way = 2

	ofTouchesOnly way = 2 // topicTouchClaim

	rulesMet   way = 2 // topicMade
	partOfMove way = 2 // topicCapture

	withReleases way = 1 // topicReplacement: Articles 4.3 and 4.7
	touchesOnly  way = 2
	kingIfAsked  way = 3

	restoring way = 1 // topicRestore
	choosing  way = 2

	gainsTime  way = 1 // topicOffence
	winsIfAsks way = 2
	nothing    way = 3
	kingMove   way = 4

	drawnIfCannotMate way = 1 // topicLosing
	lostEvenSo        way = 2

	atGameEnd  way = 1 // topicTooLate
	atNextMove way = 2
	atTouch    way = 3

	aQueen     way = 1 // topicPawnLeft
	takenBack  way = 2
	notAllowed way = 3

	asIllegal way = 1 // topicNoMove, topicUnfinished
	improper  way = 2
	notMade   way = 3 // topicUnfinished only

	restoredByHim way = 1 // topicKnocked
	pressedBack   way = 2
	restoredOnly  way = 3

	newGame     way = 1 // topicWrongArray
	ifMade      way = 2 // claimed before so many moves were made
	ifCompleted way = 3

	mustTransfer  way = 1 // topicWrongBoard: to a correct board
	mayTransfer   way = 2
	newBoardGame  way = 3 // if claimed in time
	mayIfClaimed  way = 4
	mustIfClaimed way = 5

	inAccord way = 1 // topicMate, topicStalemate, topicDead: only by a move in accordance with Articles 3 and 4.2 to 4.7
	atOnce   way = 2

	notAtOnce way = 3 // topicDead: the text does not say that it ends the game

	positions way = 1 // topicThreefold
	moveLists way = 2

	sameMoves    way = 1 // topicSame
	rightsCount  way = 2
	movesCompare way = 3

	onClaim  way = 1 // topicFifty
	onDemand way = 2

	byTouching way = 1 // topicClaimLost
	byMoving   way = 2

	loses   way = 1 // topicResign
	orDraws way = 2
	named   way = 3

	seenOrClaimed way = 1 // topicFlag
	claimedOnly   way = 2
	mustBeCalled  way = 3

	seriesOfMoves  way = 1 // topicCannotMate: by any series of legal moves
	matingMaterial way = 2
	losesEvenSo    way = 3
)

// provision is what one text says on one topic.
type provision struct {
	way     way
	n       int    // the number that goes with it: seconds, moves, offences
	article string // several joined by "/"; "" if the text is silent
}
