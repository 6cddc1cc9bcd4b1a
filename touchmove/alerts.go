package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// raise turns a finding into an alert: it needs a person now.
func (t *Tracker) raise(f Finding) {
	t.clearAlert(f.Code)
	i, _ := slices.BinarySearchFunc(t.alerts, f.Code, func(a Alert, c Code) int { return int(a.Code) - int(c) })
	t.alerts = slices.Insert(slices.Clone(t.alerts), i, Alert{Code: f.Code, Since: t.now, Finding: f})
	t.dirty = true
}

func (t *Tracker) clearAlert(code Code) {
	t.clearAlerts(func(a Alert) bool { return a.Code == code })
}

func (t *Tracker) clearAlerts(which func(Alert) bool) {
	if slices.ContainsFunc(t.alerts, which) {
		t.alerts = slices.DeleteFunc(slices.Clone(t.alerts), which)
		t.dirty = true
	}
}

func (t *Tracker) alerted(code Code) bool {
	return slices.ContainsFunc(t.alerts, func(a Alert) bool { return a.Code == code })
}

// ofIllegal reports whether an alert ends when an irregular move is put right or stands.
func ofIllegal(a Alert) bool {
	c := a.Code
	return c >= laws.IllegalMade && c <= laws.BothKingsInCheck || c == laws.OutOfTurn || c == laws.Displaced
}

// alarm raises an alert for a finding that calls for a person.
func (t *Tracker) alarm(f *Finding) {
	switch {
	case f.Code == laws.FlagFall || f.Code == laws.BothFlags || f.Code == laws.AmbiguousCapture,
		ofIllegal(Alert{Code: f.Code}) && f.Level != laws.Info &&
			f.Code != laws.IllegalSecond && f.Code != laws.IllegalThird:
		if f.Code == laws.BothFlags {
			t.clearAlert(laws.FlagFall)
		}
		t.raise(*f)
	}
}

// doubtMover leaves to the arbiter who has made a move out of turn, once the other player has
// pressed over it.
func (t *Tracker) doubtMover(presser placement.Color) {
	t.alerts = slices.Clone(t.alerts)
	for i := range t.alerts {
		if f := &t.alerts[i].Finding; f.Code == laws.OutOfTurn && f.Side == laws.PartyOf(presser.Other()) && f.Level == laws.Certain {
			f.Level = laws.Arbiter
			t.dirty = true
		}
	}
}

// say adds a finding and returns it, with the record, the time and its articles.
func (t *Tracker) say(f Finding) Finding {
	f.Event, f.At = t.event, t.now
	t.cfg.Rules.Cite(&f)
	t.found = append(t.found, f)
	return f
}

// sayOf reports something about a ply, with a detail in words if it needs one.
func (t *Tracker) sayOf(p *Ply, c Code, detail string) {
	t.say(Finding{Code: c, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: detail})
}
