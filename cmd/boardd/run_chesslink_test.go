package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/sensor/chesslink"
)

// chesslinkGame is 1 e4 e5 without a clock, and a knight taken off g1.
const chesslinkGame = `#! boardd-log 1
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
200 lift e2 P
300 drop e4 P
1000 lift e7 p
1100 drop e5 p
1800 lift g1 N
`

// chesslinkRest is how it goes on: the knight lands, and Black replies.
const chesslinkRest = `#! boardd-log 1
0 drop f3 N
700 lift b8 n
800 drop c6 n
`

// testChesslink is a board that has scanned the initial array.
func testChesslink(t *testing.T) (*playback, *chesslink.Board) {
	t.Helper()
	board := &chesslink.Board{Firmware: [2]byte{1, 3}}
	p, err := playOn(board, 0xd6) // V
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	return p, board
}

// TestRunChesslink: a game through the port, of a board that is pulled out with
// a man in the air and comes back under another name when that has landed. By
// configuration it is told to speak of changes alone.
func TestRunChesslink(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	r, p := newRelay(t, url), newPace(fastPace)
	old, board := testChesslink(t)
	other, again := testChesslink(t)
	name := filepath.Join(t.TempDir(), "board")
	namePort(t, name, old)
	c := testConfig(name, url)
	c.Port.Family, c.Port.Registers, c.Game.Clock = "chesslink", "02=03", "no"
	game, rest := parseLog(t, chesslinkGame), parseLog(t, chesslinkRest)
	if err := old.do(game[0]); err != nil {
		t.Fatal(err)
	}
	startRun(t, c, p)
	until(t, "register 02", 5*time.Second, func() bool { return old.register(board, chesslink.Reports) == 3 })
	playRecords(t, old, p, game)
	until(t, "two moves", 5*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5" })
	for _, record := range append(game, rest[0]) {
		if err := other.do(record); err != nil {
			t.Fatal(err)
		}
	}
	unplug(t, name, old)
	until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"lost"`) })
	namePort(t, name, other)
	until(t, "register 02 of the other", 5*time.Second, func() bool { return other.register(again, chesslink.Reports) == 3 })
	playRecords(t, other, p, rest[1:])
	until(t, "four moves", 10*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3 b8c6" })
	until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"ready"`) })
	if what, _ := r.events(); strings.Join(what, ", ") != "game_start, move e2e4, move e7e5, resync, move g1f3, move b8c6" {
		t.Errorf("events %q", what)
	}
}

// register is what a register of the board holds.
func (p *playback) register(b *chesslink.Board, r chesslink.Register) byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return b.Registers[r]
}
