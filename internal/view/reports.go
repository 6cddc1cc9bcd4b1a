package view

import (
	"slices"
	"strings"

	"github.com/boardd/boardd/transport"
)

// report is a finding as it is shown.
type report struct {
	finding
	urgent bool // an alert, or what something may still be done about
	whole  bool // it is to be told whole before others get more than their line

	head *canvas  // its line; nil if there is no room
	text []string // what stands below that
}

const (
	shortLines = 4 // most, of a finding's details where its sentence has no room
	wholeLines = 2 // kept for one that is to be told whole
)

// give gives reports their lines: first those that are to be told whole, then
// the others, as long as there is room.
func (b *Board) give(c *canvas, all []report, width, room int) {
	waiting := wholes(all)
	for _, whole := range []bool{true, false} {
		for i := range all {
			r := &all[i]
			if r.whole != whole || room <= 0 {
				continue
			}
			if whole {
				waiting--
			}
			r.head = newCanvas(width, 1, c.style)
			complete := b.drawFinding(r.head, area{0, 0, width, 1}, &r.Finding)
			r.text = b.tell(c, r, complete, width-2, room-1, waiting*wholeLines)
			room -= 1 + len(r.text)
		}
	}
}

// tell is what stands below the line of a finding, which is complete or says
// nothing of the move. Of the room there is, some should be left to others.
func (b *Board) tell(c *canvas, r *report, complete bool, width, room, others int) []string {
	superseded := r.Remedy != nil && !r.whole // by that of a later finding
	if text := c.style.sentence(&r.finding); text != "" && !superseded {
		if lines := c.wrap(text, width, room-others+1); len(lines) <= room-others {
			return lines
		}
	}
	text := strings.Join(c.style.details(&r.Finding), "; ")
	if !complete {
		text = b.subject(&r.Finding, c.style) + "  " + text
	}
	if !r.whole {
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
	all := b.reports()
	if len(all) == 0 || !all[0].urgent {
		return split
	}
	lines := c.wrap(c.style.sentence(&all[0].finding), a.right-a.x-2, a.bottom-a.y)
	return max(min(split, a.bottom-2-len(lines)-(wholes(all)-1)*wholeLines), min(split, a.y+moves))
}

// reports are the findings in the order in which they are shown: those of
// alerts, which may have been raised before anybody looked, the one that is
// open, then the others, the latest first.
func (b *Board) reports() []report {
	var all []report
	for _, a := range b.alertsByNeed() {
		all = append(all, report{finding: b.foundFor(&a.Finding), urgent: true, whole: true})
	}
	if open := b.open(); open != nil && !reported(all, open) {
		all = append(all, report{finding: b.foundFor(open), urgent: true, whole: true})
	}
	urgent, remedied := all, false
	for i := len(b.findings) - 1; i >= 0; i-- {
		f := &b.findings[i]
		whole := i == len(b.findings)-1 || f.Remedy != nil && !remedied
		remedied = remedied || f.Remedy != nil
		if !reported(urgent, &f.Finding) {
			all = append(all, report{finding: *f, whole: whole})
		}
	}
	return all
}

// reported reports whether a finding is among these.
func reported(all []report, f *transport.Finding) bool {
	return slices.ContainsFunc(all, func(r report) bool { return same(f, &r.Finding) })
}

// foundFor is a finding that a message tells of, with the rules of its time if
// it is among those that are kept.
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
