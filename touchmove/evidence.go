package touchmove

import (
	"cmp"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// What a hand did with a piece, as far as the board reports it.
const (
	Touched  = "touched"  // it was off its square, or still is
	Released = "released" // it was put on another square
	Placed   = "placed"   // it came from beside the board: the piece of a promotion
)

// Contact is what a hand did with one piece in a turn.
type Contact struct {
	Act    string // Touched, Released, Placed
	Piece  string // as in FEN, N or n
	Square string // where it stood when the turn began; placed: where it was put
	To     string // released: where it was put
	At     int64  // when, milliseconds since the log began
	For    int64  // how long it was off its square in all, or stood on the new one; 0 if that has not ended
	Times  int    // how often it was lifted, if more than once
	Back   bool   // touched: it was put back on its square

	Replaced bool // it was touched for the move that this one replaces
}

// Evidence is what a finding about hands rests on: which pieces were touched, released or
// put on the board, and which moves were open because of that. No board sees whether a
// touch was deliberate, or whether the hand had left the piece.
type Evidence struct {
	Contacts []Contact
	Open     []string // of a breach: the moves that were open, UCI, sorted
	Bound    string   // why, in the form of Duty.Bound
}

// evidenceOf returns a player's acts as contacts, in the order in which they began.
func evidenceOf(pos *legality.Position, acts *Acts) *Evidence {
	contacts := slices.Concat(touchContacts(pos, acts.Touches...), releaseContacts(pos, acts.Releases...), placeContacts(pos, acts))
	slices.SortStableFunc(contacts, func(a, b Contact) int { return cmp.Compare(a.At, b.At) })
	return &Evidence{Contacts: contacts}
}

// boundBy adds the moves that a duty leaves open.
func (e *Evidence) boundBy(pos *legality.Position, duty *Duty) *Evidence {
	e.Open, e.Bound = sortedUCI(pos, duty.Allowed), duty.Bound
	return e
}

func touchContacts(pos *legality.Position, touches ...Touch) []Contact {
	out := make([]Contact, len(touches))
	for i, t := range touches {
		out[i] = Contact{Act: Touched, Piece: pos.At(t.Square).String(), Square: t.Square.String(), At: t.At, For: t.For, Back: t.Back}
		if t.Times > 1 {
			out[i].Times = t.Times
		}
	}
	return out
}

func releaseContacts(pos *legality.Position, releases ...Release) []Contact {
	out := make([]Contact, len(releases))
	for i, r := range releases {
		out[i] = Contact{Act: Released, Piece: pos.At(r.From).String(), Square: r.From.String(), To: r.To.String(), At: r.At}
		if r.Until > 0 {
			out[i].For = r.Until - r.At
		}
	}
	return out
}

// placeContacts returns the piece that was put on the last rank. Its release there adds
// nothing.
func placeContacts(pos *legality.Position, acts *Acts) []Contact {
	if acts.As == legality.NoKind {
		return nil
	}
	c := Contact{Act: Placed, Piece: placement.MakePiece(pos.Turn(), acts.As).String(), Square: acts.Promoted.String(), At: acts.PromotedAt}
	if acts.PromotedUntil > 0 {
		c.For = acts.PromotedUntil - acts.PromotedAt
	}
	return []Contact{c}
}

// releasesOf returns the releases of the piece of the i-th release, from that one on.
func (a *Acts) releasesOf(i int) []Release {
	from := a.Releases[i].From
	return slices.DeleteFunc(slices.Clone(a.Releases[i:]), func(r Release) bool { return r.From != from })
}
