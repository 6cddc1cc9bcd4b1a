package touchmove

import (
	"slices"
	"strconv"
	"strings"
)

// Topic is something that a text of the Laws may settle and that a board or a
// clock can bear on.
type Topic = topic

// Topics lists all topics, in the order of play.
func Topics() []Topic {
	out := make([]Topic, topicCount)
	for i := range out {
		out[i] = Topic(i)
	}
	return out
}

// String is the topic in a few words: "own piece touched".
func (t topic) String() string {
	if t >= topicCount {
		return "?"
	}
	return topicWords[t].name
}

// Ways are the ways in which the texts settle a topic, in words; {n} in them is
// a number that goes with it.
func (t topic) Ways() []string {
	if t >= topicCount {
		return nil
	}
	return slices.Clone(topicWords[t].ways)
}

// Provision is what one text lays down on one topic. The zero value is that of a
// text that is silent on it.
type Provision struct {
	Way     int    // which of the topic's ways, from 1; 0 if the text is silent
	N       int    // the number that goes with it: seconds, moves, offences
	Words   string // the way in words
	Article string // several joined by "/"
}

// Provision is what the text lays down on a topic.
func (r *Rules) Provision(t Topic) Provision {
	if t >= topicCount || !r.settles(t) {
		return Provision{}
	}
	law := r.law[t]
	words := strings.ReplaceAll(topicWords[t].ways[law.way-1], "{n}", strconv.Itoa(law.n))
	return Provision{Way: int(law.way), N: law.n, Words: words, Article: law.article}
}

// Topics are the topics that a finding rests on, the leading one first; none for
// a finding that no text of the Laws speaks of.
func (c Code) Topics() []Topic {
	if c >= codeCount {
		return nil
	}
	return slices.Clone(codeTopics[c])
}

// Remedies are the topics on what follows from a finding of a breach or of an
// illegal move; none for any other.
func (c Code) Remedies() []Topic {
	switch c {
	case TouchBreach, ReleaseBreach, CastleRookFirst, PromotionChanged:
		return []Topic{topicTouchClaim}
	case ClockNoMove, MoveIncomplete, IllegalSecond, IllegalThird:
		return []Topic{topicOffence, topicLosing, topicTooLate}
	case IllegalMade, IllegalCompleted, KingCaptured, CastleIncomplete, EPPawnLeft, PromotionUnreplaced, PromotionIncomplete, PromotionWrongPiece:
		return []Topic{topicReplacement, topicOffence, topicLosing, topicTooLate}
	}
	return nil
}

// ArticleOf is the article that a finding carries if nothing narrows it down;
// several are joined by "/". It is "text silent" if the text does not speak of
// it, and "-" if no text of the Laws does.
func (r *Rules) ArticleOf(c Code) string {
	if c >= codeCount || r.codes[c] == "" {
		return TextSilent
	}
	return r.codes[c]
}

// WinOnClaim reports whether the opponent may claim the win after a completed
// illegal move, before he has made his own (FIDE 1997, C.3).
func (r *Rules) WinOnClaim() bool { return r.has(topicOffence, winsIfAsks) }

// Variants are a rule set for every class of time control for which its text has
// rules, with normal supervision first and then, if that can make a difference,
// with full supervision; nil if the rule set is not known.
func Variants(name string) []*Rules {
	i := slices.Index(RuleSets(), name)
	if i < 0 {
		return nil
	}
	var out []*Rules
	for _, class := range editions[i].classes {
		normal, full := newRules(editions[i], class, false), newRules(editions[i], class, true)
		out = append(out, normal)
		if normal.law != full.law {
			out = append(out, full)
		}
	}
	return out
}

// ParseCode reads a code as messages write it.
func ParseCode(name string) (Code, bool) {
	i := slices.Index(codeNames[:], name)
	return Code(max(0, i)), i > 0
}

// ParseLevel reads a level as messages write it.
func ParseLevel(name string) (Level, bool) {
	for l := Info; l <= Arbiter; l++ {
		if l.String() == name {
			return l, true
		}
	}
	return Info, false
}

// ParseParty reads a party as messages write it.
func ParseParty(name string) (Party, bool) {
	i := strings.Index("-wb?", name)
	return Party(max(0, i)), i >= 0 && len(name) == 1
}
