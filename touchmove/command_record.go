package touchmove

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// doTakeback takes back all plies after the given one because the players or the arbiter ask
// for it.
func (t *Tracker) doTakeback(c *Command) *Refusal {
	switch {
	case c.Ply > t.recorded():
		return cannot("ply %d is beyond the record, which ends with ply %d", c.Ply, t.recorded())
	case c.Ply == t.recorded() && (t.game.Pending == nil || t.game.Pending.Number <= c.Ply) && t.board.differ(t.position().Placement()) == 0:
		return cannot("nothing has been played after ply %d", c.Ply)
	}
	then := &Remedy{Restore: t.positionAt(c.Ply).FEN(), Clock: t.clockBefore(c.Ply + 1)}
	t.cutTo(c.Ply, "taken back", then, nil)
	t.await()
	return nil
}

// doSetPosition sets the position that the arbiter gives. If the record has it, the game goes
// back to it. Else the game goes on from it as another part.
func (t *Tracker) doSetPosition(c *Command) *Refusal {
	p, err := legality.ParseFEN(c.FEN, t.game.Chess960)
	if err != nil {
		return badFEN(c, "%s", err)
	}
	n := t.inRecord(&p)
	if n < 0 {
		if r := refuseToGoOn(c, &p); r != nil {
			return r
		}
	}
	t.clearAlert(laws.WrongInitialPosition)
	if n >= 0 {
		if n > len(t.plies) {
			t.plies = append(slices.Clip(t.plies), *t.shown())
		}
		t.cutTo(n, "another position was set", nil, nil)
		t.await()
		return nil
	}
	phase := t.phase
	t.cutTo(t.recorded(), "another position was set", nil, nil)
	t.part(p, c.Why)
	if phase > Waiting {
		t.become(Playing)
	}
	t.wakeLeg(t.now)
	t.await()
	return nil
}

// refuseToGoOn refuses a position in which no game can go on.
func refuseToGoOn(c *Command, p *legality.Position) *Refusal {
	for _, d := range p.Defects() {
		if d.Code == legality.NoKing || d.Code == legality.SeveralKings {
			return badFEN(c, "no game can go on: %s", d.Text())
		}
	}
	if len(p.AppendMoves(nil)) == 0 {
		return badFEN(c, "no game can go on without a legal move; enter the result instead")
	}
	return nil
}

func badFEN(c *Command, format string, args ...any) *Refusal {
	return &Refusal{"bad_value", fmt.Sprintf("fen %q: "+format, append([]any{c.FEN}, args...)...)}
}

// doCorrect replaces the move of a ply. The later plies stay.
func (t *Tracker) doCorrect(c *Command) *Refusal {
	if c.Ply < 1 || c.Ply > len(t.plies) {
		return cannot("ply %d is not one of the game, which has %d", c.Ply, len(t.plies))
	}
	p, is := *t.positionAt(c.Ply - 1), &t.plies[c.Ply-1]
	m, err := p.ParseUCI(c.UCI)
	switch {
	case err != nil:
		return &Refusal{Code: "bad_value", Message: err.Error()}
	case !p.IsLegal(m):
		return cannot("ply %d cannot be %s: %s", c.Ply, c.UCI, p.Explain(m)[0].Text())
	case m == is.Move && !is.State.Illegal() && len(is.Competitors) == 0 && is.Confidence >= referee.Proved:
		return cannot("ply %d is %s already", c.Ply, c.UCI)
	}
	if r := t.refuseAfter(c.Ply, p.Play(m)); r != nil {
		return r
	}
	if t.over() && !t.MayGoBack() {
		again := *c
		t.keepInput(input{event: t.event, record: sensor.Record{At: t.now}, command: &again})
	}
	t.correct(c.Ply, m)
	return nil
}

// refuseAfter refuses a position after so many plies from which those that follow are not legal.
func (t *Tracker) refuseAfter(plies int, p legality.Position) *Refusal {
	for n := plies; n < len(t.plies); n++ {
		next := &t.plies[n]
		switch {
		case next.State.Illegal():
			return cannot("ply %d is irregular and would not follow any more; say with set_position what the position is", n+1)
		case !p.IsLegal(next.Move):
			return cannot("ply %d, %s, would not be legal then: %s", n+1, p.UCI(next.Move), p.Explain(next.Move)[0].Text())
		}
		p = p.Play(next.Move)
	}
	return nil
}

// correct replaces the move of the n-th ply. The later plies stay.
func (t *Tracker) correct(n int, m legality.Move) {
	stood := t.board.differ(t.position().Placement())
	t.cut(len(t.plies), nil)
	p := &t.plies[n-1]
	t.sayOf(p, laws.Retracted, "corrected")
	if p.State.Illegal() {
		if p.State = StateMade; p.CompletedAt >= 0 && t.cfg.Rules.Completes() {
			p.State = StateCompleted
			t.game.Illegal[p.Side] = max(0, t.game.Illegal[p.Side]-1)
		}
	}
	p.Move, p.After, p.Published, p.Inferred, p.Confidence = m, nil, true, false, 1
	for i := n - 1; i < len(t.plies); i++ {
		t.plies[i].plays(t.positionAt(i), t.plies[i].Move)
	}
	t.sayOf(p, laws.Provisional, "corrected")
	t.enter(nil)
	if over := t.over(); t.endsAnew() || over {
		return
	}
	if t.board.differ(t.position().Placement())&^stood != 0 {
		t.await() // the pieces do not stand yet where the new move puts them
		return
	}
	t.show()
}

// endsAnew ends the game if the last ply, once corrected, ends it, and goes on with it if the
// rules had ended it and that ply does not. It reports whether the game is over.
func (t *Tracker) endsAnew() bool {
	e, over := t.leg.referee.Ending(), t.over()
	if over && (t.ending == legality.NoEnding || t.ending == e) {
		return true
	}
	last := &t.plies[len(t.plies)-1]
	if over {
		t.ending, t.game.Result, t.game.Termination, t.aside = legality.NoEnding, "*", "", nil
		last.State, last.CompletedAt = StateMade, -1 // its end alone had completed it
		t.become(Playing)
		t.enter(nil)
	}
	if e == legality.NoEnding {
		if over {
			t.await()
		}
		return false
	}
	t.endBy(e)
	return true
}

// endBy ends the game by its last ply. An irregular one that stands does not end it by itself, nor one
// that does not end it by these rules.
func (t *Tracker) endBy(e legality.Ending) {
	last := &t.plies[len(t.plies)-1]
	f := Finding{Code: laws.CodeOfEnding(e), Level: laws.Certain, Side: laws.PartyOf(last.Side), Ply: last.Number, UCI: last.UCI, SAN: last.SAN}
	if e != legality.Checkmate {
		f.Side = laws.Both
	}
	if last.State.Illegal() || !t.leg.referee.Ends(e) {
		f.Level = laws.Arbiter
		t.say(f)
		return
	}
	t.say(f)
	t.endByPly(e)
}

// doRuling lets the last irregularity stand, or undoes it: an irregular ply, or what stands on the board
// that is none yet; else a breach of Article 4 that the opponent may still claim; else pieces moved out of
// turn or displaced.
//
// What counted as an offence still counts either way. 7.5.5 counts the illegal moves that a
// player has completed. A ruling does not make one legal; it decides only from where the game
// goes on.
func (t *Tracker) doRuling(c *Command) *Refusal {
	irregular, breach := len(t.game.Irregular) > 0, t.follows() && t.leg.referee.Breach() != nil
	wrong := t.ordered.awaited || t.follows() && (t.leg.referee.Displaced() != 0 || t.alerted(laws.OutOfTurn))
	switch {
	case irregular && c.Accept:
		last := &t.game.Irregular[len(t.game.Irregular)-1]
		if p := last.After; p != nil && (p.Find(placement.WhiteKing).Len() != 1 || p.Find(placement.BlackKing).Len() != 1) {
			return cannot("no game can go on without a king on each side; undo it, or enter the result")
		}
		t.letStand()
	case irregular:
		t.undoIrregular()
	case breach && c.Accept:
		t.leg.referee.LetStand()
		t.wakeLeg(t.now)
	case breach:
		t.undoBreach()
	case !wrong:
		return cannot("nothing is irregular that a ruling could let stand or undo")
	case c.Accept:
		return cannot("%s: no ruling lets that stand; say with set_position what the position is", laws.Displaced)
	default:
		alerts := t.alerts
		t.cut(t.recorded(), nil)
		t.alerts = alerts
		t.await() // until the pieces are put back
	}
	return nil
}

// undoIrregular undoes the last irregular ply.
func (t *Tracker) undoIrregular() {
	t.standPressed()
	last := len(t.game.Moves) + t.lastIrregular()
	var acts *laws.Acts
	var then *Remedy
	if i := last - t.before; i >= 0 { // else what its player had touched was before the last ruling
		acts = t.leg.referee.ActsOf(i)
		if f := t.leg.referee.ChargeOf(i); f != nil && f.Remedy != nil {
			p := t.leg.referee.Plies()[i]
			then = t.withClock(f.Remedy, p.Side, p.DoneAt, last+1)
		}
	}
	var before *Finding // against the first one, if that is another
	if i := t.irregular(); i < last && i >= t.before {
		before = t.leg.referee.ChargeOf(i - t.before)
	}
	t.cutTo(last, "undone by a ruling", then, acts)
	if before != nil {
		t.raise(*before)
	}
	t.await()
}

// undoBreach undoes the last ply, a breach of Article 4.
func (t *Tracker) undoBreach() {
	b := t.leg.referee.Breach()
	then := &Remedy{Restore: t.positionAt(b.Ply - 1).FEN(), Article: b.Article, Clock: t.clockBefore(b.Ply)}
	if b.Evidence != nil {
		then.Bound = b.Evidence.Open
	}
	t.cutTo(b.Ply-1, "undone by a ruling", then, t.leg.referee.BoundBefore())
	t.await()
}

// lastIrregular is the index of the last irregular ply among those that do not stand.
func (t *Tracker) lastIrregular() int {
	i := len(t.game.Irregular) - 1
	for i > 0 && !t.game.Irregular[i].State.Illegal() {
		i--
	}
	return i
}

// letStand lets irregular plies stand, with all that was played since.
func (t *Tracker) letStand() {
	t.standPressed()
	t.plies = append(slices.Clone(t.game.Moves), t.game.Irregular...)
	first := len(t.game.Moves)
	for i := first; i < len(t.plies); i++ {
		if p := &t.plies[i]; p.State.Illegal() {
			p.State = StateIllegalStands
			t.sayOf(p, laws.IllegalStands, "by a ruling")
		}
		t.plies[i].Published = true
	}
	t.cut(len(t.plies), nil)
	t.become(Playing)
	t.show()
	if e := t.leg.referee.Ending(); e != legality.NoEnding {
		t.endBy(e)
	}
}

// standPressed takes what is found against an irregular ply that was pressed just now. It does not
// wait for late reports of the board: the leg ends here, and is woken before its time. Only what
// charges a ply counts then. Other findings would hold if the board reported nothing more, but it
// does. If no irregular ply is left by then, the ruling is about the plies as they were shown.
func (t *Tracker) standPressed() {
	if !t.follows() || t.clock.stopped {
		return
	}
	plies, irregular := t.plies, t.game.Irregular
	for at, ok := t.leg.due(); ok && at <= t.now+t.sensor.Late+resetMs; at, ok = t.leg.due() {
		t.takeFound(slices.DeleteFunc(t.leg.wake(at), func(f laws.Finding) bool { return f.Level == laws.Info || f.UCI == "" }))
	}
	t.readPlies()
	t.dirty = true
	if t.writeGame(); len(t.game.Irregular) == 0 {
		t.plies, t.game.Irregular = plies, irregular
	}
}
