package simulate

import "github.com/boardd/boardd/sensor/measured"

// Profile describes how two people move the pieces. All times are in milliseconds;
// the comment of a rate says in which cases it applies. Sources: "measured" are
// three real blitz games on DGT boards with clocks (3+2, 3+2, 5+5; 199 plies, 35
// captures, 6 castlings), "scenes" are reports by broadcasters, players and
// maintainers of chess software, and "chosen" is a guess. The zero value plays
// every move at once and does nothing else.
type Profile struct {
	Base      int64 // on each clock at the start; chosen by the time control
	Increment int64 // added at each press; chosen by the time control
	ClockEach int64 // between two readings of the clock; 0: only presses, pauses and resumptions are reported; DGT: 1000 (measured)

	Think  Span // from the opponent's press to the first touch, less in time trouble; chosen
	Travel Span // from the lift of a piece to its drop; chosen, so that of 124 quiet moves none shows its drop first (measured)
	Second Span // between the two pieces of a capture, a promotion or one grip after another; chosen
	Press  Span // from the drop to the press: mostly under a second (measured)

	Sweep     Rate // of the moves that pass over a square: the piece is pushed along the board and seen on every one; makers warn of it
	SweepRest Span // how long on each; chosen
	Slide     Rate // of the other moves that pass over a square: the piece rests on the way; measured: 8 plies of 199, a third of which pass over one
	SlideRest Span // how long it rests there; measured: about 300 on the average of 9
	Transit   Rate // of the other moves of one piece: it is seen on a square where it may not go; measured: 2 of 199
	Brush     Span // how long a piece in the hand is seen there; measured: one report
	Hop       Span // off the board between two such squares; chosen

	Captures  CaptureWays
	Gap       Span // for how long an exchange leaves the square empty
	Carried   Rate // of captures: the captured piece is seen on a square beside after the move; measured: 5 of 35
	CarryRest Span // how long it is seen there; measured: one report, once above 1000
	CarriedOn Rate // of these: it is seen on another square after that; chosen
	Castling  CastlingWays
	RookAfter Span // from the king's drop to the rook's lift; measured: up to 1000
	EnPassant EnPassantWays
	Promotion PromotionWays

	Hover       Rate // of the moves of one piece: it is held for long, and half the time brushes a square; scenes
	HoverFor    Span // how long; scenes: 500 to 4000
	Return      Rate // of plies: the piece is put back and then played after all; chosen
	Straddle    Rate // of the moves of one piece: it is put between two squares, and seen on either until it is put right; scenes
	StraddleFor Span // how long; chosen

	Adjust     Rate // of plies: another piece is straightened first, in the player's own time (4.2.1); it looks like a touch; chosen
	AdjustAt   Span // how long a piece that is put back is off its square; scenes: 300 to 800
	AdjustMore Rate // of these: a second piece with it, both in the air at once; scenes

	EarlyLift    Rate // of replies: the piece is lifted after the drop and before the press; chosen; measured: none in 154
	LiftInPlay   Rate // of replies: the piece is lifted before the drop; scenes
	Recapture    Rate // of replies that take back: the piece is lifted before the drop; scenes
	Crossed      Rate // of quiet replies: the piece lands before the one that it answers; scenes
	ReplyFirst   Rate // of replies: made and landed before the press; chosen; measured: none in 154
	ForgetPress  Rate // of plies; chosen; measured: none in 156
	PressLate    Rate // of plies: pressed only after somebody reminds the player; chosen
	PressLateBy  Span // how much later
	Interrupt    Rate // of plies: the clock is stopped and restarted for the same player, and nothing is wrong; with a clock only; chosen
	InterruptFor Span // for how long
	TakeBack     Rate // of plies: another move is played first, half the time answered, and taken back by agreement, with the clock stopped; scenes

	Irregular Irregular
	Faults    Faults
	Beginning Beginning
	Ending    Ending
}

// Beginning is what the hands do before the clock starts or the first move is made.
type Beginning struct {
	SetUp      Rate // of games: when the log begins some pieces are still to be put on their squares; chosen
	Straighten Rate // of games: some pieces are straightened; chosen
	Ceremony   Rate // of games: somebody makes a first move before the clock starts, and it is taken back; with a clock only; scenes
	Pause      Span // between these; chosen
}

// CaptureWays says how captures go, each as likely as its share.
type CaptureWays struct {
	VictimFirst int // measured: 7 of 35
	MoverFirst  int // one hand for each
	Exchange    int // one piece replaces the other on its square, which is empty for at most Gap
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

// Irregular says how often the players break a rule of the Laws. All rates are
// chosen, of the plies where the case is possible; at most one happens in a ply.
type Irregular struct {
	TouchOther   Rate // another own piece that can move is touched and left (4.3.1)
	Correct      Rate // an illegal move, put right before the press
	PressIllegal Rate // an illegal move, pressed, and restored with the clock stopped (7.5.1); with a clock only
	Stand        Rate // an illegal move that nobody notices (A.5.2); the game is another one from there
	ReleaseTwice Rate // let go on one legal square, then moved to another (4.7)
	TouchTheirs  Rate // a piece of the opponent's that can be captured is touched and left (4.3.2)
	RookFirst    Rate // of castlings: the rook is moved before the king (4.4.2)
	RookAstray   Rate // of castlings: the rook is put on another square first
	OtherPiece   Rate // of promotions: another piece is put on the square first (4.4.4)
	PawnLeft     Rate // of promotions to a queen: pressed with the pawn on the last rank, and exchanged with the clock stopped (7.5.2); with a clock only
	PressEmpty   Rate // the clock pressed without a move (7.5.3), and set right by the arbiter; with a clock only
	Knock        Rate // one to four pieces knocked over and put back by the mover before the press (7.4.1)
	Displace     Rate // a piece pushed to the next square, and put right by the opponent while the opponent's clock runs
	LeaveAstray  Rate // a piece pushed to a square where it may not go, and put right only after some plies

	Rest  Span // how long a piece stands where it should not, or a piece put back was off its square
	Stop  Span // how long the clock is stopped to put things right
	Stray Span // how long a piece stands displaced
	Plies Span // for how many plies one stands astray
}

// Faults says how often the board errs. On a board that sends whole scans a lost
// report comes a scan later, and none is doubled.
type Faults struct {
	LostLift   Rate // of lifts: never reported; scenes, none measured in 458 events
	LostDrop   Rate // of drops: the same
	Misread    Rate // of drops: another kind is named for one scan; scenes, none measured in 458 events
	Duplicated Rate // of reports: sent twice; none measured in 458 events
	DeadTag    Rate // of plies: one piece that moves no more is never seen again; scenes
	Bounce     Rate // of drops: the contact opens once more for one look; scenes
	Weak       Rate // of plies: a piece that stands still is not read for a while; scenes
	WeakFor    Span // how long, at least one look
	Reordered  Rate // of reports: it changes places with the next one of the same scan; maker: "in mixed order"
	LostPress  Rate // of presses: only the next reading of the clock shows it

	DeadSquare  Rate // of games: a square on which a piece stands reads empty for good from some ply on; scenes
	StuckSquare Rate // of games: it goes on reading a piece that has left; scenes
	Disconnect  Rate // of plies: the port is lost, mostly while the piece is in the hand; scenes
	Away        Span // for how long
}

// Ending is what the hands do when the game is over.
type Ending struct {
	StopClock  Rate   // of games: the clock is stopped; else it runs on
	Signal     Rate   // of games that the rules do not end: the kings in the centre show the result (maker's convention)
	Result     string // that they show; "" any
	SignalWalk Rate   // of kings: put down on another square on the way; scenes
	SignalLate Rate   // of those: the kings come before the clock is stopped; scenes
	LayDown    Rate   // of the others: the player to move lays down the king; scenes
	GoBack     int    // plies taken back with the clock stopped, before analysis; scenes
	Analyse    int    // plies of analysis with the clock stopped
	PutBack    Rate   // of games from the initial position: the pieces are put back piece by piece
	NextGame   int    // plies of another game after that; 0: none
	Pause      Span   // between these; chosen
}

// measuredCaptures and measuredGap come from 35 real captures (measured). In 7 the
// captured piece was lifted first; in 25 no scan of 200 to 250 ms saw the square
// empty; in 3 a scan did, after the lift of the capturer. Exchanges with a gap of
// up to 50 ms give the same picture: 24.5 and 3.5 of 28. A board that scans faster
// sees more gaps.
var (
	measuredCaptures = CaptureWays{VictimFirst: measured.VictimFirst.Of, Exchange: measured.VictimFirst.In - measured.VictimFirst.Of}
	measuredGap      = Span{0, 50}
)

// Clean returns the profile of two careful people, who move one piece at a time
// straight to its square and touch nothing else. A 15+10 game.
func Clean() Profile {
	return Profile{
		Base: 15 * 60000, Increment: 10000, ClockEach: 1000,
		Think: Span{1500, 12000}, Travel: Span{350, 1300}, Second: Span{300, 900}, Press: Span{400, 1500},
		Captures:  measuredCaptures,
		Gap:       measuredGap,
		Castling:  CastlingWays{KingFirst: 1},
		RookAfter: Span{250, 1000},
		EnPassant: EnPassantWays{VictimLast: 1, VictimFirst: 1},
		Promotion: PromotionWays{PawnOff: 2, PieceFirst: 1, Exchanged: 1},
		Ending:    Ending{StopClock: Rate{1, 1}, Pause: Span{2000, 6000}},
	}
}

// Human returns the profile measured in three real blitz games, with a rare early
// hand as the only addition.
func Human() Profile {
	p := Clean()
	p.Base, p.Increment = 3*60000, 2000
	p.Think, p.Travel, p.Second, p.Press = Span{300, 9000}, Span{220, 1100}, Span{200, 700}, Span{150, 900}
	p.Slide, p.SlideRest = Rate{measured.Slid.Of, 66}, Span{50, 800} // a third of the plies pass over a square
	p.Transit, p.Brush, p.Hop = Rate{measured.Brushed.Of, 150}, Span{40, 220}, Span{20, 120}
	p.Carried, p.CarryRest = Rate(measured.VictimCarried), Span{60, 700}
	p.Castling.KingFirst, p.Castling.BothHands = 6, 1
	p.Hover, p.HoverFor = Rate{1, 60}, Span{500, 4000}
	p.Return, p.AdjustAt = Rate{1, 100}, Span{300, 800}
	p.EarlyLift, p.LiftInPlay, p.Recapture = Rate{1, 150}, Rate{1, 400}, Rate{1, 30}
	return p
}

// Blitz returns the profile of two people in time trouble: hands that overlap,
// presses that come late or never.
func Blitz() Profile {
	p := Human()
	p.Base, p.Increment = 60000, 1000
	p.Think, p.Travel, p.Second, p.Press = Span{150, 1500}, Span{120, 600}, Span{60, 350}, Span{60, 450}
	p.Slide, p.SlideRest = Rate{14, 100}, Span{40, 450}
	p.Castling.KingFirst, p.Castling.BothHands = 2, 1
	p.RookAfter = Span{100, 600}
	p.Hover, p.Return = Rate{1, 200}, Rate{1, 300}
	p.EarlyLift, p.LiftInPlay, p.Recapture = Rate{1, 12}, Rate{1, 30}, Rate{1, 4}
	p.Crossed, p.ReplyFirst, p.ForgetPress = Rate{1, 60}, Rate{1, 40}, Rate{1, 80}
	return p
}

// Noisy returns Human with a board that sometimes errs and corrects itself: the
// next full scan shows what was lost. The rates are not measured: a real DGT board
// made no error in 458 events.
func Noisy() Profile {
	p := Human()
	p.Faults = Faults{LostLift: Rate{1, 150}, LostDrop: Rate{1, 300}, Misread: Rate{1, 60},
		Duplicated: Rate{1, 60}, DeadTag: Rate{1, 400}}
	return p
}

// Faulty returns Human with a board, a line or a set of pieces that need
// replacement: dead squares, pieces that are not read, presses that are not
// reported, a port lost in the middle of moves. All of it was reported by people;
// the rates are not measured.
func Faulty() Profile {
	p := Human()
	p.Faults = Faults{DeadTag: Rate{1, 400}, DeadSquare: Rate{1, 3}, StuckSquare: Rate{1, 4},
		Weak: Rate{1, 60}, WeakFor: Span{100, 600}, Bounce: Rate{1, 60}, Reordered: Rate{1, 40}, LostPress: Rate{1, 80},
		Disconnect: Rate{1, 60}, Away: Span{800, 9000}}
	return p
}

// Unruly returns Human with irregularities in about one of ten plies.
func Unruly() Profile {
	p := Human()
	rare := Rate{1, 80}
	p.Irregular = Irregular{TouchOther: rare, TouchTheirs: rare, Correct: rare, PressIllegal: rare, Stand: Rate{1, 300}, ReleaseTwice: rare,
		RookFirst: Rate{1, 10}, RookAstray: Rate{1, 10}, OtherPiece: Rate{1, 6}, PawnLeft: Rate{1, 6},
		PressEmpty: Rate{1, 200}, Knock: rare, Displace: rare, LeaveAstray: Rate{1, 100},
		Rest: Span{450, 1600}, Stop: Span{3000, 9000}, Stray: Span{2000, 7000}, Plies: Span{1, 6}}
	p.Adjust = rare
	return p
}

// Club returns Human with what happens before and after a game, and with what
// people allow each other in friendly games: pieces set up and straightened, a
// ceremony, moves taken back, late presses, pieces pushed along the board or put
// between squares; the result shown by the kings, or a king laid down; analysis,
// the pieces put back, and the beginning of the next game.
func Club() Profile {
	p := Human()
	p.Sweep, p.SweepRest = Rate{1, 20}, Span{40, 150}
	p.CarriedOn = Rate{1, 5}
	p.Straddle, p.StraddleFor = Rate{1, 80}, Span{60, 400}
	p.Adjust, p.AdjustMore = Rate{1, 60}, Rate{1, 4}
	p.PressLate, p.PressLateBy = Rate{1, 60}, Span{2000, 8000}
	p.Interrupt, p.InterruptFor = Rate{1, 150}, Span{5000, 20000}
	p.TakeBack = Rate{1, 100}
	p.Beginning = Beginning{SetUp: Rate{1, 4}, Straighten: Rate{1, 2}, Ceremony: Rate{1, 8}, Pause: Span{800, 4000}}
	p.Ending = Ending{StopClock: Rate{1, 1}, Signal: Rate{2, 3}, SignalLate: Rate{1, 2}, SignalWalk: Rate{1, 6}, LayDown: Rate{1, 3},
		GoBack: 4, Analyse: 6, PutBack: Rate{1, 1}, NextGame: 12, Pause: Span{2500, 9000}}
	return p
}
