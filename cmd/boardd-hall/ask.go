package main

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
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
	asked     map[string]time.Time  // when a board was asked last
	pending   map[string]pending    // the last request of a board that has no answer yet
	open      map[string]*openRound // by tournament
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
	a.asked, a.pending, a.open = map[string]time.Time{}, map[string]pending{}, map[string]*openRound{}
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

// openRound is the open round of a tournament, and what is known of its boards.
type openRound struct {
	hall.Round
	until time.Time               // all changes up to then are noted
	quiet map[int]*transport.Game // by table: a snapshot of its board after which the board needs no request
}

// askAll sends requests to the boards of the open round of a tournament. The error names the
// boards to which it cannot.
func (a *asker) askAll(ctx context.Context, t *hall.Tournament) error {
	rounds, open, err := a.store.Rounds(ctx, t.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(rounds, func(r hall.Round) bool { return r.Number == open })
	if i < 0 {
		return nil
	}
	at, o := a.store.Now(), a.open[t.ID]
	if o == nil || !reflect.DeepEqual(o.Round, rounds[i]) {
		o = &openRound{rounds[i], at, map[int]*transport.Game{}}
		a.open[t.ID] = o
	}
	seats, err := a.store.Changed(ctx, o.until, at)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if seat.Event == t.Event && seat.Round == o.Number {
			delete(o.quiet, seat.Table)
		}
	}
	o.until = at
	var bad []error
	for i := range o.Pairings {
		if err := a.ask(ctx, t, o, &o.Pairings[i]); err != nil {
			bad = append(bad, err)
		}
	}
	return sorted(bad)
}

// ask sends a request to the board of a pairing, if the board needs one.
func (a *asker) ask(ctx context.Context, t *hall.Tournament, o *openRound, p *hall.Pairing) error {
	board := t.Board(&o.Round, p.Table)
	now := a.inbox.board(board)
	if now == nil {
		return fmt.Errorf("table %d: of board %s nothing is known", p.Table, board)
	}
	if o.quiet[p.Table] == now {
		return nil
	}
	q, ok, err := t.Ask(&o.Round, p, now, nil)
	if ok || err != nil { // then it matters which games are seated
		seated, bad := a.store.Table(ctx, store.Seat{Event: t.Event, Round: o.Number, Table: p.Table}, o.until)
		if bad != nil {
			return bad
		}
		q, ok, err = t.Ask(&o.Round, p, now, seated)
	}
	if err == nil && !ok {
		o.quiet[p.Table] = now
	}
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
	a.pending[board] = pending{transaction, q.Verb, t.ID, o.Number}
	return a.publisher.Publish(transport.Message{Topic: topics.Topic("req/" + q.Verb), QoS: 1, Payload: payload})
}

// keepAnswers keeps the answers of boards as acts of the hall.
func (a *asker) keepAnswers(ctx context.Context) {
	var acts []store.Act
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
		acts = append(acts, store.Act{Who: "boardd-hall", What: p.verb, Tournament: p.tournament, Round: p.round, Detail: detail})
	}
	if acts != nil {
		a.alerts.set("acts", a.store.AddAct(ctx, acts...))
	}
}
