// Package report is the arbiter's report of a round: what was found, who asked what of the boards,
// who did what.
package report

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// Report is the arbiter's report of a round.
type Report struct {
	Event  string   `json:"event"`
	Round  int      `json:"round"`
	Date   string   `json:"date,omitempty"`
	Tables []Table  `json:"tables"`
	Others []Notice `json:"others,omitempty"` // of boards that have no table
	Acts   []Act    `json:"acts"`
}

// Table is a table of the round, with what was noticed there.
type Table struct {
	Table   int      `json:"table"`
	Board   string   `json:"board"`
	White   string   `json:"white"`
	Black   string   `json:"black"`
	Result  string   `json:"result"`
	Notices []Notice `json:"notices"`
}

// Notice is a finding, an alert or a request.
type Notice struct {
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

	Again bool `json:"-"` // an alert with the sentence of a finding beside it: see Mark
}

// Act is an act of a person.
type Act struct {
	At     time.Time `json:"at"`
	Who    string    `json:"who"`
	What   string    `json:"what"`
	Detail string    `json:"detail,omitempty"`
}

// New reads the report of a round.
func New(ctx context.Context, s *store.Store, t *hall.Tournament, r *hall.Round, lang words.Language) (*Report, error) {
	out := &Report{Event: t.Event, Round: r.Number, Date: r.Date}
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
		out.Tables = append(out.Tables, Table{p.Table, board, p.White.Name, p.Black.Name, text.Result(), nil})
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
		one := NoticeOf(n, lang)
		if i, known := index[n.Table]; known {
			out.Tables[i].Notices = append(out.Tables[i].Notices, one)
		} else {
			out.Others = append(out.Others, one)
		}
	}
	for i := range out.Tables {
		Mark(out.Tables[i].Notices)
	}
	Mark(out.Others)
	acts, err := s.Acts(ctx, t.ID, r.Number)
	for _, a := range acts {
		out.Acts = append(out.Acts, Act{a.At, a.Who, a.What, a.Detail})
	}
	return out, err
}

// kinds are the names of the kinds of notices.
var kinds = map[store.Kind]string{store.FindingNotice: "finding", store.AlertNotice: "alert", store.RequestNotice: "request"}

// Mark marks the alerts of a list that say nothing more than a finding of it.
func Mark(all []Notice) {
	for i := range all {
		n := &all[i]
		n.Again = n.Kind == "alert" && slices.ContainsFunc(all, func(o Notice) bool { return o.Kind == "finding" && o.Text == n.Text })
	}
}

// NoticeOf puts a notice into words.
func NoticeOf(n *store.Noted, lang words.Language) Notice {
	out := Notice{At: n.At, Kind: kinds[n.Kind], Board: n.Board, Code: n.Name, Who: n.Who, Reply: replyText(n.Answer)}
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

// fieldsText returns the fields of a request, but for those that every request may have.
func fieldsText(payload []byte) string {
	var fields map[string]any
	if json.Unmarshal(payload, &fields) != nil {
		return ""
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name == "transaction" || name == "by" || name == "if_rev" || name == "game_id" {
			continue
		}
		text, err := json.Marshal(fields[name])
		switch value := fields[name].(type) {
		case string:
			text = []byte(value)
		case map[string]any: // of tags
			for _, tag := range slices.Sorted(maps.Keys(value)) {
				all = append(all, fmt.Sprintf("%s=%q", tag, value[tag]))
			}
			continue
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
