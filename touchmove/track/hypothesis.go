package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// phase is whether a game is played.
type phase uint8

const (
	playing phase = iota
	loose         // the board is followed, and no game is seen in it
)

// role is what a piece does that is off its square.
type role uint8

const (
	mover  role = iota // belongs to the ply that is being made
	early              // belongs to the reply
	victim             // has been captured, or is lifted to be
	aside              // belongs to no ply: touched, knocked over, displaced
)

// backMore plies taken back in a row are a ply and its reply. More are rare while a game is played.
const backMore = 2

// maxHand is how many pieces can be off the board and still come back.
const maxHand = 8

// held is a piece off the board.
type held struct {
	at    int64 // when it was lifted
	piece piece
	home  square // where the position has it; nowhere
	last  square // where it stood last
	role  role
	stays bool // that it has not been put for some seconds is paid
	ahead bool // it is of the reply, and was told before any lift of the ply, which the same look may show
}

// account is the story of a hypothesis, and what it costs.
type account struct {
	story  *Act
	doubts []doubt // shared with others, so never changed but copied
	score  int64   // the sum of the costs of its acts
	added  int     // how many acts of it are of this record
	excess Cost    // what its records have cost beyond what those of a game do, and cheap ones have not paid back
	untold Cost    // the same, for what a scan has shown and no report has told yet
	dear   bool    // the excess was much, and is not paid back yet
}

// hypothesis is one way in which the reports can have come about: where the game
// stands, what stands where on the table, and the story of how it came to that. It is copied often: what
// points elsewhere comes first, and what is small last.
type hypothesis struct {
	account
	node     *node
	over     *node       // where the game ended, if what is played now is no part of it
	halted   *hypothesis // the ply that was being made when the clock was stopped; nil: none was, or the clock runs
	hand     [maxHand]held
	n        int      // in the hand
	off      set      // squares on which something else stands than the position has there
	weak     set      // squares that have erred: did not read what stood there, or read what did not
	unproved set      // squares on which a put was not told, and no scan has come since
	blank    set      // squares on which a scan that failed showed nothing: what stands there is not known to have changed
	stuck    set      // weak squares that did not read what stands there when they should have, which is paid
	early    [2]int64 // when a player pressed before his ply was on the board; 0: he did not
	gone     int64    // when a piece was captured last
	landed   int64    // when a piece was put down last
	slid     int64    // when the piece of the ply went on last from where it had landed; 0: it has not
	blinks   int64    // since when the square blink does not read what stands there
	pressed  int32    // how many plies were pressed; those before the log are taken as such
	forgot   int32    // how many presses were due and never made
	castle   move     // castling whose second piece was lifted: the ply is that, legal or not
	on       placement.Placement
	home     [64]square // of what stands where the position has something else
	role     [64]role
	spot     square // where a piece was put down last
	blink    square // nowhere: every square reads what stands there
	taken    piece  // captured last
	setRight square // where a piece was set right in this turn; nowhere: none was
	phase    phase
	back     uint8 // how many plies were taken back since the last one was made, at most backMore; one that is not the last counts from its lift
	owes     bool  // a press of the player who made the last ply is still to come
	fresh    bool  // a ply was completed to explain this record
	adjusts  bool  // the player having the move has put a piece back
	signal   bool  // the kings have shown a result
	undid    bool  // the players have taken back a ply of this part
	mayPlay  bool  // of a loose one: since play ended plies may not have been heard, or a player has pressed
}

func (h *hypothesis) turn() color { return h.node.turn() }

// game is where the game stands, or ended.
func (h *hypothesis) game() *node {
	if h.over != nil {
		return h.over
	}
	return h.node
}

// set changes what stands on a square. A piece that stands where the position has
// one is that piece, so that no other one is.
func (h *hypothesis) set(sq square, p piece, home square, r role) {
	h.on[sq], h.home[sq], h.role[sq] = p, home, r
	if h.node.pos.At(sq) != p {
		h.off |= sq.Set()
		return
	}
	h.off &^= sq.Set()
	if p == placement.Empty {
		return
	}
	for rest := h.off; rest != 0; {
		if other := rest.Pop(); h.home[other] == sq {
			h.home[other] = nowhere
		}
	}
	for i := range h.hand[:h.n] {
		if h.hand[i].home == sq {
			h.hand[i].home = nowhere
		}
	}
}

// homeOf is where the position has the piece that stands on a square.
func (h *hypothesis) homeOf(sq square) square {
	if h.off.Has(sq) {
		return h.home[sq]
	}
	return sq
}

// raise takes the piece on a square into the hand.
func (h *hypothesis) raise(sq square, r role, at int64) {
	h.hold(held{piece: h.on[sq], home: h.homeOf(sq), last: sq, role: r, at: at})
	h.set(sq, placement.Empty, nowhere, aside)
}

// hold puts a piece in the hand; if it is full, the one that was there longest is
// put beside the board.
func (h *hypothesis) hold(a held) {
	if h.n == maxHand {
		h.drop(0)
	}
	h.hand[h.n] = a
	h.n++
}

// drop takes a piece out of the hand.
func (h *hypothesis) drop(i int) held {
	a := h.hand[i]
	copy(h.hand[i:], h.hand[i+1:h.n])
	h.n--
	return a
}

// inHand is the index of the first piece in the hand of which something is so; -1 if there
// is none.
func (h *hypothesis) inHand(is func(*held) bool) int {
	for i := range h.hand[:h.n] {
		if is(&h.hand[i]) {
			return i
		}
	}
	return -1
}

// take takes the piece that belongs on a square out of the hand, which holds it.
func (h *hypothesis) take(home square) held {
	return h.drop(h.inHand(func(a *held) bool { return a.home == home }))
}

// holding is the index of the one piece in the hand that belongs to the ply; -1 if
// there is not just one.
func (h *hypothesis) holding() int {
	found := -1
	for i := range h.hand[:h.n] {
		if h.hand[i].role == mover {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// has reports whether a piece with a role is in the hand.
func (h *hypothesis) has(r role) bool {
	return h.inHand(func(a *held) bool { return a.role == r }) >= 0
}

// holds reports whether the piece that belongs on a square is in the hand.
func (h *hypothesis) holds(home square) bool {
	return h.inHand(func(a *held) bool { return a.home == home }) >= 0
}

// holdsAs reports whether the piece that belongs on a square is in the hand, with a role.
func (h *hypothesis) holdsAs(home square, r role) bool {
	return h.inHand(func(a *held) bool { return a.home == home && a.role == r }) >= 0
}

// victim is the square of the piece of the opponent that was lifted to be
// captured; nowhere if none was.
func (h *hypothesis) victim() square {
	i := h.inHand(func(a *held) bool {
		return a.role == victim && a.home != nowhere && h.node.pos.At(a.home) == a.piece && a.piece.Is(h.turn().Other())
	})
	if i < 0 {
		return nowhere
	}
	return h.hand[i].home
}

// uncaptured is the squares of pieces of the opponent that were lifted to be captured, and have been by nothing yet.
func (h *hypothesis) uncaptured() set {
	return where(h.off&h.node.pos.Occupied(h.turn().Other()), func(sq square) bool {
		return h.on[sq] == placement.Empty && (h.holdsAs(sq, victim) || h.rests(sq, victim))
	})
}

// resting is the squares on which pieces with a role stand, away from where the position has
// them.
func (h *hypothesis) resting(r role) set {
	return where(h.off, func(sq square) bool { return h.role[sq] == r && h.on[sq] != placement.Empty })
}

// begun reports whether the player having the move has lifted or put a piece that
// belongs to his ply.
func (h *hypothesis) begun() bool { return h.has(mover) || h.resting(mover) != 0 }

// shows reports whether the table shows a legal move: its piece is gone from
// where it stood and stands where it goes, and its victim is off.
func (h *hypothesis) shows(m move) bool {
	p := &h.node.pos
	if m.IsCastling() {
		king, rook := h.node.castlingTo(m)
		return h.on[king] == p.At(m.From()) && h.on[rook] == p.At(m.To())
	}
	from, to := m.From(), m.To()
	if home := h.home[to]; !h.off.Has(from) || h.on[to] != moved(p, m) || h.role[to] != mover || home != from && home != nowhere {
		return false
	}
	v := p.Captured(m)
	return v == placement.NoSquare || v == to || h.off.Has(v)
}

// shown is the legal moves that the table shows.
func (h *hypothesis) shown() []move { return h.appendShown(make([]move, 0, 16)) } // which needs no memory

func (h *hypothesis) appendShown(buf []move) []move {
	if h.phase != playing || h.off == 0 {
		return buf
	}
	if h.castle != legality.NoMove {
		if h.shows(h.castle) && slices.Contains(h.node.legal().from(h.castle.From()), h.castle) {
			buf = append(buf, h.castle)
		}
		return buf
	}
	for rest := h.off & h.node.pos.Occupied(h.turn()); rest != 0; {
		for _, m := range h.node.legal().from(rest.Pop()) {
			if (m.IsCastling() || h.off.Has(m.To())) && h.shows(m) {
				buf = append(buf, m)
			}
		}
	}
	return buf
}

// exchangedWrongly reports whether a piece of the ply is not the one that stood on its home. As the table shows no legal
// ply, a pawn was exchanged for what it may not become.
func (h *hypothesis) exchangedWrongly() bool {
	return where(h.resting(mover), func(sq square) bool {
		return h.home[sq] != nowhere && h.on[sq] != h.node.pos.At(h.home[sq])
	}) != 0
}

// castlingBegun is the castling of which both pieces are off their squares and belong to the ply,
// or to the reply.
func (h *hypothesis) castlingBegun(r role) move {
	side, among := h.turn(), h.node.legal
	if r == early {
		side, among = side.Other(), h.node.replies
	}
	king := h.node.pos.Kings(side).First()
	if king == nowhere || !h.off.Has(king) {
		return legality.NoMove
	}
	moving := func(home square) bool { return h.rests(home, r) || h.holdsAs(home, r) }
	for _, m := range among().from(king) {
		if m.IsCastling() && moving(king) && moving(m.To()) {
			return m
		}
	}
	return legality.NoMove
}

// settle works out anew what stands off its square, and what it does there.
func (h *hypothesis) settle() {
	pos := &h.node.pos
	before := h.off
	h.off = placement.Differ(&h.on, pos.Placement())
	for rest := h.off; rest != 0; {
		sq := rest.Pop()
		if h.on[sq] == placement.Empty {
			continue
		}
		switch {
		case !before.Has(sq):
			h.role[sq], h.home[sq] = aside, nowhere
		case h.role[sq] == early:
			h.role[sq] = mover
		default:
			h.role[sq] = aside
		}
		if home := h.home[sq]; home != nowhere && (pos.At(home) != h.on[sq] || h.on[home] == h.on[sq]) {
			h.home[sq] = nowhere
		}
	}
}

// mix spreads the bits of a number.
func mix(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return x ^ x>>32
}

// hash is a number that hypotheses share if their future is the same: position, table, turn,
// phase, and what is open.
func (h *hypothesis) hash() uint64 {
	x := h.node.pos.Key() ^ mix(uint64(h.node.part)<<8|uint64(h.phase)<<4|1)
	for rest := h.off; rest != 0; {
		sq := rest.Pop()
		k := uint64(sq)<<32 | uint64(h.on[sq])<<16
		if h.on[sq] != placement.Empty {
			k |= uint64(h.home[sq])<<8 | uint64(h.role[sq])<<4 | 2
		}
		x ^= mix(k)
	}
	for _, a := range h.hand[:h.n] {
		k := uint64(a.piece)<<24 | uint64(a.home)<<16 | uint64(a.role)<<8 | 3
		if a.stays {
			k |= 1 << 32
		}
		if a.ahead {
			k |= 1 << 33
		}
		x += mix(k)
	}
	if h.over != nil {
		x ^= mix(h.over.pos.Key() ^ 7)
	}
	if h.halted != nil {
		x ^= mix(h.halted.hash() ^ 6)
	}
	x ^= mix(uint64(h.blank) ^ 5)
	open := uint64(h.castle)<<32 | uint64(h.setRight)<<24 | uint64(h.blink)<<16 | 4
	for i, is := range [...]bool{h.owes, h.back > 0, h.back == backMore, h.adjusts, h.signal, h.early[0] > 0, h.early[1] > 0, h.early[0] == premature, h.early[1] == premature, h.mayPlay} {
		if is {
			open |= 1 << (48 + i)
		}
	}
	return x ^ mix(open)
}

// stand has the pieces stand as a position has them, and nothing else be open.
func (t *Tracker) stand(n *hypothesis, s *node) {
	n.node, n.on, n.off, n.n = s, *s.pos.Placement(), 0, 0
	n.release()
}

// release lets go of what is open of a ply.
func (h *hypothesis) release() {
	h.castle, h.early, h.owes, h.back, h.adjusts, h.blink, h.setRight = legality.NoMove, [2]int64{}, false, 0, false, nowhere, nowhere
}

// putBy reports whether the last ply has put a piece on a square.
func (h *hypothesis) putBy(sq square) bool { return h.node.kind != inGap && h.node.put(sq) }

// put reports whether the ply that led here has put a piece on a square.
func (n *node) put(sq square) bool {
	return sq != nowhere && n.parent != nil && n.part == n.parent.part && n.pos.At(sq) != n.parent.pos.At(sq) && n.pos.At(sq) != placement.Empty
}

// takingBack is the rate at which a ply is taken back, or one more.
func (h *hypothesis) takingBack() *Rate {
	switch {
	case h.over != nil && h.back > 0:
		return TakesBackOn
	case h.over != nil:
		return TakesBackAfter
	case h.back == backMore:
		return TakesBackMore
	case h.back > 0:
		return TakesBackToo
	}
	return TakesBack
}

// untouched is what is paid for one more ply that is taken back, because the board shows the position before it. Where its
// piece was moved for that, the lift has paid. Where the position has repeated, nobody has touched it.
func (h *hypothesis) untouched(back *hypothesis) *Rate {
	if where(h.off, back.node.put) != 0 {
		return Nothing
	}
	return back.takingBack()
}

// mostUnder is how many of the last plies may be taken back in any order. Chosen.
const mostUnder = 4

// putUnder is the node to which a ply before the last one leads that has put a piece on a square, where
// it stands since; nil if none has.
func (h *hypothesis) putUnder(sq square) *node {
	if sq == nowhere || h.node.pos.At(sq) == placement.Empty {
		return nil
	}
	for n, plies := h.node, 1; plies <= mostUnder && n.kind == byMove && n.parent != nil && n.part == n.parent.part; n, plies = n.parent, plies+1 {
		switch before := n.parent.pos.At(sq); {
		case before == n.pos.At(sq):
		case plies == 1 || n.move.Promotion() != legality.NoKind:
			return nil
		default:
			return n
		}
	}
	return nil
}

// rests reports whether the piece that belongs on a square rests on another one, with a role.
func (h *hypothesis) rests(home square, r role) bool {
	return where(h.resting(r), func(sq square) bool { return h.home[sq] == home }) != 0
}

// doubt is that from some ply on, another line is as good but for what it was behind.
type doubt struct {
	from   *node  // the first ply that the other does not have
	plies  uint64 // which of it and the next 63 plies the other does not have
	behind int64
}

// mostDoubts is how many are kept.
const mostDoubts = 6

// merge notes that another hypothesis, which is behind or level, has the same future.
func (h *hypothesis) merge(o *hypothesis) {
	behind := o.score - h.score
	if from := firstOf(h.node, o.node); from != nil && behind < sureCost {
		h.question(doubt{from, h.node.apart(from, o.node), behind})
	}
	for _, d := range o.doubts { // of what the two share
		if d.behind+behind < sureCost && d.from.of(h.node) {
			h.question(doubt{d.from, d.plies, d.behind + behind})
		}
	}
}

// question adds a doubt, in place of a smaller one if there are many.
func (h *hypothesis) question(d doubt) {
	at := slices.IndexFunc(h.doubts, func(o doubt) bool { return o.from == d.from })
	switch {
	case at >= 0:
		o := &h.doubts[at]
		d.behind, d.plies = min(o.behind, d.behind), o.plies|d.plies
	case len(h.doubts) < mostDoubts:
		at = len(h.doubts)
	default:
		most := slices.MaxFunc(h.doubts, func(a, b doubt) int { return int(a.behind - b.behind) })
		if d.behind >= most.behind {
			return
		}
		at = slices.Index(h.doubts, most)
	}
	list := make([]doubt, max(len(h.doubts), at+1))
	copy(list, h.doubts)
	list[at] = d
	h.doubts = list
}
