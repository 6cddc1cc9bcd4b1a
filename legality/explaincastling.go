package legality

import "github.com/boardd/boardd/legality/placement"

// castling judges castling (3.8.2), the safety of other kings apart.
func (e *explainer) castling() {
	king, rook := e.m.From(), e.m.To()
	if e.man != Empty && e.side != e.p.turn {
		e.add(WrongSide, king)
	}
	if e.m.Promotion() != NoKind {
		e.add(PromotionElsewhere, rook)
	}
	onRank := backRank[e.side].Has(king) && backRank[e.side].Has(rook)
	if e.man.Kind() != King || !onRank {
		e.add(CastlingNoKing, king)
	}
	if e.p.board[rook] != placement.MakePiece(e.side, Rook) || !onRank {
		e.add(CastlingNoRook, rook)
	}
	if king != e.p.castlingKing(e.side) || !e.p.rights.Has(rook) {
		e.add(CastlingRightLost, rook)
	}
	if onRank && e.man.Kind() == King && king != rook {
		e.castlingWay(king, rook)
	}
}

// castlingWay judges what temporarily prevents castling (3.8.2.2).
func (e *explainer) castlingWay(king, rook Square) {
	if blockers := e.p.castlingBlockers(king, rook); blockers != 0 {
		e.add(CastlingBlocked, nearest(king, rook, blockers))
	}
	attacked := e.p.castlingAttacked(king, rook)
	if attacked.Has(king) {
		e.add(CastlingInCheck, king)
	}
	to := e.m.KingTo()
	if across := attacked &^ king.Set() &^ to.Set(); across != 0 {
		e.add(CastlingThroughCheck, nearest(king, to, across))
	}
	exposed := e.result.Kings(e.side).Has(to) && e.result.Attacked(to, e.side^1)
	if to != king && attacked.Has(to) || exposed && !attacked.Has(to) {
		e.add(CastlingIntoCheck, to)
	}
}
