package track

// Being lost shows in what the best story costs, not in squares: a wrong ply fits
// the board when it is made, and what follows does not fit the ply.

const (
	troubleMs    = 20_000
	troublePlies = 6    // or fewer, who play fast
	troubleCost  = 1200 // besides choices, in that time
	mostWeak     = 3    // with more weak squares than this, a restart believes what they read
)

// Records that come from no game, or from two, stay dear however slowly they come, and plies
// that fit among them are no sign of a game. So what a record costs beyond what one of a game
// does is remembered, and paid back by cheap ones. Of what hands of all kinds play, fewer than
// one ply in 100 comes with so much unpaid; of plies read out of two boards, nine in ten.
const (
	gameCost   = 100  // of a record, besides choices
	strainCost = 400  // then a person should look: one right ply in 20 comes with that, and every second wrong one
	excessCost = 1600 // then the story may be wrong, until it is below strainCost again
	mostExcess = 8000 // some 25 plies without any trouble pay it back
)

// strain adds an act of the present record to what a story has paid beyond what a game costs.
// While no game is seen nothing is paid back, and nothing is said of a game.
func (h *hypothesis) strain(a *Act) {
	if a.Kind == Follow {
		return
	}
	if h.story == nil || h.story.Event != a.Event {
		h.excess = max(0, h.excess-gameCost)
	}
	h.excess = min(h.excess+a.Why.cost, mostExcess)
	h.dear = h.excess >= excessCost || h.dear && h.excess >= strainCost
}

// never is a moment that does not come.
const never = 1 << 62

// trouble is until when a story counts as too dear, so that a restart is tried; 0 if it does not.
// Time alone does not end what has added up (excess). A ply that was taken back explains what was
// done before, since its pieces stand as they stood.
func (t *Tracker) trouble(h *hypothesis) (until int64) {
	if h.dear || h.phase == loose && !h.game().ended() {
		return never
	}
	if h.phase == loose {
		return 0
	}
	paid, first := Cost(0), int32(h.node.ply+1-troublePlies)
	for a := h.story; a != nil && a.Kind != TakeBack && a.At > t.now-troubleMs && a.Ply > first; a = a.Prev {
		if paid += a.Why.cost; paid >= troubleCost {
			return a.At + troubleMs
		}
	}
	return 0
}

// Unsure reports whether the best story has become so dear that it may be wrong, or
// sees no game: then nothing should be confirmed. While the clock stands nothing becomes unsure,
// but stories still pay for what is done.
func (t *Tracker) Unsure() bool { return t.until != 0 }
