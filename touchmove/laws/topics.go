package laws

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/internal/enum"
)

// Topic is a matter that a text of the Laws may settle and that a board or a clock can bear
// on. What no sensor sees is no topic: which hand was used, what was said, who sits where.
type Topic uint8

// The topics, in the order of play.
const (
	// Having the move, touching.
	TopicFirst Topic = iota
	TopicTurn
	TopicHasMove
	TopicEarlyReply
	TopicOwn
	TopicSeveralOwn
	TopicEnemy
	TopicBothColours
	TopicOrder
	TopicAdjust
	TopicAccident
	TopicNoneCan
	TopicRookFirst
	TopicKingAndRook
	TopicCastleIllegal
	TopicKingReleased
	TopicTouchClaim
	TopicAsked

	// Making and completing the move.
	TopicReleased
	TopicReleasedCapture
	TopicMade
	TopicCapture
	TopicEnPassant
	TopicPromotion
	TopicPromotionSquare
	TopicPromotionFinal
	TopicCastling
	TopicCastling960
	TopicCompleted
	TopicNextMove
	TopicLever

	// Illegal moves.
	TopicIllegal
	TopicKingInCheck
	TopicKingTaken
	TopicNotCompleted
	TopicRestore
	TopicReplacement
	TopicOffence
	TopicLosing
	TopicOneFault
	TopicTooLate
	TopicPawnLeft
	TopicUnfinished
	TopicNoMove
	TopicBothKings

	// Disorder on the board.
	TopicKnocked
	TopicDisplaced
	TopicWrongArray
	TopicMisplacedCastle
	TopicWrongBoard
	TopicStopClocks
	TopicSetClocks

	// Ends of the game.
	TopicResult
	TopicMate
	TopicStalemate
	TopicDead
	TopicThreefold
	TopicThreefoldByMove
	TopicSame
	TopicFivefold
	TopicFifty
	TopicFiftyByMove
	TopicSeventyFive
	TopicClaimLost
	TopicClaimCost
	TopicResign
	TopicAgreed
	TopicPrescribed
	TopicFlag
	TopicBothFlags
	TopicCannotMate
	TopicCount
)

// Way is the number of one of the ways in which texts settle a topic.
type Way uint8

// The ways, by topic. If a topic has no entry here, its only way is yes.
const (
	Silent Way = 0 // the text does not settle it
	Yes    Way = 1

	NotYetHis Way = 2 // TopicEarlyReply

	IfSaid Way = 2 // TopicAdjust: who says it beforehand

	DeliberateOnly Way = 2 // TopicAccident

	OwnOrOther Way = 2 // TopicIllegal: moving an opponent's piece, too

	WhenPressed Way = 2 // TopicNotCompleted

	WhiteBegins Way = 1 // TopicFirst
	ByLot       Way = 2

	AfterMade      Way = 1 // TopicHasMove
	AfterCompleted Way = 2
	InTurn         Way = 3 // the text does not distinguish the made move from the completed one

	OwnFirst Way = 1 // TopicBothColours: with the touched piece, else the first touched
	AnyPiece Way = 2 // with the touched piece, else with any other

	Free      Way = 1 // TopicNoneCan
	KingMoves Way = 2

	NoCastling Way = 1 // TopicRookFirst
	NoMatter   Way = 2

	MustCastle Way = 1 // TopicKingAndRook
	KingBound  Way = 2

	KingElseAny  Way = 1 // TopicCastleIllegal
	FirstTouched Way = 2

	WhenTouched  Way = 1 // TopicPromotionFinal
	WhenReleased Way = 2

	OfTouchesOnly Way = 2 // TopicTouchClaim

	Unasked   Way = 1 // TopicAsked
	OnRequest Way = 2

	RulesMet   Way = 2 // TopicMade
	PartOfMove Way = 2 // TopicCapture

	WithReleases Way = 1 // TopicReplacement: Articles 4.3 and 4.7
	TouchesOnly  Way = 2
	KingIfAsked  Way = 3

	Restoring Way = 1 // TopicRestore
	Choosing  Way = 2

	GainsTime  Way = 1 // TopicOffence
	WinsIfAsks Way = 2
	Nothing    Way = 3
	KingMove   Way = 4

	DrawnIfCannotMate Way = 1 // TopicLosing
	LostEvenSo        Way = 2

	AtGameEnd  Way = 1 // TopicTooLate
	AtNextMove Way = 2
	AtTouch    Way = 3

	AQueen     Way = 1 // TopicPawnLeft
	TakenBack  Way = 2
	NotAllowed Way = 3

	AsIllegal Way = 1 // TopicNoMove, TopicUnfinished
	Improper  Way = 2
	NotMade   Way = 3 // TopicUnfinished only

	RestoredByHim Way = 1 // TopicKnocked
	PressedBack   Way = 2
	RestoredOnly  Way = 3

	NewGame     Way = 1 // TopicWrongArray
	IfMade      Way = 2 // claimed before so many moves were made
	IfCompleted Way = 3

	IfMadeOrAgreed Way = 4 // ... and later with the opponent's consent

	MustTransfer  Way = 1 // TopicWrongBoard: to a correct board
	MayTransfer   Way = 2
	NewBoardGame  Way = 3 // if claimed in time
	MayIfClaimed  Way = 4
	MustIfClaimed Way = 5

	InAccord Way = 1 // TopicMate, TopicStalemate, TopicDead: only by a move in accordance with Articles 3 and 4.2 to 4.7
	AtOnce   Way = 2

	NotAtOnce Way = 3 // TopicDead: the text does not say that it ends the game

	Positions Way = 1 // TopicThreefold
	MoveLists Way = 2

	SameMoves    Way = 1 // TopicSame
	RightsCount  Way = 2
	MovesCompare Way = 3

	OnClaim  Way = 1 // TopicFifty
	OnDemand Way = 2

	WhenCompleted Way = 3 // TopicFifty: when the last of them is completed
	SinceChange   Way = 4 // ... counted from the last capture or promotion

	ByTouching Way = 1 // TopicClaimLost
	ByMoving   Way = 2

	TimeAdded Way = 1 // TopicClaimCost: to the opponent
	TimeTaken Way = 2 // half of the claimant's, too

	Loses   Way = 1 // TopicResign
	OrDraws Way = 2
	Named   Way = 3

	WhenBothMoved Way = 2 // TopicAgreed: both players must have made a move
	WhenOffered   Way = 3 // an offer is to follow a move, and is valid at other times

	GoesOn           Way = 1 // TopicBothFlags: unless it is known which fell first
	DrawnUnlessFirst Way = 2
	DrawnAnyway      Way = 3
	ByPeriod         Way = 4 // unless it is known: drawn in the last one, else the game goes on

	SeenOrClaimed Way = 1 // TopicFlag
	ClaimedOnly   Way = 2
	MustBeCalled  Way = 3

	SeriesOfMoves  Way = 1 // TopicCannotMate: by any series of legal moves
	MatingMaterial Way = 2
	LosesEvenSo    Way = 3
)

// provision is what one text lays down on one topic.
type provision struct {
	way     Way
	n       int    // the number that goes with it: seconds, moves, offences
	article string // several joined by "/"; "" if the text is silent
}

// Topics lists all topics, in the order of play.
func Topics() []Topic {
	out := make([]Topic, TopicCount)
	for i := range out {
		out[i] = Topic(i)
	}
	return out
}

// String returns the topic in a few words: "own piece touched".
func (t Topic) String() string { return enum.Of(topicWords[:], t, topicText{name: "?"}).name }

// Ways returns the ways in which the texts settle a topic, in words; {n} in them stands for
// a number.
func (t Topic) Ways() []string {
	if t >= TopicCount {
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
	if t >= TopicCount || !r.Settles(t) {
		return Provision{}
	}
	law := r.law[t]
	words := strings.ReplaceAll(topicWords[t].ways[law.way-1], "{n}", strconv.Itoa(law.n))
	return Provision{Way: int(law.way), N: law.n, Words: words, Article: law.article}
}

// Topics returns the topics that a finding may rest on, the leading one first; none if the
// finding rests on no text of the Laws.
func (c Code) Topics() []Topic {
	if c >= CodeCount {
		return nil
	}
	return slices.Concat(codeTopics[c], slices.DeleteFunc(slices.Clone(codeAlso[c]), func(t Topic) bool { return slices.Contains(codeTopics[c], t) }))
}

// Remedies returns the topics on what follows from a breach or an illegal move; none for
// any other code.
func (c Code) Remedies() []Topic {
	switch c {
	case TouchBreach, ReleaseBreach, CastleRookFirst, PromotionChanged:
		return []Topic{TopicTouchClaim, TopicAsked}
	case FlagFall:
		return []Topic{TopicPrescribed}
	case BothFlags:
		return []Topic{TopicPrescribed, TopicCannotMate}
	case ClockNoMove, MoveIncomplete, IllegalSecond, IllegalThird:
		return []Topic{TopicOffence, TopicLosing, TopicTooLate}
	case IllegalMade, IllegalCompleted, KingCaptured, CastleIncomplete, EPPawnLeft, PromotionUnreplaced, PromotionIncomplete, PromotionWrongPiece:
		return []Topic{TopicReplacement, TopicOffence, TopicLosing, TopicTooLate}
	}
	return nil
}

// ArticleOf returns the article that a finding cites if nothing narrows it down; several
// are joined by "/". It is "text silent" if the rule set does not cover the matter, and "-"
// if no text of the Laws does.
func (r *Rules) ArticleOf(c Code) string {
	if c >= CodeCount || r.codes[c] == "" {
		return TextSilent
	}
	return r.codes[c]
}

// Barred reports whether an illegal move that breaks these articles cannot stand,
// whatever the opponent chooses (Bilguer §5, §9).
func (r *Rules) Barred(why []Reason) bool {
	return r.Has(TopicRestore, Choosing) && slices.ContainsFunc(why, func(w Reason) bool {
		return w.Article == r.Article(TopicKingInCheck) || w.Article == r.Article(TopicPawnLeft)
	})
}

// WinOnClaim reports whether the opponent may claim the win after a completed
// illegal move, before he has made his own (FIDE 1997, C.3).
func (r *Rules) WinOnClaim() bool { return r.Has(TopicOffence, WinsIfAsks) }

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

// TopicText is the name of a topic and its ways in words; {n} stands for a number.
type topicText struct {
	name string
	ways []string
}

var topicWords = [TopicCount]topicText{
	TopicFirst:           {"first move", []string{"White makes it", "by lot, then each player in turn from game to game, whatever the colour"}},
	TopicTurn:            {"turn", []string{"the players move alternately"}},
	TopicHasMove:         {"having the move", []string{"once the opponent's move is made", "once the opponent's move is completed", "when it is the player's turn"}},
	TopicEarlyReply:      {"reply before the press", []string{"allowed; the first player must still be allowed to press the clock", "the player does not have the move yet"}},
	TopicOwn:             {"own piece touched", []string{"must be moved"}},
	TopicSeveralOwn:      {"several pieces of one colour touched", []string{"the first that can be moved or captured"}},
	TopicEnemy:           {"opponent's piece touched", []string{"must be captured"}},
	TopicBothColours:     {"pieces of both colours touched", []string{"the one captures the other, else the first touched that can be moved or captured", "the one captures the other, else any other piece captures it"}},
	TopicOrder:           {"order of touching unknown", []string{"the player's own piece counts as touched first"}},
	TopicAdjust:          {"adjusting", []string{"only if announced, by the player having the move", "free if announced"}},
	TopicAccident:        {"accidental touch", []string{"does not bind", "only a deliberate touch binds"}},
	TopicNoneCan:         {"touched piece that cannot be moved or captured", []string{"any legal move", "the king must move, not by castling; if it cannot, no consequence"}},
	TopicRookFirst:       {"rook touched, then king", []string{"no castling with that rook; the rook must move, else the king", "the order does not matter"}},
	TopicKingAndRook:     {"king touched, then rook", []string{"must castle on that side if it is legal", "the king must move; castling is not compulsory"}},
	TopicCastleIllegal:   {"king and rook touched, castling there illegal", []string{"the king must move, castling on the other side included; if it cannot, any legal move", "the first touched that can be moved"}},
	TopicKingReleased:    {"king released two squares away", []string{"only that castling is open, if it is legal"}},
	TopicTouchClaim:      {"claim against a touch breach", []string{"lapses when the opponent touches a piece", "lapses when the opponent touches a piece; not that against moving a piece that was released"}},
	TopicAsked:           {"ruling on a touch breach", []string{"the arbiter sees to it unasked", "only when a player asks for it"}},
	TopicReleased:        {"piece released on another square", []string{"it stays there, if that is a legal move or part of one"}},
	TopicReleasedCapture: {"capturing piece released", []string{"it stays there, if that is a legal move or part of one"}},
	TopicMade:            {"move made", []string{"when every piece of it has been released", "when all that is asked of the move has been done"}},
	TopicCapture:         {"capture", []string{"made when the captured piece is off and the own one released", "the captured piece is removed as part of the same move"}},
	TopicEnPassant:       {"en passant", []string{"on the next move only; the captured pawn is removed"}},
	TopicPromotion:       {"promotion", []string{"part of the same move; queen, rook, bishop or knight"}},
	TopicPromotionSquare: {"pawn released on the last rank", []string{"the square is fixed; the move is not made yet"}},
	TopicPromotionFinal:  {"choice of the promotion piece", []string{"final when the piece touches the square", "final when the piece is released"}},
	TopicCastling:        {"castling", []string{"king and rook unmoved; no check on the king's way; nothing between"}},
	TopicCastling960:     {"castling in Chess960", []string{"final squares as in standard chess; four ways of moving king and rook"}},
	TopicCompleted:       {"move completed", []string{"by the press, or when it ends the game"}},
	TopicNextMove:        {"move never pressed", []string{"completed by the player's own next move"}},
	TopicLever:           {"press while the own clock stands", []string{"completes nothing"}},
	TopicIllegal:         {"illegal move", []string{"a move that the rules for the pieces do not allow", "a move against the way the pieces move, or of the opponent's piece"}},
	TopicKingInCheck:     {"king in check", []string{"may not be left or put there"}},
	TopicKingTaken:       {"king captured", []string{"not allowed"}},
	TopicNotCompleted:    {"illegal move not completed", []string{"corrected freely, bound by what was touched", "completed once the opponent's clock runs"}},
	TopicRestore:         {"illegal move completed", []string{"the position before the move is restored", "the opponent lets it stand, has it taken back, or asks for a king move"}},
	TopicReplacement:     {"move that replaces an illegal one", []string{"bound by what was touched and released", "bound by what was touched", "a king move if the opponent asks for it"}},
	TopicOffence:         {"consequence of an illegal move", []string{"{n} s for the opponent", "the opponent may claim the win before making the next move", "none but the restoration", "a king move, if the opponent asks for it"}},
	TopicLosing:          {"offence that loses the game", []string{"number {n}; drawn if the opponent cannot mate", "number {n}"}},
	TopicOneFault:        {"two faults in one move", []string{"count as one (interpretation of 2017)"}},
	TopicTooLate:         {"illegal move too late to correct", []string{"when the game is over", "when the opponent has made the next move", "when the opponent has touched a piece"}},
	TopicPawnLeft:        {"pawn left on the last rank, clock pressed", []string{"illegal; it becomes a queen", "illegal; taken back, free choice", "it may not stand there; what follows is not said"}},
	TopicUnfinished:      {"clock pressed in the middle of a move", []string{"as an illegal move", "improper handling of the clock", "the move is not made; what follows for the press is not said"}},
	TopicNoMove:          {"clock pressed without a move", []string{"as an illegal move", "improper handling of the clock; the arbiter's discretion"}},
	TopicBothKings:       {"both kings in check, pawn on the last rank", []string{"the arbiter waits for the next completed move; still illegal: drawn"}},
	TopicKnocked:         {"pieces knocked over", []string{"put right in the player's own time", "put right in the player's own time; the opponent may press the clock back", "the position before that is restored, else the game is void"}},
	TopicDisplaced:       {"displaced piece found later", []string{"the position before that is restored"}},
	TopicWrongArray:      {"wrong initial position", []string{"a new game", "a new game, if claimed before each side has made {n} moves", "a new game, if claimed before each side has completed {n} moves", "a new game, if claimed before each side has made {n} moves; later with the opponent's consent"}},
	TopicMisplacedCastle: {"castling with a misplaced king or rook", []string{"never"}},
	TopicWrongBoard:      {"board laid wrongly", []string{"play goes on, the position is put on a correct board", "play goes on, the position may be put on a correct board", "a new game, if claimed before each side has made {n} moves; later with the opponent's consent", "the position may be put on a correct board, if claimed before each side has made {n} moves", "the position is put on a correct board, if claimed before each side has completed {n} moves"}},
	TopicStopClocks:      {"stopping the clocks", []string{"by the arbiter, or by a player who calls the arbiter"}},
	TopicSetClocks:       {"clock times when a position is restored", []string{"the arbiter determines them by his best judgement"}},
	TopicResult:          {"end of the game", []string{"won by mate or resignation, drawn by stalemate; what else ends it: below"}},
	TopicMate:            {"checkmate", []string{"ends the game, by a move in accordance with the rules for moving and touching", "ends the game"}},
	TopicStalemate:       {"stalemate", []string{"drawn, by a move in accordance with the rules for moving and touching", "drawn"}},
	TopicDead:            {"no mate possible", []string{"drawn, by a move in accordance with the rules for moving and touching", "drawn", "drawn; that it ends the game at once is not said"}},
	TopicThreefold:       {"threefold repetition", []string{"the player having the move may claim a draw", "of a series of moves: either player may claim a draw"}},
	TopicThreefoldByMove: {"threefold repetition by a move not yet played", []string{"the player having the move may announce the move and claim a draw"}},
	TopicFiftyByMove:     {"the 50th move not yet played", []string{"the player having the move may announce the move and claim a draw"}},
	TopicSame:            {"what is the same position", []string{"same pieces, same moves possible, same player to move", "same pieces and moves; en passant and castling rights count", "the moves are compared, not the positions"}},
	TopicFivefold:        {"fivefold repetition", []string{"drawn at once"}},
	TopicFifty:           {"50 moves without capture or pawn move", []string{"the player having the move may claim a draw", "counted from when the opponent asks for it", "the player having the move may claim a draw, once the last of them is completed", "drawn; counted from the last capture or promotion, whatever pawns move"}},
	TopicSeventyFive:     {"75 moves without capture or pawn move", []string{"drawn at once; mate goes first"}},
	TopicClaimLost:       {"right to claim a draw", []string{"lost for this move by touching a piece", "lost by making a move"}},
	TopicClaimCost:       {"incorrect claim of a draw", []string{"{n} s for the opponent", "half of the claimant's time is taken off, at most {n} s, and the opponent gets {n} s"}},
	TopicResign:          {"resignation", []string{"loses the game", "loses the game; drawn if the opponent cannot mate", "named; that it loses is not said"}},
	TopicAgreed:          {"draw by agreement", []string{"ends the game", "ends the game, if both players have made a move", "ends the game; an offer is to follow a move, and is valid at other times"}},
	TopicPrescribed:      {"moves to be completed in time", []string{"so many, or all, in each period; checked when a flag has fallen"}},
	TopicFlag:            {"flag fall", []string{"counts when the arbiter observes it or a player claims it", "counts only when a player claims it", "the arbiter must call it"}},
	TopicBothFlags: {"both flags have fallen", []string{"the game goes on, unless it is known which fell first", "drawn, unless it is known which fell first", "drawn",
		"unless it is known which fell first: drawn in the last period, else the game goes on; without an increment, where announced beforehand"}},
	TopicCannotMate: {"flag fall, opponent cannot mate", []string{"drawn if no series of legal moves mates", "the claimant needs mating material", "lost even so"}},
}
