package legality

import "math/bits"

// mobility holds, for every man on the board, the squares that it may ever stand
// on, too many rather than too few. The winner's men go up the board: for Black
// the board is turned over first.
//
// It begins with every man at home for ever and lets in what that allows, until
// nothing changes. Whatever the first legal move were that it does not foresee,
// before it all men stood where they may, so that the reasons for which the
// move is left out hold, and it is not legal.
type mobility struct {
	men     [32]mobileMan
	n       int
	steady  [2]Set // homes of the men of each side that never move and are never captured
	kept    [2]Set // those of them that cannot be entered at all
	doubt   *mobileMan
	prey    [2]Set // where men that can be captured may stand, the king left out
	guarded [2]Set // squares that a side attacks at all times
	ever    Set    // squares that are ever occupied
}

// The sides of a mobility.
const (
	winner = 0
	loser  = 1
)

type mobileMan struct {
	home       Set
	squares    Set // where it may stand
	takes      Set // where it may arrive by a capture
	kind       Kind
	side       uint8
	capturable bool
	promotes   bool
	fate       fate
}

// fate is what is assumed of a man, to tell two cases apart.
type fate uint8

const (
	open  fate = iota
	kept       // it is not captured before its first move
	taken      // it is captured before its first move
)

// safe reports whether the man stays where it is and is not captured there.
func (m *mobileMan) steady() bool { return m.squares == m.home && !m.capturable }

// newMobility puts the men of a position in place, those of c as the winner's.
func (r *mobility) load(p *Position, c Color) {
	flip := Square(c) * 56
	r.n = 0
	for men := p.colors[0] | p.colors[1]; men != 0; {
		s := men.Pop()
		man := p.board[s]
		home := Set(1) << (s ^ flip)
		r.men[r.n] = mobileMan{home: home, squares: home, kind: man.Kind(), side: uint8(man.Color() ^ c)}
		r.n++
	}
	r.castle(p, flip)
}

// castle lets kings and rooks that may castle stand where that puts them.
func (r *mobility) castle(p *Position, flip Square) {
	for rooks := p.rights; rooks != 0; {
		rook := rooks.Pop()
		king := p.castlingKing(p.board[rook].Color())
		m := MakeCastling(king, rook)
		for i := range r.n {
			switch r.men[i].home {
			case (king ^ flip).Set():
				r.men[i].squares |= (m.KingTo() ^ flip).Set()
			case (rook ^ flip).Set():
				r.men[i].squares |= (m.RookTo() ^ flip).Set()
			}
		}
	}
}

// settle lets the men move until nothing changes.
func (r *mobility) settle() {
	for changed := true; changed; {
		r.derive()
		changed = false
		for i := range r.n {
			if r.spread(&r.men[i]) {
				changed = true
			}
		}
		for i := range r.n {
			if r.expose(&r.men[i]) {
				changed = true
			}
		}
	}
}

// derive works out what follows for all from where each man may stand.
func (r *mobility) derive() {
	r.steady, r.kept, r.prey, r.ever = [2]Set{}, [2]Set{}, [2]Set{}, 0
	for i := range r.n {
		m := &r.men[i]
		r.ever |= m.squares
		if m.steady() {
			r.steady[m.side] |= m.home
			if m.kind == King || m.fate == kept {
				r.kept[m.side] |= m.home
			}
		}
		if m.kind != King && !(m.fate == kept && m.squares == m.home) {
			r.prey[m.side] |= m.squares
		}
	}
	r.guarded = [2]Set{}
	for i := range r.n {
		if m := &r.men[i]; !m.capturable && !m.promotes {
			r.guarded[m.side] |= r.always(m, r.ever)
		}
	}
}

// always is the squares that a man attacks wherever it may stand.
func (r *mobility) always(m *mobileMan, occupied Set) Set {
	all := ^Set(0)
	for from := m.squares; from != 0 && all != 0; {
		s := from.Pop()
		beside := r.attacks(m, s.Set(), occupied)
		if m.kind == King {
			beside |= s.Set()
		}
		all &= beside
	}
	return all
}

// attacks is the squares that a man attacks from any of the given ones when
// just the given squares are occupied.
func (r *mobility) attacks(m *mobileMan, from, occupied Set) Set {
	switch m.kind {
	case Pawn:
		return pawnSpread(from, m.side)
	case Knight:
		return knightSpread(from)
	case King:
		return kingSpread(from)
	}
	var found Set
	for from != 0 {
		s := from.Pop()
		if m.kind != Rook {
			found |= bishopAttacks(s, occupied)
		}
		if m.kind != Bishop {
			found |= rookAttacks(s, occupied)
		}
	}
	return found
}

const (
	aFile Set = 0x0101010101010101
	hFile     = aFile << 7
)

func pawnSpread(from Set, side uint8) Set {
	if side == winner {
		return from&^aFile<<7 | from&^hFile<<9
	}
	return from&^hFile>>7 | from&^aFile>>9
}

func kingSpread(from Set) Set {
	column := from<<8 | from>>8
	wide := from | column
	return column | wide&^aFile>>1 | wide&^hFile<<1
}

func knightSpread(from Set) Set {
	var found Set
	for from != 0 {
		found |= knightAttacks[from.Pop()&63]
	}
	return found
}

// spread lets a man move from where it may stand, and reports a change.
func (r *mobility) spread(m *mobileMan) bool {
	if m.fate == taken {
		return false
	}
	fixed := r.steady[0] | r.steady[1]
	var to, takes Set
	switch {
	case m.promotes:
		to = ^Set(0)
		takes = to
	case m.kind == Pawn:
		to, takes = r.pawnSteps(m, fixed)
	default:
		to = r.attacks(m, m.squares, fixed)
		if m.kind == King {
			to &^= r.guarded[m.side^1]
		}
		takes = to
	}
	barred := r.steady[m.side] | r.kept[m.side^1]
	to = (to | m.squares) &^ (barred &^ m.home)
	if fresh := to &^ m.squares; fresh != 0 {
		if m.kind == King {
			to &^= r.stalemating(m, fresh)
		} else if m.side == loser && !m.promotes {
			to &^= r.mating(m, fresh)
		}
	}
	takes = (takes & to) | m.takes
	changed := to != m.squares || takes != m.takes
	m.squares, m.takes = to, takes
	if m.kind == Pawn && to&lastRank[m.side] != 0 && !m.promotes {
		m.promotes, changed = true, true
	}
	return changed
}

// pawnSteps is where a pawn may go, and which of it by a capture.
func (r *mobility) pawnSteps(m *mobileMan, fixed Set) (to, takes Set) {
	up := forward[m.side]
	free := ^fixed & r.room(m)
	steps := rotate(m.squares, up) & free
	doubles := rotate(steps&thirdRank[m.side], up) & free
	takes = pawnSpread(m.squares, m.side) & r.prey[m.side^1]
	return steps | doubles | takes, takes
}

// room is where a pawn may stand by reason of the pawns it meets on its file:
// as long as neither leaves the file, they cannot pass each other.
func (r *mobility) room(m *mobileMan) Set {
	file := aFile << (bits.TrailingZeros64(uint64(m.home)) & 7)
	room := ^Set(0)
	if m.squares&^file != 0 {
		return room
	}
	for i := range r.n {
		o := &r.men[i]
		if o.kind != Pawn || o.side == m.side || o.capturable || o.squares&^file != 0 {
			continue
		}
		if m.side == winner && o.home > m.home {
			room &= o.home - 1
		}
		if m.side == loser && o.home < m.home {
			room &^= o.home | (o.home - 1)
		}
	}
	return room
}

// expose notes whether a man can be captured, and reports a change.
func (r *mobility) expose(m *mobileMan) bool {
	if m.capturable || m.kind == King || m.fate == kept && m.squares == m.home {
		return false
	}
	for i := range r.n {
		if o := &r.men[i]; o.side != m.side && o.takes&m.squares != 0 {
			m.capturable = true
			if r.doubt == nil && m.fate == open && m.squares == m.home {
				r.doubt = m
			}
			return true
		}
	}
	return false
}
