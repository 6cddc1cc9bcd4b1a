package third

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// finish ends the game: the result, the clock, the hands after it.
func (g *game) finish() {
	t := max(g.now, g.free)
	if g.later != nil {
		t = g.later(t + g.ms(500, 4000))
		g.later = nil
	}
	natural := legality.Judge(&g.pos, 1)
	turn := g.pos.Turn()
	wins := func(s color) string { return []string{"1-0", "0-1"}[s] }
	switch {
	case natural == legality.Checkmate:
		g.out.Result = wins(turn.Other())
	case natural.Draw():
		g.out.Result = "1/2-1/2"
	case g.clock.flagged:
		g.out.Result = wins(g.clock.side.Other())
	case g.is(.35): // judged: a third of club games is drawn
		g.out.Result = "1/2-1/2"
	default:
		g.out.Result = wins(turn.Other())
		if g.is(.1) {
			g.out.Result = wins(turn)
		}
	}
	told := natural != legality.NoEnding
	t += g.ms(1_000, 20_000)
	if g.order.Hands == Blitz || g.order.Hands == Scramble {
		t -= g.ms(0, 900)
	}
	if g.clock.kind != NoClock && g.does(stopsClock) {
		g.clock.stop(t)
		told = true
		t += g.ms(500, 5000)
	} else {
		g.clock.advance(t)
	}
	told = told || g.clock.flagged
	if g.does(centreKings) {
		t = g.kings(t + g.ms(500, 8000))
		told = true
	} else if g.is(.12) && natural == legality.NoEnding && g.out.Result != "1/2-1/2" && told {
		t = g.layDown(t) // judged: few lay the king down
	}
	if g.order.Hands == Clean {
		g.setUpAnew(t)
		return
	}
	if g.does(disturbs) && told {
		for n := 1 + g.rng.IntN(3); n > 0; n-- {
			t = g.adjust(pick(g.rng, g.men), t) + g.ms(100, 2000)
		}
	}
	if g.does(analyses) {
		t = g.analyse(t+g.ms(4_000, 60_000), told)
	}
	g.setUpAnew(t)
}

// setUpAnew puts the array up, sometimes.
func (g *game) setUpAnew(t int64) {
	if !g.does(setsUpAnew) {
		return
	}
	if g.order.Start != legality.Initial() || len(g.snaps) == 0 {
		return
	}
	t += g.ms(3_000, 90_000)
	g.restore(g.snaps[0], t, func() int64 { return g.ms(50, 600) })
}

// kings shows the result by the kings in the centre, as DGT asks for: both on light squares if
// White has won, on dark ones if Black has, one on each if it is a draw.
func (g *game) kings(t int64) int64 {
	squares := [2]square{placement.E4, placement.D5}
	switch g.out.Result {
	case "0-1":
		squares = [2]square{placement.D4, placement.E5}
	case "1/2-1/2":
		squares = [2]square{placement.E4, placement.E5}
		if g.is(.3) {
			squares = [2]square{placement.D4, placement.D5}
		}
	}
	var kings [2]*man
	for _, m := range g.men {
		if m.piece.Kind() == legality.King {
			kings[m.piece.Color()] = m
		}
	}
	if kings[0] == nil || kings[1] == nil {
		return t
	}
	for _, sq := range squares { // who stands there is taken away
		if o := g.standing(sq); o != nil && o != kings[0] && o != kings[1] {
			t = g.aside(o.piece.Color(), o, t, high) + g.ms(100, 800)
			o.home = nowhere
		}
	}
	first := g.rng.IntN(2)
	a, b := kings[first], kings[1-first]
	lift := func(m *man, t int64) int64 {
		k := m.last()
		t = m.put(t, k.x, k.y, k.h)
		m.stays = nowhere
		return m.put(t+150, k.x, k.y, 5)
	}
	if g.is(.4) || g.standing(squares[first]) == b { // both up, then both down
		t = lift(a, t)
		t = lift(b, t+g.ms(100, 1200))
	}
	a.home, b.home = squares[first], squares[1-first]
	if a.stays != a.home {
		t = g.set(a.piece.Color(), a, t+g.ms(50, 500), a.home, high, 0)
	}
	if b.stays != b.home {
		t = g.set(b.piece.Color(), b, t+g.ms(100, 4000), b.home, high, 0)
	}
	return t
}

// layDown lays the loser's king down.
func (g *game) layDown(t int64) int64 {
	loser := color(legality.White)
	if g.out.Result == "1-0" {
		loser = legality.Black
	}
	for _, m := range g.men {
		if m.piece == placement.MakePiece(loser, legality.King) {
			k := m.last()
			t = m.put(t, k.x, k.y, k.h)
			h := 0.0
			if g.is(.6) {
				h = 3
			}
			m.off = true
			t = m.put(t+300, k.x+g.between(-.4, .4), k.y+g.between(-.4, .4), h)
		}
	}
	return t
}

// analyse goes back some plies and tries others.
func (g *game) analyse(t int64, told bool) int64 {
	back := 0
	if g.is(.7) && len(g.snaps) > 0 {
		back = 1 + g.rng.IntN(min(12, len(g.snaps)))
		from := len(g.snaps) - back
		t = g.restore(g.snaps[from], t, func() int64 { return g.ms(100, 900) })
		g.pos = g.before[from]
	} else {
		for _, m := range g.men { // kings that showed the result go back
			if m.stays != m.home {
				t = g.settle(m.piece.Color(), m, t, 0)
			}
		}
		if told && g.out.Result != "*" && g.shown() {
			return t
		}
	}
	from := len(g.out.Plies) - back
	var tried []string
	for n := 2 + g.rng.IntN(24); n > 0; n-- {
		m := g.plausible(legality.NoMove)
		if m == legality.NoMove {
			break
		}
		tried = append(tried, g.pos.UCI(m))
		d := g.act(m, t, 0)
		g.later = nil
		t = max(d.landed, d.free) + g.lognormal(3000, 1)
	}
	if !told {
		g.out.PlayedOn, g.out.PlayedFrom = tried, from
	}
	return t
}

// shown reports whether the men do not stand as in the game.
func (g *game) shown() bool {
	for _, m := range g.men {
		if m.home != nowhere && g.pos.At(m.home) != m.piece {
			return true
		}
	}
	return false
}
