package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/broker"
)

// TestHomeAssistant: with the lines of the shipped access list for it, Home
// Assistant is told of the board, what it is once that is known, and, when the
// broker has forgotten it, again.
func TestHomeAssistant(t *testing.T) {
	t.Parallel()
	h := newHall(t, func(h *hall, conf string) string {
		h.write("boards.acl", strings.NewReplacer("/site/", "/hall/", "# pattern", "pattern").Replace(shipped(t, "boards.acl")))
		return conf
	})
	c, err := readConfig(h.settings(h.boards, "b07", "b07", "[homeassistant]\nprefix = \"homeassistant\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	board, p := testPlayback(t), newPace(fastPace)
	c.Port.Name = board.path
	witness := h.enter(h.options(h.inside, "", ""))
	witness.read("homeassistant/#")
	startGame(t, &c, board, p)
	until(t, "the board is told of", 10*time.Second, func() bool { return witness.hasDevice(t, "01025") })
	h.Restart() // it has not written down anything
	witness = h.enter(h.options(h.inside, "", ""))
	witness.read("homeassistant/#")
	until(t, "the board is told of again", 20*time.Second, func() bool { return witness.hasDevice(t, "01025") })
}

// hasDevice reports whether a guest has seen the message for the board whose
// serial number, which may be told short or long, ends so.
func (g *guest) hasDevice(t *testing.T, serial string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for payload, topics := range g.topics {
		var d transport.Device
		if err := json.Unmarshal([]byte(payload), &d); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(d.Device.Serial, serial) && d.Device.Model == "dgt" && topics[0] == "homeassistant/device/hall/b07/config" {
			return true
		}
	}
	return false
}

// TestNoBacklogOfState: what the state was while the broker was away is not told
// late, as if it were so now.
func TestNoBacklogOfState(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	board, log := testPlayback(t), &lines{}
	if err := board.do(parseLog(t, shortGame)[0]); err != nil {
		t.Fatal(err)
	}
	startLogged(t, testConfig(board.path, "tcp://"+address), newPace(fastPace), log)
	until(t, "no broker", 10*time.Second, func() bool { return strings.Contains(log.String(), "no broker") })
	until(t, "the board is read", 10*time.Second, func() bool { return strings.Contains(log.String(), "port opened") })
	<-board.updates
	b, err := broker.Start(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	r := newRelay(t, b.URL())
	until(t, "the game", 20*time.Second, func() bool { return slices.Contains(r.topics(), "arbiter/board") && r.payload("status") != nil })
	n := 0
	for _, topic := range r.topics() {
		if topic == "status" {
			n++
		}
	}
	var s transport.Status
	if err := json.Unmarshal(r.payload("status"), &s); err != nil || n != 1 || s.State != transport.Ready || s.Health == nil {
		t.Errorf("the state is told %d times, as %q: %+v, %v; it was ready before there was a broker", n, s.State, s.Health, err)
	}
}
