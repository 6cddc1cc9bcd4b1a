package words

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// FuzzSentence: a finding may come from a network and hold anything; its sentence is one
// line, and nothing panics.
func FuzzSentence(f *testing.F) {
	f.Add(uint8(laws.Obliged), uint8(0), uint8(1), "4.3.1", "e2e4", "e4", "from:e2&to:e4", "", "", uint64(0), 0, 0)
	f.Add(uint8(laws.IllegalCompleted), uint8(1), uint8(2), "7.5.1/3.6", "b1b3", "Nb3", "", "a knight does not move from b1 to b3", "taken back", uint64(1<<20), 120, 2)
	f.Add(uint8(laws.Obliged), uint8(3), uint8(3), "", "e7e8?", "", "promo:&to:", "a  may not move to , where a", "; ; ", uint64(1)<<63, -60, -1)
	f.Add(uint8(255), uint8(255), uint8(255), "/", "\xff", "[{move}]", "&&!castle", "{", "\n", ^uint64(0), 1, 1<<30)
	f.Fuzz(func(t *testing.T, code, level, side uint8, article, uci, san, bound, why, text string, squares uint64, gains, offence int) {
		finding := touchmove.Finding{Code: touchmove.Code(code), Level: touchmove.Level(level), Side: touchmove.Party(side), Article: article, UCI: uci, SAN: san,
			Bound: bound, Allowed: []string{uci, bound}, Text: text, Squares: placement.Set(squares), Why: []touchmove.Reason{{Article: article, Text: why}},
			Remedy: &touchmove.Remedy{Bound: []string{uci}, OpponentGains: gains, Offence: offence, Result: text, Article: article}}
		for _, lang := range languages {
			for _, rules := range []*laws.Rules{nil, laws.Default()} {
				got := Sentence(lang, rules, &finding)
				if !strings.HasSuffix(got, ".") {
					t.Errorf("%q has no full stop", got)
				}
			}
		}
	})
}
