// Package bench measures how well a tracker works out games. Simulated hands play the games, so
// that it is known what was done; after every record, the tracker's game is compared with that.
//
//	games ─▶ simulate.Play ─▶ records ─▶ Tracker ─▶ Game, findings
//	                     └──▶ truth ─────────┴─▶ Result ─▶ Tally ─▶ table
//
// A ply is right if it is the same move, in UCI, at the same place in the game.
package bench

import (
	"context"
	"sync"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// Tracker works out the games on one board. One goroutine uses it.
type Tracker interface {
	// Step takes the next record. Its result is valid until the next call.
	Step(r sensor.Record) []touchmove.Finding
	// Deadline returns when Wake should be called, in milliseconds since the log began.
	Deadline() (at int64, ok bool)
	// Wake takes the passing of time, until at.
	Wake(at int64) []touchmove.Finding
	// Finish takes the end of the log, after the last deadline.
	Finish() []touchmove.Finding
	// Game returns the present game, as far as it has been worked out.
	Game() Game
}

// Game is a game as a tracker has it at one moment. It is valid until the tracker's next
// step.
type Game struct {
	ID        string   // the next game on the board has another one
	Rev       int      // differs after every change
	Moves     []string // all plies that stand, in UCI
	Confirmed int      // how many of them are published for good, to relays too
	Result    string   // "*" if none
}

// Cell is one way to play the games: whose hands, on what.
type Cell struct {
	Profile simulate.NamedProfile
	Board   simulate.NamedBoard
	Clock   bool
}

// String returns the name of the cell: profile, board, and whether there is a clock.
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

// Plan says what is to be measured: every game in every cell, by every contender.
type Plan struct {
	Cells      []Cell
	Scores     []simulate.Score
	Seed       uint64 // of the hands of the first game; the next game has the next one
	Workers    int
	Contenders []Contender
	Each       func(contender int, r *Result) error // is called with every result, one at a time; may be nil
	Progress   func(done, total int)                // is called after every game; may be nil
}

// Contender makes the trackers of one kind.
type Contender struct {
	Name string
	New  func(p *Played) (Tracker, error) // returns a new one for a game
}

// Row holds the results of one cell, in the order of the plan's contenders.
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
		for range p.Contenders {
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
		r.add(n, results, err)
	}
}

// take returns the number of a game that nobody has played yet. It is false after the last.
func (r *runner) take() (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.next
	r.next++
	return n, r.err == nil && n < len(r.Cells)*len(r.Scores)
}

// play lets the hands play a game, and every contender work it out.
func (r *runner) play(n int) ([]*Result, error) {
	cell, i := &r.Cells[n/len(r.Scores)], n%len(r.Scores)
	p := cell.Play(r.Scores[i], i+1, r.Seed+uint64(i))
	var results []*Result
	for _, c := range r.Contenders {
		d, err := c.New(p)
		if err != nil {
			return nil, err
		}
		results = append(results, Measure(d, p))
	}
	return results, nil
}

// add adds the results of a game.
func (r *runner) add(n int, results []*Result, err error) {
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
