package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// told is what has been said of one ply of the best line.
type told struct {
	step      step // as it was when it was told; only what names it is looked at
	number    int
	uci, san  string
	made      bool // move_made was found
	completed bool // move_completed was found
	stood     bool // it has stood for longer than a man on his way; see noteCalm
	replied   bool // reply_before_press was found
	breach    bool // a breach of Article 4 was found
	unnamed   bool // what a pawn became is not known, and was not told yet
	open      bool // which of several moves it is, is not known
	ending    legality.Ending
}

// evaluate says what follows from the readings as they stand: which plies the
// board shows, which of them are made, what the player having the move is
// bound to, what is out of order, and what can be confirmed.
func (t *Tracker) evaluate() {
	t.dueAt = -1
	t.watchOrdered(false)
	for range 2 * maxOpen {
		if t.over() {
			break
		}
		if !t.frozen() {
			t.reweigh()
			t.extendStill()
		}
		if t.restored() {
			continue
		}
		t.tell()
		if t.ordered.awaited {
			break // what hands do now proves nothing
		}
		t.judgePlies()
		if l := t.bestLine(); !t.frozen() && t.undecided(l) == l.n {
			t.judgeTurn()
		}
		if !t.frozen() && t.hears() {
			t.chargeAnswered()
			t.judgeBoard()
			t.judgePress()
		}
		if !t.confirm() {
			break
		}
	}
	t.judgePhase()
	t.sync()
}

// hears reports whether the board is heard. After a gap it is when a scan has
// told what happened in it, or none seems to come.
func (t *Tracker) hears() bool {
	return !t.linkLost && (!t.gap || t.after(t.linkedAt+disorderMs))
}

// takenBack reports whether the board shows an earlier position, or what was
// played from one, and what has been played since does not explain it.
func (t *Tracker) takenBack() bool {
	return t.irregular < 0 && t.bestLine().fit > 0 && t.looksBack()
}

// frozen reports whether what the board shows now is no play.
func (t *Tracker) frozen() bool {
	return t.over() || t.phase == Setup || t.clock.stopped || t.resetting || t.ordered.awaited
}

// over reports whether the game has ended, by the rules, by a person, or by a
// signal of the players. Nothing on the board changes it any more.
func (t *Tracker) over() bool { return t.phase >= ResultPending }

// reweigh charges men that have come to rest where a line has none.
func (t *Tracker) reweigh() {
	for i := range t.lines {
		t.weigh(&t.lines[i])
		t.restUndone(&t.lines[i])
	}
	for rest := t.bestLine().diff; rest != 0; {
		t.due(t.board.at[rest.Pop()] + t.cfg.MadeRestMs)
	}
}

// restUndone takes note that the men rest as they stood before plies that a line
// takes back.
func (t *Tracker) restUndone(l *line) {
	undone := l.base < t.spine.Len() && l.base != t.irregular && l.n == 0 && l.fit == 0
	if undone && !l.rested && t.after(t.board.last+t.cfg.RestMs) {
		l.rested = true
		l.cost -= t.costs.restored
	}
}

// tell says what has changed of the plies that the board shows: the last ones
// may have vanished, others may have appeared.
func (t *Tracker) tell() {
	l := t.bestLine()
	same := 0
	for same < len(t.told) && same < l.n && t.told[same].step.same(&l.steps[same]) {
		same++
	}
	for i := len(t.told) - 1; i >= same; i-- {
		if w := &t.told[i]; w.step.legal() && !w.open && !t.waiting() {
			t.say(Finding{Code: Retracted, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
		}
	}
	t.told = t.told[:same]
	for i := same; i < l.n; i++ {
		t.tellPly(l, i)
	}
}

func (t *Tracker) tellPly(l *line, i int) {
	s := &l.steps[i]
	w := told{step: *s, number: t.spine.Len() + i + 1}
	if s.move != legality.NoMove {
		w.uci, w.san = l.before(i).UCI(s.move), l.before(i).SAN(s.move)
	}
	if s.oneOf > 1 {
		w.open = true
		t.judgeUnseen(&w)
	} else if s.legal() && !t.waiting() {
		t.say(Finding{Code: Provisional, Side: PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
	if s.oneOf <= 1 && s.inferred && t.board.unnamed && l.before(i).Captured(s.move) != placement.NoSquare {
		t.say(Finding{Code: CaptureInferred, Side: PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
	t.told = append(t.told, w)
}

// waiting reports whether the clock has not been started yet: then nothing
// that the board shows is play (6.6).
func (t *Tracker) waiting() bool { return t.phase == Waiting && t.clock.stopped }

// judgePlies finds which plies have been made and completed, in order.
func (t *Tracker) judgePlies() {
	if t.waiting() || t.takenBack() {
		return
	}
	l := t.bestLine()
	for i := range t.told {
		w, s := &t.told[i], &l.steps[i]
		if w.open && !t.decide(l, i) {
			t.chargeSeen(l, i+1)
			return
		}
		if s.oneOf > 0 && !t.after(s.pressed+t.grace()) {
			return // a late drop may show another move
		}
		if s.legal() && !w.made {
			if !t.proved(l, i) && (t.kingHeld(l, i) || !t.rested(s, t.cfg.RestMs)) {
				return
			}
			w.made = true
			t.made(l, i)
		}
		if s.legal() {
			t.stayed(l, i)
		}
		t.judgeUnnamed(l, i)
		if s.pressed >= 0 && !w.completed && s.legal() && t.cfg.Rules.Completes() {
			w.completed = true
			t.say(Finding{Code: MoveCompleted, Side: PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
		}
		t.judgeReply(l, i)
	}
}

// proved reports whether more than rest says that a ply has been made: the
// reply to it, its press once the men are on their squares, or the opponent's
// hand on a man of his own. His king is no proof that a king has come to the
// centre: they may both be on the way to show a result.
func (t *Tracker) proved(l *line, i int) bool {
	s := &l.steps[i]
	switch {
	case i < l.n-1:
		return true
	case t.ordered.awaited:
		return i < len(t.told) && t.told[i].made
	case s.completed():
		return t.rested(s, t.cfg.LateMs)
	}
	return !l.needsProof(i) && !t.kingHeld(l, i) && t.touchedSince(s)
}

// kingHeld reports whether the player of the i-th ply of a line has his king in
// his hand, which that ply does not move: then he is castling (4.4.1), and has
// made no move yet. The Guidelines II.3.2.5 recommend it in Chess960.
func (t *Tracker) kingHeld(l *line, i int) bool {
	return i == l.n-1 && t.kingOff(l.before(i), l.turnSeq(i)) && !l.steps[i].squares.Has(l.before(i).Kings(l.steps[i].side).First())
}

// kingOff reports whether the king of the player having the move has been
// lifted since a change of the board, and stands nowhere.
func (t *Tracker) kingOff(p *legality.Position, seq int) bool {
	king := p.Kings(p.Turn())
	if king.Len() != 1 || t.board.changedSince(king, seq) == 0 {
		return false
	}
	man := placement.MakePiece(p.Turn(), legality.King)
	off, on := 0, 0
	for sq, shows := range t.board.sensed {
		switch has := p.At(placement.Square(sq)); {
		case shows == man:
			return false
		case has != placement.Empty && shows == placement.Empty:
			off++
		case has == placement.Empty && shows == placement.Unknown:
			on++ // perhaps the king
		}
	}
	return !t.shows(king.First(), man) && off > on
}

// touchedSince reports whether the opponent has lifted a man of his own since
// a ply was shown, and it is off its square still.
func (t *Tracker) touchedSince(s *step) bool {
	after := s.after.Placement()
	for rest := t.board.changedSince(t.board.differ(after), s.seq); rest != 0; {
		sq := rest.Pop()
		if after[sq].Is(s.side.Other()) && t.board.sensed[sq] == placement.Empty && t.after(t.board.at[sq]+bounceMs) {
			return true
		}
	}
	return false
}

// rested reports whether the men of a ply are on their squares and have been
// at rest for so long.
func (t *Tracker) rested(s *step, ms int64) bool {
	return t.onSquares(s) && t.after(t.board.quietSince(s.squares)+ms)
}

// onSquares reports whether the men of a ply are on their squares.
func (t *Tracker) onSquares(s *step) bool {
	return t.board.differ(s.after.Placement())&s.squares == 0
}

// state is how far the i-th ply of a line has come.
func (t *Tracker) state(l *line, i int) State {
	s := &l.steps[i]
	completed := s.pressed >= 0 && t.cfg.Rules.Completes() || s.byNext && t.cfg.Rules.settles(topicNextMove)
	switch {
	case !s.legal() && completed:
		return StateIllegalCompleted
	case !s.legal():
		return StateIllegalMade
	case completed || i < len(t.told) && t.ends(&t.told[i]) && t.madeState(l, i):
		return StateCompleted
	case t.madeState(l, i):
		return StateMade
	}
	return StateProvisional
}

// madeState reports whether a ply is made beyond taking another for it: by
// proof, or by a long rest.
func (t *Tracker) madeState(l *line, i int) bool {
	s := &l.steps[i]
	if t.proved(l, i) || i < len(t.told) && t.told[i].stood {
		return true
	}
	if l.needsProof(i) || t.kingHeld(l, i) {
		return false
	}
	return t.rested(s, t.cfg.MadeRestMs)
}

// ends reports whether a ply ends the game by itself: nobody can object to it.
// Where the text asks for it, only a move in accordance with Articles 3 and 4.2
// to 4.7 does (5.1.1, 5.2.1, 5.2.2). 9.6 does not ask for it, but a fifth
// repetition or a 75th move that is suspected of a breach is left to the arbiter,
// too. With a piece whose kind is a guess
// only a move ends it that does so whatever the piece is.
func (t *Tracker) ends(w *told) bool {
	if !w.made || w.ending == legality.NoEnding || t.toBeCorrected() || t.endsOtherwise(&w.step.after, w.ending) {
		return false
	}
	switch t.cfg.Rules.law[endingTopics[w.ending]].way {
	case inAccord:
		return !w.breach
	case notAtOnce:
		return false
	}
	return true
}
