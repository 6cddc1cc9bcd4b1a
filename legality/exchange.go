package legality

// worth is what the kinds are worth in an exchange, in pawns, as chess books have
// it. A king is worth more than all that can be had for him.
var worth = [8]int{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 100}

// Exchange is what a move gains its player, in pawns, if both then go on to
// capture on the square entered for as long as it pays, least man first. It looks
// at nothing else: no pin, no check, no threat elsewhere. Castling gains nothing.
func (p *Position) Exchange(m Move) int {
	if m == NoMove || m.IsCastling() {
		return 0
	}
	gain := 0
	occupied := p.colors[0] | p.colors[1]
	if victim := p.Captured(m); victim != NoSquare {
		gain = worth[p.board[victim].Kind()]
		occupied &^= victim.Set()
	}
	man := p.board[m.From()].Kind()
	if k := m.Promotion(); k != NoKind {
		gain += worth[k] - worth[Pawn]
		man = k
	}
	occupied = occupied&^m.From().Set() | m.To().Set()
	return gain - p.recapture(m.To(), p.turn.Other(), occupied, worth[man])
}

// recapture is what a player gains by capturing a man worth so much on a square,
// with the least of his men, or by leaving it.
func (p *Position) recapture(s Square, by Color, occupied Set, stake int) int {
	from, value := p.leastAttacker(s, by, occupied)
	if from == NoSquare {
		return 0
	}
	return max(0, stake-p.recapture(s, by.Other(), occupied&^from.Set(), value))
}

func (p *Position) leastAttacker(s Square, by Color, occupied Set) (Square, int) {
	attackers := p.attackers(s, by, occupied) & occupied
	for k := Pawn; k <= King; k++ {
		if men := attackers & p.kinds[k]; men != 0 {
			return men.First(), worth[k]
		}
	}
	return NoSquare, 0
}

// BestExchange is the most that the player having the move can gain by a legal
// capture in the sense of Exchange; 0 if none gains anything.
func (p *Position) BestExchange() int {
	best := 0
	var m Moves
	p.Generate(&m)
	for men := p.colors[p.turn.Other()&1]; men != 0; {
		s := men.Pop()
		if worth[p.board[s].Kind()] <= best {
			continue
		}
		for from := m.Attackers(s); from != 0; {
			best = max(best, p.Exchange(MakeMove(from.Pop(), s)))
		}
	}
	return best
}
