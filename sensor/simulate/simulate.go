// Package simulate simulates two people who play a game on a sensor board: from the
// moves it makes the records that their hands would cause. Fixtures, tests, the
// demo and benchmarks use it. It is the only sensor package that knows the rules of
// chess.
//
//	moves ─▶ hands ─▶ acts: which piece stands where, from when on ─▶ board ─▶ lift, drop, board
//	           └────▶ levers ─▶ clock ─▶ press, clock, pause, resume
//
// The hands (a Profile) lift, carry, rest and drop pieces on a table, where each
// piece has an identity. They do not round anything to what a board can report. The
// board (a Board) then scans the table as its maker describes it: square after
// square, again and again, or all at once. It never sees what happens and is undone
// between two scans. Faults come last: a lost report, a misread piece, a dead tag
// or square, a lost port. The package of a board family makes its bytes.
//
// The Truth records everything that was done besides plain moves, so that findings
// can be compared with it. Where no report of the board distinguishes a ply from
// others, the Truth says so (Erased): only luck could find that ply.
//
// Play is a function of its arguments. It uses whole numbers and one PCG from the
// seed, so the result is the same on every machine. Times are in milliseconds.
//
// # What is measured
//
// Three real blitz games on DGT boards with clocks (3+2, 3+2, 5+5; 199 plies, 35
// captures, 6 castlings, 1 en passant, 458 reports) show how often a piece rests on
// a legal square on its way (8 plies) and for how long, or is seen on a square
// where it may not go (2); how captures are made (25 by exchange, 7 with the victim
// first, 3 with the mover first); how often the captured piece is seen beside its
// square (5); that players castle with the king first, the rook up to a second
// later, and lift the pawn captured en passant last; that the press mostly follows
// within a second, never before the move, and that no reply comes before it; and
// that a DGT board loses, doubles and misreads nothing. 15 frames of Certabo boards
// show how often a piece is not read. The profile Clean has these orders and no
// slip, Human has the slips too. Every other rate is chosen; what it stands for was
// reported by people ("scenes") or by a maker.
//
// Not simulated: no flag falls (the hands hurry when their time is short, and a
// clock that has run out shows 0:00), nobody resigns, claims or offers a draw, no
// illegal move is found plies later, and no king is left attacked.
package simulate

import (
	"math/rand/v2"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Play plays a game by hand from a position. It returns the records, and what was really
// done. The game ends before the first illegal move, or after a move that ends it. The
// first record is a full scan at time 0; times never decrease.
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
	records := view.arrive(view.arrivals(), g.clock.records)
	view.eraseLookalikes(records)
	view.eraseUnrested(records)
	return records, *first
}

// The streams of the random generator, one each for drawing a game and for the hands.
const (
	streamPlay = 1
	streamGame = 2
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
	astray *stray // a piece that stands where it should not; nil if none does
	past   *legality.Game
	pasts  []*legality.Game // the past of each game so far
	truth  *Truth
}

// ending returns how the last ply has ended the game. The position may be dead because all
// moves are forced (5.2.2).
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

// next returns the ply that follows; NoMove if none does.
func (g *game) next() legality.Move {
	if g.number >= len(g.moves) {
		return legality.NoMove
	}
	return g.moves[g.number]
}

// pieceID identifies a piece on the table wherever it goes. noPiece is none.
type pieceID int

const noPiece pieceID = 0

// act is a change on the table: at a moment, a square gets another piece or becomes empty.
type act struct {
	at     int64
	square placement.Square
	id     pieceID
}

// table holds the pieces, where they stand as far as the game is planned, and all
// acts so far. Acts of two players at the same time are in the order of planning,
// not of time; they never concern the same square.
type table struct {
	pieces []placement.Piece // by piece
	dead   []int64           // by piece: since when its tag is dead; 0 if it is not
	stand  [64]pieceID
	acts   []act
}

// setUp puts a placement on the table.
func (t *table) setUp(p *placement.Placement) {
	*t = table{pieces: []placement.Piece{placement.Empty}, dead: []int64{0}}
	for sq, piece := range p {
		if piece != placement.Empty {
			t.stand[sq] = t.newPiece(piece)
		}
	}
}

// newPiece adds a piece to the table.
func (t *table) newPiece(piece placement.Piece) pieceID {
	t.pieces, t.dead = append(t.pieces, piece), append(t.dead, 0)
	return pieceID(len(t.pieces) - 1)
}

// set returns the only way in which anything on the table changes.
func (t *table) set(at int64, sq placement.Square, m pieceID) {
	t.stand[sq] = m
	t.acts = append(t.acts, act{at, sq, m})
}

func (t *table) on(sq placement.Square) placement.Piece { return t.pieces[t.stand[sq]] }

func (t *table) empty(sq placement.Square) bool { return t.stand[sq] == noPiece }

// fetch returns a piece of a kind from beside the board: a captured one or a spare
// one.
func (t *table) fetch(piece placement.Piece) pieceID {
	for m := 1; m < len(t.pieces); m++ {
		if t.pieces[m] == piece && !slices.Contains(t.stand[:], pieceID(m)) {
			return pieceID(m)
		}
	}
	return t.newPiece(piece)
}

// reading returns what a sensor reads of a piece at a moment.
func (t *table) reading(m pieceID, at int64) placement.Piece {
	if t.dead[m] > 0 && at >= t.dead[m] {
		return placement.Empty
	}
	return t.pieces[m]
}

// around returns the squares next to a square, in order.
func around(sq placement.Square) []placement.Square {
	var near []placement.Square
	for rank := max(0, sq.Rank()-1); rank <= min(7, sq.Rank()+1); rank++ {
		for file := max(0, sq.File()-1); file <= min(7, sq.File()+1); file++ {
			if s := placement.MakeSquare(file, rank); s != sq {
				near = append(near, s)
			}
		}
	}
	return near
}

// between returns the squares that lie on a straight line between two, in order
// from the first; none if they are on no line.
func between(from, to placement.Square) []placement.Square {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	if files != 0 && ranks != 0 && files != ranks && files != -ranks {
		return nil
	}
	var way []placement.Square
	for n := 1; n < max(files, -files, ranks, -ranks); n++ {
		way = append(way, placement.MakeSquare(from.File()+n*sign(files), from.Rank()+n*sign(ranks)))
	}
	return way
}

func sign(n int) int { return max(-1, min(1, n)) }

// clock is a chess clock with a lever, and the records that it causes. The zero
// value is no clock: nothing has an effect on it.
type clock struct {
	each      int64 // between two readings; 0 none are sent
	increment int64
	left      [2]int64
	running   sensor.Running
	at        int64 // the time of left
	nextTick  int64
	records   []sensor.Record
}

// set puts both times on the clock, which stands still.
func (c *clock) set(at, base int64) {
	c.advance(at)
	c.left, c.running = [2]int64{base, base}, sensor.Stopped
	c.nextTick = at + c.each
	c.send(at)
}

// advance lets the time run.
func (c *clock) advance(to int64) {
	for c.each > 0 && c.nextTick <= to {
		c.spend(c.nextTick)
		if c.running != sensor.Stopped {
			c.send(c.nextTick)
		}
		c.nextTick += c.each
	}
	c.spend(to)
}

func (c *clock) spend(to int64) {
	if c.running != sensor.Stopped && to > c.at {
		side := c.running - sensor.WhiteRuns
		c.left[side] = max(0, c.left[side]-(to-c.at))
	}
	c.at = max(c.at, to)
}

// send sends a reading. A clock shows whole seconds, rounded up.
func (c *clock) send(at int64) {
	if c.each == 0 {
		return
	}
	r := sensor.Record{At: at, Word: sensor.Clock, Running: c.running}
	for side, left := range c.left {
		r.Times[side] = (left + 999) / 1000 * 1000
	}
	c.records = append(c.records, r)
}

// press is a player pressing the clock. Only the player whose clock runs can do it.
func (c *clock) press(at int64, side placement.Color) {
	c.advance(at)
	c.left[side] += c.increment
	c.running = sensor.RunningFor(side.Other())
	c.records = append(c.records, sensor.Record{At: at, Word: sensor.Press, Side: side})
	c.send(at)
}

// stop stops both sides.
func (c *clock) stop(at int64) {
	c.advance(at)
	c.running = sensor.Stopped
	if c.each == 0 {
		c.records = append(c.records, sensor.Record{At: at, Word: sensor.Pause})
	}
	c.send(at)
}

// start starts the clock of one side. A clock that sends no readings does not report the
// first start.
func (c *clock) start(at int64, side placement.Color) {
	c.advance(at)
	c.running = sensor.RunningFor(side)
	if c.each == 0 && len(c.records) > 0 {
		c.records = append(c.records, sensor.Record{At: at, Word: sensor.Resume})
	}
	c.send(at)
}

// startClock sets the clock and starts it for the player to move. In between
// the players do what they do before a game.
func (g *game) startClock() {
	c := &g.clock
	if g.clocked {
		c.each, c.increment = g.profile.ClockEach, g.profile.Increment
		c.set(g.now, g.profile.Base)
	}
	g.begin()
	if !g.clocked {
		return
	}
	g.now += startAfter
	c.start(g.now, g.pos.Turn())
}

// startAfter is the time from setting up the pieces to the start of the clock, in
// milliseconds; chosen.
const startAfter = 1500

// hurry limits how long a player thinks: one part in so many of the remaining time;
// chosen.
const hurry = 20

// think returns how long the player to move thinks.
func (g *game) think() int64 {
	ms := g.profile.Think.draw(g.rng)
	if !g.clocked {
		return ms
	}
	return min(ms, g.clock.left[g.pos.Turn()]/hurry+g.profile.Increment/2)
}

// Rate is how often something is done: Of times in In cases. The zero value is
// never.
type Rate struct{ Of, In int }

// happens draws whether it is done this time.
func (r Rate) happens(rng *rand.Rand) bool {
	return r.In > 0 && r.Of > 0 && rng.IntN(r.In) < r.Of
}

// Span is a length of time, in milliseconds, between a minimum and a maximum. Short times
// are likelier: the mean lies a third of the way up.
type Span struct{ Least, Most int64 }

// draw returns one such time. It uses whole numbers, because some machines round the
// product and the sum of two fractions in one step and others in two.
func (s Span) draw(rng *rand.Rand) int64 {
	wide := s.Most - s.Least
	if wide <= 0 {
		return s.Least
	}
	x := rng.Int64N(wide + 1)
	return s.Least + x*x/wide
}

// weighted draws an index in proportion to its weight. If all weights are 0, it returns the
// first.
func weighted(rng *rand.Rand, weights []int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	if sum <= 0 {
		return 0
	}
	n := rng.IntN(sum)
	for i, w := range weights {
		if n < w {
			return i
		}
		n -= w
	}
	return 0
}

// RandomGame returns a legal game of at most so many plies from the initial
// position. Its moves are random, with a preference for kinds that people play, so
// captures, castling, promotions and en passant all occur. It ends early when the
// rules end the game.
func RandomGame(seed uint64, plies int) []legality.Move {
	return wander(rand.New(rand.NewPCG(seed, streamGame)), legality.Initial(), plies)
}

// wander draws a game from a position.
func wander(rng *rand.Rand, start legality.Position, plies int) []legality.Move {
	past := legality.NewGame(start)
	var moves, legal []legality.Move
	var weights []int
	for len(moves) < plies && past.Ending() == legality.NoEnding {
		p := past.Position()
		legal, weights = p.AppendMoves(legal[:0]), weights[:0]
		if len(legal) == 0 {
			break
		}
		for _, m := range legal {
			weights = append(weights, weight(p, m))
		}
		m := legal[weighted(rng, weights)]
		moves = append(moves, m)
		past.Play(m)
	}
	return moves
}

// What draws a move, each added to the weight of any move; chosen, so that 100
// games hold every kind of move.
const (
	weightAny       = 4
	weightCapture   = 10
	weightCastling  = 80
	weightEnPassant = 60
	weightQueening  = 60
	weightPassed    = 6 // a pawn beyond the middle
	weightDevelop   = 8 // a piece that leaves its first rank
)

func weight(p *legality.Position, m legality.Move) int {
	w := weightAny
	piece, captured := p.At(m.From()), p.Captured(m)
	switch {
	case m.IsCastling():
		return weightCastling
	case captured != placement.NoSquare && captured != m.To():
		return weightEnPassant
	case m.Promotion() == legality.Queen:
		return weightQueening
	case piece.Kind() == legality.King && captured == placement.NoSquare:
		return 1
	case captured != placement.NoSquare:
		w += weightCapture
	}
	home := 7 * int(p.Turn())
	beyond := m.To().Rank() >= 4
	if p.Turn() == legality.Black {
		beyond = m.To().Rank() <= 3
	}
	switch {
	case piece.Kind() == legality.Pawn && beyond:
		w += weightPassed
	case piece.Kind() != legality.Pawn && m.From().Rank() == home && m.To().Rank() != home:
		w += weightDevelop
	}
	return w
}
