package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// state is what has come about up to an act: a value that is never changed once the act
// has been judged, so that several stories may go on from it. Its plies are shared with the states
// before it (change); of its other slices that change it has copies (follow).
type state struct {
	r     *Referee
	at    int64 // up to when time has gone on
	last  int64 // when something was done last, or the clock reported
	begun bool
	moves []legality.Move     // played before the log
	past  []legality.Position // of the game, before plies: where it starts, and after each move before the log
	pos   *legality.Position  // in which the ply that is being made began
	table placement.Placement // what stands where
	idle  bool                // no game is seen in what the board shows
	aside bool                // what is done belongs to no game: the players go through one that is over
	turn  turn                // of the player having the move
	early []laws.Touch        // what the other player has touched meanwhile
	ahead []rest              // and put elsewhere
	plies []*Ply
	clock clock
	flags flags
	asks  bool // a flag waits for the answer to a question

	illegal   [2]int // completed illegal moves before the log, by Color
	forgiven  int    // how many offences were of an earlier game
	replaces  *laws.Acts
	claim     legality.Claim  // what the player having the move may claim
	object    int             // the ply whose player may object to the one before it; 0 none
	obliged   *laws.Finding   // what bound a player last; nil: nothing has
	replied   *Ply            // to what stands although the story has not completed it; nil: nobody has
	ended     legality.Ending // by the rules
	overruled legality.Ending // as in Config
	persists  bool            // a position of A.5.4 has been reported a second time
	strays    []stray         // pieces of the opponent that stand where no move put them
	parts     []Part          // of the story, before the present one
	later     int64           // when what is found by this act is told; 0: at once
	due       int64           // when time will change something; 0: it will not
	open      []laws.Finding  // what is found by this act, or by the time before it, and not told yet
	found     []laws.Finding  // and what is told
}

func newState(r *Referee) *state {
	c := &r.cfg
	p := &c.Past[len(c.Past)-1]
	s := &state{r: r, moves: c.Moves, past: c.Past, pos: p, table: *p.Placement(), illegal: c.Illegal,
		replaces: c.Replaces, overruled: c.Overruled}
	s.clock.runs, s.clock.used = p.Turn(), c.HasClock
	return s
}

// copyOf is the same acts in slices of their own.
func copyOf(a *laws.Acts) laws.Acts {
	acts := *a
	acts.Touches, acts.Releases = slices.Clone(a.Touches), slices.Clone(a.Releases)
	return acts
}

// number is that of the ply that is being made.
func (s *state) number() int { return len(s.past) + len(s.plies) }

func (s *state) side() placement.Color { return s.pos.Turn() }

func (s *state) rules() *laws.Rules { return s.r.cfg.Rules }

// say adds a finding and returns it, with its articles. What is done while the clocks stand
// still is no move: that is told when they run again.
func (s *state) say(f laws.Finding) laws.Finding {
	s.rules().Cite(&f)
	s.open = append(s.open, f)
	return f
}

// once adds a finding whose code is reported only once in a turn.
func (s *state) once(f laws.Finding) {
	if !slices.Contains(s.turn.said, f.Code) {
		s.turn.said = append(s.turn.said, f.Code)
		s.say(f)
	}
}

// wait notes that time will change something at some moment.
func (s *state) wait(at int64) bool {
	if s.at >= at {
		return true
	}
	if s.due == 0 || at < s.due {
		s.due = at
	}
	return false
}

// heard reports whether the moment has come, and the board was connected then or has told
// since what was done.
func (s *state) heard(at int64) bool {
	if s.r.lost == 0 || at < s.r.lost {
		return s.wait(at)
	}
	return !s.r.deaf && s.wait(max(at, s.r.scanned+1))
}

func (s *state) beginTurn(p *legality.Position) {
	s.pos, s.turn, s.early, s.ahead = p, turn{}, nil, nil
	s.watchOverruled()
}

// watchOverruled ends the effect of an end that a person has taken back: it ends nothing as
// long as each new position would meet it again, as after 75 moves.
func (s *state) watchOverruled() {
	if s.overruled != legality.NoEnding && legality.Judge(s.pos, s.occurrences(s.pos)) != s.overruled {
		s.overruled = legality.NoEnding
	}
}

// ofClock reports whether a finding is about the clock.
func ofClock(c laws.Code) bool {
	return c == laws.ClockStopped || c == laws.FlagFall || c == laws.BothFlags || c == laws.PressWithoutEffect
}

// stoodAt lists the plies after which a position stood; 0 is the start.
func (s *state) stoodAt(p *legality.Position) (plies []int) {
	same := (*legality.Position).Same
	if s.rules().Has(laws.TopicSame, laws.SameMoves) {
		same = laws.SamePlay
	}
	for i := range len(s.past) + len(s.plies) {
		if same(s.after(i), p) {
			plies = append(plies, i)
		}
	}
	return plies
}

// after is the position after a ply of the game; 0 is the start.
func (s *state) after(ply int) *legality.Position {
	if ply < len(s.past) {
		return &s.past[ply]
	}
	return s.plies[ply-len(s.past)].After
}

// occurrences is how often a position has occurred, this time included.
func (s *state) occurrences(p *legality.Position) int { return len(s.stoodAt(p)) }

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
	Open      bool // it may be another ply
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
