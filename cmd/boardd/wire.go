package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"go.bug.st/serial"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// wire is the live end of a board: its port, and what is sent to it and when.
// One goroutine uses it, but for the one that reads the port.
type wire struct {
	link    sensor.PortLink
	events  chan sensor.PortEvent
	host    dgt.Host
	decoder dgt.Decoder // counts what was read, for host; the engine has its own
	pace    *pace
	wrote   []byte
}

func newWire(c *portConfig, p *pace) *wire {
	lines := map[string]sensor.ModemLine{"on": sensor.LineOn, "off": sensor.LineOff}
	w := &wire{events: make(chan sensor.PortEvent), pace: p}
	w.link.Port = sensor.PortConfig{Name: c.Name, Baud: 9600, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit,
		DTR: lines[c.DTR], RTS: lines[c.RTS], Allow: dgt.Allowed}
	return w
}

// start reads the port until ctx ends.
func (w *wire) start(ctx context.Context) { go w.link.Run(ctx, w.events) }

// take turns what happened at the port into records.
func (w *wire) take(e sensor.PortEvent) []sensor.Record {
	at := w.pace.when(e.Time)
	switch e.Kind {
	case sensor.PortUp:
		w.decoder.Reset()
		w.host.Opened(at)
		return []sensor.Record{{At: at, Word: sensor.Link, On: true}}
	case sensor.PortDown:
		w.host.Closed()
		return []sensor.Record{{At: at, Word: sensor.Link}}
	case sensor.PortData:
		if !w.host.Listening() {
			return nil
		}
		w.decoder.Step(nil, at, e.Data)
		return append([]sensor.Record{{At: at, Word: sensor.Rx, Data: e.Data}}, w.send()...)
	}
	return nil
}

// send writes what is due to the board and returns it as records.
func (w *wire) send() []sensor.Record {
	var sent []sensor.Record
	for {
		at := w.pace.now()
		w.wrote = w.host.Step(w.wrote[:0], at, w.decoder.Counts())
		if len(w.wrote) == 0 {
			return sent
		}
		if w.link.Write(w.wrote) != nil {
			return sent // the link tells that the port is lost
		}
		sent = append(sent, sensor.Record{At: at, Word: sensor.Tx, Data: bytes.Clone(w.wrote)})
		if w.host.Deadline() > at {
			return sent
		}
	}
}

// deadline is when send has something to do; dgt.Never if nothing.
func (w *wire) deadline() int64 { return w.host.Deadline() }

var errNoPort = errors.New("no port is configured; `boardd ports` lists what is there")

// portTrouble is a port's error with what to do about it.
func portTrouble(err error) string { return fmt.Sprintf("%v; `boardd check` tells more", err) }
