package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// While no game is played the board is only read: each report costs what any report
// costs, whatever stood there, and no ply is seen in it.

// follows adds a report while no game is played.
func (t *Tracker) follows(n *hypothesis, why Rate, more Cost, sq square) {
	t.charge(n, Act{Kind: Follow, Why: why, Choice: more, Square: sq})
}

// follow takes a report while no game is played.
func (t *Tracker) follow(h *hypothesis, sq square, seen piece) {
	n := *h
	switch {
	case seen == placement.Empty:
		t.follows(&n, AnyLift, choice(32), sq)
	case n.stood(sq, seen):
		t.follows(&n, PutBackThere, 0, sq)
	default:
		t.follows(&n, AnyPut, choice(64), sq)
	}
	if !t.sensor.Names {
		n.carry(sq, seen, t.now)
	}
	t.emit(&n)
}

// carry keeps the table while no game is played, on a board that names no pieces:
// what is put is what was lifted last.
func (h *hypothesis) carry(sq square, seen piece, now int64) {
	switch {
	case seen == placement.Empty && h.on[sq] != placement.Empty:
		h.raise(sq, aside, now)
	case seen != placement.Empty && h.on[sq] == placement.Empty && h.n > 0:
		a := h.drop(h.n - 1)
		h.set(sq, a.piece, a.home, aside)
	}
}

// stood reports whether what is read on a square stood there in the position, in
// one of those before it, or in the initial array.
func (h *hypothesis) stood(sq square, seen piece) bool {
	for n, back := h.node, 0; n != nil && back < lookBack; n, back = n.parent, back+1 {
		if same(n.pos.At(sq), seen) {
			return true
		}
	}
	return same(placement.Initial[sq], seen)
}

// lookBack is how many plies are looked at for where a piece stood.
const lookBack = 12

// stop extends a hypothesis by the clock being stopped: the game stands still, or
// is over.
func (t *Tracker) stop(h *hypothesis) {
	n := *h
	if h.phase == loose {
		t.emit(&n)
		return
	}
	t.over(h, Stop, Nothing)
	t.pressed(&n, Stop, PlaysOn)
}

// over emits the hypotheses in which no game is played any more.
func (t *Tracker) over(h *hypothesis, k Kind, why Rate) {
	undone, done := t.atStop(h, k)
	for i := range done {
		t.ended(&done[i], k, why)
	}
	if why != PlayEndsAfter || h.node.ended() { // else the ply has ended the game
		t.ended(&undone, k, why)
	}
}

// atStop is the hypothesis, and those that follow from it, when nothing more is played, or
// seen: a ply that the table shows, or that it cannot show, does not count, or does.
func (t *Tracker) atStop(h *hypothesis, k Kind) (undone hypothesis, done []hypothesis) {
	undone, done = *h, append(done, t.turns(h, toStop, nowhere)[1:]...)
	if undone.fresh = false; len(done) > 0 || h.has(mover) {
		t.charge(&undone, Act{Kind: k, Why: EndsUndone})
	}
	return undone, done
}

// ended emits the hypotheses in which the game is over, and in which it is gone
// through again.
func (t *Tracker) ended(h *hypothesis, k Kind, why Rate) {
	n := *h
	t.loosen(&n, k, why)
	if t.clock && (h.over == nil || why != t.leaves()) && t.differ(h, n.node) == 0 { // without a clock nothing tells that from play
		t.beside(&n, n.node)
	}
}

// loosen has no game be played any more.
func (t *Tracker) loosen(n *hypothesis, k Kind, why Rate) {
	t.charge(n, Act{Kind: k, Why: why})
	t.loose(n)
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

// start extends a hypothesis by the clock being started.
func (t *Tracker) start(h *hypothesis) {
	n := *h
	why := Nothing
	if h.phase == loose || h.over != nil {
		why = StandsStill
	}
	if why == StandsStill {
		t.resume(h, StandsAgain)
	}
	t.pressed(&n, Start, why)
}

// rest lets a hypothesis change its phase while the board is at rest.
func (t *Tracker) rest(h *hypothesis) {
	n, ends := *h, h.phase == playing && t.ends(h)
	if ends && (h.node.ended() || !t.expects(h, h.turn())) { // else its press is still to come
		t.charge(&n, Act{Kind: Leave, Why: PlayGoesOn})
	}
	t.emit(&n)
	switch {
	case ends:
		t.over(h, Leave, PlayEndsAfter)
	case h.phase == playing && h == &t.beam[0]:
		t.over(h, Leave, t.leaves())
	case h.phase == loose && !t.stopped:
		t.resume(h, StandsAtRest)
	case h.phase == loose:
		t.anew(h)
		t.review(h)
	}
}

// leaves is the rate at which play ends at a rest.
func (t *Tracker) leaves() Rate {
	if t.running == sensor.Stopped {
		return PlayEnds
	}
	return PlayEndsUnstopped
}

// review emits the hypothesis in which the players go through the game while the
// clock stands still.
func (t *Tracker) review(h *hypothesis) {
	for s, back := h.node, 0; s != nil && back < mostBack; s, back = s.parent, back+1 {
		if s.legal.total > 0 && t.differ(h, s) == 0 {
			t.beside(h, s)
			return
		}
	}
}

// ends reports whether the position, or the ply that the table shows, ends the game.
func (t *Tracker) ends(h *hypothesis) bool {
	var buf [16]move
	for _, m := range h.shown(buf[:0]) {
		if t.child(h.node, m).ended() {
			return true
		}
	}
	return h.node.ended()
}

// mostBack is how many plies are taken back at most.
const mostBack = 60

// resume emits the hypotheses in which play goes on from what stands there: the
// position of the game, or an earlier one; a few pieces may stand astray. What is
// played after the end of the game may be no part of it.
func (t *Tracker) resume(h *hypothesis, why Rate) {
	last := h.game()
	over, more := h.over != nil || last.ended(), Cost(0)
	if last.ended() {
		more = rates[EndTakenBack].Cost
	}
	if d := t.differ(h, last); d != 0 && d.Len() <= mostAstray && !last.ended() {
		t.playFrom(h, last, nil, d, Resume, why, rates[EachAstray].Cost*Cost(d.Len()))
	}
	back := Cost(0)
	for s := last; s != nil && back < mostBack; s = s.parent {
		if s.legal.total > 0 && t.differ(h, s) == 0 {
			t.playFrom(h, s, nil, 0, Resume, why, rates[EachPlyBack].Cost*back+more)
			if over && s.ply > 0 { // from the initial array another game begins
				t.beside(h, s)
			}
			if back > 0 {
				break
			}
		}
		back++
	}
	t.anew(h)
}

// beside emits the hypothesis in which a position of the game that is over is
// played on from, beside the game.
func (t *Tracker) beside(h *hypothesis, s *node) {
	t.playFrom(h, s, h.game(), 0, Resume, Analysed, 0)
}

// mostAstray is on how many squares it may differ.
const mostAstray = 3

// playFrom emits the hypothesis in which play goes on from a position, as part of the
// game or after it is over; on some squares something else stands.
func (t *Tracker) playFrom(h *hypothesis, s, over *node, astray set, kind Kind, why Rate, more Cost) {
	n := *h
	n.phase, n.over = playing, over
	t.stand(&n, s)
	if t.stray(&n, astray) {
		t.charge(&n, Act{Kind: kind, Why: why, Choice: more, node: s})
		t.emit(&n)
	}
}

// stand has the pieces stand as a position has them, and nothing else be open.
func (t *Tracker) stand(n *hypothesis, s *node) {
	n.node, n.on, n.off, n.n = s, *s.pos.Placement(), 0, 0
	n.release()
}

// release lets go of what is open of a ply.
func (h *hypothesis) release() {
	h.castle, h.early, h.owes, h.blink = legality.NoMove, [2]int64{}, false, nowhere
}

// stray has other pieces stand on some squares, as they read. It reports false if
// it is open which.
func (t *Tracker) stray(n *hypothesis, astray set) bool {
	for rest := astray; rest != 0; {
		if sq := rest.Pop(); t.reading[sq] == placement.Empty {
			n.raise(sq, aside, t.now)
		}
	}
	for rest := astray; rest != 0; {
		sq := rest.Pop()
		p := t.reading[sq]
		if p == placement.Empty {
			continue
		}
		home := nowhere
		for i := range n.hand[:n.n] {
			if same(n.hand[i].piece, p) {
				a := n.drop(i)
				p, home = a.piece, a.home
				break
			}
		}
		if p == placement.Unknown {
			return false
		}
		n.set(sq, p, home, aside)
	}
	return true
}

// differ is the squares on which the board reads otherwise than a position, but for
// those that have erred.
func (t *Tracker) differ(h *hypothesis, s *node) set {
	var d set
	for sq, p := range s.pos.Placement() {
		if !t.reads(square(sq), p) {
			d |= square(sq).Set()
		}
	}
	return d &^ h.weak
}

// anew emits the hypothesis in which the initial array is that of the next game.
func (t *Tracker) anew(h *hypothesis) {
	if t.reading == t.view(&placement.Initial) && h.node.ply > 0 {
		t.playFrom(h, t.root(legality.Initial(), h.game()), nil, 0, NewGame, Anew, 0)
	}
}

// signal emits the hypothesis in which both kings in the centre show a result, when
// one has been put on a square there: plies of kings that nobody has pressed are none.
// Else they stand where none may go, for another reason.
func (t *Tracker) signal(h *hypothesis, sq square) {
	if !centre.Has(sq) || h.on[sq].Kind() != legality.King {
		return
	}
	if h.on.Find(placement.WhiteKing)&centre == 0 || h.on.Find(placement.BlackKing)&centre == 0 {
		return
	}
	n, shows := *h, Act{Kind: Signal, Why: KingsShow}
	if m := n.node.move; n.node.kind == byMove && centre.Has(m.To()) && n.node.pos.At(m.To()).Kind() == legality.King && !n.pressed() {
		t.goBack(&n)
		shows.node = n.node
	}
	t.charge(&n, shows)
	t.loose(&n)
	t.charge(h, Act{Kind: Pass, Why: KingsAnyway, Square: sq, Piece: h.on[sq]})
}

// pressed reports whether a press has completed the last ply.
func (h *hypothesis) pressed() bool {
	for a := h.story; a != nil; a = a.Prev {
		if a.Kind == Press || a.Kind == PressLate {
			return true
		}
		if a.node != nil {
			return a.Why == Pressed
		}
	}
	return false
}

var centre = placement.SetOf(placement.D4, placement.E4, placement.D5, placement.E5)
