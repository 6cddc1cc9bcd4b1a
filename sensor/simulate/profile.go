package simulate

// Profile is how two people play with their hands. All times are milliseconds;
// a rate says for which cases it is asked. Of the sources named, "measured" is
// three real blitz games on DGT boards with clocks (3+2, 3+2, 5+5; 199 plies,
// 35 captures, 6 castlings), "scenes" are reports by broadcasters, players and
// maintainers of chess software, and "chosen" is a guess. The zero value plays
// every move at once and does nothing else.
type Profile struct {
	Base      int64 // on each clock at the start; chosen by the time control
	Increment int64 // added at each press; chosen by the time control
	ClockEach int64 // between two readings of the clock; 0: only presses, pauses and resumptions are told; DGT: 1000 (measured)

	Think  Span // from the opponent's press to the first touch, less in time trouble; chosen
	Travel Span // from the lift of a man to its drop; chosen, so that of 124 quiet moves none shows its drop first (measured)
	Second Span // between the two men of a capture, a promotion or one grip after another; chosen
	Press  Span // from the drop to the press: mostly under a second (measured)

	Sweep     Rate // of the moves that pass over a square: the man is pushed along the board and seen on every one; makers warn of it
	SweepRest Span // how long on each; chosen
	Slide     Rate // of the other moves that pass over a square: the man rests on the way; measured: 8 plies of 199, a third of which pass over one
	SlideRest Span // how long it rests there; measured: about 300 on the average of 9
	Transit   Rate // of the other moves of one man: it is seen on a square where it may not go; measured: 2 of 199
	Brush     Span // how long a man in the hand is seen on such a square; measured: one report
	Hop       Span // off the board between two such squares; chosen

	Captures  CaptureWays
	Gap       Span // for how long an exchange leaves the square empty
	Carried   Rate // of captures: the captured man is seen on a square beside after the move; measured: 5 of 35
	CarryRest Span // how long it is seen there; measured: one report, once above 1000
	CarriedOn Rate // of these: it is seen on another square after that; chosen
	Castling  CastlingWays
	RookAfter Span // from the king's drop to the rook's lift; measured: up to 1000
	EnPassant EnPassantWays
	Promotion PromotionWays

	Hover       Rate // of the moves of one man: it is held for long, and half the time brushes a square; scenes
	HoverFor    Span // how long; scenes: 500 to 4000
	Return      Rate // of plies: the man is put back and then played after all; chosen
	Straddle    Rate // of the moves of one man: he is put between two squares, and seen on either until he is put right; scenes
	StraddleFor Span // how long; chosen

	Adjust     Rate // of plies: another man is straightened first, in the player's own time (4.2.1); it looks like a touch; chosen
	AdjustAt   Span // how long a man that is put back is off its square; scenes: 300 to 800
	AdjustMore Rate // of these: a second man with him, both in the air at once; scenes

	EarlyLift    Rate // of replies: the man is lifted after the drop and before the press; chosen; measured: none in 154
	LiftInPlay   Rate // of replies: the man is lifted before the drop; scenes
	Recapture    Rate // of replies that take back: the man is lifted before the drop; scenes
	Crossed      Rate // of quiet replies: the man lands before the one that it answers; scenes
	ReplyFirst   Rate // of replies: made and landed before the press; chosen; measured: none in 154
	ForgetPress  Rate // of plies; chosen; measured: none in 156
	PressLate    Rate // of plies: pressed only when the player is told; chosen
	PressLateBy  Span // how long after that he was ready
	Interrupt    Rate // of plies: the clock is stopped and started again for the same player, and nothing is wrong; with a clock only; chosen
	InterruptFor Span // for how long
	TakeBack     Rate // of plies: another move is played first, half the time answered, and taken back by agreement, with the clock stopped; scenes

	Irregular Irregular
	Faults    Faults
	Beginning Beginning
	Ending    Ending
}

// Beginning is what the hands do before the clock starts or the first move is made.
type Beginning struct {
	SetUp      Rate // of games: when the log begins some men are still to be put on their squares; chosen
	Straighten Rate // of games: some men are straightened; chosen
	Ceremony   Rate // of games: somebody makes a first move before the clock starts, and it is taken back; with a clock only; scenes
	Pause      Span // between these; chosen
}

// CaptureWays says how captures go, each as likely as its share.
type CaptureWays struct {
	VictimFirst int // measured: 7 of 35
	MoverFirst  int // one hand for each
	Exchange    int // the one man takes the other's square, which is empty for no longer than Gap
}

// CastlingWays says how castling goes, each as likely as its share.
type CastlingWays struct {
	KingFirst int // measured: 6 of 6
	BothHands int // both in the air at once, put down in either order; scenes
}

// EnPassantWays says how a pawn is captured en passant, each as likely as its share.
type EnPassantWays struct {
	VictimLast  int // measured: 1 of 1
	VictimFirst int // scenes
}

// PromotionWays says how a pawn is promoted (4.6: in any order), each as likely
// as its share.
type PromotionWays struct {
	PawnOff    int // the pawn off, then the piece on; scenes
	PieceFirst int // the piece on, then the pawn off; scenes
	Exchanged  int // the pawn to the last rank, there exchanged for the piece; scenes
}

// Irregular is how often something goes wrong that the Laws have a word for.
// All are chosen, of plies where they can be, and at most one happens in a ply.
type Irregular struct {
	TouchOther   Rate // another own man that can move is touched and left (4.3.1)
	Correct      Rate // an illegal move, put right before the press
	PressIllegal Rate // an illegal move, pressed, and restored with the clock stopped (7.5.1); with a clock only
	Stand        Rate // an illegal move that nobody notices (A.5.2); the game is another one from there
	ReleaseTwice Rate // let go on one legal square, then moved to another (4.7)
	TouchTheirs  Rate // a man of the opponent's that can be captured is touched and left (4.3.2)
	RookFirst    Rate // of castlings: the rook is moved before the king (4.4.2)
	RookAstray   Rate // of castlings: the rook is put on another square first
	OtherPiece   Rate // of promotions: another piece is put on the square first (4.4.4)
	PawnLeft     Rate // of promotions to a queen: pressed with the pawn on the last rank, and exchanged with the clock stopped (7.5.2); with a clock only
	PressEmpty   Rate // the clock pressed without a move (7.5.3), and set right by the arbiter; with a clock only
	Knock        Rate // one to four men knocked over and put back by the mover before he presses (7.4.1)
	Displace     Rate // a man pushed to the next square, and put right by the opponent in his own time
	LeaveAstray  Rate // a man pushed to a square where he may not go, and put right only after some plies

	Rest  Span // how long a man stands where it should not, or a man put back was off its square
	Stop  Span // how long the clock is stopped to put things right
	Stray Span // how long a man stands displaced
	Plies Span // for how many plies one does that is left there
}

// Faults is how often the board errs. A report of a board that sends whole scans
// is not lost for good, but comes a scan later, and is never doubled.
type Faults struct {
	LostLift   Rate // of lifts: never reported; scenes, none measured in 458 events
	LostDrop   Rate // of drops: the same
	Misread    Rate // of drops: another kind is named for one scan; scenes, none measured in 458 events
	Duplicated Rate // of reports: sent twice; none measured in 458 events
	DeadTag    Rate // of plies: one man who moves no more is never seen again; scenes
	Bounce     Rate // of drops: the contact opens once more for one look; scenes
	Weak       Rate // of plies: a man who stands still is not read for a while; scenes
	WeakFor    Span // how long, at least one look
	Reordered  Rate // of reports: it changes places with the next one of the same scan; maker: "in mixed order"
	LostPress  Rate // of presses: not told but by the next reading of the clock

	DeadSquare  Rate // of games: a square on which a man stands reads empty for good from some ply on; scenes
	StuckSquare Rate // of games: it reads for good as if he never left; scenes
	Disconnect  Rate // of plies: the port is lost, mostly while the man is in the hand; scenes
	Away        Span // for how long

	LostByte  Rate // of bytes on the line; for callers that send the bytes of a board through a Wire
	WrongByte Rate // of bytes: the same, one bit of it turned
}

// Ending is what the hands do when the game is over.
type Ending struct {
	StopClock  Rate   // of games: the clock is stopped; else it runs on
	Signal     Rate   // of games that the rules do not end: the kings in the centre show the result (maker's convention)
	Result     string // that they show; "" any
	SignalWalk Rate   // of kings: put down on another square on the way; scenes
	SignalLate Rate   // of those: the kings come before the clock is stopped; scenes
	LayDown    Rate   // of the others: the player to move lays his king down; scenes
	GoBack     int    // plies taken back with the clock stopped, before analysis; scenes
	Analyse    int    // plies of analysis with the clock stopped
	PutBack    Rate   // of games from the initial position: the men are put back man by man
	NextGame   int    // plies of another game after that; 0: none
	Pause      Span   // between these; chosen
}
