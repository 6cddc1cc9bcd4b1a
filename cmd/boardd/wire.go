package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/finder"
)

// wire is the live end of a board: its port, and what is sent to it and when.
// One goroutine uses it, but for the one that reads the port.
type wire struct {
	config *portConfig
	link   sensor.PortLink
	events chan sensor.PortEvent
	host   host
	family *family // nil: it is not known
	seeker *seeker // nil: the family is known, and is no longer sought
	found  finder.Found
	tuned  int64 // when the settings of the port were changed last
	pace   *pace
	wrote  []byte

	shared   bool  // the port is that of a line, which tells of the events
	oneWay   bool  // a recording is played at the other end: nobody answers
	open     bool  // the port
	lost     bool  // it is open, but the board does not answer, and that has been told
	answered int64 // when it did last, or the port was opened
}

// lostTime is how long a board may not answer before it is taken to be lost, in
// milliseconds: longer than one takes that sends its whole internal log first.
const lostTime = 10_000

func newWire(c *portConfig, p *pace) *wire {
	w := &wire{config: c, events: make(chan sensor.PortEvent), pace: p}
	if c.Family == autoFamily {
		w.seek()
	} else {
		w.speak(familyNamed(c.Family))
	}
	w.link.Port = w.settings()
	c.setRegisters(w)
	return w
}

// start reads the port until ctx ends.
func (w *wire) start(ctx context.Context) {
	if !w.shared {
		go w.link.Run(ctx, w.events)
	}
}

// dull reports whether data is not worth a record.
func (w *wire) dull(data []byte) bool {
	return w.family != nil && w.family.dull != nil && w.family.dull(data)
}

// take turns what happened at the port into records.
func (w *wire) take(e sensor.PortEvent) []sensor.Record {
	at := w.pace.when(e.Time)
	switch e.Kind {
	case sensor.PortUp:
		w.host.Opened(at)
		if w.seeker != nil {
			w.tune() // it may have been lost at any speed
		}
		w.open, w.lost, w.answered = true, false, at
		return []sensor.Record{{At: at, Word: sensor.Link, On: true}}
	case sensor.PortDown:
		w.host.Closed()
		was := w.lost
		w.open, w.lost = false, false
		if was {
			return nil // told already
		}
		return []sensor.Record{{At: at, Word: sensor.Link}}
	case sensor.PortData:
		if !w.host.Listening() || at < w.tuned {
			return nil
		}
		return append(w.heard(at, e.Data), w.send()...)
	}
	return nil
}

// heard takes what was read. If the board was lost, the link begins anew. What
// is heard before it is known what board there is, is not recorded: it may have
// been read at any speed.
func (w *wire) heard(at int64, data []byte) []sensor.Record {
	var records []sensor.Record
	if w.seeker != nil {
		w.seeker.heard(at, data)
		return w.sought()
	}
	if w.lost {
		w.lost, w.answered = false, at
		records = append(records, sensor.Record{At: at, Word: sensor.Link, On: true})
	}
	w.host.heard(at, data)
	if w.dull(data) {
		return records
	}
	return append(records, sensor.Record{At: at, Word: sensor.Rx, Data: data})
}

// send writes what is due to the board and returns it as records, and with them
// that the board is lost.
func (w *wire) send() []sensor.Record {
	records := append(w.ask(), w.sought()...)
	at := w.pace.now()
	if w.host.Answering() {
		w.answered = at
	} else if w.waits() && at >= w.answered+w.lostTime() {
		w.lost = true
		records = append(records, sensor.Record{At: at, Word: sensor.Link})
		if w.config.Family == autoFamily && w.seeker == nil {
			w.seek() // it may be another board
			w.host.Opened(at)
			w.tune()
		}
	}
	return records
}

// askAgain has the board asked again for all that it was asked for when the port
// was opened: what it shows, its clock, what it is. It is false if there is
// nobody to ask.
func (w *wire) askAgain() bool {
	if !w.open || w.lost || w.oneWay || w.seeker != nil || !w.host.Answering() {
		return false
	}
	if again, ok := w.host.(interface{ askAgain() bool }); ok && again.askAgain() {
		return true
	}
	w.answered = w.pace.now()
	w.host.Opened(w.answered)
	return true
}

// lostTime is for how long there may be no answer.
func (w *wire) lostTime() int64 {
	if w.seeker != nil {
		return lostTime + finder.RoundTime()
	}
	return lostTime
}

// waits reports whether an answer is waited for, without which the board is lost.
func (w *wire) waits() bool { return w.open && !w.lost && !w.oneWay && !w.host.Answering() }

// ask writes what is due to the board.
func (w *wire) ask() []sensor.Record {
	var sent []sensor.Record
	for {
		at := w.pace.now()
		w.wrote = w.host.Step(w.wrote[:0], at)
		if w.seeker != nil && w.seeker.Baud() != w.link.Port.Baud {
			w.tune()
		}
		if len(w.wrote) == 0 {
			return sent
		}
		if w.link.Write(w.wrote) != nil {
			return sent // the link tells that the port is lost
		}
		if w.seeker == nil && !w.dull(w.wrote) {
			sent = append(sent, sensor.Record{At: at, Word: sensor.Tx, Data: bytes.Clone(w.wrote)})
		}
		if w.host.Deadline() > at {
			return sent
		}
	}
}

// wantLog has the board's log asked for, if it keeps one.
func (w *wire) wantLog() {
	if h, ok := w.host.(interface{ wantLog() }); ok {
		h.wantLog()
	}
}

// deadline is when send has something to do.
func (w *wire) deadline() int64 {
	if w.waits() {
		return min(w.host.Deadline(), w.answered+w.lostTime())
	}
	return w.host.Deadline()
}

var errNoPort = errors.New("no port is configured; `boardd ports` lists what is there")

// portTrouble is a port's error with what to do about it.
func portTrouble(err error) string { return fmt.Sprintf("%v; `boardd check` tells more", err) }
