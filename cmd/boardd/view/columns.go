package view

import (
	"fmt"
	"strings"
	"time"

	"github.com/boardd/boardd/transport"
)

// column is a column of the table of boards.
type column struct {
	title       string
	least, most int // columns of the terminal that it takes
	draw        func(*field, *Board)
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
	boardColumn:   {"board", 5, 16, (*field).name},
	phaseColumn:   {"phase", 8, 14, (*field).phase},
	playersColumn: {"White and Black", 13, 40, (*field).players},
	lastColumn:    {"last moves", 11, 30, (*field).lastMoves},
	clocksColumn:  {"clocks", 17, 17, (*field).clocks},
	stateColumn:   {"state", 5, 5, (*field).state},
	trustColumn:   {"trust", 9, 12, (*field).trust},
	needsColumn:   {"needs", 12, 30, (*field).needs}, // and all that is left
}

// keeping is the order in which columns find room.
var keeping = [...]int{boardColumn, needsColumn, lastColumn, clocksColumn, playersColumn, trustColumn, phaseColumn, stateColumn}

// placed is a column and the columns of the terminal that it has.
type placed struct {
	*column
	x, limit int
}

// place gives columns their room. Each first gets the least that it needs, as
// long as there is any, then what it can use; the needs have the rest.
func place(room, name int) []placed {
	var width [len(columns)]int
	room -= 2 // the mark of the cursor before them, and a gap at the end
	least := func(i int) int {
		if i == boardColumn {
			return min(max(name, columns[i].least), columns[i].most)
		}
		return columns[i].least
	}
	for _, i := range keeping {
		if least(i) >= room {
			break
		}
		width[i] = least(i) + 1
		room -= width[i]
	}
	for _, i := range keeping {
		if i != boardColumn && width[i] > 0 {
			more := min(room, columns[i].most+1-width[i])
			width[i], room = width[i]+more, room-more
		}
	}
	width[needsColumn] += max(0, room)
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

func (f *field) phase(b *Board) { f.write(phaseText(b.game.Phase), ink{}) }

// phaseText is a phase in words.
func phaseText(phase string) string { return strings.ReplaceAll(phase, "_", " ") }

// players writes both names, the family names alone if there is no room.
func (f *field) players(b *Board) {
	names := [2]string{b.player(white), b.player(black)}
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
		before = b.number(n-2, f.c.glyphs) + notation(&plies[n-2]) + " "
	}
	last := &plies[n-1]
	text := moveText(last, f.c.glyphs)
	if (b.before()+n-1)%2 == 0 || n == 1 { // White's, which has a number of its own
		text = b.number(n-1, f.c.glyphs) + text
	}
	if f.c.measure(before+text) > f.room() {
		before, text = "", b.number(n-1, f.c.glyphs)+moveText(last, f.c.glyphs)
	}
	f.write(before, ink{attribute: faint})
	f.write(text, progressInk(last))
	if f.room() > len(last.State) {
		f.write(" "+last.State, ink{attribute: faint})
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
	for i, side := range []string{"w", "b"} {
		ms, mark, k := b.clock.WhiteMs, " ", ink{}
		if i == 1 {
			ms = b.clock.BlackMs
		}
		if b.clock.Running == side {
			mark, k.attribute = f.c.glyphs.running, bold
		}
		f.write(fmt.Sprintf("%s%-8s", mark, clockText(ms)), k)
	}
}

func (f *field) state(b *Board) { f.write(b.state, ink{fore: states[b.state]}) }

// trust writes whether the game can be believed, or that the board is not
// heard, when nothing can be.
func (f *field) trust(b *Board) {
	if b.state != "" && b.state != string(transport.Ready) {
		f.state(b)
		return
	}
	k := ink{}
	if need, _ := b.need(); need == doubtful {
		k.fore = yellow
	}
	f.write(b.game.Trust.State, k)
}

// needs writes why a person should look at the board: how many alerts there are
// and the most urgent, or the finding that is open.
func (f *field) needs(b *Board) {
	switch need, since := b.need(); need {
	case alerted:
		top := b.topAlert()
		k := ink{fore: levels[top.Finding.Level].colour, attribute: bold}
		f.write(fmt.Sprintf("%d! ", len(b.alerts)), k)
		f.write(b.headline(&top.Finding, f.c.glyphs), k)
		if old := age(since, f.now); f.room() > len(old) {
			f.write(" "+old, ink{})
		}
	case lost:
		f.write("not heard", ink{fore: red, attribute: bold})
	case doubtful:
		f.write(b.game.Trust.State, ink{fore: yellow})
	case noted:
		open := b.open()
		f.write(levels[open.Level].letter+" "+b.headline(open, f.c.glyphs), ink{fore: levels[open.Level].colour})
	default:
		if b.game.Result != "*" {
			f.write(b.game.Result, ink{})
		}
	}
}
