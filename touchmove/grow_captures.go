package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// extendExchanged tries, on a board that names no men, the captures on squares
// that were emptied in this turn and read occupied again.
func (t *Tracker) extendExchanged(i int) {
	for rest := t.exchangedSquares(&t.lines[i]); rest != 0; {
		t.extendTo(i, rest.Pop(), placement.Unknown)
	}
}

// exchangedSquares is the squares of enemy men that were emptied in the turn of
// the player having the move in a line, and read occupied again by a man that the
// board does not name.
func (t *Tracker) exchangedSquares(l *line) placement.Set {
	if !t.board.unnamed {
		return 0
	}
	p := l.pos()
	return t.board.changedSince(p.Occupied(p.Turn().Other())&^l.diff, l.turnSeq(l.n))
}

// extendRetaken tries, on a board that names its men, the captures of a man in the
// place of which another one like it has come at once: both captures happened
// between two scans.
func (t *Tracker) extendRetaken(i int) {
	p, off := t.lines[i].pos(), t.lines[i].diff
	own, theirs := p.Occupied(p.Turn())&off, p.Occupied(p.Turn().Other())&off
	if t.board.unnamed || own == 0 || theirs == 0 {
		return
	}
	for own != 0 {
		from := own.Pop()
		if t.board.sensed[from] != placement.Empty {
			continue
		}
		for rest := theirs; rest != 0; {
			t.tryRetaken(i, from, rest.Pop())
		}
	}
}

// tryRetaken tries the captures by the man from one square of men like the one
// from another, which can have captured it.
func (t *Tracker) tryRetaken(i int, from, by placement.Square) {
	p := t.lines[i].pos()
	if t.board.sensed[by] != placement.Empty {
		return
	}
	for like := p.Men(p.At(by).Color(), p.At(by).Kind()) &^ t.lines[i].diff; like != 0; {
		to := like.Pop()
		m := legality.MakeMove(from, to)
		if !p.IsLegal(m) {
			continue
		}
		after := p.Play(m)
		if after.IsLegal(legality.MakeMove(by, to)) {
			t.addIdle(i, step{move: m, act: legality.ActLegal, after: after, inferred: true}, t.costs.ply+t.costs.lostDrop)
		}
	}
}

// extendTaken tries the moves to a square on which an enemy man now stands that
// has left its own: it may have taken there what no scan has seen.
func (t *Tracker) extendTaken(i int, to placement.Square, shows placement.Piece) {
	l := &t.lines[i]
	p := l.pos()
	if p.Men(shows.Color(), shows.Kind())&l.diff&^to.Set() == 0 {
		return
	}
	for left := p.Occupied(p.Turn()) & l.diff; left != 0; {
		from := left.Pop()
		m := moveShown(p.At(from), from, to, t.stoodOn(to, p.Turn(), l.turnSeq(l.n)))
		if t.board.sensed[from] != placement.Empty || m == legality.NoMove || !p.IsLegal(m) {
			continue
		}
		t.addIdle(i, step{move: m, act: legality.ActLegal, after: p.Play(m), inferred: true, taken: to.Set()}, t.costs.ply+t.costs.lostDrop)
	}
}

// stoodOn is the piece of a player that has stood on a square since the seq-th change;
// an unknown man if none has but a pawn: his queen, if he has one there at all, was
// taken before a scan has seen it.
func (t *Tracker) stoodOn(sq placement.Square, side placement.Color, seq int) placement.Piece {
	stood := placement.Unknown
	for c := range t.board.since(seq) {
		if c.sq == sq && c.is.Is(side) && c.is.Kind() != legality.Pawn {
			stood = c.is
		}
	}
	return stood
}
