package replay

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/words"
)

// account prints a replay for a person: each record, the findings after it, and the board
// whenever a move has appeared on it or vanished from it.
type account struct {
	lang  words.Language
	drawn placement.Placement
	games moveLists
}

func (a *account) printer() Printer { return Printer{each: a.each, last: a.last} }

func (a *account) each(w *bufio.Writer, e *pipeline.Engine, r *sensor.Record, o pipeline.Outcome) error {
	found := o.Findings
	for r != nil && len(found) > 0 && found[0].Event < e.Number {
		w.WriteString(a.findingText(e, &found[0]))
		found = found[1:]
	}
	if r != nil {
		fmt.Fprintf(w, "%9s  %-4d %s\n", clockTime(r.At), e.Number, recordText(r))
		if r.Word == sensor.Rx {
			for i := range o.Decoded {
				fmt.Fprintf(w, "                . %s\n", recordText(&o.Decoded[i]))
			}
		}
	}
	for i := range found {
		w.WriteString(a.findingText(e, &found[i]))
	}
	if shown := *e.Tracker.BestPosition().Placement(); shown != a.drawn {
		a.drawn = shown
		drawPlacement(w, a.lang, &shown)
	}
	if err := a.games.each(w, e, r, o); err != nil {
		return err
	}
	return w.Flush()
}

func (a *account) last(w *bufio.Writer, e *pipeline.Engine) error {
	for _, g := range a.games.all(e) {
		fmt.Fprintf(w, accountEnds[a.lang], movesText(a.lang, Standing(g)), g.Result, words.Term(a.lang, g.Phase.String()))
	}
	return nil
}

// accountEnds are the last lines of an account, by language.
var accountEnds = [...]string{words.English: "\n%s\nresult %s, phase %s\n", words.German: "\n%s\nErgebnis %s, Phase %s\n"}

// clockTime formats a time of the log as minutes, seconds and milliseconds.
func clockTime(ms int64) string {
	return fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
}

// recordText formats a record as in a log, without the time.
func recordText(r *sensor.Record) string {
	if r.Word == sensor.Fault {
		return string(r.Data)
	}
	line := strings.TrimSuffix(string(sensor.AppendRecord(nil, *r)), "\n")
	_, text, _ := strings.Cut(line, " ")
	if len(text) > 70 {
		text = text[:69] + "…"
	}
	return text
}

// findingText formats a finding as a sentence, after its code and, above info, its level. No
// sign stands for the level: after a move ! and ? are praise and blame.
func (a *account) findingText(e *pipeline.Engine, f *touchmove.Finding) string {
	head := fmt.Sprintf("                [%s] %s: ", words.LevelName(a.lang, f.Level), f.Code)
	if f.Level == laws.Info {
		head = fmt.Sprintf("                   %s: ", f.Code)
	}
	return cli.Fold(head, words.Sentence(a.lang, e.Tracker.Game().Rules, f), 21)
}

// movesText formats moves with their numbers.
func movesText(lang words.Language, moves []touchmove.Ply) string {
	var b strings.Builder
	for i := range moves {
		p := &moves[i]
		switch {
		case p.Side == placement.White:
			fmt.Fprintf(&b, "%d. ", (p.Number+1)/2)
		case i == 0:
			fmt.Fprintf(&b, "%d... ", (p.Number+1)/2)
		}
		b.WriteString(words.Move(lang, p.SAN, "", nil))
		if p.State != touchmove.StateCompleted {
			fmt.Fprintf(&b, " {%s}", words.Term(lang, p.State.String()))
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

func drawPlacement(w *bufio.Writer, lang words.Language, p *placement.Placement) {
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(w, "                        %d ", rank+1)
		for file := range 8 {
			fmt.Fprintf(w, " %s", words.Letter(lang, p[placement.MakeSquare(file, rank)].String()))
		}
		w.WriteByte('\n')
	}
	w.WriteString("                           a b c d e f g h\n")
}
