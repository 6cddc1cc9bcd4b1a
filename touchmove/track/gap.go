package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A gap is a while in which the board was not heard. What was played meanwhile is
// looked for: a few plies that lead to what a scan shows, but for pieces
// that are in the air or not read. The same scan is read as reports, too. In a gap a lift of the opponent costs its
// choice alone (liftEarly), and a put before the ply that it answers costs Crossed, not OutOfTurn (putEarly).

// BridgePlies is how many plies of a gap are looked for at most: fewer on a board that does not name the
// pieces, because too many lines lead to what it shows.
func BridgePlies(names bool) int {
	if names {
		return 4
	}
	return 3
}

const (
	mostBridged = 4     // hypotheses from which plies are looked for: the best ones
	bridgeMost  = 12    // lines from one of them: the cheapest
	bridgeTried = 20000 // plies that are tried after a scan: all lines of four would be a million
	mayDiffer   = 2     // squares of pieces in the air or not read
	plySquares  = 2     // that a ply changes, mostly
)

// bridge looks for the lines of plies that lead to what a scan shows, the shortest first. Of two lines the
// longer one counts only if it leaves fewer squares unexplained.
type bridge struct {
	t     *Tracker
	why   *Rate
	shows [2]set // squares that read a piece of each player
	bare  set    // squares that read empty
	tried int
	lines map[start][]line // that were found

	weak  set // of the hypothesis from which plies are looked for
	may   int // squares that may be left unexplained
	found []line
	path  [6]step
	moves [6][]move
}

// start is where lines begin. Hypotheses share it.
type start struct {
	at   *node
	weak set
}

// line is plies that lead to what a scan shows, but for the squares that are left.
type line struct {
	to   *node
	left set
	cost Cost
}

// newBridge is for what the board reads now.
func (t *Tracker) newBridge(why *Rate) *bridge {
	b := &bridge{t: t, why: why, lines: map[start][]line{}}
	for sq, p := range t.reading {
		switch {
		case p == placement.Empty:
			b.bare |= square(sq).Set()
		case p != placement.Unknown:
			b.shows[p.Color()] |= square(sq).Set()
		}
	}
	return b
}

// emit emits the hypotheses in which plies were played in a gap.
func (b *bridge) emit(h *hypothesis) {
	if h.phase != playing {
		return
	}
	b.fromHand(h)
	undone, done := b.t.atStop(h, Bridge)
	for _, from := range append(done, undone) {
		for _, l := range b.from(start{from.node, from.weak}) {
			b.accept(&from, &l)
		}
	}
}

// fromHand emits the hypotheses in which the piece in the hand was put down in the gap, by the first ply of a line.
func (b *bridge) fromHand(h *hypothesis) {
	i := h.holding()
	if i < 0 || h.castle != legality.NoMove || h.hand[i].last != h.hand[i].home { // more than its lift was paid
		return
	}
	home := h.hand[i].home
	for _, l := range b.from(start{h.node, h.weak}) {
		first := l.to
		for first != h.node && first.parent != h.node {
			first = first.parent
		}
		if first != h.node && left(first.move) == home {
			l.cost -= h.node.legal().piece(home) // which was paid at the lift
			b.accept(h, &l)
		}
	}
}

// from is the lines from somewhere, the cheapest first.
func (b *bridge) from(s start) []line {
	if lines, known := b.lines[s]; known {
		return lines
	}
	b.weak, b.may, b.found = s.weak, mayDiffer, nil
	b.path[0] = step{pos: s.at.pos, at: s.at}
	for plies := 0; plies <= BridgePlies(b.t.sensor.Names) && b.may >= 0; plies++ {
		before := len(b.found)
		if b.look(0, plies); b.tried > bridgeTried { // what else there is has not been seen
			b.found = b.found[:before]
			break
		}
		for _, l := range b.found[before:] {
			b.may = min(b.may, l.left.Len()-1)
		}
	}
	slices.SortStableFunc(b.found, func(x, y line) int { return int(x.costs() - y.costs()) })
	b.lines[s] = b.found[:min(len(b.found), bridgeMost)]
	return b.lines[s]
}

// costs is what a line costs, with the pieces that are not read.
func (l *line) costs() Cost { return l.cost + NotRead.cost*Cost(l.left.Len()) }

// look tries so many plies more after the i-th.
func (b *bridge) look(i, plies int) {
	p := &b.path[i].pos
	d := placement.Misreads(p.Placement(), &b.t.reading) &^ b.weak
	if plies == 0 {
		if d.Len() <= b.may && d&^b.bare == 0 {
			b.found = append(b.found, line{b.t.growPath(b.path[:i+1]), d, b.path[i].cost})
		}
		return
	}
	if b.tooFar(p, d, plies) {
		return
	}
	b.moves[i] = p.AppendMoves(b.moves[i][:0])
	for _, m := range b.moves[i] {
		if !single(m) && !b.t.sensor.Names || plies == 1 && !b.lands(p, m) {
			continue
		}
		if b.tried++; b.tried > bridgeTried {
			return
		}
		b.path[i+1] = step{pos: p.Play(m), move: m}
		b.look(i+1, plies-1)
	}
}

// lands reports whether the scan may show what the last ply puts on its square.
func (b *bridge) lands(p *legality.Position, m move) bool {
	to := m.To()
	return m.IsCastling() || b.weak.Has(to) || b.bare.Has(to) && b.may > 0 || b.t.reads(to, moved(p, m))
}

// tooFar reports whether so many plies cannot lead from a position, which differs on some squares, to what the
// scan shows. A ply puts a piece on one square, leaves one, and captures one piece. Castling puts two and leaves
// two, and en passant two squares become empty.
func (b *bridge) tooFar(p *legality.Position, d set, plies int) bool {
	castles, all := 0, 0
	for c := placement.White; c <= placement.Black; c++ {
		own, may, reads := plies/2, 0, b.shows[c]
		if c == p.Turn() {
			own = (plies + 1) / 2
		}
		if king := p.Kings(c); own > 0 && (d|b.weak)&king != 0 {
			may = 1
		}
		lost := p.Occupied(c).Len() - reads.Len()
		if (d&reads).Len() > own+may || b.named() && (lost < 0 || lost > plies-own+b.may) {
			return true
		}
		castles, all = castles+may, all+p.Occupied(c).Len()
	}
	passing := plies / 2 // a pawn passes another one, and is captured
	if p.EnPassant() != placement.NoSquare {
		passing = (plies + 1) / 2
	}
	lost := all - (64 - b.bare.Len())
	return (d&^b.bare).Len() > plies+castles || (d&b.bare).Len() > plies+castles+passing+b.may ||
		b.weak == 0 && (lost < 0 || lost > plies+b.may)
}

// named reports whether the scan names every piece, and shows every square.
func (b *bridge) named() bool { return b.weak == 0 && b.shows[0]|b.shows[1]|b.bare == ^set(0) }

// chargePresses charges for presses before the scan, of players who have made no ply.
func (b *bridge) chargePresses(n *hypothesis, to *node) {
	for side, at := range n.early {
		made := false
		for s := to; s != nil && s != n.node; s = s.parent {
			made = made || s.turn() != color(side)
		}
		if at != 0 && !made {
			b.t.charge(n, Act{Kind: PressNothing, Why: PressedNothing})
		}
	}
}

// accept emits the hypotheses in which a line was played: the pieces of the squares that are left are in
// the hand of the player to move, or are not read.
func (b *bridge) accept(from *hypothesis, l *line) {
	n, s := *from, l.to
	b.chargePresses(&n, s)
	n.node, n.n = s, 0
	n.release()
	n.blank = 0
	n.on = *s.pos.Placement()
	n.settle()
	b.t.charge(&n, Act{Kind: Bridge, Why: b.why, Choice: l.cost, node: s})
	inHand, unread := n, n
	for rest := l.left; rest != 0; {
		sq := rest.Pop()
		b.t.charge(&unread, Act{Kind: Unread, Why: NotRead, Choice: choice(32), Square: sq, Piece: n.on[sq]})
		unread.weak |= sq.Set()
		b.t.charge(&inHand, Act{Kind: Lift, Choice: s.legal().piece(sq), Square: sq, Piece: n.on[sq], Home: sq})
		inHand.raise(sq, mover, b.t.now)
	}
	b.t.emit(&unread)
	if l.left != 0 && s.pos.Occupied(s.turn())&l.left == l.left {
		b.t.emit(&inHand)
	}
}

// A scan can fail as a whole: a cable is loose, or the board starts. It shows nothing on many squares then, and
// these are blank: what stands there is not known to have changed until they read something again, or a later
// scan shows the others. Pieces that are really taken off by hands are seen to go one after the other.

// failsFrom is on how many squares a scan that fails shows nothing, at least: more than hands clear between two
// scans. Chosen.
const failsFrom = 4

// fails emits the hypothesis in which a scan has failed that shows nothing on some squares.
func (t *Tracker) fails(h *hypothesis, dark set) {
	if dark.Len() < failsFrom {
		return
	}
	n := *h
	n.blank |= dark
	t.act(n, Act{Kind: Blank, Why: ScanFails, Square: nowhere})
}

// deaf reports whether plies may be made that are not told before the next scan.
func (t *Tracker) deaf(h *hypothesis) bool { return t.gap || h.blank != 0 }

// readAgain extends a hypothesis by the report that a blank square reads something. In a scan that is not
// blank all pieces come back at once.
func (t *Tracker) readAgain(h *hypothesis, sq square, p piece) {
	n, stood := *h, h.on[sq]
	if h.phase == loose {
		stood = t.stood[sq]
	}
	switch n.blank &^= sq.Set(); {
	case !same(stood, p):
		t.reported(&n, sq, p)
	case t.scanned:
		t.emit(&n)
	default:
		t.known(&n, sq, PutBackThere)
	}
}

// stillBlank has the blank squares be empty on which a scan still shows nothing, if they are few.
func (t *Tracker) stillBlank(seen *placement.Placement) {
	few := set(0)
	for i := range t.beam {
		if still := where(t.beam[i].blank, func(sq square) bool { return seen[sq] == placement.Empty }); still.Len() < failsFrom {
			few |= still
		}
	}
	for few != 0 {
		t.isEmpty(few.Pop())
	}
}

// isEmpty takes that a square is empty that has read so before, and was blank.
func (t *Tracker) isEmpty(sq square) {
	if !t.any(func(h *hypothesis) bool { return h.blank.Has(sq) }) {
		return
	}
	t.extend(func(h *hypothesis) {
		if !h.blank.Has(sq) {
			t.emit(h)
			return
		}
		n := *h
		n.blank &^= sq.Set()
		t.reported(&n, sq, placement.Empty)
	})
	t.quiet, t.idle = t.now, 0
	t.changes++
}
