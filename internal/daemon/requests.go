package daemon

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// inbox holds requests until the loop takes them, and keeps a client that sends many from
// blocking the others. MQTT 3.1.1 does not name the publisher of a message: the inbox goes
// by the name that a request gives (by).
//
// Each known name has a queue of its own, and all unknown names share one. While the budget
// suffices for all waiting requests, they are taken in the order of arrival; else the queues
// take turns. So a client that floods under one name, or under none, fills its own queue,
// and one that invents names fills that of the unknown. A client that gives another's name
// takes from the other's share; that cannot be detected.
//
// A request that the broker has retained is refused without a place in a queue.
//
// Any goroutine may call put; the others are for the goroutine of the loop.
type inbox struct {
	topics transport.Topics
	ready  chan struct{} // signals that next has something

	mu       sync.Mutex
	budget   budget             // of requests that are taken
	refusals budget             // of requests that are answered without a place in a queue
	notes    budget             // of refusals that are written down
	callers  map[string]*caller // by name; of these a request was taken
	newcomer caller             // all other names
	refused  []queuedRequest    // to be answered at once
	waiting  int                // in all queues
	arrived  uint64
	turns    uint64
	dropped  uint64 // without an answer, since uncounted
	unnoted  uint64 // refused without a note, since uncounted
	timer    *time.Timer
}

// caller is the queue of a name.
type caller struct {
	queue []queuedRequest
	turn  uint64 // the number of its last turn
	taken int    // how many requests were taken
	over  bool   // one has found the queue full since it was empty
}

// queuedRequest is a request that was parsed.
type queuedRequest struct {
	publish.Request
	verb    string
	request transport.Request
	err     error // why it is refused
	number  uint64
}

// The limits for requests. A board takes a burst, as when a round is paired, and then a number a
// second. The queue of one name, the queue of all unknown names, and all queues together each
// have a greatest length.
const (
	requestBurst      = 64
	requestsPerSecond = 8
	refusalBurst      = 32
	refusalsPerSecond = 1
	maxPerCaller      = 64
	maxNewcomers      = 64
	maxWaiting        = 256
	maxCallers        = 256
)

var errTooMany = &touchmove.Refusal{Code: transport.TooMany, Message: "too many requests under this name; this one and those after it were dropped"}

// newInbox makes an empty inbox.
func newInbox(t transport.Topics) *inbox {
	return &inbox{topics: t, ready: make(chan struct{}, 1), callers: map[string]*caller{},
		budget:   budget{limit: requestBurst, perSecond: requestsPerSecond},
		refusals: budget{limit: refusalBurst, perSecond: refusalsPerSecond}, notes: budget{limit: refusalBurst, perSecond: refusalsPerSecond}}
}

// put takes a request from the broker. It does not block.
func (i *inbox) put(r publish.Request) {
	verb, ours := i.topics.Verb(r.Topic)
	if !ours || len(r.Payload) == 0 {
		return // for another board, or a retained request was cleared
	}
	a := queuedRequest{Request: r, verb: verb}
	a.request, a.err = transport.ParseCommand(verb, r.Payload, r.Retained)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.arrived++
	a.number = i.arrived
	if r.Retained {
		i.refuse(a, a.err)
	} else {
		i.queue(a)
	}
	i.wake()
}

func (i *inbox) wake() {
	select {
	case i.ready <- struct{}{}:
	default:
	}
}

// refuse answers a request without a place in a queue, if the budget allows.
func (i *inbox) refuse(a queuedRequest, why error) {
	if !i.refusals.take(time.Now()) {
		i.dropped++
		return
	}
	a.err = why
	i.refused = append(i.refused, a)
}

// queue puts a request into the queue of its name. The first request that finds the queue
// full is answered.
func (i *inbox) queue(a queuedRequest) {
	c, most := i.callers[a.request.By], maxPerCaller
	if c == nil {
		c, most = &i.newcomer, maxNewcomers
	}
	if len(c.queue) < most {
		c.queue = append(c.queue, a)
		if i.waiting++; i.waiting > maxWaiting {
			i.makeRoom()
		}
		return
	}
	if c.over {
		i.dropped++
		return
	}
	c.over = true
	i.refuse(a, errTooMany)
}

// makeRoom drops the last request of the longest queue.
func (i *inbox) makeRoom() {
	longest := &i.newcomer
	for _, name := range slices.Sorted(maps.Keys(i.callers)) {
		if c := i.callers[name]; len(c.queue) > len(longest.queue) {
			longest = c
		}
	}
	longest.queue = longest.queue[:len(longest.queue)-1]
	i.waiting--
	i.dropped++
}

// next returns the next request to be carried out or answered. If it is false, ready signals
// when to call it again.
func (i *inbox) next(now time.Time) (a queuedRequest, ok bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	defer func() {
		if ok && len(i.refused)+i.waiting > 0 {
			i.wake()
		}
	}()
	if len(i.refused) > 0 {
		a, i.refused = i.refused[0], i.refused[1:]
		return a, true
	}
	if i.waiting == 0 {
		return a, false
	}
	plenty := i.budget.left(now) >= float64(i.waiting)
	if !i.budget.take(now) {
		i.wakeIn(i.budget.wait())
		return a, false
	}
	c := i.turn(plenty)
	a, c.queue = c.queue[0], c.queue[1:]
	c.over = c.over && len(c.queue) > 0
	i.waiting--
	i.turns++
	c.turn = i.turns
	i.knowCaller(&a)
	return a, true
}

// wakeIn signals ready after a time.
func (i *inbox) wakeIn(d time.Duration) {
	if i.timer == nil {
		i.timer = time.AfterFunc(d, i.wake)
		return
	}
	i.timer.Reset(d)
}

// turn returns the queue whose turn it is: the queue of the oldest request if the budget suffices
// for all, else the queue that has waited longest for its turn.
func (i *inbox) turn(plenty bool) *caller {
	var best *caller
	better := func(c *caller) bool {
		switch {
		case len(c.queue) == 0:
			return false
		case best == nil:
			return true
		case plenty || c.turn == best.turn:
			return c.queue[0].number < best.queue[0].number
		}
		return c.turn < best.turn
	}
	if better(&i.newcomer) {
		best = &i.newcomer
	}
	for _, c := range i.callers {
		if better(c) {
			best = c
		}
	}
	return best
}

// knowCaller remembers the name of a taken request, and moves other requests of that name from
// the queue of unknown names to a queue of their own. If there are too many names, it forgets
// one.
func (i *inbox) knowCaller(a *queuedRequest) {
	if a.err != nil {
		return
	}
	name := a.request.By
	if c := i.callers[name]; c != nil {
		c.taken++
		return
	}
	if len(i.callers) >= maxCallers {
		i.forget()
	}
	c := &caller{turn: i.turns, taken: 1}
	i.callers[name] = c
	var others []queuedRequest
	for _, b := range i.newcomer.queue {
		if b.request.By == name {
			c.queue = append(c.queue, b)
		} else {
			others = append(others, b)
		}
	}
	i.newcomer.queue = others
}

// forget forgets a name with an empty queue: the one with the fewest requests and, of these,
// with the oldest turn.
func (i *inbox) forget() {
	least, found := "", false
	for name, c := range i.callers {
		l := i.callers[least]
		if len(c.queue) == 0 && (!found || c.taken < l.taken || c.taken == l.taken && c.turn < l.turn) {
			least, found = name, true
		}
	}
	if found {
		delete(i.callers, least)
	}
}

// note reports whether a refusal may be written down. If not, it is counted.
func (i *inbox) note(now time.Time) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.notes.take(now) {
		return true
	}
	i.unnoted++
	return false
}

// uncounted returns and resets the numbers of requests that were dropped without an answer,
// and refused without a note.
func (i *inbox) uncounted() (dropped, unnoted uint64) {
	i.mu.Lock()
	defer i.mu.Unlock()
	dropped, unnoted = i.dropped, i.unnoted
	i.dropped, i.unnoted = 0, 0
	return dropped, unnoted
}

// budget allows a burst of events, and then a number a second.
type budget struct {
	limit, perSecond float64
	spent            float64
	at               time.Time // when spent was right
}

// left returns how many events are allowed now.
func (b *budget) left(now time.Time) float64 {
	b.spent = max(0, b.spent-max(0, now.Sub(b.at).Seconds())*b.perSecond)
	b.at = now
	return b.limit - b.spent
}

// take uses one event, if one is allowed.
func (b *budget) take(now time.Time) bool {
	if b.left(now) < 1 {
		return false
	}
	b.spent++
	return true
}

// wait returns how long it takes until one event is allowed.
func (b *budget) wait() time.Duration {
	return max(0, time.Duration((1-(b.limit-b.spent))/b.perSecond*float64(time.Second)))
}

// request carries out a request, or answers why not.
func (d *Daemon) request(a queuedRequest) {
	at := d.engineTime(d.clock.Now())
	if a.err != nil {
		d.refuse(at, &a)
		return
	}
	d.log.Info().Str("verb", a.verb).Str("by", a.request.By).Msg("request")
	d.feed(sensor.Record{At: at, Word: sensor.Cmd, Verb: a.verb, Data: compactJSON(a.Payload)})
}

// refuse answers a request that is not carried out. The request becomes no record, because it
// does not change the game. The journal has a remark of it, unless there are too many.
func (d *Daemon) refuse(at int64, a *queuedRequest) {
	var e journal.Entry
	if d.inbox.note(time.Now()) {
		d.log.Warn().Str("verb", truncated(a.verb)).Str("by", truncated(a.request.By)).Err(a.err).Msg("request refused")
		e.Lines = refusedRemark(at, a)
	}
	d.passEntry(e, d.engine.Reject(at, a.verb, a.request.Transaction, a.err))
}

// maxRemark is the number of bytes of each field of a refused request that the journal keeps:
// enough to recognise the request, too few to fill a disk.
const maxRemark = 512

// refusedRemark returns the remark for a refused request: time, verb, name of the caller,
// reason, and the beginning of the request. All fields are quoted.
func refusedRemark(at int64, a *queuedRequest) []byte {
	code := "internal"
	if refusal, ok := errors.AsType[*touchmove.Refusal](a.err); ok {
		code = refusal.Code
	}
	return fmt.Appendf(nil, "# %d refused %+q by %+q: %s: %+q\n", at, truncated(a.verb), truncated(a.request.By), code, truncated(string(a.Payload)))
}

// truncated cuts a text to maxRemark.
func truncated(text string) string { return text[:min(len(text), maxRemark)] }

// countRefused writes into log and journal how many requests were dropped or refused without a
// note in the last minute.
func (d *Daemon) countRefused() {
	dropped, unnoted := d.inbox.uncounted()
	if dropped+unnoted == 0 {
		return
	}
	d.log.Warn().Uint64("dropped", dropped).Uint64("refused", unnoted).Msg("too many requests: some were dropped without an answer, or refused without a line here")
	d.passEntry(journal.Entry{Lines: fmt.Appendf(nil, "# %d dropped %d requests, and refused %d more\n", d.engineTime(d.clock.Now()), dropped, unnoted)}, pipeline.Outcome{})
}

// compactJSON returns JSON on one line. Other data is returned as it is.
func compactJSON(data []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, data) != nil {
		return data
	}
	return b.Bytes()
}

// flood bounds how many messages are published and how many findings are logged: a burst, as
// when a hand sweeps the pieces off, and then a number a second by the clock of the run.
// Excess messages are condensed, excess lines are dropped and counted.
type flood struct {
	messages, lines budget
	dropped         int // findings that were not published in this minute
	unlogged        int // findings that were not logged in this minute
	alerted         bool
}

const (
	messageBurst      = 300
	messagesPerSecond = 30
	logBurst          = 60
	linesPerSecond    = 2
)

func newFlood() flood {
	return flood{messages: budget{limit: messageBurst, perSecond: messagesPerSecond}, lines: budget{limit: logBurst, perSecond: linesPerSecond}}
}

// budgetTime is the time of the run's clock, as a budget takes it.
func (d *Daemon) budgetTime() time.Time { return time.UnixMilli(d.clock.Now()) }

// limitMessages limits the engine's messages to what the budget has left.
func (d *Daemon) limitMessages() { d.engine.LimitMessages(int(d.flood.messages.left(d.budgetTime()))) }

// spendMessages takes published messages from the budget.
func (d *Daemon) spendMessages(o *pipeline.Outcome) {
	d.flood.messages.spent += float64(len(o.Messages))
}

// publishHeld publishes held messages when the budget has room for those of a second.
func (d *Daemon) publishHeld() {
	if !d.engine.HoldsMessages() || d.flood.messages.left(d.budgetTime()) < messagesPerSecond {
		return
	}
	o, dropped := d.engine.PublishHeld(d.engineTime(d.clock.Now()))
	d.flood.dropped += dropped
	d.spendMessages(&o)
	d.publish(o)
	if dropped > 0 && !d.flood.alerted {
		d.flood.alerted = true
		d.reportFlood("the board says more than can be published; of findings of one kind only the last is published, and of moves only what they have come to")
	}
}

// heldDue returns when publishHeld has something to publish, in milliseconds. It is false if
// no message is held.
func (d *Daemon) heldDue() (at int64, due bool) {
	left := d.flood.messages.left(d.budgetTime())
	return d.clock.Now() + int64((messagesPerSecond-left)/messagesPerSecond*1000) + 1, d.engine.HoldsMessages()
}

// mayLog reports whether a finding may be logged. If not, it is counted.
func (d *Daemon) mayLog() bool {
	if d.flood.lines.take(d.budgetTime()) {
		return true
	}
	d.flood.unlogged++
	return false
}

// reportFloodEachMinute reports how many findings were not published and not logged in the
// last minute, or that the flood is over.
func (d *Daemon) reportFloodEachMinute() {
	f := &d.flood
	if f.dropped+f.unlogged > 0 {
		d.log.Warn().Int("not_published", f.dropped).Int("not_logged", f.unlogged).Msg("the board says more than can be published")
	}
	switch {
	case f.dropped > 0:
		d.reportFlood(fmt.Sprintf("the board says more than can be published; in the last minute there were %d findings that were not published", f.dropped))
	case f.alerted:
		f.alerted = false
		d.reportFlood("")
	}
	f.dropped, f.unlogged = 0, 0
}

func (d *Daemon) reportFlood(text string) {
	d.publish(d.engine.Trouble(d.engineTime(d.clock.Now()), transport.BoardFloods, text))
}
