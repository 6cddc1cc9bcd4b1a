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
	Went []Went // of the true stories that have more than the winning one, or as much, the best one that went each time when none was nearly as good since
	Last Sight  // the best of these in the beam, before one went first; of all true ones if that had just come up
	End  Sight  // how it went first; with the fate Kept if it did not, or nothing says how
	Open bool   // the beam has a true story when the log ends
}

// Went is how a true story ended.
type Went struct {
	Sight
	Last Sight // of the best one in the beam before
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
	most  int    // how many of them a story ever had
	have  []have // by how many of them they have at least
}

// have is what is kept of the stories that have so many true plies.
type have struct {
	best Sight  // the best one, in the beam last
	went []Went // stories that were better than any since
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
	if t.have == nil {
		t.have = make([]have, len(t.plies)+1)
	}
	var kept, ended *track.Head // the best ones of those with more plies
	for n := len(t.have) - 1; n >= 0; n-- {
		for i := range heads {
			h, best := &heads[i], &kept
			if h.True != n {
				continue
			}
			if t.most = max(t.most, n); h.Fate != track.Kept {
				best = &ended
			}
			if *best == nil || h.Behind < (*best).Behind {
				*best = h
			}
		}
		if n <= t.most {
			t.have[n].note(kept, ended, t.have[0].best, event, at)
		}
	}
}

// note takes the best story that the beam keeps, and the best one that has ended; nil if there is
// none. Before, some story was the best one.
func (t *have) note(kept, ended *track.Head, best Sight, event touchmove.Event, at int64) {
	for _, h := range [...]*track.Head{kept, ended} {
		if h != nil {
			t.went = slices.DeleteFunc(t.went, func(w Went) bool { return h.Behind <= w.Behind+nearly })
		}
	}
	if ended != nil && (kept == nil || ended.Behind < kept.Behind) {
		if t.best.Event > 0 {
			best = t.best
		}
		t.went = append(t.went, Went{sightOf(ended, event, at), best})
	}
	if kept != nil {
		t.best = sightOf(kept, event, at)
	}
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
	if t.Right() || m.truth.have == nil {
		return t
	}
	of := &m.truth.have[min(t.Read+1, t.Most)] // which have what the winning story has not
	t.Went, t.Last = of.went, of.best
	t.Last.Open = t.Last.At == m.at && m.isLast(t.Last.Event)
	if t.Open = t.Last.Open; len(t.Went) > 0 {
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

// Right reports whether the winning story has the true plies, and no others.
func (t *Truth) Right() bool { return slices.Equal(t.Plies, t.Won) }

// isLast reports whether a record is the last one of the leg.
func (m *leg) isLast(event touchmove.Event) bool {
	return len(m.events) > 0 && m.events[len(m.events)-1] == event
}

// line is the plies of the first part of the winning story, with the one that the table shows.
func (m *leg) line(s *Story) (line []legality.Move) {
	part := 0
	for i := len(s.Acts) - 1; i >= 0; i-- {
		a := &s.Acts[i]
		if a.After == nil {
			continue
		}
		if part = a.Part; part == 0 {
			for _, l := range a.Line() {
				line = append(line, l.Move)
			}
			break
		}
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
