package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// The size of the beam: how many hypotheses are kept, and how far behind the best one. More are
// kept while they are near it: hands that hurry through captures can be read in dozens of ways
// on a board that names no pieces, and it is later that tells which one it was.
const (
	width     = 32
	mostWidth = 64
	nearCost  = 800
	margin    = 1600
)

// mostNext is how many extensions are held: when there are more, only the best stay. A game
// has some hundreds at most, a board that says nonsense tens of thousands.
const mostNext = 1024

// extend lets every hypothesis be extended, and keeps the best of what comes of it.
func (t *Tracker) extend(with func(*hypothesis)) {
	t.begin()
	for i := range t.beam {
		if !t.hopeless(&t.beam[i], 0) {
			with(&t.beam[i])
		}
	}
	t.keep()
}

// any reports whether something is so in any hypothesis.
func (t *Tracker) any(is func(*hypothesis) bool) bool {
	for i := range t.beam {
		if is(&t.beam[i]) {
			return true
		}
	}
	return false
}

// hopeless reports whether a hypothesis that costs so much more can neither enter the beam nor count
// as a doubt. When stories are remembered none is hopeless, so that each can be shown.
func (t *Tracker) hopeless(h *hypothesis, more Cost) bool {
	return h.score+int64(more) > t.bound && t.memory == nil
}

func (t *Tracker) begin() {
	t.next, t.acts = t.next[:0], t.acts[:0]
	clear(t.places)
	t.best, t.last, t.bound, t.nearest = 1<<62, 1<<62, 1<<62, t.nearest[:0]
}

// drops reports whether a hypothesis is too dear to be added to next: then its story ends.
func (t *Tracker) drops(h *hypothesis) bool {
	if h.score <= t.best+margin && !t.hopeless(h, 0) {
		return false
	}
	t.noteEnd(h, Behind, h.score-t.best)
	return true
}

// add keeps the better one of hypotheses whose future is the same.
func (t *Tracker) add(h *hypothesis) {
	if t.drops(h) {
		return
	}
	hash := h.hash()
	if i, is := t.places[hash]; is {
		n, worse := &t.next[i], h
		if h.score < n.score {
			t.nearer(h.score, n.score)
			was := *n
			*n, worse = *h, &was
		}
		n.merge(worse)
		t.noteMerged(worse, n)
		return
	}
	if len(t.next) == mostNext {
		t.thin()
	}
	t.places[hash] = int16(len(t.next))
	t.next = append(t.next, *h)
	t.nearer(h.score, 1<<62)
}

// nearer notes that a score has come in place of a greater one. Above last a score cannot enter the
// beam; above bound it cannot even count as a doubt.
func (t *Tracker) nearer(score, was int64) {
	if len(t.nearest) == mostWidth && score >= t.nearest[mostWidth-1] {
		return
	}
	i, found := slices.BinarySearch(t.nearest, was)
	if found {
		t.nearest = slices.Delete(t.nearest, i, i+1)
	}
	i, _ = slices.BinarySearch(t.nearest, score)
	t.nearest = slices.Insert(t.nearest[:min(len(t.nearest), mostWidth-1)], i, score)
	t.best = t.nearest[0]
	t.last = t.best + margin
	if len(t.nearest) >= width {
		t.last = min(t.last, max(t.nearest[width-1], t.best+nearCost))
	}
	if len(t.nearest) == mostWidth {
		t.last = min(t.last, t.nearest[mostWidth-1])
	}
	t.bound = min(t.best+margin, t.last+sureCost)
}

// thin lets go of extensions that cannot come into the beam.
func (t *Tracker) thin() {
	t.sort()
	t.givenUp()
	next := make([]hypothesis, 0, mostWidth)
	clear(t.places)
	for k, i := range t.order[:t.stay()] {
		next = append(next, t.next[i])
		t.places[next[k].hash()] = int16(k)
	}
	t.next = append(t.next[:0], next...)
}

// stay is how many of the extensions, which are in order, the beam holds.
func (t *Tracker) stay() int {
	n := min(len(t.order), width)
	for n < min(len(t.order), mostWidth) && t.next[t.order[n]].score <= t.best+nearCost {
		n++
	}
	return n
}

// keep makes the best of the extensions the beam.
func (t *Tracker) keep() {
	t.sort()
	t.givenUp()
	t.order = t.order[:t.stay()]
	changed := len(t.beam) != len(t.order)
	for k, i := range t.order {
		n := &t.next[i]
		if !changed { // nothing was added to it, and it has the same doubts
			o := &t.beam[k]
			changed = n.added != 0 || n.story != o.story || n.score != o.score || !slices.Equal(n.doubts, o.doubts)
		}
		if n.link(); k == len(t.beam) {
			t.beam = append(t.beam, *n)
		}
		t.beam[k] = *n
	}
	if t.beam = t.beam[:len(t.order)]; changed {
		t.changes++
	}
}

// sort puts the extensions that may come into the beam in order, the best first.
func (t *Tracker) sort() {
	most := t.last
	if t.memory != nil { // those that do not come into it are to be shown
		most = t.best + margin
	}
	t.order = t.order[:0]
	for i := range t.next {
		if t.next[i].score <= most {
			t.order = append(t.order, int16(i))
		}
	}
	slices.SortStableFunc(t.order, func(a, b int16) int { return int(t.next[a].score - t.next[b].score) })
}

// What is kept of the past. Every so many records what is older is forgotten.
const (
	apartActs   = 1 << 10 // acts of the story that is read, from which others may part
	pastActs    = 1 << 13 // acts of each story, at least
	forgetEvery = 1 << 6
)

// giveUpApart gives up hypotheses whose stories part from the one that is read before its last acts, so
// that whoever follows that one need not remember more of it. Two stories that stay apart for so long
// differ in what makes no ply: in a piece that stands displaced, or only seems to.
func (t *Tracker) giveUpApart() {
	old := t.reader().story
	for n := 0; old != nil && n < apartActs; n++ {
		old = old.Prev
	}
	if old == nil {
		return
	}
	t.beam = slices.DeleteFunc(t.beam, func(h hypothesis) bool {
		a := h.story
		for a != nil && a != old && a.Event >= old.Event {
			a = a.Prev
		}
		if a != old {
			t.noteEnd(&h, Apart, h.score-t.beam[0].score)
		}
		return a != old
	})
}

// forget lets go of what no hypothesis will come back to: the old acts of the
// stories, and plies that were tried and are in none. What can be worked out of a node is
// worked out again.
func (t *Tracker) forget() {
	if t.event%forgetEvery != 0 {
		return
	}
	t.giveUpApart()
	if t.memory != nil {
		return
	}
	var kept []*node
	keep := func(n *node) {
		for ; n != nil && n.kept != t.event; n = n.parent {
			n.kept = t.event
			kept = append(kept, n)
		}
	}
	keep(t.confirmed)
	keep(t.final)
	for i := range t.beam {
		h := &t.beam[i]
		keep(h.node)
		keep(h.over)
		for _, d := range h.doubts {
			keep(d.from)
		}
		a := h.story
		for n := 0; a != nil && n < pastActs; n++ {
			keep(a.node)
			a = a.Prev
		}
		if a != nil {
			a.Prev = nil
		}
	}
	clear(t.next[:cap(t.next)])
	clear(t.views[:cap(t.views)])
	clear(t.acts[:cap(t.acts)])
	clear(t.beam[len(t.beam):cap(t.beam)])
	for _, n := range kept {
		n.ours, n.theirs = nil, nil
		n.kids = slices.Clone(slices.DeleteFunc(n.kids, func(k *node) bool { return k.kept != t.event }))
	}
}

// Once a record has extended a hypothesis, what it shows may say more: the reply stands, or
// both kings stand in the centre, or all pieces stand as before the last ply.

// emit adds a hypothesis to the next beam. A ply that the table shows is completed
// when it shows the reply, too.
func (t *Tracker) emit(h *hypothesis) {
	if t.drops(h) {
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

// act emits a hypothesis with one more act.
func (t *Tracker) act(n hypothesis, a Act) {
	t.charge(&n, a)
	t.emit(&n)
}

// answered completes the ply if the table shows it and the reply, and reports
// whether it does.
func (t *Tracker) answered(h *hypothesis) bool {
	if h.resting(early) == 0 {
		return false
	}
	done := false
	var n hypothesis
	for _, m := range h.shown() {
		if t.showsReply(h, m) {
			done, n = true, *h
			t.complete(&n, m, Complete, t.unpressed(h, byPut), 0)
			t.emit(&n)
		}
	}
	return done
}

// showsReply reports whether the table shows a reply to a ply that it shows.
func (t *Tracker) showsReply(h *hypothesis, m move) bool {
	n := *h
	n.node, n.castle = t.child(h.node, m), legality.NoMove
	n.settle()
	return len(n.shown()) > 0
}

// undone emits the hypothesis in which the last ply is taken back, because all of its
// pieces stand as before; or some of the last plies, while such are being taken back. If every
// piece stands where the position has it, nothing is taken back.
func (t *Tracker) undone(h *hypothesis) {
	if h.off == 0 {
		return
	}
	s := h.node
	for plies := 1; s.parent != nil && s.kind != inGap && s.part == s.parent.part; plies, s = plies+1, s.parent {
		switch {
		case plies > 1 && (h.back == 0 || plies > mostUnder || h.begun()):
			return
		case h.on == *s.parent.pos.Placement():
			n := *h
			for n.node != s.parent {
				t.charge(&n, Act{Kind: TakeBack, Why: h.untouched(&n), Square: n.spot, Piece: n.on[n.spot], Move: n.node.move, node: n.node.parent})
				t.goBack(&n)
			}
			t.add(&n)
			return
		}
	}
}

// goBack lets a hypothesis stand before its last ply again. If the opponent's clock runs, he usually
// presses it: that press is still to come.
func (t *Tracker) goBack(n *hypothesis) {
	n.undid = n.undid || n.over == nil && n.node.kind == byMove
	n.node = n.node.parent
	n.castle, n.owes, n.back = legality.NoMove, t.clock.runsFor(n.turn().Other()), min(n.back+1, backMore)
	n.adjusts, n.setRight = false, nowhere
	n.settle()
}

// signal emits the hypotheses in which both kings in the centre show a result, once one of them has been put there. A ply
// that the table shows has been made before that. If they show none, they stand where they may not go.
func (t *Tracker) signal(h *hypothesis, sq square) {
	if !placement.Centre.Has(sq) || h.on[sq].Kind() != legality.King {
		return
	}
	if h.on.Find(placement.WhiteKing)&placement.Centre == 0 || h.on.Find(placement.BlackKing)&placement.Centre == 0 {
		return
	}
	shown := slices.DeleteFunc(h.shown(), h.node.toCentre) // else the step of a king is the signal, no ply
	for _, m := range shown {
		n := *h
		t.complete(&n, m, Complete, t.unpressed(h, byStop), 0)
		t.showResult(&n)
	}
	if len(shown) == 0 {
		n := *h
		t.showResult(&n)
	}
	t.charge(h, Act{Kind: Pass, Why: KingsAnyway, Square: sq, Piece: h.on[sq], Home: h.homeOf(sq)})
}

// showResult emits the hypothesis in which the kings have come to the centre to show a result.
func (t *Tracker) showResult(n *hypothesis) {
	shows := Act{Kind: Signal, Why: KingsShow}
	if before := t.beforeSignal(n); before != n.node {
		n.node, shows.node = before, before
		n.settle()
	}
	t.charge(n, shows)
	n.signal = true
	t.loose(n)
}

// toCentre reports whether a move is one of a king to the centre.
func (n *node) toCentre(m move) bool {
	return placement.Centre.Has(m.To()) && n.pos.At(m.From()).Kind() == legality.King && !m.IsCastling()
}

// beforeSignal is the game without what a king did to show a result: his ply to the centre that nobody has pressed,
// or his last step there after it was pressed.
func (t *Tracker) beforeSignal(h *hypothesis) *node {
	n := h.node
	if n.kind != byMove || !n.parent.toCentre(n.move) {
		return n
	}
	for a := h.story; a != nil; a = a.Prev {
		switch {
		case a.Kind == Press, a.Kind == PressLate, a.node != nil && a.Why == Pressed:
			return n
		case a.Why == SetRightAtOnce:
			return t.child(n.parent, n.parent.legal().to(n.move.From(), a.Home))
		case a.node != nil:
			return n.parent
		}
	}
	return n.parent
}

// loose emits a hypothesis in which no game is played.
func (t *Tracker) loose(n *hypothesis) {
	n.phase = loose
	n.release()
	if t.sensor.Names { // what stands where is read again
		t.stand(n, n.node)
	}
	t.emit(n)
}
