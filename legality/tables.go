package legality

import "github.com/boardd/boardd/legality/placement"

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

// from is the square one step away, NoSquare beyond the edge.
func (d step) from(s Square) Square {
	file, rank := s.File()+d.file, s.Rank()+d.rank
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return placement.MakeSquare(file, rank)
}

// line is the set of squares reached by repeating the step, or its opposite.
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

// makeRankAttacks answers, for the six inner squares of a rank as a number and
// the file of a rook on it, which squares of the rank the rook attacks.
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
