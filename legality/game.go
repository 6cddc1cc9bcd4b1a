package legality

// Game is a position with its past: what repetition and the counts need. It
// grows by Play and allocates nothing per move once its memory has grown. The
// zero value is not ready; NewGame makes one.
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

// NewGame is a game that starts from a position.
func NewGame(start Position) *Game {
	g := new(Game)
	g.Reset(start)
	return g
}

// Reset begins another game, keeping the memory of the last one.
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
	g.grown(loose)
}

// PlayPlacement plays an act that no move describes (see Position.PlayPlacement).
func (g *Game) PlayPlacement(after *Placement) {
	g.line = append(g.line, entry{g.Position().PlayPlacement(after), NoMove, true})
	g.grown(true)
}

func (g *Game) grown(loose bool) {
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

// Len is the number of moves played by either side.
func (g *Game) Len() int { return len(g.line) - 1 }

// Move is the i-th move, from 0 and below Len; NoMove if it was an act that no
// move describes.
func (g *Game) Move(i int) Move { return g.line[i+1].move }

// At is the position after i moves, up to Len; At(0) is the start. It points into the
// game, is not to be written to, and holds until the next Play.
func (g *Game) At(i int) *Position { return &g.line[i].position }

// Position is the present position, on the terms of At.
func (g *Game) Position() *Position { return &g.line[len(g.line)-1].position }

// Legal is the legal moves of the present position. It belongs to the game and
// holds until the next change.
func (g *Game) Legal() *Moves {
	if !g.generated {
		g.Position().Generate(&g.moves)
		g.generated = true
	}
	return &g.moves
}

// Occurrences is how often the present position has occurred, this time
// included (9.2.3).
func (g *Game) Occurrences() int {
	n := len(g.line) - 1
	return 1 + g.count(&g.line[n].position, n)
}

// CountOf is how often a position has occurred so far, the present one
// included: one less than its Occurrences if a move leads to it now.
func (g *Game) CountOf(p *Position) int { return g.count(p, len(g.line)) }

// count is how often p, which may be the last of them, occurs among the first
// n positions. A capture or a pawn's move cannot be undone by legal moves, so
// that the search ends there; after an illegal one it ends nowhere.
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

// Ending says whether and how the present position ends the game.
func (g *Game) Ending() Ending {
	p := g.Position()
	return p.judge(g.Legal(), g.Occurrences)
}

// Claimable says which draws the player having the move could claim from the
// present position (9.2.2.2, 9.3.2).
func (g *Game) Claimable() Claim { return g.Position().claimable(g.Occurrences()) }
