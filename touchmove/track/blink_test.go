package track

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A square that reads empty, and then what it read before, has cost something in every hypothesis that is
// left as it was: else a square that comes and goes would make the story the best one in which it does so for
// nothing.
func TestBlinkIsPaid(t *testing.T) {
	tried := 0
	for _, g := range samples(t, 1, 60, 6, 2) {
		n := 0
		g.each(func(i int, tr *Tracker) {
			if n++; n%9 == 0 {
				tried += tr.blinksPaid(t)
			}
		})
	}
	if tried < 1000 {
		t.Errorf("%d squares were tried", tried)
	}
	promotes, err := legality.ParseFEN("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range []bool{true, false} {
		tr := New(Config{Start: promotes, Sensor: SensorOf("chesslink", names, 0)})
		play(t, tr, 700, "-b7 +Qb8")
		tr.blinksPaid(t)
	}
}

// blinksPaid holds that in each hypothesis of the beam each blink has cost as much as it does to put a
// piece back at least; and counts them.
func (t *Tracker) blinksPaid(test *testing.T) (tried int) {
	beam := slices.Clone(t.beam)
	for k := range beam[:min(len(beam), 12)] {
		for sq := range square(64) {
			if t.reading[sq] == placement.Empty || t.comes[sq] >= flickers {
				continue
			}
			tried++
			t.blinks(&beam[k], sq, func(first, last *hypothesis) {
				if cost := last.score - beam[k].score; cost < int64(PutBackMore.cost) {
					test.Errorf("%v, %v and %v cost %d: %v", sq, first.story.Kind, last.story.Kind, cost, beam[k].tail(6))
				}
			})
		}
	}
	copy(t.beam, beam)
	return tried
}

// blinks shows the hypotheses that follow from one when a square reads empty and the same again, and
// that are left as it was; with each the one between.
func (t *Tracker) blinks(h *hypothesis, sq square, each func(first, last *hypothesis)) {
	reading, now := t.reading, t.now
	read := func(h hypothesis, p piece) []hypothesis {
		t.begin()
		t.seen = p
		switch {
		case h.phase == loose:
			t.follow(&h, sq, p)
		case p == placement.Empty:
			t.empty(&h, sq)
		default:
			t.occupied(&h, sq, p)
		}
		next := slices.Clone(t.next)
		for i := range next {
			next[i].link()
		}
		t.seen = placement.Empty
		return next
	}
	firsts := read(*h, placement.Empty)
	t.reading[sq], t.now = placement.Empty, now+700
	for i := range firsts {
		lasts := read(firsts[i], reading[sq])
		for k := range lasts {
			if last := &lasts[k]; last.node == h.node && last.hash() == h.hash() {
				each(&firsts[i], last)
			}
		}
	}
	t.reading, t.now = reading, now
	t.begin()
}
