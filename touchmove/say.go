package touchmove

import "slices"

// say adds a finding, and returns it: the record it follows from, its time, and
// the articles that the rule set gives for its code, if it names none itself.
// Of what the text is silent on nothing is certain.
func (t *Tracker) say(f Finding) Finding {
	f.Event, f.At = t.event, t.now
	if f.Article == "" {
		f.Article = t.cfg.Rules.codes[f.Code]
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

// sayOnce says what is said once in a turn.
func (t *Tracker) sayOnce(f Finding) {
	if !t.turn.said[f.Code] {
		t.turn.said[f.Code] = true
		t.say(f)
	}
}

// raise makes a finding that was said an alert: it needs a person now.
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

// illegalAlerts are the alerts that go when an irregular move is put right or stands.
func illegalAlerts(c Code) bool {
	return c >= IllegalMade && c <= BothKingsInCheck || c == OutOfTurn || c == Displaced
}
