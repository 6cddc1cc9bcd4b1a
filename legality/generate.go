package legality

import "math/bits"

// Generate fills m with all legal moves of the player having the move. It
// allocates nothing.
//
// In positions that cannot be: without a king of his own the player need not
// care for any; with several, none of them may be attacked after his move. A
// king of the opponent may be attacked already, but a move that captures a
// king is never legal (1.4.1). Pawns on the rank furthest from their own side
// cannot move; those on the first rank step one square.
func (p *Position) Generate(m *Moves) {
	us := p.turn & 1
	m.From, m.Castle, m.Checkers = 0, 0, 0
	m.promoting = p.kinds[Pawn] & p.colors[us] & seventhRank[us]
	m.king = NoSquare
	kings := p.Kings(us)
	if kings&(kings-1) != 0 {
		p.generateForKings(m, kings)
		return
	}
	targets, pinned := ^(p.colors[us] | p.kinds[King]), Set(0)
	if kings != 0 {
		m.king = kings.First()
		m.Checkers, pinned = p.checkersAndPins(m.king)
		p.kingMoves(m, m.king, targets)
		if m.Checkers != 0 {
			targets &= evasions(m.king, m.Checkers)
		}
	}
	if targets != 0 {
		p.pieceMoves(m, targets, pinned)
		p.pawnMoves(m, targets, pinned)
	}
	p.specialMoves(m, kings)
}

// Ranks as each colour counts them, and the way its pawns go.
var (
	lastRank    = [2]Set{0xff << 56, 0xff}
	seventhRank = [2]Set{0xff << 48, 0xff << 8}
	thirdRank   = [2]Set{0xff << 16, 0xff << 40}
	backRank    = [2]Set{0xff, 0xff << 56}
	forward     = [2]int{8, -8}
)

// evasions is where a man other than the king can end a check: on the line
// to the one checker or on its square. Against two checkers it can do nothing.
func evasions(king Square, checkers Set) Set {
	if checkers&(checkers-1) != 0 {
		return 0
	}
	return between(king, checkers.First()) | checkers
}

// checkersAndPins finds the enemy men that attack the king of the player to
// move, and his men that shield it from a slider alone.
func (p *Position) checkersAndPins(king Square) (checkers, pinned Set) {
	us := p.turn & 1
	own, enemy := p.colors[us], p.colors[us^1]
	l := &linesOf[king&63]
	checkers = (knightAttacks[king&63]&p.kinds[Knight] | pawnAttacks[us][king&63]&p.kinds[Pawn] |
		kingAttacks[king&63]&p.kinds[King]) & enemy
	queens := p.kinds[Queen]
	snipers := (l.straight&(p.kinds[Rook]|queens) | l.slanted&(p.kinds[Bishop]|queens)) & enemy
	for snipers != 0 {
		s := snipers.Pop()
		shield := between(king, s) & (own | enemy)
		if shield == 0 {
			checkers |= s.Set()
		} else if shield&(shield-1) == 0 {
			pinned |= shield & own
		}
	}
	return checkers, pinned
}

// kingMoves finds the king's steps, castling left out.
func (p *Position) kingMoves(m *Moves, king Square, targets Set) {
	enemy := p.turn&1 ^ 1
	without := (p.colors[0] | p.colors[1]) &^ king.Set()
	safe := Set(0)
	for to := kingAttacks[king&63] & targets; to != 0; {
		if s := to.Pop(); p.attackers(s, enemy, without) == 0 {
			safe |= s.Set()
		}
	}
	m.add(king, safe)
}

// add notes where the man on a square may go.
func (m *Moves) add(from Square, to Set) {
	m.To[from&63] = to
	m.From |= (to | -to) >> 63 << (from & 63)
}

// pieceMoves finds the moves of knights, bishops, rooks and queens.
func (p *Position) pieceMoves(m *Moves, targets, pinned Set) {
	own, occupied := p.colors[p.turn&1], p.colors[0]|p.colors[1]
	for men := p.kinds[Knight] & own &^ pinned; men != 0; {
		s := men.Pop()
		m.add(s, knightAttacks[s&63]&targets)
	}
	queens := p.kinds[Queen]
	for men := p.kinds[Bishop] & own; men != 0; {
		s := men.Pop()
		m.add(s, bishopAttacks(s, occupied)&targets)
	}
	for men := p.kinds[Rook] & own; men != 0; {
		s := men.Pop()
		m.add(s, rookAttacks(s, occupied)&targets)
	}
	for men := queens & own; men != 0; {
		s := men.Pop()
		m.add(s, (bishopAttacks(s, occupied)|rookAttacks(s, occupied))&targets)
	}
	for men := pinned &^ p.kinds[Knight] &^ p.kinds[Pawn]; men != 0; {
		s := men.Pop()
		m.From &^= s.Set()
		m.add(s, m.To[s&63]&lineThrough(m.king, s))
	}
}

// pawnMoves finds the moves of pawns, en passant left out.
func (p *Position) pawnMoves(m *Moves, targets, pinned Set) {
	us := p.turn & 1
	pawns := p.kinds[Pawn] & p.colors[us] &^ lastRank[us]
	free := ^(p.colors[0] | p.colors[1])
	up := forward[us]
	steps := rotate(pawns, up) & free
	doubles := rotate(steps&thirdRank[us], up) & free & targets
	steps &= targets
	captures := targets & p.colors[us^1]
	for pawns != 0 {
		s := pawns.Pop()
		bit := Set(1) << (s & 63)
		to := rotate(bit, up)&steps | rotate(bit, 2*up)&doubles | pawnAttacks[us][s&63]&captures
		if bit&pinned != 0 {
			to &= lineThrough(m.king, s)
		}
		m.add(s, to)
	}
}

func rotate(s Set, by int) Set { return Set(bits.RotateLeft64(uint64(s), by)) }

// specialMoves finds the captures en passant and castling.
func (p *Position) specialMoves(m *Moves, kings Set) {
	us := p.turn & 1
	if p.ep != 0 {
		for pawns := p.epPawns(us); pawns != 0; {
			if s := pawns.Pop(); p.epLegal(s, kings) {
				p.addExtra(m, s, p.EnPassant())
			}
		}
	}
	if m.Checkers == 0 && p.rights&backRank[us] != 0 {
		p.castlingMoves(m, kings)
	}
}

// addExtra adds one square to those where a man may go.
func (p *Position) addExtra(m *Moves, from, to Square) {
	if !m.From.Has(from) {
		m.To[from&63] = 0
	}
	m.From |= from.Set()
	m.To[from&63] |= to.Set()
}

// generateForKings is Generate for a player with several kings: every move is
// tried and the kings looked at.
func (p *Position) generateForKings(m *Moves, kings Set) {
	us := p.turn & 1
	occupied := p.colors[0] | p.colors[1]
	for k := kings; k != 0; {
		m.Checkers |= p.attackers(k.Pop(), us^1, occupied)
	}
	targets := ^(p.colors[us] | p.kinds[King])
	p.pieceMoves(m, targets, 0)
	p.pawnMoves(m, targets, 0)
	for k := kings; k != 0; {
		s := k.Pop()
		m.add(s, kingAttacks[s&63]&targets)
	}
	for from := m.From; from != 0; {
		s := from.Pop()
		m.From &^= s.Set()
		m.add(s, p.safeTargets(s, m.To[s&63], kings))
	}
	p.specialMoves(m, kings)
}

// safeTargets is those of the squares to which the man on a square can go with
// none of the kings attacked afterwards.
func (p *Position) safeTargets(from Square, to, kings Set) Set {
	var safe Set
	for to != 0 {
		s := to.Pop()
		after := kings
		if kings.Has(from) {
			after = kings&^from.Set() | s.Set()
		}
		q := *p
		q.colors[p.turn&1^1] &^= s.Set()
		occupied := (p.colors[0]|p.colors[1])&^from.Set() | s.Set()
		if !q.anyAttacked(after, p.turn&1^1, occupied) {
			safe |= s.Set()
		}
	}
	return safe
}
