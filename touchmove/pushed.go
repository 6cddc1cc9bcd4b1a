package touchmove

import "github.com/boardd/boardd/legality/placement"

// pushes is the men that were pushed aside, as it seems, by a hand that moved
// another man: which square each stands on, and which he stood on.
type pushes struct {
	to   placement.Set
	from [64]placement.Square
}

// besideMs is how long after a man was lifted or put down the hand that did so may
// push another one aside: a move takes up to 1.3 s.
const besideMs = 1500

// watchPushes looks among the last changes for a man who went to a square beside
// his own sooner than a hand moves men, with another one put down beside him.
func (t *Tracker) watchPushes() {
	b := &t.board
	for c := range b.since(max(t.opened, b.seq-earlyChanges)) {
		if c.lift() || c.scan || b.seqOf[c.sq] != c.seq || t.pushes.to.Has(c.sq) {
			continue
		}
		if from := t.pushedFrom(c); from != placement.NoSquare {
			t.pushes.to |= c.sq.Set()
			t.pushes.from[c.sq] = from
		}
	}
}

// pushedFrom is the square that a man was pushed from; NoSquare if he was not.
func (t *Tracker) pushedFrom(drop *change) placement.Square {
	b := &t.board
	for c := range b.since(max(t.opened, drop.seq-earlyChanges)) {
		quick := abs64(drop.at-c.at) <= sweepMs
		if quick && c.lift() && !c.scan && c.was == drop.is && b.seqOf[c.sq] == c.seq && near(c.sq, drop.sq) && t.movedBeside(c, drop) {
			return c.sq
		}
	}
	return placement.NoSquare
}

// movedBeside reports whether another man was lifted or put down next to one of two
// squares shortly before a man went from one to the other.
func (t *Tracker) movedBeside(lift, drop *change) bool {
	for c := range t.board.since(max(t.opened, drop.seq-2*earlyChanges)) {
		soon := lift.at-c.at <= besideMs && c.at-lift.at <= sweepMs
		if soon && c.sq != drop.sq && c.sq != lift.sq && (near(c.sq, lift.sq) || near(c.sq, drop.sq)) {
			return true
		}
	}
	return false
}

// pushedAside is the squares between which men were pushed that no ply of a line
// moved. They are an overlay over the game: play goes on, and they may be put
// right (7.4.1).
func (t *Tracker) pushedAside(l *line) placement.Set {
	men, aside := l.pos().Placement(), placement.Set(0)
	for rest := l.diff & t.pushes.to; rest != 0; {
		to := rest.Pop()
		from, man := t.pushes.from[to], t.board.sensed[to]
		named := man == men[from] || man == placement.Unknown && men[from] != placement.Empty
		if named && men[to] == placement.Empty && t.board.sensed[from] == placement.Empty && !t.movesOn(l, from) {
			aside |= from.Set() | to.Set()
		}
	}
	return aside
}

// movesOn reports whether the man who left a square had been put there by a ply
// that was hardly made: then his own player's hand was on him.
func (t *Tracker) movesOn(l *line, from placement.Square) bool {
	left := t.board.at[from] - t.cfg.MadeRestMs
	for i := range l.n {
		if s := &l.steps[i]; s.squares.Has(from) && s.at >= left {
			return true
		}
	}
	for i := l.base - 1; i >= 0 && i < len(t.plies) && t.plies[i].MadeAt >= left; i-- {
		if p := &t.plies[i]; p.Move.To() == from || p.Move.IsCastling() && (p.Move.KingTo() == from || p.Move.RookTo() == from) {
			return true
		}
	}
	return false
}

func abs64(n int64) int64 { return max(n, -n) }
