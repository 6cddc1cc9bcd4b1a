package simulate

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// turn is when the parts of a ply happened.
type turn struct {
	lifted  int64 // its man was lifted for good; landed for one that crossed another
	landed  int64 // the last man came to stand where it stays
	clear   int64 // nothing of the ply or of what followed from it moves any more
	pressed int64 // its clock was pressed; -1 not, or not yet
	owes    bool  // its clock is pressed only after the reply
	plain   bool  // one man, straight to an empty square, pressed at once, and nothing besides
	squares placement.Set
}

// hand is the hand of the player to move, in the course of one ply.
type hand struct {
	*game
	turn
	at     int64 // it is now
	move   legality.Move
	held   man // the man that is to move, if it was lifted early
	victim man // the captured one
}

// ply makes one move, and whatever the hands do around it.
func (g *game) ply(m legality.Move) {
	side, after, deeds := g.pos.Turn(), g.pos.Play(m), len(g.truth.Deeds)
	h := &hand{game: g, move: m, turn: turn{lifted: -1, pressed: -1, squares: placement.Differ(g.pos.Placement(), after.Placement())}}
	if !h.cross() {
		h.reach()
		h.make()
		h.landed, h.clear = h.at, h.at
		h.besides()
	}
	h.eraseUnseen()
	g.truth.Moves, g.truth.Landed = append(g.truth.Moves, g.pos.UCI(m)), append(g.truth.Landed, h.landed)
	h.press(side)
	h.plain = h.quiet() && !h.owes && deeds == len(g.truth.Deeds)
	g.truth.Pressed = append(g.truth.Pressed, h.pressed)
	g.past.Play(m)
	g.pos, g.prev, g.now = after, h.turn, max(h.clear, h.pressed)
}

// eraseUnseen writes down that nothing shows the move: its man's tag is dead.
func (h *hand) eraseUnseen() {
	m := h.stand[h.move.To()]
	if h.quiet() && h.dead[m] > 0 && h.dead[m] < h.landed {
		h.did(Erased, h.landed, 0, h.move.To())
	}
}

// quiet reports whether the move is of one man to an empty square.
func (h *hand) quiet() bool {
	return !h.move.IsCastling() && h.move.Promotion() == legality.NoKind && h.pos.Captured(h.move) == placement.NoSquare
}

// reach brings the hand to the man that is to move: in the player's own time,
// or before it.
func (h *hand) reach() {
	p, prev := h.profile, &h.prev
	h.at = max(prev.clear, prev.pressed) + h.think()
	if h.putRight(false) {
		return
	}
	inPlay := p.LiftInPlay
	if h.recaptures() {
		inPlay = p.Recapture
	}
	if inPlay.happens(h.rng) && h.early(LiftInPlay, prev.lifted, prev.landed) ||
		p.EarlyLift.happens(h.rng) && h.early(EarlyLift, prev.landed, prev.pressed) {
		return
	}
	h.prelude()
}

// recaptures reports whether the move takes a man that has just captured one.
func (h *hand) recaptures() bool {
	n := h.past.Len()
	if n == 0 {
		return false
	}
	last := h.past.Move(n - 1)
	return h.past.At(n-1).Captured(last) != placement.NoSquare && h.pos.Captured(h.move) == last.To()
}

// leastLead is the shortest stretch of the opponent's ply, in milliseconds, in
// which a hand can come too early; chosen.
const leastLead = 40

// early lifts the man at some moment of the opponent's ply, which leaves him
// alone. The rest of the move waits until that ply is over.
func (h *hand) early(kind DeedKind, from, to int64) bool {
	if to-from < leastLead || h.move.IsCastling() {
		return false
	}
	at := from + 1 + h.rng.Int64N(to-from-1)
	h.held = h.stand[h.move.From()]
	h.set(at, h.move.From(), nobody)
	h.at = max(h.prev.clear, h.prev.pressed) + h.profile.Hop.draw(h.rng)
	h.lifted = h.at
	h.did(kind, at, to-at, h.move.From())
	return true
}

// cross makes the whole reply while the move that it answers is in the air.
func (h *hand) cross() bool {
	prev := &h.prev
	span := prev.landed - prev.lifted
	if h.astray != nil || !h.profile.Crossed.happens(h.rng) || !prev.plain || !h.quiet() || span < 4*leastLead || h.squares&prev.squares != 0 {
		return false
	}
	m := h.stand[h.move.From()]
	h.set(prev.lifted+span/4, h.move.From(), nobody)
	h.at = prev.lifted + 3*span/4
	h.set(h.at, h.move.To(), m)
	h.did(CrossedDrop, h.at, prev.landed-h.at, h.move.To())
	h.lifted, h.landed, h.clear = h.at, h.at, prev.clear
	h.at = max(prev.clear, prev.pressed)
	return true
}

// press presses the clock, at once, after the reply, or never. Who has not
// been pressed to cannot press: the lever is down on his side already.
func (h *hand) press(side placement.Color) {
	if h.prev.owes {
		h.did(ReplyFirst, h.landed, 0, h.move.To())
		h.settleDebt(h.at)
	}
	switch {
	case h.pressed >= 0: // already
	case !h.clocked || !h.clock.running.Is(side):
	case h.profile.ForgetPress.happens(h.rng):
		h.did(ForgotPress, h.at, 0, placement.NoSquare)
	case h.next() != legality.NoMove && h.profile.ReplyFirst.happens(h.rng):
		h.owes = true
	default:
		h.pressed = max(h.at, h.clock.at) + h.readyToPress()
		h.clock.press(h.pressed, side)
	}
}

// readyToPress is how long after all else the player presses.
func (h *hand) readyToPress() int64 {
	ms := h.profile.Press.draw(h.rng)
	if h.profile.PressLate.happens(h.rng) {
		late := h.profile.PressLateBy.draw(h.rng)
		h.did(PressedLate, h.at, late, placement.NoSquare)
		ms += late
	}
	return ms
}

// settleDebt presses the clock for the ply before, which nobody has done yet.
func (g *game) settleDebt(after int64) {
	if !g.prev.owes {
		return
	}
	at := max(after, g.clock.at) + g.profile.Press.draw(g.rng)
	g.clock.press(at, placement.Color(g.clock.running-1))
	g.truth.Pressed[len(g.truth.Pressed)-1] = at
	g.prev.owes, g.now = false, max(g.now, at)
}
