// Package bench measures how well a decoder works out games from what a board
// says of them: games are played by simulated hands, so that it is known what
// was done, and what the decoder says is held against that after every record.
//
//	games ─▶ simulate.Play ─▶ records ─▶ Decoder ─▶ Game, findings
//	                     └──▶ truth ─────────┴─▶ Result ─▶ Tally ─▶ table
//
// A ply is right if it is the same move, in UCI, at the same place in the game.
package bench

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// Decoder works out the games on one board. It is used by one goroutine.
type Decoder interface {
	// Step takes the next record. What it returns is valid until the next call.
	Step(r sensor.Record) []touchmove.Finding
	// Deadline is when Wake should be called, in milliseconds since the log began.
	Deadline() (at int64, ok bool)
	// Wake says that the time is at.
	Wake(at int64) []touchmove.Finding
	// Finish says that the log has ended, after the last deadline.
	Finish() []touchmove.Finding
	// Game is the game that is being played, as far as it has been worked out.
	Game() Game
}

// Game is a game as a decoder reads it at one moment. It is valid until the
// decoder's next step.
type Game struct {
	ID        string   // another one for the next game on the board
	Rev       int      // another one after every change
	Moves     []string // all plies that stand, in UCI
	Confirmed int      // how many of them are settled: what relays are told
	Result    string   // "*" if none
}

// Cell is one way to play the games: whose hands, on what.
type Cell struct {
	Profile simulate.NamedProfile
	Board   simulate.NamedBoard
	Clock   bool
}

// String is the name of the cell: profile, board, and whether there is a clock.
func (c *Cell) String() string {
	name := c.Profile.Name + "/" + c.Board.Name
	if c.Clock {
		return name + "/clock"
	}
	return name + "/none"
}

// Played is one game as it was played in a cell.
type Played struct {
	Cell    *Cell
	Score   simulate.Score
	Number  int // of the game in its file, from 1
	Seed    uint64
	Records []sensor.Record
	Truth   simulate.Truth
}

// Play lets the hands of a cell play a score.
func (c *Cell) Play(s simulate.Score, number int, seed uint64) *Played {
	p := &Played{Cell: c, Score: s, Number: number, Seed: seed}
	p.Records, p.Truth = simulate.Play(s.Start, s.Moves, c.Board.Board, c.Profile.Profile, c.Clock, seed)
	return p
}

// Measure runs a decoder over a game that was played, and holds what it says
// against what was done.
func Measure(d Decoder, p *Played) *Result {
	w := newWatch(p)
	for _, r := range p.Records {
		w.wake(d, r.At)
		began := time.Now()
		found := d.Step(r)
		w.step(d, r.At, found, time.Since(began))
	}
	w.wake(d, never)
	began, last := time.Now(), w.at
	found := d.Finish()
	w.finish(d, last, found, time.Since(began))
	return w.judge()
}

// never is a time after all deadlines.
const never = 1 << 62

// wake runs out the deadlines that are due at or before a time.
func (w *watch) wake(d Decoder, to int64) {
	for at, ok := d.Deadline(); ok && at <= to; at, ok = d.Deadline() {
		began := time.Now()
		found := d.Wake(at)
		w.step(d, at, found, time.Since(began))
	}
}

// Plan is what is to be measured: every game in every cell, by every decoder.
type Plan struct {
	Cells    []Cell
	Scores   []simulate.Score
	Seed     uint64 // of the hands of the first game; the next game has the next one
	Workers  int
	Decoders []Contender
	Each     func(decoder int, r *Result) error // is told of every game, one at a time; nil: nobody is
	Progress func(done, total int)              // is told of every game played; nil: nobody is
}

// Contender is a decoder by name.
type Contender struct {
	Name string
	New  func(p *Played) (Decoder, error) // a fresh one for a game
}

// Row is what the decoders made of one cell, in the order of the plan.
type Row struct {
	Cell    Cell
	Tallies []*Tally
}

// Run measures. It stops early with an error when ctx ends.
func (p *Plan) Run(ctx context.Context) ([]Row, error) {
	r := &runner{Plan: p, rows: p.rows()}
	var wg sync.WaitGroup
	for range max(1, p.Workers) {
		wg.Go(func() { r.work(ctx) })
	}
	wg.Wait()
	if r.err == nil {
		r.err = ctx.Err()
	}
	return r.rows, r.err
}

func (p *Plan) rows() []Row {
	rows := make([]Row, len(p.Cells))
	for i := range rows {
		rows[i].Cell = p.Cells[i]
		for range p.Decoders {
			rows[i].Tallies = append(rows[i].Tallies, NewTally())
		}
	}
	return rows
}

// runner shares the games of a plan among workers.
type runner struct {
	*Plan
	mu   sync.Mutex
	next int // the game to be played next, in the order of cells and scores
	done int
	rows []Row
	err  error
}

func (r *runner) work(ctx context.Context) {
	for ctx.Err() == nil {
		n, ok := r.take()
		if !ok {
			return
		}
		results, err := r.play(n)
		r.tell(n, results, err)
	}
}

// take is the number of a game that nobody has played yet.
func (r *runner) take() (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.next
	r.next++
	return n, r.err == nil && n < len(r.Cells)*len(r.Scores)
}

// play lets the hands play a game, and every decoder work it out.
func (r *runner) play(n int) ([]*Result, error) {
	cell, i := &r.Cells[n/len(r.Scores)], n%len(r.Scores)
	p := cell.Play(r.Scores[i], i+1, r.Seed+uint64(i))
	var results []*Result
	for _, c := range r.Decoders {
		d, err := c.New(p)
		if err != nil {
			return nil, err
		}
		results = append(results, Measure(d, p))
	}
	return results, nil
}

// tell adds what became of a game.
func (r *runner) tell(n int, results []*Result, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, result := range results {
		r.rows[n/len(r.Scores)].Tallies[i].Take(result)
		if r.Each != nil && err == nil {
			err = r.Each(i, result)
		}
	}
	if r.err == nil {
		r.err = err
	}
	r.done++
	if r.Progress != nil {
		r.Progress(r.done, len(r.Cells)*len(r.Scores))
	}
}

// kinds are the names under which boards are put together.
var kinds = map[bool]string{false: "name the pieces", true: "occupancy only"}

// ByKind puts together the boards that name the pieces, and those that do not.
func ByKind(rows []Row) []Row {
	var out []Row
	for _, r := range rows {
		c := r.Cell
		c.Board = simulate.NamedBoard{Name: kinds[c.Board.Occupancy], Board: simulate.Board{Occupancy: c.Board.Occupancy}}
		i := slices.IndexFunc(out, func(o Row) bool { return o.Cell.String() == c.String() })
		if i < 0 {
			out = append(out, Row{Cell: c})
			i = len(out) - 1
			for range r.Tallies {
				out[i].Tallies = append(out[i].Tallies, NewTally())
			}
		}
		for k, t := range r.Tallies {
			out[i].Tallies[k].Add(t)
		}
	}
	return out
}
