package replay

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/boardd/boardd/internal/story"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/track"
)

// printTruth prints what has become of the plies that were really played: the story that has
// them, where it ended, and what it paid beside the one that won.
func (p *storyPrinter) printTruth(w *bufio.Writer, s *story.Story, t *story.Truth) {
	plies := numbered(s, t.Plies)
	fmt.Fprintf(w, "truth: %d plies; the story that won %s\n", s.Before+len(t.Plies), reads(s, t, plies))
	if t.Right() {
		if text := recordDiffers(s, t.Plies, plies); text != "" {
			fmt.Fprintf(w, "but the record %s\n", text)
		}
		return
	}
	for i := range s.Readings {
		if r := &s.Readings[i]; r.Part == 0 && r.Number == s.Before+t.Read+1 {
			printMarks(w, r)
		}
	}
	if p.unknown >= 0 {
		fmt.Fprintf(w, "from ply %d on nobody could know what was played", p.unknown+1)
		if p.unknown <= s.Before+t.Read {
			fmt.Fprint(w, ", and no ply before is read wrongly: nothing is left to explain")
		}
		fmt.Fprintln(w)
	}
	if s.Then != "" {
		fmt.Fprintf(w, "after record %d nothing is read (%s): plies that were made later are in no story\n", s.Until, s.Then)
	}
	if t.Last.Event == 0 {
		return
	}
	p.printUnbridged(w, s, t)
	p.printWent(w, plies, t)
	if len(t.Acts) > 0 || t.To > t.From {
		p.printBeside(w, t, s.Acts[t.From:t.To])
	}
}

// printWent prints how far true stories came, and where they went.
func (p *storyPrinter) printWent(w *bufio.Writer, plies []string, t *story.Truth) {
	switch {
	case t.Most >= len(plies), t.Most == len(t.Won) && len(t.Acts) == 0: // the log ends
	case t.Most <= t.Read:
		fmt.Fprintf(w, "no story ever had %s: no act leads to it from the true story, or that had gone before\n", plies[t.Most])
	default:
		fmt.Fprintf(w, "true stories came as far as %s; none ever had the next ply, %s\n", plies[t.Most-1], plies[t.Most])
	}
	if len(t.Went) > 1 {
		fmt.Fprint(w, "true stories that went, the best one each time: ")
		for i := range t.Went[:min(len(t.Went), mostWent)] {
			e := &t.Went[i]
			fmt.Fprintf(w, "%srecord %d%s %s behind, %s", [...]string{"", "; "}[min(i, 1)], e.Event, inBrackets(plies, e.Plies), nats(e.Behind), fates[e.Fate])
		}
		if more := len(t.Went) - mostWent; more > 0 {
			fmt.Fprintf(w, "; … %d more", more)
		}
		if t.Open {
			fmt.Fprint(w, "; one is in the beam when the log ends")
		}
		fmt.Fprintln(w)
	}
	first := [...]string{"the true story", "the first of these"}[min(len(t.Went)/2, 1)]
	fmt.Fprintf(w, "%s%s was in the beam last after record %d (%s): place %d, %s\n", first, upTo(plies, t.Last.Plies), t.Last.Event, clockTime(t.Last.At), t.Last.Place, behind(t.Last.Behind))
	fmt.Fprintf(w, "  %s\n", p.why(plies, t))
}

// printUnbridged prints in which gap more plies were played than are looked for, if the first
// wrong ply is one of them.
func (p *storyPrinter) printUnbridged(w *bufio.Writer, s *story.Story, t *story.Truth) {
	for i := range p.gaps {
		g, from := &p.gaps[i], 0
		scan, known := p.scans[g.scan]
		for i := range s.Readings {
			if r := &s.Readings[i]; r.Part == 0 && r.Shown.Event < g.down && (r.Gone.Event == 0 || r.Gone.Event >= g.down) {
				from = max(from, r.Number-s.Before)
			}
		}
		if to := shownBy(s.Start, t.Plies, from, &scan); known && from <= t.Read && t.Read < to && to-from > p.looksFor(g) {
			fmt.Fprintf(w, "no bridge: %d plies were played while the board was not heard (%s), and at most %d are looked for\n", to-from, g, p.looksFor(g))
		}
	}
}

// inAir is how many pieces may be in the air when a board is scanned.
const inAir = 2

// shownBy is after how many plies, from some of them on, a scan shows the position, but for pieces in the
// air: where it fits best; -1 if nowhere.
func shownBy(pos legality.Position, plies []legality.Move, from int, scan *placement.Placement) int {
	best, least := -1, inAir+1
	for n := 0; ; n++ {
		off := placement.Misreads(pos.Placement(), scan)
		if n >= from && off.Len() < least && off&scan.Occupied() == 0 {
			best, least = n, off.Len()
		}
		if n == len(plies) {
			return best
		}
		pos = pos.Play(plies[n])
	}
}

// mostWent is how many true stories that went are named.
const mostWent = 6

// fates are how stories end, in short.
var fates = [...]string{track.Merged: "merged", track.Crowded: "crowded", track.Behind: "too far", track.Barred: "barred", track.Apart: "apart"}

// inBrackets is the last of n plies.
func inBrackets(plies []string, n int) string {
	if n == 0 {
		return ""
	}
	return " (" + plies[n-1] + ")"
}

// behind is how far a story is behind the best one.
func behind(cost int64) string {
	if cost == 0 {
		return "the best one"
	}
	return nats(cost) + " nats behind the best one"
}

// reads is where the story that won parts from the true plies.
func reads(s *story.Story, t *story.Truth, plies []string) string {
	if t.Right() {
		return "has them all, and no others"
	}
	won, both := numbered(s, t.Won), min(len(t.Won), len(t.Plies))
	var parts []string
	for i := t.Read; i < both; {
		to := i
		for to < both && t.Won[to] != t.Plies[to] {
			to++
		}
		parts = append(parts, "has "+inPlace(won[i:to], plies[i:to], t.Won[i], t.Plies[i]))
		for i = to; i < both && t.Won[i] == t.Plies[i]; {
			i++
		}
		switch {
		case len(parts) == mostRuns && i < both:
			return strings.Join(parts, ", ") + ", …"
		case i > to && i == len(won) && i == len(plies):
			parts = append(parts, "then the same plies to the end")
		case i > to:
			parts = append(parts, "then the same plies up to "+won[i-1])
		}
	}
	switch more := len(won) - both; {
	case more < len(won)-t.Read && more > 0:
		parts = append(parts, fmt.Sprintf("and %d more", more))
	case more > 0:
		return fmt.Sprintf("has them all, and %d more", more)
	case len(plies) > both:
		parts = append(parts, "ends before "+plies[both]+needs(plies[both]))
	}
	return strings.Join(parts, ", ")
}

// inPlace is plies that were read, in place of others, which begin with two moves.
func inPlace(won, plies []string, m, other legality.Move) string {
	text, of := span(won), span(plies)
	if text == of { // from another square
		text, of = text+" from "+m.From().String(), of+" from "+other.From().String()
	}
	return text + " in place of " + of
}

// mostRuns is how many runs of wrong plies are named.
const mostRuns = 4

// span is plies that follow on one another: the first and the last.
func span(plies []string) string {
	if n := len(plies); n > 1 {
		return plies[0] + " to " + plies[n-1]
	}
	return plies[0]
}

// recordDiffers is where the record, which may hold plies that the story has taken back, parts
// from the true plies; "" if it does not.
func recordDiffers(s *story.Story, moves []legality.Move, plies []string) string {
	record := map[int]*story.Reading{}
	for i := range s.Readings {
		if r := &s.Readings[i]; r.Part == 0 && r.Gone.Event == 0 {
			record[r.Number-s.Before] = r
		}
	}
	for i, m := range moves {
		switch r := record[i+1]; {
		case r == nil:
			return "ends before " + plies[i]
		case r.Move != m:
			return fmt.Sprintf("has %s in place of %s", r.SAN, plies[i])
		case r.Waits:
			return "stops before " + plies[i] + ", which is irregular and waits for a person to rule on it"
		}
	}
	return ""
}

// notLegal marks a ply that is not legal.
const notLegal = " (not legal)"

// needs is what a ply needs to be in a story, if it is irregular.
func needs(ply string) string {
	if strings.HasSuffix(ply, notLegal) {
		return ", which is in a story only once it is pressed or answered (PressedIrregular, StandsIrregular)"
	}
	return ""
}

// numbered is plies in words, with their numbers.
func numbered(s *story.Story, moves []legality.Move) (words []string) {
	pos := s.Start
	for i, m := range moves {
		dots := "."
		if pos.Turn() == placement.Black {
			dots = "..."
		}
		word := fmt.Sprintf("%d%s %s", (s.Before+i)/2+1, dots, pos.SAN(m))
		if m != legality.NoMove && !pos.IsLegal(m) {
			word += notLegal
		}
		words = append(words, word)
		pos = pos.Play(m)
	}
	return words
}

// upTo is up to which ply a story goes.
func upTo(plies []string, n int) string {
	if n == 0 {
		return ""
	}
	return " up to " + plies[n-1]
}

// why is how the true story ended.
func (p *storyPrinter) why(plies []string, t *story.Truth) string {
	e := &t.End
	at := fmt.Sprintf("record %d (%s), %s:", e.Event, clockTime(e.At), p.records[e.Event])
	switch _, scan := p.scans[e.Event]; {
	case e.At > p.times[e.Event]:
		at = fmt.Sprintf("at %s, while nothing came after record %d (%s):", clockTime(e.At), e.Event, p.records[e.Event])
	case scan:
		at = "in the middle of " + at
	default:
		at = "at " + at
	}
	if at = "it went " + at; e.Plies > t.Last.Plies || e.Event > t.Last.Event+1 {
		at = fmt.Sprintf("one%s came up, and %s", upTo(plies, e.Plies), at[len("it "):])
	}
	switch e.Fate {
	case track.Crowded:
		return fmt.Sprintf("%s %s nats behind, and as many others as the beam holds are better", at, nats(e.Behind))
	case track.Behind:
		return fmt.Sprintf("%s %s nats behind the best one, too far", at, nats(e.Behind))
	case track.Barred:
		return at + " another ply has become final"
	case track.Apart:
		return at + " it parts too many acts ago from the story that is read"
	case track.Merged:
		return fmt.Sprintf("%s another story is %s nats cheaper, and from there on nothing tells the two apart", at, nats(e.Over))
	}
	switch {
	case !t.Last.Open:
		return "after that no act keeps to the true plies"
	case len(t.Acts) == 0:
		return "it is the one that won: the log tells nothing of the plies after it"
	case t.Last.Place == 1:
		return "it is there at the end, and the best one: another ply has been confirmed, and it leads by too little (reviseCost) to revise that"
	}
	return "it is still in the beam when the log ends; another one leads by " + nats(t.Last.Behind)
}

// mostRecords is how many records are shown at which the true story and the one that won
// differ: the first ones and the last ones.
const mostRecords = 24

// printBeside prints the acts of the true story beside those of the one that won, a record
// after another; what both have is left out.
func (p *storyPrinter) printBeside(w *bufio.Writer, t *story.Truth, won []story.Act) {
	truth, upTo := t.Acts, ""
	if _, scan := p.scans[t.End.Event]; scan && t.End.At == p.times[t.End.Event] {
		upTo = " (the true story up to its end; the winner to the end of that scan)"
	}
	fmt.Fprintf(w, "from where they part, apart from acts they share, %s%s\n", deciding(truth, won), upTo)
	truth, won = differing(truth, won), differing(won, truth)
	var events []touchmove.Event
	for _, acts := range [...][]story.Act{truth, won} {
		for i := range acts {
			events = append(events, acts[i].Event)
		}
	}
	slices.Sort(events)
	events = slices.Compact(events)
	for i, event := range events {
		if more := len(events) - mostRecords; more > 0 && i >= mostRecords/2 && i < mostRecords/2+more {
			if i == mostRecords/2 {
				fmt.Fprintf(w, "  … %d more records\n", more)
			}
			continue
		}
		fmt.Fprintf(w, "  record %d: %s\n", event, p.records[event])
		printOf(w, "  true ", event, truth)
		printOf(w, "  won  ", event, won)
	}
}

// printOf prints the acts of a record.
func printOf(w *bufio.Writer, head string, event touchmove.Event, acts []story.Act) {
	for i := range acts {
		if acts[i].Event == event {
			printAct(w, head, &acts[i])
		}
	}
}

// sameAct is what acts share that two stories have.
type sameAct struct {
	event touchmove.Event
	text  string
	why   *track.Rate
	cost  track.Cost
}

// differing is the acts that another story does not have.
func differing(of, against []story.Act) (acts []story.Act) {
	has := map[sameAct]int{}
	for i := range against {
		has[same(&against[i])]++
	}
	for i := range of {
		if k := same(&of[i]); has[k] > 0 {
			has[k]--
		} else {
			acts = append(acts, of[i])
		}
	}
	return acts
}

func same(a *story.Act) sameAct { return sameAct{a.Event, actText(a), a.Why, a.Cost} }

// deciding is by which rates, and by how much, the true story is dearer than the one that won.
// What both choose among equals is counted by itself.
func deciding(truth, won []story.Act) string {
	more := map[string]int64{}
	choices, sum := int64(0), int64(0)
	count := func(acts []story.Act, sign int64) {
		for i := range acts {
			a := &acts[i]
			more[a.Why.String()] += sign * int64(a.Cost-a.Choice)
			choices += sign * int64(a.Choice)
			sum += sign * int64(a.Cost)
		}
	}
	count(truth, 1)
	count(won, -1)
	type part struct {
		name string
		more int64
	}
	parts := []part{{"choices", choices}}
	for _, rate := range slices.Sorted(maps.Keys(more)) {
		parts = append(parts, part{rate, more[rate]})
	}
	parts = slices.DeleteFunc(parts, func(p part) bool { return p.more == 0 })
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(max(b.more, -b.more), max(a.more, -a.more)) })
	text := fmt.Sprintf("the true story pays %s nats more", nats(sum))
	switch {
	case sum < 0:
		text = fmt.Sprintf("the true story pays %s nats less", nats(-sum))
	case sum == 0:
		text = "the true story pays the same"
	}
	for i, p := range parts[:min(len(parts), mostRates)] {
		text += [...]string{": ", ", "}[min(i, 1)] + fmt.Sprintf("%s %+.2f", p.name, float64(p.more)/100)
	}
	if len(parts) > mostRates {
		text += ", …"
	}
	return text
}

// mostRates is how many rates are named that decide.
const mostRates = 6
