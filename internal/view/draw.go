package view

// layout is how a picture is divided: a board with a player above and below it,
// the moves and the findings beside it, notes below.
//
//	header
//	alert
//	Black        Moves
//	board        …
//	files        Findings
//	White        …
//	notes
//	status
type layout struct {
	board     *form
	minWidth  int // of the terminal, for this layout to be taken
	minHeight int
	maxHeight int  // beyond this the picture does not grow
	side      int  // least width of what stands beside the board; below it nothing does
	low       bool // the board is, and the findings stand below it, not beside
}

// layouts are tried in this order.
var layouts = [...]layout{
	{board: &large, minWidth: 108, minHeight: 39, maxHeight: 44, side: 30},
	{board: &medium, minWidth: 72, minHeight: 23, maxHeight: 34, side: 26},
	{board: &ruled, minWidth: 64, minHeight: 23, maxHeight: 34, side: 24},
	{board: &small, minWidth: labels + 24 + 1, minHeight: 13, maxHeight: 30, side: 20, low: true},
}

// maxWidth is the width beyond which a picture does not grow: a line that is
// longer is hard to read.
const maxWidth = 150

// gap is the number of columns between the board and what stands beside it.
const gap = 2

// Draw makes a picture of a board for a terminal of a size in columns and
// lines. It has at most so many lines, joined by newlines, and none of them is
// wider. The larger the terminal, the more is shown; what matters most, alerts,
// the last move and the clocks, is shown in the smallest. The note ends the
// status line.
func Draw(b *Board, width, height int, style Style, note string) string {
	if width < 1 || height < 1 {
		return ""
	}
	return picture(b, width, height, style, note).String()
}

// picture is Draw, to be looked at or to be part of another picture.
func picture(b *Board, width, height int, style Style, note string) *canvas {
	width = min(width, maxWidth)
	for i := range layouts {
		l := &layouts[i]
		if width >= l.minWidth && height >= l.minHeight && l.board.fits(style) {
			c := newCanvas(width, min(height, l.maxHeight), style)
			l.draw(c, b, note)
			return c
		}
	}
	c := newCanvas(width, min(height, 8), style)
	drawTiny(c, b)
	return c
}

// area is a rectangle: columns from x on and below right, lines likewise.
type area struct{ x, y, right, bottom int }

func (l *layout) draw(c *canvas, b *Board, note string) {
	s := b.scene()
	const top = 3
	edge := labels + l.board.width
	under := top + l.board.height + 1 // White's line
	b.drawHeader(c, 0)
	b.drawAlerts(c, 1)
	b.drawPlayer(c, 2, edge, &s, black)
	l.board.draw(c, labels, top, &s)
	b.drawPlayer(c, under, edge, &s, white)
	bottom := c.height - 1
	beside := area{edge + gap, 2, c.width - 1, bottom}
	if beside.right-beside.x < l.side {
		beside.right = beside.x
	}
	below := area{0, under + 1, edge, bottom}
	if l.low || bottom-below.y < 3 { // few notes, which then have the whole width
		beside.bottom, below.right = under+1, c.width-1
	}
	if l.low {
		b.drawMoves(c, beside)
		b.drawBelow(c, below)
	} else {
		split := b.split(c, beside)
		b.drawMoves(c, area{beside.x, beside.y, beside.right, split})
		b.drawFindings(c, area{beside.x, split, beside.right, beside.bottom})
		b.drawNotes(c, below)
	}
	b.drawStatus(c, bottom, note)
}

// drawBelow draws a line of notes, and the findings if there is room.
func (b *Board) drawBelow(c *canvas, a area) {
	rest := a.y + 1
	b.drawNotes(c, area{a.x, a.y, a.right, min(rest, a.bottom)})
	if a.bottom-rest >= 2 {
		b.drawFindings(c, area{a.x + 1, rest, a.right, a.bottom})
	}
}

// drawTiny draws what matters most, for a terminal that no board fits in.
func drawTiny(c *canvas, b *Board) {
	s := b.scene()
	rows := []func(y int){
		func(y int) { b.drawAlerts(c, y) },
		func(y int) { b.drawLastMove(c, y) },
		func(y int) { b.drawPlayer(c, y, c.width, &s, white) },
		func(y int) { b.drawPlayer(c, y, c.width, &s, black) },
		func(y int) { b.drawStatus(c, y, "") },
		func(y int) { b.drawHeader(c, y) },
	}
	if len(b.alerts) == 0 {
		rows = rows[1:]
	}
	for y := range min(len(rows), c.height) {
		rows[y](y)
	}
}
