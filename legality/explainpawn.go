package legality

// pawnWay judges how a pawn moves (3.7.1 to 3.7.3.2).
func (e *explainer) pawnWay() {
	from, to := e.m.From(), e.m.To()
	up := Square(8)
	if e.side == Black {
		up = -up
	}
	switch {
	case pawnAttacks[e.side][from].Has(to):
		e.pawnDiagonal()
	case to == from+up:
		if e.p.board[to] != Empty {
			e.add(PawnBlocked, to)
		}
	case to == from+2*up:
		e.pawnDouble(from+up, to)
	default:
		e.add(PawnMove, to)
	}
}

// pawnDouble judges a pawn's move of two squares, over one to another.
func (e *explainer) pawnDouble(over, to Square) {
	if !isDoubleStep(e.m.From(), to, e.man) {
		e.add(PawnNotFirstMove, e.m.From())
	}
	for _, s := range [2]Square{over, to} {
		if e.p.board[s] != Empty {
			e.add(PawnDoubleBlocked, s)
			return
		}
	}
}

// pawnDiagonal judges a pawn's step to a square that it attacks.
//
// The position knows only of captures en passant that are legal. When one is
// not, because it exposes the capturer's king, and the last move may have been
// the double step, then that and not lateness is what is wrong with it.
func (e *explainer) pawnDiagonal() {
	from, to := e.m.From(), e.m.To()
	switch {
	case e.p.board[to] != Empty:
	case !e.p.looksEnPassant(from, to, e.man) || e.result.board[to^8] != Empty:
		e.add(PawnCaptureEmpty, to)
	case e.p.EnPassant() == to:
	case e.p.ep != 0 || e.p.halfmove != 0 || e.p.epSafe(from, to, e.p.Kings(e.side)):
		e.add(EnPassantLate, to^8)
	}
}

// promotion judges what the pawn becomes (3.7.3.3).
func (e *explainer) promotion() {
	kind, promotes := e.m.Promotion(), e.man.Kind() == Pawn && lastRank[e.side].Has(e.m.To())
	switch {
	case !promotes && kind != NoKind:
		e.add(PromotionElsewhere, e.m.To())
	case promotes && kind == NoKind:
		e.add(PromotionMissing, e.m.To())
	case promotes && !canPromoteTo(kind):
		e.add(PromotionKind, e.m.To())
	}
}
