package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/report"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/touchmove/words"
)

func reportCommand() *cobra.Command {
	c := &cobra.Command{Use: "report [flags]", Short: "print the arbiter's report of a round", Args: cli.Args(0, 0),
		Long: "Prints the result of each table with its findings, alerts, and requests with their answers; then who did what of the round.\n" +
			"Findings of level info are not kept. Players may not read it (12.6, 12.7).\n"}
	f := newReadFlags(c, "`number` of the round")
	lang := cli.Language(c)
	form := cli.Choice(c, "output", "o", "text", "`form` of the report", []string{"json", "text"})
	c.RunE = func(c *cobra.Command, _ []string) error {
		return f.with(c.Context(), func(_ *hallconfig.Config, t *hall.Tournament, s *store.Store) error {
			r, err := find(c.Context(), s, t, *f.round)
			if err != nil {
				return err
			}
			report, err := report.New(c.Context(), s, t, r, *lang)
			if err != nil {
				return err
			}
			if *form == "json" {
				return json.NewEncoder(c.OutOrStdout()).Encode(report)
			}
			return printReport(c.OutOrStdout(), report, *lang)
		})
	}
	return c
}

// labels are the words of the report besides its sentences.
type labels struct{ round, table, board, others, acts, alert, until, stands, unanswered, unknown string }

var reportLabels = [...]labels{
	words.English: {"round", "table", "board", "boards without a table", "acts", "alert", "until", "stands", "no answer", "not known"},
	words.German:  {"Runde", "Tisch", "Brett", "Bretter ohne Tisch", "Handlungen", "Alarm", "bis", "besteht", "keine Antwort", "nicht bekannt"},
}

// printReport writes a report for people, with local times.
func printReport(w io.Writer, r *report.Report, lang words.Language) error {
	l := &reportLabels[lang&1]
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s %d", r.Event, l.round, r.Round)
	if r.Date != "" {
		fmt.Fprintf(&b, ", %s", r.Date)
	}
	b.WriteByte('\n')
	for _, t := range r.Tables {
		fmt.Fprintf(&b, "\n%s %d  %s - %s  %s  %s %s\n", l.table, t.Table, t.White, t.Black, t.Result, l.board, t.Board)
		printNotices(&b, t.Notices, lang)
	}
	if len(r.Others) > 0 {
		fmt.Fprintf(&b, "\n%s\n", l.others)
		printNotices(&b, r.Others, lang)
	}
	fmt.Fprintf(&b, "\n%s\n", l.acts)
	for _, a := range r.Acts {
		b.WriteString(cli.Fold("  "+a.At.Format(time.DateTime)+" ", strings.TrimSpace(a.Who+": "+a.What+" "+a.Detail), 24))
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, terminal.Plain(strings.TrimSuffix(line, "\n"))); err != nil {
			return err
		}
	}
	return nil
}

func printNotices(b *strings.Builder, all []report.Notice, lang words.Language) {
	l := &reportLabels[lang&1]
	for i := range all {
		n := &all[i]
		text := n.Text
		switch n.Kind {
		case "request":
			who, reply := n.Who, n.Reply
			if who == "" {
				who = l.unknown
			}
			if reply == "" {
				reply = l.unanswered
			}
			text = strings.TrimSpace(who+": "+n.Code+" "+n.Text) + ": " + words.Text(lang, reply)
		case "alert":
			until := l.stands
			if n.Until != nil {
				until = l.until + " " + n.Until.Format(time.TimeOnly)
			}
			text = l.alert + " " + n.Code + ", " + until
			if !n.Again {
				text += ": " + n.Text
			}
		default:
			text = "[" + words.Term(lang, n.Level) + "] " + n.Code + ": " + text
		}
		b.WriteString(cli.Fold("  "+n.At.Format(time.DateTime)+" ", text, 24))
	}
}
