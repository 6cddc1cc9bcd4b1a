package laws

import (
	"cmp"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// EvidenceOf returns a player's acts as contacts, in the order in which they began.
func EvidenceOf(pos *legality.Position, acts *Acts) *Evidence {
	contacts := slices.Concat(TouchContacts(pos, acts.Touches...), ReleaseContacts(pos, acts.Releases...), PlaceContacts(pos, acts))
	slices.SortStableFunc(contacts, func(a, b Contact) int { return cmp.Compare(a.At, b.At) })
	return &Evidence{Contacts: contacts}
}

// BoundBy adds the moves that a duty leaves open.
func (e *Evidence) BoundBy(pos *legality.Position, duty *Duty) *Evidence {
	e.Open, e.Bound = SortedUCI(pos, duty.Allowed), duty.Bound
	return e
}

// TouchContacts returns touches as contacts.
func TouchContacts(pos *legality.Position, touches ...Touch) []Contact {
	out := make([]Contact, len(touches))
	for i, t := range touches {
		out[i] = Contact{Act: Touched, Piece: pos.At(t.Square).String(), Square: t.Square.String(), At: t.At, For: t.For, Back: t.Back}
		if t.Times > 1 {
			out[i].Times = t.Times
		}
	}
	return out
}

// ReleaseContacts returns releases as contacts.
func ReleaseContacts(pos *legality.Position, releases ...Release) []Contact {
	out := make([]Contact, len(releases))
	for i, r := range releases {
		out[i] = Contact{Act: Released, Piece: pos.At(r.From).String(), Square: r.From.String(), To: r.To.String(), At: r.At}
		if r.Until > 0 {
			out[i].For = r.Until - r.At
		}
	}
	return out
}

// PlaceContacts returns the piece that was put on the last rank. Its release there adds
// nothing.
func PlaceContacts(pos *legality.Position, acts *Acts) []Contact {
	if acts.As == legality.NoKind {
		return nil
	}
	c := Contact{Act: Placed, Piece: placement.MakePiece(pos.Turn(), acts.As).String(), Square: acts.Promoted.String(), At: acts.PromotedAt}
	if acts.PromotedUntil > 0 {
		c.For = acts.PromotedUntil - acts.PromotedAt
	}
	return []Contact{c}
}
