package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
)

// The size of the beam: how many hypotheses are kept, and how far behind the best
// one.
const (
	width  = 32
	margin = 1600
)

// extend lets every hypothesis be extended, and keeps the best of what comes of it.
func (t *Tracker) extend(with func(*hypothesis)) {
	t.begin()
	for i := range t.beam {
		with(&t.beam[i])
	}
	t.keep()
}

func (t *Tracker) begin() {
	t.next = t.next[:0]
	t.best = 1 << 62
}

// emit adds a hypothesis to the next beam. A ply that the table shows is completed
// when it shows the reply, too.
func (t *Tracker) emit(h *hypothesis) {
	if h.score > t.best+margin {
		return
	}
	if h.landed == t.now && h.added > 0 && h.phase == playing {
		if t.answered(h) {
			return
		}
		t.signal(h, h.spot)
		t.undone(h)
	}
	t.add(h)
}

// answered completes the ply if the table shows it and the reply, and reports
// whether it does.
func (t *Tracker) answered(h *hypothesis) bool {
	if h.resting(early) == 0 {
		return false
	}
	var buf, more [16]move
	done := false
	for _, m := range h.shown(buf[:0]) {
		n := *h
		n.node = t.child(h.node, m)
		n.castle = legality.NoMove
		n.settle()
		if len(n.shown(more[:0])) == 0 {
			continue
		}
		done = true
		n = *h
		t.complete(&n, m, Complete, t.unpressed(h, toPut), 0)
		t.emit(&n)
	}
	return done
}

// add keeps the better one of hypotheses whose future is the same.
func (t *Tracker) add(h *hypothesis) {
	if h.score > t.best+margin {
		return
	}
	t.best = min(t.best, h.score)
	hash := h.same()
	for i := range t.next {
		if n := &t.next[i]; n.hash == hash {
			if h.score < n.score {
				was := *n
				*n = *h
				n.hash = hash
				n.merge(&was)
			} else {
				n.merge(h)
			}
			return
		}
	}
	t.next = append(t.next, *h)
	t.next[len(t.next)-1].hash = hash
}

// keep makes the best of the extensions the beam.
func (t *Tracker) keep() {
	t.order = t.order[:0]
	for i := range t.next {
		if t.next[i].score <= t.best+margin {
			t.order = append(t.order, int16(i))
		}
	}
	slices.SortStableFunc(t.order, func(a, b int16) int { return int(t.next[a].score - t.next[b].score) })
	t.beam = t.beam[:0]
	for _, i := range t.order[:min(len(t.order), width)] {
		t.beam = append(t.beam, t.next[i])
		t.beam[len(t.beam)-1].link()
	}
}

// What is kept of the past: acts of a story, at least, and every how many records
// what is older is forgotten.
const (
	pastActs    = 1 << 13
	forgetEvery = 1 << 12
)

// forget lets go of what no hypothesis will come back to: the old acts of the
// stories, and plies that were tried from positions that all have left.
func (t *Tracker) forget() {
	if t.event%forgetEvery != 0 {
		return
	}
	for i := range t.beam {
		a := t.beam[i].story
		for n := 0; a != nil && n < pastActs; n++ {
			a = a.Prev
		}
		if a != nil {
			a.Prev = nil
		}
		for n := t.beam[i].node; n != nil; n = n.parent {
			n.kids = nil
		}
	}
}
