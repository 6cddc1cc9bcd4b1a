package daemon

import (
	"fmt"
	"time"

	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/transport"
)

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
