package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A board may lose a ply among others that it reports: both its squares, or of castling those of one piece. The next
// scan shows it. Until then what came later is read wrongly. So we go back to an earlier ply, and look for a line that
// makes all that was seen, in its order, and one or two plies that nobody saw.

// transfer is a piece that was seen to be lifted, and put on another square.
type transfer struct {
	event    int32 // the number of the record of the put, or of the lift
	at       int64 // and its time
	piece    piece
	from, to square // nowhere: no lift was told, or no put
}

// What is kept to look among, and how much is looked for. Chosen.
const (
	mostBases     = 8  // plies after which something may be missing
	mostTransfers = 10 // that are kept, and presses
	mostMissing   = 2  // plies that nobody saw
	mostWoven     = mostTransfers + mostMissing
	wovenTried    = 2000 // plies that are tried after a scan
)

// pressing is a press.
type pressing struct {
	event int32
	at    int64
	side  color
}

// base is the best hypothesis when it had come to another ply.
type base struct {
	event int32
	hypothesis
}

// noteBase keeps the best hypothesis if it has come to another ply.
func (t *Tracker) noteBase() {
	if n := len(t.bases); n > 0 && t.bases[n-1].node == t.beam[0].node {
		return
	}
	if len(t.bases) == mostBases {
		t.bases = slices.Delete(t.bases, 0, 1)
	}
	t.bases = append(t.bases, base{t.event, t.beam[0]})
}

// noteTransfer notes the report of one square, which comes from no scan.
func (t *Tracker) noteTransfer(sq square, p piece) {
	if p == placement.Empty {
		if len(t.lifts) == maxHand {
			t.lifts = slices.Delete(t.lifts, 0, 1)
		}
		t.lifts = append(t.lifts, transfer{t.event, t.now, t.reading[sq], sq, nowhere})
		return
	}
	m, lifted := transfer{t.event, t.now, p, nowhere, sq}, t.now
	for i := len(t.lifts) - 1; i >= 0 && m.from == nowhere; i-- {
		if t.lifts[i].piece == p {
			m.from, lifted = t.lifts[i].from, t.lifts[i].at
			t.lifts = slices.Delete(t.lifts, i, i+1)
		}
	}
	if n := len(t.transfers); n > 0 && t.transfers[n-1].to == m.from && t.transfers[n-1].piece == p && lifted < t.transfers[n-1].at+slideSlowMs {
		m.from = t.transfers[n-1].from // it is slid
		t.transfers = t.transfers[:n-1]
	}
	if m.from == sq {
		return
	}
	if len(t.transfers) == mostTransfers {
		t.transfers = slices.Delete(t.transfers, 0, 1)
	}
	t.transfers = append(t.transfers, m)
}

// notePress notes a press.
func (t *Tracker) notePress(side color) {
	if len(t.presses) == mostTransfers {
		t.presses = slices.Delete(t.presses, 0, 1)
	}
	t.presses = append(t.presses, pressing{t.event, t.now, side})
}

// findMissing emits the hypotheses in which what a scan shows came about by plies that were not seen among those that
// were.
func (t *Tracker) findMissing() {
	t.begin()
	for i := range t.beam {
		t.emit(&t.beam[i])
	}
	w := &weave{t: t}
	for i := range t.bases {
		from := &t.bases[i]
		if from.phase != playing || from.node.part != t.beam[0].node.part || t.final != nil && !t.final.of(from.node) {
			continue
		}
		if seen := t.seenSince(from.event); len(seen) > 0 && len(seen) < mostTransfers {
			w.from(from, seen)
		}
	}
	t.keep()
}

// seenSince is what was seen from a record on, in its order: also pieces that were lifted, and not put.
func (t *Tracker) seenSince(event int32) (seen []transfer) {
	for _, list := range [...][]transfer{t.transfers, t.lifts} {
		for _, m := range list {
			if m.event >= event {
				seen = append(seen, m)
			}
		}
	}
	slices.SortStableFunc(seen, func(a, b transfer) int { return int(a.event - b.event) })
	return seen
}

// weave looks for lines of plies that make what was seen, in its order, and of a few that were not.
type weave struct {
	t     *Tracker
	tried int
	path  [mostWoven]step
	moves [mostWoven][]move
	shows [mostWoven]*transfer // what was seen of the plies of the path; nil: nothing
	whole [mostWoven]bool      // all that their pieces did was seen

	base    *base
	changed set  // squares that the plies may change
	some    bool // a line was found
}

// step is a ply that is tried. Its node is made when a line is found: what moves are worth takes long to
// work out.
type step struct {
	pos  legality.Position
	move move
	at   *node
	cost Cost
}

// growPath is the node to which the plies of a path lead; the first step is where it begins.
func (t *Tracker) growPath(path []step) *node {
	s := &path[len(path)-1]
	if s.at == nil {
		n := t.growPath(path[:len(path)-1])
		s.at = t.grow(n, s.move, s.pos, inGap)
		s.cost = path[len(path)-2].cost + n.legal().move(s.move) + n.pawnAfter(s.move)
	}
	return s.at
}

// pawnAfter is what a pawn's move costs in a gap after that of another piece by the same player:
// which came first nobody has seen.
func (n *node) pawnAfter(m move) Cost {
	was := n.parent
	if n.kind != inGap || was == nil || was.kind != inGap || n.pos.At(m.From()).Kind() != legality.Pawn || was.parent.pos.At(was.move.From()).Kind() == legality.Pawn {
		return 0
	}
	return PawnsFirst.cost
}

// from emits the hypotheses in which what was seen since, and as few plies as may be that were not, lead to what a scan
// shows.
func (w *weave) from(base *base, seen []transfer) {
	w.base, w.some = base, false
	w.path[0] = step{pos: base.node.pos, at: base.node}
	w.changed = placement.Misreads(base.node.pos.Placement(), &w.t.reading)
	for _, m := range seen {
		for _, sq := range [...]square{m.from, m.to} {
			if sq != nowhere {
				w.changed |= sq.Set()
			}
		}
	}
	for missing := 0; missing <= mostMissing && !w.some; missing++ {
		w.look(0, seen, missing)
	}
}

// look tries the plies after the i-th: one that makes what was seen next, or one that is missing.
func (w *weave) look(i int, seen []transfer, missing int) {
	p := &w.path[i].pos
	if len(seen) == 0 && missing == 0 {
		if w.isNew(i) && placement.Misreads(p.Placement(), &w.t.reading)&^w.base.weak == 0 {
			w.emit(i)
		}
		return
	}
	if i+1 == len(w.path) {
		return
	}
	w.moves[i] = p.AppendMoves(w.moves[i][:0])
	for _, m := range w.moves[i] {
		n, whole := makes(p, m, seen)
		left, shows := missing, (*transfer)(nil)
		if n > 0 {
			shows = &seen[n-1]
		} else if left--; left < 0 || !w.changed.Has(m.From()) || !w.changed.Has(m.To()) {
			continue
		}
		if w.tried++; w.tried > wovenTried {
			return
		}
		w.path[i+1], w.shows[i+1], w.whole[i+1] = step{pos: p.Play(m), move: m}, shows, whole
		w.look(i+1, seen[n:], left)
	}
}

// isNew reports whether the line up to a ply explains more than what is read anyway: a ply of it is missing, or castling
// or one that was answered was seen in part.
func (w *weave) isNew(last int) bool {
	for i := 1; i <= last; i++ {
		if w.shows[i] == nil || !w.whole[i] && (i < last || w.path[i].move.IsCastling()) {
			return true
		}
	}
	return false
}

// makes is how many of the first transfers a move makes: those of its piece, of the one that it captures, and of the
// rook in castling. Of each the lift or the put may be missing, or come by itself; whole: nothing is missing of the piece,
// and the rook was seen to be lifted.
func makes(p *legality.Position, m move, seen []transfer) (n int, whole bool) {
	mover := transfer{piece: moved(p, m), from: m.From(), to: m.To()}
	other := transfer{from: p.Captured(m), to: nowhere}
	if m.IsCastling() {
		mover.to, other = m.KingTo(), transfer{piece: p.At(m.To()), from: m.To(), to: m.RookTo()}
	} else if other.from != nowhere {
		other.piece = p.At(other.from)
	}
	rest := []transfer{mover, other}
	for ; n < len(seen); n++ {
		k := slices.IndexFunc(rest, seen[n].partOf)
		if k < 0 {
			break
		}
		if seen[n].from != nowhere { // the other half may come by itself
			rest[k].from = nowhere
		}
		if seen[n].to != nowhere {
			rest[k].to = nowhere
		}
	}
	return n, rest[0].from == nowhere && rest[0].to == nowhere && (rest[1].from == nowhere || !m.IsCastling())
}

// partOf reports whether a transfer is another one, of which the lift or the put may not have been told. What was lifted
// may be another piece than the board had named there.
func (m transfer) partOf(all transfer) bool {
	return (m.from == nowhere || m.from == all.from) && (m.to == nowhere || m.to == all.to && m.piece == all.piece)
}

// emit emits the hypothesis in which the plies up to the last one were made. Their acts are those of the records that
// told them: a ply that is missing was made before its press, or else before what was seen next.
func (w *weave) emit(last int) {
	t, n := w.t, w.base.hypothesis
	now, event := t.now, t.event
	w.some = true
	presses := since(t.presses, w.base.event+1)
	t.growPath(w.path[:last+1])
	n.n, n.blank = 0, 0
	n.release()
	for i := 1; i <= last; i++ {
		s, side, told := w.path[i].at, w.path[i].at.parent.turn(), w.shows[i]
		if told != nil {
			presses = since(presses, told.event)
		}
		t.event, t.now = event, now
		if next := w.next(i, last); next != nil {
			t.event, t.now = next.event, next.at
		}
		pressed := len(presses) > 0 && presses[0].side == side && presses[0].event <= t.event
		switch {
		case told != nil:
			t.event, t.now = told.event, told.at
		case pressed:
			t.event, t.now = presses[0].event, presses[0].at
		}
		if n.owes {
			t.forgetPress(&n)
		}
		a := Act{Kind: Bridge, Choice: w.path[i].cost - w.path[i-1].cost, node: s}
		if told == nil {
			a.Why = ReportLost
		}
		n.node, n.on = s, *s.pos.Placement()
		n.settle()
		t.charge(&n, a)
		n.owes = t.clock.there() && !pressed
		if pressed {
			t.event, t.now = presses[0].event, presses[0].at
			t.charge(&n, Act{Kind: Press})
			n.pressed, presses = n.pressed+1, presses[1:]
		}
	}
	t.event, t.now = event, now
	t.emit(&n)
}

// since is the presses from a record on.
func since(presses []pressing, event int32) []pressing {
	for len(presses) > 0 && presses[0].event < event {
		presses = presses[1:]
	}
	return presses
}

// next is what was seen next after the i-th ply; nil: nothing.
func (w *weave) next(i, last int) *transfer {
	for _, shows := range w.shows[i+1 : last+1] {
		if shows != nil {
			return shows
		}
	}
	return nil
}
