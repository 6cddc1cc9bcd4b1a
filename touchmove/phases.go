package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// watchSetup waits until the board shows the start position, or the clock is started.
func (t *Tracker) watchSetup() {
	if t.board.differ(t.position().Placement()) == 0 {
		t.clearAlert(laws.WrongInitialPosition)
		t.ready()
		return
	}
	if wrong, beside := t.nearlySetUp(); wrong != 0 && !beside && t.after(t.board.changedBut(wrong)+disorderMs) {
		t.readyMisread()
		return
	}
	if !t.arrayStands() {
		t.clearAlert(laws.WrongInitialPosition)
		return
	}
	if t.after(t.board.changed+disorderMs) && !t.alerted(laws.WrongInitialPosition) {
		f := Finding{Code: laws.WrongInitialPosition, Level: laws.Certain, Side: laws.Both}
		f.Squares = placement.Differ(&t.board.sensed, &placement.Initial)
		t.sayArray(f)
	}
}

// nearlySetUp is the one or two squares that alone keep the game from starting: they are empty where
// pieces should stand, or taken where none should. A piece may stand beside its square.
func (t *Tracker) nearlySetUp() (wrong placement.Set, beside bool) {
	wrong = t.board.differ(t.position().Placement())
	taken, starts := t.board.sensed.Occupied(), t.position().Placement().Occupied()
	if wrong.Len() > 2 || wrong&starts&taken != 0 {
		return 0, false
	}
	return wrong, wrong&taken != 0 && wrong&^taken != 0
}

// readyMisread begins to wait for play although the board misreads squares, or a piece stands
// beside its own, which may be the first ply.
func (t *Tracker) readyMisread() {
	wrong, beside := t.nearlySetUp()
	if !beside {
		t.misread(wrong, t.board.sensed.Occupied())
	}
	t.misreads = wrong
	t.clearAlert(laws.WrongInitialPosition)
	t.ready()
}

// misread reports squares that do not read the start position, some of them taken, and has them be known to err.
func (t *Tracker) misread(wrong, taken placement.Set) {
	f := Finding{Code: laws.SensorFault, Side: laws.Both, Squares: wrong, Text: "reads empty where a piece should stand"}
	if wrong&taken != 0 {
		f.Text = "reads a piece where none should stand"
	}
	t.say(f)
	t.errs = wrong
}

// ready begins to wait for play.
func (t *Tracker) ready() {
	t.become(Waiting)
	t.because("the pieces are set up")
	t.enter(nil)
	t.show()
}

// clockTurned follows that the clock was stopped or started.
func (t *Tracker) clockTurned() {
	switch {
	case t.clock.stopped:
	case t.over() && t.arrayStands(), t.setUpAgain():
		if t.nextByArray(); t.phase == Setup {
			t.beginPlay()
		}
	case t.phase == Setup:
		t.beginPlay()
	case t.phase == Paused && t.arrayStands() && t.stood() < len(t.plies):
		t.restart(t.stood())
	}
}

// beginPlay begins the game when the clock is started: from the array that stands, or else from where
// it was to start; what has been played from there, and not been seen, the leg finds.
func (t *Tracker) beginPlay() {
	if t.array.any && t.arrayStands() {
		t.startFrom(arrayPosition(&t.board.sensed))
	} else {
		t.ready()
	}
}

// mayJoin joins a game that is on, after a press. How it came to what stood there nobody has seen:
// the leg looks for a few plies that lead there, or else goes on from there.
func (t *Tracker) mayJoin() {
	last := t.clock.presses.Last()
	if t.phase != Setup || last == nil || last.At == t.join.pressed || !t.join.press(&t.board, last.At) {
		return
	}
	from, records, first := t.join.from, t.join.records, t.clock.presses.List[len(t.clock.presses.List)-joinPlies]
	at, wrong := t.join.since, placement.Misreads(t.position().Placement(), &t.join.from)
	if wrong&from.Occupied() == 0 && wrong.Len() <= mostUnread { // no piece has moved
		t.misread(wrong, 0)
	}
	t.become(Waiting)
	t.because("the players play although the pieces were not seen set up")
	t.enter(nil)
	t.relive([]sensor.Record{
		{At: at, Word: sensor.Link}, *boardRecord(at, &from),
		{At: at, Word: sensor.Clock, Running: sensor.RunningFor(first.By)},
	})
	t.relive(records[:len(records)-1]) // the leg hears the last one next
	if t.leg.track.Unsure() {
		t.sayLost(wrong)
	}
}

// restart goes on from the initial array, which was set up again while the clocks stood still,
// after n plies. Those after it were taken back, unless the first of them is irregular: then
// the Laws restore it.
func (t *Tracker) restart(n int) {
	replaces := (*laws.Acts)(nil)
	if n == t.irregular() {
		replaces = t.undone
	} else {
		for i := len(t.plies) - 1; i >= n; i-- {
			t.sayOf(&t.plies[i], laws.Retracted, "taken back")
		}
	}
	t.because("the initial array was set up again while the clocks stood still")
	t.cut(n, replaces)
	t.show()
}

// watchPlay follows the phases of a game that is not over.
func (t *Tracker) watchPlay() {
	t.beginsOtherwise()
	t.watchArray()
	if t.phase != Paused || !t.clock.stopped || t.done { // what is done while the clocks stand is no move
		t.readPlies()
	}
	if t.watchParts() {
		t.readPlies()
	}
	t.judgeArray()
	switch {
	case t.phase == Waiting && !t.plays():
	case t.standsStill():
		t.become(Paused)
	case t.irregular() >= 0 || t.leg.referee.Executed():
		t.become(Irregular)
	default:
		t.become(Playing)
	}
	t.watchResult(false)
	t.watchStoppedMate()
	if !t.over() {
		t.watchSignal()
	}
	if !t.over() {
		t.watchStopped()
		t.watchHeld()
		t.watchLost()
	}
}

// standsStill reports whether the clock was stopped, and the board has told what was done before.
func (t *Tracker) standsStill() bool { return t.clock.stopped && !t.leg.track.Halting() }

// plays reports whether a game that waits has begun.
func (t *Tracker) plays() bool {
	shown := (t.leg.track.View().Shown() != legality.NoMove || t.leg.referee.Moves()) && !t.putsRight()
	return !t.clock.stopped && (shown || len(t.plies) > t.before || t.clock.heard)
}

// watchParts follows the story into another game, or another part of this one, once that is
// confirmed. It reports whether it does.
func (t *Tracker) watchParts() bool {
	parts := t.leg.referee.Parts()
	part, _ := t.leg.track.Confirmed()
	goesOn := len(parts) == t.leg.part+1 && (t.leg.referee.Told() > 1 || t.leg.referee.Told() == 1 && parts[t.leg.part].Over)
	if t.leg.part >= len(parts) || part <= t.leg.part && !goesOn || t.clock.stopped {
		return false
	}
	ended := parts[t.leg.part]
	if ended.Over && len(t.leg.referee.Plies()) == 0 && t.arrayStands() && !t.after(t.board.changed+resetMs) {
		return false
	}
	t.leg.part++
	l, start := t.leg, t.leg.referee.Start()
	if i := t.irregular(); i >= 0 && t.positionAt(i).Same(start) {
		t.plies = slices.Clone(t.plies[:i]) // what was set up is the position before an irregular ply
		t.before = i
		t.clearAlerts(ofIllegal)
		return true
	}
	if ended.Over {
		t.say(Finding{Code: laws.BoardReset, Side: laws.Both})
		t.closeGame()
		t.number++
		t.cfg.Illegal = [2]int{}
		t.open(*t.leg.referee.Start(), nil, t.nextID(), t.keptTags())
		t.become(Playing)
	} else {
		t.part(*t.leg.referee.Start(), "the board was not followed for a while")
	}
	t.leg = l
	return true
}

// part lets the game go on from a position that it has not reached. What was played before
// is a part of its own.
func (t *Tracker) part(p legality.Position, why string) {
	t.dirty = true
	t.writeGame()
	parts, id := t.game.Parts, t.game.ID
	if len(t.plies) > 0 {
		closed := clone(&t.game)
		closed.Pending, closed.Irregular, closed.Alerts, closed.Parts, closed.Parted = nil, nil, nil, nil, why
		closed.Final = len(closed.Moves)
		t.last = closed
		parts, id = append(parts[:len(parts):len(parts)], closed), nextPart(t.game.ID, t.plies)
	}
	t.cfg.Illegal = t.game.Illegal // what was counted stays counted
	t.open(p, nil, id, t.game.Tags)
	t.game.Parts = parts
}

// watchResult ends the game when a ply has ended it beyond doubt: it is confirmed, has rested
// for long, or somebody touches another piece.
func (t *Tracker) watchResult(touched bool) {
	r := t.leg.referee
	n, ending := len(t.plies), r.Ended(t.leg.track.View())
	if ending == legality.NoEnding || n == 0 || !t.leadsTo(r.Plies()[len(r.Plies())-1].After) {
		return
	}
	last := &t.plies[n-1]
	if !touched && t.confirmed(n-t.before) < n-t.before && !t.after(last.MadeAt+t.cfg.MadeRestMs) {
		return
	}
	t.endByPly(ending)
}

// watchStoppedMate ends the game by a ply that ends it as it is read, when both clocks are stopped
// after it or, without a clock, nobody has moved for long, or the players go through the game: a board
// does not show whether a piece whose kind it has not seen mates. The ply must be likelier than all
// others together.
func (t *Tracker) watchStoppedMate() {
	n := len(t.plies)
	if n == 0 || t.over() || t.phase == Waiting || t.plies[n-1].Confidence <= 0.5 {
		return
	}
	if t.clock.used && !t.standsStill() || !t.clock.used && !t.after(t.board.changed+disorderMs) && !t.goesThrough() {
		return
	}
	ending, after := t.leg.referee.EndedBy(t.leg.track.View(), 0, true)
	if ending != legality.NoEnding && t.leadsTo(after) {
		t.endByPly(ending)
	}
}

// goesThrough reports whether the players go through the game, which is over, and the board does not show its end any
// more.
func (t *Tracker) goesThrough() bool {
	return t.leg.referee.Aside() && t.board.differ(t.position().Placement()) != 0
}

// leadsTo reports whether the record leads to a position. What is played while the clocks stand still is
// no part of it, and ends no game.
func (t *Tracker) leadsTo(p *legality.Position) bool { return *p == *t.position() }

// endByPly ends the game by its last ply.
func (t *Tracker) endByPly(ending legality.Ending) {
	t.setAside()
	plies, i := t.leg.referee.Plies(), len(t.plies)-1-t.before
	t.aside.ending, t.aside.byEnd = ending, i >= 0 && i < len(plies) && plies[i].ByEnd
	t.settlePlies()
	if last := &t.plies[len(t.plies)-1]; last.State == StateMade {
		last.State, last.CompletedAt = StateCompleted, max(last.CompletedAt, t.now)
	}
	t.ending = ending
	t.end(laws.ResultOf(ending, t.position()), "normal")
}

// playedPast reports whether the players go on after the end of the game: the story has no longer the ply
// that ended it, and each player has pressed another one since.
func (t *Tracker) playedPast() bool {
	judged, _, ok := t.judged()
	same := 0
	for same < min(len(judged), len(t.plies)-t.before) && judged[same].Move == t.plies[t.before+same].Move {
		same++
	}
	if !ok || t.before+same == len(t.plies) {
		return false
	}
	var pressed [2]bool
	ended := t.plies[len(t.plies)-1].MadeAt
	for _, o := range judged[same:max(same, min(len(judged), t.confirmed(len(judged))))] {
		pressed[o.Side] = pressed[o.Side] || o.DoneAt > ended && t.clock.presses.Of(o.Side, o.DoneAt) != nil
	}
	return pressed[placement.White] && pressed[placement.Black]
}

// reopen goes on with a game that a ply had ended, since the players do.
func (t *Tracker) reopen() {
	was := t.game.Result
	t.game.Result, t.game.Termination = "*", ""
	t.ending, t.aside, t.signal = legality.NoEnding, nil, signal{}
	t.become(Playing)
	t.say(Finding{Code: laws.ResultTakenBack, Side: laws.Both, Text: was})
	t.takeWaiting(func(f *Finding) bool { return f.Level != laws.Info })
}

// end ends the game.
func (t *Tracker) end(result, termination string) {
	t.game.Result, t.game.Termination, t.finished = result, termination, t.board.changes
	t.alerts, t.waiting = nil, nil
	t.become(Ended)
	for i := range t.plies {
		p := &t.plies[i]
		p.Published, p.Competitors = t.publishes(p, true), nil
	}
	t.dirty = true
	t.reset.changes = t.opened
	if t.arrayStands() && t.board.differ(t.position().Placement()) == 0 {
		t.reset.changes = t.board.changes // nobody has set up anything yet
	}
}

// watchOver follows what is done after the end, or while a person is to confirm a result.
func (t *Tracker) watchOver() {
	if t.endedByPly() && t.playedPast() {
		t.reopen()
		return
	}
	t.followSignal()
	result, back := t.signal.result, t.board.differ(t.position().Placement()) == 0
	switch {
	case t.phase == ResultPending && result == "" && back && t.clock.used:
		t.goOn()
		return
	case t.phase == ResultPending && result == "" && back:
		t.signal.back = true
	case t.phase == ResultPending && !t.signal.back && t.playedOn():
		t.playOn(false)
		return
	case result != "" && !t.signal.reported && t.after(t.signal.since+t.cfg.RestMs):
		t.signal.reported = true
		f := t.say(Finding{Code: laws.ResultSignal, Side: laws.Both, Text: result})
		if t.phase == ResultPending {
			t.raise(f)
		}
	}
	if t.phase == Ended && !back && t.board.changes > t.finished {
		t.become(PostMortem)
	}
	if t.arrayStands() && t.board.changes != t.reset.changes && t.after(max(t.board.changed, t.since)+resetMs) {
		t.nextByArray()
	}
}

// reset is what is known of the initial array on the board while the game is not over and
// its clocks stand still.
type reset struct {
	shown   bool // the array stood there at rest, and only a set-up leads there
	changes int  // how often the board had changed when the game ended
}

const (
	resetMs    = 2000 // the array stands for so long when it is set up
	disorderMs = referee.DisorderMs
)

// nextByArray opens the next game by the array on the board.
func (t *Tracker) nextByArray() {
	if !t.reset.shown {
		t.say(Finding{Code: laws.BoardReset, Side: laws.Both})
	}
	if t.stood() < 0 {
		t.aside = nil // else it may be the same game, ended by mistake
	}
	t.nextGame(legality.Initial(), t.keptTags())
	if t.board.differ(&placement.Initial) != 0 {
		t.become(Setup)
		return
	}
	t.show()
}

// watchStopped finds the initial array at rest while the clocks stand still. If it is not
// clear why it stands there, the arbiter is asked.
func (t *Tracker) watchStopped() {
	if t.phase != Paused || !t.arrayStands() || t.playLeads() {
		t.clearAlert(laws.BoardReset)
		return
	}
	rested, setUp := max(t.board.changed, t.since), t.stood() < 0
	if setUp && !t.reset.shown && t.after(rested+resetMs) {
		t.reset.shown = true
		t.say(Finding{Code: laws.BoardReset, Side: laws.Both})
	}
	if !t.alerted(laws.BoardReset) && t.after(rested+disorderMs) {
		f := Finding{Code: laws.BoardReset, Level: laws.Arbiter, Side: laws.Both, Text: "the game has no result"}
		if !setUp {
			f.Text = "moves may have been taken back"
		}
		t.raise(t.say(f))
	}
}

// sayLost reports that no game is found that explains some squares.
func (t *Tracker) sayLost(squares placement.Set) {
	t.raise(t.say(Finding{Code: laws.Desync, Level: laws.Arbiter, Side: laws.Both, Squares: squares,
		Text: "no short series of moves explains what the board shows"}))
}

// watchLost reports that the story may be wrong (desync), and that it is sure again.
func (t *Tracker) watchLost() {
	p := t.BestPosition()
	differ := t.board.differ(p.Placement())
	shown := t.board.sensed
	for rest := t.misreads; rest != 0; {
		sq := rest.Pop()
		shown[sq] = p.At(sq)
	}
	said := slices.IndexFunc(t.alerts, func(a Alert) bool { return a.Code == laws.Desync })
	unsure := t.leg.track.Unsure() && !t.clock.stopped && !(t.arrayStands() && t.stood() < 0) && !t.leg.referee.Disorder() && !followsFrom(p, &shown)
	switch {
	case unsure && said < 0 && t.after(t.board.changed+resetMs):
		t.sayLost(differ)
	case !unsure && said >= 0 && differ == 0:
		t.say(Finding{Code: laws.Resync, Side: laws.Both, Squares: t.alerts[said].Finding.Squares})
		t.clearAlert(laws.Desync)
	}
}
