package view

import "github.com/boardd/boardd/legality/placement"

// labels is the number of columns left of a board, for the ranks.
const labels = 3

// form is a way to draw a board. Its size is without the labels.
type form struct {
	width, height int
	fits          func(Style) bool
	draw          func(c *canvas, x, y int, s *scene)
}

// The forms. A cell of a terminal is about twice as high as it is wide, so all
// squares but those of the small form look nearly square.
var (
	large  = form{72, 32, Style.blocks, drawLarge}
	medium = form{40, 17, Style.blocks, drawMedium}
	ruled  = form{33, 17, func(Style) bool { return true }, drawRuled}
	small  = form{24, 8, func(Style) bool { return true }, drawSmall}
)

// drawMedium draws squares of 5 by 2 cells. So that the piece stands in the
// middle, a square begins and ends in the middle of a cell.
func drawMedium(c *canvas, x, y int, s *scene) {
	for q := range placement.Square(64) {
		l := s.looks[q]
		left, row := x+5*q.File(), y+2*(7-q.Rank())+1
		c.fill(left, row, left+5, " ", ink{back: l.back(q.Light())})
		c.piece(left+2, row, q, l)
		c.label(x, row, q)
		c.edge(left, row-1, q, s)
	}
	for file := range 8 {
		q := placement.MakeSquare(file, 0)
		c.fill(x+5*file, y+16, x+5*file+5, "▀", ink{fore: s.looks[q].back(q.Light())})
	}
	c.fileLabels(x, y+17, 2, 5)
}

// edge draws the upper edge of a square, which is the lower one of the square
// above it, if there is one.
func (c *canvas) edge(x, y int, q placement.Square, s *scene) {
	below := s.looks[q].back(q.Light())
	if q.Rank() == 7 {
		c.fill(x, y, x+5, "▄", ink{fore: below})
		return
	}
	above := q + 8
	c.fill(x, y, x+5, "▀", ink{fore: s.looks[above].back(above.Light()), back: below})
}

// piece draws the piece on a square, and how the square differs.
func (c *canvas) piece(x, y int, q placement.Square, l look) {
	c.text(x, y, x+1, c.glyphs.sign(l.piece), l.ink(q.Light()))
	c.mark(x+1, y, q, l)
}

// mark writes the sign for how a square differs, if it does.
func (c *canvas) mark(x, y int, q placement.Square, l look) {
	if l.mark != agrees {
		text := [...]string{lifted: c.glyphs.lifted, stray: c.glyphs.stray}[l.mark]
		c.put(x, y, text, ink{fore: blackPiece, back: l.back(q.Light()), attribute: bold})
	}
}

// drawRuled draws a board with lines between the squares.
func drawRuled(c *canvas, x, y int, s *scene) {
	for row := range 17 {
		for col := range 33 {
			c.put(x+col, y+row, c.glyphs.rule(col, row), ink{attribute: faint})
		}
	}
	for q := range placement.Square(64) {
		row := y + 2*(7-q.Rank()) + 1
		c.face(x+4*q.File()+1, row, q, s.looks[q])
		c.label(x, row, q)
	}
	c.fileLabels(x, y+17, 2, 4)
}

// rule is what stands in a cell of the lines between squares.
func (g *glyphs) rule(col, row int) string {
	crossings := &g.mid
	switch row {
	case 0:
		crossings = &g.top
	case 16:
		crossings = &g.bottom
	}
	switch {
	case row%2 == 0 && col%4 == 0:
		return crossings[min(col, 1)+col/32]
	case row%2 == 0:
		return g.line
	case col%4 == 0:
		return g.bar
	}
	return ""
}

// drawSmall draws squares of 3 cells in one line.
func drawSmall(c *canvas, x, y int, s *scene) {
	for q := range placement.Square(64) {
		c.face(x+3*q.File(), y+7-q.Rank(), q, s.looks[q])
		c.label(x, y+7-q.Rank(), q)
	}
	c.fileLabels(x, y+8, 1, 3)
}

// frames stand about the squares of the last move where there is no colour.
var frames = [...][2]string{apart: {" ", " "}, settled: {"[", "]"}, settling: {"(", ")"}, illegal: {"x", "x"}}

// face draws a square in 3 cells.
func (c *canvas) face(x, y int, q placement.Square, l look) {
	if c.style.Coloured() {
		c.fill(x, y, x+3, " ", ink{back: l.back(q.Light())})
		c.piece(x+1, y, q, l)
		return
	}
	left, right := frames[l.last][0], frames[l.last][1]
	mid := c.glyphs.sign(l.piece)
	switch {
	case l.mark == lifted:
		mid = c.glyphs.lifted
	case l.mark == stray:
		right = c.glyphs.stray
	case l.piece == placement.Empty && !q.Light():
		mid = c.glyphs.dark
	}
	c.put(x, y, left, ink{})
	c.text(x+1, y, x+2, mid, ink{attribute: bold})
	c.put(x+2, y, right, ink{})
}

// label writes the rank left of a square on the a-file.
func (c *canvas) label(x, y int, q placement.Square) {
	if q.File() == 0 {
		c.put(x-2, y, string(rune('1'+q.Rank())), ink{attribute: faint})
	}
}

// fileLabels writes the files under a board, the first and then one every few
// columns.
func (c *canvas) fileLabels(x, y, first, every int) {
	for file := range 8 {
		c.put(x+first+every*file, y, string(rune('a'+file)), ink{attribute: faint})
	}
}
