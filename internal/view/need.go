package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boardd/boardd/transport"
)

// need says why a person should look at a board, the more urgent first.
type need uint8

const (
	alerted  need = iota // something needs a person now: an alert stands
	lost                 // the board is not heard
	doubtful             // the game cannot be believed just now
	noted                // something was found that is no mere information, and is open
	onTurn               // nothing; a game is going on
	idle                 // nothing
)

// troubled are the states of trust in which the board and the game do not agree.
var troubled = []string{"ambiguous", "illegal", "displaced", "disconnected"}

// need is why a person should look at the board, and since when, as messages
// write it; "" if that is not known.
func (b *Board) need() (need, string) {
	switch {
	case len(b.alerts) > 0:
		return alerted, b.firstAlert().Since
	case b.condition() == string(transport.Lost), b.condition() == unheard:
		return lost, ""
	case b.goesOn() && slices.Contains(troubled, b.game.Trust.State):
		return doubtful, b.game.Trust.Since
	case b.open() != nil:
		return noted, ""
	case b.goesOn():
		return onTurn, ""
	}
	return idle, ""
}

// unheard is the condition of a board that has said nothing since the broker
// was away.
const unheard = "unheard"

// condition is what the topic status says of the board, if it can be believed.
func (b *Board) condition() string {
	if b.absence == absent && b.state != string(transport.Off) {
		return unheard
	}
	return b.state
}

// firstAlert is the oldest alert. There must be one.
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

// topAlert is the alert to tell of first. There must be one.
func (b *Board) topAlert() *transport.Alert { return b.alertsByNeed()[0] }

// alertsByNeed are the alerts in the order in which to tell of them: the most
// certain first, of those the oldest.
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

// notice is a finding that is no mere information, and the ply that it is about.
type notice struct {
	transport.Finding
	turn int
}

// notice notes a finding, unless a more urgent one is open.
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

// open is the most urgent finding that something may still be done about: one
// on the last ply or on that being played. When the reply to it has been made,
// the right to claim on it is gone (4.8 of the FIDE Laws of 2023). Nil if there
// is none.
func (b *Board) open() *transport.Finding {
	if b.noticed.Code == "" || !b.goesOn() || b.settledPlies() > b.noticed.turn {
		return nil
	}
	return &b.noticed.Finding
}

// headline is what a finding is, and of whom or which move.
func (b *Board) headline(f *transport.Finding, s Style) string {
	return strings.TrimSpace(f.Code + " " + b.subject(f, s))
}

// age is how long ago something was, "" if that cannot be told.
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
