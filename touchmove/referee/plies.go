package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// Ply is what a player has played, as far as the Laws count it.
type Ply struct {
	Number    int // from 1
	Side      placement.Color
	Move      legality.Move // NoMove: no single move describes it
	Before    *legality.Position
	After     *legality.Position
	Illegal   bool // no legal move, or an unfinished one when the clock was pressed
	Completed bool
	Stands    bool // it is illegal, and too late to correct
	Open      bool // it may be another capture
	Unseen    bool // it was made while the board was not heard
	MadeAt    int64
	DoneAt    int64 // when its clock was pressed, or its player made the next one; -1 it was not completed

	acts     laws.Acts           // what its player had touched and released
	act      legality.ActKind    // of an illegal ply
	placed   placement.Placement // what stood on the board after it
	breach   bool                // of Article 4
	answered bool                // before its clock was pressed: whether it stands is for the arbiter
	charge   *laws.Finding       // about the breach, or the illegal move
}

// State is how far a ply has come, as messages write it.
func (p *Ply) State() string {
	switch {
	case p.Stands:
		return "illegal_stands"
	case p.Illegal && p.Completed:
		return "illegal_completed"
	case p.Illegal:
		return "illegal_made"
	case p.Completed:
		return "completed"
	}
	return "made"
}

// complete judges a ply that the story completes.
func (s *state) complete(a *track.Told) {
	switch a.Kind {
	case track.Complete:
		s.made(a.Move, a.After)
		if s.r.cfg.Occupancy && a.Move.Promotion() != legality.NoKind {
			f := s.about(&s.plies[len(s.plies)-1])
			f.Code, f.Level = laws.PromotionPieceUnknown, laws.Arbiter
			s.say(f)
		}
	case track.Unfinished:
		s.irregular(&s.table, a.After)
	default:
		s.irregular(a.After.Placement(), a.After)
	}
}

// shown judges the ply that the table shows, once its pieces have rested.
func (s *state) shown(m legality.Move) {
	if s.turn.held > 0 || slices.ContainsFunc(s.turn.resting, func(r rest) bool { return !r.released }) {
		return
	}
	after := s.pos.Play(m)
	s.made(m, &after)
}

// made judges a legal ply that has been made.
func (s *state) made(m legality.Move, after *legality.Position) {
	for i := range s.turn.resting { // what follows proves that the hand has left them
		if !s.turn.resting[i].released {
			s.release(i)
		}
	}
	p := Ply{Number: s.number(), Side: s.side(), Move: m, Before: s.pos, After: after, MadeAt: s.landed(), DoneAt: -1, acts: s.turn.acts}
	f := s.about(&p)
	f.Code = laws.MoveMade
	s.say(f)
	if captured := s.pos.Captured(m); s.turn.unseen == m && captured != placement.NoSquare && s.r.cfg.Occupancy {
		f.Code = laws.CaptureInferred
		s.say(f)
	}
	if halfCastled(s.pos, m) {
		f.Code = laws.Ambiguous960Castle
		s.say(f)
	}
	s.byNext()
	s.judgeBreaches(&p)
	s.replies(&p)
	s.stands()
	s.claim = 0
	s.add(p)
	s.judgePersistence(p.Before, p.After)
	s.ending(&s.plies[len(s.plies)-1])
	s.opened(after)
}

// landed is when the last piece of the ply was put down.
func (s *state) landed() int64 {
	at := int64(-1)
	for i := range s.turn.resting {
		at = max(at, s.turn.resting[i].at)
	}
	if at < 0 {
		return s.at
	}
	return at
}

// halfCastled reports whether a king's move may be the first half of castling, too
// (Guidelines II.3.2.4).
func halfCastled(p *legality.Position, m legality.Move) bool {
	return p.Chess960() && slices.ContainsFunc(p.AppendMovesFrom(nil, m.From()), func(o legality.Move) bool {
		return o.IsCastling() && !m.IsCastling() && o.KingTo() == m.To()
	})
}

// contested reports that the last ply may be another capture: a board that names no pieces
// need not show which piece was captured.
func (s *state) contested(v track.View) {
	i := len(s.plies) - 1
	if i < 0 || !s.r.cfg.Occupancy || s.plies[i].Before.Captured(s.plies[i].Move) == placement.NoSquare {
		return
	}
	f := s.about(&s.plies[i])
	for _, m := range v.Rivals(i + 1) {
		if s.plies[i].Before.Captured(m) != placement.NoSquare {
			s.change(i).Open = true
			f.Text += " or " + s.plies[i].Before.SAN(m)
		}
	}
	if s.plies[i].Open {
		f.Code, f.Level, f.Text = laws.AmbiguousCapture, laws.Arbiter, f.SAN+f.Text
		f.UCI, f.SAN = "", ""
		s.say(f)
	}
}

// about is a finding about a ply.
func (s *state) about(p *Ply) laws.Finding {
	f := laws.Finding{Side: laws.PartyOf(p.Side), Ply: p.Number}
	if p.Move != legality.NoMove {
		f.UCI, f.SAN = p.Before.UCI(p.Move), p.Before.SAN(p.Move)
	}
	return f
}

func (s *state) add(p Ply) {
	s.plies = append(slices.Clip(s.plies), p)
	if o := &s.clock.open; o.waits && o.side == p.Side {
		o.waits = false
		s.completes(len(s.plies) - 1)
	}
}

// opened begins the turn after a ply. What its player has touched while the opponent was
// still moving, he has touched in it.
func (s *state) opened(after *legality.Position) {
	early := s.early
	s.begins(after)
	s.replaces = nil
	for _, t := range early {
		if s.pos.At(t.Square).Is(s.side()) {
			s.turn.held++
			s.touch(t.Square, t.At)
		}
	}
}

// byNext completes the same player's ply before this one if it was never pressed
// (6.2.1.2).
func (s *state) byNext() {
	i := len(s.plies) - 2
	if i < 0 || s.plies[i].Completed || s.plies[i].Illegal || !s.rules().Settles(laws.TopicNextMove) {
		return
	}
	p := s.change(i)
	p.Completed, p.DoneAt = true, s.at
	f := s.about(&s.plies[i])
	f.Code = laws.CompletedByNextMove
	s.say(f)
}

// change is a ply that is going to be changed: earlier states keep what it was.
func (s *state) change(i int) *Ply {
	s.plies = slices.Clone(s.plies)
	return &s.plies[i]
}

// judgeBreaches reports breaches of Article 4 by a ply.
func (s *state) judgeBreaches(p *Ply) {
	for _, b := range s.rules().Breaches(&laws.Played{Before: s.pos, Move: p.Move, Acts: p.acts, Bound: s.replaces}) {
		f := s.about(p)
		f.Code, f.Level, f.Article, f.Evidence = b.Code, b.Level, b.Article, b.Rests
		f.MarkCastling(s.pos)
		p.breach = true
		if s.rules().Settles(laws.TopicTouchClaim) {
			s.object = p.Number + 1
		}
		s.once(f)
		p.charge = &f
	}
}

// replies reports that a ply is made before the one that it answers is completed.
func (s *state) replies(p *Ply) {
	n := len(s.plies)
	if n == 0 || !s.clock.used || s.plies[n-1].Completed || !s.rules().Settles(laws.TopicEarlyReply) {
		return
	}
	f := s.about(p)
	f.Code = laws.ReplyBeforePress
	s.say(f)
}

// ending reports that a ply ends the game, or else what can be claimed after it.
func (s *state) ending(p *Ply) {
	times := s.occurrences(p.After)
	e := s.endingOf(p.After, times)
	if e == legality.NoEnding {
		s.judgeClaims(p.After, times, p.Number, p.Completed)
		s.judgeUnchanged()
		s.claimsByMove(p.After, p.Number+1)
		s.judgeSeries(p.Number)
		return
	}
	f := s.about(p)
	f.Code, f.Level = laws.CodeOfEnding(e), laws.Certain
	if e != legality.Checkmate {
		f.Side = laws.Both
	}
	way := s.rules().Way(laws.TopicOfEnding(e))
	if ends := way != laws.NotAtOnce && !(way == laws.InAccord && p.breach) && !s.toBeCorrected(); ends {
		last := s.change(len(s.plies) - 1)
		last.Completed, last.DoneAt = true, max(last.DoneAt, s.at)
		s.result = resultOf(e, p.Side)
	} else {
		f.Level = laws.Arbiter
	}
	s.say(f)
}

func resultOf(e legality.Ending, winner placement.Color) string {
	if e == legality.Checkmate {
		return laws.LostBy(winner.Other())
	}
	return "1/2-1/2"
}

// endingOf returns how a position ends the game under the rule set in force.
func (s *state) endingOf(p *legality.Position, times int) legality.Ending {
	e := legality.Judge(p, times)
	later := e == legality.NoEnding || e > legality.DeadPosition
	if later && s.rules().Settles(laws.TopicDead) && p.QuickDead() {
		e = legality.DeadPosition
	}
	if e != legality.NoEnding && s.rules().Settles(laws.TopicOfEnding(e)) {
		return e
	}
	return legality.NoEnding
}

// begin reports what holds before anything is done.
func (s *state) begin() {
	if s.begun {
		return
	}
	s.begun = true
	s.judgeClaims(s.pos, s.occurrences(s.pos), len(s.past)-1, true)
	s.judgeUnchanged()
	s.judgeBothKings(s.pos)
	s.judgeArray()
}
