package touchmove

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

func (t *Tracker) refuseCorrect(c *Command) *Refusal {
	l := t.bestHypothesis()
	if last := t.spine.Len() + l.n; c.Ply < 1 || c.Ply > last {
		return cannot("ply %d is not one of the game, which has %d", c.Ply, last)
	}
	p := *t.positionAt(c.Ply - 1)
	m, err := p.ParseUCI(c.UCI)
	if err != nil {
		return &Refusal{"bad_value", err.Error()}
	}
	switch is, legal, settled := t.moveAt(c.Ply); {
	case !p.IsLegal(m):
		return cannot("ply %d cannot be %s: %s", c.Ply, c.UCI, p.Explain(m)[0].Text())
	case m == is && legal && settled:
		return cannot("ply %d is %s already", c.Ply, c.UCI)
	}
	return t.refuseLater(p.Play(m), c.Ply+1)
}

// refuseLater refuses a correction after which a later ply of the record, from
// the n-th on, would not be legal.
func (t *Tracker) refuseLater(p legality.Position, n int) *Refusal {
	for ; n <= max(t.spine.Len(), t.record()); n++ {
		m, legal, _ := t.moveAt(n)
		switch {
		case !legal:
			return cannot("ply %d is irregular and would not follow any more; say with set_position what the position is", n)
		case !p.IsLegal(m):
			return cannot("ply %d, %s, would not be legal then: %s", n, p.UCI(m), p.Explain(m)[0].Text())
		}
		p = p.Play(m)
	}
	return nil
}

// moveAt is the n-th ply, from 1, of the best hypothesis; whether it is legal, and
// whether the board has left no doubt which it was.
func (t *Tracker) moveAt(n int) (m legality.Move, legal, settled bool) {
	if n <= t.spine.Len() {
		p := &t.plies[n-1]
		m, legal, settled = p.Move, !p.State.Illegal(), true
	} else {
		s := &t.bestHypothesis().steps[n-1-t.spine.Len()]
		m, legal, settled = s.move, s.legal(), s.oneOf <= 1
	}
	return m, legal, settled && !(t.assumes() && m.Promotion() != legality.NoKind)
}

// doCorrect puts another move in the place of a ply: one that was misread, one
// of several captures, a piece that a pawn became. The later plies stay.
func (t *Tracker) doCorrect(c *Command) {
	differed := t.bestHypothesis().diff
	m, err := t.positionAt(c.Ply - 1).ParseUCI(c.UCI)
	if err != nil {
		return // it has been read before
	}
	if c.Ply > t.spine.Len() {
		t.correctShown(c.Ply-1-t.spine.Len(), m)
	} else {
		t.correctConfirmed(c.Ply, m)
	}
	if t.board.occupancy {
		t.recount()
	}
	if t.objected.found.Ply == c.Ply {
		t.objection, t.objected = 0, objected{} // that was about another move
	}
	if t.over() {
		t.reopen()
		return
	}
	t.judgeStanding()
	if l := t.bestHypothesis(); l.diff&^differed != 0 {
		t.await() // the pieces do not stand as the move that it is now puts them
	}
}

// reopen lets the game go on that the rules had ended by a move which was not
// played, unless they end it otherwise by the one that was.
func (t *Tracker) reopen() {
	if t.ending == legality.NoEnding || t.endingNow() == t.ending {
		return
	}
	t.ending = legality.NoEnding
	t.game.Result, t.game.Termination = "*", ""
	t.unend()
	t.openHypothesis()
	t.clock.running = sensor.RunningFor(t.toPress())
	t.playOn()
	if t.judgeStanding(); !t.over() {
		t.await()
	}
}

// correctShown chooses the i-th ply of the best hypothesis, and with it that hypothesis.
func (t *Tracker) correctShown(i int, m legality.Move) {
	l := t.bestHypothesis().clone()
	s, before := &l.steps[i], l.before(i)
	s.move, s.act, s.after, s.oneOf, s.said = m, legality.ActLegal, before.Play(m), 0, true
	s.squares = placement.Differ(before.Placement(), s.after.Placement())
	t.clearAlert(AmbiguousCapture)
	t.replay(&l, i+1)
}

// correctConfirmed replaces the n-th ply among those that are confirmed.
func (t *Tracker) correctConfirmed(n int, m legality.Move) {
	p := &t.plies[n-1]
	t.say(Finding{Code: Retracted, Side: PartyOf(p.Side), Ply: n, UCI: p.UCI, SAN: p.SAN, Text: "corrected"})
	for t.spine.Len() >= n {
		t.spine.Undo()
	}
	t.legalise(p)
	for p.Move, p.guessed = m, false; n <= len(t.plies); n++ {
		p := &t.plies[n-1]
		before := t.spine.Position()
		p.UCI, p.SAN = before.UCI(p.Move), before.SAN(p.Move)
		t.spine.Play(p.Move)
	}
	t.say(Finding{Code: Provisional, Side: PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "corrected"})
	t.touchGame()
	l := t.bestHypothesis().clone()
	l.start = *t.spine.Position()
	t.replay(&l, 0)
}

// legalise makes a ply that was taken for an irregular one a move as others. If
// it was counted against its player, it is not any more: there was none.
func (t *Tracker) legalise(p *Ply) {
	if !p.State.Illegal() {
		return
	}
	if p.State = StateMade; p.CompletedAt >= 0 && t.cfg.Rules.Completes() {
		p.State = StateCompleted
	}
	if p.counted {
		t.game.Illegal[p.Side]--
	}
	p.After, p.counted, p.Published = nil, false, true
	if t.irregular >= 0 {
		t.irregular, t.disputed, t.offences = -1, false, nil
		t.clearAlerts(illegalAlerts)
	}
}

// replay makes a hypothesis the only hypothesis, with its plies from the i-th on as far
// as they are legal where they come now.
func (t *Tracker) replay(l *hypothesis, i int) {
	for ; i < l.n; i++ {
		s, before := &l.steps[i], l.before(i)
		if !s.legal() || !before.IsLegal(s.move) {
			l.n = i
			break
		}
		s.after = before.Play(s.move)
	}
	l.rehash()
	t.keepOnly(l)
	t.score(&t.hypotheses[0])
	for j := range min(l.n, len(t.reported)) {
		if w := &t.reported[j]; w.step.same(&l.steps[j]) && w.step.move != legality.NoMove {
			w.uci, w.san = l.before(j).UCI(w.step.move), l.before(j).SAN(w.step.move)
		}
	}
}

// record is how many plies have been made and stand.
func (t *Tracker) record() int {
	if t.irregular >= 0 {
		return t.irregular
	}
	return t.spine.Len() + t.madeOf(t.bestHypothesis())
}

func (t *Tracker) refuseTakeback(c *Command) *Refusal {
	switch {
	case t.phase >= Ended:
		return t.refuseOver(c)
	case c.Ply > t.record():
		return cannot("ply %d is beyond the record, which ends with ply %d", c.Ply, t.record())
	case c.Ply == t.record() && !t.pendingPast():
		return cannot("nothing has been played after ply %d", c.Ply)
	}
	return nil
}

// pendingPast reports whether anything is on the board that is not in the
// record: a provisional ply, an irregular one, pieces displaced.
func (t *Tracker) pendingPast() bool {
	l := t.bestHypothesis()
	return t.spine.Len()+l.n > t.record() || t.board.differ(l.pos().Placement()) != 0 || t.disorder.squares != 0
}

// doTakeback takes back all but the first plies, because the players or the
// arbiter say so.
func (t *Tracker) doTakeback(c *Command) {
	t.cutTo(c.Ply, "taken back", t.restoring(c.Ply))
	t.judgeStanding()
	t.await()
}

// cutTo takes back all but the first n plies, be they in the record or not, and says
// what is to be done then.
func (t *Tracker) cutTo(n int, why string, then *Remedy) {
	t.tellCut(n, why, then)
	l, had := t.hypothesisTo(n), t.record()
	t.reported = t.reported[:min(len(t.reported), max(0, n-t.spine.Len()))]
	objection, breach := t.objection, t.objected
	if breach.found.Ply > n {
		objection, breach = 0, objected{}
	}
	for t.spine.Len() > n {
		t.truncate(t.spine.Len() - 1)
	}
	t.objection, t.objected = objection, breach
	t.keepOnly(&l)
	t.score(&t.hypotheses[0])
	t.forget(n, had)
	t.cutIrregular()
	t.clearWrong()
	t.clock.running = sensor.RunningFor(t.toPress())
	if t.phase > Waiting {
		t.signal = signal{}
		t.playOn()
	}
}

// tellCut says of each ply after the n-th that it vanishes, the last one first.
func (t *Tracker) tellCut(n int, why string, then *Remedy) {
	tell := func(f Finding) {
		if f.Ply <= n+1 && then != nil { // no more go
			f.Remedy = then
			f.markCastling(t.positionAt(n))
		}
		t.say(f)
	}
	for _, w := range slices.Backward(t.reported) {
		if w.number > n && w.step.legal() && !w.open {
			tell(Finding{Code: Retracted, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san, Text: why})
		}
	}
	for i := len(t.plies) - 1; i >= n; i-- {
		p := &t.plies[i]
		tell(Finding{Code: Retracted, Side: PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: why})
	}
}

// restoring is what is to be done when all but the first n plies are taken back.
func (t *Tracker) restoring(n int) *Remedy {
	return &Remedy{Restore: t.positionAt(n).FEN(), Clock: t.clockToSet(t.pressOf(n+1), n+1, Times{})}
}

// pressOf is when the clock was pressed for the ply of a number; -1 if it was not.
func (t *Tracker) pressOf(number int) int64 {
	i, l := number-1-t.spine.Len(), t.bestHypothesis()
	switch {
	case i < 0:
		return t.plies[number-1].pressed
	case i < l.n:
		return l.steps[i].pressed
	}
	return -1
}

// hypothesisTo is the one hypothesis that has the first n plies and nothing else.
func (t *Tracker) hypothesisTo(n int) hypothesis {
	if n < t.spine.Len() {
		return hypothesis{base: n, start: *t.spine.At(n), seq: t.board.seq, seqBefore: t.board.seq, at: t.now}
	}
	l := t.bestHypothesis().clone()
	l.n, l.open, l.backT = n-t.spine.Len(), false, 0
	return l
}

// forget drops what was known of plies after the n-th, of a record that had so many.
func (t *Tracker) forget(n, had int) {
	if t.replaces.number > n && t.replaces.number <= had {
		t.replaces = replaces{}
	}
	if t.mendedPly > n {
		t.mendedPly = 0
	}
	t.unseen = min(t.unseen, n)
	t.claim, t.noMove, t.persists, t.contested, t.overruled = false, false, false, false, legality.NoEnding
	t.turn = turn{}
	t.clearAlert(AmbiguousCapture)
}

// cutIrregular drops what was known of the irregular plies that are no more. If
// one is left, it is what needs a person again.
func (t *Tracker) cutIrregular() {
	t.clearAlerts(illegalAlerts)
	if t.irregular < 0 {
		return
	}
	left := 0
	for i := t.irregular; i < len(t.plies); i++ {
		if t.plies[i].State.Illegal() {
			left++
		}
	}
	if left == 0 {
		t.irregular, t.disputed, t.offences = -1, false, nil
		return
	}
	t.offences = t.offences[:left]
	t.raise(t.offences[left-1].found)
}

func (t *Tracker) refuseSetPosition(c *Command) *Refusal {
	if t.phase >= Ended {
		return t.refuseOver(c)
	}
	p, err := legality.ParseFEN(c.FEN, t.game.Chess960)
	switch {
	case err != nil:
		return &Refusal{"bad_value", fmt.Sprintf("fen %q: %s", c.FEN, err)}
	case t.inRecord(&p) >= 0:
		return nil
	}
	for _, d := range p.Defects() {
		if d.Code == legality.NoKing || d.Code == legality.SeveralKings {
			return &Refusal{"bad_value", fmt.Sprintf("fen %q: no game can go on: %s", c.FEN, d.Text())}
		}
	}
	if len(p.AppendMoves(nil)) == 0 {
		return &Refusal{"bad_value", fmt.Sprintf("fen %q: no game can go on without a legal move; enter the result instead", c.FEN)}
	}
	return nil
}

// inRecord is after how many plies the record, or one more ply as the board best
// shows it, last came to a position in the sense of 9.2.3; -1 if it never did.
func (t *Tracker) inRecord(p *legality.Position) int {
	l := t.bestHypothesis()
	for n := min(t.record()+1, t.spine.Len()+l.n); n >= 0; n-- {
		irregular := n > t.record() && (n <= t.spine.Len() || !l.steps[n-1-t.spine.Len()].legal())
		if !irregular && t.positionAt(n).Same(p) {
			return n
		}
	}
	return -1
}

// positionAt is the position after n plies of the best hypothesis.
func (t *Tracker) positionAt(n int) *legality.Position {
	if n <= t.spine.Len() {
		return t.spine.At(n)
	}
	return &t.bestHypothesis().steps[n-1-t.spine.Len()].after
}

// doSetPosition takes from the arbiter what the position is: one of the record,
// the last such if there are several, or else one from which the game goes on
// as another part.
func (t *Tracker) doSetPosition(c *Command) {
	p, err := legality.ParseFEN(c.FEN, t.game.Chess960)
	if err != nil {
		return // it has been read before
	}
	t.clearAlert(WrongInitialPosition)
	t.rotated = false
	n := t.inRecord(&p)
	if n < 0 {
		t.goOnFrom(p, c.Why)
		return
	}
	t.cutTo(n, "another position was set", nil)
	t.judgeStanding()
	t.await()
}

// ordered is the wait for the board to follow what a person has said: the pieces are to
// stand as the best hypothesis has them. Until they do, what is done on the board is no
// play, and what stands wrongly no irregularity.
type ordered struct {
	awaited  bool
	seq      int   // the change of the board at which it was asked for
	since    int64 // when a person or a press last had to do with it
	pressed  bool  // a clock was pressed meanwhile
	reported bool  // that the pieces are not back was found
}

// await begins the wait. While the pieces are still being set up for the start
// there is no need: that is waited for already.
func (t *Tracker) await() {
	if t.phase == Setup {
		return
	}
	t.ordered = ordered{awaited: true, seq: t.board.seq, since: t.now}
	t.keepOnly(t.bestHypothesis())
	t.watchOrdered(true)
}

// watchOrdered ends the wait when the pieces stand as they should, or play has
// gone on from there by one move. A hand may only pass the square of its piece,
// so they must have come to rest, unless something else proves it. What looks
// like a move may be a piece more to be put back, and where pieces are not named they
// may have to change places yet: then they must rest for longer.
func (t *Tracker) watchOrdered(proof bool) {
	if !t.ordered.awaited || t.over() {
		return
	}
	l, rest := t.bestHypothesis(), t.cfg.RestMs
	t.score(l)
	back := l.diff == 0
	if !back || t.board.occupancy {
		rest = t.cfg.MadeRestMs
	}
	back = back || !t.clock.stopped && t.goesOn()
	if back && (proof || t.after(t.board.last+rest)) {
		t.followAgain()
		return
	}
	t.remind()
}

// goesOn reports whether the board shows just one legal move more than the best
// hypothesis, whose pieces have been put down since the wait began.
func (t *Tracker) goesOn() bool {
	p := t.bestHypothesis().pos()
	var buf [256]legality.Move
	for _, m := range p.AppendMoves(buf[:0]) {
		after := p.Play(m)
		landed := placement.Differ(p.Placement(), after.Placement()) & (after.Occupied(placement.White) | after.Occupied(placement.Black))
		if t.board.differ(after.Placement()) == 0 && t.board.changedSince(landed, t.ordered.seq) == landed {
			return true
		}
	}
	return false
}

// followAgain takes up play from what the board shows now. What was touched to
// put the pieces back was touched for that.
func (t *Tracker) followAgain() {
	l, start := t.bestHypothesis(), t.board.seq
	if l.diff != 0 {
		start = t.ordered.seq
	}
	l.beginTurn(start)
	t.ordered = ordered{}
	t.deaf = t.board.seq
	t.clearWrong()
	t.clock.running = sensor.RunningFor(t.toPress())
	if t.irregular >= 0 {
		t.addRestore()
	}
	if !t.frozen() {
		t.grow()
	}
}

// beginTurn lets the turn of the player having the move begin with a later
// change of the board.
func (l *hypothesis) beginTurn(seq int) {
	if s := l.last(); s != nil {
		s.seq = max(s.seq, seq)
		return
	}
	l.seq = max(l.seq, seq)
}

// pressWaiting follows a press during the wait. It is a press as any other if
// play has gone on; else somebody sets the lever to the side that it should be on.
func (t *Tracker) pressWaiting() {
	if !t.ordered.awaited || t.clock.stopped {
		return
	}
	t.ordered.pressed, t.ordered.since = true, t.now
	if t.goesOn() {
		t.followAgain()
	}
}

// remind finds that something has been done, but the pieces are not back.
func (t *Tracker) remind() {
	b := &t.ordered
	if b.reported || t.clock.stopped || t.board.seq == b.seq && !b.pressed || !t.after(max(t.board.last, b.since)+disorderMs) {
		return
	}
	b.reported = true
	f := Finding{Code: Displaced, Level: Arbiter, Side: Somebody, Squares: t.bestHypothesis().diff, Text: "the pieces do not yet stand as the arbiter has said"}
	t.raise(t.say(f))
}

// clearWrong forgets what stood where no move put it.
func (t *Tracker) clearWrong() {
	if t.disorder.code == Desync && t.disorder.squares != 0 {
		t.say(Finding{Code: Resync, Side: Both, Squares: t.disorder.squares})
	}
	t.disorder = disorder{silent: t.disorder.silent & t.bestHypothesis().diff}
	t.unheard = false
	t.clearAlerts(func(c Code) bool { return c == Displaced || c == OutOfTurn || c == Desync })
}

// toPress is the player whose clock runs: the one who has made the last move
// and not pressed, else the one having the move. Where the text does not know
// completion it is not known of a confirmed move whether it was pressed.
func (t *Tracker) toPress() placement.Color {
	l := t.bestHypothesis()
	if s := l.last(); s != nil && !s.completed() {
		return s.side
	}
	if n := len(t.plies); l.n == 0 && n > 0 && t.plies[n-1].State == StateMade && t.cfg.Rules.Completes() {
		return t.plies[n-1].Side
	}
	return l.pos().Turn()
}
