package words

import (
	"maps"
	"strings"

	"github.com/boardd/boardd/touchmove"
)

// asks says what the rules ask for after an irregularity, as advice.
func (s *speaker) asks(c claim) []string {
	var out []string
	if p := s.objection(c); p.Way > 0 {
		out = append(out, s.advice(s.claim, p.Article))
	}
	if s.f.Remedy == nil {
		return out
	}
	return append(append(out, s.replacement()...), s.consequence()...)
}

// objection is what the text says on the claim against a breach; the zero value
// if it says nothing of a breach of this kind.
func (s *speaker) objection(c claim) touchmove.Provision {
	if c == noClaim || s.rules == nil {
		return touchmove.Provision{}
	}
	p := s.rules.Provision(touchmove.TouchClaimLapsed.Topics()[0])
	if c == anyClaim && p.Way > 1 { // only that against touching lapses
		return touchmove.Provision{}
	}
	return p
}

// replacement says which moves may replace an illegal one.
func (s *speaker) replacement() []string {
	r := s.f.Remedy
	template := s.bound
	switch {
	case len(r.Bound) == 0:
		return nil
	case r.Choice != nil:
		template = s.kings
	case len(r.Bound) == 1:
		template = s.only
	}
	return []string{strings.ReplaceAll(template, "{moves}", s.moves(r.Bound))}
}

// consequence says what the text gives the opponent, or how the game ends.
func (s *speaker) consequence() []string {
	r := s.f.Remedy
	var out []string
	counted := s.f.Code == touchmove.IllegalSecond || s.f.Code == touchmove.IllegalThird
	if r.Offence > 0 && s.counts() && !counted {
		out = append(out, s.advice(s.offence, r.Article))
	}
	switch {
	case r.OpponentGains > 0:
		out = append(out, s.advice(strings.ReplaceAll(s.gains, "{time}", s.time(r.OpponentGains)), r.Article))
	case r.Result == "":
	case r.Result == "1/2-1/2":
		out = append(out, s.advice(s.drawn, r.Article))
	case s.rules != nil && s.rules.WinOnClaim() && s.f.Code != touchmove.FlagFall:
		out = append(out, s.advice(s.wins, r.Article))
	default:
		out = append(out, s.advice(s.lost, r.Article))
	}
	return out
}

// counts reports whether the text counts a player's illegal moves.
func (s *speaker) counts() bool {
	return s.rules != nil && s.rules.Provision(touchmove.IllegalSecond.Topics()[0]).Way > 0
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

// time is a number of seconds as the texts put it.
func (s *speaker) time(seconds int) string {
	switch {
	case seconds == 60:
		return s.minute
	case seconds%60 == 0:
		return numbered(s.minutes, seconds/60)
	}
	return numbered(s.seconds, seconds)
}
