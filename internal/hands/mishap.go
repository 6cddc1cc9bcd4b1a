package hands

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
)

// stray is a piece that stands in the wrong place: after a knock, a bad drop, an
// unfinished move, or its capture.
type stray struct {
	piece   int
	home    placement.Square // where it belongs; aside: beside the board
	note    int
	due     int           // the number of plies after which somebody puts it right
	soon    bool          // or right after the press
	squares placement.Set // where it is in the way of other pieces
	firm    bool          // it cannot be moved before it is put right
}

// never stands for a stray that nobody notices; afterPress for one that is put
// right after the press.
const (
	never      = 1 << 30
	afterPress = -1
)

// leave leaves a piece astray for a number of plies after the present one.
func (s *scene) leave(st stray, plies int) {
	st.firm = true
	st.soon = plies == afterPress
	st.due = len(s.truth.Plies) + 1 + plies
	s.truth.Notes[st.note].Until = -1
	s.strays = append(s.strays, st)
}

// fix puts the i-th stray right. It returns when.
func (s *scene) fix(i int, at int64) int64 {
	st := s.strays[i]
	s.strays = slices.Delete(s.strays, i, i+1)
	p := &s.pieces[st.piece]
	to := s.besides(p.kind.Color().Other())
	if st.home != aside {
		to = s.landing(st.home)
	}
	end := p.ride(s.ready(st.piece, at), []leg{{to: to, takes: s.takes(PutBackTakes), high: s.within(150, 700)}})
	s.until(st.note, end)
	return end
}

// fixAll puts right all wanted strays, one after the other. It returns when; at
// if there are none.
func (s *scene) fixAll(at int64, wanted func(*stray) bool) int64 {
	for i := 0; i < len(s.strays); {
		if !wanted(&s.strays[i]) {
			i++
			continue
		}
		at = s.fix(i, at) + s.takes(Regrip)
	}
	return at
}

// putRight lets the player who has the move put right the strays that are due,
// before he thinks.
func (s *scene) putRight(at int64) int64 {
	return s.fixAll(at, func(st *stray) bool { return st.due <= len(s.truth.Plies) })
}

// leftOver puts right the strays that wait for the press.
func (s *scene) leftOver(d *deed) {
	s.fixAll(s.pressed+s.takes(AfterPress), func(st *stray) bool { return st.soon })
}

// clear puts right the strays that are in a deed's way.
func (s *scene) clear(d deed, at int64) int64 {
	way := d.squares()
	for _, sq := range s.between(d.move.From(), d.move.To()) {
		way |= sq.Set()
	}
	moves := func(st *stray) bool {
		return slices.ContainsFunc(d.changes, func(c change) bool { return c.piece == st.piece })
	}
	at = s.fixAll(at, func(st *stray) bool { return st.squares&way != 0 || st.firm && moves(st) })
	s.strays = slices.DeleteFunc(s.strays, func(st stray) bool {
		if !moves(&st) {
			return false
		}
		s.until(st.note, at)
		return true
	})
	return at
}

// knock decides whether the arm that made a deed knocks other pieces.
func (s *scene) knock(d *deed) {
	if !s.happens(Knock) {
		return
	}
	hit := s.underArm(d)
	n := 1
	if s.happens(KnockSeveral) {
		n = int(s.within(2, 4))
	}
	at := s.within(d.begun-150, d.ended+200)
	for ; n > 0 && len(hit) > 0; n-- {
		i := s.below(int64(len(hit)))
		s.fall(hit[i], at)
		hit = slices.Delete(hit, int(i), int(i)+1)
		at += s.within(20, 200)
	}
}

// underArm returns the occupied squares under a player's hand or sleeve: around
// the squares of the move, and behind them on his side.
func (s *scene) underArm(d *deed) (hit []placement.Square) {
	touched, near := d.squares(), placement.Set(0)
	for rest := touched; rest != 0; {
		sq := rest.Pop()
		for _, n := range neighbours(sq) {
			near |= n.Set()
		}
		for rank := range 8 {
			if (d.by == white) == (rank < sq.Rank()) {
				near |= placement.MakeSquare(sq.File(), rank).Set()
			}
		}
	}
	for rest := near &^ touched; rest != 0; {
		sq := rest.Pop()
		if i := s.at[sq]; i != nobody && s.pieces[i].free() < d.begun-150 && !s.isStray(i) {
			hit = append(hit, sq)
		}
	}
	return hit
}

func (s *scene) isStray(i int) bool {
	return slices.ContainsFunc(s.strays, func(st stray) bool { return st.piece == i })
}

// fall knocks a piece: it shifts a little or onto the line, or falls and is set
// up again, perhaps on a wrong square.
func (s *scene) fall(sq placement.Square, at int64) {
	i := s.at[sq]
	p := &s.pieces[i]
	p.stay(at)
	switch s.which(KnockWobble, KnockUnnoticed, KnockWrongSquare) {
	case 0:
		s.note("knock", at, sq.Set(), "shifted within its square")
		p.move(at+60, centre(sq).plus(s.around(140), s.around(140)), 0)
	case 1:
		off := s.offLine(sq)
		if off == placement.NoSquare {
			return
		}
		note := s.note("knock", at, sq.Set()|off.Set(), "shifted onto the line, not noticed")
		p.move(at+60, centre(sq).toward(centre(off), s.takes(HalfWay), side), 0)
		s.leave(stray{piece: i, home: sq, note: note, squares: off.Set()}, int(s.takes(NoticedPlies)))
	case 2:
		s.topple(i, sq, at)
		wrong := s.offLine(sq)
		if wrong == placement.NoSquare {
			s.put(i, sq, p.free()+s.takes(RightedAfter))
			return
		}
		note := s.note("knock", at, sq.Set()|wrong.Set(), "put back on a wrong square")
		s.put(i, wrong, p.free()+s.takes(RightedAfter))
		s.leave(stray{piece: i, home: sq, note: note, squares: sq.Set() | wrong.Set()}, int(s.takes(NoticedPlies)))
	default:
		note := s.note("knock", at, sq.Set(), "falls and is put up again")
		s.topple(i, sq, at)
		s.until(note, s.put(i, sq, p.free()+s.takes(RightedAfter)))
	}
}

// topple lays a piece down beside the middle of its square.
func (s *scene) topple(i int, sq placement.Square, at int64) {
	s.pieces[i].move(at+s.within(50, 150), centre(sq).plus(s.around(250), s.around(250)), tipped)
}
