package view

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

const (
	white = placement.White
	black = placement.Black
)

// drawHeader writes which board this is and what is played on it.
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

// drawAlerts writes what needs a person: the first in words, of others the
// code. Where there is none the result has the place.
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

// drawPlayer writes who plays, whether it is his turn, and his clock.
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

// player is the name of a player, or his colour if that is all that is known.
func (b *Board) player(side placement.Color, s Style) string {
	if name := b.game.Tags[sideName(side.String())]; name != "" {
		return name
	}
	return s.side(side.String())
}

// drawClock writes the clock of a side before the column edge, and returns the
// column at which that begins.
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

// clockText is a time left in hours, minutes and seconds, as a clock shows it.
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

// sideName is a side in words.
func sideName(side string) string {
	return map[string]string{"w": "White", "b": "Black", "-": "both", "?": "unknown"}[side]
}

// states are the colours of what the topic status says.
var states = map[string]colour{"ready": green, "init": yellow, "lost": red, "off": plain, unheard: red}

// drawStatus writes how things are with the board, the game and the messages.
func (b *Board) drawStatus(c *canvas, y int, note string) {
	state := b.condition()
	if state == "" {
		state = "no status"
	}
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

// particulars are what the status line says besides the state of the board,
// the more important first.
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
