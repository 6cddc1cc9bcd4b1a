package transport

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// public is what relays have been told of a game. What was said of a ply when
// it was published stays as it was then: that a clock was pressed later, or
// was not, is not for them (12.6). Only the time left to the mover may come late.
type public struct {
	begun       bool
	began       int64 // milliseconds since the log began
	id          string
	start       legality.Position
	moves       []touchmove.Ply
	result      string
	termination string
	trust       touchmove.TrustState
	since       int64
}

// record is the record of a game as far as it has been told.
func (p *public) record(b Base, g *touchmove.Game) Record {
	r := b.outline(g)
	position := after(g, len(p.moves))
	r.Moves = b.plies(p.moves)
	r.FEN = position.FEN()
	r.Phase = publicPhase(g.Phase).String()
	r.Trust = Trust{State: p.trust.String(), Since: b.stamp(p.since)}
	return r
}

// publicPhase hides that an irregular move stands: in public the next move has
// just not been published.
func publicPhase(p touchmove.Phase) touchmove.Phase {
	if p == touchmove.Irregular {
		return touchmove.Playing
	}
	return p
}

// publicTrust says whether what is published can be believed. While a move is
// settling, or an irregular one stands, it can: nothing of that is published.
// Which men stand where no move put them is for the arbiter.
func publicTrust(t touchmove.TrustState) touchmove.TrustState {
	switch t {
	case touchmove.TrustAmbiguous, touchmove.TrustDisplaced:
		return touchmove.TrustAmbiguous
	case touchmove.TrustDisconnected:
		return touchmove.TrustDisconnected
	}
	return touchmove.TrustOK
}

// part is the part of a game that has been told so far, if the game has gone on
// in another one; else nil.
func (p *public) part(g *touchmove.Game) *touchmove.Game {
	n := len(g.Parts)
	if n == 0 || !p.begun || g.Parts[n-1].ID != p.id {
		return nil
	}
	return g.Parts[n-1]
}

// agree is how many plies have been published just so.
func (p *public) agree(moves []touchmove.Ply) int {
	n := min(len(moves), len(p.moves))
	for i := range n {
		a, b := &p.moves[i], &moves[i]
		if a.UCI != b.UCI || a.SAN != b.SAN || a.State.Illegal() != b.State.Illegal() {
			return i
		}
	}
	return n
}

// take notes that the plies given have been published, the first k of them before.
func (p *public) take(moves []touchmove.Ply, k int) {
	p.moves = append(p.moves[:k], moves[k:]...)
	for i := range p.moves {
		p.moves[i].Clock = moves[i].Clock
	}
}
