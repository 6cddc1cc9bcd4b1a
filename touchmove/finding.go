package touchmove

import (
	"slices"
)

// say adds a finding and returns it. It fills in the record, the time and, if the finding
// names no article, the articles of the rule set. Where the rule set does not cover the
// matter, nothing is certain.
func (t *Tracker) say(f Finding) Finding {
	f.Event, f.At = t.event, t.now
	if f.Article == "" {
		f.Article = t.cfg.Rules.Cites(f.Code)
	}
	if f.Article == "" {
		f.Article = TextSilent
		if f.Level != Info {
			f.Level = Arbiter
		}
	}
	t.found = append(t.found, f)
	return f
}

// sayOnce adds a finding whose code is reported only once in a turn.
func (t *Tracker) sayOnce(f Finding) {
	if !t.turn.reported[f.Code] {
		t.turn.reported[f.Code] = true
		t.say(f)
	}
}

// raise turns a finding into an alert: it needs a person now.
func (t *Tracker) raise(f Finding) {
	t.clearAlert(f.Code)
	i, _ := slices.BinarySearchFunc(t.alerts, f.Code, func(a Alert, c Code) int { return int(a.Code) - int(c) })
	t.alerts = slices.Insert(t.alerts, i, Alert{Code: f.Code, Since: t.now, Finding: f})
	t.touchGame()
}

func (t *Tracker) clearAlert(code Code) {
	t.clearAlerts(func(c Code) bool { return c == code })
}

func (t *Tracker) clearAlerts(which func(Code) bool) {
	n := len(t.alerts)
	t.alerts = slices.DeleteFunc(t.alerts, func(a Alert) bool { return which(a.Code) })
	if len(t.alerts) != n {
		t.touchGame()
	}
}

func (t *Tracker) clearAllAlerts() { t.clearAlerts(func(Code) bool { return true }) }

// illegalAlerts reports whether an alert ends when an irregular move is put right or
// stands.
func illegalAlerts(c Code) bool {
	return c >= IllegalMade && c <= BothKingsInCheck || c == OutOfTurn || c == Displaced
}
