package legality

import "math/bits"

// alongLine is what a slider attacks on one line that crosses each rank once,
// by hyperbola quintessence: subtracting the slider from the occupied squares
// flips the bits up to the first obstacle above it, and the same done on the
// board turned upside down gives those below.
func alongLine(s Square, occupied, line Set) Set {
	o := uint64(occupied & line)
	up := o - 1<<(s&63)
	down := bits.ReverseBytes64(bits.ReverseBytes64(o) - 1<<(s&63^56))
	return Set(up^down) & line
}

func alongRank(s Square, occupied Set) Set {
	shift := s & 56
	inner := occupied >> (shift + 1) & 63
	return Set(rankAttacks[inner<<3|Set(s&7)]) << shift
}

func bishopAttacks(s Square, occupied Set) Set {
	l := &linesOf[s&63]
	return alongLine(s, occupied, l.diagonal) | alongLine(s, occupied, l.anti)
}

func rookAttacks(s Square, occupied Set) Set {
	return alongLine(s, occupied, linesOf[s&63].file) | alongRank(s, occupied)
}

// lineThrough is the whole line through two squares but for the first, or
// nothing if they share none.
func lineThrough(a, b Square) Set {
	l := &linesOf[a&63]
	bit := Set(1) << (b & 63)
	switch {
	case l.file&bit != 0:
		return l.file
	case l.diagonal&bit != 0:
		return l.diagonal
	case l.anti&bit != 0:
		return l.anti
	case l.rank&bit != 0:
		return l.rank
	}
	return 0
}

// between is the set of squares that lie between two squares of one line.
func between(a, b Square) Set {
	low, high := min(a, b), max(a, b)
	return lineThrough(a, b) & (1<<(high&63) - 1) &^ (2<<(low&63) - 1)
}

// attackers is the set of by's men that attack a square when just the given
// squares are occupied. Men whose own square is not in occupied still count.
func (p *Position) attackers(s Square, by Color, occupied Set) Set {
	k := &p.kinds
	l := &linesOf[s&63]
	found := knightAttacks[s&63]&k[Knight] | kingAttacks[s&63]&k[King] |
		pawnAttacks[by&1^1][s&63]&k[Pawn]
	if straight := k[Rook] | k[Queen]; l.straight&straight&p.colors[by&1] != 0 {
		found |= rookAttacks(s, occupied) & straight
	}
	if slanted := k[Bishop] | k[Queen]; l.slanted&slanted&p.colors[by&1] != 0 {
		found |= bishopAttacks(s, occupied) & slanted
	}
	return found & p.colors[by&1]
}

// Attackers is the set of by's men that attack a square in the sense of
// Articles 3.1.2 and 3.1.3: a pinned man attacks too. En passant is no attack
// on a square.
func (p *Position) Attackers(s Square, by Color) Set {
	if s >= NoSquare {
		return 0
	}
	return p.attackers(s, by, p.colors[0]|p.colors[1])
}

// Attacked reports whether any man of the given colour attacks a square.
func (p *Position) Attacked(s Square, by Color) bool { return p.Attackers(s, by) != 0 }

// InCheck reports whether any king of c is attacked (3.9.1). Without a king
// there is no check.
func (p *Position) InCheck(c Color) bool {
	return p.anyAttacked(p.Kings(c), c.Other(), p.colors[0]|p.colors[1])
}

func (p *Position) anyAttacked(squares Set, by Color, occupied Set) bool {
	for squares != 0 {
		if p.attackers(squares.Pop(), by, occupied) != 0 {
			return true
		}
	}
	return false
}
