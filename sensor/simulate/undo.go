package simulate

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// unplay puts the men of a move back to where they stood before it.
func (h *hand) unplay(before *legality.Position, m legality.Move) {
	p := h.profile
	h.wait(p.Second)
	switch {
	case m.IsCastling():
		king, rook := h.lift(m.KingTo()), h.lift(m.RookTo())
		h.wait(p.Travel)
		h.put(m.From(), king)
		h.wait(p.Second)
		h.put(m.To(), rook)
	case m.Promotion() != legality.NoKind:
		h.lift(m.To())
		h.wait(p.Travel)
		h.put(m.From(), h.fetch(before.At(m.From())))
	default:
		mover := h.lift(m.To())
		h.wait(p.Travel)
		h.put(m.From(), mover)
	}
	if captured := before.Captured(m); captured != placement.NoSquare {
		h.wait(p.Second)
		h.put(captured, h.fetch(before.At(captured)))
	}
}

// lift takes whoever stands on a square off it.
func (h *hand) lift(sq placement.Square) man {
	m := h.stand[sq]
	h.set(h.at, sq, nobody)
	return m
}

// takeBack plays another move than the one that is to be played, half the time
// with a reply; then both players agree to take it back.
func (g *game) takeBack() {
	if g.astray != nil || g.number > len(g.moves) || !g.profile.TakeBack.happens(g.rng) {
		return
	}
	line := g.otherLine()
	if len(line) == 0 {
		return
	}
	planned, number := g.moves, g.number
	g.moves = append(append([]legality.Move{}, planned[:number-1]...), line...)
	for range line {
		g.ply(g.moves[g.number-1])
		g.number++
	}
	g.settleDebt(g.prev.clear)
	g.moves, g.number = planned, number
	g.retract(len(line))
}

// otherLine is one legal move other than the next one, or that and a reply; none
// of them ends the game.
func (g *game) otherLine() []legality.Move {
	past := legality.NewGame(g.pos)
	want := 1 + g.rng.IntN(2)
	avoid := g.moves[g.number-1]
	for past.Len() < want {
		legal := past.Position().AppendMoves(nil)
		m := legal[g.rng.IntN(len(legal))]
		if past.Len() == 0 && (m == avoid || m.From() == avoid.From() || m.IsCastling()) {
			return nil
		}
		if past.Play(m); past.Ending() != legality.NoEnding {
			return nil
		}
	}
	line := make([]legality.Move, past.Len())
	for i := range line {
		line[i] = past.Move(i)
	}
	return line
}

// retract takes back the last plies by hand, the last one first, with the clock
// stopped, and starts it for the player who then has the move.
func (g *game) retract(plies int) {
	h := &hand{game: g, at: max(g.prev.clear, g.prev.pressed, g.now)}
	if g.clocked {
		h.wait(g.profile.Beginning.Pause)
		g.clock.stop(max(h.at, g.clock.at))
	}
	for n := range plies {
		i := g.past.Len() - 1
		began := h.at
		m := g.past.Move(i)
		h.unplay(g.past.At(i), m)
		g.past.Undo()
		g.pos = *g.past.Position()
		g.didPly(TakenBack, began, h.at, &g.pos, m).Ply += plies - 1 - n
	}
	t := g.truth
	left := len(t.Moves) - plies
	t.Moves, t.Landed, t.Pressed = t.Moves[:left], t.Landed[:left], t.Pressed[:left]
	h.wait(g.profile.Second)
	if g.clocked {
		g.clock.start(h.at, g.pos.Turn())
	}
	g.now = h.at
	g.prev = turn{lifted: h.at, landed: h.at, clear: h.at, pressed: h.at}
}
