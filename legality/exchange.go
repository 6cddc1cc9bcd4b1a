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
	attackers := p.attackers(s, by, occupied) & occupied
	if attackers == 0 {
		return 0
	}
	attackers |= p.attackers(s, by.Other(), occupied)
	var stakes [64]int8
	n := 0
	for own := attackers & p.colors[by&1]; own != 0; own = attackers & occupied & p.colors[by&1] {
		kind := Pawn
		for own&p.kinds[kind] == 0 {
			kind++
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

// BestExchange returns the most that the player having the move can gain by a legal capture in the sense
// of Exchange; 0 if none gains anything. En passant does not count, nor what a pawn becomes.
func (p *Position) BestExchange() int {
	best, them := int8(0), p.turn.Other()
	var m Moves
	p.generateTo(&m, p.colors[them&1])
	for from := m.From; from != 0; {
		own := from.Pop()
		occupied := (p.colors[0] | p.colors[1]) &^ own.Set()
		for victims := m.To[own]; victims != 0; {
			s := victims.Pop()
			if gain := worth[p.board[s].Kind()]; gain > best {
				best = max(best, gain-p.recapture(s, them, occupied, worth[p.board[own].Kind()]))
			}
		}
	}
	return int(best)
}
