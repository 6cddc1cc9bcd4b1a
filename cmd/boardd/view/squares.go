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
	large  = form{56, 24, Style.Coloured, drawLarge}
	medium = form{40, 17, func(s Style) bool { return s.Coloured() && !s.ASCII }, drawMedium}
	ruled  = form{33, 17, func(Style) bool { return true }, drawRuled}
	small  = form{24, 8, func(Style) bool { return true }, drawSmall}
)

// drawLarge draws squares of 7 by 3 cells.
func drawLarge(c *canvas, x, y int, s *scene) {
	for q := range placement.Square(64) {
		l := s.looks[q]
		left, top := x+7*q.File(), y+3*(7-q.Rank())
		for row := range 3 {
			c.fill(left, top+row, left+7, " ", ink{back: l.back(q.Light())})
		}
		c.man(left+3, top+1, q, l)
		c.label(x, top+1, q)
	}
	c.fileLabels(x, y+24, 3, 7)
}

// drawMedium draws squares of 5 by 2 cells. So that the man stands in the
// middle, a square begins and ends in the middle of a cell.
func drawMedium(c *canvas, x, y int, s *scene) {
	for q := range placement.Square(64) {
		l := s.looks[q]
		left, row := x+5*q.File(), y+2*(7-q.Rank())+1
		c.fill(left, row, left+5, " ", ink{back: l.back(q.Light())})
		c.man(left+2, row, q, l)
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

// man draws the man on a square, and how the square differs.
func (c *canvas) man(x, y int, q placement.Square, l look) {
	k := l.ink(q.Light())
	c.text(x, y, x+1, c.glyphs.sign(l.man), k)
	k.fore = blackMan
	switch l.mark {
	case lifted:
		c.put(x+1, y, c.glyphs.lifted, k)
	case stray:
		c.put(x+1, y, c.glyphs.stray, k)
	}
}

// drawRuled draws a board with lines between the squares.
func drawRuled(c *canvas, x, y int, s *scene) {
	for row := range 17 {
		for col := range 33 {
			c.put(x+col, y+row, c.rule(col, row), ink{attribute: faint})
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
func (c *canvas) rule(col, row int) string {
	switch {
	case row%2 == 0 && col%4 == 0:
		return c.glyphs.cross
	case row%2 == 0:
		return c.glyphs.line
	case col%4 == 0:
		return c.glyphs.bar
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

// face draws a square in 3 cells. Where there is no colour, brackets stand
// about the squares of the last move.
func (c *canvas) face(x, y int, q placement.Square, l look) {
	if c.style.Coloured() {
		c.fill(x, y, x+3, " ", ink{back: l.back(q.Light())})
		c.man(x+1, y, q, l)
		return
	}
	left, right := " ", " "
	if l.last != apart {
		left, right = "[", "]"
	}
	mid := c.glyphs.sign(l.man)
	switch {
	case l.mark == lifted:
		mid = c.glyphs.lifted
	case l.mark == stray:
		right = c.glyphs.stray
	case l.man == placement.Empty && !q.Light():
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
