package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// While no game is played the board is only read, and no ply is seen in it. A lift costs the
// same wherever it is; a put costs less where that piece stood before (PutBackThere).

// follow takes a report while no game is played.
func (t *Tracker) follow(h *hypothesis, sq square, seen piece) {
	n, why, which := *h, AnyPut, choice(64)
	switch {
	case n.kingBack(sq, seen):
		why, which = KingsBack, 0
	case seen == placement.Empty:
		why, which = AnyLift, choice(32)
	case n.stood(sq, seen):
		why, which = PutBackThere, 0
	}
	if !t.sensor.Names {
		n.carry(sq, seen, t.now)
	}
	t.charge(&n, Act{Kind: Follow, Why: why, Choice: which, Square: sq})
	t.emit(&n)
	if why == KingsBack && seen != placement.Empty && t.differ(h, &h.node.pos) == sq.Set() { // both stand there again
		t.goThrough(&n, h.node, 0)
	}
}

// kingBack reports whether a king is lifted in the centre, where the kings have shown a result, or put back
// where the position has him.
func (h *hypothesis) kingBack(sq square, seen piece) bool {
	stands := h.node.pos.At(sq)
	return h.signal && (seen == placement.Empty && stands == placement.Empty && placement.Centre.Has(sq) || stands.Kind() == legality.King && same(stands, seen))
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

// leavePlay emits the hypotheses in which no game is played any more.
func (t *Tracker) leavePlay(h *hypothesis, k Kind, why *Rate) {
	undone, done := t.atStop(h, k)
	for i := range done {
		t.leavePlayAt(&done[i], k, why)
	}
	if why != PlayEndsAfter || h.node.ended() { // else the ply has ended the game
		t.leavePlayAt(&undone, k, why)
	}
}

// atStop is the hypothesis, and those that follow from it, when nothing more is played, or
// seen: a ply that the table shows, or that it cannot show, does not count, or does.
func (t *Tracker) atStop(h *hypothesis, k Kind) (undone hypothesis, done []hypothesis) {
	undone, done = *h, t.after(h, byStop)
	if undone.fresh = false; len(done) > 0 || h.has(mover) {
		t.charge(&undone, Act{Kind: k, Why: EndsUndone})
	}
	return undone, done
}

// leavePlayAt emits the hypotheses in which the game is over, and in which it is gone
// through again.
func (t *Tracker) leavePlayAt(h *hypothesis, k Kind, why *Rate) {
	n, a := *h, Act{Kind: k, Why: why}
	if k == Stop {
		a.Choice = n.open()
		n.halted = h.making()
	}
	t.charge(&n, a)
	t.loose(&n)
	if t.clock.known > silent && (h.over == nil || why != t.leaves()) && t.differ(h, &n.node.pos) == 0 { // else nothing tells that from play
		t.goThrough(&n, n.node, 0)
	}
}

// making is a copy of the hypothesis, if a ply is being made; else nil.
func (h *hypothesis) making() *hypothesis {
	if !h.begun() {
		return nil
	}
	n := *h
	n.halted, n.account = nil, account{}
	return &n
}

// stillMaking reports whether the board shows what it showed when the clock was stopped while a ply was being made.
func (t *Tracker) stillMaking(h *hypothesis) bool {
	return h.halted != nil && placement.Misreads(&h.halted.on, &t.reading)&^h.weak == 0
}

// makesOn emits the hypothesis in which the ply goes on that was being made when the clock was stopped.
func (t *Tracker) makesOn(h *hypothesis) {
	if !t.stillMaking(h) {
		return
	}
	n := *h.halted
	n.account, n.weak = h.account, h.weak
	t.act(n, Act{Kind: Resume, Why: StandsAgain})
}

// gamePlies is how many plies a game has: chosen (LastPly).
const gamePlies = 80

// open is what it costs that the clock stops after the last ply.
func (h *hypothesis) open() Cost {
	if h.game().ended() {
		return 0
	}
	return choice(gamePlies)
}

// finish extends a hypothesis by the end of the log.
func (t *Tracker) finish(h *hypothesis) {
	if h.phase == playing && t.ends(h) {
		t.emit(h)
		return
	}
	t.act(*h, Act{Kind: LogEnds})
}

// rest lets a hypothesis change its phase while the board is at rest. Only the best one may leave
// play where nothing has ended it; it may do so with a piece in the hand (EndsUndone).
func (t *Tracker) rest(h *hypothesis) {
	best := h == &t.beam[0]
	if t.idle == waits && h.blank != 0 && h.phase == playing {
		n := *h
		t.charge(&n, Act{Kind: Blank, Why: StaysBlank, Square: nowhere})
		h = &n
	}
	ends := h.phase == playing && t.ends(h)
	if ends && (h.node.ended() || !t.expects(h, h.turn())) { // else its press is still to come
		t.act(*h, Act{Kind: Leave, Why: PlayGoesOn})
	} else {
		t.emit(h)
	}
	switch {
	case ends:
		t.leavePlay(h, Leave, PlayEndsAfter)
	case h.phase == playing && best:
		t.leavePlay(h, Leave, t.leaves())
	case h.phase == loose && !t.clock.stopped:
		t.resume(h, StandsAtRest)
	case h.phase == loose:
		t.anew(h)
		t.review(h)
	}
}

// leaves is the rate at which play ends at a rest.
func (t *Tracker) leaves() *Rate {
	if t.clock.running == sensor.Stopped {
		return PlayEnds
	}
	return PlayEndsUnstopped
}

// review emits the hypothesis in which the players go through the game: the clocks stand still,
// and at a rest the board shows one of its last mostBack positions, but for squares that have erred.
func (t *Tracker) review(h *hypothesis) {
	for s, back := h.node, 0; s != nil && back < mostBack; s, back = s.parent, back+1 {
		if len(s.legal().list) > 0 && t.differ(h, &s.pos) == 0 {
			t.goThrough(h, s, 0)
			return
		}
	}
}

// ends reports whether the position, or the ply that the table shows, ends the game. A position that
// still waits for what a pawn becomes does not yet, nor a ply that waits for its press and was not told: its piece may
// be in the hand.
func (t *Tracker) ends(h *hypothesis) bool {
	if h.node.kind == byMove && h.off.Has(h.node.move.To()) || h.story != nil && h.story.Kind == Unseen && t.expects(h, h.turn()) {
		return false
	}
	return h.node.ended() || slices.ContainsFunc(h.shown(), func(m move) bool { return t.child(h.node, m).ended() })
}

// mostBack is how many plies are taken back at most.
const mostBack = 60

// resume emits the hypotheses in which play goes on from what stands there: the
// position of the game, or an earlier one; a few pieces may stand astray. What is
// played from there is no part of a game that is over. Where there is a clock and plies were put back, it may be over.
func (t *Tracker) resume(h *hypothesis, why *Rate) {
	last := h.game()
	ended := last.ended() || h.signal
	over, more, still := h.over != nil || ended, Cost(0), Cost(0)
	if ended {
		more = EndTakenBack.cost
	}
	switch {
	case why == StandsAgain: // the clock is started
		still = t.idles(h).cost
		t.makesOn(h)
	case !over:
		still = why.cost
	}
	if d := t.differ(h, &last.pos); d != 0 && d.Len() <= mostAstray && !ended {
		t.playFrom(h, last, nil, d, Resume, why, EachAstray.cost*Cost(d.Len())+t.strangers(last, d))
	}
	if s := t.promotedTo(last, t.reading[last.move.To()]); s != nil && t.differ(h, &s.pos) == 0 {
		t.playFrom(h, s, nil, 0, Resume, why, promotions[s.move.Promotion()].cost)
	}
	back := Cost(0)
	for s := last; s != nil && back < mostBack; s = s.parent {
		if len(s.legal().list) > 0 && t.differ(h, &s.pos) == 0 {
			t.playFrom(h, s, nil, 0, Resume, why, EachPlyBack.cost*back+more)
			mayBeOver := over || back > 0 && t.clock.known > silent
			if mayBeOver && s.parent != nil && s.parent.part == s.part { // from the initial array another game begins
				t.goThrough(h, s, still)
			}
			if back > 0 {
				break
			}
		}
		back++
	}
	t.anew(h)
}

// Deny says that the kings have shown no result: what was played since they went back is play.
func (t *Tracker) Deny() {
	t.extend(func(h *hypothesis) {
		n := *h
		if n.signal, n.over = false, nil; n.phase == playing {
			t.charge(&n, Act{Kind: Resume, node: n.node})
		}
		t.emit(&n)
	})
	t.confirm()
}

// strangers is what it costs more that pieces stand on some squares that the position has on
// none of them: they come from beside the board.
func (t *Tracker) strangers(n *node, astray set) (more Cost) {
	missing := map[piece]int{}
	for rest := astray; rest != 0; {
		missing[t.viewed(n.pos.At(rest.Pop()))]++
	}
	for rest := astray; rest != 0; {
		p := t.reading[rest.Pop()]
		if missing[p]--; p != placement.Empty && missing[p] < 0 {
			more += Brought.cost - EachAstray.cost
		}
	}
	return more
}

// goThrough emits the hypothesis in which the game is over, and a position of it is
// played on from, beside the game.
func (t *Tracker) goThrough(h *hypothesis, s *node, more Cost) {
	t.playFrom(h, s, h.game(), 0, Resume, Analysed, more)
}

// mostAstray is on how many squares the board may differ from a position that is resumed.
const mostAstray = 3

// playFrom emits the hypothesis in which play goes on from a position, as part of the
// game or after it is over; on some squares something else stands.
func (t *Tracker) playFrom(h *hypothesis, s, over *node, astray set, kind Kind, why *Rate, more Cost) {
	n := *h
	n.phase, n.over, n.signal, n.mayPlay, n.blank = playing, over, false, false, 0
	if over == nil {
		n.halted = nil
	}
	n.undid = n.undid && s.part == n.node.part
	t.stand(&n, s)
	if t.stray(&n, astray) {
		t.act(n, Act{Kind: kind, Why: why, Choice: more, Astray: astray, node: s})
	}
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
		a := held{piece: t.reading[sq], home: nowhere}
		if a.piece == placement.Empty {
			continue
		}
		if i := n.inHand(func(b *held) bool { return same(b.piece, a.piece) }); i >= 0 {
			a = n.drop(i)
		}
		if a.piece == placement.Unknown {
			return false
		}
		n.set(sq, a.piece, a.home, aside)
	}
	return true
}

// differ is the squares on which the board reads otherwise than a position, but for
// those that have erred.
func (t *Tracker) differ(h *hypothesis, p *legality.Position) set {
	return placement.Misreads(p.Placement(), &t.reading) &^ h.weak
}

// anew emits the hypothesis in which the initial array is that of the next game.
func (t *Tracker) anew(h *hypothesis) {
	if t.reading == t.view(&placement.Initial) && h.node.ply > 0 {
		t.playFrom(h, t.root(legality.Initial(), h.game()), nil, 0, NewGame, Anew, 0)
	}
}

// missed emits the hypotheses in which nobody can know what was played while nothing was heard: so
// many squares have changed, two with a ply; or play has ended, and the initial array was set up.
func (t *Tracker) missed(h *hypothesis, why *Rate, changed int) {
	if h.phase == loose {
		n := *h
		n.mayPlay = true
		t.charge(&n, Act{Kind: Follow, Why: why, Square: nowhere})
		t.anew(&n)
		return
	}
	undone, done := t.atStop(h, Leave)
	for _, n := range append(done, undone) {
		t.charge(&n, Act{Kind: Leave, Why: t.leaves(), Choice: why.cost})
		t.anew(&n)
		n.mayPlay = true
		t.charge(&n, Act{Kind: Follow, Why: Nothing, Choice: choice(32) * Cost((changed+1)/plySquares), Square: nowhere})
		t.loose(&n)
	}
}

// doubt looks whether play goes on from what the board shows, if the best story is dear.
func (t *Tracker) doubt() {
	if t.clock.stopped || t.trouble(&t.beam[0]) == 0 {
		return
	}
	t.extend(func(h *hypothesis) {
		t.emit(h)
		if h == &t.beam[0] {
			t.restart(h)
		}
	})
}

// restart emits the hypotheses in which play goes on from what stands on the board,
// and nothing joins that to the game: from play, if there is a clock; else, if plies may not have been heard or a player
// has pressed since play ended. Otherwise pieces are only set up, or moves tried out.
func (t *Tracker) restart(h *hypothesis) {
	if h.phase == loose && !h.mayPlay || h.phase == playing && !t.clock.there() {
		return
	}
	shows, known := t.stands(h)
	if !known || h.phase == playing && shows == *h.node.pos.Placement() {
		return
	}
	p := h.node.pos.PlayPlacement(&shows)
	for _, c := range [...]color{h.turn(), h.turn().Other()} {
		q := p.WithTurn(c)
		if (!t.clock.there() || t.clock.running.Is(c)) && len(q.Defects()) == 0 {
			t.playFrom(h, t.root(q, h.game()), nil, 0, Restart, Restarts, 0)
		}
	}
}

// stands is what stands on the board, as it reads; on one that names no pieces, which
// ones follows from what stood where, and may not be known.
func (t *Tracker) stands(h *hypothesis) (shows placement.Placement, known bool) {
	shows = h.on
	for sq, p := range t.reading {
		switch {
		case t.reads(square(sq), shows[sq]), h.weak.Len() <= mostWeak && h.weak.Has(square(sq)) && (p == placement.Empty || shows[sq] == placement.Empty):
		case p == placement.Unknown:
			return shows, false
		default:
			shows[sq] = p
		}
	}
	return shows, true
}

// linger extends a hypothesis when nothing has changed for lingerMs: the piece of the ply is still
// in the hand (Lingers, Holds), or, on a board that names none, has captured unseen or stands on a
// square that errs. Pieces that were lifted early are not charged.
func (t *Tracker) linger(h *hypothesis) {
	if !t.lingers(h) {
		t.emit(h)
		return
	}
	i, why := h.holding(), Lingers
	if t.sensor.Names { // and would have told the put
		why = Holds
	}
	if i < 0 {
		v := h.uncaptured().First()
		t.act(*h, Act{Kind: Linger, Why: why, Square: v, Piece: h.node.pos.At(v)})
		return
	}
	if t.sensor.Names && h.early[h.turn()] == premature && t.quiet == h.hand[i].at { // that it was in the hand at the press has been charged
		why = Nothing
	}
	n := *h
	n.hand[i].stays = !t.sensor.Names
	t.act(n, Act{Kind: Linger, Why: why, Square: h.hand[i].home, Piece: h.hand[i].piece})
	t.capturesUnseen(h, i, nowhere)
}

// lingers reports whether the piece of the ply is in the hand, and should have been put by now, or a piece was lifted
// to be captured, and nothing has captured it.
func (t *Tracker) lingers(h *hypothesis) bool {
	i := h.holding()
	if h.phase == playing && !h.begun() && h.uncaptured() != 0 {
		return true
	}
	if h.phase != playing || i < 0 || h.hand[i].home == nowhere || h.castle != legality.NoMove {
		return false
	}
	moves := h.node.legal().from(h.hand[i].home)
	return len(moves) == 0 || moves[0].Promotion() == legality.NoKind // else its player looks for what the pawn becomes
}
