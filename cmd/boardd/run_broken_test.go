package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// fastPace lets time pass faster than it does, so that the tests of what breaks
// take a second or two. A board scans some times a second all the same.
const fastPace = 3

// startGame runs the daemon with a board on which the men are set up.
func startGame(t *testing.T, c *config, board *playback, p *pace) {
	t.Helper()
	if err := board.do(parseLog(t, shortGame)[0]); err != nil {
		t.Fatal(err)
	}
	startRun(t, c, p)
}

// playRecords lets records happen on a board.
func playRecords(t *testing.T, board *playback, p *pace, records []sensor.Record) {
	t.Helper()
	if err := board.play(context.Background(), p, records); err != nil {
		t.Fatal(err)
	}
}

// shortGameParts is the short game, cut before the first record that begins so.
// The later part begins at time 0.
func shortGameParts(t *testing.T, at int64) (before, after []sensor.Record) {
	t.Helper()
	records := parseLog(t, shortGame)
	n := slices.IndexFunc(records, func(r sensor.Record) bool { return r.At >= at })
	before, after = records[:n], slices.Clone(records[n:])
	for i := range after {
		after[i].At -= at
	}
	return before, after
}

// events are the types and moves of the events that a consumer had, and whether
// each was historical.
func (r *relay) events() (what []string, historical []bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, payload := range r.eventsHad {
		var e transport.Event
		if err := json.Unmarshal(payload, &e); err != nil {
			r.t.Error(err)
		}
		what, historical = append(what, strings.TrimSpace(e.Type+" "+e.UCI)), append(historical, e.Historical)
	}
	return what, historical
}

// gate is an address at which nobody listens until it is opened, and then the
// broker does.
func gate(t *testing.T, broker string) (url string, open func()) {
	address := freeAddress(t)
	return "tcp://" + address, func() {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				client, err := l.Accept()
				if err != nil {
					return
				}
				server, err := net.Dial("tcp", strings.TrimPrefix(broker, "tcp://"))
				if err != nil {
					client.Close()
					continue
				}
				go pipe(server, client)
				go pipe(client, server)
			}
		}()
	}
}

func pipe(to io.WriteCloser, from io.Reader) {
	io.Copy(to, from)
	to.Close()
}

// TestRunBeforeBroker: the game is played before the broker can be reached; then
// all that happened comes in order, marked as history.
func TestRunBeforeBroker(t *testing.T) {
	t.Parallel()
	broker := embeddedBroker(t)
	url, open := gate(t, broker)
	r, board, p := newRelay(t, broker), testPlayback(t), newPace(fastPace)
	startGame(t, testConfig(board.path, url), board, p)
	first, rest := shortGameParts(t, 2000)
	playRecords(t, board, p, first)
	if len(r.topics()) > 0 {
		t.Fatalf("messages came before there was a way: %q", r.topics())
	}
	open()
	until(t, "two moves", 10*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5" })
	playRecords(t, board, p, rest)
	until(t, "three moves", 5*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3" })
	what, historical := r.events()
	kept := slices.Index(historical, false) // how many had been kept; the second move may just not have been settled
	if !slices.Equal(what, []string{"game_start", "move e2e4", "move e7e5", "move g1f3"}) || kept < 2 || slices.Contains(historical[kept:], true) {
		t.Errorf("events %q, historical %v", what, historical)
	}
}

// TestRunBrokerKilled: the broker dies in the middle of the game and comes back
// without its memory; no move is lost.
func TestRunBrokerKilled(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	kill := mosquittoAt(t, address)
	url := "tcp://" + address
	r, board, p := newRelay(t, url), testPlayback(t), newPace(fastPace)
	startGame(t, testConfig(board.path, url), board, p)
	first, rest := shortGameParts(t, 2000)
	playRecords(t, board, p, first)
	until(t, "two moves", 5*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5" })
	kill()
	playRecords(t, board, p, rest)
	mosquittoAt(t, address)
	r = newRelay(t, url)
	until(t, "the game after the broker came back", 10*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3" })
	until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"ready"`) })
}

// namePort has a name stand for a board's port, whatever it stood for.
func namePort(t *testing.T, name string, p *playback) {
	t.Helper()
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.Symlink(p.path, name); err != nil {
		t.Fatal(err)
	}
}

// unplug pulls out a board whose port has a name. The name goes first: as soon as
// the port is gone it may be that of another test.
func unplug(t *testing.T, name string, p *playback) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Error(err)
	}
	p.close()
}

// TestRunPortLost: the board is pulled out, a move is played unheard, and it
// comes back under another name. The scan tells the move.
func TestRunPortLost(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	r, p := newRelay(t, url), newPace(fastPace)
	old, other := testPlayback(t), testPlayback(t)
	name := filepath.Join(t.TempDir(), "board")
	namePort(t, name, old)
	startGame(t, testConfig(name, url), old, p)
	first, rest := shortGameParts(t, 2000)
	playRecords(t, old, p, first)
	until(t, "two moves", 5*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5" })
	for _, record := range append(first, rest...) { // the same board and clock at the other port
		if err := other.do(record); err != nil {
			t.Fatal(err)
		}
	}
	unplug(t, name, old)
	until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"lost"`) })
	until(t, "no trust", 5*time.Second, func() bool { return r.game("arbiter/game").Trust.State == "disconnected" })
	namePort(t, name, other)
	until(t, "three moves", 10*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3" })
	reply := []sensor.Record{
		{At: 0, Word: sensor.Lift, Square: placement.B8, Piece: placement.BlackKnight},
		{At: 200, Word: sensor.Drop, Square: placement.C6, Piece: placement.BlackKnight},
		{At: 700, Word: sensor.Press, Side: placement.Black},
	}
	playRecords(t, other, p, reply)
	until(t, "the reply", 5*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3 b8c6" })
	until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"ready"`) })
}

// TestRunRubbish: what is no message of the board's changes nothing.
func TestRunRubbish(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	r, board, p := newRelay(t, url), testPlayback(t), newPace(fastPace)
	rubbish := [][]byte{{0x00, 0x12}, {0x80, 0x00, 0x03}, {0x8e, 0x00}, {0x7f}, {0xff, 0x00, 0x05, 0x01}, {0x86, 0x00, 0x43, 0x08}, {0xc1}}
	var records []sensor.Record
	for i, record := range parseLog(t, shortGame) {
		records = append(records, record, sensor.Record{At: record.At, Word: sensor.Rx, Data: rubbish[i%len(rubbish)]})
	}
	startGame(t, testConfig(board.path, url), board, p)
	playRecords(t, board, p, records)
	until(t, "three moves", 5*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3" })
	until(t, "an end of settling", 5*time.Second, func() bool { return r.game("arbiter/game").Trust.State == "ok" })
	if what, _ := r.events(); !slices.Equal(what, []string{"game_start", "move e2e4", "move e7e5", "move g1f3"}) {
		t.Errorf("events %q", what)
	}
}
