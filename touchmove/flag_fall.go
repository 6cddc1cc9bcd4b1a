package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// flags holds what the clock has shown of the two flags.
type flags struct {
	fallen   [2]bool  // it is down, by Color
	at       [2]int64 // since when
	falls    [2]int   // how often it has fallen; each fall ends a period
	zero     [2]bool  // the clock has shown zero
	reported [2]bool  // a finding has reported the fall
	both     bool     // a finding has reported both
}

// Conditions on which the consequence of a fallen flag depends, where board and clock do
// not settle them.
const (
	IfNotCompleted = "moves_not_completed"  // the player has not completed the prescribed number of moves (6.3.1)
	IfClaimed      = "claimed_with_flag_up" // the opponent claims it while his own flag is up (FIDE 1997, B.7)
	IfLastPeriod   = "last_period"          // no further period follows (III.3.1.2)
)

// FlagFacts holds what clock and record show about a fallen flag.
type FlagFacts struct {
	Completed  int  // moves that the player has completed; for both flags 0
	Prescribed int  // moves prescribed by then; 0: not known, or all
	All        bool // all moves were prescribed

	// For both flags: whose fell first, "w" or "b", and how much earlier.
	First   string
	ApartMs int64
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
			t.clearFlag(PartyOf(placement.Color(side)))
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
func (t *Tracker) sayFlag(find func() Finding) (said bool) {
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
	f := Finding{Code: FlagFall, Level: Arbiter, Side: PartyOf(side), Flag: t.flagFacts(side)}
	f.Text, f.Remedy = t.flagRemedy(side, f.Flag)
	return f
}

// flagFacts counts the moves that a player has completed, and the moves prescribed by then
// as far as the time control is known (6.3.1, 6.4).
func (t *Tracker) flagFacts(side placement.Color) *FlagFacts {
	facts := &FlagFacts{Completed: t.completedBy(side)}
	stages := parseTimeControl(t.game.Tags["TimeControl"])
	for i := 0; i < t.flags.falls[side] && len(stages) > 0; i++ {
		s := stages[min(i, len(stages)-1)]
		if facts.Prescribed += s.moves; s.moves == 0 {
			facts.Prescribed, facts.All = 0, true
			break
		}
	}
	return facts
}

// flagRemedy returns what follows from a flag fall, and why.
func (t *Tracker) flagRemedy(side placement.Color, facts *FlagFacts) (string, *Remedy) {
	rules := t.cfg.Rules
	remedy := &Remedy{Result: lostBy[side], Article: rules.article(topicCannotMate)}
	switch {
	case !rules.settles(topicCannotMate):
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
	if rules.has(topicFlag, claimedOnly) {
		remedy.If = append(remedy.If, IfClaimed)
	}
	if rules.has(topicCannotMate, losesEvenSo) {
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
	case answer == legality.Yes && t.cfg.Rules.has(topicCannotMate, matingMaterial):
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
	return t.breachOpen() > 0 && t.objected.found.Side == PartyOf(side)
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
		f.Flag.First, f.Flag.ApartMs = PartyOf(first).String(), apart
	}
	f.Text, f.Remedy = t.bothRemedy(first, f.Flag)
	return f
}

// bothRemedy returns what follows when both flags have fallen, and why. If it is known
// which fell first, the consequence is that of the one flag, unless the rule set does not
// distinguish.
func (t *Tracker) bothRemedy(first placement.Color, facts *FlagFacts) (string, *Remedy) {
	rules := t.cfg.Rules
	stages := parseTimeControl(t.game.Tags["TimeControl"])
	drawn := &Remedy{Result: "1/2-1/2", Article: rules.article(topicBothFlags)}
	const unknown = "which of them fell first is not known"
	switch {
	case !rules.settles(topicBothFlags):
		return unknownUnless(facts, first, unknown), nil
	case rules.has(topicBothFlags, drawnAnyway):
		return unknownUnless(facts, first, unknown), drawn
	case rules.has(topicBothFlags, byPeriod) && len(stages) > 0 && stages[len(stages)-1].increment > 0:
		return unknownUnless(facts, first, unknown) + "; the guideline holds for games without an increment", nil
	case facts.First != "":
		text, remedy := t.flagRemedy(first, t.flagFacts(first))
		return fellFirst[first] + "; " + text, remedy
	case rules.has(topicBothFlags, goesOn):
		return unknown, nil
	case rules.has(topicBothFlags, drawnUnlessFirst):
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

// lostBy is the result when a player has lost.
var lostBy = [...]string{placement.White: "0-1", placement.Black: "1-0"}
