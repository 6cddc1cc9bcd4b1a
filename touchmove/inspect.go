package touchmove

import "slices"

// inspect says again what is irregular now, and what the player having the move
// is bound to.
func (t *Tracker) inspect() {
	for _, a := range slices.Clone(t.alerts) {
		t.say(a.Finding)
	}
	if t.over() {
		return
	}
	if d := &t.disorder; d.squares != 0 && !t.alerted(d.code) {
		t.say(Finding{Code: d.code, Side: Somebody, Squares: d.squares})
	}
	if _, i := t.actShown(); i >= 0 && t.turn.illegal != 0 {
		t.say(t.turn.found)
	}
	if t.breachOpen() > 0 {
		t.say(t.objected.found)
	}
	if t.turn.allowed != nil {
		t.say(t.turn.obliged)
	}
}
