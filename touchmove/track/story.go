package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
)

// Fate is what has become of a story.
type Fate uint8

// The fates of stories.
const (
	Kept    Fate = iota // the beam has it
	Merged              // another one is better, and has the same future
	Crowded             // so many others are better that the beam is full
	Behind              // the best one is so much better that it is not kept
	Barred              // it lacks a ply that has become final
	Apart               // it parts from the story that is read too long ago
)

// Head is the end of a story: of one that the beam has, or of one that has ended since.
type Head struct {
	Mark
	Fate   Fate
	Place  int   // in the beam, from 1; 0 if it has ended
	Behind int64 // by how much it was behind the best one
	Over   int64 // by how much it was behind the one with which it has merged
	True   int   // how many of the plies it has that were really played, and no other ones; -1: it has others, or sees no game
}

// memory is what is kept for who asks for stories.
type memory struct {
	truth []move // the plies that were really played; nil: not known
	ended []Head // since the last call of Heads
}

// Remember makes the tracker keep its stories whole, and those that end, for who shows them. Of
// those that were given up it keeps the ones that have no ply but those that were really played,
// if these are known. That takes memory without bound, and changes nothing that is read.
func (t *Tracker) Remember(truth []legality.Move) { t.memory = &memory{truth: truth} }

// Heads is the stories of the beam as they stand now, and before them those that have ended
// since the last call. It is for a tracker that remembers.
func (t *Tracker) Heads() []Head {
	heads := t.memory.ended
	t.memory.ended = nil
	for i := range t.beam {
		if h := &t.beam[i]; h.story != nil {
			heads = append(heads, Head{Mark: Mark{h.story}, Place: i + 1, Behind: h.score - t.beam[0].score, True: t.truths(h)})
		}
	}
	return heads
}

// noteEnd notes that a story ends, which is so much behind, if that is to be remembered.
func (t *Tracker) noteEnd(h *hypothesis, why Fate, behind int64) {
	if t.memory != nil && t.truths(h) >= 0 {
		t.remember(h, Head{Fate: why, Behind: behind, True: t.truths(h)})
	}
}

// noteMerged notes that a story ends because it has merged with a better one, if that is to be
// remembered.
func (t *Tracker) noteMerged(h, better *hypothesis) {
	if t.memory == nil {
		return
	}
	end := Head{Fate: Merged, Behind: h.score - t.best, Over: h.score - better.score, True: t.truths(h)}
	if end.True == t.truths(better) { // the true story goes on
		end.True = -1
	}
	t.remember(h, end)
}

func (t *Tracker) remember(h *hypothesis, end Head) {
	o := *h
	if o.link(); o.story != nil {
		end.Mark = Mark{o.story}
		t.memory.ended = append(t.memory.ended, end)
	}
}

// givenUp notes which extensions do not come into the beam, if that is to be remembered.
func (t *Tracker) givenUp() {
	if t.memory == nil || t.memory.truth == nil {
		return
	}
	for _, i := range t.order[t.stay():] {
		t.noteEnd(&t.next[i], Crowded, t.next[i].score-t.best)
	}
	for i := range t.next {
		if behind := t.next[i].score - t.best; behind > margin {
			t.noteEnd(&t.next[i], Behind, behind)
		}
	}
}

// truths is how many plies a hypothesis has, with the one that the table shows, if all of them
// were really played; -1 if not, or if it sees no game while one is played. Of several plies that
// the table shows at once one may be true.
func (t *Tracker) truths(h *hypothesis) int {
	truth, last := t.memory.truth, h.game()
	if truth == nil || last.part > 0 || last.ply < 0 || last.ply > len(truth) || (h.over != nil || h.phase != playing) && last.ply < len(truth) && !t.clock.stopped {
		return -1
	}
	for n := last; n.ply > 0; n = n.parent {
		if n.move != truth[n.ply-1] {
			return -1
		}
	}
	switch shown := h.shown(); {
	case h.over != nil || len(shown) == 0:
		return last.ply
	case last.ply < len(truth) && slices.Contains(shown, truth[last.ply]):
		return last.ply + 1
	}
	return -1
}
