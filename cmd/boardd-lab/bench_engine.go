package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/boardd/boardd/internal/bench"
	"github.com/boardd/boardd/internal/games"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// benchEngine is boardd as the benchmark sees it.
type benchEngine struct {
	*pipeline.Engine
	game bench.Game // as it was told last
}

func newBenchEngine(p *bench.Played) (bench.Decoder, error) {
	e, err := pipeline.New(benchHeader(p), "bench")
	if err != nil {
		return nil, err
	}
	return &benchEngine{Engine: e}, nil
}

func (b *benchEngine) Step(r sensor.Record) []touchmove.Finding { return b.Engine.Step(r).Findings }

func (b *benchEngine) Wake(at int64) []touchmove.Finding { return b.Engine.Wake(at).Findings }

func (b *benchEngine) Finish() []touchmove.Finding { return b.Engine.Finish().Findings }

// Game is the game of record with the provisional ply.
func (b *benchEngine) Game() bench.Game {
	g := b.Tracker.Game()
	if g.ID == b.game.ID && g.Rev == b.game.Rev {
		return b.game
	}
	moves := b.game.Moves[:0]
	for i := range g.Moves {
		moves = append(moves, g.Moves[i].UCI)
	}
	if g.Pending != nil && g.Pending.State == touchmove.StateProvisional {
		moves = append(moves, g.Pending.UCI)
	}
	b.game = bench.Game{ID: g.ID, Rev: g.Rev, Moves: moves, Confirmed: transport.Published(g), Result: g.Result}
	return b.game
}

// benchHeader is the header of a log of a game that hands have played.
func benchHeader(p *bench.Played) *sensor.Header {
	h := hands{board: p.Cell.Board, profile: p.Cell.Profile, clock: p.Cell.Clock, seed: p.Seed}
	return h.header(&games.PlayedGame{Start: p.Score.Start}, fmt.Sprintf("simulated hands: %s, seed %d", p.Cell, p.Seed))
}

// benchFiles writes down a game that went wrong: its log, to be replayed, what
// was done, and a report.
func benchFiles(base string, r *bench.Result) error {
	log, err := sensor.AppendHeader(nil, benchHeader(r.Played))
	if err != nil {
		return err
	}
	for _, rec := range r.Played.Records {
		log = sensor.AppendRecord(log, rec)
	}
	truth := simulate.AppendTruth([]byte(simulate.TruthFirstLine+"\n"), &r.Played.Truth)
	return errors.Join(os.WriteFile(base+".log", log, 0o644), os.WriteFile(base+".truth", truth, 0o644),
		os.WriteFile(base+".txt", []byte(r.Report()), 0o644))
}
