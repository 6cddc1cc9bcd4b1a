package words

import (
	"maps"
	"slices"
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
	return slices.Concat(out, s.replacement(), s.consequence(), s.until())
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
	case len(r.Bound) == 0, r.Result != "" && !s.onClaim():
		return nil // nothing replaces it if the game is over
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
	return s.f.Remedy.Result != "" && s.f.Code != touchmove.FlagFall && s.rules != nil && s.rules.WinOnClaim()
}

// until says until when an illegal move can be corrected, where that is not
// the end of the game. What the opponent may choose or claim says it already.
func (s *speaker) until() []string {
	if s.rules == nil || !s.rules.Stands() || s.f.Remedy.Choice != nil || s.onClaim() || s.f.Code == touchmove.FlagFall {
		return nil
	}
	return []string{s.advice(s.standing, s.rules.ArticleOf(touchmove.IllegalStands))}
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
