package view

import "github.com/boardd/boardd/legality/placement"

// Size of a square of the large form in pixels, of which a cell has two, one
// above the other. A pixel is about as high as it is wide.
const (
	squareWidth  = 9
	squareHeight = 8
)

// sprites are the pieces as they are drawn on squares so large that a glyph would
// be lost on them, by kind and, last, one whose kind is not known.
var sprites = [8][7]string{
	placement.Pawn: {
		".......",
		"...#...",
		"..###..",
		"..###..",
		"...#...",
		"..###..",
		".#####.",
	},
	placement.Knight: {
		"...#.#.",
		"..####.",
		".##.###",
		"#######",
		"##.####",
		"...####",
		".######",
	},
	placement.Bishop: {
		"...#...",
		"..##...",
		".##.##.",
		".#####.",
		"..###..",
		"...#...",
		".#####.",
	},
	placement.Rook: {
		".#.#.#.",
		".#####.",
		"..###..",
		"..###..",
		"..###..",
		".#####.",
		".#####.",
	},
	placement.Queen: {
		"#..#..#",
		"#.###.#",
		"#######",
		".#####.",
		"..###..",
		".#####.",
		"#######",
	},
	placement.King: {
		"...#...",
		"..###..",
		"...#...",
		"###.###",
		"#######",
		".#####.",
		".#####.",
	},
	7: {
		".......",
		"..###..",
		".#####.",
		".#####.",
		".#####.",
		"..###..",
		".......",
	},
}

// spriteOf is the sprite of a piece; empty for no piece.
func spriteOf(p placement.Piece) *[7]string {
	if p == placement.Unknown {
		return &sprites[len(sprites)-1]
	}
	return &sprites[p.Kind()]
}

// pixel is the colour of a pixel of a square, counted from its left upper corner.
func (l look) pixel(x, y int, light bool) colour {
	rows := spriteOf(l.piece)
	if x, y := x-1, y-1; x >= 0 && y >= 0 && y < len(rows) && x < len(rows[y]) && rows[y][x] == '#' {
		return l.ink(light).fore
	}
	return l.back(light)
}

// drawLarge draws squares of 9 by 4 cells, with pieces made of pixels.
func drawLarge(c *canvas, x, y int, s *scene) {
	for q := range placement.Square(64) {
		l := s.looks[q]
		left, top := x+squareWidth*q.File(), y+squareHeight/2*(7-q.Rank())
		for cell := range squareWidth * squareHeight / 2 {
			dx, dy := cell%squareWidth, cell/squareWidth
			upper, lower := l.pixel(dx, 2*dy, q.Light()), l.pixel(dx, 2*dy+1, q.Light())
			if upper == lower {
				c.put(left+dx, top+dy, " ", ink{back: lower})
				continue
			}
			c.put(left+dx, top+dy, "▀", ink{fore: upper, back: lower})
		}
		c.mark(left+squareWidth-1, top, q, l)
		c.label(x, top+1, q)
	}
	c.fileLabels(x, y+squareHeight/2*8, squareWidth/2, squareWidth)
}
