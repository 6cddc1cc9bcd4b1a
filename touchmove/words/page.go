package words

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/touchmove"
)

// Cell is what one rule set lays down on a topic, or gives as the article of a
// code, for some of its classes of time control and degrees of supervision.
type Cell struct {
	Games   string // "rapid, blitz"; "" if it holds for all games of the rule set
	Words   string // what the text lays down; "" for a code
	Article string // "text silent" if the text does not speak of it
}

// TopicName is a topic in a few words.
func TopicName(lang Language, t touchmove.Topic) string {
	if g := germanTopic(t); lang&1 == German && g != nil {
		return g.name
	}
	return t.String()
}

func germanTopic(t touchmove.Topic) *topicText {
	for _, part := range [...][]topicText{germanTopics, germanTopicsLater} {
		if i := slices.IndexFunc(part, func(g topicText) bool { return g.topic == t.String() }); i >= 0 {
			return &part[i]
		}
	}
	return nil
}

// TopicCells are what a rule set lays down on a topic, a cell for the games that
// it treats alike.
func TopicCells(lang Language, ruleSet string, t touchmove.Topic) []Cell {
	return cells(lang, ruleSet, func(r *touchmove.Rules) Cell {
		p := r.Provision(t)
		if p.Way == 0 {
			return Cell{Article: touchmove.TextSilent}
		}
		if g := germanTopic(t); lang&1 == German && g != nil {
			p.Words = strings.ReplaceAll(g.ways[p.Way-1], "{n}", strconv.Itoa(p.N))
		}
		return Cell{Words: p.Words, Article: p.Article}
	})
}

// CodeCells are the articles that a finding rests on under a rule set, a cell for
// the games that it treats alike.
func CodeCells(lang Language, ruleSet string, c touchmove.Code) []Cell {
	return cells(lang, ruleSet, func(r *touchmove.Rules) Cell { return Cell{Article: r.ArticleOf(c)} })
}

// cells joins the variants of a rule set of which the same holds.
func cells(lang Language, ruleSet string, of func(*touchmove.Rules) Cell) []Cell {
	variants := touchmove.Variants(ruleSet)
	var out []Cell
	var games [][]*touchmove.Rules
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

// gamesOf names the games of some variants; of a class that its supervision
// splits it says which.
func gamesOf(lang Language, some, all []*touchmove.Rules) string {
	var names []string
	for _, r := range some {
		name := r.Time.String()
		switch other := slices.ContainsFunc(all, func(o *touchmove.Rules) bool { return o.Time == r.Time && o.Full != r.Full }); {
		case !other:
		case slices.ContainsFunc(some, func(o *touchmove.Rules) bool { return o.Time == r.Time && o.Full != r.Full }):
		case r.Full:
			name += common[lang&1].full
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Unseen lists what the texts speak of, and neither a board nor a clock can see:
// it is no topic, and no finding is ever about it.
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
