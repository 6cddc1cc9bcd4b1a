package lichess

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// shape is what is compared of a game.
type shape struct {
	at                         time.Time
	start, moves               string
	plies                      int
	white, black, result, name string
}

func shapeOf(at time.Time, g *Game) shape {
	return shape{at, g.Start.FEN(), strings.Join(g.Moves, " "), len(g.Moves), g.Tags["White"], g.Tags["Black"], g.Result, g.Name()}
}

func (s shape) equal(o shape) bool {
	s.at, s.name = o.at, o.name
	return s == o
}

// Settle is how long Lichess may take to show what was pushed.
const Settle = 30 * time.Second

// note keeps what was pushed of a game.
func (r *Round) note(at time.Time, g *Game) {
	now, all := shapeOf(at, g), r.sent[g.ID()]
	if n := len(all); n > 0 && all[n-1].equal(now) {
		return
	}
	all = append(all, now)
	for len(all) > 1 && all[1].at.Before(at.Add(-Settle)) {
		all = all[1:]
	}
	r.sent[g.ID()] = all
}

// Learn takes the chapters of the round from what Lichess shows.
func (r *Round) Learn(shown []Game) {
	r.chapters = shown
	for i := range shown {
		if len(shown[i].Moves) > 0 {
			r.begin(shown[i].ID())
		}
	}
}

// Verify returns how the games that Lichess shows differ from those that were pushed. It allows
// for what was pushed within Settle.
func (r *Round) Verify(at time.Time, shown []Game) []error {
	var bad []error
	for id, all := range r.sent {
		since := at.Add(-Settle)
		last := all[len(all)-1]
		i := slices.IndexFunc(shown, func(g Game) bool { return g.ID() == id })
		if i < 0 {
			if all[0].at.Before(since) {
				bad = append(bad, fmt.Errorf("%s: Lichess does not show it", last.name))
			}
			continue
		}
		now := shapeOf(at, &shown[i])
		if !slices.ContainsFunc(recent(all, since), now.equal) {
			bad = append(bad, fmt.Errorf("%s: Lichess shows %s, and not what was pushed: %s", last.name, now.describe(), last.describe()))
		}
	}
	return bad
}

// recent returns what was pushed last before a time, and everything after it.
func recent(all []shape, since time.Time) []shape {
	for len(all) > 1 && all[1].at.Before(since) {
		all = all[1:]
	}
	return all
}

func (s shape) describe() string {
	return fmt.Sprintf("%s - %s, %d plies, %s", s.white, s.black, s.plies, s.result)
}
