package touchmove

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// open begins a game from its start position and the moves already played.
func (t *Tracker) open(start legality.Position, moves []legality.Move, id string, tags map[string]string) {
	if t.spine == nil {
		t.spine = legality.NewGame(start)
	} else {
		t.spine.Reset(start)
	}
	t.passing = passing{irregular: -1}
	t.board.broken = broken{} // the set-up has touched every square
	t.plies, t.reported, t.alerts = nil, t.reported[:0], nil
	clocks := t.game.Clocks
	t.game = Game{ID: id, Rev: t.game.Rev, Phase: Waiting, Chess960: start.Chess960(), Rules: t.cfg.Rules, Start: start,
		Tags: tags, Result: "*", Illegal: t.cfg.Illegal, Clocks: clocks}
	for _, m := range moves {
		t.playHistory(m)
	}
	t.become(Waiting)
	t.deaf, t.opened, t.began = t.board.seq, t.board.seq, t.now
	t.array.any = start == legality.Initial() && len(moves) == 0
	t.clock.running = sensor.RunningFor(t.spine.Position().Turn())
	t.clock.presses.Clear()
	t.openHypothesis()
	t.touchGame()
}

// playHistory plays a move that was made before the log begins.
func (t *Tracker) playHistory(m legality.Move) {
	before := *t.spine.Position()
	t.spine.Play(m)
	t.plies = append(t.plies, Ply{Number: t.spine.Len(), Side: before.Turn(), Move: m, UCI: before.UCI(m), SAN: before.SAN(m),
		State: StateCompleted, Published: true, MadeAt: -1, CompletedAt: -1, pressed: -1, Clock: -1, Confidence: 1})
}

// openHypothesis leaves one hypothesis, which adds nothing to what is confirmed.
func (t *Tracker) openHypothesis() {
	l := hypothesis{base: t.spine.Len(), start: *t.spine.Position(), seq: t.board.seq, seqBefore: t.board.seq, at: t.now}
	t.keepOnly(&l)
	t.score(&t.hypotheses[0])
	t.atRest.take(&l)
}

func (t *Tracker) nextID() string {
	return t.cfg.GameID + "-" + strconv.Itoa(t.number)
}

// atStart reports what is true before the first record.
func (t *Tracker) atStart() {
	t.found = t.found[:0]
	p := t.spine.Position()
	t.judgeArray()
	t.judgeBothKings(p)
	t.judgeClaims(p, t.spine.Occurrences(), t.spine.Len(), true)
	t.judgeUnchanged(t.bestHypothesis(), 0)
}

func (g *Game) clone() *Game {
	c := *g
	c.Tags = maps.Clone(g.Tags)
	c.Moves = slices.Clone(g.Moves)
	c.Irregular = slices.Clone(g.Irregular)
	c.Alerts = slices.Clone(g.Alerts)
	if g.Pending != nil {
		p := *g.Pending
		c.Pending = &p
	}
	return &c
}

// rows are the squares on which the pieces stand before a game.
const rows = placement.Set(0xffff00000000ffff)

// watchSetup waits until the board shows the start position. If all pieces stand on their
// first two ranks in a wrong order, it reports that before the clock is started.
func (t *Tracker) watchSetup() {
	if t.board.differ(t.spine.Position().Placement()) == 0 {
		t.leaveSetup()
		return
	}
	if t.unreadPieces() && t.after(t.board.last+disorderMs) {
		t.startUnread()
		return
	}
	if !t.wrongArrayStands() {
		t.clearAlert(WrongInitialPosition)
		return
	}
	if t.after(t.board.last+disorderMs) && !t.alerted(WrongInitialPosition) {
		p := ArrayPosition(&t.board.sensed)
		t.sayWrongArray(&p)
	}
}

// leaveSetup begins to wait for play.
func (t *Tracker) leaveSetup() {
	t.clearAlert(WrongInitialPosition)
	t.become(Waiting)
	t.deaf, t.opened = t.board.seq, t.board.seq
	t.openHypothesis()
	t.touchGame()
}

// unreadPieces reports whether only one or two pieces are missing for the game to start:
// their tags or the sensors of their squares are dead.
func (t *Tracker) unreadPieces() bool {
	d := t.board.differ(t.spine.Position().Placement())
	for rest := d; rest != 0; {
		if t.board.sensed[rest.Pop()] != placement.Empty {
			return false
		}
	}
	return d.Len() <= 2
}

// startUnread begins to wait for play although some pieces are not seen.
func (t *Tracker) startUnread() {
	silent := t.board.differ(t.spine.Position().Placement())
	t.leaveSetup()
	t.disorder.silent = silent
	t.say(Finding{Code: SensorFault, Side: Both, Squares: silent, Text: "reads empty where a piece should stand"})
}

// startUnready begins a game if its clock was started before the board showed the start
// position: first moves may have been played, or the pieces may have been set up wrongly.
// If neither explains the board, a person must say what is played.
func (t *Tracker) startUnready() {
	if t.wrongArrayStands() {
		t.startFrom(ArrayPosition(&t.board.sensed))
		return
	}
	if t.unreadPieces() {
		t.startUnread()
		return
	}
	t.leaveSetup()
	t.bridge()
	if t.bestHypothesis().residual > 0 {
		t.become(Setup)
		t.openHypothesis()
		f := Finding{Code: Desync, Level: Arbiter, Side: Both, Squares: t.plainHypothesis().diff,
			Text: "the clock runs, but the board does not show where the game starts"}
		t.raise(t.say(f))
	}
}

func (t *Tracker) alerted(code Code) bool {
	return slices.ContainsFunc(t.alerts, func(a Alert) bool { return a.Code == code })
}

// array holds what is known of the initial position of a game.
type array struct {
	any      bool // no start other than the initial position was given, so the game may start from the array that stands
	reported bool // a finding has reported that it is wrong
}

// wrongArrayStands reports whether all the pieces stand on their own first two ranks, with
// one king each, in an order other than that of the initial position.
func (t *Tracker) wrongArrayStands() bool { return !t.game.Chess960 && WrongArray(&t.board.sensed) }

// WrongArray reports whether all the pieces stand on their own first two ranks, with one king
// each, in an order other than that of the initial position.
func WrongArray(b *placement.Placement) bool {
	if *b == placement.Initial || b.Occupied() != rows {
		return false
	}
	kings := [2]int{}
	for sq, piece := range b {
		if piece != placement.Empty && !piece.Is(placement.Color(sq>>5)) {
			return false
		}
		if piece.Known() && piece.Kind() == legality.King {
			kings[sq>>5]++
		}
	}
	return kings == [2]int{1, 1}
}

// arrayStands reports whether an initial array stands on the board, right or wrong.
func (t *Tracker) arrayStands() bool { return t.board.initial() || t.wrongArrayStands() }

// ArrayPosition returns the position before the first move, with the pieces as they stand.
// A king or rook that is misplaced may not castle (A.5.1.2).
func ArrayPosition(b *placement.Placement) legality.Position {
	rights := ""
	for _, r := range []struct {
		letter     string
		king, rook placement.Square
		side       placement.Color
	}{{"K", placement.E1, placement.H1, placement.White}, {"Q", placement.E1, placement.A1, placement.White},
		{"k", placement.E8, placement.H8, placement.Black}, {"q", placement.E8, placement.A8, placement.Black}} {
		if b[r.king] == placement.MakePiece(r.side, legality.King) && b[r.rook] == placement.MakePiece(r.side, legality.Rook) {
			rights += r.letter
		}
	}
	p, err := legality.ParseFEN(b.String()+" w "+cmp.Or(rights, "-")+" - 0 1", false)
	if err != nil {
		return legality.Initial() // unreachable: every field is well formed
	}
	return p
}

// startsByTouch starts the game from a wrong array when somebody touches one of its pieces
// after it has rested (7.2.1): play may begin with that.
func (t *Tracker) startsByTouch() {
	if t.phase == Setup && t.array.any && t.wrongArrayStands() {
		t.startFrom(ArrayPosition(&t.board.sensed))
	}
}

// watchArray starts the game from another array if somebody has put the pieces right, or
// wrong, before a move was made.
func (t *Tracker) watchArray() {
	if t.phase != Waiting && t.phase != Playing || !t.array.any || t.begun() || !t.arrayStands() || t.board.differ(t.game.Start.Placement()) == 0 {
		return
	}
	if t.after(t.board.last + t.cfg.RestMs) {
		t.startFrom(ArrayPosition(&t.board.sensed))
	}
}

// begun reports whether a move has been made since the game was opened.
func (t *Tracker) begun() bool {
	return t.spine.Len() > 0 || t.irregular >= 0 || len(t.reported) > 0 && t.reported[0].made
}

// startFrom changes the array from which a newly opened game starts.
func (t *Tracker) startFrom(p legality.Position) {
	playing := t.phase == Playing
	illegal, alerts := t.game.Illegal, t.alerts
	t.open(p, nil, t.game.ID, t.game.Tags)
	t.game.Illegal, t.array.any = illegal, true
	for _, a := range alerts {
		if a.Code == WrongInitialPosition && a.Finding.Squares == placement.Differ(p.Placement(), &placement.Initial) {
			t.alerts, t.array.reported = []Alert{a}, true // it was reported while the pieces stood so
		}
	}
	if playing {
		t.become(Playing)
	}
}

// judgeArray reports that the game starts from a wrong initial position (7.2.1): when a
// person has given it, when the clock runs, or when a move has been made.
func (t *Tracker) judgeArray() {
	p := t.spine.At(0)
	wrong := !p.Chess960() && laws.AtHome(p) && *p.Placement() != placement.Initial
	if !wrong || t.array.reported || t.array.any && t.phase < Playing && !t.begun() {
		return
	}
	t.array.reported = true
	if !t.alerted(WrongInitialPosition) {
		t.sayWrongArray(p)
	}
}

// sayWrongArray reports a wrong array as long as it can be claimed. After that it is only a
// fact that decides who may castle (A.5.1.2).
func (t *Tracker) sayWrongArray(p *legality.Position) {
	f := Finding{Code: WrongInitialPosition, Level: Certain, Side: Both}
	if t.array.any {
		f.Squares = placement.Differ(p.Placement(), &placement.Initial)
	}
	if !t.tooLateForArray() {
		t.raise(t.say(f))
		return
	}
	f.Level, f.Text = Info, "too late for a claim"
	if t.cfg.Rules.Has(laws.TopicWrongArray, laws.IfMadeOrAgreed) {
		f.Text = "now only with the opponent's consent"
	}
	if t.cfg.Rules.Settles(laws.TopicMisplacedCastle) {
		f.Text += "; a king or rook that is misplaced may not castle"
	}
	t.say(f)
}

// tooLateForArray reports whether a wrong array can no longer be claimed: each player has
// made so many moves or, in some rule sets, completed them.
func (t *Tracker) tooLateForArray() bool {
	lapse := t.cfg.Rules.Lapse()
	if lapse == 0 {
		return false
	}
	if !t.cfg.Rules.Has(laws.TopicWrongArray, laws.IfCompleted) {
		return t.positionAt(t.spine.Len()+t.madeOf(t.bestHypothesis())).FullmoveNumber() > lapse
	}
	return t.completedBy(placement.White) >= lapse && t.completedBy(placement.Black) >= lapse
}

// completedBy returns how many moves a player has completed, those before the start
// position included.
func (t *Tracker) completedBy(side placement.Color) int {
	start := t.spine.At(0)
	n := start.FullmoveNumber() - 1
	if start.Turn() == placement.Black && side == placement.White {
		n++
	}
	for i := range t.plies {
		if p := &t.plies[i]; p.Side == side && (p.CompletedAt >= 0 || p.State == StateCompleted) {
			n++
		}
	}
	for l, i := t.bestHypothesis(), 0; i < l.n && l.base == t.spine.Len(); i++ {
		if l.steps[i].side == side && l.steps[i].completed() {
			n++
		}
	}
	return n
}

// faultArticle returns the article that a ply breaks. In some rule sets, castling with a
// misplaced king or rook has an article of its own (A.5.1.2).
func (t *Tracker) faultArticle(f legality.Fault, s *step) string {
	rules := t.cfg.Rules
	if f.Code == legality.CastlingRightLost && rules.Settles(laws.TopicMisplacedCastle) && t.misplaced(f.Move.To(), s.side) {
		return rules.Article(laws.TopicMisplacedCastle)
	}
	return rules.FaultArticle(f)
}

// misplaced reports whether a player castles with a rook that does not stand on a corner of
// the initial position, or with a king that did not start on its square.
func (t *Tracker) misplaced(rook placement.Square, side placement.Color) bool {
	start, home := t.spine.At(0), placement.MakeSquare(4, 7*int(side))
	corner := rook.File() == 0 || rook.File() == 7
	return laws.AtHome(start) && !t.game.Chess960 &&
		(!corner || start.At(home) != placement.MakePiece(side, legality.King) || start.At(rook) != placement.MakePiece(side, legality.Rook))
}

// watchArrayClaim ends the arbiter's alert about a wrong array when it can no longer be
// claimed.
func (t *Tracker) watchArrayClaim() {
	if t.array.reported && t.alerted(WrongInitialPosition) && t.tooLateForArray() {
		t.clearAlert(WrongInitialPosition)
		t.sayWrongArray(t.spine.At(0))
	}
}

// beginsOtherwise reports whether the player not having the move makes the first move of a
// game in which either may begin. Bilguer decides by lot who begins, and alternates from
// game to game while the colours stay (§2).
func (t *Tracker) beginsOtherwise(l *hypothesis, m legality.Move) bool {
	start := t.spine.At(0)
	theirs := start.WithTurn(start.Turn().Other())
	return t.cfg.Rules.Has(laws.TopicFirst, laws.ByLot) && t.spine.Len() == 0 && l.n == 0 && l.base == 0 && laws.IsArray(start) && theirs.IsLegal(m)
}

// beginOtherwise gives the first move to the other player. What has been touched and moved
// since the set-up was that player's turn.
func (t *Tracker) beginOtherwise() {
	start := *t.spine.At(0)
	start = start.WithTurn(start.Turn().Other())
	t.spine.Reset(start)
	t.game.Start = start
	t.clock.running = sensor.RunningFor(start.Turn())
	l := hypothesis{start: start, seq: t.opened, seqBefore: t.opened}
	t.keepOnly(&l)
	t.score(&t.hypotheses[0])
	t.reported, t.disorder, t.turn = t.reported[:0], disorder{silent: t.disorder.silent}, turn{}
	t.touchGame()
	t.grow()
}

// reset holds what is known of the initial array on the board while the game is not over
// and its clocks stand still.
type reset struct {
	shown bool // the array stood there at rest, and only a set-up leads there
	asked bool // the arbiter was asked whether the next game is to begin
}

// resetResidual is the least residual of the best hypothesis at which a board without a clock
// counts as set up for the next game when it shows the initial array: more pieces are off their
// squares than two hands can hold.
const resetResidual = 12

// watchReset opens the next game when the pieces stand in the initial array again, and the
// game is over or only a set-up leads there. The array alone proves nothing: play can lead
// to it, or a takeback, or the restoration after an illegal move. If a game with a clock
// has no result, watchReset waits for one, or until the clock is started, because players
// may set up the array to play the game again for a claim.
func (t *Tracker) watchReset() {
	if t.phase < Playing || !t.arrayStands() {
		t.settleReset()
		return
	}
	if t.over() || t.resetting {
		t.watchSetUp()
		return
	}
	if t.clock.stopped {
		t.watchStopped()
	} else if !t.clock.used && t.bestHypothesis().residual >= resetResidual && t.leadsTo() == onlySetUp {
		t.resetting = true
		t.endAtRest()
		t.watchSetUp()
	}
}

// watchSetUp opens the next game when the array has been at rest for a while.
func (t *Tracker) watchSetUp() {
	if t.board.seq != t.opened && t.after(max(t.board.last, t.since)+resetMs) {
		t.nextByArray()
	}
}

// watchStopped finds the initial array at rest while the clocks stand still. If it is not
// clear why the array stands there, watchStopped asks the arbiter.
func (t *Tracker) watchStopped() {
	way := t.leadsTo()
	if way == playLeads {
		return
	}
	rested := max(t.board.last, t.since)
	if way == onlySetUp && !t.reset.shown && t.after(rested+resetMs) {
		t.reset.shown = true
		t.say(Finding{Code: BoardReset, Side: Both})
	}
	if !t.reset.asked && t.after(rested+disorderMs) {
		t.reset.asked = true
		f := Finding{Code: BoardReset, Level: Arbiter, Side: Both, Text: "the game has no result"}
		if way == backLeads {
			f.Text = "moves may have been taken back"
		}
		t.raise(t.say(f))
	}
}

// settleReset withdraws the question: the array is gone, or the game goes on.
func (t *Tracker) settleReset() {
	if t.reset.asked {
		t.reset.asked = false
		t.clearAlert(BoardReset)
	}
}

// arrayWay is how the initial array may have come onto the board.
type arrayWay uint8

const (
	playLeads arrayWay = iota // the game has come to that position, or the Laws restore it
	backLeads                 // the players took a few plies back
	onlySetUp                 // neither does
)

// leadsTo returns how the initial array came onto the board. It was play if the best
// hypothesis ends there, or if the position before an irregular ply is restored (7.5.1).
// Two players may take back a few plies, and a few may have been played while the board was
// not connected.
func (t *Tracker) leadsTo() arrayWay {
	l := t.bestHypothesis()
	if t.board.differ(l.pos().Placement()) == 0 {
		return playLeads
	}
	if i := t.irregular; i >= 0 && t.board.differ(t.spine.At(i).Placement()) == 0 {
		return playLeads
	}
	for n := max(0, t.spine.Len()-maxTakeback); n < t.spine.Len()+l.n; n++ {
		if t.board.differ(t.positionAt(n).Placement()) == 0 {
			return backLeads
		}
	}
	if t.bridges() {
		return backLeads
	}
	return onlySetUp
}

// setUpAgain reports whether the pieces have been set up for the next game although this
// one, with the clocks stopped, has no result. They stand in the initial array, or they
// stood there and later changes are nearer to it than to this game.
func (t *Tracker) setUpAgain() bool {
	switch {
	case t.phase != Paused:
		return false
	case t.arrayStands():
		return t.leadsTo() == onlySetUp
	}
	return t.reset.shown && t.board.differ(&placement.Initial).Len() < t.board.differ(t.bestHypothesis().pos().Placement()).Len()
}

// opensByClock opens the next game when the clock starts and the array is set up for it.
func (t *Tracker) opensByClock() {
	if t.over() && t.arrayStands() || t.setUpAgain() {
		t.nextByArray()
	}
}

// leaveArray notes that somebody touches a piece of the array that stands.
func (t *Tracker) leaveArray() {
	t.opensByTouch()
	t.startsByTouch()
}

// opensByTouch opens the next game when somebody touches a piece of the array with which
// the last game ended.
func (t *Tracker) opensByTouch() {
	if t.phase == Ended && t.board.seq == t.opened && t.arrayStands() {
		t.nextByArray()
	}
}

// nextByArray opens the next game by the array on the board.
func (t *Tracker) nextByArray() {
	if !t.reset.shown {
		t.say(Finding{Code: BoardReset, Side: Both})
	}
	if t.leadsTo() == onlySetUp {
		t.aside = nil // else it may be the same game, ended by mistake
	}
	t.nextGame(legality.Initial())
	if !t.board.initial() {
		t.become(Setup) // its first ply has begun, or the array is a wrong one
	}
}
