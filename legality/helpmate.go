package legality

import (
	"slices"
)

// helpmate searches for a line of legal moves, played by both sides together, that
// ends with White mating. It searches best first over all positions that can arise.
// It stores each position once and plays its moves once, so a search that runs out
// of positions proves that there is no mate.
//
// Several heuristics guess what is best. They take turns, each with its own queue,
// since hardly any position withstands all of them. See guesses.
type helpmate struct {
	positions positionStore
	queues    [guesses]queue
	corners   Set  // where Black is best mated
	round     int  // positions taken from the queues
	work      int  // positions stored, and other work in the same unit
	prune     bool // leave out positions where mobility rules out a mate
	tested    int  // positions tested for that
	pruned    int
	last      int32 // the position before the mate that was found
	mate      Move  // NoMove if none was
}

// mobilityWork is the work of a test by mobility: how many positions could be
// stored in the same time.
const mobilityWork = 16

// stopEvery is the number of positions expanded between two calls of stop.
const stopEvery = 64

func newHelpmate(p *Position, prune bool) *helpmate {
	h := &helpmate{corners: matingCorners(p), prune: prune}
	h.positions.chess960 = p.chess960
	root, _ := h.positions.add(p)
	h.positions.at(root).parent = noPosition
	h.enqueue(root, p)
	return h
}

// search goes on until it finds a mate, no position is left, or the work since the
// beginning exceeds the limit.
func (h *helpmate) search(limit int, stop func() bool) Answer {
	for ; h.work <= limit; h.round++ {
		if stop != nil && h.round%stopEvery == 0 && stop() {
			break
		}
		i := h.next()
		if i == noPosition {
			return No
		}
		if h.expand(i) {
			return Yes
		}
	}
	return Undecided
}

// expand plays every move from a position, and reports whether one mates.
func (h *helpmate) expand(i int32) bool {
	var p Position
	var m Moves
	var list [usualMoves]Move
	h.positions.unpack(i, &p)
	p.Generate(&m)
	for _, x := range m.appendAll(list[:0]) {
		q := p.Play(x)
		if q.turn == Black && q.mated() {
			h.last, h.mate = i, x
			return true
		}
		h.reach(i, x, &q)
	}
	return false
}

// mated reports whether the player to move is mated.
func (p *Position) mated() bool {
	if !p.InCheck(p.turn) {
		return false
	}
	var m Moves
	p.Generate(&m)
	return m.From == 0
}

// reach stores the position after a move, unless it is known or hopeless.
func (h *helpmate) reach(from int32, x Move, q *Position) {
	if q.CannotMateByMaterial(White) {
		return
	}
	i, fresh := h.positions.add(q)
	if !fresh {
		return
	}
	h.work++
	n, before := h.positions.at(i), h.positions.at(from)
	n.parent, n.move, n.plies, n.quiet = from, x, before.plies+1, before.quiet
	if q.halfmove > 0 {
		n.quiet++
	} else if h.hopeless(q) {
		return
	}
	h.enqueue(i, q)
}

// hopeless reports whether mobility rules out a mate in a position after a capture or a
// pawn move. After too many tests without success it stops testing.
func (h *helpmate) hopeless(q *Position) bool {
	if !h.prune || h.tested > testsInVain*(2+h.pruned) || !q.blocked() {
		return false
	}
	h.tested++
	h.work += mobilityWork
	if !q.cannotMateByMobility() {
		return false
	}
	h.pruned++
	return true
}

// testsInVain is how many tests by mobility may fail for each one that succeeds. That many
// cost about as much as the positions that a success leaves out.
const testsInVain = 16

// line returns the moves that lead to the mate that was found, nil if none was. If
// c is Black, the search was for the mirrored position, and line mirrors the moves.
func (h *helpmate) line(c Color) []Move {
	if h.mate == NoMove {
		return nil
	}
	moves := []Move{h.mate}
	for i := h.last; h.positions.at(i).parent != noPosition; i = h.positions.at(i).parent {
		moves = append(moves, h.positions.at(i).move)
	}
	slices.Reverse(moves)
	for i := range moves {
		if c == Black {
			moves[i] = moves[i].mirrored()
		}
	}
	return moves
}

// queue hands out positions by rank, the last one in first.
type queue struct {
	heads  [ranks]int32 // number of the first position of a rank plus 1
	lowest int          // no rank below has any
}

// ranks is the number of ranks of a queue; the last one holds all worse positions.
const ranks = 1024

// put adds a position to the k-th queue.
func (h *helpmate) put(k int, i int32, rank int) {
	q := &h.queues[k]
	rank = max(0, min(rank, ranks-1))
	h.positions.at(i).next[k] = q.heads[rank]
	q.heads[rank] = i + 1
	q.lowest = min(q.lowest, rank)
}

// take takes the best position off the k-th queue that no other has handed out.
func (h *helpmate) take(k int) int32 {
	q := &h.queues[k]
	for q.lowest < ranks {
		i := q.heads[q.lowest] - 1
		if i == noPosition {
			q.lowest++
			continue
		}
		n := h.positions.at(i)
		q.heads[q.lowest] = n.next[k]
		if !n.expanded {
			n.expanded = true
			return i
		}
	}
	return noPosition
}

// turns is the order in which the queues take turns.
var turns = [...]int{0, 1, 0, 1, 0, 2}

// next returns the position to expand next, noPosition if none is left.
func (h *helpmate) next() int32 { return h.take(turns[h.round%len(turns)]) }

// enqueue puts a position in every queue.
func (h *helpmate) enqueue(i int32, p *Position) {
	n := h.positions.at(i)
	h.put(0, i, int(n.plies)+h.byForce(p))
	h.put(1, i, int(n.plies)+h.byCorner(p))
	h.put(2, i, int(n.quiet))
}

// noPosition is the index of no position.
const noPosition int32 = -1

// storedPosition is a position without its counts, and the way in which the search
// reached it.
type storedPosition struct {
	occupied Set
	pieces   [2]uint64 // what stands on the occupied squares in their order, four bits each
	rights   uint16    // castling rights on the first and the eighth rank
	ep       uint8
	turn     Color
	expanded bool
	move     Move // that led to it
	plies    uint16
	quiet    uint16 // of them, those without capture or pawn move
	parent   int32
	next     [guesses]int32 // in the queues
}

// positionStore holds positions, each of them once, and numbers them from 0.
type positionStore struct {
	blocks   []*[blockSize]storedPosition
	size     int32
	slots    []int32 // hash table of the positions' numbers plus 1
	chess960 bool
}

// blockSize is how many positions are allocated at a time, 14 kB.
const blockSize = 256

func (s *positionStore) at(i int32) *storedPosition { return &s.blocks[i/blockSize][i%blockSize] }

// add stores a position and reports whether it is new. The position is
// compared, not just its hash.
func (s *positionStore) add(p *Position) (i int32, fresh bool) {
	if 2*int(s.size) >= len(s.slots) {
		s.grow()
	}
	var n storedPosition
	n.pack(p)
	mask := uint64(len(s.slots) - 1)
	slot := n.hash() & mask
	for ; s.slots[slot] != 0; slot = (slot + 1) & mask {
		if i := s.slots[slot] - 1; s.at(i).same(&n) {
			return i, false
		}
	}
	if s.size%blockSize == 0 {
		s.blocks = append(s.blocks, new([blockSize]storedPosition))
	}
	s.size++
	s.slots[slot] = s.size
	*s.at(s.size - 1) = n
	return s.size - 1, true
}

// grow doubles the hash table.
func (s *positionStore) grow() {
	s.slots = make([]int32, max(1024, 2*len(s.slots)))
	mask := uint64(len(s.slots) - 1)
	for i := range s.size {
		slot := s.at(i).hash() & mask
		for s.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.slots[slot] = i + 1
	}
}

// pack stores a position without its counts.
func (n *storedPosition) pack(p *Position) {
	n.occupied, n.ep, n.turn = p.colors[0]|p.colors[1], p.ep, p.turn
	n.rights = uint16(p.rights&0xff) | uint16(p.rights>>56)<<8
	i := 0
	for pieces := n.occupied; pieces != 0; i++ {
		n.pieces[i>>4&1] |= uint64(p.board[pieces.Pop()&63]) << (i & 15 * 4)
	}
}

// unpack restores the i-th position, without its counts and its key.
func (s *positionStore) unpack(i int32, p *Position) {
	n := s.at(i)
	*p = Position{chess960: s.chess960, ep: n.ep, turn: n.turn}
	p.rights = Set(n.rights&0xff) | Set(n.rights>>8)<<56
	k := 0
	for pieces := n.occupied; pieces != 0; k++ {
		s := pieces.Pop()
		piece := Piece(n.pieces[k>>4&1] >> (k & 15 * 4) & 15)
		p.board[s&63] = piece
		p.kinds[piece.Kind()&7] |= s.Set()
		p.colors[piece.Color()&1] |= s.Set()
	}
}

// same reports whether two positions are the same (9.2.3).
func (n *storedPosition) same(m *storedPosition) bool {
	return n.occupied == m.occupied && n.pieces == m.pieces && n.turn == m.turn && n.rights == m.rights && n.ep == m.ep
}

// hash mixes what same compares, with the multipliers of SplitMix64.
func (n *storedPosition) hash() uint64 {
	h := uint64(n.occupied) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ n.pieces[0]) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>29 ^ n.pieces[1]) * 0x94d049bb133111eb
	h = (h ^ h>>29 ^ uint64(n.rights)<<16 ^ uint64(n.ep)<<8 ^ uint64(n.turn)) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

// guesses is the number of heuristics that guess how near a position is to a mate,
// in plies. A guess need not be right, only lower near a mate than elsewhere; what
// one misses the others find.
//
//   - byForce asks what White has to mate with, and what that needs next: a
//     pawn promoted, pieces of Black that block their own king.
//   - byCorner brings all pieces together in the corner where it is to happen.
//   - The third goes for captures and pawns' moves, so that blocked positions
//     change; it needs no guess.
//
// The weights were fitted to the adversarial half of the dead-position vectors and
// to positions of random games: one after the other was changed as long as the
// search visited fewer positions. They only affect speed.
const guesses = 3

// Weights of byForce. Each stage adds what keeps it behind the ones before it.
const (
	forceBlackKing = 6 // for each step to the corner
	forceWhiteKing = 8 // for each step to the square before the corner
	forceFlight    = 1 // for each square to which Black's king can go
	forcePiece     = 5 // for each piece of Black
	forceMajor     = 2 // for each step from Black's king to the nearest queen or rook

	forcePawns       = 13 // no queen or rook
	forcePawnStep    = 7  // for each step of the best pawn to promotion
	forcePawnOwn     = 2  // for each piece in its way
	forcePawnEnemy   = 6  // the same, more if it is Black's
	forcePawnCapture = 14 // for each step of the king to the nearest piece in its way

	forceMinors = 56 // no pawn
	forceMinor  = 2  // for each step to Black's king

	forceBlocked = 84 // what is left mates only a king that its own pieces block
	forceBlock   = 3  // for each step of the nearest of those to the corner
)

// byForce guesses by the strongest kind of pieces that White has left.
func (h *helpmate) byForce(p *Position) int {
	own, other := p.colors[White], p.colors[Black]
	king := p.Kings(Black).First()
	toCorner, corner := p.kingsToCorner(h.corners, forceBlackKing, forceWhiteKing)
	v := toCorner + forceFlight*p.flights(king) + forcePiece*other.Len()
	majors := own & (p.kinds[Queen] | p.kinds[Rook])
	minors := own & (p.kinds[Bishop] | p.kinds[Knight])
	switch {
	case majors != 0:
		return v + forceMajor*nearestOf(king, majors)
	case own&p.kinds[Pawn] != 0:
		return v + forcePawns + p.toPromotion()
	case p.mateBareKing(minors):
		return v + forceMinors + forceMinor*distances(king, minors)
	}
	// Only a king blocked by its own pieces can be mated: pieces of Black help.
	return v - forcePiece*other.Len() + forceBlocked +
		forceBlock*p.toBlock(corner) + forceMinor*nearestOf(corner, minors)
}

// Weights of byCorner.
const (
	cornerKing     = 5 // for each step of either king
	cornerEnemy    = 11
	cornerPawnStep = 3 // for each step of each pawn to promotion
	cornerBlock    = 2
	cornerPiece    = 2 // for each step of each piece of White
)

// byCorner guesses by the distance of all pieces from a corner on Black's side.
func (h *helpmate) byCorner(p *Position) int {
	own, other := p.colors[White], p.colors[Black]
	v, corner := p.kingsToCorner(h.corners&lastRank[White], cornerKing, cornerKing)
	v += cornerEnemy*other.Len() + cornerBlock*min(p.toBlock(corner), 9)
	for pawns := own & p.kinds[Pawn]; pawns != 0; {
		v += cornerPawnStep * filesAhead(pawns.Pop().Set()).Len()
	}
	for pieces := own &^ p.kinds[King] &^ p.kinds[Pawn]; pieces != 0; {
		v += cornerPiece * max(0, pieces.Pop().Distance(corner)-2)
	}
	return v
}

// kingsToCorner returns the corner where Black's king is mated soonest, and the
// weighted steps of both kings to their squares for it.
func (p *Position) kingsToCorner(corners Set, black, white int) (best int, corner Square) {
	own, other := p.Kings(White).First(), p.Kings(Black).First()
	best = ranks
	for corners != 0 {
		at := corners.Pop()
		before := at ^ 9 // one step towards the middle, on file and rank
		if v := black*other.Distance(at) + white*max(0, own.Distance(before)-1); v < best {
			best, corner = v, at
		}
	}
	return best, corner
}

// toPromotion returns the weighted distance of White's best pawn from promotion.
func (p *Position) toPromotion() int {
	own, other := p.colors[White], p.colors[Black]
	king := p.Kings(White).First()
	best := ranks
	for pawns := own & p.kinds[Pawn]; pawns != 0; {
		way := filesAhead(pawns.Pop().Set())
		v := forcePawnStep*way.Len() + forcePawnOwn*(way&own).Len() + forcePawnEnemy*(way&other).Len()
		if victims := way & other &^ p.kinds[King]; victims != 0 {
			v += forcePawnCapture * nearestOf(king, victims)
		}
		best = min(best, v)
	}
	return best
}

// toBlock returns the distance of Black's nearest piece from a square beside the
// corner; a pawn must be promoted first.
func (p *Position) toBlock(corner Square) int {
	best := 99
	for pieces := p.colors[Black] &^ p.kinds[King]; pieces != 0; {
		s := pieces.Pop()
		switch p.board[s&63].Kind() {
		case Pawn:
			best = min(best, s.Rank()+2)
		case Knight:
			best = min(best, s.Distance(corner^1))
		default:
			best = min(best, s.Distance(corner)-1)
		}
	}
	return best
}

// mateBareKing reports whether these knights and bishops, with their king, can mate
// a bare king.
func (p *Position) mateBareKing(minors Set) bool {
	bishops := minors & p.kinds[Bishop]
	return minors&(minors-1) != 0 &&
		(minors != bishops || bishops&lightSquares != 0 && bishops&^lightSquares != 0)
}

// flights returns the number of squares to which the king on a square could go.
func (p *Position) flights(king Square) int {
	c := p.board[king&63].Color() & 1
	without := (p.colors[0] | p.colors[1]) &^ king.Set()
	n := 0
	for to := kingAttacks[king&63] &^ p.colors[c]; to != 0; {
		if p.attackers(to.Pop(), c^1, without) == 0 {
			n++
		}
	}
	return n
}

// matingCorners returns the corners where Black is most easily mated: those of the
// colour of White's bishops, if they all stand on one colour; without white
// bishops, those that Black's bishops do not attack.
func matingCorners(p *Position) Set {
	const corners Set = 1<<0 | 1<<7 | 1<<56 | 1<<63
	bishops, squares := p.Pieces(White, Bishop), lightSquares
	if bishops == 0 {
		bishops, squares = p.Pieces(Black, Bishop), ^lightSquares
	}
	switch {
	case bishops == 0:
		return corners
	case bishops&^lightSquares == 0:
		return corners & squares
	case bishops&lightSquares == 0:
		return corners &^ squares
	}
	return corners
}

// distances returns the sum of the distances of some squares.
func distances(s Square, pieces Set) int {
	sum := 0
	for pieces != 0 {
		sum += s.Distance(pieces.Pop())
	}
	return sum
}

// nearestOf returns the distance of the nearest of some squares, 9 if there is none.
func nearestOf(s Square, pieces Set) int {
	best := 9
	for pieces != 0 {
		best = min(best, s.Distance(pieces.Pop()))
	}
	return best
}
