package view

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// level is how a level of findings is shown: by a letter and a colour, and
// what stands out from that colour.
type level struct {
	letter        string
	colour, above colour
}

// levels are how the levels of findings are shown.
var levels = map[string]level{
	"certain":   {"C", red, paper},
	"suspected": {"S", yellow, blackPiece},
	"arbiter":   {"A", magenta, paper},
	"info":      {"i", cyan, blackPiece},
}

// drawFindings draws the findings. Each has its sentence, as long as there is
// room, and else a line or, if it is to be told whole, a few, in short.
func (b *Board) drawFindings(c *canvas, a area) {
	if a.right <= a.x || a.bottom <= a.y {
		return
	}
	c.drawTitle(a, c.style.says("Findings"), "")
	all := b.reports()
	b.give(c, all, a.right-a.x, a.bottom-a.y-1)
	y := a.y + 1
	for i := range all {
		if all[i].head == nil {
			continue
		}
		c.paste(all[i].head, a.x, y)
		y++
		for _, line := range all[i].text {
			c.text(a.x+2, y, a.right, line, ink{attribute: faint})
			y++
		}
	}
}

// drawFinding writes what was found, by which article, of which move and when.
// It is false if there was no room for the move.
func (b *Board) drawFinding(c *canvas, a area, f *transport.Finding) bool {
	l := levels[f.Level]
	limit := a.right
	if limit-a.x > 40 {
		limit = c.right(a.x, a.y, limit, clockText(f.AtMs), ink{attribute: faint}) - 1
	}
	x := c.text(a.x, a.y, limit, l.letter+" "+f.Code, ink{fore: l.colour, attribute: bold})
	if f.Article != "" && f.Article != "-" {
		x = c.text(x+1, a.y, limit, f.Article, ink{})
	}
	subject := b.subject(f, c.style)
	if x+1+c.measure(subject) > limit {
		return false
	}
	c.text(x+1, a.y, limit, subject, ink{})
	return true
}

// subject is what a finding is about: a move, or else a side.
func (b *Board) subject(f *transport.Finding, s Style) string {
	what := words.Move(s.Lang, f.SAN, f.UCI, f.Castling)
	switch {
	case what != "" && f.Ply > 0:
		return b.number(f.Ply-1, s.glyphs()) + what
	case what != "":
		return what
	case f.Side == "w" || f.Side == "b":
		return s.side(f.Side)
	}
	return ""
}

// details are what a finding says in words: the text, the reasons, the squares
// and what the rules prescribe.
func (s Style) details(f *transport.Finding) []string {
	var out []string
	if f.Text != "" {
		out = append(out, s.text(f.Text))
	}
	for _, why := range f.Why {
		if why.Article == f.Article || why.Article == "" {
			out = append(out, s.spell(words.Reason(s.Lang, why.Text)))
			continue
		}
		out = append(out, s.spell(words.Reason(s.Lang, why.Text))+" ("+why.Article+")")
	}
	if len(f.Squares) > 0 {
		out = append(out, strings.Join(f.Squares, " "))
	}
	return append(out, s.remedy(f)...)
}

// remedy is what the rules prescribe, as advice.
func (s Style) remedy(f *transport.Finding) []string {
	r := f.Remedy
	if r == nil {
		return nil
	}
	var out []string
	if r.Restore != "" {
		out = append(out, s.says("restore the position"))
	}
	if r.OpponentGains > 0 {
		out = append(out, fmt.Sprintf(s.says("opponent +%d s"), r.OpponentGains))
	}
	if r.Offence > 0 {
		out = append(out, fmt.Sprintf(s.says("offence %d"), r.Offence))
	}
	if r.Result != "" {
		out = append(out, s.says("game")+" "+r.Result)
	}
	if len(r.Bound) > 0 {
		out = append(out, s.says("then")+" "+s.spell(words.Moves(s.Lang, r.Bound, f.Castling)))
	}
	if len(out) == 0 {
		return nil
	}
	return []string{s.says("remedy") + " " + r.Article + ": " + strings.Join(out, ", ")}
}

// wrap breaks a text at its blanks into at most so many lines of a width; the
// last of them is longer if not all of the text has room.
func (c *canvas) wrap(text string, width, lines int) []string {
	if lines < 1 || text == "" {
		return nil
	}
	var out []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case c.measure(line)+1+c.measure(word) <= width:
			line += " " + word
		case len(out) == lines-1:
			return append(out, line+" "+word)
		default:
			out, line = append(out, line), word
		}
	}
	return append(out, line)
}
