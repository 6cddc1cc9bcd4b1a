package main

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/numbers"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/sensor/tabutronic"
)

// lead is how long the men stand before anybody plays, and the board is filmed
// after: enough to learn the men of the worst set.
const lead = 15_000

// numbersGames is how many games are played on each board.
const numbersGames = 2

// Games on boards that send numbers come out move by move from their bytes, as
// noisy as measured, without a clock: through decoder, seating and tracker.
func TestGamesOfNumbers(t *testing.T) {
	for _, c := range []struct {
		name    string
		profile simulate.Profile
		noise   certabo.Noise
	}{
		{"clean/ghostly", simulate.Clean(), certabo.GhostlySet()},
		{"clean/weak", simulate.Clean(), certabo.WeakSet()},
		{"clean/worst", simulate.Clean(), certabo.WorstSet()},
		{"human/ghostly", simulate.Human(), certabo.GhostlySet()},
		{"human/worst", simulate.Human(), certabo.WorstSet()},
	} {
		t.Run("certabo/"+c.name, func(t *testing.T) {
			for seed := range uint64(numbersGames) {
				moves := plainGame(seed)
				hands, truth := simulate.Play(legality.Initial(), moves, simulate.Text(), c.profile, false, seed)
				board := &certabo.Board{Noise: c.noise, Seed: seed, Turned: seed%2 == 1}
				w := watch{truth: &truth, seed: seed, header: sensor.Header{Board: "certabo", Time: "blitz"}}
				if board.Turned {
					w.header.Orientation = sensor.Rotated
				}
				w.follow(t, film(board, certabo.FrameTime, hands))
				w.judgeEnd(t)
				w.judgeFindings(t)
			}
		})
	}
}

// italian is a quiet game, so that a board that does not name the men shows it.
const italian = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 e1g1 e8g8 f1e1 a7a6 c4b3 c5a7 h2h3 h7h6 b1d2 f8e8 " +
	"d2f1 c8e6 b3e6 e8e6 f1g3 d6d5 d1e2 d5e4 d3e4 d8d7"

// TestGameOfOccupancy: the same on a board that sees only where men stand, and
// flickers.
func TestGameOfOccupancy(t *testing.T) {
	game, p := []legality.Move{}, legality.Initial()
	for uci := range strings.FieldsSeq(italian) {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		game, p = append(game, m), p.Play(m)
	}
	for seed := range uint64(numbersGames) {
		hands, truth := simulate.Play(legality.Initial(), game, simulate.Text(), simulate.Clean(), false, seed)
		w := watch{truth: &truth, seed: seed, header: sensor.Header{Board: "tabutronic", Time: "blitz"}}
		w.follow(t, film(&tabutronic.Board{Flicker: 5, Seed: seed}, tabutronic.FrameTime, hands))
		w.judgeEnd(t)
		w.judgeFindings(t)
	}
}

// plainGame is a game up to the first promotion: the board does not name the
// new man if no set knows him.
func plainGame(seed uint64) []legality.Move {
	moves := simulate.RandomGame(seed, simulatedPlies/2)
	for i, m := range moves {
		if m.Promotion() != legality.NoKind {
			return moves[:i]
		}
	}
	return moves
}

// film is what the port brings of a game.
func film(board numbers.Talker, every int64, hands []sensor.Record) []sensor.Record {
	board.Step(sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	for i := range hands {
		hands[i].At += lead
	}
	return numbers.Film(board, every, hands, hands[len(hands)-1].At+lead, 0)
}
