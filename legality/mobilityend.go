package legality

// The rules below leave out moves that end the game at once without a mate by
// the winner. They hold whatever else changes on the board by such a move.

// stalemating is those of the squares from which a king that steps there
// leaves the other side no move at all. If the winner's king uncovers a check
// by that, it might be mate: then there are none.
func (r *mobility) stalemating(k *mobileMan, to Set) Set {
	enemy := k.side ^ 1
	fixed := (r.steady[0] | r.steady[1]) &^ k.home
	var e *mobileMan
	for i := range r.n {
		m := &r.men[i]
		if m.side == enemy && m.kind == King {
			e = m
		} else if m.side == enemy && r.canMove(m, fixed) {
			return 0
		}
	}
	guarded := Set(0)
	for i := range r.n {
		if m := &r.men[i]; m.side == k.side && m != k && !m.capturable && !m.promotes {
			guarded |= r.always(m, r.ever|to)
		}
	}
	guarded |= r.steady[enemy] &^ e.home
	var found Set
	for to != 0 {
		t := to.Pop()
		taken := kingAttacks[t&63] | t.Set()
		if !r.confined(e.squares&^taken, guarded|taken) {
			continue
		}
		if k.side == loser || !r.uncovers(k, k.squares&kingAttacks[t&63], e.squares&^taken, fixed) {
			found |= t.Set()
		}
	}
	return found
}

func (r *mobility) confined(from, barred Set) bool {
	return kingSpread(from)&^barred == 0
}

// canMove reports whether a man could leave its home when just the given
// squares are sure to be occupied.
func (r *mobility) canMove(m *mobileMan, fixed Set) bool {
	if m.squares != m.home || m.promotes {
		return true
	}
	if m.kind == Pawn {
		return rotate(m.home, forward[m.side])&^fixed != 0 || pawnSpread(m.home, m.side)&r.prey[m.side^1] != 0
	}
	return r.attacks(m, m.home, fixed)&^r.steady[m.side] != 0
}

// uncovers reports whether the king could leave a line on which a slider of its
// own side attacks one of the squares.
func (r *mobility) uncovers(k *mobileMan, from, at, fixed Set) bool {
	for i := range r.n {
		m := &r.men[i]
		if m.side != k.side || m.kind < Bishop || m.kind == King {
			continue
		}
		for squares := m.squares; squares != 0; {
			s := squares.Pop().Set()
			if (r.attacks(m, s, fixed)&^r.attacks(m, s, fixed|from))&at != 0 {
				return true
			}
		}
	}
	return false
}

// mating is those of the squares on which a man of the loser mates the winner's
// king, which never moves.
func (r *mobility) mating(m *mobileMan, to Set) Set {
	var king *mobileMan
	for i := range r.n {
		if r.men[i].side == winner && r.men[i].kind == King {
			king = &r.men[i]
		}
	}
	if !king.steady() {
		return 0
	}
	if m.kind == Pawn {
		to &^= rotate(m.home, 2*forward[loser])
	}
	k := king.home.First()
	var found, guarded Set
	known := false
	for ; to != 0; to &= to - 1 {
		t := to.First()
		if r.attacks(m, t.Set(), r.ever)&king.home == 0 {
			continue
		}
		if !known {
			known = true
			for i := range r.n {
				if o := &r.men[i]; o.side == loser && o != m && !o.capturable && !o.promotes {
					guarded |= r.always(o, r.ever|to)
				}
			}
		}
		flights := kingAttacks[k&63] &^ (r.steady[winner] &^ t.Set()) &^ guarded
		flights &^= r.attacks(m, t.Set(), r.ever&^king.home)
		if flights == 0 && !r.answers(m, t.Set()|between(t, k)) {
			found |= t.Set()
		}
	}
	return found
}

// answers reports whether a man of the winner, the king left out, could get to
// one of the squares if m were not at home.
func (r *mobility) answers(m *mobileMan, at Set) bool {
	fixed := (r.steady[0] | r.steady[1]) &^ m.home
	for i := range r.n {
		o := &r.men[i]
		if o.side == loser || o.kind == King {
			continue
		}
		to := r.attacks(o, o.squares, fixed)
		if o.kind == Pawn {
			steps := rotate(o.squares, forward[winner]) &^ fixed
			to |= steps | rotate(steps&thirdRank[winner], forward[winner])&^fixed
		}
		if to&at != 0 {
			return true
		}
	}
	return false
}
