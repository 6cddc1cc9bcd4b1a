package transport

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// record is the full record of a game, as the arbiter sees it.
func (b Base) record(g *touchmove.Game) Record {
	r := b.outline(g)
	r.Moves = b.plies(g.Moves)
	if g.Pending != nil {
		p := b.ply(g.Pending)
		r.Pending = &p
	}
	r.FEN = g.Position.FEN()
	r.Phase = g.Phase.String()
	r.Trust = Trust{g.Trust.State.String(), b.stamp(g.Trust.Since), orNull(g.Trust.Reason)}
	r.Illegal = &Sides{g.Illegal[placement.White], g.Illegal[placement.Black]}
	return r
}

// outline is what the full record and the public one have in common.
func (b Base) outline(g *touchmove.Game) Record {
	r := Record{
		GameID:      g.ID,
		Variant:     variant(g),
		StartFEN:    g.Start.FEN(),
		Tags:        g.Tags,
		Result:      result(g),
		Termination: orNull(g.Termination),
	}
	if r.Tags == nil {
		r.Tags = map[string]string{}
	}
	if g.Rules != nil {
		r.Rules, r.Time, r.Supervision = g.Rules.Name, g.Rules.Time.String(), supervision(g.Rules)
	}
	return r
}

// supervision is the degree of supervision as logs and requests write it.
func supervision(r *touchmove.Rules) string {
	if r.Full {
		return "full"
	}
	return "normal"
}

func variant(g *touchmove.Game) string {
	if g.Chess960 {
		return "chess960"
	}
	return "standard"
}

// result is the result of a game, * for one that has none yet.
func result(g *touchmove.Game) string {
	if g.Result == "" {
		return unfinished
	}
	return g.Result
}

func (b Base) plies(moves []touchmove.Ply) []Ply {
	out := make([]Ply, 0, len(moves))
	for i := range moves {
		out = append(out, b.ply(&moves[i]))
	}
	return out
}

func (b Base) ply(p *touchmove.Ply) Ply {
	return Ply{
		Ply:         p.Number,
		UCI:         orNull(p.UCI),
		SAN:         orNull(p.SAN),
		State:       p.State.String(),
		ClkMs:       clkOrNull(p),
		MadeAt:      b.stampOrNull(p.MadeAt),
		CompletedAt: b.stampOrNull(completedAt(p)),
		Confidence:  round(p.Confidence),
		Inferred:    p.Inferred,
		Competitors: p.Competitors,
	}
}

func clkOrNull(p *touchmove.Ply) *int64 {
	if p.Clock < 0 {
		return nil
	}
	clk := p.Clock
	return &clk
}

// clock is the reading of the clock, nil when none is known.
func (b Base) clock(c *touchmove.Clocks) *Clock {
	if !c.Known {
		return nil
	}
	return &Clock{c.Times[placement.White], c.Times[placement.Black], c.Running.String(), b.stamp(c.At)}
}

// Published is how many plies of the record relays may see: those up to the
// first that has not reached publish_at. An irregular one that the rules do
// not let stand is never among them.
func Published(g *touchmove.Game) int {
	for i := range g.Moves {
		p := &g.Moves[i]
		if !p.Published || p.State.Illegal() && p.State != touchmove.StateIllegalStands {
			return i
		}
	}
	return len(g.Moves)
}

// after is the position after the first n plies of the record.
func after(g *touchmove.Game, n int) legality.Position {
	if n > 0 && n == len(g.Moves) {
		return g.Position
	}
	p := g.Start
	for _, ply := range g.Moves[:n] {
		p = step(&p, &ply)
	}
	return p
}

func step(p *legality.Position, ply *touchmove.Ply) legality.Position {
	if ply.After != nil {
		return p.PlayPlacement(ply.After)
	}
	return p.Play(ply.Move)
}

// completedAt is when a ply was completed: a press completes nothing where the
// text does not say so.
func completedAt(p *touchmove.Ply) int64 {
	if p.State == touchmove.StateMade || p.State == touchmove.StateIllegalMade {
		return -1
	}
	return p.CompletedAt
}
