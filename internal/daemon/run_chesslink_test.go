package daemon

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/sensor/chesslink"
)

// testChesslink is a board that has scanned the initial array.
func testChesslink(t *testing.T) (*playback.Playback, *chesslink.Board) {
	t.Helper()
	board := &chesslink.Board{Firmware: [2]byte{1, 3}}
	p, err := playback.On(board, 0xd6) // V
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, board
}

// TestRunChesslink: a game through the port, of a board that is pulled out with
// a man in the air and comes back under another name when that has landed. By
// configuration it is told to speak of changes alone.
func TestRunChesslink(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(harness.FastPace)
	old, board := testChesslink(t)
	other, again := testChesslink(t)
	name := filepath.Join(t.TempDir(), "board")
	harness.NamePort(t, name, old)
	c := harness.TestConfig(name, url)
	c.Port.Family, c.Port.Registers, c.Game.Clock = "chesslink", "02=03", "no"
	game, rest := harness.ParseLog(t, harness.ChesslinkGame), harness.ParseLog(t, harness.ChesslinkRest)
	if err := old.Do(game[0]); err != nil {
		t.Fatal(err)
	}
	startRun(t, c, p)
	harness.Until(t, "register 02", 5*time.Second, func() bool { return register(old, board, chesslink.Reports) == 3 })
	harness.PlayRecords(t, old, p, game)
	harness.Until(t, "two moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	for _, record := range append(game, rest[0]) {
		if err := other.Do(record); err != nil {
			t.Fatal(err)
		}
	}
	harness.Unplug(t, name, old)
	harness.Until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"lost"`) })
	harness.NamePort(t, name, other)
	harness.Until(t, "register 02 of the other", 5*time.Second, func() bool { return register(other, again, chesslink.Reports) == 3 })
	harness.PlayRecords(t, other, p, rest[1:])
	harness.Until(t, "four moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3 b8c6" })
	harness.Until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
	if what, _ := r.Events(); strings.Join(what, ", ") != "game_start, move e2e4, move e7e5, resync, move g1f3, move b8c6" {
		t.Errorf("events %q", what)
	}
}

// register is what a register of the board holds.
func register(p *playback.Playback, b *chesslink.Board, r chesslink.Register) (holds byte) {
	p.Locked(func() { holds = b.Registers[r] })
	return holds
}
