package legality

import "math/bits"

// always is the squares that a man attacks wherever it may stand, a king his own
// square too. More men in its way mean fewer squares.
func (m *mobileMan) always(occupied Set) Set {
	all := ^Set(0)
	for from := m.squares; from != 0 && all != 0; {
		s := from.Pop().Set()
		if m.kind == King {
			all &= kingSpread(s) | s
		} else {
			all &= m.attacks(s, occupied)
		}
	}
	return all
}

// attacks is the squares that a man attacks from any of the given ones when
// just the given squares are occupied.
func (m *mobileMan) attacks(from, occupied Set) Set {
	switch m.kind {
	case Pawn:
		return pawnSpread(from, m.side)
	case King:
		return kingSpread(from)
	}
	var found Set
	for from != 0 {
		found |= reach(m.kind, from.Pop(), occupied)
	}
	return found
}

const (
	aFile Set = 0x0101010101010101
	hFile     = aFile << 7
)

// pawnSpread is the squares that pawns attack.
func pawnSpread(from Set, side Color) Set {
	if side == winner {
		return from&^aFile<<7 | from&^hFile<<9
	}
	return from&^hFile>>7 | from&^aFile>>9
}

// kingSpread is the squares that kings attack.
func kingSpread(from Set) Set {
	column := from<<8 | from>>8
	wide := from | column
	return column | wide&^aFile>>1 | wide&^hFile<<1
}

// spread lets a man move on from where it may stand, and reports a change.
// Steady men are in its way; one of the enemy may be captured, and then was not.
func (r *mobility) spread(i int) bool {
	m := &r.men[i]
	if m.fate == taken {
		return false
	}
	to, takes := r.steps(m)
	to &^= m.squares | r.steady[m.side] | r.closed[m.side^1]
	switch {
	case to == 0:
	case m.kind == King:
		to &^= r.stalemating(m, to)
	case m.side == loser && !m.promotes:
		to &^= r.mating(i, to)
	}
	to |= m.squares
	takes = takes&to | m.takes
	changed := to != m.squares || takes != m.takes
	m.squares, m.takes = to, takes
	if m.kind == Pawn && to&lastRank[m.side] != 0 && !m.promotes {
		m.promotes, changed = true, true
		r.queens = r.queens || m.side == winner
	}
	return changed
}

// steps is where a man may go, and to which of the squares by a capture. A man
// that was a pawn may be anything, anywhere.
func (r *mobility) steps(m *mobileMan) (to, takes Set) {
	fixed := r.steady[winner] | r.steady[loser]
	switch {
	case m.promotes:
		to = ^Set(0)
	case m.kind == Pawn:
		return r.pawnSteps(m, fixed)
	default:
		to = m.attacks(m.squares, fixed)
	}
	if m.kind == King {
		to &^= r.guarded[m.side^1]
	}
	return to, to
}

// pawnSteps is steps for a pawn. En passant needs no more: the square passed is
// one where the captured pawn may stand.
func (r *mobility) pawnSteps(m *mobileMan, fixed Set) (to, takes Set) {
	up := forward[m.side]
	free := ^fixed & r.room(m)
	steps := rotate(m.squares, up) & free
	doubles := rotate(steps&thirdRank[m.side], up) & free
	takes = pawnSpread(m.squares, m.side) & r.prey[m.side^1]
	return steps | doubles | takes, takes
}

// room is where a pawn may stand by reason of enemy pawns on its file: as long
// as neither leaves the file or is captured, they cannot pass each other.
func (r *mobility) room(m *mobileMan) Set {
	file := aFile << (bits.TrailingZeros64(uint64(m.home)) & 7)
	room := ^Set(0)
	if m.squares&^file != 0 {
		return room
	}
	for i := range r.n {
		o := &r.men[i]
		switch {
		case o.kind != Pawn || o.side == m.side || o.victim || o.squares&^file != 0:
		case m.side == winner && o.home > m.home:
			room &= o.home - 1
		case m.side == loser && o.home < m.home:
			room &^= o.home | (o.home - 1)
		}
	}
	return room
}

// expose notes whether a man may be captured, and reports a change.
func (r *mobility) expose(i int) bool {
	m := &r.men[i]
	if m.victim || m.kind == King || m.fate == kept && m.stays() {
		return false
	}
	for k := range r.n {
		if o := &r.men[k]; o.side != m.side && o.takes&m.squares != 0 {
			m.victim = true
			if r.doubt == nobody && m.fate == anyFate && m.stays() {
				r.doubt = i
			}
			return true
		}
	}
	return false
}
