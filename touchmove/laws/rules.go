package laws

import (
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality"
)

// TimeClass is the class of time control of the game.
type TimeClass uint8

// The time classes.
const (
	Standard  TimeClass = iota
	Rapid               // Appendix A of the FIDE Laws
	Blitz               // Appendix B
	Quickplay           // the quickplay finish of FIDE 1997
)

var timeNames = [...]string{"standard", "rapid", "blitz", "quickplay"}

// String is the class as logs and messages write it.
func (c TimeClass) String() string { return timeNames[c&3] }

// ParseTimeClass reads a class as logs and messages write it.
func ParseTimeClass(name string) (TimeClass, bool) {
	return enum.Parse[TimeClass](timeNames[:], name)
}

// Rules is a rule set: what one text of the Laws lays down for one class of time control
// and one degree of supervision. It never changes; games may share it. RulesFor and Default
// return one.
type Rules struct {
	Name string // "fide-2023"
	Time TimeClass
	Full bool // rapid and blitz under full supervision: the competition rules apply (A.4, B.2)

	edition *edition
	law     [TopicCount]Provision
	codes   [CodeCount]string // the articles that each finding rests on; "" if the text is silent
}

// edition is one text of the Laws as data: what it lays down on each topic that a board or
// a clock can bear on. On a topic without an entry the text is silent.
type edition struct {
	name     string
	law      [TopicCount]Provision
	special  []special // what replaces a provision of law
	classes  []TimeClass
	movement []movement
	kingStep string // the article that forbids a king to step into check, if it differs from the one on a king left in check
}

// special is a provision that holds in place of another one: for one class of time control, or always
// if the law is that of another edition.
type special struct {
	topic Topic
	when  func(TimeClass, bool) bool // by class and full supervision
	says  Provision
}

// movement is the article of an edition that corresponds to one of fide-2023, whose numbers
// package legality uses for the moves of the pieces.
type movement struct{ of2023, here string }

var editions = [...]*edition{&fide2023, &fide2018, &fide1997, &fide1971, &bilguer1891, &bilguer1880}

// RuleSets lists the names of the rule sets, the newest text first.
func RuleSets() []string {
	names := make([]string, len(editions))
	for i, e := range editions {
		names[i] = e.name
	}
	return names
}

// Default returns the rule set fide-2023 for standard chess.
func Default() *Rules { return newRules(&fide2023, Standard, false) }

// RulesFor returns the rule set with a name, for a class of time control and a degree of
// supervision. It returns an error if no text has that name, or if the text has no rules
// for that class.
func RulesFor(name string, class TimeClass, full bool) (*Rules, error) {
	i := slices.Index(RuleSets(), name)
	if i < 0 {
		return nil, fmt.Errorf("rule set %q is not known", name)
	}
	e := editions[i]
	if class == Quickplay && !slices.Contains(e.classes, class) {
		return nil, fmt.Errorf("rule set %q has no quickplay finish", name)
	}
	return newRules(e, class, full), nil
}

func newRules(e *edition, class TimeClass, full bool) *Rules {
	r := &Rules{Name: e.name, Time: class, Full: full, edition: e, law: e.law}
	for _, s := range e.special {
		if s.when(class, full) {
			r.law[s.topic] = s.says
		}
	}
	for code := range r.codes {
		r.codes[code] = strings.Join(r.leading(Code(code)), "/")
	}
	return r
}

// DisputesBlitz reports whether the opponent's gain is disputed. In blitz under full
// supervision the B.2 of 2023 does not name A.3: by the letter the gain is two minutes; in
// practice, and in 2018, it is one.
func (r *Rules) DisputesBlitz() bool { return r.edition == &fide2023 && r.Time == Blitz && r.Full }

const blitzGain, BlitzGainByLetter = 60, 120 // seconds

// DisputedGains returns the time, in seconds, that the opponent gets after a completed
// illegal move in the other interpretation of a disputed text; 0 if the text is not
// disputed.
func (r *Rules) DisputedGains() int {
	if !r.DisputesBlitz() {
		return 0
	}
	return blitzGain + BlitzGainByLetter - r.Gains()
}

// ByLetter returns the same rule set with the opponent's gain of the competition rules.
func (r *Rules) ByLetter() *Rules {
	other := *r
	other.law[TopicOffence], other.law[TopicClaimCost] = r.edition.law[TopicOffence], r.edition.law[TopicClaimCost]
	return &other
}

// Has reports whether the rule set settles a topic in one way.
func (r *Rules) Has(t Topic, w Way) bool { return r.law[t].Way == w }

// Way returns how the rule set settles a topic.
func (r *Rules) Way(t Topic) Way { return r.law[t].Way }

// Number returns the number that goes with a topic: seconds, moves, offences.
func (r *Rules) Number(t Topic) int { return r.law[t].N }

// Cites returns the articles that a finding cites if nothing narrows it down; "" if the text
// is silent.
func (r *Rules) Cites(c Code) string { return r.codes[c] }

// Cite gives a finding that names no article those of the rule set. Where the rule set does not
// cover the matter, nothing is certain.
func (r *Rules) Cite(f *Finding) {
	if f.Article != "" {
		return
	}
	if f.Article = r.ArticleOf(f.Code); f.Article == TextSilent && f.Level != Info {
		f.Level = Arbiter
	}
}

// Settles reports whether the rule set covers a topic.
func (r *Rules) Settles(t Topic) bool { return r.law[t].Way != Silent }

// Article returns the article that settles a topic; "" if the text is silent.
func (r *Rules) Article(t Topic) string { return r.law[t].Article }

// FaultArticle is the article of this text that a move breaks.
func (r *Rules) FaultArticle(f legality.Fault) string {
	article := r.moveArticle(f.Article)
	steps := f.Piece.Kind() == legality.King && !f.Move.IsCastling()
	switch step := r.edition.kingStep; {
	case step == "" || !steps:
	case f.Code == legality.KingPutInCheck:
		return step
	case f.Code == legality.KingLeftInCheck:
		return step + "/" + article
	}
	return article
}

// moveArticle is the article of this text on how the pieces move.
func (r *Rules) moveArticle(of2023 string) string {
	for _, m := range r.edition.movement {
		if m.of2023 == of2023 || strings.HasPrefix(of2023, m.of2023+".") {
			return m.here
		}
	}
	return of2023
}

// Stands reports whether an illegal move can be corrected only until the opponent makes the
// next move or, in Bilguer, touches a piece for it. From then on it stands.
func (r *Rules) Stands() bool { return r.Has(TopicTooLate, AtNextMove) || r.Has(TopicTooLate, AtTouch) }

// Completes reports whether the rule set distinguishes a completed move from a made one.
func (r *Rules) Completes() bool { return r.Settles(TopicCompleted) }

// Gains returns the time, in seconds, that the opponent gets after a completed illegal
// move; 0 if the text gives none.
func (r *Rules) Gains() int {
	if !r.Has(TopicOffence, GainsTime) {
		return 0
	}
	return r.law[TopicOffence].N
}

func always(TimeClass, bool) bool { return true }

func rapidOrBlitz(c TimeClass, full bool) bool { return (c == Rapid || c == Blitz) && !full }

func inClass(class TimeClass) func(TimeClass, bool) bool {
	return func(c TimeClass, _ bool) bool { return c == class }
}
