package track

// Confirmed is what every hypothesis shares that is not far behind. What merged with
// another hypothesis counts, too: of equal ones the better is kept, and what the
// other had otherwise remains as doubt.

// sureCost is how far behind the best hypothesis without a ply must be for it to be
// confirmed; chosen: one in 400.
const sureCost = 600

// doubt is that from some ply on, another line is as good but for what it was behind.
type doubt struct {
	from   *node // the first ply that the other does not have
	behind int64
}

// mostDoubts is how many are kept.
const mostDoubts = 6

// merge notes that another hypothesis, which is behind or level, has the same future.
func (h *hypothesis) merge(o *hypothesis) {
	behind := o.score - h.score
	if from := firstOf(h.node, o.node); from != nil && behind < sureCost {
		h.question(doubt{from, behind})
	}
	for i := range o.doubts[:o.doubtful] { // of what the two share
		if d := o.doubts[i]; d.behind+behind < sureCost && d.from.of(h.node) {
			h.question(doubt{d.from, d.behind + behind})
		}
	}
}

// question adds a doubt, in place of a smaller one if there are many.
func (h *hypothesis) question(d doubt) {
	for i := range h.doubts[:h.doubtful] {
		if o := &h.doubts[i]; o.from == d.from {
			o.behind = min(o.behind, d.behind)
			return
		}
	}
	if h.doubtful < mostDoubts {
		h.doubts[h.doubtful] = d
		h.doubtful++
		return
	}
	least := 0
	for i := range h.doubts {
		if h.doubts[i].behind > h.doubts[least].behind {
			least = i
		}
	}
	if d.behind < h.doubts[least].behind {
		h.doubts[least] = d
	}
}

// firstOf is the first node on the way to one that is not on the way to another; nil
// if all are.
func firstOf(a, b *node) (first *node) {
	for a != b && a != nil {
		if b == nil || a.part > b.part || a.part == b.part && a.ply >= b.ply {
			first, a = a, a.parent
			continue
		}
		b = b.parent
	}
	return first
}

// of reports whether a node is on the way to another.
func (n *node) of(to *node) bool {
	for to != nil && (to.part > n.part || to.part == n.part && to.ply > n.ply) {
		to = to.parent
	}
	return to == n
}

// Confirmed is up to where what was played is confirmed: the part, from 0, and how
// many of its plies. It may be less than it was: what was confirmed is revised then.
func (t *Tracker) Confirmed() (part, plies int) {
	h := &t.beam[0]
	sure := h.game()
	before := func(n *node) {
		if n != nil && n.of(sure) {
			sure = n.parent
		}
	}
	for i := range t.beam[1:] {
		o := &t.beam[1+i]
		if from := firstOf(sure, o.game()); from != nil && o.score-h.score < t.wanted(h, from) {
			before(from)
		}
	}
	for _, d := range h.doubts[:h.doubtful] {
		if d.behind < t.wanted(h, d.from) {
			before(d.from)
		}
	}
	for a := h.story; a != nil && a.At+t.sensor.Late > t.now; a = a.Prev {
		if a.node != nil { // the board may be late with what was before it
			before(a.node)
		}
	}
	if sure == nil {
		return 0, 0
	}
	return sure.part, sure.ply
}

// finalPlies is after how many plies the better one of two lines is taken: nothing
// that comes will tell them apart.
const finalPlies = 16

// wanted is how far behind a line must be that differs from some ply on: less with
// each ply that has passed.
func (t *Tracker) wanted(h *hypothesis, from *node) int64 {
	passed := h.game().ply - from.ply
	if from.part < h.game().part {
		passed = finalPlies
	}
	return sureCost * int64(finalPlies-min(passed, finalPlies)) / finalPlies
}

// Unsure reports whether the best story has become so dear that it may be wrong, or
// sees no game while the clock runs: then nothing should be confirmed.
func (t *Tracker) Unsure() bool { return !t.stopped && t.troubled(&t.beam[0]) }
