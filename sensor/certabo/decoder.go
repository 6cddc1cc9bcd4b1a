// Package certabo speaks to Certabo boards, which read a radio tag in the foot of
// each piece. A Decoder reads what the board sends, and a Board behaves like one, for
// the demo and for tests. The host is a numbers.Host, which sends nothing.
//
// # The line
//
// 38,400 baud, 8 data bits, no parity, 1 stop bit, over a USB chip of Silicon Labs
// (10c4:ea60) or Bluetooth. The modem lines do not matter. The board sends frames
// without end, whether or not anything has changed, each a line of text (see package
// numbers):
//
//	byte 0      3a, a colon
//	byte 1 …    320 decimal numbers from 0 to 255, a space between each two
//	last bytes  0d 0a
//
// Five numbers are the tag on one square, from a8 along the ranks to h1; five zeros
// are no tag. The beginning and the end of a frame, with a8 to d8, a ghost on f4 and
// h1 (800 to 850 characters in all, 0.22 seconds):
//
//	:3 0 83 215 17 3 0 85 43 7 3 0 84 12 200 3 0 83 99 161 … 0 0 0 0 0 201 139 4 78 248 0 0 0 0 0 … 3 0 84 247 30
//
// A read from the port returns up to 64 bytes and cuts numbers in two. There is no
// checksum. A missing byte shows in the count of the numbers, unless it was a digit:
// then a tag is misread in one frame. Lines of eight numbers come from Tabutronic's
// boards.
//
// Eight bytes from the host, one for each rank from the eighth, bit 0 for the a file,
// light squares. The board confirms with L CR LF, boards with coloured lights with D
// CR LF. boardd sends nothing of the kind.
//
// # How tags are read
//
// A tag identifies a piece of a set, but not its kind, which the Decoder learns from
// the initial array (see Decoder.Pieces and Set). The tags of a set begin with the
// same bytes.
//
// 15 frames of two real boards show: on the first, three empty squares in ten read a
// ghost: random bytes, never the tag of a piece, and never the same twice. The second
// read no ghost, but one piece not at all in two frames of three, and five pieces in
// one frame with one to three wrong bits. So one reading decides little, and so does
// the look of a tag:
//
//   - A piece of the set that is read once on a square stands there, unless it is also
//     read where it stood before, or may be the piece that stands there, misread. From
//     then on it no longer stands where it did.
//   - A piece of no set stands on a square when its tag was read there three times. It
//     is reported as a piece of unknown kind.
//   - A piece has gone when three frames in a row lack it: more if it is read badly,
//     fewer if it has just come, since then it was carried over the square. Up to three
//     wrong bits do not matter.
//
// A drop is reported one to two frames after the hand's act, 220 to 440 milliseconds,
// and with it the lift from the square before. The lift of a piece that stays in the
// hand takes three to four frames, 660 to 880. A shorter touch is not reported. (The
// simulated Board looks at all squares at once before it sends a frame; a board that
// looks while it sends is faster by up to a frame.)
//
// # How the pieces become known
//
// A Decoder that knows no piece learns them when exactly the 32 squares of the initial
// array are occupied, and perhaps d3 and d6, where a second queen of each side may
// stand. Every piece has then been read in about seven frames. Tags do not distinguish
// black from white, nor the king from the queen: the Decoder assumes that the board lies
// normally and that the array is right. If pieces change places before the first move,
// it learns them again. It also learns single unknown pieces in an array that is right
// otherwise.
//
// A pawn that is promoted to a piece of no set shows a piece of unknown kind; what the
// game makes of that is not the decoder's business.
package certabo

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/numbers"
)

// format is the form of a frame.
var format = numbers.Format{Size: numbers.Most, Foreign: 8, Notice: "lines of eight numbers: this is a Tabutronic board, not one of Certabo's"}

// squareOf returns the n-th square of a frame, from a8 along the ranks to h1.
func squareOf(n int) placement.Square { return placement.Square(n ^ 56) }

type reader = numbers.Reader

// Decoder turns what a board sends into records in the board's own squares; sensor.Orienter
// turns those into the game's. The zero value is ready and knows no piece; it learns the
// pieces from the initial array. A copy of a Decoder is independent of it.
type Decoder struct {
	// Pieces are the known pieces. Before the first Step, set those that a file or a log's
	// header has; the Decoder adds the pieces that it learns.
	Pieces Set
	// Array, unless empty, is another array from which the Decoder may learn the pieces, in
	// the board's own squares. It is tried before the initial array. Set it before the
	// first Step.
	Array placement.Placement

	reader
	squares  [64]square // in the order of a frame
	tallies  tallies
	frames   int  // since Reset
	quiet    int  // frames since a piece came or went
	shown    bool // a Board was reported
	learning learning
	noted    Tag // the stranger that was reported last
	counts   Counts
}

// Counts holds how often things have happened, for statistics.
type Counts struct {
	numbers.Counts
	Ghosts    int // readings of unknown tags on empty squares
	Missed    int // readings of occupied squares without a tag, or with another piece's
	Misread   int // readings of pieces with wrong bits
	Lifts     int
	Drops     int
	Lessons   int // how often pieces were learnt
	Strangers int // drops of pieces of no set
}

// Counts returns the counts up to now. Reset keeps them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Counts = d.reader.Counts()
	return c
}

// Recognized reports whether the bytes can only come from a board of this family. One frame
// of 320 numbers proves it.
func (d *Decoder) Recognized() bool { return d.Frames() > 0 }

// Standing returns how many pieces stand on the board, and how many of them belong
// to no set.
func (d *Decoder) Standing() (pieces, strangers int) {
	for n := range d.squares {
		if t := d.squares[n].piece; t != NoTag {
			pieces++
			if !d.knows(t) {
				strangers++
			}
		}
	}
	return pieces, strangers
}

// Reset forgets the board and the frame in progress. Call it when the port was opened
// again: what happened in between is not known. The pieces stay known.
func (d *Decoder) Reset() {
	d.reader.Reset()
	*d = Decoder{Pieces: d.Pieces, Array: d.Array, reader: d.reader, tallies: d.tallies,
		learning: learning{turned: d.learning.turned}, noted: d.noted, counts: d.counts}
}

// Step appends the records that data completes; see numbers.Reader.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	return d.reader.Step(dst, at, data, &format, d.frame)
}

// frame takes a reading of every square.
func (d *Decoder) frame(dst []sensor.Record, at int64, frame []byte) []sensor.Record {
	d.frames++
	d.quiet++
	for n := range d.squares {
		d.read(&d.squares[n], tagOf(frame[n*tagSize:]))
	}
	d.readElsewhere()
	seen := len(dst)
	dst = d.drops(d.lifts(dst, at), at)
	if !d.shown {
		dst = dst[:seen] // the Board will show it
	}
	return d.show(d.learn(dst, at), at)
}

// read takes the reading of one square.
func (d *Decoder) read(s *square, t Tag) {
	lacks := s.lacks
	switch read := s.read(t, d.met); {
	case read:
		d.tallies.read(s.piece, lacks, d.stands)
		if t != s.piece {
			d.counts.Misread++
		}
	case s.piece != NoTag:
		d.counts.Missed++
	case t != NoTag && !d.met(t):
		d.counts.Ghosts++
	}
}

// knows reports whether a piece belongs to the set.
func (d *Decoder) knows(t Tag) bool { return d.Pieces.Piece(t) != placement.Unknown }

// met reports whether a tag belongs to a piece: one of the set, or a stranger that has
// stood on the board.
func (d *Decoder) met(t Tag) bool { return d.knows(t) || d.tallies.met(t) }

// readElsewhere finds pieces whose tag is read on another square than their own. A piece is
// in one place: it has left its square, unless it is still read there.
func (d *Decoder) readElsewhere() {
	for n := range d.squares {
		s := &d.squares[n]
		if !s.here() {
			continue
		}
		switch home := d.standing(s.other); {
		case home == nil:
		case home.lacks == 0:
			s.unsee()
		case s.piece == NoTag || !similar(s.other, s.piece):
			home.gone = true
		}
		for m := range d.squares {
			if rest := &d.squares[m]; rest != s && rest.other == s.other && !rest.here() {
				rest.forget() // a hand only carried the piece over that square
			}
		}
	}
}

func (d *Decoder) stands(t Tag) bool { return d.standing(t) != nil }

// standing returns the square on which a piece stands, nil if it stands on none.
func (d *Decoder) standing(t Tag) *square {
	for n := range d.squares {
		if d.squares[n].piece == t {
			return &d.squares[n]
		}
	}
	return nil
}

// lifts lifts the pieces that have gone.
func (d *Decoder) lifts(dst []sensor.Record, at int64) []sensor.Record {
	for n := range d.squares {
		if s := &d.squares[n]; s.piece != NoTag && (s.gone || s.lacks >= patience(d.tallies.rate(s.piece), s.stood-s.lacks)) {
			dst = d.lift(dst, at, n)
		}
	}
	return dst
}

func (d *Decoder) lift(dst []sensor.Record, at int64, n int) []sensor.Record {
	s := &d.squares[n]
	piece := d.Pieces.Piece(s.piece)
	if piece == placement.Unknown {
		piece = placement.Empty // the form of a Lift
	}
	s.lift()
	d.changed()
	d.counts.Lifts++
	return append(dst, sensor.Record{At: at, Word: sensor.Lift, Square: squareOf(n), Piece: piece})
}

// drops drops the pieces that have come.
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
	before, piece := d.Pieces.Piece(s.piece), d.Pieces.Piece(s.other)
	same := s.piece != NoTag && similar(s.piece, s.other) && before == piece
	for home := range d.squares {
		if home != n && d.squares[home].piece == s.other {
			dst = d.lift(dst, at, home)
		}
	}
	missed := s.drop()
	d.tallies.read(s.piece, missed, d.stands)
	d.changed()
	d.moved(squareOf(n))
	if same {
		return dst // the piece stood there, and its tag had been misread
	}
	d.counts.Drops++
	if piece == placement.Unknown {
		dst = d.stranger(dst, at, n)
	}
	return append(dst, sensor.Record{At: at, Word: sensor.Drop, Square: squareOf(n), Piece: piece})
}

// stranger reports a piece that belongs to no set. If no piece is known, show reports all
// of them at once.
func (d *Decoder) stranger(dst []sensor.Record, at int64, n int) []sensor.Record {
	d.counts.Strangers++
	t := d.squares[n].piece
	if t == d.noted || d.Pieces.Len() == 0 {
		return dst
	}
	d.noted = t
	return append(dst, sensor.Notice(at, fmt.Sprintf("an unknown piece stands on %s: tag %s", squareOf(n), t)))
}

// changed notes that a piece came or went.
func (d *Decoder) changed() { d.quiet, d.learning.tried = 0, false }

// The Decoder reports a Board after framesFirst frames, or after framesUnknown while it
// knows none of the pieces. Drivers take seven or fifteen frames for that.
const (
	framesFirst   = 7
	framesUnknown = 15
)

// show reports the Board when it has settled after Reset.
func (d *Decoder) show(dst []sensor.Record, at int64) []sensor.Record {
	if d.shown || d.frames < framesFirst {
		return dst
	}
	switch pieces, strangers := d.Standing(); {
	case strangers == 0:
	case strangers == pieces && d.frames < framesUnknown:
		return dst
	default:
		dst = append(dst, sensor.Notice(at, fmt.Sprintf("%d of %d pieces are not known; they are learnt from the initial array", strangers, pieces)))
	}
	d.shown = true
	return d.appendBoard(dst, at)
}

// appendBoard appends what stands on the board as a Board record.
func (d *Decoder) appendBoard(dst []sensor.Record, at int64) []sensor.Record {
	return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: d.board()})
}

// board returns what stands on the board.
func (d *Decoder) board() (p placement.Placement) {
	for n := range d.squares {
		if t := d.squares[n].piece; t != NoTag {
			p[squareOf(n)] = d.Pieces.Piece(t)
		}
	}
	return p
}
