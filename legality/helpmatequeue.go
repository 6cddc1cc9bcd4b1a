package legality

// queue hands out positions by rank, the last one in first.
type queue struct {
	heads  [ranks]int32 // number of the first position of a rank plus 1
	lowest int          // no rank below has any
}

// ranks is how many a queue tells apart; what is worse goes with the last.
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

// next is the position to expand next, noPosition if none is left.
func (h *helpmate) next() int32 { return h.take(turns[h.round%len(turns)]) }

// enqueue puts a position in every queue.
func (h *helpmate) enqueue(i int32, p *Position) {
	n := h.positions.at(i)
	h.put(0, i, int(n.plies)+h.byForce(p))
	h.put(1, i, int(n.plies)+h.byCorner(p))
	h.put(2, i, int(n.quiet))
}
