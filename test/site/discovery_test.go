package site

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/broker"
	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// TestHomeAssistant: with its lines of the shipped access list, Home Assistant gets the board,
// then the board's family once it is detected, and both again when the broker has lost them.
func TestHomeAssistant(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, func(h *harness.Hall, conf string) string {
		h.Write("boards.acl", strings.NewReplacer("/site/", "/hall/", "# pattern", "pattern").Replace(harness.Shipped(t, "boards.acl")))
		return conf
	})
	c, err := config.Read(h.Settings(h.Boards, "b07", "b07", "[homeassistant]\nprefix = \"homeassistant\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	board, p := harness.TestPlayback(t), clock.New(harness.FastSpeed)
	c.Port.Name = board.Path
	witness := h.Enter(h.Options(h.Inside, "", ""))
	witness.Read("homeassistant/#")
	daemontest.StartGame(t, &c, board, p)
	harness.Until(t, "the board is announced", 10*time.Second, func() bool { return witness.HasDevice(t, "01025") })
	h.Restart() // it has not written down anything
	witness = h.Enter(h.Options(h.Inside, "", ""))
	witness.Read("homeassistant/#")
	harness.Until(t, "the board is announced again", 20*time.Second, func() bool { return witness.HasDevice(t, "01025") })
}

// TestNoBacklogOfState: states of the time without a broker are not published late, as if they
// were the present state.
func TestNoBacklogOfState(t *testing.T) {
	t.Parallel()
	address := brokertest.FreeAddress(t)
	board, log := harness.TestPlayback(t), &harness.Lines{}
	if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
		t.Fatal(err)
	}
	daemontest.StartLogged(t, harness.TestConfig(board.Path, "tcp://"+address), clock.New(harness.FastSpeed), log)
	harness.Until(t, "no broker", 10*time.Second, func() bool { return strings.Contains(log.String(), "no broker") })
	harness.Until(t, "the board is read", 10*time.Second, func() bool { return strings.Contains(log.String(), "port opened") })
	<-board.Updates
	b, err := broker.Start(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	r := harness.NewRelay(t, b.URL())
	harness.Until(t, "the game", 20*time.Second, func() bool { return slices.Contains(r.Topics(), "arbiter/board") && r.Payload("status") != nil })
	n := 0
	for _, topic := range r.Topics() {
		if topic == "status" {
			n++
		}
	}
	var s transport.Status
	if err := json.Unmarshal(r.Payload("status"), &s); err != nil || n != 1 || s.State != transport.Ready || s.Health == nil {
		t.Errorf("the state is reported %d times, as %q: %+v, %v; it was ready before there was a broker", n, s.State, s.Health, err)
	}
}
