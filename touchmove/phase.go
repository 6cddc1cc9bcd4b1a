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
//	ended ──(men moved)──▶ post_mortem
//	paused, result_pending, ended, post_mortem ──(the initial array at rest)──▶ waiting, next game
func (t *Tracker) become(p Phase) {
	if t.phase == p {
		return
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
		if !t.clock.stopped && (len(t.told) > 0 || t.irregular >= 0 || t.played() || t.clock.heard && t.clock.running != sensor.Stopped) {
			t.become(Playing)
		}
	case Playing, Irregular:
		if t.irregular >= 0 {
			t.become(Irregular)
		} else {
			t.become(Playing)
		}
	}
	if t.phase == Playing && !t.clock.used && t.board.unnamed && t.after(t.board.last+disorderMs) {
		t.endStopped()
	}
	t.judgeFlag()
	t.judgeSignal()
	t.watchReset()
}

// played reports whether a ply has been confirmed since the log began.
func (t *Tracker) played() bool {
	n := len(t.plies)
	return n > 0 && t.plies[n-1].MadeAt >= 0
}

// stopClock takes note that both clocks stand still. What is done on the board
// then is no move.
func (t *Tracker) stopClock() {
	t.clock.stopped = true
	t.game.Clocks.Running = sensor.Stopped
	if t.over() || t.phase == Setup || t.endStopped() {
		return
	}
	if t.phase == Waiting && t.board.seq == t.opened {
		t.touchGame()
	} else {
		t.say(Finding{Code: ClockStopped, Side: PartyOf(t.bestLine().pos().Turn())})
		t.become(Paused)
	}
}

// startClock takes note that a clock runs again, or for the first time.
func (t *Tracker) startClock(running sensor.Running) {
	t.clock.stopped, t.clock.held = false, false
	switch {
	case running != sensor.Stopped:
		t.clock.running = running
	case t.noMove: // the player who pressed without a move still has it
		t.clock.running = sensor.RunningFor(t.bestLine().pos().Turn())
	}
	if t.over() {
		return
	}
	if t.phase == Setup {
		t.startUnready()
		return
	}
	t.resetting = false
	t.become(Playing)
	if t.watchOrdered(true); t.ordered.awaited {
		return
	}
	t.reconcile()
	t.grow()
	if t.bestLine().fit > 0 && !t.looksBack() {
		t.bridge()
	}
}

// reconcile takes up play from what the board shows now, after a while in which
// it was no play or was not heard: the same position, one ply more, or an
// earlier position that was set up again.
func (t *Tracker) reconcile() {
	t.deaf = t.board.seq
	for i := range t.lines {
		t.lines[i].resumed = true
		t.weigh(&t.lines[i])
	}
	if t.irregular < 0 {
		t.giveBack()
	}
	if t.bestLine().diff == 0 || t.irregular >= 0 {
		return
	}
	if t.backOpen() {
		return
	}
	for base := t.spine.Len() - 1; base >= 0; base-- {
		if t.board.differ(t.spine.At(base).Placement()) == 0 {
			t.addBack(base, t.costs.takeback)
			t.lines[len(t.lines)-1].resumed = true
			return
		}
	}
}

// backOpen adds, for every line that holds open plies, the one that has taken back so
// many of them that it explains the whole board; false if there is none.
func (t *Tracker) backOpen() bool {
	found := false
	for i, n := 0, len(t.lines); i < n && i < len(t.lines); i++ {
		l := t.lines[i].clone()
		for l.n > 1 && l.base == t.spine.Len() {
			l.n--
			if t.board.differ(l.pos().Placement()) == 0 {
				l.rehash()
				l.open, l.cost = false, l.cost+t.costs.takeback
				t.weigh(&l)
				found = t.insert(&l) != nil || found
				break
			}
		}
	}
	return found
}

// giveBack gives up what was open, if the men stand as they did before it and the
// clock runs again for the player who had pressed it: his press has been taken back.
func (t *Tracker) giveBack() {
	l := t.plainLine()
	if !l.open || l.n > 0 || l.diff != 0 || l.base != t.spine.Len() || !t.clock.running.Is(l.by) {
		return
	}
	l.open = false
	t.keepOnly(l)
	t.weigh(&t.lines[0])
}

// looksBack reports whether an earlier position explains the whole board.
func (t *Tracker) looksBack() bool {
	for i := range t.lines {
		if t.lines[i].base < t.spine.Len() && t.lines[i].fit == 0 {
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
	t.clock.awaits = false // what the clock shows next was not read before the press
	t.linkLost = !r.On
	t.touchGame()
	t.evaluate()
}

func (t *Tracker) onFault(r *sensor.Record) {
	t.say(Finding{Code: SensorFault, Side: Both, Text: string(r.Data)})
}

// watchReset opens the next game when the men stand on the initial array again
// and play cannot have brought them there.
func (t *Tracker) watchReset() {
	if t.phase < Playing || !t.board.initial() || t.spine.Len() == 0 && len(t.told) == 0 && !t.over() {
		return
	}
	if !t.frozen() && (t.clock.used || t.bestLine().fit < resetFit) {
		return
	}
	if t.board.seq == t.opened || t.ordered.awaited && t.board.seq == t.ordered.seq {
		return // nobody has set them up
	}
	if !t.frozen() {
		t.resetting = true
		t.endAtCalm()
	}
	if !t.after(max(t.board.last, t.since) + resetMs) {
		return
	}
	t.say(Finding{Code: BoardReset, Side: Both})
	t.nextGame(legality.Initial())
}

// resetFit is how badly the best reading must fit before a board without a
// clock that shows the initial array is set up for the next game: more men off
// their squares than two hands can hold.
const resetFit = 12

// venue is what of a game's tags holds for the next one at the same board.
func venue(tags map[string]string) map[string]string {
	kept := map[string]string{}
	for _, name := range [...]string{"Event", "Site", "Board", "TimeControl"} {
		if value, ok := tags[name]; ok {
			kept[name] = value
		}
	}
	return kept
}

// nextGame closes the game and opens another one.
func (t *Tracker) nextGame(start legality.Position) {
	t.sync()
	if len(t.game.Moves) > 0 || t.game.Pending != nil || t.game.Result != "*" {
		t.last = t.game.clone()
	}
	t.number++
	t.cfg.Illegal = [2]int{}
	if t.clock.held || !t.clock.used {
		t.clock.stopped, t.clock.held = false, false // that was for the last game
	}
	t.open(start, nil, t.nextID(), venue(t.game.Tags))
}
