package touchmove

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// open begins a game from its start position and the moves already played.
func (t *Tracker) open(start legality.Position, moves []legality.Move, id string, tags map[string]string) {
	t.passing = passing{opened: t.board.changes}
	t.alerts, t.began = nil, t.now
	clocks := t.game.Clocks
	t.game = Game{ID: id, Rev: t.game.Rev, Phase: Waiting, Chess960: start.Chess960(), Rules: t.cfg.Rules, Start: start,
		Tags: tags, Result: "*", Illegal: t.cfg.Illegal, Clocks: clocks}
	t.array.any = start == legality.Initial() && len(moves) == 0
	t.plies = history(start, moves)
	t.clock.presses.List = nil
	t.become(Waiting)
	t.enter(nil)
	t.dirty = true
}

func (t *Tracker) nextID() string { return t.cfg.GameID + "-" + strconv.Itoa(t.number) }

// nextGame closes the game, with what has been made in it, and opens another one.
func (t *Tracker) nextGame(start legality.Position, tags map[string]string) {
	t.closeGame()
	t.number++
	t.cfg.Illegal, t.clock.heard, t.clock.runs = [2]int{}, false, laws.Both
	if t.clock.held || !t.clock.used {
		t.clock.stopped, t.clock.held = false, false // these belonged to the last game
	}
	t.because("another game begins")
	t.open(start, nil, t.nextID(), tags)
}

// closeGame keeps the game as it is, if anything was played in it.
func (t *Tracker) closeGame() {
	t.settlePlies()
	t.dirty = true
	t.writeGame()
	if len(t.game.Moves) > 0 || t.game.Pending != nil || t.game.Result != "*" {
		t.last = clone(&t.game)
		t.last.Final = len(t.last.Moves)
	}
}

// keptTags returns the tags that carry over to the next game.
func (t *Tracker) keptTags() map[string]string {
	last := t.began
	if n := len(t.plies); n > 0 {
		last = max(last, t.plies[n-1].MadeAt)
	}
	counted := len(t.plies) > 0 && !t.alerted(laws.WrongInitialPosition) || t.game.Result != "*"
	return eventTags(t.game.Tags, t.now-last, counted)
}

func clone(g *Game) *Game {
	c := *g
	c.Tags = maps.Clone(g.Tags)
	c.Moves, c.Irregular, c.Alerts = slices.Clone(g.Moves), slices.Clone(g.Irregular), slices.Clone(g.Alerts)
	if g.Pending != nil {
		p := *g.Pending
		c.Pending = &p
	}
	return &c
}

// writeGame writes what is known into the game, and counts the change if there is one.
func (t *Tracker) writeGame() {
	g := &t.game
	trust, reason := t.trust()
	next := *g
	next.Phase, next.Rules, next.Signal, next.Alerts = t.phase, t.cfg.Rules, t.signal.result, t.alerts
	if next.Trust.Reason = reason; g.Trust.State != trust {
		next.Trust.State, next.Trust.Since = trust, t.now
	}
	t.writeMoves(&next)
	if t.follows() {
		next.Illegal = t.leg.referee.Offences()
	}
	if !t.dirty && sameGame(g, &next) { // how sure the plies are may have changed, which is no news
		open := max(0, len(next.Moves)-referee.OpenPlies)
		copy(g.Moves[open:], next.Moves[open:])
		g.Irregular, g.Pending = append(g.Irregular[:0], next.Irregular...), next.Pending
	} else {
		t.dirty = false
		next.Rev++
		next.Moves, next.Irregular = append(g.Moves[:0], next.Moves...), append(g.Irregular[:0], next.Irregular...) // the plies of the game are its own
		*g = next
	}
	if len(g.Irregular) > 0 {
		g.Pending = &g.Irregular[0]
	}
}

// writeMoves writes the plies into the game: those of record, and what stands on the board
// besides.
func (t *Tracker) writeMoves(g *Game) {
	g.Pending, g.Irregular = nil, nil
	record := len(t.plies)
	if i := t.irregular(); i >= 0 {
		record = i
		g.Irregular = t.plies[i:len(t.plies):len(t.plies)]
	} else if record > t.before && t.plies[record-1].State == StateProvisional {
		record--
		p := t.plies[record]
		g.Pending = &p
	}
	if t.follows() && !t.held.some && g.Pending == nil {
		t.writePending(g)
	}
	if len(g.Irregular) > 0 {
		g.Pending = &g.Irregular[0]
	}
	g.Moves = t.plies[:record:record]
	g.Position = *t.positionAt(record)
	g.Final = min(t.final(), record)
	if n := len(g.Irregular); n > 0 && g.Irregular[0].State == StateIllegalStands {
		g.Moves = append(g.Moves, g.Irregular...)
		g.Position = *g.Irregular[n-1].to
		g.Pending, g.Irregular = nil, nil
	}
}

// writePending writes what the board shows and nobody has completed: a ply that may go on,
// or what no legal move describes.
func (t *Tracker) writePending(g *Game) {
	if o, rests := t.leg.referee.Resting(); rests {
		p := t.plyOf(o)
		p.Number, p.Confidence = len(t.plies)+1, 1
		g.Irregular = append(g.Irregular, p)
		if o := t.leg.referee.Reply(); o != nil {
			p := t.plyOf(o)
			p.Number, p.Confidence = len(t.plies)+2, 1
			if !t.after(o.MadeAt + t.cfg.MadeRestMs) {
				p.State = StateProvisional
			}
			g.Irregular = append(g.Irregular, p)
		}
		return
	}
	v := t.leg.track.View()
	if m := v.Shown(); m != legality.NoMove && len(t.plies) == t.before+t.leg.referee.Told() && len(g.Irregular) == 0 {
		at := t.position()
		if !at.IsLegal(m) {
			return
		}
		p := newPly(len(t.plies)+1, at, m)
		p.Confidence = v.Confidence(p.Number-t.before, p.Number-t.before)[0]
		g.Pending = &p
	}
}

// sameGame reports whether two states of a game agree in what changes without a note of it (dirty).
func sameGame(a, b *Game) bool {
	return a.Trust == b.Trust && a.Illegal == b.Illegal && samePlies(a.Moves, b.Moves) && samePlies(a.Irregular, b.Irregular) &&
		(a.Pending == nil) == (b.Pending == nil) && (a.Pending == nil || samePly(a.Pending, b.Pending))
}

func samePlies(a, b []Ply) bool {
	same := len(a) == len(b)
	for i := len(a) - 1; same && i >= 0; i-- { // it is the last ones that change
		same = samePly(&a[i], &b[i])
	}
	return same
}

func samePly(a, b *Ply) bool {
	return a.Number == b.Number && a.Move == b.Move && a.State == b.State && a.Published == b.Published && a.CompletedAt == b.CompletedAt &&
		a.Clock == b.Clock && a.Inferred == b.Inferred && slices.Equal(a.Competitors, b.Competitors)
}

// trust is how far the game of record can be believed, and why.
func (t *Tracker) trust() (TrustState, string) {
	switch {
	case t.board.linkLost || t.board.gap:
		return TrustDisconnected, "there is no contact with the board"
	case t.board.crowded:
		return TrustDisplaced, "more pieces are read than can be on a board"
	case t.irregular() >= 0:
		return TrustIllegal, "an irregular move stands on the board"
	case t.over():
		return t.unproved()
	case t.ordered.awaited && !t.ordered.reported:
		return TrustSettling, "the pieces do not yet stand as the arbiter has said"
	case t.ordered.awaited:
		return TrustDisplaced, "the pieces do not stand as the arbiter has said"
	case !t.follows():
		return TrustOK, ""
	}
	if p, rests := t.leg.referee.Resting(); rests && !p.Stands {
		return TrustIllegal, "an irregular move stands on the board"
	}
	doubt, which := t.unproved()
	switch n := len(t.plies); {
	case t.alerted(laws.Desync) || t.held.reported || t.leg.referee.Displaced() != 0:
		return TrustDisplaced, "pieces stand where no move put them"
	case n == 0 && t.clock.stopped && t.board.differ(t.position().Placement()).Len() > 2: // more than one ceremonial move
		return TrustDisplaced, "pieces are moved, and the clock has not been started"
	case n > t.before && t.misplaced():
		return TrustDisplaced, "pieces are read where the game has none"
	case n > t.before && len(t.plies[n-1].Competitors) > 0:
		return TrustAmbiguous, "more than one game explains the board"
	case doubt != TrustOK:
		return doubt, which
	case n > t.before && t.leg.track.Strained():
		return TrustAmbiguous, "no game explains well what was done on the board"
	case n > t.before && !t.plies[n-1].Published || t.board.differ(t.position().Placement()) != 0:
		return TrustSettling, "a piece is in the air, or a move waits for its proof"
	}
	return TrustOK, ""
}

// unproved is whether one of the last plies (referee.OpenPlies) may well be another one, and which: the first one on which
// no person has acted. While the game goes on, a ply that is not published yet waits for its proof.
func (t *Tracker) unproved() (TrustState, string) {
	for i := min(t.before, len(t.plies)); i < len(t.plies); i++ {
		if p := &t.plies[i]; p.Confidence < referee.Proved && (p.Published || t.over()) {
			return TrustAmbiguous, fmt.Sprintf("ply %d, %s, may have been another move", p.Number, p.SAN)
		}
	}
	return TrustOK, ""
}

// misplaced reports whether the board has read a piece for a while where the game has none.
func (t *Tracker) misplaced() (some bool) {
	for rest := t.board.differ(t.position().Placement()) & t.board.sensed.Occupied(); rest != 0; {
		some = t.after(t.board.at[rest.Pop()]+disorderMs) || some
	}
	return some
}

// settleAlerts ends the alerts about what has been put right.
func (t *Tracker) settleAlerts() {
	if len(t.alerts) == 0 || !t.follows() {
		return
	}
	if t.irregular() < 0 && t.leg.referee.Displaced() == 0 && !t.held.some {
		p, rests := t.leg.referee.Resting()
		if rests && p.Stands || !rests && t.board.differ(t.BestPosition().Placement()) == 0 {
			t.clearAlerts(ofIllegal)
		}
	}
	down := t.leg.referee.Fallen()
	t.clearAlerts(func(a Alert) bool {
		return a.Code == laws.BothFlags && down != [2]bool{true, true} ||
			a.Code == laws.FlagFall && !down[a.Finding.Side.Color()]
	})
	if !slices.ContainsFunc(t.plies, func(p Ply) bool { return len(p.Competitors) > 0 }) {
		t.clearAlert(laws.AmbiguousCapture)
	}
}
