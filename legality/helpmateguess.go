package legality

// guesses is the number of ways to guess how near a position is to a mate, in a
// unit of which a ply is one. A guess need not be right, only better near the
// mate than elsewhere; what it misses the others find.
//
//   - byForce asks what White has to mate with, and what that needs next: a
//     pawn promoted, men of Black that block their own king.
//   - byCorner brings all men together in the corner where it is to happen.
//   - The third goes for captures and pawns' moves, so that blocked positions
//     change; it needs no guess.
//
// The weights were fitted to the adversarial half of the dead-position vectors
// and to positions of random games, by changing one after the other as long as
// fewer positions had to be looked at. They bear on speed alone.
const guesses = 3

// Weights of byForce. Each stage adds what keeps it behind the ones before it.
const (
	forceBlackKing = 6 // for each step to the corner
	forceWhiteKing = 8 // for each step to the square before the corner
	forceFlight    = 1 // for each square to which Black's king can go
	forceMan       = 5 // for each man of Black
	forceMajor     = 2 // for each step from Black's king to the nearest queen or rook

	forcePawns       = 13 // no queen or rook
	forcePawnStep    = 7  // for each step of the best pawn to promotion
	forcePawnOwn     = 2  // for each man in its way
	forcePawnEnemy   = 6  // the same, more if it is Black's
	forcePawnCapture = 14 // for each step of the king to the nearest man in its way

	forceMinors = 56 // no pawn
	forceMinor  = 2  // for each step to Black's king

	forceBlocked = 84 // what is left mates only a king that its own men block
	forceBlock   = 3  // for each step of the nearest of those to the corner
)

// byForce guesses by the strongest kind of men that White has left.
func (h *helpmate) byForce(p *Position) int {
	own, other := p.colors[White], p.colors[Black]
	king := p.Kings(Black).First()
	toCorner, corner := p.kingsToCorner(h.corners, forceBlackKing, forceWhiteKing)
	v := toCorner + forceFlight*p.flights(king) + forceMan*other.Len()
	majors := own & (p.kinds[Queen] | p.kinds[Rook])
	minors := own & (p.kinds[Bishop] | p.kinds[Knight])
	switch {
	case majors != 0:
		return v + forceMajor*nearestOf(king, majors)
	case own&p.kinds[Pawn] != 0:
		return v + forcePawns + p.toPromotion()
	case p.mateBareKing(minors):
		return v + forceMinors + forceMinor*distances(king, minors)
	}
	// Black's men are of use.
	return v - forceMan*other.Len() + forceBlocked +
		forceBlock*p.toBlock(corner) + forceMinor*nearestOf(corner, minors)
}

// Weights of byCorner.
const (
	cornerKing     = 5 // for each step of either king
	cornerMan      = 11
	cornerPawnStep = 3 // for each step of each pawn to promotion
	cornerBlock    = 2
	cornerPiece    = 2 // for each step of each piece of White
)

// byCorner guesses by the distance of all men from a corner on Black's side.
func (h *helpmate) byCorner(p *Position) int {
	own, other := p.colors[White], p.colors[Black]
	v, corner := p.kingsToCorner(h.corners&lastRank[White], cornerKing, cornerKing)
	v += cornerMan*other.Len() + cornerBlock*min(p.toBlock(corner), 9)
	for pawns := own & p.kinds[Pawn]; pawns != 0; {
		v += cornerPawnStep * filesAhead(pawns.Pop().Set()).Len()
	}
	for men := own &^ p.kinds[King] &^ p.kinds[Pawn]; men != 0; {
		v += cornerPiece * max(0, distance(men.Pop(), corner)-2)
	}
	return v
}

// kingsToCorner is the weighted steps that the kings are away from where a king
// is mated in a corner, and the best of the corners for it.
func (p *Position) kingsToCorner(corners Set, black, white int) (best int, corner Square) {
	own, other := p.Kings(White).First(), p.Kings(Black).First()
	best = ranks
	for corners != 0 {
		at := corners.Pop()
		before := at ^ 9 // one step towards the middle, on file and rank
		if v := black*distance(other, at) + white*max(0, distance(own, before)-1); v < best {
			best, corner = v, at
		}
	}
	return best, corner
}

// toPromotion is the weighted way of White's best pawn.
func (p *Position) toPromotion() int {
	own, other := p.colors[White], p.colors[Black]
	king := p.Kings(White).First()
	best := ranks
	for pawns := own & p.kinds[Pawn]; pawns != 0; {
		way := filesAhead(pawns.Pop().Set())
		v := forcePawnStep*way.Len() + forcePawnOwn*(way&own).Len() + forcePawnEnemy*(way&other).Len()
		if victims := way & other &^ p.kinds[King]; victims != 0 {
			v += forcePawnCapture * nearestOf(king, victims)
		}
		best = min(best, v)
	}
	return best
}

// toBlock is how far Black's nearest man is from standing beside the corner; a
// pawn has to be promoted first.
func (p *Position) toBlock(corner Square) int {
	best := 99
	for men := p.colors[Black] &^ p.kinds[King]; men != 0; {
		s := men.Pop()
		switch p.board[s&63].Kind() {
		case Pawn:
			best = min(best, s.Rank()+2)
		case Knight:
			best = min(best, distance(s, corner^1))
		default:
			best = min(best, distance(s, corner)-1)
		}
	}
	return best
}

// mateBareKing reports whether such knights and bishops, with their king, can
// mate a bare one.
func (p *Position) mateBareKing(minors Set) bool {
	bishops := minors & p.kinds[Bishop]
	return minors&(minors-1) != 0 &&
		(minors != bishops || bishops&lightSquares != 0 && bishops&^lightSquares != 0)
}

// flights is the number of squares to which the king on a square could go.
func (p *Position) flights(king Square) int {
	c := p.board[king&63].Color() & 1
	without := (p.colors[0] | p.colors[1]) &^ king.Set()
	n := 0
	for to := kingAttacks[king&63] &^ p.colors[c]; to != 0; {
		if p.attackers(to.Pop(), c^1, without) == 0 {
			n++
		}
	}
	return n
}

// matingCorners is the corners where Black is best mated: those of the colour of
// White's bishops, if it is one; if he has none, those that Black's do not attack.
func matingCorners(p *Position) Set {
	const corners Set = 1<<0 | 1<<7 | 1<<56 | 1<<63
	bishops, squares := p.Men(White, Bishop), lightSquares
	if bishops == 0 {
		bishops, squares = p.Men(Black, Bishop), ^lightSquares
	}
	switch {
	case bishops == 0:
		return corners
	case bishops&^lightSquares == 0:
		return corners & squares
	case bishops&lightSquares == 0:
		return corners &^ squares
	}
	return corners
}

// distance is the number of steps of a king from one square to another.
func distance(a, b Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}

// distances is the sum of the distances of some squares.
func distances(s Square, men Set) int {
	sum := 0
	for men != 0 {
		sum += distance(s, men.Pop())
	}
	return sum
}

// nearestOf is the distance of the nearest of some squares, 9 if there is none.
func nearestOf(s Square, men Set) int {
	best := 9
	for men != 0 {
		best = min(best, distance(s, men.Pop()))
	}
	return best
}
