package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// desk keeps what is for arbiters: findings, alerts, and requests with their answers.
type desk struct {
	store  *store.Store
	alerts *alerts

	mu       sync.Mutex
	waiting  []store.Notice // not in the file yet
	done     []func()       // the broker may forget a message of theirs
	left     int            // notices for which there was no room
	repeated map[string]bool
	settled  time.Time // when the broker has repeated the alerts that stand; zero: it is not waited for
	wake     chan struct{}
}

// deskTopics are what the hall follows for arbiters. The broker lets only an arbiter's account
// read all of it.
var deskTopics = []string{"arbiter/finding", "arbiter/alert/+", "req/+", "res/+"}

const (
	alertTopic   = "arbiter/alert/"
	mostWaiting  = 1 << 16          // how many notices wait while the disk takes none
	mostPayload  = 64 << 10         // bytes of a notice; a longer one is none of boardd's
	late         = time.Minute      // a notice that is older when it comes was kept by a broker or its board
	settleAlerts = 10 * time.Second // for a broker to repeat what it has kept
)

func newDesk(s *store.Store, a *alerts) *desk {
	return &desk{store: s, alerts: a, repeated: map[string]bool{}, wake: make(chan struct{}, 1)}
}

// connected takes note that the connection to the broker is up or down. The end of an alert
// may come while it is down.
func (d *desk) connected(up bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.settled, d.repeated = time.Time{}, map[string]bool{}
	if up {
		d.settled = time.Now().Add(settleAlerts)
		notify(d.wake)
	}
}

// follow prepares a connection of its own: the broker keeps what is published for arbiters while the
// hall is away, and forgets a message when it is in the file of the hall. run connects once the
// inbox knows the boards, and runs until ctx ends.
func (d *desk) follow(ctx context.Context, c *hallconfig.Config, i *inbox) (run func(), err error) {
	filters, err := siteFilters(c.Site, deskTopics)
	if err != nil {
		return nil, err
	}
	p, err := c.Publish("notices")
	if err != nil {
		return nil, err
	}
	p.Changed = func(up bool, err error) {
		d.connected(up)
		if up || i.connected() { // else it is the broker that is away
			d.alerts.set("broker, for arbiters", advice.With(err))
		}
	}
	return func() {
		select {
		case <-i.first:
			publish.Keep(ctx, p, filters, func(m transport.Message, done func()) { d.take(&m, i.rules, done) })
		case <-ctx.Done():
		}
	}, nil
}

// take takes a message of a board. rules returns the rules of a board's game. Most findings are
// of level info, and not even read.
func (d *desk) take(m *transport.Message, rules func(board string) string, done func()) {
	topics, name, ok := transport.ParseTopic(m.Topic)
	if !ok || name == "arbiter/finding" && bytes.Contains(m.Payload, []byte(`"level":"info"`)) {
		done()
		return
	}
	n, ok := noticeOf(topics.Board(), name, m.Payload)
	if !ok {
		done()
		return
	}
	n.Rules = rules(n.Board)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done = append(d.done, done)
	d.add(n)
}

// noticeOf returns the notice in a message; ok is false if there is none to be kept. A finding
// of level info is no breach, and is not kept.
func noticeOf(board, name string, payload []byte) (n store.Notice, ok bool) {
	n = store.Notice{Board: board, Payload: payload}
	var head struct {
		Seq         uint64 `json:"seq"`
		GameID      string `json:"game_id"`
		Level       string `json:"level"`
		Transaction string `json:"transaction"`
		By          string `json:"by"`
		At          string `json:"at"`
		Synced      bool   `json:"synced"`
	}
	if len(payload) > mostPayload || len(payload) > 0 && json.Unmarshal(payload, &head) != nil {
		return n, false
	}
	n.Seq, n.Transaction, n.Who = head.Seq, head.Transaction, head.By
	if at, err := time.Parse(time.RFC3339, head.At); err == nil && head.Synced && time.Since(at) > late {
		n.At = at
	}
	kind, verb, _ := strings.Cut(name, "/")
	switch {
	case name == "arbiter/finding":
		n.Kind = store.FindingNotice
		n.Game, _, _ = strings.Cut(head.GameID, ".")
		return n, len(payload) > 0 && head.Level != "info"
	case strings.HasPrefix(name, alertTopic):
		n.Kind, n.Name = store.AlertNotice, strings.TrimPrefix(name, alertTopic)
		return n, true
	case verb == "republish": // it changes nothing
		return n, false
	case kind == "req":
		n.Kind, n.Name = store.RequestNotice, verb
	case kind == "res":
		n.Kind, n.Name, n.Who = store.AnswerNotice, verb, ""
	default:
		return n, false
	}
	return n, len(payload) > 0
}

// note keeps a notice. It does not wait for the disk.
func (d *desk) note(n store.Notice) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.add(n)
}

func (d *desk) add(n store.Notice) {
	if n.Kind == store.AlertNotice {
		d.repeated[n.Board+"/"+n.Name] = len(n.Payload) > 0
	}
	if len(d.waiting) == mostWaiting {
		d.left++
		return
	}
	d.waiting = append(d.waiting, n)
	notify(d.wake)
}

// queued returns how many notices are not in the file yet.
func (d *desk) queued() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.waiting)
}

// run writes what waits until ctx ends. It calls turned at each turn.
func (d *desk) run(ctx context.Context, turned func()) {
	for tick := time.NewTicker(settleAlerts / 2); ; {
		turned()
		select {
		case <-d.wake:
			for pause := gather; d.commit(ctx, pause); pause = retry {
				turned()
			}
		case <-tick.C:
			d.endAlerts(ctx)
		case <-ctx.Done():
			d.commit(ctx, 0)
			return
		}
	}
}

// commit writes what waits after a pause, and reports whether anything waits on.
func (d *desk) commit(ctx context.Context, pause time.Duration) bool {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
	d.mu.Lock()
	taken, left, done := d.waiting, d.left, d.done
	d.waiting, d.done = nil, nil
	d.mu.Unlock()
	if len(taken) == 0 {
		return false
	}
	err := d.store.Note(context.WithoutCancel(ctx), taken)
	d.alerts.set("file of the desk", advice.With(err))
	if left > 0 {
		d.alerts.set("desk", fmt.Errorf("%d findings, alerts and requests are lost: the file of the hall did not take them", left))
	}
	if err == nil {
		for _, one := range done {
			one()
		}
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting, d.done = slices.Concat(taken, d.waiting), slices.Concat(done, d.done)
	return ctx.Err() == nil // not when the program ends
}

// endAlerts ends the alerts that the broker has not repeated, some time after the connection is
// up.
func (d *desk) endAlerts(ctx context.Context) {
	d.mu.Lock()
	due := !d.settled.IsZero() && time.Now().After(d.settled) && len(d.waiting) == 0
	repeated := d.repeated
	if due {
		d.settled = time.Time{}
	}
	d.mu.Unlock()
	if due {
		d.alerts.set("file of the desk", advice.With(d.store.EndAlerts(ctx, repeated)))
	}
}
