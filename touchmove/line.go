package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// maxOpen is the number of plies that a line may hold that are not confirmed.
// Four are known to be played without a clean board between them; the rest is
// room for presses that never come.
const maxOpen = 64

// step is one ply of a line.
type step struct {
	move      legality.Move // NoMove when no single move describes the act
	act       legality.ActKind
	path      uint64 // names the plies of its line up to this one; see line.pathTo
	after     legality.Position
	side      placement.Color
	squares   placement.Set // the squares that it changed
	seq       int           // the change of the board that showed it whole
	event     int           // the record of that change
	at        int64         // and its time
	pressed   int64         // when its clock was pressed; -1 not
	tried     bool          // it was pressed, but without effect
	byNext    bool          // completed by the same player's next move (6.2.1.2)
	replied   bool          // the reply was on the board before the press
	clock     int64         // milliseconds left after the press or, before it, when the ply was shown; -1 not known
	unheard   bool          // a full scan showed it, not the movement of its men
	inferred  bool          // deduced, not seen
	paid      int           // what its line paid for it
	noDrop    bool          // its drop was lost
	elsewhere bool          // of a capture unseen: it has been charged that a man stands where this one could have gone
	taken     placement.Set // its square, if its man was captured there before a scan has seen it
	charged   int           // for how many rests the readings without it have been charged: it was seen whole and at rest
	oneOf     int           // of so many that the board does not tell apart
	said      bool          // a person has said that it was this move
}

func (s *step) legal() bool { return s.act == legality.ActLegal }

// completed reports whether the clock facts complete the ply (6.2.1).
func (s *step) completed() bool { return s.pressed >= 0 || s.byNext }

func (s *step) same(o *step) bool {
	if s.move != o.move || s.act != o.act || s.side != o.side {
		return false
	}
	return s.move != legality.NoMove || *s.after.Placement() == *o.after.Placement()
}

// landed is the square to which a ply has put its man, of castling the king;
// NoSquare if it is no single move.
func (s *step) landed() placement.Square {
	switch {
	case s.move == legality.NoMove:
		return placement.NoSquare
	case s.move.IsCastling():
		return s.move.KingTo()
	}
	return s.move.To()
}

// line is one reading of the records: the confirmed plies up to base, and the
// plies that follow. A base below the number of confirmed plies says that the
// later ones have been taken back.
type line struct {
	base      int
	start     legality.Position // after the confirmed plies up to base
	seq       int               // the change of the board with which the first ply's turn began
	at        int64             // and its time
	seqBefore int               // the change with which the turn before that one began
	steps     []step            // the first n count; each line of the beam has its own array
	n         int
	cost      int             // paid for plies and presses
	fit       int             // paid for the board as it reads now, and for an open press
	diff      placement.Set   // squares that read otherwise than the line has them
	pushed    placement.Set   // of these, the ones between which men were pushed
	open      bool            // a press has no ply to show for it
	by        placement.Color // open: whose
	openT     int64           // open: when
	backT     int64           // open: when the other player pressed after it; 0 he has not
	idleT     int64           // when the player who is to play the next ply pressed without a ply to show for it; 0 he has not
	idleN     int             // and how many plies, confirmed ones included, there were then
	resumed   bool            // the clock was started again on its base
	rested    bool            // the men have rested as they stood at its base, to which it goes back
	odd       int             // for moves that give material away, beside what the best line has for them
	doubts    int             // plies of which it is open which of several they are
	loose     bool            // plies were played unheard, and no press has been heard since: whose clock runs is not known
}

// take makes a line the same as another one, with an array of its own.
func (l *line) take(o *line) {
	own := l.steps[:0]
	*l = *o
	l.steps = append(own, o.steps[:o.n]...)
}

// clone is a line that is the same as this one and shares nothing with it.
func (l *line) clone() line {
	c := line{}
	c.take(l)
	return c
}

// push adds a ply.
func (l *line) push(s step) {
	s.path = l.pathTo(&s)
	l.doubts += s.doubt()
	l.steps = append(l.steps[:l.n], s)
	l.n++
}

// pathTo is a hash of the line's plies and one more: two lines with the same
// base and the same path have the same plies.
func (l *line) pathTo(s *step) uint64 {
	path := uint64(0)
	if l.n > 0 {
		path = l.steps[l.n-1].path
	}
	return mix(mix(path, s.after.Key()), uint64(s.move)<<8|uint64(s.act)<<1|uint64(s.side))
}

// mix adds a number to a hash (SplitMix64's finaliser, Steele, Lea, Flood 2014).
func mix(hash, n uint64) uint64 {
	x := hash*31 + n + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// rehash names and counts the plies of a line again, of which some are gone.
func (l *line) rehash() {
	n := l.n
	l.doubts = 0
	for l.n = 0; l.n < n; l.n++ {
		l.steps[l.n].path = l.pathTo(&l.steps[l.n])
		l.doubts += l.steps[l.n].doubt()
	}
}

// doubt is 1 for a ply of which it is open which of several it is.
func (s *step) doubt() int {
	if s.oneOf > 1 {
		return 1
	}
	return 0
}

func (l *line) pos() *legality.Position {
	if l.n == 0 {
		return &l.start
	}
	return &l.steps[l.n-1].after
}

func (l *line) last() *step {
	if l.n == 0 {
		return nil
	}
	return &l.steps[l.n-1]
}

// before is the position in which the i-th ply was played.
func (l *line) before(i int) *legality.Position {
	if i == 0 {
		return &l.start
	}
	return &l.steps[i-1].after
}

// turnSeq is the change of the board with which the turn of the i-th ply began.
func (l *line) turnSeq(i int) int {
	if i == 0 {
		return l.seq
	}
	return max(l.seq, l.steps[i-1].seq)
}

// playedSeq is the change of the board that showed the last ply of a player.
func (l *line) playedSeq(side placement.Color) int {
	n := l.n
	if l.pos().Turn() == side {
		n--
	}
	switch {
	case n > 0:
		return l.steps[n-1].seq
	case n == 0:
		return l.seq
	}
	return l.seqBefore
}

func (l *line) total() int { return l.cost + l.fit + max(-mostOdd, min(l.odd/2, mostOdd)) }

// needsProof reports whether rest does not make the i-th ply: a king at rest in
// the centre may be a result signal (maker's convention), one on a castling
// square of Chess960 half a castling.
func (l *line) needsProof(i int) bool {
	m := l.steps[i].move
	return centre.Has(m.To()) && l.before(i).At(m.From()).Kind() == legality.King || l.halfCastled(i)
}

// halfCastled reports whether the i-th ply is a step of a king that may be half
// a castling of Chess960 (Guidelines II.3).
func (l *line) halfCastled(i int) bool {
	p, m := l.before(i), l.steps[i].move
	if !p.Chess960() || m.IsCastling() || p.At(m.From()).Kind() != legality.King {
		return false
	}
	for _, side := range [...]legality.Side{legality.Kingside, legality.Queenside} {
		rook := p.CastlingRook(p.Turn(), side)
		with := legality.MakeCastling(m.From(), rook)
		if rook != placement.NoSquare && with.KingTo() == m.To() && p.IsLegal(with) {
			return true
		}
	}
	return false
}

// startsWith reports whether o's plies are the first ones of l.
func (l *line) startsWith(o *line) bool {
	if l.base != o.base || l.n < o.n {
		return false
	}
	return o.n == 0 || l.steps[o.n-1].path == o.steps[o.n-1].path
}

// has reports whether a line explains the movement that showed a ply by a move to
// the same square, if perhaps from where it has its man go on, and as another ply.
func (l *line) has(s *step) bool {
	for i := range l.n {
		if o := &l.steps[i]; o.seq == s.seq && o.side == s.side && o.move.To() == s.move.To() && o.act == s.act {
			return true
		}
	}
	return false
}

// cheapen lowers what a line paid for its last ply when the board has since
// come to show it more plainly.
func (l *line) cheapen(parent *line, cost int) {
	if l.last().pressed < 0 && !parent.open && parent.cost+cost < l.cost {
		copy(l.steps[:parent.n], parent.steps)
		l.cost = parent.cost + cost
	}
}
