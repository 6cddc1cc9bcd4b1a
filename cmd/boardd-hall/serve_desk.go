package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/hall/web"
	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// serveDesk serves the arbiter's desk. run hears the boards for it until ctx ends.
func serveDesk(ctx context.Context, c *hallconfig.Config, s *store.Store, a *alerts, f *feeder) (run func(), err error) {
	if c.Desk.Listen == "" {
		return func() {}, nil
	}
	access, err := c.Access()
	if err != nil {
		return nil, err
	}
	d := &web.Desk{Access: access, Halls: c.Halls, Store: s, Boards: web.NewBoards(), Ask: func(ctx context.Context, board, verb string, payload []byte) (transport.Reply, error) {
		return askBoard(ctx, c, board, verb, payload)
	}, Date: c.Date, Targets: f.answers, Problems: a.problems, Log: a.log}
	server, err := d.Server()
	if err != nil {
		return nil, err
	}
	p, err := c.Publish("desk")
	if err != nil {
		return nil, err
	}
	p.Changed = func(up bool, err error) { d.Boards.Connected(up, advice.With(err)) }
	filters, err := siteFilters(c.Site, web.DeskTopics)
	if err != nil {
		return nil, err
	}
	l, err := c.Desk.Listener().Listen()
	if err != nil {
		return nil, fmt.Errorf("desk: %w", err)
	}
	context.AfterFunc(ctx, func() { server.Close() })
	go server.Serve(l)
	return func() {
		go d.Boards.Run(ctx)
		if err := publish.Follow(ctx, p, filters, d.Boards.Take); err != nil {
			a.set("boards of the desk", advice.With(err))
		}
	}, nil
}

// askBoard sends a request to a board over a connection of its own, so that it is not sent later
// if the broker is away now.
func askBoard(ctx context.Context, c *hallconfig.Config, board, verb string, payload []byte) (reply transport.Reply, err error) {
	topics, err := transport.NewTopics(c.Site, board)
	if err != nil {
		return reply, err
	}
	p, err := c.Publish("request-" + session.New()[:8])
	if err != nil {
		return reply, err
	}
	var asked struct {
		Transaction string `json:"transaction"`
	}
	if err := json.Unmarshal(payload, &asked); err != nil {
		return reply, err
	}
	request := transport.Message{Topic: topics.Topic("req/" + verb), QoS: 1, Payload: payload}
	err = publish.Ask(ctx, p, []string{topics.Topic("res/" + verb)}, []transport.Message{request}, func(m transport.Message) (more bool) {
		var a transport.Answer
		if m.Retain || json.Unmarshal(m.Payload, &a) != nil || a.Transaction != asked.Transaction {
			return true
		}
		reply = a.Reply
		return false
	})
	if errors.Is(err, publish.ErrUnanswered) {
		return reply, err
	}
	return reply, advice.With(err)
}

// problems returns what is wrong with the hall, in the order of its subjects.
func (a *alerts) problems() []web.Problem {
	a.mu.Lock()
	defer a.mu.Unlock()
	var all []web.Problem
	for about, text := range a.stand {
		all = append(all, web.Problem{About: about, Text: text})
	}
	slices.SortFunc(all, func(a, b web.Problem) int { return strings.Compare(a.About, b.About) })
	return all
}

// answers returns the targets with their last answers.
func (f *feeder) answers() []web.Target {
	var all []web.Target
	for _, t := range f.targets {
		one := web.Target{Tournament: t.Tournament.ID, Round: t.Round, Address: t.URL + "/broadcast/-/-/" + t.Lichess, Tables: t.Tables}
		t.mu.Lock()
		if t.taken+t.failed > 0 {
			one.Answer, one.At, one.Bad = answerTo(t.last), t.at, t.last.Err != nil || len(t.last.Refused) > 0
		}
		t.mu.Unlock()
		all = append(all, one)
	}
	return all
}

// checkDesk tries the accounts and the certificate of the desk.
func checkDesk(c *hallconfig.Config) error {
	access, err := c.Access()
	if err != nil {
		return err
	}
	if err := c.Desk.Listener().CheckFiles(); err != nil {
		return err
	}
	all, err := access.Accounts.List()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(a web.Account) bool { return a.Role == web.Arbiter }) {
		return errors.New("there is no account of an arbiter: boardd-hall account add --role arbiter NAME")
	}
	return nil
}
