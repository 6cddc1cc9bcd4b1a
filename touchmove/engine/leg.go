package engine

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
	"github.com/boardd/boardd/touchmove/track"
)

// leg is a tracker and a referee that have begun together.
type leg struct {
	track   *track.Tracker
	referee *referee.Referee
	taken   laws.Event // how many records both have taken
	part    int        // which part of the story is the present game
}

// begins is where a leg begins.
type begins struct {
	start    legality.Position
	past     []legality.Position // of the game, before that; the last one is start
	moves    []legality.Move     // that led from one to the next
	played   bool                // plies of the game have been seen
	replaces *laws.Acts          // what binds the player having the move
}

func newLeg(c *touchmove.Config, s track.Sensor, b *begins, illegal [2]int, clock, openArray bool) leg {
	return leg{
		track: track.New(track.Config{Start: b.start, Sensor: s, Clock: clock}),
		referee: referee.New(referee.Config{Rules: c.Rules, Past: b.past, Moves: b.moves, Illegal: illegal,
			Occupancy: c.Occupancy, LateMs: s.Late, AsksMate: c.AsksMate, Replaces: b.replaces, OpenArray: openArray,
			HasClock: clock, MayClock: c.Clock == touchmove.ClockAuto && !b.played}),
	}
}

// step takes a record.
func (l *leg) step(r *sensor.Record) []laws.Finding {
	l.track.Step(r)
	l.taken++
	return l.referee.Step(l.taken, r, l.track.View())
}

// wake takes the time.
func (l *leg) wake(at int64) []laws.Finding {
	l.track.Wake(at)
	return l.referee.Wake(at, l.track.View())
}

// due is when time alone changes something.
func (l *leg) due() (at int64, ok bool) {
	at, ok = l.track.Deadline()
	if due, waits := l.referee.Deadline(); waits && (!ok || due < at) {
		return due, true
	}
	return at, ok
}
