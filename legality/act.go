package legality

import (
	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality/placement"
)

// ActKind is what was done on the board, as far as two placements show it.
type ActKind uint8

// The acts.
const (
	ActNone             ActKind = iota // the placements are the same
	ActLegal                           // a legal move
	ActIllegal                         // one piece moved illegally
	ActIllegalCastling                 // king and rook castled illegally
	ActHalfCastling                    // only one of king and rook stands where castling puts it
	ActPromotionMissing                // a pawn was left on the last rank
	ActPromotionWrong                  // a piece stands on the last rank to which no pawn of the player can promote
	ActPromotionLeft                   // the promoted piece was put on, the pawn left where it was
	ActEnPassantLeft                   // a pawn captured en passant, and the captured pawn was left
	ActKingCaptured                    // a piece moved onto the square of the opponent's king
	ActOwnCaptured                     // a piece moved onto the square of a piece of its own colour
	ActOpponentPiece                   // a piece of the player not having the move moved
	ActVanished                        // pieces were taken off without being captured; another may have moved
	ActSeveral                         // anything else
)

var actNames = [...]string{"none", "legal", "illegal", "illegal_castling", "half_castling", "promotion_missing",
	"promotion_wrong", "promotion_left", "en_passant_left", "king_captured", "own_captured", "opponent_man",
	"vanished", "several"}

// String returns the act as logs write it.
func (k ActKind) String() string { return enum.Of(actNames[:], k, "?") }

// Act is what best describes how one placement became another.
type Act struct {
	Kind    ActKind
	Move    Move // the move made or apparently meant; NoMove if no single move fits
	Squares Set  // all squares on which the placements differ
}

// ExplainPlacement returns the act that best describes how the placement after came
// from the position, and the articles that it breaks: nil for a legal move and for
// no change. It looks at the board alone: it does not know who acted. A piece of
// unknown kind is taken for the piece that stood on its square before, or else for
// the only piece that left its square.
//
// Only after ActLegal does Position.Play of the move lead to what stands on the
// board; after other acts use PlayPlacement.
func (p *Position) ExplainPlacement(after *Placement) (Act, []Fault) {
	c := p.compare(after)
	if c.changed == 0 {
		return Act{}, nil
	}
	for _, describe := range descriptions {
		if act, faults, ok := describe(&c); ok {
			act.Squares = c.changed
			return act, faults
		}
	}
	e := p.explainer(NoMove)
	e.piece = Empty
	e.add(SeveralMoved, NoSquare)
	return Act{Kind: ActSeveral, Squares: c.changed}, e.faults
}

// descriptions are tried in order; the first that fits describes the act.
var descriptions = [...]func(c *comparison) (Act, []Fault, bool){
	describeLegal,
	describeCastling,
	describeShiftedCastling,
	describeHalfCastling,
	describePromotion,
	describeOnePiece,
	describePromotionLeft,
	describeVanished,
}

// comparison is a position and what stood on the board after it.
type comparison struct {
	p       *Position
	after   Placement
	changed Set
	left    Set // squares with a piece before and none after
	came    Set // changed squares with a piece after
}

func (p *Position) compare(after *Placement) comparison {
	c := comparison{p: p, after: *after}
	vacated := p.board.Occupied() &^ after.Occupied()
	for s, piece := range after {
		switch {
		case piece.Known() || piece == Empty:
		case p.board[s] != Empty:
			c.after[s] = p.board[s]
		case vacated.Len() == 1:
			c.after[s] = p.board[vacated.First()]
		}
	}
	c.changed = placement.Differ(&p.board, &c.after)
	c.came = c.changed & c.after.Occupied()
	c.left = c.changed &^ c.came
	return c
}

// explain explains a move that left the board as it is after the act.
func (c *comparison) explain(m Move) *explainer {
	e := c.p.explainer(m)
	e.result = c.p.PlayPlacement(&c.after)
	e.explain()
	return &e
}

// asPlayed explains a move that was played only in part.
func (c *comparison) asPlayed(m Move) *explainer {
	e := c.p.explainer(m)
	e.result = c.p.Play(m)
	e.explain()
	return &e
}

// mover returns the square that the piece on square to seems to have left: an empty square
// on which the same piece stood, if possible one from which the move is legal.
func (c *comparison) mover(to Square) Square {
	found := NoSquare
	for left := c.left; left != 0; {
		from := left.Pop()
		if c.p.board[from] != c.after[to] {
			continue
		}
		if c.p.IsLegal(MakeMove(from, to)) {
			return from
		}
		if found == NoSquare {
			found = from
		}
	}
	return found
}

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
			for rooks := c.p.Pieces(side, Rook) & backRank[side]; rooks != 0; {
				m := MakeCastling(king, rooks.Pop())
				if king == m.KingTo() && !c.p.Chess960() {
					continue // only in Chess960 may a king castle and stay where it is
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
	return Act{Kind: c.whose(m, ActIllegalCastling), Move: m}, c.explain(m).faults, true
}

// describeShiftedCastling finds what castling would be from another square: a king that
// went two squares towards a rook of its own, and the rook to the square that it crossed
// (3.8.2). No Move can express that; the fault is that there is no right to castle with
// this rook.
func describeShiftedCastling(c *comparison) (Act, []Fault, bool) {
	if c.p.Chess960() || c.left.Len() != 2 || c.came.Len() != 2 {
		return Act{}, nil, false
	}
	m := c.castlings(func(m Move) bool {
		king, rook := m.From(), m.To()
		to, crossed := king+2, king+1
		if rook < king {
			to, crossed = king-2, king-1
		}
		reached := c.left == king.Set()|rook.Set() && c.came == to.Set()|crossed.Set()
		return reached && c.p.board[king].Is(c.p.turn) && c.after[to] == c.p.board[king] && c.after[crossed] == c.p.board[rook]
	})
	if m == NoMove {
		return Act{}, nil, false
	}
	e := c.p.explainer(m)
	e.result = c.p.PlayPlacement(&c.after)
	e.add(CastlingRightLost, m.To())
	e.kings(e.result.Kings(e.side))
	return Act{Kind: ActIllegalCastling}, e.faults, true
}

// describeHalfCastling finds a king that went to its castling square, further than a king's
// step, while its rook was left behind; or a rook that jumped over its king.
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
	return Act{Kind: c.whose(m, ActHalfCastling), Move: m}, e.faults, true
}

// whose returns a kind of act, or ActOpponentPiece if the piece that moves belongs
// to the player not having the move.
func (c *comparison) whose(m Move, kind ActKind) ActKind {
	if !c.p.board[m.From()].Is(c.p.turn) {
		return ActOpponentPiece
	}
	return kind
}

// describePromotion finds a pawn that left the board and a piece that came onto
// its last rank, though not by a legal promotion.
func describePromotion(c *comparison) (Act, []Fault, bool) {
	if c.left.Len() != 1 || c.came.Len() != 1 {
		return Act{}, nil, false
	}
	from, to := c.left.First(), c.came.First()
	pawn, piece := c.p.board[from], c.after[to]
	side := pawn.Color() & 1
	if pawn.Kind() != Pawn || !seventhRank[side].Has(from) || !lastRank[side].Has(to) || piece == pawn {
		return Act{}, nil, false
	}
	if piece.Is(side) && canPromoteTo(piece.Kind()) {
		m := MakePromotion(from, to, piece.Kind())
		return c.onePiece(m), c.explain(m).faults, true
	}
	e := c.asPlayed(MakePromotion(from, to, Queen)) // what is wrong besides
	e.add(PromotionWrongPiece, to)
	e.faults[len(e.faults)-1].Other = piece
	kind := piece.Kind()
	if !piece.Known() || kind == Pawn {
		kind = Queen
	}
	return Act{Kind: ActPromotionWrong, Move: MakePromotion(from, to, kind)}, e.faults, true
}

// describeOnePiece finds a single piece that moved.
func describeOnePiece(c *comparison) (Act, []Fault, bool) {
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
	act := c.onePiece(m)
	if act.Kind != ActEnPassantLeft {
		return act, c.explain(m).faults, true
	}
	e := c.asPlayed(m)
	e.add(EnPassantPawnLeft, to^8)
	return act, e.faults, true
}

// onePiece returns the act of one piece that moved illegally.
func (c *comparison) onePiece(m Move) Act {
	piece, other := c.p.board[m.From()], c.p.board[m.To()]
	side := piece.Color() & 1
	kind := ActIllegal
	switch {
	case other.Is(side):
		kind = ActOwnCaptured
	case side != c.p.turn:
		kind = ActOpponentPiece
	case other.Kind() == King:
		kind = ActKingCaptured
	case piece.Kind() == Pawn && lastRank[side].Has(m.To()) && m.Promotion() == NoKind:
		kind = ActPromotionMissing
	case c.p.EnPassant() == m.To() && c.p.Captured(m) == m.To()^8 && c.after[m.To()^8] != Empty:
		kind = ActEnPassantLeft
	}
	return Act{Kind: kind, Move: m}
}

// describePromotionLeft finds a piece put on the last rank whose pawn still stands
// before it.
func describePromotionLeft(c *comparison) (Act, []Fault, bool) {
	if c.left != 0 || c.came.Len() != 1 {
		return Act{}, nil, false
	}
	to := c.came.First()
	piece := c.after[to]
	side := piece.Color() & 1
	if !canPromoteTo(piece.Kind()) || !lastRank[side].Has(to) {
		return Act{}, nil, false
	}
	from := c.pawnBefore(to, side)
	if from == NoSquare {
		return Act{}, nil, false
	}
	m := MakePromotion(from, to, piece.Kind())
	e := c.asPlayed(m)
	e.add(PromotionPawnLeft, from)
	return Act{Kind: ActPromotionLeft, Move: m}, e.faults, true
}

// pawnBefore returns the pawn of a colour that could promote on a square: the one
// on its file if the square was empty, one on a neighbouring file if it was not.
func (c *comparison) pawnBefore(to Square, side Color) Square {
	pawns := c.p.Pieces(side, Pawn) & seventhRank[side]
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

// describeVanished finds pieces that are gone without a capture, perhaps with one
// other piece that moved.
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
		e.add(PieceVanished, gone.Pop())
	}
}
