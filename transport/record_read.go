package transport

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// Game returns the published game that a record holds, as far as AppendPGN asks for it: a
// reader of snapshots can write every part of the game as the board itself does. The error
// names the ply or the field that makes no sense.
func (r *Record) Game() (*touchmove.Game, error) {
	g, err := r.part(r.GameID, r.StartFEN, r.Moves)
	if err != nil {
		return nil, err
	}
	g.Tags, g.Result = r.Tags, r.Result
	if r.Termination != nil {
		g.Termination = *r.Termination
	}
	for _, p := range r.Parts {
		part, err := r.part(p.GameID, p.StartFEN, p.Moves)
		if err != nil {
			return nil, err
		}
		part.Parted = p.Why
		g.Parts = append(g.Parts, part)
	}
	return g, nil
}

// part reads what was played from one position on.
func (r *Record) part(id, start string, moves []Ply) (*touchmove.Game, error) {
	g := &touchmove.Game{ID: id, Chess960: r.Variant == "chess960", Result: unfinished}
	var err error
	if g.Start, err = legality.ParseFEN(start, g.Chess960); err != nil {
		return nil, fmt.Errorf("game %s: start %q: %w", id, start, err)
	}
	g.Position = g.Start
	for i := range moves {
		p, err := moves[i].read(&g.Position)
		if err != nil {
			return nil, fmt.Errorf("game %s: ply %d: %w", id, i+1, err)
		}
		p.Number, p.Side = i+1, g.Position.Turn()
		g.Position = step(&g.Position, &p)
		g.Moves = append(g.Moves, p)
	}
	return g, nil
}

// published are the states of plies that relays see.
var published = []touchmove.State{touchmove.StateMade, touchmove.StateCompleted, touchmove.StateIllegalStands}

// read reads a published ply, which is made in a position.
func (p *Ply) read(before *legality.Position) (touchmove.Ply, error) {
	out := touchmove.Ply{Published: true, Clock: -1, UCI: orEmpty(p.UCI), SAN: orEmpty(p.SAN)}
	i := slices.IndexFunc(published, func(s touchmove.State) bool { return s.String() == p.State })
	if i < 0 {
		return out, fmt.Errorf("state %q is not one of a published ply", p.State)
	}
	out.State = published[i]
	if p.ClkMs != nil {
		out.Clock = *p.ClkMs
	}
	if p.After != "" {
		after, err := placement.Parse(p.After)
		if err != nil {
			return out, fmt.Errorf("placement %q: %w", p.After, err)
		}
		out.After = &after
	}
	if p.UCI == nil {
		if out.After == nil {
			return out, fmt.Errorf("neither a move nor a placement")
		}
		return out, nil
	}
	var err error
	if out.Move, err = before.ParseUCI(out.UCI); err != nil {
		return out, fmt.Errorf("move %q: %w", out.UCI, err)
	}
	if !out.State.Illegal() && !before.IsLegal(out.Move) {
		return out, fmt.Errorf("move %q is not legal", out.UCI)
	}
	return out, nil
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
