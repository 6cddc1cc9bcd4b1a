package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// level is how the view shows a level of findings: a letter, a colour, and a
// colour that stands out from it.
type level struct {
	letter        string
	colour, above colour
}

// levels maps the levels of findings to how they are shown.
var levels = map[string]level{
	"certain":   {"C", red, paper},
	"suspected": {"S", yellow, blackPiece},
	"arbiter":   {"A", magenta, paper},
	"info":      {"i", cyan, blackPiece},
}

// drawFindings draws the findings. Each has its sentence if there is room. Else
// it has one line, or a few short ones if it must be complete.
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

// drawFinding writes the line of a finding: code, article, move and time. It is
// false if there was no room for the move.
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

// subject returns the subject of a finding: a move, or else a side.
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

// details returns the parts of a finding in words: its text, its reasons, its
// squares and its remedy.
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

// remedy returns what the rules prescribe, as advice.
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

// wrap breaks a text at its blanks into at most so many lines of a width. The
// last line is longer if the text does not fit.
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

// report is a finding as it is shown.
type report struct {
	finding
	urgent bool // an alert, or a finding that somebody may still act on
	whole  bool // it must be complete before others get more than their line

	head *canvas  // its line; nil if there is no room
	text []string // the lines below it
}

const (
	shortLines = 4 // at most, for the details of a finding whose sentence does not fit
	wholeLines = 2 // kept for one that must be complete
)

// give gives reports their lines, as long as there is room: first the reports
// that must be complete, then the others.
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
			r.text = b.explain(c, r, complete, width-2, room-1, waiting*wholeLines)
			room -= 1 + len(r.text)
		}
	}
}

// explain returns the text below the line of a finding; complete is false if
// that line lacks the move. It leaves some of the room to other findings.
func (b *Board) explain(c *canvas, r *report, complete bool, width, room, others int) []string {
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

// wholes returns how many findings must be complete.
func wholes(all []report) int {
	n := 0
	for i := range all {
		if all[i].whole {
			n++
		}
	}
	return n
}

// split returns the line below the moves on which the findings begin: two fifths
// down, or higher if urgent findings need the room.
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

// reports returns the findings in the order of display: those of alerts (some
// may be older than this view), the open one, then the others, the latest first.
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

// foundFor returns the finding of a message. If the Board has kept the finding,
// it comes with the rules of its time.
func (b *Board) foundFor(f *transport.Finding) finding {
	for i := range b.findings {
		if same(f, &b.findings[i].Finding) {
			return finding{*f, b.findings[i].rules}
		}
	}
	return finding{*f, b.rules}
}

// hasFound reports whether the Board has kept a finding.
func (b *Board) hasFound(f *transport.Finding) bool {
	return slices.ContainsFunc(b.findings, func(g finding) bool { return same(f, &g.Finding) })
}

// same reports whether two messages are about the same finding.
func same(f, g *transport.Finding) bool {
	return g.Event == f.Event && g.AtMs == f.AtMs && g.Code == f.Code
}

// finding is a finding with the rule set that was in force when it came; nil if
// this program does not know it.
type finding struct {
	transport.Finding
	rules *laws.Rules
}

// RulesOf returns the rule set of a snapshot; nil if this program does not know
// it: a later boardd may have more.
func RulesOf(g *transport.Record) *laws.Rules {
	class, ok := laws.ParseTimeClass(g.Time)
	if !ok || g.Supervision != "normal" && g.Supervision != "full" {
		return nil
	}
	rules, err := laws.RulesFor(g.Rules, class, g.Supervision == "full")
	if err != nil {
		return nil
	}
	return rules
}

// spelled replaces the letters of other languages with ASCII.
var spelled = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss")

// sentence returns a finding as a sentence for a person; "" if this program does
// not know its code or its rule set. Then details describes it.
func (s Style) sentence(f *finding) string {
	if f.rules == nil {
		return ""
	}
	read, err := f.Read()
	if err != nil {
		return ""
	}
	return s.spell(words.Sentence(s.Lang, f.rules, &read))
}

// need is the reason why a person should look at a board, the most urgent first.
type need uint8

const (
	alerted  need = iota // an alert stands: a person must act now
	lost                 // the board sends nothing
	doubtful             // the game is not to be trusted at present
	noted                // a finding above mere information is open
	onTurn               // nothing; a game is going on
	idle                 // nothing
)

// troubled are the states of trust in which the board and the game do not agree.
var troubled = []string{"ambiguous", "illegal", "displaced", "disconnected"}

// leavesDoubt reports whether the game is over, and one of its moves may have been another one. No later move will tell.
func (b *Board) leavesDoubt() bool {
	return b.game.Result != "*" && b.game.Phase != "setup" && b.game.Trust.State == "ambiguous"
}

// need returns why a person should look at the board, and since when, as
// messages write it; "" if that is not known.
func (b *Board) need() (need, string) {
	switch {
	case len(b.alerts) > 0:
		return alerted, b.firstAlert().Since
	case b.condition() == string(transport.Lost), b.condition() == unheard:
		return lost, ""
	case b.goesOn() && slices.Contains(troubled, b.game.Trust.State), b.leavesDoubt():
		return doubtful, b.game.Trust.Since
	case b.open() != nil:
		return noted, ""
	case b.goesOn():
		return onTurn, ""
	}
	return idle, ""
}

// unheard is the condition of a board that has sent nothing since the link was
// down.
const unheard = "unheard"

// condition returns the state of the topic status, or unheard if that may be out
// of date.
func (b *Board) condition() string {
	if b.absence == absent && b.state != string(transport.Off) {
		return unheard
	}
	return b.state
}

// firstAlert returns the oldest alert. There must be one.
func (b *Board) firstAlert() *transport.Alert {
	first := &b.alerts[0]
	for i := range b.alerts {
		if b.alerts[i].Since < first.Since {
			first = &b.alerts[i]
		}
	}
	return first
}

// urgency are the levels of findings, the more urgent first.
var urgency = []string{"certain", "arbiter", "suspected", "info"}

func urgencyOf(f *transport.Finding) int {
	if i := slices.Index(urgency, f.Level); i >= 0 {
		return i
	}
	return len(urgency)
}

// topAlert returns the most urgent alert. There must be one.
func (b *Board) topAlert() *transport.Alert { return b.alertsByNeed()[0] }

// alertsByNeed returns the alerts by urgency: the most certain first, among
// equals the oldest.
func (b *Board) alertsByNeed() []*transport.Alert {
	all := make([]*transport.Alert, len(b.alerts))
	for i := range b.alerts {
		all[i] = &b.alerts[i]
	}
	slices.SortStableFunc(all, func(a, b *transport.Alert) int {
		return cmp.Or(cmp.Compare(urgencyOf(&a.Finding), urgencyOf(&b.Finding)), strings.Compare(a.Since, b.Since))
	})
	return all
}

// notice is a finding above mere information, and the ply that it is about.
type notice struct {
	transport.Finding
	turn int
}

// notice keeps a finding as the notice, unless a more urgent one is open.
func (b *Board) notice(f transport.Finding) {
	if f.Level == "info" {
		return
	}
	if before := b.open(); before != nil && urgencyOf(before) < urgencyOf(&f) {
		return
	}
	turn := f.Ply
	if turn == 0 {
		turn = b.settledPlies() + 1
	}
	b.noticed = notice{f, turn}
}

// open returns the most urgent finding that somebody may still act on: one on
// the last ply or on the ply that is being played. After the reply, the right to
// claim is gone (4.8 of the FIDE Laws of 2023). Nil if there is none.
func (b *Board) open() *transport.Finding {
	if b.noticed.Code == "" || !b.goesOn() || b.settledPlies() > b.noticed.turn {
		return nil
	}
	return &b.noticed.Finding
}

// headline returns the name of a finding, and its subject.
func (b *Board) headline(f *transport.Finding, s Style) string {
	return strings.TrimSpace(f.Code + " " + b.subject(f, s))
}

// age returns how long ago a moment was; "" if it cannot be read.
func age(since string, now time.Time) string {
	at, err := time.Parse(time.RFC3339, since)
	passed := now.Sub(at)
	switch {
	case err != nil || now.IsZero() || passed < 0 || passed > 24*time.Hour:
		return ""
	case passed < time.Minute:
		return strconv.Itoa(int(passed.Seconds())) + "s"
	case passed < time.Hour:
		return strconv.Itoa(int(passed.Minutes())) + "m"
	}
	return strconv.Itoa(int(passed.Hours())) + "h"
}
