package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/sensor/centaur"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// centaurUnheard is how the game goes on while the cable is out: the knight that was
// in the air lands, and there are two plies more and a man in the air.
const centaurUnheard = `#! boardd-log 1
0 drop f3 N
0 lift b8 n
0 drop c6 n
0 lift f1 B
0 drop b5 B
0 lift a7 p
`

// TestRunCentaur: a game on a Centaur's board, whose cable is out from the middle of
// a move to the middle of another. What the board has kept tells what was played.
func TestRunCentaur(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	r, p := newRelay(t, url), newPace(fastPace)
	board := &centaur.Board{Address: 0x0350, Asleep: true}
	old, err := playOn(board, byte(bus.SendChanges))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(old.close)
	name := filepath.Join(t.TempDir(), "board")
	namePort(t, name, old)
	c := testConfig(name, url)
	c.Port.Family, c.Game.Clock = "centaur", "no"
	game := parseLog(t, chesslinkGame) // as on any other board
	if err := old.do(game[0]); err != nil {
		t.Fatal(err)
	}
	startRun(t, c, p)
	until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"ready"`) })
	if info := string(r.payload("info")); !strings.Contains(info, `"centaur"`) || !strings.Contains(info, `"occupancy"`) || !strings.Contains(info, `"00848"`) {
		t.Errorf("info %s", info)
	}
	playRecords(t, old, p, game)
	until(t, "two moves, and a man in the air", 5*time.Second, func() bool {
		return r.uci("game") == "e2e4 e7e5" && strings.Contains(string(r.payload("arbiter/board")), "??????1?")
	})
	unplug(t, name, old)
	until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"lost"`) })
	old.unheard(parseLog(t, centaurUnheard))
	again, err := playOn(board, byte(bus.SendChanges))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.close)
	namePort(t, name, again)
	until(t, "what was played unheard", 10*time.Second, func() bool { return r.uci("arbiter/game") == "e2e4 e7e5 g1f3 b8c6 f1b5" })
	playRecords(t, again, p, parseLog(t, "#! boardd-log 1\n0 drop a6 p\n700 lift b5 B\n800 drop a4 B\n1500 lift g8 n\n1600 drop f6 n\n"))
	until(t, "what followed", 10*time.Second, func() bool {
		return strings.HasPrefix(r.uci("game"), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4")
	})
}
