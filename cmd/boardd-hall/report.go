package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
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
			report, err := newReport(c.Context(), s, t, r, *lang)
			if err != nil {
				return err
			}
			if *form == "json" {
				return json.NewEncoder(c.OutOrStdout()).Encode(report)
			}
			return report.print(c.OutOrStdout(), *lang)
		})
	}
	return c
}

// report is the arbiter's report of a round.
type report struct {
	Event  string        `json:"event"`
	Round  int           `json:"round"`
	Date   string        `json:"date,omitempty"`
	Tables []tableReport `json:"tables"`
	Others []notice      `json:"others,omitempty"` // of boards that have no table
	Acts   []act         `json:"acts"`
}

type tableReport struct {
	Table   int      `json:"table"`
	Board   string   `json:"board"`
	White   string   `json:"white"`
	Black   string   `json:"black"`
	Result  string   `json:"result"`
	Notices []notice `json:"notices"`
}

// notice is a finding, an alert or a request.
type notice struct {
	At    time.Time  `json:"at"`
	Until *time.Time `json:"until,omitempty"` // when the alert ended, or the answer came
	Kind  string     `json:"kind"`
	Board string     `json:"board"`
	Code  string     `json:"code"` // of the finding, or the verb
	Level string     `json:"level,omitempty"`
	Who   string     `json:"who,omitempty"`
	Text  string     `json:"text"`             // a sentence, or the fields of a request
	Reply string     `json:"answer,omitempty"` // ok, or why it was refused

	Message json.RawMessage `json:"message,omitempty"` // as it came
}

type act struct {
	At     time.Time `json:"at"`
	Who    string    `json:"who"`
	What   string    `json:"what"`
	Detail string    `json:"detail,omitempty"`
}

// newReport reads the report of a round.
func newReport(ctx context.Context, s *store.Store, t *hall.Tournament, r *hall.Round, lang words.Language) (*report, error) {
	out := &report{Event: t.Event, Round: r.Number, Date: r.Date}
	index := map[int]int{}
	tables := map[string]int{}
	for i := range r.Pairings {
		p := &r.Pairings[i]
		games, err := s.Table(ctx, store.Seat{Event: t.Event, Round: r.Number, Table: p.Table}, s.Now())
		if err != nil {
			return nil, err
		}
		text, _ := t.Text(r, p, games)
		board := t.Board(r, p.Table)
		index[p.Table], tables[board] = i, p.Table
		out.Tables = append(out.Tables, tableReport{p.Table, board, p.White.Name, p.Black.Name, text.Result(), nil})
	}
	notices, err := s.Desk(ctx, t.ID, t.Event, r.Number)
	if err != nil {
		return nil, err
	}
	for i := range notices {
		n := &notices[i]
		if n.Table == 0 {
			n.Table = tables[n.Board]
		}
		one := newNotice(n, lang)
		if i, known := index[n.Table]; known {
			out.Tables[i].Notices = append(out.Tables[i].Notices, one)
		} else {
			out.Others = append(out.Others, one)
		}
	}
	acts, err := s.Acts(ctx, t.ID, r.Number)
	for _, a := range acts {
		out.Acts = append(out.Acts, act{a.At, a.Who, a.What, a.Detail})
	}
	return out, err
}

// kinds are the names of the kinds of notices.
var kinds = map[store.Kind]string{store.FindingNotice: "finding", store.AlertNotice: "alert", store.RequestNotice: "request"}

func newNotice(n *store.Noted, lang words.Language) notice {
	out := notice{At: n.At, Kind: kinds[n.Kind], Board: n.Board, Code: n.Name, Who: n.Who, Reply: replyText(n.Answer)}
	if !n.Until.IsZero() {
		out.Until = &n.Until
	}
	if json.Valid(n.Payload) {
		out.Message = n.Payload
	}
	var f transport.Finding
	switch n.Kind {
	case store.RequestNotice:
		out.Text = fieldsText(n.Payload)
		return out
	case store.AlertNotice:
		var a transport.Alert
		json.Unmarshal(n.Payload, &a) // what cannot be read has no sentence
		f = a.Finding
	default:
		json.Unmarshal(n.Payload, &f)
		out.Code = f.Code
	}
	out.Level, out.Text = f.Level, sentence(&f, n.Rules, lang)
	return out
}

// sentence returns a finding as a sentence. Of a finding that this program does not know it is
// what the board wrote.
func sentence(f *transport.Finding, rules string, lang words.Language) string {
	read, err := f.Read()
	if err != nil {
		return strings.TrimSpace(f.Article + " " + f.Text)
	}
	var r transport.Record
	fmt.Sscan(rules, &r.Rules, &r.Time, &r.Supervision)
	return words.Sentence(lang, view.RulesOf(&r), &read)
}

// fieldsText returns the fields of a request, but for those that every request has.
func fieldsText(payload []byte) string {
	var fields map[string]any
	if json.Unmarshal(payload, &fields) != nil {
		return ""
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name == "transaction" || name == "by" {
			continue
		}
		text, err := json.Marshal(fields[name])
		if plain, ok := fields[name].(string); ok {
			text = []byte(plain)
		}
		if err == nil {
			all = append(all, name+"="+string(text))
		}
	}
	return strings.Join(all, " ")
}

// replyText returns an answer in few words; "" without one.
func replyText(payload []byte) string {
	var a transport.Answer
	switch {
	case len(payload) == 0 || json.Unmarshal(payload, &a) != nil:
		return ""
	case a.Error != nil:
		return a.Error.Code + ": " + a.Error.Message
	}
	return a.Status
}

// labels are the words of the report besides its sentences.
type labels struct{ round, table, board, others, acts, alert, until, stands, unanswered, unknown string }

var reportLabels = [...]labels{
	words.English: {"round", "table", "board", "boards without a table", "acts", "alert", "until", "stands", "no answer", "not known"},
	words.German:  {"Runde", "Tisch", "Brett", "Bretter ohne Tisch", "Handlungen", "Alarm", "bis", "besteht", "keine Antwort", "nicht bekannt"},
}

// print writes the report for people, with local times.
func (r *report) print(w io.Writer, lang words.Language) error {
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

func printNotices(b *strings.Builder, all []notice, lang words.Language) {
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
			if !slices.ContainsFunc(all, func(o notice) bool { return o.Kind == "finding" && o.Text == n.Text }) {
				text += ": " + n.Text
			}
		default:
			text = "[" + words.Term(lang, n.Level) + "] " + n.Code + ": " + text
		}
		b.WriteString(cli.Fold("  "+n.At.Format(time.DateTime)+" ", text, 24))
	}
}
