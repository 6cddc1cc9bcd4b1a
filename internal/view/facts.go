package view

import (
	"slices"

	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// Facts is what is known of a board, for programs that show it in their own way. Its slices and
// maps are shared: they may not be changed.
type Facts struct {
	Name  string
	State string // of the topic status; "unheard" if that may be out of date; "" before the first
	About transport.About

	Game  transport.ArbiterGame
	Heard bool        // there is a game
	Full  bool        // Game has what is not public, too
	Rules *laws.Rules // of the game; nil if they are not known

	Sensed  string // the placement that the sensors show
	Scanned bool   // there is one
	Differ  []string

	Clock transport.Clock
	Timed bool // there is one

	Alerts   []transport.Alert // the more urgent first
	Findings []Found           // the latest, oldest first
	Noticed  *Found            // the most urgent finding that somebody may still act on
	Obliged  *transport.Finding

	Need  string // why a person should look at it: see Needs
	Since string // since when, as messages write it; "" if that is not known
}

// Found is a finding, with the rules of its time.
type Found struct {
	transport.Finding
	Rules *laws.Rules
}

// Needs are the reasons why a person should look at a board, the most urgent first: an alert
// stands; the board sends nothing; the game cannot be trusted; a finding is open; none, a game
// goes on; none.
var Needs = [...]string{alerted: "alert", lost: "lost", doubtful: "doubtful", noted: "noted", onTurn: "playing", idle: "idle"}

// Facts returns what is known of each board, those first that need a person.
func (s *Site) Facts() []Facts {
	var all []Facts
	for _, b := range (&Screen{}).list(s) {
		all = append(all, b.facts())
	}
	return all
}

// FactsOf returns what is known of a board; ok is false if nothing is.
func (s *Site) FactsOf(name string) (f Facts, ok bool) {
	i := slices.IndexFunc(s.boards, func(b *Board) bool { return b.name == name })
	if i < 0 {
		return Facts{}, false
	}
	return s.boards[i].facts(), true
}

// Link returns the state of the link to the broker.
func (s *Site) Link() Link { return s.link }

func (b *Board) facts() Facts {
	f := Facts{Name: b.name, State: b.condition(), About: b.about, Game: b.game, Heard: b.heard, Full: b.arbiter, Rules: b.rules,
		Scanned: b.scanned, Differ: b.differ.Names(), Clock: b.clock, Timed: b.timed}
	if b.scanned {
		f.Sensed = b.sensed.String()
	}
	for _, a := range b.alertsByNeed() {
		f.Alerts = append(f.Alerts, *a)
	}
	for i := range b.findings {
		f.Findings = append(f.Findings, Found{b.findings[i].Finding, b.findings[i].rules})
	}
	if open := b.open(); open != nil {
		f.Noticed = &Found{*open, b.rules}
	}
	if b.obliged.Code != "" {
		obliged := b.obliged // the next one replaces it
		f.Obliged = &obliged
	}
	reason, since := b.need()
	f.Need, f.Since = Needs[reason], since
	return f
}
