package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
)

// man is one of the men on the table: a number that he keeps wherever he goes.
// nobody is no man.
type man int

const nobody man = 0

// act is that from some moment on another man, or nobody, stands on a square.
type act struct {
	at     int64
	square placement.Square
	man    man
}

// table is the men, where they stand as far as the game has been planned, and
// all acts so far. Acts of two players who do things at the same time are in
// the order of planning, not of time; they never concern the same square.
type table struct {
	pieces []placement.Piece // by man
	dead   []int64           // by man: from when on his tag is dead; 0 never
	stand  [64]man
	acts   []act
}

// setUp puts a placement on the table.
func (t *table) setUp(p *placement.Placement) {
	*t = table{pieces: []placement.Piece{placement.Empty}, dead: []int64{0}}
	for sq, piece := range p {
		if piece != placement.Empty {
			t.stand[sq] = t.newMan(piece)
		}
	}
}

func (t *table) newMan(piece placement.Piece) man {
	t.pieces, t.dead = append(t.pieces, piece), append(t.dead, 0)
	return man(len(t.pieces) - 1)
}

// set is the only way in which anything on the table changes.
func (t *table) set(at int64, sq placement.Square, m man) {
	t.stand[sq] = m
	t.acts = append(t.acts, act{at, sq, m})
}

func (t *table) on(sq placement.Square) placement.Piece { return t.pieces[t.stand[sq]] }

func (t *table) empty(sq placement.Square) bool { return t.stand[sq] == nobody }

// fetch is a man of a kind that stands beside the board: one that was captured
// or a spare one.
func (t *table) fetch(piece placement.Piece) man {
	for m := 1; m < len(t.pieces); m++ {
		if t.pieces[m] == piece && !slices.Contains(t.stand[:], man(m)) {
			return man(m)
		}
	}
	return t.newMan(piece)
}

// reading is what a sensor names when it looks at a man at some moment.
func (t *table) reading(m man, at int64) placement.Piece {
	if t.dead[m] > 0 && at >= t.dead[m] {
		return placement.Empty
	}
	return t.pieces[m]
}

// around is the squares next to a square, in order.
func around(sq placement.Square) []placement.Square {
	var near []placement.Square
	for rank := max(0, sq.Rank()-1); rank <= min(7, sq.Rank()+1); rank++ {
		for file := max(0, sq.File()-1); file <= min(7, sq.File()+1); file++ {
			if s := placement.MakeSquare(file, rank); s != sq {
				near = append(near, s)
			}
		}
	}
	return near
}

// between is the squares that lie on a straight line between two, in order
// from the first; none if they are on no line.
func between(from, to placement.Square) []placement.Square {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	if files != 0 && ranks != 0 && files != ranks && files != -ranks {
		return nil
	}
	var way []placement.Square
	for n := 1; n < max(files, -files, ranks, -ranks); n++ {
		way = append(way, placement.MakeSquare(from.File()+n*sign(files), from.Rank()+n*sign(ranks)))
	}
	return way
}

func sign(n int) int { return max(-1, min(1, n)) }
