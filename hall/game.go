package hall

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// Game is the published state of a board's game at a time.
type Game struct {
	Board string
	ID    string    // the board's, without the number of a part
	Began time.Time // when the hall first received it
	Tags  map[string]string
	Parts []Part // the last one is being played; others ended when an arbiter set a position
}

// Part is a part of a game.
type Part struct {
	Head
	Plies []Ply
}

// Head holds all data of a part besides its moves.
type Head struct {
	ID, Start           string // from the board; Start is a FEN
	Chess960            bool
	Result, Termination string // of the last part; "*" and "" of others
	Why                 string // why the part ended; "" of the last part
}

// Ply is a ply of a part.
type Ply struct {
	UCI, SAN string // "" when no single move describes it
	State    string // as messages write it
	After    string // the placement after an irregular ply
	ClkMs    int64  // left to the mover; -1 not known
}

// GameOf returns the game in a snapshot of a board. The error names what makes no sense in the
// snapshot.
func GameOf(board string, r *transport.Record) (Game, error) {
	if _, err := r.Game(); err != nil {
		return Game{}, err
	}
	root, _, _ := strings.Cut(r.GameID, ".")
	g := Game{Board: board, ID: root, Tags: r.Tags}
	chess960 := r.Variant == "chess960"
	for _, p := range r.Parts {
		g.Parts = append(g.Parts, Part{Head{p.GameID, p.StartFEN, chess960, "*", "", p.Why}, pliesOf(p.Moves)})
	}
	last := Head{ID: r.GameID, Start: r.StartFEN, Chess960: chess960, Result: r.Result}
	if r.Termination != nil {
		last.Termination = *r.Termination
	}
	g.Parts = append(g.Parts, Part{last, pliesOf(r.Moves)})
	return g, nil
}

func pliesOf(moves []transport.Ply) []Ply {
	var all []Ply
	for i := range moves {
		m := &moves[i]
		p := Ply{State: m.State, After: m.After, ClkMs: -1}
		for _, f := range []struct {
			to   *string
			from *string
		}{{&p.UCI, m.UCI}, {&p.SAN, m.SAN}} {
			if f.from != nil {
				*f.to = *f.from
			}
		}
		if m.ClkMs != nil {
			p.ClkMs = *m.ClkMs
		}
		all = append(all, p)
	}
	return all
}

// record returns a snapshot that holds the game.
func (g *Game) record() *transport.Record {
	r := &transport.Record{Tags: g.Tags}
	for i := range g.Parts {
		p := &g.Parts[i]
		if p.Chess960 {
			r.Variant = "chess960"
		}
		if i < len(g.Parts)-1 {
			r.Parts = append(r.Parts, transport.Part{GameID: p.ID, StartFEN: p.Start, Moves: movesOf(p.Plies), Why: p.Why})
			continue
		}
		r.GameID, r.StartFEN, r.Moves, r.Result, r.Termination = p.ID, p.Start, movesOf(p.Plies), p.Result, &p.Termination
	}
	return r
}

func movesOf(plies []Ply) []transport.Ply {
	var all []transport.Ply
	for i := range plies {
		p := &plies[i]
		m := transport.Ply{Ply: i + 1, State: p.State, After: p.After}
		if p.UCI != "" {
			m.UCI = &p.UCI
		}
		if p.SAN != "" {
			m.SAN = &p.SAN
		}
		if p.ClkMs >= 0 {
			m.ClkMs = &p.ClkMs
		}
		all = append(all, m)
	}
	return all
}

// Played reports whether the game has a move, a second part or a result. A game without any
// does not count.
func (g *Game) Played() bool {
	return len(g.Parts) > 1 || len(g.Parts) == 1 && len(g.Parts[0].Plies) > 0 || g.Result() != "*"
}

// Result returns the result of the game, "*" without one.
func (g *Game) Result() string {
	if len(g.Parts) == 0 {
		return "*"
	}
	return cmp.Or(g.Parts[len(g.Parts)-1].Result, "*")
}

// Place is a place in a game: a part, counted from 0, and a ply of it, counted from 1; Ply 0
// is the part's head.
type Place struct{ Part, Ply int }

// Changes returns the places at which two states of a game differ, in order.
func Changes(old, now *Game) []Place {
	var all []Place
	for i := range max(len(old.Parts), len(now.Parts)) {
		a, b := partAt(old, i), partAt(now, i)
		if a.Head != b.Head {
			all = append(all, Place{i, 0})
		}
		for j := range max(len(a.Plies), len(b.Plies)) {
			if plyAt(a, j) != plyAt(b, j) {
				all = append(all, Place{i, j + 1})
			}
		}
	}
	return all
}

func partAt(g *Game, i int) *Part {
	if i < len(g.Parts) {
		return &g.Parts[i]
	}
	return &Part{}
}

func plyAt(p *Part, i int) Ply {
	if i < len(p.Plies) {
		return p.Plies[i]
	}
	return Ply{}
}

// published returns the game for package transport to write, under another id and other tags.
func (g *Game) published(id string, first int, tags map[string]string) (*touchmove.Game, error) {
	out, err := g.record().Game()
	if err != nil {
		return nil, fmt.Errorf("board %s: %w", g.Board, err)
	}
	for _, p := range append(out.Parts, out) {
		_, number, _ := strings.Cut(p.ID, ".")
		p.ID = touchmove.PartID(id, first-1+partNumber(number))
	}
	out.Tags = tags
	return out, nil
}
