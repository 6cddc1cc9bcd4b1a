package legality

// Answer says whether a player can still mate by some sequence of legal moves,
// however unlikely: the question of Articles 5.1.2, 5.2.2, 6.9 and 7.5.5. The
// 50- and 75-move rules and repetition do not bear on it.
type Answer uint8

// The answers. Yes and No are proved.
const (
	Undecided Answer = iota
	Yes
	No
)

var answerNames = [...]string{"unknown", "yes", "no"}

// String is "unknown", "yes" or "no".
func (a Answer) String() string {
	if int(a) >= len(answerNames) {
		return "?"
	}
	return answerNames[a]
}

// DefaultLimit is a limit for CanMate that leaves few positions undecided: of
// the adversarial ones that the tests hold, less than one in a hundred.
const DefaultLimit = 1 << 20

// CanMate searches for a sequence of legal moves that ends in c mating his
// opponent: Yes with such a line, which is empty if the mate is on the board,
// or No if there is none. It looks at limit positions at most, and holds 60
// bytes for each; then it is Undecided. The answer depends on position and
// limit alone, never on time, unless stop, which may be nil, reports true: it
// is called now and then, and ends the search.
//
// Where the Laws have no answer, with another number of kings than one each, it
// is Undecided; so it is in most other positions that legal play cannot reach.
func (p *Position) CanMate(c Color, limit int, stop func() bool) (Answer, []Move) {
	if a := p.mateAtSight(c); a != Undecided || !p.searchable() {
		return a, nil
	}
	if p.blocked(c) && p.cannotMateByMobility(c) {
		return No, nil
	}
	h := newHelpmate(p, c)
	if a := h.search(min(limit, firstNodes), stop); a != Undecided {
		return a, h.line()
	}
	if limit > firstNodes && p.cannotMateByMobility(c) {
		return No, nil
	}
	h = newHelpmate(p, c)
	h.prune = true
	a := h.search(limit, stop)
	return a, h.line()
}

// firstNodes is how far CanMate searches for a mate before it tries to prove
// that there is none: most positions of real games have a mate within it.
const firstNodes = 2000

// mateAtSight answers from the end of the game and from the men alone.
func (p *Position) mateAtSight(c Color) Answer {
	if p.Kings(White).Len() != 1 || p.Kings(Black).Len() != 1 {
		return Undecided
	}
	var m Moves
	p.Generate(&m)
	switch {
	case m.From != 0:
		if p.CannotMateByMaterial(c) {
			return No
		}
		return Undecided
	case m.Checkers != 0 && p.turn != c:
		return Yes
	}
	return No
}

// searchable reports whether what follows from the position are positions that
// can be: with one king each, those are without a check to the player who has
// moved, without pawns on the first and last ranks, and of 32 men at most.
func (p *Position) searchable() bool {
	return p.Kings(White).Len() == 1 && p.Kings(Black).Len() == 1 &&
		p.kinds[Pawn]&(backRank[0]|backRank[1]) == 0 &&
		(p.colors[0]|p.colors[1]).Len() <= maxMen && !p.InCheck(p.turn.Other())
}

// maxMen is the most men that can be on the board (2.2).
const maxMen = 32

// Dead says whether the position is dead: No if one of the players can mate,
// Yes if neither can (5.2.2). Limit and stop are those of CanMate for each of
// the two. A stalemate counts as dead, checkmate does not.
func (p *Position) Dead(limit int, stop func() bool) Answer {
	dead := Yes
	for _, c := range [...]Color{White, Black} {
		switch a, _ := p.CanMate(c, limit, stop); a {
		case Yes:
			return No
		case Undecided:
			dead = Undecided
		}
	}
	return dead
}

// QuickDead reports whether QuickCanMate proves the position dead (5.2.2). If
// it does not, the position may be dead all the same.
func (p *Position) QuickDead() bool {
	return p.QuickCanMate(White) == No && p.QuickCanMate(Black) == No
}
