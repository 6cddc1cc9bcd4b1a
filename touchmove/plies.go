package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// held notes that plies of the record stay in it although the story has taken them back.
type held struct {
	some     bool // there are such plies
	reported bool // a finding has reported that
}

// readPlies brings the plies of the game up to date with what the leg tells.
func (t *Tracker) readPlies() {
	judged, told, ok := t.judged()
	if !ok || t.goesBack() {
		return
	}
	if t.holds(judged, told) {
		return
	}
	confirmed := t.confirmed(len(judged))
	if i := t.leg.referee.Irregular(); i >= 0 {
		t.undone = t.leg.referee.ActsOf(i)
	}
	first := max(0, len(judged)-referee.OpenPlies)
	confidence := t.leg.track.View().Confidence(first+1, len(judged)) // of the part that is read
	keep := t.before
	same := func(p *Ply, o *referee.Ply) bool { return p.Published && p.Move == o.Move && p.State == stateOf(o) }
	for keep < len(t.plies) && keep-t.before < first && same(&t.plies[keep], judged[keep-t.before]) {
		keep++
	}
	t.plies = t.plies[:min(keep, len(t.plies))]
	for i := len(t.plies) - t.before; i < len(judged); i++ {
		o, p := judged[i], t.plyOf(judged[i])
		p.Number, p.Confidence = len(t.plies)+1, 1
		if i >= first {
			p.Confidence = confidence[i-first]
		}
		open := i == len(judged)-1 && (o.Open || !t.cfg.NoSignals && toCentre(o) || o.HalfCastled())
		if i >= told && !t.after(o.MadeAt+t.cfg.MadeRestMs) || open {
			p.State = StateProvisional
		}
		p.Published = t.publishes(&p, i < confirmed)
		if !p.Published && p.Confidence < 1 && (p.State != StateProvisional || o.Open) {
			p.Competitors = t.competitors(o, i)
		}
		if p.Confidence < likely && len(p.Competitors) > 0 && !p.State.Illegal() && !t.done {
			if to := o.Move.To(); o.Before.Captured(o.Move) != placement.NoSquare {
				p.State = StateProvisional // it is not settled which piece was captured
			} else if p.Inferred && t.board.sensed[to] == placement.Empty && t.position().At(to) == placement.Empty {
				break // it is not settled where the piece has gone: the board shows it nowhere
			}
		}
		t.plies = append(t.plies, p)
	}
}

// likely is how likely a capture must be to be shown as made while others compete with it: three to
// one. Chosen.
const likely = 3.0 / 4

// goesBack reports whether the story has taken back plies before the leg. Once that is confirmed,
// a leg begins there; the record keeps them as it keeps all that are taken back (holds). Of a game that
// has begun in a later part of the story no plies lie before the leg.
func (t *Tracker) goesBack() bool {
	if t.leg.part > 0 {
		return false
	}
	read, confirmed := t.leg.track.View().TakenBack()
	if confirmed == 0 {
		return read > 0
	}
	keeps, n := t.plies, t.before-confirmed
	t.game.Illegal = t.leg.referee.Offences()
	t.plies = t.plies[:n:n]
	t.because("plies before the present story were taken back")
	t.enter(nil)
	t.show()
	t.plies = keeps
	return true
}

// holds reports whether plies that have been published stay in the record although the story
// has taken them back. They leave it when another ply in place of the first of them proves
// that: it is completed, or answered by a ply that is. Where no press is to come, and once the
// clocks were stopped, it is enough that it is made. Each is retracted then.
func (t *Tracker) holds(judged []*referee.Ply, told int) bool {
	n := len(t.plies)
	for n > t.before && !t.plies[n-1].Published {
		n--
	}
	i, at := t.before, 0
	for i < n && at < len(judged) && t.plies[i].Move == judged[at].Move {
		i, at = i+1, at+1
	}
	t.held.some = i < n && !t.leg.referee.Aside()
	if t.held.some && at < len(judged) {
		made := at < told || t.after(judged[at].MadeAt+t.cfg.MadeRestMs)
		pressed := slices.ContainsFunc(judged[at:], func(o *referee.Ply) bool { return o.Completed })
		t.held.some = !pressed && (!made || t.clock.used && t.clock.started <= t.plies[n-1].CompletedAt)
	}
	switch {
	case t.held.some:
		t.plies = t.plies[:n:n]
	case t.held.reported:
		t.held.reported = false
		t.clearAlert(laws.Displaced)
	}
	for ; n > i && !t.held.some; n-- {
		t.sayOf(&t.plies[n-1], laws.Retracted, "")
	}
	return t.held.some
}

// watchHeld reports that plies were taken back, and that nothing has been played since.
func (t *Tracker) watchHeld() {
	if h := &t.held; h.some && !h.reported && !t.clock.stopped && t.after(t.board.changed+disorderMs) {
		h.reported = true
		t.sayDisplaced("moves may have been taken back")
	}
}

// toCentre reports whether a ply that nobody has pressed is a step of a king into the centre,
// where the kings go to show a result, too.
func toCentre(o *referee.Ply) bool {
	return o.Move != legality.NoMove && o.DoneAt < 0 && !o.Illegal && !o.Move.IsCastling() &&
		placement.Centre.Has(o.Move.To()) && o.Before.At(o.Move.From()).Kind() == legality.King
}

// judged is the plies of the present game that the referee has judged, and how many of them
// the story has completed. The story may see a later game already; it is false if it sees
// only an earlier one.
func (t *Tracker) judged() (plies []*referee.Ply, told int, ok bool) {
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

// confirmed is how many plies of the leg are confirmed, of so many.
func (t *Tracker) confirmed(all int) int {
	part, plies := t.leg.track.Confirmed()
	return t.leg.upTo(part, plies, all)
}

// final is how many plies of the game are final: those of an earlier leg, on which people or
// the rules have acted, those that have long been confirmed, and all once it is over.
func (t *Tracker) final() int {
	if t.over() {
		return len(t.plies)
	}
	part, plies := t.leg.track.Final()
	return t.before + t.leg.upTo(part, plies, len(t.plies)-t.before)
}

// publishes reports whether a ply has come so far that relays see it.
func (t *Tracker) publishes(p *Ply, confirmed bool) bool {
	switch {
	case p.State == StateIllegalStands:
		return true
	case p.State.Illegal() || p.State == StateProvisional:
		return false
	case t.over():
		return true
	case !confirmed:
		return false
	}
	_, told, _ := t.judged()
	answered := p.Number+1 < t.before+told // although nobody has pressed it
	return p.State >= t.publishAt() && !t.awaitsTime(p) || answered
}

// publishAt is how far a ply must have come for relays to see it.
func (t *Tracker) publishAt() State {
	switch {
	case !t.cfg.Rules.Completes():
		return StateMade // the last state that the rule set has
	case t.cfg.PublishAt != StateProvisional:
		return t.cfg.PublishAt
	case t.clock.used && !(t.done && t.clock.stopped): // else no press is to come
		return StateCompleted
	}
	return StateMade
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

func stateOf(o *referee.Ply) State {
	switch {
	case o.Stands:
		return StateIllegalStands
	case o.Illegal && o.Completed:
		return StateIllegalCompleted
	case o.Illegal:
		return StateIllegalMade
	case o.Completed:
		return StateCompleted
	}
	return StateMade
}

// plyOf is a ply as messages have it.
func (t *Tracker) plyOf(o *referee.Ply) Ply {
	p := Ply{Side: o.Side, Move: o.Move, State: stateOf(o), MadeAt: o.MadeAt, CompletedAt: o.DoneAt, Clock: -1, Inferred: o.Unseen, to: o.After}
	if m := o.Move; o.Illegal && !t.sensor.Names && m.Promotion() != legality.NoKind {
		m = legality.MakeMove(m.From(), m.To()) // the board has not shown the piece
		p.UCI, p.SAN = o.Before.UCI(m), o.Before.SAN(m)
	} else {
		p.UCI, p.SAN = o.UCI, o.SAN
	}
	if o.Illegal {
		after := *o.After.Placement()
		p.After = &after
	}
	p.Clock = t.clock.leftAfter(&p)
	return p
}

// awaitsTime reports whether the clock reports times but has not yet reported the one after
// the press of a ply. Without waiting, a ply would be published with the time before its
// press.
func (t *Tracker) awaitsTime(p *Ply) bool {
	last := t.clock.presses.Last()
	return last != nil && !t.over() && last.By == p.Side && last.At == p.CompletedAt && !last.Shown && p.Clock >= 0 && !t.after(last.At+laws.LagMs)
}

// history is the plies that were played before the log begins.
func history(start legality.Position, moves []legality.Move) (plies []Ply) {
	for i, m := range moves {
		p := newPly(i+1, &start, m)
		p.State, p.Published = StateCompleted, true
		plies, start = append(plies, p), *p.to
	}
	return plies
}

// newPly is a legal ply of which nothing has been seen yet.
func newPly(number int, p *legality.Position, m legality.Move) Ply {
	ply := Ply{Number: number, Side: p.Turn(), State: StateProvisional,
		MadeAt: -1, CompletedAt: -1, Clock: -1, Confidence: 1}
	ply.plays(p, m)
	return ply
}

// plays has the ply be a legal move in a position.
func (p *Ply) plays(before *legality.Position, m legality.Move) {
	after := before.Play(m)
	p.Move, p.UCI, p.SAN, p.to = m, before.UCI(m), before.SAN(m), &after
}

// positionAt is the position after so many plies of the game, or its present part.
func (t *Tracker) positionAt(n int) *legality.Position {
	if n = min(n, len(t.plies)); n > 0 {
		return t.plies[n-1].to
	}
	start := t.game.Start
	return &start
}

// position is the one after all plies that have been made.
func (t *Tracker) position() *legality.Position { return t.positionAt(len(t.plies)) }

// past is the positions of the game, and the moves between them, if all are legal.
func (t *Tracker) past() (past []legality.Position, moves []legality.Move) {
	past = append(past, t.game.Start)
	for i := range t.plies {
		past, moves = append(past, *t.plies[i].to), append(moves, t.plies[i].Move)
	}
	return past, moves
}

// irregular is the index of the first ply of the game that the rules do not let stand; -1 if
// there is none.
func (t *Tracker) irregular() int {
	return slices.IndexFunc(t.plies, func(p Ply) bool { return p.State == StateIllegalMade || p.State == StateIllegalCompleted })
}

// recorded is how many plies have been made, as is found when their pieces have been released,
// and stand.
func (t *Tracker) recorded() int {
	n := t.irregular()
	if n < 0 {
		n = len(t.plies)
	}
	if n > t.before && t.plies[n-1].State == StateProvisional && len(t.plies[n-1].Competitors) > 0 {
		n-- // it is not settled which one was made
	}
	return n
}

// shown is the ply that the board shows after those of the record; nil if it shows none.
func (t *Tracker) shown() *Ply {
	if p := t.game.Pending; p != nil && p.Number > t.recorded() && !p.State.Illegal() {
		return p
	}
	return nil
}

// inRecord returns after how many plies of the record, and the one that the board shows, a
// position last occurred, in the sense of 9.2.3; -1 if it never did.
func (t *Tracker) inRecord(p *legality.Position) int {
	n := t.recorded()
	if shown := t.shown(); shown != nil && shown.to.Same(p) {
		return n + 1
	}
	for n >= 0 && !t.positionAt(n).Same(p) {
		n--
	}
	return n
}

// begun reports whether a ply has been made since the game was opened.
func (t *Tracker) begun() bool {
	return len(t.plies) > 0 || t.leg.referee.Irregular() >= 0
}
