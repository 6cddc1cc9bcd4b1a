package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// unfinishedIllegal reports that the player's pieces rest where no legal move puts them,
// and the clock is not pressed yet (7.5.1).
func (s *state) unfinishedIllegal() {
	u := &s.turn
	if u.held > 0 || len(u.resting) == 0 {
		return
	}
	for i := range u.resting {
		if r := &u.resting[i]; !r.released || pushed(r, &u.acts) && !s.wait(r.at+MadeRestMs) {
			return
		}
	}
	act, faults := s.pos.ExplainPlacement(&s.table)
	switch act.Kind {
	case legality.ActNone, legality.ActLegal, legality.ActVanished, legality.ActOpponentPiece, legality.ActSeveral:
		return
	}
	if u.misplay.Squares == act.Squares || laws.Unfinished(act.Kind) && s.pos.IsLegal(asQueen(act)) {
		return
	}
	if slices.ContainsFunc(s.otherwise(), func(o legality.Position) bool { return act.Move != legality.NoMove && o.IsLegal(act.Move) }) {
		return // it depends on what a pawn has become
	}
	f := laws.Finding{Code: laws.IllegalNotCompleted, Side: laws.PartyOf(s.side()), Ply: s.number(), Squares: act.Squares, Why: s.why(faults)}
	if act.Move != legality.NoMove {
		f.UCI, f.SAN = s.pos.UCI(act.Move), s.pos.SAN(act.Move)
	}
	u.misplay = s.say(f)
}

// pushMs is in how little time no hand lifts a piece and puts it on another square. Measured in blitz:
// in 124 of 124 quiet moves the lift came a scan of 225 ms before the drop, so that a hand rarely needs
// less than 200. In a scramble, as the second simulator judges it, nine in ten need more than 110.
const pushMs = 100

// pushed reports whether a piece was pushed to the next square.
func pushed(r *rest, acts *laws.Acts) bool {
	i := acts.Touched(r.from)
	return i >= 0 && r.at-acts.Touches[i].Lifted < pushMs && r.from.Distance(r.to) <= 1
}

// outside is what the player who does not have the move has put elsewhere since his ply stands.
func (s *state) outside() []rest {
	all, n := slices.Clip(s.ahead), len(s.plies)
	for i := range s.strays {
		p := &s.strays[i]
		if n > 0 && p.from <= 63 && p.at >= s.plies[n-1].MadeAt && s.pos.At(p.from).Is(s.side().Other()) && !pushed(&p.rest, &s.plies[n-1].acts) {
			all = append(all, p.rest)
		}
	}
	return all
}

// outOfTurn reports that the player who does not have the move has made one, and the other
// one has begun none (1.2, 7.5).
func (s *state) outOfTurn() {
	own := func(t laws.Touch) bool { return s.pos.At(t.Square).Is(s.side()) && !t.Back }
	moved := s.outside()
	if len(moved) != 1 || slices.ContainsFunc(s.turn.acts.Touches, own) || !s.heard(moved[0].at+s.r.cfg.RestMs+s.r.cfg.LateMs) {
		return
	}
	theirs := s.pos.WithTurn(s.side().Other())
	m := laws.MoveOf(&theirs, &laws.Release{From: moved[0].from, To: moved[0].to})
	switch {
	case !theirs.IsLegal(m), s.number() == 1 && s.rules().Has(laws.TopicFirst, laws.ByLot) && laws.IsArray(s.pos):
		return
	case s.turned(m):
		s.clock.open.waits = false // nothing that the board shows is what was done
		s.once(laws.Finding{Code: laws.BoardRotated, Level: laws.Suspected, Squares: m.From().Set() | m.To().Set()})
		return
	}
	squares := m.From().Set() | m.To().Set()
	if s.mayBeNoMove(m, moved[0].at) {
		s.once(laws.Finding{Code: laws.Displaced, Side: laws.Somebody, Squares: squares})
		return
	}
	f := laws.Finding{Code: laws.OutOfTurn, Level: laws.Certain, Side: laws.PartyOf(theirs.Turn()), UCI: theirs.UCI(m), SAN: theirs.SAN(m), Squares: squares,
		Remedy: s.restoring(laws.TopicTurn, laws.TopicRestore)}
	n := len(s.plies)
	goesOn := n > 0 && !s.plies[n-1].Completed && s.plies[n-1].Move.To() == m.From() // no press has shown that he had finished with that piece
	if beside(m) && !goesOn && !s.pressedSince(moved[0].at, theirs.Turn()) {
		if !slices.Contains(s.turn.said, laws.OutOfTurn) && s.turn.pushed == nil {
			s.turn.pushed = &f
			s.raise(squares)
			s.say(laws.Finding{Code: laws.Displaced, Level: laws.Arbiter, Side: laws.Somebody, Squares: squares, Remedy: s.restoring(laws.TopicKnocked, laws.TopicKnocked)})
		}
		return
	}
	if goesOn || s.mayBeInTurn(m, moved[0].at) {
		f.Level = laws.Arbiter
	}
	s.once(f)
}

// beside reports whether a move is one to the next square: a sleeve may have pushed the piece.
func beside(m legality.Move) bool { return m.From().Distance(m.To()) <= 1 }

// mayBeInTurn reports whether what looks like a move out of turn may be none: whose turn it is has not been
// shown since a takeback; the board may not have told the ply of the other player, who has pressed; or a sleeve has pushed
// the piece before that player pressed for his ply.
func (s *state) mayBeInTurn(m legality.Move, at int64) bool {
	o, n := &s.clock.open, len(s.plies)
	return s.turn.undone || s.clock.idled == s.number() || o.waits && o.side == s.side() || beside(m) && n > 0 && s.plies[n-1].DoneAt >= at
}

// pressedSince reports whether a player has pressed since some moment, and before the other one.
func (s *state) pressedSince(at int64, side placement.Color) bool {
	his, other := s.clock.levered[side], s.clock.levered[side.Other()]
	return his >= at && (other < at || other > his)
}

// restoring is the remedy that the position before the turn is restored, if the rule set
// covers a topic, with the article of another.
func (s *state) restoring(of, by laws.Topic) *laws.Remedy {
	if !s.rules().Settles(of) {
		return nil
	}
	return &laws.Remedy{Restore: s.pos.FEN(), Article: s.rules().Article(by)}
}

// presser finds out by a press who moved a piece of the player not having the move, if
// anybody's sleeve may have pushed it: that player, if he presses first.
func (s *state) presser(side placement.Color) {
	switch f := s.turn.pushed; {
	case f == nil:
	case f.Side == laws.PartyOf(side):
		s.turn.pushed = nil
		found := *f
		if n := len(s.plies); n > 0 && !s.plies[n-1].Completed {
			found.Level = laws.Arbiter // he presses for his ply
		}
		s.once(found)
	default:
		f.Side = laws.Somebody // a press that answers this one does not show who pushed the piece
	}
}

// mayBeNoMove reports whether a piece of the player who does not have the move need not have
// been moved: he may have held it since before he pressed, and kings go to the centre to show
// a result.
func (s *state) mayBeNoMove(m legality.Move, at int64) bool {
	if s.pos.At(m.From()).Kind() == legality.King && placement.Centre.Has(m.To()) {
		return true
	}
	lifted, n := s.early, len(s.plies)
	if len(s.ahead) == 0 {
		lifted = slices.Concat(s.turn.acts.Touches, s.plies[n-1].acts.Touches)
	}
	i := slices.IndexFunc(lifted, func(t laws.Touch) bool { return t.Square == m.From() })
	return i < 0 || n > 0 && s.plies[n-1].Completed && lifted[i].Lifted <= s.plies[n-1].DoneAt && at > s.plies[n-1].DoneAt
}

// asQueen returns the move of an unfinished act: a pawn left on the last rank is taken to
// become a queen.
func asQueen(act legality.Act) legality.Move {
	if act.Kind == legality.ActPromotionMissing {
		return legality.MakePromotion(act.Move.From(), act.Move.To(), legality.Queen)
	}
	return act.Move
}

// mend finishes a move that was not finished when the clock was pressed, once its pieces stand
// where they belong: what was found stays, and the game goes on with the move. Once the opponent has
// moved, the players may agree on that (A.5.2).
func (s *state) mend() {
	i := s.first()
	for n := len(s.plies) - 1; n >= 0 && i < 0 && s.rules().Stands(); n-- {
		if s.plies[n].Illegal {
			i = n
		}
	}
	if i < 0 {
		return
	}
	whole := s.plies[i].whole
	if laws.Unfinished(s.plies[i].act) {
		whole = asQueen(legality.Act{Kind: s.plies[i].act, Move: s.plies[i].Move})
	}
	if whole == legality.NoMove || !s.plies[i].Before.IsLegal(whole) {
		return
	}
	after := s.plies[i].Before.Play(whole)
	for left := placement.Differ(&s.plies[i].placed, after.Placement()); left != 0; {
		if sq := left.Pop(); s.table[sq] != s.pos.At(sq) || s.plies[i].Stands && s.table[sq] != after.At(sq) {
			return
		}
	}
	if after.Same(s.plies[i].After) {
		s.finish(i, whole, &after)
	}
}

// finish makes a move of an unfinished ply; what was found stays. If the board may still tell what
// was done before the press, the ply was finished before it, and is not charged.
func (s *state) finish(i int, m legality.Move, after *legality.Position) {
	p := s.change(i)
	p.plays(m)
	if p.After, p.Illegal, p.Stands = after, false, false; p.chargeAt > s.at {
		p.chargeAt = 0
	}
	p.Completed = p.Completed && s.rules().Completes()
}

// promotesAs finishes the last ply by another piece than the one that it was taken to promote
// to, and reports it where the pawn was to become a queen (7.5.2).
func (s *state) promotesAs(m legality.Move, after *legality.Position) {
	i := len(s.plies) - 1
	s.finish(i, m, after)
	s.pos = after
	p := s.plies[i]
	b := s.rules().Owed(p.Before, m, &p.acts)
	if b == nil {
		s.judgeBreaches(p)
		return
	}
	f := p.breaks(b)
	p.breach, p.owed, p.charge = true, true, &f
	s.say(f)
}

// putRight has one of the last two plies be another one: its piece had stood beside its square. That it was
// touched binds nobody. Whether it stood there for sure only somebody who has seen it can say.
func (s *state) putRight(a *track.Told) {
	s.exchange(a)
	s.table[a.Square], s.turn.returns = a.Piece, false
	if i := s.turn.acts.Touched(a.Home); i >= 0 {
		s.turn.acts.Touches = slices.Delete(s.turn.acts.Touches, i, i+1)
	}
	s.say(laws.Finding{Code: laws.Displaced, Level: laws.Arbiter, Side: laws.Somebody, Squares: a.Home.Set() | a.Square.Set()})
	if s.ending(s.plies[len(s.plies)-1]); s.ended == legality.NoEnding {
		s.bind()
	}
}

// exchange gives the last plies the moves that an act has in place of theirs.
func (s *state) exchange(a *track.Told) {
	line, n := a.Line(), len(s.plies)
	for i := 1; i <= min(n, len(line)) && *line[len(line)-i].After != *s.plies[n-i].After; i++ {
		l := line[len(line)-i]
		s.change(n - i).Before = l.Before
		s.finish(n-i, l.Move, l.After)
	}
	s.pos = a.After
}

// promotesTo is the promotion to another piece that an act makes of the last ply; NoMove if it does
// not change that.
func (s *state) promotesTo(a *track.Told) legality.Move {
	i, line := len(s.plies)-1, a.Line()
	if i < 0 || len(line) != len(s.plies) {
		return legality.NoMove
	}
	was, m := s.plies[i].Move, line[i].Move
	if m.Promotion() == legality.NoKind || m.Promotion() == was.Promotion() || was.From() != m.From() || was.To() != m.To() {
		return legality.NoMove
	}
	return m
}

// MadeRestMs is for how long a piece rests until its move has been made, if nothing else
// proves it, in milliseconds.
const MadeRestMs = 3000

// execute charges an irregular act that nobody has to complete: in a rule set without
// completion, or after a press that came before the board showed it, it has been done when its
// pieces have been released, or the opponent touches a piece of his own. A release does not
// execute an act that the player may still finish (FIDE 1971, 7).
func (s *state) execute() {
	u, o := &s.turn, &s.clock.open
	pressed := o.waits && o.found && o.side == s.side()
	if s.rules().Completes() && !pressed || u.executed != nil || len(u.resting) == 0 || u.held > 0 {
		return
	}
	table := s.table
	act, _ := s.pos.ExplainPlacement(&table)
	if act.Squares != u.misplay.Squares { // the opponent has begun to answer it
		table = s.unanswered()
		act, _ = s.pos.ExplainPlacement(&table)
	}
	unfinished := laws.Unfinished(act.Kind) && s.pos.IsLegal(asQueen(act))
	if !unfinished && (u.misplay.Squares == 0 || act.Squares != u.misplay.Squares) {
		return
	}
	answered := s.answered()
	if !answered && (unfinished || !s.wait(max(s.landed(), u.back)+MadeRestMs)) {
		return
	}
	after := s.pos.PlayPlacement(&table)
	p := s.irregularPly(&act, &table, &after)
	if pressed {
		o.waits, p.late, p.Completed, p.DoneAt = false, true, true, o.at
	}
	plies := s.plies
	s.plies = append(slices.Clip(plies), p)
	s.charge(len(plies), s.levelOf(p))
	u.executed, s.plies = s.plies[len(plies)], plies
}

// unanswered is what stands on the board, but for what the opponent has begun.
func (s *state) unanswered() placement.Placement {
	table := s.table
	for _, p := range s.ahead {
		table[p.from], table[p.to] = s.pos.At(p.from), s.pos.At(p.to)
	}
	for _, t := range s.early {
		if table[t.Square] == placement.Empty {
			table[t.Square] = s.pos.At(t.Square)
		}
	}
	return table
}

// answered reports whether the opponent has touched a piece of his own since the pieces of the
// ply that is being made were put down.
func (s *state) answered() bool {
	landed := s.landed()
	for _, t := range s.turn.acts.Touches {
		if s.pos.At(t.Square).Is(s.side().Other()) && t.Lifted > landed && (t.Back || s.wait(t.Lifted+bounceMs)) {
			return true
		}
	}
	return false
}

// standsByTouch lets what has been executed stand once the opponent has touched a piece
// (Bilguer §4).
func (s *state) standsByTouch() {
	x := s.turn.executed
	if x == nil || x.Stands || !s.rules().Has(laws.TopicTooLate, laws.AtTouch) || s.barred(x) || !s.answered() {
		return
	}
	p := *x
	p.Stands = true
	s.turn.executed = &p
	s.sayOf(&p, laws.IllegalStands, laws.Info)
}

// answer judges the ply by which the opponent has answered what stands, once its piece has been released: the
// story need not have completed either yet.
func (s *state) answer() {
	s.replied = nil
	x := s.turn.executed
	if x == nil || !x.Stands || len(s.ahead) == 0 {
		return
	}
	act, _ := x.After.ExplainPlacement(&s.table)
	if act.Kind != legality.ActLegal || !s.heard(s.ahead[len(s.ahead)-1].at+s.r.cfg.RestMs) {
		return
	}
	n, after := *s, x.After.Play(act.Move)
	n.plies = append(slices.Clip(s.plies), x)
	n.opened(x.After)
	n.made(act.Move, &after)
	s.replied, s.open, s.due = n.plies[len(n.plies)-1], n.open, n.due
}

// undo begins the turn again when what has been executed is put back: what the player has done
// for it binds the move that replaces it.
func (s *state) undo() {
	x := s.turn.executed
	if x == nil || x.Stands || s.table != *s.pos.Placement() {
		return
	}
	acts := x.acts
	s.replaces = &acts
	s.beginTurn(s.pos)
}

// stands lets an illegal ply stand that the opponent has answered, where the rule set has it
// so (A.5.2). One that was answered before its press, or that nobody has pressed, is for the
// arbiter, until both players have gone on and another ply is made.
func (s *state) stands() {
	i := s.first()
	if i < 0 {
		return
	}
	unpressed := !s.plies[i].Completed && s.rules().Completes()
	if unpressed && s.plies[i].charge == nil {
		s.charge(i, laws.Arbiter)
	}
	goneOn := i+2 < len(s.plies) && s.plies[i+2].Completed // its player has played and pressed again
	if s.clock.used && (unpressed || s.plies[i].answered) && !goneOn || !s.rules().Stands() || s.barred(s.plies[i]) {
		return
	}
	p := s.change(i)
	p.Stands = true
	s.sayOf(p, laws.IllegalStands, laws.Info)
}
