package legality

// Bounds of the quick test, in plies and positions.
const (
	quickPlies     = 4    // looked ahead in ordinary positions
	quickPliesBare = 7    // with kings, bishops and pawns alone, where captures take longer
	quickForced    = 16   // that a line may be longer for moves that are the only one
	quickLines     = 4000 // positions looked at in all lines together
	quickNodes     = 250  // positions of a blocked game that are searched for the last one
	quickMost      = 5000 // the same, if after quickNodes one in quickShare has been dealt with
	quickShare     = 4
)

// QuickCanMate is CanMate for every ply of a replay: it is never wrong, costs
// about 2 µs in an ordinary position and less than a few milliseconds in any,
// but is often Undecided. It allocates nothing unless the position is blocked.
//
// It says No when all lines of a few plies end without a mate, or when, with the
// pawns blocked, the squares that each man may ever reach leave no mate, or the
// few positions that can still arise hold none.
func (p *Position) QuickCanMate(c Color) Answer {
	if a := p.mateAtSight(c); a != Undecided || !p.searchable() {
		return a
	}
	l := outlook{mater: c}
	plies := quickPlies
	if p.kinds[Knight]|p.kinds[Rook]|p.kinds[Queen] == 0 {
		plies = quickPliesBare
	}
	if a := l.follow(p, plies, quickForced); a != Undecided || p.Men(c, Pawn) == 0 || !p.blocked(c) {
		return a
	}
	if p.cannotMateByMobility(c) {
		return No
	}
	h := newHelpmate(p, c)
	if a := h.search(quickNodes, nil); a != Undecided || h.round*quickShare < h.work {
		return a
	}
	return h.search(quickMost, nil)
}

// outlook follows all lines of play from a position for a while.
type outlook struct {
	mater Color
	seen  int
}

// follow says Yes if it meets a mate, and No if every line ends without one
// within so many plies; forced is how many more it may have for moves that are
// the only legal one. It stops at the first line that goes on, so that an
// ordinary position costs one.
func (l *outlook) follow(p *Position, plies, forced int) Answer {
	var m Moves
	p.Generate(&m)
	l.seen++
	switch {
	case m.From == 0 && m.Checkers != 0 && p.turn != l.mater:
		return Yes
	case m.From == 0 || p.CannotMateByMaterial(l.mater):
		return No
	case m.Len() == 1 && forced > 0:
		plies, forced = plies+1, forced-1
	}
	if plies == 0 || l.seen > quickLines {
		return Undecided
	}
	var list [maxMoves]Move
	for _, x := range m.appendAll(list[:0]) {
		q := p.Play(x)
		if a := l.follow(&q, plies-1, forced); a != No {
			return a
		}
	}
	return No
}

// maxMoves is more than any position with 32 men has moves.
const maxMoves = 256

// blocked reports whether none of c's pawns is free to go on to promotion, and
// none of his knights, rooks and queens can move: all others can mostly mate.
func (p *Position) blocked(c Color) bool {
	occupied := p.colors[0] | p.colors[1]
	for pawns := p.Men(c, Pawn); pawns != 0; {
		s := pawns.Pop()
		if ahead := filesAhead(s.Set(), c); ahead&p.Men(c.Other(), Pawn) == 0 && rotate(s.Set(), forward[c&1])&occupied == 0 {
			return false
		}
	}
	for men := p.Occupied(c) & (p.kinds[Knight] | p.kinds[Rook] | p.kinds[Queen]); men != 0; {
		s := men.Pop()
		if reach(p.board[s&63].Kind(), s, occupied)&^p.Occupied(c) != 0 {
			return false
		}
	}
	return true
}

// filesAhead is all squares that lie ahead of the given ones on their files, as
// c's pawns go.
func filesAhead(s Set, c Color) Set {
	if c == White {
		s <<= 8
		s |= s << 8
		s |= s << 16
		return s | s<<32
	}
	s >>= 8
	s |= s >> 8
	s |= s >> 16
	return s | s>>32
}
