package referee

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// Array is the finding that the game starts from a wrong initial position (7.2.1), as it is now; false
// if it does not. When that cannot be claimed any more, it is only a fact that decides who may
// castle (A.5.1.2).
func (r *Referee) Array() (f laws.Finding, wrong bool) {
	s := r.live
	p := &s.past[0]
	if p.Chess960() || !laws.AtHome(p) || *p.Placement() == placement.Initial {
		return f, false
	}
	f = laws.Finding{Code: laws.WrongInitialPosition, Level: laws.Certain, Side: laws.Both}
	if s.tooLateForArray() {
		f.Level, f.Text = laws.Info, "too late for a claim"
		if s.rules().Has(laws.TopicWrongArray, laws.IfMadeOrAgreed) {
			f.Text = "now only with the opponent's consent"
		}
		if s.rules().Settles(laws.TopicMisplacedCastle) {
			f.Text += "; a king or rook that is misplaced may not castle"
		}
	}
	return f, true
}

// faultArticle returns the article that a move breaks. In some rule sets, castling with a
// misplaced king or rook has an article of its own (A.5.1.2).
func (s *state) faultArticle(f legality.Fault) string {
	rules := s.rules()
	if f.Code == legality.CastlingRightLost && rules.Settles(laws.TopicMisplacedCastle) && s.misplaced(f.Move.To(), s.pos.At(f.Move.From()).Color()) {
		return rules.Article(laws.TopicMisplacedCastle)
	}
	return rules.FaultArticle(f)
}

// misplaced reports whether a player castles with a rook that does not stand on a corner of
// the initial position, or with a king that did not start on its square.
func (s *state) misplaced(rook placement.Square, side placement.Color) bool {
	start, home := &s.past[0], placement.MakeSquare(4, 7*int(side))
	corner := rook.File() == 0 || rook.File() == 7
	return laws.AtHome(start) && !start.Chess960() &&
		(!corner || start.At(home) != placement.MakePiece(side, legality.King) || start.At(rook) != placement.MakePiece(side, legality.Rook))
}

// tooLateForArray reports whether a wrong array can no longer be claimed: each player has
// made so many moves or, in some rule sets, completed them.
func (s *state) tooLateForArray() bool {
	lapse := s.rules().Number(laws.TopicWrongArray)
	if lapse == 0 {
		return false
	}
	if !s.rules().Has(laws.TopicWrongArray, laws.IfCompleted) {
		return s.pos.FullmoveNumber() > lapse
	}
	return s.completedBy(placement.White, s.at) >= lapse && s.completedBy(placement.Black, s.at) >= lapse
}

// completedBy returns how many moves a player had completed at some moment, those before the start
// included.
func (s *state) completedBy(side placement.Color, at int64) int {
	n := (s.r.first.pos.Ply() + 1 - int(side)) / 2
	for _, p := range s.plies {
		if p.Side == side && p.Completed && p.DoneAt <= at {
			n++
		}
	}
	return n
}

// turned reports whether the first move is one that would be legal if the board lay the
// other way round. A board that names its pieces shows itself how it lies.
func (s *state) turned(m legality.Move) bool {
	turned := s.pos.Placement().Rotated()
	return s.r.cfg.Occupancy && s.number() == 1 && turned.Occupied() == s.pos.Placement().Occupied() &&
		s.pos.IsLegal(legality.MakeMove(m.From().Rotated(), m.To().Rotated()))
}
