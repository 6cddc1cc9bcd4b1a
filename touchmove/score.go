package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// costs holds what each step away from the plain course of a game costs a hypothesis. A
// unit is about half a natural logarithm of odds: what happens half as often costs one to
// two more. Only differences count.
//
// "Measured" means three real blitz games on DGT boards with clocks, 199 plies and 458
// square events; "scenes" means the reconstruction scenes in fixtures, most of them from
// reports by broadcasters. A figure that neither decides is chosen so that the order of the
// hypotheses comes out right in all of them.
type costs struct {
	// What every hypothesis pays for the board as it is now, square by square.
	inHand      int // a piece of the player to move is off its square
	otherInHand int // a piece of the other player is: a victim, or an early hand
	extra       int // a piece stands where the hypothesis has none
	replaced    int // another piece stands there than in the hypothesis
	gone        int // added to either, when it has been off the board for madeRestMs
	vanished    int // added to inHand and otherInHand, when its player has moved another piece since
	astray      int // another piece of the player who moved last was put elsewhere in the same turn
	lingers     int // added to extra and replaced, when it has stood there for slideMs
	pushed      int // for both squares at most, when a piece was only pushed from one to the other
	surplus     int // added to either, when it is a captured piece
	broken      int // a square whose sensor is known to be broken; or that did not report a drop or a lift
	standing    int // added to extra and replaced, when it has stood there for madeRestMs

	// What a hypothesis pays for each ply that it adds.
	ply          int // a legal move that the board shows
	misread      int // ... whose piece the board names wrongly
	lostLift     int // ... whose piece still shows on the square it left
	lateLift     int // ... whose lift came after its drop, by up to a scan
	veryLateLift int // ... and by more
	lostDrop     int // ... whose drop nobody saw
	namelessDrop int // ... on a board of occupancy, where it may have captured unseen instead
	elsewhere    int // ... though a piece that it could have captured was off its square meanwhile, or one stands where it could have gone
	putBack      int // a piece was off its square while the other player moved, and is back
	retaken      int // ... unseen, and what the opponent lifted since it could have taken itself
	otherOff     int // ... whose drop nobody saw, while another piece of its player is off its square
	unpressed    int // ... played before the move it answers was pressed, with a clock in use
	forgotten    int // ... though its player's last move never was pressed
	crossed      int // ... whose drop came before the drop it answers, by up to crossedMs
	again        int // ... by a piece that may have been on its way there all the time
	detour       int // ... whose piece was put down meanwhile where it could have stayed, and which is not on its way
	early        int // ... by more than that: a move made before its turn
	abandoned    int // ... if not a ply that was seen whole and at rest for restMs
	stayed       int // ... and for stayMs
	irregular    int // an act that is no legal move
	several      int // ... and more than one piece's

	blunders [3]blunder  // ... that gives material away, while it is open which game is played
	becomes  [4]becoming // ... what a pawn became, where the board does not say

	// Presses.
	noMove    int // a press that no ply of that player explains
	latePress int // a press of a ply that has been answered already
	latePly   int // a press whose ply was shown after it, within lateMs, or what the board may be late by
	tardyPly  int // ... and later than that
	notSettle int // a press while pieces of that ply were not where they belong

	// Going back.
	takeback int // a ply that was confirmed is undone on the board
	noPress  int // ... and there is no clock whose presses would not fit a move back
	takeMore int // and one before it, too
	restored int // less, if the pieces have rested as they stood before a ply
	restore  int // play is put back to before an irregular move (7.5.1)

	// The beam.
	margin int // a ply is not confirmed while another hypothesis is this close
	prune  int // a hypothesis this far behind the best one is dropped
}

// becoming is the cost of one kind of promotion.
type becoming struct {
	kind legality.Kind
	cost int
}

// blunder is the cost of a move that overlooks so much material, in pawns.
type blunder struct{ pawns, cost int }

var defaultCosts = costs{
	inHand:      1, // every move begins so
	otherInHand: 2, // measured: 10 of 35 captures lift the victim; hands that come early are rarer
	extra:       3, // measured: 9 transits and 5 captured pieces carried over squares in 458 events
	replaced:    3, // measured: 25 of 35 captures; as a stage it lasts one event
	gone:        3, // a piece in the hand for longer than most moves take
	vanished:    5, // one hand, one piece; what is no longer there has been captured
	astray:      5, // scenes: half a castling is no rook move
	lingers:     2,
	pushed:      3, // no longer than a piece in transit: it may stand there for the rest of the game
	surplus:     4, // measured: of 5 captured pieces seen on another square one stood there for longer
	broken:      1, // its report proves nothing; not zero, because the square may work again
	standing:    3, // a piece that only passes does not rest: the 9 measured did so for about 300 ms

	ply:          2,
	misread:      4, // scenes only: no wrong kind in 458 events
	lostLift:     4, // scenes only: no lost lift in 458 events
	lateLift:     2, // measured: 2 of 199 plies, within a scan
	veryLateLift: 5, // none measured
	lostDrop:     4, // scenes only: no lost drop in 458 events
	namelessDrop: 8, // a capture within one scan is some forty times likelier (see simulate)
	elsewhere:    5, // two rare things at once: one piece was put back, and another captured unseen
	putBack:      4, // scenes: early hands go on
	retaken:      1, // the piece in that hand may still be captured
	otherOff:     2, // one hand, one piece
	unpressed:    2, // measured: 4 of 154 times the next square event came before the lever
	forgotten:    3, // measured: none in 156 plies
	crossed:      2, // scenes: both hands at once
	again:        4, // measured: 9 rests on legal squares in 199 plies; that two hands cross is rarer
	detour:       4, // measured: none; the 9 rests were all on the way
	early:        9, // near an irregular act, to which it is close
	abandoned:    4, // measured: 9 rests of some 300 ms on legal squares in 199 plies
	stayed:       3, // measured: of 9 one
	several:      8, // nothing is known of it
	irregular:    9, // 51 of 3,426 games of the 2022 Olympiad hold one: about 1 in 6,000 plies

	// Chosen: no more than the margin by one move, since people do overlook things;
	// a queen that nobody takes for ten moves is none.
	blunders: [3]blunder{{3, 1}, {5, 2}, {8, 3}},

	// Chosen: of promotions in master games some 97 in 100 are queens, two of the others
	// knights. A knight moves in its own way, so play soon shows it.
	becomes: [4]becoming{{legality.Queen, 0}, {legality.Knight, 4}, {legality.Rook, 5}, {legality.Bishop, 6}},

	noMove:    13, // 7.5.3; rarer than any irregular move, and a press is hard to miss; more than margin when a piece is in the air
	latePress: 3,  // measured: none in 154 plies
	latePly:   2,  // a board scan takes up to 250 ms (maker), so the press may overtake the drop
	tardyPly:  6,
	notSettle: 4,

	takeback: 4, // scenes; none measured
	noPress:  4, // pieces are moved back and forth far more often than moves are taken back
	takeMore: 1, // a player who takes back one ply may take back more
	restored: 3, // no hand leaves them like that by chance
	restore:  3, // after an irregular move this is what the Laws prescribe

	margin: 4,
	prune:  22,
}

// Spans of time, in milliseconds.
const (
	defaultRestMs     = 300  // at rest so long, a piece has been released (message contract)
	defaultMadeRestMs = 3000 // and so long, its move has been made (message contract)

	sweepMs   = 250  // the order of changes within a full scan is that of the squares, not of the hands
	knockMs   = 200  // no hands lift four pieces one by one in this time
	nudgeMs   = 60   // nor lift a piece and put it down
	bounceMs  = 30   // lift and drop on one square within this time are sensor noise, no touch
	carriedMs = 1000 // measured: of 5 captured pieces seen on another square one stood there for longer
	crossedMs = 600  // two hands that cross; the time between two events of one hand is 120 ms and up
	stayMs    = 600  // twice what pieces rest on their way on the average
	slideMs   = 1000 // a piece that has stood on a square for so long is not on its way: none of 9 measured was
	lateMs    = 500  // two scans of a DGT board
	graceMs   = 350  // after a press and what the board may be late by, before it is held to have been made without a move

	// disorderMs is how long displaced pieces may stand before they are reported to the
	// arbiter (message contract).
	disorderMs = 10000
	resetMs    = 2000 // the initial array at rest so long is a set-up for the next game
)

// score charges a hypothesis for every square that it does not explain.
func (t *Tracker) score(l *hypothesis) {
	pieces := l.pos().Placement()
	l.diff = t.board.differ(pieces)
	l.pushed = t.pushedAside(l)
	l.residual = 0
	for rest := l.diff &^ l.pushed; rest != 0; {
		sq := rest.Pop()
		l.residual += t.squareCost(l, sq, pieces[sq])
	}
	for rest := l.pushed; rest != 0; {
		sq := rest.Pop()
		l.residual += min(t.squareCost(l, sq, pieces[sq]), t.costs.pushed)
	}
	if l.open {
		l.residual += t.pressCost(l)
	}
	if t.astray(l) {
		l.residual += t.costs.astray
	}
}

// pressCost returns the charge for a press without a ply to show for it. It is small while
// the board may still report one, which takes longer if a piece of the player is in the
// air.
func (t *Tracker) pressCost(l *hypothesis) int {
	wait := t.cfg.LateMs - DefaultLateMs
	if t.inAir(l) {
		wait = t.late()
	}
	if l.by == l.pos().Turn() && !t.after(l.openT+wait) {
		return t.costs.latePly
	}
	return t.costs.noMove
}

// inAir reports whether the player having the move in a hypothesis has lifted more pieces
// in this turn than he has put anywhere; on a board of occupancy, whether he has lifted
// any.
func (t *Tracker) inAir(l *hypothesis) bool {
	p := l.pos()
	left := t.offInTurn(l).Len()
	for rest := t.board.changedSince(l.diff, l.turnSeq(l.n)); rest != 0; {
		if t.board.sensed[rest.Pop()].Is(p.Turn()) {
			left--
		}
	}
	return left > 0
}

// astray reports whether the player of a ply has also put another own piece elsewhere in
// the same turn.
func (t *Tracker) astray(l *hypothesis) bool {
	for rest := l.diff &^ l.pushed; rest != 0; {
		if t.strays(l, rest.Pop()) {
			return true
		}
	}
	return false
}

// strays reports whether the piece on a square is such a piece.
func (t *Tracker) strays(l *hypothesis, sq placement.Square) bool {
	seq, piece := t.board.seqOf[sq], t.board.sensed[sq]
	if seq <= l.seq || !piece.Known() {
		return false
	}
	for i := range l.n {
		s := &l.steps[i]
		misread := s.legal() && s.move.To() == sq && s.move.Promotion() == legality.NoKind // it is the piece that moved
		slid := l.restedOnWay(i, seq, piece) && l.pos().Pieces(piece.Color(), piece.Kind())&l.diff == 0
		if !misread && !slid && !l.captures(i+1, piece) && piece.Is(s.side) && seq > l.turnSeq(i) && (i == l.n-1 || seq <= l.steps[i+1].seq) {
			return true
		}
	}
	return false
}

// captures reports whether the i-th or a later ply of a hypothesis captures such a piece:
// the board may show it on its way off, even before the capturing piece.
func (l *hypothesis) captures(i int, piece placement.Piece) bool {
	for ; i < l.n; i++ {
		s := &l.steps[i]
		if p := l.before(i); s.legal() {
			if sq := p.Captured(s.move); sq != placement.NoSquare && p.At(sq) == piece {
				return true
			}
		}
	}
	return false
}

// remember keeps the charge for a stray piece on the hypotheses when it is lifted again:
// that it has left does not undo that it stood there.
func (t *Tracker) remember(sq placement.Square) {
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.diff.Has(sq) && t.strays(l, sq) && l.completedLast() {
			l.cost += t.costs.astray
		}
	}
}

// completedLast reports whether a hypothesis's last ply was pressed.
func (l *hypothesis) completedLast() bool { return l.n > 0 && l.last().completed() }

// vanished reports whether a piece was lifted in a hypothesis and not seen again, although
// its player has moved another one since. A piece that was off before the plies of the
// hypothesis proves nothing about them.
func (t *Tracker) vanished(l *hypothesis, sq placement.Square, has placement.Piece) bool {
	lifted, since := t.board.seqOf[sq], false
	if lifted <= l.seqBefore {
		return false
	}
	for i := l.n - 1; i >= 0; i-- {
		s := &l.steps[i]
		if s.squares.Has(sq) {
			return since && s.seq < lifted
		}
		since = since || has.Is(s.side) && s.seq > lifted
	}
	return since
}

// otherwiseSince returns since which change, and since when, a square and a hypothesis
// differ: since the square changed, or since a ply changed what should stand there.
func (t *Tracker) otherwiseSince(l *hypothesis, sq placement.Square) (seq int, at int64) {
	seq, at = t.board.seqOf[sq], t.board.at[sq]
	for i := l.n - 1; i >= 0; i-- {
		if s := &l.steps[i]; s.squares.Has(sq) {
			return max(seq, s.seq), max(at, s.at)
		}
	}
	return seq, at
}

// restedOnWay reports whether such a piece, put down by the change with number seq, can
// have rested there on the way of the i-th ply.
func (l *hypothesis) restedOnWay(i, seq int, piece placement.Piece) bool {
	s := &l.steps[i]
	return s.legal() && seq < s.seq && piece == l.before(i).At(s.move.From())
}

// surplus reports whether a piece put down by the change with number seq is one that the
// hypothesis has captured: no like piece is off its square.
func (l *hypothesis) surplus(piece placement.Piece, seq int) bool {
	if !piece.Known() || l.n == 0 || l.pos().Pieces(piece.Color(), piece.Kind())&l.diff != 0 {
		return false
	}
	for i := range l.n {
		if seq > l.turnSeq(i) && l.restedOnWay(i, seq, piece) {
			return false // it has left, and the report of its lift was lost
		}
	}
	return true
}

// squareCost charges a hypothesis for a square where it differs from the board. A piece is
// in no hand any more if its player has moved another one since.
func (t *Tracker) squareCost(l *hypothesis, sq placement.Square, has placement.Piece) int {
	if t.board.has(sq) {
		return t.costs.broken
	}
	seq, at := t.otherwiseSince(l, sq)
	long := seq > 0 && t.after(at+t.cfg.MadeRestMs)
	if t.board.sensed[sq] == placement.Empty {
		cost := t.costs.otherInHand
		if has.Is(l.pos().Turn()) {
			cost = t.costs.inHand
		}
		if long || seq > 0 && seq < l.playedSeq(has.Color()) {
			cost += t.costs.gone
		}
		if t.vanished(l, sq, has) {
			cost += t.costs.vanished
		}
		return cost
	}
	cost := t.costs.extra
	if has != placement.Empty {
		cost = t.costs.replaced
	}
	lingers := seq > 0 && t.after(at+slideMs)
	if long {
		cost += t.costs.standing
	} else if lingers {
		cost += t.costs.lingers
	}
	put := seq == t.board.seqOf[sq] // not one whose reported lift was lost
	if has == placement.Empty && lingers && put && l.surplus(t.board.sensed[sq], seq) {
		cost += t.costs.surplus
	}
	return cost
}

// detourCost charges a ply whose piece was seen, after its lift, on a square where it could
// have stayed and that is not on its way: nobody slides there.
func (t *Tracker) detourCost(l *hypothesis, s *step) int {
	m := s.move
	if t.board.occupancy || !s.legal() || m.IsCastling() || m.Promotion() != legality.NoKind || s.noDrop {
		return 0
	}
	p := l.pos()
	piece := p.At(m.From())
	for c := range t.board.since(t.board.seqOf[m.From()]) {
		if c.seq >= s.seq {
			break
		}
		astray := c.is == piece && c.sq != m.To() && c.sq != m.From() && !onWay(m.From(), c.sq, m.To())
		if astray && p.IsLegal(legality.MakeMove(m.From(), c.sq)) && !l.shows(c) {
			return t.costs.detour
		}
	}
	return 0
}

// shows reports whether a change of the board belongs to a ply of a hypothesis.
func (l *hypothesis) shows(c *change) bool {
	for i := range l.n {
		if l.steps[i].seq == c.seq {
			return true
		}
	}
	return false
}

// onWay reports whether a square lies between two others on a straight line.
func onWay(from, sq, to placement.Square) bool {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	f, r := sq.File()-from.File(), sq.Rank()-from.Rank()
	return files*r == ranks*f && f*files+r*ranks > 0 && f*f+r*r < files*files+ranks*ranks
}

// refilled reports whether, on a board of occupancy, a piece was put down on a square of an
// own piece after the piece from another square was lifted. More likely that piece has
// captured there than that somebody put one straight.
func (t *Tracker) refilled(l *hypothesis, from placement.Square) bool {
	p := l.pos()
	return t.board.occupancy && t.board.changedSince(p.Occupied(p.Turn())&^l.diff, t.board.seqOf[from]) != 0
}

// landed reports whether the piece that was lifted from a square may have come down before a
// press: a piece of the player, or one of unknown kind, has come to a square that it could have
// reached.
func (t *Tracker) landed(l *hypothesis, from placement.Square) bool {
	p := l.pos()
	for rest := t.board.changedSince(l.diff, t.board.seqOf[from]); rest != 0; {
		sq := rest.Pop()
		early := !l.open || t.board.at[sq] <= l.openT
		shows := t.board.sensed[sq]
		own := shows != placement.Empty && !shows.Is(p.Turn().Other())
		if early && own && p.At(sq) == placement.Empty && canGo(p, from, sq) {
			return true
		}
	}
	return false
}

// landsElsewhere charges a hypothesis whose last ply is a capture that was not seen, when a
// piece comes to a square that the capturing piece could have reached instead: in place of
// another piece that it could have captured or, as late after the press as this board may
// report it, on an empty square.
func (t *Tracker) landsElsewhere(l *hypothesis) {
	s := l.last()
	if s == nil || s.oneOf == 0 || s.elsewhere || !t.board.occupancy {
		return
	}
	before, from := l.before(l.n-1), s.move.From()
	taken := placement.Set(0)
	if !s.noDrop {
		taken = before.Occupied(s.side.Other()) &^ l.diff &^ s.squares
	}
	for rest := t.board.changedSince(l.diff|taken, t.board.seqOf[from]); rest != 0; {
		sq := rest.Pop()
		pressed, late := s.pressed >= 0, t.board.at[sq] > s.pressed+t.cfg.LateMs
		its := taken.Has(sq) && !(pressed && late) || pressed && !late && before.At(sq) == placement.Empty
		if its && t.board.sensed[sq] != placement.Empty && canGo(before, from, sq) {
			s.elsewhere = true
			l.cost += t.costs.elsewhere
			return
		}
	}
}

// canGo reports whether a piece may go from one square to another, promotions included.
func canGo(p *legality.Position, from, to placement.Square) bool {
	return p.IsLegal(legality.MakeMove(from, to)) || p.IsLegal(legality.MakePromotion(from, to, legality.Queen))
}

// exchangeCost charges a ply that was seen for an exchange elsewhere. It keeps charging
// when the new piece there has left again. old is the hypothesis that has the ply, or nil.
func (t *Tracker) exchangeCost(parent, old *hypothesis, s *step) int {
	charged := old != nil && old.last().oneOf == 0 && old.last().elsewhere
	if s.oneOf > 0 || !charged && !t.exchangedElsewhere(parent, s) {
		return 0
	}
	s.elsewhere = true
	return t.costs.elsewhere
}

// exchangedElsewhere reports whether, on a board of occupancy, a piece has come in place of
// one that the piece of a seen ply could have captured, after that piece was lifted.
func (t *Tracker) exchangedElsewhere(l *hypothesis, s *step) bool {
	from := s.move.From()
	if !t.board.occupancy || !s.legal() || s.move.IsCastling() || s.noDrop {
		return false
	}
	p := l.pos()
	for rest := t.board.changedSince(p.Occupied(s.side.Other())&^l.diff&^s.squares, t.board.seqOf[from]); rest != 0; {
		if sq := rest.Pop(); t.board.seqOf[sq] < s.seq && canGo(p, from, sq) {
			return true
		}
	}
	return false
}

// implausible returns the cost of a move by which a player gives material away or leaves it
// to be captured. It counts while it is open which of several games is played: the only
// difference between two of them may be that in one nobody captures a queen that can be
// captured. A player in check is charged nothing.
func (t *Tracker) implausible(p *legality.Position, m legality.Move) int {
	if p.InCheck(p.Turn()) {
		return 0
	}
	missed, cost := p.BestExchange()-p.Exchange(m), 0
	for _, b := range t.costs.blunders {
		if missed >= b.pawns {
			cost = b.cost
		}
	}
	return cost
}

// mostOdd is how much of it counts between a hypothesis and the best one. It is enough to
// decide between two that the board shows alike, and outweighs little of what the board
// does show.
const mostOdd = 5

// levelOdd measures what is implausible relative to the best hypothesis. It counts half,
// because people do overlook things.
func (t *Tracker) levelOdd() {
	least := t.bestHypothesis().odd
	for i := range t.hypotheses {
		t.hypotheses[i].odd -= least
	}
}

// ahead returns the lead of a hypothesis over another one.
func (l *hypothesis) ahead(o *hypothesis) int { return o.total() - l.total() }

// chargePutBack handles, on a board of occupancy, a piece that was off its square while the
// other player moved and that seems to be back. It charges the hypotheses that keep that
// piece, because more likely another one has come there.
func (t *Tracker) chargePutBack() {
	c := t.board.change(t.board.seq)
	if !t.board.occupancy || c == nil || c.scan || c.is == placement.Empty {
		return
	}
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; t.putBackOver(l, c.sq) {
			l.cost += t.costs.putBack
		}
	}
}

// putBackOver reports whether the piece of a hypothesis on a square, there since before the
// square was last emptied, belongs to the opponent of a player whose ply was shown since.
func (t *Tracker) putBackOver(l *hypothesis, sq placement.Square) bool {
	piece, left := l.pos().At(sq), t.board.left[sq]
	over := false
	for i := range l.n {
		s := &l.steps[i]
		if s.squares.Has(sq) && s.seq >= left {
			return false
		}
		over = over || s.seq > left && piece.Is(s.side.Other())
	}
	return over
}

// broken holds the squares whose sensors have proved to be broken. Dead ones have shown
// empty with a piece on them; stuck ones have shown a piece that has left. A change proves
// that a square works.
type broken struct {
	dead, stuck placement.Set
}

func (b *broken) has(sq placement.Square) bool { return (b.dead | b.stuck).Has(sq) }

func (b *broken) works(sq placement.Square) {
	b.dead &^= sq.Set()
	b.stuck &^= sq.Set()
}

// noteBroken notes which squares the first ply of a hypothesis, now confirmed, proves
// broken: a square that its piece has left, if the lift was reported before the player's
// last ply stood, or was never reported, or if the square still shows the piece.
func (t *Tracker) noteBroken(l *hypothesis) {
	s := &l.steps[0]
	from := s.move.From()
	if t.board.occupancy || !s.legal() || s.noDrop || s.move.IsCastling() || t.board.seqOf[from] > l.seqBefore {
		return
	}
	if t.board.sensed[from] == placement.Empty {
		t.board.dead |= from.Set()
	} else {
		t.board.stuck |= from.Set()
	}
}

// lostLiftCost returns the cost of a lift from a square that was not reported.
func (t *Tracker) lostLiftCost(from placement.Square) int {
	if t.board.stuck.Has(from) {
		return t.costs.broken
	}
	return t.costs.lostLift
}

// unreadCost charges a ply whose piece has been missing on the board since before its
// player's last ply, unless its square is known to be broken. Its return does not undo that
// it was missing.
func (t *Tracker) unreadCost(l *hypothesis, s *step) int {
	from := s.move.From()
	gone := s.legal() && !s.move.IsCastling() && !t.board.occupancy && t.board.sensed[from] == placement.Empty
	if !gone || l.base < t.spine.Len() || t.board.has(from) || t.board.seqOf[from] == 0 {
		return 0
	}
	if t.board.at[from]+t.sweep() < t.board.timeOf(l.playedSeq(s.side)) {
		return t.costs.vanished
	}
	return 0
}

// ghostLifted reports whether a piece was just lifted from a square that it has left long
// ago according to a hypothesis, which has it elsewhere. The tracker then waits for its
// next act.
func (t *Tracker) ghostLifted(l *hypothesis) bool {
	for c := range t.board.since(t.board.seqAt(t.now - disorderMs)) {
		if !c.lift() || c.scan || l.residual == 0 && c.seq < t.board.seq {
			continue
		}
		for i := range l.n {
			if s := &l.steps[i]; s.move.From() == c.sq && c.at-s.at >= t.cfg.MadeRestMs && t.board.seqOf[c.sq] == c.seq {
				return !t.after(c.at + disorderMs)
			}
		}
	}
	return false
}

// unreadByAll reports whether, on a board that names pieces, no near hypothesis explains
// why a square shows empty.
func (t *Tracker) unreadByAll(sq placement.Square) bool {
	limit := t.bestHypothesis().total() + 2*t.costs.margin
	return !t.board.occupancy && !slices.ContainsFunc(t.hypotheses, func(l hypothesis) bool {
		return l.total() <= limit && !l.diff.Has(sq)
	})
}
