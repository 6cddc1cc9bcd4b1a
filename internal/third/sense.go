package third

import (
	"math"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// A look is how a kind of board sees.
type look struct {
	sweep  int64   // a scan of all squares, ms
	parts  int     // which are read one after another
	edge   float64 // how far beyond its border a square reads a piece: two squares do if it is positive, none if negative
	height float64 // up to which a piece is read, cm
}

// Sweeps: measured or stated (protocols 1.11, 3, 4; the Tabutronic's and the Centaur's own are
// not known). Edges: stated for DGT (both squares), judged for the others.
var looks = [Kinds]look{
	IdentifiedFast:  {225, 16, .07, 1.2},
	IdentifiedScan:  {41, 8, .02, 1.5},
	IdentifiedTags:  {219, 16, -.08, 1.6},
	OccupancyFrames: {100, 4, -.04, 1.2},
	OccupancyEvents: {25, 4, .02, 1.0},
}

const (
	fastBucket, slowBucket = 700, 20_000 // how long a piece at the limit reads the same, ms
	unsure                 = .035        // how much its limit varies
)

// A flaw is something wrong with a square for a time.
type flaw struct {
	sq       square
	from, to int64
	piece    placement.Piece // a ghost reads so, a stuck square keeps so
	kind     int
}

const (
	dead = iota
	ghost
	stuck
)

// An eye is a board that looks.
type eye struct {
	g     *game
	look  look
	edge  [64]float64 // of each square, with its weakness
	flaws []flaw
	salt  uint64
	down  [2]int64 // the link is lost
}

func hash(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// normal returns a number that is about normally distributed, always the same for the same key.
func normal(x uint64) float64 {
	h, sum := hash(x), 0.0
	for range 4 {
		sum += float64(h&0xffff)/65536 - .5
		h >>= 16
	}
	return sum * math.Sqrt(3)
}

func (e *eye) noise(man int, sq square, t int64) float64 {
	id := e.salt ^ uint64(man)<<48 ^ uint64(sq)<<40
	return unsure * (.8*normal(id^uint64(t/slowBucket)) + .6*normal(id^uint64(t/fastBucket)^1<<39))
}

// reach returns by how much a man is inside what a square reads.
func (e *eye) reach(sq square, x, y float64) float64 {
	return .5 + e.edge[sq] - max(math.Abs(x-float64(sq.File())-.5), math.Abs(y-float64(sq.Rank())-.5))
}

// near calls f for the squares that may read a man at x, y.
func near(x, y float64, f func(square)) {
	for file := int(math.Floor(x - .15)); file <= int(math.Floor(x+.15)); file++ {
		for rank := int(math.Floor(y - .15)); rank <= int(math.Floor(y+.15)); rank++ {
			if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
				f(placement.MakeSquare(file, rank))
			}
		}
	}
}

// read returns what the sensors show at a time. Was is what they showed before.
func (e *eye) read(t int64, was *placement.Placement) (now placement.Placement) {
	var best [64]float64
	var who [64]int
	for i, m := range e.g.men {
		x, y, h := m.pose(t)
		if h > e.look.height+.2 {
			continue
		}
		near(x, y, func(sq square) {
			n := e.noise(i, sq, t)
			if e.reach(sq, x, y)+n <= 0 || h > e.look.height+2*n {
				return
			}
			score := 10 - h + e.reach(sq, x, y)
			if now[sq] != placement.Empty && e.g.order.Kind == IdentifiedTags && hash(e.salt^uint64(t/fastBucket)^uint64(i*64+who[sq]))%100 < 35 {
				best[sq], now[sq] = 99, placement.Empty // two tags disturb each other
				return
			}
			if score > best[sq] {
				best[sq], now[sq], who[sq] = score, m.piece, i
			}
		})
	}
	for _, f := range e.flaws {
		if t < f.from || t >= f.to {
			continue
		}
		switch f.kind {
		case dead:
			now[f.sq] = placement.Empty
		case ghost:
			if now[f.sq] == placement.Empty {
				now[f.sq] = f.piece
			}
		case stuck:
			now[f.sq] = was[f.sq]
		}
	}
	if e.g.occupancy() {
		now = placement.Occupancy(now.Occupied())
	}
	return now
}

// draw draws what is wrong with the board.
func (e *eye) draw(end int64) {
	g := e.g
	for sq := range e.edge {
		e.edge[sq] = e.look.edge
	}
	if g.does(weakSquares) {
		g.note(weakSquares)
		for n := 1 + g.rng.IntN(3); n > 0; n-- {
			e.edge[g.rng.IntN(64)] -= g.between(.26, .36)
		}
	}
	when := func() int64 { return g.rng.Int64N(max(1, end)) }
	add := func(c chance, f flaw) {
		g.note(c)
		e.flaws = append(e.flaws, f)
	}
	if g.does(deadSquare) {
		add(deadSquare, flaw{square(g.rng.IntN(64)), when(), math.MaxInt64, 0, dead})
	}
	if g.does(stuckSquare) {
		t := when()
		add(stuckSquare, flaw{square(g.rng.IntN(64)), t, t + g.ms(10_000, 180_000), 0, stuck})
	}
	if g.does(ghosts) {
		for n := 1 + g.rng.IntN(3); n > 0; n-- {
			t := when()
			piece := placement.MakePiece(color(g.rng.IntN(2)), legality.Kind(1+g.rng.IntN(6)))
			add(ghosts, flaw{square(g.rng.IntN(64)), t, t + 40 + int64(g.rng.ExpFloat64()*600), piece, ghost})
		}
	}
	if g.does(linkLost) {
		g.note(linkLost)
		t := when()
		e.down = [2]int64{t, t + 800 + int64(g.rng.ExpFloat64()*5000)}
		g.down = e.down
	}
}

// lively returns the times in which something may change, in order.
func (e *eye) lively() [][2]int64 {
	var all [][2]int64
	tail := 4*e.look.sweep + 50
	add := func(from, to int64) { all = append(all, [2]int64{from - e.look.sweep, to + tail}) }
	end := e.g.end()
	for _, m := range e.g.men {
		for i, a := range m.keys {
			b := key{end, a.x, a.y, a.h}
			if i+1 < len(m.keys) {
				b = m.keys[i+1]
			}
			if a.x != b.x || a.y != b.y || a.h != b.h {
				add(a.t, b.t)
				continue
			}
			restless := a.h > .05 && a.h < e.look.height+.3
			if a.h <= .05 {
				near(a.x, a.y, func(sq square) { restless = restless || math.Abs(e.reach(sq, a.x, a.y)) < 4*unsure })
			}
			if !restless {
				continue
			}
			for t := a.t / fastBucket * fastBucket; t < b.t; t += fastBucket {
				all = append(all, [2]int64{t, t + tail})
			}
		}
	}
	for _, f := range e.flaws {
		add(f.from, f.from)
		if f.to < math.MaxInt64 {
			add(f.to, f.to)
		}
	}
	if e.down[1] > 0 {
		add(e.down[0], e.down[1])
	}
	slices.SortFunc(all, func(a, b [2]int64) int { return int(a[0] - b[0]) })
	merged := all[:0]
	for _, x := range all {
		if n := len(merged); n > 0 && x[0] <= merged[n-1][1] {
			merged[n-1][1] = max(merged[n-1][1], x[1])
		} else {
			merged = append(merged, x)
		}
	}
	return merged
}

// end returns when the last thing happens.
func (g *game) end() int64 {
	end := max(g.now, g.free, g.clock.last)
	for _, m := range g.men {
		end = max(end, m.last().t)
	}
	return end + 3000
}

// sense lets the board look at what the hands did, and returns its records.
func (g *game) sense() []sensor.Record {
	e := &eye{g: g, look: looks[g.order.Kind], salt: g.rng.Uint64()}
	if g.order.Kind == IdentifiedFast {
		e.look.sweep = g.ms(200, 250)
	}
	e.draw(g.end())
	kind := g.order.Kind
	var sent, host placement.Placement // what the board has told, and what of that has come
	sent = e.read(0, &sent)
	host = sent
	out := []sensor.Record{{At: 0, Word: sensor.Link, On: true}, {At: 60, Word: sensor.Board, Placement: host}}
	var votes [64]struct {
		piece placement.Piece
		n     int
	}
	phase := g.rng.Int64N(e.look.sweep)
	gone := false
	next := int64(100)
	part := 64 / e.look.parts
	for _, span := range e.lively() {
		for t := max(next, (span[0]-phase)/e.look.sweep*e.look.sweep+phase); t <= span[1]; t += e.look.sweep {
			next = t + e.look.sweep
			frame := sent
			for p := range e.look.parts {
				at := t + int64(p)*e.look.sweep/int64(e.look.parts)
				now := e.read(at, &sent)
				for n := p * part; n < (p+1)*part; n++ {
					sq := square(n ^ 56) // a8 first
					frame[sq] = now[sq]
					if kind != IdentifiedFast && kind != OccupancyEvents || now[sq] == sent[sq] || gone {
						continue
					}
					r := sensor.Record{At: at + 6, Word: sensor.Drop, Square: sq, Piece: now[sq]}
					if kind == OccupancyEvents {
						r.At = (at/50 + 1) * 50
					}
					if now[sq] == placement.Empty {
						r.Word, r.Piece = sensor.Lift, placement.Empty
						if host[sq].Known() {
							r.Piece = host[sq]
						}
					}
					sent[sq] = now[sq]
					if g.does(eventLost) {
						g.note(eventLost)
						continue
					}
					host[sq] = now[sq]
					out = append(out, r)
				}
			}
			at := t + e.look.sweep
			lost := e.down[1] > 0 && at >= e.down[0] && at < e.down[1]
			switch {
			case lost && !gone:
				gone = true
				out = append(out, sensor.Record{At: max(e.down[0], t), Word: sensor.Link})
			case !lost && gone:
				gone = false
				sent, host = frame, frame
				out = append(out, sensor.Record{At: at, Word: sensor.Link, On: true},
					sensor.Record{At: at + g.ms(60, 400), Word: sensor.Board, Placement: host})
				next = out[len(out)-1].At
				continue
			}
			if gone || kind == IdentifiedFast || kind == OccupancyEvents {
				continue
			}
			if kind == IdentifiedTags {
				for sq := range frame {
					v := &votes[sq]
					if frame[sq] != v.piece {
						v.piece, v.n = frame[sq], 0
					}
					v.n++
					need := 2
					if sent[sq] != placement.Empty {
						need = 3
					}
					if v.n < need {
						frame[sq] = sent[sq]
					}
				}
			}
			out = sensor.AppendChanges(out, at, &host, &frame)
			sent, host = frame, frame
		}
	}
	slices.SortStableFunc(out, func(a, b sensor.Record) int { return int(a.At - b.At) })
	return out
}

// markUnknowable marks the plies that no program could know: on a board that names no pieces,
// a capture whose square never read empty if the same piece could have captured elsewhere, and
// the piece that a pawn became, as long as the rest of the game would be possible all the same.
//
// On any board, two moves of a player that were both made while the link was lost may have come
// in the other order.
func (g *game) markUnknowable(records []sensor.Record) {
	for i := 0; i+2 < len(g.moves); i++ {
		a, c := &g.out.Plies[i], &g.out.Plies[i+2]
		if g.windows[i][0] < g.down[0] || c.Landed > g.down[1] || !g.before[i].IsLegal(g.moves[i+2]) {
			continue
		}
		p := g.before[i].Play(g.moves[i+2])
		if !p.IsLegal(g.moves[i+1]) {
			continue
		}
		if p = p.Play(g.moves[i+1]); !p.IsLegal(g.moves[i]) {
			continue
		}
		p = p.Play(g.moves[i])
		if q := g.before[i+2].Play(g.moves[i+2]); *p.Placement() == *q.Placement() {
			a.Unknowable, c.Unknowable = true, true
		}
	}
	if !g.occupancy() {
		return
	}
	for i, m := range g.moves {
		ply := &g.out.Plies[i]
		before := &g.before[i]
		if k := m.Promotion(); k != legality.NoKind && k != legality.Queen {
			if g.possible(i, legality.MakePromotion(m.From(), m.To(), legality.Queen)) {
				ply.Unknowable = true
			}
		}
		if m.IsCastling() || ply.Illegal {
			continue
		}
		var seen placement.Set
		for _, r := range records {
			if r.At < g.windows[i][0]-100 || r.At > min(g.windows[i][1], ply.Landed+8000)+700 {
				continue
			}
			if r.Word == sensor.Lift || r.Word == sensor.Drop {
				seen |= r.Square.Set()
			}
		}
		if seen.Has(m.To()) {
			continue
		}
		for _, x := range before.AppendMovesFrom(nil, m.From()) {
			if x != m && before.Captured(x) == x.To() && !seen.Has(x.To()) && x.Promotion() == m.Promotion() && g.possible(i, x) {
				ply.Unknowable = true
				break
			}
		}
	}
}

// possible reports whether the rest of the true game is legal after another i-th ply.
func (g *game) possible(i int, m legality.Move) bool {
	if !g.before[i].IsLegal(m) {
		return false
	}
	p := g.before[i].Play(m)
	for j := i + 1; j < len(g.moves); j++ {
		if !p.IsLegal(g.moves[j]) && !g.out.Plies[j].Illegal {
			return false
		}
		p = p.Play(g.moves[j])
	}
	return true
}
