package view

import (
	"fmt"
	"strings"
	"time"

	"github.com/boardd/boardd/transport"
)

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

// grants are the widths that columns get, one after the other, as long as there
// is room: what a person needs to know first, then more of it, then the rest. A
// column that has some may get less than that, one that has none all or nothing.
var grants = [...]struct{ column, width int }{
	{needsColumn, 12}, {lastColumn, 11}, {clocksColumn, 17}, {trustColumn, 9}, {playersColumn, 15},
	{needsColumn, 30}, {playersColumn, 20}, {lastColumn, 18}, {phaseColumn, 9}, {stateColumn, 7},
	{trustColumn, 12}, {playersColumn, 40}, {lastColumn, 30}, {phaseColumn, 14}, {needsColumn, maxTable},
}

// placed is a column and the columns of the terminal that it has.
type placed struct {
	*column
	x, limit int
}

// place gives columns their room: those of the boards' names, of so many
// characters at most, and the others theirs.
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

// line puts columns of these widths, with the gap behind each, side by side.
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

// field is where one column of one line is drawn.
type field struct {
	c        *canvas
	x, y     int
	limit    int // the column after it
	selected bool
	now      time.Time
}

// write writes a text as far as there is room, and goes on after it.
func (f *field) write(text string, k ink) {
	if f.selected {
		k.attribute |= reversed
	}
	f.x = f.c.text(f.x, f.y, f.limit, text, k)
}

// room is the number of columns that are left.
func (f *field) room() int { return f.limit - f.x }

func (f *field) name(b *Board) { f.write(b.name, ink{attribute: bold}) }

func (f *field) phase(b *Board) { f.write(f.c.style.phase(b.game.Phase), ink{}) }

// players writes both names, the family names alone if there is no room.
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

// progressInk is how a ply is written.
func progressInk(p *transport.Ply) ink {
	switch progress(p) {
	case settling:
		return ink{attribute: faint | italic}
	case illegal:
		return ink{fore: red, attribute: bold}
	}
	return ink{}
}

// clocks writes White's clock and Black's; a mark stands before the one that runs.
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

// trust writes whether the game can be believed, or that the board is not
// heard, when nothing can be.
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

// needs writes why a person should look at the board: how many alerts there are
// and the most urgent, or the finding that is open.
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
		f.write(f.c.style.term(b.game.Trust.State)+" "+strings.Join(squareNames(b.differ), " "), ink{fore: yellow})
	case noted:
		open := b.open()
		f.write(levels[open.Level].letter+" "+b.headline(open, f.c.style), ink{fore: levels[open.Level].colour})
	default:
		if b.game.Result != "*" {
			f.write(b.game.Result, ink{})
		}
	}
}
