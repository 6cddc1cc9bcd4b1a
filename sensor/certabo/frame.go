package certabo

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// frame takes a reading of every square.
func (d *Decoder) frame(dst []sensor.Record, at int64, frame []byte) []sensor.Record {
	d.counts.Frames++
	d.frames++
	d.still++
	for n := range d.squares {
		d.read(&d.squares[n], tagOf(frame[n*tagSize:]))
	}
	d.elsewhere()
	seen := len(dst)
	dst = d.drops(d.lifts(dst, at), at)
	if !d.shown {
		dst = dst[:seen] // the board will tell it
	}
	return d.show(d.learn(dst, at), at)
}

// read takes the reading of one square.
func (d *Decoder) read(s *square, t Tag) {
	lacks := s.lacks
	switch read := s.read(t, d.met); {
	case read:
		d.tallies.read(s.man, lacks, d.stands)
		if t != s.man {
			d.counts.Misread++
		}
	case s.man != NoTag:
		d.counts.Missed++
	case t != NoTag && !d.met(t):
		d.counts.Ghosts++
	}
}

// knows reports whether a man is one of the set.
func (d *Decoder) knows(t Tag) bool { return d.Men.Piece(t) != placement.Unknown }

// met reports whether a tag is a man's: one of the set, or a stranger who has
// stood on the board.
func (d *Decoder) met(t Tag) bool { return d.knows(t) || d.tallies.met(t) }

// elsewhere looks where men are read who stood on another square. A man is in
// one place: he has gone from there, unless he is still read there.
func (d *Decoder) elsewhere() {
	for n := range d.squares {
		s := &d.squares[n]
		if !s.here() {
			continue
		}
		switch home := d.standing(s.other); {
		case home == nil:
		case home.lacks == 0:
			s.unsee()
		case s.man == NoTag || !near(s.other, s.man):
			home.gone = true
		}
		for m := range d.squares {
			if rest := &d.squares[m]; rest != s && rest.other == s.other && !rest.here() {
				rest.forget() // he was only carried over it
			}
		}
	}
}

func (d *Decoder) stands(t Tag) bool { return d.standing(t) != nil }

// standing is the square on which a man stands, nil if he does not.
func (d *Decoder) standing(t Tag) *square {
	for n := range d.squares {
		if d.squares[n].man == t {
			return &d.squares[n]
		}
	}
	return nil
}

// lifts takes those off who have gone.
func (d *Decoder) lifts(dst []sensor.Record, at int64) []sensor.Record {
	for n := range d.squares {
		if s := &d.squares[n]; s.man != NoTag && (s.gone || s.lacks >= patience(d.tallies.rate(s.man), s.stood-s.lacks)) {
			dst = d.lift(dst, at, n)
		}
	}
	return dst
}

func (d *Decoder) lift(dst []sensor.Record, at int64, n int) []sensor.Record {
	s := &d.squares[n]
	man := d.Men.Piece(s.man)
	if man == placement.Unknown {
		man = placement.Empty // as a record says it of a man who is not known
	}
	s.lift()
	d.stir()
	d.counts.Lifts++
	return append(dst, sensor.Record{At: at, Word: sensor.Lift, Square: squareOf(n), Piece: man})
}

// drops puts those down who have come.
func (d *Decoder) drops(dst []sensor.Record, at int64) []sensor.Record {
	for n := range d.squares {
		if s := &d.squares[n]; s.here() && s.proved(d.met(s.other)) {
			dst = d.drop(dst, at, n)
		}
	}
	return dst
}

func (d *Decoder) drop(dst []sensor.Record, at int64, n int) []sensor.Record {
	s := &d.squares[n]
	before, man := d.Men.Piece(s.man), d.Men.Piece(s.other)
	same := s.man != NoTag && near(s.man, s.other) && before == man
	for home := range d.squares {
		if home != n && d.squares[home].man == s.other {
			dst = d.lift(dst, at, home)
		}
	}
	missed := s.drop()
	d.tallies.read(s.man, missed, d.stands)
	d.stir()
	d.moved(squareOf(n))
	if same {
		return dst // his tag had been misread
	}
	d.counts.Drops++
	if man == placement.Unknown {
		dst = d.stranger(dst, at, n)
	}
	return append(dst, sensor.Record{At: at, Word: sensor.Drop, Square: squareOf(n), Piece: man})
}

// stranger tells of a man whom no set knows. When nobody is known that has been
// told of all.
func (d *Decoder) stranger(dst []sensor.Record, at int64, n int) []sensor.Record {
	d.counts.Strangers++
	t := d.squares[n].man
	if t == d.noted || d.Men.Len() == 0 {
		return dst
	}
	d.noted = t
	return append(dst, sensor.Notice(at, fmt.Sprintf("a man who is not known stands on %s: tag %s", squareOf(n), t)))
}

// stir notes that a man came or went.
func (d *Decoder) stir() { d.still, d.lessons.tried = 0, false }
