package words

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// Cell is what one rule set lays down on a topic, or the article that it gives a code, for
// some classes of time control and degrees of supervision.
type Cell struct {
	Games   string // "rapid, blitz"; "" if it holds for all games of the rule set
	Words   string // what the text lays down; "" for a code
	Article string // "text silent" if the text does not speak of it
}

// TopicCells returns what a rule set lays down on a topic, one cell for each group of games
// that it treats alike.
func TopicCells(lang Language, ruleSet string, t laws.Topic) []Cell {
	return cells(lang, ruleSet, func(r *laws.Rules) Cell {
		p := r.Provision(t)
		if p.Way == 0 {
			return Cell{Article: laws.TextSilent}
		}
		words := strings.ReplaceAll(topicTexts[lang&1][t].ways[p.Way-1], "{n}", strconv.Itoa(p.N))
		return Cell{Words: words, Article: p.Article}
	})
}

// LeadingCells returns the articles that a finding cites under a rule set if nothing
// narrows it down, one cell for each group of games that it treats alike.
func LeadingCells(lang Language, ruleSet string, c touchmove.Code) []Cell {
	return cells(lang, ruleSet, func(r *laws.Rules) Cell { return Cell{Article: r.ArticleOf(c)} })
}

// CodeCells returns all articles that a finding may cite under a rule set, the leading ones
// first, one cell for each group of games that it treats alike.
func CodeCells(lang Language, ruleSet string, c touchmove.Code) []Cell {
	return cells(lang, ruleSet, func(r *laws.Rules) Cell {
		if listed := r.Articles(c); len(listed) > 0 {
			return Cell{Article: strings.Join(listed, "/")}
		}
		return Cell{Article: laws.TextSilent}
	})
}

// cells joins the variants of a rule set with equal cells.
func cells(lang Language, ruleSet string, of func(*laws.Rules) Cell) []Cell {
	variants := laws.Variants(ruleSet)
	var out []Cell
	var games [][]*laws.Rules
	for _, r := range variants {
		c := of(r)
		i := slices.Index(out, c)
		if i < 0 {
			i, out, games = len(out), append(out, c), append(games, nil)
		}
		games[i] = append(games[i], r)
	}
	if len(out) > 1 {
		for i := range out {
			out[i].Games = gamesOf(lang, games[i], variants)
		}
	}
	return out
}

// gamesOf names the games of some variants. If supervision splits a class, it names the
// supervision too.
func gamesOf(lang Language, some, all []*laws.Rules) string {
	var names []string
	for _, r := range some {
		name := Term(lang, r.Time.String())
		switch other := slices.ContainsFunc(all, func(o *laws.Rules) bool { return o.Time == r.Time && o.Full != r.Full }); {
		case !other:
		case slices.ContainsFunc(some, func(o *laws.Rules) bool { return o.Time == r.Time && o.Full != r.Full }):
		case r.Full:
			name += common[lang&1].full
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Unseen lists what the texts mention and neither a board nor a clock can see. No topic and
// no finding is about it.
func Unseen(lang Language) []string { return slices.Clone(unseen[lang&1]) }

var unseen = [...][]string{
	English: {
		"which hand made a move or pressed the clock (FIDE 2023: 4.1, 6.2.3, 7.5.4)",
		"what was said: an announcement of adjusting, a claim, an offer of a draw, a resignation (4.2.1, 5.1.2, 9.1, 9.5)",
		"intention: whether a touch was meant to move or capture, or was an accident (4.2.2, 4.3, 4.4.3)",
		"who sits at the board, and whether the colours are reversed (7.3)",
		"who displaced a piece, and why (7.4)",
		"what the score sheet says, and whether a move was written down on it (8, 9.2.1, 9.3.1)",
		"conduct, penalties at discretion, and what the arbiter saw (11, 12.9)",
		"what a display showed: a claim may not rest on that alone (6.12.2)",
	},
	German: {
		"mit welcher Hand gezogen oder die Uhr gedrückt wurde (FIDE 2023: 4.1, 6.2.3, 7.5.4)",
		"was gesagt wurde: Ankündigung des Zurechtrückens, Reklamation, Remisangebot, Aufgabe (4.2.1, 5.1.2, 9.1, 9.5)",
		"Absicht: ob eine Berührung zum Ziehen oder Schlagen gemeint oder ein Versehen war (4.2.2, 4.3, 4.4.3)",
		"wer am Brett sitzt, und ob die Farben vertauscht sind (7.3)",
		"wer eine Figur verschoben hat, und warum (7.4)",
		"was auf dem Partieformular steht, und ob ein Zug darauf geschrieben wurde (8, 9.2.1, 9.3.1)",
		"Verhalten, Strafen nach Ermessen, und was der Schiedsrichter gesehen hat (11, 12.9)",
		"was eine Anzeige zeigte: Darauf allein darf sich eine Reklamation nicht stützen (6.12.2)",
	},
}

// asks returns what the rules ask for after an irregularity, as advice.
func (s *speaker) asks(c claim) []string {
	var out []string
	if p := s.objection(c); p.Way > 0 {
		out = append(out, s.advice(s.claim, p.Article))
	}
	if s.f.IfIncorrect != nil {
		out = append(out, s.cost()...)
	}
	if p := s.onRequest(c); p.Way > 0 {
		out = append(out, s.advice(s.asked, p.Article))
	}
	if s.f.Remedy == nil {
		return out
	}
	return slices.Concat(out, s.replacement(), s.consequence(), s.clock(), s.until())
}

// objection returns the provision on the claim against a breach; the zero value if the text
// has none for this kind of breach.
func (s *speaker) objection(c claim) laws.Provision {
	if c == noClaim || s.rules == nil || s.leftPawn() {
		return laws.Provision{}
	}
	p := s.rules.Provision(laws.TouchClaimLapsed.Topics()[0])
	if c == anyClaim && p.Way > 1 { // only the claim against touching lapses
		return laws.Provision{}
	}
	return p
}

// onRequest returns the provision on ruling at a player's request, if the text has it and
// there is an arbiter; else the zero value.
func (s *speaker) onRequest(c claim) laws.Provision {
	if c == noClaim || s.rules == nil || !s.rules.Completes() || s.f.Article == laws.TextSilent {
		return laws.Provision{}
	}
	p := s.rules.Provision(s.f.Code.Remedies()[1])
	if p.Way != 2 {
		return laws.Provision{}
	}
	return p
}

// replacement returns which moves may replace an illegal one.
func (s *speaker) replacement() []string {
	r := s.f.Remedy
	template := s.bound
	switch {
	case len(r.Bound) == 0, r.Result != "" && !s.onClaim():
		return nil // if the game is over nothing replaces it
	case r.Choice != nil:
		template = s.kings
	case len(r.Bound) == 1:
		template = s.only
	}
	return []string{strings.ReplaceAll(template, "{moves}", s.moves(r.Bound))}
}

// consequence returns what the text gives the opponent, or how the game ends.
func (s *speaker) consequence() []string {
	r := s.f.Remedy
	var out []string
	counted := s.f.Code == laws.IllegalSecond || s.f.Code == laws.IllegalThird
	if r.Offence > 0 && s.counts() && !counted {
		out = append(out, s.advice(s.offence, r.Article))
	}
	switch {
	case r.Result != "" && (s.f.Code == laws.FlagFall || s.f.Code == laws.BothFlags):
		out = append(out, s.flagFollows())
	case r.OpponentGains > 0:
		out = append(out, s.advice(strings.ReplaceAll(s.gains, "{time}", s.time(r.OpponentGains)), r.Article))
		if r.DisputedGains > 0 {
			out = append(out, s.disputed)
		}
	case r.Result == "1/2-1/2":
		out = append(out, s.advice(s.drawn, r.Article))
	case s.onClaim():
		out = append(out, s.advice(s.wins, r.Article))
	case r.Result != "":
		out = append(out, s.advice(s.lost, r.Article))
	}
	return out
}

// onClaim reports whether the opponent wins only if he claims it.
func (s *speaker) onClaim() bool {
	return s.f.Remedy.Result != "" && s.f.Code != laws.FlagFall && s.f.Code != laws.BothFlags && s.rules != nil && s.rules.WinOnClaim()
}

// until returns until when an illegal move can be corrected, if that is not the end of the
// game. The opponent's choice or claim already implies it.
func (s *speaker) until() []string {
	if s.rules == nil || s.f.Code == laws.Retracted || !s.rules.Stands() || s.f.Remedy.Choice != nil || s.onClaim() || s.f.Code == laws.FlagFall || s.f.Code == laws.BothFlags {
		return nil
	}
	return []string{s.advice(s.standing, s.rules.ArticleOf(laws.IllegalStands))}
}

// clock returns what the arbiter may set the clock to.
func (s *speaker) clock() []string {
	c := s.f.Remedy.Clock
	if c == nil {
		return nil
	}
	fields := map[string]string{"white": clockTime(c.Set.White), "black": clockTime(c.Set.Black), "article": articles(c.Article), "gained": ""}
	for side, ms := range map[touchmove.Party]int64{laws.ByWhite: c.Gained.White, laws.ByBlack: c.Gained.Black} {
		if ms > 0 {
			fields["gained"], _ = expand(s.gained, map[string]string{"time": strconv.FormatInt(ms/1000, 10) + " s", "player": s.sides[side].who})
		}
	}
	text, _ := expand(s.set, fields)
	return []string{text}
}

// clockTime returns a time in the form of a clock.
func clockTime(ms int64) string {
	s := ms / 1000
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// counts reports whether the rule set counts a player's illegal moves.
func (s *speaker) counts() bool {
	return s.rules != nil && s.rules.Provision(laws.IllegalSecond.Topics()[0]).Way > 0
}

// advice fills a template that stands after the sentence of the row.
func (s *speaker) advice(template, article string) string {
	fields := maps.Clone(s.fields)
	fields["article"] = articles(article)
	if s.f.Remedy != nil {
		fields["result"] = s.f.Remedy.Result
	}
	text, _ := expand(template, fields)
	return text
}

// time returns a number of seconds in the words of the texts.
func (s *speaker) time(seconds int) string {
	switch {
	case seconds == 60:
		return s.minute
	case seconds%60 == 0:
		return numbered(s.minutes, seconds/60)
	}
	return numbered(s.seconds, seconds)
}
