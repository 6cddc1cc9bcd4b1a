package laws

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// SweepMs is within how many milliseconds the order of two touches is not known: a board
// reports the changes of one scan in the order of the squares.
const SweepMs = 250

// Breach is a breach of Article 4: a move that was not open to its player.
type Breach struct {
	Code    Code
	Level   Level
	Article string // "" is that of the code
	Rests   *Evidence
}

// Played is a legal move with what its player did before it.
type Played struct {
	Before *legality.Position
	Move   legality.Move
	Acts   Acts
	Bound  *Acts // the acts for the illegal move that this one replaces; nil if it replaces none
}

// Breaches returns the breaches of Article 4 by a move, the one of the touches first. It
// takes every rest as a release.
func (r *Rules) Breaches(p *Played) []Breach {
	if owed := r.Owed(p.Before, p.Move, p.Bound); owed != nil {
		return []Breach{*owed}
	}
	var found []Breach
	touched := Acts{Touches: r.untilReleased(p)}
	if open, _ := r.leavesOpen(p, touched); !open {
		found = append(found, r.touchBreach(p, touched))
	}
	return slices.Concat(found, r.releaseBreach(p), r.choiceBreach(p))
}

// Owed returns the breach of a player who makes another piece than a queen of a pawn that was
// left on the last rank when the clock was pressed (7.5.2). It depends on no touch and no
// release, so that it does not lapse (4.8). It is nil if there is none.
func (r *Rules) Owed(before *legality.Position, m legality.Move, left *Acts) *Breach {
	if left == nil || !left.Left || m.To() != left.Promoted || m.Promotion() == legality.NoKind || m.Promotion() == left.As {
		return nil
	}
	then := *left
	then.As = legality.NoKind // nobody has put a queen there
	rests := &Evidence{Contacts: replaced(EvidenceOf(before, &then).Contacts)}
	duty := r.Duty(before, &Acts{}, left)
	return &Breach{PromotionChanged, Certain, r.BreachArticle(r.Article(TopicPawnLeft)), rests.BoundBy(before, &duty)}
}

// replaced marks contacts as those for a move that another one replaces.
func replaced(contacts []Contact) []Contact {
	for i := range contacts {
		contacts[i].Replaced = true
	}
	return contacts
}

// Duty returns what is open to a player who may be replacing an illegal move, after some
// acts.
func (r *Rules) Duty(before *legality.Position, acts, bound *Acts) Duty {
	if bound == nil {
		return Open(before, acts, r)
	}
	joined := acts.After(bound, r.Way(TopicReplacement))
	d := Open(before, &joined, r)
	d.Article = r.Article(TopicReplacement) + "/" + d.Article
	return d
}

// deliberate returns the touches that may bind. It leaves out the opponent's pieces that
// were neither put back nor captured: their owner may have held them.
func (p *Played) deliberate() []Touch {
	captured := p.Before.Captured(p.Move)
	return slices.DeleteFunc(slices.Clone(p.Acts.Touches), func(t Touch) bool {
		return !p.Before.At(t.Square).Is(p.Before.Turn()) && t.Square != captured && !t.Back
	})
}

// untilReleased returns the touches that may bind, without those after a piece was released where it could
// stay: the player was bound to that move then (4.7). Castling needs two touches.
func (r *Rules) untilReleased(p *Played) []Touch {
	touches := p.deliberate()
	for i := range p.Acts.Releases {
		if let := &p.Acts.Releases[i]; !p.Move.IsCastling() && (p.part(let) || r.Settles(TopicReleased)) && p.Before.IsLegal(MoveOf(p.Before, let)) {
			return touches[:CountUntil(touches, let.At+SweepMs, func(t *Touch) int64 { return t.At })]
		}
	}
	return touches
}

// leavesOpen reports whether a move is open after the touches. Any of the pieces lifted in
// one scan may have been the first; it returns the two if that decides.
func (r *Rules) leavesOpen(p *Played, acts Acts) (bool, []Touch) {
	open := func() bool { return slices.Contains(r.Duty(p.Before, &acts, p.Bound).Allowed, p.Move) }
	if open() {
		return true, nil
	}
	acts.Touches = slices.Clone(acts.Touches)
	i := acts.Touched(p.Move.From())
	if i < 1 || !acts.Touches[i].Together {
		return false, nil
	}
	if own := p.Before.At(acts.Touches[i-1].Square).Is(p.Before.Turn()); !own && r.Settles(TopicOrder) {
		return false, nil // the own piece counts as touched first
	}
	two := slices.Clone(acts.Touches[i-1 : i+1])
	acts.Touches[i].Square, acts.Touches[i-1].Square = acts.Touches[i-1].Square, acts.Touches[i].Square
	return open(), two
}

// Disputed is the two touches of which nobody knows which was first, if it matters for a move
// that is no breach; nil if it does not.
func (r *Rules) Disputed(p *Played) *Evidence {
	open, two := r.leavesOpen(p, Acts{Touches: r.untilReleased(p)})
	if !open || two == nil || !r.Settles(TopicOrder) {
		return nil
	}
	return &Evidence{Contacts: TouchContacts(p.Before, two...)}
}

// touchBreach is a move that was not open after the touches. It cites the article that bound
// the player when he lifted the moved piece.
func (r *Rules) touchBreach(p *Played, acts Acts) Breach {
	m := p.Move
	if m.IsCastling() && r.Has(TopicRookFirst, NoCastling) && p.Acts.TouchedBefore(m.To(), m.From()) {
		return Breach{CastleRookFirst, Suspected, "", r.RookFirst(p.Before, &p.Acts, m)}
	}
	acts.Touches = slices.DeleteFunc(acts.Touches, func(t Touch) bool {
		return (t.Square == m.From() || m.IsCastling() && t.Square == m.To()) && !t.Back
	})
	duty := r.Duty(p.Before, &acts, p.Bound)
	rests := &Evidence{}
	if p.Bound != nil {
		rests.Contacts = replaced(TouchContacts(p.Before, p.Bound.Touches...))
	}
	rests.Contacts = append(rests.Contacts, TouchContacts(p.Before, acts.Touches...)...)
	return Breach{TouchBreach, Suspected, r.BreachArticle(duty.Article), rests.BoundBy(p.Before, &duty)}
}

// RookFirst returns the evidence that the rook of a castling was touched before the king.
func (r *Rules) RookFirst(before *legality.Position, acts *Acts, m legality.Move) *Evidence {
	both := Acts{}
	for _, t := range acts.Touches {
		if t.Square == m.To() || t.Square == m.From() {
			both.Touches = append(both.Touches, t)
		}
	}
	duty := Open(before, &both, r)
	return EvidenceOf(before, &both).BoundBy(before, &duty)
}

// releaseBreach finds a piece that was released on a square where it could have stayed, and
// that did not stay. What is done after the move has been made is no part of it.
func (r *Rules) releaseBreach(p *Played) []Breach {
	if !r.Settles(TopicReleased) {
		return nil
	}
	tried := r.TriedToCastle(p.Before, &p.Acts)
	for i := range p.Acts.Releases {
		let := &p.Acts.Releases[i]
		if p.part(let) && !p.Move.IsCastling() {
			return nil
		}
		if p.part(let) || p.castles(let) || CastlesRook(tried, let) || r.Begins(let, p.Move) || !p.Before.IsLegal(MoveOf(p.Before, let)) {
			continue
		}
		return []Breach{{ReleaseBreach, Suspected, r.BreachArticle(r.ReleaseArticle(p.Before, let)), r.LetGo(p.Before, &p.Acts, i)}}
	}
	return nil
}

// LetGo returns the evidence that the piece of the i-th release had to stay where it was
// released.
func (r *Rules) LetGo(before *legality.Position, acts *Acts, i int) *Evidence {
	let := acts.Releases[i]
	first := acts.Until(let.At)
	duty := Open(before, &first, r)
	others := func(o Release) bool { return o.From != let.From }
	its := slices.DeleteFunc(slices.Clone(acts.Releases[i:]), others)
	return (&Evidence{Contacts: ReleaseContacts(before, its...)}).BoundBy(before, &duty)
}

// choiceBreach finds that a promotion piece was changed after the choice was final. A board
// sees that a piece touched its square (4.4.4); it does not see the release.
func (r *Rules) choiceBreach(p *Played) []Breach {
	if p.Move.Promotion() == legality.NoKind || !p.Acts.Chosen(r) || p.Acts.As == p.Move.Promotion() {
		return nil
	}
	level := Certain
	if !r.Has(TopicPromotionFinal, WhenTouched) || p.Acts.Promoted != p.Move.To() {
		level = Suspected
	}
	then := p.Acts.Until(p.Acts.PromotedAt)
	final := Open(p.Before, &then, r)
	rests := &Evidence{Contacts: PlaceContacts(p.Before, &p.Acts)}
	return []Breach{{PromotionChanged, level, r.BreachArticle(""), rests.BoundBy(p.Before, &final)}}
}

// part reports whether a release is part of the move: the piece stands where the move puts
// it. A castling rook must not have been released before the king was touched.
func (p *Played) part(let *Release) bool {
	if let.To != Landing(p.Move, let.From) {
		return false
	}
	if !p.Move.IsCastling() || let.From != p.Move.To() {
		return true
	}
	return p.Acts.TouchedAt(p.Move.From()) <= let.At+SweepMs
}

// castles reports whether a release puts down the rook of a castling on another square
// after the king was touched. That was no move of the rook's own.
func (p *Played) castles(let *Release) bool {
	king := p.Move.From()
	return p.Move.IsCastling() && let.From == p.Move.To() && p.Acts.TouchedAt(king) >= 0 && !p.Acts.TouchedBefore(let.From, king)
}

// TouchedAt returns when a piece was touched; -1 if it was not.
func (a *Acts) TouchedAt(sq placement.Square) int64 {
	if i := a.Touched(sq); i >= 0 {
		return a.Touches[i].At
	}
	return -1
}

// TouchedBefore reports whether one piece was touched, and the other one only in a later
// scan.
func (a *Acts) TouchedBefore(first, then placement.Square) bool {
	at, later := a.TouchedAt(first), a.TouchedAt(then)
	return at >= 0 && later-at > SweepMs
}

// MoveOf returns the move that a release made or began (4.7.2). The kind of piece that a
// pawn released on the last rank would have become does not matter.
func MoveOf(before *legality.Position, let *Release) legality.Move {
	piece := before.At(let.From)
	if piece.Kind() == legality.Pawn && let.To.Rank() == LastRank(piece.Color()) {
		return legality.MakePromotion(let.From, let.To, legality.Queen)
	}
	m := legality.MakeMove(let.From, let.To)
	if with := CastlingBegun(before, let); with != legality.NoMove && !before.IsLegal(m) {
		return with
	}
	return m
}
