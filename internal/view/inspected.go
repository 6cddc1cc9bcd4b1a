package view

import (
	"strings"
)

// Inspected says in lines what a request to inspect the board has brought: the game as
// it stands, and all that the board has found anew for it. Those findings have the
// number of the request's record.
func (b *Board) Inspected(s Style, record int) []string {
	lines := []string{b.standing(s)}
	story := Story{Style: s, board: b}
	for i := range b.findings {
		if f := &b.findings[i]; f.Event == record {
			lines = append(lines, story.findingText(f))
		}
	}
	switch {
	case !b.arbiter:
		return append(lines, s.says("findings are for arbiters, and the broker does not let this account read them"))
	case len(lines) == 1:
		return append(lines, s.says("nothing is irregular, and no player is bound to a move"))
	}
	return lines
}

// standing is the game as it stands, on one line.
func (b *Board) standing(s Style) string {
	if !b.heard {
		return s.says("the game cannot be read")
	}
	plies := b.plies()
	parts := []string{s.phase(b.game.Phase), s.count(len(plies))}
	if last := b.lastMove(plies, s); last != "" {
		parts = append(parts, s.says("last")+" "+last)
	}
	if fields := strings.Fields(b.game.FEN); len(fields) > 1 && b.game.Result == "*" {
		parts = append(parts, s.side(fields[1])+" "+s.says("to move"))
	}
	if b.game.Result != "*" {
		parts = append(parts, b.game.Result)
	}
	if t := b.game.Trust; t.Reason != nil {
		parts = append(parts, s.text(*t.Reason))
	}
	return strings.Join(parts, ", ")
}
