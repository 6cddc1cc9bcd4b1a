package daemon

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/sensor/dgt"
)

// unheardMoves is a Ruy Lopez from the middle of White's third move on, in which
// pieces are exchanged and Black slides a pawn.
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

// TestRunLogTells: the cable is out for eight plies, from the middle of a move to
// the middle of another. The board's own log tells them, in order.
func TestRunLogTells(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(harness.FastPace)
	old := harness.TestPlayback(t)
	name := filepath.Join(t.TempDir(), "board")
	harness.NamePort(t, name, old)
	startGame(t, harness.TestConfig(name, url), old, p)
	harness.PlayRecords(t, old, p, harness.ParseLog(t, harness.ShortGame+"2800 lift b8 n\n2900 drop c6 n\n3300 press b\n3600 lift f1 B\n"))
	harness.Until(t, "four moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3 b8c6" })
	harness.Unplug(t, name, old)
	harness.Until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"lost"`) })
	old.Unheard(harness.ParseLog(t, unheardMoves))
	again, err := playback.On(old.Board, byte(dgt.UpdateNice))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	harness.NamePort(t, name, again)
	const told = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4"
	harness.Until(t, "what was played unheard", 10*time.Second, func() bool { return r.UCI("game") == told })
	harness.PlayRecords(t, again, p, harness.ParseLog(t, "#! boardd-log 1\n0 drop d4 p\n400 press b\n700 drop d4 N\n800 lift f3 N\n1200 press w\n"))
	harness.Until(t, "what followed", 5*time.Second, func() bool { return r.UCI("game") == told+" e5d4 f3d4" })
	if what, _ := r.Events(); strings.Contains(strings.Join(what, " "), "retract") {
		t.Errorf("events %q", what)
	}
	for _, m := range r.Game("game").Moves {
		if m.Inferred {
			t.Errorf("%s is said to be inferred", *m.SAN)
		}
	}
}
