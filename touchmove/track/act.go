package track

// Kind is what an act is.
type Kind uint8

// The acts.
const (
	Lift       Kind = iota // a piece is lifted
	Put                    // a piece is put down
	Swap                   // a piece takes the square of another
	Return                 // a piece comes back to the square that it was lifted from
	Pass                   // a piece rests on a square on its way
	Carry                  // a captured piece is seen on a square
	Bring                  // a piece comes from beside the board
	Straighten             // a displaced piece is lifted, or put where it belongs
	Displace               // a piece that belongs to no move is put where it does not belong

	Complete   // a ply is complete
	Unfinished // a ply is completed before all of its pieces are where they belong
	Irregular  // a ply is completed that no legal move describes
	TakeBack   // plies are taken back
	SetRight   // the piece of a player's last ply is put on the square beside; the ply counts as made to that square
	NewGame    // another game begins
	Restart    // the game goes on from what the board shows
	Bridge     // plies were played while the board was not heard
	Signal     // the kings show a result

	Press        // a player presses the clock
	PressEarly   // ... before his piece is reported
	PressLate    // ... after the reply has begun
	PressNothing // ... without a move
	PressNever   // ... not at all, and the game goes on
	Stop         // the clock is stopped
	Start        // the clock is started
	Leave        // no game is played any more
	Resume       // play goes on, in the game or beside it (Aside)
	Follow       // reports while no game is played
	LogEnds      // nothing more is recorded

	Unread    // a piece stands on a square and is not read
	Stuck     // a square goes on reading a piece that has left it
	ReadAgain // a square reads what stands there
	LateLift  // a piece was lifted before its lift is reported
	Linger    // a piece stays in the hand or off its square, or a captured one on the board
	Unseen    // a piece was put down and is not reported
	Ghost     // a square reads a piece that does not stand there
	Untold    // a scan shows what no report has told
	Blank     // a scan fails: it shows nothing on many squares, or still does not
	kinds
)

var kindNames = [kinds]string{"lift", "put", "swap", "return", "pass", "carry", "bring", "straighten", "displace",
	"complete", "unfinished", "irregular", "take back", "set right", "new game", "restart", "bridge", "signal",
	"press", "press early", "press late", "press without a move", "press forgotten", "stop", "start", "leave", "resume", "follow", "the log ends",
	"unread", "stuck", "read again", "late lift", "linger", "unseen", "ghost", "untold", "blank"}

// String is the act as a story shows it.
func (k Kind) String() string { return kindNames[k] }

// Act is what somebody did, or a board failed to do, and what it costs. Acts
// form a list from the last one back, which hypotheses share.
type Act struct {
	Prev   *Act
	At     int64 // milliseconds, of the record that tells it
	Total  int64 // what the story costs up to here
	Event  int32 // the number of that record
	Ply    int32 // to which it belongs, by number from 1; 0 none
	Cost   Cost
	Why    *Rate // which rate the cost begins with
	Kind   Kind
	Square square
	Piece  piece
	Home   square // where the position has the piece; NoSquare: nowhere
	Move   move   // of a ply
	Astray set    // of Resume: where something else stands than in the position from which play goes on
	Choice Cost   // the rest: a choice, how soon a ply is begun, and with a few acts a second rate
	role   role   // of the piece
	node   *node  // where the game stands after it, if it changes that
}

// charge adds an act of the present record to a story. It alone changes a score.
func (t *Tracker) charge(h *hypothesis, a Act) {
	a.At, a.Event, a.Ply = t.now, t.event, int32(h.node.ply+1)
	if a.Why == nil {
		a.Why = Nothing
	}
	a.Cost = a.Why.cost + a.Choice
	h.score += int64(a.Cost)
	h.strain(&a)
	a.Total, a.Prev = h.score, h.story
	t.acts = append(t.acts, a)
	h.story = &t.acts[len(t.acts)-1]
	h.added++
}

// link keeps the acts that a hypothesis has added, which are the tracker's until the next record.
func (h *hypothesis) link() {
	if h.added == 0 {
		return
	}
	list, last := make([]Act, h.added), &h.story
	for i := range list {
		list[i] = **last
		*last, last = &list[i], &list[i].Prev
	}
	h.added = 0
}

// ForReply reports whether the piece of an act belongs to the reply to the ply that
// is being made.
func (a *Act) ForReply() bool { return a.role == early }

// Captured reports whether the piece of an act has been captured, or is lifted to be.
func (a *Act) Captured() bool { return a.role == victim }

// Stray reports whether the piece of an act belongs to no ply.
func (a *Act) Stray() bool { return a.role == aside }

// PutHome reports whether by an act a displaced piece is put where it belongs.
func (a *Act) PutHome() bool { return a.Kind == Straighten && (a.Why == Home || a.Why == PutBack) }

// Misnamed reports whether the board names another piece than the one of an act.
func (a *Act) Misnamed() bool { return a.Why == Misread }

// Aside reports whether from an act on the players go through a game that is over.
func (a *Act) Aside() bool { return a.Kind == Resume && a.Why == Analysed }
