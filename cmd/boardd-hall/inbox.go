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

// inbox writes the snapshots of the boards into the file of the hall. Each snapshot is complete:
// the next one has what was missed while the broker or the hall was away.
type inbox struct {
	config *hallconfig.Config
	store  *store.Store
	alerts *alerts
	hears  hearing

	mu      sync.Mutex
	arrived map[arrival][][]byte       // payloads that are not read yet, in order
	latest  map[string]*transport.Game // by board
	begun   map[string]time.Time       // by board: when the game on it began; zero if that is not known
	names   *names
	twinned []string                     // the names that several boards have, as the file has them
	waiting map[waitingGame]store.Report // not in the file yet
	came    uint64                       // snapshots
	up      bool                         // there is a connection to the broker
	first   chan struct{}                // closed when there was one
	anew    func()                       // ends the connection, so that another one is made
	wake    chan struct{}
}

type waitingGame struct{ board, id string }

// followed are the topics that the hall follows. The last two show whether what it publishes comes
// back.
var followed = []string{"game", "last/game", "status", "req/republish", "res/republish"}

// follow connects. run then runs until ctx ends.
func (i *inbox) follow(ctx context.Context) (run func() error, err error) {
	filters, err := siteFilters(i.config.Site, followed)
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
		i.changed(up, err == nil)
	}
	i.arrived, i.latest, i.waiting = map[arrival][][]byte{}, map[string]*transport.Game{}, map[waitingGame]store.Report{}
	i.wake, i.first, i.names, i.begun = make(chan struct{}, 1), make(chan struct{}), newNames(), map[string]time.Time{}
	if i.twinned, err = i.store.Twins(ctx); err != nil {
		return nil, err
	}
	i.names.restore(i.twinned, time.Now())
	kept := make(chan struct{})
	go func() { defer close(kept); i.keep(ctx) }()
	return func() error {
		var err error
		for err == nil && ctx.Err() == nil {
			err = i.followOnce(ctx, p, filters)
		}
		<-kept
		return err
	}, nil
}

// followOnce follows until ctx ends, or a connection is of no use.
func (i *inbox) followOnce(ctx context.Context, p publish.Config, filters []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	i.mu.Lock()
	i.anew = cancel
	i.mu.Unlock()
	err := publish.Follow(ctx, p, filters, i.take)
	i.changed(false, false)
	return err
}

// changed takes note that there is a connection, or none. all reports whether it brings all that
// is followed.
func (i *inbox) changed(up, all bool) {
	i.hears.connected(up, all, time.Now())
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.up = up; up {
		select {
		case <-i.first:
		default:
			close(i.first)
		}
	}
}

// listen returns the boards that have to publish everything again, since something of them is
// missing. If nothing comes at all, it has the connection made anew. expected are the boards of the
// open rounds.
func (i *inbox) listen(expected []string, now time.Time) []string {
	ask, missing, anew := i.hears.judge(expected, i.board, i.alone, now)
	i.alerts.set("hearing", missing)
	if anew {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.anew()
	}
	return ask
}

// alone reports whether a board has its name for itself.
func (i *inbox) alone(board string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return !i.names.twins[board]
}

// take takes a message. It leaves all work to others: the broker holds back only a few messages
// that a reader has not taken yet, and drops the rest.
func (i *inbox) take(m transport.Message) {
	topics, name, ok := transport.ParseTopic(m.Topic)
	if !ok {
		return
	}
	i.hears.take(topics.Board(), name, &m, time.Now())
	if name == "status" {
		i.hear(topics.Board(), &m)
		return
	}
	if len(m.Payload) == 0 || name != "game" && name != "last/game" {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.came++
	at := arrival{topics.Board(), name, m.Retain}
	i.arrived[at] = append(i.arrived[at], m.Payload)
	notify(i.wake)
}

// arrival says of what a message is. A retained one may be older than others that have arrived.
type arrival struct {
	board, name string
	retained    bool
}

// read reads what has arrived: of each topic the last snapshot that makes sense.
func (i *inbox) read() {
	i.mu.Lock()
	arrived := i.arrived
	i.arrived = map[arrival][][]byte{}
	i.mu.Unlock()
	for at, payloads := range arrived {
		for n := len(payloads) - 1; n >= 0; n-- {
			err := i.readSnapshot(at, payloads[n])
			if n == len(payloads)-1 {
				i.alerts.set("board "+at.board, err)
			}
			if err == nil {
				break
			}
		}
	}
}

func (i *inbox) readSnapshot(at arrival, payload []byte) error {
	var snapshot transport.Game
	err := json.Unmarshal(payload, &snapshot)
	var game hall.Game
	if err == nil {
		game, err = hall.GameOf(at.board, &snapshot.Record)
	}
	if err != nil {
		return fmt.Errorf("its %s makes no sense, and is left out: %w", at.name, err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if at.name == "game" && !at.retained {
		i.names.hear(at.board, snapshot.Session, snapshot.Seq, time.Now())
		snapshot.Board = at.board
		i.names.keep(at.board, &snapshot)
	}
	if old := i.latest[at.board]; old != nil {
		i.names.keep(at.board, old)
	}
	if i.names.twins[at.board] {
		return nil
	}
	if old := i.latest[at.board]; at.name == "game" && (old == nil || old.Session != snapshot.Session || old.Seq <= snapshot.Seq) {
		snapshot.Board = at.board
		i.latest[at.board] = &snapshot
		came := time.Now()
		if at.retained {
			came = time.Time{}
		}
		i.begun[at.board] = hall.Begun(&snapshot, came)
	}
	if at := (waitingGame{at.board, game.ID}); i.waiting[at].Seq < snapshot.Seq {
		i.waiting[at] = store.Report{Game: game, Seq: snapshot.Seq}
	}
	return nil
}

// hear takes note of the status of a board.
func (i *inbox) hear(board string, m *transport.Message) {
	var head transport.Head
	if m.Retain || json.Unmarshal(m.Payload, &head) != nil {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.names.hear(board, head.Session, head.Seq, time.Now())
	if now := i.latest[board]; now != nil {
		i.names.keep(board, now)
	}
}

// settle raises an alert about each name that several boards have. Of a board that has its name
// for itself again it takes the game as it stands.
func (i *inbox) settle(now time.Time) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for board, g := range i.names.settle(now) {
		i.alerts.set("name "+board, nil)
		if g == nil {
			continue
		}
		if game, err := hall.GameOf(board, &g.Record); err == nil {
			i.latest[board], i.begun[board] = g, hall.Begun(g, time.Time{})
			i.waiting[waitingGame{board, game.ID}] = store.Report{Game: game, Seq: g.Seq, Alone: true}
			notify(i.wake)
		}
	}
	for board := range i.names.twins {
		i.alerts.set("name "+board, i.names.problem(board))
	}
}

// keepTwins writes into the file which names several boards have, if that has changed.
func (i *inbox) keepTwins(ctx context.Context) error {
	i.mu.Lock()
	now := slices.Sorted(maps.Keys(i.names.twins))
	i.mu.Unlock()
	if slices.Equal(now, i.twinned) {
		return nil
	}
	err := i.store.SetTwins(ctx, now)
	if err == nil {
		i.twinned = now
	}
	return err
}

// twins reports whether several boards have a name.
func (i *inbox) twins(board string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.names.twins[board]
}

// notify wakes the reader of a channel. Several calls before it reads wake it once.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// gather is the time for which reports are gathered for one commit. retry is the time after which
// a failed commit is tried again.
const (
	gather = 50 * time.Millisecond
	retry  = time.Second
)

// keep writes the waiting reports to the file. If the disk refuses them, the last report of each
// game goes on waiting.
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

// commit writes the waiting reports after a pause, and reports whether any still wait.
func (i *inbox) commit(ctx context.Context, pause time.Duration) bool {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
	i.read()
	i.mu.Lock()
	taken := i.waiting
	i.waiting = map[waitingGame]store.Report{}
	i.mu.Unlock()
	if len(taken) == 0 {
		return false
	}
	err := i.store.Take(context.WithoutCancel(ctx), slices.Collect(maps.Values(taken))) // acknowledged reports must be kept
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
	return ctx.Err() == nil // no further try when the program ends
}

// began returns when the game on a board began, as Begun does.
func (i *inbox) began(board string) time.Time {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.begun[board]
}

// board returns the last snapshot of a board, nil if there is none.
func (i *inbox) board(name string) *transport.Game {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.latest[name]
}

// rules returns the rules of the game on a board, "" if they are not known.
func (i *inbox) rules(board string) string {
	g := i.board(board)
	if g == nil {
		return ""
	}
	return g.Rules + " " + g.Time + " " + g.Supervision
}

func (i *inbox) connected() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.up
}

// boards returns how many boards there are of which a game is known.
func (i *inbox) boards() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return len(i.latest)
}

// taken returns how many snapshots came.
func (i *inbox) taken() uint64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.came
}

// queued returns how many games are not in the file yet.
func (i *inbox) queued() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return len(i.waiting)
}

// playing returns the boards on which a game is played: it has a move, and no result.
func (i *inbox) playing() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	var all []string
	for name, g := range i.latest {
		if len(g.Moves) > 0 && g.Result == "*" {
			all = append(all, name)
		}
	}
	return all
}
