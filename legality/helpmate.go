package legality

import "slices"

// helpmate searches for a line of legal moves, played by both sides together,
// that ends in one of them mating: best first, over all positions that can
// arise. Each position is stored once and its moves are looked at once, so that
// a search that runs out of positions has proved that there is no mate.
//
// What is best is guessed in three ways that take turns, each with a queue of
// its own, since hardly any position withstands all of them; see guesses.
type helpmate struct {
	positions positionStore
	queues    [guesses]queue
	mater     Color
	corners   Set // where the loser's king is best mated
	round     int
	work      int  // positions stored, and what else took time, in the same unit
	prune     bool // leave out positions where mobility rules a mate out
	tried     int  // positions tested for that
	pruned    int
	last      int32 // the position before the mate, if one was found
	mate      Move
	found     bool
}

// mobilityWork is the work of a test by mobility: the time that it takes in
// positions stored.
const mobilityWork = 16

// stopEvery is how many positions are expanded between two calls of stop.
const stopEvery = 64

func newHelpmate(p *Position, c Color) *helpmate {
	h := &helpmate{mater: c, corners: matingCorners(p, c), positions: positionStore{chess960: p.chess960}}
	root, _ := h.positions.add(p)
	h.positions.at(root).parent = noPosition
	h.enqueue(root, p)
	return h
}

// search goes on until a mate is found, no position is left, or the work done
// since the beginning exceeds the limit.
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
	var list [maxMoves]Move
	h.positions.unpack(i, &p)
	p.Generate(&m)
	for _, x := range m.appendAll(list[:0]) {
		q := p.Play(x)
		if q.turn != h.mater && q.mated() {
			h.last, h.mate, h.found = i, x, true
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
	if q.CannotMateByMaterial(h.mater) {
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

// hopeless reports whether mobility rules out a mate in a position that a
// capture or a pawn's move led to. It is asked as long as that is worth it.
func (h *helpmate) hopeless(q *Position) bool {
	if !h.prune || h.tried > 32+16*h.pruned || !q.blocked(h.mater) {
		return false
	}
	h.tried++
	h.work += mobilityWork
	if !q.cannotMateByMobility(h.mater) {
		return false
	}
	h.pruned++
	return true
}

// line is the moves that lead to the mate that was found.
func (h *helpmate) line() []Move {
	if !h.found {
		return nil
	}
	var moves []Move
	for i := h.last; h.positions.at(i).parent != noPosition; i = h.positions.at(i).parent {
		moves = append(moves, h.positions.at(i).move)
	}
	slices.Reverse(moves)
	return append(moves, h.mate)
}
