package publish

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/boardd/boardd/transport"
)

// A broker refuses messages above a length that it does not publish. Some brokers end the
// connection over such a message: as it is sent again and again, no later message would arrive.
// Some acknowledge it and drop it: nobody would ever know.
//
// So when a connection is lost with a long message on its way, long messages are sent one at a
// time, and a message over which the connection is lost again and again is given up. The full
// snapshot of the game, the longest message of all, is read back when it has grown: by a quarter
// at once, by less after MaxPause. A message that is given up or not kept is reported to TooLong.
const (
	longMessage   = 4 << 10   // bytes; every broker takes what has fewer
	mostLosses    = 2         // connections lost over a message that was alone
	refusedFor    = time.Hour // for how long others of its length are given up at once
	readBackTime  = 10 * time.Second
	readBackPause = 2 * time.Second // until what was not kept is read again: it may have been on its way
)

// oversize keeps what is known of the length of messages that the broker takes. Several
// goroutines may use it.
type oversize struct {
	report func(topic string, size int)
	due    chan transport.Message // was acknowledged, and is to be read back

	mu      sync.Mutex
	flying  map[uint64]transport.Message // long messages on their way, by number
	alone   bool                         // they are sent alone
	losses  int                          // connections that were lost over one that was alone
	refused int                          // the length of one that was given up; 0: none was
	until   time.Time                    // so long others are
	looked  int                          // the longest that was read back, or could not be
	latest  transport.Message            // full snapshot that was acknowledged
	dropped map[string]bool              // topics that were reported to TooLong; true: the message was acknowledged
}

func newOversize(report func(string, int)) *oversize {
	return &oversize{report: report, due: make(chan transport.Message, 1), flying: map[uint64]transport.Message{}, dropped: map[string]bool{}}
}

func isLong(m *transport.Message) bool { return size(m) >= longMessage }

// waits reports whether a message must wait for the messages on their way, whose number is given.
func (o *oversize) waits(m *transport.Message, others int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.alone && others > 0 && (isLong(m) || len(o.flying) > 0)
}

// sent notes that a message is on its way.
func (o *oversize) sent(id uint64, m *transport.Message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if isLong(m) {
		o.flying[id] = *m
	}
}

// lost notes that the connection was lost. If that is the reason to give up a message, it returns
// the number of the message.
func (o *oversize) lost(now time.Time) (id uint64, giveUp bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	flying := o.flying
	o.flying = map[uint64]transport.Message{}
	if len(flying) == 0 {
		return 0, false
	}
	if !o.alone {
		o.alone = true
		return 0, false
	}
	if o.losses++; o.losses < mostLosses {
		return 0, false
	}
	for only, m := range flying {
		id = only
		o.losses, o.refused, o.until = 0, size(&m), now.Add(refusedFor)
		o.giveUp(&m)
	}
	return id, true
}

// refuses reports whether a message is as long as one that was given up. If it is, it must be
// given up, too.
func (o *oversize) refuses(m *transport.Message, now time.Time) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.refused == 0 || size(m) < o.refused || now.After(o.until) {
		return false
	}
	o.giveUp(m)
	return true
}

func (o *oversize) giveUp(m *transport.Message) {
	o.dropped[m.Topic] = false
	o.report(m.Topic, size(m))
}

// acknowledged notes that the broker has acknowledged a message.
func (o *oversize) acknowledged(id uint64, m *transport.Message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, long := o.flying[id]; long {
		delete(o.flying, id)
		o.alone, o.losses = false, 0
	}
	silent, reported := o.dropped[m.Topic]
	if reported && !silent {
		delete(o.dropped, m.Topic)
		o.report(m.Topic, 0)
	}
	if !transport.IsFullSnapshot(m.Topic) {
		return
	}
	o.latest = *m
	if grown := size(m) > o.looked+o.looked/4; silent || grown {
		select {
		case <-o.due: // the later one says more
		default:
		}
		o.due <- *m
	}
}

// follow reads back snapshots when they are due, until ctx ends.
func (o *oversize) follow(ctx context.Context, c Config) {
	later := time.NewTicker(max(c.MaxPause, readBackPause))
	defer later.Stop()
	for {
		select {
		case m := <-o.due:
			o.compare(&m, readBack(ctx, c, &m))
			wait(ctx, c.MinPause)
		case <-later.C:
			if m, longer := o.unread(); longer {
				o.compare(&m, readBack(ctx, c, &m))
			}
		case <-ctx.Done():
			return
		}
	}
}

// unread returns the latest full snapshot, and whether it is longer than the last one that was
// read back. If the broker has not kept a snapshot, every later one is due.
func (o *oversize) unread() (m transport.Message, longer bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.latest, isLong(&o.latest) && size(&o.latest) > o.looked && !o.dropped[o.latest.Topic]
}

// answer is the result of reading back.
type answer uint8

const (
	unknown answer = iota // nothing came: perhaps it may not be read
	isKept
	isDropped // the broker has an older one
)

func (o *oversize) compare(m *transport.Message, a answer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if a == isDropped {
		o.dropped[m.Topic] = true
		o.report(m.Topic, size(m))
		return
	}
	o.looked = max(o.looked, size(m))
	if o.dropped[m.Topic] && a == isKept {
		delete(o.dropped, m.Topic)
		o.report(m.Topic, 0)
	}
}

// readBack finds out whether the broker has kept an acknowledged message, or a later one.
func readBack(ctx context.Context, c Config, m *transport.Message) answer {
	c.ClientID += "-back" // two of one name put each other out
	c.MaxPacket = max(c.MaxPacket, 2*size(m))
	a := readBackOnce(ctx, c, m)
	if a == isDropped {
		wait(ctx, readBackPause)
		a = readBackOnce(ctx, c, m)
	}
	return a
}

func readBackOnce(ctx context.Context, c Config, m *transport.Message) (a answer) {
	ctx, cancel := context.WithTimeout(ctx, readBackTime)
	defer cancel()
	err := Ask(ctx, c, []string{m.Topic}, nil, func(got transport.Message) (more bool) {
		a = isDropped
		if transport.SeqOf(got.Payload) >= transport.SeqOf(m.Payload) {
			a = isKept
		}
		return false
	})
	if err != nil && !errors.Is(err, ErrUnanswered) {
		return unknown
	}
	return a
}
