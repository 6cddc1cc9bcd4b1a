package legality

import (
	"math/bits"
)

// mobility holds, for every piece on the board, the squares where it may ever
// stand, to prove that a player cannot mate. It may hold too many squares, never
// too few. The method is that of M. Ambrona, A Practical Algorithm for Chess
// Unwinnability (FUN 2022); the rules are our own, each with its reason.
//
// It begins with every piece on its own square and adds the squares that follow,
// until nothing changes. The result covers every line of legal moves that ends with
// the winner mating. Proof: take the first move of such a line that is not covered.
// Before it, every piece stood on a covered square, so the reason for which the
// rules left the move out applies: the move is illegal, or it ends the game at once
// in another way.
//
// The winner is White, the loser Black.
type mobility struct {
	pieces  [maxPieces]mobilePiece
	n       int
	kings   [2]int // where in pieces
	steady  [2]Set // squares of a side's pieces that never move and are never captured
	closed  [2]Set // the subset of steady that no enemy can enter
	prey    [2]Set // where a side's pieces can be captured
	guarded [2]Set // squares that a side always attacks, where no enemy king can go
	ever    Set    // squares that are ever occupied
	doubt   int    // the first piece that may be captured before it moves, or nobody
	queens  bool   // a pawn of the winner promotes
}

// The roles of the players: the question is whether the winner can mate the loser.
const (
	winner = White
	loser  = Black
)

// nobody is an index that means no piece.
const nobody = -1

// mobilePiece is a piece and the squares where it may stand.
type mobilePiece struct {
	home     Set
	squares  Set
	takes    Set // the squares where it may arrive by a capture
	kind     Kind
	side     Color
	victim   bool // it may be captured
	promotes bool
	fate     fate
}

// fate is an assumption about a piece in a proof by cases.
type fate uint8

const (
	anyFate fate = iota
	kept         // it is not captured before its first move
	taken        // it is captured before its first move
)

// stays reports whether a piece never leaves its square.
func (m *mobilePiece) stays() bool { return m.squares == m.home && !m.promotes }

// steady reports whether a piece stands on its square for ever.
func (m *mobilePiece) steady() bool { return m.stays() && !m.victim }

// mobilityCases is the depth of the proof by cases: whether a piece is captured
// before it moves.
const mobilityCases = 3

// cannotMateByMobility reports whether the squares that the pieces can ever reach
// rule out that White mates.
func (p *Position) cannotMateByMobility() bool {
	if p.ep != 0 {
		return false
	}
	var r mobility
	r.load(p)
	return r.excludesMate(mobilityCases)
}

// excludesMate settles the pieces and reports whether that rules out a mate. If it
// does not, but some piece may be captured before it moves, excludesMate tries two
// cases: the piece is captured before its first move, or it is not.
func (r *mobility) excludesMate(cases int) bool {
	start := *r
	r.settle()
	if r.cannotMate() {
		return true
	}
	if r.doubt == nobody || cases == 0 {
		return false
	}
	var assumed mobility
	for _, f := range [...]fate{kept, taken} {
		assumed = start
		assumed.pieces[r.doubt].fate = f
		if !assumed.excludesMate(cases - 1) {
			return false
		}
	}
	return true
}

// load puts the pieces of a position in place.
func (r *mobility) load(p *Position) {
	r.n, r.doubt = 0, nobody
	for pieces := p.colors[winner] | p.colors[loser]; pieces != 0 && r.n < maxPieces; r.n++ {
		s := pieces.Pop()
		piece := p.board[s&63]
		r.pieces[r.n] = mobilePiece{home: s.Set(), squares: s.Set(), kind: piece.Kind(), side: piece.Color() & 1}
		if piece.Kind() == King {
			r.kings[piece.Color()&1] = r.n
		}
	}
	for rooks := p.rights; rooks != 0; {
		r.castle(p, rooks.Pop())
	}
}

// castle adds the squares where castling puts a king and a rook.
func (r *mobility) castle(p *Position, rook Square) {
	king := p.castlingKing(p.board[rook&63].Color())
	m := MakeCastling(king, rook)
	for i := range r.n {
		switch r.pieces[i].home {
		case king.Set():
			r.pieces[i].squares |= m.KingTo().Set()
		case rook.Set():
			r.pieces[i].squares |= m.RookTo().Set()
		}
	}
}

// settle lets the pieces move until nothing changes, or until a pawn of the winner
// promotes, after which a mate is likely.
func (r *mobility) settle() {
	for changed := true; changed && !r.queens; {
		r.derive()
		changed = false
		for i := range r.n {
			changed = r.spread(i) || changed
		}
		for i := range r.n {
			changed = r.expose(i) || changed
		}
	}
}

// derive computes, from where each piece may stand, the restrictions on other
// pieces.
func (r *mobility) derive() {
	r.steady, r.closed, r.prey, r.guarded, r.ever = [2]Set{}, [2]Set{}, [2]Set{}, [2]Set{}, 0
	for i := range r.n {
		m := &r.pieces[i]
		r.ever |= m.squares
		protected := m.kind == King || m.fate == kept && m.stays()
		if !protected {
			r.prey[m.side] |= m.squares
		}
		if m.steady() {
			r.steady[m.side] |= m.home
			if protected {
				r.closed[m.side] |= m.home
			}
		}
	}
	r.guarded[winner] = r.guardedWithout(winner, nobody, r.ever)
	r.guarded[loser] = r.guardedWithout(loser, nobody, r.ever)
}

// guardedWithout returns the squares that the pieces of a side, except one, always
// attack if only the given squares are ever occupied.
func (r *mobility) guardedWithout(side Color, without int, occupied Set) Set {
	var found Set
	for i := range r.n {
		if m := &r.pieces[i]; m.side == side && i != without && !m.victim && !m.promotes {
			found |= m.always(occupied)
		}
	}
	return found
}

// always returns the squares that a piece attacks wherever it stands; for a king
// also its own square. More pieces in the way mean fewer squares.
func (m *mobilePiece) always(occupied Set) Set {
	all := ^Set(0)
	for from := m.squares; from != 0 && all != 0; {
		s := from.Pop().Set()
		if m.kind == King {
			all &= kingSpread(s) | s
		} else {
			all &= m.attacks(s, occupied)
		}
	}
	return all
}

// attacks returns the squares that a piece attacks from any square of from when
// exactly the squares of occupied are occupied.
func (m *mobilePiece) attacks(from, occupied Set) Set {
	switch m.kind {
	case Pawn:
		return pawnSpread(from, m.side)
	case King:
		return kingSpread(from)
	}
	var found Set
	for from != 0 {
		found |= reach(m.kind, from.Pop(), occupied)
	}
	return found
}

const (
	aFile Set = 0x0101010101010101
	hFile     = aFile << 7
)

// pawnSpread returns the squares that pawns attack.
func pawnSpread(from Set, side Color) Set {
	if side == winner {
		return from&^aFile<<7 | from&^hFile<<9
	}
	return from&^hFile>>7 | from&^aFile>>9
}

// kingSpread returns the squares that kings attack.
func kingSpread(from Set) Set {
	column := from<<8 | from>>8
	wide := from | column
	return column | wide&^aFile>>1 | wide&^hFile<<1
}

// spread lets a piece move on from where it may stand, and reports a change. Steady
// pieces are in its way; if a steady enemy piece turns out to be capturable, it is
// steady no longer.
func (r *mobility) spread(i int) bool {
	m := &r.pieces[i]
	if m.fate == taken {
		return false
	}
	to, takes := r.steps(m)
	to &^= m.squares | r.steady[m.side] | r.closed[m.side^1]
	switch {
	case to == 0:
	case m.kind == King:
		to &^= r.stalemating(m, to)
	case m.side == loser && !m.promotes:
		to &^= r.mating(i, to)
	}
	to |= m.squares
	takes = takes&to | m.takes
	changed := to != m.squares || takes != m.takes
	m.squares, m.takes = to, takes
	if m.kind == Pawn && to&lastRank[m.side] != 0 && !m.promotes {
		m.promotes, changed = true, true
		r.queens = r.queens || m.side == winner
	}
	return changed
}

// steps returns where a piece may go, and to which of these squares by a capture. A
// pawn that promotes may become any piece and go anywhere.
func (r *mobility) steps(m *mobilePiece) (to, takes Set) {
	fixed := r.steady[winner] | r.steady[loser]
	switch {
	case m.promotes:
		to = ^Set(0)
	case m.kind == Pawn:
		return r.pawnSteps(m, fixed)
	default:
		to = m.attacks(m.squares, fixed)
	}
	if m.kind == King {
		to &^= r.guarded[m.side^1]
	}
	return to, to
}

// pawnSteps returns the steps of a pawn. En passant needs no rule of its own: the
// captured pawn may stand on the square that it passes.
func (r *mobility) pawnSteps(m *mobilePiece, fixed Set) (to, takes Set) {
	up := forward[m.side]
	free := ^fixed & r.room(m)
	steps := rotate(m.squares, up) & free
	doubles := rotate(steps&thirdRank[m.side], up) & free
	takes = pawnSpread(m.squares, m.side) & r.prey[m.side^1]
	return steps | doubles | takes, takes
}

// room returns where a pawn may stand, given enemy pawns on its file: two pawns cannot pass
// each other unless one leaves the file or is captured.
func (r *mobility) room(m *mobilePiece) Set {
	file := aFile << (bits.TrailingZeros64(uint64(m.home)) & 7)
	room := ^Set(0)
	if m.squares&^file != 0 {
		return room
	}
	for i := range r.n {
		o := &r.pieces[i]
		switch {
		case o.kind != Pawn || o.side == m.side || o.victim || o.squares&^file != 0:
		case m.side == winner && o.home > m.home:
			room &= o.home - 1
		case m.side == loser && o.home < m.home:
			room &^= o.home | (o.home - 1)
		}
	}
	return room
}

// expose notes whether a piece may be captured, and reports a change.
func (r *mobility) expose(i int) bool {
	m := &r.pieces[i]
	if m.victim || m.kind == King || m.fate == kept && m.stays() {
		return false
	}
	for k := range r.n {
		if o := &r.pieces[k]; o.side != m.side && o.takes&m.squares != 0 {
			m.victim = true
			if r.doubt == nobody && m.fate == anyFate && m.stays() {
				r.doubt = i
			}
			return true
		}
	}
	return false
}

// The rules below leave out moves that end the game at once without a mate by the
// winner. Such a move may go to a square that its piece never reaches otherwise, so
// each rule looks at the board after the move.

// stalemating returns the squares of to where a king cannot go because that
// stalemates the enemy. It leaves out moves of the winner's king that might uncover
// a check by a slider, since they might be mate.
func (r *mobility) stalemating(k *mobilePiece, to Set) Set {
	enemy := &r.pieces[r.kings[k.side^1]]
	fixed := (r.steady[winner] | r.steady[loser]) &^ k.home
	for i := range r.n {
		if m := &r.pieces[i]; m.side == enemy.side && m != enemy && r.canMove(m, fixed) {
			return 0
		}
	}
	barred := r.guardedWithout(k.side, r.kings[k.side], r.ever|to) | r.steady[enemy.side]&^enemy.home
	var found Set
	for to != 0 {
		t := to.Pop()
		covered := kingAttacks[t&63] | t.Set()
		from := enemy.squares &^ covered
		if kingSpread(from)&^barred&^covered != 0 {
			continue
		}
		if k.side == loser || !r.uncovers(k.squares&kingAttacks[t&63], from, fixed) {
			found |= t.Set()
		}
	}
	return found
}

// canMove reports whether a piece, not a king, might leave its square when only the
// squares of fixed are certainly occupied.
func (r *mobility) canMove(m *mobilePiece, fixed Set) bool {
	if !m.stays() {
		return true
	}
	if m.kind == Pawn {
		return rotate(m.home, forward[m.side])&^fixed != 0 || pawnSpread(m.home, m.side)&r.prey[m.side^1] != 0
	}
	return m.attacks(m.home, fixed)&^r.steady[m.side] != 0
}

// uncovers reports whether a slider of the winner might attack one of the squares
// through a square that the winner's king leaves.
func (r *mobility) uncovers(left, squares, fixed Set) bool {
	for i := range r.n {
		m := &r.pieces[i]
		if m.side != winner || m.kind < Bishop || m.kind == King {
			continue
		}
		for from := m.squares; from != 0; {
			s := from.Pop().Set()
			if m.attacks(s, fixed)&^m.attacks(s, fixed|left)&squares != 0 {
				return true
			}
		}
	}
	return false
}

// mating returns those squares of to where a piece of the loser, not the king, cannot go
// because it would mate the winner from there. That is certain only if the winner's king
// never moves. It leaves out a pawn on its first square because of en passant.
func (r *mobility) mating(i int, to Set) Set {
	m, king := &r.pieces[i], &r.pieces[r.kings[winner]]
	if !king.steady() || m.kind == Pawn && m.home&seventhRank[winner] != 0 {
		return 0
	}
	var found, guarded Set
	for fresh := to; fresh != 0; {
		t := fresh.Pop()
		if m.attacks(t.Set(), r.ever)&king.home == 0 {
			continue
		}
		if guarded == 0 {
			guarded = r.guardedWithout(loser, i, r.ever|to)
		}
		flights := kingSpread(king.home) &^ (r.steady[winner] &^ t.Set()) &^ guarded
		flights &^= m.attacks(t.Set(), r.ever&^king.home)
		if flights == 0 && !r.parries(m, t.Set()|between(t, king.home.First())) {
			found |= t.Set()
		}
	}
	return found
}

// parries reports whether a piece of the winner, not the king, might reach one of
// the squares after a piece of the loser has left its square.
func (r *mobility) parries(gone *mobilePiece, squares Set) bool {
	fixed := (r.steady[winner] | r.steady[loser]) &^ gone.home
	for i := range r.n {
		m := &r.pieces[i]
		if m.side == loser || m.kind == King {
			continue
		}
		to := m.attacks(m.squares, fixed)
		if m.kind == Pawn {
			steps := rotate(m.squares, forward[winner]) &^ fixed
			to |= steps | rotate(steps&thirdRank[winner], forward[winner])&^fixed
		}
		if to&squares != 0 {
			return true
		}
	}
	return false
}

// cannotMate reports whether no arrangement of the pieces on the squares where they
// may stand mates the loser. The loser's king is never mated on a square that the
// winner always guards: it cannot go there, and if it is in check there now, it
// must leave at once.
func (r *mobility) cannotMate() bool {
	if r.queens {
		return false
	}
	hits := r.hits()
	region := r.pieces[r.kings[loser]].squares &^ r.guarded[winner]
	for at := region & hits; at != 0; {
		s := at.Pop()
		if r.mayBeMate(s, region&kingAttacks[s&63]&^hits) {
			return false
		}
	}
	return true
}

// hits returns all squares that the winner's pieces, except the king, may ever
// attack.
func (r *mobility) hits() Set {
	var found Set
	for i := range r.n {
		if m := &r.pieces[i]; m.side == winner && m.kind != King {
			found |= m.attacks(m.squares, r.steady[winner]|r.steady[loser])
		}
	}
	return found
}

// mayBeMate reports whether the loser's king, in check on s, might have no move:
// each of its escape squares is occupied by a piece of its own or guarded by the
// winner's king.
func (r *mobility) mayBeMate(s Square, escapes Set) bool {
	blockers, blocked := 0, Set(0)
	for i := range r.n {
		if m := &r.pieces[i]; m.side == loser && m.kind != King && m.squares&escapes != 0 {
			blockers++
			blocked |= m.squares & escapes
		}
	}
	// Try each set of escape squares that the blockers can leave open.
	left := max(0, blocked.Len()-blockers)
	for open := blocked; ; open = (open - 1) & blocked {
		if open.Len() == left && r.kingGuards(s, escapes&^blocked|open) {
			return true
		}
		if open == 0 {
			return false
		}
	}
}

// kingGuards reports whether the winner's king, from one of its squares, might
// guard all open squares beside the king on s.
func (r *mobility) kingGuards(s Square, open Set) bool {
	if open == 0 {
		return true
	}
	for at := r.pieces[r.kings[winner]].squares &^ kingAttacks[s&63] &^ s.Set(); at != 0; {
		if open&^kingAttacks[at.Pop()&63] == 0 {
			return true
		}
	}
	return false
}
