package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// matter is the subject of a ruling.
type matter uint8

const (
	nothingWrong matter = iota
	irregularPly        // an illegal move that was completed
	irregularAct        // an irregular act on the board that was not completed
	openBreach          // a breach of Article 4 that the opponent may still claim
	wrongOnBoard        // pieces moved out of turn or displaced
)

// lastMatter returns the last irregularity on which a person can rule.
func (t *Tracker) lastMatter() matter {
	last, at := nothingWrong, int64(-1)
	take := func(m matter, since int64) {
		if since >= at {
			last, at = m, since
		}
	}
	if i := t.lastIrregular(); i >= 0 {
		take(irregularPly, max(t.plies[i].MadeAt, t.plies[i].CompletedAt))
	}
	if n := t.breachOpen(); n > 0 {
		take(openBreach, t.objected.found.At)
	}
	if l, i := t.actShown(); i >= 0 {
		take(irregularAct, l.steps[i].at)
	}
	if t.disorder.squares != 0 {
		take(wrongOnBoard, t.disorder.since)
	}
	return last
}

// lastIrregular returns the index of the last irregular ply that the rules do not let
// stand; -1 if there is none.
func (t *Tracker) lastIrregular() int {
	if t.irregular < 0 {
		return -1
	}
	i := len(t.plies) - 1
	for i > t.irregular && !t.plies[i].State.Illegal() {
		i--
	}
	return i
}

// breachOpen returns the number of the ply whose breach of Article 4 can still be claimed;
// 0 if there is none. It is the last ply. If the claim lapses by a touch (4.8), the
// opponent must not have touched a piece.
func (t *Tracker) breachOpen() int {
	o := &t.objected
	if n := o.found.Ply; n > 0 && n == t.spine.Len()+t.bestHypothesis().n && (t.objection == n+1 || !o.lapses) {
		return n
	}
	return 0
}

// actShown returns the best hypothesis and the index of the last irregular ply in it, -1 if
// there is none. If the board shows an irregular act that was reported but is not part of
// the hypothesis yet, actShown adds it.
func (t *Tracker) actShown() (hypothesis, int) {
	l := t.bestHypothesis().clone()
	for i := l.n - 1; i >= 0; i-- {
		if !l.steps[i].legal() {
			return l, i
		}
	}
	if t.turn.illegal == 0 || t.turn.number != t.spine.Len()+l.n+1 || l.n == maxOpen {
		return l, -1
	}
	p := *l.pos()
	after, changed := t.shownBy(&l, 0)
	act, _ := p.ExplainPlacement(&after)
	if changed == 0 || act.Squares != t.turn.illegal {
		return l, -1
	}
	l.push(step{move: act.Move, act: act.Kind, after: p.PlayPlacement(&after), side: p.Turn(), pressed: -1, clock: -1,
		squares: act.Squares, seq: t.board.lastSeq(act.Squares), event: t.event, at: t.board.quietSince(act.Squares)})
	if l.open && l.by == p.Turn() {
		l.last().pressed, l.open = l.openT, false
	}
	return l, l.n - 1
}

func (t *Tracker) refuseRuling(c *Command) *Refusal {
	if t.phase >= Ended {
		return t.refuseOver(c)
	}
	switch m := t.lastMatter(); {
	case m == nothingWrong:
		return cannot("nothing is irregular that a ruling could let stand or undo")
	case !c.Accept:
		return nil
	case m == wrongOnBoard:
		return cannot("%s: no ruling lets that stand; say with set_position what the position is", t.disorder.code)
	case m == irregularPly && !playable(t.spine.Position()):
		return cannot("no game can go on without a king on each side; undo it, or enter the result")
	case m == irregularAct:
		if l, _ := t.actShown(); !playable(l.pos()) {
			return cannot("no game can go on without a king on each side; undo it, or enter the result")
		}
	}
	return nil
}

// playable reports whether each player has one king.
func playable(p *legality.Position) bool {
	return p.Kings(placement.White).Len() == 1 && p.Kings(placement.Black).Len() == 1
}

// doRuling lets the last irregularity stand, or undoes it.
//
// What counted as an offence still counts either way. 7.5.5 counts the illegal moves that a
// player has completed. A ruling does not make one legal; it decides only from where the
// game goes on.
func (t *Tracker) doRuling(c *Command) {
	t.standPressed()
	switch t.lastMatter() {
	case irregularPly:
		t.rulePly(c.Accept)
	case irregularAct:
		t.ruleAct(c.Accept)
	case openBreach:
		t.ruleBreach(c.Accept)
	case wrongOnBoard:
		t.await() // until the pieces are put back
	}
}

// standPressed completes the irregular acts whose clock was just pressed, without waiting
// for a late report of the board.
func (t *Tracker) standPressed() {
	for {
		l := t.bestHypothesis().clone()
		i := slices.IndexFunc(l.steps[:l.n], func(s step) bool { return !s.legal() })
		if i < 0 || l.steps[i].pressed < 0 {
			return
		}
		t.confirmSteps(&l, i)
		t.follow(&l, i)
		t.stand(&l)
	}
}

// follow makes a hypothesis the only one, without its first n plies, which are confirmed
// now.
func (t *Tracker) follow(l *hypothesis, n int) {
	l.start, l.seq, l.base = *l.before(n), l.turnSeq(n), t.spine.Len()
	copy(l.steps[:], l.steps[n:l.n])
	l.n -= n
	t.keepOnly(l)
	t.score(&t.hypotheses[0])
	t.reported = t.reported[:copy(t.reported, t.reported[min(n, len(t.reported)):])]
}

// rulePly rules on an illegal move that was completed. If it is to stand, it stands with
// all that was played since, earlier irregular moves included. If it is to be undone, the
// position before it is restored, and the player is bound by what he touched for it
// (7.5.1).
func (t *Tracker) rulePly(accept bool) {
	if accept {
		for first := t.keepIrregular(); first <= len(t.plies); first++ {
			t.sayStands(&t.plies[first-1])
		}
		t.clearAlerts(illegalAlerts)
		t.dropBack()
		t.judgeStanding()
		return
	}
	i, last := t.lastIrregular(), t.offences[len(t.offences)-1]
	t.undo(i+1, last.acts, last.found.Remedy)
	t.replaces.queen = t.replaces.queen || t.leavesPawn(&last.step)
}

// undo takes back a ply by a ruling. Its player is bound by his acts for that ply, and for
// the one that it replaced. The remedy is the one found with the ply.
func (t *Tracker) undo(number int, acts laws.Acts, then *Remedy) {
	queen := false
	if r := &t.replaces; r.number == number {
		acts.Touches = append(slices.Clone(r.acts.Touches), acts.Touches...)
		acts.Releases = append(slices.Clone(r.acts.Releases), acts.Releases...)
		if queen = r.queen; queen {
			acts.Promoted, acts.As, acts.PromotedAt = r.acts.Promoted, r.acts.As, r.acts.PromotedAt
		}
	}
	t.cutTo(number-1, "undone by a ruling", then)
	t.replaces = replaces{number: number, acts: acts, queen: queen}
	t.await()
}

func (t *Tracker) sayStands(p *Ply) {
	if p.State != StateIllegalStands {
		return
	}
	t.say(Finding{Code: IllegalStands, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "by a ruling"})
}

// ruleAct rules on an irregular act that was not completed, and that therefore does not
// count as an offence.
func (t *Tracker) ruleAct(accept bool) {
	l, i := t.actShown()
	if !accept {
		alone := hypothesis{start: *l.before(i), seq: l.turnSeq(i)}
		alone.push(l.steps[i])
		t.undo(t.spine.Len()+i+1, t.actsOf(&alone), nil)
		return
	}
	first := t.keepIrregular() - 1 // what came before it stands too
	t.confirmSteps(&l, i+1)
	t.judgePersistence(l.before(i), &l.steps[i].after)
	t.follow(&l, i+1)
	t.clearAlerts(illegalAlerts)
	for j := first; j < len(t.plies); j++ {
		t.sayStands(&t.plies[j])
	}
	t.judgeStanding()
}

// objected is the last breach of Article 4 that was reported.
type objected struct {
	found  Finding
	acts   laws.Acts // what its player had touched and released
	lapses bool      // the right to claim it lapses when the opponent touches a piece
}

// noteBreach keeps what a ruling on a breach needs: what bound the player. The releases
// that the step itself made are not part of that.
func (t *Tracker) noteBreach(f Finding, s *step, lapses bool) {
	h := &t.hands
	acts := h.acts
	acts.Touches = h.deliberate(h.before.Captured(s.move))
	acts.Releases = slices.DeleteFunc(slices.Clone(acts.Releases), func(r laws.Release) bool { return r.To == s.landing(r.From) })
	f.At = t.now
	t.objected = objected{f, acts, lapses}
}

// ruleBreach rules on a move that was not open after its player's touches. If it is to
// stand, it counts as any other, and its consequences are certain. If it is to be undone,
// it is taken back, and the player is bound by what he touched (4.3 to 4.7).
func (t *Tracker) ruleBreach(accept bool) {
	n := t.breachOpen()
	if !accept {
		then := t.restoring(n - 1)
		then.Article = t.objected.found.Article
		if e := t.objected.found.Evidence; e != nil {
			then.Bound = e.Open
		}
		t.undo(n, t.objected.acts, then)
		t.replaces.breach = true
		return
	}
	t.objection, t.objected = 0, objected{}
	if i := n - t.spine.Len() - 1; i >= 0 && i < len(t.reported) {
		t.reported[i].breach = false
	}
	t.judgeStanding()
}
