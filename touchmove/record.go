package touchmove

import (
	"github.com/boardd/boardd/legality"
)

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

// past is the positions of the game up to a ply, and the moves between them, if all are legal.
func (t *Tracker) past(n int) (past []legality.Position, moves []legality.Move) {
	past = append(past, t.game.Start)
	for i := range t.plies[:n] {
		past, moves = append(past, *t.plies[i].to), append(moves, t.plies[i].Move)
	}
	return past, moves
}

// irregular is the index of the first ply of the game that the rules do not let stand; -1 if
// there is none.
func (t *Tracker) irregular() int {
	for i := range t.plies {
		if s := t.plies[i].State; s == StateIllegalMade || s == StateIllegalCompleted {
			return i
		}
	}
	return -1
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
	past, _ := t.past(t.recorded())
	if shown := t.shown(); shown != nil {
		past = append(past, *shown.to)
	}
	for n := len(past) - 1; n >= 0; n-- {
		if past[n].Same(p) {
			return n
		}
	}
	return -1
}

// begun reports whether a ply has been made since the game was opened.
func (t *Tracker) begun() bool {
	return len(t.plies) > 0 || t.leg.referee.Irregular() >= 0
}
