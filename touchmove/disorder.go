package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// disorder holds the reported pieces that stand where no move put them.
type disorder struct {
	squares placement.Set
	code    Code
	uci     string // the move out of turn, if code says so
	since   int64
	number  int           // of the ply that was to be played then
	raised  bool          // reported to the arbiter
	silent  placement.Set // squares that show empty although nothing took their piece away
	pushed  Finding       // out_of_turn, if that player's own press follows; NoCode if there is no such question
}

// judgeBoard reports what the hands have done that is no legal move: an illegal move not
// completed, a move out of turn, displaced pieces.
func (t *Tracker) judgeBoard() {
	l := t.bestHypothesis()
	t.clearDisorder(l)
	t.scanUnexplained = t.scanUnexplained && l.diff != 0
	if l.diff == 0 || l.open || t.waiting() || t.turnOf(l) < l.n {
		return
	}
	t.judgeSilent(l)
	if !t.after(t.board.last + t.cfg.RestMs) {
		return
	}
	if t.judgeDesync(l) {
		return
	}
	if t.takenBack() {
		if l.diff&^t.disorder.squares != 0 {
			t.displaced(l.diff) // nothing proves that play goes on from there
		}
		t.escalate()
		return
	}
	if aside := l.pushed &^ t.disorder.squares; aside != 0 && !t.halfDone(l) {
		t.displaced(aside)
	}
	after, changed := t.shownBy(l, l.pushed)
	changed &^= t.disorder.squares
	t.judgeLeft(l, changed)
	if changed == 0 {
		t.escalate()
		return
	}
	act, faults := l.pos().ExplainPlacement(&after)
	t.judgeAct(l, act, faults)
	t.escalate()
}

// halfDone reports whether the board shows part of a legal move beyond a hypothesis: then
// no piece is displaced.
func (t *Tracker) halfDone(l *hypothesis) bool {
	after, _ := t.shownBy(l, 0)
	act, _ := l.pos().ExplainPlacement(&after)
	return laws.Unfinished(act.Kind) && l.pos().IsLegal(withPromotion(act))
}

// judgeLeft reports pieces that have stood where no move put them since before the turn
// began, such as a captured piece that was put down beside its square (7.6).
func (t *Tracker) judgeLeft(l *hypothesis, changed placement.Set) {
	left := placement.Set(0)
	for rest := l.diff &^ (changed | t.disorder.squares); rest != 0; {
		sq := rest.Pop()
		stands := l.pos().At(sq) == placement.Empty && t.board.sensed[sq] != placement.Empty
		if stands && !t.liftLost(sq) && t.after(t.board.at[sq]+t.cfg.MadeRestMs) {
			left |= sq.Set()
		}
	}
	if left != 0 {
		t.displaced(left)
	}
}

// liftLost reports whether a square still shows the piece that one of the last plies took
// from it. Without a clock no press has proved which piece moved.
func (t *Tracker) liftLost(sq placement.Square) bool {
	last := len(t.plies) - 1
	for i := last; t.clock.used && i >= 0 && i > last-liftPlies && t.plies[i].MadeAt > t.board.at[sq]; i-- {
		if m := t.plies[i].Move; m.From() == sq || m.IsCastling() && m.To() == sq {
			return true
		}
	}
	return false
}

// liftPlies is how many plies back liftLost looks; a full scan corrects a lost lift sooner.
const liftPlies = 16

// judgeDesync reports that a scan after a gap shows a position to which no continuation of
// the known game leads: pieces were moved while the board was not connected.
func (t *Tracker) judgeDesync(l *hypothesis) bool {
	if !t.scanUnexplained || t.disorder.code == Desync {
		return t.disorder.code == Desync
	}
	t.scanUnexplained = false
	if l.diff.Len() < 2 {
		return false
	}
	t.disorder = disorder{squares: l.diff, code: Desync, since: t.now, number: t.turn.number, raised: true, silent: t.disorder.silent}
	f := Finding{Code: Desync, Level: Arbiter, Side: Both, Squares: l.diff, Text: "pieces were moved while there was no contact with the board, and no short series of moves explains it"}
	t.raise(t.say(f))
	return true
}

// judgeAct classifies an act at rest.
func (t *Tracker) judgeAct(l *hypothesis, act legality.Act, faults []legality.Fault) {
	p := l.pos()
	if t.kingOff(p, l.turnSeq(l.n)) {
		return // the player is castling, with a hand still on the king
	}
	switch act.Kind {
	case legality.ActNone, legality.ActLegal, legality.ActVanished:
		return
	case legality.ActOpponentPiece:
		if !t.ownTouch(p, act) {
			t.judgeOtherSide(p, act)
			return
		}
	case legality.ActSeveral:
		t.displaced(act.Squares)
		return
	}
	t.extendIrregular(t.index(l), t.costs.irregular)
	if laws.Unfinished(act.Kind) && p.IsLegal(withPromotion(act)) {
		return
	}
	var buf [8]promoted
	if t.unknown(buf[:]).any(p, func(other *legality.Position) bool { return act.Move != legality.NoMove && other.IsLegal(act.Move) }) {
		return // it depends on the piece of a promotion that the board has not seen
	}
	f := Finding{Code: IllegalNotCompleted, Side: laws.PartyOf(p.Turn()), Ply: t.spine.Len() + l.n + 1, Squares: act.Squares}
	if act.Move != legality.NoMove {
		m := t.asSeen(act.Move)
		f.UCI, f.SAN = p.UCI(m), p.SAN(m)
	}
	for _, fault := range faults {
		f.Why = append(f.Why, Reason{Article: t.cfg.Rules.FaultArticle(fault), Text: fault.Text()})
	}
	if t.turn.illegal != act.Squares {
		t.turn.illegal, t.turn.found = act.Squares, f
		t.say(f)
	}
}

// withPromotion returns the move of an unfinished act. A pawn left on the last rank may
// become anything; this takes a queen.
func withPromotion(act legality.Act) legality.Move {
	if act.Kind == legality.ActPromotionMissing {
		return legality.MakePromotion(act.Move.From(), act.Move.To(), legality.Queen)
	}
	return act.Move
}

// judgeOtherSide reports that a piece of the player not having the move has moved: out of
// turn if that is a move for its player, else displaced.
func (t *Tracker) judgeOtherSide(p *legality.Position, act legality.Act) {
	side := p.Turn().Other()
	if t.board.occupancy && t.spine.Len() == 0 && looksTurned(p) && mirroredLegal(p, act.Move) {
		t.rotated = true
		t.disorder.squares, t.disorder.raised = t.disorder.squares|act.Squares, true
		t.sayOnce(Finding{Code: BoardRotated, Level: Suspected, Side: Both, Squares: act.Squares})
		return
	}
	theirs := p.WithTurn(side)
	if t.beginsOtherwise(t.bestHypothesis(), act.Move) {
		t.beginOtherwise()
		return
	}
	toCentre := p.At(act.Move.From()).Kind() == legality.King && centre.Has(act.Move.To()) // perhaps to show a result
	if !theirs.IsLegal(act.Move) || t.putsBack(act.Move) || toCentre || t.liftedBefore(act.Move) {
		t.displaced(act.Squares)
		return
	}
	if d := &t.disorder; d.code == OutOfTurn && d.uci == theirs.UCI(act.Move) {
		d.squares |= act.Squares // the rook has followed its king
		return
	}
	f := Finding{Code: OutOfTurn, Level: Certain, Side: laws.PartyOf(side), Squares: act.Squares,
		UCI: theirs.UCI(act.Move), SAN: theirs.SAN(act.Move), Remedy: t.restoredTo(p, laws.TopicTurn, laws.TopicRestore)}
	if n := len(t.plies); n > 0 && t.plies[n-1].State == StateMade && t.plies[n-1].Move.To() == act.Move.From() {
		f.Level = Arbiter // no press has shown that the player had finished with that piece
	}
	if t.otherwise(act.Move) {
		f.Level = Arbiter
	}
	if f.Level == Certain && adjacent(act.Move.From(), act.Move.To()) && t.pressedAt[side] < t.board.quietSince(act.Squares) {
		t.mayBePushedBy(f)
		return
	}
	t.outOfTurn(f)
}

// outOfTurn reports a move out of turn.
func (t *Tracker) outOfTurn(f Finding) {
	t.disorder = disorder{squares: t.disorder.squares | f.Squares, code: OutOfTurn, uci: f.UCI, since: t.now, number: t.turn.number, raised: true, silent: t.disorder.silent}
	t.raise(t.say(f))
}

// mayBePushedBy leaves it to the arbiter if a piece went to a neighbouring square, because
// anybody's sleeve may have pushed it there. If its player presses next, f is the finding
// for that player.
func (t *Tracker) mayBePushedBy(f Finding) {
	t.disorder = disorder{squares: t.disorder.squares | f.Squares, code: Displaced, since: t.now, number: t.turn.number, raised: true, silent: t.disorder.silent, pushed: f}
	remedy := t.restoredTo(t.bestHypothesis().pos(), laws.TopicKnocked, laws.TopicKnocked)
	t.raise(t.say(Finding{Code: Displaced, Level: Arbiter, Side: Somebody, Squares: t.disorder.squares, Remedy: remedy}))
}

// judgePresser finds out by the next press who moved a piece of the player not having the
// move. If that player presses, the finding against that player holds. If the other player
// presses, a finding that names the first one is no longer certain.
func (t *Tracker) judgePresser(side placement.Color) {
	t.pressedAt[side] = t.now
	d := &t.disorder
	f := d.pushed
	d.pushed = Finding{}
	switch {
	case d.squares == 0 || d.number != t.turn.number:
	case f.Code != NoCode && f.Side == laws.PartyOf(side):
		t.clearAlert(Displaced)
		t.outOfTurn(f)
	case d.code == OutOfTurn:
		t.doubtAlert(OutOfTurn, laws.PartyOf(side.Other()))
	}
}

// doubtAlert leaves to the arbiter what an alert reports about a player.
func (t *Tracker) doubtAlert(code Code, of Party) {
	for i := range t.alerts {
		if a := &t.alerts[i]; a.Code == code && a.Finding.Side == of && a.Finding.Level == Certain {
			a.Finding.Level = Arbiter
			t.touchGame()
		}
	}
}

// liftedBefore reports whether a piece that was put down after the last press was off its
// square before it: then it was knocked over, or moved out of the way.
func (t *Tracker) liftedBefore(m legality.Move) bool {
	n := len(t.plies)
	if n == 0 || t.plies[n-1].State != StateCompleted {
		return false
	}
	pressed := t.plies[n-1].CompletedAt
	return t.board.at[m.From()] <= pressed && pressed < t.board.at[m.To()]
}

// otherwise reports whether another near hypothesis explains the whole board, or explains
// more of it with the move played in turn.
func (t *Tracker) otherwise(m legality.Move) bool {
	best := t.bestHypothesis()
	limit := best.total() + 2*t.costs.margin
	return slices.ContainsFunc(t.hypotheses, func(l hypothesis) bool {
		played := slices.ContainsFunc(l.steps[:l.n], func(s step) bool { return s.legal() && s.move == m })
		return l.total() <= limit && (l.residual == 0 || played && l.residual < best.residual)
	})
}

// looksTurned reports whether a board of occupancy shows the same position if it lies the
// other way round.
func looksTurned(p *legality.Position) bool {
	pieces := p.Placement().Occupied()
	for rest := pieces; rest != 0; {
		if !pieces.Has(rest.Pop().Rotated()) {
			return false
		}
	}
	return true
}

// mirroredLegal reports whether a move would be legal if the board lay the
// other way round.
func mirroredLegal(p *legality.Position, m legality.Move) bool {
	return p.IsLegal(legality.MakeMove(m.From().Rotated(), m.To().Rotated()))
}

// putsBack reports whether a piece returns to the square from which the last ply took it.
func (t *Tracker) putsBack(m legality.Move) bool {
	n := len(t.plies)
	return n > 0 && t.plies[n-1].Move.From() == m.To() && t.plies[n-1].Move.To() == m.From()
}

func (t *Tracker) displaced(squares placement.Set) {
	t.disorder.squares |= squares
	t.disorder.code, t.disorder.since, t.disorder.number, t.disorder.raised = Displaced, t.now, t.turn.number, false
	t.say(Finding{Code: Displaced, Side: Somebody, Squares: t.disorder.squares})
}

// escalate raises displaced pieces to the arbiter when play goes on over them, or when
// nobody has put them right for a while.
func (t *Tracker) escalate() {
	d := &t.disorder
	if d.squares == 0 || d.raised {
		return
	}
	if t.turn.number <= d.number && !t.after(d.since+disorderMs) {
		return
	}
	d.raised = true
	f := Finding{Code: Displaced, Level: Arbiter, Side: Somebody, Squares: d.squares}
	if t.turn.number > d.number && t.cfg.Rules.Settles(laws.TopicDisplaced) {
		f.Remedy = t.restoring(min(d.number-1, t.spine.Len()+t.bestHypothesis().n)) // play has gone on over it; some of the plies may have been taken back
		f.Remedy.Article = t.cfg.Rules.Article(laws.TopicDisplaced)
	} else {
		f.Remedy = t.restoredTo(t.bestHypothesis().pos(), laws.TopicKnocked, laws.TopicKnocked)
	}
	t.raise(t.say(f))
}

// restoredTo returns the remedy of putting the pieces back as they stood in a position,
// with the article of a topic; nil if the rule set does not cover the topic.
func (t *Tracker) restoredTo(p *legality.Position, of, by laws.Topic) *Remedy {
	if !t.cfg.Rules.Settles(of) {
		return nil
	}
	return &Remedy{Restore: p.FEN(), Article: t.cfg.Rules.Article(by)}
}

// clearDisorder forgets what has been put right.
func (t *Tracker) clearDisorder(l *hypothesis) {
	d := &t.disorder
	d.silent &= l.diff
	if d.squares == 0 || d.squares&l.diff != 0 {
		return
	}
	t.clearAlerts(func(c Code) bool { return c == Displaced || c == OutOfTurn || c == Desync })
	if d.code == Desync {
		t.say(Finding{Code: Resync, Side: Both, Squares: d.squares})
	}
	*d = disorder{silent: d.silent}
}

// judgeSilent reports squares that have shown empty for a while although play went on: a
// piece without its tag, or a dead sensor.
func (t *Tracker) judgeSilent(l *hypothesis) {
	p := l.pos().Placement()
	for rest := l.diff &^ (t.disorder.silent | t.disorder.squares); rest != 0; {
		sq := rest.Pop()
		if t.board.sensed[sq] != placement.Empty || t.board.seqOf[sq] >= l.turnSeq(l.n) {
			continue
		}
		if _, at := t.otherwiseSince(l, sq); p[sq] != placement.Empty && t.after(at+disorderMs) {
			t.disorder.silent |= sq.Set()
			if t.unreadByAll(sq) {
				t.board.dead |= sq.Set()
			}
			t.say(Finding{Code: SensorFault, Side: Both, Squares: sq.Set(), Text: "reads empty, though no move has taken the piece away"})
		}
	}
}

// A hand pushes another piece aside on its way to the piece that it moves, or on its way
// back.
const (
	besideChanges = 6    // how many changes of the board watchPushes looks back for the piece that the hand moves
	besideMs      = 5000 // and how long: a hand may hold a piece for some seconds

	// beforeMs is how long before its lift a drop may be reported. A sweep of all squares
	// in 400 ms comes from one square to its neighbours within 60 ms, and a radio adds a
	// little.
	beforeMs = 90
)

// watchPushes looks among the last changes for pieces that went to a neighbouring square
// faster than a hand moves pieces, while another piece was moved next to them.
func (t *Tracker) watchPushes() {
	b := &t.board
	for c := range b.since(max(t.opened, b.seq-earlyChanges)) {
		if !c.lift() && !c.scan && b.seqOf[c.sq] == c.seq && !t.pushes.Has(c.sq) && t.mayBePushed(c) {
			t.pushes |= c.sq.Set()
		}
	}
}

// mayBePushed reports whether a piece that was put down may have been pushed there.
func (t *Tracker) mayBePushed(drop *change) bool {
	b := &t.board
	for c := range b.since(max(t.opened, drop.seq-besideChanges)) {
		left := c.lift() && !c.scan && c.was == drop.is && b.seqOf[c.sq] == c.seq
		if left && adjacent(c.sq, drop.sq) && t.quick(c.at, drop.at) && t.movedBeside(c, drop) {
			return true
		}
	}
	return false
}

// quick reports whether a piece left a square and appeared on another one faster than a
// hand moves it.
func (t *Tracker) quick(left, came int64) bool {
	return came-left <= t.sweep() && left-came <= beforeMs
}

// movedBeside reports whether another piece was lifted or put down next to one of two
// squares shortly before a piece went from one to the other, with no press by its player in
// between.
func (t *Tracker) movedBeside(lift, drop *change) bool {
	pressed := t.clock.pressed + t.sweep()
	for c := range t.board.since(max(t.opened, min(lift.seq, drop.seq)-besideChanges)) {
		soon := lift.at-c.at <= besideMs && c.at-lift.at <= t.sweep() && (lift.at <= pressed || c.at > t.clock.pressed)
		if soon && c.sq != drop.sq && c.sq != lift.sq && (adjacent(c.sq, lift.sq) || adjacent(c.sq, drop.sq)) {
			return true
		}
	}
	return false
}

// pushedAside returns the squares between which pieces were pushed that no ply of a
// hypothesis moved. The game goes on as if they had not moved, and they may be put right
// (7.4.1).
func (t *Tracker) pushedAside(l *hypothesis) placement.Set {
	pieces, aside := l.pos().Placement(), placement.Set(0)
	for rest := l.diff & t.pushes; rest != 0; {
		to := rest.Pop()
		if from := t.pushedFrom(l, to); pieces[to] == placement.Empty && from != placement.NoSquare {
			aside |= from.Set() | to.Set()
		}
	}
	return aside
}

// pushedFrom returns the square from which the piece on a square was pushed according to a
// hypothesis; NoSquare if there is none.
func (t *Tracker) pushedFrom(l *hypothesis, to placement.Square) placement.Square {
	b, pieces := &t.board, l.pos().Placement()
	for rest := l.diff; rest != 0; {
		from := rest.Pop()
		same := pieces[from] == b.sensed[to] || b.sensed[to] == placement.Unknown && pieces[from] != placement.Empty
		if same && b.sensed[from] == placement.Empty && adjacent(from, to) && t.quick(b.at[from], b.at[to]) && !t.movesOn(l, from) {
			return from
		}
	}
	return placement.NoSquare
}

// movesOn reports whether the ply before had only just put the piece that left a square
// there: then its own player's hand was on it.
func (t *Tracker) movesOn(l *hypothesis, from placement.Square) bool {
	left := t.board.at[from]
	for i := l.n - 1; i >= 0; i-- {
		if s := &l.steps[i]; s.at <= left {
			return s.squares.Has(from) && left-s.at <= t.cfg.MadeRestMs
		}
	}
	for i := l.base - 1; i >= 0 && i < len(t.plies) && left-t.plies[i].MadeAt <= t.cfg.MadeRestMs; i-- {
		if p := &t.plies[i]; p.MadeAt <= left {
			return p.Move.To() == from || p.Move.IsCastling() && (p.Move.KingTo() == from || p.Move.RookTo() == from)
		}
	}
	return false
}
