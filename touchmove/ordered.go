package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// ordered is the wait until the board follows a command: the pieces have to stand as the
// record has them. Until then nothing on the board is play.
type ordered struct {
	awaited  bool
	changes  int   // how often the board had changed when the command came
	since    int64 // when it came
	reported bool  // a finding has reported that the pieces are not back
}

// await begins the wait. While the pieces are being set up for the start the tracker waits
// already.
func (t *Tracker) await() {
	if t.phase == Setup {
		return
	}
	t.ordered = ordered{awaited: true, changes: t.board.changes, since: t.now}
	t.watchOrdered(true)
}

// watchOrdered ends the wait when the pieces stand as they should, or play has gone on by one
// move. They must be at rest, unless something else proves it, because a hand may only pass
// over a square.
func (t *Tracker) watchOrdered(proof bool) {
	if t.over() {
		return
	}
	rest, p := t.cfg.RestMs, t.position()
	back := t.board.differ(p.Placement()) == 0
	if !back || !t.sensor.Names {
		rest = t.cfg.MadeRestMs
	}
	if !back && !t.clock.stopped {
		back = t.showsReply(p, t.ordered.changes)
	}
	if back && (proof || t.after(t.board.changed+rest)) {
		t.followAgain()
		return
	}
	if o := &t.ordered; !o.reported && !t.clock.stopped && t.board.changes > o.changes && t.after(max(t.board.changed, o.since)+disorderMs) {
		o.reported = true
		t.sayDisplaced("the pieces do not yet stand as the arbiter has said")
	}
}

// sayDisplaced reports to the arbiter that pieces do not stand as the record has them.
func (t *Tracker) sayDisplaced(why string) {
	t.raise(t.say(Finding{Code: laws.Displaced, Level: laws.Arbiter, Side: laws.Somebody,
		Squares: t.board.differ(t.position().Placement()), Text: why}))
}

// showsReply reports whether the board shows exactly one legal move more than the record, with
// pieces that were put down since so many changes of the board.
func (t *Tracker) showsReply(p *legality.Position, changes int) bool {
	return slices.ContainsFunc(p.AppendMoves(nil), func(m legality.Move) bool {
		next := p.Play(m)
		landed := placement.Differ(p.Placement(), next.Placement()) & (next.Occupied(placement.White) | next.Occupied(placement.Black))
		return t.board.differ(next.Placement()) == 0 && t.board.landedSince(landed, changes)
	})
}

// followAgain goes on from what the board shows now.
func (t *Tracker) followAgain() {
	t.ordered = ordered{}
	t.clearAlerts(func(a Alert) bool { return a.Code == laws.Displaced || a.Code == laws.OutOfTurn })
	t.show()
}

// cutTo takes back all plies after the n-th, says so, and begins a leg there.
func (t *Tracker) cutTo(n int, why string, then *Remedy, replaces *laws.Acts) {
	tell := func(p *Ply) {
		f := Finding{Code: laws.Retracted, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: why}
		if p.Number == n+1 && then != nil {
			f.Remedy = then
			f.MarkCastling(t.positionAt(n))
		}
		t.say(f)
	}
	if p := t.game.Pending; p != nil && p.Number > len(t.plies) && !p.State.Illegal() {
		tell(p)
	}
	for i := len(t.plies) - 1; i >= n; i-- {
		tell(&t.plies[i])
	}
	t.cut(n, replaces)
	if t.phase > Waiting {
		t.signal = signal{}
		t.clearAlert(laws.ResultSignal)
		t.become(Playing)
	}
}

// cut drops all plies after the n-th, and begins a leg there.
func (t *Tracker) cut(n int, replaces *laws.Acts) {
	if t.follows() {
		t.game.Illegal = t.leg.referee.Offences()
	}
	t.plies = t.plies[:min(n, len(t.plies))]
	t.settlePlies()
	t.clearAlerts(ofIllegal)
	t.clearAlert(laws.AmbiguousCapture)
	t.clearAlert(laws.Desync)
	t.clock.runs = laws.Both // whose time runs now, only the clock can say
	t.enter(replaces)
}

// settlePlies ends the wait for the proof of all plies.
func (t *Tracker) settlePlies() {
	t.plies = slices.Clone(t.plies)
	for i := range t.plies {
		p := &t.plies[i]
		switch {
		case p.State != StateProvisional:
		case p.CompletedAt >= 0 && t.cfg.Rules.Completes():
			p.State = StateCompleted
		default:
			p.State = StateMade
		}
		p.Competitors = nil
		p.Published = p.Published || !p.State.Illegal() || p.State == StateIllegalStands
	}
}
