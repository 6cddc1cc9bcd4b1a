package engine

import (
	"maps"
	"slices"
	"strconv"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// open begins a game from its start position and the moves already played.
func (t *Tracker) open(start legality.Position, moves []legality.Move, id string, tags map[string]string) {
	t.passing = passing{opened: t.board.changes}
	t.alerts, t.start, t.began = nil, start, t.now
	clocks := t.game.Clocks
	t.game = touchmove.Game{ID: id, Rev: t.game.Rev, Phase: touchmove.Waiting, Chess960: start.Chess960(), Rules: t.cfg.Rules, Start: start,
		Tags: tags, Result: "*", Illegal: t.cfg.Illegal, Clocks: clocks}
	t.array.any = start == legality.Initial() && len(moves) == 0
	t.plies = history(start, moves)
	t.clock.presses = nil
	t.clock.set.Clear()
	t.become(touchmove.Waiting)
	t.enter(nil)
	t.touch()
}

func (t *Tracker) nextID() string { return t.cfg.GameID + "-" + strconv.Itoa(t.number) }

// nextGame closes the game, with what has been made in it, and opens another one.
func (t *Tracker) nextGame(start legality.Position) {
	t.closeGame()
	t.number++
	t.cfg.Illegal, t.clock.heard = [2]int{}, false
	if t.clock.held || !t.clock.used {
		t.clock.stopped, t.clock.held = false, false // these belonged to the last game
	}
	t.open(start, nil, t.nextID(), t.keptTags())
}

// closeGame keeps the game as it is, if anything was played in it.
func (t *Tracker) closeGame() {
	t.plies = slices.Clone(t.plies)
	for i := range t.plies {
		p := &t.plies[i]
		if p.State == touchmove.StateProvisional {
			p.State = touchmove.StateMade
		}
		if !p.State.Illegal() || p.State == touchmove.StateIllegalStands {
			p.Published = true
		}
	}
	t.touch()
	t.writeGame()
	if len(t.game.Moves) > 0 || t.game.Pending != nil || t.game.Result != "*" {
		t.last = clone(&t.game)
	}
}

// keptTags returns the tags that carry over to the next game.
func (t *Tracker) keptTags() map[string]string {
	last := t.began
	if n := len(t.plies); n > 0 {
		last = max(last, t.plies[n-1].MadeAt)
	}
	counted := len(t.plies) > 0 && !t.alerted(laws.WrongInitialPosition) || t.game.Result != "*"
	return touchmove.KeptTags(t.game.Tags, t.now-last, counted)
}

func clone(g *touchmove.Game) *touchmove.Game {
	c := *g
	c.Tags = maps.Clone(g.Tags)
	c.Moves, c.Irregular, c.Alerts = slices.Clone(g.Moves), slices.Clone(g.Irregular), slices.Clone(g.Alerts)
	if g.Pending != nil {
		p := *g.Pending
		c.Pending = &p
	}
	return &c
}

// touch notes that the game has changed.
func (t *Tracker) touch() { t.dirty = true }

// sync updates the game.
func (t *Tracker) sync() {
	if t.follows() && !(t.phase == touchmove.Paused && t.clock.stopped) {
		t.readPlies()
	}
	t.writeGame()
}

// writeGame writes what is known into the game, and counts the change if there is one.
func (t *Tracker) writeGame() {
	g := &t.game
	trust, reason := t.trust()
	next := *g
	next.Phase, next.Rules, next.Signal, next.Alerts = t.phase, t.cfg.Rules, t.signal.shown(), t.alerts
	if g.Trust.State != trust {
		next.Trust = touchmove.Trust{State: trust, Since: t.now, Reason: reason}
	}
	t.writeMoves(&next)
	if t.follows() {
		next.Illegal = t.leg.referee.Offences()
	}
	if !t.dirty && sameGame(g, &next) {
		return
	}
	t.dirty = false
	next.Rev++
	*g = next
}

// writeMoves writes the plies into the game: those of record, and what stands on the board
// besides.
func (t *Tracker) writeMoves(g *touchmove.Game) {
	g.Pending, g.Irregular = nil, nil
	record := len(t.plies)
	if i := t.irregular(); i >= 0 {
		record = i
		g.Irregular = slices.Clone(t.plies[i:])
	} else if record > len(t.before) && t.plies[record-1].State == touchmove.StateProvisional {
		record--
		p := t.plies[record]
		g.Pending = &p
	}
	if t.follows() && g.Pending == nil {
		t.writePending(g)
	}
	if len(g.Irregular) > 0 {
		g.Pending = &g.Irregular[0]
	}
	g.Moves = slices.Clone(t.plies[:record])
	g.Position = *t.positionAt(record)
	if n := len(g.Irregular); n > 0 && g.Irregular[0].State == touchmove.StateIllegalStands {
		g.Moves = append(g.Moves, g.Irregular...)
		g.Position = after(g.Position, &g.Irregular[n-1])
		g.Pending, g.Irregular = nil, nil
	}
}

// writePending writes what the board shows and nobody has completed: a ply that may go on,
// or what no legal move describes.
func (t *Tracker) writePending(g *touchmove.Game) {
	if o, rests := t.leg.referee.Resting(); rests {
		p := t.plyOf(&o)
		p.Number, p.Confidence = len(t.plies)+1, 1
		g.Irregular = append(g.Irregular, p)
		return
	}
	v := t.leg.track.View()
	if m := v.Shown(); m != legality.NoMove && len(t.plies) == len(t.before)+t.leg.referee.Told() && len(g.Irregular) == 0 {
		at := t.position()
		if !at.IsLegal(m) {
			return
		}
		n := len(t.plies) + 1
		g.Pending = &touchmove.Ply{Number: n, Side: at.Turn(), Move: m, UCI: at.UCI(m), SAN: at.SAN(m), State: touchmove.StateProvisional,
			MadeAt: -1, CompletedAt: -1, Clock: -1, Confidence: v.Confidence(n-len(t.before), n-len(t.before))[0]}
	}
}

// sameGame reports whether two states of a game are the same for those who read it.
func sameGame(a, b *touchmove.Game) bool {
	return a.Phase == b.Phase && a.Signal == b.Signal && a.Trust == b.Trust && a.Result == b.Result && a.Illegal == b.Illegal && a.Rules == b.Rules &&
		slices.EqualFunc(a.Moves, b.Moves, samePly) && slices.EqualFunc(a.Irregular, b.Irregular, samePly) &&
		(a.Pending == nil) == (b.Pending == nil) && (a.Pending == nil || samePly(*a.Pending, *b.Pending)) && len(a.Alerts) == len(b.Alerts)
}

func samePly(a, b touchmove.Ply) bool {
	return a.Number == b.Number && a.Move == b.Move && a.State == b.State && a.Published == b.Published && a.CompletedAt == b.CompletedAt &&
		a.Clock == b.Clock && a.Inferred == b.Inferred && slices.Equal(a.Competitors, b.Competitors)
}

// trust is how far the game of record can be believed, and why.
func (t *Tracker) trust() (touchmove.TrustState, string) {
	switch {
	case t.board.linkLost || t.board.gap:
		return touchmove.TrustDisconnected, "there is no contact with the board"
	case t.irregular() >= 0:
		return touchmove.TrustIllegal, "an irregular move stands on the board"
	case t.over():
		return touchmove.TrustOK, ""
	case t.ordered.awaited && !t.ordered.reported:
		return touchmove.TrustSettling, "the pieces do not yet stand as the arbiter has said"
	case t.ordered.awaited:
		return touchmove.TrustDisplaced, "the pieces do not stand as the arbiter has said"
	case !t.follows():
		return touchmove.TrustOK, ""
	}
	if p, rests := t.leg.referee.Resting(); rests && !p.Stands {
		return touchmove.TrustIllegal, "an irregular move stands on the board"
	}
	switch n := len(t.plies); {
	case t.lost != 0 || t.leg.referee.Displaced() != 0:
		return touchmove.TrustDisplaced, "pieces stand where no move put them"
	case n > len(t.before) && len(t.plies[n-1].Competitors) > 0:
		return touchmove.TrustAmbiguous, "more than one game explains the board"
	case n > len(t.before) && !t.plies[n-1].Published || t.board.differ(t.position().Placement()) != 0:
		return touchmove.TrustSettling, "a piece is in the air, or a move waits for its proof"
	}
	return touchmove.TrustOK, ""
}

// raise turns a finding into an alert: it needs a person now.
func (t *Tracker) raise(f touchmove.Finding) {
	t.clearAlert(f.Code)
	i, _ := slices.BinarySearchFunc(t.alerts, f.Code, func(a touchmove.Alert, c touchmove.Code) int { return int(a.Code) - int(c) })
	t.alerts = slices.Insert(slices.Clone(t.alerts), i, touchmove.Alert{Code: f.Code, Since: t.now, Finding: f})
	t.touch()
}

func (t *Tracker) clearAlert(code touchmove.Code) {
	t.clearAlerts(func(c touchmove.Code) bool { return c == code })
}

func (t *Tracker) clearAlerts(which func(touchmove.Code) bool) {
	n := len(t.alerts)
	t.alerts = slices.DeleteFunc(slices.Clone(t.alerts), func(a touchmove.Alert) bool { return which(a.Code) })
	if len(t.alerts) != n {
		t.touch()
	}
}

func (t *Tracker) alerted(code touchmove.Code) bool {
	return slices.ContainsFunc(t.alerts, func(a touchmove.Alert) bool { return a.Code == code })
}

// illegalAlerts reports whether an alert ends when an irregular move is put right or stands.
func illegalAlerts(c touchmove.Code) bool {
	return c >= laws.IllegalMade && c <= laws.BothKingsInCheck || c == laws.OutOfTurn || c == laws.Displaced
}

// alarm raises an alert for a finding that calls for a person.
func (t *Tracker) alarm(f *touchmove.Finding) {
	switch {
	case f.Code == laws.FlagFall || f.Code == laws.BothFlags || f.Code == laws.AmbiguousCapture,
		f.Code == laws.WrongInitialPosition && f.Level == laws.Certain,
		f.Code == laws.Displaced && f.Level == laws.Arbiter,
		f.Code == laws.OutOfTurn,
		illegalAlerts(f.Code) && f.Level != laws.Info && f.Code != laws.IllegalSecond && f.Code != laws.IllegalThird:
		if f.Code == laws.BothFlags {
			t.clearAlert(laws.FlagFall)
		}
		t.raise(*f)
	}
}

// settleAlerts ends the alerts about what has been put right.
func (t *Tracker) settleAlerts() {
	if len(t.alerts) == 0 || !t.follows() {
		return
	}
	if t.irregular() < 0 && t.leg.referee.Displaced() == 0 {
		p, rests := t.leg.referee.Resting()
		if p.Stands || !rests && t.board.differ(t.BestPosition().Placement()) == 0 {
			t.clearAlerts(illegalAlerts)
		}
	}
	down := t.leg.referee.Fallen()
	t.alerts = slices.DeleteFunc(slices.Clone(t.alerts), func(a touchmove.Alert) bool {
		up := a.Code == laws.BothFlags && down != [2]bool{true, true} || a.Code == laws.FlagFall && !down[a.Finding.Side-laws.ByWhite]
		if up {
			t.touch()
		}
		return up
	})
	if !slices.ContainsFunc(t.plies, func(p touchmove.Ply) bool { return len(p.Competitors) > 0 }) {
		t.clearAlert(laws.AmbiguousCapture)
	}
}
