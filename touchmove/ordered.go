package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// ordered is the wait for the board to follow what a person has said: the men
// are to stand as the best reading has them. Until they do, what is done on the
// board is no play, and what stands wrongly no irregularity.
type ordered struct {
	awaited bool
	seq     int   // the change of the board at which it was asked for
	since   int64 // when a person or a press last had to do with it
	pressed bool  // a clock was pressed meanwhile
	told    bool  // that the men are not back was found
}

// await begins the wait. While the men are still being set up for the start
// there is no need: that is waited for already.
func (t *Tracker) await() {
	if t.phase == Setup {
		return
	}
	t.ordered = ordered{awaited: true, seq: t.board.seq, since: t.now}
	t.keepOnly(t.bestLine())
	t.watchOrdered(true)
}

// watchOrdered ends the wait when the men stand as they should, or play has
// gone on from there by one move. A hand may only pass the square of its man,
// so they must have come to rest, unless something else proves it. What looks
// like a move may be a man more to be put back, and where men are not named they
// may have to change places yet: then they must rest for longer.
func (t *Tracker) watchOrdered(proof bool) {
	if !t.ordered.awaited || t.over() {
		return
	}
	l, rest := t.bestLine(), t.cfg.RestMs
	t.weigh(l)
	back := l.diff == 0
	if !back || t.board.unnamed {
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
// reading, whose men have been put down since the wait began.
func (t *Tracker) goesOn() bool {
	p := t.bestLine().pos()
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
// put the men back was touched for that.
func (t *Tracker) followAgain() {
	l, start := t.bestLine(), t.board.seq
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
func (l *line) beginTurn(seq int) {
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

// remind finds that something has been done, but the men are not back.
func (t *Tracker) remind() {
	b := &t.ordered
	if b.told || t.clock.stopped || t.board.seq == b.seq && !b.pressed || !t.after(max(t.board.last, b.since)+disorderMs) {
		return
	}
	b.told = true
	f := Finding{Code: Displaced, Level: Arbiter, Side: Somebody, Squares: t.bestLine().diff, Text: "not yet put as the arbiter has said"}
	t.raise(t.say(f))
}

// clearWrong forgets what stood where no move put it.
func (t *Tracker) clearWrong() {
	if t.disorder.code == Desync && t.disorder.squares != 0 {
		t.say(Finding{Code: Resync, Side: Both, Squares: t.disorder.squares})
	}
	t.disorder = disorder{silent: t.disorder.silent & t.bestLine().diff}
	t.unheard = false
	t.clearAlerts(func(c Code) bool { return c == Displaced || c == OutOfTurn || c == Desync })
}

// toPress is the player whose clock runs: the one who has made the last move
// and not pressed, else the one having the move. Where the text does not know
// completion it is not known of a confirmed move whether it was pressed.
func (t *Tracker) toPress() placement.Color {
	l := t.bestLine()
	if s := l.last(); s != nil && !s.completed() {
		return s.side
	}
	if n := len(t.plies); l.n == 0 && n > 0 && t.plies[n-1].State == StateMade && t.cfg.Rules.Completes() {
		return t.plies[n-1].Side
	}
	return l.pos().Turn()
}
