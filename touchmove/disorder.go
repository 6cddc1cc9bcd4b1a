package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// disorder is what stands where no move put it, and has been told.
type disorder struct {
	squares placement.Set
	code    Code
	since   int64
	number  int           // of the ply to be played then
	raised  bool          // reported to the arbiter
	silent  placement.Set // squares that read empty though nothing took the man away
}

// judgeBoard finds what the hands have done on the board that is no move: an
// illegal one not completed, a move out of turn, men displaced.
func (t *Tracker) judgeBoard() {
	l := t.bestLine()
	t.clearDisorder(l)
	t.unheard = t.unheard && l.diff != 0
	if l.diff == 0 || l.open || t.waiting() || t.turnOf(l) < l.n {
		return
	}
	t.judgeSilent(l)
	if !t.after(t.board.last + t.cfg.RestMs) {
		return
	}
	if t.judgeDesync(l) {
		return
	}
	if t.takenBack() {
		if l.diff&^t.disorder.squares != 0 {
			t.displaced(l.diff, Somebody) // nothing proves that play goes on from there
		}
		t.escalate()
		return
	}
	if aside := l.pushed &^ t.disorder.squares; aside != 0 && !t.halfDone(l) {
		t.displaced(aside, Somebody)
	}
	after, changed := t.shownBy(l, l.pushed)
	changed &^= t.disorder.squares
	t.judgeLeft(l, changed)
	if changed == 0 {
		t.escalate()
		return
	}
	act, faults := l.pos().ExplainPlacement(&after)
	t.judgeAct(l, act, faults)
	t.escalate()
}

// halfDone reports whether what the board shows beyond a line is a legal move of
// which something is still to do: then nobody has been pushed aside.
func (t *Tracker) halfDone(l *line) bool {
	after, _ := t.shownBy(l, 0)
	act, _ := l.pos().ExplainPlacement(&after)
	return unfinished(act.Kind) && l.pos().IsLegal(withPromotion(act))
}

// judgeLeft finds men that stand since before the turn began where no move put
// them: a captured man that was put down beside its square (7.6).
func (t *Tracker) judgeLeft(l *line, changed placement.Set) {
	left := placement.Set(0)
	for rest := l.diff &^ (changed | t.disorder.squares); rest != 0; {
		sq := rest.Pop()
		stands := l.pos().At(sq) == placement.Empty && t.board.sensed[sq] != placement.Empty
		if stands && !t.liftLost(sq) && t.after(t.board.at[sq]+t.cfg.MadeRestMs) {
			left |= sq.Set()
		}
	}
	if left != 0 {
		t.displaced(left, Somebody)
	}
}

// liftLost reports whether a square still reads the man whom one of the last plies took
// from it. Without a clock no press has proved that it was that man.
func (t *Tracker) liftLost(sq placement.Square) bool {
	last := len(t.plies) - 1
	for i := last; t.clock.used && i >= 0 && i > last-liftPlies && t.plies[i].MadeAt > t.board.at[sq]; i-- {
		if m := t.plies[i].Move; m.From() == sq || m.IsCastling() && m.To() == sq {
			return true
		}
	}
	return false
}

// liftPlies is how many plies back that is looked for: a full scan tells sooner.
const liftPlies = 16

// judgeDesync finds that a scan after a gap shows what no game explains that
// follows from the one that was known: men were moved while nobody heard.
func (t *Tracker) judgeDesync(l *line) bool {
	if !t.unheard || t.disorder.code == Desync {
		return t.disorder.code == Desync
	}
	t.unheard = false
	if l.diff.Len() < 2 {
		return false
	}
	t.disorder = disorder{squares: l.diff, code: Desync, since: t.now, number: t.turn.number, raised: true, silent: t.disorder.silent}
	f := Finding{Code: Desync, Level: Arbiter, Side: Both, Squares: l.diff, Text: "men were moved unheard, and no few moves explain it"}
	t.raise(t.say(f))
	return true
}

// judgeAct tells an act at rest for what it is.
func (t *Tracker) judgeAct(l *line, act legality.Act, faults []legality.Fault) {
	p := l.pos()
	if t.kingOff(p, l.turnSeq(l.n)) {
		return // he is castling, and his hand is still on it
	}
	switch act.Kind {
	case legality.ActNone, legality.ActLegal, legality.ActVanished:
		return
	case legality.ActOpponentMan:
		if !t.ownTouch(p, act) {
			t.judgeOtherSide(p, act)
			return
		}
	case legality.ActSeveral:
		t.displaced(act.Squares, Somebody)
		return
	}
	t.extendIrregular(t.index(l), t.costs.irregular)
	if unfinished(act.Kind) && p.IsLegal(withPromotion(act)) {
		return
	}
	f := Finding{Code: IllegalNotCompleted, Side: PartyOf(p.Turn()), Ply: t.spine.Len() + l.n + 1, Squares: act.Squares}
	if act.Move != legality.NoMove {
		f.UCI, f.SAN = p.UCI(act.Move), p.SAN(act.Move)
	}
	for _, fault := range faults {
		f.Why = append(f.Why, Reason{t.cfg.Rules.moveArticle(fault.Article), fault.Text()})
	}
	if t.turn.illegal != act.Squares {
		t.turn.illegal, t.turn.found = act.Squares, f
		t.say(f)
	}
}

// withPromotion is the move that an unfinished act means; a pawn left on the
// last rank may become anything, so a queen.
func withPromotion(act legality.Act) legality.Move {
	if act.Kind == legality.ActPromotionMissing {
		return legality.MakePromotion(act.Move.From(), act.Move.To(), legality.Queen)
	}
	return act.Move
}

// judgeOtherSide finds that a man of the player not having the move went
// somewhere: a move out of turn if it is one for him, else it is displaced.
func (t *Tracker) judgeOtherSide(p *legality.Position, act legality.Act) {
	side := p.Turn().Other()
	if t.board.unnamed && t.spine.Len() == 0 && mirroredLegal(p, act.Move) {
		t.rotated = true
		t.disorder.squares, t.disorder.raised = t.disorder.squares|act.Squares, true
		t.sayOnce(Finding{Code: BoardRotated, Level: Suspected, Side: Both, Squares: act.Squares})
		return
	}
	theirs := p.WithTurn(side)
	toCentre := p.At(act.Move.From()).Kind() == legality.King && centre.Has(act.Move.To()) // perhaps to show a result
	if !theirs.IsLegal(act.Move) || t.putsBack(act.Move) || toCentre || t.liftedBefore(act.Move) {
		t.displaced(act.Squares, Somebody)
		return
	}
	f := Finding{Code: OutOfTurn, Level: Certain, Side: PartyOf(side), Squares: act.Squares,
		UCI: theirs.UCI(act.Move), SAN: theirs.SAN(act.Move)}
	if n := len(t.plies); n > 0 && t.plies[n-1].State == StateMade && t.plies[n-1].Move.To() == act.Move.From() {
		f.Level = Arbiter // no press has shown that he had done with that man
	}
	if t.otherwise(act.Move) {
		f.Level = Arbiter
	}
	t.disorder = disorder{squares: t.disorder.squares | act.Squares, code: OutOfTurn, since: t.now, number: t.turn.number, raised: true, silent: t.disorder.silent}
	t.raise(t.say(f))
}

// liftedBefore reports whether a man that was put down after the last press was
// off its square before it: it was knocked over, or cleared out of the way.
func (t *Tracker) liftedBefore(m legality.Move) bool {
	n := len(t.plies)
	if n == 0 || t.plies[n-1].State != StateCompleted {
		return false
	}
	pressed := t.plies[n-1].CompletedAt
	return t.board.at[m.From()] <= pressed && pressed < t.board.at[m.To()]
}

// otherwise reports whether another reading that comes near explains the whole
// board, or has a move as one that was played in its turn and explains more.
func (t *Tracker) otherwise(m legality.Move) bool {
	best := t.bestLine()
	limit := best.total() + 2*t.costs.margin
	return slices.ContainsFunc(t.lines, func(l line) bool {
		played := slices.ContainsFunc(l.steps[:l.n], func(s step) bool { return s.legal() && s.move == m })
		return l.total() <= limit && (l.fit == 0 || played && l.fit < best.fit)
	})
}

// mirroredLegal reports whether a move would be legal if the board lay the
// other way round.
func mirroredLegal(p *legality.Position, m legality.Move) bool {
	return p.IsLegal(legality.MakeMove(m.From().Rotated(), m.To().Rotated()))
}

// putsBack reports whether a man goes back to where the last ply took it from.
func (t *Tracker) putsBack(m legality.Move) bool {
	n := len(t.plies)
	return n > 0 && t.plies[n-1].Move.From() == m.To() && t.plies[n-1].Move.To() == m.From()
}

func (t *Tracker) displaced(squares placement.Set, side Party) {
	t.disorder.squares |= squares
	t.disorder.code, t.disorder.since, t.disorder.number, t.disorder.raised = Displaced, t.now, t.turn.number, false
	t.say(Finding{Code: Displaced, Side: side, Squares: t.disorder.squares})
}

// escalate reports displaced men to the arbiter when play goes on over them,
// or when nobody has put them right for a while.
func (t *Tracker) escalate() {
	d := &t.disorder
	if d.squares == 0 || d.raised {
		return
	}
	if t.turn.number == d.number && !t.after(d.since+disorderMs) {
		return
	}
	d.raised = true
	f := Finding{Code: Displaced, Level: Arbiter, Side: Somebody, Squares: d.squares}
	t.raise(t.say(f))
}

// clearDisorder forgets what has been put right.
func (t *Tracker) clearDisorder(l *line) {
	d := &t.disorder
	d.silent &= l.diff
	if d.squares == 0 || d.squares&l.diff != 0 {
		return
	}
	t.clearAlerts(func(c Code) bool { return c == Displaced || c == OutOfTurn || c == Desync })
	if d.code == Desync {
		t.say(Finding{Code: Resync, Side: Both, Squares: d.squares})
	}
	*d = disorder{silent: d.silent}
}

// judgeSilent finds squares that have read empty for a while though play went
// on: a man without its tag, or a dead sensor.
func (t *Tracker) judgeSilent(l *line) {
	p := l.pos().Placement()
	for rest := l.diff &^ (t.disorder.silent | t.disorder.squares); rest != 0; {
		sq := rest.Pop()
		if t.board.sensed[sq] != placement.Empty || t.board.seqOf[sq] >= l.turnSeq(l.n) {
			continue
		}
		if _, at := t.otherwiseSince(l, sq); p[sq] != placement.Empty && t.after(at+disorderMs) {
			t.disorder.silent |= sq.Set()
			if t.unreadByAll(sq) {
				t.board.dead |= sq.Set()
			}
			t.say(Finding{Code: SensorFault, Side: Both, Squares: sq.Set(), Text: "reads empty, though no move has taken the man away"})
		}
	}
}
