package touchmove

// judgeUnseen finds that which of several men was captured is not known.
func (t *Tracker) judgeUnseen(w *told) {
	if w.number <= t.unseen {
		return
	}
	t.unseen = w.number
	if s := &w.step; s.noDrop {
		t.say(Finding{Code: SensorFault, Side: Both, Squares: s.move.From().Set(), Text: "the man from here was not seen to be put down"})
		return
	}
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
		if o.base == l.base && o.n > i && l.ahead(o) <= t.costs.margin && !o.steps[i].same(&l.steps[i]) {
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
	if !w.step.noDrop {
		t.say(Finding{Code: CaptureInferred, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
	return true
}
