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
