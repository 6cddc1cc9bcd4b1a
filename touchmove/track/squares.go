package track

import "github.com/boardd/boardd/legality"

// How squares lie to each other.

// adjacent reports whether one square is the other or next to it.
func adjacent(a, b square) bool {
	return a != nowhere && b != nowhere && a.Distance(b) <= 1
}

// where is the ones of some squares of which something is so.
func where(of set, is func(square) bool) (found set) {
	for of != 0 {
		if sq := of.Pop(); is(sq) {
			found |= sq.Set()
		}
	}
	return found
}

// near is the squares next to each.
var near = func() (n [64]set) {
	for a := range square(64) {
		for b := range square(64) {
			if a != b && adjacent(a, b) {
				n[a] |= b.Set()
			}
		}
	}
	return n
}()

// goes reports whether a piece of a kind goes from one square to another as far as geometry goes; for
// a pawn only the files are compared.
func goes(k legality.Kind, from, to square) bool {
	df, dr := max(from.File()-to.File(), to.File()-from.File()), max(from.Rank()-to.Rank(), to.Rank()-from.Rank())
	straight, aslant := df == 0 || dr == 0, df == dr
	switch k {
	case legality.Pawn:
		return df <= 1
	case legality.Knight:
		return df*dr == 2
	case legality.Bishop:
		return aslant
	case legality.Rook:
		return straight
	case legality.King:
		return max(df, dr) <= 1
	}
	return straight || aslant
}
