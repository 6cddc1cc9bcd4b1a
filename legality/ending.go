package legality

// Ending is how a position ends the game by itself, under fide-2023.
type Ending uint8

// The endings, in the order in which they go before each other.
const (
	NoEnding     Ending = iota
	Checkmate           // 5.1.1
	Stalemate           // 5.2.1
	DeadPosition        // 5.2.2
	Fivefold            // 9.6.1
	SeventyFive         // 9.6.2; mate by the last move goes before it
)

var endingNames = [...]string{"none", "checkmate", "stalemate", "dead position", "fivefold repetition", "75 moves"}

// String is the English name of the ending.
func (e Ending) String() string {
	if int(e) >= len(endingNames) {
		return "?"
	}
	return endingNames[e]
}

// Draw reports whether the game ends drawn.
func (e Ending) Draw() bool { return e > Checkmate }

// Claim is a set of draws that can be claimed.
type Claim uint8

// The draws that can be claimed.
const (
	Threefold  Claim = 1 << iota // the position has occurred three times or more (9.2.2.2)
	FiftyMoves                   // 50 moves by each player without capture or pawn move (9.3.2)
)

// Counts at which draws can be claimed, or come by themselves.
const (
	claimOccurrences = 3
	endOccurrences   = 5
	claimHalfmoves   = 100
	endHalfmoves     = 150
)

// Judge says whether and how a position that has now occurred so many times
// ends the game. Dead positions are those that the men alone show; see QuickDead
// and Dead for the others. A player without a king is neither mated nor stalemated: for
// such a position the Laws have no answer.
func Judge(p *Position, occurrences int) Ending {
	var m Moves
	p.Generate(&m)
	return p.judge(&m, func() int { return occurrences })
}

func (p *Position) judge(m *Moves, occurrences func() int) Ending {
	switch {
	case m.From == 0 && p.Kings(p.turn) != 0 && m.Checkers != 0:
		return Checkmate
	case m.From == 0 && p.Kings(p.turn) != 0:
		return Stalemate
	case p.DeadByMaterial():
		return DeadPosition
	case occurrences() >= endOccurrences:
		return Fivefold
	case p.halfmove >= endHalfmoves:
		return SeventyFive
	}
	return NoEnding
}

// Claimable says which draws the player having the move could claim if the
// position has now occurred so many times.
func Claimable(p *Position, occurrences int) Claim { return p.claimable(occurrences) }

func (p *Position) claimable(occurrences int) Claim {
	var c Claim
	if occurrences >= claimOccurrences {
		c |= Threefold
	}
	if p.halfmove >= claimHalfmoves {
		c |= FiftyMoves
	}
	return c
}

// lightSquares is the set of light squares: b1 is one.
const lightSquares Set = 0x55aa55aa55aa55aa

// DeadByMaterial reports whether neither player can mate whatever is played,
// from the men alone (5.2.2): king against king, alone or with one knight, or
// with any number of bishops all on squares of one colour. Two knights against
// a king, or one against one, are not dead: there is a mate, if only a helpful
// one. With any other number of kings than one each it is always false.
func (p *Position) DeadByMaterial() bool {
	k := &p.kinds
	if k[Pawn]|k[Rook]|k[Queen] != 0 {
		return false
	}
	if p.Kings(White).Len() != 1 || p.Kings(Black).Len() != 1 {
		return false
	}
	knights, bishops := k[Knight], k[Bishop]
	if bishops == 0 {
		return knights.Len() <= 1
	}
	return knights == 0 && (bishops&lightSquares == 0 || bishops&^lightSquares == 0)
}
