package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// drawTitle writes the title of a part of the picture on a line, with a remark
// at its end.
func (c *canvas) drawTitle(a area, title, remark string) {
	x := c.text(a.x, a.y, a.right, title+" ", ink{attribute: bold})
	limit := a.right
	if remark != "" {
		limit = c.right(x+2, a.y, a.right, " "+remark, ink{})
	}
	c.fill(x, a.y, min(limit, a.right), c.glyphs.line, ink{attribute: faint})
}

// drawMoves draws the moves in two columns, the last ones if not all fit.
func (b *Board) drawMoves(c *canvas, a area) {
	if a.right <= a.x || a.bottom <= a.y {
		return
	}
	plies := b.plies()
	c.drawTitle(a, c.style.says("Moves"), b.lastMove(plies, c.style))
	before := b.before()
	rows := (before + len(plies) + 1) / 2
	offset := max(0, rows-(a.bottom-a.y-1))
	half := (a.right - a.x - 5) / 2
	for i := range plies {
		row, column := (before+i)/2, (before+i)%2
		y := a.y + 1 + row - offset
		if row < offset {
			continue
		}
		if column == 0 || i == 0 {
			c.text(a.x, y, a.right, fmt.Sprintf("%3d.", b.firstMove()+row), ink{attribute: faint})
		}
		if i == 0 && column == 1 {
			c.text(a.x+5, y, a.x+5+half, c.glyphs.ellipsis, ink{attribute: faint})
		}
		x := a.x + 5 + column*half
		c.drawPly(&plies[i], x, y, min(x+half, a.right))
	}
}

// drawPly writes a move and, if there is room, the time that was left.
func (c *canvas) drawPly(p *transport.Ply, x, y, limit int) {
	text, k := c.style.moveText(p), ink{}
	switch progress(p) {
	case settling:
		k.attribute = faint | italic
	case illegal:
		k.fore, k.attribute = red, bold
	}
	end := c.text(x, y, limit-1, text, k)
	if p.ClkMs == nil {
		return
	}
	clock := clockText(*p.ClkMs)
	if at := max(end+1, x+9); at+len(clock) <= limit-2 {
		c.right(at, y, limit-2, clock, ink{attribute: faint})
	}
}

// moveText is a move as the list of moves has it, its state as a sign behind
// it where it is not settled.
func (s Style) moveText(p *transport.Ply) string {
	switch progress(p) {
	case settling:
		return s.notation(p) + s.glyphs().ellipsis
	case illegal:
		return s.notation(p) + s.glyphs().wrong
	}
	return s.notation(p)
}

// notation is a move in the letters of the language, or from square to square.
func (s Style) notation(p *transport.Ply) string {
	switch {
	case p.SAN != nil:
		return words.Move(s.Lang, *p.SAN, "", nil)
	case p.UCI != nil:
		return words.Move(s.Lang, "", *p.UCI, nil)
	}
	return s.says("(several)")
}

// lastMove is the last move and its state in words.
func (b *Board) lastMove(plies []transport.Ply, s Style) string {
	if len(plies) == 0 {
		return ""
	}
	p := &plies[len(plies)-1]
	return b.number(len(plies)-1, s.glyphs()) + s.notation(p) + " " + s.term(p.State)
}

// drawLastMove writes the last move on a line.
func (b *Board) drawLastMove(c *canvas, y int) {
	c.text(1, y, c.width, b.lastMove(b.plies(), c.style), ink{attribute: bold})
}

// number is what stands before a move on its own, "12. " or "12... "; i is its
// index among those on the board.
func (b *Board) number(i int, g *glyphs) string {
	at := b.before() + i
	text := strconv.Itoa(b.firstMove() + at/2)
	if at%2 == 1 {
		return text + g.ellipsis + " "
	}
	return text + ". "
}

// before is 1 if Black had the first move, else 0.
func (b *Board) before() int {
	if field := strings.Fields(b.game.StartFEN); len(field) > 1 && field[1] == "b" {
		return 1
	}
	return 0
}

// firstMove is the number of the first move.
func (b *Board) firstMove() int {
	if field := strings.Fields(b.game.StartFEN); len(field) > 5 {
		if n, err := strconv.Atoi(field[5]); err == nil && n > 0 && n < 1e6 {
			return n
		}
	}
	return 1
}
