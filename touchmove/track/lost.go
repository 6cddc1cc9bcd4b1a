package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Being lost shows in what the best story costs, not in squares: a wrong ply fits
// the board when it is made, and what follows does not fit the ply. Then it is asked
// what else could have led to what the board shows: plies that were not heard, one
// ply of the last ones that was another one or two that were none, or a position that
// nothing joins to the game.

const (
	troubleMs    = 20_000
	troublePlies = 6    // or fewer, who play fast
	troubleCost  = 1200 // besides choices, in that time
	rethinkPlies = 16   // are looked at
	rethinkMore  = 1    // plies that were made since and not read
	mostWeak     = 3    // squares that may have erred; if there are more, they have not
)

// troubled reports whether a story has become so dear of late that it is worth to
// look for another one. A ply that was taken back explains what was done before, since
// its pieces stand as they stood.
func (t *Tracker) troubled(h *hypothesis) bool {
	if h.phase == loose {
		return !h.game().ended()
	}
	paid, first := Cost(0), int32(h.node.ply+1-troublePlies)
	for a := h.story; a != nil && a.Kind != TakeBack && a.At > t.now-troubleMs && a.Ply > first && paid < troubleCost; a = a.Prev {
		paid += rates[a.Why].Cost
	}
	return paid >= troubleCost
}

// doubt looks for what else can have led to what the board shows, if the best
// story is dear.
func (t *Tracker) doubt() {
	if t.stopped || !t.troubled(&t.beam[0]) {
		return
	}
	t.extend(func(h *hypothesis) {
		t.emit(h)
		if h == &t.beam[0] {
			t.rethink(h)
			t.restart(h)
		}
	})
}

// mayTurn reports whether a player may have the move: his clock runs, or there is
// none.
func (t *Tracker) mayTurn(c color) bool { return !t.clock || t.running.Is(c) }

// rethink emits the hypotheses in which plies were missed, or one of the last was
// another one, or two of them were none.
func (t *Tracker) rethink(h *hypothesis) {
	if h.over != nil {
		return
	}
	b := bridge{t: t, from: h, seen: &t.reading, why: Rethought, turned: true}
	for depth := 1; depth <= bridgePlies && b.found == 0; depth++ {
		b.search(h.node, depth, bridgeOdd, 0)
	}
	var after []move // the plies that follow, the first one last
	for s := h.node; s.parent != nil && s.part == s.parent.part && len(after) < rethinkPlies; s = s.parent {
		if n := len(after); n > 0 {
			b.replay(s.parent, legality.NoMove, after[:n-1])
		}
		for _, m := range s.parent.legal.list {
			if m != s.move {
				b.replay(s.parent, m, after)
			}
		}
		if s.kind == byAct {
			return
		}
		after = append(after, s.move)
	}
}

// replay looks whether a ply, and those that followed it, lead to what the board
// shows, or all but one of them.
func (b *bridge) replay(from *node, instead move, after []move) {
	p, made := from.pos, make([]move, 0, rethinkPlies+1)
	if instead != legality.NoMove {
		p, made = p.Play(instead), append(made, instead)
	}
	for i := len(after) - 1; i >= 0; i-- {
		if !p.IsLegal(after[i]) {
			return
		}
		p, made = p.Play(after[i]), append(made, after[i])
	}
	if b.differs(&p).Len() > mayDiffer+plySquares*rethinkMore {
		return
	}
	s := from
	for _, m := range made {
		s = b.t.child(s, m)
	}
	for depth, found := 0, b.found; depth <= rethinkMore && b.found == found; depth++ {
		b.search(s, depth, bridgeOdd, choice(from.legal.total))
	}
}

// restart emits the hypotheses in which play goes on from what stands on the board,
// and nothing joins that to the game.
func (t *Tracker) restart(h *hypothesis) {
	shows, known := t.stands(h)
	if !known || h.phase == playing && shows == *h.node.pos.Placement() {
		return
	}
	p := h.node.pos.PlayPlacement(&shows)
	for _, c := range [...]color{h.turn(), h.turn().Other()} {
		q := p.WithTurn(c)
		if t.mayTurn(c) && len(q.Defects()) == 0 {
			t.playFrom(h, t.root(q, h.game()), nil, 0, Restart, Restarts, 0)
		}
	}
}

// stands is what stands on the board, as it reads; on one that names no pieces, which
// ones follows from what stood where, and may not be known.
func (t *Tracker) stands(h *hypothesis) (shows placement.Placement, known bool) {
	shows = h.on
	for sq, p := range t.reading {
		switch {
		case t.reads(square(sq), shows[sq]) || h.weak.Len() <= mostWeak && h.weak.Has(square(sq)):
		case p == placement.Unknown:
			return shows, false
		default:
			shows[sq] = p
		}
	}
	return shows, true
}
