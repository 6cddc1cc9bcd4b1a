package story

import (
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/track"
)

// TestWent: of the true stories that go those are kept that are better than any that stays, unless
// one comes later that is nearly as good; and the one that was nearest to the winning one when it
// merged with it.
func TestWent(t *testing.T) {
	kept := func(behind int64) track.Head { return track.Head{Place: 9, Behind: behind, True: 2} }
	joined := func(behind int64) track.Head { return track.Head{Fate: track.Merged, Behind: behind, Over: 5, True: 2} }
	gone := func(fate track.Fate, behind int64) track.Head { return track.Head{Fate: fate, Behind: behind, True: 2} }
	for name, c := range map[string]struct {
		records [][]track.Head
		want    []int64
	}{
		"each time a worse one is left": {[][]track.Head{{kept(900)}, {gone(track.Crowded, 951), gone(track.Behind, 1700), kept(1260)},
			{gone(track.Crowded, 1291), kept(1595)}, {gone(track.Behind, 2030)}}, []int64{951, 1291, 2030}},
		"a better one stays":        {[][]track.Head{{kept(0)}, {gone(track.Crowded, 951), kept(900)}}, nil},
		"one that is false goes":    {[][]track.Head{{kept(0)}, {{Fate: track.Crowded, Behind: 5, True: -1}, kept(900)}}, nil},
		"one nearly as good goes":   {[][]track.Head{{kept(900)}, {gone(track.Crowded, 951), kept(1260)}, {gone(track.Crowded, 1000)}}, []int64{1000}},
		"one with less plies stays": {[][]track.Head{{kept(900)}, {gone(track.Crowded, 951), {Behind: 100, True: 1}}}, []int64{951}},
		"one nearly as good comes":  {[][]track.Head{{kept(900)}, {gone(track.Merged, 951), kept(1260)}, {kept(1200)}}, nil},
		"one has joined the winning story, though another nearly as good stays": {[][]track.Head{{kept(900)}, {joined(951), kept(993)}, {kept(680)}, {gone(track.Merged, 655)}}, []int64{951, 655}},
		"another one joins it as near later":                                    {[][]track.Head{{kept(900)}, {joined(951), kept(993)}, {joined(400)}}, []int64{400}},
	} {
		m := truth{plies: make([]legality.Move, 4)}
		for i, heads := range c.records {
			m.note(heads, touchmove.Event(i+1), int64(i))
		}
		var got []int64
		went, _ := m.wentOf(2, func(h *track.Head, _ touchmove.Event) bool { return h.Over == 5 })
		for i := range went {
			got = append(got, went[i].Behind)
			if i == 0 && went[0].Behind == 951 && (went[0].Last.Event != 1 || went[0].Last.Behind != 900) {
				t.Errorf("%s: it was in the beam last %+v", name, went[0].Last)
			}
		}
		if len(got) != len(c.want) || len(got) > 0 && (got[0] != c.want[0] || got[len(got)-1] != c.want[len(got)-1]) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestOpenStories: of the stories in the beam at the end none that parts from the winning one at
// some act is better than the one that stands there, also if others go on from its last act.
func TestOpenStories(t *testing.T) {
	shared := 0
	for _, s := range fixtures.Scenes() {
		w, _, _ := watched(t, s.Log(), nil)
		for _, m := range w.legs {
			shared += openStories(t, s.ID, m)
		}
	}
	if shared == 0 {
		t.Error("no story goes on from the last act of an open one")
	}
}

// openStories checks the open stories of a leg. It returns how many there are from whose last act
// others go on.
func openStories(t *testing.T, id string, m *leg) (shared int) {
	s, won, gone := m.story(), map[track.Mark]int{}, map[track.Mark]bool{}
	for i := range s.Acts {
		won[s.Acts[i].Mark] = i
	}
	for _, mark := range m.order {
		if prev, ok := mark.Prev(); ok {
			gone[prev] = true
		}
	}
	for _, mark := range m.order {
		from, acts := m.parted(won, mark)
		if !m.open(mark) || m.heads[mark].merged || len(acts) == 0 || from == len(s.Acts) {
			continue
		}
		if gone[mark] {
			shared++
		}
		behind := acts[len(acts)-1].Total - s.Acts[len(s.Acts)-1].Total
		if o := s.Acts[from].Other; o == nil || o.Alike || o.Behind > behind {
			t.Errorf("%s: at act %d a story is %d behind that is not shown", id, from, behind)
		}
	}
	return shared
}
