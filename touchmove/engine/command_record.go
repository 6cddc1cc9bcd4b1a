package engine

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// recorded is how many plies have been made and stand.
func (t *Tracker) recorded() int { return len(t.game.Moves) }

func (t *Tracker) refuseTakeback(c *touchmove.Command) *touchmove.Refusal {
	switch {
	case t.phase >= touchmove.Ended:
		return t.refuseOver(c)
	case c.Ply > t.recorded():
		return cannot("ply %d is beyond the record, which ends with ply %d", c.Ply, t.recorded())
	case c.Ply == t.recorded() && t.game.Pending == nil && t.board.differ(t.position().Placement()) == 0:
		return cannot("nothing has been played after ply %d", c.Ply)
	}
	return nil
}

// doTakeback takes back all plies after the given one because the players or the arbiter ask
// for it.
func (t *Tracker) doTakeback(c *touchmove.Command) {
	then := &touchmove.Remedy{Restore: t.positionAt(c.Ply).FEN(), Clock: t.clockBefore(c.Ply + 1)}
	t.cutTo(c.Ply, "taken back", then, nil)
	t.await()
}

// cutTo takes back all plies after the n-th, says so, and begins a leg there.
func (t *Tracker) cutTo(n int, why string, then *touchmove.Remedy, replaces *laws.Acts) {
	tell := func(p *touchmove.Ply) {
		f := touchmove.Finding{Code: laws.Retracted, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: why}
		if p.Number == n+1 && then != nil {
			f.Remedy = then
			f.MarkCastling(t.positionAt(n))
		}
		t.say(f)
	}
	if p := t.game.Pending; p != nil && p.Number > len(t.plies) && !p.State.Illegal() {
		tell(p)
	}
	for i := len(t.plies) - 1; i >= n; i-- {
		tell(&t.plies[i])
	}
	t.cut(n, replaces)
	if t.phase > touchmove.Waiting {
		t.signal = signal{}
		t.clearAlert(laws.ResultSignal)
		t.become(touchmove.Playing)
	}
}

// cut drops all plies after the n-th, and begins a leg there.
func (t *Tracker) cut(n int, replaces *laws.Acts) {
	if t.follows() {
		t.game.Illegal = t.leg.referee.Offences()
	}
	t.plies = slices.Clone(t.plies[:min(n, len(t.plies))])
	for i := range t.plies {
		if t.plies[i].State == touchmove.StateProvisional {
			if t.plies[i].State = touchmove.StateMade; t.plies[i].CompletedAt >= 0 && t.cfg.Rules.Completes() {
				t.plies[i].State = touchmove.StateCompleted
			}
		}
		t.plies[i].Competitors = nil
		if !t.plies[i].State.Illegal() {
			t.plies[i].Published = true
		}
	}
	t.clearAlerts(illegalAlerts)
	t.clearAlert(laws.AmbiguousCapture)
	t.lost = 0
	t.clock.known = false // whose time runs now, only the clock can say
	t.enter(replaces)
}

func (t *Tracker) refuseSetPosition(c *touchmove.Command) *touchmove.Refusal {
	if t.phase >= touchmove.Ended {
		return t.refuseOver(c)
	}
	p, err := legality.ParseFEN(c.FEN, t.game.Chess960)
	bad := func(format string, args ...any) *touchmove.Refusal {
		r := cannot("fen %q: "+format, append([]any{c.FEN}, args...)...)
		r.Code = "bad_value"
		return r
	}
	switch {
	case err != nil:
		return bad("%s", err)
	case t.inRecord(&p) >= 0:
		return nil
	}
	for _, d := range p.Defects() {
		if d.Code == legality.NoKing || d.Code == legality.SeveralKings {
			return bad("no game can go on: %s", d.Text())
		}
	}
	if len(p.AppendMoves(nil)) == 0 {
		return bad("no game can go on without a legal move; enter the result instead")
	}
	return nil
}

// inRecord returns after how many plies of the record a position last occurred, in the sense
// of 9.2.3; -1 if it never did.
func (t *Tracker) inRecord(p *legality.Position) int {
	past, _ := t.past(t.recorded())
	for n := len(past) - 1; n >= 0; n-- {
		if past[n].Same(p) {
			return n
		}
	}
	return -1
}

// doSetPosition sets the position that the arbiter gives. If the record has it, the game goes
// back to it. Else the game goes on from it as another part.
func (t *Tracker) doSetPosition(c *touchmove.Command) {
	p, err := legality.ParseFEN(c.FEN, t.game.Chess960)
	if err != nil {
		return // refused
	}
	t.clearAlert(laws.WrongInitialPosition)
	if n := t.inRecord(&p); n >= 0 {
		t.cutTo(n, "another position was set", nil, nil)
		t.await()
		return
	}
	phase := t.phase
	t.cutTo(t.recorded(), "another position was set", nil, nil)
	t.part(p, c.Why)
	if phase > touchmove.Waiting {
		t.become(touchmove.Playing)
	}
	t.takeFound(t.leg.wake(t.now))
	t.await()
}

func (t *Tracker) refuseCorrect(c *touchmove.Command) *touchmove.Refusal {
	if c.Ply < 1 || c.Ply > len(t.plies) {
		return cannot("ply %d is not one of the game, which has %d", c.Ply, len(t.plies))
	}
	p, is := *t.positionAt(c.Ply - 1), &t.plies[c.Ply-1]
	m, err := p.ParseUCI(c.UCI)
	switch {
	case err != nil:
		return &touchmove.Refusal{Code: "bad_value", Message: err.Error()}
	case !p.IsLegal(m):
		return cannot("ply %d cannot be %s: %s", c.Ply, c.UCI, p.Explain(m)[0].Text())
	case m == is.Move && !is.State.Illegal() && len(is.Competitors) == 0:
		return cannot("ply %d is %s already", c.Ply, c.UCI)
	}
	p = p.Play(m)
	for n := c.Ply; n < len(t.plies); n++ {
		switch next := &t.plies[n]; {
		case next.State.Illegal():
			return cannot("ply %d is irregular and would not follow any more; say with set_position what the position is", n+1)
		case !p.IsLegal(next.Move):
			return cannot("ply %d, %s, would not be legal then: %s", n+1, p.UCI(next.Move), p.Explain(next.Move)[0].Text())
		default:
			p = p.Play(next.Move)
		}
	}
	return nil
}

// doCorrect replaces the move of a ply. The later plies stay.
func (t *Tracker) doCorrect(c *touchmove.Command) {
	m, err := t.positionAt(c.Ply - 1).ParseUCI(c.UCI)
	if err != nil {
		return // refused
	}
	stood := t.board.differ(t.position().Placement())
	t.cut(len(t.plies), nil)
	p := &t.plies[c.Ply-1]
	t.say(touchmove.Finding{Code: laws.Retracted, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "corrected"})
	if p.State.Illegal() {
		if p.State = touchmove.StateMade; p.CompletedAt >= 0 && t.cfg.Rules.Completes() {
			p.State = touchmove.StateCompleted
			t.game.Illegal[p.Side] = max(0, t.game.Illegal[p.Side]-1)
		}
	}
	p.Move, p.After, p.Published, p.Inferred, p.Confidence = m, nil, true, false, 1
	at := *t.positionAt(c.Ply - 1)
	for i := c.Ply - 1; i < len(t.plies); i++ {
		q := &t.plies[i]
		q.UCI, q.SAN = at.UCI(q.Move), at.SAN(q.Move)
		at = after(at, q)
	}
	t.say(touchmove.Finding{Code: laws.Provisional, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "corrected"})
	t.enter(nil)
	if t.over() {
		return
	}
	if t.board.differ(t.position().Placement())&^stood != 0 {
		t.await() // the pieces do not stand yet where the new move puts them
		return
	}
	t.show()
}

// matter is the subject of a ruling.
type matter uint8

const (
	nothingWrong matter = iota
	irregularPly        // an irregular ply, or what stands on the board that is none yet
	openBreach          // a breach of Article 4 that the opponent may still claim
	wrongOnBoard        // pieces moved out of turn or displaced
)

// lastMatter returns the last irregularity on which a person can rule.
func (t *Tracker) lastMatter() matter {
	switch {
	case len(t.game.Irregular) > 0:
		return irregularPly
	case t.follows() && t.leg.referee.Breach() != nil:
		return openBreach
	case t.ordered.awaited, t.follows() && (t.leg.referee.Displaced() != 0 || t.alerted(laws.OutOfTurn)):
		return wrongOnBoard
	}
	return nothingWrong
}

func (t *Tracker) refuseRuling(c *touchmove.Command) *touchmove.Refusal {
	if t.phase >= touchmove.Ended {
		return t.refuseOver(c)
	}
	switch m := t.lastMatter(); {
	case m == nothingWrong:
		return cannot("nothing is irregular that a ruling could let stand or undo")
	case !c.Accept:
		return nil
	case m == wrongOnBoard:
		return cannot("%s: no ruling lets that stand; say with set_position what the position is", laws.Displaced)
	case m == irregularPly:
		last := &t.game.Irregular[len(t.game.Irregular)-1]
		if p := last.After; p != nil && (p.Find(kings[0]).Len() != 1 || p.Find(kings[1]).Len() != 1) {
			return cannot("no game can go on without a king on each side; undo it, or enter the result")
		}
	}
	return nil
}

// doRuling lets the last irregularity stand, or undoes it.
//
// What counted as an offence still counts either way. 7.5.5 counts the illegal moves that a
// player has completed. A ruling does not make one legal; it decides only from where the game
// goes on.
func (t *Tracker) doRuling(c *touchmove.Command) {
	switch t.lastMatter() {
	case irregularPly:
		if c.Accept {
			t.letStand()
			return
		}
		last := len(t.game.Moves) + t.lastIrregular()
		var acts *laws.Acts
		var then *touchmove.Remedy
		if i := last - len(t.before); i >= 0 { // else what its player had touched was before the last ruling
			acts, then = t.leg.referee.ActsOf(i), t.leg.referee.RemedyOf(i)
		}
		t.cutTo(last, "undone by a ruling", then, acts)
		t.await()
	case openBreach:
		b := t.leg.referee.Breach()
		if c.Accept {
			t.leg.referee.LetStand()
			return
		}
		then := &touchmove.Remedy{Restore: t.positionAt(b.Ply - 1).FEN(), Article: b.Article, Clock: t.clockBefore(b.Ply)}
		if b.Evidence != nil {
			then.Bound = b.Evidence.Open
		}
		t.cutTo(b.Ply-1, "undone by a ruling", then, t.leg.referee.ActsOf(b.Ply-1-len(t.before)))
		t.await()
	case wrongOnBoard:
		alerts := t.alerts
		t.cut(t.recorded(), nil)
		t.alerts = alerts
		t.await() // until the pieces are put back
	}
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
	t.plies = append(slices.Clone(t.game.Moves), t.game.Irregular...)
	first := len(t.game.Moves)
	for i := first; i < len(t.plies); i++ {
		if p := &t.plies[i]; p.State.Illegal() {
			p.State = touchmove.StateIllegalStands
			t.say(touchmove.Finding{Code: laws.IllegalStands, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "by a ruling"})
		}
		t.plies[i].Published = true
	}
	t.cut(len(t.plies), nil)
	t.become(touchmove.Playing)
	t.show()
}
