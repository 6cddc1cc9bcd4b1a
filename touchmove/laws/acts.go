package laws

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Touch is one piece that the player having the move has touched.
type Touch struct {
	Square   placement.Square // where it stood when the turn began
	At       int64            // milliseconds since the log began
	Together bool             // within one scan of the touch before it: the order is not known
	For      int64            // how long it was off its square in all, until it was put back
	Times    int              // how often it was lifted from its square
	Back     bool             // it was put back on its square
	Lifted   int64            // when it was lifted last
}

// Release is a piece that was released on a square other than its own.
type Release struct {
	From, To placement.Square
	At       int64 // when it was put there
	Until    int64 // when it was lifted again; 0 if it was not
}

// Acts is what the player having the move has done so far in this turn, as far as a board
// shows it. Every touch counts as deliberate, every rest as a release. The zero value is no
// act.
type Acts struct {
	Touches  []Touch          // in order, each piece once
	Releases []Release        // in order
	As       legality.Kind    // which new piece has touched the last rank; NoKind: none
	Promoted placement.Square // and where

	PromotedAt    int64 // and when
	PromotedUntil int64 // when it was taken off that square; 0 if it was not
	Left          bool  // no piece has: the pawn was left there, and can become nothing else than As (7.5.2)
}

// Touched is the index of the touch of the piece on a square; -1 if it was not touched.
func (a *Acts) Touched(sq placement.Square) int {
	return slices.IndexFunc(a.Touches, func(t Touch) bool { return t.Square == sq })
}

// Until returns the acts up to a moment.
func (a *Acts) Until(at int64) Acts {
	then := *a
	then.Touches = a.Touches[:CountUntil(a.Touches, at, func(t *Touch) int64 { return t.At })]
	then.Releases = a.Releases[:CountUntil(a.Releases, at, func(r *Release) int64 { return r.At })]
	if a.PromotedAt > at {
		then.As = legality.NoKind
	}
	return then
}

// CountUntil counts the acts up to a moment; acts are in order of time.
func CountUntil[T any](acts []T, at int64, when func(*T) int64) int {
	n := 0
	for n < len(acts) && when(&acts[n]) <= at {
		n++
	}
	return n
}

// After returns a player's acts together with those for the illegal move that is replaced,
// as far as the rule set counts the latter: touches and releases (4.3, 4.7), only touches
// (FIDE 1997, 1971), or neither (Bilguer: the opponent chooses).
func (a *Acts) After(first *Acts, binds Way) Acts {
	joined := *a
	if binds == KingIfAsked {
		return joined
	}
	joined.Touches = append(slices.Clone(first.Touches), a.Touches...)
	if binds == TouchesOnly {
		return joined
	}
	joined.Releases = append(slices.Clone(first.Releases), a.Releases...)
	if first.As != legality.NoKind {
		joined.Promoted, joined.As, joined.PromotedAt = first.Promoted, first.As, first.PromotedAt
	}
	return joined
}

// Landing returns the square to which a move takes the piece from a square; NoSquare if it
// does not move it.
func Landing(m legality.Move, from placement.Square) placement.Square {
	switch {
	case m.IsCastling() && from == m.From():
		return m.KingTo()
	case m.IsCastling() && from == m.To():
		return m.RookTo()
	case from == m.From():
		return m.To()
	}
	return placement.NoSquare
}

// LastRank returns the rank farthest from a player, from 0.
func LastRank(c placement.Color) int { return 7 - 7*int(c) }
