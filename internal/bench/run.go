package bench

import (
	"context"
	"sync"

	"github.com/boardd/boardd/sensor/simulate"
)

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
