package track

import "math/bits"

// Cost is a surprise in hundredths of a nat: minus the logarithm of how often
// something happens where it can.
type Cost int32

// Rate names one of the rates.
type Rate uint8

// The rates. What each is asked for stands in the table.
const (
	Nothing Rate = iota

	// Hands.
	VictimFirst
	MoverFirst
	SlideOn
	SlideMore
	SlideSlow
	SlideLong
	GoOn
	PutBack
	OtherTouch
	OtherMore
	SecondPiece
	CastlingPut
	OnWay
	Overlooks
	Home
	Aside
	Far
	TakesBack
	TakesBackAfter
	Corrects
	Retracted
	SecondMove
	StaysOff
	Carried
	CarriedOn
	Restored
	Brought
	Straightened
	Swapped
	PieceFirst
	PawnAfter
	PawnPut
	ToQueen
	ToRook
	ToBishop
	ToKnight
	WrongColour
	GivesAway

	// Turns.
	EarlyHand
	AheadHand
	Crossed
	OutOfTurn
	ReplyEarly
	ReplyFirst
	NoPress
	PressForgotten

	// Presses.
	Pressed
	PressedEarly
	PressedOverlap
	PressedBefore
	PressedOnWay
	PressedNothing
	PressedLate
	PressedOther
	PressedNoGame
	LeftUnfinished
	PressedIrregular
	StandsIrregular

	// Reports.
	NotRead
	Bounces
	Blinks
	StaysUnread
	NotReadAgain
	BetweenSquares
	BesideOnly
	ReadsAgain
	LiftLate
	GoneOn
	LiftKnown
	Lingers
	Holds
	NotTold
	NotToldAgain
	SwapUnseen
	Blink
	Misread
	GhostAgain
	Phantom
	LostMany

	// Phases.
	PlayEnds
	PlayEndsUnstopped
	PlayGoesOn
	PlayEndsAfter
	EndsDone
	EndsUndone
	PlaysOn
	WhileStopped
	StandsStill
	AnyLift
	AnyPut
	PutBackThere
	StandsAgain
	StandsAtRest
	EachPlyBack
	EachAstray
	EndTakenBack
	Analysed
	Anew
	KingToCentre
	KingsShow
	KingsAnyway
	Rethought
	Restarts
	ratesNumber
)

// A rate is a cost, and where it comes from. "Measured" is three real blitz
// games on DGT boards: 199 plies, 458 reports, 35 captures, 154 presses. "Chosen"
// is a judgement of how often it happens.
type rate struct {
	Cost Cost
	Of   string // what it is asked for
	From string // its source
}

var rates = [ratesNumber]rate{
	Nothing: {0, "what follows from the state", "none is needed"},

	VictimFirst:    {160, "captures: the captured piece is lifted first", "measured: 7 of 35"},
	MoverFirst:     {60, "captures: the captured piece is lifted after the one that captures, and the board sees it", "chosen: a board that scans faster than the measured one sees more than 3 of 35"},
	SlideOn:        {320, "pieces that have landed: lifted again to go on", "measured: 8 of 199"},
	SlideMore:      {30, "the same once more at once", "follows: the piece is slid"},
	SlideSlow:      {520, "the same after a second", "chosen"},
	SlideLong:      {800, "the same after four seconds", "chosen"},
	GoOn:           {30, "pieces that rest on their way: go on", "chosen"},
	PutBack:        {400, "lifted pieces: put back", "chosen"},
	OtherTouch:     {400, "reports: another piece is touched, adjusted or knocked over; which of them is a choice", "chosen: one ply in 60 and one touch"},
	OtherMore:      {150, "such pieces: another one with it", "chosen"},
	SecondPiece:    {100, "turns with one piece of castling off its square: the other one is lifted", "chosen"},
	CastlingPut:    {10, "pieces of castling in the hand: put where it puts them", "chosen"},
	OnWay:          {350, "pieces in the hand: rest where they may not go; where is a choice", "measured: 2 of 199"},
	Overlooks:      {350, "turns: a piece is lifted that has no legal move, to make one; which is a choice", "follows: OnWay, paid when it is lifted"},
	Home:           {60, "touched pieces: put back", "chosen"},
	Aside:          {250, "touched pieces: put on a square beside; which is a choice", "chosen"},
	Far:            {400, "touched pieces: put anywhere; where is a choice", "chosen"},
	TakesBack:      {500, "plies: the piece is lifted to take it back", "chosen: one in 50"},
	TakesBackAfter: {150, "plies of a game that is over: the same", "chosen: one in five, when it is gone through again"},
	Corrects:       {70, "irregular plies: the same", "chosen: every other one"},
	Retracted:      {30, "such pieces: put back where they came from", "chosen"},
	SecondMove:     {350, "touched pieces: make the move after all", "chosen"},
	StaysOff:       {500, "touched pieces: not put back before the ply is over", "chosen"},
	Carried:        {200, "captures: the captured piece is seen on another square; which is a choice", "measured: 5 of 35"},
	CarriedOn:      {20, "captured pieces that are seen on a square: taken away", "chosen"},
	Restored:       {300, "captured pieces in the hand: put back", "chosen"},
	Brought:        {700, "reports: a piece comes from beside the board; where is a choice", "chosen"},
	Straightened:   {250, "displaced pieces: lifted; which is a choice", "chosen"},
	Swapped:        {35, "captures: the square is not seen empty between", "measured: 25 of 35"},
	PieceFirst:     {150, "promotions: the piece comes before the pawn goes", "chosen"},
	PawnAfter:      {20, "promotions: then the pawn goes", "chosen"},
	PawnPut:        {110, "promotions: the pawn is put on the last rank first", "chosen"},
	ToQueen:        {3, "promotions: to a queen", "chosen: 97 of 100"},
	ToRook:         {430, "promotions: to a rook", "chosen"},
	ToBishop:       {450, "promotions: to a bishop", "chosen"},
	ToKnight:       {390, "promotions: to a knight", "chosen"},
	WrongColour:    {600, "promotions: a piece of the other colour is put there; which is a choice", "chosen"},
	GivesAway:      {12, "moves: for each pawn that an exchange then loses", "measured on games of stockfish against itself"},

	EarlyHand:      {340, "turns with a piece in the hand: the opponent lifts one", "chosen: one reply in 30"},
	AheadHand:      {550, "turns with nothing in the hand: the opponent lifts one; which is a choice", "chosen"},
	Crossed:        {70, "such pieces: put down first", "chosen"},
	OutOfTurn:      {250, "the same while the opponent has lifted nothing", "chosen: hands cross when both are at work"},
	ReplyEarly:     {250, "replies: the piece is lifted before the press", "chosen: one in 12"},
	ReplyFirst:     {350, "replies: the piece is put down before the press", "chosen: one in 33, the press late or forgotten"},
	PressForgotten: {100, "such plies: never pressed", "chosen: with ReplyEarly one ply in 33; 0 of 154 measured"},
	NoPress:        {0, "plies of the player whose clock does not run, and without a clock: none is pressed", "follows"},

	Pressed:          {5, "plies that the table shows: pressed", "measured: 154 of 156"},
	PressedEarly:     {300, "pieces in the hand: pressed before they are down", "chosen"},
	PressedOverlap:   {150, "the same where the board may tell it late", "chosen"},
	PressedBefore:    {200, "presses before the piece was reported: it was still in the hand", "chosen"},
	PressedOnWay:     {400, "presses: the piece goes on before the board tells it", "chosen"},
	PressedNothing:   {600, "turns with nothing in the hand: pressed", "chosen"},
	PressedLate:      {100, "plies that were answered before the press: pressed", "chosen"},
	PressedOther:     {600, "presses: of the player whose clock does not run", "chosen"},
	PressedNoGame:    {400, "presses while no game is played", "chosen"},
	LeftUnfinished:   {300, "castling, promotion, en passant half done: pressed", "chosen"},
	PressedIrregular: {500, "pieces that rest where they may not go: pressed", "51 of 3,426 games of an Olympiad hold an illegal move: with OnWay, one ply in 5,000"},
	StandsIrregular:  {500, "the same: answered", "the same"},

	NotRead:        {530, "reports: a piece stands there and is not read; which is a choice", "chosen: boards that err in one report of 200"},
	Bounces:        {350, "pieces put down on a contact: it opens once more", "chosen: one in 30"},
	Blinks:         {570, "pieces put down on an antenna: not read once more", "chosen: one in 300"},
	StaysUnread:    {450, "such contacts: stay open", "follows: as rare as a piece that is not read at all"},
	NotReadAgain:   {300, "pieces on a square that has erred: not read", "chosen"},
	BetweenSquares: {460, "pieces put down: read on the square beside, too; which is a choice", "chosen: one drop in 100"},
	BesideOnly:     {1000, "the same: read on the square beside alone", "chosen: it stands on that one mostly; one drop in 22,000"},
	ReadsAgain:     {100, "squares that do not read what stands there: do again", "chosen"},
	LiftLate:       {400, "puts: told before the lift, which comes late or never", "measured: 2 of 199"},
	GoneOn:         {100, "pieces that go on from a square: told on the next one first", "follows: both are in one scan, in the order of the squares"},
	LiftKnown:      {10, "such lifts: told", "chosen"},
	Lingers:        {450, "pieces in the hand: still there after some seconds", "chosen"},
	Holds:          {270, "the same on boards that name the pieces: a player thinks", "chosen: one ply in 15"},
	NotTold:        {600, "puts: not told", "chosen: one in 300"},
	NotToldAgain:   {100, "puts on a square that has erred: not told", "chosen"},
	SwapUnseen:     {40, "captures on a board that names no pieces: leave no report", "measured: 25 of 35"},
	Blink:          {350, "captures: answered by a capture that looks the same between two looks", "chosen"},
	Misread:        {430, "puts: another kind is named; which is a choice", "chosen: one in 60"},
	GhostAgain:     {300, "pieces between two squares: read on the other one again", "chosen"},
	Phantom:        {600, "reports: a piece is read where none stands; where is a choice", "chosen"},
	LostMany:       {600, "scans: many reports are lost", "chosen"},

	PlayEnds:          {600, "rests: play ends, or no sense is seen in it", "chosen"},
	PlayEndsUnstopped: {800, "the same while a clock runs", "follows: PlayEnds, and one game in eight that is over and whose clock nobody stops"},
	PlayGoesOn:        {400, "rests with a position on the board that ends the game: play goes on", "chosen"},
	PlayEndsAfter:     {20, "the same in a position that ends the game", "follows"},
	EndsDone:          {20, "plies on the board when play stops: count", "chosen"},
	EndsUndone:        {150, "the same: do not count", "chosen"},
	PlaysOn:           {900, "stops of the clock: play goes on", "chosen"},
	WhileStopped:      {500, "plies while the clock stands still: made", "chosen"},
	StandsStill:       {300, "starts of the clock: no game goes on", "chosen"},
	AnyLift:           {60, "reports while no game is played: a piece is lifted; which is a choice", "chosen"},
	AnyPut:            {60, "reports while no game is played: a piece is put; where is a choice", "chosen"},
	PutBackThere:      {250, "the same: where it stood before", "chosen"},
	StandsAgain:       {60, "positions of the game that stand on the board again: play goes on", "chosen"},
	StandsAtRest:      {300, "the same while no clock is started", "chosen"},
	EachPlyBack:       {40, "the same: for each ply that is taken back", "chosen"},
	EachAstray:        {250, "the same: for each square that is not as it was", "chosen"},
	EndTakenBack:      {500, "the same in a game that the rules have ended: its end is taken back", "chosen"},
	Analysed:          {150, "ends of the game: the players go through it again", "chosen"},
	Anew:              {250, "initial arrays on the board: the next game", "chosen"},
	KingToCentre:      {0, "kings in the hand: put on one of the squares in the centre where they may not go", "a maker's convention"},
	KingsShow:         {150, "kings in the centre: show a result", "a maker's convention"},
	KingsAnyway:       {350, "the same: show none", "follows: OnWay, paid when both are there"},
	Rethought:         {800, "stories that have become dear: plies were not read, or otherwise; which is a choice", "chosen"},
	Restarts:          {1400, "the same: play goes on from what the board shows, and nothing joins that to the game", "chosen"},
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
func choice(n int) Cost { return logs[min(max(n, 1), len(logs)-1)] }

// among is the cost of one of k things of n that are equally likely.
func among(k, n int) Cost { return max(0, choice(n)-choice(k)) }
