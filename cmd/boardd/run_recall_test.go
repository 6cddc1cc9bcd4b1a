package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// unheardMoves is a Ruy Lopez from the middle of White's third move on, in which
// men are exchanged and Black slides a pawn.
const unheardMoves = `#! boardd-log 1
0 drop b5 B
0 press w
0 lift a7 p
0 drop a6 p
0 press b
0 drop c6 B
0 lift b5 B
0 press w
0 lift d7 p
0 drop c6 p
0 press b
0 lift e1 K
0 drop g1 K
0 lift h1 R
0 drop f1 R
0 press w
0 lift f7 p
0 drop f6 p
0 press b
0 lift d2 P
0 drop d3 P
0 lift d3 P
0 drop d4 P
0 press w
0 clock 120000 110000 b
0 lift e5 p
`

// unheard lets things happen on a board whose port is closed.
func (p *playback) unheard(records []sensor.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range records {
		p.board.Step(nil, r)
	}
}

// TestRunLogTells: the cable is out for eight plies, from the middle of a move to
// the middle of another. The board's own log tells them, in order.
func TestRunLogTells(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	r, p := newRelay(t, url), newPace(fastPace)
	old := testPlayback(t)
	name := filepath.Join(t.TempDir(), "board")
	namePort(t, name, old)
	startGame(t, testConfig(name, url), old, p)
	playRecords(t, old, p, parseLog(t, shortGame+"2800 lift b8 n\n2900 drop c6 n\n3300 press b\n3600 lift f1 B\n"))
	until(t, "four moves", 5*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3 b8c6" })
	unplug(t, name, old)
	until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"lost"`) })
	old.unheard(parseLog(t, unheardMoves))
	again, err := playOn(old.board, byte(dgt.UpdateNice))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.close)
	namePort(t, name, again)
	const told = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4"
	until(t, "what was played unheard", 10*time.Second, func() bool { return r.uci("game") == told })
	playRecords(t, again, p, parseLog(t, "#! boardd-log 1\n0 drop d4 p\n400 press b\n700 drop d4 N\n800 lift f3 N\n1200 press w\n"))
	until(t, "what followed", 5*time.Second, func() bool { return r.uci("game") == told+" e5d4 f3d4" })
	if what, _ := r.events(); strings.Contains(strings.Join(what, " "), "retract") {
		t.Errorf("events %q", what)
	}
	for _, m := range r.game("game").Moves {
		if m.Inferred {
			t.Errorf("%s is said to be inferred", *m.SAN)
		}
	}
}
