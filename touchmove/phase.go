package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// The phases, and what leads from one to the next:
//
//	setup ──(the board shows the start)──▶ waiting ──(clock, or a first move)──▶ playing
//	playing ◀──(clock, or a person)──▶ paused
//	playing ──(illegal move completed)──▶ irregular ──(put right, or it stands)──▶ playing
//	any of these ──(both kings in the centre)──▶ result_pending ──(a person)──▶ ended
//	playing ──(mate, stalemate, dead, 5 times, 75 moves; or a person)──▶ ended
//	result_pending ──(the kings go back, or one was a move that is pressed)──▶ playing, paused
//	ended ──(pieces moved)──▶ post_mortem
//	result_pending, ended, post_mortem ──(the initial array at rest)──▶ waiting, next game
//	paused ──(the initial array, to which no play leads, and the clock is started)──▶ playing, next game
func (t *Tracker) become(p Phase) {
	if t.phase == p {
		return
	}
	if p >= ResultPending && !t.over() && t.arrayStands() && t.bestHypothesis().diff == 0 {
		t.opened = t.board.seq // nobody has set up anything yet
	}
	t.phase, t.since = p, t.now
	t.touchGame()
}

// judgePhase follows the phases that depend on what the board shows.
func (t *Tracker) judgePhase() {
	switch t.phase {
	case Setup:
		t.watchSetup()
	case Waiting:
		if !t.clock.stopped && (len(t.reported) > 0 || t.irregular >= 0 || t.played() || t.clock.heard && t.clock.running != sensor.Stopped) {
			t.become(Playing)
		}
	case Playing, Irregular:
		if t.irregular >= 0 {
			t.become(Irregular)
		} else {
			t.become(Playing)
		}
	}
	if t.phase == Playing && !t.clock.used && t.board.occupancy && t.after(t.board.last+disorderMs) {
		t.endStopped()
	}
	t.watchArray()
	t.judgeArray()
	t.watchArrayClaim()
	t.judgeFlag()
	t.judgeSignal()
	t.watchReset()
}

// played reports whether a ply has been confirmed since the log began.
func (t *Tracker) played() bool {
	n := len(t.plies)
	return n > 0 && t.plies[n-1].MadeAt >= 0
}

// stopClock notes that both clocks stand still. Changes of the board are no moves then.
func (t *Tracker) stopClock() {
	t.clock.stopped = true
	t.clock.noteStop(t.now)
	t.game.Clocks.Running = sensor.Stopped
	if t.over() || t.phase == Setup || t.endStopped() {
		return
	}
	if t.phase == Waiting && t.board.seq == t.opened {
		t.touchGame()
	} else {
		t.say(Finding{Code: ClockStopped, Side: PartyOf(t.bestHypothesis().pos().Turn())})
		t.become(Paused)
	}
}

// startClock notes that a clock runs again, or for the first time.
func (t *Tracker) startClock(running sensor.Running) {
	t.clock.stopped, t.clock.held = false, false
	switch {
	case running != sensor.Stopped:
		t.clock.running = running
	case t.noMove: // the player who pressed without a move still has it
		t.clock.running = sensor.RunningFor(t.bestHypothesis().pos().Turn())
	}
	t.clock.noteStart(t.now)
	t.opensByClock()
	if t.over() {
		return
	}
	if t.phase == Setup {
		t.startUnready()
		return
	}
	t.settleReset()
	t.resetting = false
	t.takeBackPresses()
	t.become(Playing)
	if t.watchOrdered(true); t.ordered.awaited {
		return
	}
	t.reconcile()
	if running == sensor.Stopped {
		t.runsForBack()
	}
	t.grow()
	if t.bestHypothesis().residual > 0 && !t.looksBack() {
		t.bridge()
	}
}

// takeBackPresses forgets the presses without a ply of the player whose clock was started
// again; he will press once more.
func (t *Tracker) takeBackPresses() {
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.idle() && t.clock.running.Is(l.pos().Turn()) {
			l.idleT = 0
		}
	}
}

// reconcile resumes play from what the board shows now, after a time in which it was no
// play or the board was not connected. The board may show the same position, one ply more,
// or an earlier position that was set up again.
func (t *Tracker) reconcile() {
	t.deaf = t.board.seq
	for i := range t.hypotheses {
		t.hypotheses[i].resumed = true
		t.score(&t.hypotheses[i])
	}
	if t.irregular < 0 {
		t.giveBack()
	}
	if t.bestHypothesis().diff == 0 || t.irregular >= 0 {
		return
	}
	if t.backOpen() {
		return
	}
	for base := t.spine.Len() - 1; base >= 0; base-- {
		if t.board.differ(t.spine.At(base).Placement()) == 0 {
			t.addBack(base, t.costs.takeback)
			t.hypotheses[len(t.hypotheses)-1].resumed = true
			return
		}
	}
}

// runsForBack lets a clock of unknown side run for the player who has the move in the
// earlier position that was set up again.
func (t *Tracker) runsForBack() {
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.base < t.spine.Len() && l.n == 0 && l.residual == 0 && t.bestHypothesis().residual > 0 {
			t.clock.running = sensor.RunningFor(l.start.Turn())
		}
	}
}

// backOpen adds, for every hypothesis with open plies, one that takes back enough of them
// to explain the whole board; false if there is none.
func (t *Tracker) backOpen() bool {
	found := false
	for i, n := 0, len(t.hypotheses); i < n && i < len(t.hypotheses); i++ {
		l := t.hypotheses[i].clone()
		for l.n > 1 && l.base == t.spine.Len() {
			l.n--
			if t.board.differ(l.pos().Placement()) == 0 {
				l.rehash()
				l.open, l.cost = false, l.cost+t.costs.takeback
				t.score(&l)
				found = t.insert(&l) != nil || found
				break
			}
		}
	}
	return found
}

// giveBack drops the open plies if the pieces stand as they did before them and the clock
// runs again for the player who had pressed: the press has been taken back.
func (t *Tracker) giveBack() {
	l := t.plainHypothesis()
	if !l.open || l.n > 0 || l.diff != 0 || l.base != t.spine.Len() || !t.clock.running.Is(l.by) {
		return
	}
	l.open = false
	t.keepOnly(l)
	t.score(&t.hypotheses[0])
}

// looksBack reports whether an earlier position explains the whole board.
func (t *Tracker) looksBack() bool {
	for i := range t.hypotheses {
		if t.hypotheses[i].base < t.spine.Len() && t.hypotheses[i].residual == 0 {
			return true
		}
	}
	return false
}

func (t *Tracker) onLink(r *sensor.Record) {
	if r.On {
		t.linkedAt = t.now
	} else {
		t.gap = true
	}
	t.clock.awaits = false // the clock has not reported since the press
	t.linkLost = !r.On
	t.touchGame()
}

func (t *Tracker) onFault(r *sensor.Record) {
	f := Finding{Code: SensorFault, Side: Both, Text: string(r.Data)}
	if r.Well {
		f.Code = SensorNote
	}
	t.say(f)
}

// nextGame closes the game, with what has been made in it, and opens another one.
func (t *Tracker) nextGame(start legality.Position) {
	if t.phase > Waiting && t.phase < Ended {
		t.finish()
		t.touchGame()
	}
	t.publishTimed(true)
	t.sync()
	if len(t.game.Moves) > 0 || t.game.Pending != nil || t.game.Result != "*" {
		t.last = t.game.clone()
	}
	t.number++
	t.clock.heard = false // it belongs to the game that has ended
	t.cfg.Illegal = [2]int{}
	if t.clock.held || !t.clock.used {
		t.clock.stopped, t.clock.held = false, false // these belonged to the last game
	}
	t.open(start, nil, t.nextID(), t.keptTags())
}
