package track

import (
	"math"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A player chooses a move by what it is worth, or any move. By its worth he chooses it half as often
// for each pawn that it leaves him worse off than the best one, once all exchanges that pay are
// done. How often each of the two players chooses so is learnt from his plies: random moves are soon
// expected of a player who makes them.
//
// Measured on 100 games of stockfish against itself: a ply costs 2.76 nats, and 3.23 if all legal moves are
// equally likely; on 100 games of random moves 3.40, and 3.37.

// choices is how often each of the moves of a position is chosen. It is worked out when it is asked
// for, since most positions are looked at for their moves alone.
type choices struct {
	pos     *legality.Position
	byWorth int32   // how often the player chooses by what a move is worth, in parts of whole
	often   []int32 // each move, relative to the others; 0 of the promotions that are not to a queen, which stands for all
	any     int32   // the part of it of a player who chooses any move
	all     int32   // all moves
}

const (
	whole   = 256
	atFirst = 200 // of a player who has made no ply yet
	rarely  = 13  // at least one ply in 20
	mostly  = 205 // at most four of five: everybody errs
	worst   = 8   // so many pawns less than the best move, or more, are the same
)

// worth is what the kinds are worth in an exchange, in pawns.
var worth = [8]int{legality.Pawn: 1, legality.Knight: 3, legality.Bishop: 3, legality.Rook: 5, legality.Queen: 9}

// won is how many pawns a move wins, once all exchanges that pay are done.
func won(p *legality.Position, m move) int32 {
	after := p.Play(m)
	n := worth[p.At(p.Captured(m)).Kind()] - after.BestExchange()
	if m.Promotion() != legality.NoKind {
		n += worth[legality.Queen] - worth[legality.Pawn]
	}
	return int32(n)
}

// weigh works out how often each move is chosen.
func (l *moves) weigh() {
	if l.often != nil {
		return
	}
	l.often = make([]int32, len(l.list))
	best, n, sum := int32(math.MinInt32), int32(0), int32(0)
	l.each(func(i int) {
		if l.byWorth > 0 { // else it does not matter
			l.often[i] = won(l.pos, l.list[i])
		}
		best, n = max(best, l.often[i]), n+1
	})
	l.each(func(i int) {
		l.often[i] = whole >> min(worst, best-l.often[i])
		sum += l.often[i]
	})
	l.any = (whole - l.byWorth) * whole / max(n, 1)
	l.each(func(i int) {
		l.often[i] = l.any + l.byWorth*l.often[i]*whole/sum
		l.all += l.often[i]
	})
}

// each calls for each move that counts as a choice of its own.
func (l *moves) each(do func(i int)) {
	for i, m := range l.list {
		if single(m) {
			do(i)
		}
	}
}

// learnt is how often a player chooses by what a move is worth, after he has chosen one.
func (l *moves) learnt(m move) int32 {
	w := l.weight(m)
	if w == 0 {
		return l.byWorth
	}
	return min(mostly, max(rarely, whole*(w-l.any)/w))
}

// weight is how often a move is chosen; of a promotion, that to a queen.
func (l *moves) weight(m move) int32 {
	l.weigh()
	from := left(m)
	for i := l.first[from]; i < l.first[from+1]; i++ {
		if x := l.list[i]; x == m || x.To() == m.To() && l.often[i] > 0 && m.Promotion() != legality.NoKind {
			return l.often[i]
		}
	}
	return 0
}

// piece is the choice of the piece on a square among all that have moves; of one that has none, as if
// it had one.
func (l *moves) piece(sq square) Cost {
	l.weigh()
	return among(int(max(l.any, l.byPiece(sq))), int(l.all))
}

// byPiece is how often the piece on a square is chosen.
func (l *moves) byPiece(sq square) (sum int32) {
	for _, n := range l.often[l.first[sq]:l.first[sq+1]] {
		sum += n
	}
	return sum
}

// move is the choice of a move among all.
func (l *moves) move(m move) Cost { return among(int(l.weight(m)), int(l.all)) }

// of is the choice of a move among those of its piece; if what it captures is known, among its
// captures of that.
func (l *moves) of(m move, victim square) Cost {
	w := int(l.weight(m))
	if victim != nowhere {
		return among(w, l.captures(victim, m.From()))
	}
	return among(w, int(l.byPiece(left(m))))
}

// goesTo is the choice of a move among those of its piece, which is in the hand; if what it captures is known, among its
// captures of that. A piece that has landed before goes further on its line, or elsewhere.
func (h *hypothesis) goesTo(a *held, m move, victim square) Cost {
	legal := h.node.legal()
	which := legal.of(m, victim)
	if victim != nowhere || a.last == a.home || legal.to(a.home, a.last) == legality.NoMove {
		return which
	}
	return min(which+Elsewhere.cost, legal.onward(m, a.last))
}

// onward is the choice of a move among those of its piece that lead further in the line in which it has come to a square.
func (l *moves) onward(m move, last square) Cost {
	from := left(m)
	if !beyond(from, last, m.To()) {
		return mostChoice
	}
	return among(int(l.weight(m)), l.sum(from, func(m move) bool { return beyond(from, last, m.To()) }))
}

// capture is the choice of capturing what stands on a square with the piece on another one, among all
// moves of that piece; with any, among all moves, if that is nowhere.
func (l *moves) capture(victim, from square) Cost {
	ways := l.captures(victim, from)
	if from == nowhere {
		return among(ways, int(l.all))
	}
	return among(ways, int(l.byPiece(from)))
}

// capturer is the choice of the piece that captures what stands on a square, among all that can.
func (l *moves) capturer(victim, from square) Cost {
	return among(l.captures(victim, from), l.captures(victim, nowhere))
}

// captures is how often what stands on a square is captured by the piece on another one, by any if
// that is nowhere.
func (l *moves) captures(victim, from square) int {
	return l.sum(from, func(m move) bool { return l.pos.Captured(m) == victim })
}

// sum is how often one of the moves of the piece on a square is chosen of which something is so; of all
// moves, if that is nowhere.
func (l *moves) sum(from square, is func(move) bool) int {
	l.weigh()
	first, end := l.span(from)
	sum := int32(0)
	for i := first; i < end; i++ {
		if l.often[i] > 0 && is(l.list[i]) {
			sum += l.often[i]
		}
	}
	return int(sum)
}

// takes reports whether what stands on a square can be captured by the piece on another one, by any if
// that is nowhere.
func (l *moves) takes(victim, from square) bool {
	first, end := l.span(from)
	return slices.ContainsFunc(l.list[first:end], func(m move) bool { return l.pos.Captured(m) == victim })
}

// span is where the moves of the piece on a square are in the list; all, if that is nowhere.
func (l *moves) span(from square) (first, end uint8) {
	if from == nowhere {
		return 0, uint8(len(l.list))
	}
	return l.first[from], l.first[from+1]
}

// Players who think before most plies seldom begin one at once: what is lifted then is mostly a piece that
// goes on, is put right or taken back, or is cleared away after the game. How often a piece is lifted soon
// after another was put down is learnt from the reports, and the same for every hypothesis. Hands in a hurry
// do so always, and it tells nothing.

// soonMs is how soon after a put, in milliseconds, a lift counts as soon, and a scan more. Chosen: with 1000
// and 2500 as many games are read rightly.
const soonMs = 1500

// A game begins as if so many lifts had been seen, most of them soon: then a soon lift tells little until the
// players have thought. Chosen.
const (
	liftsAtFirst = 8
	soonAtFirst  = 7
)

// pace is how often pieces are lifted soon after others were put down.
type pace struct {
	lifts  int  // that came after a put
	soon   int  // of these
	put    bool // the last report was one
	isSoon bool // the present report is a lift soon after that
}

// notePause counts a report, before it is taken.
func (t *Tracker) notePause(p piece) {
	lifted := p == placement.Empty && t.pace.put
	if t.pace.isSoon = lifted && t.now-t.quiet < soonMs+t.sensor.Scan; lifted {
		t.pace.lifts++
	}
	if t.pace.isSoon {
		t.pace.soon++
	}
	t.pace.put = p != placement.Empty
}

// beginsSoon is what it costs that a ply is begun by the present report, if that comes soon after a put.
func (t *Tracker) beginsSoon() Cost {
	if !t.pace.isSoon {
		return 0
	}
	return among(t.pace.soon+soonAtFirst, t.pace.lifts+liftsAtFirst)
}
