package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove/track"
)

// Observer follows how a Tracker reads the records, for tools that explain it. What it does
// changes nothing.
type Observer interface {
	Because(why string)                                // the next leg begins; "": for no reason of its own
	Begins(leg Leg, event Event)                       // with a record; the leg has taken nothing yet
	Takes(leg Leg, event Event, at int64)              // a record, or the time alone
	Reads(g *Game, n, part int, event Event, at int64) // as the game, the n-th, stands now: a part of the leg's story
}

// Leg is how the records are read from a known position on. Its hypotheses are the tracker's.
type Leg struct {
	Track  *track.Tracker
	Start  legality.Position // before its first record
	Game   int               // its number, from 1
	Opened legality.Position // from which its game, or part of one, started
	Before []Ply             // of the game
	Taken  int               // how many records it has taken
}

// Observe lets an observer follow the tracker. It is to be called before the first record.
func (t *Tracker) Observe(o Observer) {
	t.observer = o
	o.Begins(t.observed(), t.event)
}

func (t *Tracker) observed() Leg {
	return Leg{Track: t.leg.track, Start: t.leg.start, Game: t.number, Opened: t.game.Start, Before: t.plies[:t.before], Taken: int(t.leg.taken)}
}

// because notes why the next leg begins.
func (t *Tracker) because(why string) {
	if t.observer != nil {
		t.observer.Because(why)
	}
}

// Deaf returns why what the board tells is no part of a game at present; "" if it is.
func (t *Tracker) Deaf() string {
	switch {
	case t.phase == ResultPending:
		return "the kings show a result, which waits for a person"
	case t.over():
		return "the game has ended"
	case t.phase == Setup:
		return "the pieces are being set up"
	case t.ordered.awaited:
		return "the pieces do not yet stand as a command has it"
	}
	return ""
}
