package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// extendPressed adds to line i the irregular act that its open press would
// complete, if the board shows one.
func (t *Tracker) extendPressed(i int) {
	t.extendIrregular(i, t.costs.irregular)
}

// extendAnswered adds to line i, where no clock tells what is done, the irregular act
// that the player having the move has left when his opponent lifts a man: nothing may
// be at rest for long enough to be judged, if they play fast.
func (t *Tracker) extendAnswered(i int) {
	l := &t.lines[i]
	c := t.board.change(t.board.seq)
	if t.clock.used || t.board.unnamed || l.n == maxOpen || c == nil || !c.lift() {
		return
	}
	p := l.pos()
	after, left := *p.Placement(), placement.Set(0)
	for rest := t.board.changedSince(l.diff, l.turnSeq(l.n)); rest != 0; {
		sq := rest.Pop()
		if sq != c.sq {
			after[sq] = t.board.sensed[sq]
			left |= sq.Set()
		}
	}
	if left == 0 || !p.At(c.sq).Is(p.Turn().Other()) {
		return
	}
	if act, _ := p.ExplainPlacement(&after); ofOneMan(act.Kind) {
		t.add(i, act.Move, act.Kind, p.PlayPlacement(&after), t.costs.irregular)
	}
}

// ofOneMan reports whether an act is one of one man, or of king and rook, that is
// no legal move.
func ofOneMan(k legality.ActKind) bool {
	switch k {
	case legality.ActNone, legality.ActLegal, legality.ActVanished, legality.ActSeveral, legality.ActOpponentMan:
		return false
	}
	return true
}

func (t *Tracker) extendIrregular(i, cost int) {
	l := &t.lines[i]
	if l.n == maxOpen {
		return
	}
	p := l.pos()
	after, changed := t.shownBy(l, l.pushed)
	if changed == 0 {
		after, changed = t.shownBy(l, 0) // what was pushed was all that he moved
	}
	if changed == 0 {
		return
	}
	act, _ := p.ExplainPlacement(&after)
	switch act.Kind {
	case legality.ActNone, legality.ActLegal, legality.ActVanished:
		return
	case legality.ActSeveral:
		cost += t.costs.several
	case legality.ActOpponentMan:
		if !t.ownTouch(p, act) {
			return
		}
	}
	t.add(i, act.Move, act.Kind, p.PlayPlacement(&after), cost)
}

// shownBy is what a line's last position has become by the changes since its
// turn began, and which squares they are, but for some.
func (t *Tracker) shownBy(l *line, but placement.Set) (placement.Placement, placement.Set) {
	after := *l.pos().Placement()
	changed := t.board.changedSince(l.diff&^but, l.turnSeq(l.n))
	for rest := changed; rest != 0; {
		sq := rest.Pop()
		after[sq] = t.board.sensed[sq]
	}
	if t.board.unnamed {
		p := l.pos()
		refilled := t.board.changedSince(p.Occupied(p.Turn().Other())&^l.diff, l.turnSeq(l.n))
		changed |= nameMoved(p, &after, changed, refilled)
	}
	return after, changed
}

// nameMoved names the men that a board without kinds shows on new squares: of
// castling, and of one man that has left its own. It may have captured on a
// square that was emptied and reads occupied again; that is returned.
func nameMoved(p *legality.Position, after *placement.Placement, changed, refilled placement.Set) placement.Set {
	from, to := placement.Set(0), placement.Set(0)
	for rest := changed; rest != 0; {
		switch sq := rest.Pop(); after[sq] {
		case placement.Unknown:
			to |= sq.Set()
		case placement.Empty:
			from |= sq.Set()
		}
	}
	switch {
	case from.Len() == 2 && to.Len() == 2:
		nameCastled(p, after, from, to)
	case from.Len() == 1 && to.Len() == 1:
		after[to.First()] = p.At(from.First())
	case from.Len() == 1 && to == 0 && refilled.Len() == 1 && p.At(from.First()).Is(p.Turn()):
		after[refilled.First()] = p.At(from.First())
		return refilled
	}
	return 0
}

// nameCastled names king and rook where castling would put them.
func nameCastled(p *legality.Position, after *placement.Placement, from, to placement.Set) {
	king := p.Kings(p.Turn()) & from
	rook := p.Men(p.Turn(), legality.Rook) & from
	if king.Len() != 1 || rook.Len() != 1 {
		return
	}
	m := legality.MakeCastling(king.First(), rook.First())
	if to == m.KingTo().Set()|m.RookTo().Set() {
		after[m.KingTo()], after[m.RookTo()] = p.At(king.First()), p.At(rook.First())
	}
}

// ownTouch reports whether a man of the other side that was moved counts as
// touched by the player having the move: he could have captured it. Any other
// is taken to be displaced.
func (t *Tracker) ownTouch(p *legality.Position, act legality.Act) bool {
	if act.Move == legality.NoMove {
		return false
	}
	var buf [16]legality.Move
	return len(p.AppendCaptures(buf[:0], act.Move.From())) > 0
}

// stand appends an irregular ply to what is confirmed. From here the rules
// decide whether play goes on from it or goes back.
func (t *Tracker) stand(l *line) {
	s := &l.steps[0]
	state := StateIllegalCompleted
	if !t.cfg.Rules.Completes() {
		state = StateIllegalMade
	}
	t.plies = append(t.plies, t.plyOf(&l.start, s, state))
	t.spine.PlayPlacement(s.after.Placement())
	if t.irregular < 0 {
		t.irregular, t.offences = len(t.plies)-1, nil
	}
	t.reportIrregular(l)
	t.afterConfirm(l)
	t.addRestore()
}

// chargeAnswered charges the readings without an irregular act that was found,
// once the opponent touches one of his men: where the text knows no press, that
// is the proof that it has been done.
func (t *Tracker) chargeAnswered() {
	u := &t.turn
	if t.cfg.Rules.Completes() || u.illegal == 0 || u.answered {
		return
	}
	for i := range t.lines {
		l := &t.lines[i]
		if s := l.last(); s != nil && s.act != legality.ActLegal && s.squares == u.illegal && t.touchedSince(s) {
			u.answered = true
			t.chargeOthers(l, l.n-1, 1, t.costs.abandoned)
			return
		}
	}
}

// addRestore adds the line that goes back to before the irregular ply.
func (t *Tracker) addRestore() {
	back := line{base: t.irregular, start: *t.spine.At(t.irregular), seq: t.board.seq, seqBefore: t.board.seq, at: t.now, cost: t.costs.restore}
	t.weigh(&back)
	t.insert(&back)
}

// stood finds that an irregular move can no longer be corrected: the opponent
// has made his next move (A.5.2), be it irregular itself, or in Bilguer has
// touched a man for it (§4).
func (t *Tracker) stood() bool {
	if t.irregular < 0 || t.disputed || t.frozen() || !t.cfg.Rules.Stands() || t.leftInCheck() {
		return false
	}
	touched := t.cfg.Rules.has(topicTooLate, atTouch) && t.touchedSince(&t.offences[0].step)
	if t.irregular == t.spine.Len()-1 && !touched {
		l := t.bestLine()
		if l.n == 0 || !l.steps[0].legal() || t.state(l, 0) < StateMade {
			return false
		}
	}
	t.letStand()
	return true
}

// leftInCheck reports whether the irregular move left its player's king in
// check, from which Bilguer does not let play go on (§5).
func (t *Tracker) leftInCheck() bool {
	s := &t.offences[0].step
	return t.cfg.Rules.has(topicRestore, choosing) && s.after.InCheck(s.side)
}

// letStand makes the irregular ply part of the game: the opponent has made his
// next move (A.5.2). If that one is irregular, too, it is now the one that can
// be corrected.
func (t *Tracker) letStand() {
	p := &t.plies[t.irregular]
	p.State, p.Published = StateIllegalStands, true
	t.say(Finding{Code: IllegalStands, Side: PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN})
	t.irregular, t.offences = t.irregular+1, t.offences[1:]
	for t.irregular < len(t.plies) && !t.plies[t.irregular].State.Illegal() {
		t.plies[t.irregular].Published = true // played from what stands
		t.irregular++
	}
	if t.irregular < len(t.plies) {
		t.dropBack()
		t.addRestore()
		return
	}
	t.clearAlerts(illegalAlerts)
	t.irregular = -1
	t.dropBack()
}

// dropBack gives up the lines that take something back.
func (t *Tracker) dropBack() {
	n := 0
	for i := range t.lines {
		if t.lines[i].base == t.spine.Len() {
			t.keepLine(n, i)
			n++
		}
	}
	t.lines = t.lines[:n]
}
