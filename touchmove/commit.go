package touchmove

import (
	"github.com/boardd/boardd/legality"
)

// commit makes the first ply of a line part of what is confirmed.
func (t *Tracker) commit(l *line) {
	if l.base < t.spine.Len() {
		t.takeBack(l)
	}
	s := &l.steps[0]
	if !s.legal() {
		t.stand(l)
		return
	}
	t.noteBroken(l)
	p := t.plyOf(&l.start, s, t.state(l, 0))
	t.promotions = t.promotions.play(s.move, l.start.Captured(s.move), p.guessed)
	t.spine.Play(s.move)
	t.plies = append(t.plies, p)
	t.noMove, t.confirmedAt = false, t.now
	if s.side != t.mended {
		t.mendedPly = 0
	}
	t.judgePersistence(&l.start, &s.after)
	ending := legality.NoEnding
	if len(t.told) > 0 && t.ends(&t.told[0]) && t.irregular < 0 {
		ending = t.told[0].ending
	}
	t.afterConfirm(l)
	if ending != legality.NoEnding {
		t.endGame(ending, s.side)
	}
}

// takeBack undoes what a line takes back. The plies that follow are told anew.
func (t *Tracker) takeBack(l *line) {
	for t.spine.Len() > l.base {
		p := t.plies[len(t.plies)-1]
		t.say(Finding{Code: Retracted, Side: PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "taken back"})
		t.truncate(t.spine.Len() - 1)
	}
	if t.replaces.number > l.base {
		t.replaces = replaces{}
	}
	if t.mendedPly > l.base {
		t.mendedPly = 0
	}
	t.told = t.told[:0]
	t.tell()
	t.judgePlies()
}

// truncate forgets the confirmed plies after the first n.
func (t *Tracker) truncate(n int) {
	for t.spine.Len() > n {
		t.spine.Undo()
	}
	t.plies = t.plies[:n]
	if t.board.unnamed {
		t.recount()
	}
	t.claim, t.objection, t.objected = false, 0, objected{}
	t.touchGame()
}

// afterConfirm takes the first ply of a line out of every line that has it, and
// gives up the others, but for those that go back to before an irregular move.
func (t *Tracker) afterConfirm(l *line) {
	first, base, paid, n := l.steps[0], l.base, l.cost, 0
	for i := range t.lines {
		o := &t.lines[i]
		follows := o.base == base && o.n > 0 && o.steps[0].same(&first)
		if !follows && !(t.irregular >= 0 && o.base == t.irregular && base != t.irregular) {
			continue
		}
		t.keepLine(n, i)
		if follows {
			t.lines[n].shift(t.spine.Len())
		}
		t.lines[n].cost -= paid
		t.weigh(&t.lines[n])
		n++
	}
	t.lines = t.lines[:n]
	t.keepPlain(first.seq, l.seq, first.at)
	if len(t.told) > 0 {
		t.told = t.told[:copy(t.told, t.told[1:])]
	}
	t.touchGame()
}

// shift moves the first ply of a line behind its base.
func (l *line) shift(base int) {
	l.base, l.start = base, l.steps[0].after
	l.seqBefore = l.seq
	l.seq, l.at = max(l.seq, l.steps[0].seq), l.steps[0].at
	copy(l.steps, l.steps[1:l.n])
	l.n--
	l.rehash()
}

// plyOf is a step as the game shows it.
func (t *Tracker) plyOf(before *legality.Position, s *step, state State) Ply {
	p := Ply{Number: t.spine.Len() + 1, Side: s.side, Move: s.move, State: state, MadeAt: s.at, CompletedAt: -1,
		Clock: s.clock, Confidence: 1, Inferred: s.inferred, Published: s.legal(), guessed: t.guessed(s)}
	if s.move != legality.NoMove {
		p.UCI, p.SAN = before.UCI(s.move), before.SAN(s.move)
	}
	if !s.legal() {
		after := *s.after.Placement()
		p.After = &after
	}
	if s.pressed >= 0 {
		p.CompletedAt = max(s.pressed, s.at)
	} else if state == StateCompleted {
		p.CompletedAt, p.byEnd = t.now, !s.byNext
	}
	return p
}
