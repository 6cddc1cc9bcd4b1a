package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// eraseUnrested writes down the plies of which even a board that names the men
// does not show which they were: the man was taken up again before a scan had seen
// him, and could have gone where he went next by another square, too.
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

// erased reports whether a ply, from 1, is written down as such.
func (t *Truth) erased(ply int) bool {
	return slices.ContainsFunc(t.Deeds, func(d Deed) bool { return d.Kind == Erased && d.Ply == ply })
}

// seenBetween reports whether the board told that a man had come to a square, or
// showed him there in a full scan, from one moment on and at the latest as long
// after another as its reports take.
func (v *view) seenBetween(records []sensor.Record, sq placement.Square, from, to int64) bool {
	return slices.ContainsFunc(records, func(r sensor.Record) bool {
		return r.At >= from && r.At <= to+v.Late() &&
			(r.Word == sensor.Drop && r.Square == sq || r.Word == sensor.Board && r.Placement[sq] != placement.Empty)
	})
}

// otherWay reports whether the man of the n-th ply of a game, from 0, which his
// player moved on with his next one, could have come there by another square.
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

// toEmpty reports whether a move is of one man to an empty square.
func toEmpty(p *legality.Position, m legality.Move) bool {
	return !m.IsCastling() && m.Promotion() == legality.NoKind && p.Captured(m) == placement.NoSquare
}
