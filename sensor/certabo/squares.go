package certabo

import "slices"

// How often a tag must be read on a square before its piece counts as standing
// there. A piece of the set counts at once, unless it is also read where it stood:
// none of 113 ghosts on real frames was a piece's tag, and chance makes one in 30
// thousand million. No ghost came twice, so three readings prove an unknown tag. A
// tag that may be a misreading of the piece on the square needs more readings.
const (
	repeats         = 1
	repeatsStranger = 3
	repeatsSimilar  = 3
	repeatsMisread  = 6
)

// longestGap is how many frames may lack a tag between two readings that count as repeated:
// a piece with a bad chip was read in one frame of three.
const longestGap = 6

// square holds what the readings of one square have shown.
type square struct {
	piece Tag  // the piece that stands there, or NoTag
	lacks int  // frames in a row without a reading of it
	gone  bool // in this frame it was read on another square, and not here
	other Tag  // another tag that was read there
	seen  int  // how often it was read, with at most longestGap frames between
	gap   int  // frames since the last of these
	stood int  // frames for which the piece has stood
	last  Tag  // the piece that stood there before
	away  int  // how many frames in a row lacked that piece when it was lifted
}

// read takes the reading of one frame. It reports whether the piece that stands there
// was read, perhaps with wrong bits.
func (s *square) read(t Tag, known func(Tag) bool) bool {
	s.stood++
	misread := s.piece != NoTag && t != NoTag && t != s.piece && similar(t, s.piece)
	switch {
	case s.piece != NoTag && t == s.piece:
		s.forget()
	case misread:
		s.see(t, known)
	default:
		if s.piece != NoTag {
			s.lacks++
		}
		s.see(t, known)
		return false
	}
	s.lacks = 0
	return true
}

// see counts another tag that is read on the square. A ghost does not replace a piece.
func (s *square) see(t Tag, known func(Tag) bool) {
	if t != NoTag && t == s.other {
		s.seen++
		s.gap = 0
		return
	}
	s.gap++
	if s.gap > longestGap {
		s.forget()
	}
	if t != NoTag && (s.other == NoTag || s.seen == 1 && (known(t) || !known(s.other))) {
		s.other, s.seen, s.gap = t, 1, 0
	}
}

// forget drops the other tag.
func (s *square) forget() { s.other, s.seen = NoTag, 0 }

// unsee takes back the last reading of the other tag.
func (s *square) unsee() {
	s.seen--
	s.gap = 1
	if s.seen == 0 {
		s.forget()
	}
}

// here reports whether the other tag was read in this frame.
func (s *square) here() bool { return s.other != NoTag && s.gap == 0 }

// proved reports whether the other tag, if it was read in this frame, was read often
// enough for its piece to stand there.
func (s *square) proved(known bool) bool {
	need := repeats
	switch misread := s.piece != NoTag && similar(s.other, s.piece); {
	case known && misread:
		need = repeatsSimilar
	case misread:
		need = repeatsMisread
	case !known:
		need = repeatsStranger
	}
	return s.seen >= need
}

// lift takes the piece off.
func (s *square) lift() {
	s.last, s.away = s.piece, s.lacks
	s.piece, s.lacks, s.gone = NoTag, 0, false
}

// drop puts the other tag's piece there. If that piece stood there last, it may never have
// gone: drop returns how many frames lacked it.
func (s *square) drop() (missed int) {
	if s.other == s.last {
		missed = s.away
	} else {
		s.stood = 0
	}
	s.piece, s.lacks, s.gone, s.last = s.other, 0, false, NoTag
	s.forget()
	return missed
}

// tally counts how well a piece is read while it stands on the board.
type tally struct {
	reads  int
	misses int // frames that lacked it between two readings
}

// Rates are failed readings in a million. Before anything is known the rate is one in
// a hundred; of a good set none of 384 readings failed, of a bad one 2 of 96, both of
// one piece.
const (
	million     = 1_000_000
	failsBefore = million / 100
	weightOfAll = 100 // readings for which failsBefore counts
	weightOfOne = 20  // readings of a piece for which the rate of all pieces counts
)

// tallyLimit is how many readings count in full. Beyond that number, older ones count half.
const tallyLimit = 1000

// read counts a reading, and the frames before it that lacked the piece.
func (t *tally) read(misses int) {
	t.reads++
	t.misses += misses
	if t.reads+t.misses > tallyLimit {
		t.reads, t.misses = t.reads/2, t.misses/2
	}
}

// rate returns the failed readings in a million. expected is the rate before any reading,
// and weight is how many readings it counts for.
func (t *tally) rate(expected, weight int) int {
	failed := int64(t.misses)*million + int64(expected)*int64(weight) // more than a number of 32 bits holds
	return int(failed / int64(t.reads+t.misses+weight))
}

// How many frames in a row must lack a piece that is read nowhere else before it counts
// as lifted. A piece that has stood for a while goes seldom, with a move or two of its
// side in a minute, so missed readings are likelier until three frames lack it; the
// maker's program and others wait for three, too. A false lift must then come less than
// once in a million readings. A piece that has just come and is not read any more was
// most likely carried over the square, so one error in a hundred is accepted. A piece
// with a bad chip, missed in two frames of three, is given up after four and a half
// seconds.
const (
	leastStanding = 3
	oddsStanding  = 1
	leastPassing  = 1
	oddsPassing   = million / 100
	mostPatience  = 20
)

// passing is for how many frames after its first one a piece has just come: two thirds
// of a second.
const passing = 3

// patience returns how many frames in a row may lack a piece with this rate of failed
// readings that has stood for this many frames.
func patience(rate, stood int) int {
	least, odds := leastStanding, oddsStanding
	if stood < passing {
		least, odds = leastPassing, oddsPassing
	}
	n := 0
	for chance := million; chance > odds && n < mostPatience; n++ {
		chance = int(int64(chance) * int64(rate) / million) // a product is more than a number of 32 bits holds
	}
	return max(n, least)
}

// tallies are the tallies of all pieces that were ever met. If no place is free, a new
// piece takes that of a piece that is not on the board.
type tallies struct {
	all    tally
	tags   [tallyPlaces]Tag // the free places are the last
	pieces [tallyPlaces]tally
}

// tallyPlaces is more than can stand on a board.
const tallyPlaces = 80

// read counts a reading of a piece; stands reports whether a piece is on the board.
func (ts *tallies) read(t Tag, misses int, stands func(Tag) bool) {
	ts.all.read(misses)
	ts.of(t, stands).read(misses)
}

// rate returns the failed readings of a piece in a million.
func (ts *tallies) rate(t Tag) int {
	all := ts.all.rate(failsBefore, weightOfAll)
	if i := slices.Index(ts.tags[:], t); i >= 0 {
		return ts.pieces[i].rate(all, weightOfOne)
	}
	return all
}

// met reports whether a piece has a tally.
func (ts *tallies) met(t Tag) bool { return slices.Contains(ts.tags[:], t) }

// of returns the tally of a piece, a new one if it has none.
func (ts *tallies) of(t Tag, stands func(Tag) bool) *tally {
	i := slices.Index(ts.tags[:], t)
	if i < 0 {
		i = slices.IndexFunc(ts.tags[:], func(of Tag) bool { return of == NoTag || !stands(of) })
		ts.tags[i], ts.pieces[i] = t, tally{}
	}
	return &ts.pieces[i]
}
