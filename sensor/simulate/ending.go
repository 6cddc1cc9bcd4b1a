package simulate

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// finish is what the players do when their game is over.
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

// signal is a result, and where the kings are put for it, White's first.
type signal struct {
	result string
	kings  [2]placement.Square
}

// signals is where the kings are put, White's first, to show a result (maker's
// convention: light squares 1-0, dark 0-1, one of each a draw).
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

// signal is the result to show, and where the kings stand for it.
func (h *hand) signal() signal {
	for _, s := range signals {
		if s.result == h.profile.Ending.Result {
			return s
		}
	}
	return signals[h.rng.IntN(len(signals))]
}

// placeKings puts down kings that are in the air.
func (h *hand) placeKings(squares [2]placement.Square, kings ...man) {
	for _, king := range kings {
		h.wait(h.profile.Travel)
		to := squares[h.pieces[king].Color()]
		if sq := h.pick(around(to)); h.profile.Ending.SignalWalk.happens(h.rng) && h.empty(sq) && !centre.Has(sq) {
			h.put(sq, king)
			h.wait(h.profile.Travel)
			h.set(h.at, sq, nobody)
			h.wait(h.profile.Hop)
		}
		h.put(to, king)
	}
}

// layDown lays down the king of the player to move, off the board.
func (h *hand) layDown() {
	if king := h.pos.Kings(h.pos.Turn()).First(); king != placement.NoSquare {
		h.wait(h.profile.Ending.Pause)
		h.did(KingLaidDown, h.at, 0, king)
		h.lift(king)
	}
}

// goBack takes back the last plies of the game, to look at them again.
func (h *hand) goBack(plies int) {
	for i := h.past.Len() - 1; i >= 0 && plies > 0; i, plies = i-1, plies-1 {
		before := h.past.At(i)
		h.wait(h.profile.Ending.Pause)
		h.didPly(WentBack, h.at, h.at, before, h.past.Move(i))
		h.unplay(before, h.past.Move(i))
		h.pos = *before
	}
}

// analyse plays on from the last position, without presses.
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

// putBack sets up the initial array, man by man, in no order.
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

// bring takes a man from a square where he does not belong, or from beside the
// board.
func (h *hand) bring(piece placement.Piece) man {
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
