package view

import "strings"

// canvas is a grid of cells to draw on. What does not fit on it is not drawn,
// so that no line can be longer than it is wide.
type canvas struct {
	style         Style
	glyphs        *glyphs
	width, height int
	cells         []cell
}

// cell is one column of one line.
type cell struct {
	text string // what stands in it; empty is a blank, and tail the second half of a wide sign
	ink  ink
}

// tail is the text of a cell that is covered by the wide sign before it.
const tail = "\x00"

func newCanvas(width, height int, style Style) *canvas {
	return &canvas{style, style.glyphs(), width, height, make([]cell, width*height)}
}

// put writes one sign that is one column wide.
func (c *canvas) put(x, y int, text string, k ink) {
	if x >= 0 && x < c.width && y >= 0 && y < c.height {
		c.cells[y*c.width+x] = cell{text, k}
	}
}

// text writes a line in the columns from x on and below limit, cut with an
// ellipsis if need be, and returns the column after it.
func (c *canvas) text(x, y, limit int, s string, k ink) int {
	limit = min(limit, c.width)
	if y < 0 || y >= c.height || x < 0 || x >= limit {
		return max(x, 0)
	}
	for _, sign := range c.style.cut(s, limit-x) {
		c.cells[y*c.width+x] = cell{sign.text, k}
		if sign.width == 2 {
			c.cells[y*c.width+x+1] = cell{tail, k}
		}
		x += sign.width
	}
	return x
}

// right writes a line that ends before the column limit, and begins at x at the
// earliest. It returns the column at which the line begins.
func (c *canvas) right(x, y, limit int, s string, k ink) int {
	at := max(x, limit-c.measure(s))
	c.text(at, y, limit, s, k)
	return at
}

// fill blanks out some columns of a line in a given ink.
func (c *canvas) fill(x, y, limit int, text string, k ink) {
	for ; x < limit; x++ {
		c.put(x, y, text, k)
	}
}

// paste draws another canvas on this one, its left upper corner at x and y.
func (c *canvas) paste(from *canvas, x, y int) {
	if x < 0 || x >= c.width {
		return
	}
	for row := range min(from.height, c.height-y) {
		line := from.cells[row*from.width:][:from.width]
		copy(c.cells[(y+row)*c.width+x:(y+row+1)*c.width], line)
	}
}

// measure is the number of columns that a text takes.
func (c *canvas) measure(s string) int { return widthOf(c.style.signs(s)) }

// String is the picture: its lines, without a newline after the last, and
// without blanks at the ends that nobody sees.
func (c *canvas) String() string {
	var out []byte
	for y := range c.height {
		if y > 0 {
			out = append(out, '\n')
		}
		out = c.appendLine(out, c.cells[y*c.width:(y+1)*c.width])
	}
	return string(out)
}

func (c *canvas) appendLine(dst []byte, line []cell) []byte {
	for len(line) > 0 && strings.Trim(line[len(line)-1].text, " ") == "" && c.invisible(line[len(line)-1].ink) {
		line = line[:len(line)-1]
	}
	var now ink
	for _, cell := range line {
		if want := cell.ink.at(c.style.Depth); want != now {
			dst, now = want.appendSGR(dst, c.style.Depth), want
		}
		switch cell.text {
		case "":
			dst = append(dst, ' ')
		case tail:
		default:
			dst = append(dst, cell.text...)
		}
	}
	if now != (ink{}) {
		dst = ink{}.appendSGR(dst, c.style.Depth)
	}
	return dst
}

// invisible reports whether a blank in this ink looks like nothing.
func (c *canvas) invisible(k ink) bool {
	k = k.at(c.style.Depth)
	return k.back == plain && k.attribute&reversed == 0
}
