package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/words"
)

// account is a replay for a person: each record, what was found after it, and
// the board whenever a move has appeared on it or vanished from it.
type account struct {
	lang  words.Language
	drawn placement.Placement
}

func (a *account) printer() printer { return printer{each: a.each, last: a.last} }

func (a *account) each(w *bufio.Writer, e *engine, r *sensor.Record, o outcome) error {
	found := o.Findings
	for r != nil && len(found) > 0 && found[0].Event < e.number {
		w.WriteString(a.findingText(e, &found[0]))
		found = found[1:]
	}
	if r != nil {
		fmt.Fprintf(w, "%9s  %-4d %s\n", clockTime(r.At), e.number, recordText(r))
		if r.Word == sensor.Rx {
			for i := range o.Decoded {
				fmt.Fprintf(w, "                . %s\n", recordText(&o.Decoded[i]))
			}
		}
	}
	for i := range found {
		w.WriteString(a.findingText(e, &found[i]))
	}
	if shown := *e.tracker.Reading().Placement(); shown != a.drawn {
		a.drawn = shown
		drawPlacement(w, &shown)
	}
	return w.Flush()
}

func (a *account) last(w *bufio.Writer, e *engine) error {
	g := e.tracker.LastGame()
	fmt.Fprintf(w, accountEnds[a.lang], movesText(standing(g)), g.Result, g.Phase)
	return nil
}

// accountEnds are the last lines of an account, by language.
var accountEnds = [...]string{words.English: "\n%s\nresult %s, phase %s\n", words.German: "\n%s\nErgebnis %s, Phase %s\n"}

// clockTime is a time of the log as minutes, seconds and milliseconds.
func clockTime(ms int64) string {
	return fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
}

// recordText is a record as its line in a log has it, without the time.
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

var levelMarks = [...]string{touchmove.Info: "   ", touchmove.Certain: "!! ", touchmove.Suspected: "?  ", touchmove.Arbiter: "!? "}

// findingText is a finding in a sentence, after its level's mark and its code.
func (a *account) findingText(e *engine, f *touchmove.Finding) string {
	head := fmt.Sprintf("                %s%s: ", levelMarks[f.Level], f.Code)
	return fold(head, words.Sentence(a.lang, e.tracker.Game().Rules, f), 21)
}

// movesText numbers the moves as a score does.
func movesText(moves []touchmove.Ply) string {
	var b strings.Builder
	for i := range moves {
		p := &moves[i]
		switch {
		case p.Side == placement.White:
			fmt.Fprintf(&b, "%d. ", (p.Number+1)/2)
		case i == 0:
			fmt.Fprintf(&b, "%d... ", (p.Number+1)/2)
		}
		b.WriteString(p.SAN)
		if p.State != touchmove.StateCompleted {
			fmt.Fprintf(&b, " {%s}", p.State)
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

func drawPlacement(w *bufio.Writer, p *placement.Placement) {
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(w, "                        %d ", rank+1)
		for file := range 8 {
			fmt.Fprintf(w, " %s", p[placement.MakeSquare(file, rank)])
		}
		w.WriteByte('\n')
	}
	w.WriteString("                           a b c d e f g h\n")
}
