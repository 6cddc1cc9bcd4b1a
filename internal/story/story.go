// Package story explains why a log reads as it does: the acts of the hypothesis that won, what
// each cost, and the best other ones.
package story

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/track"
)

// Story is how the records are read from a known position on: the acts of the hypothesis that
// won, and at each act the best other one that parted from it there; one that comes to other plies
// before one that comes to the same.
type Story struct {
	Start    legality.Position // before the first act
	Acts     []Act
	Before   int             // how many plies of the game were played before that
	Readings []Reading       // of the plies of its games, as they were shown
	Truth    *Truth          // what has become of the plies that were really played; nil: they are not known, or another story has them
	Why      string          // it begins; empty: with the log
	From     touchmove.Event // the record with which it begins
	Until    touchmove.Event // the last record that it has
	Then     string          // why none after that is read; empty: there is none, or another story has it
}

// Act is an act of a story.
type Act struct {
	track.Told
	Event  touchmove.Event // the number of the record that tells it, in the log
	Beside bool            // the players go through the game that is over: its plies are none of the game
	Other  *Other          // the best other story, if one parts here: it has other acts in place of this one
}

// Other is a story that did not win, from where it parts.
type Other struct {
	Acts   []Act
	Behind int64 // the winning story at the last of these acts, in hundredths of a nat
	Same   int   // how many acts of the winning story stand against these
	End    End   // why it ends there
	Alike  bool  // it comes to the same plies as the winning one
}

// End is why a story ends that did not win.
type End uint8

// The ends of stories.
const (
	GivenUp   End = iota // others became too much better
	SameSince            // from there on nothing tells the two apart
	Open                 // the beam has it at the end
)

var endNames = [...]string{"given up", "from there on nothing tells the two apart", "still in the beam at the end"}

// String is the end in words.
func (e End) String() string { return endNames[e] }

// Watcher keeps all stories of a tracker. It takes memory without bound.
type Watcher struct {
	tracker *touchmove.Tracker
	start   legality.Position
	truth   []legality.Move // from there
	legs    []*leg
	games   map[int][]Reading // by their numbers

	because string          // the next leg begins; empty: for no reason of its own
	begins  string          // why the present leg begins, or one before it that has no acts yet
	from    touchmove.Event // with which record
}

// Watch keeps all stories of a tracker that has taken no record yet, and what becomes in them of
// the plies that were really played, if these are known.
func Watch(t *touchmove.Tracker, truth []legality.Move) *Watcher {
	w := &Watcher{tracker: t, start: t.Game().Start, truth: truth, games: map[int][]Reading{}}
	t.Observe(w)
	return w
}

// Because notes why the next leg begins.
func (w *Watcher) Because(why string) { w.because = why }

// Begins lets a new leg remember its stories.
func (w *Watcher) Begins(l touchmove.Leg, event touchmove.Event) {
	if l.Track.Remember(w.truthAfter(&l)); w.because != "" {
		w.begins, w.from, w.because = w.because, event, ""
	}
}

// Takes notes how the stories of a leg stand after a record, or at a time.
func (w *Watcher) Takes(l touchmove.Leg, event touchmove.Event, at int64) {
	w.of(&l).note(l.Taken, event, at)
}

// of is what is kept of a leg.
func (w *Watcher) of(l *touchmove.Leg) *leg {
	i := slices.IndexFunc(w.legs, func(known *leg) bool { return known.track == l.Track })
	if i < 0 {
		i = len(w.legs)
		w.legs = append(w.legs, &leg{track: l.Track, start: l.Start, game: l.Game, before: len(l.Before), heads: map[track.Mark]head{},
			why: w.begins, from: w.from, truth: truth{plies: w.truthAfter(l)}})
		w.begins = ""
	}
	return w.legs[i]
}

// Stories is the stories of the log up to a record, its last one, in order: a new one begins where
// the tracker began anew, with a game or after a command.
func (w *Watcher) Stories(last touchmove.Event) (stories []Story) {
	why, from := "", touchmove.Event(0)
	for _, l := range w.legs {
		if l.why != "" { // else a leg before it had no acts
			why, from = l.why, l.from
		}
		if s := l.story(); len(s.Acts) > 0 {
			s.Readings, s.Why, s.From = w.readings(l), why, from
			stories = append(stories, s)
		}
	}
	if n := len(stories); n > 0 && stories[n-1].Until < last {
		stories[n-1].Then = w.tracker.Deaf()
	}
	keepTruth(stories)
	return stories
}

// leg is what is kept of how the records are read from a known position on.
type leg struct {
	track  *track.Tracker
	start  legality.Position
	game   int               // with which it begins
	last   int               // that its story has come to
	before int               // plies of the game
	why    string            // it begins
	from   touchmove.Event   // with which record
	events []touchmove.Event // its records, by their numbers in the log
	heads  map[track.Mark]head
	order  []track.Mark // of heads, as they came
	notes  int          // how often they were seen
	at     int64        // when that was last
	truth  truth
}

// head is the end of a story, and when it was seen last.
type head struct {
	event  int32
	at     int64
	note   int // of the notes of its leg, from 1
	merged bool
}

// note takes how the stories of a leg stand after a record, or at a time.
func (m *leg) note(taken int, event touchmove.Event, at int64) {
	for len(m.events) < taken {
		m.events = append(m.events, event)
	}
	m.notes, m.at = m.notes+1, at
	heads := m.track.Heads()
	m.truth.note(heads, event, at)
	for _, h := range heads {
		if h.Fate > track.Merged { // nobody asks for it but the truth
			continue
		}
		if _, known := m.heads[h.Mark]; !known {
			m.order = append(m.order, h.Mark)
		}
		m.heads[h.Mark] = head{int32(taken), at, m.notes, h.Fate == track.Merged}
	}
}

// story is how the leg reads.
func (m *leg) story() Story {
	_, acts := m.track.View().Story(nil)
	won := map[track.Mark]int{} // where the acts of the winning story stand
	s := Story{Start: m.start, Before: m.before}
	beside := false
	for i := range acts {
		switch acts[i].Kind {
		case track.Resume, track.NewGame, track.Restart:
			beside = acts[i].Aside()
		}
		act := m.act(&acts[i])
		act.Beside = beside
		s.Acts = append(s.Acts, act)
		won[acts[i].Mark] = i
	}
	gone := map[track.Mark]bool{} // acts after which a story goes on
	for _, mark := range m.order {
		for prev, ok := mark.Prev(); ok && !gone[prev]; prev, ok = prev.Prev() {
			gone[prev] = true
		}
	}
	for _, mark := range m.order {
		if _, is := won[mark]; !is && (!gone[mark] || m.heads[mark].merged || m.open(mark)) {
			m.other(&s, won, mark)
		}
	}
	s.Truth = m.truthOf(&s, won)
	if n := len(m.events); n > 0 {
		s.Until = m.events[n-1]
	}
	return s
}

// open reports whether a story is in the beam when the log ends.
func (m *leg) open(mark track.Mark) bool { return m.heads[mark].note == m.notes }

func (m *leg) act(a *track.Told) Act {
	act := Act{Told: *a}
	if n := int(a.Event); n > 0 && n <= len(m.events) {
		act.Event = m.events[n-1]
	}
	return act
}

// other notes a story that ended at a mark where it parted from the winning one, if it is the
// best one that did.
func (m *leg) other(s *Story, won map[track.Mark]int, mark track.Mark) {
	o, end := &Other{}, m.heads[mark]
	switch {
	case end.merged:
		o.End = SameSince
	case m.open(mark):
		o.End = Open
	}
	var from int
	if from, o.Acts = m.parted(won, mark); from == len(s.Acts) || len(o.Acts) == 0 {
		return // it goes on from there
	}
	to, ends := from, len(s.Acts)
	if last := ends - 1; s.Acts[last].Kind == track.LogEnds && o.Acts[len(o.Acts)-1].Kind != track.LogEnds {
		ends = last // it ended before the log
	}
	for to < ends && (s.Acts[to].At < end.at || s.Acts[to].At == end.at && s.Acts[to].Told.Event <= end.event) {
		to++
	}
	if to == from {
		return
	}
	o.Same, o.Behind = to-from, o.Acts[len(o.Acts)-1].Total-s.Acts[to-1].Total
	o.Alike = o.End == SameSince && slices.Equal(plies(o.Acts), plies(s.Acts[from:to]))
	if best := s.Acts[from].Other; best == nil || best.Alike && !o.Alike || best.Alike == o.Alike && o.Behind < best.Behind {
		s.Acts[from].Other = o
	}
}

// parted is the acts of a story from where it parts from the winning one, and the first act of
// that which the two do not share.
func (m *leg) parted(won map[track.Mark]int, mark track.Mark) (from int, acts []Act) {
	for at, ok := mark, true; ok; at, ok = at.Prev() {
		if i, shared := won[at]; shared {
			from = i + 1
			break
		}
		told := at.Told()
		acts = append(acts, m.act(&told))
	}
	slices.Reverse(acts)
	return from, acts
}

// plies is the plies that acts complete or take back.
func plies(acts []Act) (moves []legality.Move) {
	for i := range acts {
		if acts[i].After != nil {
			moves = append(moves, acts[i].Move)
		}
	}
	return moves
}
