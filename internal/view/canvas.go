package view

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// canvas is a grid of cells to draw on. It cuts off what does not fit, so that no line is
// wider than the canvas.
type canvas struct {
	style         Style
	glyphs        *glyphs
	width, height int
	cells         []cell
}

// cell is one column of one line.
type cell struct {
	text string // the sign in the cell; empty: a blank; tail: the second half of a wide sign
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

// text writes a line into the columns from x on and below limit, and cuts it with an
// ellipsis if it is too long. It returns the column after the line.
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

// measure returns how many columns a text takes.
func (c *canvas) measure(s string) int { return widthOf(c.style.signs(s)) }

// String returns the lines of the picture, without a newline after the last, and without
// invisible blanks at their ends.
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

// colour is an index into palette.
type colour uint8

// The colours. Colours of text are the terminal's own: they suit a dark theme and a light
// one. Colours of the board are those of palette.
const (
	plain colour = iota
	red
	green
	yellow
	magenta
	cyan
	paper // on a banner
	whitePiece
	blackPiece
	shadow // of a piece in the air
	lightSquare
	darkSquare
	lightLast
	darkLast
	lightSettling
	darkSettling
	lightIllegal
	darkIllegal
	lightDiffer
	darkDiffer
)

// shade is one colour at three depths. If rgb is own, every depth uses the terminal's basic
// colour.
type shade struct {
	rgb     int32 // 0xRRGGBB
	indexed uint8 // of xterm's 256
	basic   uint8 // 0 to 15
}

const own = -1

// palette is chosen so that pieces of both colours stand out from both squares: white on the
// light square has a contrast of 2.7 to 1, black on the dark one of 4.1, as
// WCAG 2 reckons it.
var palette = [...]shade{
	red:           {own, 0, 1},
	green:         {own, 0, 2},
	yellow:        {own, 0, 3},
	magenta:       {own, 0, 5},
	cyan:          {own, 0, 6},
	paper:         {own, 0, 15},
	whitePiece:    {0xffffff, 231, 15},
	blackPiece:    {0x000000, 16, 0},
	shadow:        {0x6b4208, 94, 0},
	lightSquare:   {0x8ca2b0, 109, 6},
	darkSquare:    {0x5a7184, 66, 2},
	lightLast:     {0xb0b04c, 143, 3},
	darkLast:      {0x878a2c, 100, 3},
	lightSettling: {0xa3b088, 144, 3},
	darkSettling:  {0x748563, 101, 3},
	lightIllegal:  {0xd0604e, 167, 1},
	darkIllegal:   {0xb04535, 131, 1},
	lightDiffer:   {0xe09a45, 179, 5},
	darkDiffer:    {0xc07a28, 172, 5},
}

// attribute is a set of properties of text besides its colour.
type attribute uint8

const (
	bold attribute = 1 << iota
	faint
	italic
	reversed
)

// codes are the parameters of SGR (ECMA-48, 8.3.117) for the attributes, in
// the order of their bits.
var codes = [...]string{"1", "2", "3", "7"}

// ink is the colours and attributes of a cell. The zero value is the terminal's own.
type ink struct {
	fore, back colour
	attribute
}

// appendSGR writes the escape sequence that turns any ink into this one.
func (k ink) appendSGR(dst []byte, d Depth) []byte {
	dst = append(dst, "\x1b["...)
	if k.at(d) == (ink{}) {
		return append(dst, 'm')
	}
	dst = append(dst, '0')
	for i, code := range codes {
		if k.attribute&(1<<i) != 0 {
			dst = append(append(dst, ';'), code...)
		}
	}
	if d >= Basic {
		dst = appendColour(dst, k.fore, d, 30)
		dst = appendColour(dst, k.back, d, 40)
	}
	return append(dst, 'm')
}

// appendColour writes a colour as parameters of SGR; base is 30 for text and 40
// for what is behind it.
func appendColour(dst []byte, c colour, d Depth, base int64) []byte {
	if c == plain {
		return dst
	}
	s := palette[c]
	dst = append(dst, ';')
	switch {
	case d == TrueColor && s.rgb != own:
		dst = append(strconv.AppendInt(dst, base+8, 10), ";2"...)
		for shift := 16; shift >= 0; shift -= 8 {
			dst = strconv.AppendInt(append(dst, ';'), int64(s.rgb>>shift&0xff), 10)
		}
	case d == Indexed && s.rgb != own:
		dst = append(strconv.AppendInt(dst, base+8, 10), ";5;"...)
		dst = strconv.AppendInt(dst, int64(s.indexed), 10)
	case s.basic >= 8:
		dst = strconv.AppendInt(dst, base+60+int64(s.basic)-8, 10)
	default:
		dst = strconv.AppendInt(dst, base+int64(s.basic), 10)
	}
	return dst
}

// at returns the ink without what a terminal of a depth cannot show.
func (k ink) at(d Depth) ink {
	if d < Mono {
		return ink{}
	}
	if d < Basic {
		k.fore, k.back = plain, plain
	}
	return k
}

// maxMarks is how many combining marks may stand on one sign: enough for any
// script, and no tower of them.
const maxMarks = 3

// sign is a character with its combining marks. It takes one cell or two.
type sign struct {
	text  string
	width int
	marks int
}

// signs splits a text into signs. A character that does not print, or that the style cannot
// show, becomes a question mark: the text comes from a network, and must not control the
// terminal.
func (s Style) signs(text string) []sign {
	var out []sign
	for _, r := range text {
		if !unicode.IsPrint(r) && !isVariation(r) || s.ASCII && r > unicode.MaxASCII {
			r = '?'
		}
		width := ansi.StringWidthWc(string(r))
		switch {
		case width > 0:
			out = append(out, sign{text: string(r), width: width})
		case len(out) > 0 && out[len(out)-1].marks < maxMarks:
			out[len(out)-1].text += string(r)
			out[len(out)-1].marks++
		}
	}
	return out
}

func isVariation(r rune) bool { return r == '\ufe0e' }

// widthOf returns how many columns signs take.
func widthOf(all []sign) int {
	width := 0
	for _, s := range all {
		width += s.width
	}
	return width
}

// cut returns as much of a text as fits. If that is not all, it ends in an ellipsis.
func (s Style) cut(text string, room int) []sign {
	all := s.signs(text)
	if widthOf(all) <= room {
		return all
	}
	end := s.signs(s.glyphs().ellipsis)
	end = end[:min(len(end), room)]
	kept, n := 0, 0
	for n < len(all) && kept+all[n].width <= room-len(end) {
		kept += all[n].width
		n++
	}
	return append(all[:n:n], end...)
}

// clean returns a text that is safe to write to a terminal, in at most so many columns.
func (s Style) clean(text string, room int) string {
	var b strings.Builder
	for _, sign := range s.cut(text, room) {
		b.WriteString(sign.text)
	}
	return b.String()
}
