package legality

// cannotMate reports whether the men, where they may ever stand, leave no
// position in which the loser is mated. Squares guarded by the winner at all
// times are none where that king can be: were he in check there now, he would
// have to leave it at once.
func (r *mobility) cannotMate() bool {
	if r.queens {
		return false
	}
	hits := r.hits()
	region := r.men[r.kings[loser]].squares &^ r.guarded[winner]
	for at := region & hits; at != 0; {
		s := at.Pop()
		if r.mayBeMate(s, region&kingAttacks[s&63]&^hits) {
			return false
		}
	}
	return true
}

// hits is all squares that the winner's men, but for his king, may ever attack.
func (r *mobility) hits() Set {
	var found Set
	for i := range r.n {
		if m := &r.men[i]; m.side == winner && m.kind != King {
			found |= m.attacks(m.squares, r.steady[winner]|r.steady[loser])
		}
	}
	return found
}

// mayBeMate reports whether the loser's king on s, in check, might have no move:
// of the squares that remain to him each is taken up by a man of his own, or
// guarded by the winner's king.
func (r *mobility) mayBeMate(s Square, escapes Set) bool {
	blockers, blocked := 0, Set(0)
	for i := range r.n {
		if m := &r.men[i]; m.side == loser && m.kind != King && m.squares&escapes != 0 {
			blockers++
			blocked |= m.squares & escapes
		}
	}
	// Go through what the men leave open of the squares that they may take up.
	left := max(0, blocked.Len()-blockers)
	for open := blocked; ; open = (open - 1) & blocked {
		if open.Len() == left && r.kingGuards(s, escapes&^blocked|open) {
			return true
		}
		if open == 0 {
			return false
		}
	}
}

// kingGuards reports whether the winner's king, from one of its squares, might
// guard all that is open beside the king on s.
func (r *mobility) kingGuards(s Square, open Set) bool {
	if open == 0 {
		return true
	}
	for at := r.men[r.kings[winner]].squares &^ kingAttacks[s&63] &^ s.Set(); at != 0; {
		if open&^kingAttacks[at.Pop()&63] == 0 {
			return true
		}
	}
	return false
}
