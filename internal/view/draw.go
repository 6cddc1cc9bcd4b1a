package view

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// layout describes how a picture is divided: a board with a player above and
// below it, the moves and the findings beside it, notes below.
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
	minWidth  int // of a terminal that takes this layout
	minHeight int
	maxHeight int  // greatest height of the picture
	side      int  // least width of the part beside the board; with less room there is none
	low       bool // the board has few lines, and the findings stand below it, not beside
}

// layouts are tried in this order.
var layouts = [...]layout{
	{board: &large, minWidth: 108, minHeight: 39, maxHeight: 44, side: 30},
	{board: &medium, minWidth: 72, minHeight: 23, maxHeight: 34, side: 26},
	{board: &ruled, minWidth: 64, minHeight: 23, maxHeight: 34, side: 24},
	{board: &small, minWidth: labels + 24 + 1, minHeight: 13, maxHeight: 30, side: 20, low: true},
}

// maxWidth is the greatest width of a picture: a longer line is hard to read.
const maxWidth = 150

// gap is the number of columns between the board and the part beside it.
const gap = 2

// Draw makes a picture of a board for a terminal of a size in columns and lines.
// The picture has at most so many lines, joined by newlines, and none of them is
// wider. A larger terminal shows more; the smallest still shows alerts, the last
// move and the clocks. The note ends the status line.
func Draw(b *Board, width, height int, style Style, note string) string {
	if width < 1 || height < 1 {
		return ""
	}
	return picture(b, width, height, style, note).String()
}

// picture draws as Draw does. It returns a canvas, which may become part of
// another picture.
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

// drawTiny draws the most important things, for a terminal that is too small for
// a board.
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

const (
	white = placement.White
	black = placement.Black
)

// drawHeader writes the name of the board and the game on it.
func (b *Board) drawHeader(c *canvas, y int) {
	title := c.style.says("no message yet")
	if b.name != "" {
		title = b.name + " " + c.glyphs.dot + " " + b.site
	}
	x := c.text(1, y, c.width, title, ink{attribute: bold})
	var rest []string
	for _, text := range []string{b.game.Tags["Event"], c.style.round(b.game.Tags["Round"]), b.game.Rules + " " + c.style.term(b.game.Time)} {
		if strings.TrimSpace(text) != "" {
			rest = append(rest, text)
		}
	}
	c.right(x+2, y, c.width-1, strings.Join(rest, " "+c.glyphs.dot+" "), ink{attribute: faint})
}

func (s Style) round(tag string) string {
	if tag == "" || tag == "-" || tag == "?" {
		return ""
	}
	return s.says("round") + " " + tag
}

// drawAlerts writes the alerts: the first in words, the others by code. Without
// alerts it writes the result.
func (b *Board) drawAlerts(c *canvas, y int) {
	switch {
	case len(b.alerts) > 0:
		l := levels[b.alerts[0].Finding.Level]
		banner := ink{fore: l.above, back: l.colour, attribute: bold}
		if !c.style.Coloured() {
			banner = ink{attribute: bold | reversed}
		}
		c.fill(0, y, c.width, " ", banner)
		c.text(1, y, c.width-1, b.alertText(c.style), banner)
	case b.game.Result != "" && b.game.Result != "*":
		text := " " + b.game.Result
		if b.game.Termination != nil {
			text += "  " + c.style.term(*b.game.Termination)
		}
		c.text(0, y, c.width, text+" ", ink{attribute: bold | reversed})
	}
}

func (b *Board) alertText(s Style) string {
	if len(b.alerts) > 1 {
		var codes []string
		for i := range b.alerts {
			codes = append(codes, b.alerts[i].Code)
		}
		return fmt.Sprintf(s.says("%d alerts: %s"), len(b.alerts), strings.Join(codes, ", "))
	}
	f := &b.alerts[0].Finding
	text := s.says("alert") + ": " + f.Code + " " + f.Article
	if subject := b.subject(f, s); subject != "" {
		text += "  " + subject
	}
	if detail := s.details(f); len(detail) > 0 {
		text += " " + s.glyphs().dash + " " + detail[0]
	}
	return text
}

// drawPlayer writes a player's name, whether he has the move, and his clock.
func (b *Board) drawPlayer(c *canvas, y, edge int, s *scene, side placement.Color) {
	moves := s.known && s.turn == side
	if moves {
		c.put(1, y, c.glyphs.toMove, ink{attribute: bold})
	}
	c.badge(labels, y, side)
	limit := b.drawClock(c, y, edge, side)
	limit = b.drawCount(c, y, limit, side)
	name := b.player(side, c.style)
	if c.measure(name) > limit-1-labels-4 {
		name, _, _ = strings.Cut(name, ",")
	}
	x := c.text(labels+4, y, limit-1, name, ink{attribute: bold})
	if toMove := c.style.says("to move"); moves && limit-x > c.measure(toMove)+3 {
		c.text(x+2, y, limit, toMove, ink{attribute: faint})
	}
}

// badge draws the king of a side as it stands on the board.
func (c *canvas) badge(x, y int, side placement.Color) {
	l := look{piece: placement.MakePiece(side, placement.King)}
	k := ink{attribute: bold}
	if c.style.Coloured() {
		k = l.ink(side == black)
	}
	c.fill(x, y, x+3, " ", ink{back: k.back})
	c.put(x+1, y, c.glyphs.sign(l.piece), k)
}

// player returns the name of a player, or his colour if the name is not known.
func (b *Board) player(side placement.Color, s Style) string {
	if name := b.game.Tags[sideName(side.String())]; name != "" {
		return name
	}
	return s.side(side.String())
}

// drawClock writes the clock of a side before the column edge. It returns the
// column at which the clock begins.
func (b *Board) drawClock(c *canvas, y, edge int, side placement.Color) int {
	if !b.timed {
		return edge
	}
	ms := b.clock.WhiteMs
	if side == black {
		ms = b.clock.BlackMs
	}
	if b.clock.Running == side.String() {
		return c.right(0, y, edge, " "+c.glyphs.running+" "+clockText(ms)+" ", ink{attribute: bold | reversed})
	}
	return c.right(0, y, edge, "   "+clockText(ms)+" ", ink{})
}

// drawCount writes how many illegal moves a side has completed, if any.
func (b *Board) drawCount(c *canvas, y, limit int, side placement.Color) int {
	if b.game.Illegal == nil {
		return limit
	}
	n := b.game.Illegal.White
	if side == black {
		n = b.game.Illegal.Black
	}
	if n == 0 {
		return limit
	}
	text := fmt.Sprintf(" %d %s", n, c.style.term("illegal"))
	if limit < 30 {
		text = fmt.Sprintf(" %d%s", n, c.glyphs.tally)
	}
	return c.right(0, y, limit, text, ink{fore: red})
}

// clockText formats a time in hours, minutes and seconds, as a clock does.
func clockText(ms int64) string {
	sign := ""
	if ms < 0 {
		sign, ms = "-", -(ms + 1)
	}
	s := ms / 1000
	if s >= 3600 {
		return fmt.Sprintf("%s%d:%02d:%02d", sign, s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%s%d:%02d", sign, s/60, s%60)
}

// sideName returns the name of a side.
func sideName(side string) string {
	return map[string]string{"w": "White", "b": "Black", "-": "both", "?": "unknown"}[side]
}

// states maps the states of the topic status to colours.
var states = map[string]colour{"ready": green, "init": yellow, "lost": red, "off": plain, unheard: red}

// drawStatus writes the state of the board, the game and the messages.
func (b *Board) drawStatus(c *canvas, y int, note string) {
	state := cmp.Or(b.condition(), "no status")
	x := c.text(1, y, c.width, c.style.says(c.style.term(state)), ink{fore: states[state], attribute: bold})
	limit := c.width - 1
	if note != "" && c.width-x > c.measure(note)+24 {
		limit = c.right(x, y, limit, note, ink{attribute: faint}) - 2
	}
	sep := " " + c.glyphs.dot + " "
	for _, text := range b.particulars(c.style) {
		x = c.text(x, y, limit, sep+text, ink{})
	}
}

// particulars returns what the status line shows besides the state of the board,
// the most important first.
func (b *Board) particulars(s Style) []string {
	var out []string
	if b.heard {
		out = append(out, s.phase(b.game.Phase))
	}
	switch {
	case b.game.Phase == "result_pending" && b.signal != "":
		out = append(out, s.says("signal")+" "+b.signal)
	case b.game.Result != "" && b.game.Result != "*":
		out = append(out, b.game.Result)
	}
	if b.game.Trust.State != "" {
		out = append(out, s.says("trust")+" "+s.term(b.game.Trust.State))
	}
	if b.heard {
		out = append(out, fmt.Sprintf("rev %d", b.game.Rev), fmt.Sprintf("seq %d/%d", b.public, b.arbiters))
	}
	if b.ignored > 0 {
		out = append(out, fmt.Sprintf(s.says("%d ignored"), b.ignored))
	}
	return out
}

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

// moveText returns a move for the list of moves. A sign behind it shows its
// state, unless it is settled.
func (s Style) moveText(p *transport.Ply) string {
	switch progress(p) {
	case settling:
		return s.notation(p) + s.glyphs().ellipsis
	case illegal:
		return s.notation(p) + s.glyphs().wrong
	}
	return s.notation(p)
}

// notation returns a move in the letters of the language, or from square to
// square.
func (s Style) notation(p *transport.Ply) string {
	switch {
	case p.SAN != nil:
		return words.Move(s.Lang, *p.SAN, "", nil)
	case p.UCI != nil:
		return words.Move(s.Lang, "", *p.UCI, nil)
	}
	return s.says("(several)")
}

// lastMove returns the last move, and its state in words.
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

// number returns the number before a single move, "12. " or "12... "; i is its
// index among the plies on the board.
func (b *Board) number(i int, g *glyphs) string {
	at := b.before() + i
	text := strconv.Itoa(b.firstMove() + at/2)
	if at%2 == 1 {
		return text + g.ellipsis + " "
	}
	return text + ". "
}

// before returns 1 if Black had the first move, else 0.
func (b *Board) before() int {
	if field := strings.Fields(b.game.StartFEN); len(field) > 1 && field[1] == "b" {
		return 1
	}
	return 0
}

// firstMove returns the number of the first move.
func (b *Board) firstMove() int {
	if field := strings.Fields(b.game.StartFEN); len(field) > 5 {
		if n, err := strconv.Atoi(field[5]); err == nil && n > 0 && n < 1e6 {
			return n
		}
	}
	return 1
}

// note is a remark on the present state of the board.
type note struct {
	title, text string
	urgent      bool
}

// drawNotes writes which moves the player is bound to, and why the game is not
// trusted. Each note has its own lines, so that nothing jumps about. If there is
// room for only one, the most urgent gets it.
func (b *Board) drawNotes(c *canvas, a area) {
	notes := b.notes(c.style)
	rows := a.bottom - a.y
	if rows < len(notes) {
		notes = pick(notes, rows)
	}
	each := max(1, rows/max(1, len(notes)))
	for i, n := range notes {
		if n.text == "" {
			continue
		}
		y := a.y + i*each
		k := ink{}
		if n.urgent {
			k.fore = yellow
		}
		room := each
		if i == len(notes)-1 {
			room = a.bottom - y
		}
		x := c.text(a.x+labels, y, a.right, n.title+"  ", ink{attribute: bold})
		for j, line := range c.wrap(n.text, a.right-x, room) {
			c.text(x, y+j, a.right, line, k)
		}
	}
}

// pick returns the notes that fit: urgent ones first.
func pick(notes []note, room int) []note {
	var out []note
	for _, urgent := range []bool{true, false} {
		for _, n := range notes {
			if n.urgent == urgent && n.text != "" && len(out) < room {
				out = append(out, n)
			}
		}
	}
	return out
}

func (b *Board) notes(s Style) []note {
	squares := b.differ.Names()
	trust := b.game.Trust
	out := []note{{title: s.says("differ"), text: strings.Join(squares, " ")}, {title: s.says("bound "), text: b.bound(s)}, {title: s.says("trust ")}}
	if trust.State != "ok" && trust.Reason != nil {
		out[2].text = s.text(*trust.Reason)
		out[2].urgent = trust.State != "settling"
	}
	out[0].urgent = len(squares) > 0 && trust.State != "settling"
	return out
}

// bound returns the moves that are still open to the player who has the move;
// empty if all are.
func (b *Board) bound(s Style) string {
	f := &b.obliged
	if f.Code == "" || f.Ply != b.settledPlies()+1 || !b.goesOn() {
		return ""
	}
	moves := s.spell(words.Moves(s.Lang, f.Allowed, f.Castling))
	if moves == "" {
		moves = s.says("no move")
	}
	text := s.side(f.Side) + " " + s.glyphs().arrow + " " + moves
	if f.Article != "" && f.Article != "-" {
		text += " (" + f.Article + ")"
	}
	return text
}

// settledPlies returns how many plies precede the one that is being played.
func (b *Board) settledPlies() int {
	plies := b.plies()
	n := len(plies)
	if n > 0 && progress(&plies[n-1]) == settling {
		n--
	}
	return n
}
