package words

import (
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// speaker says one finding in one language, under one rule set.
type speaker struct {
	*phrases
	lang   Language
	rules  *touchmove.Rules // nil if it is not known
	f      *touchmove.Finding
	fields map[string]string
}

// fieldsOf are what of a finding may stand in a template, by name. A field of
// which the finding says nothing is empty.
func (s *speaker) fieldsOf() map[string]string {
	f, who := s.f, &s.sides[s.f.Side&3]
	detail := s.detail(f.Text)
	fields := map[string]string{
		"side": who.who, "Side": who.Who, "by": who.by, "opponent": who.opponent, "Opponent": who.Opponent, "toOpponent": who.toOpponent,
		"move": s.move(), "squares": s.squares(f.Squares), "duty": s.duty(), "moves": s.open(), "reasons": s.reasons(),
		"detail": detail, "Detail": capital(detail), "result": s.result(f.Text), "offence": "", "n": "",
	}
	if f.Remedy != nil && f.Remedy.Offence > 0 {
		fields["offence"] = s.nth(f.Remedy.Offence)
	}
	fields["restored"] = s.restoring()
	fields["Restored"] = capital(fields["restored"])
	if p := s.provision(); p.N > 0 {
		fields["n"] = strconv.Itoa(p.N)
	}
	return fields
}

// provision is what the text in force lays down on the leading topic.
func (s *speaker) provision() touchmove.Provision {
	topics := s.f.Code.Topics()
	if s.rules == nil || len(topics) == 0 {
		return touchmove.Provision{}
	}
	return s.rules.Provision(topics[0])
}

// restoring is how the text deals with a completed illegal move; "" if the rule
// set is not known.
func (s *speaker) restoring() string {
	if s.rules == nil {
		return ""
	}
	return s.restored[s.rules.Provision(touchmove.IllegalCompleted.Topics()[0]).Way]
}

// move is the move in the language's own notation.
func (s *speaker) move() string {
	if s.f.SAN == "" {
		return s.long(s.f.UCI)
	}
	if s.lang == German {
		return germanSAN.Replace(s.f.SAN)
	}
	return s.f.SAN
}

// germanSAN puts the letters of the men of a German score for those of SAN. A
// bishop is B there, a file b.
var germanSAN = strings.NewReplacer("Q", "D", "R", "T", "B", "L", "N", "S", "=", "", "O-O-O", "0-0-0", "O-O", "0-0")

// long is a move from square to square, "e7-e8=Q".
func (s *speaker) long(uci string) string {
	switch {
	case len(uci) == 4:
		return uci[:2] + "-" + uci[2:]
	case len(uci) == 5 && s.promotion[uci[4]] != "":
		return uci[:2] + "-" + uci[2:4] + s.promotion[uci[4]]
	}
	return uci
}

// longest is how many moves or squares are listed.
const longest = 8

// moves lists moves, cut short.
func (s *speaker) moves(uci []string) string {
	names := make([]string, len(uci))
	for i, m := range uci {
		names[i] = s.long(m)
	}
	return s.list(names, s.or)
}

// open lists the moves that are open, if what binds the player does not say it.
func (s *speaker) open() string {
	bound := s.f.Bound
	if bound == "" || len(s.f.Allowed) == 1 && (strings.Contains(bound, "to:") || strings.HasPrefix(bound, "castle:")) {
		return ""
	}
	return s.moves(s.f.Allowed)
}

func (s *speaker) squares(set placement.Set) string {
	names := make([]string, 0, set.Len())
	for _, q := range set.Squares() {
		names = append(names, q.String())
	}
	return s.list(names, s.and)
}

// list joins names as a sentence does; of many it says how many more there are.
func (s *speaker) list(names []string, conjunction string) string {
	if rest := len(names) - longest; rest > 1 {
		names = append(names[:longest:longest], numbered(s.more, rest))
	}
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + conjunction + names[n-1]
}

// result is the result that a finding is about; "" if its text is none.
func (s *speaker) result(text string) string {
	switch text {
	case "1-0", "0-1", "1/2-1/2":
		return text
	}
	return ""
}

// nth is an ordinal number.
func (s *speaker) nth(n int) string {
	if n <= len(s.ordinals) {
		return s.ordinals[n-1]
	}
	return numbered(s.ordinal, n)
}

// numbered puts a number for {n}.
func numbered(template string, n int) string {
	return strings.ReplaceAll(template, "{n}", strconv.Itoa(n))
}
