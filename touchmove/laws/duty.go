package laws

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Duty says which moves are open to the player having the move, and why.
type Duty struct {
	Allowed []legality.Move // empty only if there is no legal move
	Free    bool            // every legal move is open
	Bound   string          // why: "from:g1", "cap:d5", "castle:K", "to:f8", "promo:q", joined by "&"; "from:e1&or:h1" for one of two; "" if free
	Article string          // in the rule set
	Intent  bool            // the duty depends on an intention that no sensor sees (4.4.3)
	Penalty bool            // the king must move because the touched piece cannot (Bilguer §3)
}

// binding narrows the legal moves step by step.
type binding struct {
	pos   *legality.Position
	rules *Rules
	acts  *Acts
	moves []legality.Move
	duty  Duty
	tried legality.Move // the illegal castling that the player began; NoMove if there is none
}

// Open returns the moves that are open to the player having the move after his acts in this
// turn. It depends on its arguments only, and takes every touch as deliberate. A touch
// after a release does not undo the release (4.7).
func Open(pos *legality.Position, acts *Acts, rules *Rules) Duty {
	duty := openAfter(pos, acts, rules)
	if !slices.ContainsFunc(acts.Releases, func(r Release) bool { return !duty.keeps(&r) }) {
		return duty
	}
	for i := range acts.Releases {
		r := &acts.Releases[i]
		then := acts.Until(r.At)
		if bond := openAfter(pos, &then, rules); bond.keeps(r) {
			if !duty.keeps(r) {
				return bond
			}
			break
		}
	}
	return duty
}

// openAfter does what Open does, without checking the order of touches and releases.
func openAfter(pos *legality.Position, acts *Acts, rules *Rules) Duty {
	b := bindingOf(pos, acts, rules)
	b.touched()
	b.promotion()
	b.released()
	return b.duty
}

func bindingOf(pos *legality.Position, acts *Acts, rules *Rules) binding {
	moves := pos.AppendMoves(nil)
	return binding{pos: pos, rules: rules, acts: acts, moves: moves, duty: Duty{Allowed: slices.Clone(moves), Free: true}}
}

// keeps reports whether every open move puts the released piece where it was released.
func (d *Duty) keeps(r *Release) bool {
	return len(d.Allowed) > 0 && !slices.ContainsFunc(d.Allowed, func(m legality.Move) bool { return Landing(m, r.From) != r.To })
}

// keep narrows the open moves to those that pass. If none passes, it changes nothing and
// returns false.
func (b *binding) keep(bound, article string, pass func(legality.Move) bool) bool {
	if !slices.ContainsFunc(b.duty.Allowed, pass) {
		return false
	}
	kept := slices.DeleteFunc(b.duty.Allowed, func(m legality.Move) bool { return !pass(m) })
	if b.duty.Bound != "" && bound != "" {
		bound = b.duty.Bound + "&" + bound
	}
	b.duty.Allowed, b.duty.Free, b.duty.Bound, b.duty.Article = kept, false, bound, article
	return true
}

// touched applies Articles 4.3 to 4.5.
func (b *binding) touched() {
	own, enemy := b.firstOf(true), b.firstOf(false)
	switch {
	case own != nil && !b.captureFirst() && b.castling():
	case own != nil && enemy != nil:
		b.bothColours(own, enemy)
	default:
		b.firstThatCan()
	}
	if b.duty.Free && len(b.acts.Touches) > 0 && b.duty.Article == "" {
		b.duty.Article = b.rules.Article(TopicNoneCan)
	}
}

func (b *binding) own(sq placement.Square) bool { return b.pos.At(sq).Is(b.pos.Turn()) }

func (b *binding) firstOf(own bool) *Touch {
	if i := slices.IndexFunc(b.acts.Touches, func(t Touch) bool { return b.own(t.Square) == own }); i >= 0 {
		return &b.acts.Touches[i]
	}
	return nil
}

// bindFrom keeps the moves of one piece.
func (b *binding) bindFrom(sq placement.Square, article string) bool {
	return b.keep("from:"+sq.String(), article, func(m legality.Move) bool { return m.From() == sq || castlesAlone(m, sq) })
}

// captureFirst reports whether a piece of the opponent that can be captured was touched before any
// of the player's own: that binds him (4.3.2), whatever he touches after it.
func (b *binding) captureFirst() bool {
	for _, i := range b.order() {
		sq := b.acts.Touches[i].Square
		if b.own(sq) || slices.ContainsFunc(b.moves, func(m legality.Move) bool { return b.pos.Captured(m) == sq }) {
			return !b.own(sq)
		}
	}
	return false
}

func (b *binding) canMove(sq placement.Square) bool {
	return slices.ContainsFunc(b.moves, func(m legality.Move) bool { return m.From() == sq })
}

// bothColours applies 4.3.3. If a rule set does not cover touches of both colours, the one
// piece captures the other if it can, which meets both duties.
func (b *binding) bothColours(own, enemy *Touch) {
	article := b.touchArticle(TopicOwn, true)
	bound := "from:" + own.Square.String() + "&cap:" + enemy.Square.String()
	if b.keep(bound, article, func(m legality.Move) bool {
		return m.From() == own.Square && b.pos.Captured(m) == enemy.Square
	}) {
		return
	}
	if b.rules.Has(TopicBothColours, AnyPiece) && b.bindCapture(enemy.Square, article) {
		return
	}
	b.firstThatCan()
}

// touchArticle returns the article that binds a touched piece: one for touches of both
// colours, one for touches of one.
func (b *binding) touchArticle(t Topic, mixed bool) string {
	if mixed && b.rules.Settles(TopicBothColours) {
		return b.rules.Article(TopicBothColours)
	}
	return b.rules.Article(t)
}

// firstThatCan applies 4.3.1 and 4.3.2: the first touched piece that can be moved or
// captured. If two were touched in one scan, the player's own counts as first (4.3.3).
func (b *binding) firstThatCan() {
	mixed := b.firstOf(true) != nil && b.firstOf(false) != nil
	for _, i := range b.order() {
		sq := b.acts.Touches[i].Square
		if !b.own(sq) {
			if b.bindCapture(sq, b.touchArticle(TopicEnemy, mixed)) {
				return
			}
			continue
		}
		if b.bindFrom(sq, b.touchArticle(TopicOwn, mixed)) || b.penalty() {
			return
		}
	}
}

// bindCapture keeps the captures of one piece.
func (b *binding) bindCapture(sq placement.Square, article string) bool {
	return b.keep("cap:"+sq.String(), article, func(m legality.Move) bool { return b.pos.Captured(m) == sq })
}

// penalty applies Bilguer §3: if the touched piece cannot be moved the king must
// move, but not by castling; if it cannot, the touch has no consequence.
func (b *binding) penalty() bool {
	if !b.rules.Has(TopicNoneCan, KingMoves) {
		return false
	}
	king := b.pos.Kings(b.pos.Turn()).First()
	b.duty.Penalty = b.keep("from:"+king.String()+"&!castle:K&!castle:Q", b.rules.Article(TopicNoneCan), func(m legality.Move) bool {
		return m.From() == king && !m.IsCastling()
	})
	return b.duty.Penalty
}

// order sorts the touches. If the rule set says so, the player's own pieces come before the
// opponent's of the same scan.
func (b *binding) order() []int {
	order := make([]int, len(b.acts.Touches))
	scan := 0
	for i := range order {
		order[i] = i
		if !b.rules.Settles(TopicOrder) {
			continue
		}
		if !b.acts.Touches[i].Together {
			scan = i
		}
		for j := i; j > scan && b.own(b.acts.Touches[order[j]].Square) && !b.own(b.acts.Touches[order[j-1]].Square); j-- {
			order[j-1], order[j] = order[j], order[j-1]
		}
	}
	return order
}

// castling applies 4.4.1 to 4.4.3: the king and a rook are touched, and no other own piece
// touched before them binds. It reports whether it has decided the duty.
func (b *binding) castling() bool {
	king, rook, kingFirst := b.kingAndRook()
	if rook == placement.NoSquare {
		return false
	}
	with := legality.MakeCastling(king, rook)
	switch {
	case !kingFirst && b.rules.Has(TopicRookFirst, NoMatter): // the rook may move or castle (FIDE 1971, Bilguer §7)
		article := b.rules.Article(TopicOwn) + "/" + b.rules.Article(TopicRookFirst)
		return b.keep("from:"+rook.String(), article, func(m legality.Move) bool {
			return m.From() == rook || m == with
		})
	case !kingFirst:
		return b.rookFirst(with)
	case slices.Contains(b.duty.Allowed, with) && b.rules.Has(TopicKingAndRook, MustCastle):
		return b.keep(castleBound(with), b.rules.Article(TopicKingAndRook), func(m legality.Move) bool { return m == with })
	case slices.Contains(b.duty.Allowed, with): // the piece touched first has to move (FIDE 1997, 1971)
		bound, article := "from:"+king.String()+"&or:"+rook.String(), b.rules.Article(TopicKingAndRook)
		return b.inOneScan(king, rook) && b.keep(bound, article, func(m legality.Move) bool {
			return m.From() == king || m.From() == rook
		})
	case !b.rules.Has(TopicCastleIllegal, KingElseAny):
		return false
	}
	b.duty.Article, b.tried = b.rules.Article(TopicCastleIllegal), with
	if !b.keep("from:"+king.String(), b.duty.Article, func(m legality.Move) bool { return m.From() == king }) {
		// Without the intention to castle, 4.3.1 would bind the rook. A king released on
		// its castling square proves the intention (4.7.2).
		b.duty.Intent = !slices.ContainsFunc(b.acts.Releases, func(r Release) bool {
			return r.From == king && r.To == with.KingTo() && abs(r.From.File()-r.To.File()) >= 2
		})
	}
	return true
}

// TriedToCastle returns the illegal castling that a player has begun; NoMove if there is
// none, or if the rule set does not settle what follows (4.4.3).
func (r *Rules) TriedToCastle(pos *legality.Position, acts *Acts) legality.Move {
	b := bindingOf(pos, acts, r)
	b.touched()
	return b.tried
}

// inOneScan reports whether two pieces were lifted in one scan, which hides the order of
// the touches.
func (b *binding) inOneScan(one, other placement.Square) bool {
	seen := false
	for _, touch := range b.acts.Touches {
		seen = seen && touch.Together
		if touch.Square == one || touch.Square == other {
			if seen {
				return true
			}
			seen = true
		}
	}
	return false
}

// rookFirst applies 4.4.2: castling with that rook is not open; otherwise 4.3 decides.
func (b *binding) rookFirst(with legality.Move) bool {
	if n := len(b.duty.Allowed); n > 1 || n == 1 && b.duty.Allowed[0] != with {
		b.duty.Allowed = slices.DeleteFunc(b.duty.Allowed, func(m legality.Move) bool { return m == with })
		b.duty.Free = len(b.duty.Allowed) == n
	}
	if enemy := b.firstOf(false); enemy != nil {
		b.bothColours(b.firstOf(true), enemy)
		return true
	}
	article := b.rules.Article(TopicRookFirst)
	for _, touch := range b.acts.Touches {
		if b.bindFrom(touch.Square, article) {
			return true
		}
	}
	b.duty.Article = b.rules.Article(TopicNoneCan)
	return true
}

// castlesAlone reports whether a move castles by moving the rook alone, with the king
// already on its castling square (Guidelines II.3.2.4).
func castlesAlone(m legality.Move, rook placement.Square) bool {
	return m.IsCastling() && m.To() == rook && m.From() == m.KingTo()
}

// kingAndRook returns the own king and the own rook that was touched first, if no other own
// piece that can move was touched before them.
func (b *binding) kingAndRook() (king, rook placement.Square, kingFirst bool) {
	king, rook = placement.NoSquare, placement.NoSquare
	withRook := false // in one scan with the rook
	for _, touch := range b.acts.Touches {
		piece := b.pos.At(touch.Square)
		withRook = withRook && touch.Together
		switch {
		case !piece.Is(b.pos.Turn()):
		case piece.Kind() == legality.King && king == placement.NoSquare:
			king = touch.Square
			kingFirst = rook == placement.NoSquare || withRook
		case piece.Kind() == legality.Rook && rook == placement.NoSquare && b.mayCastle(touch.Square):
			rook, withRook = touch.Square, true
		case king == placement.NoSquare && b.canMove(touch.Square):
			return placement.NoSquare, placement.NoSquare, false
		}
	}
	if king == placement.NoSquare {
		rook = placement.NoSquare
	}
	return king, rook, kingFirst
}

// mayCastle reports whether a player might mean to castle with a rook: it has not moved, or
// it stands in a corner of his first rank.
func (b *binding) mayCastle(rook placement.Square) bool {
	turn := b.pos.Turn()
	if rook == b.pos.CastlingRook(turn, legality.Kingside) || rook == b.pos.CastlingRook(turn, legality.Queenside) {
		return true
	}
	return rook.Rank() == 7-LastRank(turn) && (rook.File() == 0 || rook.File() == 7)
}

// kingReleased applies 4.7.2: the king was released on its castling square.
func (b *binding) kingReleased(r Release) bool {
	with := CastlingBegun(b.pos, &r)
	if !b.keep("", b.rules.Article(TopicKingReleased), func(m legality.Move) bool { return m == with }) {
		return false
	}
	b.duty.Bound = castleBound(with)
	return true
}

func castleBound(m legality.Move) string {
	if m.KingTo().File() == 6 {
		return "castle:K"
	}
	return "castle:Q"
}

// promotion applies 4.4.4: the choice is final when the piece has touched the square or, in
// other rule sets, when it has been released there.
func (b *binding) promotion() {
	if to := b.acts.Promoted; b.acts.Chosen(b.rules) {
		bound := "to:" + to.String() + "&promo:" + string(rune(b.acts.As.Letter()|0x20))
		b.keep(bound, b.rules.Article(TopicPromotionFinal), func(m legality.Move) bool {
			return m.To() == to && m.Promotion() == b.acts.As
		})
	}
}

// Chosen reports whether the choice of a promotion piece is final.
func (a *Acts) Chosen(r *Rules) bool {
	if a.As == legality.NoKind || r.Has(TopicPromotionFinal, WhenTouched) {
		return a.As != legality.NoKind
	}
	letGo := slices.ContainsFunc(a.Releases, func(rel Release) bool { return rel.To == a.Promoted && rel.At == a.PromotedAt })
	return letGo && r.Has(TopicPromotionFinal, WhenReleased)
}

// released applies 4.7: a piece that was released as a legal move, or as part of one,
// stays.
func (b *binding) released() {
	if !b.rules.Settles(TopicReleased) {
		return
	}
	for _, r := range b.acts.Releases {
		if r.To == b.acts.Promoted && b.acts.Chosen(b.rules) {
			continue // 4.4.4 decides
		}
		if CastlesRook(b.tried, &r) {
			continue // part of an illegal castling, and so of no legal move
		}
		if b.kingReleased(r) {
			return
		}
		if b.keep("to:"+r.To.String(), b.rules.ReleaseArticle(b.pos, &r), func(m legality.Move) bool {
			return m.From() == r.From && m.To() == r.To && !m.IsCastling() || b.rules.Begins(&r, m)
		}) {
			return
		}
	}
}

// ReleaseArticle returns the article by which a piece stays where it was released: that of
// a king on its castling square (4.7.2), of a pawn on the last rank, which fixes the square
// only (4.7.3), of a capture, or else of any move.
func (r *Rules) ReleaseArticle(pos *legality.Position, let *Release) string {
	switch {
	case CastlingBegun(pos, let) != legality.NoMove:
		return r.Article(TopicKingReleased)
	case let.To.Rank() == LastRank(pos.Turn()) && pos.At(let.From).Kind() == legality.Pawn:
		return r.Article(TopicPromotionSquare)
	case pos.Captured(legality.MakeMove(let.From, let.To)) != placement.NoSquare:
		return r.Article(TopicReleasedCapture)
	}
	return r.Article(TopicReleased)
}

// CastlesRook reports whether a release puts the rook of a castling on its square.
func CastlesRook(with legality.Move, let *Release) bool {
	return with != legality.NoMove && let.From == with.To() && let.To == with.RookTo()
}

// CastlingBegun returns the castling that a release begins; NoMove if it begins none. A
// king begins one if it moves two squares or more to its castling square.
func CastlingBegun(pos *legality.Position, let *Release) legality.Move {
	if pos.At(let.From).Kind() != legality.King || abs(let.From.File()-let.To.File()) < 2 {
		return legality.NoMove
	}
	for _, side := range [...]legality.Side{legality.Kingside, legality.Queenside} {
		rook := pos.CastlingRook(pos.Turn(), side)
		if m := legality.MakeCastling(let.From, rook); rook != placement.NoSquare && m.KingTo() == let.To {
			return m
		}
	}
	return legality.NoMove
}

// Begins reports whether a release may have begun a castling with the rook, in rule sets
// where the order does not matter.
func (r *Rules) Begins(let *Release, m legality.Move) bool {
	return r.Has(TopicRookFirst, NoMatter) && m.IsCastling() && m.To() == let.From && m.RookTo() == let.To
}

func abs(n int) int { return max(n, -n) }

// PromotionFixed reports whether the only open moves promote a pawn on one square.
func PromotionFixed(allowed []legality.Move) bool {
	return !slices.ContainsFunc(allowed, func(m legality.Move) bool {
		return m.Promotion() == legality.NoKind || m.To() != allowed[0].To()
	})
}

// CastleTogether reports whether the i-th touch and the one before it, in one scan, are of
// a king and a rook with which the player may mean to castle, in a rule set where the order
// matters.
func (r *Rules) CastleTogether(before *legality.Position, acts *Acts, i int) bool {
	b := bindingOf(before, acts, r)
	king, rook, _ := b.kingAndRook()
	one, other := acts.Touches[i-1].Square, acts.Touches[i].Square
	return r.Has(TopicRookFirst, NoCastling) && rook != placement.NoSquare &&
		(one == king && other == rook || one == rook && other == king)
}
