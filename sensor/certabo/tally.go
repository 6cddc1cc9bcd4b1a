package certabo

import "slices"

// tally counts how well a man is read while he stands on the board.
type tally struct {
	reads  int
	misses int // frames that lacked him between two readings
}

// Rates are in parts per million of readings that fail. Before anything is
// known it is taken to be one in a hundred; of a good set none of 384 failed,
// of a bad one 2 of 96, both of one man.
const (
	million     = 1_000_000
	failsBefore = million / 100
	weightOfAll = 100 // readings that failsBefore counts for
	weightOfOne = 20  // readings of a man that the rate of all men counts for
)

// tallyLimit is how many readings are kept; beyond, older ones count for half.
const tallyLimit = 1000

// read counts a reading, and before it so many frames in which he was missed.
func (t *tally) read(misses int) {
	t.reads++
	t.misses += misses
	if t.reads+t.misses > tallyLimit {
		t.reads, t.misses = t.reads/2, t.misses/2
	}
}

// rate is how many readings of a million fail, where so many were expected to.
func (t *tally) rate(expected, weight int) int {
	return (t.misses*million + expected*weight) / (t.reads + t.misses + weight)
}

// How many frames in a row must lack a man before he counts as lifted, if he
// is read nowhere else. One who has stood there for a while goes seldom, a
// move of his side or two in a minute, so that missed readings are the likelier
// cause until three frames lack him; three is also what the maker's program and
// others look at. A lift that nobody made should then come less than once in a
// million readings. One who has just come, and is not read any more, was most
// likely carried over the square, so that an error in a hundred is borne. A man on
// a bad chip, who was missed in two frames of three, is given up after four
// seconds and a half.
const (
	leastStanding = 3
	oddsStanding  = 1
	leastPassing  = 1
	oddsPassing   = million / 100
	mostPatience  = 20
)

// passing is for how many frames after that in which he came a man has just
// come: two thirds of a second.
const passing = 3

// patience is how many frames in a row may lack a man who has been there for
// so many frames.
func patience(rate, stood int) int {
	least, odds := leastStanding, oddsStanding
	if stood < passing {
		least, odds = leastPassing, oddsPassing
	}
	n := 0
	for chance := million; chance > odds && n < mostPatience; n++ {
		chance = chance * rate / million
	}
	return max(n, least)
}

// tallies are those of all men that were ever met; of one who is not on the
// board a new one takes the place when there is no other.
type tallies struct {
	all  tally
	tags [tallyPlaces]Tag // whose the tallies are; the free places are the last
	men  [tallyPlaces]tally
}

// tallyPlaces is more than can stand on a board.
const tallyPlaces = 80

// read counts a reading of a man.
func (ts *tallies) read(t Tag, misses int, stands func(Tag) bool) {
	ts.all.read(misses)
	ts.man(t, stands).read(misses)
}

// rate is how many readings of a man fail, of a million.
func (ts *tallies) rate(t Tag) int {
	all := ts.all.rate(failsBefore, weightOfAll)
	if i := slices.Index(ts.tags[:], t); i >= 0 {
		return ts.men[i].rate(all, weightOfOne)
	}
	return all
}

// met reports whether there is a tally of a man.
func (ts *tallies) met(t Tag) bool { return slices.Contains(ts.tags[:], t) }

// man is the tally of a man.
func (ts *tallies) man(t Tag, stands func(Tag) bool) *tally {
	i := slices.Index(ts.tags[:], t)
	if i < 0 {
		i = slices.IndexFunc(ts.tags[:], func(of Tag) bool { return of == NoTag || !stands(of) })
		ts.tags[i], ts.men[i] = t, tally{}
	}
	return &ts.men[i]
}
