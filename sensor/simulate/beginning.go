package simulate

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// mostLate is how many men are still to be put on their squares when the log
// begins, at most, and mostStraightened how many are straightened before the
// game; chosen.
const (
	mostLate         = 6
	mostStraightened = 6
)

// late is a man who is not on his square yet.
type late struct {
	man    man
	square placement.Square
}

// comeLate takes some men off the table before the log begins.
func (g *game) comeLate() []late {
	if !g.profile.Beginning.SetUp.happens(g.rng) {
		return nil
	}
	var off []late
	for range 1 + g.rng.IntN(mostLate) {
		var there []placement.Square
		for sq := range placement.NoSquare {
			if !g.empty(sq) {
				there = append(there, sq)
			}
		}
		if sq := g.pick(there); sq != placement.NoSquare {
			off = append(off, late{g.stand[sq], sq})
			g.stand[sq] = nobody
		}
	}
	return off
}

// setDown puts those men on their squares.
func (g *game) setDown(off []late) {
	h := &hand{game: g, at: g.now}
	for _, l := range off {
		h.wait(g.profile.Beginning.Pause)
		h.put(l.square, l.man)
		g.truth.Deeds = append(g.truth.Deeds, Deed{Kind: SetUp, Ply: 1, At: h.at, Square: l.square})
	}
	g.now = h.at
}

// begin is what the players do before the clock starts.
func (g *game) begin() {
	b := &g.profile.Beginning
	h := &hand{game: g, at: g.now, turn: turn{squares: 0}}
	g.number = 1
	if b.Straighten.happens(g.rng) {
		men := (g.pos.Occupied(legality.White) | g.pos.Occupied(legality.Black)).Squares()
		for range 1 + g.rng.IntN(mostStraightened) {
			h.wait(b.Pause)
			h.returnMan(Adjusted, g.profile.AdjustAt, h.pick(men))
		}
	}
	if g.clocked && b.Ceremony.happens(g.rng) {
		h.ceremony()
	}
	g.now = h.at
}

// ceremony is a first move that somebody makes for the players.
func (h *hand) ceremony() {
	legal := h.pos.AppendMoves(nil)
	if len(legal) == 0 {
		return
	}
	m := legal[h.rng.IntN(len(legal))]
	if m.IsCastling() || m.Promotion() != legality.NoKind {
		return
	}
	h.wait(h.profile.Beginning.Pause)
	began, before := h.at, h.pos
	h.move, h.lifted = m, -1
	mover, victim := h.lift(m.From()), before.Captured(m)
	h.wait(h.profile.Travel)
	if victim != placement.NoSquare {
		h.lift(victim)
	}
	h.put(m.To(), mover)
	h.wait(h.profile.Beginning.Pause)
	h.unplay(&before, m)
	h.didPly(Ceremony, began, h.at, &before, m)
	h.wait(h.profile.Beginning.Pause)
}
