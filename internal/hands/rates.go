package hands

// Hands is a way of playing: a column of the tables.
type Hands uint8

// The hands.
const (
	Clean     Hands = iota // careful: nothing goes wrong
	Club                   // a tournament game, half an hour or more for each
	Blitz                  // 3 or 5 minutes
	Scramble               // blitz; from some ply on, both have seconds left
	Casual                 // at home: moves are taken back and tried out
	Beginners              // children: slow, they touch everything, and play illegal moves
	handsCount
)

var handsNames = [handsCount]string{"clean", "club", "blitz", "scramble", "casual", "beginners"}

// String is the name of the column.
func (h Hands) String() string { return handsNames[h%handsCount] }

// Source is where a row comes from. Few numbers have ever been counted.
type Source string

// The sources.
const (
	// Counted in recordings of real games: three blitz games on DGT boards (199
	// plies, 35 captures, 458 reports; github.com/arnsholt/dgtdriver), unless
	// the reason names others. The column of blitz was counted; the others are
	// judged from it.
	Measured Source = "measured"
	// A maker, the Laws, a player, an arbiter or a developer states that it
	// happens, or how long it takes. How often is judged, unless the reason
	// says so.
	Stated Source = "stated"
	// Only the author's estimate.
	Judged Source = "judged"
)

// Rate names one thing that may happen.
type Rate uint8

// The rates; the table below explains each.
const (
	Slide Rate = iota
	StopOnWay
	Overshoot
	LowLanding
	HoverLow
	HoldInAir

	Between
	BetweenByMover
	BetweenByOpponent
	BetweenLater
	Fallen
	FallenLeft

	Knock
	KnockSeveral
	KnockWobble
	KnockUnnoticed
	KnockWrongSquare

	Adjust
	AdjustOutOfTurn
	AdjustLifts
	PutBackSame
	TouchChange
	TryOut

	VictimFirst
	VictimAsideFirst
	VictimPushed
	CarryOffLow
	VictimSetDown

	RookFirst
	CastleBothHands
	CastleBothUp
	RookWrongSquare
	RookAfterPress
	RookForgotten

	PromoteDirect
	QueenBeforePawn
	PieceFetched
	ChoiceChanged
	QueenAfterPress
	QueenForgotten
	UpsideDownRook

	EnPassantFirst
	EnPassantAfterPress
	EnPassantForgotten

	PressForgotten
	ForgottenRemembered
	ForgottenHint
	PressPremature
	PressNoMove
	PressBounce
	ReplyBeforePress
	ReplyBeforeRelease
	CrossingDrops

	IllegalTry
	IllegalPutBack
	IllegalNoticed
	IllegalRestored

	Takeback
	TakebackMore
	TakebackDisorder
	TakebackPause
	Analysis

	SetUpOnBoard
	AdjustAll
	KingQueenSwapped
	CeremonialMove

	ClockStopped
	KingsInCentre
	PiecesKnocked
	AnalysisAfter
	ResetAfter

	rateCount
)

// RateRow is a line of the table of rates.
type RateRow struct {
	Name   string
	Of     string          // the occasions
	Per    [handsCount]int // how often in 100,000 occasions, by Hands
	Source Source
	Why    string
}

// rates is the table of rates.
var rates = [rateCount]RateRow{
	// The way of a piece to its square.
	Slide: {"slide", "moves along empty squares", [...]int{1000, 8000, 12000, 20000, 9000, 12000}, Measured,
		"7 of 124 quiet moves showed one or two squares on the way at 200 to 250 ms a scan, which misses many; a step of one square shows nothing"},
	StopOnWay: {"stop on the way", "moves", [...]int{0, 1500, 3500, 2500, 2500, 5000}, Measured,
		"8 of 199 plies rested on a legal wrong square, some of them while slid; beginners move on in steps"},
	Overshoot: {"overshoot", "moves", [...]int{100, 400, 700, 1500, 400, 700}, Judged,
		"of the 9 wrong rests measured at most one, Rd8 for Re8, lay beyond the square"},
	LowLanding: {"low landing", "moves", [...]int{500, 1200, 2000, 6000, 2000, 3000}, Measured,
		"a knight and a pawn seen on squares that they cannot reach: 2 of 199, where a scan sees less than half"},
	HoverLow: {"hover low", "moves", [...]int{200, 600, 300, 100, 1200, 3000}, Judged,
		"who is in doubt holds the piece over the square just above the board"},
	HoldInAir: {"hold in the air", "moves", [...]int{500, 2000, 600, 100, 3000, 6000}, Stated,
		"a program that takes a king held up for 3 s for a resignation is set off by players who think"},

	// Where it stands on its square.
	Between: {"between two squares", "pieces put down", [...]int{0, 400, 800, 1500, 400, 600}, Judged,
		"0.4 to 1.5 % by the judgement of this project; one such piece went to an appeal (schaaksite.nl 2011)"},
	BetweenByMover: {"straightened by the mover", "pieces between two squares", [...]int{0, 35000, 25000, 10000, 35000, 20000}, Judged,
		"he looks at what he has done, if he has time"},
	BetweenByOpponent: {"straightened by the opponent", "pieces between two squares", [...]int{0, 20000, 12000, 3000, 20000, 10000}, Judged,
		"before he moves, having the right to adjust then"},
	BetweenLater: {"straightened later", "pieces between two squares", [...]int{0, 25000, 30000, 30000, 25000, 30000}, Judged,
		"by whoever it disturbs, some plies later; the rest stand until they move"},
	Fallen: {"falls over when put down", "pieces put down", [...]int{0, 20, 50, 250, 20, 100}, Judged,
		"once in several games of a scramble; nobody has counted"},
	FallenLeft: {"and is left lying", "pieces that fall when put down", [...]int{0, 5000, 15000, 40000, 10000, 15000}, Judged,
		"no time, or on the opponent's time; the rest are put up by the mover"},

	// Pieces that the arm knocks.
	Knock: {"knocks a neighbour", "plies", [...]int{0, 500, 1000, 2000, 500, 1000}, Judged,
		"0.5 to 2 % by the judgement of this project"},
	KnockSeveral: {"knocks several", "knocks", [...]int{0, 5000, 8000, 20000, 5000, 10000}, Judged,
		"a sleeve along a rank, a clock hit in passing"},
	KnockWobble: {"it only shifts", "knocks", [...]int{0, 30000, 30000, 25000, 30000, 25000}, Judged,
		"stays within its square and is left there"},
	KnockUnnoticed: {"nobody notices", "knocks", [...]int{0, 8000, 10000, 12000, 8000, 10000}, Judged,
		"shifted onto the line between two squares, and found plies later"},
	KnockWrongSquare: {"put back on a wrong square", "knocks", [...]int{0, 8000, 10000, 12000, 10000, 20000}, Stated,
		"Euro Seniors 2015: a spectator found it, and it was corrected after the time control; the rest are put back where they stood"},

	// Touching.
	Adjust: {"adjusts pieces", "plies", [...]int{300, 800, 300, 100, 800, 1200}, Judged,
		"j'adoube: some for each game of club players"},
	AdjustOutOfTurn: {"adjusts while the other thinks", "plies", [...]int{0, 100, 50, 50, 300, 800}, Judged,
		"against 4.2.1, and common among those who do not know it"},
	AdjustLifts: {"lifts what is adjusted", "pieces adjusted", [...]int{20000, 30000, 30000, 30000, 35000, 50000}, Judged,
		"most are turned or pushed within the square"},
	PutBackSame: {"puts back, then moves the same", "plies", [...]int{100, 400, 150, 50, 1000, 2500}, Judged,
		"a hand that was too quick for the head"},
	TouchChange: {"touches one, moves another", "plies", [...]int{0, 150, 100, 150, 2000, 6000}, Stated,
		"\"picking up the wrong piece\" (picochess issue 152); a breach of 4.3 that children do not claim"},
	TryOut: {"tries a move out on the board", "plies", [...]int{0, 80, 40, 0, 1500, 4000}, Judged,
		"sets a piece down elsewhere, looks, takes it back"},

	// Captures.
	VictimFirst: {"captured piece lifted first", "captures", [...]int{20000, 20000, 20000, 12000, 30000, 40000}, Measured,
		"7 of 35"},
	VictimAsideFirst: {"and put aside before the capturer is touched", "captured pieces lifted first", [...]int{50000, 35000, 15000, 5000, 45000, 60000}, Judged,
		"else it stays in the hand"},
	VictimPushed: {"captured piece is pushed over", "captures", [...]int{0, 200, 800, 3000, 300, 800}, Judged,
		"the capturer shoves it onto a neighbouring square, from which it is cleared afterwards"},
	CarryOffLow: {"carried off low over the board", "captures", [...]int{10000, 24000, 32000, 40000, 24000, 28000}, Measured,
		"5 of 35 captured pieces were seen again on another square; about as many pass over occupied ones, too high, or between two scans"},
	VictimSetDown: {"captured piece set down on the board", "captures", [...]int{0, 300, 600, 1500, 1500, 2500}, Judged,
		"on a square at the edge, because the hand is needed; it is cleared later"},

	// Castling.
	RookFirst: {"rook first", "castlings", [...]int{0, 3000, 4000, 5000, 8000, 15000}, Judged,
		"all 6 measured were king first; Bilguer leaves the order free and people do"},
	CastleBothHands: {"both hands at once", "castlings", [...]int{0, 3000, 6000, 15000, 8000, 12000}, Stated,
		"an appeal at the World Cup of 2015, and a rule of its own (7.5.4)"},
	CastleBothUp: {"one hand holds both", "castlings", [...]int{1000, 4000, 6000, 8000, 5000, 5000}, Judged,
		"king and rook up, then down in either order"},
	RookWrongSquare: {"rook on a wrong square first", "castlings", [...]int{0, 500, 500, 800, 700, 3000}, Judged,
		"Re1 for Rf1, put right before the clock"},
	RookAfterPress: {"rook after the press", "castlings", [...]int{0, 500, 1500, 4000, 1000, 2000}, Judged,
		"two hands: one presses while the other is on the way"},
	RookForgotten: {"rook forgotten until after the reply", "castlings", [...]int{0, 150, 400, 1000, 500, 2500}, Judged,
		"found when somebody looks at the corner"},

	// Promotion.
	PromoteDirect: {"the pawn does not go to the last rank", "promotions", [...]int{40000, 40000, 45000, 50000, 30000, 25000}, Judged,
		"it leaves the seventh, the new piece is put on the eighth (4.6.1 allows it)"},
	QueenBeforePawn: {"new piece before the pawn is off", "direct promotions", [...]int{10000, 20000, 20000, 25000, 15000, 15000}, Stated,
		"any order is allowed (4.6.2): 33 pieces for a moment"},
	PieceFetched: {"new piece has to be fetched", "promotions", [...]int{5000, 12000, 10000, 5000, 10000, 15000}, Stated,
		"there is an article for it (6.11.2): the clock is stopped meanwhile"},
	ChoiceChanged: {"queen, then something else", "promotions to less than a queen", [...]int{0, 8000, 8000, 8000, 8000, 8000}, Judged,
		"against 4.4.4"},
	QueenAfterPress: {"new piece after the press", "promotions", [...]int{0, 1000, 2500, 8000, 2000, 5000}, Stated,
		"the pawn is left on the last rank and the clock pressed: 7.5.2, a case in the Arbiters' Magazine"},
	QueenForgotten: {"new piece after the reply", "promotions", [...]int{0, 300, 800, 3000, 1500, 4000}, Judged,
		"both agree that it is a queen and go on"},
	UpsideDownRook: {"a rook upside down", "promotions to a queen on occupancy boards", [...]int{0, 500, 2000, 5000, 8000, 8000}, Stated,
		"arbiters' manuals forbid it, so it is done; such a board cannot tell"},

	// En passant.
	EnPassantFirst: {"captured pawn first", "captures en passant", [...]int{10000, 10000, 10000, 10000, 15000, 20000}, Judged,
		"the one measured went last"},
	EnPassantAfterPress: {"captured pawn after the press", "captures en passant", [...]int{0, 2000, 3000, 5000, 3000, 6000}, Judged,
		"it does not stand where the hand is"},
	EnPassantForgotten: {"captured pawn after the reply", "captures en passant", [...]int{0, 800, 1500, 3000, 2000, 6000}, Judged,
		"found by the one who misses it"},

	// The clock.
	PressForgotten: {"press forgotten", "plies with a clock", [...]int{0, 600, 400, 300, 4000, 5000}, Judged,
		"once in two games of club players; 0 of 154 measured"},
	ForgottenRemembered: {"the player remembers", "forgotten presses", [...]int{0, 45000, 45000, 40000, 30000, 20000}, Judged,
		"after some seconds, before the other has moved"},
	ForgottenHint: {"the opponent points at the clock", "forgotten presses", [...]int{0, 25000, 15000, 5000, 30000, 30000}, Judged,
		"the polite do; otherwise the reply is made with the wrong clock running and cannot be pressed"},
	PressPremature: {"pressed before the piece is down", "plies with a clock", [...]int{0, 100, 800, 4000, 200, 500}, Judged,
		"0 of 154 measured in blitz, so under 2 %; a scramble is worse"},
	PressNoMove: {"pressed without a move", "plies with a clock", [...]int{0, 20, 40, 60, 100, 500}, Stated,
		"7.5.3 is there for it; the opponent presses back and the player then moves"},
	PressBounce: {"the lever comes back up", "plies with a clock", [...]int{0, 30, 100, 300, 50, 100}, Judged,
		"a press on the edge of the lever: it is pressed again at once"},
	ReplyBeforePress: {"reply begun before the press", "plies with a clock", [...]int{0, 200, 1500, 15000, 3000, 3000}, Measured,
		"0 of 154 in blitz (so under 2 %); a scramble is that"},
	ReplyBeforeRelease: {"piece lifted before the other lets go", "plies", [...]int{0, 0, 200, 6000, 100, 200}, Stated,
		"a piece is taken and retaken so fast that clients of DGT boards get both moves in one (lila issue 7378)"},
	CrossingDrops: {"put down before the other's piece", "pieces lifted before the other lets go", [...]int{0, 0, 10000, 20000, 0, 5000}, Stated,
		"\"if y move e4, d4 then c5\": reported by players of very fast games (picochess issue 267)"},

	// Irregular moves.
	IllegalTry: {"an illegal move is played", "plies", [...]int{0, 20, 80, 200, 150, 1500}, Measured,
		"51 of 3,426 games of the 2022 Olympiad do not replay: if all are illegal moves, 0.02 % of plies have one that stood"},
	IllegalPutBack: {"put back before it is completed", "illegal moves", [...]int{0, 40000, 30000, 15000, 50000, 35000}, Judged,
		"the player sees it himself"},
	IllegalNoticed: {"put back when the opponent objects", "illegal moves", [...]int{0, 40000, 40000, 35000, 35000, 35000}, Judged,
		"after the press, before the reply; the rest stand"},
	IllegalRestored: {"found plies later, and the position restored", "illegal moves nobody saw at once", [...]int{0, 50000, 0, 0, 40000, 30000}, Stated,
		"7.5.1; in blitz it stands (A.5.2)"},

	// Taking back, trying out.
	Takeback: {"a move is taken back", "plies", [...]int{0, 0, 0, 0, 1500, 1000}, Judged,
		"about one in two games at home"},
	TakebackMore: {"and one more", "plies taken back", [...]int{0, 0, 0, 0, 45000, 35000}, Judged,
		"until the mistake is undone"},
	TakebackDisorder: {"not in reverse order", "takebacks of two plies or more", [...]int{0, 0, 0, 0, 25000, 40000}, Judged,
		"they know where the pieces stood, and begin anywhere"},
	TakebackPause: {"with both clocks stopped", "takebacks with a clock", [...]int{0, 0, 0, 0, 60000, 40000}, Judged,
		"else the lever is pressed back where the turn changes"},
	Analysis: {"they look at a line on the board", "plies", [...]int{0, 0, 0, 0, 250, 150}, Judged,
		"\"what if\": some moves for both sides, then all pieces back"},

	// Before and after.
	SetUpOnBoard: {"pieces are put up while the board listens", "games", [...]int{0, 25000, 25000, 15000, 35000, 40000}, Judged,
		"boards are switched on before the players come, or after"},
	AdjustAll: {"all pieces are adjusted before the game", "games", [...]int{0, 20000, 10000, 5000, 10000, 15000}, Judged,
		"a habit of some"},
	KingQueenSwapped: {"king and queen stand wrong, and are changed", "games", [...]int{0, 500, 500, 300, 1500, 6000}, Stated,
		"ecforum 2021, noticed late"},
	CeremonialMove: {"a first move is played and taken back", "games", [...]int{0, 1000, 300, 0, 1500, 4000}, Stated,
		"M-Tel 2009: a mayor made two"},
	ClockStopped: {"both clocks are stopped at the end", "games with a clock", [...]int{100000, 90000, 85000, 80000, 80000, 60000}, Judged,
		"or the clock runs until somebody sets it anew"},
	KingsInCentre: {"kings are put in the centre", "games", [...]int{20000, 25000, 15000, 10000, 5000, 2000}, Stated,
		"the maker asks for it, and operators complain of what becomes of it (lila issue 11783)"},
	PiecesKnocked: {"pieces fall when hands are shaken", "games", [...]int{0, 4000, 8000, 12000, 5000, 10000}, Judged,
		"an arm over the board"},
	AnalysisAfter: {"the game is looked at on the board", "games", [...]int{0, 25000, 15000, 10000, 20000, 10000}, Judged,
		"from the last position, or with moves taken back"},
	ResetAfter: {"pieces are put up for the next game", "games", [...]int{20000, 40000, 45000, 45000, 50000, 50000}, Judged,
		"the next round, or because the arbiter asks"},
}
