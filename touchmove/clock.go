package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// clock is the state of the chess clock.
type clock struct {
	used    bool           // there is a clock
	heard   bool           // it has reported something
	running sensor.Running // whose time runs or will run; until the clock reports it, that of the player having the move
	read    sensor.Running // what the clock itself reported last
	stopped bool           // both sides are known to stand still
	held    bool           // a person has stopped the clock: nothing that it reports undoes that
	awaits  bool           // a press waits for the times that the clock will show
	shown   bool           // the clock has shown them
	by      placement.Color
	pressed int64
	face    face      // what it shows now
	presses []pressed // of the game, in order
}

// timesMs is how long after a press the next report of the clock still belongs to it. The
// maker says that a report may lag by up to a second.
const timesMs = 1500

func (t *Tracker) useClock() bool {
	if t.cfg.Clock == ClockNo {
		return false
	}
	t.clock.used, t.clock.heard = true, true
	return true
}

// timeLeft returns what the clock showed last for a player; -1 if that is not known. A
// clock reports its times once a second and after a press, which soon corrects this.
func (t *Tracker) timeLeft(side placement.Color) int64 {
	if c := &t.game.Clocks; c.Known && t.now-c.At <= timesMs {
		return c.Times[side]
	}
	return -1
}

func (t *Tracker) onClock(r *sensor.Record) {
	t.noteTimes(r.Times)
	c := &t.game.Clocks
	c.Attached, c.Known, c.Times, c.Running, c.At = true, true, r.Times, r.Running, t.now
	if !t.useClock() {
		return
	}
	t.takeTimes(r)
	t.followRunning(r.Running)
	t.clock.noteReading(r)
}

// followRunning notes whose clock runs: the clocks may have been stopped or started, or a
// press may have been lost.
func (t *Tracker) followRunning(now sensor.Running) {
	late := t.clock.awaits && !t.clock.stopped && t.now-t.clock.pressed <= timesMs
	if late && now.Is(t.clock.by) {
		return // the clock reported it before the press
	}
	before := t.clock.read
	t.clock.read = now
	switch {
	case now == sensor.Stopped && !t.clock.stopped:
		t.stopClock()
	case now == sensor.Stopped, t.clock.held && !t.setUpAgain():
	case t.clock.stopped:
		t.startClock(now)
	case now == t.clock.running:
	case before == t.clock.running:
		t.press(placement.Color(before - sensor.WhiteRuns))
	default:
		t.clock.running = now
	}
}

// takeTimes notes what the clock shows with the move that was just pressed. A report may
// lag; a later one corrects it.
func (t *Tracker) takeTimes(r *sensor.Record) {
	if !t.clock.awaits {
		return
	}
	if t.now-t.clock.pressed > timesMs {
		t.clock.awaits = false
		return
	}
	left, side := r.Times[t.clock.by], t.clock.by
	t.clock.shown = t.clock.shown || !r.Running.Is(side) // else the report may be older than the press
	for i := range t.hypotheses {
		for j := range t.hypotheses[i].n {
			if s := &t.hypotheses[i].steps[j]; s.side == side && s.pressed == t.clock.pressed {
				s.clock = left
			}
		}
	}
	for i := len(t.plies) - 1; i >= 0 && i >= len(t.plies)-2; i-- {
		if p := &t.plies[i]; p.Side == side && p.Clock != left && p.CompletedAt >= t.clock.pressed {
			p.Clock = left
			t.touchGame()
		}
	}
}

// awaitsTime reports whether the clock reports times but has not yet reported the one after
// the press of a ply. Without waiting, a ply would be published with the time before its
// press.
func (t *Tracker) awaitsTime(p *Ply) bool {
	c := &t.clock
	mine := c.awaits && !c.shown && c.by == p.Side && c.pressed <= p.CompletedAt
	return mine && p.Clock >= 0 && !t.over() && !t.after(c.pressed+timesMs)
}

// publishTimed publishes the plies that have waited long enough for their time, or all of
// them.
func (t *Tracker) publishTimed(all bool) {
	for i := max(0, len(t.plies)-2); i < len(t.plies); i++ {
		if p := &t.plies[i]; p.untimed && (all || !t.awaitsTime(p)) {
			p.untimed, p.Published = false, true
			t.touchGame()
		}
	}
}

func (t *Tracker) onPause(*sensor.Record) {
	if t.useClock() && !t.clock.stopped {
		t.stopClock()
	}
}

func (t *Tracker) onResume(*sensor.Record) {
	if t.useClock() && t.clock.stopped {
		t.startClock(sensor.Stopped)
	}
}

// Times are what the two sides of a clock show, in milliseconds.
type Times struct {
	White int64
	Black int64
}

// ClockProposal is what an arbiter may set the clock to when a position is restored or time
// is given. The Laws leave it to the arbiter's judgement (7.1; 6.13 of 1997).
type ClockProposal struct {
	At      Times // what the clock showed at the position that is restored
	Gained  Times // increments that the irregular press brought; At does not include them
	Added   Times // what the Laws give
	Set     Times // what to set: At and Added together
	Article string
}

// of returns the time of one side.
func (t *Times) of(side placement.Color) *int64 {
	if side == placement.White {
		return &t.White
	}
	return &t.Black
}

// face is what the clock shows now, computed from its last report and the time that has
// passed.
type face struct {
	known   bool
	times   Times
	running sensor.Running
	at      int64
}

// run lets a clock run until a moment.
func (f *face) run(until int64) {
	for _, side := range [...]placement.Color{placement.White, placement.Black} {
		if f.running.Is(side) {
			left := f.times.of(side)
			*left = max(0, *left-(until-f.at))
		}
	}
	f.at = until
}

// pressed is a press that counted, and what the clock showed at it.
type pressed struct {
	at     int64
	by     placement.Color
	known  bool
	before Times // when the lever went down
	read   bool
	after  int64 // for the player who pressed, afterwards: with the increment
}

// maxPresses is how many presses are kept: more than a game has.
const maxPresses = 1024

// notePress keeps what the clock showed when a player's press came.
func (c *clock) notePress(by placement.Color, at int64) {
	c.face.run(at)
	c.presses = append(c.presses, pressed{at: at, by: by, known: c.face.known, before: c.face.times})
	if n := len(c.presses) - maxPresses; n > 0 {
		c.presses = slices.Delete(c.presses, 0, n)
	}
	c.face.running = sensor.RunningFor(by.Other())
}

// noteReading takes a report of the clock. If the time of the player who pressed last still
// runs in it, the report is older than the press.
func (c *clock) noteReading(r *sensor.Record) {
	n := len(c.presses)
	if c.awaits && n > 0 && r.Running.Is(c.presses[n-1].by) {
		return
	}
	c.face = face{known: true, times: Times{r.Times[placement.White], r.Times[placement.Black]}, running: r.Running, at: r.At}
	if n > 0 && !c.stopped {
		last := &c.presses[n-1]
		last.read, last.after = true, r.Times[last.by]
	}
}

// noteStop stops the computed clock; noteStart lets it run again.
func (c *clock) noteStop(at int64) {
	c.face.run(at)
	c.face.running = sensor.Stopped
}

func (c *clock) noteStart(at int64) {
	c.face.run(at)
	c.face.running = c.running
}

// pressAt returns the press at a moment; nil if there is none.
func (c *clock) pressAt(at int64) *pressed {
	i := slices.IndexFunc(c.presses, func(p pressed) bool { return p.at == at })
	if i < 0 {
		return nil
	}
	return &c.presses[i]
}

// leastIncrement is the smallest rise, in milliseconds, that proves an increment on a clock
// that shows whole seconds.
const leastIncrement = 2000

// gained returns the increment that a press brought. It is the one of the time control, if
// that is known, unless the clock shows that it added none.
func (p *pressed) gained(stages []timeStage, move int) int64 {
	up := p.after - *p.before.of(p.by)
	switch {
	case len(stages) > 0:
		increment := 1000 * stageOf(stages, move).increment
		if p.read && up < increment/2 {
			return 0
		}
		return increment
	case !p.read || up < leastIncrement:
		return 0
	}
	return (up + 500) / 1000 * 1000
}

// propose returns what to set after an irregular press, with the time that the Laws add.
// The move is the player's n-th.
func (p *pressed) propose(stages []timeStage, move int, added Times, article string) *ClockProposal {
	c := &ClockProposal{At: p.before, Added: added, Article: article}
	gained := p.gained(stages, move)
	*c.Gained.of(p.by) = gained
	if p.read {
		*c.At.of(p.by) = max(0, p.after-gained)
	}
	c.Set = Times{c.At.White + c.Added.White, c.At.Black + c.Added.Black}
	return c
}

// clockToSet returns the proposal for the clock at the press at a moment, which belongs to
// the ply with that number. It returns nil if no times are known or the Laws say nothing of
// setting the clock.
func (t *Tracker) clockToSet(at int64, number int, added Times) *ClockProposal {
	p := t.clock.pressAt(at)
	if at < 0 || p == nil || !p.known || !t.cfg.Rules.settles(topicSetClocks) {
		return nil
	}
	first := t.game.Start.Ply() // the plies before the first one of the game
	return p.propose(parseTimeControl(t.game.Tags["TimeControl"]), (first+number+1)/2, added, t.cfg.Rules.article(topicSetClocks))
}

// clockAfter returns the proposal after an illegal move of a player, completed by the press
// at a moment. It returns nil if the move ends the game, unless the opponent has to claim
// that.
func (t *Tracker) clockAfter(r *Remedy, side placement.Color, at int64, number int) *ClockProposal {
	if r.Result != "" && !t.cfg.Rules.WinOnClaim() {
		return nil
	}
	added := Times{}
	*added.of(side.Other()) = 1000 * int64(r.OpponentGains)
	return t.clockToSet(at, number, added)
}

// clockBefore does the same for the last irregular ply, or for the first one if the
// position before it is restored: then each of them has cost its player time.
func (t *Tracker) clockBefore(r *Remedy, side placement.Color) *ClockProposal {
	if r.FromPly == 0 {
		last := len(t.plies) - 1
		return t.clockAfter(r, side, t.plies[last].pressed, last+1)
	}
	c := t.clockAfter(r, side, t.plies[r.FromPly-1].pressed, r.FromPly)
	for i := range t.offences {
		if o := &t.offences[i]; c != nil && o.found.Remedy != nil {
			*c.Added.of(o.step.side.Other()) += 1000 * int64(o.found.Remedy.OpponentGains)
			*c.Set.of(o.step.side.Other()) += 1000 * int64(o.found.Remedy.OpponentGains)
		}
	}
	return c
}
