package words

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// TestDisputedGain: in blitz under full supervision the text of 2023 leaves open
// whether the opponent gains one minute or two, and the sentence says so; nowhere else.
func TestDisputedGain(t *testing.T) {
	disputed := [...]string{English: "Whether it is one minute or two is disputed for blitz under full supervision, since B.2 does not name A.3.",
		German: "Ob es beim Blitzschach unter voller Aufsicht eine Minute ist oder zwei, ist umstritten, weil B.2 den Artikel A.3 nicht nennt."}
	for _, set := range touchmove.RuleSets() {
		for _, rules := range touchmove.Variants(set) {
			f := touchmove.Finding{Code: touchmove.IllegalCompleted, Level: touchmove.Certain, Article: "7.5.1", Side: touchmove.ByWhite,
				Remedy: &touchmove.Remedy{OpponentGains: rules.Gains(), DisputedGains: rules.DisputedGains(), Offence: 1, Article: "7.5.5/A.3"}}
			want := set == "fide-2023" && rules.Time == touchmove.Blitz && rules.Full
			for _, lang := range languages {
				text := Sentence(lang, rules, &f)
				if strings.Contains(text, disputed[lang]) != want {
					t.Errorf("%s %s full %v: %s", set, rules.Time, rules.Full, text)
				}
			}
			if other := rules.DisputedGains(); (other != 0) != want || want && other != 120 {
				t.Errorf("%s %s full %v: or %d s", set, rules.Time, rules.Full, other)
			}
		}
	}
}

// TestOnlyAsked: where the arbiter rules on a breach of Article 4 only when he is
// asked to (FIDE 1997, B.5), the sentence says so, and where not it does not.
func TestOnlyAsked(t *testing.T) {
	asked := [...]string{English: "The arbiter may rule on it only if a player asks for a ruling (B.5).",
		German: "Der Schiedsrichter darf darüber nur entscheiden, wenn ein Spieler ihn dazu auffordert (B.5)."}
	for _, set := range touchmove.RuleSets() {
		for _, rules := range touchmove.Variants(set) {
			for _, c := range touchmove.Codes() {
				want := set == "fide-1997" && rules.Time == touchmove.Rapid && c >= touchmove.TouchBreach && c <= touchmove.PromotionChanged
				for _, lang := range languages {
					if text := Plain(lang, rules, c, Levels(c)[0]); strings.Contains(text, asked[lang]) != want {
						t.Errorf("%s under %s %s: %s", c, set, rules.Time, text)
					}
				}
			}
		}
	}
}
