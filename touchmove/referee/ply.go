package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// Ply is what a player has played, as far as the Laws count it.
type Ply struct {
	Number    int // from 1
	Side      placement.Color
	Move      legality.Move // NoMove: no single move describes it
	UCI, SAN  string        // of the move; "" if none describes it
	Before    *legality.Position
	After     *legality.Position
	Illegal   bool // no legal move, or an unfinished one when the clock was pressed
	Completed bool
	Stands    bool // it is illegal, and too late to correct
	Open      bool // it may be another capture
	Unseen    bool // it was made while the board was not heard, or the board has not told it
	guessed   bool // nothing has shown what the pawn has become
	ByEnd     bool // it is completed because it ends the game
	MadeAt    int64
	DoneAt    int64 // when its clock was pressed, or its player made the next one; -1 it was not completed

	acts     laws.Acts           // what its player had touched and released
	act      legality.ActKind    // of an illegal ply
	whole    legality.Move       // what the story has it be once it is finished; NoMove if it says nothing of that
	placed   placement.Placement // what stood on the board after it
	breach   bool                // of Article 4
	owed     bool                // the breach is that a pawn left on the last rank has not become a queen: it does not lapse
	answered bool                // before its clock was pressed: whether it stands is for the arbiter
	late     bool                // the board shows it so late after its press that it may have been made after it
	scanned  bool                // the board shows it by full scans
	charge   *laws.Finding       // about the breach, or the illegal move
	chargeAt int64               // when it is to be reported that it is illegal; 0: it has been, or is not
}

// plays has the ply be a move.
func (p *Ply) plays(m legality.Move) {
	if p.Move, p.UCI, p.SAN = m, "", ""; m != legality.NoMove {
		p.UCI, p.SAN = p.Before.UCI(m), p.Before.SAN(m)
	}
}

// ply is the ply that is being made, if it is that move.
func (s *state) ply(m legality.Move, after *legality.Position) *Ply {
	p := &Ply{Number: s.number(), Side: s.side(), Before: s.pos, After: after,
		MadeAt: s.landed(), DoneAt: -1, acts: copyOf(&s.turn.acts)}
	p.plays(m)
	return p
}

// near reports whether a square is next to one that the ply has changed: the hand that made it
// may knock over what stands there.
func (p *Ply) near(sq placement.Square) bool {
	for rest := placement.Differ(p.Before.Placement(), p.After.Placement()); rest != 0; {
		if rest.Pop().Distance(sq) == 1 {
			return true
		}
	}
	return false
}

// landed is when the last piece of the ply was put down.
func (s *state) landed() int64 {
	at := int64(-1)
	for i := range s.turn.resting {
		at = max(at, s.turn.resting[i].at)
	}
	if at < 0 {
		return s.last
	}
	return at
}

// HalfCastled reports whether nobody has completed a king's move that may be the first half of
// castling, too (Guidelines II.3.2.4).
func (p *Ply) HalfCastled() bool {
	return p.Before.Chess960() && !p.Completed && !p.Illegal && slices.ContainsFunc(p.Before.AppendMovesFrom(nil, p.Move.From()), func(o legality.Move) bool {
		return o.IsCastling() && !p.Move.IsCastling() && o.KingTo() == p.Move.To()
	})
}

// first is the index of the first irregular ply that does not stand; -1 if there is none.
func (s *state) first() int {
	return slices.IndexFunc(s.plies, func(p *Ply) bool { return p.Illegal && !p.Stands })
}

// toBeCorrected reports whether play will, or may, go back to before an irregular move
// (7.5.1): then later plies end nothing by themselves.
func (s *state) toBeCorrected() bool { return s.first() >= 0 }

// finding is a finding about the ply.
func (p *Ply) finding(c laws.Code, l laws.Level) laws.Finding {
	return laws.Finding{Code: c, Level: l, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN}
}

// breaks is the finding about a breach by the ply.
func (p *Ply) breaks(b *laws.Breach) laws.Finding {
	f := p.finding(b.Code, b.Level)
	f.Article, f.Evidence = b.Article, b.Rests
	return f
}

// irregularPly is the ply that is being made, if it is one that no legal move describes.
func (s *state) irregularPly(act *legality.Act, placed *placement.Placement, after *legality.Position) *Ply {
	p := s.ply(act.Move, after)
	p.Illegal, p.act, p.placed = true, act.Kind, *placed
	return p
}

// sayOf reports something about a ply.
func (s *state) sayOf(p *Ply, c laws.Code, l laws.Level) { s.say(p.finding(c, l)) }

// change is a ply that is going to be changed: earlier states keep what it was.
func (s *state) change(i int) *Ply {
	s.plies = slices.Clone(s.plies)
	p := *s.plies[i]
	s.plies[i] = &p
	return &p
}

// lapses reports whether the claim against a breach lapses when the opponent touches a piece: in
// some rule sets that of a touch does, and that of a release does not.
func (s *state) lapses(breach laws.Code) bool {
	ofTouch := breach == laws.TouchBreach || breach == laws.CastleRookFirst
	return s.rules().Settles(laws.TopicTouchClaim) && (ofTouch || !s.rules().Has(laws.TopicTouchClaim, laws.OfTouchesOnly))
}

// mayObject reports whether the player having the move may still object to how the last ply,
// a breach, was made (4.8).
func (s *state) mayObject() bool {
	p := s.plies[len(s.plies)-1]
	return s.object == s.number() || p.charge != nil && (p.owed || !s.lapses(p.charge.Code))
}

// has reports whether the ply that a finding is about has been played.
func (s *state) has(f *laws.Finding) bool {
	return slices.ContainsFunc(s.plies, func(p *Ply) bool { return p.Number == f.Ply && p.UCI == f.UCI })
}
