package legality

import "github.com/boardd/boardd/legality/placement"

// ActKind is what was done on the board, as far as two placements show it.
type ActKind uint8

// The acts.
const (
	ActNone             ActKind = iota // the placements are the same
	ActLegal                           // a legal move
	ActIllegal                         // one man moved as it may not
	ActIllegalCastling                 // king and rook castled as they may not
	ActHalfCastling                    // of king and rook only one stands where castling puts it
	ActPromotionMissing                // a pawn was left on the last rank
	ActPromotionWrong                  // a man stands on the last rank that no pawn of the player can become
	ActPromotionLeft                   // the promoted piece was put on, the pawn left where it was
	ActEnPassantLeft                   // a pawn captured en passant, and the captured pawn was left
	ActKingCaptured                    // a man moved onto the square of the opponent's king
	ActOwnCaptured                     // a man moved onto the square of a man of its own colour
	ActOpponentMan                     // a man of the player not having the move moved
	ActVanished                        // men were taken off without being captured; another may have moved
	ActSeveral                         // anything else
)

var actNames = [...]string{"none", "legal", "illegal", "illegal_castling", "half_castling", "promotion_missing",
	"promotion_wrong", "promotion_left", "en_passant_left", "king_captured", "own_captured", "opponent_man",
	"vanished", "several"}

// String is the act as logs write it.
func (k ActKind) String() string {
	if int(k) >= len(actNames) {
		return "?"
	}
	return actNames[k]
}

// Act is what best describes how one placement became another.
type Act struct {
	Kind    ActKind
	Move    Move // that was made or, as it seems, meant; NoMove if no single one fits
	Squares Set  // all squares on which the placements differ
}

// ExplainPlacement says which act best describes how the placement after came
// from the position, and which articles it breaks, nil for a legal move and
// for no change. It looks at the board alone: it does not know who acted. A
// man of unknown kind is taken for the one that stood on its square, or else
// for the only one that left its own.
//
// What stands is then Position.Play of the move only for ActLegal; the others
// are for PlayPlacement.
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
	e.man = Empty
	e.add(SeveralMoved, NoSquare)
	return Act{Kind: ActSeveral, Squares: c.changed}, e.faults
}

// descriptions are tried in order; the first that fits describes the act.
var descriptions = [...]func(c *comparison) (Act, []Fault, bool){
	describeLegal,
	describeCastling,
	describeHalfCastling,
	describePromotion,
	describeOneMan,
	describePromotionLeft,
	describeVanished,
}

// comparison is a position and what stood on the board after it.
type comparison struct {
	p       *Position
	after   Placement
	changed Set
	left    Set // squares with a man before and none after
	came    Set // changed squares with a man after
}

func (p *Position) compare(after *Placement) comparison {
	c := comparison{p: p, after: *after}
	vacated := p.board.Occupied() &^ after.Occupied()
	for s, man := range after {
		switch {
		case man.Known() || man == Empty:
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

// explain is Explain for a move that left the board as it is after the act.
func (c *comparison) explain(m Move) *explainer {
	e := c.p.explainer(m)
	e.result = c.p.PlayPlacement(&c.after)
	e.explain()
	return &e
}

// asPlayed is Explain for a move of which only a part was done.
func (c *comparison) asPlayed(m Move) *explainer {
	e := c.p.explainer(m)
	e.result = c.p.Play(m)
	e.explain()
	return &e
}

// mover is the square that the man now on to seems to have left: one that
// stands empty and had the same man, where possible one that makes the move legal.
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
