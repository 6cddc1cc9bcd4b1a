package legality

// Bounds of the quick test. They were chosen by what they find among the
// dead-position vectors and what they cost in games.
const (
	quickPlies     = 4    // looked ahead
	quickPliesBare = 7    // the same with kings, bishops and pawns alone: captures take longer
	quickForced    = 16   // how much longer a line may be by moves that are the only one
	quickLines     = 4000 // positions looked at in all lines together
	quickFirst     = 250  // positions searched of a blocked game, to see whether they are few
	quickShare     = 4    // they are if one in so many has been dealt with by then;
	quickLimit     = 5000 // then the search goes on so far
)

// QuickCanMate is CanMate for every ply of a replay. It is never wrong; an
// ordinary position costs about 2 µs and no allocation, the worst some thousand
// times as much. But it is mostly Undecided where CanMate would find a mate, and
// sometimes where that would prove that there is none.
//
// It says No when all lines of a few plies end without a mate; or when, with the
// pawns blocked, the squares that each man may ever reach leave no mate, or the
// positions that can still arise are few and none is one.
func (p *Position) QuickCanMate(c Color) Answer {
	if a := p.mateOnSight(c); a != Undecided || !p.searchable() {
		return a
	}
	q := p.asWhite(c)
	plies := quickPlies
	if q.kinds[Knight]|q.kinds[Rook]|q.kinds[Queen] == 0 {
		plies = quickPliesBare
	}
	var l outlook
	if a := l.follow(&q, plies, quickForced); a != Undecided || q.Men(White, Pawn) == 0 || !q.blocked() {
		return a
	}
	if q.cannotMateByMobility() {
		return No
	}
	return q.searchFew()
}

// searchFew searches all positions that can arise if they seem to be few.
func (p *Position) searchFew() Answer {
	h := newHelpmate(p, false)
	if a := h.search(quickFirst, nil); a != Undecided || h.round*quickShare < h.work {
		return a
	}
	return h.search(quickLimit, nil)
}

// outlook follows all lines of play from a position for a while.
type outlook struct {
	seen int // positions looked at
}

// follow says Yes if it meets a mate by White, and No if every line ends without
// one within so many plies; forced is how many more a line may have by moves
// that are the only legal one. It stops at the first line that goes on, so that
// an ordinary position costs one.
func (l *outlook) follow(p *Position, plies, forced int) Answer {
	var m Moves
	p.Generate(&m)
	l.seen++
	switch {
	case m.From == 0 && m.Checkers != 0 && p.turn == Black:
		return Yes
	case m.From == 0 || p.CannotMateByMaterial(White):
		return No
	case m.Len() == 1 && forced > 0:
		plies, forced = plies+1, forced-1
	}
	if plies == 0 || l.seen > quickLines {
		return Undecided
	}
	var q Position // not in the loop, where it would be allocated
	var list [usualMoves]Move
	for _, x := range m.appendAll(list[:0]) {
		q = p.Play(x)
		if a := l.follow(&q, plies-1, forced); a != No {
			return a
		}
	}
	return No
}

// usualMoves is more moves than any position has that was ever played.
const usualMoves = 256

// blocked reports whether each of White's pawns has something before it on its
// file, and none of his knights, rooks and queens can move. Others can mate,
// with hardly an exception.
func (p *Position) blocked() bool {
	own, occupied := p.colors[White], p.colors[White]|p.colors[Black]
	for pawns := own & p.kinds[Pawn]; pawns != 0; {
		if filesAhead(pawns.Pop().Set())&occupied == 0 {
			return false
		}
	}
	for men := own & (p.kinds[Knight] | p.kinds[Rook] | p.kinds[Queen]); men != 0; {
		s := men.Pop()
		if reach(p.board[s&63].Kind(), s, occupied)&^own != 0 {
			return false
		}
	}
	return true
}

// filesAhead is all squares above the given ones on their files.
func filesAhead(s Set) Set {
	s <<= 8
	s |= s << 8
	s |= s << 16
	return s | s<<32
}
