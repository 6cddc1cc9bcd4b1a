package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// record is how many plies have been made and stand.
func (t *Tracker) record() int {
	if t.irregular >= 0 {
		return t.irregular
	}
	return t.spine.Len() + t.madeOf(t.bestLine())
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
// record: a provisional ply, an irregular one, men displaced.
func (t *Tracker) pendingPast() bool {
	l := t.bestLine()
	return t.spine.Len()+l.n > t.record() || t.board.differ(l.pos().Placement()) != 0 || t.disorder.squares != 0
}

// doTakeback takes back all but the first plies, because the players or the
// arbiter say so.
func (t *Tracker) doTakeback(c *Command) {
	t.cutTo(c.Ply, "taken back")
	t.judgeStanding()
	t.await()
}

// cutTo takes back all but the first n plies, be they in the record or not.
func (t *Tracker) cutTo(n int, why string) {
	t.tellCut(n, why)
	l, had := t.lineTo(n), t.record()
	t.told = t.told[:min(len(t.told), max(0, n-t.spine.Len()))]
	objection, breach := t.objection, t.objected
	if breach.found.Ply > n {
		objection, breach = 0, objected{}
	}
	for t.spine.Len() > n {
		t.truncate(t.spine.Len() - 1)
	}
	t.objection, t.objected = objection, breach
	t.keepOnly(&l)
	t.weigh(&t.lines[0])
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
func (t *Tracker) tellCut(n int, why string) {
	for _, w := range slices.Backward(t.told) {
		if w.number > n && w.step.legal() && !w.open {
			t.say(Finding{Code: Retracted, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san, Text: why})
		}
	}
	for i := len(t.plies) - 1; i >= n; i-- {
		p := &t.plies[i]
		t.say(Finding{Code: Retracted, Side: PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: why})
	}
}

// lineTo is the one reading that has the first n plies and nothing else.
func (t *Tracker) lineTo(n int) line {
	if n < t.spine.Len() {
		return line{base: n, start: *t.spine.At(n), seq: t.board.seq, seqBefore: t.board.seq, at: t.now}
	}
	l := t.bestLine().clone()
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
	t.claim, t.noMove, t.persists, t.contested = false, false, false, false
	t.turn = turn{promoted: placement.NoSquare}
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
