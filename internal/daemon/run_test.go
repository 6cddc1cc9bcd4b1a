package daemon

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
)

// startRun runs the daemon in this process until the test ends.
func startRun(t testing.TB, c *config.Config, p *clock.Clock) (stop func()) {
	t.Helper()
	return startLogged(t, c, p, zerolog.NewTestWriter(t))
}

// startLogged is startRun with a log to be read.
func startLogged(t testing.TB, c *config.Config, p *clock.Clock, log io.Writer) (stop func()) {
	t.Helper()
	d, err := New(c, zerolog.New(log), p, "test")
	if err != nil {
		t.Fatal(err)
	}
	return startDaemon(t, d)
}

func TestRunPublishesGame(t *testing.T) {
	for name, start := range map[string]func(testing.TB) string{"embedded": harness.EmbeddedBroker, "mosquitto": harness.Mosquitto} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := start(t)
			r := harness.NewRelay(t, url)
			board := harness.TestPlayback(t)
			pace := clock.New(1)
			if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
				t.Fatal(err)
			}
			stop := startRun(t, harness.TestConfig(board.Path, url), pace)
			if err := board.Play(context.Background(), pace, harness.ParseLog(t, harness.ShortGame)); err != nil {
				t.Fatal(err)
			}
			harness.Until(t, "three moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
			harness.Until(t, "clocks", 5*time.Second, func() bool {
				return strings.Contains(string(r.Payload("pgn")), "2. Nf3 {[%clk 0:02:58]}")
			})
			for _, pgn := range r.Pgns {
				if strings.Contains(pgn, "e3") {
					t.Errorf("a move that was on the way was published:\n%s", pgn)
				}
			}
			stop()
			harness.Until(t, "off", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"off"`) })
		})
	}
}
