package legality

// Answer says whether a player can still mate by some sequence of legal moves,
// however unlikely: the question of Articles 5.1.2, 5.2.2, 6.9 and 7.5.5. The
// draws by repetition and by count (9.6) do not bear on it.
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

// DefaultLimit is a limit for CanMate that leaves few positions undecided, even
// of those that were made to be hard: 6 of the 6,414 questions of the
// dead-position vectors, and 42 with a tenth of it.
const DefaultLimit = 1 << 20

// CanMate searches for a sequence of legal moves at whose end c has mated his
// opponent: Yes with such moves, none if the mate is on the board already; or
// No if there are none. Limit bounds its work, in positions held, of 70 bytes
// each; beyond it the answer is Undecided. The answer depends on position and
// limit alone, not on time, unless stop, which may be nil, reports true: it is
// called every few hundred positions, and ends the search.
//
// With another number of kings than one each it is Undecided, since the Laws
// know no mate then; so it is, unless the men alone decide it, in positions that
// legal play cannot reach because the player not having the move is in check or
// a pawn stands on the first or last rank.
func (p *Position) CanMate(c Color, limit int, stop func() bool) (Answer, []Move) {
	if a := p.mateOnSight(c); a != Undecided || !p.searchable() {
		return a, nil
	}
	q := p.asWhite(c)
	if q.blocked() && q.cannotMateByMobility() {
		return No, nil
	}
	h := newHelpmate(&q, false)
	a := h.search(min(limit, firstLimit), stop)
	if a == Undecided && limit > firstLimit {
		if q.cannotMateByMobility() {
			return No, nil
		}
		h = newHelpmate(&q, true)
		a = h.search(limit, stop)
	}
	return a, h.line(c)
}

// firstLimit is how far CanMate looks for a mate before it does more to prove
// that there is none: nine in ten positions of random games have one within it.
const firstLimit = 2000

// Dead says whether the position is dead (5.2.2): Yes if neither player can
// mate, No if one can. Limit and stop are those of CanMate, for each of the two
// questions. A stalemate is dead, too; a checkmate is not.
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

// QuickDead reports whether QuickCanMate proves the position dead (5.2.2). One
// that it does not prove so may be dead all the same. Where that is out of the
// question it does not look, so that most plies of a game cost next to nothing.
func (p *Position) QuickDead() bool {
	return !p.lively() && p.QuickCanMate(White) == No && p.QuickCanMate(Black) == No
}

// lively reports whether there are many men, of whom some are free to move, and
// several moves, and no check: a few captures leave enough to mate, and nothing
// is forced.
func (p *Position) lively() bool {
	if (p.colors[White]|p.colors[Black]).Len() <= fewMen || p.blocked() && p.blockedBlack() {
		return false
	}
	var m Moves
	p.Generate(&m)
	return m.Checkers == 0 && m.Len() > fewMoves
}

// Of 2,038 dead positions among the vectors that QuickCanMate proves, 1,500 of
// them ends of real games, these bounds miss 2.
const (
	fewMen   = 10
	fewMoves = 3
)

func (p *Position) blockedBlack() bool {
	q := p.mirrored()
	return q.blocked()
}

// mateOnSight answers from the end of the game, and then from the men alone.
func (p *Position) mateOnSight(c Color) Answer {
	if p.Kings(White).Len() != 1 || p.Kings(Black).Len() != 1 {
		return Undecided
	}
	var m Moves
	p.Generate(&m)
	switch {
	case m.From == 0 && m.Checkers != 0 && p.turn == c.Other():
		return Yes
	case m.From == 0 || p.CannotMateByMaterial(c):
		return No
	}
	return Undecided
}

// searchable reports whether the position and all that follow from it are such
// as the Laws know: one king each, no check to the player who has moved, no
// pawns on the first and last ranks, and no more men than there are.
func (p *Position) searchable() bool {
	return p.Kings(White).Len() == 1 && p.Kings(Black).Len() == 1 &&
		p.kinds[Pawn]&(backRank[White]|backRank[Black]) == 0 &&
		(p.colors[White]|p.colors[Black]).Len() <= maxMen && !p.InCheck(p.turn.Other())
}

// maxMen is the most men that can be on the board (2.2).
const maxMen = 32
