package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// reading is a game that a board without names would show just so: a position,
// and the plies, by number from 0, in which it is or may be another game than
// the one that was played.
type reading struct {
	pos    legality.Position
	others plies
}

// plies is a set of plies, by number from 0.
type plies []uint64

func (p plies) has(n int) bool { return n/64 < len(p) && p[n/64]>>(n%64)&1 == 1 }

// with is the set and n.
func (p plies) with(n int) plies {
	out := make(plies, max(len(p), n/64+1))
	copy(out, p)
	out[n/64] |= 1 << (n % 64)
	return out
}

// or is all that is in either.
func (p plies) or(q plies) plies {
	out := make(plies, max(len(p), len(q)))
	copy(out, p)
	for i := range q {
		out[i] |= q[i]
	}
	return out
}

// mostReadings is how many readings of a game are followed; past that, what is
// open then counts as open for good.
const mostReadings = 1000

// eraseLookalikes writes down the plies of which a board that names no man does
// not even show afterwards which they were: most captures leave no more than an
// empty square behind, and two men that could have been taken may both go on as
// if they had not. All legal games are followed that change the same squares,
// ply by ply. That a pawn became a queen is taken to be known, since most do.
func (v *view) eraseLookalikes(records []sensor.Record) {
	if !v.Occupancy {
		return
	}
	t := v.truth
	for _, past := range v.pasts {
		open := v.readings(past, t, records)
		for n, landed := range t.Landed {
			if open.has(n) {
				t.Deeds = append(t.Deeds, Deed{Kind: Erased, Ply: n + 1, At: landed, Square: past.Move(n).To()})
			}
		}
		t = t.Next
	}
}

// readings is the plies in which some reading of a game is another game.
func (v *view) readings(past *legality.Game, t *Truth, records []sensor.Record) plies {
	all := []reading{{pos: *past.At(0)}}
	var given plies
	for n := range past.Len() {
		m := past.Move(n)
		seen := v.emptied(records, t, n, m.To())
		var next []reading
		for i := range all {
			for _, other := range lookalikes(&all[i].pos, past.At(n), m, seen) {
				r := reading{all[i].pos.Play(other), all[i].others}
				if other != m {
					r.others = r.others.with(n)
				}
				next = r.joined(next)
			}
		}
		if len(next) > mostReadings {
			given = open(given, next)
			next = []reading{{pos: *past.At(n + 1)}}
		}
		all = next
	}
	return open(given, all)
}

func open(given plies, all []reading) plies {
	for i := range all {
		given = given.or(all[i].others)
	}
	return given
}

// joined appends a reading, or adds it to one that has come to the same
// position: nothing will tell them apart any more.
func (r *reading) joined(all []reading) []reading {
	for i := range all {
		if all[i].pos.Key() == r.pos.Key() && *all[i].pos.Placement() == *r.pos.Placement() {
			all[i].others = all[i].others.or(r.others)
			return all
		}
	}
	return append(all, *r)
}

// emptied reports whether the board told that the man on a square was lifted in
// the course of a ply.
func (v *view) emptied(records []sensor.Record, t *Truth, n int, sq placement.Square) bool {
	from, to := int64(0), t.Landed[n]+2*v.Scan+v.Poll+v.Frame
	if n > 0 {
		from = t.Landed[n-1]
	}
	for i := range records {
		if r := &records[i]; r.Word == sensor.Lift && r.Square == sq && r.At > from && r.At <= to {
			return true
		}
	}
	return false
}

// lookalikes is the legal moves of the same man that change the same squares as
// a move that was played from a position in which the same squares were
// occupied. A move that was not legal looks like itself alone.
func lookalikes(p, played *legality.Position, m legality.Move, seen bool) []legality.Move {
	if !played.IsLegal(m) {
		return []legality.Move{m}
	}
	want := changed(played, m)
	return slices.DeleteFunc(p.AppendMovesFrom(nil, m.From()), func(other legality.Move) bool {
		return changed(p, other) != want || seen && other.To() != m.To() ||
			m.Promotion() == legality.Queen && other.Promotion() != legality.Queen
	})
}

// changed is the squares that become empty or occupied by a move.
func changed(p *legality.Position, m legality.Move) placement.Set {
	after := p.Play(m)
	return (p.Occupied(legality.White) | p.Occupied(legality.Black)) ^ (after.Occupied(legality.White) | after.Occupied(legality.Black))
}
