package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/transport"
)

// maxTable is the greatest width of a table.
const maxTable = 200

// The pane with the chosen board stands beside the table or below it, if there is
// room for both.
const (
	tableWidth  = 78 // least, beside a pane
	paneWidth   = 74
	tableHeight = 14 // least, above a pane
	paneHeight  = 24
)

// DrawSite makes a picture of the boards of a site: a line for each, or the chosen
// board as Draw draws it. It shows the age of alerts as of now; none if now is
// zero.
func DrawSite(s *Site, v *Screen, width, height int, style Style, now time.Time) string {
	if width < 1 || height < 1 {
		return ""
	}
	c := newCanvas(min(width, maxTable), height, style)
	list := v.list(s)
	top := s.drawLink(c)
	if b := v.selected(s, list); v.page && b != nil {
		if c.height > top {
			c.paste(picture(b, c.width, c.height-top, style, "esc "+c.glyphs.arrow+" "+style.says("all boards")), 0, top)
		}
		return c.String()
	}
	t := table{c: c, list: list, cursor: v.cursor(list), now: now, area: area{0, top, c.width, c.height - 1}}
	t.drawPane(style)
	s.drawSummary(c, &t, v)
	t.area.y++
	t.draw()
	v.drawKeys(c, &t)
	return c.String()
}

// selected returns the chosen board; nil if there is none.
func (v *Screen) selected(s *Site, list []*Board) *Board {
	for _, b := range s.boards {
		if b.name == v.chosen {
			return b
		}
	}
	if len(list) > 0 {
		return list[0]
	}
	return nil
}

// drawLink writes on the first line what is wrong with the link. It returns the
// next line.
func (s *Site) drawLink(c *canvas) int {
	text := s.linkText(c.style)
	if text == "" {
		return 0
	}
	k := ink{fore: paper, back: red, attribute: bold}
	if !c.style.Coloured() {
		k = ink{attribute: bold | reversed}
	}
	c.fill(0, 0, c.width, " ", k)
	c.text(1, 0, c.width-1, text, k)
	return 1
}

func (s *Site) linkText(style Style) string {
	switch l := s.link; {
	case !l.Up && l.Err != nil:
		return style.says("no broker, trying again; the picture is old:") + " " + oneLine(l.Err)
	case l.Up && l.Err != nil:
		return style.says("some of it cannot be read:") + " " + oneLine(l.Err)
	case l.Up && len(s.boards) > 0 && !slices.ContainsFunc(s.boards, (*Board).arbitrated):
		return style.says("nothing comes from arbiter/, only what is public: may this user read it?")
	}
	return ""
}

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// arbitrated reports whether a message for arbiters has come of the board.
func (b *Board) arbitrated() bool {
	return b.arbiter || b.scanned || len(b.alerts) > 0 || b.found > 0
}

// drawSummary writes the name of the site, and how many boards need a person.
func (s *Site) drawSummary(c *canvas, t *table, v *Screen) {
	name, y := s.name, t.area.y
	if name == "" {
		name = c.style.says("no board yet")
		if !s.link.Up && s.link.Err == nil {
			name = c.style.says("connecting")
		}
	}
	x := c.text(1, y, t.area.right, name, ink{attribute: bold})
	counts, inPlay := [idle + 1]int{}, 0
	for _, b := range s.boards {
		need, _ := b.need()
		counts[need]++
		if b.goesOn() {
			inPlay++
		}
	}
	boards := "boards"
	if len(s.boards) == 1 {
		boards = "board"
	}
	for _, part := range []struct {
		n    int
		what string
		fore colour
	}{{len(s.boards), boards, plain}, {counts[alerted], "with alerts", magenta}, {counts[lost], "lost", red}, {inPlay, "in play", plain}} {
		if part.n > 0 {
			x = c.text(x+2, y, t.area.right, fmt.Sprintf("%d %s", part.n, c.style.says(part.what)), ink{fore: part.fore})
		}
	}
	c.right(x+2, y, t.area.right-1, v.choice(c.style), ink{attribute: faint})
}

// choice returns in words which boards are shown, and in which order.
func (v *Screen) choice(s Style) string {
	parts := []string{s.says(orderNames[v.order])}
	if v.needy {
		parts = append(parts, s.says("only what needs a person"))
	}
	if v.filter != "" && !v.typing {
		parts = append(parts, s.says("filter")+" "+v.filter)
	}
	return strings.Join(parts, " "+s.glyphs().dot+" ")
}

// drawKeys writes the keys and what they do on the last line, or the filter while
// it is typed.
func (v *Screen) drawKeys(c *canvas, t *table) {
	y := c.height - 1
	if v.typing {
		c.text(1, y, c.width, c.style.says("filter")+": "+v.filter+"_", ink{attribute: bold})
		return
	}
	x := 1
	if position := t.position(); position != "" {
		x = c.text(x, y, c.width, position, ink{}) + 2
	}
	c.text(x, y, c.width, c.style.says("enter board  s order  a what needs a person  / filter  q quit"), ink{attribute: faint})
}

// table is the table of boards, and its place on the canvas.
type table struct {
	c      *canvas
	list   []*Board
	cursor int
	now    time.Time
	area   area
}

// rows returns how many boards fit below the titles.
func (t *table) rows() int { return max(0, t.area.bottom-t.area.y-1) }

// first returns the index of the first board on the screen: a screenful at a time.
func (t *table) first() int {
	if t.rows() == 0 {
		return 0
	}
	return t.cursor / t.rows() * t.rows()
}

// position returns in words which boards are on the screen, if not all are.
func (t *table) position() string {
	if len(t.list) <= t.rows() {
		return ""
	}
	return fmt.Sprintf(t.c.style.says("%d to %d of %d"), t.first()+1, min(t.first()+t.rows(), len(t.list)), len(t.list))
}

// drawPane draws the chosen board beside the table or below it, if there is room.
// The table becomes smaller.
func (t *table) drawPane(style Style) {
	if len(t.list) == 0 {
		return
	}
	a, b := &t.area, t.list[t.cursor]
	switch {
	case a.right >= tableWidth+paneWidth && a.bottom-a.y >= paneHeight:
		width := paneWidth + (a.right-tableWidth-paneWidth)/3
		t.c.paste(picture(b, width, a.bottom-a.y, style, ""), a.right-width, a.y)
		a.right -= width + 1
	case a.bottom-a.y >= tableHeight+paneHeight:
		height := paneHeight + (a.bottom-a.y-tableHeight-paneHeight)/3
		t.c.paste(picture(b, a.right, height, style, ""), 0, a.bottom-height)
		a.bottom -= height
	}
}

// draw draws the titles and a line for each board.
func (t *table) draw() {
	longest := 0
	for _, b := range t.list {
		longest = max(longest, len(b.name))
	}
	shown := place(t.area.right, longest)
	for i := range shown {
		t.c.text(shown[i].x, t.area.y, shown[i].limit, t.c.style.says(shown[i].title), ink{attribute: faint})
	}
	if len(t.list) == 0 {
		t.c.text(2, t.area.y+1, t.area.right, t.c.style.says("no board to show"), ink{attribute: faint})
	}
	for row := range min(t.rows(), len(t.list)-t.first()) {
		t.drawRow(shown, t.area.y+1+row, t.first()+row)
	}
}

func (t *table) drawRow(shown []placed, y, i int) {
	selected := i == t.cursor
	if selected {
		t.c.fill(0, y, t.area.right, " ", ink{attribute: reversed})
		t.c.put(0, y, t.c.glyphs.toMove, ink{attribute: bold | reversed})
	}
	for _, p := range shown {
		p.draw(&field{c: t.c, x: p.x, y: y, limit: p.limit, selected: selected, now: t.now}, t.list[i])
	}
}

// column is a column of the table of boards.
type column struct {
	title string
	draw  func(*field, *Board)
}

// The columns, from left to right.
const (
	boardColumn = iota
	phaseColumn
	playersColumn
	lastColumn
	clocksColumn
	stateColumn
	trustColumn
	needsColumn
)

var columns = [...]column{
	boardColumn:   {"board", (*field).name},
	phaseColumn:   {"phase", (*field).phase},
	playersColumn: {"players", (*field).players},
	lastColumn:    {"last moves", (*field).lastMoves},
	clocksColumn:  {"clocks", (*field).clocks},
	stateColumn:   {"state", (*field).state},
	trustColumn:   {"trust", (*field).trust},
	needsColumn:   {"needs", (*field).needs},
}

// grants are the widths that columns get, one after the other, as long as there is
// room: what a person needs first, then more of it, then the rest. A column without
// any width gets the whole grant or nothing; another may get a part.
var grants = [...]struct{ column, width int }{
	{needsColumn, 12}, {lastColumn, 11}, {clocksColumn, 17}, {trustColumn, 9}, {playersColumn, 15},
	{needsColumn, 30}, {playersColumn, 20}, {lastColumn, 18}, {phaseColumn, 9}, {stateColumn, 7},
	{trustColumn, 12}, {playersColumn, 40}, {lastColumn, 30}, {phaseColumn, 14}, {needsColumn, maxTable},
}

// placed is a column of the table, and its columns of the terminal.
type placed struct {
	*column
	x, limit int
}

// place gives each column its room. The longest name of a board has so many
// characters.
func place(room, name int) []placed {
	var width [len(columns)]int
	const margin = 2 // the mark of the cursor before them, and a gap at the end
	width[boardColumn] = min(max(name, 5), 16) + 1
	room -= margin + width[boardColumn]
	for _, g := range grants {
		more := g.width + 1 - width[g.column]
		if width[g.column] > 0 {
			more = min(more, room)
		}
		if more > 0 && more <= room {
			width[g.column] += more
			room -= more
		}
	}
	return line(width)
}

// line puts columns side by side. Their widths include the gap behind each.
func line(width [len(columns)]int) []placed {
	var out []placed
	x := 2
	for i, w := range width {
		if w > 0 {
			out = append(out, placed{&columns[i], x, x + w - 1})
		}
		x += w
	}
	return out
}

// field is the place of one column in one line.
type field struct {
	c        *canvas
	x, y     int
	limit    int // the column after it
	selected bool
	now      time.Time
}

// write writes as much of a text as fits, and moves on behind it.
func (f *field) write(text string, k ink) {
	if f.selected {
		k.attribute |= reversed
	}
	f.x = f.c.text(f.x, f.y, f.limit, text, k)
}

// room returns how many columns are left.
func (f *field) room() int { return f.limit - f.x }

func (f *field) name(b *Board) { f.write(b.name, ink{attribute: bold}) }

func (f *field) phase(b *Board) { f.write(f.c.style.phase(b.game.Phase), ink{}) }

// players writes both names; only the family names if there is no room for more.
func (f *field) players(b *Board) {
	if !b.heard {
		return
	}
	names := [2]string{b.player(white, f.c.style), b.player(black, f.c.style)}
	between := " " + f.c.glyphs.dash + " "
	if f.c.measure(names[0]+between+names[1]) > f.room() {
		for i := range names {
			names[i], _, _ = strings.Cut(names[i], ",")
		}
	}
	half := (f.room() - len(" - ")) / 2
	right := min(f.c.measure(names[1]), half)
	left := *f
	left.limit -= right + len(" - ")
	left.write(names[0], ink{})
	f.x = left.x
	f.write(between, ink{attribute: faint})
	f.write(names[1], ink{})
}

// lastMoves writes the last two plies and, if there is room, the state of the last.
func (f *field) lastMoves(b *Board) {
	plies := b.plies()
	n := len(plies)
	if n == 0 {
		return
	}
	before := ""
	if n > 1 {
		before = b.number(n-2, f.c.glyphs) + f.c.style.notation(&plies[n-2]) + " "
	}
	last := &plies[n-1]
	text := f.c.style.moveText(last)
	if (b.before()+n-1)%2 == 0 || n == 1 { // White's, which has a number of its own
		text = b.number(n-1, f.c.glyphs) + text
	}
	if f.c.measure(before+text) > f.room() {
		before, text = "", b.number(n-1, f.c.glyphs)+f.c.style.moveText(last)
	}
	f.write(before, ink{attribute: faint})
	f.write(text, progressInk(last))
	if state := f.c.style.term(last.State); f.room() > f.c.measure(state) {
		f.write(" "+state, ink{attribute: faint})
	}
}

// progressInk returns the ink of a ply by its state.
func progressInk(p *transport.Ply) ink {
	switch progress(p) {
	case settling:
		return ink{attribute: faint | italic}
	case illegal:
		return ink{fore: red, attribute: bold}
	}
	return ink{}
}

// clocks writes White's clock and Black's, with a mark before the one that runs.
func (f *field) clocks(b *Board) {
	if !b.timed {
		return
	}
	for _, side := range []struct {
		name  string
		ms    int64
		width int
	}{{"w", b.clock.WhiteMs, 8}, {"b", b.clock.BlackMs, 0}} {
		mark, k := " ", ink{}
		if b.clock.Running == side.name {
			mark, k.attribute = f.c.glyphs.running, bold
		}
		f.write(fmt.Sprintf("%s%-*s", mark, side.width, clockText(side.ms)), k)
	}
}

func (f *field) state(b *Board) {
	f.write(f.c.style.term(b.condition()), ink{fore: states[b.condition()]})
}

// trust writes the state of trust of the game, or that the board sends nothing.
func (f *field) trust(b *Board) {
	if now := b.condition(); now != "" && now != string(transport.Ready) {
		f.state(b)
		return
	}
	k := ink{}
	if need, _ := b.need(); need == doubtful {
		k.fore = yellow
	}
	f.write(f.c.style.term(b.game.Trust.State), k)
}

// needs writes why a person should look at the board: the number of alerts and the
// most urgent one, or the open finding.
func (f *field) needs(b *Board) {
	switch need, since := b.need(); need {
	case alerted:
		top := b.topAlert()
		k := ink{fore: levels[top.Finding.Level].colour, attribute: bold}
		f.write(fmt.Sprintf("(%d) ", len(b.alerts)), k)
		if old := age(since, f.now); old != "" {
			f.write(old+" ", ink{})
		}
		f.write(b.headline(&top.Finding, f.c.style), k)
	case lost:
		f.write(f.c.style.says("no contact"), ink{fore: red, attribute: bold})
	case doubtful:
		if why := b.game.Trust.Reason; why != nil && b.leavesDoubt() {
			f.write(b.game.Result+" "+f.c.style.text(*why), ink{fore: yellow})
			break
		}
		f.write(f.c.style.term(b.game.Trust.State)+" "+strings.Join(b.differ.Names(), " "), ink{fore: yellow})
	case noted:
		open := b.open()
		f.write(levels[open.Level].letter+" "+b.headline(open, f.c.style), ink{fore: levels[open.Level].colour})
	default:
		if b.game.Result != "*" {
			f.write(b.game.Result, ink{})
		}
	}
}
