package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// maxOpen is how many unconfirmed plies a hypothesis may hold. Four are known to be played
// without a clean board between them; the rest is room for presses that never come.
const maxOpen = 64

// step is one ply of a hypothesis.
type step struct {
	move      legality.Move // NoMove when no single move describes the act
	act       legality.ActKind
	path      uint64 // identifies the plies of its hypothesis up to this one; see hypothesis.pathTo
	after     legality.Position
	side      placement.Color
	squares   placement.Set // the squares that it changed
	seq       int           // number of the change that showed the whole step
	event     Event         // the record of that change
	at        int64         // the time of that change
	pressed   int64         // when its clock was pressed; -1 if it was not
	tried     bool          // its player pressed without effect
	idled     bool          // its player had pressed before it, with no ply to show for it
	byNext    bool          // completed by the same player's next move (6.2.1.2)
	replied   bool          // the reply was on the board before the press
	clock     int64         // milliseconds left after the press or, before it, when the ply was shown; -1 not known
	scanned   bool          // a full scan showed it, not lifts and drops
	inferred  bool          // deduced, not seen
	paid      int           // what its hypothesis paid for it
	noDrop    bool          // its drop was lost
	elsewhere bool          // of a capture unseen: charged for a piece that stands where this one could have gone
	taken     placement.Set // its square, if its piece was captured there between two scans
	charged   int           // for how many rests the hypotheses without it were charged; it was seen whole and at rest
	oneOf     int           // it is one of this many moves that the board does not distinguish
	chosen    bool          // a person has chosen this move among those that the board shows
}

func (s *step) legal() bool { return s.act == legality.ActLegal }

// completed reports whether the clock completes the ply (6.2.1).
func (s *step) completed() bool { return s.pressed >= 0 || s.byNext }

func (s *step) same(o *step) bool {
	if s.move != o.move || s.act != o.act || s.side != o.side {
		return false
	}
	return s.move != legality.NoMove || *s.after.Placement() == *o.after.Placement()
}

// landed returns the square on which a ply has put its piece, for castling the king;
// NoSquare if it is no single move.
func (s *step) landed() placement.Square {
	switch {
	case s.move == legality.NoMove:
		return placement.NoSquare
	case s.move.IsCastling():
		return s.move.KingTo()
	}
	return s.move.To()
}

// hypothesis is one explanation of the records: the confirmed plies up to base, and the
// plies after them. If base is below the number of confirmed plies, the later ones have
// been taken back.
type hypothesis struct {
	base      int
	start     legality.Position // after the confirmed plies up to base
	seq       int               // number of the change with which the first ply's turn began
	at        int64             // the time of that change
	seqBefore int               // number of the change with which the turn before that one began
	steps     []step            // the first n count; each hypothesis of the beam has its own array
	n         int
	cost      int             // paid for plies and presses
	residual  int             // charged for the board as it is now, and for an open press
	diff      placement.Set   // squares where the board and the hypothesis differ
	pushed    placement.Set   // those of diff between which pieces were pushed
	open      bool            // a press has no ply to show for it
	by        placement.Color // open: whose
	openT     int64           // open: when
	backT     int64           // open: when the other player pressed after it; 0 if not
	idleT     int64           // when the player of the next ply pressed without a ply to show for it; 0 if not
	idleN     int             // how many plies there were then, confirmed ones included
	resumed   bool            // the clock was started again on its base
	rested    bool            // the hypothesis takes plies back, and the pieces have rested as they stood at its base
	odd       int             // charged for moves that give material away, above the best hypothesis's charge
	doubts    int             // number of plies that may still be one of several moves
	loose     bool            // plies were played unseen, and no press has come since: whose clock runs is not known
}

// take copies another hypothesis into this one, with an array of its own.
func (l *hypothesis) take(o *hypothesis) {
	own := l.steps[:0]
	*l = *o
	l.steps = append(own, o.steps[:o.n]...)
}

// clone returns a copy that shares nothing with this hypothesis.
func (l *hypothesis) clone() hypothesis {
	c := hypothesis{}
	c.take(l)
	return c
}

// push adds a ply.
func (l *hypothesis) push(s step) {
	s.path = l.pathTo(&s)
	l.doubts += s.doubt()
	l.steps = append(l.steps[:l.n], s)
	l.n++
}

// pathTo returns a hash of the hypothesis's plies and one more. Two hypotheses with the
// same base and path have the same plies.
func (l *hypothesis) pathTo(s *step) uint64 {
	path := uint64(0)
	if l.n > 0 {
		path = l.steps[l.n-1].path
	}
	return mix(mix(path, s.after.Key()), uint64(s.move)<<8|uint64(s.act)<<1|uint64(s.side))
}

// mix adds a number to a hash (SplitMix64's finaliser, Steele, Lea, Flood 2014).
func mix(hash, n uint64) uint64 {
	x := hash*31 + n + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// rehash computes the paths and the counts anew after plies were removed.
func (l *hypothesis) rehash() {
	n := l.n
	l.doubts = 0
	for l.n = 0; l.n < n; l.n++ {
		l.steps[l.n].path = l.pathTo(&l.steps[l.n])
		l.doubts += l.steps[l.n].doubt()
	}
}

// doubt returns 1 for a ply that may still be one of several moves, else 0.
func (s *step) doubt() int {
	if s.oneOf > 1 {
		return 1
	}
	return 0
}

func (l *hypothesis) pos() *legality.Position {
	if l.n == 0 {
		return &l.start
	}
	return &l.steps[l.n-1].after
}

func (l *hypothesis) last() *step {
	if l.n == 0 {
		return nil
	}
	return &l.steps[l.n-1]
}

// before returns the position in which the i-th ply was played.
func (l *hypothesis) before(i int) *legality.Position {
	if i == 0 {
		return &l.start
	}
	return &l.steps[i-1].after
}

// turnSeq returns the number of the change with which the turn of the i-th ply began.
func (l *hypothesis) turnSeq(i int) int {
	if i == 0 {
		return l.seq
	}
	return max(l.seq, l.steps[i-1].seq)
}

// playedSeq returns the number of the change that showed the last ply of a player.
func (l *hypothesis) playedSeq(side placement.Color) int {
	n := l.n
	if l.pos().Turn() == side {
		n--
	}
	switch {
	case n > 0:
		return l.steps[n-1].seq
	case n == 0:
		return l.seq
	}
	return l.seqBefore
}

func (l *hypothesis) total() int { return l.cost + l.residual + max(-mostOdd, min(l.odd/2, mostOdd)) }

// needsProof reports whether rest is not enough to make the i-th ply. A king at rest in the
// centre may be a result signal (maker's convention), one on a castling square of Chess960
// half a castling.
func (t *Tracker) needsProof(l *hypothesis, i int) bool {
	m := l.steps[i].move
	return !t.cfg.NoSignals && centre.Has(m.To()) && l.before(i).At(m.From()).Kind() == legality.King || l.halfCastled(i)
}

// halfCastled reports whether the i-th ply is a king step that may be half a castling of
// Chess960 (Guidelines II.3).
func (l *hypothesis) halfCastled(i int) bool {
	p, m := l.before(i), l.steps[i].move
	if !p.Chess960() || m.IsCastling() || p.At(m.From()).Kind() != legality.King {
		return false
	}
	for _, side := range [...]legality.Side{legality.Kingside, legality.Queenside} {
		rook := p.CastlingRook(p.Turn(), side)
		with := legality.MakeCastling(m.From(), rook)
		if rook != placement.NoSquare && with.KingTo() == m.To() && p.IsLegal(with) {
			return true
		}
	}
	return false
}

// startsWith reports whether o's plies are the first ones of l.
func (l *hypothesis) startsWith(o *hypothesis) bool {
	if l.base != o.base || l.n < o.n {
		return false
	}
	return o.n == 0 || l.steps[o.n-1].path == o.steps[o.n-1].path
}

// has reports whether a hypothesis explains the movement that showed a ply by another ply:
// a move to the same square, possibly from where the hypothesis moves that piece on.
func (l *hypothesis) has(s *step) bool {
	for i := range l.n {
		if o := &l.steps[i]; o.seq == s.seq && o.side == s.side && o.move.To() == s.move.To() && o.act == s.act {
			return true
		}
	}
	return false
}

// cheapen lowers what a hypothesis paid for its last ply if the board now shows the ply
// more clearly.
func (l *hypothesis) cheapen(parent *hypothesis, cost int) {
	if l.last().pressed < 0 && !parent.open && parent.cost+cost < l.cost {
		copy(l.steps[:parent.n], parent.steps)
		l.cost = parent.cost + cost
	}
}

// insert puts a hypothesis into the beam and returns it. If the beam is full, it replaces
// the worst one. It returns nil if the hypothesis costs too much.
func (t *Tracker) insert(l *hypothesis) *hypothesis {
	if l.total() > t.cheapest()+t.costs.prune {
		return nil
	}
	if len(t.hypotheses) < t.room() {
		return t.appendHypothesis(l)
	}
	worst := -1
	for i := range t.hypotheses {
		if i != t.growing && !t.kept(&t.hypotheses[i]) && (worst < 0 || t.hypotheses[i].total() > t.hypotheses[worst].total()) {
			worst = i
		}
	}
	if worst < 0 || t.hypotheses[worst].total() <= l.total() {
		return nil
	}
	t.hypotheses[worst].take(l)
	return &t.hypotheses[worst]
}

// room returns how many hypotheses the beam holds.
func (t *Tracker) room() int {
	if t.board.occupancy {
		return maxHypotheses
	}
	return namedHypotheses
}

// appendHypothesis puts a hypothesis at the end of the beam, which must have room for it.
func (t *Tracker) appendHypothesis(l *hypothesis) *hypothesis {
	n := len(t.hypotheses)
	t.hypotheses = t.hypotheses[:n+1]
	t.hypotheses[n].take(l)
	return &t.hypotheses[n]
}

// keepOnly makes a hypothesis the only one of the beam.
func (t *Tracker) keepOnly(l *hypothesis) {
	t.hypotheses = t.hypotheses[:1]
	t.hypotheses[0].take(l)
}

// keepHypothesis moves the i-th hypothesis of the beam to the n-th place, n ≤ i.
func (t *Tracker) keepHypothesis(n, i int) {
	if n != i {
		t.hypotheses[n], t.hypotheses[i] = t.hypotheses[i], t.hypotheses[n]
	}
}

// keepPlain puts the hypothesis that adds nothing to what is confirmed back into the beam
// if it was dropped for one that followed from it.
func (t *Tracker) keepPlain(seq, before int, at int64) {
	for i := range t.hypotheses {
		if t.hypotheses[i].n == 0 && t.hypotheses[i].base == t.spine.Len() {
			return
		}
	}
	plain := hypothesis{base: t.spine.Len(), start: *t.spine.Position(), seq: seq, seqBefore: before, at: at}
	t.score(&plain)
	if len(t.hypotheses) == maxHypotheses {
		t.hypotheses = t.hypotheses[:maxHypotheses-1]
	}
	t.appendHypothesis(&plain)
}

func (t *Tracker) cheapest() int {
	least := t.hypotheses[0].total()
	for i := range t.hypotheses {
		least = min(least, t.hypotheses[i].total())
	}
	return least
}

// kept reports whether a hypothesis stays in the beam at any cost: the one that adds
// nothing to what is confirmed, and the one that goes back to before an irregular move.
func (t *Tracker) kept(l *hypothesis) bool {
	return l.n == 0 && (l.base == t.spine.Len() || l.base == t.irregular)
}

// plainHypothesis returns the hypothesis that adds nothing to what is confirmed.
func (t *Tracker) plainHypothesis() *hypothesis {
	for i := range t.hypotheses {
		if t.hypotheses[i].n == 0 && t.hypotheses[i].base == t.spine.Len() {
			return &t.hypotheses[i]
		}
	}
	return t.bestHypothesis()
}

// prune drops the hypotheses that are far behind the best one, and those behind another one
// if no later record can distinguish the two.
func (t *Tracker) prune() {
	limit, n := t.cheapest()+t.costs.prune, 0
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; t.kept(l) || l.total() <= limit && !t.outdone(l) {
			t.keepHypothesis(n, i)
			n++
		}
	}
	t.hypotheses = t.hypotheses[:n]
}

// outdone reports whether another hypothesis has reached the same position at a lower cost,
// by at least the margin that decides between two.
func (t *Tracker) outdone(l *hypothesis) bool {
	if l.n < 2 {
		return false
	}
	key, limit := l.pos().Key(), l.total()-t.costs.margin
	for i := range t.hypotheses {
		o := &t.hypotheses[i]
		if o.total() <= limit && o.n == l.n && o.base == l.base && o.pos().Key() == key && o.open == l.open && o.last().completed() == l.last().completed() {
			return true
		}
	}
	return false
}

// bestHypothesis returns the cheapest hypothesis that takes nothing back. Of two that cost
// the same it takes the one that explains more, then the one with the later change.
func (t *Tracker) bestHypothesis() *hypothesis {
	best := -1
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.base == t.spine.Len() && (best < 0 || l.betterThan(&t.hypotheses[best])) {
			best = i
		}
	}
	return &t.hypotheses[best]
}

func (l *hypothesis) betterThan(o *hypothesis) bool {
	switch {
	case l.total() != o.total():
		return l.total() < o.total()
	case l.n != o.n:
		return l.n > o.n
	}
	return l.n > 0 && l.last().seq > o.last().seq
}

// index returns the place of a hypothesis in the beam.
func (t *Tracker) index(l *hypothesis) int {
	for i := range t.hypotheses {
		if &t.hypotheses[i] == l {
			return i
		}
	}
	return 0
}

// add adds the hypothesis that continues hypothesis i by one ply, if it is new and does not
// cost far too much.
func (t *Tracker) add(i int, m legality.Move, act legality.ActKind, after legality.Position, cost int) *hypothesis {
	return t.addStep(i, step{move: m, act: act, after: after}, cost)
}

// addStep does the same for a step of which more is known than its move.
func (t *Tracker) addStep(i int, s step, cost int) *hypothesis {
	parent := &t.hypotheses[i]
	s.side, s.pressed, s.clock = parent.pos().Turn(), -1, t.timeLeft(parent.pos().Turn())
	s.squares = placement.Differ(parent.pos().Placement(), s.after.Placement())
	s.seq = t.board.lastSeq(s.squares &^ s.taken)
	s.at, s.event = t.now, t.event
	if c := t.board.change(s.seq); c != nil {
		s.at, s.event, s.scanned = c.at, c.event, c.scan
	}
	cost += t.orderCost(parent, &s) + t.detourCost(parent, &s) + t.unreadCost(parent, &s)
	old := t.child(parent, &s)
	cost += t.exchangeCost(parent, old, &s)
	if old != nil {
		s.paid = cost
		t.showAgain(old, &s)
		old.cheapen(parent, cost)
		return old
	}
	child := &t.next
	child.take(parent)
	if prev := child.last(); prev != nil && prev.scanned && s.event == prev.event {
		prev.byNext, prev.inferred, s.inferred, child.loose = true, true, true, true
	}
	if s.legal() && (t.doubtful || s.oneOf > 1) {
		child.odd += t.implausible(parent.pos(), s.move)
	}
	s.paid = cost
	child.push(s)
	child.cost += cost
	child.last().idled = parent.idle()
	if child.open && child.by == s.side {
		t.settlePress(child)
	}
	t.mend(child)
	t.score(child)
	return t.insert(child)
}

// showAgain notes that the board shows a hypothesis's last ply again, perhaps in another
// way. If the ply counted as unseen, it is seen now. Its continuations are dropped, and
// grow again as far as they still hold.
func (t *Tracker) showAgain(l *hypothesis, s *step) {
	last := l.last()
	if t.readLate(last, s) {
		t.seenAfterAll(l, s)
		return
	}
	if !last.noDrop || t.board.occupancy || s.scanned || s.noDrop || s.seq <= last.seq {
		if last.inferred && s.inferred {
			l.doubts += s.doubt() - last.doubt()
			last.noDrop, last.oneOf = s.noDrop, s.oneOf
		}
		if lifted := last.seq == t.board.seqOf[s.move.From()]; lifted && last.noDrop && !s.noDrop && !s.scanned {
			last.seq, last.event, last.at = s.seq, s.event, s.at
		}
		return // without a name another piece may stand there: the continuations keep their cost
	}
	for i := range t.hypotheses {
		if o := &t.hypotheses[i]; o.n > l.n && o.startsWith(l) {
			o.cost += t.costs.prune
		}
	}
	l.doubts -= last.doubt()
	last.seq, last.event, last.at, last.scanned = s.seq, s.event, s.at, s.scanned
	last.noDrop, last.inferred, last.oneOf = false, false, 0
	l.cost -= max(t.costs.lostDrop, last.paid-s.paid) // it costs what it would have cost if it had not counted as unseen
	last.paid = min(last.paid, s.paid)
	if last.pressed >= 0 && last.at > last.pressed {
		l.cost += t.costs.latePly
	}
}

// readLate reports whether the board shows a ply only now that was pressed before, with its
// piece lifted by then: the piece stood badly centred, or lay.
func (t *Tracker) readLate(last, s *step) bool {
	lifted := s.move != legality.NoMove && last.pressed >= 0 && t.board.at[s.move.From()] <= last.pressed
	return lifted && last.noDrop && !s.noDrop && !s.scanned && !t.board.occupancy && s.seq > last.seq
}

// seenAfterAll notes, in a hypothesis and in its continuations, that its last ply was seen.
// The ply was played when it was pressed, so the continuations hold.
func (t *Tracker) seenAfterAll(l *hypothesis, s *step) {
	n, refund := l.n-1, max(t.costs.lostDrop, l.last().paid-s.paid)-t.costs.latePly
	for i := range t.hypotheses {
		if o := &t.hypotheses[i]; o == l || o.startsWith(l) {
			o.doubts -= o.steps[n].doubt()
			o.steps[n].noDrop, o.steps[n].inferred, o.steps[n].oneOf = false, false, 0
			o.steps[n].paid -= refund
			o.cost -= refund
		}
	}
}

// orderCost charges a ply that was shown before the ply that it answers.
func (t *Tracker) orderCost(l *hypothesis, s *step) int {
	cost, seq, at := 0, l.seq, l.at
	if prev := l.last(); prev != nil {
		seq, at = prev.seq, prev.at
		if prev.scanned && s.event == prev.event {
			return 0 // one scan showed both: neither presses nor order are known
		}
		cost += t.unpressedCost(l, l.n-1, t.costs.unpressed)
	}
	if l.n >= 2 {
		cost += t.unpressedCost(l, l.n-2, t.costs.forgotten)
	}
	switch {
	case s.seq > seq:
	case at-s.at <= crossedMs && t.crosses(l, s):
		cost += t.costs.crossed
		if t.slidOn(l, s) {
			cost += t.costs.again
		}
	default:
		cost += t.costs.early
	}
	if l.n >= 2 && (l.steps[l.n-2].noDrop || s.seq > seq && t.heldAtPress(l, s)) && t.slidOn(l, s) {
		cost += t.costs.again
	}
	return cost
}

// crosses reports whether the piece of a ply was lifted after the piece of the ply that it
// answers, or in the same scan.
func (t *Tracker) crosses(l *hypothesis, s *step) bool {
	prev := l.last()
	return prev == nil || prev.move == legality.NoMove || s.move == legality.NoMove ||
		t.board.at[s.move.From()]+t.sweep() >= t.board.at[prev.move.From()]
}

// heldAtPress reports whether the piece of a ply was lifted before its player pressed for
// the last one.
func (t *Tracker) heldAtPress(l *hypothesis, s *step) bool {
	return t.board.at[s.move.From()] <= l.steps[l.n-2].pressed
}

// slidOn reports whether a ply moves the piece of the player's last ply on, or back, before
// it has rested for long, to a square that it could have reached at once: it may have been
// on its way all the time.
func (t *Tracker) slidOn(l *hypothesis, s *step) bool {
	if l.n < 2 || s.move.From() != l.steps[l.n-2].move.To() {
		return false
	}
	first := &l.steps[l.n-2]
	if !first.noDrop && t.board.at[s.move.From()]-first.at >= slideMs {
		return false
	}
	direct := legality.MakeMove(first.move.From(), s.move.To())
	return first.noDrop && direct.From() == direct.To() || l.before(l.n-2).IsLegal(direct)
}

// unpressedCost charges the i-th ply of a hypothesis for a missing press, with a clock in
// use. It charges less if the ply before was not pressed either, because nobody presses a
// clock that does not run for him.
func (t *Tracker) unpressedCost(l *hypothesis, i, cost int) int {
	s := &l.steps[i]
	switch {
	case !t.clock.used, s.completed(), s.tried, t.pressBefore(l, i) < 0:
		return 0
	case t.careless[s.side]:
		return cost / 2
	}
	return cost
}

// child returns the hypothesis that has one more ply than parent.
func (t *Tracker) child(parent *hypothesis, s *step) *hypothesis {
	path := parent.pathTo(s)
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.n == parent.n+1 && l.base == parent.base && l.steps[parent.n].path == path {
			return l
		}
	}
	return nil
}
