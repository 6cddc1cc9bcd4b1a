package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// stray is a piece that stands where no move put it.
type stray struct {
	rest
	ply     int  // that was being made
	raised  bool // the arbiter has been told
	misread bool // or the piece of a move, and the board names another one
}

func (p *stray) squares() placement.Set {
	if p.from > 63 {
		return p.to.Set()
	}
	return p.from.Set() | p.to.Set()
}

// knocked reports whether a piece that belongs to no ply was displaced: one of the opponent, or
// an own one while the ply is made with another.
func (s *state) knocked(a *track.Told) bool {
	if !a.Piece.Is(s.side()) {
		return true
	}
	if s.turn.held > 1 || len(s.turn.resting) > 0 {
		s.turn.held = max(0, s.turn.held-1)
		return true
	}
	return false
}

// strayed notes that a piece was put where no move puts it.
func (s *state) strayed(a *track.Told) {
	s.turn.strayed = true
	s.strays = append(s.strays, stray{rest: rest{from: a.Home, to: a.Square, at: a.At}, ply: s.number()})
}

// leavesStray notes which pieces stand where the ply of their player has not put them.
func (s *state) leavesStray(after *legality.Position) {
	for _, r := range s.turn.resting {
		if p := s.pos.At(r.from); s.table[r.to] == p && after.At(r.to) != p {
			s.strays = append(s.strays, stray{rest: rest{from: r.from, to: r.to, at: r.at}, ply: s.number()})
		}
	}
}

// carried notes that a captured piece is put on a square. If it still stands there when the ply is
// made, no move has put it there. A piece of the player who captures stands where his move has put it,
// if one does.
func (s *state) carried(a *track.Told) {
	if a.Piece.Is(s.side()) && !slices.ContainsFunc(s.pos.AppendMoves(nil), func(m legality.Move) bool { return m.To() == a.Square && s.pos.At(m.From()) == a.Piece }) {
		s.strayed(a)
		return
	}
	s.strays = append(s.strays, stray{rest: rest{from: placement.NoSquare, to: a.Square, at: a.At}, ply: s.number() + 1})
}

// misread notes that the board names another piece than the one that a ply has put on a square. If
// it still does when the next ply is over, the arbiter is to look at it.
func (s *state) misread(a *track.Told) {
	s.strays = append(s.strays, stray{rest: rest{from: placement.NoSquare, to: a.Square, at: a.At, released: true}, ply: s.number() + 1, misread: true})
}

// strayedSince notes that the ply that is being made had been made at some moment: pieces that
// were displaced since then were displaced in the next one.
func (s *state) strayedSince(made int64) {
	for i := range s.strays {
		if p := &s.strays[i]; p.at >= made && p.ply == s.number() {
			p.ply++
		}
	}
}

// unstray notes that a square holds another piece now, or none.
func (s *state) unstray(sq placement.Square) {
	s.strays = slices.DeleteFunc(s.strays, func(p stray) bool { return p.to == sq })
}

// judgeStrays reports pieces that were displaced (7.4.1). Whose hand that was, no sensor
// sees; in some rule sets it is that of the player whose pieces they are (FIDE 1997, 7.3).
func (s *state) judgeStrays() {
	s.placed()
	for i := range s.strays {
		p, stands := &s.strays[i], s.r.cfg.RestMs
		if p.from > 63 { // a captured piece may be on its way off the board
			stands = MadeRestMs
		}
		if !p.released && p.ply <= s.number() && s.wait(p.at+stands) {
			p.released, p.ply = true, s.number()
			if p.from <= 63 && s.pos.At(p.from).Is(s.side()) { // by the ply itself
				p.ply++
			}
			if s.reply() != legality.NoMove { // the ply stood there before
				p.ply++
			}
			s.say(laws.Finding{Code: laws.Displaced, Side: laws.Somebody, Squares: p.squares()})
		}
	}
}

// pressesBack reports whether a player presses without a move because the opponent has
// displaced pieces, who then puts them right in his own time (FIDE 1997, 7.3).
func (s *state) pressesBack(by placement.Color) bool {
	squares := s.displaced()
	return s.rules().Has(laws.TopicKnocked, laws.PressedBack) && squares != 0 && squares&s.pos.Occupied(by) == 0 // none is his own
}

// escalate leaves displaced pieces to the arbiter when play has gone on over them: the
// position before that is restored (7.6); or when nobody has put them right for a while.
func (s *state) escalate() {
	if s.clock.stopped {
		return
	}
	for i := range s.strays {
		p := &s.strays[i]
		if !p.released || p.raised || slices.Contains(s.r.outOfTurn, p.squares()) || p.ply >= s.number() && !s.wait(p.at+DisorderMs) {
			continue
		}
		p.raised = true
		f := laws.Finding{Code: laws.Displaced, Level: laws.Arbiter, Side: laws.Somebody, Squares: p.squares()}
		topic := laws.TopicKnocked
		if p.ply < s.number() {
			topic = laws.TopicDisplaced
		}
		if s.rules().Settles(topic) {
			f.Remedy = &laws.Remedy{Restore: s.after(min(p.ply, s.number()) - 1).FEN(), Article: s.rules().Article(topic)}
		}
		s.say(f)
	}
}

// placed drops captured pieces that stand where an irregular ply has put them.
func (s *state) placed() {
	s.strays = slices.DeleteFunc(s.strays, func(p stray) bool { return !p.released && p.from > 63 && s.pos.At(p.to) == s.table[p.to] })
}

// raise notes that the arbiter has been told of a displaced piece.
func (s *state) raise(squares placement.Set) {
	for i := range s.strays {
		s.strays[i].raised = s.strays[i].raised || s.strays[i].squares() == squares
	}
}

// DisorderMs is for how long a displaced piece, or other disorder, may stand before the arbiter is
// told, in milliseconds.
const DisorderMs = 10_000

// displaced is the squares of the pieces that stand where no move put them.
func (s *state) displaced() (squares placement.Set) {
	for i := range s.strays {
		if s.strays[i].released {
			squares |= s.strays[i].squares()
		}
	}
	return squares
}
