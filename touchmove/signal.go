package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// signal is a result shown by placing both kings in the centre: on light squares White has
// won, on dark ones Black, on one of each the game is drawn (a board maker's convention, not
// the Laws). The four squares all touch, so that two kings there are never a position; once they
// rest there, that is the signal.
type signal struct {
	result   string
	since    int64
	reported bool
	denied   bool // it was none, as long as the kings stand so
	back     bool // the kings stand back, and no press can tell a game from an analysis
}

// followSignal follows what the kings show. What has been denied, and what they show before the game
// has been started, is nothing.
func (t *Tracker) followSignal() {
	if t.phase == ResultPending && t.board.changes == t.reset.changes {
		return // what they showed when play ended, they show
	}
	result, notStarted := t.kingsShow(), t.phase == Waiting && t.clock.stopped && len(t.plies) == 0 && laws.AtHome(&t.game.Start)
	if result == t.signal.result || result != "" && !t.over() && (t.signal.denied || notStarted) {
		return
	}
	t.signal = signal{result: result, since: t.now}
	t.dirty = true
}

// watchSignal looks for the kings in the centre while the game is not over.
func (t *Tracker) watchSignal() {
	t.followSignal()
	if t.signal.result != "" && t.after(t.signal.since+t.cfg.RestMs) {
		t.pendResult()
	}
}

// denySignal goes on with the game if the player having the move presses the clock after he has
// put his king beside the other one, which play has brought into the centre: that was his move.
func (t *Tracker) denySignal(by placement.Color) {
	p := t.position()
	other := t.inCentre(by.Other())
	if t.phase != ResultPending || t.clock.stopped || p.Turn() != by || t.board.changes != t.reset.changes ||
		other == placement.NoSquare || p.At(other) != placement.MakePiece(by.Other(), legality.King) {
		return
	}
	t.playOn(true)
}

// playOn goes on with the game: what was taken for a signal of the kings was play.
func (t *Tracker) playOn(denied bool) {
	t.clearAlert(laws.ResultSignal)
	t.signal = signal{denied: denied}
	t.become(Playing)
	t.takeWaiting(func(*Finding) bool { return true })
}

// playedOn reports whether the kings show nothing any more and the story has confirmed more plies
// than the step of either.
func (t *Tracker) playedOn() bool {
	part, plies := t.leg.track.Confirmed()
	return t.kingsShow() == "" && part == t.leg.part && plies > len(t.plies)-t.before+1
}

// kingsShow returns the result that the kings show; "" if none, or if kings there show none. A board that names no pieces
// does not show them: they stand where the story has them, as long as something stands there.
func (t *Tracker) kingsShow() string {
	white, black := t.inCentre(placement.White), t.inCentre(placement.Black)
	switch {
	case t.cfg.NoSignals || white == placement.NoSquare || black == placement.NoSquare:
		return ""
	case white.Light() != black.Light():
		return "1/2-1/2"
	case white.Light():
		return "1-0"
	}
	return "0-1"
}

// inCentre is where a player's king stands in the centre; NoSquare if it does not.
func (t *Tracker) inCentre(c placement.Color) placement.Square {
	king := t.board.sensed.Find(placement.MakePiece(c, legality.King))
	if !t.sensor.Names && t.over() {
		return t.broughtToCentre(c)
	}
	if !t.sensor.Names {
		king = t.leg.track.View().King(c).Set() & t.board.sensed.Occupied()
	}
	return (king & placement.Centre).First()
}

// broughtToCentre is a square in the centre on which a piece stands since the end, on a board that
// names none, while both kings are off theirs: one is for White, another one for Black. Which
// king it is does not matter where both show the same, and where they differ.
func (t *Tracker) broughtToCentre(c placement.Color) placement.Square {
	p := t.position()
	others := p.Placement().Occupied() &^ (p.Kings(placement.White) | p.Kings(placement.Black))
	stands := placement.Centre & t.board.sensed.Occupied() &^ others
	for _, king := range [...]placement.Square{p.Kings(placement.White).First(), p.Kings(placement.Black).First()} {
		if stands.Len() != 2 || king == placement.NoSquare || t.board.sensed[king] != placement.Empty && !stands.Has(king) { // or he has been captured
			return placement.NoSquare
		}
	}
	first := stands.Pop()
	if c == placement.White {
		return first
	}
	return stands.Pop()
}

// pendResult ends play: a step of a king that nobody has pressed was on the way to the
// centre, unless it did not lead there and has stood. A person confirms the result.
func (t *Tracker) pendResult() {
	n := len(t.plies)
	for n > t.before {
		p, before := &t.plies[n-1], t.positionAt(n-1)
		step := p.Move != legality.NoMove && !p.Move.IsCastling() && before.At(p.Move.From()).Kind() == legality.King
		stood := n <= t.before+t.confirmed(0) && !placement.Centre.Has(p.Move.To())
		if p.State == StateCompleted || p.CompletedAt >= 0 || p.State != StateIllegalMade && (!step || stood) {
			break
		}
		if p.State != StateIllegalMade {
			t.sayOf(p, laws.Retracted, "")
		}
		n--
	}
	t.plies = t.plies[:n:n]
	t.clearAlerts(ofIllegal)
	t.become(ResultPending)
	t.reset.changes = t.board.changes
}

// goOn goes on with the game after a signal that was none.
func (t *Tracker) goOn() {
	t.because("the kings that showed a result stand back")
	t.waiting = nil // another leg begins
	t.playOn(false)
	if t.clock.stopped {
		t.become(Paused)
	}
	t.enter(nil)
	t.show()
}
