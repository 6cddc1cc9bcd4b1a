// Package tabutronic speaks to Tabutronic's Sentio and Tactum boards, which know
// occupancy only. A Decoder reads what the board sends, and a Board behaves like
// one, for the demo and for tests. The host is a numbers.Host, which sends nothing.
//
// # The line
//
// 38,400 baud, 8 data bits, no parity, 1 stop bit, over a USB chip of Silicon Labs
// (10c4:ea60), like Certabo's boards. The board sends frames without end, each a
// line of text (see package numbers):
//
//	byte 0      3a, a colon
//	byte 1 …    eight decimal numbers from 0 to 255, a space between each two
//	last bytes  0d 0a
//
// Each number is a rank, the eighth first. Bit 7 is the a file, bit 0 the h file; a
// bit is 1 on an occupied square. The initial array, and after 1. e4:
//
//	:255 255 0 0 0 0 255 255
//	:255 255 0 0 8 0 247 255
//
// There is no checksum. A missing byte shows in the count of the numbers, unless it
// was a digit: then a rank is misread in one frame. So a square has changed when two
// frames in a row say so. Frames of 320 numbers come from Certabo's boards.
//
// Eight bytes from the host, bit 0 for the a file here, light squares, and the board
// confirms with L CR LF. boardd sends nothing of the kind.
//
// A piece that replaces another within one frame leaves no trace. How often a frame
// comes is not documented; one takes 5 to 9 milliseconds on the line.
package tabutronic

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/numbers"
)

// format is the form of a frame.
var format = numbers.Format{Size: 8, Foreign: numbers.Most, Notice: "lines of 320 numbers: this is a Certabo board, not one of Tabutronic's"}

type reader = numbers.Reader

// Decoder turns what a board sends into records in the board's own squares; sensor.Orienter
// turns those into the game's. All pieces are of unknown kind. The zero value is ready. A
// copy of a Decoder is independent of it.
type Decoder struct {
	reader
	frames int           // since Reset
	last   placement.Set // occupied in the last frame
	stands placement.Set // occupied in two frames in a row
	shown  bool          // a Board was reported
	counts Counts
}

// Counts says how often things have happened, for statistics.
type Counts struct {
	numbers.Counts
	Flickers int // squares that differed in one frame only
	Lifts    int
	Drops    int
}

// Counts returns the counts up to now. Reset keeps them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Counts = d.reader.Counts()
	return c
}

// Recognized reports whether the bytes can only come from a board of this family. Two
// frames of eight numbers prove it.
func (d *Decoder) Recognized() bool { return d.Frames() > 1 }

// Pieces returns how many pieces stand on the board.
func (d *Decoder) Pieces() int { return d.stands.Len() }

// Reset forgets the board and the frame in progress. Call it when the port was opened
// again: what happened in between is not known.
func (d *Decoder) Reset() {
	d.reader.Reset()
	*d = Decoder{reader: d.reader, counts: d.counts}
}

// Step appends the records that data completes; see numbers.Reader.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	return d.reader.Step(dst, at, data, &format, d.frame)
}

// frame takes a whole frame.
func (d *Decoder) frame(dst []sensor.Record, at int64, ranks []byte) []sensor.Record {
	d.frames++
	last, now := d.last, occupied(ranks)
	d.last = now
	switch {
	case d.shown:
		d.counts.Flickers += ((last ^ d.stands) &^ (now ^ d.stands)).Len()
		return d.change(dst, at, (now^d.stands)&^(now^last))
	case d.frames > 1 && now == last:
		d.shown, d.stands = true, now
		dst = append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: placement.Occupancy(now)})
	}
	return dst
}

// change reports squares that have changed, the lifts first.
func (d *Decoder) change(dst []sensor.Record, at int64, changed placement.Set) []sensor.Record {
	was, now := placement.Occupancy(d.stands), placement.Occupancy(d.stands^changed)
	d.counts.Lifts += (changed & d.stands).Len()
	d.counts.Drops += (changed &^ d.stands).Len()
	d.stands ^= changed
	return sensor.AppendScan(dst, at, &was, &now)
}

// occupied returns the occupied squares of a frame.
func occupied(ranks []byte) (s placement.Set) {
	for i, rank := range ranks {
		for file := range 8 {
			if rank>>(7-file)&1 == 1 {
				s |= placement.MakeSquare(file, 7-i).Set()
			}
		}
	}
	return s
}
