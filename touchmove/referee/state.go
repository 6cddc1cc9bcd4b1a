package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// state is what has come about up to an act: a value that is never changed once the act
// has been judged, so that several stories may go on from it. Slices in it are copied
// before an element changes.
type state struct {
	r     *Referee
	at    int64
	begun bool
	moves []legality.Move     // played before the log
	past  []legality.Position // of the game, before plies: where it starts, and after each move before the log
	pos   *legality.Position  // in which the ply that is being made began
	table placement.Placement // what stands where
	idle  bool                // no game is seen in what the board shows
	turn  turn                // of the player having the move
	early []laws.Touch        // what the other player has touched meanwhile
	ahead []rest              // and put elsewhere
	plies []Ply
	clock clock
	flags flags
	asks  bool // a flag waits for the answer to a question

	illegal  [2]int // completed illegal moves before the log, by Color
	forgiven int    // how many offences were of an earlier game
	first    int    // index of the first irregular ply that does not stand; -1 none
	replaces *laws.Acts
	claim    legality.Claim // what the player having the move may claim
	object   int            // the ply whose player may object to the one before it; 0 none
	showing  laws.Finding   // about the ply that the table shows; only in the present state
	obliged  laws.Finding   // what bound a player last
	result   string
	persists bool           // a position of A.5.4 has been reported a second time
	strays   []stray        // pieces of the opponent that stand where no move put them
	parts    []Part         // of the story, before the present one
	due      int64          // when time will change something; 0: it will not
	found    []laws.Finding // by this act, or by the time before it
	held     []laws.Finding // the same, not told while the clocks stand still
}

func newState(r *Referee, p *legality.Position) *state {
	s := &state{r: r, moves: r.cfg.Moves, past: r.past, pos: p, table: *p.Placement(), first: -1, illegal: r.cfg.Illegal, result: "*", replaces: r.cfg.Replaces}
	s.clock.runs, s.clock.used = p.Turn(), r.cfg.HasClock
	return s
}

// number is that of the ply that is being made.
func (s *state) number() int { return len(s.past) + len(s.plies) }

func (s *state) side() placement.Color { return s.pos.Turn() }

func (s *state) rules() *laws.Rules { return s.r.cfg.Rules }

// say adds a finding. If it names no article, it gets those of the rule set. Where the rule
// set does not cover the matter, nothing is certain.
func (s *state) say(f laws.Finding) {
	if f.Article == "" {
		f.Article = s.rules().Cites(f.Code)
	}
	if f.Article == "" {
		f.Article = laws.TextSilent
		if f.Level != laws.Info {
			f.Level = laws.Arbiter
		}
	}
	s.found = append(s.found, f)
}

// once adds a finding whose code is reported only once in a turn.
func (s *state) once(f laws.Finding) {
	if !slices.Contains(s.turn.said, f.Code) {
		s.turn.said = append(slices.Clip(s.turn.said), f.Code)
		s.say(f)
	}
}

// next is the state after an act. What the clock told before it comes first.
func (s *state) next(a *track.Told) *state {
	n := *s
	n.found, n.held, n.due = nil, nil, 0
	n.begin()
	for n.clock.heard < len(n.r.clocks) && n.r.clocks[n.clock.heard].event < laws.Event(a.Event) {
		n.hear()
	}
	n.pass(a.At)
	if n.result == "*" || a.Kind == track.NewGame {
		n.take(a)
		if a.Kind == track.Press { // what follows in the same report comes after it
			for n.clock.heard < len(n.r.clocks) && n.r.clocks[n.clock.heard].event <= laws.Event(a.Event) {
				n.hear()
			}
		}
		switch a.Kind {
		case track.Lift, track.Put, track.Swap, track.Return, track.Bring, track.Straighten, track.Resume:
			n.mend()
		}
	}
	return &n
}

// until is the state when time has gone on after the last act, with the ply that the
// table shows.
func (s *state) until(now int64, v track.View) *state {
	n := *s
	n.found, n.held, n.due = nil, nil, 0
	n.begin()
	for n.clock.heard < len(n.r.clocks) {
		n.hear()
	}
	n.pass(now)
	if m := v.Shown(); m != legality.NoMove && n.result == "*" {
		n.showing = n.about(&Ply{Number: n.number(), Side: n.side(), Move: m, Before: n.pos})
		n.shown(m)
	}
	n.judgeHand()
	n.contested(v)
	return &n
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

// take judges an act.
func (s *state) take(a *track.Told) {
	if a.Kind != track.Complete && a.Kind != track.Unfinished && a.Kind != track.Irregular {
		s.judgeHand() // what is part of a ply is judged with it
	}
	switch a.Kind {
	case track.Lift, track.LateLift:
		s.table[a.Square] = placement.Empty
		s.unstray(a.Square)
		s.lift(a)
	case track.Put, track.Pass, track.Displace, track.Swap:
		if a.Captured() || a.Kind == track.Swap && a.Piece == s.table[a.Square] {
			return // it leaves the square to the piece that captures it
		}
		s.table[a.Square] = a.Piece
		if a.Kind == track.Displace && a.Stray() && a.Piece.Is(s.side().Other()) {
			s.strayed(a)
		}
		s.put(a)
	case track.Return, track.Straighten:
		s.unstray(a.Square)
		if a.Kind == track.Straighten && s.table[a.Square] == a.Piece { // it is lifted to be put right
			s.table[a.Square] = placement.Empty
			return
		}
		s.table[a.Square] = a.Piece
		s.back(a)
		s.undo()
	case track.Carry:
		s.table[a.Square] = a.Piece
	case track.Bring:
		s.promote(a)
	case track.Unseen:
		s.table[a.Square], s.table[a.Home] = a.Piece, placement.Empty
		s.unseen(a)
	case track.Complete, track.Unfinished, track.Irregular:
		s.complete(a)
	case track.Signal:
		if a.After != nil { // plies by which the kings came there are none
			s.goTo(a)
		}
		s.say(laws.Finding{Code: laws.ResultSignal})
		s.strays, s.idle = nil, true
	case track.Leave, track.Follow:
		s.idle = true
	default:
		if a.After != nil {
			s.goTo(a)
		}
	}
}

// goTo goes on from another position: plies were taken back, another game begins, plies
// were played while the board was not heard.
func (s *state) goTo(a *track.Told) {
	if s.first >= 0 && a.Plies <= s.first && a.Kind != track.NewGame {
		acts := s.plies[s.first].acts
		s.replaces, s.first = &acts, -1
	}
	if a.Kind == track.NewGame || a.Kind == track.Restart {
		s.parts = append(slices.Clip(s.parts), Part{s.past[0], s.plies, s.result, a.Kind == track.NewGame})
		s.moves, s.past, s.plies = nil, []legality.Position{*a.After}, nil
		s.result, s.first, s.replaces = "*", -1, nil
		if a.Kind == track.NewGame {
			s.illegal, s.forgiven = [2]int{}, len(s.r.offences)
		}
	}
	s.plies = s.played(a.Line())
	s.clock.unknown, s.idle = true, false
	s.begins(a.After)
	s.table, s.strays = *a.After.Placement(), nil
}

// played is the plies on the way to where the game stands now: those that have been judged,
// as far as they are the same, and others that nobody has seen.
func (s *state) played(line []track.Link) []Ply {
	n := 0
	for n < len(line) && n < len(s.plies) && *line[n].After == *s.plies[n].After {
		n++
	}
	plies := slices.Clone(s.plies[:n])
	for _, l := range line[n:] {
		plies = append(plies, Ply{Number: len(s.past) + len(plies), Side: l.Before.Turn(), Move: l.Move, Before: l.Before, After: l.After,
			Illegal: l.Move == legality.NoMove, Unseen: true, MadeAt: s.at, DoneAt: -1})
	}
	return plies
}

// begins begins a turn.
func (s *state) begins(p *legality.Position) {
	s.pos, s.turn, s.early, s.ahead = p, turn{}, nil, nil
}
