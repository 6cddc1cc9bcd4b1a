package referee_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
	"github.com/boardd/boardd/touchmove/track"
)

// bench is a tracker and a referee on one log.
type bench struct {
	tracker *track.Tracker
	referee *referee.Referee
	event   laws.Event
	found   []laws.Finding
}

// play runs a log through a tracker and a referee.
func play(t *testing.T, log string) *bench { return playWaking(t, log, 0) }

// playWaking does the same, and wakes both every so many milliseconds besides.
func playWaking(t *testing.T, log string, every int64) *bench {
	t.Helper()
	r := sensor.NewReader(strings.NewReader(log))
	h, err := r.Header()
	if err != nil {
		t.Fatal(err)
	}
	c, err := pipeline.ConfigFor(h)
	if err != nil {
		t.Fatal(err)
	}
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(&c, h, records)
	at := int64(0)
	for i := range records {
		for ; every > 0 && b.event > 0 && at < records[i].At; at += every {
			b.wake(at)
			b.wakeAt(at)
		}
		b.wake(records[i].At)
		b.event++
		b.tracker.Step(&records[i])
		b.found = append(b.found, b.referee.Step(b.event, &records[i], b.tracker.View())...)
	}
	b.wake(1 << 60)
	return b
}

func newBench(c *touchmove.Config, h *sensor.Header, records []sensor.Record) *bench {
	if c.Rules == nil {
		c.Rules = laws.Default()
	}
	at := c.Start
	past := []legality.Position{at}
	for _, m := range c.Moves {
		at = at.Play(m)
		past = append(past, at)
	}
	clock := slices.ContainsFunc(records, func(r sensor.Record) bool { return r.Word == sensor.Press })
	s := track.SensorOf(h.Board, !c.Occupancy, 0)
	return &bench{
		tracker: track.New(track.Config{Start: at, Sensor: s, Clock: clock}),
		referee: referee.New(referee.Config{Rules: c.Rules, Past: past, Moves: c.Moves, Illegal: c.Illegal, Occupancy: c.Occupancy, LateMs: s.Late}),
	}
}

// wake lets time go on, as both ask for it.
func (b *bench) wake(until int64) {
	for {
		at, ok := b.tracker.Deadline()
		if due, waits := b.referee.Deadline(); waits && (!ok || due < at) {
			at, ok = due, true
		}
		if !ok || at > until {
			return
		}
		b.wakeAt(at)
	}
}

func (b *bench) wakeAt(at int64) {
	b.tracker.Wake(at)
	b.found = append(b.found, b.referee.Wake(at, b.tracker.View())...)
}
