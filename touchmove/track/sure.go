package track

import "slices"

// A ply is confirmed when every hypothesis that is not far behind has it, and stays so until
// one without it leads. What merged with another hypothesis counts, too: of equal ones the
// better is kept, and where the other had other plies a doubt of these remains.

// sureCost is how far behind the best hypothesis without a ply must be for it to be
// confirmed: one in 90. Chosen by the side-by-side benchmark: with one in 400 as many plies
// are confirmed wrongly, and one in ten takes twice as long.
const sureCost = 450

// reviseCost is by how much another hypothesis must lead the best one that has what is
// confirmed for that to be revised; chosen: one in 20. A lower value revises back and forth
// between equal stories; a higher one leaves mistakes standing.
const reviseCost = 300

// reader is the hypothesis that is read: the best one that has what is confirmed, unless
// that is to be revised.
func (t *Tracker) reader() *hypothesis {
	for i := range t.beam {
		h := &t.beam[i]
		if h.score < t.beam[0].score+reviseCost && (t.confirmed.of(h.game()) || t.confirmed.of(t.shows(h))) {
			return h
		}
	}
	return &t.beam[0]
}

// confirm brings up to date what is confirmed, what is final, and whether the tracker is unsure.
func (t *Tracker) confirm() {
	h, was, unsure := t.reader(), t.confirmed, t.Unsure()
	if !t.clock.stopped {
		t.until = t.trouble(&t.beam[0])
	} else if t.until <= t.now {
		t.until = 0
	}
	if from := firstOf(t.confirmed, t.shows(h)); from != nil {
		t.confirmed = from.parent
	}
	if sure := t.sure(h); !t.Unsure() && t.confirmed.of(sure) {
		t.confirmed = sure
		t.makeFinal()
	}
	for t.final != nil && !t.final.of(t.confirmed) { // the players took it back
		t.final = t.final.parent
	}
	if t.confirmed != was || t.Unsure() != unsure {
		t.changes++
	}
}

// finalPlies is how many plies after it a confirmed ply is final.
const finalPlies = 16

// makeFinal makes a ply final when so many confirmed plies follow it: a hypothesis with another ply in
// its place is given up. While one of these may still come to revise it, nothing becomes final. Players
// may still take back what is.
func (t *Tracker) makeFinal() {
	final := t.confirmed
	for n := 0; n < finalPlies && final != nil; n++ {
		final = final.parent
	}
	lacks := func(h hypothesis) bool { // or has it as played beside the game
		return !final.of(h.game()) && (!h.game().of(final) || final.of(h.node))
	}
	if final == nil || final.of(t.final) || slices.ContainsFunc(t.beam, func(h hypothesis) bool {
		return h.score < t.beam[0].score+reviseCost && lacks(h)
	}) {
		return
	}
	t.final = final
	t.changes++
	for i := range t.beam {
		if t.memory != nil && lacks(t.beam[i]) {
			t.noteEnd(&t.beam[i], Barred, t.beam[i].score-t.beam[0].score)
		}
	}
	t.beam = slices.DeleteFunc(t.beam, lacks)
}

// Final is up to where what is confirmed is final: the part, and how many of its plies.
// Nothing but the players takes these back.
func (t *Tracker) Final() (part, plies int) {
	if t.final == nil || t.final.part < t.confirmed.part {
		return t.confirmed.part, 0
	}
	return t.confirmed.part, max(0, min(t.final.ply, t.confirmed.ply))
}

// shows is the last ply that a hypothesis has, with the one that the table shows.
func (t *Tracker) shows(h *hypothesis) *node {
	if shown := h.shown(); len(shown) > 0 && h.over == nil {
		return t.child(h.node, shown[0])
	}
	return h.game()
}

// upTo is the last ply that a hypothesis has. What the table shows counts, too, when no
// press is to come, and it has stood for so long that a hand would have let go (lingerMs).
func (t *Tracker) upTo(h *hypothesis) *node {
	if t.idle > 1 && !t.expects(h, h.turn()) {
		return t.shows(h)
	}
	return h.game()
}

// sure is the last ply of a hypothesis that all near ones share. Those without what is already
// confirmed are left out.
func (t *Tracker) sure(h *hypothesis) *node {
	sure := t.upTo(h)
	before := func(n *node) {
		if n != nil && n != t.confirmed && !n.of(t.confirmed) && n.of(sure) {
			sure = n.parent
		}
	}
	for i := range t.beam {
		o := &t.beam[i]
		if from := firstOf(sure, t.upTo(o)); from != nil && t.contests(h, o, from) {
			before(from)
		}
	}
	for _, d := range h.doubts {
		if d.behind < wanted(h, d.from, t.sensor.final()) {
			before(d.from)
		}
	}
	for a := h.story; a != nil && a.At+t.sensor.Late > t.now; a = a.Prev {
		if a.node != nil { // the board may be late with what was before it
			before(a.node)
		}
	}
	return sure
}

// Confirmed is up to where what was played is confirmed: the part, from 0, and how
// many of its plies. It may be less than it was: what was confirmed is revised then.
func (t *Tracker) Confirmed() (part, plies int) { return t.confirmed.part, t.confirmed.ply }

// contests reports whether another hypothesis, which has not some ply of one, is near enough that the
// ply is not confirmed.
func (t *Tracker) contests(h, o *hypothesis, from *node) bool {
	return o.score-h.score < wanted(h, from, 2*t.sensor.final())
}

// wanted is how far behind a line must be that differs from some ply on: less with each of
// so many plies that have passed. A line that is still apart can yet be told from the best
// one, so it counts for twice as long as one that has merged with it.
func wanted(h *hypothesis, from *node, within int) int64 {
	passed := h.game().ply - from.ply
	if from.part < h.game().part {
		passed = within
	}
	return sureCost * int64(within-min(passed, within)) / int64(within)
}

// Strained reports whether the story that is read has cost more than a game does, and has not
// paid it back: what is confirmed then is less sure than the rivals of its plies say.
func (t *Tracker) Strained() bool { return t.reader().excess >= strainCost }

// Being lost shows in what the best story costs, not in squares: a wrong ply fits
// the board when it is made, and what follows does not fit the ply.

const (
	troubleMs    = 20_000
	troublePlies = 6    // at most: who plays fast makes more of them in that time
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

// strain adds an act of the present record to what a story has paid beyond what a game costs; the first act of a record
// pays some of it back. While no game is seen nothing is paid, and nothing is paid back.
func (h *hypothesis) strain(a *Act) {
	if a.Kind == Follow {
		return
	}
	if h.story == nil || h.story.Event != a.Event {
		h.excess = max(0, h.excess-gameCost)
	}
	h.addExcess(a.doubtful())
	if a.Kind == Untold {
		h.untold += a.Why.cost
	}
}

// addExcess adds what a story has paid beyond what a game costs.
func (h *hypothesis) addExcess(paid Cost) {
	h.excess = min(h.excess+paid, mostExcess)
	h.dear = h.excess >= excessCost || h.dear && h.excess >= strainCost
}

// doubtful is how much an act speaks against its story, choices apart. That a scan shows what was not reported counts
// only when no report comes a little later (endUntold).
func (a *Act) doubtful() Cost {
	if a.Kind == Untold {
		return 0
	}
	return a.Why.cost
}

// toldMs is how long after a scan the board may still tell what the scan has shown, in milliseconds. Chosen.
const toldMs = 1000

// told takes that a square is reported to read what it is known to read. If a scan has shown that, the board is late, and
// no report was lost.
func (t *Tracker) told(sq square) {
	if t.untold.Has(sq) {
		t.endUntold(false)
	}
}

// notToldInTime says that the board does not tell any more what the last scan has shown.
func (t *Tracker) notToldInTime() {
	if t.untold != 0 && t.now >= t.untoldAt+toldMs {
		t.endUntold(true)
	}
}

// endUntold ends the wait for the reports of what a scan has shown; lost: they do not come.
func (t *Tracker) endUntold(lost bool) {
	for i := range t.beam {
		h := &t.beam[i]
		if lost {
			h.addExcess(h.untold)
		}
		h.untold = 0
	}
	t.untold = 0
}

// never is a moment that does not come.
const never = 1 << 62

// trouble is until when a story counts as too dear, so that a restart may be tried; 0 if it does not.
// Time alone does not end what has added up (excess). A ply that was taken back explains what was
// done before, since its pieces stand as they stood.
func (t *Tracker) trouble(h *hypothesis) (until int64) {
	if h.dear || h.blank != 0 || h.phase == loose && !h.game().ended() {
		return never
	}
	if h.phase == loose {
		return 0
	}
	paid, first := Cost(0), int32(h.node.ply+1-troublePlies)
	for a := h.story; a != nil && a.Kind != TakeBack && a.At > t.now-troubleMs && a.Ply > first; a = a.Prev {
		if paid += a.doubtful(); paid >= troubleCost {
			return a.At + troubleMs
		}
	}
	return 0
}

// Unsure reports whether the best story has become so dear that it may be wrong, or
// sees no game: then nothing should be confirmed. While the clock stands nothing becomes unsure,
// but stories still pay for what is done.
func (t *Tracker) Unsure() bool { return t.until != 0 }
