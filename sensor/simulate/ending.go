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
	if !signal && (stopped || g.truth.Result != "*") {
		h.analyse(e.Analyse)
	}
	if e.PutBack.happens(g.rng) {
		h.putBack()
		h.nextGame(e.NextGame)
	}
}

// signals is where the kings are put, White's first, to show a result (maker's
// convention: light squares 1-0, dark 0-1, one of each a draw).
var signals = [...]struct {
	result string
	kings  [2]placement.Square
}{
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
	show := signals[h.rng.IntN(len(signals))]
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

// placeKings puts down kings that are in the air.
func (h *hand) placeKings(squares [2]placement.Square, kings ...man) {
	for _, king := range kings {
		h.wait(h.profile.Travel)
		h.put(squares[h.pieces[king].Color()], king)
	}
}

// analyse plays on from the last position, without presses.
func (h *hand) analyse(plies int) {
	for _, m := range wander(h.rng, h.pos, plies) {
		h.wait(h.profile.Ending.Pause)
		after := h.pos.Play(m)
		h.did(Analysed, h.at, 0, m.To())
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
