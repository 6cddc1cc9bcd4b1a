package engine

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// evaluate works out what follows from the records and the time.
func (t *Tracker) evaluate() {
	t.dueAt = -1
	for was := touchmove.Phase(255); t.phase != was; {
		was = t.phase
		t.watch()
	}
	t.sync()
	t.settleAlerts()
	t.writeGame()
}

// watch follows the phase that the game is in.
func (t *Tracker) watch() {
	switch {
	case t.phase == touchmove.Setup:
		t.watchSetup()
	case t.over():
		t.watchOver()
	case t.ordered.awaited:
		t.watchOrdered(false)
	default:
		t.watchPlay()
	}
}

// over reports whether the game has ended, by the rules, by a person, or by a signal of the
// players. Nothing on the board changes it any more.
func (t *Tracker) over() bool { return t.phase >= touchmove.ResultPending }

func (t *Tracker) become(p touchmove.Phase) {
	if t.phase != p {
		t.phase, t.since = p, t.now
		t.touch()
	}
}

// watchSetup waits until the board shows the start position, or the clock is started.
func (t *Tracker) watchSetup() {
	if t.board.differ(t.position().Placement()) == 0 {
		t.clearAlert(laws.WrongInitialPosition)
		t.ready()
		return
	}
	if !t.arrayStands() {
		t.clearAlert(laws.WrongInitialPosition)
		return
	}
	if t.after(t.board.changed+disorderMs) && !t.alerted(laws.WrongInitialPosition) {
		f := touchmove.Finding{Code: laws.WrongInitialPosition, Level: laws.Certain, Side: laws.Both}
		f.Squares = placement.Differ(&t.board.sensed, &placement.Initial)
		t.sayArray(f)
	}
}

// ready begins to wait for play.
func (t *Tracker) ready() {
	t.become(touchmove.Waiting)
	t.enter(nil)
	t.show()
}

// clockTurned follows that the clock was stopped or started.
func (t *Tracker) clockTurned() {
	switch {
	case t.clock.stopped:
	case t.phase == touchmove.Setup && t.array.any && t.arrayStands():
		t.startFrom(touchmove.ArrayPosition(&t.board.sensed))
	case t.phase == touchmove.Setup:
		t.ready() // what is played from the start, and has not been seen, the leg finds
	case t.over() && t.arrayStands(), t.setUpAgain():
		if t.nextByArray(); t.phase == touchmove.Setup && t.arrayStands() {
			t.startFrom(touchmove.ArrayPosition(&t.board.sensed))
		} else if t.phase == touchmove.Setup {
			t.ready() // its first ply has begun
		}
	case t.restored() >= 0:
		n, replaces := t.restored(), (*laws.Acts)(nil)
		if n == t.irregular() {
			replaces = t.undone
		}
		t.cut(n, replaces)
		t.show()
	}
}

// watchPlay follows the phases of a game that is not over.
func (t *Tracker) watchPlay() {
	t.beginsOtherwise()
	t.watchArray()
	if t.phase != touchmove.Paused || !t.clock.stopped { // what is done while the clocks stand is no move
		t.readPlies()
	}
	if t.watchParts() {
		t.readPlies()
	}
	t.judgeArray()
	switch {
	case t.phase == touchmove.Waiting && !t.plays():
	case t.clock.stopped:
		t.become(touchmove.Paused)
	case t.irregular() >= 0 || t.leg.referee.Executed():
		t.become(touchmove.Irregular)
	default:
		t.become(touchmove.Playing)
	}
	t.watchResult(false)
	if !t.over() {
		t.watchSignal()
	}
	if !t.over() {
		t.watchStopped()
		t.watchLost()
	}
}

// plays reports whether a game that waits has begun.
func (t *Tracker) plays() bool {
	shown := t.leg.track.View().Shown() != legality.NoMove
	return !t.clock.stopped && (shown || t.leg.referee.Moves() || len(t.plies) > len(t.before) || t.clock.heard)
}

// watchParts follows the story into another game, or another part of this one, once that is
// confirmed. It reports whether it does.
func (t *Tracker) watchParts() bool {
	parts := t.leg.referee.Parts()
	part, _ := t.leg.track.Confirmed()
	goesOn := len(parts) == t.leg.part+1 && t.leg.referee.Told() > 1
	if t.leg.part >= len(parts) || part <= t.leg.part && !goesOn || t.clock.stopped {
		return false
	}
	ended := parts[t.leg.part]
	t.leg.part++
	l, start := t.leg, t.leg.referee.Start()
	if i := t.irregular(); i >= 0 && t.positionAt(i).Same(start) {
		t.plies = slices.Clone(t.plies[:i]) // what was set up is the position before an irregular ply
		t.before = t.plies
		t.clearAlerts(illegalAlerts)
		return true
	}
	if ended.Over {
		if t.phase != touchmove.Ended {
			t.say(touchmove.Finding{Code: laws.BoardReset, Side: laws.Both})
		}
		t.closeGame()
		t.number++
		t.cfg.Illegal = [2]int{}
		t.open(*t.leg.referee.Start(), nil, t.nextID(), t.keptTags())
		t.become(touchmove.Playing)
	} else {
		t.part(*t.leg.referee.Start(), "the board was not followed for a while")
	}
	t.leg = l
	return true
}

// part lets the game go on from a position that it has not reached. What was played before
// is a part of its own.
func (t *Tracker) part(p legality.Position, why string) {
	t.touch()
	t.writeGame()
	parts, id := t.game.Parts, t.game.ID
	if len(t.plies) > 0 {
		closed := clone(&t.game)
		closed.Pending, closed.Irregular, closed.Alerts, closed.Parts, closed.Parted = nil, nil, nil, nil, why
		t.last = closed
		parts, id = append(parts[:len(parts):len(parts)], closed), touchmove.NextPart(t.game.ID, t.plies)
	}
	illegal, tags := t.game.Illegal, t.game.Tags
	t.open(p, nil, id, tags)
	t.game.Illegal, t.game.Parts = illegal, parts
}

// watchResult ends the game when a ply has ended it beyond doubt: it is confirmed, has rested
// for long, or somebody touches another piece.
func (t *Tracker) watchResult(touched bool) {
	r := t.leg.referee
	n := len(t.plies)
	if r.Result() == "*" || n == 0 {
		return
	}
	last := &t.plies[n-1]
	if !touched && t.confirmed(n-len(t.before)) < n-len(t.before) && !t.after(last.MadeAt+t.cfg.MadeRestMs) {
		return
	}
	if last.State == touchmove.StateProvisional || last.State == touchmove.StateMade {
		last.State, last.CompletedAt = touchmove.StateCompleted, max(last.CompletedAt, t.now)
	}
	t.setAside()
	t.ending, _ = r.EndedBy(t.leg.track.View(), 0)
	t.end(r.Result(), "normal")
}

// end ends the game.
func (t *Tracker) end(result, termination string) {
	t.game.Result, t.game.Termination, t.finished = result, termination, t.board.changes
	t.alerts = nil
	t.become(touchmove.Ended)
	for i := range t.plies {
		p := &t.plies[i]
		p.Published, p.Competitors = t.publishes(p, true), nil
	}
	t.touch()
	t.reset.changes = t.opened
	if t.arrayStands() && t.board.differ(t.position().Placement()) == 0 {
		t.reset.changes = t.board.changes // nobody has set up anything yet
	}
}

// signal is a result shown by placing both kings in the centre: on light squares White has
// won, on dark ones Black, on one of each the game is drawn (a board maker's convention, not
// the Laws). The four squares all touch, so that two kings there are never a position, and
// the signal is settled at once.
type signal struct {
	result   string
	since    int64
	reported bool
}

func (s *signal) shown() string { return s.result }

var centre = placement.SetOf(placement.D4, placement.E4, placement.D5, placement.E5)

// watchSignal looks for the kings in the centre while the game is not over.
func (t *Tracker) watchSignal() {
	if result := t.kingsShow(); result != "" && !t.notStarted() {
		t.signal = signal{result: result, since: t.now}
		t.pendResult()
	}
}

// notStarted reports whether, as far as is known, nothing has been played and the clock has
// not been started.
func (t *Tracker) notStarted() bool {
	return t.phase == touchmove.Waiting && t.clock.stopped && len(t.plies) == 0 && laws.AtHome(&t.start)
}

// kingsShow returns the result that the kings show; "" if none. A board that names no pieces
// does not show them: they stand where the story has them, as long as something stands there.
func (t *Tracker) kingsShow() string {
	white, black := t.inCentre(placement.White), t.inCentre(placement.Black)
	switch {
	case white == placement.NoSquare || black == placement.NoSquare:
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
	king := placement.MakePiece(c, legality.King)
	if t.cfg.Occupancy {
		sq := t.leg.track.View().King(c)
		if sq < 64 && centre.Has(sq) && t.board.sensed[sq] != placement.Empty {
			return sq
		}
		return placement.NoSquare
	}
	for rest := centre; rest != 0; {
		if sq := rest.Pop(); t.board.sensed[sq] == king {
			return sq
		}
	}
	return placement.NoSquare
}

// pendResult ends play: a step of a king that nobody has pressed was on the way to the
// centre. A person confirms the result.
func (t *Tracker) pendResult() {
	n := len(t.plies)
	for n > len(t.before) {
		p, before := &t.plies[n-1], t.positionAt(n-1)
		step := p.Move != legality.NoMove && !p.Move.IsCastling() && before.At(p.Move.From()).Kind() == legality.King
		if p.State == touchmove.StateCompleted || !step && p.State != touchmove.StateIllegalMade {
			break
		}
		if p.State != touchmove.StateIllegalMade {
			t.say(touchmove.Finding{Code: laws.Retracted, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN})
		}
		n--
	}
	t.plies = t.plies[:n:n]
	t.clearAlerts(illegalAlerts)
	t.become(touchmove.ResultPending)
	t.reset.changes = t.board.changes
}

// watchOver follows what is done after the end, or while a person is to confirm a result.
func (t *Tracker) watchOver() {
	result := t.kingsShow()
	if result != t.signal.result {
		t.signal = signal{result: result, since: t.now}
		t.touch()
	}
	back := t.board.differ(t.position().Placement()) == 0
	switch {
	case t.phase == touchmove.ResultPending && result == "" && back:
		t.goOn()
		return
	case result != "" && !t.signal.reported && t.after(t.signal.since+t.cfg.RestMs):
		t.signal.reported = true
		f := t.say(touchmove.Finding{Code: laws.ResultSignal, Side: laws.Both, Text: result})
		if t.phase == touchmove.ResultPending {
			t.raise(f)
		}
	}
	if t.phase == touchmove.Ended && !back && t.board.changes > t.finished {
		t.become(touchmove.PostMortem)
	}
	if t.arrayStands() && t.board.changes != t.reset.changes && t.after(max(t.board.changed, t.since)+resetMs) {
		t.nextByArray()
	}
}

// goOn goes on with the game after a signal that was none.
func (t *Tracker) goOn() {
	t.clearAlert(laws.ResultSignal)
	t.signal = signal{}
	t.become(touchmove.Playing)
	if t.clock.stopped {
		t.become(touchmove.Paused)
	}
	t.enter(nil)
	t.show()
}

// reset is what is known of the initial array on the board while the game is not over and
// its clocks stand still.
type reset struct {
	shown   bool // the array stood there at rest, and only a set-up leads there
	asked   bool // the arbiter was asked whether the next game is to begin
	changes int  // how often the board had changed when the game ended
}

const (
	resetMs    = 2000  // the array stands for so long when it is set up
	disorderMs = 10000 // the arbiter is asked after so long
)

// arrayStands reports whether an initial array stands on the board, right or wrong.
func (t *Tracker) arrayStands() bool {
	return t.board.differ(&placement.Initial) == 0 || !t.game.Chess960 && touchmove.WrongArray(&t.board.sensed)
}

// nextByArray opens the next game by the array on the board.
func (t *Tracker) nextByArray() {
	if !t.reset.shown {
		t.say(touchmove.Finding{Code: laws.BoardReset, Side: laws.Both})
	}
	t.nextGame(legality.Initial())
	if t.board.differ(&placement.Initial) != 0 {
		t.become(touchmove.Setup)
		return
	}
	t.show()
}

// watchStopped finds the initial array at rest while the clocks stand still. If it is not
// clear why it stands there, the arbiter is asked.
func (t *Tracker) watchStopped() {
	way := playLeads
	if t.phase == touchmove.Paused && t.arrayStands() {
		way = t.leadsTo()
	}
	if way == playLeads {
		if t.reset.asked {
			t.clearAlert(laws.BoardReset)
		}
		t.reset.asked = false
		return
	}
	rested := max(t.board.changed, t.since)
	if way == onlySetUp && !t.reset.shown && t.after(rested+resetMs) {
		t.reset.shown = true
		t.say(touchmove.Finding{Code: laws.BoardReset, Side: laws.Both})
	}
	if !t.reset.asked && t.after(rested+disorderMs) {
		t.reset.asked = true
		f := touchmove.Finding{Code: laws.BoardReset, Level: laws.Arbiter, Side: laws.Both, Text: "the game has no result"}
		if way == backLeads {
			f.Text = "moves may have been taken back"
		}
		t.raise(t.say(f))
	}
}

// breaks reports whether something on the board breaks the Laws, which is dear, too.
func (t *Tracker) breaks() bool {
	p, rests := t.leg.referee.Resting()
	return rests && !p.Stands || t.leg.referee.Irregular() >= 0 || t.leg.referee.Displaced() != 0
}

// watchLost reports that the story may be wrong (desync), and that it is sure again.
func (t *Tracker) watchLost() {
	p := t.BestPosition()
	differ := t.board.differ(p.Placement())
	unsure := t.leg.track.Unsure() && !t.clock.stopped && !t.breaks() && !touchmove.FollowsFrom(p, &t.board.sensed)
	switch {
	case unsure && t.lost == 0 && t.after(t.board.changed+resetMs):
		t.lost = differ
		t.raise(t.say(touchmove.Finding{Code: laws.Desync, Level: laws.Arbiter, Side: laws.Both, Squares: differ,
			Text: "no short series of moves explains what the board shows"}))
	case !unsure && t.lost != 0 && differ == 0:
		t.say(touchmove.Finding{Code: laws.Resync, Side: laws.Both, Squares: t.lost})
		t.lost = 0
		t.clearAlert(laws.Desync)
	}
}
