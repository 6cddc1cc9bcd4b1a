package hands

import (
	"math"
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// wire is the order in which boards look at their squares: from a8 to h1.
func wire(n int) placement.Square { return placement.MakeSquare(n%8, 7-n/8) }

// reading is the reading of a square: a piece of the table by number, nothing, or
// a phantom.
type reading struct {
	id   int // piece + 1; 0: nothing; phantom: a piece that is not there
	kind placement.Piece
}

const phantom = -1

// forever is a time later than the end of any log.
const forever = math.MaxInt64 / 2

// mote is a piece on its track, as of the present scan.
type mote struct {
	*piece
	from  int   // the spot before the present
	still int64 // it rests until then
}

// follow moves on to a time.
func (m *mote) follow(t int64) {
	for m.from+1 < len(m.track) && m.track[m.from+1].at <= t {
		m.from++
	}
	if m.still > t {
		return
	}
	m.still = forever
	for i := m.from; i+1 < len(m.track); i++ {
		if a, b := m.track[i], m.track[i+1]; a.where != b.where || a.high != b.high {
			m.still = a.at
			return
		}
	}
}

// episode is a time during which a square reads a phantom.
type episode struct {
	Span
	square placement.Square
	kind   placement.Piece
}

// bench is a board under the pieces: it keeps what the squares read, and makes
// the records.
type bench struct {
	chance
	faults chance
	row    BoardRow
	bad    [faultCount]int
	scene  *scene
	until  int64

	motes  []mote
	reach  [64]int64
	stuck  placement.Set
	ghosts []episode
	jitter [64]int64
	seen   [64]reading
	flip   [64]bool // the contact bounces in the next scan
	wrong  [64]bool // misread in this scan
	near   [64][]int
	loud   placement.Set // squares whose reading may change in this scan
	before placement.Set // and in the scan before
	calm   int64         // how long a marginal reading stays the same, in the mean
	busy   bool          // a piece moves, or a contact still bounces
	rough  bool          // the reading of a square may change although nothing moves

	reporter reporter
}

func newBench(o *Order, s *scene) *bench {
	b := &bench{chance: newChance(o.Seed, 2), faults: newChance(o.Seed, 3), row: boards[o.Board%boardCount], scene: s, until: s.end()}
	for f := range b.bad {
		b.bad[f] = faultTable[f].Per[o.Condition%conditionCount]
	}
	for i := range s.pieces {
		b.motes = append(b.motes, mote{piece: &s.pieces[i]})
	}
	b.wear(&s.truth)
	b.tags()
	b.reporter = newReporter(o.Board, b)
	return b
}

// wear draws which squares are bad, and the times of the other faults.
func (b *bench) wear(truth *Truth) {
	for sq := range b.reach {
		b.reach[sq] = b.row.Reach * int64(b.bad[ReachLeft]) / 100
		b.reach[sq] += b.reach[sq] * b.faults.around(int64(b.bad[Uneven])) / 100
	}
	for n := b.faults.below(int64(b.bad[WeakSquares]) + 1); n > 0; n-- {
		sq := placement.Square(b.faults.below(64))
		b.reach[sq] = b.reach[sq] * int64(b.bad[WeakReach]) / 100
		truth.Weak |= sq.Set()
	}
	if b.faults.one(b.bad[DeadSquare]) {
		sq := placement.Square(b.faults.below(64))
		b.reach[sq] = -forever
		truth.Dead |= sq.Set()
	}
	if b.faults.one(b.bad[StuckSquare]) && !b.row.Names {
		b.stuck |= placement.Square(b.faults.below(64)).Set()
	}
	truth.Stuck = b.stuck
	for _, at := range b.moments(b.bad[GhostsPerHour] * 100) {
		b.ghosts = append(b.ghosts, episode{Span{at, at + b.row.Scan*b.faults.within(1, 2)},
			placement.Square(b.faults.below(64)), placement.MakePiece(placement.Color(b.faults.below(2)), placement.Kind(b.faults.within(1, 5)))})
	}
	for _, at := range b.moments(b.bad[LossesPerHour]) {
		if g := (Span{at, at + b.faults.draw(losses)}); len(truth.Gaps) == 0 || truth.Gaps[len(truth.Gaps)-1].Until+5000 < g.From {
			truth.Gaps = append(truth.Gaps, g)
		}
	}
}

// moments draws the times of an event that happens so often in 100 hours.
func (b *bench) moments(often int) (list []int64) {
	const hundredHours = 360_000_000
	expected := b.until * int64(often) * 1000 / hundredHours // in thousandths
	for range 64 {
		if b.faults.below(64_000) < expected {
			list = append(list, b.faults.within(3000, b.until))
		}
	}
	slices.Sort(list)
	return list
}

// tags draws which of the fetched pieces have tags that the board knows.
func (b *bench) tags() {
	for i := range b.motes {
		if p := b.motes[i].piece; !p.named {
			p.named = !b.faults.one(b.bad[UnknownTag] * whole / 100)
		}
	}
}

// records returns all records of the log.
func (b *bench) records() []sensor.Record {
	records := b.reported()
	records = append(records, b.scene.clock.records(b.chance, b.row.ClockLag, b.until)...)
	slices.SortStableFunc(records, func(x, y sensor.Record) int { return int(max(-1, min(1, x.At-y.At))) })
	return b.cut(records)
}

// reported scans until the end, and returns the records of the reporter.
func (b *bench) reported() []sensor.Record {
	for t, last := int64(0), -b.row.Scan; t < b.until; last, t = t, b.next(t) {
		b.scan(t, t-last)
		b.reporter.frame(t+b.row.Scan, b.lostFrame(t))
	}
	return b.reporter.done()
}

func (b *bench) lostFrame(t int64) bool { return t > 2*b.row.Scan && b.faults.one(b.bad[LostFrame]) }

// next returns the beginning of the next scan that may show something new.
func (b *bench) next(t int64) int64 {
	after := t + b.row.Scan
	if b.busy || b.reporter.restless() {
		return after
	}
	wanted := b.reporter.deadline()
	if b.rough {
		wanted = min(wanted, t+atRest/40)
	}
	for i := range b.motes {
		b.motes[i].follow(after)
		wanted = min(wanted, b.motes[i].still)
	}
	for _, g := range b.ghosts {
		if g.Until > t {
			wanted = min(wanted, g.From)
		}
	}
	for _, g := range b.scene.truth.Gaps {
		if g.Until > t {
			wanted = min(wanted, g.Until)
		}
	}
	if wanted <= after {
		return after
	}
	return t + (wanted-t)/b.row.Scan*b.row.Scan
}

// scan looks at all squares once, from t on; since is the time from the last scan
// to this one.
func (b *bench) scan(t, since int64) {
	b.place(t)
	for n := range 64 {
		sq, at := wire(n), t
		if b.row.Swept {
			at += int64(n) * b.row.Scan / 64
		}
		if !(b.loud | b.before).Has(sq) {
			continue
		}
		if b.chance.below(b.calm) < since {
			b.jitter[sq] = b.around(b.row.Jitter * int64(b.bad[JitterGrown]) / 100)
		}
		if r := b.look(sq, at); r != b.seen[sq] {
			b.seen[sq] = r
			b.reporter.change(at, sq, r)
		}
	}
}

// place finds the pieces near each square, and the squares whose reading is
// marginal.
func (b *bench) place(t int64) {
	for sq := range b.near {
		b.near[sq] = b.near[sq][:0]
	}
	b.busy, b.rough, b.calm = false, false, atRest
	b.before, b.loud = b.loud, b.restless()
	for i := range b.motes {
		m := &b.motes[i]
		m.follow(t)
		if m.still < t+b.row.Scan {
			b.busy, b.calm = true, underHands
			b.passes(i, t)
		} else {
			b.rests(i, m.at(t, m.from))
		}
	}
}

// restless returns the squares whose reading may change although nothing moves.
func (b *bench) restless() (set placement.Set) {
	if b.before == 0 && b.loud == 0 {
		set = ^placement.Set(0) // the first scan
	}
	for sq := range b.flip {
		if b.flip[sq] || b.wrong[sq] {
			set |= placement.Square(sq).Set()
		}
	}
	for _, g := range b.ghosts {
		set |= g.square.Set()
	}
	return set
}

// passes adds a moving piece to the squares that it may come near in a scan.
func (b *bench) passes(i int, t int64) {
	m := &b.motes[i]
	low, high := m.at(t, m.from).where, m.at(t, m.from).where
	for n := m.from; n < len(m.track) && m.track[max(m.from, n-1)].at < t+b.row.Scan; n++ {
		w := m.track[n].where
		low, high = point{min(low.x, w.x), min(low.y, w.y)}, point{max(high.x, w.x), max(high.y, w.y)}
	}
	for f := max(0, column(low.x)-1); f <= min(7, column(high.x)+1); f++ {
		for r := max(0, column(low.y)-1); r <= min(7, column(high.y)+1); r++ {
			sq := placement.MakeSquare(f, r)
			b.near[sq] = append(b.near[sq], i)
			b.loud |= sq.Set()
		}
	}
}

// rests adds a resting piece to the squares that may read it.
func (b *bench) rests(i int, now spot) {
	limit := b.row.Jitter*int64(b.bad[JitterGrown])/100 + b.row.Hold
	file, rank := column(now.where.x), column(now.where.y)
	for f := max(0, file-1); f <= min(7, file+1); f++ {
		for r := max(0, rank-1); r <= min(7, rank+1); r++ {
			sq := placement.MakeSquare(f, r)
			b.near[sq] = append(b.near[sq], i)
			if margin := b.margin(sq, now); margin >= -limit && margin <= limit {
				b.rough = true
				b.loud |= sq.Set()
			}
		}
	}
}

// margin returns how well a square reads a piece; below 0 it does not. A square
// reads within a dome: as wide as the reach on the board, as high as the height
// in the middle.
func (b *bench) margin(sq placement.Square, s spot) int64 {
	c := centre(sq)
	dx, dy := abs(c.x-s.where.x), abs(c.y-s.where.y)
	away := max(dx, dy)
	if b.row.Round {
		away += min(dx, dy) * 3 / 8
	}
	return b.reach[sq] - away - s.high*s.high/b.row.Height*b.row.Reach/b.row.Height
}

// look returns what a square reads at a time.
func (b *bench) look(sq placement.Square, t int64) reading {
	best, score := reading{}, int64(0)
	if b.stuck.Has(sq) {
		best = reading{phantom, placement.Unknown}
	}
	for _, i := range b.near[sq] {
		m := &b.motes[i]
		from := m.from
		for from+1 < len(m.track) && m.track[from+1].at <= t {
			from++
		}
		margin := b.margin(sq, m.at(t, from)) + b.jitter[sq]
		if b.seen[sq].id == i+1 || !b.row.Names && b.seen[sq].id != 0 {
			margin += b.row.Hold
		}
		if margin > score {
			best, score = reading{i + 1, m.kind}, margin
		}
	}
	return b.disturbed(sq, t, best)
}

// disturbed returns a reading after the faults of the board.
func (b *bench) disturbed(sq placement.Square, t int64, r reading) reading {
	if r.id == 0 {
		for _, g := range b.ghosts {
			if g.square == sq && g.has(t) && b.reach[sq] > 0 {
				r = reading{phantom, g.kind}
			}
		}
	}
	if !b.row.Names && r.id != 0 {
		r = reading{phantom, placement.Unknown}
	}
	was := b.seen[sq]
	if b.flip[sq] {
		b.flip[sq] = false
		b.busy = true
		return b.inverse(was)
	}
	if r == was {
		return r
	}
	if b.row.Round && b.faults.one(b.bad[Bounce]) && t > 0 {
		b.flip[sq], b.busy = true, true
	}
	if b.row.Names && r.id > 0 && !b.wrong[sq] && b.faults.one(b.bad[Misread]) {
		b.wrong[sq], b.busy = true, true
		return reading{phantom, placement.MakePiece(r.kind.Color(), placement.Kind(b.faults.within(1, 5)))}
	}
	b.wrong[sq] = false
	return r
}

// inverse returns the opposite reading, which a bouncing contact gives.
func (b *bench) inverse(r reading) reading {
	if r.id != 0 {
		return reading{}
	}
	return reading{phantom, placement.Unknown}
}

// cut replaces the records from the times when the line was lost with records of
// the loss.
func (b *bench) cut(records []sensor.Record) []sensor.Record {
	out := []sensor.Record{{Word: sensor.Link, On: true}}
	gaps := b.scene.truth.Gaps
	for _, r := range records {
		for len(gaps) > 0 && gaps[0].Until <= r.At {
			out = append(out, sensor.Record{At: gaps[0].From, Word: sensor.Link}, sensor.Record{At: gaps[0].Until, Word: sensor.Link, On: true})
			gaps = gaps[1:]
		}
		if len(gaps) == 0 || !gaps[0].has(r.At) {
			out = append(out, r)
		}
	}
	if len(gaps) > 0 {
		out = append(out, sensor.Record{At: max(gaps[0].From, out[len(out)-1].At), Word: sensor.Link})
	}
	return out
}
