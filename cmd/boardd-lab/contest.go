package main

import (
	"math/rand/v2"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor/simulate"
)

// What the players are like; all chosen, so that games are as long as real ones
// (about 80 plies) and end in every way.
const (
	openingPlies = 8   // any of the moves that the engine names, if it is not bad
	notBad       = 120 // hundredths of a pawn behind the best move
	tamest       = 5   // hundredths of a pawn that the best player gives away
	wildest      = 120 // and the worst
	hopeless     = 700 // hundredths of a pawn behind: who resigns does it then,
	hopelessFor  = 4   // after so many of his moves
	level        = 25  // a draw may be agreed when nobody is more ahead,
	agreeFrom    = 60  // from this ply on,
	agreeOneIn   = 20  // at one ply in so many
	longest      = 240 // plies
	lesserIn     = 8   // where the engine would promote to less than a queen, people do it once in so many: it likes to, of moves that win alike
)

// contest is two players at a game.
type contest struct {
	rng    *rand.Rand
	past   *legality.Game
	wild   [2]int  // hundredths of a pawn that each gives away now and then
	resign [2]bool // else he plays to the end
	down   [2]int  // how many moves each has stood hopeless
	most   int     // plies
}

func newContest(start legality.Position, rng *rand.Rand) *contest {
	c := &contest{rng: rng, past: legality.NewGame(start), most: longest}
	for side := range c.wild {
		c.wild[side] = tamest + rng.IntN(wildest-tamest)
		c.resign[side] = rng.IntN(3) > 0
	}
	if rng.IntN(4) == 0 {
		c.most = 20 + rng.IntN(longest-20)
	}
	return c
}

// playGame plays from the position of a score.
func playGame(e *engine, s simulate.Score, nodes int, rng *rand.Rand) (simulate.Score, error) {
	c := newContest(s.Start, rng)
	e.begin(s.Start.Chess960())
	var asked strings.Builder
	asked.WriteString(engineStart(&s.Start))
	for c.past.Ending() == legality.NoEnding && len(s.Moves) < c.most {
		found, err := e.look(asked.String(), nodes)
		if err != nil {
			return s, err
		}
		if len(found) == 0 || c.ends(found[0].score) {
			break
		}
		p := c.past.Position()
		uci := c.choose(found)
		m, err := p.ParseUCI(uci)
		if err != nil {
			return s, err
		}
		asked.WriteString(" " + uci)
		s.Moves = append(s.Moves, m)
		c.past.Play(m)
	}
	return s, nil
}

func engineStart(p *legality.Position) string { return "fen " + p.ShredderFEN() + " moves" }

// ends reports whether the players end the game before the next move: one
// resigns, or they agree to a draw, by claim too (9.2, 9.3).
func (c *contest) ends(score int) bool {
	turn := c.past.Position().Turn()
	c.down[turn]++
	if score > -hopeless {
		c.down[turn] = 0
	}
	switch {
	case c.resign[turn] && c.down[turn] >= hopelessFor:
		return true
	case c.past.Claimable() != 0:
		return c.rng.IntN(2) == 0
	}
	return c.past.Len() >= agreeFrom && max(score, -score) <= level && c.rng.IntN(agreeOneIn) == 0
}

// choose takes one of the moves that are not too bad for the player.
func (c *contest) choose(found []choice) string {
	worst := notBad
	if c.past.Len() >= openingPlies {
		worst = c.wild[c.past.Position().Turn()]
		if c.rng.IntN(3) > 0 {
			worst /= 4
		}
	}
	n := 1
	for n < len(found) && found[0].score-found[n].score <= worst {
		n++
	}
	uci := found[c.rng.IntN(n)].uci
	if len(uci) > 4 && c.rng.IntN(lesserIn) > 0 {
		uci = uci[:4] + "q"
	}
	return uci
}
