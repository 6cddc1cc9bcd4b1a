package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// asker gives the boards of open rounds their tags, and keeps what they answer.
type asker struct {
	config *hallconfig.Config
	store  *store.Store
	alerts *alerts
	inbox  *inbox

	publisher *publish.Publisher
	asked     map[string]time.Time // when a board was asked last
	pending   map[string]pending   // the last request of a board that has no answer yet
}

// pending is a request that has no answer yet.
type pending struct {
	transaction, verb, tournament string
	round                         int
}

// askEvery is the time between two checks whether a board needs a request. askAgain is the time
// after which a board that did not do as requested gets the request again.
const (
	askEvery = time.Second
	askAgain = 15 * time.Second
)

// askedAtOnce is how many requests may wait for the broker.
const askedAtOnce = 4096

// begin connects. run then runs until ctx ends.
func (a *asker) begin(ctx context.Context) (run func(), err error) {
	p, err := a.config.Publish("ask")
	if err != nil {
		return nil, err
	}
	if a.publisher, err = publish.New(p, publish.NewOutbox(askedAtOnce, 0)); err != nil {
		return nil, err
	}
	a.asked, a.pending = map[string]time.Time{}, map[string]pending{}
	return func() {
		go a.publisher.Run(ctx)
		for tick := time.NewTicker(askEvery); ; {
			select {
			case <-tick.C:
				for _, t := range a.config.Halls {
					err := a.askAll(ctx, t)
					if ctx.Err() == nil {
						a.alerts.set("boards of "+t.ID, err)
					}
				}
			case <-a.inbox.asked:
				a.keepAnswers(ctx)
			case <-ctx.Done():
				a.keepAnswers(context.WithoutCancel(ctx))
				return
			}
		}
	}, nil
}

// askAll sends requests to the boards of the open round of a tournament. The error names the
// boards to which it cannot.
func (a *asker) askAll(ctx context.Context, t *hall.Tournament) error {
	rounds, open, err := a.store.Rounds(ctx, t.ID)
	if err != nil {
		return err
	}
	var bad []error
	for i := range rounds {
		if r := &rounds[i]; r.Number == open {
			games, err := a.store.Games(ctx, t.Event, open, a.store.Now())
			if err != nil {
				return err
			}
			for j := range r.Pairings {
				if err := a.ask(t, r, &r.Pairings[j], games); err != nil {
					bad = append(bad, err)
				}
			}
		}
	}
	return sorted(bad)
}

// ask sends a request to the board of a pairing, if the board needs one.
func (a *asker) ask(t *hall.Tournament, r *hall.Round, p *hall.Pairing, games []hall.Game) error {
	board := t.Board(r, p.Table)
	now := a.inbox.board(board)
	if now == nil {
		return fmt.Errorf("table %d: of board %s nothing is known", p.Table, board)
	}
	var seated []hall.Game
	for _, g := range games {
		if _, table, ok := t.Seat(g.Tags); ok && table == p.Table {
			seated = append(seated, g)
		}
	}
	q, ok, err := t.Ask(r, p, now, seated)
	if err != nil || !ok || time.Since(a.asked[board]) < askAgain {
		return err
	}
	topics, err := transport.NewTopics(a.config.Site, board)
	if err != nil {
		return err
	}
	transaction := session.New()
	payload, err := json.Marshal(struct {
		hall.Request
		Transaction string `json:"transaction"`
		By          string `json:"by"`
	}{q, transaction, "boardd-hall"})
	if err != nil {
		return err
	}
	a.asked[board] = time.Now()
	a.pending[board] = pending{transaction, q.Verb, t.ID, r.Number}
	return a.publisher.Publish(transport.Message{Topic: topics.Topic("req/" + q.Verb), QoS: 1, Payload: payload})
}

// keepAnswers keeps the answers of boards as acts of the hall.
func (a *asker) keepAnswers(ctx context.Context) {
	for _, answer := range a.inbox.takeAnswers() {
		p := a.pending[answer.Board]
		if p.transaction == "" || p.transaction != answer.Transaction {
			continue
		}
		delete(a.pending, answer.Board)
		detail := "board " + answer.Board + ": " + answer.Status
		if answer.Error != nil {
			detail += ": " + answer.Error.Code + ": " + answer.Error.Message
		}
		err := a.store.AddAct(ctx, store.Act{Who: "boardd-hall", What: p.verb, Tournament: p.tournament, Round: p.round, Detail: detail})
		a.alerts.set("acts", err)
	}
}
