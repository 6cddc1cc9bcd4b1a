package legality

// cannotMate reports whether the men's squares rule out that the winner ever
// mates.
func (r *mobility) cannotMate() bool {
	kings := [2]*mobileMan{}
	fixed := r.steady[0] | r.steady[1]
	var hits Set
	for i := range r.n {
		m := &r.men[i]
		switch {
		case m.kind == King:
			kings[m.side] = m
		case m.side == winner && m.promotes:
			return false
		case m.side == winner:
			hits |= r.attacks(m, m.squares, fixed)
		}
	}
	region := kings[loser].squares &^ r.guarded[winner]
	for at := region & hits; at != 0; {
		if s := at.Pop(); r.mateAt(s, region&kingAttacks[s&63]&^hits, kings[winner].squares) {
			return false
		}
	}
	return true
}

// mateAt reports whether the king on s, in check, might have no escape: of the
// given squares each has to be taken up by one of its own men, or be guarded
// by the king of the winner.
func (r *mobility) mateAt(s Square, escapes, king Set) bool {
	blockers, blocked := 0, Set(0)
	for i := range r.n {
		if m := &r.men[i]; m.side == loser && m.kind != King && m.squares&escapes != 0 {
			blockers++
			blocked |= m.squares & escapes
		}
	}
	open := escapes &^ blocked
	n := min(blockers, blocked.Len())
	if n == blocked.Len() {
		return r.kingGuards(s, open, king)
	}
	// Every choice of n squares for the blockers leaves the others open.
	for sub := blocked; ; sub = (sub - 1) & blocked {
		if sub.Len() == blocked.Len()-n && r.kingGuards(s, open|sub, king) {
			return true
		}
		if sub == 0 {
			return false
		}
	}
}

// kingGuards reports whether a king on one of the squares can guard all that
// is open beside the king on s.
func (r *mobility) kingGuards(s Square, open, king Set) bool {
	if open == 0 {
		return true
	}
	for at := king &^ kingAttacks[s&63] &^ s.Set(); at != 0; {
		if open&^kingAttacks[at.Pop()&63] == 0 {
			return true
		}
	}
	return false
}

// cannotMateByMobility reports whether the squares that the men may ever reach
// rule out that c mates.
func (p *Position) cannotMateByMobility(c Color) bool {
	if p.ep != 0 {
		return false
	}
	var fates [maxMen]fate
	return p.ruledOut(c, &fates, splits)
}

var splits = 3

func (p *Position) ruledOut(c Color, fates *[maxMen]fate, depth int) bool {
	var r mobility
	r.load(p, c)
	for i := range r.n {
		r.men[i].fate = fates[i]
	}
	r.settle()
	if r.cannotMate() {
		return true
	}
	if r.doubt == nil || depth == 0 {
		return false
	}
	for i := range r.n {
		if &r.men[i] == r.doubt {
			for _, f := range [...]fate{kept, taken} {
				fates[i] = f
				if !p.ruledOut(c, fates, depth-1) {
					fates[i] = open
					return false
				}
			}
			fates[i] = open
		}
	}
	return true
}
