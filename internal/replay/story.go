package replay

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/internal/story"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// Story is the printer of the form story, which also shows what has become of the plies that
// were really played, if they are known, and from which on nobody could know them (Unknown). The
// form is for who works on the engine, in English.
func Story(truth []legality.Move, unknown int) Printer {
	p := storyPrinter{records: map[touchmove.Event]string{}, times: map[touchmove.Event]int64{}, scans: map[touchmove.Event]placement.Placement{}, knows: truth != nil, unknown: unknown}
	return Printer{
		start: func(e *pipeline.Engine) { p.watcher = story.Watch(e.Tracker, truth) },
		each: func(_ *bufio.Writer, e *pipeline.Engine, r *sensor.Record, o pipeline.Outcome) error {
			p.note(e, r, o.Decoded)
			for _, f := range o.Findings {
				if f.Level > laws.Info {
					p.found = append(p.found, f)
				}
			}
			return nil
		},
		last: p.print,
	}
}

// storyPrinter prints stories.
type storyPrinter struct {
	watcher *story.Watcher
	records map[touchmove.Event]string // as the log, or the decoder, has them
	times   map[touchmove.Event]int64
	scans   map[touchmove.Event]placement.Placement // of the whole board
	gaps    []gap
	found   []touchmove.Finding // above Info
	knows   bool                // what was really played
	unknown int                 // from which ply on nobody could know that, from 0; -1: from none
}

// gap is a time in which the board was not heard.
type gap struct {
	down, up     touchmove.Event
	downAt, upAt int64
	scan         touchmove.Event // the first one after it
}

// note keeps what a record says.
func (p *storyPrinter) note(e *pipeline.Engine, r *sensor.Record, decoded []sensor.Record) {
	if r == nil {
		return
	}
	p.times[e.Number] = r.At
	switch {
	case r.Word != sensor.Rx:
		p.records[e.Number] = recordText(r)
		p.noteGap(e.Number, r)
	default:
		var all []string
		for i := range decoded {
			all = append(all, recordText(&decoded[i]))
			p.noteGap(e.Number, &decoded[i])
		}
		p.records[e.Number] = strings.Join(all, ", ")
	}
}

// noteGap keeps scans, and when the board was not heard.
func (p *storyPrinter) noteGap(event touchmove.Event, r *sensor.Record) {
	n := len(p.gaps)
	switch {
	case r.Word == sensor.Board:
		p.scans[event] = r.Placement
		if n > 0 && p.gaps[n-1].up > 0 && p.gaps[n-1].scan == 0 {
			p.gaps[n-1].scan = event
		}
	case r.Word == sensor.Link && !r.On && (n == 0 || p.gaps[n-1].up > 0):
		p.gaps = append(p.gaps, gap{down: event, downAt: r.At})
	case r.Word == sensor.Link && r.On && n > 0 && p.gaps[n-1].up == 0:
		p.gaps[n-1].up, p.gaps[n-1].upAt = event, r.At
	}
}

// Another story is shown where it parts if it is not too far behind, in hundredths of a nat:
// one that is less likely decides nothing. Of those that come to the same plies only one that
// is as good as level matters, because of what it says of the hands.
const (
	near  = 1000
	level = 300
)

// most is how many acts of another story are shown, besides the one that decides: what it has otherwise comes first.
const most = 8

// print prints the acts of the stories that have won, a line each; below a ply when it was
// shown, confirmed and final; above an act the best other story that parts there; and before
// all what has become of the plies that were really played.
func (p *storyPrinter) print(w *bufio.Writer, e *pipeline.Engine) error {
	stories := p.watcher.Stories(e.Number)
	known := slices.IndexFunc(stories, func(s story.Story) bool { return s.Truth != nil })
	switch {
	case known >= 0:
		p.printTruth(w, &stories[known], stories[known].Truth)
		w.WriteByte('\n')
	case p.knows:
		w.WriteString("truth: no story begins where it does\n\n")
	}
	for i := range stories {
		if i > 0 {
			w.WriteByte('\n')
		}
		p.printStory(w, &stories[i])
	}
	return w.Flush()
}

// printStory prints a story, and why it begins, and ends before the log.
func (p *storyPrinter) printStory(w *bufio.Writer, s *story.Story) {
	fmt.Fprintf(w, "story from %s", s.Start.FEN())
	if s.Why != "" {
		fmt.Fprintf(w, ", at record %d (%s), because %s", s.From, p.records[s.From], s.Why)
	}
	fmt.Fprintf(w, "\n%9s %6s %6s %7s  %-26s %s\n", "time", "record", "nats", "sum", "act", "rate: what it is asked for")
	marks, gaps, found := marksOf(s), p.gaps, p.foundIn(s)
	for i := range s.Acts {
		a := &s.Acts[i]
		for ; len(gaps) > 0 && gaps[0].down < a.Event; gaps = gaps[1:] {
			if i > 0 || gaps[0].down >= s.From {
				fmt.Fprintf(w, "  link down %s: up to %d plies of that time are looked for\n", &gaps[0], p.looksFor(&gaps[0]))
			}
		}
		for ; len(found) > 0 && found[0].Event < a.Event; found = found[1:] {
			printFinding(w, &found[0])
		}
		if o := a.Other; o != nil && (o.Behind <= level || o.Behind <= near && !o.Alike) {
			printOther(w, o, s.Acts[i:i+o.Same])
		}
		if n := idle(s.Acts[i:]); n == 1 {
			printAct(w, "", a)
		} else if i == 0 || idle(s.Acts[i-1:]) == 1 {
			printIdle(w, s.Acts[i:i+n])
		}
		for _, r := range marks[i] {
			printMarks(w, r)
		}
	}
	for i := range found {
		printFinding(w, &found[i])
	}
	if s.Then != "" {
		fmt.Fprintf(w, "after record %d nothing is read: %s\n", s.Until, s.Then)
	}
}

// foundIn is the findings of a story.
func (p *storyPrinter) foundIn(s *story.Story) (in []touchmove.Finding) {
	for _, f := range p.found {
		if s.From <= f.Event && f.Event <= s.Until {
			in = append(in, f)
		}
	}
	return in
}

// printFinding prints a finding: its level, its record, and the contacts that it rests on.
func printFinding(w *bufio.Writer, f *touchmove.Finding) {
	fmt.Fprintf(w, "  ! %s, %s, at record %d (%s)", f.Code, f.Level, f.Event, clockTime(f.At))
	if f.Evidence != nil {
		for _, c := range f.Evidence.Contacts {
			fmt.Fprintf(w, "; %s %s %s (%s)", c.Act, c.Piece, strings.TrimSpace(c.Square+" "+c.To), clockTime(c.At))
		}
	}
	w.WriteByte('\n')
}

// looksFor is how many plies of a gap are looked for.
func (p *storyPrinter) looksFor(g *gap) int {
	scan := p.scans[g.scan]
	return track.BridgePlies(scan.Find(placement.Unknown) == 0)
}

// String is when the gap began and ended.
func (g *gap) String() string {
	if g.up == 0 {
		return clockTime(g.downAt) + " – the end"
	}
	return clockTime(g.downAt) + " – " + clockTime(g.upAt)
}

// idle is how many reports while no game is played the first acts are, if they are several in a
// row beside which no other story stands; else 1.
func idle(acts []story.Act) int {
	n := 0
	for n < len(acts) && acts[n].Kind == track.Follow && (n == 0 || acts[n].Other == nil) {
		n++
	}
	if n < fewIdle {
		return 1
	}
	return n
}

// fewIdle is from how many such reports on they share a line.
const fewIdle = 4

// printIdle prints reports while no game is played.
func printIdle(w *bufio.Writer, acts []story.Act) {
	first, last := &acts[0], &acts[len(acts)-1]
	sum := last.Total - first.Total + int64(first.Cost)
	fmt.Fprintf(w, "%9s %6d %6s %7s  %d reports while no game is played, up to record %d (%s)\n",
		clockTime(first.At), first.Event, nats(sum), nats(last.Total), len(acts), last.Event, clockTime(last.At))
}

// marksOf is the readings of plies, by the act of a story below which they stand: the last one
// that completes the ply, or the last one of all.
func marksOf(s *story.Story) map[int][]*story.Reading {
	below := completed(s)
	marks := map[int][]*story.Reading{}
	for i := range s.Readings {
		r := &s.Readings[i]
		if r.Shown.Event > s.Until || r.Gone.Event > 0 && r.Gone.Event <= s.From {
			continue // it is of another story
		}
		at, completed := below[place{r.Part, r.Number}]
		switch {
		case completed:
		case r.Part == 0 && r.Number <= s.Before:
			continue
		default:
			at = len(s.Acts) - 1
		}
		marks[at] = append(marks[at], r)
	}
	return marks
}

// place is which ply of a story one is: its part, and its number in the game or part of one.
type place struct{ part, number int }

// completed is the last act of a story that completes each ply of its games. What the players go
// through beside them is none.
func completed(s *story.Story) map[place]int {
	below, last := map[place]int{}, place{0, s.Before}
	for i := range s.Acts {
		a := &s.Acts[i]
		if a.After == nil || a.Beside {
			continue
		}
		is := place{a.Part, a.Plies}
		if a.Part == 0 {
			is.number += s.Before
		}
		switch a.Kind {
		case track.Complete, track.Unfinished, track.Irregular, track.Bring, track.SetRight: // the last two have a ply be another one
			below[is] = i
		case track.Bridge:
			for n := last.number + 1; n <= is.number; n++ {
				below[place{is.part, n}] = i
			}
		}
		last = is
	}
	return below
}

// printMarks prints when a ply came to each level: at which record, and when.
func printMarks(w *bufio.Writer, r *story.Reading) {
	fmt.Fprintf(w, "  * ply %d %s: shown", r.Number, r.SAN)
	printMoment(w, "", r.Shown)
	printMoment(w, ", confirmed", r.Confirmed)
	printMoment(w, ", final", r.Final)
	printMoment(w, ", gone", r.Gone)
	w.WriteByte('\n')
}

func printMoment(w *bufio.Writer, what string, m story.Moment) {
	if m.Event > 0 {
		fmt.Fprintf(w, "%s at record %d (%s)", what, m.Event, clockTime(m.At))
	}
}

// printAct prints an act: when, which record tells it, what it costs, the story up to there,
// what was done, and the rate that decides the cost, with what that is asked for.
func printAct(w *bufio.Writer, indent string, a *story.Act) {
	line := fmt.Sprintf("%s%9s %6d %6s %7s  %-26s %s", indent, clockTime(a.At), a.Event, nats(int64(a.Cost)), nats(a.Total), actText(a), rateText(a))
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

// actText is what was done: the piece and its squares, or the ply.
func actText(a *story.Act) string {
	text := a.Kind.String()
	switch {
	case a.Kind == track.Bridge:
		return text + bridged(a)
	case a.Kind == track.Follow:
		return followText(a)
	case a.Aside():
		return "review"
	case a.Why == track.PressedBefore: // of a press that has its act already
		return "ply not told by then"
	case a.Kind == track.TakeBack && a.Move != legality.NoMove:
		return text + " " + a.After.SAN(a.Move)
	case a.Before != nil && a.Move != legality.NoMove:
		return text + " " + a.Before.SAN(a.Move)
	case a.Kind == track.Stuck:
		return text + " " + a.Square.String()
	case a.Kind == track.ReadAgain && a.Piece == placement.Empty:
		return text + " " + a.Square.String() + " as empty"
	case a.Piece == placement.Empty:
		return text
	case a.Why == track.CarriedOn:
		return "take away " + a.Piece.String() + " " + a.Square.String()
	case a.Kind == track.Ghost && (a.Why == track.NotRead || a.Why == track.Misread):
		return "another piece is read as " + a.Piece.String() + " " + a.Square.String()
	}
	text += " " + a.Piece.String() + " " + a.Square.String()
	if from := a.Home; a.Kind >= track.Put && a.Kind <= track.Carry && from < placement.NoSquare && from != a.Square {
		text += " from " + from.String()
	}
	if a.Kind == track.Carry && a.Home >= placement.NoSquare {
		text += " from beside the board" + captured(a)
	}
	return text
}

// followText is a report while no game is played.
func followText(a *story.Act) string {
	switch a.Why {
	case track.AnyLift:
		return "follow " + a.Square.String() + " lift"
	case track.AnyPut, track.PutBackThere:
		return "follow " + a.Square.String() + " put"
	case track.PressedNoGame:
		return "follow press"
	}
	return "follow what was not heard"
}

// captured is when and where the piece of an act was captured.
func captured(a *story.Act) string {
	for at, ok := a.Mark.Prev(); ok; at, ok = at.Prev() {
		told := at.Told()
		if told.After == nil || told.Before == nil || told.Move == legality.NoMove {
			continue
		}
		if sq := told.Before.Captured(told.Move); sq < placement.NoSquare {
			return fmt.Sprintf(", captured %.1f s ago (%s)", float64(a.At-told.At)/1000, sq)
		}
	}
	return ""
}

// bridged is the plies that a bridge adds.
func bridged(a *story.Act) (text string) {
	since := 0
	for at, ok := a.Mark.Prev(); ok; at, ok = at.Prev() {
		if told := at.Told(); told.After != nil {
			since = told.Plies
			break
		}
	}
	line := a.Line()
	for _, l := range line[min(since, len(line)):] {
		text += " " + l.Before.SAN(l.Move)
	}
	return text
}

// rateText names the rate of an act. A choice alone is named nowhere.
func rateText(a *story.Act) string {
	switch {
	case a.Why == track.Nothing, a.Why == track.NoPress && a.Choice == 0: // on most plies without a clock
		return ""
	case a.Choice == 0:
		return fmt.Sprintf("%v: %s", a.Why, a.Why.Of())
	}
	return fmt.Sprintf("%v %s + %s %s: %s", a.Why, nats(int64(a.Cost-a.Choice)), choiceText(a), nats(int64(a.Choice)), a.Why.Of())
}

// choiceText is what the choice of an act is, which with a few acts holds a second rate.
func choiceText(a *story.Act) string {
	switch first := a.Why == track.VictimFirst || a.Why == track.MoverFirst; {
	case a.Kind == track.Lift && a.Captured() && !first:
		return "choice with VictimFirst or MoverFirst"
	case a.Kind == track.Irregular, a.Kind == track.Unfinished:
		return "ReplyEarly or ReplyFirst"
	case a.Kind == track.Resume:
		return "EachPlyBack, EachAstray or EndTakenBack"
	case a.Kind == track.Bridge:
		return "choices of plies, with PawnsFirst"
	case a.Kind == track.Leave:
		return "ReportLost"
	case a.Kind == track.LateLift:
		return "GoneOn"
	case a.Why == track.TakesBack, a.Why == track.TakesBackToo, a.Why == track.TakesBackMore, a.Why == track.TakesBackOn:
		return "TakesBackUnder or WhileStopped"
	}
	return "choice"
}

// printOther prints another story in place of the acts of the one that won, and what decides
// between them.
func printOther(w *bufio.Writer, o *story.Other, won []story.Act) {
	than := nats(o.Behind) + " nats dearer"
	if o.Behind < 0 {
		than = nats(-o.Behind) + " nats cheaper"
	}
	below := "act below"
	if o.Same > 1 {
		below = fmt.Sprintf("%d acts below", o.Same)
	}
	fmt.Fprintf(w, "  or, %s than the %s", than, below)
	decides := dearest(o.Acts, won)
	if decides != nil {
		fmt.Fprintf(w, ", mostly by %v", decides.Why)
	}
	fmt.Fprintln(w, ":")
	left := 0
	more := func() {
		if left > 0 {
			fmt.Fprintf(w, "  | … %d more\n", left)
		}
		left = 0
	}
	for i := range o.Acts {
		if a := &o.Acts[i]; i < most || a == decides {
			more()
			printAct(w, "  | ", a)
		} else {
			left++
		}
	}
	more()
	fmt.Fprintf(w, "  | (%v)\n", o.End)
}

// dearest is the act of a story that costs most, of those for which another one has none at
// the same rate; nil if there is none.
func dearest(of, against []story.Act) (best *story.Act) {
	rates := map[*track.Rate]int{}
	for i := range against {
		rates[against[i].Why]++
	}
	for i := range of {
		if rates[of[i].Why]--; rates[of[i].Why] < 0 && of[i].Why != track.Nothing && (best == nil || of[i].Cost > best.Cost) {
			best = &of[i]
		}
	}
	return best
}

// nats is a cost in nats.
func nats(hundredths int64) string { return fmt.Sprintf("%.2f", float64(hundredths)/100) }
