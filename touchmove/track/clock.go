package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// clock is the chess clock. The zero value is that none is known of.
type clock struct {
	known   known
	first   bool           // the last record of it was its first one
	running sensor.Running // whose time runs, or will
	pressed int64          // when it was pressed last; 0: it was not
	stopped bool
	halt    int64 // it was stopped, and what the board tells from then on was done after it; 0: it was not
	unheard bool  // it stood when the port was lost, and has told nothing since
}

// known is what is known of a clock.
type known uint8

const (
	unknown known = iota // there may be none
	silent               // there is one, and nobody may have started it
	heard                // it has told something, or play began before the log
	ran                  // it has told that it runs
)

// clockAt is a clock that nothing has been heard of, in a position from which play begins.
func clockAt(p *legality.Position) clock {
	c := clock{known: silent, running: sensor.RunningFor(p.Turn())}
	if p.Ply() > 0 {
		c.known = heard
	}
	return c
}

// there reports whether there is a clock.
func (c *clock) there() bool { return c.known > unknown }

// runsFor reports whether there is a clock on which the time of a player runs.
func (c *clock) runsFor(player color) bool { return c.there() && c.running.Is(player) }

// hear notes what a record of the clock makes known, and reports whether it is the first one that tells that it runs.
func (c *clock) hear(r *sensor.Record) (starts bool) {
	goes := r.Word == sensor.Press || r.Word == sensor.Resume || r.Word == sensor.Clock && r.Running != sensor.Stopped
	starts = goes && c.known < ran
	c.first = !c.there()
	if c.known = max(c.known, heard); goes {
		c.known = ran
	}
	return starts
}

// lost has the clock not be heard, as the board.
func (c *clock) lost() {
	c.unheard = c.unheard || c.stopped
	c.running = sensor.Stopped
}
