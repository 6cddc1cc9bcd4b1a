package daemon

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
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
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(harness.FastPace)
	board := &centaur.Board{Address: 0x0350, Asleep: true}
	old, err := playback.On(board, byte(bus.SendChanges))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(old.Close)
	name := filepath.Join(t.TempDir(), "board")
	harness.NamePort(t, name, old)
	c := harness.TestConfig(name, url)
	c.Port.Family, c.Game.Clock = "centaur", "no"
	game := harness.ParseLog(t, harness.ChesslinkGame) // as on any other board
	if err := old.Do(game[0]); err != nil {
		t.Fatal(err)
	}
	startRun(t, c, p)
	harness.Until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
	if info := string(r.Payload("info")); !strings.Contains(info, `"centaur"`) || !strings.Contains(info, `"occupancy"`) || !strings.Contains(info, `"00848"`) {
		t.Errorf("info %s", info)
	}
	harness.PlayRecords(t, old, p, game)
	harness.Until(t, "two moves, and a man in the air", 5*time.Second, func() bool {
		return r.UCI("game") == "e2e4 e7e5" && strings.Contains(string(r.Payload("arbiter/board")), "??????1?")
	})
	harness.Unplug(t, name, old)
	harness.Until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"lost"`) })
	old.Unheard(harness.ParseLog(t, centaurUnheard))
	again, err := playback.On(board, byte(bus.SendChanges))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	harness.NamePort(t, name, again)
	harness.Until(t, "what was played unheard", 10*time.Second, func() bool { return r.UCI("arbiter/game") == "e2e4 e7e5 g1f3 b8c6 f1b5" })
	harness.PlayRecords(t, again, p, harness.ParseLog(t, "#! boardd-log 1\n0 drop a6 p\n700 lift b5 B\n800 drop a4 B\n1500 lift g8 n\n1600 drop f6 n\n"))
	harness.Until(t, "what followed", 10*time.Second, func() bool {
		return strings.HasPrefix(r.UCI("game"), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4")
	})
}
