package tabutronic

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/numbers"
)

// How many numbers a line has, of this family's boards and of Certabo's.
const (
	frameSize   = 8
	foreignSize = numbers.Most
)

// Decoder turns what a board sends into records, in the board's own terms (see
// package sensor's Seating); all men are of unknown kind. The zero value is
// ready. A Decoder is a value: a copy goes on by itself.
type Decoder struct {
	lines   numbers.Lines
	faults  sensor.Faults
	frames  int           // since Reset
	last    placement.Set // what the last frame showed
	stands  placement.Set // what two frames in a row have shown
	shown   bool          // the board has been told
	foreign bool          // that this is another family's board has been told
	counts  Counts
}

// Counts is how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes    int // all bytes
	Partial  int // bytes of the frame in progress
	Frames   int // whole frames
	Lost     int // frames cut off or damaged, runs of bytes thrown away
	Foreign  int // lines of 320 numbers, which a Certabo board sends
	Flickers int // squares that one frame alone showed otherwise
	Lifts    int // squares that were emptied
	Drops    int // squares that were occupied
}

// Counts are the counts up to now. Reset leaves them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Partial = d.lines.Partial()
	return c
}

// Info is what is known of the board.
type Info struct {
	Men int // that stand on it
}

// Info is what stands on the board now.
func (d *Decoder) Info() Info { return Info{d.stands.Len()} }

// Reset forgets the board and the frame in progress, as is right when the port
// was opened again: what happened in between is not known.
func (d *Decoder) Reset() { *d = Decoder{foreign: d.foreign, counts: d.counts} }

// Step appends to dst the records that the bytes bring. However the stream is
// cut into pieces, the records are the same. What was lost becomes Fault
// records, one for each frame; but one a second while nothing else comes.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
	for _, b := range data {
		line, lost := d.lines.Step(b)
		if lost.Bytes > 0 {
			dst = d.lost(dst, at, lost)
		}
		if len(line) > 0 {
			dst = d.line(dst, at, line)
		}
	}
	return dst
}

func (d *Decoder) lost(dst []sensor.Record, at int64, l sensor.Loss) []sensor.Record {
	d.counts.Lost++
	d.faults.Add(l)
	return d.faults.Report(dst, at)
}

// line takes the numbers of a line.
func (d *Decoder) line(dst []sensor.Record, at int64, line []byte) []sensor.Record {
	switch len(line) {
	case frameSize:
		d.faults.Whole()
		return d.frame(d.faults.Report(dst, at), at, squares(line))
	case foreignSize:
		d.counts.Foreign++
		if !d.foreign {
			d.foreign = true
			dst = append(dst, sensor.Notice(at, "lines of 320 numbers: this is a Certabo board, not one of Tabutronic's"))
		}
		return dst
	}
	return d.lost(dst, at, sensor.Loss{Bytes: len(line), What: fmt.Sprintf("frame of %d numbers", len(line))})
}

// frame takes what a frame shows.
func (d *Decoder) frame(dst []sensor.Record, at int64, shows placement.Set) []sensor.Record {
	d.counts.Frames++
	d.frames++
	last := d.last
	d.last = shows
	switch {
	case d.shown:
		d.counts.Flickers += ((last ^ d.stands) &^ (shows ^ d.stands)).Len()
		return d.settle(dst, at, (shows^d.stands)&^(shows^last))
	case d.frames > 1 && shows == last:
		d.shown, d.stands = true, shows
		dst = append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: unnamed(shows)})
	}
	return dst
}

// settle takes squares that have changed, the emptied ones first.
func (d *Decoder) settle(dst []sensor.Record, at int64, changed placement.Set) []sensor.Record {
	lifts, drops := changed&d.stands, changed&^d.stands
	d.stands ^= changed
	d.counts.Lifts += lifts.Len()
	d.counts.Drops += drops.Len()
	for lifts != 0 {
		dst = append(dst, sensor.Record{At: at, Word: sensor.Lift, Square: lifts.Pop()})
	}
	for drops != 0 {
		dst = append(dst, sensor.Record{At: at, Word: sensor.Drop, Square: drops.Pop(), Piece: placement.Unknown})
	}
	return dst
}

// squares are the occupied squares of a frame.
func squares(line []byte) (s placement.Set) {
	for i, rank := range line {
		for file := range 8 {
			if rank>>(7-file)&1 == 1 {
				s |= placement.MakeSquare(file, 7-i).Set()
			}
		}
	}
	return s
}

// unnamed is a placement of men of unknown kind.
func unnamed(s placement.Set) (p placement.Placement) {
	for s != 0 {
		p[s.Pop()] = placement.Unknown
	}
	return p
}
