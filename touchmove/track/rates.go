package track

import (
	"math/bits"

	"github.com/boardd/boardd/sensor/measured"
)

// Cost is a surprise in hundredths of a nat: minus the logarithm of how often
// something happens where it can.
type Cost int32

// Rate is what it costs that something happens where it can, and the source of that. "Measured" is three
// real blitz games on DGT boards (package measured). "Chosen" is a judgement of how often it happens.
type Rate struct {
	name string
	cost Cost
	of   string
	from string // its source
}

// String is the name of the rate.
func (r *Rate) String() string { return r.name }

// Of is what the rate is asked for: what something happens to, and what happens.
func (r *Rate) Of() string { return r.of }

// The rates.
var (
	Nothing = &Rate{"Nothing", 0, "what follows from the state", "none is needed"}

	// Hands.
	VictimFirst    = counted("VictimFirst", measured.VictimFirst, "captures: the captured piece is lifted first")
	MoverFirst     = &Rate{"MoverFirst", 60, "captures: the captured piece is lifted after the one that captures, and the board sees it", "chosen: a board that scans faster than the measured one sees more than 3 of 35"}
	SlideOn        = counted("SlideOn", measured.Slid, "pieces that have landed: lifted again to go on")
	Elsewhere      = &Rate{"Elsewhere", 70, "pieces that go on: not further on their line", "chosen: every other one"}
	SlideMore      = &Rate{"SlideMore", 30, "pieces that were lifted again to go on: once more at once", "follows: the piece is slid"}
	SlideSlow      = &Rate{"SlideSlow", 520, "pieces that have landed: lifted again to go on after a second", "chosen"}
	SlideLong      = &Rate{"SlideLong", 800, "pieces that have landed: lifted again to go on after four seconds", "chosen"}
	GoOn           = &Rate{"GoOn", 30, "pieces that rest on their way: go on", "chosen"}
	PutBack        = &Rate{"PutBack", 400, "lifted pieces: put back", "chosen"}
	PutBackMore    = &Rate{"PutBackMore", 150, "pieces lifted in a turn in which one was put back: this one, too", "chosen: as OtherMore"}
	OtherTouch     = &Rate{"OtherTouch", 400, "reports: another piece is touched, adjusted or knocked over; which of them is a choice", "chosen: one ply in 60 and one touch"}
	OtherMore      = &Rate{"OtherMore", 150, "reports after another piece was touched: one more with it", "chosen"}
	Knocked        = &Rate{"Knocked", 30, "reports after two pieces that were knocked over together: one more beside them; which is a choice", "follows: one knock has been paid"}
	SecondPiece    = &Rate{"SecondPiece", 100, "turns with one piece of castling off its square: the other one is lifted", "chosen"}
	CastlingPut    = &Rate{"CastlingPut", 10, "pieces of castling in the hand: put where it puts them", "chosen"}
	CastlingElse   = &Rate{"CastlingElse", 235, "pieces of castling in the hand: put where they may go else", "follows: CastlingPut"}
	OnWay          = &Rate{"OnWay", 350, "pieces in the hand: rest where they may not go; where is a choice", "chosen: more than measured.Brushed, since other hands brush more"}
	Overlooks      = &Rate{"Overlooks", 350, "turns: a piece is lifted that has no legal move, to make one; which is a choice", "follows: OnWay, paid when it is lifted"}
	TakesKing      = &Rate{"TakesKing", 150, "turns with the opponent's king left in check: he is captured", "chosen: one in five; nobody counts it. The Laws forbid it, casual blitz does it, and most players say that he is in check"}
	Home           = &Rate{"Home", 60, "touched pieces: put back", "chosen"}
	Aside          = &Rate{"Aside", 250, "touched pieces: put on a square beside; which is a choice", "chosen"}
	Far            = &Rate{"Far", 300, "touched pieces: put anywhere; where is a choice", "chosen: displaced pieces, with Aside, are some ten times as frequent as illegal moves"}
	TakesBack      = &Rate{"TakesBack", 500, "plies: the piece is lifted to take it back", "chosen: one in 150"}
	TakesBackToo   = &Rate{"TakesBackToo", 100, "plies before one that was taken back: the piece is lifted to take it back, too", "chosen: one in three, since a reply is taken back with the ply that it answers"}
	TakesBackMore  = &Rate{"TakesBackMore", 230, "plies before a ply and its reply that were taken back: the piece is lifted to take it back, too", "chosen: one in ten, since more than one move is seldom taken back while a game is played"}
	TakesBackOn    = &Rate{"TakesBackOn", 70, "plies of a game that is over, before one that was taken back: the piece is lifted to take it back, too", "chosen: every other one, when it is gone through again"}
	TakesBackUnder = &Rate{"TakesBackUnder", 300, "plies that are taken back with those made since: the piece is lifted before theirs", "chosen: one takeback in 20 begins so"}
	TakesBackAll   = &Rate{"TakesBackAll", 1100, "plies before the last one, without a clock, unless players who have taken one back begin anew: the piece is lifted to take back all that were made since, too", "chosen: TakesBack and TakesBackUnder, and no press tells it from play: of 20 that look so one is a takeback"}
	TakesBackAfter = &Rate{"TakesBackAfter", 150, "plies of a game that is over: the piece is lifted to take it back", "chosen: one in five, when it is gone through again"}
	OneMore        = &Rate{"OneMore", 22, "plies of a game that is over: one more is played", "follows: TakesBackAfter, so that the last one is not taken back"}
	Corrects       = &Rate{"Corrects", 70, "irregular plies and moves out of turn: the piece is lifted to take it back", "chosen: every other one"}
	Retracted      = &Rate{"Retracted", 30, "pieces that were lifted to take a ply back: put back where they came from", "chosen"}
	SetRightAtOnce = &Rate{"SetRightAtOnce", 150, "pieces that are lifted again after their ply: put on the square beside, where the ply may have put them", "chosen: they had stood between the two; with TakesBack one ply in 700"}
	SetRightLater  = &Rate{"SetRightLater", 500, "pieces lifted in a turn: put on the square beside, where the last ply of the player may have put them", "chosen: they had stood between the two; with the choice of the piece one turn in 1,500"}
	SecondMove     = &Rate{"SecondMove", 350, "touched pieces: make the move after all", "chosen"}
	StaysOff       = &Rate{"StaysOff", 500, "touched pieces: not put back before the ply is over", "chosen"}
	Carried        = counted("Carried", measured.VictimCarried, "captures: the captured piece is seen on another square; which is a choice")
	SetDown        = &Rate{"SetDown", 300, "captures on a board that names no pieces: the captured piece is set down on another square; which is a choice", "chosen: one in 20; a contact does not see a piece that is carried across it; the antennas of Carried do"}
	LeftThere      = &Rate{"LeftThere", 500, "captured pieces that were set down on a square: not taken away before the ply is over", "chosen: as StaysOff; illegal moves, which look the same, are more frequent"}
	CarriedLate    = &Rate{"CarriedLate", 500, "pieces captured by a ply that has been complete for a second: seen on a square; which is a choice", "chosen: one in 150, since the hand is off the board by then"}
	CarriedOn      = &Rate{"CarriedOn", 20, "captured pieces that are seen on a square: taken away", "chosen"}
	Restored       = &Rate{"Restored", 450, "captured pieces in the hand: put back", "chosen: one in 90, since the Laws forbid it"}
	Brought        = &Rate{"Brought", 700, "reports: a piece comes from beside the board; where is a choice", "chosen"}
	Straightened   = &Rate{"Straightened", 250, "displaced pieces: lifted; which is a choice", "chosen"}
	Swapped        = counted("Swapped", measured.VictimUnseen, "captures: the square is not seen empty between")
	PieceFirst     = &Rate{"PieceFirst", 150, "promotions: the piece comes before the pawn goes", "chosen"}
	PawnAfter      = &Rate{"PawnAfter", 20, "promotions: then the pawn goes", "chosen"}
	PawnPut        = &Rate{"PawnPut", 110, "promotions: the pawn is put on the last rank first", "chosen"}
	ToQueen        = &Rate{"ToQueen", 3, "promotions: to a queen", "chosen: 97 of 100"}
	ToRook         = &Rate{"ToRook", 430, "promotions: to a rook", "chosen"}
	ToBishop       = &Rate{"ToBishop", 450, "promotions: to a bishop", "chosen"}
	ToKnight       = &Rate{"ToKnight", 390, "promotions: to a knight", "chosen"}
	WrongPiece     = &Rate{"WrongPiece", 600, "promotions: a king or a piece of the other colour is put there; which is a choice", "chosen"}

	// Turns.
	EarlyHand      = &Rate{"EarlyHand", 340, "turns with a piece in the hand: the opponent lifts one", "chosen: one reply in 30"}
	AheadHand      = &Rate{"AheadHand", 340, "turns with nothing in the hand: the opponent lifts one; which is a choice", "as EarlyHand: one look at the board shows two lifts in the order of the squares"}
	AheadLong      = &Rate{"AheadLong", 210, "replies of which a piece is lifted first: nothing of the ply is lifted in the time of one look", "chosen: with AheadHand one reply in 250"}
	Crossed        = &Rate{"Crossed", 70, "pieces that the opponent lifted while one was in the hand: put down first", "chosen"}
	OutOfTurn      = &Rate{"OutOfTurn", 250, "pieces put down by the player who has not the move: while the opponent has lifted nothing", "chosen: hands cross when both are at work"}
	ReplyEarly     = &Rate{"ReplyEarly", 250, "replies: the piece is lifted before the press", "chosen: one in 12"}
	ReplyFirst     = &Rate{"ReplyFirst", 350, "replies: the piece is put down before the press", "chosen: one in 33, the press late or forgotten"}
	PressForgotten = &Rate{"PressForgotten", 100, "plies that were answered before any press: never pressed", "chosen: with ReplyEarly one ply in 33; 0 of 154 measured"}
	ReplyUnpressed = &Rate{"ReplyUnpressed", 5, "replies of players who often do not press: before the press", "chosen, as Pressed"}
	ForgottenOften = &Rate{"ForgottenOften", 0, "plies of players who often do not press: never pressed; as often as it was before, which is a choice", "follows"}
	NoPress        = &Rate{"NoPress", 0, "plies of the player whose clock does not run, and without a clock: none is pressed", "follows"}

	// Presses.
	Pressed          = &Rate{"Pressed", 5, "plies that the table shows: pressed", "chosen: 19 of 20; the players of measured.Pressed forgot less"}
	PressedOverlap   = &Rate{"PressedOverlap", 150, "pieces in the hand: pressed; the board may tell late that they are down", "chosen"}
	PressedBefore    = &Rate{"PressedBefore", 200, "presses before the piece was reported: it was still in the hand", "chosen"}
	PressedOnWay     = &Rate{"PressedOnWay", 400, "presses: the piece goes on before the board tells it", "chosen"}
	PressedNothing   = &Rate{"PressedNothing", 600, "turns with nothing in the hand: pressed", "chosen"}
	PressedBack      = &Rate{"PressedBack", 100, "irregular plies: the opponent presses, so that its player puts it right", "chosen: one in three"}
	PressedLate      = &Rate{"PressedLate", 100, "plies that were answered before the press: pressed", "chosen"}
	PressedOther     = &Rate{"PressedOther", 600, "presses: of the player whose clock does not run", "chosen"}
	PressedNoGame    = &Rate{"PressedNoGame", 400, "presses while no game is played", "chosen"}
	LeftUnfinished   = &Rate{"LeftUnfinished", 300, "castling, promotion, en passant half done: pressed", "chosen"}
	Finished         = &Rate{"Finished", 70, "plies left so: the piece is lifted to finish them", "chosen: as Corrects"}
	PressedIrregular = &Rate{"PressedIrregular", 500, "pieces that rest where they may not go: pressed", "51 of 3,426 games of an Olympiad hold an illegal move: with OnWay, one ply in 5,000"}
	StandsIrregular  = &Rate{"StandsIrregular", 500, "pieces that rest where they may not go: answered", "as PressedIrregular"}

	// Reports.
	NotRead        = &Rate{"NotRead", 530, "reports: a piece stands there and is not read; which is a choice", "chosen: boards that err in one report of 200"}
	NotReadToo     = &Rate{"NotReadToo", 250, "reports after a square has gone dark: another one of its rank or file does, too; which is a choice", "chosen: boards are wired so; one square in 12; if it were more, hands that lift several pieces would be taken for it"}
	Bounces        = &Rate{"Bounces", 350, "pieces put down on a contact: it opens once more", "chosen: one in 30"}
	Blinks         = &Rate{"Blinks", 570, "pieces put down on an antenna: not read once more", "chosen: one in 300"}
	StaysUnread    = &Rate{"StaysUnread", 450, "pieces that are not read just after they were put down: stay unread", "chosen: with Bounces 8.00, where NotRead with its choice costs 8.77"}
	Sticks         = &Rate{"Sticks", 450, "squares that read a piece that has left them, or the square beside: go on reading it", "chosen: with LiftLate 8.50, more than an illegal move that the board has told"}
	NotReadAgain   = &Rate{"NotReadAgain", 300, "pieces on a square that has erred: not read", "chosen"}
	Flickers       = &Rate{"Flickers", 50, "reports while a piece comes and goes where it stands: it goes or comes once more", "chosen"}
	BetweenSquares = &Rate{"BetweenSquares", 460, "pieces put down: read on the square beside, too; which is a choice", "chosen: one drop in 100"}
	BesideOnly     = &Rate{"BesideOnly", 1300, "pieces put down: read on the square beside alone", "chosen: it stands on that one mostly, one drop in 400,000; illegal moves beside a legal one are more frequent (OnWay and PressedIrregular)"}
	ReadsAgain     = &Rate{"ReadsAgain", 100, "squares that do not read what stands there: do again", "chosen"}
	LiftLate       = &Rate{"LiftLate", 400, "puts: told before the lift, which comes late or never; a square that goes on reading the piece pays Sticks, too", "chosen: twice measured.PutFirst, which are few"}
	GoneOn         = &Rate{"GoneOn", 100, "pieces that go on from a square: told on the next one first", "follows: both are in one scan, in the order of the squares"}
	LiftKnown      = &Rate{"LiftKnown", 10, "lifts that come after the put: told", "chosen"}
	Lingers        = &Rate{"Lingers", 450, "pieces in the hand: still there after some seconds", "chosen"}
	Holds          = &Rate{"Holds", 270, "pieces in the hand on boards that name the pieces: still there after some seconds, because a player thinks", "chosen: one ply in 15"}
	NotTold        = &Rate{"NotTold", 600, "puts: not told", "chosen: one in 300"}
	NotToldAgain   = &Rate{"NotToldAgain", 100, "puts on a square that has erred: not told", "chosen"}
	NotShown       = &Rate{"NotShown", 100, "puts that were not told: a scan does not show the piece, either", "chosen: as often as not, with ReadsAgain: the report was lost, or the square does not read it"}
	NotToldLong    = &Rate{"NotToldLong", 150, "pieces that are still in the hand after some seconds on boards that do not name them: stand on a square, and it was not told", "follows: NotTold and Lingers"}
	SwapUnseen     = counted("SwapUnseen", measured.VictimUnseen, "captures on a board that names no pieces: leave no report")
	Retaken        = &Rate{"Retaken", 350, "captures: answered by a capture that looks the same between two looks; what a pawn becomes: captured likewise", "chosen"}
	Misread        = &Rate{"Misread", 430, "puts: another kind is named; which is a choice", "chosen: one in 60"}
	GhostAgain     = &Rate{"GhostAgain", 300, "pieces between two squares: read on the other one again", "chosen"}
	Phantom        = &Rate{"Phantom", 730, "reports: a piece is read where none stands; where is a choice", "chosen"}
	PawnsFirst     = &Rate{"PawnsFirst", 70, "plies that nobody has seen: a player moves a piece, and then a pawn", "chosen: two to one"}
	ScanFails      = &Rate{"ScanFails", 600, "scans: show nothing on many squares, because a cable is loose or the board starts", "chosen: as ReportLost"}
	StaysBlank     = &Rate{"StaysBlank", 900, "squares on which a scan has failed: still show nothing after some seconds", "follows: PlayEndsUnstopped, so that play has rather ended"}
	ReportLost     = &Rate{"ReportLost", 600, "scans: show what no report has told, because it was lost", "chosen: as NotTold"}

	// Phases.
	PlayEnds          = &Rate{"PlayEnds", 600, "rests: play ends, or no sense is seen in it", "chosen"}
	PlayEndsUnstopped = &Rate{"PlayEndsUnstopped", 800, "rests while a clock runs: play ends, or no sense is seen in it", "follows: PlayEnds, and one game in eight that is over and whose clock nobody stops"}
	PlayGoesOn        = &Rate{"PlayGoesOn", 400, "rests with a position on the board that ends the game: play goes on", "chosen"}
	PlayEndsAfter     = &Rate{"PlayEndsAfter", 20, "rests with a position on the board that ends the game: play ends", "follows"}
	EndsDone          = &Rate{"EndsDone", 25, "plies on the board when play stops: count", "follows: EndsUndone"}
	EndsUndone        = &Rate{"EndsUndone", 150, "plies on the board when play stops: do not count", "chosen"}
	LastPly           = &Rate{"LastPly", 0, "stops of the clock: after the last ply; in an open game it is one ply of 80", "chosen: a game has some 80"}
	PlaysOn           = &Rate{"PlaysOn", 900, "stops of the clock: play goes on", "chosen"}
	WhileStopped      = &Rate{"WhileStopped", 500, "plies while the clock stands still: made", "chosen"}
	BegunBefore       = &Rate{"BegunBefore", 250, "starts of the clock after plies from the initial array: they are those of the game", "chosen: as often as not, with StandsStill"}
	StandsStill       = &Rate{"StandsStill", 300, "starts of the clock: no game goes on", "chosen"}
	StartsIdle        = &Rate{"StartsIdle", 800, "starts of the clock with one of the last positions of an open game on the board: no game goes on", "follows: PlayEndsUnstopped"}
	AnyLift           = &Rate{"AnyLift", 60, "reports while no game is played: a piece is lifted; which is a choice", "chosen"}
	AnyPut            = &Rate{"AnyPut", 60, "reports while no game is played: a piece is put; where is a choice", "chosen"}
	PutBackThere      = &Rate{"PutBackThere", 250, "reports while no game is played: a piece is put where it stood before", "chosen"}
	StandsAgain       = &Rate{"StandsAgain", 60, "positions of the game that stand on the board again: play goes on", "chosen"}
	StandsAtRest      = &Rate{"StandsAtRest", 300, "positions of the game that stand on the board again while no clock is started: play goes on", "chosen"}
	EachPlyBack       = &Rate{"EachPlyBack", 40, "positions of the game that stand again: each ply that is taken back", "chosen"}
	EachAstray        = &Rate{"EachAstray", 250, "positions of the game that stand again: each square that is not as it was", "chosen"}
	EndTakenBack      = &Rate{"EndTakenBack", 500, "positions that stand again of a game that the rules or the kings have ended: its end is taken back", "chosen"}
	Analysed          = &Rate{"Analysed", 150, "ends of the game: the players go through it again", "chosen"}
	Anew              = &Rate{"Anew", 250, "initial arrays on the board: the next game", "chosen"}
	KingToCentre      = &Rate{"KingToCentre", 0, "kings in the hand: put on one of the squares in the centre where they may not go", "a maker's convention"}
	KingsShow         = &Rate{"KingsShow", 150, "kings in the centre: show a result", "a maker's convention"}
	KingsBack         = &Rate{"KingsBack", 60, "reports after the kings have shown a result: a king goes back", "chosen"}
	KingsAnyway       = &Rate{"KingsAnyway", 350, "kings in the centre: show no result", "follows: OnWay, paid when both are there"}
	Restarts          = &Rate{"Restarts", 1400, "stories that have become dear: play goes on from what the board shows, and nothing joins that to the game", "chosen"}
)

// counted is a rate that was measured.
func counted(name string, c measured.Count, of string) *Rate {
	return &Rate{name, among(c.Of, c.In), of, c.String()}
}

// logs[n] is the logarithm of n.
var logs = func() (l [512]Cost) {
	for n := 2; n < len(l); n++ {
		l[n] = Cost((log2(uint64(n))*693147 + 5000<<32) / (10000 << 32))
	}
	return l
}()

// log2 is the logarithm of n to the base 2, in parts of 2^32. It is worked out in
// whole numbers, so that every machine has the same.
func log2(n uint64) uint64 {
	whole := bits.Len64(n) - 1
	sum := uint64(whole) << 32
	x := n << (63 - whole) // a number from 1 to 2, in parts of 2^63
	for bit := uint64(1) << 31; bit > 0; bit >>= 1 {
		square, _ := bits.Mul64(x, x) // in parts of 2^62
		if square >= 1<<63 {
			sum |= bit
			x = square
		} else {
			x = square << 1
		}
	}
	return sum
}

// choice is the cost of one of n equally likely things.
func choice(n int) Cost {
	twice := Cost(0)
	for ; n >= len(logs); n >>= 1 {
		twice += logs[2]
	}
	return twice + logs[max(n, 1)]
}

// mostChoice is the cost of a choice among more things than there are.
var mostChoice = choice(len(logs) - 1)

// among is the cost of one of k things of n that are equally likely.
func among(k, n int) Cost { return max(0, choice(n)-choice(k)) }
