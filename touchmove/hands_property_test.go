package touchmove_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/boardd/boardd/internal/race"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// cleanGame plays random legal moves as careful hands do: they touch nothing but
// the pieces of the move, the king first to castle, and let each go once.
type cleanGame struct {
	r  *rand.Rand
	tr *touchmove.Tracker
	cleanStyle
	rules  string
	event  touchmove.Event
	at     int64
	pieces placement.Placement
	found  []touchmove.Finding
	script string
}

// cleanStyle is how the hands go about it, and what the board tells.
type cleanStyle struct {
	clocked   bool
	anonymous bool // the board names no pieces; no pawn is promoted then, and victims are always lifted
	kingDown  bool // in castling the king is put down before the rook is lifted
	straight  bool // before the press the piece that was moved is put straight at times (4.2.1)
	rookDown  bool // in castling with both pieces in the air the rook is put down first
}

// wait lets a time of a hand pass: between 150 and 900 ms.
func (g *cleanGame) wait() { g.at += 150 + g.r.Int64N(750) }

func (g *cleanGame) do(rec sensor.Record, text string) {
	g.wait()
	g.wake(g.at)
	g.event++
	rec.At = g.at
	g.script += fmt.Sprintf("%d %s\n", g.at, text)
	g.found = append(g.found, g.tr.Step(g.event, rec)...)
}

func (g *cleanGame) wake(until int64) {
	for at, ok := g.tr.Deadline(); ok && at <= until; at, ok = g.tr.Deadline() {
		g.found = append(g.found, g.tr.Wake(at)...)
	}
}

func (g *cleanGame) lift(sq placement.Square) {
	piece := g.pieces[sq]
	g.pieces[sq] = placement.Empty
	if g.anonymous {
		piece = placement.Empty
	}
	g.do(sensor.Record{Word: sensor.Lift, Square: sq, Piece: piece}, fmt.Sprintf("lift %s %s", sq, piece))
}

func (g *cleanGame) drop(sq placement.Square, piece placement.Piece) {
	g.pieces[sq] = piece
	if g.anonymous {
		piece = placement.Unknown
	}
	g.do(sensor.Record{Word: sensor.Drop, Square: sq, Piece: piece}, fmt.Sprintf("drop %s %s", sq, piece))
}

func (g *cleanGame) press(side placement.Color) {
	if g.clocked {
		g.do(sensor.Record{Word: sensor.Press, Side: side}, "press "+side.String())
	}
}

// play moves the pieces of one move, in one of the orders that hands have.
func (g *cleanGame) play(p *legality.Position, m legality.Move) {
	piece, victim := p.At(m.From()), p.Captured(m)
	if m.IsCastling() {
		g.castle(p, m)
		return
	}
	style := g.r.IntN(3)
	if g.anonymous {
		style %= 2
	}
	first := victim != placement.NoSquare && (style == 0 || victim == m.To() && style == 1 && g.r.IntN(2) == 0)
	if first {
		g.lift(victim)
	}
	g.lift(m.From())
	if victim == m.To() && !first && style == 1 {
		g.lift(victim) // style 2 puts the piece down on it
	}
	if m.Promotion() != legality.NoKind {
		g.promote(m, piece.Color())
	} else {
		g.drop(m.To(), piece)
	}
	if victim != placement.NoSquare && victim != m.To() && !first {
		g.lift(victim)
	}
}

// promote puts the piece on at once, or the pawn and then the piece.
func (g *cleanGame) promote(m legality.Move, side placement.Color) {
	if g.r.IntN(2) == 0 {
		g.drop(m.To(), placement.MakePiece(side, legality.Pawn))
		g.lift(m.To())
	}
	g.drop(m.To(), placement.MakePiece(side, m.Promotion()))
}

// castle takes the king first; the rook is lifted after the king is down, or
// before.
func (g *cleanGame) castle(p *legality.Position, m legality.Move) {
	king, rook := p.At(m.From()), p.At(m.To())
	g.lift(m.From())
	if g.kingDown || g.r.IntN(2) == 0 {
		g.drop(m.KingTo(), king)
		g.lift(m.To())
		g.drop(m.RookTo(), rook)
		return
	}
	g.lift(m.To())
	if g.rookDown {
		g.drop(m.RookTo(), rook)
	}
	g.drop(m.KingTo(), king)
	if !g.rookDown {
		g.drop(m.RookTo(), rook)
	}
}

// pick prefers the moves that are made with more than one piece.
func (g *cleanGame) pick(p *legality.Position) legality.Move {
	moves := p.AppendMoves(nil)
	if g.anonymous {
		moves = slices.DeleteFunc(moves, func(m legality.Move) bool { return m.Promotion() != legality.NoKind })
	}
	if len(moves) == 0 {
		return legality.NoMove
	}
	m := moves[g.r.IntN(len(moves))]
	for range 3 {
		if m.IsCastling() || m.Promotion() != legality.NoKind || p.Captured(m) != placement.NoSquare {
			break
		}
		m = moves[g.r.IntN(len(moves))]
	}
	return m
}

var cleanEndings = map[legality.Ending]touchmove.Code{
	legality.Checkmate: touchmove.Checkmate, legality.Stalemate: touchmove.Stalemate, legality.DeadPosition: touchmove.DeadPosition,
	legality.Fivefold: touchmove.Fivefold, legality.SeventyFive: touchmove.SeventyFive,
}

// TestCleanHands: hands that do nothing wrong are found to have done nothing
// wrong, and the game is exactly what they played.
func TestCleanHands(t *testing.T) {
	for seed := range uint64(600 / race.Fewer(10)) {
		if wrong := cleanHands(t, seed, cleanStyle{clocked: seed%2 == 0}); wrong != "" {
			t.Fatal(wrong)
		}
	}
}

// TestCleanHandsUnnamed: the same on a board that names no pieces.
func TestCleanHandsOccupancy(t *testing.T) {
	for seed := range uint64(300 / race.Fewer(10)) {
		if wrong := cleanHands(t, seed, cleanStyle{clocked: true, anonymous: true, kingDown: true}); wrong != "" {
			t.Fatal(wrong)
		}
	}
}

// TestCleanHandsRookDown: the same when, to castle, both pieces are lifted, the king
// first, and the rook is put down first.
func TestCleanHandsRookDown(t *testing.T) {
	for seed := range uint64(150 / race.Fewer(10)) {
		if wrong := cleanHands(t, seed, cleanStyle{clocked: true, rookDown: true}); wrong != "" {
			t.Fatal(wrong)
		}
	}
}

// cleanHands plays one game and says what is wrong with what was made of it.
// TestCleanHandsStraight is the same where the piece that was moved is put straight
// before the press; the opponent, who has the move by then (1.3), touched nothing.
func TestCleanHandsStraight(t *testing.T) {
	for seed := range uint64(300 / race.Fewer(10)) {
		if wrong := cleanHands(t, seed, cleanStyle{clocked: true, straight: true}); wrong != "" {
			t.Fatal(wrong)
		}
	}
}

func cleanHands(t *testing.T, seed uint64, style cleanStyle) string {
	r := rand.New(rand.NewPCG(seed, 2023))
	start := *position(t, castlingStarts[seed%uint64(len(castlingStarts))], false)
	rules, err := touchmove.RulesFor(touchmove.RuleSets()[seed/2%6], touchmove.TimeClass(seed%3), seed%4 == 0)
	if err != nil {
		t.Fatal(err)
	}
	g := cleanGame{r: r, cleanStyle: style, pieces: *start.Placement(), rules: rules.Name,
		tr: touchmove.New(touchmove.Config{Start: start, Rules: rules, Occupancy: style.anonymous})}
	moves, ending := g.playOut(&start, 10+r.IntN(60))
	if wrong := g.judge(moves, ending); wrong != "" {
		return fmt.Sprintf("seed %d, %s %s: %s\nstart %s\n%s", seed, rules.Name, rules.Time, wrong, start.FEN(), g.script)
	}
	return ""
}

// playOut plays n plies, fewer if the game ends, and returns them, and how it
// ended. A king that came to the centre is not left there without a press: it
// might show a result.
func (g *cleanGame) playOut(start *legality.Position, n int) ([]string, legality.Ending) {
	game := legality.NewGame(*start)
	var moves []string
	for len(moves) < n || !g.clocked && inCentre(game) {
		p := *game.Position()
		m := g.pick(&p)
		if m == legality.NoMove {
			break
		}
		moves = append(moves, p.UCI(m))
		g.play(&p, m)
		game.Play(m)
		if ending := game.Ending(); slices.Contains(endsGame[g.rules], ending) {
			g.wake(1 << 60)
			return moves, ending
		}
		if g.straight && !m.IsCastling() && g.r.IntN(3) == 0 {
			g.lift(m.To())
			g.drop(m.To(), game.Position().At(m.To()))
		}
		g.press(p.Turn())
	}
	g.wake(1 << 60)
	return moves, legality.NoEnding
}

// endsGame are the endings that each text knows.
var endsGame = map[string][]legality.Ending{
	"fide-2023":    {legality.Checkmate, legality.Stalemate, legality.DeadPosition, legality.Fivefold, legality.SeventyFive},
	"fide-2018":    {legality.Checkmate, legality.Stalemate, legality.DeadPosition, legality.Fivefold, legality.SeventyFive},
	"fide-1997":    {legality.Checkmate, legality.Stalemate, legality.DeadPosition},
	"fide-1971":    {legality.Checkmate, legality.Stalemate},
	"bilguer-1891": {legality.Checkmate, legality.Stalemate},
	"bilguer-1880": {legality.Checkmate, legality.Stalemate}, // its glossary calls a dead position drawn, not the game ended
}

// inCentre reports whether the last move took a king to d4, e4, d5 or e5.
func inCentre(game *legality.Game) bool {
	p, to := game.Position(), game.Move(game.Len()-1).To()
	return p.At(to).Kind() == legality.King && (to.File() == 3 || to.File() == 4) && (to.Rank() == 3 || to.Rank() == 4)
}

// judge says what is wrong with what was found and with the game; "" if nothing is.
func (g *cleanGame) judge(moves []string, ending legality.Ending) string {
	ends := 0
	for _, f := range g.found {
		switch {
		case f.Level == touchmove.Info, f.Code == touchmove.ClaimRightLost:
		case f.Code == touchmove.DeadPosition && g.rules == "bilguer-1880":
		case f.Level == touchmove.Certain && f.Code == cleanEndings[ending] && f.Ply == len(moves):
			ends++
		default:
			return fmt.Sprintf("found %s %s of ply %d after record %d", f.Code, f.Level, f.Ply, f.Event)
		}
	}
	game := g.tr.Game()
	switch {
	case (ending != legality.NoEnding) != (ends == 1), (ending != legality.NoEnding) != (game.Phase == touchmove.Ended):
		return fmt.Sprintf("ended by %s; found %d times, phase %s", ending, ends, game.Phase)
	case len(game.Moves) != len(moves):
		return fmt.Sprintf("%d plies, want %d", len(game.Moves), len(moves))
	}
	for i, ply := range game.Moves {
		if want := g.state(i, len(moves), ending); ply.UCI != moves[i] || ply.State != want {
			return fmt.Sprintf("ply %d is %s %s, want %s %s", i+1, ply.UCI, ply.State, moves[i], want)
		}
	}
	return ""
}

// state is how far the i-th of n plies has come at the end (6.2.1). The texts
// before 1997 know no completion, that of 1997 none without a clock.
func (g *cleanGame) state(i, n int, ending legality.Ending) touchmove.State {
	completes := g.rules[:4] == "fide" && g.rules != "fide-1971"
	byNext := completes && g.rules != "fide-1997"
	if g.clocked && completes || i < n-2 && byNext || i == n-1 && ending != legality.NoEnding {
		return touchmove.StateCompleted
	}
	return touchmove.StateMade
}
