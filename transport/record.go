package transport

import (
	"cmp"
	"fmt"
	"time"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
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

// outline is what the full and the public record have in common.
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
	for _, p := range g.Parts {
		r.Parts = append(r.Parts, Part{p.ID, p.Start.FEN(), b.plies(p.Moves[:Published(p)]), p.Parted})
	}
	return r
}

// supervision returns the degree of supervision in the form of logs and requests.
func supervision(r *laws.Rules) string {
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

// result returns the result of a game, * if it has none yet.
func result(g *touchmove.Game) string {
	return cmp.Or(g.Result, unfinished)
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
		After:       afterOrNone(p),
		Competitors: p.Competitors,
	}
}

func afterOrNone(p *touchmove.Ply) string {
	if p.After == nil {
		return ""
	}
	return p.After.String()
}

func clkOrNull(p *touchmove.Ply) *int64 {
	if p.Clock < 0 {
		return nil
	}
	return new(p.Clock)
}

// clock returns what the clock shows; nil if that is not known.
func (b Base) clock(c *touchmove.Clocks) *Clock {
	if !c.Known {
		return nil
	}
	return &Clock{c.Times[placement.White], c.Times[placement.Black], c.Running.String(), b.stamp(c.At)}
}

// Published returns how many plies of the record relays may see: those before the first
// that has not reached publish_at. An irregular ply that the rules do not let stand is
// never among them.
func Published(g *touchmove.Game) int {
	for i := range g.Moves {
		p := &g.Moves[i]
		if !p.Published || p.State.Illegal() && p.State != touchmove.StateIllegalStands {
			return i
		}
	}
	return len(g.Moves)
}

// after returns the position after the first n plies of the record.
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

// completedAt returns the time at which a ply was completed. In a rule set without
// completion a press completes nothing.
func completedAt(p *touchmove.Ply) int64 {
	if p.State == touchmove.StateMade || p.State == touchmove.StateIllegalMade {
		return -1
	}
	return p.CompletedAt
}

// millennium is the start of a log without a utc record: 2000-01-01T00:00:00Z, in
// milliseconds of Unix time.
const millennium = 946_684_800_000

// Base ties the milliseconds of a log to the time of day. The zero value
// counts from 2000-01-01T00:00:00Z, not synchronised, as a replay does.
type Base struct {
	offset int64 // from the millennium to the start of the log, in milliseconds
	synced bool
}

// BaseOf returns the base of a utc record, which holds the time of day of its own moment.
func BaseOf(r *sensor.Record) (Base, error) {
	var t time.Time
	if err := t.UnmarshalText(r.Data); err != nil {
		return Base{}, fmt.Errorf("read utc time %q: %w", r.Data, err)
	}
	return Base{offset: t.UnixMilli() - r.At - millennium, synced: r.On}, nil
}

func (b Base) time(at int64) time.Time { return time.UnixMilli(millennium + b.offset + at).UTC() }

// stamp returns a time of the log in UTC, RFC 3339, with milliseconds.
func (b Base) stamp(at int64) string { return b.time(at).Format("2006-01-02T15:04:05.000Z") }

// stampOrNull returns a time like stamp, but nil if it is not known.
func (b Base) stampOrNull(at int64) *string {
	if at < 0 {
		return nil
	}
	return new(b.stamp(at))
}

// Date returns the day of a time of the log in the form of PGN. It is unknown without
// synchronisation, because a Pi keeps no time while it is off.
func (b Base) Date(at int64) string {
	if !b.synced {
		return "????.??.??"
	}
	return b.time(at).Format("2006.01.02")
}
