package legality

// mobility holds, for every man on the board, the squares where it may ever
// stand, rather too many than too few, to show that a player cannot mate. The
// method is that of M. Ambrona, A Practical Algorithm for Chess Unwinnability
// (FUN 2022); the rules were found anew, each with its reason.
//
// It begins with every man at home for ever and lets in what follows from
// that, until nothing changes. The result holds for all lines of legal moves
// that end with the winner mating: take the first move of one that is not
// foreseen. Before it every man stood where it may, so that the reason for
// which the move was left out holds in fact: the move is illegal, or ends the
// game at once in another way.
//
// The winner is White, the loser Black.
type mobility struct {
	men     [maxMen]mobileMan
	n       int
	kings   [2]int // where in men
	steady  [2]Set // homes of a side's men that never leave them and are never captured
	closed  [2]Set // those of them that no enemy can enter
	prey    [2]Set // where a side's men can be captured
	guarded [2]Set // what a side attacks at all times: no enemy king goes there
	ever    Set    // what is ever occupied
	doubt   int    // the first man found to be captured at home, or nobody
	queens  bool   // a pawn of the winner promotes
}

// The players' parts in the question.
const (
	winner = White
	loser  = Black
)

// nobody is the index of no man.
const nobody = -1

// mobileMan is a man with where it may stand.
type mobileMan struct {
	home     Set
	squares  Set
	takes    Set // the squares where it may arrive by a capture
	kind     Kind
	side     Color
	victim   bool // it may be captured
	promotes bool
	fate     fate
}

// fate is what is assumed of a man where two cases are told apart.
type fate uint8

const (
	anyFate fate = iota
	kept         // it is not captured before its first move
	taken        // it is captured before its first move
)

// stays reports whether a man never leaves its square.
func (m *mobileMan) stays() bool { return m.squares == m.home && !m.promotes }

// steady reports whether a man stands on its square for ever.
func (m *mobileMan) steady() bool { return m.stays() && !m.victim }

// mobilityCases is how many men in turn are taken to be captured at home or
// not, where that is left open.
const mobilityCases = 3

// cannotMateByMobility reports whether the squares that men may ever reach rule
// out that White mates.
func (p *Position) cannotMateByMobility() bool {
	if p.ep != 0 {
		return false
	}
	var r mobility
	r.load(p)
	return r.excludesMate(mobilityCases)
}

// excludesMate settles the men and reports whether that rules out a mate. If it
// does not, but a man was found that may be captured at home, it tells two cases
// apart: that the man is captured before its first move, or that it is not.
func (r *mobility) excludesMate(cases int) bool {
	start := *r
	r.settle()
	if r.cannotMate() {
		return true
	}
	if r.doubt == nobody || cases == 0 {
		return false
	}
	var assumed mobility
	for _, f := range [...]fate{kept, taken} {
		assumed = start
		assumed.men[r.doubt].fate = f
		if !assumed.excludesMate(cases - 1) {
			return false
		}
	}
	return true
}

// load puts the men of a position in place.
func (r *mobility) load(p *Position) {
	r.n, r.doubt = 0, nobody
	for men := p.colors[winner] | p.colors[loser]; men != 0 && r.n < maxMen; r.n++ {
		s := men.Pop()
		man := p.board[s&63]
		r.men[r.n] = mobileMan{home: s.Set(), squares: s.Set(), kind: man.Kind(), side: man.Color() & 1}
		if man.Kind() == King {
			r.kings[man.Color()&1] = r.n
		}
	}
	for rooks := p.rights; rooks != 0; {
		r.castle(p, rooks.Pop())
	}
}

// castle lets a king and a rook that may castle stand where that puts them.
func (r *mobility) castle(p *Position, rook Square) {
	king := p.castlingKing(p.board[rook&63].Color())
	m := MakeCastling(king, rook)
	for i := range r.n {
		switch r.men[i].home {
		case king.Set():
			r.men[i].squares |= m.KingTo().Set()
		case rook.Set():
			r.men[i].squares |= m.RookTo().Set()
		}
	}
}

// settle lets the men move until nothing changes, or a pawn of the winner
// promotes: then he may well mate.
func (r *mobility) settle() {
	for changed := true; changed && !r.queens; {
		r.derive()
		changed = false
		for i := range r.n {
			changed = r.spread(i) || changed
		}
		for i := range r.n {
			changed = r.expose(i) || changed
		}
	}
}

// derive works out, from where each man may stand, what that means for others.
func (r *mobility) derive() {
	r.steady, r.closed, r.prey, r.guarded, r.ever = [2]Set{}, [2]Set{}, [2]Set{}, [2]Set{}, 0
	for i := range r.n {
		m := &r.men[i]
		r.ever |= m.squares
		protected := m.kind == King || m.fate == kept && m.stays()
		if !protected {
			r.prey[m.side] |= m.squares
		}
		if m.steady() {
			r.steady[m.side] |= m.home
			if protected {
				r.closed[m.side] |= m.home
			}
		}
	}
	r.guarded[winner] = r.guardedWithout(winner, nobody, r.ever)
	r.guarded[loser] = r.guardedWithout(loser, nobody, r.ever)
}

// guardedWithout is the squares that the men of a side, but for one, attack at
// all times when no more than the given squares is ever occupied.
func (r *mobility) guardedWithout(side Color, without int, occupied Set) Set {
	var found Set
	for i := range r.n {
		if m := &r.men[i]; m.side == side && i != without && !m.victim && !m.promotes {
			found |= m.always(occupied)
		}
	}
	return found
}
