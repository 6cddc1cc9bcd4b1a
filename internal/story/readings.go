package story

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// Reading is a ply as it was shown, and when it came to each level.
type Reading struct {
	Part      int // of its story, from 0
	Number    int // of the ply in its game, or part of one, from 1
	Move      legality.Move
	SAN       string
	Shown     Moment
	Confirmed Moment
	Final     Moment
	Gone      Moment // it was shown no more
	Waits     bool   // for a person to rule on it, or on one before it: an irregular ply stands, and the record stops there
}

// Moment is when something was so first; Event 0: never.
type Moment struct {
	Event touchmove.Event // the last record before
	At    int64
}

// Reads notes which plies of a game, the n-th, are shown, confirmed and final. It is a part of the
// story of the present leg.
func (w *Watcher) Reads(g *touchmove.Game, n, part int, event touchmove.Event, at int64) {
	if len(w.legs) > 0 {
		w.legs[len(w.legs)-1].last = n
	}
	plies := slices.Clone(g.Moves)
	if len(g.Irregular) > 0 {
		plies = append(plies, g.Irregular...)
	} else if g.Pending != nil {
		plies = append(plies, *g.Pending)
	}
	now, readings := Moment{event, at}, w.games[n]
	shown := make([]bool, len(plies))
	for i := range readings {
		r := &readings[i]
		if r.Gone.Event > 0 {
			continue
		}
		if r.Part < part || r.Number > len(plies) || plies[r.Number-1].Move != r.Move {
			r.Gone = now
			continue
		}
		shown[r.Number-1] = true
		r.rise(&plies[r.Number-1], g, now)
	}
	for i := range plies {
		if p := &plies[i]; !shown[i] && p.MadeAt >= 0 || !shown[i] && p.State == touchmove.StateProvisional {
			r := Reading{Part: part, Number: p.Number, Move: p.Move, SAN: p.SAN, Shown: now}
			r.rise(p, g, now)
			readings = append(readings, r)
		}
	}
	w.games[n] = readings
}

// readings is those of a leg: of its game, and of games that its story goes on with.
func (w *Watcher) readings(l *leg) []Reading {
	all := slices.Clone(w.games[l.game])
	for n := l.game + 1; n <= l.last; n++ {
		for _, r := range w.games[n] {
			if r.Part > 0 {
				all = append(all, r)
			}
		}
	}
	return all
}

// rise notes the level of a ply.
func (r *Reading) rise(p *touchmove.Ply, g *touchmove.Game, now Moment) {
	r.Waits = len(g.Irregular) > 0 && p.Number >= g.Irregular[0].Number
	if p.Published && r.Confirmed.Event == 0 {
		r.Confirmed = now
	}
	if p.Number <= g.Final && r.Final.Event == 0 {
		r.Final = now
	}
}
