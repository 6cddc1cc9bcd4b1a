package track

import (
	"math/bits"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// View shows the hypothesis that is read. It is valid until the next record, and read-only.
type View struct{ t *Tracker }

// View is the present reading.
func (t *Tracker) View() View { return View{t} }

// Changes is how often the reading may have changed: while it stays, the view tells the same.
func (v View) Changes() int { return v.t.changes }

// Mark is an act of a story, to be recognised later.
type Mark struct{ act *Act }

// Told is an act as a story tells it.
type Told struct {
	Act
	Mark   Mark
	Before *legality.Position // where the game stood before it; nil if it does not change that
	After  *legality.Position // where the game stands after it; nil if it does not change that
	Plies  int                // of the part, after it
	Part   int                // from 0
}

// Story is the acts of the hypothesis that is read. A reader who knows acts of it already
// names them, the first one first, and gets how many of these it still has, and the acts
// after them.
func (v View) Story(known []Mark) (same int, acts []Told) {
	for a := v.t.reader().story; a != nil; a = a.Prev {
		for len(known) > 0 && known[len(known)-1].act.Event > a.Event {
			known = known[:len(known)-1]
		}
		for i := len(known) - 1; i >= 0 && known[i].act.Event == a.Event && same == 0; i-- {
			if known[i].act == a {
				same = i + 1
			}
		}
		if same > 0 {
			break
		}
		acts = append(acts, a.told())
	}
	slices.Reverse(acts)
	return same, acts
}

// told is an act with the positions around it.
func (a *Act) told() Told {
	told := Told{Act: *a, Mark: Mark{a}}
	told.Prev, told.node = nil, nil
	if n := a.node; n != nil {
		told.After, told.Plies, told.Part = &n.pos, n.ply, n.part
		if n.parent != nil {
			told.Before = &n.parent.pos
		}
	}
	return told
}

// Link is a ply on the way to where the game stands.
type Link struct {
	Move   legality.Move // NoMove: no legal move describes it
	Before *legality.Position
	After  *legality.Position
}

// Line is the plies of its part up to where the game stands after an act, the first one
// first; nil if the act does not change that. Of the first part it is those since the log began,
// or since plies before it were taken back.
func (a *Told) Line() (line []Link) {
	for n := a.Mark.act.node; n != nil && n.parent != nil && n.parent.part == n.part && !n.past; n = n.parent {
		line = append(line, Link{n.move, &n.parent.pos, &n.pos})
	}
	slices.Reverse(line)
	return line
}

// Position is where the game stands in the hypothesis that is read, with the ply that the
// table shows.
func (v View) Position() *legality.Position {
	h := v.t.reader()
	if h.over != nil {
		return &h.over.pos
	}
	return &v.t.shows(h).pos
}

// Unnamed is the squares that read a piece and do not name it.
func (v View) Unnamed() placement.Set { return v.t.reading.Find(placement.Unknown) }

// Blank reports whether a scan has failed, and what stands on many squares is not known to have changed.
func (v View) Blank() bool { return v.t.reader().blank != 0 }

// King is where the hypothesis that is read has a king; NoSquare if it stands nowhere.
func (v View) King(c color) square {
	return v.t.reader().on.Find(placement.MakePiece(c, legality.King)).First()
}

// Confidence is how likely each of some plies of the part is, which are numbered from 1: the share of the
// hypotheses that have it in this place, whatever they have before it. For the number after the last
// ply it is the share of those that have no ply there. What merged with the one that is read counts, too.
func (v View) Confidence(from, to int) []float64 {
	share := make([]float64, max(0, to-from+1)) // at first the odds of those that differ
	all, none := int64(oneOdds), int64(0)
	v.t.compare()
	for _, s := range v.t.shares {
		if all += s.odds; s.elsewhere {
			none += s.odds
		}
		for rest := s.plies; rest != 0; rest &= rest - 1 {
			if n := s.from + bits.TrailingZeros64(rest); from <= n && n <= to {
				share[n-from] += float64(s.odds)
			}
		}
	}
	for i, odds := range share {
		share[i] = float64(1000*(all-none-int64(odds))/all) / 1000
	}
	return share
}

// share is the odds of a hypothesis with another game than the one that is read, or a longer one.
type share struct {
	odds      int64
	from      int    // the first ply of the part in which it differs
	plies     uint64 // in which of that and the next 63 it does
	elsewhere bool   // it plays another part
}

// compare works out, once for a reading, the shares of the hypotheses with another game, and the
// rivals of plies.
func (t *Tracker) compare() {
	if t.shared == t.changes && t.shares != nil {
		return
	}
	t.shared, t.shares = t.changes, append(t.shares[:0], share{})
	h := t.reader()
	t.findRivals(h)
	shows, last := t.shows(h), h.game().part
	part := func(from *node, plies uint64, score int64) {
		if from.part > last {
			return
		}
		s := share{odds: odds(score), elsewhere: from.part < last}
		if !s.elsewhere {
			s.from, s.plies = from.ply, plies
		}
		t.shares = append(t.shares, s)
	}
	for i := range t.beam {
		o := &t.beam[i]
		if odds(o.score-h.score) == 0 {
			continue
		}
		game := t.shows(o)
		from, plies := firstOf(shows, game), uint64(0)
		if from != nil {
			plies = shows.apart(from, game)
		} else if from = firstOf(game, shows); from == nil {
			continue
		}
		if from.part == last && game.part == last && game.ply > shows.ply {
			plies |= 1 << min(shows.ply+1-from.ply, 63)
		}
		part(from, plies, o.score-h.score)
	}
	for _, d := range h.doubts {
		if d.from.of(shows) {
			part(d.from, d.plies, d.behind)
		}
	}
}

// oneOdds is the odds of what is as good as the hypothesis that is read.
const oneOdds = 1 << 20

// odds is e to the power of so many hundredths of a nat less, in integers so that every
// machine has the same.
func odds(behind int64) int64 {
	if n := max(0, behind) / 10; n < int64(len(tenths)) {
		return tenths[n]
	}
	return 0
}

// tenths is the odds for each tenth of a nat.
var tenths = func() (list []int64) {
	const perTenth = 948_796 // oneOdds / e^0.1
	for x := int64(oneOdds); x > 0; x = x * perTenth / oneOdds {
		list = append(list, x)
	}
	return list
}()

// Shown is the legal move that the table shows and nothing has completed yet;
// NoMove if it shows none.
func (v View) Shown() legality.Move {
	h := v.t.reader()
	if shown := h.shown(); len(shown) > 0 && h.over == nil {
		return shown[0]
	}
	return legality.NoMove
}

// Rivals is the moves that other hypotheses have in place of a ply of the one that is read, by its
// number in the part, and for which the ply is not confirmed.
func (v View) Rivals(ply int) (moves []legality.Move) {
	v.t.compare()
	for _, r := range v.t.rivals {
		if r.ply == ply && !slices.Contains(moves, r.move) {
			moves = append(moves, r.move)
		}
	}
	return moves
}

// rival is a move that another hypothesis has in place of a ply of the part that is read.
type rival struct {
	ply  int
	move move
}

// findRivals works out what Rivals tells.
func (t *Tracker) findRivals(h *hypothesis) {
	t.rivals = t.rivals[:0]
	for i := range t.beam {
		o := &t.beam[i]
		from := firstOf(h.game(), o.game())
		if from == nil || from.part != h.game().part || !t.contests(h, o, from) {
			continue
		}
		for n := o.game(); n != nil && (n.part > from.part || n.ply >= from.ply); n = n.parent {
			if n.parent == from.parent && n.move != from.move {
				t.rivals = append(t.rivals, rival{from.ply, n.move})
			}
		}
	}
}

// TakenBack is how many of the plies before the log began have been taken back as it is read, and
// of these how many as it is confirmed.
func (v View) TakenBack() (read, confirmed int) {
	return v.t.reader().game().takenBack(), v.t.confirmed.takenBack()
}

// Confirmed is how many plies of the part that is read are confirmed.
func (v View) Confirmed() int {
	if part, plies := v.t.Confirmed(); part == v.t.reader().game().part {
		return plies
	}
	return 0
}

// Plies is how many plies of its part the hypothesis that is read has completed.
func (v View) Plies() int { return v.t.reader().game().ply }

// Prev is the act before one; false if it is the first one.
func (m Mark) Prev() (Mark, bool) { return Mark{m.act.Prev}, m.act.Prev != nil }

// Told is the act.
func (m Mark) Told() Told { return m.act.told() }
