package legality

import (
	"math/bits"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality/placement"
)

// Answer is whether a player can still mate by some sequence of legal moves, however
// unlikely: the question of Articles 5.1.2, 5.2.2, 6.9 and 7.5.5. The draws by repetition
// and by count (9.6) do not matter for it.
type Answer uint8

// The answers. Yes and No are proved.
const (
	Undecided Answer = iota
	Yes
	No
)

var answerNames = [...]string{"unknown", "yes", "no"}

// String returns "unknown", "yes" or "no".
func (a Answer) String() string { return enum.Of(answerNames[:], a, "?") }

// DefaultLimit is a limit for CanMate that leaves few positions undecided, even hard ones:
// 6 of the 6,414 questions of the dead-position vectors. A tenth of it leaves 42.
const DefaultLimit = 1 << 20

// CanMate searches for a sequence of legal moves that ends with c mating the
// opponent. It returns Yes and the moves, which are empty if the mate is on the
// board already; No if there is no such sequence; and Undecided if the search
// exceeds limit. The limit counts stored positions, of 70 bytes each. The answer
// depends on position and limit alone, not on time, unless stop ends the search: it
// may be nil, is called every few hundred positions, and ends the search by
// returning true.
//
// The answer is Undecided unless each player has one king, since the Laws define no
// mate otherwise. It is also Undecided, unless the pieces alone decide it, when the
// player not having the move is in check or a pawn stands on the first or last
// rank: legal play cannot reach such positions.
func (p *Position) CanMate(c Color, limit int, stop func() bool) (Answer, []Move) {
	if a := p.mateOnSight(c); a != Undecided || !p.searchable() {
		return a, nil
	}
	q := p.asWhite(c)
	if q.blocked() && q.cannotMateByMobility() {
		return No, nil
	}
	h := newHelpmate(&q, false)
	a := h.search(min(limit, firstLimit), stop)
	if a == Undecided && limit > firstLimit {
		if q.cannotMateByMobility() {
			return No, nil
		}
		h = newHelpmate(&q, true)
		a = h.search(limit, stop)
	}
	return a, h.line(c)
}

// firstLimit is how far CanMate searches for a mate before it tries harder to prove
// that there is none. Nine in ten positions of random games have a mate within it.
const firstLimit = 2000

// Dead returns whether the position is dead (5.2.2): Yes if neither player can mate, No if
// one can. Limit and stop are those of CanMate, for each of the two questions. A stalemate
// is dead, too; a checkmate is not.
func (p *Position) Dead(limit int, stop func() bool) Answer {
	dead := Yes
	for _, c := range [...]Color{White, Black} {
		switch a, _ := p.CanMate(c, limit, stop); a {
		case Yes:
			return No
		case Undecided:
			dead = Undecided
		}
	}
	return dead
}

// QuickDead reports whether QuickCanMate proves the position dead (5.2.2). A
// position for which it returns false may be dead all the same. It does not search
// positions with many free pieces, so most plies of a game cost next to nothing.
func (p *Position) QuickDead() bool {
	return !p.lively() && p.QuickCanMate(White) == No && p.QuickCanMate(Black) == No
}

// lively reports whether there are many pieces, some of them free to move, several
// legal moves, and no check. Such a position is not dead: a few captures leave
// enough to mate, and nothing is forced.
func (p *Position) lively() bool {
	if (p.colors[White]|p.colors[Black]).Len() <= fewPieces || p.blocked() && p.blockedBlack() {
		return false
	}
	var m Moves
	p.Generate(&m)
	return m.Checkers == 0 && m.Len() > fewMoves
}

// These bounds miss 2 of the 2,038 dead positions among the vectors that
// QuickCanMate proves; 1,500 of those are ends of real games.
const (
	fewPieces = 10
	fewMoves  = 3
)

func (p *Position) blockedBlack() bool {
	q := p.mirrored()
	return q.blocked()
}

// mateOnSight answers where the game has ended or the pieces alone decide.
func (p *Position) mateOnSight(c Color) Answer {
	if p.Kings(White).Len() != 1 || p.Kings(Black).Len() != 1 {
		return Undecided
	}
	var m Moves
	p.Generate(&m)
	switch {
	case m.From == 0 && m.Checkers != 0 && p.turn == c.Other():
		return Yes
	case m.From == 0 || p.CannotMateByMaterial(c):
		return No
	}
	return Undecided
}

// searchable reports whether the Laws cover the position and all positions that
// follow from it: one king each, no check to the player who has just moved, no
// pawns on the first and last ranks, and no more pieces than a set has.
func (p *Position) searchable() bool {
	return p.Kings(White).Len() == 1 && p.Kings(Black).Len() == 1 &&
		p.kinds[Pawn]&(backRank[White]|backRank[Black]) == 0 &&
		(p.colors[White]|p.colors[Black]).Len() <= maxPieces && !p.InCheck(p.turn.Other())
}

// maxPieces is the most pieces that can be on the board (2.2).
const maxPieces = 32

// Bounds of the quick test, chosen by what they find among the dead-position
// vectors and what they cost in games.
const (
	quickPlies     = 4    // looked ahead
	quickPliesBare = 7    // the same with kings, bishops and pawns alone: captures take longer
	quickForced    = 16   // more plies that a line may have if each is the only legal move
	quickLines     = 4000 // positions visited in all lines together
	quickFirst     = 250  // positions searched in a blocked game before the next question
	quickShare     = 4    // at least one in so many must be expanded by then
	quickLimit     = 5000 // then the search goes on up to so many positions
)

// QuickCanMate is a cheap CanMate for every ply of a replay. Its answer is never
// wrong. An ordinary position costs about 2 µs and no allocation, the worst some
// thousand times as much. It mostly returns Undecided where CanMate would find a
// mate, and sometimes where CanMate would prove that there is none.
//
// It returns No when all lines of a few plies end without a mate. With blocked
// pawns it also returns No when the squares that the pieces can ever reach rule out
// a mate, or when few positions can still arise and none is a mate.
func (p *Position) QuickCanMate(c Color) Answer {
	if a := p.mateOnSight(c); a != Undecided || !p.searchable() {
		return a
	}
	q := p.asWhite(c)
	plies := quickPlies
	if q.kinds[Knight]|q.kinds[Rook]|q.kinds[Queen] == 0 {
		plies = quickPliesBare
	}
	var l outlook
	if a := l.follow(&q, plies, quickForced); a != Undecided || q.Pieces(White, Pawn) == 0 || !q.blocked() {
		return a
	}
	if q.cannotMateByMobility() {
		return No
	}
	return q.searchFew()
}

// searchFew searches all positions that can arise, unless there seem to be too many.
func (p *Position) searchFew() Answer {
	h := newHelpmate(p, false)
	if a := h.search(quickFirst, nil); a != Undecided || h.round*quickShare < h.work {
		return a
	}
	return h.search(quickLimit, nil)
}

// outlook follows all lines of play from a position for a while.
type outlook struct {
	seen int // positions looked at
}

// follow returns Yes if it meets a mate by White, and No if every line ends without
// one within the given plies. A line may have up to forced more plies, each the
// only legal move. follow stops at the first line that does not end, so an ordinary
// position costs one line.
func (l *outlook) follow(p *Position, plies, forced int) Answer {
	var m Moves
	p.Generate(&m)
	l.seen++
	switch {
	case m.From == 0 && m.Checkers != 0 && p.turn == Black:
		return Yes
	case m.From == 0 || p.CannotMateByMaterial(White):
		return No
	case m.Len() == 1 && forced > 0:
		plies, forced = plies+1, forced-1
	}
	if plies == 0 || l.seen > quickLines {
		return Undecided
	}
	var q Position // not in the loop, where it would be allocated
	var list [usualMoves]Move
	for _, x := range m.appendAll(list[:0]) {
		q = p.Play(x)
		if a := l.follow(&q, plies-1, forced); a != No {
			return a
		}
	}
	return No
}

// usualMoves is a capacity for lists of moves: no position that was ever played has
// more.
const usualMoves = 256

// blocked reports whether each white pawn has something ahead of it on its file,
// and no white knight, rook or queen can move. In other positions White can nearly
// always mate.
func (p *Position) blocked() bool {
	own, occupied := p.colors[White], p.colors[White]|p.colors[Black]
	for pawns := own & p.kinds[Pawn]; pawns != 0; {
		if filesAhead(pawns.Pop().Set())&occupied == 0 {
			return false
		}
	}
	for pieces := own & (p.kinds[Knight] | p.kinds[Rook] | p.kinds[Queen]); pieces != 0; {
		s := pieces.Pop()
		if reach(p.board[s&63].Kind(), s, occupied)&^own != 0 {
			return false
		}
	}
	return true
}

// filesAhead returns all squares above the given ones on their files.
func filesAhead(s Set) Set {
	s <<= 8
	s |= s << 8
	s |= s << 16
	return s | s<<32
}

// CannotMateByMaterial reports whether the pieces on the board alone rule out that
// c ever mates. That is so when c has only the king; or one knight besides, and the
// opponent nothing but queens; or bishops besides, while all bishops on the board
// stand on squares of one colour and there is no knight and no pawn. If it returns
// false, other reasons may still rule out a mate.
func (p *Position) CannotMateByMaterial(c Color) bool {
	own, other := p.Occupied(c)&^p.Kings(c), p.Occupied(c.Other())&^p.Kings(c.Other())
	if own == 0 {
		return true
	}
	if own == p.Pieces(c, Knight) && own.Len() == 1 {
		return other == p.Pieces(c.Other(), Queen)
	}
	if own != p.Pieces(c, Bishop) {
		return false
	}
	for _, side := range [...]Color{White, Black} {
		if p.Pieces(side, Knight)|p.Pieces(side, Pawn) != 0 {
			return false
		}
	}
	bishops := own | p.Pieces(c.Other(), Bishop)
	return bishops&lightSquares == 0 || bishops&^lightSquares == 0
}

// mirrored returns the same position with the colours exchanged: the ranks in
// opposite order, and each piece of the other colour.
func (p *Position) mirrored() Position {
	q := *p
	q.turn = p.turn.Other()
	q.board = Placement{}
	for pieces := p.colors[White] | p.colors[Black]; pieces != 0; {
		s := pieces.Pop()
		piece := p.board[s&63]
		q.board[mirrorSquare(s)&63] = placement.MakePiece(piece.Color().Other(), piece.Kind())
	}
	for k, pieces := range p.kinds {
		q.kinds[k] = mirrorSet(pieces)
	}
	q.colors = [2]Set{mirrorSet(p.colors[Black]), mirrorSet(p.colors[White])}
	q.rights = mirrorSet(p.rights)
	if p.ep != 0 {
		q.ep = uint8(mirrorSquare(p.EnPassant())) + 1
	}
	q.key = q.computeKey()
	return q
}

// asWhite returns a position in which a question about c is one about White:
// mirrored if c is Black.
func (p *Position) asWhite(c Color) Position {
	if c == White {
		return *p
	}
	return p.mirrored()
}

func mirrorSquare(s Square) Square { return s ^ 56 }

func mirrorSet(s Set) Set { return Set(bits.ReverseBytes64(uint64(s))) }

// mirrored returns the move in the mirrored position.
func (m Move) mirrored() Move { return m ^ 56 ^ 56<<toShift }
