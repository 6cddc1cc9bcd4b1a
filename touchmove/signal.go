package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// signal is a result shown by placing both kings in the centre: on light
// squares White has won, on dark ones Black, on one of each the game is drawn
// (a board maker's convention, not the Laws). The four squares all touch, so
// two kings there are never a position, and the signal is settled at once.
type signal struct {
	result string
	since  int64
	said   bool
	denied bool // it was a king's move, and pressed
}

// shown is the result that is shown, "" if none.
func (s *signal) shown() string {
	if s.denied {
		return ""
	}
	return s.result
}

var centre = placement.SetOf(placement.D4, placement.E4, placement.D5, placement.E5)

// watchSignal looks for the kings in the centre after every change of the board.
func (t *Tracker) watchSignal() {
	if t.notStarted() || t.phase == Setup || t.phase >= Ended {
		t.watchEnded()
		return
	}
	result := t.kingsShow()
	if result != t.signal.result {
		t.signal = signal{result: result, since: t.now}
		if result != "" {
			t.pendResult()
		}
	}
	if result == "" && t.phase == ResultPending && t.board.differ(t.bestLine().pos().Placement()) == 0 {
		t.deaf = t.board.seq
		t.playOn()
	}
}

// pressesKing reports whether a player presses his clock who alone has put his
// king into the centre: the other king stands where play has brought it.
func (t *Tracker) pressesKing(side placement.Color) bool {
	if t.phase != ResultPending || t.signal.result == "" || t.clock.stopped || !t.clock.running.Is(side) {
		return false
	}
	p := t.bestLine().pos()
	other := placement.MakePiece(side.Other(), legality.King)
	sq := t.inCentre(other)
	return sq != placement.NoSquare && p.At(sq) == other
}

// denySignal takes a signal for the king's move that it was.
func (t *Tracker) denySignal() {
	t.signal.denied = true
	t.playOn()
	t.grow()
}

// notStarted reports whether nothing is known to have been played yet, and the
// clock has not been started.
func (t *Tracker) notStarted() bool {
	men := t.spine.Position()
	return t.waiting() && t.spine.Len() == 0 && men.Occupied(placement.White)|men.Occupied(placement.Black) == rows
}

// playOn goes on with the game after a signal that was none.
func (t *Tracker) playOn() {
	t.clearAlert(ResultSignal)
	if t.clock.stopped {
		t.become(Paused)
		return
	}
	t.become(Playing)
}

// watchEnded follows what is done on the board after the end: it is no part of the game.
func (t *Tracker) watchEnded() {
	if t.phase == Ended && t.board.differ(t.bestLine().pos().Placement()) != 0 {
		t.become(PostMortem)
	}
}

// kingsShow is the result that the kings show; "" if none.
func (t *Tracker) kingsShow() string {
	white, black := t.inCentre(placement.WhiteKing), t.inCentre(placement.BlackKing)
	if t.board.unnamed {
		white, black = t.unnamedInCentre()
	}
	switch {
	case white == placement.NoSquare || black == placement.NoSquare || t.spine.Position().At(white) == placement.WhiteKing && t.spine.Position().At(black) == placement.BlackKing:
		return ""
	case white.Light() != black.Light():
		return "1/2-1/2"
	case white.Light():
		return "1-0"
	}
	return "0-1"
}

// unnamedInCentre is where, on a board that names no men, two men stand in the
// centre that a reading has not got there, while the kings are gone from where it
// has them and all else is as it has it. Which king is which does not matter.
func (t *Tracker) unnamedInCentre() (a, b placement.Square) {
	for i := range t.lines {
		p := t.lines[i].pos()
		kings := p.Kings(placement.White) | p.Kings(placement.Black)
		come := t.board.differ(p.Placement()) &^ kings
		if come.Len() == 2 && come&centre == come && come|kings == t.board.differ(p.Placement()) && t.empty(kings) {
			return come.First(), (come &^ come.First().Set()).First()
		}
	}
	return placement.NoSquare, placement.NoSquare
}

// empty reports whether all of the given squares read empty.
func (t *Tracker) empty(squares placement.Set) bool {
	for squares != 0 {
		if t.board.sensed[squares.Pop()] != placement.Empty {
			return false
		}
	}
	return true
}

func (t *Tracker) inCentre(king placement.Piece) placement.Square {
	for rest := centre; rest != 0; {
		if sq := rest.Pop(); t.board.sensed[sq] == king {
			return sq
		}
	}
	return placement.NoSquare
}

// pendResult ends play: every king step since the last press was on the way to
// the centre. A person confirms the result.
func (t *Tracker) pendResult() {
	l := t.lineBeforeSignal()
	t.keepOnly(&l)
	t.tell()
	t.become(ResultPending)
}

// lineBeforeSignal is the reading that was told last, without the uncompleted
// king steps at its end.
func (t *Tracker) lineBeforeSignal() line {
	var plain line
	for n := len(t.told); n >= 0; n-- {
		for i := range t.lines {
			if l := &t.lines[i]; l.base == t.spine.Len() && l.n == n && t.tells(l) && (n == 0 || !kingStep(l) || t.stepped(l)) {
				return l.clone()
			} else if l.base == t.spine.Len() && l.n == 0 {
				plain = l.clone()
			}
		}
	}
	return plain
}

// tells reports whether a line's plies are the first ones that have been told.
func (t *Tracker) tells(l *line) bool {
	for i := range l.n {
		if !t.told[i].step.same(&l.steps[i]) {
			return false
		}
	}
	return true
}

// kingStep reports whether a line ends with a king's step that was not pressed,
// or with an act that is no move.
func kingStep(l *line) bool {
	s := l.last()
	if !s.legal() {
		return !s.completed()
	}
	return !s.completed() && !s.move.IsCastling() && l.before(l.n-1).At(s.move.From()).Kind() == legality.King
}

// stepped reports whether, without a clock, a king's step that a line ends with was
// a move: it stood there for a while, and nothing else was going on. In the centre
// that would be the way to show a result, too.
func (t *Tracker) stepped(l *line) bool {
	return !t.clock.used && l.last().legal() && !l.needsProof(l.n-1) &&
		t.calm.base == l.base && t.calm.n == l.n && t.calm.last().path == l.last().path
}

// judgeSignal says the result that the kings show, once they have come to rest.
func (t *Tracker) judgeSignal() {
	if t.phase != ResultPending || t.signal.result == "" || t.signal.said || !t.after(t.signal.since+t.cfg.RestMs) {
		return
	}
	t.signal.said = true
	f := Finding{Code: ResultSignal, Side: Both, Text: t.signal.result}
	t.raise(t.say(f))
	t.touchGame()
}
