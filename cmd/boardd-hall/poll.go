package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// poll is one request to several boards, and what they have answered.
type poll struct {
	request *request
	boards  []transport.Topics
	answers map[string]*transport.Reply // by board
	states  map[string]transport.State  // what the broker had kept of each board
	out     io.Writer
	raw     bool // print answers as they come
	lang    words.Language

	inspected map[string]*inspection // by board
}

// topics are where the answers come, and what tells why none does.
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

// take takes a message, and reports whether any answer is still to come.
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

// print prints an answer, and what was inspected; of a refusal the error tells in words.
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

// printJSON prints a message as it came, in a line, as it may be given to a terminal.
func (p *poll) printJSON(payload []byte) {
	fmt.Fprintf(p.out, "%s\n", transport.AppendPlain(nil, compact(payload)))
}

// verdict is what has come of it: an error with a line for each board that has
// refused, or has not answered.
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

// whyNot guesses why a board does not answer, by what it said of its state.
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

// compact is JSON without blanks, or what is no JSON as it is.
func compact(data []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, data) != nil {
		return data
	}
	return b.Bytes()
}
