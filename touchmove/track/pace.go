package track

import "github.com/boardd/boardd/legality/placement"

// Players who think before most plies seldom begin one at once: what is lifted then is mostly a piece that
// goes on, is put right or taken back, or is cleared away after the game. How often a piece is lifted soon
// after another was put down is learnt from the reports, and the same for every hypothesis. Hands in a hurry
// do so always, and it tells nothing.

// soonMs is how soon after a put, in milliseconds, a lift counts as soon, and a scan more. Chosen: with 1000
// and 2500 as many games are read rightly.
const soonMs = 1500

// A game begins as if so many lifts had been seen, most of them soon: then a soon lift tells little until the
// players have thought. Chosen.
const (
	liftsAtFirst = 8
	soonAtFirst  = 7
)

// pace is how often pieces are lifted soon after others were put down.
type pace struct {
	lifts  int  // that came after a put
	soon   int  // of these
	put    bool // the last report was one
	isSoon bool // the present report is a lift soon after that
}

// notePause counts a report, before it is taken.
func (t *Tracker) notePause(p piece) {
	lifted := p == placement.Empty && t.pace.put
	if t.pace.isSoon = lifted && t.now-t.quiet < soonMs+t.sensor.Scan; lifted {
		t.pace.lifts++
	}
	if t.pace.isSoon {
		t.pace.soon++
	}
	t.pace.put = p != placement.Empty
}

// beginsSoon is what it costs that a ply is begun by the present report, if that comes soon after a put.
func (t *Tracker) beginsSoon() Cost {
	if !t.pace.isSoon {
		return 0
	}
	return among(t.pace.soon+soonAtFirst, t.pace.lifts+liftsAtFirst)
}
