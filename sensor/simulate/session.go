package simulate

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// mostLate is how many pieces, at most, are set up after the log begins, and
// mostStraightened how many are straightened before the game; chosen.
const (
	mostLate         = 6
	mostStraightened = 6
)

// late is a piece that is not on its square yet.
type late struct {
	id     pieceID
	square placement.Square
}

// comeLate takes some pieces off the table before the log begins, and returns them.
func (g *game) comeLate() []late {
	if !g.profile.Beginning.SetUp.happens(g.rng) {
		return nil
	}
	var off []late
	for range 1 + g.rng.IntN(mostLate) {
		var there []placement.Square
		for sq := range placement.NoSquare {
			if !g.empty(sq) {
				there = append(there, sq)
			}
		}
		if sq := g.pick(there); sq != placement.NoSquare {
			off = append(off, late{g.stand[sq], sq})
			g.stand[sq] = noPiece
		}
	}
	return off
}

// setDown puts those pieces on their squares.
func (g *game) setDown(off []late) {
	h := &hand{game: g, at: g.now}
	for _, l := range off {
		h.wait(g.profile.Beginning.Pause)
		h.put(l.square, l.id)
		g.truth.Deeds = append(g.truth.Deeds, Deed{Kind: SetUp, Ply: 1, At: h.at, Square: l.square})
	}
	g.now = h.at
}

// begin is what the players do before the clock starts.
func (g *game) begin() {
	b := &g.profile.Beginning
	h := &hand{game: g, at: g.now, turn: turn{squares: 0}}
	g.number = 1
	if b.Straighten.happens(g.rng) {
		pieces := (g.pos.Occupied(legality.White) | g.pos.Occupied(legality.Black)).Squares()
		for range 1 + g.rng.IntN(mostStraightened) {
			h.wait(b.Pause)
			h.returnPiece(Adjusted, g.profile.AdjustAt, h.pick(pieces))
		}
	}
	if g.clocked && b.Ceremony.happens(g.rng) {
		h.ceremony()
	}
	g.now = h.at
}

// ceremony plays a first move that somebody makes for the players.
func (h *hand) ceremony() {
	legal := h.pos.AppendMoves(nil)
	if len(legal) == 0 {
		return
	}
	m := legal[h.rng.IntN(len(legal))]
	if m.IsCastling() || m.Promotion() != legality.NoKind {
		return
	}
	h.wait(h.profile.Beginning.Pause)
	began, before := h.at, h.pos
	h.move, h.lifted = m, -1
	mover, victim := h.lift(m.From()), before.Captured(m)
	h.wait(h.profile.Travel)
	if victim != placement.NoSquare {
		h.lift(victim)
	}
	h.put(m.To(), mover)
	h.wait(h.profile.Beginning.Pause)
	h.unplay(&before, m)
	h.didPly(Ceremony, began, h.at, &before, m)
	h.wait(h.profile.Beginning.Pause)
}

// finish is what the players do after their game.
func (g *game) finish() {
	e := &g.profile.Ending
	h := &hand{game: g, at: g.now}
	signal := g.truth.Result == "*" && e.Signal.happens(g.rng)
	early := signal && e.SignalLate.happens(g.rng)
	if early {
		h.showKings()
	}
	stopped := e.StopClock.happens(g.rng) && g.clocked
	if stopped {
		h.wait(e.Pause)
		g.clock.stop(h.at)
		g.did(ClockStop, h.at, 0, placement.NoSquare)
	}
	if signal && !early {
		h.showKings()
	}
	if !signal && g.truth.Result == "*" && e.LayDown.happens(g.rng) {
		h.layDown()
	} else if !signal && (stopped || g.truth.Result != "*") {
		h.goBack(e.GoBack)
		h.analyse(e.Analyse)
	}
	if e.PutBack.happens(g.rng) {
		h.putBack()
		h.nextGame(e.NextGame)
	}
}

// signal is a result, and the squares of the kings for it, White's first.
type signal struct {
	result string
	kings  [2]placement.Square
}

// signals are the ways to show a result with the kings (maker's convention: light
// squares 1-0, dark squares 0-1, one of each a draw).
var signals = [...]signal{
	{"1-0", [2]placement.Square{placement.E4, placement.D5}},
	{"0-1", [2]placement.Square{placement.D4, placement.E5}},
	{"1/2-1/2", [2]placement.Square{placement.E4, placement.E5}},
	{"1/2-1/2", [2]placement.Square{placement.D4, placement.D5}},
}

// showKings clears the squares in the centre and puts the kings there.
func (h *hand) showKings() {
	from := [2]placement.Square{h.pos.Kings(legality.White).First(), h.pos.Kings(legality.Black).First()}
	if from[0] == placement.NoSquare || from[1] == placement.NoSquare {
		return
	}
	show := h.signal()
	h.wait(h.profile.Ending.Pause)
	h.truth.Signal = show.result
	h.did(KingsShown, h.at, 0, show.kings[0])
	for _, sq := range show.kings {
		if h.occupied(sq) && h.on(sq).Kind() != placement.King {
			h.take(sq)
			h.wait(h.profile.Second)
		}
	}
	first := h.rng.IntN(2)
	inWay := centre.Has(from[0]) || centre.Has(from[1])
	if inWay || h.rng.IntN(2) == 0 {
		king := h.take(from[first])
		h.wait(h.profile.Second)
		h.placeKings(show.kings, king, h.take(from[1-first]))
		return
	}
	for _, side := range [...]int{first, 1 - first} {
		h.placeKings(show.kings, h.take(from[side]))
		h.wait(h.profile.Second)
	}
}

// signal returns the signal to show.
func (h *hand) signal() signal {
	for _, s := range signals {
		if s.result == h.profile.Ending.Result {
			return s
		}
	}
	return signals[h.rng.IntN(len(signals))]
}

// placeKings puts down kings that are in the air.
func (h *hand) placeKings(squares [2]placement.Square, kings ...pieceID) {
	for _, king := range kings {
		h.wait(h.profile.Travel)
		to := squares[h.pieces[king].Color()]
		if sq := h.pick(around(to)); h.profile.Ending.SignalWalk.happens(h.rng) && h.empty(sq) && !centre.Has(sq) {
			h.put(sq, king)
			h.wait(h.profile.Travel)
			h.set(h.at, sq, noPiece)
			h.wait(h.profile.Hop)
		}
		h.put(to, king)
	}
}

// layDown lays the king of the player to move down beside the board.
func (h *hand) layDown() {
	if king := h.pos.Kings(h.pos.Turn()).First(); king != placement.NoSquare {
		h.wait(h.profile.Ending.Pause)
		h.did(KingLaidDown, h.at, 0, king)
		h.lift(king)
	}
}

// goBack takes back the last plies of the game for analysis.
func (h *hand) goBack(plies int) {
	for i := h.past.Len() - 1; i >= 0 && plies > 0; i, plies = i-1, plies-1 {
		before := h.past.At(i)
		h.wait(h.profile.Ending.Pause)
		h.didPly(WentBack, h.at, h.at, before, h.past.Move(i))
		h.unplay(before, h.past.Move(i))
		h.pos = *before
	}
}

// analyse plays on from the present position, without presses.
func (h *hand) analyse(plies int) {
	for _, m := range wander(h.rng, h.pos, plies) {
		h.wait(h.profile.Ending.Pause)
		after := h.pos.Play(m)
		h.didPly(Analysed, h.at, h.at, &h.pos, m)
		h.move, h.lifted = m, -1
		h.squares = placement.Differ(h.pos.Placement(), after.Placement())
		h.make()
		h.pos = after
	}
}

// putBack sets up the initial array, piece by piece in random order.
func (h *hand) putBack() {
	h.wait(h.profile.Ending.Pause)
	h.did(PutBack, h.at, 0, placement.NoSquare)
	for _, n := range h.rng.Perm(64) {
		sq, want := placement.Square(n), placement.Initial[n]
		if h.on(sq) == want {
			continue
		}
		if h.occupied(sq) {
			h.take(sq)
			h.wait(h.profile.Second)
		}
		if want == placement.Empty {
			continue
		}
		m := h.bring(want)
		h.wait(h.profile.Travel)
		h.put(sq, m)
		h.wait(h.profile.Second)
	}
}

// bring takes a piece from a square where it does not belong, or from beside the
// board.
func (h *hand) bring(piece placement.Piece) pieceID {
	for sq, m := range h.stand {
		if h.pieces[m] == piece && placement.Initial[sq] != piece {
			return h.take(placement.Square(sq))
		}
	}
	return h.fetch(piece)
}

// nextGame begins another game on the same board.
func (h *hand) nextGame(plies int) {
	if plies == 0 {
		return
	}
	h.wait(h.profile.Ending.Pause)
	h.truth.Next = &Truth{}
	h.truth, h.now = h.truth.Next, h.at
	h.play(legality.Initial(), wander(h.rng, legality.Initial(), plies))
}

// unplay puts the pieces of a move back on the squares where they stood before.
func (h *hand) unplay(before *legality.Position, m legality.Move) {
	p := h.profile
	h.wait(p.Second)
	switch {
	case m.IsCastling():
		king, rook := h.lift(m.KingTo()), h.lift(m.RookTo())
		h.wait(p.Travel)
		h.put(m.From(), king)
		h.wait(p.Second)
		h.put(m.To(), rook)
	case m.Promotion() != legality.NoKind:
		h.lift(m.To())
		h.wait(p.Travel)
		h.put(m.From(), h.fetch(before.At(m.From())))
	default:
		mover := h.lift(m.To())
		h.wait(p.Travel)
		h.put(m.From(), mover)
	}
	if captured := before.Captured(m); captured != placement.NoSquare {
		h.wait(p.Second)
		h.put(captured, h.fetch(before.At(captured)))
	}
}

// lift takes the piece off a square.
func (h *hand) lift(sq placement.Square) pieceID {
	m := h.stand[sq]
	h.set(h.at, sq, noPiece)
	return m
}

// takeBack plays another move than the planned one, in half of the cases with a reply; then
// both players agree to take it back.
func (g *game) takeBack() {
	if g.astray != nil || g.number > len(g.moves) || !g.profile.TakeBack.happens(g.rng) {
		return
	}
	line := g.otherMoves()
	if len(line) == 0 {
		return
	}
	planned, number := g.moves, g.number
	g.moves = append(append([]legality.Move{}, planned[:number-1]...), line...)
	for range line {
		g.ply(g.moves[g.number-1])
		g.number++
	}
	g.settleDebt(g.prev.clear)
	g.moves, g.number = planned, number
	g.retract(len(line))
}

// otherMoves returns a legal move other than the next one, perhaps with a reply.
// Neither ends the game.
func (g *game) otherMoves() []legality.Move {
	past := legality.NewGame(g.pos)
	want := 1 + g.rng.IntN(2)
	avoid := g.moves[g.number-1]
	for past.Len() < want {
		legal := past.Position().AppendMoves(nil)
		m := legal[g.rng.IntN(len(legal))]
		if past.Len() == 0 && (m == avoid || m.From() == avoid.From() || m.IsCastling()) {
			return nil
		}
		if past.Play(m); past.Ending() != legality.NoEnding {
			return nil
		}
	}
	line := make([]legality.Move, past.Len())
	for i := range line {
		line[i] = past.Move(i)
	}
	return line
}

// retract takes back the last plies by hand, the last one first, with the clock
// stopped. It then starts the clock of the player who has the move.
func (g *game) retract(plies int) {
	h := &hand{game: g, at: max(g.prev.clear, g.prev.pressed, g.now)}
	if g.clocked {
		h.wait(g.profile.Beginning.Pause)
		g.clock.stop(max(h.at, g.clock.at))
	}
	for n := range plies {
		i := g.past.Len() - 1
		began := h.at
		m := g.past.Move(i)
		h.unplay(g.past.At(i), m)
		g.past.Undo()
		g.pos = *g.past.Position()
		g.didPly(TakenBack, began, h.at, &g.pos, m).Ply += plies - 1 - n
	}
	t := g.truth
	left := len(t.Moves) - plies
	t.Moves, t.Landed, t.Pressed = t.Moves[:left], t.Landed[:left], t.Pressed[:left]
	h.wait(g.profile.Second)
	if g.clocked {
		g.clock.start(h.at, g.pos.Turn())
	}
	g.now = h.at
	g.prev = turn{lifted: h.at, landed: h.at, clear: h.at, pressed: h.at}
}
