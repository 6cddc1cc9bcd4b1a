// Package simulate is a pair of human hands over a board: from a game it makes
// the records that two people who play it would cause. It serves fixtures,
// tests, the demo and benchmarks, and alone of the sensor packages it knows
// the rules of chess.
//
//	moves ─▶ hands ─▶ acts: who stands where from when on ─▶ board ─▶ lift, drop, board
//	           └────▶ levers ─▶ clock ─▶ press, clock, pause, resume
//
// The hands (a Profile) lift, carry, rest and drop men on a table where each
// man is somebody; nothing of it is rounded to what a board can tell. The
// board (a Board) then looks at the table as its maker says it does: square
// after square, time after time, or at once; what happens and is undone
// between two looks it never sees. Faults come last: a report lost, a man
// misread, a tag or a square that is dead, a port that is gone. The bytes of a
// board family are made in its own package; for those, Wire loses some.
//
// All that was done besides plain moves is written down in the Truth, so that a
// finding can be held against it. Where nothing that the board told is left by
// which a ply could be told from others, the Truth says so too (Erased): there
// nobody can be right but by luck.
//
// It is a function of its arguments: whole numbers and one PCG from the seed,
// so the same on every machine. Times are milliseconds throughout.
//
// # What is measured
//
// Three real blitz games on DGT boards with clocks (3+2, 3+2, 5+5; 199 plies,
// 35 captures, 6 castlings, 1 en passant, 458 reports): how often a man rests
// on a legal square on his way (8 plies) and about how long, or is seen where
// he may not go (2); how captures go (25 by exchange, 7 with the victim first, 3
// with the mover); how often the captured man is seen beside (5); that castling
// goes king first, the rook up to a second later, and the pawn captured en
// passant goes last; that the press mostly follows within a second, never before
// the move, and no reply before it; that a DGT board lost, doubled and misread
// nothing. And 15 frames of Certabo boards: how often a man is not read. The
// profile Clean holds these orders and no slip, Human the slips too; every other
// rate is chosen, and what it is for was reported ("scenes") or told by a maker.
//
// What it does not do: no flag falls (the hands hurry when their time is short,
// and a clock that has run out shows 0:00), nobody resigns, claims or talks, no
// illegal move is found plies later, and no king is left attacked.
package simulate

import (
	"math/rand/v2"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// Play makes the records of one game played by hand from a position, and says
// what was really done. Play ends before the first move that is not legal, and
// after one that ends the game. Every game begins with a full scan at time 0;
// times never go back.
func Play(start legality.Position, moves []legality.Move, board Board, profile Profile, clock bool, seed uint64) ([]sensor.Record, Truth) {
	g := &game{rng: rand.New(rand.NewPCG(seed, streamPlay)), profile: &profile, clocked: clock}
	g.truth = &Truth{}
	first := g.truth
	g.setUp(start.Placement())
	late := g.comeLate()
	scanned := g.stand
	g.setDown(late)
	g.play(start, moves)
	g.finish()
	view := &view{Board: board, rng: g.rng, faults: profile.Faults, table: &g.table, start: scanned, truth: first, pasts: g.pasts}
	records := view.arrive(view.heard(), g.clock.records)
	view.eraseLookalikes(records)
	view.eraseUnrested(records)
	return records, *first
}

// The streams of the generator keep a game, the hands that play it and the line apart.
const (
	streamPlay = 1
	streamGame = 2
	streamWire = 3
)

// game is one game while it is being played.
type game struct {
	rng     *rand.Rand
	profile *Profile
	clocked bool
	table
	clock  clock
	pos    legality.Position
	moves  []legality.Move
	number int // of the ply that is being played, from 1
	now    int64
	prev   turn
	astray *stray // a man who stands where he should not; nil if none does
	past   *legality.Game
	pasts  []*legality.Game // past of each game so far
	truth  *Truth
}

// ending is how the last ply has ended the game, forced moves to a dead position
// included (5.2.2).
func (g *game) ending() legality.Ending {
	ending := g.past.Ending()
	if ending == legality.NoEnding && g.pos.QuickDead() {
		return legality.DeadPosition
	}
	return ending
}

// play plays the moves from a position that stands on the table already.
func (g *game) play(start legality.Position, moves []legality.Move) {
	g.pos, g.moves, g.past = start, slices.Clone(moves), legality.NewGame(start)
	g.pasts = append(g.pasts, g.past)
	g.truth.Result = "*"
	g.startClock()
	g.prev = turn{lifted: g.now, landed: g.now, clear: g.now, pressed: g.now}
	for g.number = 1; g.number <= len(g.moves); g.number++ {
		g.takeBack()
		stands := g.misplay()
		m := g.moves[g.number-1]
		if !stands && !g.pos.IsLegal(m) {
			break
		}
		g.ply(m)
		if ending := g.ending(); ending != legality.NoEnding {
			g.truth.Result = resultOf(ending, g.pos.Turn().Other())
			break
		}
	}
	g.settleDebt(g.prev.clear)
	(&hand{game: g, at: max(g.now, g.prev.clear) + 1}).putRight(true)
}

func resultOf(ending legality.Ending, last legality.Color) string {
	if ending.Draw() {
		return "1/2-1/2"
	}
	return [...]string{"1-0", "0-1"}[last]
}

// next is the ply that follows; NoMove if none does.
func (g *game) next() legality.Move {
	if g.number >= len(g.moves) {
		return legality.NoMove
	}
	return g.moves[g.number]
}
