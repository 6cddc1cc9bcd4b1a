package touchmove

import "github.com/boardd/boardd/legality"

// costs says what each step away from the plain story of a game costs a
// reading of the records. A unit is about half a natural logarithm of odds:
// what happens twice as seldom costs one to two more. Only differences count.
//
// "Measured" means three real blitz games on DGT boards with clocks, 199 plies
// and 458 square events; "scenes" means the reconstruction scenes in fixtures,
// most of them after reports by broadcasters. A figure that neither decides is
// chosen so that the order of the readings comes out right in all of them.
type costs struct {
	// What every reading pays for the board as it reads now, square by square.
	inHand      int // a man of the player to move is off its square
	otherInHand int // a man of the other player is: a victim, or an early hand
	extra       int // a man stands where the reading has none
	replaced    int // another man stands there than the reading has
	gone        int // on top of either, when it has been off the board for madeRestMs
	vanished    int // on top of inHand and otherInHand, when its player has moved another man since
	astray      int // another man of the player who moved last was put elsewhere in the same turn
	lingers     int // on top of extra and replaced, when it has stood there for slideMs
	pushed      int // either square, at most, when a man was only pushed from one to the other
	surplus     int // on top of either, when it is a captured man
	broken      int // a square that has shown that it is; or that it did not tell of a drop or a lift
	standing    int // on top of extra and replaced, when it has stood there for madeRestMs

	// What a reading pays for each ply that it adds.
	ply          int // a legal move that the board shows
	misread      int // ... whose man the board names wrongly
	lostLift     int // ... whose man is still read on the square it left
	lateLift     int // ... whose lift came after its drop, by up to a scan
	veryLateLift int // ... and by more
	lostDrop     int // ... whose drop nobody saw
	namelessDrop int // ... on a board that names no men, where it may have captured unseen instead
	elsewhere    int // ... though a man that it could have captured was off its square meanwhile, or one stands where it could have gone
	putBack      int // a man was off its square while the other player moved, and is back
	retaken      int // ... unseen, and what the opponent lifted since it could have taken itself
	otherOff     int // ... whose drop nobody saw, while another man of its player is off its square
	unpressed    int // ... played before the move it answers was pressed, with a clock in use
	forgotten    int // ... though its player's last move never was pressed
	crossed      int // ... whose drop came before the drop it answers, by up to crossedMs
	again        int // ... by a man that may have been on its way there all the time
	detour       int // ... whose man was put down meanwhile where it could have stayed, and which is not on its way
	early        int // ... by more than that: a move made before its turn
	abandoned    int // ... if not a ply that was seen whole and at rest for restMs
	stayed       int // ... and for stayMs
	irregular    int // an act that is no legal move
	several      int // ... and more than one man's

	blunders [3]blunder  // ... that gives material away, while it is open which game is played
	becomes  [4]becoming // ... what a pawn became, where the board does not say

	// Presses.
	noMove    int // a press that no ply of that player explains
	latePress int // a press of a ply that has been answered already
	latePly   int // a press whose ply was shown after it, within lateMs, or what the board may be late by
	tardyPly  int // ... and later than that
	notSettle int // a press while men of that ply were not where they belong

	// Going back.
	takeback int // a ply that was confirmed is undone on the board
	noPress  int // ... and there is no clock whose presses would not fit a move back
	takeMore int // and one before it, too
	restored int // less, when the men have rested as they stood before a ply
	restore  int // play is put back to before an irregular move (7.5.1)

	// The beam.
	margin int // a ply is not confirmed while another reading is so close
	prune  int // a reading so far behind the best one is given up
}

// becoming is what it costs that a pawn became a piece.
type becoming struct {
	kind legality.Kind
	cost int
}

// blunder is what it costs that a move misses so much material, in pawns.
type blunder struct{ pawns, cost int }

var defaultCosts = costs{
	inHand:      1, // every move begins so
	otherInHand: 2, // measured: 10 of 35 captures lift the victim; hands that come early are rarer
	extra:       3, // measured: 9 transits and 5 captured men carried over squares in 458 events
	replaced:    3, // measured: 25 of 35 captures; as a stage it lasts one event
	gone:        3, // a man in the hand for longer than most moves take
	vanished:    5, // one hand, one man; what is no longer there has been captured
	astray:      5, // scenes: half a castling is no rook move
	lingers:     2,
	pushed:      3, // no more for long than a man in transit: he may stand so for the rest of the game
	surplus:     4, // measured: of 5 captured men seen on another square one stood there for longer
	broken:      1, // it tells nothing; not nothing, since it may be well again
	standing:    3, // a man that only passes does not rest: the 9 measured did so for about 300 ms

	ply:          2,
	misread:      4, // scenes only: no wrong kind in 458 events
	lostLift:     4, // scenes only: no lost lift in 458 events
	lateLift:     2, // measured: 2 of 199 plies, within a scan
	veryLateLift: 5, // none measured
	lostDrop:     4, // scenes only: no lost drop in 458 events
	namelessDrop: 8, // a capture within one scan is some forty times likelier (see simulate)
	elsewhere:    5, // two rare things at once: that one put back, and this one exchanged unseen
	putBack:      4, // scenes: hands that come early go on
	retaken:      1, // the man in its hand may take that one yet
	otherOff:     2, // one hand, one man
	unpressed:    2, // measured: 4 of 154 times the next square event came before the lever
	forgotten:    3, // measured: none in 156 plies
	crossed:      2, // scenes: both hands at once
	again:        4, // measured: 9 rests on legal squares in 199 plies; that two hands cross is rarer
	detour:       4, // measured: none; the 9 rests were all on the way
	early:        9, // near an irregular act, which it nearly is
	abandoned:    4, // measured: 9 rests of some 300 ms on legal squares in 199 plies
	stayed:       3, // measured: of 9 one
	several:      8, // nothing is known of it
	irregular:    9, // 51 of 3,426 games of the 2022 Olympiad hold one: about 1 in 6,000 plies

	// Chosen: no more than the margin by one move, since people do overlook things;
	// a queen that nobody takes for ten moves is none.
	blunders: [3]blunder{{3, 1}, {5, 2}, {8, 3}},

	// Chosen: of promotions in master games some 97 in 100 are queens, two of the
	// others knights. A knight moves so otherwise that play tells it soon.
	becomes: [4]becoming{{legality.Queen, 0}, {legality.Knight, 4}, {legality.Rook, 5}, {legality.Bishop, 6}},

	noMove:    13, // 7.5.3; rarer than any irregular move, and a press is hard to miss; by more than margin when a man is in the air
	latePress: 3,  // measured: none in 154 plies
	latePly:   2,  // a board scan takes up to 250 ms (maker), so the press may overtake the drop
	tardyPly:  6,
	notSettle: 4,

	takeback: 4, // scenes; none measured
	noPress:  4, // men are moved back and forth far more often than moves are taken back
	takeMore: 1, // who takes back one may take back more
	restored: 3, // no hand leaves them so by chance
	restore:  3, // after an irregular move this is what the Laws prescribe

	margin: 4,
	prune:  22,
}

// Spans of time, in milliseconds.
const (
	defaultRestMs     = 300  // at rest so long, a man has been released (message contract)
	defaultMadeRestMs = 3000 // and so long, its move has been made (message contract)

	sweepMs   = 250  // the order of changes within a full scan is that of the squares, not of the hands
	knockMs   = 200  // no hands lift four men one by one in this time
	nudgeMs   = 60   // nor lift a man and put it down
	bounceMs  = 30   // lift and drop on one square within this time are sensor noise, no touch
	carriedMs = 1000 // measured: of 5 captured men seen on another square one stood there for longer
	crossedMs = 600  // two hands that cross; the time between two events of one hand is 120 ms and up
	stayMs    = 600  // twice what men rest on their way on the average
	slideMs   = 1000 // who has stood on a square for so long is not on his way: of 9 measured none was
	lateMs    = 500  // two scans of a DGT board
	graceMs   = 350  // after a press and what the board may be late by, before it is held to have been made without a move

	// disorderMs is how long displaced men may stand before the arbiter is told
	// (message contract).
	disorderMs = 10000
	resetMs    = 2000 // the initial array at rest so long is a set-up for the next game
)
