package touchmove

import (
	"cmp"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// maxTouches is how many pieces a turn keeps. The ninth touched piece decides nothing that
// the first eight did not.
const maxTouches = 8

// hands turns the changes of the board in a turn into acts.
type hands struct {
	t        *Tracker
	before   *legality.Position
	acts     laws.Acts
	touches  [maxTouches]laws.Touch
	releases [maxTouches]laws.Release
	held     [maxTouches]placement.Square // where the pieces in the hand came from
	heldAt   [maxTouches]int64            // when they were lifted
	nHeld    int
	resting  [64]placement.Square // where the piece on this square came from
	restAt   [64]int64
	moved    placement.Set      // squares with such a piece
	pushed   placement.Set      // squares that such a piece has left before its lift was reported
	besides  placement.Set      // squares between which pieces were pushed; no ply moved them
	ahead    placement.Set      // squares with a piece whose lift from another square was not reported yet
	lifts    [knockPieces]int64 // when the last pieces were lifted
	knocked  bool               // several pieces fell at once (7.4)
	returned placement.Set      // touched pieces that have been put back
	backOnce placement.Set      // the same; they may be lifted again
	nudged   placement.Set      // pieces pushed to another square faster than a hand moves, by a sleeve or an arm (4.2.2)
	strayed  placement.Set      // pieces of the other side that have been put elsewhere
	last     placement.Set      // where the pieces of the ply before stand
	until    int64              // until when its player may put them straight: its press
	straight placement.Set      // those of them that were lifted before that
	aligned  []laws.Touch       // the same, as touches
	adjusted []laws.Touch       // those that were lifted while their player adjusted after announcing it
	began    int64              // when the ply before was pressed; -1 if it was not
	changed  placement.Set      // the squares of the ply before
	landed   int64              // when the ply before stood on the board; 0 if there is none
	exchange placement.Set      // where the ply before put a pawn on the last rank: it may be exchanged there without being seen
	offTurn  placement.Set      // pieces next to those that were put down before that press, and not lifted again
}

// knockPieces is how many pieces leave their squares within knockMs when they are knocked
// over. Castling and a capture lift two; an early hand lifts one more.
const knockPieces = 4

// read turns changes of the board into the acts of the i-th ply of a hypothesis. It takes
// the changes after number seq, up to number until; until 0 means all. A piece counts as
// released when it has rested; if there is proof, at once.
func (h *hands) read(t *Tracker, l *hypothesis, i, seq, until int, proof bool) {
	*h = hands{t: t, before: l.before(i)}
	h.last, h.until = t.lastMoved(l, i)
	h.besides = l.pushed
	h.exchange = t.promotedBefore(l, i)
	h.changed, h.landed = t.lastChanged(l, i)
	h.began = t.pressBefore(l, i)
	h.acts = laws.Acts{Touches: h.touches[:0], Releases: h.releases[:0]}
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
			h.release(sq, 0)
		}
	}
	slices.SortStableFunc(h.acts.Releases, func(a, b laws.Release) int { return cmp.Compare(a.At, b.At) })
}

// carry notes the player's own pieces that were in the hand when the turn began: they are
// touched in it.
func (h *hands) carry(seq int) {
	b := &h.t.board
	for c := range b.since(max(seq-earlyChanges, h.t.deaf)) {
		if c.seq > seq {
			return
		}
		if stands := h.before.At(c.sq); !c.lift() && stands != c.is && (c.is != placement.Unknown || stands == placement.Empty) {
			h.ahead |= c.sq.Set()
		}
		piece := h.before.At(c.sq)
		early := c.lift() && piece.Is(h.before.Turn()) && (c.was == piece || c.was == placement.Unknown)
		if early && b.timeOf(seq)-c.at < h.t.cfg.MadeRestMs && !b.putDown(piece, c, seq) && h.reportedBefore(c) == nil {
			h.touch(c)
			h.take(c.sq, c.at)
		}
	}
}

// earlyChanges is how many changes before a turn carry searches for pieces that are in the
// hand when the turn begins.
const earlyChanges = 6

// leaving reports whether a piece was lifted again before it counted as released, but so
// recently that it may be noise.
func (h *hands) leaving(sq placement.Square) bool {
	b := &h.t.board
	return b.sensed[sq] == placement.Empty && b.at[sq]-h.restAt[sq] < h.t.restMs()
}

// bounces reports whether a lift was undone so soon that it was noise, or is too recent to
// decide.
func (h *hands) bounces(c *change) bool {
	for next := range h.t.board.since(c.seq) {
		if next.sq == c.sq {
			return next.is == c.was && next.at-c.at <= bounceMs
		}
	}
	return !h.t.after(c.at + bounceMs)
}

// leave notes a piece that is off its square.
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
	if h.acts.As != legality.NoKind && c.sq == h.acts.Promoted && h.acts.PromotedUntil == 0 {
		h.acts.PromotedUntil = c.at
	}
	if h.moved.Has(c.sq) {
		origin = h.resting[c.sq]
		if c.at-h.restAt[c.sq] >= h.t.restMs() {
			h.release(c.sq, c.at)
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
		h.adjusted = append(h.adjusted, laws.Touch{Square: c.sq, At: c.at, Times: 1, Lifted: c.at})
		return
	}
	if h.exchange.Has(c.sq) {
		return
	}
	if h.puttingRight(c) {
		h.straight |= c.sq.Set()
		h.aligned = append(h.aligned, laws.Touch{Square: c.sq, At: c.at, Times: 1, Lifted: c.at})
		return
	}
	h.offTurn &^= c.sq.Set()
	if had := h.touchOf(c.sq); had != nil {
		had.Times, had.Lifted = had.Times+1, c.at
		return
	}
	if n := len(h.acts.Touches); n < maxTouches {
		together := n > 0 && c.at-h.acts.Touches[n-1].At <= h.t.sweep()
		h.acts.Touches = append(h.acts.Touches, laws.Touch{Square: c.sq, At: c.at, Together: together, Times: 1, Lifted: c.at})
	}
}

// touchOf returns the touch of the piece from a square; nil if it was not touched.
func (h *hands) touchOf(sq placement.Square) *laws.Touch {
	for i := range h.acts.Touches {
		if h.acts.Touches[i].Square == sq {
			return &h.acts.Touches[i]
		}
	}
	return nil
}

// contactOf returns the last contact with the piece from a square: a touch, or an act by
// which its player put it straight.
func (h *hands) contactOf(sq placement.Square) laws.Touch {
	for i := len(h.aligned) - 1; i >= 0; i-- {
		if h.aligned[i].Square == sq {
			return h.aligned[i]
		}
	}
	if t := h.touchOf(sq); t != nil {
		return *t
	}
	return laws.Touch{Square: sq, At: h.t.now} // there were more touches than are kept
}

// putBack notes that a piece stands on its square again.
func (h *hands) putBack(sq placement.Square, at int64) {
	back := func(t *laws.Touch) { t.For, t.Back = t.For+at-t.Lifted, true }
	if n := len(h.aligned); n > 0 && h.aligned[n-1].Square == sq {
		back(&h.aligned[n-1])
	} else if t := h.touchOf(sq); t != nil {
		back(t)
	}
}

// falls reports whether this lift is one of several in less time than hands need for them
// (7.4).
func (h *hands) falls(at int64) bool {
	copy(h.lifts[:], h.lifts[1:])
	h.lifts[knockPieces-1] = at
	return !h.knocked && h.lifts[0] > 0 && at-h.lifts[0] <= knockMs
}

// knock forgets the touches of the scan in which several pieces fell.
func (h *hands) knock() {
	h.knocked = true
	n := len(h.acts.Touches)
	h.acts.Touches = h.acts.Touches[:max(0, n-(knockPieces-1))]
}

// put notes a piece that now stands on a square.
func (h *hands) put(c *change) {
	i := h.pieceFor(c)
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
			h.putBack(from, c.at)
		}
		return
	}
	if c.at-lifted <= nudgeMs && adjacent(from, c.sq) && !h.before.IsLegal(legality.MakeMove(from, c.sq)) {
		h.nudged |= from.Set()
	}
	h.resting[c.sq], h.restAt[c.sq] = from, c.at
	h.moved |= c.sq.Set()
	if !h.before.At(from).Is(h.before.Turn()) {
		h.strayed |= from.Set()
	}
}

// release notes that a piece was released, and when it was lifted again, 0 if it was not. A
// piece that was pushed aside does not count.
func (h *hands) release(sq placement.Square, until int64) {
	from := h.resting[sq]
	if h.offTurn.Has(from) || h.besides.Has(sq) && h.besides.Has(from) && h.movesAnother(from) {
		return
	}
	h.moves(from)
	if len(h.acts.Releases) < maxTouches {
		h.acts.Releases = append(h.acts.Releases, laws.Release{From: h.resting[sq], To: sq, At: h.restAt[sq], Until: until})
	}
}

// moves notes that a piece has been released elsewhere. If its player lifted it while
// adjusting, that was to move it, so it counts as touched (4.2.1).
func (h *hands) moves(from placement.Square) {
	i := len(h.adjusted) - 1
	for i >= 0 && h.adjusted[i].Square != from {
		i--
	}
	if i < 0 || !h.before.At(from).Is(h.before.Turn()) || h.touchOf(from) != nil || len(h.acts.Touches) == maxTouches {
		return
	}
	touch := h.adjusted[i]
	at := laws.CountUntil(h.acts.Touches, touch.At, func(t *laws.Touch) int64 { return t.At })
	h.acts.Touches = slices.Insert(h.acts.Touches, at, touch)
}

// pieceFor returns the index in held of the piece that now stands on a square; -1 if there
// is none. Of two like pieces it is the one that stood there, else the first that may go
// there; the others were knocked over. If the board does not name the piece, king and rook
// go where castling puts them, and any other piece is the one lifted last.
func (h *hands) pieceFor(c *change) int {
	if i := slices.Index(h.held[:h.nHeld], c.sq); i >= 0 && h.before.At(c.sq) == c.is {
		return i
	}
	if i := h.alike(c); i >= 0 {
		return i
	}
	last := -1
	for i := h.nHeld - 1; i >= 0; i-- {
		from := h.held[i]
		switch {
		case h.before.At(from) == c.is:
			return i
		case c.is == placement.Unknown && h.castles(from, c.sq):
			return i
		case c.is == placement.Unknown && last < 0:
			last = i
		}
	}
	return last
}

// alike returns the index in held of the first of several pieces of the kind that now
// stands on a square and that may move there; -1 if there are not several.
func (h *hands) alike(c *change) int {
	first, n := -1, 0
	for i, from := range h.held[:h.nHeld] {
		if h.before.At(from) != c.is {
			continue
		}
		if n++; first < 0 && h.before.IsLegal(moveShown(c.is, from, c.sq, c.is)) {
			first = i
		}
	}
	if n < 2 {
		return -1
	}
	return first
}

// castles reports whether castling takes the piece from one square to another one, with
// king and rook both in the hand.
func (h *hands) castles(from, to placement.Square) bool {
	king := h.before.Kings(h.before.Turn()).First()
	for _, side := range [...]legality.Side{legality.Kingside, legality.Queenside} {
		rook := h.before.CastlingRook(h.before.Turn(), side)
		if rook == placement.NoSquare {
			continue
		}
		m := legality.MakeCastling(king, rook)
		if h.holds(king) && h.holds(rook) && (from == king && to == m.KingTo() || from == rook && to == m.RookTo()) {
			return true
		}
	}
	return false
}

// movesAnother reports whether the player has touched another own piece besides the given
// one.
func (h *hands) movesAnother(than placement.Square) bool {
	return slices.ContainsFunc(h.acts.Touches, func(touch laws.Touch) bool {
		return touch.Square != than && h.before.At(touch.Square).Is(h.before.Turn())
	})
}

func (h *hands) holds(from placement.Square) bool {
	return slices.Contains(h.held[:h.nHeld], from)
}

// adjacent reports whether two squares touch.
func adjacent(a, b placement.Square) bool { return a.Distance(b) <= 1 }

// take puts the piece from a square into the hand.
func (h *hands) take(from placement.Square, at int64) {
	if h.nHeld < maxTouches {
		h.held[h.nHeld], h.heldAt[h.nHeld] = from, at
		h.nHeld++
	}
}

// drop takes the i-th piece out of the hand.
func (h *hands) drop(i int) {
	h.nHeld--
	copy(h.held[i:h.nHeld], h.held[i+1:h.nHeld+1])
	copy(h.heldAt[i:h.nHeld], h.heldAt[i+1:h.nHeld+1])
}

// pushedOn handles a drop of a piece that rested elsewhere in this turn and whose lift was
// not reported yet. A board that reports the squares of a scan in its own order may report
// the drop first. It takes the piece into the hand and returns its index in held; -1 if
// there is none.
func (h *hands) pushedOn(drop *change) int {
	sq := h.leftLate(drop)
	if sq == placement.NoSquare || h.nHeld == maxTouches {
		return -1
	}
	if drop.at-h.restAt[sq] >= h.t.restMs() {
		h.release(sq, drop.at)
	}
	h.moved &^= sq.Set()
	h.pushed |= sq.Set()
	h.take(h.resting[sq], drop.at)
	return h.nHeld - 1
}

// leftLate returns a square on which such a piece rested and whose lift was reported within
// one scan after a drop; NoSquare if there is none.
func (h *hands) leftLate(drop *change) placement.Square {
	if h.moved == 0 {
		return placement.NoSquare
	}
	for c := range h.t.board.since(drop.seq) {
		if c.at-drop.at > h.t.sweep() {
			break
		}
		if c.lift() && h.moved.Has(c.sq) && (c.was == drop.is || drop.is == placement.Unknown) {
			return c.sq
		}
	}
	return placement.NoSquare
}

// arrived puts a piece that was just lifted where a report had already shown it.
func (h *hands) arrived(lift *change) {
	if !lift.lift() {
		return
	}
	if drop := h.reportedBefore(lift); drop != nil {
		h.ahead &^= drop.sq.Set()
		h.put(drop)
	}
}

// reportedBefore returns the drop, within one scan before a lift, of a like piece that had left
// no other square; nil if there is none.
func (h *hands) reportedBefore(lift *change) *change {
	if h.ahead == 0 {
		return nil
	}
	for c := range h.t.board.since(max(h.t.opened, lift.seq-earlyChanges)) {
		if c.seq >= lift.seq {
			break
		}
		if h.ahead.Has(c.sq) && c.is == lift.was && lift.at-c.at <= h.t.sweep() {
			return c
		}
	}
	return nil
}

// reportedUntil returns the number of the change that completed the report of a step: its last
// drop, or the lift of its piece within one scan after it.
func (t *Tracker) reportedUntil(s *step) int {
	for c := range t.board.since(s.seq) {
		if c.at-s.at > t.sweep() {
			break
		}
		if c.lift() && c.sq == s.move.From() {
			return c.seq
		}
	}
	return s.seq
}

// promote notes a piece that came from beside the board. On the last rank it is the piece
// of a promotion, and the choice is final as soon as it touches the square (4.4.4).
// Releasing it releases the pawn (4.7.3).
func (h *hands) promote(c *change) {
	turn := h.before.Turn()
	if c.sq.Rank() != laws.LastRank(turn) || !c.is.Is(turn) {
		return
	}
	switch c.is.Kind() {
	case legality.Knight, legality.Bishop, legality.Rook, legality.Queen:
	default:
		return
	}
	if h.acts.As == legality.NoKind && h.promotesOn(c) {
		h.acts.Promoted, h.acts.As, h.acts.PromotedAt = c.sq, c.is.Kind(), c.at
	}
	for i := h.nHeld - 1; i >= 0; i-- {
		if from := h.held[i]; h.before.IsLegal(legality.MakePromotion(from, c.sq, c.is.Kind())) {
			h.drop(i)
			h.resting[c.sq], h.restAt[c.sq] = from, c.at
			h.moved |= c.sq.Set()
			return
		}
	}
}

// promotesOn reports whether a pawn may become the piece that a square now shows.
func (h *hands) promotesOn(c *change) bool {
	for pawns := h.before.Pieces(h.before.Turn(), legality.Pawn); pawns != 0; {
		if h.before.IsLegal(legality.MakePromotion(pawns.Pop(), c.sq, c.is.Kind())) {
			return true
		}
	}
	return false
}

// promotedBefore returns the square on which the ply before the i-th of a hypothesis has
// put a pawn, if the board does not name the piece there.
func (t *Tracker) promotedBefore(l *hypothesis, i int) placement.Set {
	switch {
	case i > 0 && t.guessed(&l.steps[i-1]):
		return l.steps[i-1].move.To().Set()
	case i == 0 && l.base > 0 && l.base <= len(t.plies) && t.plies[l.base-1].guessed:
		return t.plies[l.base-1].Move.To().Set()
	}
	return 0
}

// puttingRight reports whether a lifted piece belongs to the ply before, whose clock was
// not pressed yet. The player of that ply may be putting it straight, or elsewhere; nothing
// proves that the opponent has touched it.
func (h *hands) puttingRight(c *change) bool { return h.last.Has(c.sq) && c.at <= h.until }

// lastChanged returns the squares that the ply before the i-th of a hypothesis changed, and
// when it stood on the board.
func (t *Tracker) lastChanged(l *hypothesis, i int) (squares placement.Set, landed int64) {
	switch {
	case i > 0:
		return l.steps[i-1].squares, l.steps[i-1].at
	case l.base == 0:
		return 0, 0
	}
	return placement.Differ(t.spine.At(l.base-1).Placement(), t.spine.At(l.base).Placement()), l.at
}

// lastMoved returns the squares on which the pieces of the ply before the i-th of a
// hypothesis stand, and when that ply was pressed or, without a press, confirmed.
func (t *Tracker) lastMoved(l *hypothesis, i int) (pieces placement.Set, until int64) {
	if i > 0 {
		s := &l.steps[i-1]
		if pieces = s.squares & s.after.Occupied(s.side); s.pressed >= 0 {
			return pieces, s.pressed
		}
		return pieces, t.now
	}
	n := len(t.plies)
	if n == 0 || l.base != t.spine.Len() || t.plies[n-1].MadeAt < 0 {
		return 0, 0
	}
	p, after := &t.plies[n-1], t.spine.At(n)
	pieces = placement.Differ(t.spine.At(n-1).Placement(), after.Placement()) & after.Occupied(p.Side)
	if p.CompletedAt >= 0 {
		return pieces, p.CompletedAt
	}
	return pieces, t.confirmedAt
}

// aside reports whether the other player may have put a piece down, on its square or on a
// neighbouring one: that player had not pressed yet, or no other hand could have been there
// so soon.
func (h *hands) aside(from placement.Square, lifted int64, c *change) bool {
	pushed := adjacent(from, c.sq) && h.before.At(c.sq) == placement.Empty
	soon := c.at <= h.began+h.t.sweep() || lifted <= h.landed+h.t.sweep()
	return (pushed || from == c.sq) && soon && h.inReach(from)
}

// knockedBefore reports whether the other player may have knocked over or pushed aside a
// touched piece before this turn (7.4.1), and it is in no hand.
func (h *hands) knockedBefore(sq placement.Square) bool {
	return h.offTurn.Has(sq) && !h.holds(sq)
}

// inReach reports whether a piece stood next to a square that the ply before took its piece
// from or put it on. Before the press, that player's hand may knock it over or push it
// aside.
func (h *hands) inReach(sq placement.Square) bool {
	for rest := h.changed; rest != 0; {
		if adjacent(rest.Pop(), sq) {
			return true
		}
	}
	return false
}
