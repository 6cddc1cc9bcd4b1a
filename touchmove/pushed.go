package touchmove

import "github.com/boardd/boardd/legality/placement"

// pushes is the men that were pushed aside, as it seems, by a hand that moved
// another man: which square each stands on, and which he stood on.
type pushes struct {
	to   placement.Set
	from [64]placement.Square
}

// A hand pushes another man aside on its way to the man that it moves, or back.
const (
	besideChanges = 6    // so many changes of the board are looked back for that one
	besideMs      = 5000 // and so far: he may be held for some seconds

	// beforeMs is how long before its lift a drop may be told: a sweep of all
	// squares in 400 ms comes from one square to the next ones within 60 ms, and
	// a radio adds a little.
	beforeMs = 90
)

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
	for c := range b.since(max(t.opened, drop.seq-besideChanges)) {
		left := c.lift() && !c.scan && c.was == drop.is && b.seqOf[c.sq] == c.seq
		quick := drop.at-c.at <= t.sweep() && c.at-drop.at <= beforeMs
		if left && quick && near(c.sq, drop.sq) && t.movedBeside(c, drop) {
			return c.sq
		}
	}
	return placement.NoSquare
}

// movedBeside reports whether another man was lifted or put down next to one of two
// squares shortly before a man went from one to the other.
func (t *Tracker) movedBeside(lift, drop *change) bool {
	for c := range t.board.since(max(t.opened, min(lift.seq, drop.seq)-besideChanges)) {
		soon := lift.at-c.at <= besideMs && c.at-lift.at <= t.sweep()
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

// movesOn reports whether the man who left a square had been put there by the ply
// before, which was hardly made: then his own player's hand was on him.
func (t *Tracker) movesOn(l *line, from placement.Square) bool {
	left := t.board.at[from]
	for i := l.n - 1; i >= 0; i-- {
		if s := &l.steps[i]; s.at <= left {
			return s.squares.Has(from) && left-s.at <= t.cfg.MadeRestMs
		}
	}
	for i := l.base - 1; i >= 0 && i < len(t.plies) && left-t.plies[i].MadeAt <= t.cfg.MadeRestMs; i-- {
		if p := &t.plies[i]; p.MadeAt <= left {
			return p.Move.To() == from || p.Move.IsCastling() && (p.Move.KingTo() == from || p.Move.RookTo() == from)
		}
	}
	return false
}
