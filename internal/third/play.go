package third

import (
	"math"
	"math/rand/v2"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// A game is the director's state.
type game struct {
	order Order
	rng   *rand.Rand
	pos   legality.Position // the game as the players see it
	men   []*man
	style [2]style
	clock clock
	out   Played

	now     int64      // when the turn began: the last press or the last landing
	ply     int        // plies of the true game
	landed  int64      // when the last move was let go
	free    int64      // when the hand of the last move was empty
	lastTo  square     // where the last move went
	windows [][2]int64 // of each true ply: when its hand began, and when the next one's did
	moves   []legality.Move
	before  []legality.Position // of each true ply: the position before it
	fixes   []fix
	later   func(int64) int64 // a pawn on the last rank waits for its queen
	down    [2]int64          // the link is lost
	over    bool
	skip    bool       // an illegal move stands in place of the turn's
	snaps   [][]square // of each true ply: where the men were before it
}

// A fix is a man to be put right at a ply.
type fix struct {
	m   *man
	due int
}

func (g *game) lognormal(median, sigma float64) int64 {
	return int64(median * math.Exp(sigma*g.rng.NormFloat64()))
}

// think draws how long a player thinks, given whether the move recaptures.
func (g *game) think(s color, recaptures bool) int64 {
	left := float64(g.clock.left[s])
	if g.clock.kind == NoClock {
		left = 3600_000
		if g.order.Hands == Blitz {
			left = 120_000
		}
		if g.order.Hands == Scramble {
			left = 25_000
		}
	}
	opening := g.pos.Ply() < 16
	median, sigma, most := 0.0, 1.0, left/4
	switch g.order.Hands {
	case Clean:
		return g.ms(2500, 6000)
	case Club, Worn:
		median = min(60_000, left/45+8_000)
		if opening {
			median = 10_000
		}
		if recaptures {
			median = 4_000
		}
	case Blitz:
		median = min(3_000, left/45+float64(g.clock.gain)/3)
		if opening {
			median = 1_300
		}
		if recaptures {
			median = min(median, 900)
		}
		sigma, most = .8, left/7
	case Scramble:
		median, sigma, most = min(600, left/30), .6, left/8
		if recaptures {
			median *= .6
		}
	case Casual:
		median = 8_000
		if opening {
			median = 3_000
		}
		most = left / 6
	}
	least := int64(120)
	if g.order.Hands == Club || g.order.Hands == Worn || g.order.Hands == Casual {
		least = 500
	}
	return max(least, min(g.lognormal(median, sigma), int64(most)))
}

// play plays the whole game.
func (g *game) play() {
	g.lastTo = nowhere
	t := g.ms(2_000, 15_000)
	if g.order.Hands != Clean && g.is(.4) { // judged: players put their pieces into the middle first
		for n := 1 + g.rng.IntN(4); n > 0; n-- {
			t = g.adjust(pick(g.rng, g.men), t) + g.ms(200, 1500)
		}
	}
	t += g.ms(500, 4000)
	g.clock.show(65)
	if g.clock.kind == Presses && g.is(.7) {
		g.clock.run = sensor.RunningFor(g.pos.Turn().Other())
		gain := g.clock.gain
		g.clock.last, g.clock.gain = t, 0
		g.clock.press(t, g.pos.Turn().Other())
		g.clock.gain = gain
	} else {
		g.clock.start(t, g.pos.Turn())
	}
	g.now, g.landed, g.free = t, t, t
	stopAt := -1
	if g.does(arbiterStop) && len(g.order.Moves) > 4 {
		stopAt = 2 + g.rng.IntN(len(g.order.Moves)-2)
	}
	script := g.order.Moves
	for i := 0; !g.over; i++ {
		var m legality.Move
		switch {
		case i < len(script) && g.pos.IsLegal(script[i]):
			m = script[i]
		case i < len(script): // an illegal move stood, and the rest no longer fits
			script = nil
			if m = g.plausible(legality.NoMove); m == legality.NoMove {
				g.over = true
			}
		case g.order.Moves != nil && len(script) == 0 && i < len(g.order.Moves) && !g.is(.03):
			if m = g.plausible(legality.NoMove); m == legality.NoMove {
				g.over = true
			}
		default:
			g.over = true
		}
		if g.over {
			break
		}
		if i == stopAt {
			g.arbiter()
		}
		g.turn(m)
	}
	g.finish()
	g.clock.advance(g.end() - 3000)
}

// plausible returns a legal move that a person could try: rather a capture or a move of the
// same piece than any. It returns NoMove if there is none but the one given.
func (g *game) plausible(not legality.Move) legality.Move {
	var good, all []legality.Move
	for _, m := range g.pos.AppendMoves(nil) {
		if m == not || m.Promotion() != legality.NoKind && m.Promotion() != legality.Queen {
			continue
		}
		p := g.pos.Play(m)
		if legality.Judge(&p, 1) != legality.NoEnding {
			continue
		}
		all = append(all, m)
		if m.From() == not.From() && not != legality.NoMove || g.pos.Exchange(m) > 0 {
			good = append(good, m)
		}
	}
	switch {
	case len(good) > 0 && g.is(.6):
		return pick(g.rng, good)
	case len(all) > 0:
		return pick(g.rng, all)
	}
	return legality.NoMove
}

// turn plays one ply of the game with all that happens around it.
func (g *game) turn(m legality.Move) {
	s := g.pos.Turn()
	if m.Promotion() == legality.Queen && g.does(upsideDown) {
		if r := legality.MakePromotion(m.From(), m.To(), legality.Rook); g.fits(r) {
			g.note(upsideDown)
			m = r
		}
	}
	if g.clock.flagged {
		g.over = true
		return
	}
	captured := g.pos.Captured(m)
	think := g.think(s, captured != nowhere && captured == g.lastTo)
	start := max(g.now+think, g.free-200)
	if g.later != nil {
		end := g.later(g.now + g.ms(600, 6000))
		g.later = nil
		start = max(start, end+g.ms(100, 1000))
	}
	start = g.between2(s, start)
	start = g.deviate(m, s, start)
	if g.over || g.skip {
		g.skip = false
		return
	}
	arrive := int64(0)
	if g.ply > 0 && g.later == nil && start-g.now < 20_000 && g.does(overlaps) {
		// The hand is on its way before the other one has gone: the piece is lifted up to half
		// a second before the last one is let go.
		if mover := g.owner(m.From()); mover != nil && mover.stays == m.From() && start == g.now+think {
			g.note(overlaps)
			start = max(g.landed-g.ms(50, 500), g.landed-(g.landed-g.windowStart())/2)
			arrive = g.landed + g.ms(20, 200)
			if g.order.Hands == Scramble && g.is(.08) && m.To() != g.lastTo && captured == nowhere {
				arrive = g.landed - g.ms(0, 120) // the drops cross
			}
		}
	} else {
		start = max(start, g.landed+80)
	}
	if g.flagBefore(start) {
		return
	}
	g.make(m, s, start, arrive, true)
}

// windowStart returns when the hand of the last ply began.
func (g *game) windowStart() int64 { return g.windows[len(g.windows)-1][0] }

// fits reports whether the rest of the script is legal, too, after another move.
func (g *game) fits(m legality.Move) bool {
	i := g.ply
	if i >= len(g.order.Moves) || g.out.Plies == nil && i != 0 {
		return false
	}
	p := g.pos.Play(m)
	for _, next := range g.order.Moves[i+1:] {
		if !p.IsLegal(next) {
			return false
		}
		p = p.Play(next)
	}
	return legality.Judge(&p, 1) == legality.NoEnding
}

// flagBefore lets the flag of the player to move fall if it does before t, and ends the game.
func (g *game) flagBefore(t int64) bool {
	c := &g.clock
	if c.kind == NoClock || c.run == sensor.Stopped || c.flagged {
		return g.clock.flagged
	}
	if c.left[c.run-1] > t-c.last {
		return false
	}
	c.advance(t)
	g.now = max(g.now, t)
	g.over = true
	return true
}

// make makes a true ply from start on, and presses the clock.
func (g *game) make(m legality.Move, s color, start, arrive int64, legal bool) {
	before := g.pos
	g.out.Plies = append(g.out.Plies, Ply{UCI: g.pos.UCI(m), Illegal: !legal})
	g.before, g.moves, g.snaps = append(g.before, before), append(g.moves, m), append(g.snaps, g.snapshot())
	if n := len(g.windows); n > 0 {
		g.windows[n-1][1] = start
	}
	if check != nil {
		check(g)
	}
	knocked := g.does(knocks)
	d := g.act(m, start, arrive)
	g.windows = append(g.windows, [2]int64{start, math.MaxInt64})
	g.out.Plies[g.ply].Landed = d.landed
	g.ply++
	g.lastTo = m.To()
	mover := g.owner(m.To())
	if mover != nil && mover.off && g.does(betweenPutRight) {
		switch {
		case g.is(.5) && d.free-start < 20_000: // at once, before the press
			d.free = g.set(s, mover, d.free+g.ms(100, 900), mover.home, slid, 0)
			g.out.Plies[g.ply-1].Landed = d.free
		default:
			g.fixes = append(g.fixes, fix{mover, g.ply + 1 + g.rng.IntN(3)})
		}
	}
	if knocked {
		d.free = g.knock(s, m, d.landed, d.free)
	}
	g.landed, g.free = d.landed, d.free
	g.push(s, d)
}

// push presses the clock after a move, or does not.
func (g *game) push(s color, d done) {
	h := g.order.Hands
	reach := map[Hands]float64{Clean: 600, Club: 500, Worn: 500, Casual: 700, Blitz: 220, Scramble: 130}[h]
	at := d.landed + g.pace(s, reach)
	g.now = at
	if g.clock.kind == NoClock {
		g.now = d.landed + g.pace(s, 200)
		return
	}
	if h == Casual && g.clock.kind != NoClock && g.is(.01) {
		at += g.ms(1000, 8000)
	}
	switch {
	case g.does(forgets):
		g.note(forgets)
		if g.is(.6) { // he sees it later, or is told
			at = d.landed + g.ms(3_000, 40_000)
			if h == Blitz || h == Scramble {
				at = d.landed + g.ms(1_000, 6_000)
			}
			if g.flagBefore(at) {
				return
			}
			g.clock.press(at, s)
			g.now = at
		}
		return
	case g.does(pressEarly):
		g.note(pressEarly)
		at = max(d.landed-g.ms(30, 300), d.touched+50)
	}
	if g.flagBefore(at) {
		return
	}
	g.clock.press(at, s)
	g.now = max(at, g.clock.last)
	switch {
	case g.does(pressTwice):
		g.note(pressTwice)
		if g.clock.kind == Presses && g.is(.5) {
			g.clock.again(at+g.ms(80, 500), s)
		} else { // the lever springs back and is pressed again
			g.clock.press(at+g.ms(60, 250), s.Other())
			g.clock.press(at+g.ms(300, 900), s)
		}
		g.now = g.clock.last
	case g.does(pressWrong):
		g.note(pressWrong)
		g.clock.press(at+g.ms(400, 3000), s.Other())
		g.clock.press(g.clock.last+g.ms(500, 4000), s)
		g.now = g.clock.last
	}
}

// adjust puts a man into the middle of his square, and returns when that is done.
func (g *game) adjust(m *man, t int64) int64 {
	if m.stays == nowhere || m.stays != m.home {
		return t
	}
	s := m.piece.Color()
	x, y := g.middle(s, m.stays)
	t = max(t, m.last().t)
	k := m.last()
	m.put(t, k.x, k.y, k.h)
	m.off = false
	if g.is(.45) { // pushed
		return m.put(t+g.pace(s, 350), x, y, 0)
	}
	m.put(t+g.pace(s, 120), k.x, k.y, g.between(.5, 3))
	m.put(t+g.pace(s, 500), x, y, g.between(.5, 3))
	return m.put(m.last().t+g.pace(s, 120), x, y, 0)
}

// between2 does what happens while a player thinks: pieces are put right, adjusted and touched.
// It returns when he is ready to move; t is when he meant to be.
func (g *game) between2(s color, t int64) int64 {
	begin := max(g.now, g.free) + 150
	rest := g.fixes[:0]
	for _, f := range g.fixes {
		switch {
		case f.due > g.ply:
			rest = append(rest, f)
		case f.m.stays != f.m.home || f.m.off:
			end := g.settle(s, f.m, max(begin, t-g.ms(300, 3000)), 0)
			begin, t = end+150, max(t, end+g.ms(200, 1500))
		}
	}
	g.fixes = rest
	if g.does(adjusts) {
		m := pick(g.rng, g.men)
		if m.piece.Color() != s && g.is(.85) {
			m = pick(g.rng, g.men)
		}
		g.note(adjusts)
		end := g.adjust(m, max(begin, t-g.ms(1000, 6000)))
		begin, t = end+150, max(t, end+g.ms(200, 1200))
	}
	if g.does(touches) {
		var own []*man
		for _, m := range g.men {
			if m.piece.Color() == s && m.home != nowhere && m.stays == m.home && !m.off {
				own = append(own, m)
			}
		}
		if len(own) > 0 {
			g.note(touches)
			m := pick(g.rng, own)
			x, y := g.middle(s, m.home)
			k := m.last()
			at := m.put(max(begin, t-g.ms(1500, 5000)), k.x, k.y, 0)
			at = m.put(at+g.pace(s, 120), k.x, k.y, g.between(3, 6))
			at = m.put(at+g.ms(300, 3000), k.x+g.between(-1, 1), k.y+g.between(-1, 1), g.between(2, 6))
			end := m.put(at+g.pace(s, 300), x, y, 0)
			t = max(t, end+g.ms(200, 2000))
		}
	}
	return t
}

// knock lets the hand upset a neighbour of the move's squares, who is put up again.
func (g *game) knock(s color, m legality.Move, landed, free int64) int64 {
	var near []*man
	for _, o := range g.men {
		if o.home != nowhere && o.stays == o.home && o.home != m.To() &&
			(o.home.Distance(m.To()) == 1 || o.home.Distance(m.From()) == 1) && o.last().t <= landed {
			near = append(near, o)
		}
	}
	if len(near) == 0 {
		return free
	}
	g.note(knocks)
	n := 1
	if g.is(.2) {
		n = 2
	}
	at := landed - g.ms(0, 250)
	for ; n > 0; n-- {
		o := pick(g.rng, near)
		k := o.last()
		if at < k.t || o.off {
			continue
		}
		o.put(at, k.x, k.y, k.h)
		lying := 0.0
		if g.is(.6) { // no longer over its foot: most boards do not read it
			lying = 3
		}
		o.put(at+g.ms(60, 200), k.x+g.between(-.5, .5), k.y+g.between(-.5, .5), lying)
		o.off = true
		up := max(free, o.last().t) + g.ms(200, 1800)
		if g.order.Hands == Scramble && g.is(.4) {
			up += g.ms(1500, 8000) // the opponent moves first, or they agree to go on
			g.fixes = append(g.fixes, fix{o, g.ply + 1 + g.rng.IntN(4)})
			continue
		}
		if g.does(knockWrong) {
			var wrong []square
			for sq := range square(64) {
				if sq.Distance(o.home) == 1 && g.standing(sq) == nil {
					wrong = append(wrong, sq)
				}
			}
			if len(wrong) > 0 {
				g.note(knockWrong)
				free = g.set(s, o, up, pick(g.rng, wrong), high, 0)
				if g.is(.8) {
					g.fixes = append(g.fixes, fix{o, g.ply + 1 + g.rng.IntN(12)})
				}
				continue
			}
		}
		free = g.set(s, o, up, o.home, high, 0)
	}
	return free
}

// arbiter stops the clock, looks at something and starts it again.
func (g *game) arbiter() {
	g.note(arbiterStop)
	t := max(g.now, g.free) + g.ms(300, 3000)
	if g.flagBefore(t) {
		return
	}
	g.clock.stop(t)
	t += g.ms(5_000, 40_000)
	if g.is(.6) { // a discussion over the board: pieces are lifted and put back
		for n := 1 + g.rng.IntN(4); n > 0; n-- {
			t = g.adjust(pick(g.rng, g.men), t) + g.ms(300, 2500)
		}
	}
	for _, m := range g.men {
		if m.stays != m.home || m.off {
			t = g.settle(m.piece.Color(), m, t+300, 0)
		}
	}
	t += g.ms(10_000, 180_000)
	if g.is(.4) {
		g.clock.adjust(t, color(g.rng.IntN(2)), []int64{60_000, 120_000, -60_000}[g.rng.IntN(3)])
		t += g.ms(2_000, 10_000)
	}
	g.clock.start(t, g.pos.Turn())
	g.now, g.free = t, t
}

// deviate does what is not in the game before the true move: tries, takebacks, illegal moves. It
// returns when the player is ready for the true move.
func (g *game) deviate(m legality.Move, s color, t int64) int64 {
	switch {
	case g.does(tries):
		return g.backAndForth(tries, m, t, 1+g.rng.IntN(2), false)
	case g.does(takesBack):
		n := 1 + g.weigh(.55, .25, .12, .08)
		return g.backAndForth(takesBack, m, t, n, g.is(.8))
	case g.does(changesMind):
		return g.backAndForth(changesMind, m, t, 1, false)
	case g.does(illegal):
		return g.wrong(m, s, t)
	}
	return t
}

// backAndForth plays n other moves and takes them back.
func (g *game) backAndForth(why chance, not legality.Move, t int64, n int, presses bool) int64 {
	pos, homes, lastTo := g.pos, g.snapshot(), g.lastTo
	start, made := g.pos.Turn(), 0
	last := done{t, t, t}
	for i := range n {
		other := g.plausible(not)
		if why == changesMind { // the same piece
			other = legality.NoMove
			for _, x := range g.pos.AppendMovesFrom(nil, not.From()) {
				if x != not && x.Promotion() == legality.NoKind && !x.IsCastling() && (other == legality.NoMove || g.is(.3)) {
					other = x
				}
			}
		}
		if other == legality.NoMove || g.flagBefore(t) {
			break
		}
		s := g.pos.Turn()
		last = g.act(other, max(t, last.free), 0)
		made++
		t = last.free + g.ms(500, 2500)
		if presses {
			g.landed, g.free = last.landed, last.free
			g.push(s, last)
			if g.over {
				return t
			}
			t = max(g.now, last.free)
			if i+1 < n {
				t += g.think(s.Other(), false)
			}
		}
		not = legality.NoMove
	}
	g.later = nil // a pawn left on the last rank goes back with the rest
	if made == 0 {
		return t
	}
	g.note(why)
	g.out.Undone += made
	t = max(t, last.free) + g.ms(400, 8000)
	if why == changesMind {
		t = last.free + g.ms(150, 2500)
	}
	stopped := presses && g.is(.25)
	if stopped {
		g.clock.stop(t)
	}
	t = g.restore(homes, t, func() int64 { return g.ms(100, 900) })
	g.pos, g.lastTo = pos, lastTo
	if g.clock.kind != NoClock {
		switch {
		case stopped:
			g.clock.start(t+g.ms(300, 3000), start)
			t = g.clock.last
		case !g.clock.run.Is(start) && g.is(.85): // the lever is put back
			g.clock.press(t+g.ms(200, 2000), start.Other())
			t = g.clock.last
		}
	}
	g.now, g.landed, g.free = t, max(g.landed, t), t
	return t + g.ms(300, 4000)
}

// wrong makes an illegal move, which is taken back or stands.
func (g *game) wrong(m legality.Move, s color, t int64) int64 {
	x := g.illegalMove(m)
	if x == legality.NoMove || g.flagBefore(t) {
		return t
	}
	g.note(illegal)
	if g.does(illegalStands) && g.ply > 0 {
		g.note(illegalStands)
		g.make(x, s, max(t, g.landed+80), 0, false)
		// The true game goes on from here with the other side to move.
		g.skip = true
		return g.now
	}
	pos, homes := g.pos, g.snapshot()
	d := g.act(x, max(t, g.landed+80), 0)
	g.out.Undone++
	if g.is(.4) { // seen before the press
		t = d.free + g.ms(300, 2500)
	} else {
		g.landed, g.free = d.landed, d.free
		g.push(s, d)
		if g.over {
			return t
		}
		t = max(g.now, d.free) + g.ms(500, 6000)
		stopped := g.order.Hands == Club || g.order.Hands == Worn || g.is(.4)
		if stopped {
			g.clock.stop(t)
			t += g.ms(2_000, 60_000)
		} else if !g.clock.run.Is(s) {
			g.clock.press(t, s.Other())
		}
		t = g.restore(homes, t+g.ms(500, 3000), func() int64 { return g.ms(100, 900) })
		g.pos = pos
		if stopped {
			if g.clock.kind == Times && (g.order.Hands == Club || g.order.Hands == Worn) {
				g.clock.adjust(t+g.ms(2000, 20_000), s.Other(), 120_000)
				t = g.clock.last
			}
			t += g.ms(1000, 5000)
			g.clock.start(t, s)
		}
		t = max(t, g.clock.last)
		g.now, g.landed, g.free = t, t, t
		return t + g.ms(500, 5000)
	}
	t = g.restore(homes, t, func() int64 { return g.ms(100, 600) })
	g.pos = pos
	g.now, g.landed, g.free = max(g.now, t), t, t
	return t + g.ms(200, 2500)
}

// illegalMove returns an illegal move that people make: a check overlooked, or a piece that goes
// wrongly, more often than not the piece that moves then.
func (g *game) illegalMove(m legality.Move) legality.Move {
	s := g.pos.Turn()
	var near, all []legality.Move
	p := g.pos
	for from := range square(64) {
		if !g.pos.At(from).Is(s) || from != m.From() && g.is(.7) {
			continue
		}
		for to := range square(64) {
			target := g.pos.At(to)
			x := legality.MakeMove(from, to)
			if to == from || target.Is(s) || target.Kind() == legality.King || g.pos.IsLegal(x) {
				continue
			}
			if g.pos.At(from).Kind() == legality.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
				continue
			}
			only := true // the king's safety is all that is wrong
			faults := p.Explain(x)
			for _, f := range faults {
				only = only && (len(f.Article) >= 3 && f.Article[:3] == "3.9" || len(f.Article) >= 4 && f.Article[:4] == "3.10")
			}
			switch {
			case only && len(faults) > 0:
				near = append(near, x)
			case g.clear(from, to) && from.Distance(to) <= 3 || g.pos.At(from).Kind() == legality.Knight && from.Distance(to) == 2:
				all = append(all, x)
			}
		}
	}
	switch {
	case len(near) > 0 && g.is(.7):
		return pick(g.rng, near)
	case len(all) > 0:
		return pick(g.rng, all)
	}
	return legality.NoMove
}

// check looks at the state before each true ply, in tests.
var check func(*game)
