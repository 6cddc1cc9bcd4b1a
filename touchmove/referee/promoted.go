package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// A board that names no pieces does not show what a pawn has become, and one that names them
// may not know this piece. The story has one kind for it, mostly a queen. A finding must hold
// for each kind that the moves of the piece leave open.

// anyPromoted is what a pawn may become (3.7.3.3).
var anyPromoted = []legality.Kind{legality.Knight, legality.Bishop, legality.Rook, legality.Queen}

// promoted is the piece of a promotion, and what it may be.
type promoted struct {
	square placement.Square
	may    []legality.Kind
}

// unknown is the pieces whose kind nothing has shown after so many plies of the part. What stood
// there when the log or the leg began is known: a person has set it.
func (s *state) unknown(plies int) (open []promoted) {
	for i := range s.plies[:plies] {
		p := s.plies[i]
		if p.Move == legality.NoMove || len(open) == 0 && !p.guessed {
			continue
		}
		open = play(open, p.Move, p.Before.Captured(p.Move))
		if p.guessed {
			open = append(open, promoted{p.Move.To(), anyPromoted})
		}
	}
	return open
}

// play follows a move: such a piece may have moved, or may have been captured.
func play(open []promoted, m legality.Move, captured placement.Square) (left []promoted) {
	for _, piece := range open {
		if piece.square == captured {
			continue
		}
		if !m.IsCastling() && piece.square == m.From() {
			piece.square = m.To()
			piece.may = slices.DeleteFunc(slices.Clone(piece.may), func(k legality.Kind) bool { return !slices.Contains(moversOf(m), k) })
		}
		if len(piece.may) > 1 {
			left = append(left, piece)
		}
	}
	return left
}

// moversOf is the kinds of pieces that can make a move.
func moversOf(m legality.Move) []legality.Kind {
	files, ranks := m.From().File()-m.To().File(), m.From().Rank()-m.To().Rank()
	switch {
	case files == 0 || ranks == 0:
		return []legality.Kind{legality.Queen, legality.Rook}
	case files == ranks || files == -ranks:
		return []legality.Kind{legality.Queen, legality.Bishop}
	}
	return []legality.Kind{legality.Knight}
}

// others is the position with each other kind that one of these pieces may have.
func others(open []promoted, pos *legality.Position) (positions []legality.Position) {
	for _, piece := range open {
		taken := pos.At(piece.square)
		for _, kind := range piece.may {
			if taken == placement.Empty || kind == taken.Kind() {
				continue
			}
			pieces := *pos.Placement()
			pieces[piece.square] = placement.MakePiece(taken.Color(), kind)
			before := pos.WithTurn(pos.Turn().Other())
			positions = append(positions, before.PlayPlacement(&pieces))
		}
	}
	return positions
}

// otherwise is the position in which the ply that is being made began, with each other kind
// that one of the pieces may have.
func (s *state) otherwise() []legality.Position { return others(s.unknown(len(s.plies)), s.pos) }

// breaches is what a ply breaks of Article 4, whatever the pieces are.
func (s *state) breaches(p *laws.Played) []laws.Breach {
	found := s.rules().Breaches(p)
	for _, before := range s.otherwise() {
		if !before.IsLegal(p.Move) {
			continue
		}
		o := *p
		o.Before = &before
		also := s.rules().Breaches(&o)
		found = slices.DeleteFunc(found, func(b laws.Breach) bool {
			return !slices.ContainsFunc(also, func(a laws.Breach) bool { return a.Code == b.Code })
		})
	}
	return found
}

// duty is what binds the player having the move, whatever the pieces are, with the moves of
// each kind.
func (s *state) duty() laws.Duty {
	acts := &s.turn.acts
	duty, positions := s.rules().Duty(s.pos, acts, s.replaces), s.otherwise()
	for i := range positions {
		if s.rules().Duty(&positions[i], acts, s.replaces).Bound != duty.Bound {
			duty, acts = laws.Duty{Allowed: s.pos.AppendMoves(nil), Free: true}, &laws.Acts{}
			break
		}
	}
	for i := range positions {
		for _, m := range s.rules().Duty(&positions[i], acts, s.replaces).Allowed {
			if !slices.Contains(duty.Allowed, m) {
				duty.Allowed = append(duty.Allowed, m)
			}
		}
	}
	return duty
}

// exchanges reports whether the piece on a square may be the pawn of the last ply, lifted to be
// exchanged.
func (s *state) exchanges(sq placement.Square) bool {
	n := len(s.plies)
	return n > 0 && s.r.cfg.Occupancy && s.plies[n-1].Move.Promotion() != legality.NoKind && s.plies[n-1].Move.To() == sq
}

// promotes reports whether a pawn is off its square that can become a piece nobody would see.
func (s *state) promotes() bool {
	return s.r.cfg.Occupancy && slices.ContainsFunc(s.turn.acts.Touches, func(t laws.Touch) bool {
		moves := s.pos.AppendMovesFrom(nil, t.Square)
		return s.table[t.Square] == placement.Empty && len(moves) > 0 && moves[0].Promotion() != legality.NoKind
	})
}

// exchangedMs is how long after a pawn has come to the last rank it has been exchanged, if
// nobody presses the clock.
const exchangedMs = 3000

// sayUnknown reports that nobody has seen what a pawn has become.
func (s *state) sayUnknown() {
	if p := s.plies[len(s.plies)-1]; p.guessed {
		s.sayOf(p, laws.PromotionPieceUnknown, laws.Arbiter)
	}
}
