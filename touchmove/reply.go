package touchmove

// judgeReply finds that a move was answered before its clock was pressed.
func (t *Tracker) judgeReply(l *line, i int) {
	if !t.clock.used || i == 0 || !t.cfg.Rules.settles(topicEarlyReply) {
		return
	}
	s, prev := &l.steps[i], &l.steps[i-1]
	early := prev.at-s.at > crossedMs // it stood there before the move that it would answer
	if !early && !prev.inferred && !prev.completed() {
		t.sayReply(&t.told[i])
	}
}

func (t *Tracker) sayReply(w *told) {
	if w.replied {
		return
	}
	w.replied = true
	t.say(Finding{Code: ReplyBeforePress, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
}

// judgeFirstReply finds that a move was answered before the first press of all,
// which shows only now that there is a clock.
func (t *Tracker) judgeFirstReply() {
	if n := len(t.told); n > 0 && t.spine.Len()+n > 1 {
		t.sayReply(&t.told[n-1])
	} else if n := len(t.plies); n > 1 && t.plies[n-1].State == StateMade && t.plies[n-2].State == StateMade {
		p := &t.plies[n-1]
		t.say(Finding{Code: ReplyBeforePress, Side: PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN})
	}
}
