package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// tellClock tells the leg that a person has stopped or started the clocks.
func (t *Tracker) tellClock(word sensor.Word) {
	if t.follows() {
		t.stepLeg(&sensor.Record{At: t.now, Word: word})
	}
	t.clockTurned()
}

// refuseEnded refuses a claim of a player once a move has ended the game that is not settled yet
// (5.1.1, 5.2.1, 5.2.2, 9.6).
func (t *Tracker) refuseEnded() *Refusal {
	if !t.follows() {
		return nil
	}
	if e, after := t.leg.referee.EndedBy(t.leg.track.View(), referee.AskedPositions, false); e != legality.NoEnding {
		return tooLate(laws.ResultOf(e, after), e, 0)
	}
	return nil
}

// tooLate refuses what is too late because the game has ended: by the rules, or else as a
// person has entered.
func tooLate(result string, ending legality.Ending, entered laws.Topic) *Refusal {
	by := endedBy[ending]
	if ending == legality.NoEnding {
		by = enteredBy[entered]
	}
	return cannot("the game is over: %s%s; only a result that the arbiter enters can correct that", result, by)
}

// endedBy are the words for how the rules ended a game.
var endedBy = [...]string{
	legality.Checkmate:    " by checkmate",
	legality.Stalemate:    " by stalemate",
	legality.DeadPosition: " by a dead position",
	legality.Fivefold:     " by the fifth occurrence of a position",
	legality.SeventyFive:  " by 75 moves of each player without a capture or a pawn move",
}

// enteredBy are the words for how people ended it.
var enteredBy = map[laws.Topic]string{laws.TopicResign: " by resignation", laws.TopicAgreed: " by agreement", laws.TopicResult: " as a person has entered"}

// doResign ends the game. The player who resigns loses it; under some rules it is drawn if
// the opponent cannot mate.
func (t *Tracker) doResign(c *Command) *Refusal {
	if r := t.refuseEnded(); r != nil {
		return r
	}
	result, f := laws.LostBy(c.Side), Finding{Side: laws.PartyOf(c.Side), How: laws.ByResignation}
	if t.cfg.Rules.Has(laws.TopicResign, laws.OrDraws) {
		if answer, _ := t.position().CanMate(c.Side.Other(), referee.AskedPositions, nil); answer == legality.No {
			result = "1/2-1/2"
			f.Why = []Reason{{Article: t.cfg.Rules.Article(laws.TopicResign), Text: "the opponent cannot mate by any series of legal moves"}}
		}
	}
	t.report(result, "", laws.TopicResign, f)
	return nil
}

func (t *Tracker) doDraw(*Command) *Refusal {
	if r := t.refuseEnded(); r != nil {
		return r
	}
	if t.cfg.Rules.Has(laws.TopicAgreed, laws.WhenBothMoved) && !t.bothMoved() {
		return cannot("a draw can be agreed only when both players have made a move (%s); a result that the arbiter enters is taken", t.cfg.Rules.Article(laws.TopicAgreed))
	}
	f := Finding{Side: laws.Both, How: laws.ByAgreement}
	if t.cfg.Rules.Has(laws.TopicAgreed, laws.WhenOffered) && len(t.plies) == 0 && !t.bothMoved() {
		f.Why = []Reason{{Article: "12.5", Text: "no move had been made: an offer then is valid, but against the rules"}}
	}
	t.report("1/2-1/2", "", laws.TopicAgreed, f)
	return nil
}

func (t *Tracker) bothMoved() bool {
	return t.position().FullmoveNumber() > 1 || !laws.AtHome(&t.game.Start)
}

// report ends the game with a result given by people. Plies that were made but not completed
// belong to the game. Once the game is over nothing can be corrected, so irregular plies
// stand.
func (t *Tracker) report(result, termination string, by laws.Topic, f Finding) {
	t.setAside()
	if t.clock.stopped && !t.over() && !t.reset.shown && t.board.differ(t.position().Placement()) != 0 {
		t.say(Finding{Code: laws.BoardReset, Side: laws.Both})
	}
	if !t.over() && result != "*" {
		t.finish()
	}
	if termination == "" && result != "*" {
		termination = "normal"
	}
	f.Code, f.Text, f.Article = laws.ResultReported, result, t.cfg.Rules.Article(by)
	t.say(f)
	t.ended, t.ending = by, legality.NoEnding
	t.end(result, termination)
}

// finish keeps all plies that have been made.
func (t *Tracker) finish() {
	t.settlePlies()
	for i := range t.plies {
		if p := &t.plies[i]; p.State.Illegal() {
			p.State = StateIllegalStands
		}
	}
}
