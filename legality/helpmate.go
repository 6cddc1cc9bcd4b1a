package legality

import "slices"

// helpmate searches for a line of legal moves, played by both sides together,
// at whose end White mates: best first, over all positions that can arise. Each
// is held once and its moves are played once, so that a search that runs out of
// positions has proved that there is no mate.
//
// What is best is guessed in several ways that take turns, each with a queue of
// its own: hardly any position withstands all of them. See guesses.
type helpmate struct {
	positions positionStore
	queues    [guesses]queue
	corners   Set  // where Black is best mated
	round     int  // positions taken from the queues
	work      int  // positions held, and what else took time, in the same unit
	prune     bool // leave out positions where mobility rules out a mate
	tested    int  // positions tested for that
	pruned    int
	last      int32 // the position before the mate that was found
	mate      Move  // NoMove if none was
}

// mobilityWork is the work of a test by mobility: the positions that can be
// stored in the time that it takes.
const mobilityWork = 16

// stopEvery is how many positions are dealt with between two calls of stop.
const stopEvery = 64

func newHelpmate(p *Position, prune bool) *helpmate {
	h := &helpmate{corners: matingCorners(p), prune: prune}
	h.positions.chess960 = p.chess960
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

// hopeless reports whether mobility rules out a mate in a position that a
// capture or a pawn's move has led to. The question is dropped when it is asked
// in vain too often.
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

// testsInVain is how many tests by mobility may fail for one that does not: about
// as many as cost what the positions would that one keeps out.
const testsInVain = 16

// line is the moves that lead to the mate that was found, nil if none was. With
// c Black it is for the mirrored position.
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
