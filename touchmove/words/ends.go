package words

import (
	"strconv"
	"strings"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// endWords are the phrases for how a game ended, and for claims, in one language.
type endWords struct {
	resigned, conceded, agreed, entered, unentered string
	start, ply, plies                              string // where a position stood
	incorrect, taken, announced, minutes           string // the cost of an incorrect claim
}

var endPhrases = [...]endWords{
	English: {
		resigned:  "{Side} has resigned; {opponent} wins, {result}",
		conceded:  "{Side} has resigned; the game is drawn, {result}, since {opponent} cannot mate by any series of legal moves",
		agreed:    "The players have agreed on a draw, {result}[; {reasons}]",
		entered:   "The result {result} was entered",
		unentered: "The end of the game was entered without a result",
		start:     "at the start", ply: "after ply {n}", plies: "after plies ",
		incorrect: "If the claim proves to be incorrect, {opponent} gets {time} ({article}){announced}.",
		taken:     "If the claim proves to be incorrect, half of {ofSide} remaining time is taken off, {most} at most, and {opponent} gets {time} ({article}){announced}.",
		announced: ", and the announced move must be played",
		minutes:   "{n} minutes",
	},
	German: {
		resigned:  "{Side} hat aufgegeben; {opponent} gewinnt, {result}",
		conceded:  "{Side} hat aufgegeben; die Partie ist remis, {result}, weil {opponent} durch keine Folge regelgemäßer Züge mattsetzen kann",
		agreed:    "Die Spieler haben sich auf Remis geeinigt, {result}[. {reasons}]",
		entered:   "Das Ergebnis {result} wurde eingegeben",
		unentered: "Das Ende der Partie wurde ohne Ergebnis eingegeben",
		start:     "zu Beginn", ply: "nach Halbzug {n}", plies: "nach den Halbzügen ",
		incorrect: "Wenn sich die Reklamation als unberechtigt erweist, erhält {opponent} {time} ({article}){announced}.",
		taken:     "Wenn sich die Reklamation als unberechtigt erweist, wird {toSide} die Hälfte der verbleibenden Zeit abgezogen, höchstens {most}, und {opponent} erhält {time} ({article}){announced}.",
		announced: ", und der angekündigte Zug muss ausgeführt werden",
		minutes:   "{n} Minuten",
	},
}

// howEnded returns how a reported result came about.
func (s *speaker) howEnded(fields map[string]string) string {
	if s.f.Code != laws.ResultReported {
		return ""
	}
	w := &endPhrases[s.lang]
	template := w.entered
	switch {
	case s.f.How == laws.ByResignation && s.f.Text == "1/2-1/2":
		template = w.conceded
	case s.f.How == laws.ByResignation:
		template = w.resigned
	case s.f.How == laws.ByAgreement:
		template = w.agreed
	case fields["result"] == "":
		template = w.unentered
	}
	text, _ := expand(template, fields)
	return text
}

// plies returns after which plies a position stood.
func (s *speaker) plies() string {
	w, start := &endPhrases[s.lang], ""
	var numbers []string
	for _, n := range s.f.Plies {
		if n == 0 {
			start = w.start
			continue
		}
		numbers = append(numbers, strconv.Itoa(n))
	}
	after := w.plies + s.enumerate(numbers, s.and)
	switch len(numbers) {
	case 0:
		return start
	case 1:
		after = strings.ReplaceAll(w.ply, "{n}", numbers[0])
	}
	if start == "" {
		return after
	}
	return start + s.and + after
}

// cost returns the cost of an incorrect claim of a draw.
func (s *speaker) cost() []string {
	c, w := s.f.IfIncorrect, &endPhrases[s.lang]
	fields := map[string]string{"opponent": s.fields["opponent"], "ofSide": s.fields["ofSide"], "toSide": s.fields["toSide"], "article": articles(c.Article),
		"time": s.time(c.OpponentGains), "most": numbered(w.minutes, c.ClaimantLoses/60), "announced": ""}
	if s.f.Code == laws.DrawClaimableByMove {
		fields["announced"] = w.announced
	}
	template := w.incorrect
	if c.ClaimantLoses > 0 {
		template = w.taken
	}
	text, _ := expand(template, fields)
	if c.DisputedGains > 0 {
		return []string{text, s.disputed}
	}
	return []string{text}
}

// flagWords are the phrases for fallen flags in one language.
type flagWords struct {
	completed, prescribed, all string // how many moves were completed, and of how many
	conditions                 map[string]string
	and                        string
	lost, drawn, even          string // the consequence under a condition
	evenly                     string // the consequence without one
}

var flagPhrases = [...]flagWords{
	English: {
		completed:  "{Side} has completed {done}",
		prescribed: "{Side} has completed {done}, and {n} were prescribed",
		all:        "{Side} has completed {done}, and all moves were prescribed",
		conditions: map[string]string{
			laws.IfNotCompleted: "{side} has not completed the prescribed number of moves[ ({control})]",
			laws.IfClaimed:      "{opponent} claims it while {ofOpponent} own flag is up[ ({flag})]",
			laws.IfLastPeriod:   "this was the last period",
		},
		and:    " and ",
		lost:   "If {conditions}, {side} loses the game by the text, {result} ({article}).",
		drawn:  "If {conditions}, the game is drawn by the text, {result}, since {opponent} cannot mate by any series of legal moves ({article}).",
		even:   "If {conditions}, the game is drawn by the text, {result} ({article}).",
		evenly: "By the text the result is {result} ({article}).",
	},
	German: {
		completed:  "{Side} hat {done} abgeschlossen",
		prescribed: "{Side} hat {done} abgeschlossen, vorgeschrieben waren {n}",
		all:        "{Side} hat {done} abgeschlossen, vorgeschrieben waren alle Züge",
		conditions: map[string]string{
			laws.IfNotCompleted: "{side} die vorgeschriebene Zahl von Zügen nicht abgeschlossen hat[ ({control})]",
			laws.IfClaimed:      "{opponent} das reklamiert, solange das eigene Fallblättchen oben ist[ ({flag})]",
			laws.IfLastPeriod:   "das die letzte Zeitperiode war",
		},
		and:    " und ",
		lost:   "Wenn {conditions}, ist die Partie nach dem Text für {side} verloren, {result} ({article}).",
		drawn:  "Wenn {conditions}, ist die Partie nach dem Text remis, {result}, weil {opponent} durch keine Folge regelgemäßer Züge mattsetzen kann ({article}).",
		even:   "Wenn {conditions}, ist die Partie nach dem Text remis, {result} ({article}).",
		evenly: "Nach dem Text ist das Ergebnis {result} ({article}).",
	},
}

// whose returns the player whom a finding on flags is about; for both flags, the player
// whose fell first.
func (s *speaker) whose() touchmove.Party {
	if s.f.Code == laws.BothFlags && s.f.Flag != nil {
		if first, ok := laws.ParseParty(s.f.Flag.First); ok {
			return first
		}
	}
	return s.f.Side
}

// completed returns how many moves the player whose flag has fallen has completed.
func (s *speaker) completed() string {
	facts := s.f.Flag
	if facts == nil || s.f.Code != laws.FlagFall {
		return ""
	}
	w := &flagPhrases[s.lang]
	template := w.completed
	switch {
	case facts.All:
		template = w.all
	case facts.Prescribed > 0:
		template = w.prescribed
	}
	text, _ := expand(template, map[string]string{"Side": s.sides[s.f.Side&3].Who, "done": s.count(facts.Completed), "n": strconv.Itoa(facts.Prescribed)})
	return text
}

// count returns a number of moves.
func (s *speaker) count(n int) string {
	one, many := "1 move", "{n} moves"
	if s.lang == German {
		one, many = "1 Zug", "{n} Züge"
	}
	if n == 1 {
		return one
	}
	return numbered(many, n)
}

// flagFollows returns what follows from fallen flags, and under which conditions.
func (s *speaker) flagFollows() string {
	r, w := s.f.Remedy, &flagPhrases[s.lang]
	byMate := s.rules == nil || r.Article == s.article(laws.FlagFall.Topics()[1])
	template := map[bool]map[bool]string{false: {false: w.evenly, true: s.drawn}, true: {false: w.even, true: w.drawn}}[len(r.If) > 0][byMate]
	if r.Result != "1/2-1/2" {
		template = map[bool]string{false: s.lost, true: w.lost}[len(r.If) > 0]
	}
	return strings.ReplaceAll(s.advice(strings.ReplaceAll(template, "{conditions}", s.conditions()), r.Article), "  ", " ")
}

// conditions returns the conditions on which a result depends, as one clause.
func (s *speaker) conditions() string {
	w := &flagPhrases[s.lang]
	fields := map[string]string{"control": "", "flag": ""}
	for name, value := range s.fields {
		fields[name] = value
	}
	if s.rules != nil {
		fields["control"] = s.article(laws.FlagFall.Remedies()[0])
		fields["flag"] = s.article(laws.FlagFall.Topics()[0])
	}
	fields["control"], fields["flag"] = articles(fields["control"]), articles(fields["flag"])
	all := make([]string, len(s.f.Remedy.If))
	for i, name := range s.f.Remedy.If {
		all[i], _ = expand(w.conditions[name], fields)
	}
	return strings.Join(all, w.and)
}

// article returns the article in force on a topic.
func (s *speaker) article(t laws.Topic) string { return s.rules.Provision(t).Article }
