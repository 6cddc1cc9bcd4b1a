package simulate

// DeedKind says what was done.
type DeedKind uint8

// The deeds. Those up to TakenBack break no rule.
const (
	Slid        DeedKind = iota // rested on a legal square on the way
	Brushed                     // was seen where the man may not go
	Carried                     // a captured man was seen beside its square
	Hovered                     // held for long
	Returned                    // put back, then played
	Adjusted                    // another man straightened
	EarlyLift                   // lifted before the press
	LiftInPlay                  // lifted before the drop
	CrossedDrop                 // landed before the man it answers
	ReplyFirst                  // landed before the press
	ForgotPress                 // never pressed
	PressedLate                 // pressed long after the move
	Straddled                   // stood between two squares for a while
	Interrupted                 // the clock was stopped and started again
	SetUp                       // a man was put on his square before the game
	Ceremony                    // a move before the clock started, taken back
	TakenBack                   // a ply that was played and taken back by agreement

	TouchedOther    // an own man touched, another played
	CorrectedMove   // an illegal move put right before the press
	TouchedTheirs   // a man of the opponent's touched that could be captured, and not captured
	RookFirst       // castled with the rook before the king
	OtherPiece      // another piece stood there before the one the pawn became
	PawnLeft        // pressed with a pawn on the last rank
	PressedIllegal  // an illegal move pressed and restored
	StoodIllegal    // an illegal move that stands
	ReleasedTwice   // let go on one legal square, then moved to another
	PressedEmpty    // pressed without a move
	KnockedOver     // men knocked over and put back
	DisplacedMan    // a man pushed to another square and put right
	LeftAstray      // a man pushed to another square, where he stood for some plies
	LostLift        // a report of a lift was lost
	LostDrop        // a report of a drop was lost
	MisreadMan      // a man was named wrongly for one scan
	DuplicateReport // a report was sent twice
	DeadTag         // a man was never seen again
	Bounced         // a man put down was not read for a moment
	Flickered       // a man who stood still was not read for a while
	ReorderedReport // a report changed places with the next one
	LostPress       // a press was not told
	DeadSquare      // a square read empty for good
	StuckSquare     // a square read for good what it had read
	Disconnected    // the port was lost

	Erased // of this ply nothing is left by which it could be told from others

	ClockStop    // the clock was stopped for good
	KingLaidDown // a king was laid down
	KingsShown   // the kings were put in the centre
	WentBack     // a ply was taken back after the game
	Analysed     // a ply of analysis
	PutBack      // the men were put back to the initial array
	deedsNumber  // how many there are
)

var deedNames = [deedsNumber]string{
	Slid:            "slid",
	Brushed:         "brushed",
	Carried:         "carried",
	Hovered:         "hovered",
	Returned:        "returned",
	Adjusted:        "adjusted",
	EarlyLift:       "early lift",
	LiftInPlay:      "lift in play",
	CrossedDrop:     "crossed drop",
	ReplyFirst:      "reply first",
	ForgotPress:     "forgot press",
	PressedLate:     "pressed late",
	Straddled:       "straddled",
	Interrupted:     "interrupted",
	SetUp:           "set up",
	Ceremony:        "ceremony",
	TakenBack:       "taken back",
	TouchedOther:    "touched other",
	CorrectedMove:   "corrected move",
	TouchedTheirs:   "touched theirs",
	RookFirst:       "rook first",
	OtherPiece:      "other piece",
	PawnLeft:        "pawn left",
	PressedIllegal:  "pressed illegal",
	StoodIllegal:    "stood illegal",
	ReleasedTwice:   "released twice",
	PressedEmpty:    "pressed empty",
	KnockedOver:     "knocked over",
	DisplacedMan:    "displaced man",
	LeftAstray:      "left astray",
	LostLift:        "lost lift",
	LostDrop:        "lost drop",
	MisreadMan:      "misread man",
	DuplicateReport: "duplicate report",
	DeadTag:         "dead tag",
	Bounced:         "bounced",
	Flickered:       "flickered",
	ReorderedReport: "reordered report",
	LostPress:       "lost press",
	DeadSquare:      "dead square",
	StuckSquare:     "stuck square",
	Disconnected:    "disconnected",
	Erased:          "erased",
	ClockStop:       "clock stop",
	KingLaidDown:    "king laid down",
	KingsShown:      "kings shown",
	WentBack:        "went back",
	Analysed:        "analysed",
	PutBack:         "put back",
}

func (k DeedKind) String() string {
	if k >= deedsNumber {
		return "?"
	}
	return deedNames[k]
}
