package hands

import "github.com/boardd/boardd/legality/placement"

// side is the length of a square's side in tenths of a millimetre: 55 mm, as on
// tournament boards.
const side = 550

// edge is the length of the board's side.
const edge = 8 * side

// point is a place on the table in tenths of a millimetre from the board's corner
// at a1: x along the ranks, y along the files.
type point struct{ x, y int64 }

func centre(sq placement.Square) point {
	return point{int64(sq.File())*side + side/2, int64(sq.Rank())*side + side/2}
}

func (p point) plus(x, y int64) point { return point{p.x + x, p.y + y} }

// toward returns the point on the way from p to q at part/of of its length.
func (p point) toward(q point, part, of int64) point {
	return point{p.x + (q.x-p.x)*part/of, p.y + (q.y-p.y)*part/of}
}

// square returns the square under a point; NoSquare beside the board.
func (p point) square() placement.Square {
	if p.x < 0 || p.y < 0 || p.x >= edge || p.y >= edge {
		return placement.NoSquare
	}
	return placement.MakeSquare(int(p.x/side), int(p.y/side))
}

// column returns the file or rank of a coordinate; beside the board it is below 0
// or above 7.
func column(n int64) int { return int((n+20*side)/side) - 20 }

// squaresFrom returns the distance from p to q in steps of a king.
func (p point) squaresFrom(q point) int64 {
	return (max(abs(p.x-q.x), abs(p.y-q.y)) + side/2) / side
}

func abs(n int64) int64 { return max(n, -n) }

// tipped is the mean height of the foot of a piece that lies or leans, in tenths
// of a millimetre.
const tipped = 260

// spot is the place of a piece at a moment. Between two spots the piece moves
// evenly.
type spot struct {
	at    int64 // ms
	where point
	high  int64 // of the foot above the board
}

// piece is a physical piece. Its track begins at time 0 and has no gap: a piece
// is always somewhere, and at one place only.
type piece struct {
	kind  placement.Piece
	named bool // the board knows its tag
	track []spot
}

// last returns the end of the track; the piece rests there.
func (p *piece) last() spot { return p.track[len(p.track)-1] }

// free returns the earliest time at which another hand can take the piece.
func (p *piece) free() int64 { return p.last().at }

// stay lets the piece rest until a time.
func (p *piece) stay(until int64) {
	if end := p.last(); end.at < until {
		end.at = until
		p.track = append(p.track, end)
	}
}

// move moves the piece to a place by a time, or at once if that time has passed.
func (p *piece) move(at int64, where point, high int64) {
	p.track = append(p.track, spot{max(at, p.free()+1), where, high})
}

// at returns where the piece is at a time, given the index of a spot at or before
// that time.
func (p *piece) at(t int64, from int) spot {
	a := p.track[from]
	if from+1 == len(p.track) {
		return spot{t, a.where, a.high}
	}
	b := p.track[from+1]
	part, of := t-a.at, b.at-a.at
	return spot{t, a.where.toward(b.where, part, of), a.high + (b.high-a.high)*part/of}
}
