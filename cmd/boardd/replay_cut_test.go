package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/replay"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// TestCutLogs: a log cut off at any byte replays, or gives one clear error.
func TestCutLogs(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dgt-unplugged", "illegal-restored"} {
		log := fixtures.Log(name)
		for n := range len(log) {
			status, out, errs := boardd(log[:n], "replay", "-o", "findings", "-")
			switch {
			case status == cli.ExitOK && errs == "" && (n == 0 || log[n-1] == '\n'):
			case status == cli.ExitUsage && out == "":
				checkOneLine(t, errs)
			default:
				t.Errorf("%s cut after %d bytes: status %d, %d bytes printed, %q", name, n, status, len(out), errs)
			}
		}
	}
}

// TestDeletedByte: whichever byte gets lost on the line, the moves are the same:
// it costs one message at most, and the scan that is asked for then tells what
// it was.
func TestDeletedByte(t *testing.T) {
	rd := sensor.NewReader(strings.NewReader(replayed(t, fixtures.Log("dgt-game"), "--decode")))
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace(replayed(t, fixtures.Log("dgt-game"), "-o", "uci"))
	all := newCable(-1)
	if got := all.play(records); got != want {
		t.Fatalf("moves %s, want %s", got, want)
	}
	step := 1
	if testing.Short() {
		step = 5
	}
	for n := 0; n < all.said; n += step {
		c := newCable(n)
		if got := c.play(records); got != want {
			t.Errorf("without byte %d: moves %s, want %s", n, got, want)
		}
	}
}

// cable is a board, what asks it, and the engine, with a line between them that
// loses one byte. Time is that of the records.
type cable struct {
	board  dgt.Board
	host   dgt.Host // reads with a decoder of its own
	engine *pipeline.Engine
	at     int64
	said   int // bytes that the board has sent
	lost   int // which of them is lost
}

func newCable(lost int) *cable {
	e, err := pipeline.New(&sensor.Header{Board: "dgt"}, "test")
	if err != nil {
		panic(err) // the header is a good one
	}
	return &cable{engine: e, lost: lost, host: dgt.Host{Decoder: new(dgt.Decoder)}}
}

// play lets records happen on the board, 20 s after it was plugged in, and is
// the moves that stand 10 s after the last.
func (c *cable) play(records []sensor.Record) string {
	const begin, linger = 20_000, 10_000
	c.host.Opened(0)
	for _, r := range records {
		if r.Word == sensor.Board {
			c.hear(c.board.Step(nil, r))
		}
	}
	for _, r := range records {
		c.until(begin + r.At)
		c.hear(c.board.Step(nil, r))
	}
	c.until(c.at + linger)
	c.engine.Finish()
	var moves []string
	for _, p := range replay.Standing(c.engine.Tracker.LastGame()) {
		moves = append(moves, p.UCI)
	}
	return strings.Join(moves, " ")
}

// until lets the host ask what it wants until a time.
func (c *cable) until(at int64) {
	for c.host.Deadline() <= at {
		c.at = max(c.at, c.host.Deadline())
		c.ask()
	}
	c.at = at
}

func (c *cable) ask() {
	if asked := c.host.Step(nil, c.at); len(asked) > 0 {
		c.hear(c.board.Command(nil, asked))
	}
}

// hear takes what the board sends.
func (c *cable) hear(data []byte) {
	if n := c.lost - c.said; n >= 0 && n < len(data) {
		data = slices.Delete(slices.Clone(data), n, n+1)
		c.said++
	}
	c.said += len(data)
	if len(data) == 0 || !c.host.Listening() {
		return
	}
	c.host.Decoder.Step(nil, c.at, data)
	c.engine.Step(sensor.Record{At: c.at, Word: sensor.Rx, Data: data})
	c.ask()
}
