package words

import (
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// TestEndSentences: a resignation is told as one, with why it is a draw if it is one;
// who may claim a draw is told where the position stood, and what an incorrect claim costs.
func TestEndSentences(t *testing.T) {
	two := &touchmove.ClaimCost{OpponentGains: 120, Article: "9.5"}
	third := "the position has occurred three times or more"
	for _, c := range []struct {
		set    string
		f      touchmove.Finding
		en, de string
	}{
		{"fide-2023", touchmove.Finding{Code: touchmove.ResultReported, Article: "5.1.2", Side: touchmove.ByWhite, Text: "0-1", How: touchmove.ByResignation},
			"White has resigned; Black wins, 0-1 (FIDE 2023: 5.1.2).",
			"Weiß hat aufgegeben; Schwarz gewinnt, 0-1 (FIDE 2023: 5.1.2)."},
		{"fide-2023", touchmove.Finding{Code: touchmove.ResultReported, Article: "5.1.2", Side: touchmove.ByBlack, Text: "1/2-1/2", How: touchmove.ByResignation,
			Why: []touchmove.Reason{{Article: "5.1.2", Text: "the opponent cannot mate by any series of legal moves"}}},
			"Black has resigned; the game is drawn, 1/2-1/2, since White cannot mate by any series of legal moves (FIDE 2023: 5.1.2).",
			"Schwarz hat aufgegeben; die Partie ist remis, 1/2-1/2, weil Weiß durch keine Folge regelgemäßer Züge mattsetzen kann (FIDE 2023: 5.1.2)."},
		{"fide-2023", touchmove.Finding{Code: touchmove.ResultReported, Article: "5.2.3", Side: touchmove.Both, Text: "1/2-1/2", How: touchmove.ByAgreement},
			"The players have agreed on a draw, 1/2-1/2 (FIDE 2023: 5.2.3).",
			"Die Spieler haben sich auf Remis geeinigt, 1/2-1/2 (FIDE 2023: 5.2.3)."},
		{"fide-1997", touchmove.Finding{Code: touchmove.ResultReported, Article: "5.3/9.1", Side: touchmove.Both, Text: "1/2-1/2", How: touchmove.ByAgreement,
			Why: []touchmove.Reason{{Article: "12.5", Text: "no move had been made: an offer then is valid, but against the rules"}}},
			"The players have agreed on a draw, 1/2-1/2; no move had been made: an offer then is valid, but against the rules (12.5) (FIDE 1997: 5.3, 9.1).",
			"Die Spieler haben sich auf Remis geeinigt, 1/2-1/2. Es war noch kein Zug ausgeführt: Ein Angebot ist dann gültig, verstößt aber gegen die Regeln (12.5) (FIDE 1997: 5.3, 9.1)."},
		{"fide-2023", touchmove.Finding{Code: touchmove.ResultReported, Article: "5.1/5.2", Side: touchmove.Both, Text: "1-0", How: touchmove.ByEntry},
			"The result 1-0 was entered (FIDE 2023: 5.1, 5.2).",
			"Das Ergebnis 1-0 wurde eingegeben (FIDE 2023: 5.1, 5.2)."},
		{"fide-2023", touchmove.Finding{Code: touchmove.ResultReported, Article: "5.1/5.2", Side: touchmove.Both, Text: "*", How: touchmove.ByEntry},
			"The end of the game was entered without a result (FIDE 2023: 5.1, 5.2).",
			"Das Ende der Partie wurde ohne Ergebnis eingegeben (FIDE 2023: 5.1, 5.2)."},
		{"fide-2023", touchmove.Finding{Code: touchmove.DrawClaimable, Article: "9.2.2", Side: touchmove.ByWhite, Text: third, Plies: []int{4, 8, 12}, IfIncorrect: two},
			"White may claim a draw: the same position has appeared for at least the third time, after plies 4, 8 and 12 (FIDE 2023: 9.2.2). If the claim proves to be incorrect, Black gets 2 extra minutes (9.5).",
			"Weiß darf remis reklamieren: Die gleiche Stellung ist mindestens zum dritten Mal entstanden, nach den Halbzügen 4, 8 und 12 (FIDE 2023: 9.2.2). Wenn sich die Reklamation als unberechtigt erweist, erhält Schwarz 2 zusätzliche Minuten (9.5)."},
		{"fide-1997", touchmove.Finding{Code: touchmove.DrawClaimable, Article: "9.2", Side: touchmove.ByWhite, Text: third, Plies: []int{0, 4, 8}, IfIncorrect: &touchmove.ClaimCost{OpponentGains: 180, ClaimantLoses: 180, Article: "9.5(b)"}},
			"White may claim a draw: the same position has appeared for at least the third time, at the start and after plies 4 and 8 (FIDE 1997: 9.2). If the claim proves to be incorrect, half of White's remaining time is taken off, 3 minutes at most, and Black gets 3 extra minutes (9.5(b)).",
			"Weiß darf remis reklamieren: Die gleiche Stellung ist mindestens zum dritten Mal entstanden, zu Beginn und nach den Halbzügen 4 und 8 (FIDE 1997: 9.2). Wenn sich die Reklamation als unberechtigt erweist, wird Weiß die Hälfte der verbleibenden Zeit abgezogen, höchstens 3 Minuten, und Schwarz erhält 3 zusätzliche Minuten (9.5(b))."},
		{"fide-2023", touchmove.Finding{Code: touchmove.DrawClaimableByMove, Article: "9.2.1", Side: touchmove.ByBlack, SAN: "Ng8", Text: "the position occurs for the third time or more", Plies: []int{0, 4}, IfIncorrect: two},
			"Black may claim a draw by announcing Ng8 and not playing it: the same position then appears for at least the third time, before that at the start and after ply 4 (FIDE 2023: 9.2.1). If the claim proves to be incorrect, White gets 2 extra minutes (9.5), and the announced move must be played.",
			"Schwarz darf remis reklamieren, indem Sg8 angekündigt und nicht gespielt wird: Die gleiche Stellung entsteht dann mindestens zum dritten Mal, vorher zu Beginn und nach Halbzug 4 (FIDE 2023: 9.2.1). Wenn sich die Reklamation als unberechtigt erweist, erhält Weiß 2 zusätzliche Minuten (9.5), und der angekündigte Zug muss ausgeführt werden."},
		{"fide-1971", touchmove.Finding{Code: touchmove.DrawClaimable, Article: "12(4)", Side: touchmove.ByBlack, Text: "50 moves by each player without a capture or a pawn move"},
			"Black may claim a draw: each player has made at least 50 moves without a capture or a pawn move (FIDE 1971: 12(4)).",
			"Schwarz darf remis reklamieren: Jeder Spieler hat mindestens 50 Züge ohne Schlagen und ohne Bauernzug gemacht (FIDE 1971: 12(4))."},
	} {
		for lang, want := range []string{c.en, c.de} {
			if got := Sentence(Language(lang), rulesOf(t, c.set, touchmove.Standard), &c.f); got != want {
				t.Errorf("%s:\n got %s\nwant %s", c.f.Code, got, want)
			}
		}
	}
}
