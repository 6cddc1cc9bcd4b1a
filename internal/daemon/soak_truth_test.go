package daemon

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/games"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/pgn"
	"github.com/boardd/boardd/transport"
)

// playedTruth is a game as it was, or as somebody tells it.
type playedTruth struct {
	id     string
	uci    []string
	result string
}

func (g *playedTruth) String() string { return g.result + " " + strings.Join(g.uci, " ") }

// fold takes an event.
func (g *playedTruth) fold(e *transport.Event) {
	switch e.Type {
	case "move", "correct":
		if e.Ply < 1 || e.Ply > len(g.uci)+1 {
			g.uci = append(g.uci, fmt.Sprintf("(ply %d after %d)", e.Ply, len(g.uci)))
			return
		}
		g.uci = append(g.uci[:e.Ply-1], e.UCI)
	case "retract":
		g.uci = g.uci[:min(e.Ply, len(g.uci))]
	case "result":
		g.result = e.Result
	}
}

// truthOfSnapshot is the game of a snapshot.
func truthOfSnapshot(g *transport.ArbiterGame) *playedTruth {
	return &playedTruth{g.GameID, harness.AllMoves(g), g.Result}
}

// truthOfPGN is the game of a PGN.
func truthOfPGN(text []byte) (*playedTruth, error) {
	game, err := pgn.NewReader(bytes.NewReader(text)).Next()
	if err != nil {
		return nil, err
	}
	g := &playedTruth{id: game.Tag("GameId"), result: game.Result}
	p := game.Start
	for _, m := range game.Moves {
		g.uci = append(g.uci, p.UCI(m))
		p = p.Play(m)
	}
	return g, nil
}

// soakGames are games to be played: those of dist/games.txt if they are there
// (make games), else ones of random moves.
func soakGames(t *testing.T, random *rand.Rand, plies int) (next func() []string) {
	t.Helper()
	const file = "../../dist/games.txt"
	var played []games.PlayedGame
	if _, err := os.Stat(file); err == nil {
		if played, err = games.OpenGames(nil, file); err != nil {
			t.Fatal(err)
		}
		random.Shuffle(len(played), func(i, j int) { played[i], played[j] = played[j], played[i] })
	}
	n := 0
	return func() []string {
		if n++; n <= len(played) && played[n-1].Start == legality.Initial() {
			return scoreOf(func(p *legality.Position, ply int) (legality.Move, bool) {
				return played[n-1].Moves[min(ply, len(played[n-1].Moves)-1)], ply < min(plies, len(played[n-1].Moves))
			})
		}
		return scoreOf(func(p *legality.Position, ply int) (legality.Move, bool) {
			legal := p.AppendMoves(nil)
			return legal[random.IntN(len(legal))], ply < plies
		})
	}
}

// scoreOf plays a game. It ends before a move that would end it by itself, and
// before a promotion: what was promoted to cannot be known when the new man is
// taken while nobody looks.
func scoreOf(choose func(p *legality.Position, ply int) (m legality.Move, more bool)) []string {
	game := legality.NewGame(legality.Initial())
	var uci []string
	for {
		p := game.Position()
		m, more := choose(p, len(uci))
		if !more || m.Promotion() != legality.NoKind {
			return uci
		}
		text := p.UCI(m)
		if game.Play(m); game.Ending() != legality.NoEnding {
			return uci
		}
		uci = append(uci, text)
	}
}

// same reports whether two tell the same game.
func (g *playedTruth) same(other *playedTruth) bool {
	return g.result == other.result && slices.Equal(g.uci, other.uci)
}
