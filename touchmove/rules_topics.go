package touchmove

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/internal/enum"
)

// topic is a matter that a text of the Laws may settle and that a board or a clock can bear
// on. What no sensor sees is no topic: which hand was used, what was said, who sits where.
type topic uint8

// The topics, in the order of play.
const (
	// Having the move, touching.
	topicFirst topic = iota
	topicTurn
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
	topicAsked

	// Making and completing the move.
	topicReleased
	topicReleasedCapture
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
	topicSetClocks

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
	topicClaimCost
	topicResign
	topicAgreed
	topicPrescribed
	topicFlag
	topicBothFlags
	topicCannotMate
	topicCount
)

// way is the number of one of the ways in which texts settle a topic.
type way uint8

// The ways, by topic. If a topic has no entry here, its only way is yes.
const (
	silent way = 0 // the text does not settle it
	yes    way = 1

	notYetHis way = 2 // topicEarlyReply

	ifSaid way = 2 // topicAdjust: who says it beforehand

	deliberateOnly way = 2 // topicAccident

	ownOrOther way = 2 // topicIllegal: moving an opponent's piece, too

	whenPressed way = 2 // topicNotCompleted

	byWhite way = 1 // topicFirst
	byLot   way = 2

	afterMade      way = 1 // topicHasMove
	afterCompleted way = 2
	inTurn         way = 3 // the text does not distinguish the made move from the completed one

	ownFirst way = 1 // topicBothColours: with the touched piece, else the first touched
	anyPiece way = 2 // with the touched piece, else with any other

	free      way = 1 // topicNoneCan
	kingMoves way = 2

	noCastling way = 1 // topicRookFirst
	noMatter   way = 2

	mustCastle way = 1 // topicKingAndRook
	kingBound  way = 2

	kingElseAny  way = 1 // topicCastleIllegal
	firstTouched way = 2

	whenTouched  way = 1 // topicPromotionFinal
	whenReleased way = 2

	ofTouchesOnly way = 2 // topicTouchClaim

	unasked   way = 1 // topicAsked
	onRequest way = 2

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

	ifMadeOrAgreed way = 4 // ... and later with the opponent's consent

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

	whenCompleted way = 3 // topicFifty: when the last of them is completed
	sinceChange   way = 4 // ... counted from the last capture or promotion

	byTouching way = 1 // topicClaimLost
	byMoving   way = 2

	timeAdded way = 1 // topicClaimCost: to the opponent
	timeTaken way = 2 // half of the claimant's, too

	loses   way = 1 // topicResign
	orDraws way = 2
	named   way = 3

	whenBothMoved way = 2 // topicAgreed: both players must have made a move
	whenOffered   way = 3 // an offer is to follow a move, and is valid at other times

	goesOn           way = 1 // topicBothFlags: unless it is known which fell first
	drawnUnlessFirst way = 2
	drawnAnyway      way = 3
	byPeriod         way = 4 // unless it is known: drawn in the last one, else the game goes on

	seenOrClaimed way = 1 // topicFlag
	claimedOnly   way = 2
	mustBeCalled  way = 3

	seriesOfMoves  way = 1 // topicCannotMate: by any series of legal moves
	matingMaterial way = 2
	losesEvenSo    way = 3
)

// provision is what one text lays down on one topic.
type provision struct {
	way     way
	n       int    // the number that goes with it: seconds, moves, offences
	article string // several joined by "/"; "" if the text is silent
}

// Topic is a matter that a text of the Laws may settle and that a board or a clock can bear
// on.
type Topic = topic

// Topics lists all topics, in the order of play.
func Topics() []Topic {
	out := make([]Topic, topicCount)
	for i := range out {
		out[i] = Topic(i)
	}
	return out
}

// String returns the topic in a few words: "own piece touched".
func (t topic) String() string { return enum.Of(topicWords[:], t, topicText{name: "?"}).name }

// Ways returns the ways in which the texts settle a topic, in words; {n} in them stands for
// a number.
func (t topic) Ways() []string {
	if t >= topicCount {
		return nil
	}
	return slices.Clone(topicWords[t].ways)
}

// Provision is what one text lays down on one topic. The zero value means that the text is
// silent on it.
type Provision struct {
	Way     int    // which of the topic's ways, from 1; 0 if the text is silent
	N       int    // the number that goes with it: seconds, moves, offences
	Words   string // the way in words
	Article string // several joined by "/"
}

// Provision returns what the rule set lays down on a topic.
func (r *Rules) Provision(t Topic) Provision {
	if t >= topicCount || !r.settles(t) {
		return Provision{}
	}
	law := r.law[t]
	words := strings.ReplaceAll(topicWords[t].ways[law.way-1], "{n}", strconv.Itoa(law.n))
	return Provision{Way: int(law.way), N: law.n, Words: words, Article: law.article}
}

// Topics returns the topics that a finding may rest on, the leading one first; none if the
// finding rests on no text of the Laws.
func (c Code) Topics() []Topic {
	if c >= codeCount {
		return nil
	}
	return slices.Concat(codeTopics[c], slices.DeleteFunc(slices.Clone(codeAlso[c]), func(t topic) bool { return slices.Contains(codeTopics[c], t) }))
}

// Remedies returns the topics on what follows from a breach or an illegal move; none for
// any other code.
func (c Code) Remedies() []Topic {
	switch c {
	case TouchBreach, ReleaseBreach, CastleRookFirst, PromotionChanged:
		return []Topic{topicTouchClaim, topicAsked}
	case FlagFall:
		return []Topic{topicPrescribed}
	case BothFlags:
		return []Topic{topicPrescribed, topicCannotMate}
	case ClockNoMove, MoveIncomplete, IllegalSecond, IllegalThird:
		return []Topic{topicOffence, topicLosing, topicTooLate}
	case IllegalMade, IllegalCompleted, KingCaptured, CastleIncomplete, EPPawnLeft, PromotionUnreplaced, PromotionIncomplete, PromotionWrongPiece:
		return []Topic{topicReplacement, topicOffence, topicLosing, topicTooLate}
	}
	return nil
}

// ArticleOf returns the article that a finding cites if nothing narrows it down; several
// are joined by "/". It is "text silent" if the rule set does not cover the matter, and "-"
// if no text of the Laws does.
func (r *Rules) ArticleOf(c Code) string {
	if c >= codeCount || r.codes[c] == "" {
		return TextSilent
	}
	return r.codes[c]
}

// Barred reports whether an illegal move that breaks these articles cannot stand,
// whatever the opponent chooses (Bilguer §5, §9).
func (r *Rules) Barred(why []Reason) bool {
	return r.has(topicRestore, choosing) && slices.ContainsFunc(why, func(w Reason) bool {
		return w.Article == r.article(topicKingInCheck) || w.Article == r.article(topicPawnLeft)
	})
}

// WinOnClaim reports whether the opponent may claim the win after a completed
// illegal move, before he has made his own (FIDE 1997, C.3).
func (r *Rules) WinOnClaim() bool { return r.has(topicOffence, winsIfAsks) }

// Variants returns a rule set for every class of time control that the text covers, first
// with normal supervision and then, if that can differ, with full supervision; nil if the
// name is not known.
func Variants(name string) []*Rules {
	i := slices.Index(RuleSets(), name)
	if i < 0 {
		return nil
	}
	var out []*Rules
	for _, class := range editions[i].classes {
		normal, full := newRules(editions[i], class, false), newRules(editions[i], class, true)
		out = append(out, normal)
		if normal.law != full.law {
			out = append(out, full)
		}
	}
	return out
}

// ParseCode reads a code as messages write it.
func ParseCode(name string) (Code, bool) {
	c, ok := enum.Parse[Code](codeNames[:], name)
	return c, ok && c > 0
}

// ParseLevel reads a level as messages write it.
func ParseLevel(name string) (Level, bool) { return enum.Parse[Level](levelNames[:], name) }

// ParseParty reads a party as messages write it.
func ParseParty(name string) (Party, bool) {
	i := strings.Index("-wb?", name)
	return Party(max(0, i)), i >= 0 && len(name) == 1
}

// topicText is the name of a topic and its ways in words; {n} stands for a number.
type topicText struct {
	name string
	ways []string
}

var topicWords = [topicCount]topicText{
	topicFirst:           {"first move", []string{"White makes it", "by lot, then each player in turn from game to game, whatever the colour"}},
	topicTurn:            {"turn", []string{"the players move alternately"}},
	topicHasMove:         {"having the move", []string{"once the opponent's move is made", "once the opponent's move is completed", "when it is the player's turn"}},
	topicEarlyReply:      {"reply before the press", []string{"allowed; the first player must still be allowed to press the clock", "the player does not have the move yet"}},
	topicOwn:             {"own piece touched", []string{"must be moved"}},
	topicSeveralOwn:      {"several pieces of one colour touched", []string{"the first that can be moved or captured"}},
	topicEnemy:           {"opponent's piece touched", []string{"must be captured"}},
	topicBothColours:     {"pieces of both colours touched", []string{"the one captures the other, else the first touched that can be moved or captured", "the one captures the other, else any other piece captures it"}},
	topicOrder:           {"order of touching unknown", []string{"the player's own piece counts as touched first"}},
	topicAdjust:          {"adjusting", []string{"only if announced, by the player having the move", "free if announced"}},
	topicAccident:        {"accidental touch", []string{"does not bind", "only a deliberate touch binds"}},
	topicNoneCan:         {"touched piece that cannot be moved or captured", []string{"any legal move", "the king must move, not by castling; if it cannot, no consequence"}},
	topicRookFirst:       {"rook touched, then king", []string{"no castling with that rook; the rook must move, else the king", "the order does not matter"}},
	topicKingAndRook:     {"king touched, then rook", []string{"must castle on that side if it is legal", "the king must move; castling is not compulsory"}},
	topicCastleIllegal:   {"king and rook touched, castling there illegal", []string{"the king must move, castling on the other side included; if it cannot, any legal move", "the first touched that can be moved"}},
	topicKingReleased:    {"king released two squares away", []string{"only that castling is open, if it is legal"}},
	topicTouchClaim:      {"claim against a touch breach", []string{"lapses when the opponent touches a piece", "lapses when the opponent touches a piece; not that against moving a piece that was released"}},
	topicAsked:           {"ruling on a touch breach", []string{"the arbiter sees to it unasked", "only when a player asks for it"}},
	topicReleased:        {"piece released on another square", []string{"it stays there, if that is a legal move or part of one"}},
	topicReleasedCapture: {"capturing piece released", []string{"it stays there, if that is a legal move or part of one"}},
	topicMade:            {"move made", []string{"when every piece of it has been released", "when all that is asked of the move has been done"}},
	topicCapture:         {"capture", []string{"made when the captured piece is off and the own one released", "the captured piece is removed as part of the same move"}},
	topicEnPassant:       {"en passant", []string{"on the next move only; the captured pawn is removed"}},
	topicPromotion:       {"promotion", []string{"part of the same move; queen, rook, bishop or knight"}},
	topicPromotionSquare: {"pawn released on the last rank", []string{"the square is fixed; the move is not made yet"}},
	topicPromotionFinal:  {"choice of the promotion piece", []string{"final when the piece touches the square", "final when the piece is released"}},
	topicCastling:        {"castling", []string{"king and rook unmoved; no check on the king's way; nothing between"}},
	topicCastling960:     {"castling in Chess960", []string{"final squares as in standard chess; four ways of moving king and rook"}},
	topicCompleted:       {"move completed", []string{"by the press, or when it ends the game"}},
	topicNextMove:        {"move never pressed", []string{"completed by the player's own next move"}},
	topicLever:           {"press while the own clock stands", []string{"completes nothing"}},
	topicIllegal:         {"illegal move", []string{"a move that the rules for the pieces do not allow", "a move against the way the pieces move, or of the opponent's piece"}},
	topicKingInCheck:     {"king in check", []string{"may not be left or put there"}},
	topicKingTaken:       {"king captured", []string{"not allowed"}},
	topicNotCompleted:    {"illegal move not completed", []string{"corrected freely, bound by what was touched", "completed once the opponent's clock runs"}},
	topicRestore:         {"illegal move completed", []string{"the position before the move is restored", "the opponent lets it stand, has it taken back, or asks for a king move"}},
	topicReplacement:     {"move that replaces an illegal one", []string{"bound by what was touched and released", "bound by what was touched", "a king move if the opponent asks for it"}},
	topicOffence:         {"consequence of an illegal move", []string{"{n} s for the opponent", "the opponent may claim the win before making the next move", "none but the restoration", "a king move, if the opponent asks for it"}},
	topicLosing:          {"offence that loses the game", []string{"number {n}; drawn if the opponent cannot mate", "number {n}"}},
	topicOneFault:        {"two faults in one move", []string{"count as one (interpretation of 2017)"}},
	topicTooLate:         {"illegal move too late to correct", []string{"when the game is over", "when the opponent has made the next move", "when the opponent has touched a piece"}},
	topicPawnLeft:        {"pawn left on the last rank, clock pressed", []string{"illegal; it becomes a queen", "illegal; taken back, free choice", "it may not stand there; what follows is not said"}},
	topicUnfinished:      {"clock pressed in the middle of a move", []string{"as an illegal move", "improper handling of the clock", "the move is not made; what follows for the press is not said"}},
	topicNoMove:          {"clock pressed without a move", []string{"as an illegal move", "improper handling of the clock; the arbiter's discretion"}},
	topicBothKings:       {"both kings in check, pawn on the last rank", []string{"the arbiter waits for the next completed move; still illegal: drawn"}},
	topicKnocked:         {"pieces knocked over", []string{"put right in the player's own time", "put right in the player's own time; the opponent may press the clock back", "the position before that is restored, else the game is void"}},
	topicDisplaced:       {"displaced piece found later", []string{"the position before that is restored"}},
	topicWrongArray:      {"wrong initial position", []string{"a new game", "a new game, if claimed before each side has made {n} moves", "a new game, if claimed before each side has completed {n} moves", "a new game, if claimed before each side has made {n} moves; later with the opponent's consent"}},
	topicMisplacedCastle: {"castling with a misplaced king or rook", []string{"never"}},
	topicWrongBoard:      {"board laid wrongly", []string{"play goes on, the position is put on a correct board", "play goes on, the position may be put on a correct board", "a new game, if claimed before each side has made {n} moves; later with the opponent's consent", "the position may be put on a correct board, if claimed before each side has made {n} moves", "the position is put on a correct board, if claimed before each side has completed {n} moves"}},
	topicStopClocks:      {"stopping the clocks", []string{"by the arbiter, or by a player who calls the arbiter"}},
	topicSetClocks:       {"clock times when a position is restored", []string{"the arbiter determines them by his best judgement"}},
	topicResult:          {"end of the game", []string{"won by mate or resignation, drawn by stalemate; what else ends it: below"}},
	topicMate:            {"checkmate", []string{"ends the game, by a move in accordance with the rules for moving and touching", "ends the game"}},
	topicStalemate:       {"stalemate", []string{"drawn, by a move in accordance with the rules for moving and touching", "drawn"}},
	topicDead:            {"no mate possible", []string{"drawn, by a move in accordance with the rules for moving and touching", "drawn", "drawn; that it ends the game at once is not said"}},
	topicThreefold:       {"threefold repetition", []string{"the player having the move may claim a draw", "of a series of moves: either player may claim a draw"}},
	topicThreefoldByMove: {"threefold repetition by a move not yet played", []string{"the player having the move may announce the move and claim a draw"}},
	topicFiftyByMove:     {"the 50th move not yet played", []string{"the player having the move may announce the move and claim a draw"}},
	topicSame:            {"what is the same position", []string{"same pieces, same moves possible, same player to move", "same pieces and moves; en passant and castling rights count", "the moves are compared, not the positions"}},
	topicFivefold:        {"fivefold repetition", []string{"drawn at once"}},
	topicFifty:           {"50 moves without capture or pawn move", []string{"the player having the move may claim a draw", "counted from when the opponent asks for it", "the player having the move may claim a draw, once the last of them is completed", "drawn; counted from the last capture or promotion, whatever pawns move"}},
	topicSeventyFive:     {"75 moves without capture or pawn move", []string{"drawn at once; mate goes first"}},
	topicClaimLost:       {"right to claim a draw", []string{"lost for this move by touching a piece", "lost by making a move"}},
	topicClaimCost:       {"incorrect claim of a draw", []string{"{n} s for the opponent", "half of the claimant's time is taken off, at most {n} s, and the opponent gets {n} s"}},
	topicResign:          {"resignation", []string{"loses the game", "loses the game; drawn if the opponent cannot mate", "named; that it loses is not said"}},
	topicAgreed:          {"draw by agreement", []string{"ends the game", "ends the game, if both players have made a move", "ends the game; an offer is to follow a move, and is valid at other times"}},
	topicPrescribed:      {"moves to be completed in time", []string{"so many, or all, in each period; checked when a flag has fallen"}},
	topicFlag:            {"flag fall", []string{"counts when the arbiter observes it or a player claims it", "counts only when a player claims it", "the arbiter must call it"}},
	topicBothFlags: {"both flags have fallen", []string{"the game goes on, unless it is known which fell first", "drawn, unless it is known which fell first", "drawn",
		"unless it is known which fell first: drawn in the last period, else the game goes on; without an increment, where announced beforehand"}},
	topicCannotMate: {"flag fall, opponent cannot mate", []string{"drawn if no series of legal moves mates", "the claimant needs mating material", "lost even so"}},
}
