package third

import (
	"math"
	"math/rand/v2"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A key is where a man is at a time: x and y in squares from the corner of a1, h in
// centimetres over the board. Between keys he moves evenly.
type key struct {
	t       int64
	x, y, h float64
}

// A man is a piece of wood.
type man struct {
	piece placement.Piece
	keys  []key
	home  square // where the game has him; nowhere: off the board
	stays square // where he was put down; nowhere: off the board
	off   bool   // put down badly: between squares, or lying
	at    int    // cursor of pose
}

func (m *man) last() key { return m.keys[len(m.keys)-1] }

// put adds a key; he cannot go back in time.
func (m *man) put(t int64, x, y, h float64) int64 {
	t = max(t, m.last().t)
	m.keys = append(m.keys, key{t, x, y, h})
	return t
}

// pose returns where he is. Times asked for should not go back far.
func (m *man) pose(t int64) (x, y, h float64) {
	for m.at > 0 && m.keys[m.at].t > t {
		m.at--
	}
	for m.at+1 < len(m.keys) && m.keys[m.at+1].t <= t {
		m.at++
	}
	a := m.keys[m.at]
	if m.at+1 == len(m.keys) || t <= a.t {
		return a.x, a.y, a.h
	}
	b := m.keys[m.at+1]
	f := float64(t-a.t) / float64(b.t-a.t)
	return a.x + f*(b.x-a.x), a.y + f*(b.y-a.y), a.h + f*(b.h-a.h)
}

// A style is how one player moves.
type style struct {
	pace   float64 // 1: as others with these hands
	spread float64 // how far from the middle of a square he puts pieces
	slide  float64 // how gladly he slides, 1: as others
	low    float64 // how gladly he carries low
	grip   [4]float64
}

// The ways to capture.
const (
	oneMovement = iota // the victim leaves under the arriving piece
	victimFirst
	moverFirst
	twoHands
)

// measured (reconstruction 2): 25 overwritten, 7 victim first, 3 mover first of 35; the two hands are judged.
var grips = [4]float64{.70, .17, .08, .05}

func (g *game) drawStyle() style {
	s := style{
		pace: .75 + .5*g.rng.Float64(), spread: .05 + .05*g.rng.Float64(),
		slide: .3 + 1.4*g.rng.Float64(), low: .3 + 1.4*g.rng.Float64(),
	}
	for i := range s.grip {
		s.grip[i] = grips[i] * (.4 + 1.2*g.rng.Float64())
	}
	if g.order.Hands == Clean {
		s = style{pace: 1, spread: .04, grip: [4]float64{victimFirst: 1}}
	}
	return s
}

func (g *game) between(lo, hi float64) float64 { return lo + (hi-lo)*g.rng.Float64() }
func (g *game) ms(lo, hi int64) int64          { return lo + g.rng.Int64N(hi-lo+1) }
func (g *game) is(p float64) bool              { return g.rng.Float64() < p }

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// weigh draws an index by its weight.
func (g *game) weigh(w ...float64) int {
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	u := g.rng.Float64() * sum
	for i, x := range w {
		if u -= x; u < 0 {
			return i
		}
	}
	return len(w) - 1
}

// The times of a hand, by Hands: to raise or lower a piece, and a way's fixed and further part.
var tempo = [Manners]struct{ rise, base, square, hold float64 }{
	Clean:    {130, 450, 90, 250},
	Club:     {110, 350, 80, 220},
	Blitz:    {70, 170, 45, 80},
	Scramble: {50, 100, 30, 40},
	Casual:   {110, 320, 80, 220},
	Worn:     {110, 350, 80, 220},
}

func (g *game) pace(s color, ms float64) int64 {
	return int64(ms * g.style[s].pace * g.between(.7, 1.5))
}

// The ways of a carried piece.
const (
	high = iota
	low
	slid
)

// middle returns where somebody puts a piece on a square.
func (g *game) middle(s color, sq square) (x, y float64) {
	err := func() float64 { return max(-.22, min(.22, g.rng.NormFloat64()*g.style[s].spread)) }
	return float64(sq.File()) + .5 + err(), float64(sq.Rank()) + .5 + err()
}

// carry moves a man to x, y from t on, and returns when he touches down. Arrive, if not 0, is
// the earliest time for that.
func (g *game) carry(s color, m *man, t int64, x, y float64, way int, arrive int64) int64 {
	from := m.last()
	t = m.put(t, from.x, from.y, from.h)
	dx, dy := x-from.x, y-from.y
	d := math.Hypot(dx, dy)
	p := tempo[g.order.Hands]
	rise := g.pace(s, p.rise)
	travel := g.pace(s, p.base+p.square*d)
	down := g.pace(s, p.rise)
	if way == slid {
		travel = travel*5/4 + rise
		travel = max(travel, arrive-t)
		// A hand pushes unevenly.
		f := g.between(.3, .7)
		m.put(t+int64(float64(travel)*g.between(.4, .6)), from.x+dx*f, from.y+dy*f, .1)
		return m.put(t+travel, x, y, 0)
	}
	travel = max(travel, arrive-t-rise-down)
	h := g.between(3.5, 8)
	if way == low {
		h = g.between(.4, 2.2)
	}
	side := g.rng.NormFloat64() * .12 * min(d, 3)
	if g.order.Hands == Clean {
		side = 0
	}
	m.put(t+rise, from.x+.08*dx, from.y+.08*dy, h)
	if d > .01 {
		m.put(t+rise+travel/2, from.x+.5*dx-side*dy/d, from.y+.5*dy+side*dx/d, h*g.between(.85, 1.15))
	}
	m.put(t+rise+travel, from.x+.95*dx, from.y+.95*dy, h*g.between(.5, .8))
	return m.put(t+rise+travel+down, x, y, 0)
}

// set carries a man to a square and puts him down, perhaps between two. It returns when he is let go.
func (g *game) set(s color, m *man, t int64, to square, way int, arrive int64) int64 {
	x, y := g.middle(s, to)
	m.off = false
	if g.does(between) {
		x, y, m.off = g.askew(to, x, y)
	}
	m.stays = to
	down := g.carry(s, m, t, x, y, way, arrive)
	hold := g.pace(s, tempo[g.order.Hands].hold)
	if m.off {
		g.note(between)
	}
	return m.put(down+hold, x, y, 0)
}

// askew returns a place on the border of a square with a free one.
func (g *game) askew(to square, x, y float64) (float64, float64, bool) {
	for range 6 {
		df, dr := 0, 0
		if d := 2*g.rng.IntN(2) - 1; g.is(.5) {
			df = d
		} else {
			dr = d
		}
		f, r := to.File()+df, to.Rank()+dr
		if f >= 0 && f < 8 && r >= 0 && r < 8 && g.standing(placement.MakeSquare(f, r)) != nil {
			continue
		}
		o := g.between(.36, .56)
		if df != 0 {
			return float64(to.File()) + .5 + o*float64(df), y, true
		}
		return x, float64(to.Rank()) + .5 + o*float64(dr), true
	}
	return x, y, false
}

// aside carries a man off the board and returns when he is gone.
func (g *game) aside(s color, m *man, t int64, way int) int64 {
	m.stays, m.off = nowhere, false
	from := m.last()
	x := -1.5 - 1.5*g.rng.Float64()
	if from.x > 4 && g.is(.75) || from.x <= 4 && g.is(.25) {
		x = 8 - x
	}
	y := from.y + g.between(-2, 2)
	end := g.carry(s, m, t, x, y, way, 0)
	return end
}

// standing returns the man who was put down on a square, nil if there is none.
func (g *game) standing(sq square) *man {
	for _, m := range g.men {
		if m.stays == sq && sq != nowhere {
			return m
		}
	}
	return nil
}

// owner returns the man whom the game has on a square.
func (g *game) owner(sq square) *man {
	for _, m := range g.men {
		if m.home == sq && sq != nowhere {
			return m
		}
	}
	return nil
}

// fetch returns a piece from beside the board, from the box if none lies there.
func (g *game) fetch(piece placement.Piece, s color) *man {
	for _, m := range g.men {
		if m.piece == piece && m.home == nowhere && m.stays == nowhere {
			return m
		}
	}
	return g.fromBox(piece)
}

func (g *game) fromBox(piece placement.Piece) *man {
	m := &man{piece: piece, home: nowhere, stays: nowhere, keys: []key{{0, 10.5, 4, 0}}}
	g.men = append(g.men, m)
	return m
}

// settle puts a man where the game has him, and returns when that is done.
func (g *game) settle(s color, m *man, t int64, depth int) int64 {
	if m.stays == m.home && !m.off {
		return t
	}
	if m.home == nowhere {
		return g.aside(s, m, t, high)
	}
	if o := g.standing(m.home); o != nil && o != m {
		if depth > 3 || o.home == m.stays {
			t = g.aside(s, o, t, high)
			t = g.set(s, m, t+100, m.home, high, 0)
			return g.settle(s, o, t+100, depth+1)
		}
		t = g.settle(s, o, t, depth+1)
	}
	return g.set(s, m, t+100, m.home, high, 0)
}

// snapshot returns where the game has each man.
func (g *game) snapshot() []square {
	homes := make([]square, len(g.men))
	for i, m := range g.men {
		homes[i] = m.home
	}
	return homes
}

// restore puts all men back as a snapshot has them, in reverse order of their leaving or in any.
func (g *game) restore(homes []square, t int64, pause func() int64) int64 {
	for i, m := range g.men {
		m.home = nowhere
		if i < len(homes) {
			m.home = homes[i]
		}
	}
	for {
		var free, blocked []*man
		for _, m := range g.men {
			if m.stays == m.home {
				continue
			}
			if m.home == nowhere || g.standing(m.home) == nil {
				free = append(free, m)
			} else {
				blocked = append(blocked, m)
			}
		}
		if len(free)+len(blocked) == 0 {
			return t
		}
		if len(free) == 0 {
			t = g.aside(color(g.rng.IntN(2)), blocked[0], t+pause(), high)
			continue
		}
		m := pick(g.rng, free)
		if g.is(.7) { // who moved last goes back first
			for _, o := range free {
				if o.last().t > m.last().t {
					m = o
				}
			}
		}
		s := m.piece.Color()
		if g.is(.15) {
			s = s.Other()
		}
		if m.home == nowhere {
			t = g.aside(s, m, t+pause(), high)
		} else {
			t = g.set(s, m, t+pause(), m.home, g.way(m, m.stays, m.home), 0)
		}
	}
}

// way draws how a piece goes to an empty square.
func (g *game) way(m *man, from, to square) int {
	s := m.piece.Color()
	if m.piece.Kind() != legality.Knight && from != nowhere && g.clear(from, to) {
		if p := rates[slides].rate[g.order.Hands] * g.style[s].slide; g.is(p) {
			return slid
		}
	}
	if g.order.Hands != Clean && g.is(.03*g.style[s].low) {
		return low
	}
	return high
}

// clear reports whether a piece can be pushed from one square to another.
func (g *game) clear(from, to square) bool {
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	n := max(abs(df), abs(dr))
	if n == 0 || df%n != 0 || dr%n != 0 {
		return false
	}
	for i := 1; i < n; i++ {
		if g.standing(placement.MakeSquare(from.File()+df/n*i, from.Rank()+dr/n*i)) != nil {
			return false
		}
	}
	return true
}

func abs(i int) int { return max(i, -i) }

// A done is when what a hand did was over.
type done struct{ touched, landed, free int64 }

// act makes a move from t on: the pieces move, and the game has them on their new squares.
// The piece touches down not before arrive.
func (g *game) act(m legality.Move, t, arrive int64) done {
	s := g.pos.Turn()
	d := done{touched: t}
	switch mover := g.owner(m.From()); {
	case m.IsCastling():
		d.landed = g.castle(m, t, arrive)
		d.free = d.landed
	case mover == nil:
		d.landed, d.free = t, t
	default:
		t = max(t, mover.last().t)
		victim := g.owner(g.pos.Captured(m))
		if victim == nil {
			victim = g.owner(m.To())
		}
		if o := g.standing(m.To()); o != nil && o != victim && o != mover {
			t = g.settle(s, o, t, 0) + 150
			if o.stays == m.To() { // another's place was wrong
				t = g.aside(s, o, t, high)
			}
		}
		if victim != nil {
			t = max(t, victim.last().t)
			victim.home = nowhere
		}
		mover.home = m.To()
		if m.Promotion() != legality.NoKind && mover.piece.Kind() == legality.Pawn {
			d.landed, d.free = g.promote(m, mover, victim, t, arrive)
		} else {
			d.landed, d.free = g.bring(s, mover, victim, m.To(), t, arrive)
		}
	}
	g.pos = g.pos.Play(m)
	return d
}

// bring moves a piece to a square and takes the victim away, if there is one.
func (g *game) bring(s color, m, victim *man, to square, t, arrive int64) (landed, free int64) {
	if victim == nil {
		landed = g.travel(s, m, to, t, arrive, false)
		return landed, landed
	}
	way := high
	if g.order.Hands != Clean && g.is(rates[lowVictim].rate[g.order.Hands]*min(1.6, g.style[s].low)) {
		way = low
	}
	passing := victim.stays != to // en passant
	grip := g.weigh(g.style[s].grip[:]...)
	if passing {
		grip = []int{oneMovement, victimFirst, moverFirst, twoHands}[g.weigh(.75, .15, .05, .05)] // measured: 1 of 1 victim last
		if g.order.Hands == Clean {
			grip = victimFirst
		}
	}
	switch grip {
	case victimFirst:
		lifted := g.pace(s, 250)
		free = g.take(s, victim, t, way)
		start := t + lifted + g.pace(s, 150)
		if g.is(.6) { // with the same hand, which holds the victim or has put it aside
			start = max(start, free-g.pace(s, 200))
		}
		landed = g.travel(s, m, to, start, arrive, true)
	case moverFirst:
		// The piece waits in the air while the victim is lifted.
		start := t
		k := m.last()
		t = m.put(t, k.x, k.y, k.h)
		t = m.put(t+g.pace(s, 150), k.x, k.y, g.between(3.5, 6))
		free = g.take(s, victim, t+g.pace(s, 120), way)
		landed = g.travel(s, m, to, max(t+g.pace(s, 250), start), arrive, true)
	case twoHands:
		free = g.take(s, victim, t+g.ms(0, 120), way)
		landed = g.travel(s, m, to, t+g.ms(0, 120), max(arrive, t+200), true)
	default:
		landed = g.travel(s, m, to, t, arrive, true)
		down := m.keys[len(m.keys)-2].t
		if passing {
			free = g.take(s, victim, landed+g.pace(s, 200), way)
			return free, free
		}
		free = g.take(s, victim, max(t, down+g.ms(-110, 60)), way)
	}
	return landed, max(landed, free)
}

// take lifts the victim away. The game has it off the board already.
func (g *game) take(s color, v *man, t int64, way int) int64 {
	t = max(t, v.last().t)
	if g.does(victimOnBoard) {
		var to []square
		for sq := range square(64) {
			if (sq.File() == 0 || sq.File() == 7) && g.standing(sq) == nil {
				to = append(to, sq)
			}
		}
		if len(to) > 0 {
			g.note(victimOnBoard)
			g.fixes = append(g.fixes, fix{v, g.ply + 1 + g.rng.IntN(4)})
			return g.set(s, v, t, pick(g.rng, to), way, 0)
		}
	}
	return g.aside(s, v, t, way)
}

// travel moves one piece to its square with all that can happen on the way, and returns when it is let go.
func (g *game) travel(s color, m *man, to square, t, arrive int64, capture bool) int64 {
	from := m.stays
	way := g.way(m, from, to)
	if capture && way == slid && g.is(.5) {
		way = low
	}
	if from == nowhere || m.last().h > 1 {
		way = high
	}
	if !capture && from != nowhere && g.does(restsWrong) {
		if via := g.wrongSquare(m, from, to); via != nowhere {
			g.note(restsWrong)
			x, y := g.middle(s, via)
			if g.is(.5) {
				x, y = x+g.between(-.2, .2), y+g.between(-.2, .2)
			}
			t = g.carry(s, m, t, x, y, way, 0)
			rest := 80 + int64(g.rng.ExpFloat64()*280) // measured: about 0.3 s in the mean
			t = m.put(t+min(rest, 4000), x, y, 0)
			way = pick(g.rng, []int{slid, low, high})
		}
	} else if g.does(hovers) {
		g.note(hovers)
		k := m.last()
		t = m.put(t, k.x, k.y, k.h)
		for n := 1 + g.rng.IntN(4); n > 0; n-- {
			x, y := g.middle(s, to)
			h := g.between(1, 6)
			t = m.put(t+g.ms(150, 500), x+g.between(-1.5, 1.5), y+g.between(-1.5, 1.5), h)
			l := m.last()
			t = m.put(t+g.ms(200, 2500), l.x, l.y, l.h)
		}
		way = high
	}
	return g.set(s, m, t, to, way, arrive)
}

// wrongSquare returns an empty square next to the goal or on the way, if possible a legal one.
func (g *game) wrongSquare(m *man, from, to square) square {
	var legal, any []square
	var moves legality.Moves
	p := g.pos
	p.Generate(&moves)
	for sq := range square(64) {
		if sq == from || sq == to || g.standing(sq) != nil || sq.Distance(to) > 1 {
			continue
		}
		if moves.From.Has(from) && moves.To[from].Has(sq) {
			legal = append(legal, sq)
		} else {
			any = append(any, sq)
		}
	}
	switch {
	case len(legal) > 0 && g.is(.85): // measured: 9 legal ones, 2 not
		return pick(g.rng, legal)
	case len(any) > 0 && g.is(.3):
		return pick(g.rng, any)
	}
	return nowhere
}

// castle moves king and rook.
func (g *game) castle(m legality.Move, t, arrive int64) int64 {
	s := g.pos.Turn()
	king, rook := g.owner(m.From()), g.owner(m.To())
	if king == nil || rook == nil {
		return t
	}
	for _, sq := range []square{m.KingTo(), m.RookTo()} { // a man who stands there wrongly
		if o := g.standing(sq); o != nil && o != king && o != rook {
			if t = g.settle(s, o, t, 0) + 150; o.stays == sq {
				t = g.aside(s, o, t, high)
			}
		}
	}
	king.home, rook.home = m.KingTo(), m.RookTo()
	w := []float64{.82, .08, .10} // measured: king first in all 6 of 6; the others are judged
	if g.order.Hands == Clean {
		w = []float64{1, 0, 0}
	}
	way := func(x *man) int {
		if g.order.Hands != Clean && g.is(.1) {
			return low
		}
		return high
	}
	if g.order.Start.Chess960() {
		w = []float64{0, 0, 1}
	}
	switch g.weigh(w...) {
	case 0:
		t = g.set(s, king, t, king.home, way(king), arrive)
		return g.set(s, rook, t+g.pace(s, 120)+g.ms(0, 250), rook.home, way(rook), 0)
	case 1:
		t = g.set(s, rook, t, rook.home, way(rook), arrive)
		return g.set(s, king, t+g.pace(s, 150)+g.ms(0, 250), king.home, way(king), 0)
	}
	a := g.set(s, king, t+g.ms(0, 150), king.home, high, arrive)
	b := g.set(s, rook, t+g.ms(0, 150), rook.home, high, arrive)
	return max(a, b)
}

// promote replaces a pawn.
func (g *game) promote(m legality.Move, pawn, victim *man, t, arrive int64) (landed, free int64) {
	s := g.pos.Turn()
	kind := m.Promotion()
	queen := g.fetch(placement.MakePiece(s, kind), s)
	find := g.pace(s, 900) // to take the queen from beside the board
	if g.order.Hands == Scramble {
		find = g.pace(s, 350)
	}
	gone := func(v *man, at int64) int64 {
		v.home = nowhere
		return g.aside(s, v, at, high)
	}
	defer func() { queen.home = m.To() }()
	// Judged: pawn to the last rank first .45, pawn off first .42, queen first .05, and the pawn left a while.
	w := []float64{.48, .42, .06}
	if g.order.Hands == Clean {
		w = []float64{1, 0, 0}
	}
	switch g.weigh(w...) {
	case 1: // pawn off, then the queen straight onto the last rank
		if victim != nil {
			t = g.take(s, victim, t, high)
		}
		free = gone(pawn, t)
		landed = g.set(s, queen, t+find, m.To(), high, arrive)
		return landed, max(free, landed)
	case 2: // queen first
		if victim != nil {
			t = g.take(s, victim, t, high)
		}
		landed = g.set(s, queen, t+find, m.To(), high, arrive)
		free = gone(pawn, landed+g.pace(s, 250))
		return free, free
	}
	landed, free = g.bring(s, pawn, victim, m.To(), t, arrive)
	if g.does(lateChange) {
		g.note(lateChange)
		g.later = func(t int64) int64 {
			end := gone(pawn, t)
			return max(end, g.set(s, queen, t+find, m.To(), high, 0))
		}
		pawn.home = nowhere
		return landed, free
	}
	at := max(landed, free) + g.pace(s, 300)
	out := gone(pawn, at)
	landed = g.set(s, queen, max(at+find/2, at+200), m.To(), high, 0)
	return landed, max(landed, out)
}
