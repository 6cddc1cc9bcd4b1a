package view

import (
	"fmt"
	"slices"
	"strings"

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
	"suspected": {"S", yellow, blackMan},
	"arbiter":   {"A", magenta, paper},
	"info":      {"i", cyan, blackMan},
}

// report is a finding as it is shown.
type report struct {
	finding
	whole bool // it has more than a line: it may call for something to be done
}

const (
	shortLines = 4 // most, of a finding's details where its sentence has no room
	wholeLines = 2 // kept for one that is to be told whole
)

// drawFindings draws the findings: those of alerts, then the others, the latest
// first. Each has its sentence, as long as there is room, and else a line or, if
// it is to be told whole, a few, in short.
func (b *Board) drawFindings(c *canvas, a area) {
	if a.right <= a.x || a.bottom <= a.y {
		return
	}
	c.drawTitle(a, "Findings", "")
	y := a.y + 1
	all := b.shown()
	left := wholes(all)
	for i := range all {
		if y >= a.bottom {
			return
		}
		f := &all[i]
		if f.whole {
			left--
		}
		complete := b.drawFinding(c, area{a.x, y, a.right, y + 1}, &f.Finding)
		y++
		for _, line := range b.tell(c, f, complete, a.right-a.x-2, a.bottom-y, left*wholeLines) {
			c.text(a.x+2, y, a.right, line, ink{attribute: faint})
			y++
		}
	}
}

// tell is what stands below the line of a finding, which is complete or says
// nothing of the move. Of the room there is, some should be left to others.
func (b *Board) tell(c *canvas, f *report, complete bool, width, room, others int) []string {
	superseded := f.Remedy != nil && !f.whole // by that of a later finding
	if text := c.style.sentence(&f.finding); text != "" && !superseded {
		if lines := c.wrap(text, width, room-others+1); len(lines) <= room-others {
			return lines
		}
	}
	text := strings.Join(details(&f.Finding), "; ")
	if !complete {
		text = b.subject(&f.Finding, c.glyphs) + "  " + text
	}
	if !f.whole {
		room = min(room, 1)
	}
	return c.wrap(text, width, min(room, shortLines))
}

// wholes is how many findings are to be told whole.
func wholes(all []report) int {
	n := 0
	for i := range all {
		if all[i].whole {
			n++
		}
	}
	return n
}

// split is the line on which the findings begin that stand below the moves: two
// fifths down or, so that what needs a person can be said, higher up.
func (b *Board) split(c *canvas, a area) int {
	const moves = 4 // lines that they have at least
	split := a.y + (a.bottom-a.y)*2/5
	if len(b.alerts) == 0 {
		return split
	}
	all := b.shown()
	lines := c.wrap(c.style.sentence(&all[0].finding), a.right-a.x-2, a.bottom-a.y)
	return max(min(split, a.bottom-wholeLines-len(lines)-(wholes(all)-1)*wholeLines), min(split, a.y+moves))
}

// shown are the findings in the order in which they are shown. Those of alerts
// may have been raised before anybody looked.
func (b *Board) shown() []report {
	var all []report
	for _, a := range b.alertsByNeed() {
		all = append(all, report{b.foundFor(&a.Finding), true})
	}
	alerts, remedied := len(all), false
	for i := len(b.findings) - 1; i >= 0; i-- {
		f := &b.findings[i]
		whole := i == len(b.findings)-1 || f.Remedy != nil && !remedied
		remedied = remedied || f.Remedy != nil
		if !slices.ContainsFunc(all[:alerts], func(r report) bool { return same(&r.Finding, &f.Finding) }) {
			all = append(all, report{*f, whole})
		}
	}
	return all
}

// foundFor is the finding of an alert, as it was found if anybody looked then.
func (b *Board) foundFor(f *transport.Finding) finding {
	for i := range b.findings {
		if same(f, &b.findings[i].Finding) {
			return finding{*f, b.findings[i].rules}
		}
	}
	return finding{*f, b.rules}
}

// hasFound reports whether a finding is among those that are kept.
func (b *Board) hasFound(f *transport.Finding) bool {
	return slices.ContainsFunc(b.findings, func(g finding) bool { return same(f, &g.Finding) })
}

// same reports whether two messages tell of the same finding.
func same(f, g *transport.Finding) bool {
	return g.Event == f.Event && g.AtMs == f.AtMs && g.Code == f.Code
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
	subject := b.subject(f, c.glyphs)
	if x+1+c.measure(subject) > limit {
		return false
	}
	c.text(x+1, a.y, limit, subject, ink{})
	return true
}

// subject is what a finding is about: a move, or else a side.
func (b *Board) subject(f *transport.Finding, g *glyphs) string {
	what := f.SAN
	if what == "" {
		what = f.UCI
	}
	switch {
	case what != "" && f.Ply > 0:
		return b.number(f.Ply-1, g) + what
	case what != "":
		return what
	case f.Side == "w" || f.Side == "b":
		return sideName(f.Side)
	}
	return ""
}

// details are what a finding says in words: the text, the reasons, the squares
// and what the rules prescribe.
func details(f *transport.Finding) []string {
	var out []string
	if f.Text != "" {
		out = append(out, f.Text)
	}
	for _, why := range f.Why {
		if why.Article == f.Article || why.Article == "" {
			out = append(out, why.Text)
			continue
		}
		out = append(out, why.Text+" ("+why.Article+")")
	}
	if len(f.Squares) > 0 {
		out = append(out, strings.Join(f.Squares, " "))
	}
	return append(out, remedy(f)...)
}

// remedy is what the rules prescribe, as advice.
func remedy(f *transport.Finding) []string {
	r := f.Remedy
	if r == nil {
		return nil
	}
	var out []string
	if r.Restore != "" {
		out = append(out, "restore the position")
	}
	if r.OpponentGains > 0 {
		out = append(out, fmt.Sprintf("opponent +%d s", r.OpponentGains))
	}
	if r.Offence > 0 {
		out = append(out, fmt.Sprintf("offence %d", r.Offence))
	}
	if r.Result != "" {
		out = append(out, "game "+r.Result)
	}
	if len(r.Bound) > 0 {
		out = append(out, "then "+strings.Join(r.Bound, " "))
	}
	if len(out) == 0 {
		return nil
	}
	return []string{"remedy " + r.Article + ": " + strings.Join(out, ", ")}
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
