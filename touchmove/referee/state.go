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

// begins begins a turn.
func (s *state) begins(p *legality.Position) {
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
