package legality

// epVictim is the square of the pawn that can be captured en passant now.
func (p *Position) epVictim() Square { return p.EnPassant() ^ 8 }

// epPawns is the set of c's pawns that stand beside the pawn to be captured.
func (p *Position) epPawns(c Color) Set {
	return pawnAttacks[c&1^1][(p.ep-1)&63] & p.kinds[Pawn] & p.colors[c&1]
}

// epLegal reports whether the pawn on a square of the player to move can
// capture en passant without leaving one of his kings attacked; the captured
// pawn is off the board for that (3.7.3.1, 3.9.2).
func (p *Position) epLegal(from Square, kings Set) bool {
	return p.epSafe(from, p.EnPassant(), kings)
}

func (p *Position) epSafe(from, to Square, kings Set) bool {
	if kings == 0 {
		return true
	}
	victim := (to ^ 8).Set()
	by := p.board[from&63].Color() ^ 1
	occupied := (p.colors[0]|p.colors[1])&^from.Set()&^victim | to.Set()
	for kings != 0 {
		if p.attackers(kings.Pop(), by, occupied)&^victim != 0 {
			return false
		}
	}
	return true
}

// setEnPassant notes the square that a pawn has just passed, if the player
// now having the move can legally capture there.
func (p *Position) setEnPassant(passed Square) {
	us := p.turn & 1
	p.ep = uint8(passed) + 1
	for pawns := p.epPawns(us); pawns != 0; {
		if p.epLegal(pawns.Pop(), p.Kings(us)) {
			p.key ^= p.epKey()
			return
		}
	}
	p.ep = 0
}
