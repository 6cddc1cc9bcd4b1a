package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// listBoards lists the boards of a site, each with its state. If wanted is set, the user must
// name a board, and the list is in the error.
func listBoards(ctx context.Context, c *config.Config, out io.Writer, wanted bool, wait time.Duration) error {
	states, err := siteBoards(ctx, c, wait)
	if err != nil {
		return cli.Silence(err)
	}
	names := slices.Sorted(maps.Keys(states))
	switch {
	case wanted && len(names) == 0:
		return cli.BadInput(fmt.Errorf("no board is named (--board), and the broker knows none of site %s; is that the site's name?", c.Site))
	case len(names) == 0:
		return fmt.Errorf("the broker knows no board of site %s; is that the site's name?", c.Site)
	case wanted:
		for i, name := range names {
			names[i] += " (" + terminal.Plain(string(states[name])) + ")"
		}
		return cli.BadInput(fmt.Errorf("no board is named (--board); of site %s the broker knows %s", c.Site, strings.Join(names, ", ")))
	}
	for _, name := range names {
		fmt.Fprintf(out, "%s  %s\n", name, terminal.Plain(string(states[name])))
	}
	return nil
}

// listTime is the time without a message after which the broker counts as having sent all
// retained messages.
const listTime = 300 * time.Millisecond

// siteBoards returns the boards of a site whose state the broker retains.
func siteBoards(ctx context.Context, c *config.Config, wait time.Duration) (map[string]transport.State, error) {
	filter, err := transport.SiteFilter(c.Site, "status")
	if err != nil {
		return nil, cli.BadInput(err)
	}
	pc, err := config.Publish(c, transport.Message{}, "")
	if err != nil {
		return nil, err
	}
	pc.ClientID += "-send-" + session.New()[:8]
	pc.ConnectTimeout = wait
	listening, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	states := map[string]transport.State{}
	quiet := time.AfterFunc(wait, cancel)
	defer quiet.Stop()
	err = publish.Ask(listening, pc, []string{filter}, nil, func(m transport.Message) bool {
		t, _, ok := transport.ParseTopic(m.Topic)
		var s transport.Status
		if ok && json.Unmarshal(m.Payload, &s) == nil && s.State != "" {
			states[t.Board()] = s.State
		}
		quiet.Reset(listTime)
		return true
	})
	if ctx.Err() != nil {
		return nil, errors.New("stopped before the answer")
	}
	if err != nil && !errors.Is(err, publish.ErrUnanswered) {
		return nil, err
	}
	return states, nil
}

// inspects reports whether a request asks a board to repeat what is irregular.
func (r *request) inspects() bool { return r.verb.Name == "inspect" }

// inspection is the state of an inspected board: its game, and the findings since the
// request. The zero value is empty.
type inspection struct {
	view     view.Board
	findings [][]byte
}

// mostFindings is how many findings are kept until the answer comes. One request causes
// fewer.
const mostFindings = 256

func (i *inspection) take(m transport.Message) {
	i.view.Apply(m.Topic, m.Payload)
	if _, name, _ := transport.ParseTopic(m.Topic); name == "arbiter/finding" && len(i.findings) < mostFindings {
		i.findings = append(i.findings, m.Payload)
	}
}

// found returns the findings of the event with a number.
func (i *inspection) found(record int) [][]byte {
	var all [][]byte
	for _, payload := range i.findings {
		var f transport.Finding
		if json.Unmarshal(payload, &f) == nil && f.Event == record {
			all = append(all, payload)
		}
	}
	return all
}

// poll is one request to several boards, and their answers.
type poll struct {
	request *request
	boards  []transport.Topics
	answers map[string]*transport.Reply // by board
	states  map[string]transport.State  // the state of each board, as the broker has kept it
	out     io.Writer
	raw     bool // print answers as they come
	lang    words.Language

	inspected map[string]*inspection // by board
}

// topics returns the topics of the answers, and of the states that explain a missing
// answer.
func (p *poll) topics() []string {
	var all []string
	for _, b := range p.boards {
		all = append(all, b.Topic("res/"+p.request.verb.Name), b.Topic("status"))
		if p.request.inspects() {
			all = append(all, b.Topic("game"), b.Topic("arbiter/game"), b.Topic("arbiter/finding"))
		}
	}
	return all
}

func (p *poll) messages() []transport.Message {
	var all []transport.Message
	for _, b := range p.boards {
		all = append(all, transport.Message{Topic: b.Topic("req/" + p.request.verb.Name), QoS: 1, Payload: p.request.payload})
	}
	return all
}

// take takes a message, and reports whether an answer is still missing.
func (p *poll) take(m transport.Message) (more bool) {
	b, name, _ := transport.ParseTopic(m.Topic)
	switch name {
	case "status":
		var s transport.Status
		if json.Unmarshal(m.Payload, &s) == nil {
			p.states[b.Board()] = s.State
		}
		return true
	case "game", "arbiter/game", "arbiter/finding":
		p.inspected[b.Board()].take(m)
		return true
	}
	var a transport.Answer
	err := json.Unmarshal(m.Payload, &a)
	if err == nil && a.Transaction == p.request.transaction && p.answers[b.Board()] == nil {
		p.answers[b.Board()] = &a.Reply
		p.print(b.Board(), &a, m.Payload)
	}
	return len(p.answers) < len(p.boards)
}

// print prints an answer, and the inspected game. It prints nothing for a refusal:
// verdict does.
func (p *poll) print(board string, a *transport.Answer, payload []byte) {
	i := p.inspected[board]
	switch {
	case p.raw:
		for _, finding := range i.found(a.Event) {
			p.printJSON(finding)
		}
		p.printJSON(payload)
	case a.Status == "ok":
		fmt.Fprintf(p.out, "%s: ok\n", board)
		if p.request.inspects() {
			for _, line := range i.view.Inspected(view.Style{Lang: p.lang}, a.Event) {
				fmt.Fprint(p.out, cli.Fold("  ", terminal.Plain(line), 4))
			}
		}
	}
}

// printJSON prints a message on one line, without what would control a terminal.
func (p *poll) printJSON(payload []byte) {
	fmt.Fprintf(p.out, "%s\n", transport.AppendPlain(nil, compact(payload)))
}

// verdict returns an error with a line for each board that has refused or has not
// answered; nil if there is none.
func (p *poll) verdict(wait time.Duration) error {
	var bad []error
	silent := false
	for _, t := range p.boards {
		board := t.Board()
		switch r := p.answers[board]; {
		case r == nil:
			silent = true
			bad = append(bad, fmt.Errorf("%s: no answer in %v: %s", board, wait, p.whyNot(t)))
		case r.Status != "ok":
			bad = append(bad, fmt.Errorf("%s: %s", board, refusal(r)))
		}
	}
	if silent {
		return cli.Silence(errors.Join(bad...))
	}
	return errors.Join(bad...)
}

func refusal(r *transport.Reply) string {
	if r.Error == nil {
		return "refused: " + terminal.Plain(r.Status)
	}
	return "refused: " + terminal.Plain(r.Error.Code) + ": " + terminal.Plain(r.Error.Message)
}

// whyNot guesses from the state of a board why it does not answer.
func (p *poll) whyNot(t transport.Topics) string {
	switch state := p.states[t.Board()]; state {
	case "":
		return "the broker has nothing of such a board; is that its name, and its site's?"
	case transport.Off:
		return "its boardd has been stopped"
	case transport.Lost:
		return "its boardd or its board has been lost"
	default:
		return fmt.Sprintf("its state is %s; does the broker let you write to %s?", terminal.Plain(string(state)), t.Topic("req/"+p.request.verb.Name))
	}
}

// compact returns JSON without blanks. It returns other data as it is.
func compact(data []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, data) != nil {
		return data
	}
	return b.Bytes()
}
