package view

import (
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/words"
)

// note is one thing to know about the board just now.
type note struct {
	title, text string
	urgent      bool
}

// drawNotes writes what the board is bound to and why it is not believed. Each
// note has its own lines, so that nothing jumps about; if there is room for one
// alone, the most urgent has it.
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

// pick is the notes to show if not all have room: urgent ones first.
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
	squares := squareNames(b.differ)
	trust := b.game.Trust
	out := []note{{title: s.says("differ"), text: strings.Join(squares, " ")}, {title: s.says("bound "), text: b.bound(s)}, {title: s.says("trust ")}}
	if trust.State != "ok" && trust.Reason != nil {
		out[2].text = s.text(*trust.Reason)
		out[2].urgent = trust.State != "settling"
	}
	out[0].urgent = len(squares) > 0 && trust.State != "settling"
	return out
}

func squareNames(s placement.Set) []string {
	var names []string
	for _, q := range s.Squares() {
		names = append(names, q.String())
	}
	return names
}

// bound is the moves still open to the player having the move; empty if all are.
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

// settledPlies is how many plies there are before the one that is being played.
func (b *Board) settledPlies() int {
	plies := b.plies()
	n := len(plies)
	if n > 0 && progress(&plies[n-1]) == settling {
		n--
	}
	return n
}
