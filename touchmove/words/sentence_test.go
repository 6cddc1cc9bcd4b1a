package words

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestSentences: every finding in the fixtures, under every rule set, has a level of its
// row, and a sentence without gaps in both languages.
func TestSentences(t *testing.T) {
	for _, f := range everything(t) {
		for _, lang := range languages {
			text, whole := say(lang, f.rules, &f.Finding)
			if !whole {
				t.Errorf("%s: %s in %s lacks a field: %s", f.in, f.Code, lang, text)
			}
			checkSentence(t, f.in, lang, &f.Finding, text)
		}
		silent := f.Article == laws.TextSilent && f.Level == laws.Arbiter
		if !silent && !slices.Contains(Levels(f.Code), f.Level) {
			t.Errorf("%s: %s is %s", f.in, f.Code, f.Level)
		}
		checkDetail(t, &f)
	}
}

// TestPlainSentences: every code has a general sentence under every rule set and at every
// level.
func TestPlainSentences(t *testing.T) {
	for _, set := range laws.RuleSets() {
		for _, rules := range laws.Variants(set) {
			for _, c := range laws.Codes() {
				for _, level := range Levels(c) {
					for _, lang := range languages {
						f := touchmove.Finding{Code: c, Level: level, Article: rules.ArticleOf(c)}
						if f.Article == laws.TextSilent && level != laws.Info {
							f.Level = laws.Arbiter
						}
						checkSentence(t, set, lang, &f, Plain(lang, rules, c, level))
					}
				}
			}
		}
	}
}

// hole is what a sentence must not have: a blank too many, an empty bracket, a
// piece of a template, a list without a member, two stops.
var hole = regexp.MustCompile(`%!|  |\(\)|\[|\]|\{|\}|\| | [,;:.)]|\( |[,;:]\.|\.\.|, ,|^ | $|\n`)

// handOrVoice matches what no sensor knows.
var handOrVoice = regexp.MustCompile(`(?i)\b(hands?|hand|hände|said|spoke|sagte|gesagt hat|meant to|wanted|wollte)\b`)

func checkSentence(t *testing.T, where string, lang Language, f *touchmove.Finding, text string) {
	t.Helper()
	bad := func(what string) { t.Errorf("%s: %s %s in %s %s: %q", where, f.Code, f.Level, lang, what, text) }
	if m := hole.FindString(text); m != "" {
		bad(fmt.Sprintf("has a hole %q", m))
	}
	if !strings.HasSuffix(text, ".") {
		bad("has no full stop")
	}
	if m := handOrVoice.FindString(text); m != "" {
		bad(fmt.Sprintf("speaks of %q", m))
	}
	checkArticles(t, lang, f, text, bad)
	unseen := map[Language]string{English: "It depends on ", German: "Es kommt darauf an, "}[lang]
	arbiter := map[Language]string{English: "arbiter", German: "Schiedsrichter"}[lang]
	if (f.Level == laws.Suspected) != strings.Contains(text, unseen) {
		bad("does not tell what the board does not see, or tells it of what it does")
	}
	if f.Level == laws.Arbiter && !strings.Contains(text, arbiter) {
		bad("does not name the arbiter")
	}
}

// checkArticles: each article stands in the sentence, or else that there is none.
func checkArticles(t *testing.T, lang Language, f *touchmove.Finding, text string, bad func(string)) {
	t.Helper()
	switch f.Article {
	case laws.NoArticle:
	case laws.VendorConvention:
		if !strings.Contains(text, common[lang].vendor) {
			bad("does not tell whose convention it is")
		}
	case laws.TextSilent:
		if !strings.Contains(text, map[Language]string{English: "is silent", German: "schweigt"}[lang]) {
			bad("does not tell that the text is silent")
		}
	default:
		for _, article := range strings.Split(f.Article, "/") {
			if !strings.Contains(text, article) {
				bad("lacks article " + article)
			}
		}
	}
}

// free are the codes whose text a person or a driver writes, and those that have
// no need of it.
var free = []touchmove.Code{laws.CommandRefused, laws.SensorFault, laws.SensorNote, laws.ResultSignal, laws.ResultReported, laws.ResultTakenBack,
	laws.IllegalSecond, laws.IllegalThird}

// checkDetail checks that package words has every text that touchmove puts into findings,
// so that a German sentence has no English in it.
func checkDetail(t *testing.T, f *found) {
	t.Helper()
	if f.Text == "" || slices.Contains(free, f.Code) {
		return
	}
	for _, part := range strings.Split(f.Text, "; ") {
		known := false
		for i := range details {
			known = known || details[i].text == part && details[i].in[English] != "" && details[i].in[German] != ""
		}
		if !known {
			t.Errorf("%s: %s says %q", f.in, f.Code, part)
		}
	}
}

// TestUnknown: a code or a rule set that is not known makes no hole either.
func TestUnknown(t *testing.T) {
	if got := Sentence(English, laws.Default(), &touchmove.Finding{Code: 255}); got != "?." {
		t.Errorf("unknown code: %q", got)
	}
	f := touchmove.Finding{Code: laws.IllegalCompleted, Level: laws.Certain, Article: "7.5.1", Side: laws.ByWhite, SAN: "Nb3",
		Remedy: &touchmove.Remedy{OpponentGains: 90, Offence: 1, Bound: []string{"b1a3"}, Article: "7.5.5"}}
	for lang, want := range []string{
		"White completed an illegal move, Nb3 (7.5.1). The move may be replaced only by b1-a3. The text gives Black 90 extra seconds (7.5.5).",
		"Weiß hat einen regelwidrigen Zug abgeschlossen, Sb3 (7.5.1). Der Zug darf nur durch b1-a3 ersetzt werden. Der Text gibt Schwarz 90 zusätzliche Sekunden (7.5.5).",
	} {
		if got := Sentence(Language(lang), nil, &f); got != want {
			t.Errorf("without a rule set: %q, want %q", got, want)
		}
	}
}

// TestWithoutRules: every sample has a sentence without holes though the rule set
// is not known.
func TestWithoutRules(t *testing.T) {
	for i := range samples {
		for _, lang := range languages {
			checkSentence(t, "no rule set", lang, &samples[i].Finding, Sentence(lang, nil, &samples[i].Finding))
		}
	}
}

// TestFields: moves, squares and numbers as each language writes them.
func TestFields(t *testing.T) {
	for _, c := range []struct {
		f      touchmove.Finding
		name   string
		en, de string
	}{
		{touchmove.Finding{SAN: "Nbxd7+"}, "move", "Nbxd7+", "Sbxd7+"},
		{touchmove.Finding{SAN: "bxa8=Q#"}, "move", "bxa8=Q#", "bxa8D#"},
		{touchmove.Finding{SAN: "Bb5"}, "move", "Bb5", "Lb5"},
		{touchmove.Finding{SAN: "O-O-O"}, "move", "O-O-O", "0-0-0"},
		{touchmove.Finding{UCI: "e2e4"}, "move", "e2-e4", "e2-e4"},
		{touchmove.Finding{UCI: "a7a8n"}, "move", "a7-a8=N", "a7-a8S"},
		{touchmove.Finding{UCI: "a7a8k"}, "move", "a7-a8=K", "a7-a8K"},
		{touchmove.Finding{SAN: "a8=K"}, "move", "a8=K", "a8K"},
		{touchmove.Finding{UCI: "a7a8p"}, "move", "a7-a8=P", "a7-a8B"},
		{touchmove.Finding{UCI: "e1g1"}, "move", "e1-g1", "e1-g1"},
		{touchmove.Finding{UCI: "e1g1", Castling: []string{"e1g1"}}, "move", "O-O", "0-0"},
		{touchmove.Finding{Bound: "from:e1", Allowed: []string{"e1c1", "e1e2", "e1g1"}, Castling: []string{"e1c1", "e1g1"}}, "moves", "O-O-O, e1-e2 or O-O", "0-0-0, e1-e2 oder 0-0"},
		{touchmove.Finding{Bound: "from:e1", Allowed: []string{"e1c1", "e1g1"}}, "moves", "e1-c1 or e1-g1", "e1-c1 oder e1-g1"},
		{touchmove.Finding{Bound: "from:b8", Allowed: []string{"b8a8", "b8h8"}, Castling: []string{"b8a8", "b8h8"}}, "moves", "O-O-O or O-O", "0-0-0 oder 0-0"},
		{touchmove.Finding{}, "move", "", ""},
		{touchmove.Finding{Bound: "from:e2", Allowed: []string{"e2e3", "e2e4"}}, "moves", "e2-e3 or e2-e4", "e2-e3 oder e2-e4"},
		{touchmove.Finding{Bound: "to:e4", Allowed: []string{"e2e4"}}, "moves", "", ""},
		{touchmove.Finding{Squares: placement.SetOf(placement.E4)}, "squares", "e4", "e4"},
		{touchmove.Finding{Squares: placement.SetOf(placement.E4, placement.D5, placement.A1)}, "squares", "a1, e4 and d5", "a1, e4 und d5"},
		{touchmove.Finding{Squares: ^placement.Set(0)}, "squares", "a1, b1, c1, d1, e1, f1, g1, h1 and 56 more", "a1, b1, c1, d1, e1, f1, g1, h1 und 56 weitere"},
		{touchmove.Finding{Text: "0-1"}, "result", "0-1", "0-1"},
		{touchmove.Finding{Text: "*"}, "result", "", ""},
		{touchmove.Finding{Remedy: &touchmove.Remedy{Offence: 2}}, "offence", "second", "zweite"},
		{touchmove.Finding{Remedy: &touchmove.Remedy{Offence: 7}}, "offence", "7th", "7."},
	} {
		for lang, want := range []string{c.en, c.de} {
			s := speaker{phrases: &common[lang], lang: Language(lang), f: &c.f}
			if got := s.fieldsOf()[c.name]; got != want {
				t.Errorf("%s of %+v in %s: %q, want %q", c.name, c.f, Language(lang), got, want)
			}
		}
	}
}

// TestDuties: what binds a player is put into words, whatever its parts.
func TestDuties(t *testing.T) {
	for bound, want := range map[string][2]string{
		"from:g1":                     {"If the touch counts, White must move the piece on g1", "Wenn die Berührung zählt, muss Weiß die Figur auf g1 ziehen"},
		"cap:d5":                      {"If the touch counts, White must capture the piece on d5", "Wenn die Berührung zählt, muss Weiß die Figur auf d5 schlagen"},
		"from:e4&cap:d5":              {"If the touch counts, White must capture the piece on d5 with the one on e4", "Wenn die Berührung zählt, muss Weiß die Figur auf d5 mit der auf e4 schlagen"},
		"castle:K":                    {"If the pieces were touched and released as the board shows, White must castle kingside", "Wenn die Figuren so berührt und losgelassen wurden, wie das Brett es zeigt, muss Weiß kurz rochieren"},
		"castle:Q":                    {"If the pieces were touched and released as the board shows, White must castle queenside", "Wenn die Figuren so berührt und losgelassen wurden, wie das Brett es zeigt, muss Weiß lang rochieren"},
		"from:e2&to:e4":               {"If the piece from e2 has been released, White must leave it on e4", "Wenn die Figur von e2 losgelassen wurde, muss Weiß sie auf e4 stehen lassen"},
		"to:f8&promo:n":               {"White must promote to a knight on f8", "Weiß muss auf f8 in einen Springer umwandeln"},
		"from:f7&to:f8&promo:q":       {"White must promote to a queen on f8", "Weiß muss auf f8 in eine Dame umwandeln"},
		"from:e1&!castle:K&!castle:Q": {"If the touch counts, White must move the king without castling", "Wenn die Berührung zählt, muss Weiß den König ziehen, ohne zu rochieren"},
		"from:e4&cap:d5&to:d5":        {"If the piece from e4 has been released, White must leave it on d5", "Wenn die Figur von e4 losgelassen wurde, muss Weiß sie auf d5 stehen lassen"},
		"":                            {"White may make any legal move; no touched piece binds the player", "Weiß darf jeden regelgemäßen Zug ausführen; keine berührte Figur bindet den Spieler"},
	} {
		for lang := range want {
			s := speaker{phrases: &common[lang], lang: Language(lang), f: &touchmove.Finding{Side: laws.ByWhite, Bound: bound, Allowed: []string{}}}
			if got := s.duty(); got != want[lang] {
				t.Errorf("%q: %q, want %q", bound, got, want[lang])
			}
		}
	}
}

// TestClockSentences: what to set the clock to is worded as a proposal.
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
		for _, code := range []touchmove.Code{laws.IllegalCompleted, laws.ClockNoMove, laws.Retracted} {
			f := touchmove.Finding{Code: code, Article: "7.5.1", Side: laws.ByWhite, Remedy: &touchmove.Remedy{Restore: start, Clock: &c.clock}}
			for lang, want := range []string{c.en, c.de} {
				if got := Sentence(Language(lang), rulesOf(t, "fide-2023", laws.Standard), &f); !strings.HasSuffix(got, " "+want) {
					t.Errorf("%s: %s\nwant %s", code, got, want)
				}
			}
		}
	}
	f := touchmove.Finding{Code: laws.IllegalCompleted, Article: "7.5.1", Side: laws.ByWhite, Remedy: &touchmove.Remedy{Restore: start}}
	if got := Sentence(English, nil, &f); strings.Contains(got, "clock") {
		t.Errorf("no times are known: %s", got)
	}
}

// TestDisputedGain: in blitz under full supervision the text of 2023 leaves open whether
// the opponent gains one minute or two, and only there does the sentence mention it.
func TestDisputedGain(t *testing.T) {
	disputed := [...]string{English: "Whether it is one minute or two is disputed for blitz under full supervision, since B.2 does not name A.3.",
		German: "Ob es beim Blitzschach unter voller Aufsicht eine Minute ist oder zwei, ist umstritten, weil B.2 den Artikel A.3 nicht nennt."}
	for _, set := range laws.RuleSets() {
		for _, rules := range laws.Variants(set) {
			f := touchmove.Finding{Code: laws.IllegalCompleted, Level: laws.Certain, Article: "7.5.1", Side: laws.ByWhite,
				Remedy: &touchmove.Remedy{OpponentGains: rules.Gains(), DisputedGains: rules.DisputedGains(), Offence: 1, Article: "7.5.5/A.3"}}
			want := set == "fide-2023" && rules.Time == laws.Blitz && rules.Full
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

// TestOnlyAsked: the sentence mentions that the arbiter rules on a breach of Article 4 only
// when asked (FIDE 1997, B.5), where that holds and nowhere else.
func TestOnlyAsked(t *testing.T) {
	asked := [...]string{English: "The arbiter may rule on it only if a player asks for a ruling (B.5).",
		German: "Der Schiedsrichter darf darüber nur entscheiden, wenn ein Spieler ihn dazu auffordert (B.5)."}
	for _, set := range laws.RuleSets() {
		for _, rules := range laws.Variants(set) {
			for _, c := range laws.Codes() {
				want := set == "fide-1997" && rules.Time == laws.Rapid && c >= laws.TouchBreach && c <= laws.PromotionChanged
				for _, lang := range languages {
					if text := Plain(lang, rules, c, Levels(c)[0]); strings.Contains(text, asked[lang]) != want {
						t.Errorf("%s under %s %s: %s", c, set, rules.Time, text)
					}
				}
			}
		}
	}
}

// TestEndSentences: a resignation is worded as one, with the reason if it is drawn; a claim
// of a draw names where the position stood, and what an incorrect claim costs.
func TestEndSentences(t *testing.T) {
	two := &touchmove.ClaimCost{OpponentGains: 120, Article: "9.5"}
	third := "the position has occurred three times or more"
	for _, c := range []struct {
		set    string
		f      touchmove.Finding
		en, de string
	}{
		{"fide-2023", touchmove.Finding{Code: laws.ResultReported, Article: "5.1.2", Side: laws.ByWhite, Text: "0-1", How: laws.ByResignation},
			"White has resigned; Black wins, 0-1 (FIDE 2023: 5.1.2).",
			"Weiß hat aufgegeben; Schwarz gewinnt, 0-1 (FIDE 2023: 5.1.2)."},
		{"fide-2023", touchmove.Finding{Code: laws.ResultReported, Article: "5.1.2", Side: laws.ByBlack, Text: "1/2-1/2", How: laws.ByResignation,
			Why: []touchmove.Reason{{Article: "5.1.2", Text: "the opponent cannot mate by any series of legal moves"}}},
			"Black has resigned; the game is drawn, 1/2-1/2, since White cannot mate by any series of legal moves (FIDE 2023: 5.1.2).",
			"Schwarz hat aufgegeben; die Partie ist remis, 1/2-1/2, weil Weiß durch keine Folge regelgemäßer Züge mattsetzen kann (FIDE 2023: 5.1.2)."},
		{"fide-2023", touchmove.Finding{Code: laws.ResultReported, Article: "5.2.3", Side: laws.Both, Text: "1/2-1/2", How: laws.ByAgreement},
			"The players have agreed on a draw, 1/2-1/2 (FIDE 2023: 5.2.3).",
			"Die Spieler haben sich auf Remis geeinigt, 1/2-1/2 (FIDE 2023: 5.2.3)."},
		{"fide-1997", touchmove.Finding{Code: laws.ResultReported, Article: "5.3/9.1", Side: laws.Both, Text: "1/2-1/2", How: laws.ByAgreement,
			Why: []touchmove.Reason{{Article: "12.5", Text: "no move had been made: an offer then is valid, but against the rules"}}},
			"The players have agreed on a draw, 1/2-1/2; no move had been made: an offer then is valid, but against the rules (12.5) (FIDE 1997: 5.3, 9.1).",
			"Die Spieler haben sich auf Remis geeinigt, 1/2-1/2. Es war noch kein Zug ausgeführt: Ein Angebot ist dann gültig, verstößt aber gegen die Regeln (12.5) (FIDE 1997: 5.3, 9.1)."},
		{"fide-2023", touchmove.Finding{Code: laws.ResultReported, Article: "5.1/5.2", Side: laws.Both, Text: "1-0", How: laws.ByEntry},
			"The result 1-0 was entered (FIDE 2023: 5.1, 5.2).",
			"Das Ergebnis 1-0 wurde eingegeben (FIDE 2023: 5.1, 5.2)."},
		{"fide-2023", touchmove.Finding{Code: laws.ResultReported, Article: "5.1/5.2", Side: laws.Both, Text: "*", How: laws.ByEntry},
			"The end of the game was entered without a result (FIDE 2023: 5.1, 5.2).",
			"Das Ende der Partie wurde ohne Ergebnis eingegeben (FIDE 2023: 5.1, 5.2)."},
		{"fide-2023", touchmove.Finding{Code: laws.DrawClaimable, Article: "9.2.2", Side: laws.ByWhite, Text: third, Plies: []int{4, 8, 12}, IfIncorrect: two},
			"White may claim a draw: the same position has appeared for at least the third time, after plies 4, 8 and 12 (FIDE 2023: 9.2.2). If the claim proves to be incorrect, Black gets 2 extra minutes (9.5).",
			"Weiß darf remis reklamieren: Die gleiche Stellung ist mindestens zum dritten Mal entstanden, nach den Halbzügen 4, 8 und 12 (FIDE 2023: 9.2.2). Wenn sich die Reklamation als unberechtigt erweist, erhält Schwarz 2 zusätzliche Minuten (9.5)."},
		{"fide-1997", touchmove.Finding{Code: laws.DrawClaimable, Article: "9.2", Side: laws.ByWhite, Text: third, Plies: []int{0, 4, 8}, IfIncorrect: &touchmove.ClaimCost{OpponentGains: 180, ClaimantLoses: 180, Article: "9.5(b)"}},
			"White may claim a draw: the same position has appeared for at least the third time, at the start and after plies 4 and 8 (FIDE 1997: 9.2). If the claim proves to be incorrect, half of White's remaining time is taken off, 3 minutes at most, and Black gets 3 extra minutes (9.5(b)).",
			"Weiß darf remis reklamieren: Die gleiche Stellung ist mindestens zum dritten Mal entstanden, zu Beginn und nach den Halbzügen 4 und 8 (FIDE 1997: 9.2). Wenn sich die Reklamation als unberechtigt erweist, wird Weiß die Hälfte der verbleibenden Zeit abgezogen, höchstens 3 Minuten, und Schwarz erhält 3 zusätzliche Minuten (9.5(b))."},
		{"fide-2023", touchmove.Finding{Code: laws.DrawClaimableByMove, Article: "9.2.1", Side: laws.ByBlack, SAN: "Ng8", Text: "the position occurs for the third time or more", Plies: []int{0, 4}, IfIncorrect: two},
			"Black may claim a draw by announcing Ng8 and not playing it: the same position then appears for at least the third time, before that at the start and after ply 4 (FIDE 2023: 9.2.1). If the claim proves to be incorrect, White gets 2 extra minutes (9.5), and the announced move must be played.",
			"Schwarz darf remis reklamieren, indem Sg8 angekündigt und nicht gespielt wird: Die gleiche Stellung entsteht dann mindestens zum dritten Mal, vorher zu Beginn und nach Halbzug 4 (FIDE 2023: 9.2.1). Wenn sich die Reklamation als unberechtigt erweist, erhält Weiß 2 zusätzliche Minuten (9.5), und der angekündigte Zug muss ausgeführt werden."},
		{"fide-1971", touchmove.Finding{Code: laws.DrawClaimable, Article: "12(4)", Side: laws.ByBlack, Text: "50 moves by each player without a capture or a pawn move"},
			"Black may claim a draw: each player has made at least 50 moves without a capture or a pawn move (FIDE 1971: 12(4)).",
			"Schwarz darf remis reklamieren: Jeder Spieler hat mindestens 50 Züge ohne Schlagen und ohne Bauernzug gemacht (FIDE 1971: 12(4))."},
	} {
		for lang, want := range []string{c.en, c.de} {
			if got := Sentence(Language(lang), rulesOf(t, c.set, laws.Standard), &c.f); got != want {
				t.Errorf("%s:\n got %s\nwant %s", c.f.Code, got, want)
			}
		}
	}
}

// TestEveryFaultInGerman: each reason why a move is illegal has a German
// sentence, filled like the English one.
func TestEveryFaultInGerman(t *testing.T) {
	for _, code := range legality.FaultCodes() {
		if germanFaults[code] == "" {
			t.Errorf("%s has no German sentence", code)
		}
		for _, other := range []placement.Piece{placement.BlackQueen, placement.WhitePawn, placement.Unknown} {
			fault := legality.Fault{Code: code, Move: legality.MakePromotion(placement.A7, placement.B8, legality.Knight),
				Piece: placement.WhitePawn, Square: placement.C6, Other: other}
			got := reason(German, fault.Text())
			if got == fault.Text() || strings.ContainsAny(got, "{}") || hole.MatchString(got) {
				t.Errorf("%s: %q becomes %q", code, fault.Text(), got)
			}
		}
	}
	if len(germanFaults) != len(legality.FaultCodes()) {
		t.Errorf("%d German sentences for %d faults", len(germanFaults), len(legality.FaultCodes()))
	}
}

func TestReasonsInGerman(t *testing.T) {
	for english, want := range map[string]string{
		"a knight does not move from b1 to b3":                               "ein Springer zieht nicht von b1 nach b3",
		"a rook may not move over the pawn on a2":                            "ein Turm darf nicht über den Bauern auf a2 hinweg ziehen",
		"a queen may not move over the queen on d4":                          "eine Dame darf nicht über die Dame auf d4 hinweg ziehen",
		"a bishop may not move to e3, where a pawn of its own colour stands": "ein Läufer darf nicht nach e3 ziehen, wo ein Bauer der eigenen Farbe steht",
		"the queen on d8 is the opponent's":                                  "die Dame auf d8 gehört dem Gegner",
		"a pawn may not become a king":                                       "ein Bauer darf nicht in einen König umgewandelt werden",
		"a pawn may not be exchanged for the black queen put on f8":          "ein Bauer darf nicht gegen eine schwarze Dame auf f8 ausgetauscht werden",
		"a pawn may not be exchanged for the white pawn put on f8":           "ein Bauer darf nicht gegen einen weißen Bauern auf f8 ausgetauscht werden",
		"to castle, the rook on h1 must move, too":                           "zur Rochade gehört, dass auch der Turm auf h1 zieht",
		"the king on e8 is left in check":                                    "der König auf e8 bleibt im Schach stehen",
		"something that nobody has said yet":                                 "something that nobody has said yet",
		"":                                                                   "",
	} {
		if got := reason(German, english); got != want {
			t.Errorf("%q: %q, want %q", english, got, want)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		template, text string
		ok             bool
	}{
		{"a {piece} on {square}", "a king on e1", true},
		{"a {piece} on {square}", "a  on e1", false},
		{"a {piece} on {square}", "a king on ", false},
		{"a {piece} on {square}", "the king on e1", false},
		{"a {piece} on {square}, too", "a king on e1", false},
		{"plain", "plain", true},
		{"plain", "plain and more", false},
		{"plain", "", false},
		{"", "", true},
	} {
		if fields, ok := match(c.template, c.text); ok != c.ok || ok && c.template == "a {piece} on {square}" && (fields["piece"] != "king" || fields["square"] != "e1") {
			t.Errorf("%q in %q: %v %v", c.template, c.text, fields, ok)
		}
	}
}

func TestExpand(t *testing.T) {
	fields := map[string]string{"a": "A", "b": "B", "none": ""}
	for _, c := range []struct {
		template, want string
		whole          bool
	}{
		{"", "", true},
		{"plain", "plain", true},
		{"{a} and {b}.", "A and B.", true},
		{"{a}[: {b}].", "A: B.", true},
		{"{a}[: {none}].", "A.", true},
		{"[{none}|nobody] came", "nobody came", true},
		{"[{a}|nobody] came", "A came", true},
		{"[{none}|{a}]", "A", true},
		{"[{a} {none}]", "", true},
		{"{none} came", " came", false},
		{"{unknown}", "", false},
		{"[{none}|{unknown}]", "", false},
		{"{a", "A", false},
		{"[{a}", "A", false},
	} {
		if got, whole := expand(c.template, fields); got != c.want || whole != c.whole {
			t.Errorf("%q: %q %v, want %q %v", c.template, got, whole, c.want, c.whole)
		}
	}
}
