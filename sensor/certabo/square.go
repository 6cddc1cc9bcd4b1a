package certabo

// How often a tag has to be read on a square before its man counts as standing
// there. One of the set is recognised at once, if he is not read where he stood
// before: of 113 ghosts on real frames none was a man's tag, and by chance one
// in 30 thousand million is. None came twice, so that three readings leave no
// doubt of a tag that nobody knows. What may be the man who stands there,
// misread, takes longer.
const (
	repeats         = 1
	repeatsStranger = 3
	repeatsNear     = 3
	repeatsMisread  = 6
)

// longestGap is how many frames may lack a tag between two readings that count
// as repeated: a man on a bad chip was read in one frame of three.
const longestGap = 6

// square is what the readings of one square have come to.
type square struct {
	man   Tag  // who stands there, NoTag if nobody
	lacks int  // frames in a row in which he was not read
	gone  bool // he was read on another square in this frame, and not here
	other Tag  // who else was read there
	seen  int  // how often, with no more than longestGap frames between
	gap   int  // frames since
	stood int  // for how many frames the man has
	last  Tag  // who stood there before,
	away  int  // and how many frames in a row had lacked him when he was lifted
}

// read takes the reading of one frame. It reports whether the man who stands
// there was read, rightly or wrongly.
func (s *square) read(t Tag, known func(Tag) bool) bool {
	s.stood++
	misread := s.man != NoTag && t != NoTag && t != s.man && near(t, s.man)
	switch {
	case s.man != NoTag && t == s.man:
		s.forget()
	case misread:
		s.see(t, known)
	default:
		if s.man != NoTag {
			s.lacks++
		}
		s.see(t, known)
		return false
	}
	s.lacks = 0
	return true
}

// see follows who else is read there. A ghost does not displace a man.
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

// forget gives up that the other may have come.
func (s *square) forget() { s.other, s.seen = NoTag, 0 }

// unsee takes back what the last frame showed of the other.
func (s *square) unsee() {
	s.seen--
	s.gap = 1
	if s.seen == 0 {
		s.forget()
	}
}

// here reports whether the other was read in this frame.
func (s *square) here() bool { return s.other != NoTag && s.gap == 0 }

// proved reports whether the other, if he was read in this frame, has been read
// often enough to stand there.
func (s *square) proved(known bool) bool {
	need := repeats
	switch misread := s.man != NoTag && near(s.other, s.man); {
	case known && misread:
		need = repeatsNear
	case misread:
		need = repeatsMisread
	case !known:
		need = repeatsStranger
	}
	return s.seen >= need
}

// lift takes the man off.
func (s *square) lift() {
	s.last, s.away = s.man, s.lacks
	s.man, s.lacks, s.gone = NoTag, 0, false
}

// drop puts the other in his place. It returns in how many frames he had been
// missed, if it is the one who stood there last: perhaps he never went.
func (s *square) drop() (missed int) {
	if s.other == s.last {
		missed = s.away
	} else {
		s.stood = 0
	}
	s.man, s.lacks, s.gone, s.last = s.other, 0, false, NoTag
	s.forget()
	return missed
}
