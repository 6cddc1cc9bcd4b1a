package story

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/track"
)

// Truth is what has become of the plies that were really played: how many of them the story has
// that won, and, if it has others or more, of the story that had most of the true ones.
type Truth struct {
	Plies []legality.Move // that were really played, after what was played before the story
	Read  int             // how many of them the winning story has before another ply
	Won   []legality.Move // the plies of the winning story, before it begins anew

	Acts []Act  // of the true story, from where it parts from the winning one
	From int    // the first act that the winning story has in place of these
	To   int    // and the one after the last
	Most int    // how many of the true plies a story ever had, and no others
	Went []Went // of the true stories that have more than the winning one, or as much, the best one that went each time when none was nearly as good since; and the one that merged with the winning one when it was nearest
	Last Sight  // the best of these in the beam, before one went first; of all true ones if that had just come up
	End  Sight  // how it went first; with the fate Kept if it did not, or nothing says how
	Open bool   // the beam has a true story when the log ends
}

// Went is how a true story ended.
type Went struct {
	Sight
	Last   Sight // of the best one in the beam before
	joined bool  // it has merged with the story that won
}

// Sight is how a story with true plies alone stood when it was seen.
type Sight struct {
	Event  touchmove.Event // the last record before; 0: it was never seen
	At     int64
	Plies  int   // that it had, with the one that the table showed
	Place  int   // in the beam, from 1
	Behind int64 // the best one, in hundredths of a nat
	Over   int64 // the one with which it has merged
	Fate   track.Fate
	Open   bool // the log ends there
	mark   track.Mark
}

// truth is what is kept of the stories that have true plies alone.
type truth struct {
	plies []legality.Move
	most  int // how many of them a story ever had
	notes []noted
}

// noted is how these stories stood after a record, or at a time.
type noted struct {
	event touchmove.Event
	at    int64
	heads []track.Head
}

// nearly is how much dearer a story is that is nearly as good, in hundredths of a nat. Chosen.
const nearly = 300

// truthAfter is the plies that were really played after those before a leg; nil if they are not
// known, or these are others.
func (w *Watcher) truthAfter(l *touchmove.Leg) []legality.Move {
	if l.Opened != w.start || len(l.Before) > len(w.truth) {
		return nil
	}
	for i := range l.Before {
		if l.Before[i].Move != w.truth[i] {
			return nil
		}
	}
	return w.truth[len(l.Before):]
}

// note takes the stories of the beam as they stand, and those that have ended.
func (t *truth) note(heads []track.Head, event touchmove.Event, at int64) {
	if t.plies == nil {
		return
	}
	n := noted{event: event, at: at}
	for i := range heads {
		if h := &heads[i]; h.True >= 0 {
			t.most, n.heads = max(t.most, h.True), append(n.heads, *h)
		}
	}
	t.notes = append(t.notes, n)
}

// best is the best head with so many true plies of which something is so; nil if there is none.
func (n *noted) best(plies int, is func(*track.Head) bool) (best *track.Head) {
	for i := range n.heads {
		h := &n.heads[i]
		if h.True >= plies && is(h) && (best == nil || h.Behind < best.Behind || h.Behind == best.Behind && h.True > best.True) {
			best = h
		}
	}
	return best
}

func kept(h *track.Head) bool  { return h.Fate == track.Kept }
func ended(h *track.Head) bool { return h.Fate != track.Kept }

// wentOf is which stories with so many true plies went, and the best one in the beam last. A story that has
// joined the winning one would have stayed as far behind it as it was: only one that comes as near makes up
// for it.
func (t *truth) wentOf(plies int, joined func(*track.Head, touchmove.Event) bool) (went []Went, last Sight) {
	var before Sight // the best one with any true plies
	for i := range t.notes {
		n := &t.notes[i]
		stays, goes := n.best(plies, kept), n.best(plies, ended)
		joins := n.best(plies, func(h *track.Head) bool { return h.Fate == track.Merged && joined(h, n.event) })
		for _, h := range [...]*track.Head{stays, goes, joins} {
			if h != nil {
				went = slices.DeleteFunc(went, func(w Went) bool {
					return !w.joined && h.Behind <= w.Behind+nearly || w.joined && h == joins && h.Over <= w.Over
				})
			}
		}
		was := last
		if was.Event == 0 {
			was = before
		}
		if goes != nil && goes != joins && (stays == nil || goes.Behind < stays.Behind) {
			went = append(went, Went{sightOf(goes, n.event, n.at), was, false})
		}
		if joins != nil && !slices.ContainsFunc(went, func(w Went) bool { return w.joined }) {
			went = append(went, Went{sightOf(joins, n.event, n.at), was, true})
		}
		if stays != nil {
			last = sightOf(stays, n.event, n.at)
		}
		if h := n.best(0, kept); h != nil {
			before = sightOf(h, n.event, n.at)
		}
	}
	return went, last
}

func sightOf(h *track.Head, event touchmove.Event, at int64) Sight {
	return Sight{Event: event, At: at, Plies: h.True, Place: h.Place, Behind: h.Behind, Over: h.Over, Fate: h.Fate, mark: h.Mark}
}

// truthOf is what has become of the plies that were really played.
func (m *leg) truthOf(s *Story, won map[track.Mark]int) *Truth {
	if m.truth.plies == nil {
		return nil
	}
	t := &Truth{Plies: m.truth.plies}
	t.Won = m.line(s)
	for t.Read < len(t.Won) && t.Read < len(t.Plies) && t.Won[t.Read] == t.Plies[t.Read] {
		t.Read++
	}
	t.Most = m.truth.most
	if t.Right() || len(m.truth.notes) == 0 {
		return t
	}
	joined := func(h *track.Head, event touchmove.Event) bool { return hasJoined(h, s, event) }
	t.Went, t.Last = m.truth.wentOf(min(t.Read+1, t.Most), joined) // which have what the winning story has not
	t.Last.Open = t.Last.At == m.at && m.isLast(t.Last.Event)
	if t.Open = t.Last.Open; t.Open {
		t.Went = slices.DeleteFunc(t.Went, func(w Went) bool { return w.joined && t.Last.Behind <= w.Over })
	}
	if len(t.Went) > 0 {
		t.End, t.Last = t.Went[0].Sight, t.Went[0].Last
	}
	if t.Last.Event == 0 {
		return t
	}
	at := &t.Last
	if t.End.Event > 0 {
		at = &t.End
	}
	t.From, t.Acts = m.parted(won, at.mark)
	last := at.Event
	if n := len(t.Acts); at.Fate == track.Merged && n > 0 {
		last = t.Acts[n-1].Event // it may have ended before the record was taken
	}
	for t.To = t.From; t.To < len(s.Acts) && s.Acts[t.To].At <= at.At && s.Acts[t.To].Event <= last; {
		t.To++
	}
	if len(t.Acts) == 0 { // the winning story is the only one that goes on, by another ply
		for t.To < len(s.Acts) && (t.To == t.From || s.Acts[t.To-1].After == nil) {
			t.To++
		}
	}
	return t
}

// hasJoined reports whether a story has merged, at a record, with the one that won: this has the same
// position there, and is as much cheaper as the story with which it merged (Over).
func hasJoined(h *track.Head, s *Story, event touchmove.Event) bool {
	total, stands := h.Mark.Told().Total-h.Over, s.Start
	for i := range s.Acts {
		a := &s.Acts[i]
		if a.Event > event {
			break
		}
		if a.After != nil {
			stands = *a.After
		}
		if a.Total == total && (i+1 == len(s.Acts) || s.Acts[i+1].Event >= event) && stands.Key() == standsAt(h.Mark, s.Start).Key() {
			return true
		}
	}
	return false
}

// standsAt is where the game stands after an act of a story from some position.
func standsAt(mark track.Mark, start legality.Position) *legality.Position {
	for a, ok := mark, true; ok; a, ok = a.Prev() {
		if told := a.Told(); told.After != nil {
			return told.After
		}
	}
	return &start
}

// Right reports whether the winning story has the true plies, and no others.
func (t *Truth) Right() bool { return slices.Equal(t.Plies, t.Won) }

// isLast reports whether a record is the last one of the leg.
func (m *leg) isLast(event touchmove.Event) bool {
	return len(m.events) > 0 && m.events[len(m.events)-1] == event
}

// line is the plies of the first part of the winning story, with the one that the table shows.
func (m *leg) line(s *Story) (line []legality.Move) {
	for i := len(s.Acts) - 1; i >= 0; i-- {
		a := &s.Acts[i]
		if a.After == nil || a.Part > 0 || a.Beside {
			continue
		}
		for _, l := range a.Line() {
			line = append(line, l.Move)
		}
		break
	}
	if shown := m.track.View().Shown(); shown != legality.NoMove && !slices.ContainsFunc(s.Acts, func(a Act) bool { return a.Part > 0 }) {
		line = append(line, shown)
	}
	return line
}

// keepTruth leaves the truth with the story that has most of its plies, in which it ends or
// parts.
func keepTruth(stories []Story) {
	best, most := -1, -1
	for i := range stories {
		s := &stories[i]
		if s.Truth == nil {
			continue
		}
		if n := s.Before + s.Truth.Read; n > most || n == most && s.Before > 0 {
			best, most = i, n
		}
	}
	for i := range stories {
		if i != best {
			stories[i].Truth = nil
		}
	}
}
