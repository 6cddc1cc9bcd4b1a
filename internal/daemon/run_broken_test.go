package daemon

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// startGame runs the daemon with a board on which the pieces are set up.
func startGame(t *testing.T, c *config.Config, board *playback.Playback, p *clock.Clock) {
	t.Helper()
	if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
		t.Fatal(err)
	}
	startRun(t, c, p)
}

// TestRunBeforeBroker: the game is played before the broker can be reached; then
// all that happened comes in order, marked as history.
func TestRunBeforeBroker(t *testing.T) {
	t.Parallel()
	broker := harness.EmbeddedBroker(t)
	url, open := harness.Gate(t, broker)
	r, board, p := harness.NewRelay(t, broker), harness.TestPlayback(t), clock.New(harness.FastPace)
	startGame(t, harness.TestConfig(board.Path, url), board, p)
	first, rest := harness.ShortGameParts(t, 2000)
	harness.PlayRecords(t, board, p, first)
	if len(r.Topics()) > 0 {
		t.Fatalf("messages came before there was a way: %q", r.Topics())
	}
	open()
	harness.Until(t, "two moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	harness.PlayRecords(t, board, p, rest)
	harness.Until(t, "three moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	what, historical := r.Events()
	kept := slices.Index(historical, false) // how many had been kept; the second move may just not have been settled
	if !slices.Equal(what, []string{"game_start", "move e2e4", "move e7e5", "move g1f3"}) || kept < 2 || slices.Contains(historical[kept:], true) {
		t.Errorf("events %q, historical %v", what, historical)
	}
}

// TestRunBrokerKilled: the broker dies in the middle of the game and comes back
// without its memory; no move is lost.
func TestRunBrokerKilled(t *testing.T) {
	t.Parallel()
	address := harness.FreeAddress(t)
	kill := harness.MosquittoAt(t, address)
	url := "tcp://" + address
	r, board, p := harness.NewRelay(t, url), harness.TestPlayback(t), clock.New(harness.FastPace)
	startGame(t, harness.TestConfig(board.Path, url), board, p)
	first, rest := harness.ShortGameParts(t, 2000)
	harness.PlayRecords(t, board, p, first)
	harness.Until(t, "two moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	kill()
	harness.PlayRecords(t, board, p, rest)
	harness.MosquittoAt(t, address)
	r = harness.NewRelay(t, url)
	harness.Until(t, "the game after the broker came back", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	harness.Until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
}

// TestRunPortLost: the board is pulled out, a move is played unheard, and it
// comes back under another name. The scan tells the move.
func TestRunPortLost(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(harness.FastPace)
	old, other := harness.TestPlayback(t), harness.TestPlayback(t)
	name := filepath.Join(t.TempDir(), "board")
	harness.NamePort(t, name, old)
	startGame(t, harness.TestConfig(name, url), old, p)
	first, rest := harness.ShortGameParts(t, 2000)
	harness.PlayRecords(t, old, p, first)
	harness.Until(t, "two moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	for _, record := range append(first, rest...) { // the same board and clock at the other port
		if err := other.Do(record); err != nil {
			t.Fatal(err)
		}
	}
	harness.Unplug(t, name, old)
	harness.Until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"lost"`) })
	harness.Until(t, "no trust", 5*time.Second, func() bool { return r.Game("arbiter/game").Trust.State == "disconnected" })
	harness.NamePort(t, name, other)
	harness.Until(t, "three moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	reply := []sensor.Record{
		{At: 0, Word: sensor.Lift, Square: placement.B8, Piece: placement.BlackKnight},
		{At: 200, Word: sensor.Drop, Square: placement.C6, Piece: placement.BlackKnight},
		{At: 700, Word: sensor.Press, Side: placement.Black},
	}
	harness.PlayRecords(t, other, p, reply)
	harness.Until(t, "the reply", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3 b8c6" })
	harness.Until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
}

// TestRunRubbish: what is no message of the board's changes nothing.
func TestRunRubbish(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, board, p := harness.NewRelay(t, url), harness.TestPlayback(t), clock.New(harness.FastPace)
	rubbish := [][]byte{{0x00, 0x12}, {0x80, 0x00, 0x03}, {0x8e, 0x00}, {0x7f}, {0xff, 0x00, 0x05, 0x01}, {0x86, 0x00, 0x43, 0x08}, {0xc1}}
	var records []sensor.Record
	for i, record := range harness.ParseLog(t, harness.ShortGame) {
		records = append(records, record, sensor.Record{At: record.At, Word: sensor.Rx, Data: rubbish[i%len(rubbish)]})
	}
	startGame(t, harness.TestConfig(board.Path, url), board, p)
	harness.PlayRecords(t, board, p, records)
	harness.Until(t, "three moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	harness.Until(t, "an end of settling", 5*time.Second, func() bool { return r.Game("arbiter/game").Trust.State == "ok" })
	if what, _ := r.Events(); !slices.Equal(what, []string{"game_start", "move e2e4", "move e7e5", "move g1f3"}) {
		t.Errorf("events %q", what)
	}
}
