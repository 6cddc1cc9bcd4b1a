package daemon

import (
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// TestFrameInTime: a move is made just when a frame comes that is no news. The disk is
// asked for certainty then, which is seen by that the file is missed.
func TestFrameInTime(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Family = folder, "chesslink"
	d, err := New(c, zerolog.New(io.Discard), clock.New(0), "first")
	if err != nil {
		t.Fatal(err)
	}
	h := byHand{t: t, d: d, folder: folder}
	defer h.end()
	d.publishRestored()
	d.reportTimeAs(0, time.Now(), false)
	board, at := new(chesslink.Board), int64(1000)
	frames := func() {
		for range 3 {
			at += 50
			d.feed(sensor.Record{At: at, Word: sensor.Rx, Data: board.Scan(nil)})
		}
	}
	d.feed(sensor.Record{At: at, Word: sensor.Link, On: true})
	for _, act := range harness.ActsOf(t, "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR, lift e2 P, drop e4 P") {
		board.Step(nil, act)
		frames()
	}
	h.put = map[uint64]publish.KeptMessage{}
	h.settle()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	for due, ok := d.engine.Deadline(); ok; due, ok = d.engine.Deadline() {
		d.feed(sensor.Record{At: due, Word: sensor.Rx, Data: board.Scan(nil)})
	}
	if !slices.Equal(harness.GameOf(d.engine.Tracker), []string{"first-1", "e2e4"}) {
		t.Fatalf("the game is %q", h.game())
	}
	harness.Until(t, "nobody asks the disk", 5*time.Second, func() bool {
		return slices.Contains(h.troubles(), transport.JournalFailing)
	})
}
