package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
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
	presses laws.Presses
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
	t.clock.presses.Read(r.At, r.Times, runs(r.Running), t.clock.awaits, t.clock.stopped)
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

// clockToSet returns the proposal for the clock at the press at a moment, which belongs to
// the ply with that number. It returns nil if no times are known or the Laws say nothing of
// setting the clock.
func (t *Tracker) clockToSet(at int64, number int, added Times) *ClockProposal {
	first := t.game.Start.Ply() // the plies before the first one of the game
	return t.cfg.Rules.Propose(&t.clock.presses, at, t.game.Tags["TimeControl"], (first+number+1)/2, added)
}

// runs is whose time runs; Both if nobody's.
func runs(r sensor.Running) Party {
	for _, side := range [...]placement.Color{placement.White, placement.Black} {
		if r.Is(side) {
			return laws.PartyOf(side)
		}
	}
	return Both
}

// clockAfter returns the proposal after an illegal move of a player, completed by the press
// at a moment. It returns nil if the move ends the game, unless the opponent has to claim
// that.
func (t *Tracker) clockAfter(r *Remedy, side placement.Color, at int64, number int) *ClockProposal {
	if r.Result != "" && !t.cfg.Rules.WinOnClaim() {
		return nil
	}
	added := Times{}
	*added.Of(side.Other()) = 1000 * int64(r.OpponentGains)
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
			*c.Added.Of(o.step.side.Other()) += 1000 * int64(o.found.Remedy.OpponentGains)
			*c.Set.Of(o.step.side.Other()) += 1000 * int64(o.found.Remedy.OpponentGains)
		}
	}
	return c
}

// flags holds what the clock has shown of the two flags.
type flags struct {
	fallen   [2]bool  // it is down, by Color
	at       [2]int64 // since when
	falls    [2]int   // how often it has fallen; each fall ends a period
	zero     [2]bool  // the clock has shown zero
	reported [2]bool  // a finding has reported the fall
	both     bool     // a finding has reported both
}

func (t *Tracker) onFlag(r *sensor.Record) {
	if t.phase >= Ended || t.phase == Setup || !t.useClock() || t.flags.fallen[r.Side] {
		return // the flag fell in the last game, or this is the same fall
	}
	f := &t.flags
	f.fallen[r.Side], f.at[r.Side], f.reported[r.Side], f.zero[r.Side] = true, t.now, false, false
	f.falls[r.Side]++
}

// noteTimes puts a flag up again when the clock shows time after zero: the next period has
// begun, or the arbiter has set the clock.
func (t *Tracker) noteTimes(times [2]int64) {
	f := &t.flags
	for side := range times {
		switch {
		case !f.fallen[side]:
		case times[side] <= 0:
			f.zero[side] = true
		case (f.zero[side] || t.game.Clocks.Times[side] <= 0) && t.now > f.at[side]+timesMs:
			f.fallen[side], f.both = false, false
			t.clearAlert(BothFlags)
			t.clearFlag(laws.PartyOf(placement.Color(side)))
		}
	}
}

// clearFlag clears the alert of a player's flag.
func (t *Tracker) clearFlag(of Party) {
	for _, a := range t.alerts {
		if a.Code == FlagFall && a.Finding.Side == of {
			t.clearAlert(FlagFall)
			return
		}
	}
}

// judgeFlag reports that a flag, or both, fell before the game was over. A move that seems
// to have ended the game (5.1.1) may turn out not to have been made. A single report of the
// clock does not show which of two flags fell first.
func (t *Tracker) judgeFlag() {
	f := &t.flags
	t.mating.waits = false
	if n := len(t.reported); t.phase >= Ended || n > 0 && t.ends(&t.reported[n-1]) {
		return
	}
	if f.fallen[placement.White] && f.fallen[placement.Black] {
		if !f.both && t.sayFlag(t.bothFlags) {
			f.both, f.reported = true, [2]bool{true, true}
		}
		return
	}
	for side := range f.fallen {
		if f.fallen[side] && !f.reported[side] && t.after(f.at[side]+sweepMs) {
			f.reported[side] = t.sayFlag(func() Finding { return t.flagFall(placement.Color(side)) })
		}
	}
}

// sayFlag reports a finding about flags, unless it waits for the answer to a Question.
func (t *Tracker) sayFlag(find func() Finding) (reported bool) {
	f := find()
	if t.mating.waits {
		return false
	}
	if f.Code == BothFlags {
		t.clearAlert(FlagFall)
	}
	t.raise(t.say(f))
	return true
}

// flagFall reports that the clock shows a fallen flag of one player. Two things are the
// arbiter's: when the fall counts, which is when it is observed or claimed (6.8), and
// whether the opponent can mate by any series of legal moves (6.9).
func (t *Tracker) flagFall(side placement.Color) Finding {
	f := Finding{Code: FlagFall, Level: Arbiter, Side: laws.PartyOf(side), Flag: t.flagFacts(side)}
	f.Text, f.Remedy = t.flagRemedy(side, f.Flag)
	return f
}

// flagFacts counts the moves that a player has completed, and the moves prescribed by then
// as far as the time control is known (6.3.1, 6.4).
func (t *Tracker) flagFacts(side placement.Color) *FlagFacts {
	facts := &FlagFacts{Completed: t.completedBy(side)}
	stages := laws.ParseTimeControl(t.game.Tags["TimeControl"])
	for i := 0; i < t.flags.falls[side] && len(stages) > 0; i++ {
		s := stages[min(i, len(stages)-1)]
		if facts.Prescribed += s.Moves; s.Moves == 0 {
			facts.Prescribed, facts.All = 0, true
			break
		}
	}
	return facts
}

// flagRemedy returns what follows from a flag fall, and why.
func (t *Tracker) flagRemedy(side placement.Color, facts *FlagFacts) (string, *Remedy) {
	rules := t.cfg.Rules
	remedy := &Remedy{Result: laws.LostBy(side), Article: rules.Article(laws.TopicCannotMate)}
	switch {
	case !rules.Settles(laws.TopicCannotMate):
		return "the text does not say what follows", nil
	case facts.Prescribed > 0 && facts.Completed >= facts.Prescribed:
		return "the prescribed number of moves is completed", nil
	case t.brokenBy(side.Other()):
		return "an illegal move of the opponent has not been put right", nil
	case t.suspectedOf(side.Other()):
		return "the opponent's last move may be against Article 4", nil
	}
	if !facts.All && facts.Prescribed == 0 {
		remedy.If = append(remedy.If, IfNotCompleted)
	}
	if rules.Has(laws.TopicFlag, laws.ClaimedOnly) {
		remedy.If = append(remedy.If, IfClaimed)
	}
	if rules.Has(laws.TopicCannotMate, laws.LosesEvenSo) {
		return "the flag loses even where the opponent cannot mate", remedy
	}
	return t.mateRemedy(side, remedy)
}

// mateRemedy returns what follows from a flag fall, depending on whether the opponent can
// mate (6.9).
func (t *Tracker) mateRemedy(side placement.Color, remedy *Remedy) (string, *Remedy) {
	p := t.bestHypothesis().pos()
	switch answer, by := t.mateByFlag(p, side.Other(), t.flags.at[side]); {
	case answer == legality.No:
		remedy.Result = "1/2-1/2"
		return "the opponent cannot mate by any series of legal moves", remedy
	case answer == legality.Yes && t.cfg.Rules.Has(laws.TopicCannotMate, laws.MatingMaterial):
		return "the opponent can mate by some series of legal moves; whether the opponent has mating material is for the arbiter", nil
	case answer == legality.Yes:
		remedy.MateBy = inUCI(p, by)
		return "the opponent can mate by some series of legal moves", remedy
	}
	return "whether the opponent can mate by some series of legal moves is not known", nil
}

// brokenBy reports whether an illegal move of a player has not been put right yet. Such a
// player cannot win by the other's flag.
func (t *Tracker) brokenBy(side placement.Color) bool {
	for i := t.irregular; i >= 0 && i < len(t.plies); i++ {
		if t.plies[i].State.Illegal() && t.plies[i].Side == side {
			return true
		}
	}
	return false
}

// suspectedOf reports whether the last move was a player's, may break Article 4, and can
// still be objected to.
func (t *Tracker) suspectedOf(side placement.Color) bool {
	return t.breachOpen() > 0 && t.objected.found.Side == laws.PartyOf(side)
}

// bothFlags reports that the clock shows both flags fallen.
func (t *Tracker) bothFlags() Finding {
	at := &t.flags.at
	f := Finding{Code: BothFlags, Level: Arbiter, Side: Both, Flag: &FlagFacts{}}
	first := placement.White
	if at[placement.Black] < at[placement.White] {
		first = placement.Black
	}
	if apart := at[first.Other()] - at[first]; apart > sweepMs {
		f.Flag.First, f.Flag.ApartMs = laws.PartyOf(first).String(), apart
	}
	f.Text, f.Remedy = t.bothRemedy(first, f.Flag)
	return f
}

// bothRemedy returns what follows when both flags have fallen, and why. If it is known
// which fell first, the consequence is that of the one flag, unless the rule set does not
// distinguish.
func (t *Tracker) bothRemedy(first placement.Color, facts *FlagFacts) (string, *Remedy) {
	rules := t.cfg.Rules
	stages := laws.ParseTimeControl(t.game.Tags["TimeControl"])
	drawn := &Remedy{Result: "1/2-1/2", Article: rules.Article(laws.TopicBothFlags)}
	const unknown = "which of them fell first is not known"
	switch {
	case !rules.Settles(laws.TopicBothFlags):
		return unknownUnless(facts, first, unknown), nil
	case rules.Has(laws.TopicBothFlags, laws.DrawnAnyway):
		return unknownUnless(facts, first, unknown), drawn
	case rules.Has(laws.TopicBothFlags, laws.ByPeriod) && len(stages) > 0 && stages[len(stages)-1].Increment > 0:
		return unknownUnless(facts, first, unknown) + "; the guideline holds for games without an increment", nil
	case facts.First != "":
		text, remedy := t.flagRemedy(first, t.flagFacts(first))
		return fellFirst[first] + "; " + text, remedy
	case rules.Has(laws.TopicBothFlags, laws.GoesOn):
		return unknown, nil
	case rules.Has(laws.TopicBothFlags, laws.DrawnUnlessFirst):
		return unknown, drawn
	case len(stages) == 0:
		drawn.If = []string{IfLastPeriod}
		return unknown, drawn
	case max(t.flags.falls[0], t.flags.falls[1]) < len(stages):
		return unknown + "; this was not the last period", nil
	}
	return unknown + "; this was the last period", drawn
}

// unknownUnless returns whose flag fell first, or that it is not known.
func unknownUnless(facts *FlagFacts, first placement.Color, unknown string) string {
	if facts.First != "" {
		return fellFirst[first]
	}
	return unknown
}

var fellFirst = [...]string{placement.White: "the flag of White fell first", placement.Black: "the flag of Black fell first"}
