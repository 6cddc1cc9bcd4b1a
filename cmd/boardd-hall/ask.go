package main

import (
	"context"
	"encoding/json"
	"errors"
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

// asker gives the boards of open rounds their tags.
type asker struct {
	config *hallconfig.Config
	store  *store.Store
	alerts *alerts
	inbox  *inbox
	desk   *desk
	health *health

	publisher *publish.Publisher
	asked     map[string]time.Time  // when a board was asked last
	open      map[string]*openRound // by tournament
	seats     map[string][]seatAt   // by board: its tables of open rounds
	entered   map[string]int64      // the last result of each tournament that was taken into its games
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
	a.asked, a.open, a.entered = map[string]time.Time{}, map[string]*openRound{}, map[string]int64{}
	return func() {
		go a.publisher.Run(ctx)
		for tick := time.NewTicker(askEvery); ; {
			select {
			case <-tick.C:
				a.health.turned("boards")
				a.inbox.settle(time.Now())
				a.alerts.set("names of boards", a.inbox.keepTwins(ctx))
				seated := a.seat(ctx)
				for _, t := range a.config.Halls {
					err := errors.Join(seated, a.askAll(ctx, t))
					if ctx.Err() == nil {
						a.alerts.set("boards of "+t.ID, err)
						a.alerts.set("results of "+t.ID, a.takeResults(ctx, t))
					}
				}
				if seated == nil {
					a.alerts.set("boards without a table", a.strays())
				}
				a.alerts.set("requests to boards", a.republish())
			case <-ctx.Done():
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

// takeResults takes what people entered since the last time.
func (a *asker) takeResults(ctx context.Context, t *hall.Tournament) error {
	last, err := takeResults(ctx, a.store, t, a.entered[t.ID])
	if err == nil {
		a.entered[t.ID] = last
	}
	return err
}

// seatAt is a table of an open round.
type seatAt struct {
	tournament   string
	round, table int
}

// seat notes which tables of open rounds each board has.
func (a *asker) seat(ctx context.Context) error {
	a.seats = map[string][]seatAt{}
	for _, t := range a.config.Halls {
		rounds, number, err := a.store.Rounds(ctx, t.ID)
		if err != nil {
			return err
		}
		for i := range rounds {
			if r := &rounds[i]; r.Number == number {
				for _, p := range r.Pairings {
					board := t.Board(r, p.Table)
					a.seats[board] = append(a.seats[board], seatAt{t.ID, r.Number, p.Table})
				}
			}
		}
	}
	return nil
}

// shared returns the error about a board that has several tables; nil if it has one.
func (a *asker) shared(board string) error {
	all := a.seats[board]
	if len(all) < 2 {
		return nil
	}
	return fmt.Errorf("board %s has table %d of %s and table %d of %s, whose rounds are open, and is given no names: put one at another board (boardd-hall move --tournament %s --round %d %d BOARD), or end a round",
		board, all[0].table, all[0].tournament, all[1].table, all[1].tournament, all[1].tournament, all[1].round, all[1].table)
}

// strays names the boards on which a game is played, but which have no table of an open round;
// without an open round there are none.
func (a *asker) strays() error {
	var all []error
	for _, board := range a.inbox.playing() {
		if len(a.seats) > 0 && len(a.seats[board]) == 0 {
			all = append(all, fmt.Errorf("board %s plays a game, and is at no table of a round that is open", board))
		}
	}
	return sorted(all)
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
	if err := a.shared(board); err != nil {
		return err
	}
	now := a.inbox.board(board)
	if now == nil {
		return a.unknown(ctx, t, o, p.Table, board)
	}
	if o.quiet[p.Table] == now || a.inbox.twins(board) {
		return nil
	}
	begun := a.inbox.began(board)
	q, ok, err := t.Ask(&o.Round, p, now, begun, nil)
	if ok || err != nil { // then it matters which games are seated
		seated, bad := a.store.Table(ctx, store.Seat{Event: t.Event, Round: o.Number, Table: p.Table}, o.until)
		if bad != nil {
			return bad
		}
		q, ok, err = t.Ask(&o.Round, p, now, begun, seated)
	}
	if err == nil && !ok {
		o.quiet[p.Table] = now
	}
	if err != nil {
		return a.advise(err, t, o.Number, p.Table, board)
	}
	if !ok || time.Since(a.asked[board]) < askAgain {
		return nil
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
	a.desk.note(store.Notice{Kind: store.RequestNotice, Board: board, Name: q.Verb, Payload: payload, Transaction: transaction,
		Who: "boardd-hall", Tournament: t.ID, Round: o.Number})
	return a.publisher.Publish(transport.Message{Topic: topics.Topic("req/" + q.Verb), QoS: 1, Payload: payload})
}

// advise adds to an error of a table what a person can do about it.
func (a *asker) advise(err error, t *hall.Tournament, round, table int, board string) error {
	at := fmt.Sprintf("--round %d %d", round, table)
	if len(a.config.Halls) > 1 {
		at = "--tournament " + t.ID + " " + at
	}
	switch {
	case errors.Is(err, hall.ErrBusy):
		return fmt.Errorf("%w: give it one (boardd-hall send --board %s result 1-0)", err, board)
	case errors.Is(err, hall.ErrNoNames):
		return fmt.Errorf("%w: if it is the game of the table, boardd-hall seat %s; if not, boardd-hall send --board %s new_game", err, at, board)
	case errors.Is(err, hall.ErrAnother):
		return fmt.Errorf("%w: enter it (boardd-hall result %s 1-0), or if the game on the board is that of the table, boardd-hall seat %s", err, at, at)
	}
	return err
}

// republish asks boards to publish everything again, of which something did not come.
func (a *asker) republish() error {
	var expected []string
	for _, t := range a.config.Halls {
		if o := a.open[t.ID]; o != nil {
			for _, p := range o.Pairings {
				expected = append(expected, t.Board(&o.Round, p.Table))
			}
		}
	}
	for _, board := range a.inbox.listen(expected, time.Now()) {
		topics, err := transport.NewTopics(a.config.Site, board)
		if err != nil {
			return err
		}
		payload, err := json.Marshal(map[string]string{"transaction": session.New(), "by": "boardd-hall"})
		if err != nil {
			return err
		}
		if err := a.publisher.Publish(transport.Message{Topic: topics.Topic("req/republish"), QoS: 1, Payload: payload}); err != nil {
			return err
		}
	}
	return nil
}

// unknown says that nothing is known of the board of a table, unless the table has a result that
// a person entered.
func (a *asker) unknown(ctx context.Context, t *hall.Tournament, o *openRound, table int, board string) error {
	if a.entered[t.ID] > 0 {
		seated, err := a.store.Table(ctx, store.Seat{Event: t.Event, Round: o.Number, Table: table}, o.until)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(hall.Standing(seated, board), func(g hall.Game) bool { return g.Result() != "*" }) {
			return nil
		}
	}
	return fmt.Errorf("table %d: of board %s nothing is known", table, board)
}
