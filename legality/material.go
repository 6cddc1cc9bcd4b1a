package legality

// CannotMateByMaterial reports whether the men on the board alone rule out that
// c ever mates: he has only his king; or a knight besides, and the opponent
// nothing but queens; or bishops besides that all stand on squares of one
// colour, with no bishop on the other colour, no knight and no pawn on the
// board. Where it says no, other reasons may still rule it out.
func (p *Position) CannotMateByMaterial(c Color) bool {
	own, other := p.Occupied(c)&^p.Kings(c), p.Occupied(c.Other())&^p.Kings(c.Other())
	if own == 0 {
		return true
	}
	if own == p.Men(c, Knight) && own.Len() == 1 {
		return other == p.Men(c.Other(), Queen)
	}
	if own != p.Men(c, Bishop) {
		return false
	}
	for _, side := range [...]Color{White, Black} {
		if p.Men(side, Knight)|p.Men(side, Pawn) != 0 {
			return false
		}
	}
	bishops := own | p.Men(c.Other(), Bishop)
	return bishops&lightSquares == 0 || bishops&^lightSquares == 0
}
