package legality

// The rules below leave out moves that end the game at once without a mate by
// the winner. Such a move may go where its man never stands otherwise, so that
// each rule looks at the board as the move leaves it.

// stalemating is those of the squares where a king of either side cannot go
// because that leaves the enemy without a legal move. If the winner's king
// might give check by it, from a slider behind, it might be mate.
func (r *mobility) stalemating(k *mobileMan, to Set) Set {
	enemy := &r.men[r.kings[k.side^1]]
	fixed := (r.steady[winner] | r.steady[loser]) &^ k.home
	for i := range r.n {
		if m := &r.men[i]; m.side == enemy.side && m != enemy && r.canMove(m, fixed) {
			return 0
		}
	}
	barred := r.guardedWithout(k.side, r.kings[k.side], r.ever|to) | r.steady[enemy.side]&^enemy.home
	var found Set
	for to != 0 {
		t := to.Pop()
		covered := kingAttacks[t&63] | t.Set()
		from := enemy.squares &^ covered
		if kingSpread(from)&^barred&^covered != 0 {
			continue
		}
		if k.side == loser || !r.uncovers(k.squares&kingAttacks[t&63], from, fixed) {
			found |= t.Set()
		}
	}
	return found
}

// canMove reports whether a man, not a king, might leave its home when just the
// given squares are sure to be occupied.
func (r *mobility) canMove(m *mobileMan, fixed Set) bool {
	if !m.stays() {
		return true
	}
	if m.kind == Pawn {
		return rotate(m.home, forward[m.side])&^fixed != 0 || pawnSpread(m.home, m.side)&r.prey[m.side^1] != 0
	}
	return m.attacks(m.home, fixed)&^r.steady[m.side] != 0
}

// uncovers reports whether a slider of the winner might attack one of the
// squares through one that his king leaves.
func (r *mobility) uncovers(left, squares, fixed Set) bool {
	for i := range r.n {
		m := &r.men[i]
		if m.side != winner || m.kind < Bishop || m.kind == King {
			continue
		}
		for from := m.squares; from != 0; {
			s := from.Pop().Set()
			if m.attacks(s, fixed)&^m.attacks(s, fixed|left)&squares != 0 {
				return true
			}
		}
	}
	return false
}

// mating is those of the squares where a man of the loser, not his king, cannot
// go because it mates the winner from there. It takes a king who never moves to
// be sure of that. A pawn's first steps are not looked at, for en passant.
func (r *mobility) mating(i int, to Set) Set {
	m, king := &r.men[i], &r.men[r.kings[winner]]
	if !king.steady() || m.kind == Pawn && m.home&seventhRank[winner] != 0 {
		return 0
	}
	var found, guarded Set
	for fresh := to; fresh != 0; {
		t := fresh.Pop()
		if m.attacks(t.Set(), r.ever)&king.home == 0 {
			continue
		}
		if guarded == 0 {
			guarded = r.guardedWithout(loser, i, r.ever|to)
		}
		flights := kingSpread(king.home) &^ (r.steady[winner] &^ t.Set()) &^ guarded
		flights &^= m.attacks(t.Set(), r.ever&^king.home)
		if flights == 0 && !r.parries(m, t.Set()|between(t, king.home.First())) {
			found |= t.Set()
		}
	}
	return found
}

// parries reports whether a man of the winner, not his king, might get to one of
// the squares when a man of the loser has left its home.
func (r *mobility) parries(gone *mobileMan, squares Set) bool {
	fixed := (r.steady[winner] | r.steady[loser]) &^ gone.home
	for i := range r.n {
		m := &r.men[i]
		if m.side == loser || m.kind == King {
			continue
		}
		to := m.attacks(m.squares, fixed)
		if m.kind == Pawn {
			steps := rotate(m.squares, forward[winner]) &^ fixed
			to |= steps | rotate(steps&thirdRank[winner], forward[winner])&^fixed
		}
		if to&squares != 0 {
			return true
		}
	}
	return false
}
