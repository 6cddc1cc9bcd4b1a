// Package daemontest runs a daemon in the tests of other packages.
package daemontest

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/sensor"
)

// StartRun runs a daemon until the test ends or stop is called.
func StartRun(t testing.TB, c *config.Config, p *clock.Clock) (stop func()) {
	t.Helper()
	return StartLogged(t, c, p, zerolog.NewTestWriter(t))
}

// StartLogged is StartRun with a log that the test can read.
func StartLogged(t testing.TB, c *config.Config, p *clock.Clock, log io.Writer) (stop func()) {
	t.Helper()
	d, err := daemon.New(c, zerolog.New(log), p, "test")
	if err != nil {
		t.Fatal(err)
	}
	d.Wire.Link.MinWait = 20 * time.Millisecond
	return harness.Background(t, d.Run)
}

// StartGame runs a daemon for a board on which the pieces are set up.
func StartGame(t *testing.T, c *config.Config, board *playback.Playback, p *clock.Clock) {
	t.Helper()
	if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
		t.Fatal(err)
	}
	StartRun(t, c, p)
}

// StartRequests runs a daemon with a game of one move, and no move under way.
func StartRequests(t *testing.T) *harness.Operator {
	t.Helper()
	o, first := startFirst(t)
	first = slices.DeleteFunc(first, func(r sensor.Record) bool { return r.Square.String() == "e3" })
	harness.PlayRecords(t, o.Board, o.Clock, first)
	awaitFirst(t, o)
	return o
}

// StartBreach is StartRequests with a pawn that stood on another square first: the daemon knows
// it there before it goes on.
func StartBreach(t *testing.T) *harness.Operator {
	t.Helper()
	o, first := startFirst(t)
	before, _ := harness.ShortGameParts(t, 700)
	harness.PlayRecords(t, o.Board, o.Clock, before)
	harness.Until(t, "the pawn on its way", 5*time.Second, func() bool {
		g := o.Game("arbiter/game")
		return slices.Equal(harness.AllMoves(&g), []string{"e2e3"})
	})
	harness.PlayRecords(t, o.Board, o.Clock, first[len(before):])
	awaitFirst(t, o)
	return o
}

// startFirst runs a daemon whose game has not begun. It returns what the board is to report of
// the first move.
func startFirst(t *testing.T) (o *harness.Operator, first []sensor.Record) {
	t.Helper()
	url := harness.EmbeddedBroker(t)
	board, p := harness.TestPlayback(t), clock.New(harness.FastSpeed)
	o = harness.NewOperator(t, url)
	o.Board, o.Clock = board, p
	StartGame(t, harness.TestConfig(board.Path, url), board, p)
	first, _ = harness.ShortGameParts(t, 1400)
	return o, first
}

func awaitFirst(t *testing.T, o *harness.Operator) {
	t.Helper()
	harness.Until(t, "the first move", 5*time.Second, func() bool {
		g := o.Game("arbiter/game")
		return strings.Contains(string(o.Payload("pgn")), "1. e4 {[%clk 0:02:59]}") && g.Trust.State == "ok" && g.Clock != nil && g.Clock.Running == "b"
	})
}
