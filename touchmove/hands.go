package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Touch is one man that the player having the move has touched.
type Touch struct {
	Square   placement.Square // where it stood when the turn began
	At       int64            // milliseconds since the log began
	Together bool             // within a scan of the touch before it: the order is not known
}

// Release is a man that was let go on another square than its own.
type Release struct {
	From, To placement.Square
	At       int64 // when it was put there
}

// Acts is what the player having the move has done so far in his turn, as far
// as a board can tell: every touch read as deliberate, every rest as a release.
type Acts struct {
	Touches  []Touch          // in order, each man once
	Releases []Release        // in order
	Promoted placement.Square // where a new piece has touched the last rank; NoSquare if none has
	As       legality.Kind    // and which

	PromotedAt int64 // and when
}

// maxTouches is how many men a turn keeps. Eight touched men decide nothing
// that the first of them did not.
const maxTouches = 8

// hands reads a turn's changes of the board into acts.
type hands struct {
	t        *Tracker
	before   *legality.Position
	acts     Acts
	touches  [maxTouches]Touch
	releases [maxTouches]Release
	held     [maxTouches]placement.Square // where the men in the hand came from
	heldAt   [maxTouches]int64            // and when they were lifted
	nHeld    int
	resting  [64]placement.Square // where the man that was put here came from
	restAt   [64]int64
	moved    placement.Set   // squares on which such a man stands
	pushed   placement.Set   // squares that such a man has left though his lift was not told yet
	besides  placement.Set   // squares between which men were pushed that no ply moved
	ahead    placement.Set   // squares with a man whose lift from elsewhere was not told yet
	lifts    [knockMen]int64 // when the last men were lifted
	knocked  bool            // several men fell at once (7.4)
	returned placement.Set   // touched men that have been put back
	backOnce placement.Set   // the same, and perhaps taken up again
	nudged   placement.Set   // men pushed to another square in no time, by a sleeve or an arm (4.2.2)
	strayed  placement.Set   // men of the other side that have been put elsewhere
	last     placement.Set   // where the men stand that the ply before moved
	until    int64           // and until when its player may put them straight: its press
	straight placement.Set   // those of them that were lifted before
	began    int64           // when the ply before was pressed; -1 not
	changed  placement.Set   // the squares that it changed
	landed   int64           // when it stood on the board; 0 if there is none
	offTurn  placement.Set   // men next to those that were put down before that, and not lifted again
}

// knockMen is how many men leave their squares within knockMs when they are
// knocked over; castling and a capture lift two, an early hand one more.
const knockMen = 4

// read follows, for the i-th ply of a line, the changes after the seq-th up to
// the until-th; 0 is all there are. A man counts as let go when it has rested;
// with proof, at once.
func (h *hands) read(t *Tracker, l *line, i, seq, until int, proof bool) {
	*h = hands{t: t, before: l.before(i)}
	h.last, h.until = t.lastMoved(l, i)
	h.besides = l.pushed
	h.changed, h.landed = t.lastChanged(l, i)
	h.began = t.pressBefore(l, i)
	h.acts = Acts{Touches: h.touches[:0], Releases: h.releases[:0], Promoted: placement.NoSquare}
	h.carry(seq)
	for c := range t.board.since(max(seq, t.deaf)) {
		if until > 0 && c.seq > until {
			break
		}
		if c.lift() && h.bounces(c) {
			continue
		}
		if c.was != placement.Empty {
			h.leave(c)
		}
		if !c.lift() {
			h.put(c)
		}
	}
	for rest := h.moved; rest != 0; {
		sq := rest.Pop()
		if proof || t.after(h.restAt[sq]+h.t.restMs()) && !h.leaving(sq) {
			h.release(sq)
		}
	}
}

// carry takes note of the player's own men that were in his hand when his turn
// began: he touches them in it.
func (h *hands) carry(seq int) {
	b := &h.t.board
	for c := range b.since(max(seq-earlyChanges, h.t.deaf)) {
		if c.seq > seq {
			return
		}
		if stands := h.before.At(c.sq); !c.lift() && stands != c.is && (c.is != placement.Unknown || stands == placement.Empty) {
			h.ahead |= c.sq.Set()
		}
		man := h.before.At(c.sq)
		early := c.lift() && man.Is(h.before.Turn()) && (c.was == man || c.was == placement.Unknown)
		if early && b.timeOf(seq)-c.at < h.t.cfg.MadeRestMs && !b.putDown(man, c, seq) && h.toldBefore(c) == nil {
			h.touch(c)
			h.take(c.sq, c.at)
		}
	}
}

// earlyChanges is how many changes of the board before a turn are looked at for
// men that its player has in his hand already.
const earlyChanges = 6

// leaving reports whether a man was taken up again before it was let go, though
// so lately that it may be noise.
func (h *hands) leaving(sq placement.Square) bool {
	b := &h.t.board
	return b.sensed[sq] == placement.Empty && b.at[sq]-h.restAt[sq] < h.t.restMs()
}

// bounces reports whether a lift is undone so soon that it was none, or is too
// young to tell.
func (h *hands) bounces(c *change) bool {
	for next := range h.t.board.since(c.seq) {
		if next.sq == c.sq {
			return next.is == c.was && next.at-c.at <= bounceMs
		}
	}
	return !h.t.after(c.at + bounceMs)
}

// leave takes note of a man that is off its square.
func (h *hands) leave(c *change) {
	if c.lift() && h.falls(c.at) {
		h.knock()
		return
	}
	if c.lift() && h.pushed.Has(c.sq) {
		h.pushed &^= c.sq.Set()
		return
	}
	origin := c.sq
	if h.moved.Has(c.sq) {
		origin = h.resting[c.sq]
		if c.at-h.restAt[c.sq] >= h.t.restMs() {
			h.release(c.sq)
		}
		h.moved &^= c.sq.Set()
	} else if c.lift() && h.before.At(c.sq) != placement.Empty {
		h.touch(c)
	}
	if c.lift() {
		h.take(origin, c.at)
	}
	h.returned &^= origin.Set()
	h.ahead &^= c.sq.Set()
	h.arrived(c)
}

func (h *hands) touch(c *change) {
	if h.adjusts(c.at) {
		return
	}
	if h.puttingRight(c) {
		h.straight |= c.sq.Set()
		return
	}
	h.offTurn &^= c.sq.Set()
	for _, had := range h.acts.Touches {
		if had.Square == c.sq {
			return
		}
	}
	if n := len(h.acts.Touches); n < maxTouches {
		together := n > 0 && c.at-h.acts.Touches[n-1].At <= h.t.sweep()
		h.acts.Touches = append(h.acts.Touches, Touch{c.sq, c.at, together})
	}
}

// falls reports whether this lift is one of several within less time than hands
// need for them (7.4).
func (h *hands) falls(at int64) bool {
	copy(h.lifts[:], h.lifts[1:])
	h.lifts[knockMen-1] = at
	return !h.knocked && h.lifts[0] > 0 && at-h.lifts[0] <= knockMs
}

// knock forgets the touches of the scan in which several men fell.
func (h *hands) knock() {
	h.knocked = true
	n := len(h.acts.Touches)
	h.acts.Touches = h.acts.Touches[:max(0, n-(knockMen-1))]
}

// put takes note of a man that has come to stand on a square.
func (h *hands) put(c *change) {
	i := h.manFor(c)
	if i < 0 {
		i = h.pushedOn(c)
	}
	if i < 0 {
		h.ahead |= c.sq.Set()
		h.promote(c)
		return
	}
	from, lifted := h.held[i], h.heldAt[i]
	h.drop(i)
	if h.aside(from, lifted, c) {
		h.offTurn |= from.Set()
	}
	if from == c.sq {
		if !h.adjusts(lifted) {
			h.returned |= from.Set()
			h.backOnce |= from.Set()
		}
		return
	}
	if c.at-lifted <= nudgeMs && near(from, c.sq) && !h.before.IsLegal(legality.MakeMove(from, c.sq)) {
		h.nudged |= from.Set()
	}
	h.resting[c.sq], h.restAt[c.sq] = from, c.at
	h.moved |= c.sq.Set()
	if !h.before.At(from).Is(h.before.Turn()) {
		h.strayed |= from.Set()
	}
}

// release takes note that a man was let go, but for one that was pushed aside.
func (h *hands) release(sq placement.Square) {
	from := h.resting[sq]
	if h.offTurn.Has(from) || h.besides.Has(sq) && h.besides.Has(from) && h.movesAnother(from) {
		return
	}
	if len(h.acts.Releases) < maxTouches {
		h.acts.Releases = append(h.acts.Releases, Release{h.resting[sq], sq, h.restAt[sq]})
	}
}
