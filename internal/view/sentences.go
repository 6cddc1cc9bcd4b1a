package view

import (
	"strings"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// finding is a finding and the rule set that was in force when it came; nil if
// that is not known.
type finding struct {
	transport.Finding
	rules *touchmove.Rules
}

// rulesOf is the rule set that a snapshot names; nil if it is not known here,
// as one of a later boardd may be.
func rulesOf(g *transport.Record) *touchmove.Rules {
	class, ok := touchmove.ParseTimeClass(g.Time)
	if !ok || g.Supervision != "normal" && g.Supervision != "full" {
		return nil
	}
	rules, err := touchmove.RulesFor(g.Rules, class, g.Supervision == "full")
	if err != nil {
		return nil
	}
	return rules
}

// spelled is how letters of the languages of sentences are written in ASCII.
var spelled = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss")

// sentence says a finding to a person; "" if its words or its rule set are not
// known here. What else there is to say of it is in details.
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
