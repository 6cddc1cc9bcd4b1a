package certabo

// Learnt is what a Decoder has learnt of the men. Another that takes it up knows the
// same of them.
type Learnt struct {
	Men    Set
	Turned Set  // some of them, by the names they have if the board lies the other way round; see Turn
	Fresh  bool // the men that were learnt have not been moved, and may be learnt anew
}

// Learnt is what is known now.
func (d *Decoder) Learnt() Learnt {
	return Learnt{Men: d.Men, Turned: Set{}.With(d.lessons.other...), Fresh: d.lessons.fresh}
}

// TakeUp goes on with what another Decoder has learnt.
func (d *Decoder) TakeUp(l Learnt) {
	d.Men, d.lessons.other, d.lessons.fresh = l.Men, l.Turned.men, l.Fresh
}
