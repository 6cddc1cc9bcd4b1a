package words

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// TestClockSentences: what to set the clock to is said as a proposal.
func TestClockSentences(t *testing.T) {
	at := touchmove.Times{White: 5_378_600, Black: 5_400_000}
	for _, c := range []struct {
		clock  touchmove.ClockProposal
		en, de string
	}{
		{touchmove.ClockProposal{At: at, Gained: touchmove.Times{White: 30_000}, Added: touchmove.Times{Black: 120_000}, Set: touchmove.Times{White: 5_378_600, Black: 5_520_000}, Article: "7.1"},
			"Proposal for the clock: set White 1:29:38, Black 1:32:00, without the 30 s that White gained by the press (7.1).",
			"Vorschlag für die Uhr: Weiß auf 1:29:38 und Schwarz auf 1:32:00 stellen, ohne die 30 s, die Weiß durch das Drücken gewonnen hat (7.1)."},
		{touchmove.ClockProposal{At: at, Gained: touchmove.Times{Black: 3_000}, Set: touchmove.Times{White: 59_999, Black: 0}, Article: "6.13"},
			"Proposal for the clock: set White 0:00:59, Black 0:00:00, without the 3 s that Black gained by the press (6.13).",
			"Vorschlag für die Uhr: Weiß auf 0:00:59 und Schwarz auf 0:00:00 stellen, ohne die 3 s, die Schwarz durch das Drücken gewonnen hat (6.13)."},
		{touchmove.ClockProposal{At: at, Added: touchmove.Times{Black: 120_000}, Set: touchmove.Times{White: 5_380_000, Black: 5_465_000}, Article: "7.1"},
			"Proposal for the clock: set White 1:29:40, Black 1:31:05 (7.1).",
			"Vorschlag für die Uhr: Weiß auf 1:29:40 und Schwarz auf 1:31:05 stellen (7.1)."},
	} {
		for _, code := range []touchmove.Code{touchmove.IllegalCompleted, touchmove.ClockNoMove, touchmove.Retracted} {
			f := touchmove.Finding{Code: code, Article: "7.5.1", Side: touchmove.ByWhite, Remedy: &touchmove.Remedy{Restore: start, Clock: &c.clock}}
			for lang, want := range []string{c.en, c.de} {
				if got := Sentence(Language(lang), rulesOf(t, "fide-2023", touchmove.Standard), &f); !strings.HasSuffix(got, " "+want) {
					t.Errorf("%s: %s\nwant %s", code, got, want)
				}
			}
		}
	}
	f := touchmove.Finding{Code: touchmove.IllegalCompleted, Article: "7.5.1", Side: touchmove.ByWhite, Remedy: &touchmove.Remedy{Restore: start}}
	if got := Sentence(English, nil, &f); strings.Contains(got, "clock") {
		t.Errorf("no times are known: %s", got)
	}
}
