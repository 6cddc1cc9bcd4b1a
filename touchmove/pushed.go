package touchmove

import "github.com/boardd/boardd/legality/placement"

// A hand pushes another man aside on its way to the man that it moves, or back.
const (
	besideChanges = 6    // so many changes of the board are looked back for that one
	besideMs      = 5000 // and so far: he may be held for some seconds

	// beforeMs is how long before its lift a drop may be told: a sweep of all
	// squares in 400 ms comes from one square to the next ones within 60 ms, and
	// a radio adds a little.
	beforeMs = 90
)

// watchPushes looks among the last changes for men who went to a square beside
// their own sooner than a hand moves men, while another one was moved beside them.
func (t *Tracker) watchPushes() {
	b := &t.board
	for c := range b.since(max(t.opened, b.seq-earlyChanges)) {
		if !c.lift() && !c.scan && b.seqOf[c.sq] == c.seq && !t.pushes.Has(c.sq) && t.mayBePushed(c) {
			t.pushes |= c.sq.Set()
		}
	}
}

// mayBePushed reports whether a man who was put down may have been pushed there.
func (t *Tracker) mayBePushed(drop *change) bool {
	b := &t.board
	for c := range b.since(max(t.opened, drop.seq-besideChanges)) {
		left := c.lift() && !c.scan && c.was == drop.is && b.seqOf[c.sq] == c.seq
		if left && near(c.sq, drop.sq) && t.quick(c.at, drop.at) && t.movedBeside(c, drop) {
			return true
		}
	}
	return false
}

// quick reports whether a man was seen to leave a square, and to come to another
// one, sooner than a hand moves him.
func (t *Tracker) quick(left, came int64) bool {
	return came-left <= t.sweep() && left-came <= beforeMs
}

// movedBeside reports whether another man was lifted or put down next to one of two
// squares shortly before a man went from one to the other, and his player had not
// pressed before that.
func (t *Tracker) movedBeside(lift, drop *change) bool {
	pressed := t.clock.pressed + t.sweep()
	for c := range t.board.since(max(t.opened, min(lift.seq, drop.seq)-besideChanges)) {
		soon := lift.at-c.at <= besideMs && c.at-lift.at <= t.sweep() && (lift.at <= pressed || c.at > t.clock.pressed)
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
	for rest := l.diff & t.pushes; rest != 0; {
		to := rest.Pop()
		if from := t.pushedFrom(l, to); men[to] == placement.Empty && from != placement.NoSquare {
			aside |= from.Set() | to.Set()
		}
	}
	return aside
}

// pushedFrom is the square from which the man on a square was pushed, as a line
// has it; NoSquare if there is none.
func (t *Tracker) pushedFrom(l *line, to placement.Square) placement.Square {
	b, men := &t.board, l.pos().Placement()
	for rest := l.diff; rest != 0; {
		from := rest.Pop()
		same := men[from] == b.sensed[to] || b.sensed[to] == placement.Unknown && men[from] != placement.Empty
		if same && b.sensed[from] == placement.Empty && near(from, to) && t.quick(b.at[from], b.at[to]) && !t.movesOn(l, from) {
			return from
		}
	}
	return placement.NoSquare
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
