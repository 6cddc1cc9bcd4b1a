package track

// Confirmed is what every hypothesis shares that is not far behind, and it stays so until
// another one leads. What merged with another hypothesis counts, too: of equal ones the
// better is kept, and what the other had otherwise remains as doubt.

// sureCost is how far behind the best hypothesis without a ply must be for it to be
// confirmed: one in 90. Chosen by the side-by-side benchmark: with one in 400 as many plies
// are confirmed wrongly, and one in ten takes twice as long.
const sureCost = 450

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
	least := 0
	for i := range h.doubts[:h.doubtful] {
		o := &h.doubts[i]
		if o.from == d.from {
			o.behind = min(o.behind, d.behind)
			return
		}
		if o.behind > h.doubts[least].behind {
			least = i
		}
	}
	if h.doubtful < mostDoubts {
		h.doubts[h.doubtful] = d
		h.doubtful++
	} else if d.behind < h.doubts[least].behind {
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

// reviseCost is by how much another hypothesis must lead the best one that has what is
// confirmed for the record to be revised; chosen: one in 20. Less revises back and forth
// what nothing tells apart, more leaves it wrong.
const reviseCost = 300

// reader is the hypothesis that is read: the best one that has what is confirmed, unless
// the record is to be revised.
func (t *Tracker) reader() *hypothesis {
	for i := range t.beam {
		h := &t.beam[i]
		if h.score < t.beam[0].score+reviseCost && (t.told.of(h.game()) || t.told.of(t.shows(h))) {
			return h
		}
	}
	return &t.beam[0]
}

// confirm brings the record up to date.
func (t *Tracker) confirm() {
	h := t.reader()
	if from := firstOf(t.told, t.shows(h)); from != nil {
		t.told = from.parent
	}
	if sure := t.sure(h); !t.Unsure() && t.told.of(sure) {
		t.told = sure
	}
}

// shows is the last ply that a hypothesis has, with the one that the table shows.
func (t *Tracker) shows(h *hypothesis) *node {
	var buf [16]move
	if shown := h.shown(buf[:0]); len(shown) > 0 && h.over == nil {
		return t.child(h.node, shown[0])
	}
	return h.game()
}

// upTo is the last ply that a hypothesis has. What the table shows counts, too, when no
// press is to come, and it has stood for so long that a hand would have let go (lingerMs).
func (t *Tracker) upTo(h *hypothesis) *node {
	if t.idle > 1 && !t.expects(h, h.turn()) {
		return t.shows(h)
	}
	return h.game()
}

// sure is the last ply of a hypothesis that all have which are not far behind. Those that
// have not what is confirmed do not count.
func (t *Tracker) sure(h *hypothesis) *node {
	sure := t.upTo(h)
	before := func(n *node) {
		if n != nil && n != t.told && !n.of(t.told) && n.of(sure) {
			sure = n.parent
		}
	}
	for i := range t.beam {
		o := &t.beam[i]
		if from := firstOf(sure, t.upTo(o)); from != nil && o.score-h.score < t.wanted(h, from) {
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
	return sure
}

// Confirmed is up to where what was played is confirmed: the part, from 0, and how
// many of its plies. It may be less than it was: what was confirmed is revised then.
func (t *Tracker) Confirmed() (part, plies int) { return t.told.part, t.told.ply }

// wanted is how far behind a line must be that differs from some ply on: less with
// each ply that has passed.
func (t *Tracker) wanted(h *hypothesis, from *node) int64 {
	final := t.sensor.final()
	passed := h.game().ply - from.ply
	if from.part < h.game().part {
		passed = final
	}
	return sureCost * int64(final-min(passed, final)) / int64(final)
}

// Unsure reports whether the best story has become so dear that it may be wrong, or
// sees no game while the clock runs: then nothing should be confirmed. While the clock
// stands that stays as it was: what is done then says nothing of the game.
func (t *Tracker) Unsure() bool {
	if t.stopped {
		return t.lost
	}
	return t.troubled(&t.beam[0])
}
