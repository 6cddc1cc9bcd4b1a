package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// inbox takes what the boards say into the file of the hall. The snapshots say it all: what was
// missed while the broker or the hall was away is in the next one.
type inbox struct {
	config *hallconfig.Config
	store  *store.Store
	alerts *alerts

	mu      sync.Mutex
	latest  map[string]*transport.Game // by board
	answers []transport.Answer         // that nobody has looked at yet
	waiting map[waitingGame]store.Said // that is not in the file yet
	wake    chan struct{}
	asked   chan struct{} // there are answers
}

type waitingGame struct{ board, id string }

// heard are the topics that the hall follows.
var heard = []string{"game", "last/game", "res/+"}

// follow connects, and returns what runs until ctx ends.
func (i *inbox) follow(ctx context.Context) (run func() error, err error) {
	filters, err := siteFilters(i.config.Site, heard)
	if err != nil {
		return nil, err
	}
	p, err := i.config.Publish("inbox")
	if err != nil {
		return nil, err
	}
	p.Changed = func(up bool, err error) {
		if !up && err == nil {
			err = errors.New("no connection")
		}
		i.alerts.set("broker", advice.With(err))
	}
	i.latest, i.waiting = map[string]*transport.Game{}, map[waitingGame]store.Said{}
	i.wake, i.asked = make(chan struct{}, 1), make(chan struct{}, 1)
	kept := make(chan struct{})
	go func() { defer close(kept); i.keep(ctx) }()
	return func() error {
		err := publish.Follow(ctx, p, filters, i.take)
		<-kept
		return err
	}, nil
}

// take takes a message. It does not wait for the disk.
func (i *inbox) take(m transport.Message) {
	topics, name, ok := transport.ParseTopic(m.Topic)
	if !ok || len(m.Payload) == 0 {
		return
	}
	board := topics.Board()
	if name != "game" && name != "last/game" {
		i.takeAnswer(&m)
		return
	}
	var snapshot transport.Game
	err := json.Unmarshal(m.Payload, &snapshot)
	var game hall.Game
	if err == nil {
		game, err = hall.GameOf(board, &snapshot.Record)
	}
	if err != nil {
		i.alerts.set("board "+board, fmt.Errorf("its %s makes no sense, and is left out: %w", name, err))
		return
	}
	i.alerts.set("board "+board, nil)
	i.mu.Lock()
	defer i.mu.Unlock()
	if name == "game" {
		snapshot.Board = board
		i.latest[board] = &snapshot
	}
	if at := (waitingGame{board, game.ID}); i.waiting[at].Seq < snapshot.Seq {
		i.waiting[at] = store.Said{Game: game, Seq: snapshot.Seq}
	}
	notify(i.wake)
}

// notify wakes who waits for a channel, once however often it is called meanwhile.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (i *inbox) takeAnswer(m *transport.Message) {
	var a transport.Answer
	if json.Unmarshal(m.Payload, &a) != nil {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.answers = append(i.answers, a)
	notify(i.asked)
}

// gather is for how long what comes is gathered for one commit, and retry after what time a
// commit that failed is tried again.
const (
	gather = 50 * time.Millisecond
	retry  = time.Second
)

// keep writes what waits. What the disk does not take waits on, a game's last state each.
func (i *inbox) keep(ctx context.Context) {
	for {
		select {
		case <-i.wake:
		case <-ctx.Done():
			i.commit(ctx, 0)
			return
		}
		for pause := gather; i.commit(ctx, pause); pause = retry {
		}
	}
}

// commit writes what waits after a pause, and reports whether anything waits on.
func (i *inbox) commit(ctx context.Context, pause time.Duration) bool {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
		ctx = context.WithoutCancel(ctx) // what was acknowledged is kept
	}
	i.mu.Lock()
	taken := i.waiting
	i.waiting = map[waitingGame]store.Said{}
	i.mu.Unlock()
	if len(taken) == 0 {
		return false
	}
	err := i.store.Take(ctx, slices.Collect(maps.Values(taken)))
	i.alerts.set("file of the hall", advice.With(err))
	if err == nil {
		return false
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	for at, one := range taken {
		if i.waiting[at].Seq < one.Seq {
			i.waiting[at] = one
		}
	}
	return ctx.Done() != nil // not when the program ends
}

// board is the last snapshot of a board, nil if there is none.
func (i *inbox) board(name string) *transport.Game {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.latest[name]
}

// takeAnswers are the answers since the last call.
func (i *inbox) takeAnswers() []transport.Answer {
	i.mu.Lock()
	defer i.mu.Unlock()
	all := i.answers
	i.answers = nil
	return all
}
