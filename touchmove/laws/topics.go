package laws

import (
	"slices"
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

// Provision is what one text lays down on one topic. The zero value means that the text is
// silent on it.
type Provision struct {
	Way     Way    // which of the topic's ways
	N       int    // the number that goes with it: seconds, moves, offences
	Article string // several joined by "/"
}

// Topics lists all topics, in the order of play.
func Topics() []Topic {
	out := make([]Topic, TopicCount)
	for i := range out {
		out[i] = Topic(i)
	}
	return out
}

// Provision returns what the rule set lays down on a topic.
func (r *Rules) Provision(t Topic) Provision { return r.law[t] }

// Topics returns the topics that a finding may rest on, the leading one first; none if the
// finding rests on no text of the Laws.
func (c Code) Topics() []Topic {
	if c >= CodeCount {
		return nil
	}
	return slices.Concat(codes[c].topics, slices.DeleteFunc(slices.Clone(codeAlso[c]), func(t Topic) bool { return slices.Contains(codes[c].topics, t) }))
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
	i := slices.IndexFunc(codes[:], func(c codeText) bool { return c.name == name })
	return Code(max(0, i)), i > 0
}

// ParseLevel reads a level as messages write it.
func ParseLevel(name string) (Level, bool) { return enum.Parse[Level](levelNames[:], name) }

// ParseParty reads a party as messages write it.
func ParseParty(name string) (Party, bool) {
	i := strings.Index("-wb?", name)
	return Party(max(0, i)), i >= 0 && len(name) == 1
}
