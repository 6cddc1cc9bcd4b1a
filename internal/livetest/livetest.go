// Package livetest plays games by simulated hands at a board that clients of LiveChess see, for
// tests. Time passes in the records alone.
package livetest

import (
	"context"
	"net"
	"testing"

	"github.com/boardd/boardd/hall/livechess/dialect"
	"github.com/boardd/boardd/hall/livechess/serve"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// Table is a board, and the port at which clients find it.
type Table struct {
	Address string
	Home    *dialect.Home
	server  *serve.Server
}

// New begins to listen until the test ends. Besides the usual ones, web sites of these origins may
// ask.
func New(t testing.TB, origins ...string) *Table {
	t.Helper()
	c := config.DefaultLiveChess()
	c.Listen, c.Origins = "127.0.0.1:1982", append(c.Origins, origins...)
	boards := &dialect.Boards{}
	x := &Table{Home: boards.Add("b07", touchmove.Config{MadeRestMs: 1000}), server: serve.New(&c, boards)}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	x.Address = l.Addr().String()
	x.server.Serve(ctx, l)
	return x
}

// Play plays records, and then lets half a minute pass: boardd may be unsure for 20 s, and confirms
// nothing meanwhile. After each fifty, and at the end, it calls wait, in which a client can catch up: no
// client is faster than a game a millisecond.
func (x *Table) Play(records []sensor.Record, wait func()) {
	for i := range records {
		x.pass(records[i].At)
		x.change(func() { x.Home.Step(&records[i], records[i].At) })
		if i%50 == 49 {
			wait()
		}
	}
	x.pass(records[len(records)-1].At + 30_000)
	wait()
}

// pass lets time pass.
func (x *Table) pass(to int64) {
	for {
		due := int64(sensor.Never)
		x.server.Look(func() { due = x.Home.Deadline() })
		if due > to {
			return
		}
		x.change(func() { x.Home.Wake(due) })
	}
}

func (x *Table) change(do func()) {
	done := false
	x.server.Change(func() string {
		if done {
			return ""
		}
		do()
		done = true
		return x.Home.Name
	})
}
