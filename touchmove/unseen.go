package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// extendUnseen adds the captures that a board without kinds cannot show: the man
// has left its square, and stands where another one stood in the scan before.
// Which one it was, later plies may tell.
func (t *Tracker) extendUnseen(i int) {
	captures := t.unseenCaptures(&t.lines[i])
	for _, m := range captures {
		if t.lines[i].n == maxOpen {
			return
		}
		child := t.add(i, m, legality.ActLegal, t.lines[i].pos().Play(m), t.costs.ply)
		if child != nil {
			child.last().inferred, child.last().oneOf = true, len(captures)
		}
	}
}

// unseenCaptures are the captures by the one man that has left its square in
// this turn on squares that read occupied all along.
func (t *Tracker) unseenCaptures(l *line) []legality.Move {
	changed := t.board.changedSince(l.diff, l.turnSeq(l.n))
	p, from := l.pos(), changed.First()
	if !t.board.unnamed || changed.Len() != 1 || t.board.sensed[from] != placement.Empty {
		return nil
	}
	var captures []legality.Move
	for _, m := range p.AppendMovesFrom(nil, from) {
		if to := p.Captured(m); to == m.To() && t.board.seqOf[to] <= l.turnSeq(l.n) {
			captures = append(captures, m)
		}
	}
	return captures
}

// judgeUnseen finds that which of several men was captured is not known.
func (t *Tracker) judgeUnseen(w *told) {
	if w.number <= t.unseen {
		return
	}
	t.unseen = w.number
	t.raise(t.say(Finding{Code: AmbiguousCapture, Level: Arbiter, Side: PartyOf(w.step.side), Ply: w.number}))
}

// undecided is the index of the first ply of a line of which it is not known
// which of several it is; l.n if there is none.
func (t *Tracker) undecided(l *line) int {
	for i := range l.n {
		if l.steps[i].oneOf > 1 && !t.decided(l, i) {
			return i
		}
	}
	return l.n
}

// decided reports whether no other reading that comes near has another i-th ply.
// When there is room for no more plies the best reading is taken.
func (t *Tracker) decided(l *line, i int) bool {
	if l.n == maxOpen {
		return true
	}
	for j := range t.lines {
		o := &t.lines[j]
		if o.base == l.base && o.n > i && o.total() <= l.total()+t.costs.margin && !o.steps[i].same(&l.steps[i]) {
			return false
		}
	}
	return true
}

// decide says which of several moves a ply is, when later plies have told.
func (t *Tracker) decide(l *line, i int) bool {
	if !t.decided(l, i) {
		return false
	}
	w := &t.told[i]
	w.open = false
	t.clearAlert(AmbiguousCapture)
	t.say(Finding{Code: Provisional, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	t.say(Finding{Code: CaptureInferred, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	return true
}
