package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// hypothesis is a game that an occupancy board reports in the same way as the game that was
// played: its position, and the plies, by number from 0, in which it differs or may differ
// from that game.
type hypothesis struct {
	pos    legality.Position
	others plies
}

// plies is a set of plies, by number from 0.
type plies []uint64

func (p plies) has(n int) bool { return n/64 < len(p) && p[n/64]>>(n%64)&1 == 1 }

// with returns the set with n.
func (p plies) with(n int) plies {
	out := make(plies, max(len(p), n/64+1))
	copy(out, p)
	out[n/64] |= 1 << (n % 64)
	return out
}

// or returns the union of two sets.
func (p plies) or(q plies) plies {
	out := make(plies, max(len(p), len(q)))
	copy(out, p)
	for i := range q {
		out[i] |= q[i]
	}
	return out
}

// maxHypotheses is how many hypotheses of a game are followed. Beyond it, the plies
// that are open then count as open for good.
const maxHypotheses = 1000

// eraseLookalikes records the plies that an occupancy board does not show even later. A
// capture mostly leaves only an empty square behind, and then either of two pieces that
// could have been captured may move on. It follows all legal games that change the same
// squares, ply by ply. It takes a promotion to a queen as known, since most are.
func (v *view) eraseLookalikes(records []sensor.Record) {
	if !v.Occupancy {
		return
	}
	t := v.truth
	for _, past := range v.pasts {
		open := v.hypotheses(past, t, records)
		for n, landed := range t.Landed {
			if open.has(n) {
				t.Deeds = append(t.Deeds, Deed{Kind: Erased, Ply: n + 1, At: landed, Square: past.Move(n).To()})
			}
		}
		t = t.Next
	}
}

// hypotheses returns the plies in which a hypothesis differs from the game.
func (v *view) hypotheses(past *legality.Game, t *Truth, records []sensor.Record) plies {
	all := []hypothesis{{pos: *past.At(0)}}
	var given plies
	for n := range past.Len() {
		m := past.Move(n)
		seen := v.emptied(records, t, n, m.To())
		var next []hypothesis
		for i := range all {
			for _, other := range lookalikes(&all[i].pos, past.At(n), m, seen) {
				r := hypothesis{all[i].pos.Play(other), all[i].others}
				if other != m {
					r.others = r.others.with(n)
				}
				next = r.joined(next)
			}
		}
		if len(next) > maxHypotheses {
			given = open(given, next)
			next = []hypothesis{{pos: *past.At(n + 1)}}
		}
		all = next
	}
	return open(given, all)
}

func open(given plies, all []hypothesis) plies {
	for i := range all {
		given = given.or(all[i].others)
	}
	return given
}

// joined appends a hypothesis, or merges it with one that has reached the same
// position: nothing will distinguish them any more.
func (r *hypothesis) joined(all []hypothesis) []hypothesis {
	for i := range all {
		if all[i].pos.Key() == r.pos.Key() && *all[i].pos.Placement() == *r.pos.Placement() {
			all[i].others = all[i].others.or(r.others)
			return all
		}
	}
	return append(all, *r)
}

// emptied reports whether the board reported a lift from a square during a ply.
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

// lookalikes returns the legal moves of the same piece that change the same squares
// as the move played; the same squares are occupied in both positions. An illegal
// move looks like no other.
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

// changed returns the squares that a move empties or occupies.
func changed(p *legality.Position, m legality.Move) placement.Set {
	after := p.Play(m)
	return (p.Occupied(legality.White) | p.Occupied(legality.Black)) ^ (after.Occupied(legality.White) | after.Occupied(legality.Black))
}

// eraseUnrested records the plies that even a board with identified pieces does not show:
// the piece was lifted again before a scan saw it, and could have reached its next square
// by another way.
func (v *view) eraseUnrested(records []sensor.Record) {
	if v.Occupancy {
		return
	}
	t := v.truth
	for _, past := range v.pasts {
		for n := 0; n+2 < min(past.Len(), len(t.Landed)); n++ {
			if !t.erased(n+1) && otherWay(past, n) && !v.seenBetween(records, past.Move(n).To(), t.Landed[n], t.Landed[n+2]) {
				t.Deeds = append(t.Deeds, Deed{Kind: Erased, Ply: n + 1, At: t.Landed[n], Square: past.Move(n).To()})
			}
		}
		t = t.Next
	}
}

// erased reports whether a ply, from 1, is recorded as Erased.
func (t *Truth) erased(ply int) bool {
	return slices.ContainsFunc(t.Deeds, func(d Deed) bool { return d.Kind == Erased && d.Ply == ply })
}

// seenBetween reports whether the board reported a piece on a square, by a drop or
// in a full scan, between two moments; its reports may be late.
func (v *view) seenBetween(records []sensor.Record, sq placement.Square, from, to int64) bool {
	return slices.ContainsFunc(records, func(r sensor.Record) bool {
		return r.At >= from && r.At <= to+v.Late() &&
			(r.Word == sensor.Drop && r.Square == sq || r.Word == sensor.Board && r.Placement[sq] != placement.Empty)
	})
}

// otherWay reports whether the piece of the n-th ply of a game, from 0, could have reached
// the square of its next move, in its player's next ply, over another square.
func otherWay(past *legality.Game, n int) bool {
	p, first, reply, on := past.At(n), past.Move(n), past.Move(n+1), past.Move(n+2)
	if !toEmpty(p, first) || on.From() != first.To() || on.IsCastling() || !p.IsLegal(first) || !past.At(n+2).IsLegal(on) {
		return false
	}
	want := past.At(n + 3).Placement()
	return slices.ContainsFunc(p.AppendMovesFrom(nil, first.From()), func(m legality.Move) bool {
		if m.To() == first.To() || !toEmpty(p, m) {
			return false
		}
		q := p.Play(m)
		if !q.IsLegal(reply) {
			return false
		}
		q = q.Play(reply)
		then := legality.MakeMove(m.To(), on.To())
		if k := on.Promotion(); k != legality.NoKind {
			then = legality.MakePromotion(m.To(), on.To(), k)
		}
		if !q.IsLegal(then) {
			return false
		}
		q = q.Play(then)
		return *q.Placement() == *want
	})
}

// toEmpty reports whether a move is of one piece to an empty square.
func toEmpty(p *legality.Position, m legality.Move) bool {
	return !m.IsCastling() && m.Promotion() == legality.NoKind && p.Captured(m) == placement.NoSquare
}
