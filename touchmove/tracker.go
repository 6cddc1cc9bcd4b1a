package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// Config is what a Tracker needs before the first record. The zero value is ready: standard
// chess from the initial position by the Laws of 2023.
type Config struct {
	Rules      *laws.Rules       // nil: fide-2023, standard
	Start      legality.Position // position before Moves; the zero value: the initial one
	Moves      []legality.Move   // already played from Start
	Setup      bool              // wait until the board shows Start before anything counts
	Board      string            // the family of the board; "" not known
	Occupancy  bool              // the board names no pieces
	Clock      ClockUse
	Illegal    [2]int // completed illegal moves before the log begins, by Color
	Tags       map[string]string
	GameID     string // prefix of the ids of its games: "-1", "-2" … follow
	Rev        int    // the revisions of its games begin above this number
	RestMs     int64  // a piece that rests this long has been released; 0: 300
	MadeRestMs int64  // a move whose piece rests this long has been made; 0: 3000
	LateMs     int64  // how long after an act the board may report it; 0: DefaultLateMs
	PublishAt  State  // StateMade or StateCompleted; provisional (zero): by the clock

	// NoSignals means that kings in the centre show no result. Who plays against somebody
	// elsewhere shows it to nobody, and waits for an answer to the king's move.
	NoSignals bool

	// AsksMate means that the caller answers a Question about a flag fall. Otherwise the
	// tracker searches at once, which may take 0.2 s.
	AsksMate bool

	// BlitzGain is the time, in seconds, that the opponent gets after a completed illegal
	// move in blitz under full supervision, where the text of 2023 is disputed: 60 or 120;
	// 0: 60.
	BlitzGain int
}

// ClockUse is whether a clock is attached.
type ClockUse uint8

// Whether a clock is attached.
const (
	ClockAuto ClockUse = iota // yes from the first press, clock or flag on
	ClockYes
	ClockNo
)

// The size of the beam. On a board that names its pieces no scene needs more than six
// hypotheses at once; with four times as many nothing that matters is dropped, and a record
// still takes microseconds. Open captures that look alike get extra places, as many as they
// have hypotheses.
const (
	namedHypotheses = 24
	maxHypotheses   = 96
)

// Tracker works out which game explains the records of one board. One goroutine at a time
// uses it; it does nothing by itself. New makes one.
type Tracker struct {
	cfg   Config
	costs costs

	// The input of the present call.
	now   int64
	event Event
	found []Finding

	board board

	// The game: what is confirmed, what follows, and what a new one begins without.
	spine      *legality.Game // all confirmed plies, irregular ones included
	plies      []Ply          // the same plies in the form of Game
	hypotheses []hypothesis
	growing    int        // the hypothesis that is being extended; -1 none
	doubtful   bool       // a hypothesis has a ply that may be one of several moves
	next       hypothesis // scratch: the hypothesis that follows from it
	head       hypothesis // scratch: the hypothesis whose first ply is being confirmed
	atRest     hypothesis // the best hypothesis when the whole board was last at rest and explained
	reported   []reported // the plies of the best hypothesis that have been reported
	alerts     []Alert
	game       Game
	last       *Game // the last game that had a move, if this one has none
	number     int   // of the game, from 1
	opened     int   // number of the change with which this game was opened, or ended in the initial array
	began      int64 // when that change was
	deaf       int   // changes up to this number are no touches
	phase      Phase
	since      int64  // when the phase began
	aside      *aside // the game before it was ended; nil: none was
	passing

	// State that outlives a game.
	clock    clock
	linkLost bool
	linkedAt int64 // when the connection came back
	gap      bool  // the board was not connected for a while, and has not been scanned since
	crowded  bool  // the board shows more pieces than it can hold
	scanned  bool  // a full scan has come
	dueAt    int64 // when Wake is due; -1 never
	pending  Ply
	shown    shown
	dirty    bool
	hands    hands // scratch
	unruled  bool  // in the benchmark of what the rules cost: only the game is worked out
}

// passing is the state with which a new game does not begin.
type passing struct {
	irregular       int       // index of the first ply that the rules do not let stand; -1 none
	offences        []offence // the irregular plies that were completed, from that one on
	disputed        bool      // the arbiter decides whether the irregular ply counts or stands
	persists        bool      // illegal_position_persists was reported
	replaces        replaces
	objected        objected
	ordered         ordered
	adjusting       []adjustment    // of the player having the move
	ending          legality.Ending // by which the rules have ended the game
	entered         laws.Topic      // the topic of the end that a person has entered
	overruled       legality.Ending // an ending that the arbiter has withdrawn: it ends nothing
	mended          placement.Color // the player whose unfinished move was finished after its press
	mendedPly       int
	turn            turn
	disorder        disorder
	pushes          placement.Set // squares of pieces that a hand seems to have pushed aside while moving another one
	signal          signal
	resetting       bool // a scan has shown the initial array
	reset           reset
	array           array
	scanUnexplained bool     // the last scan showed a position that no hypothesis explains
	rotated         bool     // the board looks as if it lay the other way round
	contested       bool     // another hypothesis is too near
	promotions               // pieces whose kind neither the board nor later play has shown
	unseen          int      // the last ply that was reported as one of several captures
	careless        [2]bool  // players who did not press after their last completed move, by Color
	noMove          bool     // a press without a move was the last finding on the clock
	pressedAt       [2]int64 // when each player pressed last, by Color
	counted         int64    // the last press that counted as an offence without a move
	flags           flags
	claim           bool     // the player having the move may claim a draw
	objection       int      // the ply whose player may object to the one before it
	confirmedAt     int64    // when the last ply was confirmed
	answered        Question // the last ply whose full search has been reported
	mating          mating
}

// New returns a tracker. It fills in what the configuration leaves open, and checks nothing
// else.
func New(c Config) *Tracker {
	if c.Rules == nil {
		c.Rules = laws.Default()
	}
	if c.Start == (legality.Position{}) {
		c.Start = legality.Initial()
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
	t := &Tracker{cfg: c, costs: defaultCosts, dueAt: -1, growing: -1, hypotheses: make([]hypothesis, 0, maxHypotheses)}
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

// settled returns a rule set with its disputed text as the configuration settles it.
func (c *Config) settled(r *laws.Rules) *laws.Rules {
	if c.BlitzGain == laws.BlitzGainByLetter && r.DisputesBlitz() {
		return r.ByLetter()
	}
	return r
}

// Step takes one record, number event of its log, and returns the findings. The slice is
// valid until the next call. Step ignores commands, which are for Do, and bytes, which are
// for a decoder.
func (t *Tracker) Step(event Event, r sensor.Record) []Finding {
	t.begin(event, r.At)
	t.keepInput(input{event: event, record: r})
	if int(r.Word) < len(handlers) && handlers[r.Word] != nil {
		handlers[r.Word](t, &r)
		t.evaluate()
	}
	return t.found
}

// Wake passes the time to the tracker, in milliseconds since the log began, and returns the
// findings. They belong to the last record; before the first record Wake does nothing. At
// other times than those that Deadline returns it changes nothing.
func (t *Tracker) Wake(at int64) []Finding {
	if t.event == 0 {
		return nil
	}
	t.begin(t.event, at)
	t.evaluate()
	return t.found
}

// Deadline returns the time at which to call Wake, in milliseconds since the log began;
// false if the tracker waits for nothing.
func (t *Tracker) Deadline() (int64, bool) { return t.dueAt, t.dueAt >= 0 }

// Game returns the game as it stands. The next call of Step, Wake or Do changes it.
func (t *Tracker) Game() *Game { return &t.game }

// LastGame returns the last game that has a move, or else the present one.
func (t *Tracker) LastGame() *Game {
	if len(t.game.Moves) == 0 && t.game.Pending == nil && len(t.game.Irregular) == 0 && t.last != nil {
		return t.last
	}
	return &t.game
}

// Previous returns the last game before the present one that has a move or a result, or an
// earlier part of the present one; nil if there is none. It does not change any more.
func (t *Tracker) Previous() *Game { return t.last }

// Sensed returns what the sensors show, and the squares where that differs from the best
// hypothesis. The placement belongs to the tracker.
func (t *Tracker) Sensed() (*placement.Placement, placement.Set) {
	return &t.board.sensed, t.board.differ(t.bestHypothesis().pos().Placement())
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

func (t *Tracker) begin(event Event, at int64) {
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

// due asks for a wake-up at a future moment; for a past one it does nothing.
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

// BestPosition returns the position after the best hypothesis, unconfirmed plies included.
// It belongs to the tracker.
func (t *Tracker) BestPosition() *legality.Position { return t.bestHypothesis().pos() }

// The phases, and what leads from one to the next:
//
//	setup ──(the board shows the start)──▶ waiting ──(clock, or a first move)──▶ playing
//	playing ◀──(clock, or a person)──▶ paused
//	playing ──(illegal move completed)──▶ irregular ──(put right, or it stands)──▶ playing
//	any of these ──(both kings in the centre)──▶ result_pending ──(a person)──▶ ended
//	playing ──(mate, stalemate, dead, 5 times, 75 moves; or a person)──▶ ended
//	result_pending ──(the kings go back, or one was a move that is pressed)──▶ playing, paused
//	ended ──(pieces moved)──▶ post_mortem
//	result_pending, ended, post_mortem ──(the initial array at rest)──▶ waiting, next game
//	paused ──(the initial array, to which no play leads, and the clock is started)──▶ playing, next game
func (t *Tracker) become(p Phase) {
	if t.phase == p {
		return
	}
	if p >= ResultPending && !t.over() && t.arrayStands() && t.bestHypothesis().diff == 0 {
		t.opened = t.board.seq // nobody has set up anything yet
	}
	t.phase, t.since = p, t.now
	t.touchGame()
}

// judgePhase follows the phases that depend on what the board shows.
func (t *Tracker) judgePhase() {
	switch t.phase {
	case Setup:
		t.watchSetup()
	case Waiting:
		if !t.clock.stopped && (len(t.reported) > 0 || t.irregular >= 0 || t.played() || t.clock.heard && t.clock.running != sensor.Stopped) {
			t.become(Playing)
		}
	case Playing, Irregular:
		if t.irregular >= 0 {
			t.become(Irregular)
		} else {
			t.become(Playing)
		}
	}
	if t.phase == Playing && !t.clock.used && t.board.occupancy && t.after(t.board.last+disorderMs) {
		t.endStopped()
	}
	t.watchArray()
	t.judgeArray()
	t.watchArrayClaim()
	t.judgeFlag()
	t.judgeSignal()
	t.watchReset()
}

// played reports whether a ply has been confirmed since the log began.
func (t *Tracker) played() bool {
	n := len(t.plies)
	return n > 0 && t.plies[n-1].MadeAt >= 0
}

// stopClock notes that both clocks stand still. Changes of the board are no moves then.
func (t *Tracker) stopClock() {
	t.clock.stopped = true
	t.clock.presses.Stop(t.now)
	t.game.Clocks.Running = sensor.Stopped
	if t.over() || t.phase == Setup || t.endStopped() {
		return
	}
	if t.phase == Waiting && t.board.seq == t.opened {
		t.touchGame()
	} else {
		t.say(Finding{Code: ClockStopped, Side: laws.PartyOf(t.bestHypothesis().pos().Turn())})
		t.become(Paused)
	}
}

// startClock notes that a clock runs again, or for the first time.
func (t *Tracker) startClock(running sensor.Running) {
	t.clock.stopped, t.clock.held = false, false
	switch {
	case running != sensor.Stopped:
		t.clock.running = running
	case t.noMove: // the player who pressed without a move still has it
		t.clock.running = sensor.RunningFor(t.bestHypothesis().pos().Turn())
	}
	t.clock.presses.Start(t.now, runs(t.clock.running))
	t.opensByClock()
	if t.over() {
		return
	}
	if t.phase == Setup {
		t.startUnready()
		return
	}
	t.settleReset()
	t.resetting = false
	t.takeBackPresses()
	t.become(Playing)
	if t.watchOrdered(true); t.ordered.awaited {
		return
	}
	t.reconcile()
	if running == sensor.Stopped {
		t.runsForBack()
	}
	t.grow()
	if t.bestHypothesis().residual > 0 && !t.looksBack() {
		t.bridge()
	}
}

// takeBackPresses forgets the presses without a ply of the player whose clock was started
// again; he will press once more.
func (t *Tracker) takeBackPresses() {
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.idle() && t.clock.running.Is(l.pos().Turn()) {
			l.idleT = 0
		}
	}
}

// reconcile resumes play from what the board shows now, after a time in which it was no
// play or the board was not connected. The board may show the same position, one ply more,
// or an earlier position that was set up again.
func (t *Tracker) reconcile() {
	t.deaf = t.board.seq
	for i := range t.hypotheses {
		t.hypotheses[i].resumed = true
		t.score(&t.hypotheses[i])
	}
	if t.irregular < 0 {
		t.giveBack()
	}
	if t.bestHypothesis().diff == 0 || t.irregular >= 0 {
		return
	}
	if t.backOpen() {
		return
	}
	for base := t.spine.Len() - 1; base >= 0; base-- {
		if t.board.differ(t.spine.At(base).Placement()) == 0 {
			t.addBack(base, t.costs.takeback)
			t.hypotheses[len(t.hypotheses)-1].resumed = true
			return
		}
	}
}

// runsForBack lets a clock of unknown side run for the player who has the move in the
// earlier position that was set up again.
func (t *Tracker) runsForBack() {
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.base < t.spine.Len() && l.n == 0 && l.residual == 0 && t.bestHypothesis().residual > 0 {
			t.clock.running = sensor.RunningFor(l.start.Turn())
		}
	}
}

// backOpen adds, for every hypothesis with open plies, one that takes back enough of them
// to explain the whole board; false if there is none.
func (t *Tracker) backOpen() bool {
	found := false
	for i, n := 0, len(t.hypotheses); i < n && i < len(t.hypotheses); i++ {
		l := t.hypotheses[i].clone()
		for l.n > 1 && l.base == t.spine.Len() {
			l.n--
			if t.board.differ(l.pos().Placement()) == 0 {
				l.rehash()
				l.open, l.cost = false, l.cost+t.costs.takeback
				t.score(&l)
				found = t.insert(&l) != nil || found
				break
			}
		}
	}
	return found
}

// giveBack drops the open plies if the pieces stand as they did before them and the clock
// runs again for the player who had pressed: the press has been taken back.
func (t *Tracker) giveBack() {
	l := t.plainHypothesis()
	if !l.open || l.n > 0 || l.diff != 0 || l.base != t.spine.Len() || !t.clock.running.Is(l.by) {
		return
	}
	l.open = false
	t.keepOnly(l)
	t.score(&t.hypotheses[0])
}

// looksBack reports whether an earlier position explains the whole board.
func (t *Tracker) looksBack() bool {
	for i := range t.hypotheses {
		if t.hypotheses[i].base < t.spine.Len() && t.hypotheses[i].residual == 0 {
			return true
		}
	}
	return false
}

func (t *Tracker) onLink(r *sensor.Record) {
	if r.On {
		t.linkedAt = t.now
	} else {
		t.gap = true
	}
	t.clock.awaits = false // the clock has not reported since the press
	t.linkLost = !r.On
	t.touchGame()
}

func (t *Tracker) onFault(r *sensor.Record) {
	f := Finding{Code: SensorFault, Side: Both, Text: string(r.Data)}
	if r.Well {
		f.Code = SensorNote
	}
	t.say(f)
}

// nextGame closes the game, with what has been made in it, and opens another one.
func (t *Tracker) nextGame(start legality.Position) {
	if t.phase > Waiting && t.phase < Ended {
		t.finish()
		t.touchGame()
	}
	t.publishTimed(true)
	t.sync()
	if len(t.game.Moves) > 0 || t.game.Pending != nil || t.game.Result != "*" {
		t.last = t.game.clone()
	}
	t.number++
	t.clock.heard = false // it belongs to the game that has ended
	t.cfg.Illegal = [2]int{}
	if t.clock.held || !t.clock.used {
		t.clock.stopped, t.clock.held = false, false // these belonged to the last game
	}
	t.open(start, nil, t.nextID(), t.keptTags())
}
