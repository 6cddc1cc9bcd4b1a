package engine

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// history is the plies that were played before the log begins.
func history(start legality.Position, moves []legality.Move) (plies []touchmove.Ply) {
	p := start
	for i, m := range moves {
		plies = append(plies, touchmove.Ply{Number: i + 1, Side: p.Turn(), Move: m, UCI: p.UCI(m), SAN: p.SAN(m),
			State: touchmove.StateCompleted, Published: true, MadeAt: -1, CompletedAt: -1, Clock: -1, Confidence: 1})
		p = p.Play(m)
	}
	return plies
}

// openPlies is for how many plies back what is confirmed of them may still change.
const openPlies = 24

// readPlies brings the plies of the game up to date with what the leg tells.
func (t *Tracker) readPlies() {
	judged, told, ok := t.judged()
	if !ok {
		return
	}
	confirmed := t.confirmed(len(judged))
	if i := t.leg.referee.Irregular(); i >= 0 {
		t.undone = t.leg.referee.ActsOf(i)
	}
	first := max(0, len(judged)-openPlies)
	confidence := t.leg.track.View().Confidence(first+1, len(judged)) // of the part that is read
	keep := len(t.before)
	for keep < len(t.plies) && keep-len(t.before) < first && t.plies[keep].Published && sameMove(&t.plies[keep], &judged[keep-len(t.before)]) {
		keep++
	}
	t.plies = slices.Clip(t.plies[:min(keep, len(t.plies))])
	if len(t.plies) < len(t.before) {
		t.plies = slices.Clip(slices.Clone(t.before))
	}
	for i := len(t.plies) - len(t.before); i < len(judged); i++ {
		p := t.plyOf(&judged[i])
		p.Number = len(t.plies) + 1
		if i >= told && !t.after(judged[i].MadeAt+t.cfg.MadeRestMs) {
			p.State = touchmove.StateProvisional
		}
		if last := i == len(judged)-1; last && (judged[i].Open || toCentre(&judged[i])) {
			p.State = touchmove.StateProvisional
		}
		p.Confidence = 1
		if i >= first {
			p.Confidence = confidence[i-first]
		}
		p.Published = t.publishes(&p, i < confirmed)
		if !p.Published && p.Confidence < 1 && (p.State != touchmove.StateProvisional || judged[i].Open) {
			p.Competitors = t.competitors(&judged[i], i)
		}
		t.plies = append(t.plies, p)
	}
}

// toCentre reports whether a ply that nobody has pressed is a step of a king into the centre,
// where the kings go to show a result, too.
func toCentre(o *referee.Ply) bool {
	return o.Move != legality.NoMove && !o.Completed && !o.Illegal && !o.Move.IsCastling() &&
		centre.Has(o.Move.To()) && o.Before.At(o.Move.From()).Kind() == legality.King
}

// judged is the plies of the present game that the referee has judged, and how many of them
// the story has completed. The story may see a later game already; it is false if it sees
// only an earlier one.
func (t *Tracker) judged() (plies []referee.Ply, told int, ok bool) {
	parts := t.leg.referee.Parts()
	switch {
	case t.leg.part == len(parts):
		return t.leg.referee.Plies(), t.leg.referee.Told(), true
	case t.leg.part < len(parts):
		plies = parts[t.leg.part].Plies
		return plies, len(plies), true
	}
	return nil, 0, false
}

func sameMove(p *touchmove.Ply, o *referee.Ply) bool {
	return p.Move == o.Move && p.State == stateOf(o)
}

// confirmed is how many plies of the leg are confirmed.
func (t *Tracker) confirmed(all int) int {
	part, plies := t.leg.track.Confirmed()
	switch {
	case t.over():
		return all
	case part > t.leg.part:
		return all
	case part < t.leg.part:
		return 0
	}
	return plies
}

// publishes reports whether a ply has come so far that relays see it.
func (t *Tracker) publishes(p *touchmove.Ply, confirmed bool) bool {
	switch {
	case p.State == touchmove.StateIllegalStands:
		return true
	case p.State.Illegal() || p.State == touchmove.StateProvisional:
		return false
	case t.over():
		return true
	case !confirmed:
		return false
	}
	return p.State >= t.publishAt() && !t.awaitsTime(p) || t.answered(p)
}

// answered reports whether a ply that nobody has pressed has been answered.
func (t *Tracker) answered(p *touchmove.Ply) bool {
	_, told, _ := t.judged()
	return p.Number+1 < len(t.before)+told
}

// publishAt is how far a ply must have come for relays to see it.
func (t *Tracker) publishAt() touchmove.State {
	switch {
	case !t.cfg.Rules.Completes():
		return touchmove.StateMade // the last state that the rule set has
	case t.cfg.PublishAt != touchmove.StateProvisional:
		return t.cfg.PublishAt
	case t.clock.used:
		return touchmove.StateCompleted
	}
	return touchmove.StateMade
}

// competitors is the moves that a ply may be instead.
func (t *Tracker) competitors(o *referee.Ply, i int) (ucis []string) {
	for _, m := range t.leg.track.View().Rivals(i + 1) {
		if m != legality.NoMove {
			ucis = append(ucis, o.Before.UCI(m))
		}
	}
	slices.Sort(ucis)
	return slices.Compact(ucis)
}

func stateOf(o *referee.Ply) touchmove.State {
	switch {
	case o.Stands:
		return touchmove.StateIllegalStands
	case o.Illegal && o.Completed:
		return touchmove.StateIllegalCompleted
	case o.Illegal:
		return touchmove.StateIllegalMade
	case o.Completed:
		return touchmove.StateCompleted
	}
	return touchmove.StateMade
}

// plyOf is a ply as messages have it.
func (t *Tracker) plyOf(o *referee.Ply) touchmove.Ply {
	p := touchmove.Ply{Side: o.Side, Move: o.Move, State: stateOf(o), MadeAt: o.MadeAt, CompletedAt: o.DoneAt, Clock: -1, Inferred: o.Unseen}
	if o.Move != legality.NoMove {
		m := o.Move
		if o.Illegal && t.cfg.Occupancy && m.Promotion() != legality.NoKind {
			m = legality.MakeMove(m.From(), m.To()) // the board has not shown the piece
		}
		p.UCI, p.SAN = o.Before.UCI(m), o.Before.SAN(m)
	}
	if o.Illegal {
		after := *o.After.Placement()
		p.After = &after
	}
	p.Clock = t.clock.leftAfter(&p)
	return p
}

// positionAt is the position after so many plies of the game, or its present part.
func (t *Tracker) positionAt(n int) *legality.Position {
	p := t.start
	for i := range t.plies[:min(n, len(t.plies))] {
		p = after(p, &t.plies[i])
	}
	return &p
}

// after is the position after a ply.
func after(p legality.Position, ply *touchmove.Ply) legality.Position {
	if ply.After != nil {
		return p.PlayPlacement(ply.After)
	}
	return p.Play(ply.Move)
}

// position is the one after all plies that have been made.
func (t *Tracker) position() *legality.Position { return t.positionAt(len(t.plies)) }

// past is the positions of the game up to a ply, and the moves between them, if all are legal.
func (t *Tracker) past(n int) (past []legality.Position, moves []legality.Move) {
	p := t.start
	past = append(past, p)
	for i := range t.plies[:n] {
		p = after(p, &t.plies[i])
		past, moves = append(past, p), append(moves, t.plies[i].Move)
	}
	return past, moves
}

// irregular is the index of the first ply of the game that the rules do not let stand; -1 if
// there is none.
func (t *Tracker) irregular() int {
	return slices.IndexFunc(t.plies, func(p touchmove.Ply) bool {
		return p.State == touchmove.StateIllegalMade || p.State == touchmove.StateIllegalCompleted
	})
}

// enter begins a leg after the plies that there are.
func (t *Tracker) enter(replaces *laws.Acts) {
	t.before = slices.Clip(t.plies)
	past, moves := t.past(len(t.plies))
	clock := t.clock.used
	t.leg = newLeg(&t.cfg, t.sensor, &begins{start: past[len(past)-1], past: past, moves: moves, played: t.played(), replaces: replaces}, t.game.Illegal, clock, t.array.any || t.array.judged)
	t.array.judged = true
	t.leg.referee.SetTimeControl(t.game.Tags["TimeControl"])
}

// played reports whether a ply has been seen since the log began.
func (t *Tracker) played() bool {
	n := len(t.plies)
	return n > 0 && t.plies[n-1].MadeAt >= 0
}

// show tells a new leg what the board and the clock show, if that is not what its position
// has.
func (t *Tracker) show() {
	for _, r := range t.clock.asRecords(t.now) {
		t.takeFound(t.leg.step(&r))
	}
	if p := t.position(); t.board.differ(p.Placement()) != 0 {
		t.takeFound(t.leg.step(boardRecord(t.now, &t.board.sensed)))
	}
}

// side is a player in a table by color.
func side(c placement.Color) int { return int(c) }
