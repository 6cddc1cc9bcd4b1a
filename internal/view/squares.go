package view

import (
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/transport"
)

// scene is the visible state of a board: each square, and the side that has the
// move.
type scene struct {
	looks [64]look
	turn  placement.Color
	known bool // turn is known, and the game goes on
}

// look is the visible state of a square.
type look struct {
	piece placement.Piece
	mark  mark
	last  last
}

// mark is how a square differs from the game.
type mark uint8

const (
	agrees mark = iota
	lifted      // its piece is not there; it is drawn as a shadow
	stray       // the piece on it does not belong there
)

// last is whether a square belongs to the last move, and the state of that move.
type last uint8

const (
	apart last = iota
	settled
	settling
	illegal
)

// scene combines the game and the readings of the sensors.
func (b *Board) scene() scene {
	expected, turn, known := b.expected()
	s := scene{turn: turn, known: known && b.goesOn()}
	for q := range placement.Square(64) {
		s.looks[q] = b.look(q, expected[q])
	}
	b.markLast(&s)
	return s
}

func (b *Board) look(q placement.Square, expected placement.Piece) look {
	there := expected
	if b.scanned {
		there = b.sensed[q]
	}
	switch {
	case !b.differ.Has(q) && there == placement.Unknown && expected != placement.Empty:
		return look{piece: expected}
	case !b.differ.Has(q):
		return look{piece: there}
	case there == placement.Empty:
		return look{piece: expected, mark: lifted}
	}
	return look{piece: there, mark: stray}
}

// expected returns the placement and the side to move after the game and the
// plies on the board that are not in its record. It is false if the game is not
// known.
func (b *Board) expected() (placement.Placement, placement.Color, bool) {
	p, err := legality.ParseFEN(b.game.FEN, b.game.Variant == "chess960")
	if err != nil {
		return b.sensed, placement.White, false
	}
	for _, ply := range b.beyond() {
		if ply.UCI == nil {
			return b.sensed, p.Turn(), false
		}
		if m, err := p.ParseUCI(*ply.UCI); err == nil {
			p = p.Play(m)
		}
	}
	return *p.Placement(), p.Turn(), true
}

// goesOn reports whether the game is being played, or may begin, and has no
// result yet.
func (b *Board) goesOn() bool {
	return b.game.Result == "*" && b.game.Phase != "setup" && b.game.Phase != "ended" && b.game.Phase != "post_mortem"
}

// markLast marks the squares of the last move on the board.
func (b *Board) markLast(s *scene) {
	plies := b.plies()
	if len(plies) == 0 {
		return
	}
	ply := &plies[len(plies)-1]
	if ply.UCI == nil || len(*ply.UCI) < 4 {
		return
	}
	for _, name := range []string{(*ply.UCI)[:2], (*ply.UCI)[2:4]} {
		if q, ok := placement.ParseSquare(name); ok {
			s.looks[q].last = progress(ply)
		}
	}
}

func progress(p *transport.Ply) last {
	switch {
	case strings.HasPrefix(p.State, "illegal"):
		return illegal
	case p.State == "provisional":
		return settling
	}
	return settled
}

// grounds are the colours of light squares; the colour after each is that of dark
// squares.
var grounds = [...]colour{apart: lightSquare, settled: lightLast, settling: lightSettling, illegal: lightIllegal}

// back returns the colour of a square.
func (l look) back(light bool) colour {
	base := grounds[l.last]
	if l.mark != agrees {
		base = lightDiffer
	}
	if !light {
		base++
	}
	return base
}

// ink returns the ink of the piece on a square.
func (l look) ink(light bool) ink {
	k := ink{fore: whitePiece, back: l.back(light), attribute: bold}
	switch {
	case l.mark == lifted:
		k.fore = shadow
	case l.piece == placement.Unknown, !l.piece.Is(placement.White):
		k.fore = blackPiece
	}
	return k
}

// sign returns the glyph of a piece.
func (g *glyphs) sign(p placement.Piece) string {
	switch {
	case p == placement.Unknown:
		return g.white[len(g.white)-1]
	case p.Is(placement.White):
		return g.white[p.Kind()]
	}
	return g.black[p.Kind()]
}

// labels is the number of columns for the ranks, left of a board.
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

// edge draws the upper edge of a square. It is the lower edge of the square
// above.
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

// rule returns the glyph in a cell of the lines between squares.
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

// frames enclose the squares of the last move where there is no colour.
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

// Size of a square of the large form in pixels. A cell has two pixels, one above
// the other, so a pixel is about as high as wide.
const (
	squareWidth  = 9
	squareHeight = 8
)

// sprites are the pieces for large squares, where a glyph would be too small: by
// kind, the last for a piece of unknown kind.
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

// spriteOf returns the sprite of a piece; empty for no piece.
func spriteOf(p placement.Piece) *[7]string {
	if p == placement.Unknown {
		return &sprites[len(sprites)-1]
	}
	return &sprites[p.Kind()]
}

// pixel returns the colour of a pixel of a square, counted from its left upper
// corner.
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
