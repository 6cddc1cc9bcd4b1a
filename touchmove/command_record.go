package touchmove

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
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

// refuseLater refuses a correction that would make a later ply of the record illegal, from
// the n-th on.
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

// moveAt returns the n-th ply, from 1, of the best hypothesis, whether it is legal, and
// whether the board leaves no doubt about it.
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

// doCorrect replaces the move of a ply: a move that the sensors got wrong, one of several
// captures, or the piece of a promotion. The later plies stay.
func (t *Tracker) doCorrect(c *Command) {
	differed := t.bestHypothesis().diff
	m, err := t.positionAt(c.Ply - 1).ParseUCI(c.UCI)
	if err != nil {
		return // the ply is this move already
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
		t.objection, t.objected = 0, objected{} // these were about another move
	}
	if t.over() {
		t.reopen()
		return
	}
	t.judgeStanding()
	if l := t.bestHypothesis(); l.diff&^differed != 0 {
		t.await() // the pieces do not stand yet where the new move puts them
	}
}

// reopen resumes a game that the rules ended by a move that was not played, unless the
// corrected move ends it too.
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

// correctShown chooses a move for the i-th ply of the best hypothesis, and with it the
// hypothesis that has that move.
func (t *Tracker) correctShown(i int, m legality.Move) {
	l := t.bestHypothesis().clone()
	s, before := &l.steps[i], l.before(i)
	s.move, s.act, s.after, s.oneOf, s.chosen = m, legality.ActLegal, before.Play(m), 0, true
	s.squares = placement.Differ(before.Placement(), s.after.Placement())
	t.clearAlert(AmbiguousCapture)
	t.replay(&l, i+1)
}

// correctConfirmed replaces the n-th confirmed ply.
func (t *Tracker) correctConfirmed(n int, m legality.Move) {
	p := &t.plies[n-1]
	t.say(Finding{Code: Retracted, Side: laws.PartyOf(p.Side), Ply: n, UCI: p.UCI, SAN: p.SAN, Text: "corrected"})
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
	t.say(Finding{Code: Provisional, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "corrected"})
	t.touchGame()
	l := t.bestHypothesis().clone()
	l.start = *t.spine.Position()
	t.replay(&l, 0)
}

// legalise turns a ply that was taken for an irregular one into a legal move. If it counted
// as an offence of its player, it no longer does.
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

// replay makes one hypothesis the only one. It keeps the plies from the i-th on as far as
// they are legal after the change.
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

// record returns how many plies have been made and stand.
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

// pendingPast reports whether the board shows anything that is not in the record: a
// provisional ply, an irregular one, displaced pieces.
func (t *Tracker) pendingPast() bool {
	l := t.bestHypothesis()
	return t.spine.Len()+l.n > t.record() || t.board.differ(l.pos().Placement()) != 0 || t.disorder.squares != 0
}

// doTakeback takes back all plies after the given one because the players or the arbiter
// ask for it.
func (t *Tracker) doTakeback(c *Command) {
	t.cutTo(c.Ply, "taken back", t.restoring(c.Ply))
	t.judgeStanding()
	t.await()
}

// cutTo takes back all plies after the n-th, confirmed or not, and reports what is to be
// done then.
func (t *Tracker) cutTo(n int, why string, then *Remedy) {
	t.reportCut(n, why, then)
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

// reportCut reports each ply after the n-th as taken back, the last one first.
func (t *Tracker) reportCut(n int, why string, then *Remedy) {
	report := func(f Finding) {
		if f.Ply <= n+1 && then != nil { // the last one to report
			f.Remedy = then
			f.MarkCastling(t.positionAt(n))
		}
		t.say(f)
	}
	for _, w := range slices.Backward(t.reported) {
		if w.number > n && w.step.legal() && !w.open {
			report(Finding{Code: Retracted, Side: laws.PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san, Text: why})
		}
	}
	for i := len(t.plies) - 1; i >= n; i-- {
		p := &t.plies[i]
		report(Finding{Code: Retracted, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: why})
	}
}

// restoring returns what is to be done when all plies after the n-th are taken back.
func (t *Tracker) restoring(n int) *Remedy {
	return &Remedy{Restore: t.positionAt(n).FEN(), Clock: t.clockToSet(t.pressOf(n+1), n+1, Times{})}
}

// pressOf returns when the clock was pressed for the ply with a number; -1 if it was not.
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

// hypothesisTo returns a hypothesis of the first n plies and nothing else.
func (t *Tracker) hypothesisTo(n int) hypothesis {
	if n < t.spine.Len() {
		return hypothesis{base: n, start: *t.spine.At(n), seq: t.board.seq, seqBefore: t.board.seq, at: t.now}
	}
	l := t.bestHypothesis().clone()
	l.n, l.open, l.backT = n-t.spine.Len(), false, 0
	return l
}

// forget drops what is known of plies after the n-th; the record had that many plies
// before.
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

// cutIrregular drops what is known of irregular plies that were taken back. If one is left,
// it needs a person again.
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

// inRecord returns after how many plies a position last occurred, in the sense of 9.2.3, in
// the record or after the one ply that follows it on the board; -1 if it never did.
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

// positionAt returns the position after n plies of the best hypothesis.
func (t *Tracker) positionAt(n int) *legality.Position {
	if n <= t.spine.Len() {
		return t.spine.At(n)
	}
	return &t.bestHypothesis().steps[n-1-t.spine.Len()].after
}

// doSetPosition sets the position that the arbiter gives. If the record has it, the game
// goes back to it, to the last one of several. Else the game goes on from it as another
// part.
func (t *Tracker) doSetPosition(c *Command) {
	p, err := legality.ParseFEN(c.FEN, t.game.Chess960)
	if err != nil {
		return // the position is this one already
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

// ordered is the wait until the board follows a command: the pieces have to stand as the
// best hypothesis has them. Until then nothing on the board is play, and no wrong square is
// an irregularity.
type ordered struct {
	awaited  bool
	seq      int   // the number of the board's last change when the command came
	since    int64 // when a person last gave a command or pressed the clock
	pressed  bool  // a clock was pressed meanwhile
	reported bool  // a finding has reported that the pieces are not back
}

// await begins the wait. While the pieces are being set up for the start the tracker waits
// already.
func (t *Tracker) await() {
	if t.phase == Setup {
		return
	}
	t.ordered = ordered{awaited: true, seq: t.board.seq, since: t.now}
	t.keepOnly(t.bestHypothesis())
	t.watchOrdered(true)
}

// watchOrdered ends the wait when the pieces stand as they should, or when play has gone on
// by one move. The pieces must be at rest, unless something else proves it, because a hand
// may only pass over a square. What looks like a move may be one more piece that is being
// put back. Where the board does not name pieces, two of them may have to change places
// yet; then they must rest for longer.
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

// goesOn reports whether the board shows exactly one legal move more than the best
// hypothesis, with pieces that were put down since the wait began.
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

// followAgain resumes play from what the board shows now. Touches made to put the pieces
// back bind to nothing.
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

// beginTurn makes the current turn begin with a later change of the board.
func (l *hypothesis) beginTurn(seq int) {
	if s := l.last(); s != nil {
		s.seq = max(s.seq, seq)
		return
	}
	l.seq = max(l.seq, seq)
}

// pressWaiting handles a press during the wait. It counts if play has gone on. Else
// somebody has set the lever to its proper side.
func (t *Tracker) pressWaiting() {
	if !t.ordered.awaited || t.clock.stopped {
		return
	}
	t.ordered.pressed, t.ordered.since = true, t.now
	if t.goesOn() {
		t.followAgain()
	}
}

// remind reports that something was done but the pieces are not back.
func (t *Tracker) remind() {
	b := &t.ordered
	if b.reported || t.clock.stopped || t.board.seq == b.seq && !b.pressed || !t.after(max(t.board.last, b.since)+disorderMs) {
		return
	}
	b.reported = true
	f := Finding{Code: Displaced, Level: Arbiter, Side: Somebody, Squares: t.bestHypothesis().diff, Text: "the pieces do not yet stand as the arbiter has said"}
	t.raise(t.say(f))
}

// clearWrong forgets the pieces that stood where no move put them.
func (t *Tracker) clearWrong() {
	if t.disorder.code == Desync && t.disorder.squares != 0 {
		t.say(Finding{Code: Resync, Side: Both, Squares: t.disorder.squares})
	}
	t.disorder = disorder{silent: t.disorder.silent & t.bestHypothesis().diff}
	t.scanUnexplained = false
	t.clearAlerts(func(c Code) bool { return c == Displaced || c == OutOfTurn || c == Desync })
}

// toPress returns the player whose clock runs: the one who made the last move and has not
// pressed, else the one having the move. Where the rule set has no completion, nobody knows
// whether a confirmed move was pressed.
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
