package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Config is what a Tracker has to know before the first record.
type Config struct {
	Rules      *Rules            // nil: fide-2023, standard
	Start      legality.Position // position before Moves
	Moves      []legality.Move   // already played from Start
	Setup      bool              // wait until the board shows Start before anything counts
	Occupancy  bool              // the board names no men
	Clock      ClockUse
	Illegal    [2]int // completed illegal moves already counted, by Color
	Tags       map[string]string
	GameID     string // what the ids of its games begin with: "-1", "-2" … follow
	Rev        int    // above which the numbers of its snapshots begin
	RestMs     int64  // a piece at rest so long has been released; 0: 300
	MadeRestMs int64  // and so long, its move has been made; 0: 3000
	LateMs     int64  // the board may tell an act so long after it; 0: DefaultLateMs
	PublishAt  State  // StateMade or StateCompleted; provisional (zero): by the clock

	// BlitzGain is the time, in seconds, for the opponent after a completed
	// illegal move in blitz under full supervision, where the text of 2023 is
	// disputed: 60 or 120; 0: 60.
	BlitzGain int
}

// ClockUse says whether a clock is attached.
type ClockUse uint8

// Whether a clock is attached.
const (
	ClockAuto ClockUse = iota // yes from the first press, clock or flag on
	ClockYes
	ClockNo
)

// The size of the beam. Six lines are the most that any of the scenes needs at
// once on a board that names its men; with four times as many nothing that matters
// is given up, and a record still takes microseconds. Where captures are open that
// look alike, there are as many more as they have readings.
const (
	namedLines = 24
	maxLines   = 96
)

// Tracker works out which game explains the records of one board. It is used
// by one goroutine at a time and does nothing by itself.
type Tracker struct {
	cfg   Config
	costs costs

	// The input that is being worked on.
	now   int64
	event int
	found []Finding

	board board

	// The game: what is confirmed, what follows, and what a new one begins without.
	spine    *legality.Game // all confirmed plies, irregular ones included
	plies    []Ply          // the same, as the game shows them
	lines    []line
	growing  int    // the line that is being extended; -1 none
	doubtful bool   // a line has a ply of which it is open which of several it is
	next     line   // scratch: the line that follows from it
	head     line   // scratch: the line whose first ply is being confirmed
	calm     line   // the best reading when the whole board was last at rest and explained
	told     []told // the plies of the best line that have been reported
	alerts   []Alert
	game     Game
	last     *Game // the last game that had a move, if this one has none
	number   int   // of the game, from 1
	opened   int   // the change of the board with which this game was opened
	deaf     int   // changes of the board up to this one are no touches
	phase    Phase
	since    int64 // when the phase began
	passing

	// What outlives a game.
	clock    clock
	linkLost bool
	linkedAt int64 // when the link came back
	gap      bool  // the board was not heard for a while, nor scanned since
	scanned  bool  // a full scan has come
	dueAt    int64 // when to be woken; -1 not
	pending  Ply
	shown    shown
	dirty    bool
	hands    hands // scratch
	unruled  bool  // the benchmark of what the rules cost: only the game is worked out
}

// passing is what of a game a new one begins without.
type passing struct {
	irregular   int       // index of the first ply that the rules do not let stand; -1 none
	offences    []offence // the irregular plies that were completed, from that one on
	disputed    bool      // whether the irregular ply counts or stands is for the arbiter
	persists    bool      // illegal_position_persists was found
	replaces    replaces
	objected    objected
	ordered     ordered
	adjusting   []adjustment    // of the player having the move
	ending      legality.Ending // by which the rules have ended the game
	mended      placement.Color // whose unfinished move was finished after its press
	mendedPly   int
	turn        turn
	disorder    disorder
	pushes      placement.Set // where men stand that were pushed aside, as it seems, by a hand that moved another one
	signal      signal
	resetting   bool     // a scan has shown the initial array
	unheard     bool     // the last scan showed what no reading explains
	rotated     bool     // the board looks as if it lay the other way round
	contested   bool     // another reading is too near
	promotions           // the pieces that the board does not name and play has not told yet
	unseen      int      // the last ply of which it was told that it may be one of several captures
	careless    [2]bool  // who did not press his last completed move, by Color
	noMove      bool     // a press without a move was the last thing found of the clock
	counted     int64    // the last press that was counted as an offence without a move
	flagged     Party    // whose flag has fallen after a move that seems to have ended the game
	claim       bool     // the player having the move may claim a draw
	objection   int      // the ply whose player may object to the one before it
	confirmedAt int64    // when the last ply was confirmed
	answered    Question // the last one to which a full search has said what it found
}

// New starts a tracker. Nothing of the configuration is checked but what a
// zero value leaves open.
func New(c Config) *Tracker {
	if c.Rules == nil {
		c.Rules = Default()
	}
	if c.RestMs == 0 {
		c.RestMs = defaultRestMs
	}
	if c.MadeRestMs == 0 {
		c.MadeRestMs = defaultMadeRestMs
	}
	if c.LateMs == 0 {
		c.LateMs = DefaultLateMs
	}
	c.Rules = c.settled(c.Rules)
	t := &Tracker{cfg: c, costs: defaultCosts, dueAt: -1, growing: -1, lines: make([]line, 0, maxLines)}
	t.number = 1
	t.game.Rev = c.Rev
	t.open(c.Start, c.Moves, t.nextID(), c.Tags)
	t.board.sensed = *t.spine.Position().Placement()
	if c.Occupancy {
		t.board.forgetNames()
	}
	t.clock.used = c.Clock == ClockYes
	if c.Setup {
		t.become(Setup)
	}
	t.sync()
	return t
}

// settled is a rule set with what the configuration settles of it.
func (c *Config) settled(r *Rules) *Rules {
	if c.BlitzGain == blitzGainByLetter && r.disputesBlitz() {
		return r.byLetter()
	}
	return r
}

// Step takes one record, the event-th of its log, and returns what was found.
// The slice is valid until the next call. Commands are for Do; bytes are for
// a decoder; neither does anything here.
func (t *Tracker) Step(event int, r sensor.Record) []Finding {
	t.begin(event, r.At)
	if int(r.Word) < len(handlers) && handlers[r.Word] != nil {
		handlers[r.Word](t, &r)
	}
	return t.found
}

// Wake tells the tracker that the time is at. It is an input like a record,
// and counts as part of the last one.
func (t *Tracker) Wake(at int64) []Finding {
	t.begin(t.event, at)
	t.evaluate()
	return t.found
}

// Deadline is when the tracker wants waking, in milliseconds since the log
// began; false if it waits for nothing.
func (t *Tracker) Deadline() (int64, bool) { return t.dueAt, t.dueAt >= 0 }

// Game is the game as it stands. It changes with the next call.
func (t *Tracker) Game() *Game { return &t.game }

// LastGame is the last game that has a move, or else the present one.
func (t *Tracker) LastGame() *Game {
	if len(t.game.Moves) == 0 && t.game.Pending == nil && len(t.game.Irregular) == 0 && t.last != nil {
		return t.last
	}
	return &t.game
}

// Sensed is what the sensors show, and the squares that differ from what the
// game says stands there. The placement belongs to the tracker.
func (t *Tracker) Sensed() (*placement.Placement, placement.Set) {
	return &t.board.sensed, t.board.differ(t.bestLine().pos().Placement())
}

var handlers = [...]func(*Tracker, *sensor.Record){
	sensor.Lift:   (*Tracker).onSquare,
	sensor.Drop:   (*Tracker).onSquare,
	sensor.Board:  (*Tracker).onBoard,
	sensor.Press:  (*Tracker).onPress,
	sensor.Clock:  (*Tracker).onClock,
	sensor.Flag:   (*Tracker).onFlag,
	sensor.Pause:  (*Tracker).onPause,
	sensor.Resume: (*Tracker).onResume,
	sensor.Link:   (*Tracker).onLink,
	sensor.Fault:  (*Tracker).onFault,
}

func (t *Tracker) begin(event int, at int64) {
	if t.event == 0 && event > 0 {
		t.atStart()
	} else {
		t.found = t.found[:0]
	}
	t.event = event
	if at > t.now {
		t.now = at
	}
}

// due asks for a wake-up at a moment to come; one that is past asks nothing.
func (t *Tracker) due(at int64) {
	if at > t.now && (t.dueAt < 0 || at < t.dueAt) {
		t.dueAt = at
	}
}

// after reports whether the moment has come, and asks for a wake-up if not.
func (t *Tracker) after(at int64) bool {
	t.due(at)
	return at <= t.now
}

// Reading is the position after all that the best reading of the board adds to
// what is confirmed. It belongs to the tracker.
func (t *Tracker) Reading() *legality.Position { return t.bestLine().pos() }
