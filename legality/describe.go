package legality

// describeLegal finds the legal move that leads to the placement.
func describeLegal(c *comparison) (Act, []Fault, bool) {
	var list [256]Move
	for _, m := range c.p.AppendMoves(list[:0]) {
		if c.reachedBy(m) {
			return Act{Kind: ActLegal, Move: m}, nil, true
		}
	}
	return Act{}, nil, false
}

// reachedBy reports whether a move leads to the placement.
func (c *comparison) reachedBy(m Move) bool {
	if !c.changed.Has(m.From()) && !c.changed.Has(m.To()) {
		return false
	}
	q := c.p.Play(m)
	return q.board == c.after
}

// castlings calls try for castling of each king with each rook of its colour
// on its first rank, until one answers true.
func (c *comparison) castlings(try func(m Move) bool) Move {
	for side := range Color(2) {
		for kings := c.p.Kings(side) & backRank[side]; kings != 0; {
			king := kings.Pop()
			for rooks := c.p.Men(side, Rook) & backRank[side]; rooks != 0; {
				m := MakeCastling(king, rooks.Pop())
				if king == m.KingTo() && !c.p.Chess960() {
					continue // only there a king may castle and stay where it is
				}
				if try(m) {
					return m
				}
			}
		}
	}
	return NoMove
}

// describeCastling finds castling that is not legal.
func describeCastling(c *comparison) (Act, []Fault, bool) {
	m := c.castlings(c.reachedBy)
	if m == NoMove {
		return Act{}, nil, false
	}
	return Act{Kind: ActIllegalCastling, Move: m}, c.explain(m).faults, true
}

// describeHalfCastling finds a king that went to its castling square further
// than a king's step with its rook left behind, or a rook that jumped its king.
func describeHalfCastling(c *comparison) (Act, []Fault, bool) {
	if c.left.Len() != 1 || c.came.Len() != 1 {
		return Act{}, nil, false
	}
	from, to := c.left.First(), c.came.First()
	if c.p.board[to] != Empty || c.after[to] != c.p.board[from] {
		return Act{}, nil, false
	}
	rest := NoSquare
	m := c.castlings(func(m Move) bool {
		switch {
		case from == m.From() && to == m.KingTo() && !kingAttacks[from].Has(to):
			rest = m.To()
		case from == m.To() && to == m.RookTo() && m.From() != m.KingTo() && between(from, to).Has(m.From()):
			rest = m.From()
		}
		return rest != NoSquare
	})
	if m == NoMove {
		return Act{}, nil, false
	}
	e := c.asPlayed(m)
	e.add(CastlingHalf, rest)
	return Act{Kind: ActHalfCastling, Move: m}, e.faults, true
}

// describePromotion finds a pawn that left the board and a man that came onto
// its last rank, though not by a legal promotion.
func describePromotion(c *comparison) (Act, []Fault, bool) {
	if c.left.Len() != 1 || c.came.Len() != 1 {
		return Act{}, nil, false
	}
	from, to := c.left.First(), c.came.First()
	pawn, man := c.p.board[from], c.after[to]
	side := pawn.Color() & 1
	if pawn.Kind() != Pawn || !seventhRank[side].Has(from) || !lastRank[side].Has(to) || man == pawn {
		return Act{}, nil, false
	}
	if man.Is(side) && canPromoteTo(man.Kind()) {
		m := MakePromotion(from, to, man.Kind())
		return c.oneMan(m), c.explain(m).faults, true
	}
	m := MakePromotion(from, to, Queen)
	e := c.asPlayed(m)
	e.add(PromotionWrongMan, to)
	e.faults[len(e.faults)-1].Other = man
	return Act{Kind: ActPromotionWrong, Move: m}, e.faults, true
}

// describeOneMan finds a single man that moved.
func describeOneMan(c *comparison) (Act, []Fault, bool) {
	if c.came.Len() != 1 || c.left.Len() > 2 {
		return Act{}, nil, false
	}
	to := c.came.First()
	from := c.mover(to)
	if from == NoSquare {
		return Act{}, nil, false
	}
	m := MakeMove(from, to)
	if c.left != from.Set() && !c.reachedBy(m) {
		return Act{}, nil, false
	}
	act := c.oneMan(m)
	if act.Kind != ActEnPassantLeft {
		return act, c.explain(m).faults, true
	}
	e := c.asPlayed(m)
	e.add(EnPassantManLeft, to^8)
	return act, e.faults, true
}

// oneMan is the act of one man that moved as it may not.
func (c *comparison) oneMan(m Move) Act {
	man, other := c.p.board[m.From()], c.p.board[m.To()]
	side := man.Color() & 1
	kind := ActIllegal
	switch {
	case other.Is(side):
		kind = ActOwnCaptured
	case side != c.p.turn:
		kind = ActOpponentMan
	case other.Kind() == King:
		kind = ActKingCaptured
	case man.Kind() == Pawn && lastRank[side].Has(m.To()) && m.Promotion() == NoKind:
		kind = ActPromotionMissing
	case c.p.EnPassant() == m.To() && c.p.Captured(m) == m.To()^8 && c.after[m.To()^8] != Empty:
		kind = ActEnPassantLeft
	}
	return Act{Kind: kind, Move: m}
}

// describePromotionLeft finds a piece put on the last rank with the pawn that
// became it still before it.
func describePromotionLeft(c *comparison) (Act, []Fault, bool) {
	if c.left != 0 || c.came.Len() != 1 {
		return Act{}, nil, false
	}
	to := c.came.First()
	man := c.after[to]
	side := man.Color() & 1
	if !canPromoteTo(man.Kind()) || !lastRank[side].Has(to) {
		return Act{}, nil, false
	}
	from := c.pawnBefore(to, side)
	if from == NoSquare {
		return Act{}, nil, false
	}
	m := MakePromotion(from, to, man.Kind())
	e := c.asPlayed(m)
	e.add(PromotionPawnLeft, from)
	return Act{Kind: ActPromotionLeft, Move: m}, e.faults, true
}

// pawnBefore is the pawn of a colour that could promote on a square: the one
// on its file if the square was empty, one on a neighbouring file if it was not.
func (c *comparison) pawnBefore(to Square, side Color) Square {
	pawns := c.p.Men(side, Pawn) & seventhRank[side]
	if c.p.board[to] == Empty {
		return (pawns & linesOf[to].file).First()
	}
	pawns &= pawnAttacks[side^1][to]
	for rest := pawns; rest != 0; {
		if from := rest.Pop(); c.p.IsLegal(MakePromotion(from, to, Queen)) {
			return from
		}
	}
	return pawns.First()
}

// describeVanished finds men that are gone without a capture, perhaps with one
// other man that moved.
func describeVanished(c *comparison) (Act, []Fault, bool) {
	switch c.came.Len() {
	case 0:
		e := c.p.explainer(NoMove)
		c.addVanished(&e, c.left)
		return Act{Kind: ActVanished}, e.faults, true
	case 1:
		to := c.came.First()
		from := c.mover(to)
		if from == NoSquare {
			return Act{}, nil, false
		}
		m := MakeMove(from, to)
		e := c.explain(m)
		c.addVanished(e, c.left&^from.Set())
		return Act{Kind: ActVanished, Move: m}, e.faults, true
	}
	return Act{}, nil, false
}

func (c *comparison) addVanished(e *explainer, gone Set) {
	for gone != 0 {
		e.add(ManVanished, gone.Pop())
	}
}
