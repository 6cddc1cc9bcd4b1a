package legality

import (
	"math/bits"

	"github.com/boardd/boardd/legality/placement"
)

// alongLine returns what a slider attacks on one line that crosses each rank once, by
// hyperbola quintessence. Subtracting the slider from the occupied squares flips the bits
// up to the first obstacle above it; the same on the board turned upside down gives those
// below.
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

// lineThrough returns the whole line through two squares except the first; nothing if they
// share none.
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

// between returns the set of squares that lie between two squares of one line.
func between(a, b Square) Set {
	low, high := min(a, b), max(a, b)
	return lineThrough(a, b) & (1<<(high&63) - 1) &^ (2<<(low&63) - 1)
}

// attackers returns the set of by's pieces that attack a square when just the given
// squares are occupied. Pieces whose own square is not in occupied still count.
func (p *Position) attackers(s Square, by Color, occupied Set) Set {
	return p.attackersAmong(p.colors[by&1], s, occupied)
}

// allAttackers returns those of both players.
func (p *Position) allAttackers(s Square, occupied Set) Set {
	return p.attackersAmong(p.colors[White]|p.colors[Black], s, occupied)
}

// attackersAmong returns those of some pieces.
func (p *Position) attackersAmong(pieces Set, s Square, occupied Set) Set {
	k := &p.kinds
	l := &linesOf[s&63]
	found := knightAttacks[s&63]&k[Knight] | kingAttacks[s&63]&k[King] |
		(pawnAttacks[Black][s&63]&p.colors[White]|pawnAttacks[White][s&63]&p.colors[Black])&k[Pawn]
	if straight := k[Rook] | k[Queen]; l.straight&straight&pieces != 0 {
		found |= rookAttacks(s, occupied) & straight
	}
	if slanted := k[Bishop] | k[Queen]; l.slanted&slanted&pieces != 0 {
		found |= bishopAttacks(s, occupied) & slanted
	}
	return found & pieces
}

// Attackers returns the set of by's pieces that attack a square in the sense of
// Articles 3.1.2 and 3.1.3: a pinned piece attacks too. En passant is no attack
// on a square.
func (p *Position) Attackers(s Square, by Color) Set {
	if s >= NoSquare {
		return 0
	}
	return p.attackers(s, by, p.colors[0]|p.colors[1])
}

// Attacked reports whether any piece of the given colour attacks a square.
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

// The tables below hold 9 kB and are computed at start; they never change.

// lines holds the empty-board lines through a square, without that square.
type lines struct {
	rank, file, diagonal, anti Set
	straight, slanted          Set // rank and file together, diagonals together
}

var (
	linesOf       = makeLines()
	rankAttacks   = makeRankAttacks()
	knightAttacks = makeLeaper([]step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
	kingAttacks   = makeLeaper([]step{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}})
	pawnAttacks   = [2][64]Set{makeLeaper([]step{{-1, 1}, {1, 1}}), makeLeaper([]step{{-1, -1}, {1, -1}})}
)

// step is a step over the board in files and ranks.
type step struct{ file, rank int }

// from returns the square one step away, NoSquare beyond the edge.
func (d step) from(s Square) Square {
	file, rank := s.File()+d.file, s.Rank()+d.rank
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return placement.MakeSquare(file, rank)
}

// line returns the set of squares reached by repeating the step, or its opposite.
func (d step) line(s Square) Set {
	var set Set
	for q := d.from(s); q != NoSquare; q = d.from(q) {
		set |= q.Set()
	}
	back := step{-d.file, -d.rank}
	for q := back.from(s); q != NoSquare; q = back.from(q) {
		set |= q.Set()
	}
	return set
}

func makeLeaper(steps []step) (table [64]Set) {
	for s := range table {
		for _, d := range steps {
			table[s] |= d.from(Square(s)).Set()
		}
	}
	return table
}

func makeLines() (table [64]lines) {
	for s := range table {
		q := Square(s)
		l := lines{rank: step{1, 0}.line(q), file: step{0, 1}.line(q), diagonal: step{1, 1}.line(q), anti: step{1, -1}.line(q)}
		l.straight, l.slanted = l.rank|l.file, l.diagonal|l.anti
		table[s] = l
	}
	return table
}

// makeRankAttacks makes the table of the squares of a rank that a rook attacks. The
// index holds the occupied ones of the six inner squares, then the rook's file.
func makeRankAttacks() (table [512]uint8) {
	for i := range table {
		occupied, file := i>>3<<1, i&7
		for f := file + 1; f < 8; f++ {
			if table[i] |= 1 << f; occupied>>f&1 == 1 {
				break
			}
		}
		for f := file - 1; f >= 0; f-- {
			if table[i] |= 1 << f; occupied>>f&1 == 1 {
				break
			}
		}
	}
	return table
}
