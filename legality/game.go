package legality

import "github.com/boardd/boardd/internal/enum"

// Game is a position with its past, as repetition and the move counts need it. Play
// adds a move; it allocates nothing once the memory has grown. The zero value is
// not ready; NewGame returns a Game.
type Game struct {
	line      []entry
	moves     Moves // of the present position, if generated
	generated bool
	loose     int // how many moves of the game were not legal
}

// entry is a position and the move that led to it.
type entry struct {
	position Position
	move     Move
	loose    bool // the move was not legal
}

// NewGame returns a game that starts from a position.
func NewGame(start Position) *Game {
	g := new(Game)
	g.Reset(start)
	return g
}

// Reset begins another game and reuses the memory of the last one.
func (g *Game) Reset(start Position) {
	g.line = append(g.line[:0], entry{position: start})
	g.loose, g.generated = 0, false
}

// Play plays a move, legal or not (see Position.Play).
func (g *Game) Play(m Move) {
	loose := !g.Legal().Allows(m)
	n := len(g.line)
	g.line = append(g.line, entry{g.line[n-1].position, m, loose})
	g.line[n].position.play(m)
	g.generated = false
	if loose {
		g.loose++
	}
}

// Undo takes back the last move. At the start of the game it does nothing.
func (g *Game) Undo() {
	n := len(g.line) - 1
	if n == 0 {
		return
	}
	if g.line[n].loose {
		g.loose--
	}
	g.line, g.generated = g.line[:n], false
}

// Len returns the number of moves played by either side.
func (g *Game) Len() int { return len(g.line) - 1 }

// Move returns the i-th move. It panics unless 0 <= i < Len.
func (g *Game) Move(i int) Move { return g.line[i+1].move }

// At returns the position after i moves; At(0) is the start. The result points into
// the game: do not change it, nor use it after the next change of the game. At
// panics unless 0 <= i <= Len.
func (g *Game) At(i int) *Position { return &g.line[i].position }

// Position returns the present position, as At does.
func (g *Game) Position() *Position { return &g.line[len(g.line)-1].position }

// Legal returns the legal moves of the present position. The game owns the result;
// it is valid until the next change.
func (g *Game) Legal() *Moves {
	if !g.generated {
		g.Position().Generate(&g.moves)
		g.generated = true
	}
	return &g.moves
}

// Occurrences returns how often the present position has occurred, this time
// included (9.2.3).
func (g *Game) Occurrences() int {
	n := len(g.line) - 1
	return 1 + g.count(&g.line[n].position, n)
}

// count returns how often p occurs among the first n positions; p may point to the last of
// them. No legal move undoes a capture or a pawn move, so the search ends there, unless the
// game has an illegal move.
func (g *Game) count(p *Position, n int) int {
	least := 0
	if g.loose == 0 {
		least = max(0, n-1-int(p.halfmove))
	}
	found := 0
	for i := n - 1; i >= least; i-- {
		if g.line[i].position.key == p.key && g.line[i].position.Same(p) {
			found++
		}
	}
	return found
}

// Ending returns how the present position ends the game, NoEnding if it does not.
func (g *Game) Ending() Ending {
	p := g.Position()
	return p.judge(g.Legal(), g.Occurrences)
}

// Claimable returns the draws that the player having the move can claim in the
// present position (9.2.2.2, 9.3.2).
func (g *Game) Claimable() Claim { return g.Position().claimable(g.Occurrences()) }

// Ending is how a position ends the game by itself, under fide-2023.
type Ending uint8

// The endings. If several apply, the first one counts.
const (
	NoEnding     Ending = iota
	Checkmate           // 5.1.1
	Stalemate           // 5.2.1
	DeadPosition        // 5.2.2
	Fivefold            // 9.6.1
	SeventyFive         // 9.6.2
)

var endingNames = [...]string{"none", "checkmate", "stalemate", "dead position", "fivefold repetition", "75 moves"}

// String returns the English name of the ending.
func (e Ending) String() string { return enum.Of(endingNames[:], e, "?") }

// Draw reports whether the game ends drawn.
func (e Ending) Draw() bool { return e > Checkmate }

// Claim is a set of draws that can be claimed.
type Claim uint8

// The draws that can be claimed.
const (
	Threefold  Claim = 1 << iota // the position has occurred three times or more (9.2.2.2)
	FiftyMoves                   // 50 moves by each player without capture or pawn move (9.3.2)
)

// Counts at which a draw can be claimed, or the game ends by itself.
const (
	claimOccurrences = 3
	endOccurrences   = 5
	claimHalfmoves   = 100
	endHalfmoves     = 150
)

// Judge returns how a position that has now occurred so many times ends the game.
// It finds a dead position by the pieces alone (DeadByMaterial); QuickDead and Dead
// find others. A player without a king is neither mated nor stalemated: the Laws
// say nothing about such a position.
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

// Claimable returns the draws that the player having the move can claim in a
// position that has now occurred so many times.
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

// DeadByMaterial reports whether the pieces alone rule out that either player mates
// (5.2.2): king against king, with one knight on the board, or with any number of
// bishops that all stand on squares of one colour. Two knights against a king, or
// one against one, are not dead: a mate exists if the opponent helps. Unless each
// player has one king, DeadByMaterial returns false.
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
