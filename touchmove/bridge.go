package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// maxBridge is how many plies are looked for between what was known and what
// the board shows after a gap: all lines of three plies are some 50,000
// positions, a few milliseconds.
const maxBridge = 3

// maxBridges is how many such lines are kept. More of them would only say that
// nothing can be known.
const maxBridges = 6

// bridge looks for the plies that were played while the board was not heard:
// the fewest that lead from the best reading to just what it shows now. If
// several lines do, all are kept, and none is confirmed before one is left.
func (t *Tracker) bridge() {
	from := line{}
	from.take(t.plainLine())
	b := bridging{t: t, from: &from}
	for depth := 1; depth <= maxBridge && b.found == 0; depth++ {
		b.search(from.pos(), depth)
	}
}

type bridging struct {
	t     *Tracker
	from  *line
	moves [maxBridge]legality.Move
	n     int
	found int
}

func (b *bridging) search(p *legality.Position, depth int) {
	left := b.t.board.differ(p.Placement())
	if left == 0 && b.n > 0 && depth == 0 {
		b.keep()
		return
	}
	// A ply changes four squares at most (castling), three otherwise.
	if depth == 0 || left.Len() > 3*depth+1 {
		return
	}
	var buf [256]legality.Move
	for _, m := range p.AppendMoves(buf[:0]) {
		b.moves[b.n] = m
		b.n++
		after := p.Play(m)
		b.search(&after, depth-1)
		b.n--
	}
}

// keep adds the line that was found, its plies marked as inferred.
func (b *bridging) keep() {
	t := b.t
	b.found++
	if b.found > maxBridges {
		return
	}
	l := line{}
	l.take(b.from)
	l.loose, l.open = true, false
	if l.n+b.n > maxOpen {
		return
	}
	for _, m := range b.moves[:b.n] {
		before := l.pos()
		s := step{move: m, act: legality.ActLegal, after: before.Play(m), side: before.Turn(), pressed: -1, clock: t.timeLeft(before.Turn()),
			seq: t.board.seq, event: t.event, at: t.now, inferred: true, unheard: true}
		s.squares = placement.Differ(before.Placement(), s.after.Placement())
		if prev := l.last(); prev != nil {
			prev.byNext = true
		}
		l.push(s)
		l.cost += t.costs.ply
	}
	t.weigh(&l)
	t.insert(&l)
}
