package hands

import "github.com/boardd/boardd/legality/placement"

// side is the side of a square, in tenths of a millimetre: 55 mm, as on
// tournament boards.
const side = 550

// edge is where the board ends, on the sides away from a1.
const edge = 8 * side

// point is a place on the table, from the corner of the board at a1, along the
// first rank and along the files, in tenths of a millimetre.
type point struct{ x, y int64 }

func centre(sq placement.Square) point {
	return point{int64(sq.File())*side + side/2, int64(sq.Rank())*side + side/2}
}

func (p point) plus(x, y int64) point { return point{p.x + x, p.y + y} }

// toward is the point a part of the way from p to q.
func (p point) toward(q point, part, of int64) point {
	return point{p.x + (q.x-p.x)*part/of, p.y + (q.y-p.y)*part/of}
}

// square is the square under a point, NoSquare beside the board.
func (p point) square() placement.Square {
	if p.x < 0 || p.y < 0 || p.x >= edge || p.y >= edge {
		return placement.NoSquare
	}
	return placement.MakeSquare(int(p.x/side), int(p.y/side))
}

// column is the file or rank of a coordinate; beside the board -1 or less, 8 or
// more.
func column(n int64) int { return int((n+20*side)/side) - 20 }

// squaresFrom is how many squares q is away from p, as a king goes.
func (p point) squaresFrom(q point) int64 {
	return (max(abs(p.x-q.x), abs(p.y-q.y)) + side/2) / side
}

func abs(n int64) int64 { return max(n, -n) }

// tipped is the height at which a piece counts that lies or leans: its foot is off
// the board by so much, in the mean.
const tipped = 260

// spot is where a piece is at a moment. Between two spots it moves evenly.
type spot struct {
	at    int64 // ms
	where point
	high  int64 // the foot, over the board
}

// piece is a physical piece. Its track begins at time 0 and has no gap: a piece
// is always somewhere, and at one place only.
type piece struct {
	kind  placement.Piece
	named bool // the board knows its tag
	track []spot
}

// last is where the track ends; the piece rests there.
func (p *piece) last() spot { return p.track[len(p.track)-1] }

// free is the earliest time at which somebody else can take the piece.
func (p *piece) free() int64 { return p.last().at }

// stay has the piece rest where it is until a time.
func (p *piece) stay(until int64) {
	if end := p.last(); end.at < until {
		end.at = until
		p.track = append(p.track, end)
	}
}

// move brings the piece to a place by a time; a time that has passed is now.
func (p *piece) move(at int64, where point, high int64) {
	p.track = append(p.track, spot{max(at, p.free()+1), where, high})
}

// at is where the piece is at a time, given the index of a spot at or before it.
func (p *piece) at(t int64, from int) spot {
	a := p.track[from]
	if from+1 == len(p.track) {
		return spot{t, a.where, a.high}
	}
	b := p.track[from+1]
	part, of := t-a.at, b.at-a.at
	return spot{t, a.where.toward(b.where, part, of), a.high + (b.high-a.high)*part/of}
}
