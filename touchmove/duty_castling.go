package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// castling applies 4.4.1 to 4.4.3, when the king and a rook are touched and no
// other own man before them binds. It reports whether it has decided.
func (b *binding) castling() bool {
	king, rook, kingFirst := b.kingAndRook()
	if rook == placement.NoSquare {
		return false
	}
	with := legality.MakeCastling(king, rook)
	switch {
	case !kingFirst && b.rules.has(topicRookFirst, noMatter):
		return b.anyOrder(with)
	case !kingFirst:
		return b.rookFirst(with)
	case slices.Contains(b.duty.Allowed, with):
		return b.rules.has(topicKingAndRook, mustCastle) &&
			b.keep(castleBound(with), b.rules.article(topicKingAndRook), func(m legality.Move) bool { return m == with })
	case !b.rules.settles(topicCastleIllegal):
		return false
	}
	b.duty.Article = b.rules.article(topicCastleIllegal)
	if !b.keep("from:"+king.String(), b.duty.Article, func(m legality.Move) bool { return m.From() == king }) {
		b.duty.Intent = true // without the intention to castle, 4.3.1 would bind the rook
	}
	return true
}

// anyOrder lets the rook move or castle, where it does not matter that it was
// touched before the king (FIDE 1971, Bilguer §7).
func (b *binding) anyOrder(with legality.Move) bool {
	article := b.rules.article(topicOwn) + "/" + b.rules.article(topicRookFirst)
	return b.keep("from:"+with.To().String(), article, func(m legality.Move) bool {
		return m.From() == with.To() || m == with
	})
}

// rookFirst applies 4.4.2: no castling with that rook, else as 4.3.
func (b *binding) rookFirst(with legality.Move) bool {
	if n := len(b.duty.Allowed); n > 1 || n == 1 && b.duty.Allowed[0] != with {
		b.duty.Allowed = slices.DeleteFunc(b.duty.Allowed, func(m legality.Move) bool { return m == with })
		b.duty.Free = len(b.duty.Allowed) == n
	}
	if enemy := b.firstOf(false); enemy != nil {
		b.bothColours(b.firstOf(true), enemy)
		return true
	}
	article := b.rules.article(topicRookFirst)
	for _, touch := range b.acts.Touches {
		if b.bindFrom(touch.Square, article) {
			return true
		}
	}
	b.duty.Article = b.rules.article(topicNoneCan)
	return true
}

// castlesAlone reports whether a move is castling by a rook alone, its king
// standing where castling puts it (Guidelines II.3.2.4).
func castlesAlone(m legality.Move, rook placement.Square) bool {
	return m.IsCastling() && m.To() == rook && m.From() == m.KingTo()
}

// kingAndRook finds the own king and the first own rook among the touched men,
// if no other own man that can move was touched before them.
func (b *binding) kingAndRook() (king, rook placement.Square, kingFirst bool) {
	king, rook = placement.NoSquare, placement.NoSquare
	withRook := false // in one scan with the rook
	for _, touch := range b.acts.Touches {
		man := b.pos.At(touch.Square)
		withRook = withRook && touch.Together
		switch {
		case !man.Is(b.pos.Turn()):
		case man.Kind() == legality.King && king == placement.NoSquare:
			king = touch.Square
			kingFirst = rook == placement.NoSquare || withRook
		case man.Kind() == legality.Rook && rook == placement.NoSquare && b.mayCastle(touch.Square):
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

// mayCastle reports whether a rook is one that a player might mean to castle
// with: it has not moved, or it stands in a corner of his first rank.
func (b *binding) mayCastle(rook placement.Square) bool {
	turn := b.pos.Turn()
	if rook == b.pos.CastlingRook(turn, legality.Kingside) || rook == b.pos.CastlingRook(turn, legality.Queenside) {
		return true
	}
	return rook.Rank() == 7-lastRank(turn) && (rook.File() == 0 || rook.File() == 7)
}

// kingReleased applies 4.7.2: a king let go where castling puts it.
func (b *binding) kingReleased(r Release) bool {
	if b.pos.At(r.From).Kind() != legality.King || abs(r.From.File()-r.To.File()) < 2 {
		return false
	}
	var with legality.Move
	if !b.keep("", b.rules.article(topicKingReleased), func(m legality.Move) bool {
		with = m
		return m.IsCastling() && m.From() == r.From && m.KingTo() == r.To
	}) {
		return false
	}
	with = b.duty.Allowed[0]
	b.duty.Bound = castleBound(with)
	return true
}

func castleBound(m legality.Move) string {
	if m.KingTo().File() == 6 {
		return "castle:K"
	}
	return "castle:Q"
}
