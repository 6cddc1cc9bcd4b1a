package legality

// worth is the value of each kind in an exchange, in pawns, as chess books give it.
// A king is worth more than everything else.
var worth = [8]int8{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 100}

// Exchange returns what a move gains its player, in pawns, if both players then capture on
// the square entered as long as it pays, the least valuable piece first. It ignores pins,
// checks and threats elsewhere. Castling gains nothing.
func (p *Position) Exchange(m Move) int {
	if m == NoMove || m.IsCastling() {
		return 0
	}
	gain := int8(0)
	occupied := p.colors[0] | p.colors[1]
	if victim := p.Captured(m); victim != NoSquare {
		gain = worth[p.board[victim].Kind()]
		occupied &^= victim.Set()
	}
	piece := p.board[m.From()].Kind()
	if k := m.Promotion(); k != NoKind {
		gain += worth[k] - worth[Pawn]
		piece = k
	}
	occupied = occupied&^m.From().Set() | m.To().Set()
	return int(gain - p.recapture(m.To(), p.turn.Other(), occupied, worth[piece]))
}

// recapture returns what a player gains by capturing a piece of a given worth on a square with the least
// valuable attacker, or by not capturing, if both go on so.
func (p *Position) recapture(s Square, by Color, occupied Set, stake int8) int8 {
	attackers := p.allAttackers(s, occupied) & occupied
	var stakes [64]int8
	n := 0
	for own := attackers & p.colors[by&1]; own != 0; own = attackers & occupied & p.colors[by&1] {
		kind := Pawn
		for own&p.kinds[kind] == 0 {
			kind++
		}
		if n > 0 && stake-worth[kind] >= stakes[n-1] { // the capture before does not pay, however it goes on
			n--
			break
		}
		from := (own & p.kinds[kind]).First()
		stakes[n], stake = stake, worth[kind]
		n++
		occupied &^= from.Set()
		attackers |= p.sliders(s, from, occupied)
		by = by.Other()
	}
	gain := int8(0)
	for n--; n >= 0; n-- {
		gain = max(0, stakes[n]-gain)
	}
	return gain
}

// sliders returns the bishops, rooks and queens of both players that attack a square straight, or aslant,
// as another square lies from there. They include those that stood behind a piece that has left that one.
func (p *Position) sliders(s, through Square, occupied Set) Set {
	l := &linesOf[s&63]
	switch straight, slanted := p.kinds[Rook]|p.kinds[Queen], p.kinds[Bishop]|p.kinds[Queen]; {
	case l.straight.Has(through) && l.straight&straight&occupied != 0:
		return rookAttacks(s, occupied) & straight
	case l.slanted.Has(through) && l.slanted&slanted&occupied != 0:
		return bishopAttacks(s, occupied) & slanted
	}
	return 0
}

// BestExchange returns the most that the player having the move can win by captures on one square, in pawns, if
// both players capture there as long as it pays, the least valuable piece first; 0 if he wins nothing. In check
// only captures of the piece that gives it count. Pins do not count, nor en passant, nor what a pawn becomes.
func (p *Position) BestExchange() int {
	them, occupied := p.turn.Other(), p.colors[0]|p.colors[1]
	victims := p.colors[them&1]
	if king := p.Kings(p.turn).First(); king != NoSquare {
		switch checkers := p.attackers(king, them, occupied); {
		case checkers&(checkers-1) != 0:
			return 0
		case checkers != 0:
			victims = checkers
		}
	}
	best := int8(0)
	victims &= p.attacked(p.turn)
	for kind := Queen; kind >= Pawn && worth[kind] > best; kind-- {
		for rest := victims & p.kinds[kind]; rest != 0 && worth[kind] > best; {
			best = max(best, p.recapture(rest.Pop(), p.turn, occupied, worth[kind]))
		}
	}
	return int(best)
}

// attacked returns the squares that a player attacks.
func (p *Position) attacked(by Color) (squares Set) {
	occupied, own := p.colors[0]|p.colors[1], p.colors[by&1]
	pawns := rotate(own&p.kinds[Pawn], forward[by&1])
	squares = rotate(pawns&^fileA, -1) | rotate(pawns&^fileH, 1)
	for rest := own & p.kinds[Knight]; rest != 0; {
		squares |= knightAttacks[rest.Pop()&63]
	}
	for rest := own & p.kinds[King]; rest != 0; {
		squares |= kingAttacks[rest.Pop()&63]
	}
	for rest := own & (p.kinds[Bishop] | p.kinds[Queen]); rest != 0; {
		squares |= bishopAttacks(rest.Pop(), occupied)
	}
	for rest := own & (p.kinds[Rook] | p.kinds[Queen]); rest != 0; {
		squares |= rookAttacks(rest.Pop(), occupied)
	}
	return squares
}
