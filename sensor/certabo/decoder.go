package certabo

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/numbers"
)

// Decoder turns what a board sends into records, in the board's own terms (see
// package sensor's Seating). The zero value is ready and knows no man; it
// learns the men from the initial array. A Decoder is a value: a copy goes on
// by itself.
type Decoder struct {
	// Men are the men that are known. What a file or a log's header tells of
	// them is put there before the first Step; who is learnt comes to them.
	Men Set
	// Array, if any, is another array from which the men are learnt, in the
	// board's own squares; it is looked for before the initial array. Set it
	// before the first Step.
	Array placement.Placement

	lines   numbers.Lines
	faults  sensor.Faults
	squares [64]square // in the order of the wire
	tallies tallies
	frames  int  // since Reset
	still   int  // of these, since a man came or went
	shown   bool // a board has been told
	lessons lessons
	noted   Tag  // the stranger that was told of last
	foreign bool // that this is another family's board has been told
	counts  Counts
}

// Counts is how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes     int // all bytes
	Partial   int // bytes of the frame in progress
	Frames    int // whole frames
	Lost      int // frames cut off or damaged, runs of bytes thrown away
	Foreign   int // lines of eight numbers, which a Tabutronic board sends
	Ghosts    int // readings of tags that belong to nobody, where nobody stands
	Missed    int // readings of squares where a man stands without him
	Misread   int // readings of men with some bits wrong
	Lifts     int // men that went
	Drops     int // men that came
	Lessons   int // times that men were learnt
	Strangers int // men that came whom no set knows
}

// Counts are the counts up to now. Reset leaves them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Partial = d.lines.Partial()
	return c
}

// Info is what is known of the board's men.
type Info struct {
	Men       int // that stand on the board
	Strangers int // of these, whom no set knows
}

// Info is what stands on the board now.
func (d *Decoder) Info() (i Info) {
	for n := range d.squares {
		if man := d.squares[n].man; man != NoTag {
			i.Men++
			if !d.knows(man) {
				i.Strangers++
			}
		}
	}
	return i
}

// Reset forgets the board and the frame in progress, as is right when the port
// was opened again: what happened in between is not known. The men stay known.
func (d *Decoder) Reset() {
	*d = Decoder{Men: d.Men, Array: d.Array, tallies: d.tallies, lessons: lessons{other: d.lessons.other},
		noted: d.noted, foreign: d.foreign, counts: d.counts}
}

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
		return d.frame(d.faults.Report(dst, at), at, line)
	case foreignSize:
		d.counts.Foreign++
		if !d.foreign {
			d.foreign = true
			dst = append(dst, sensor.Notice(at, "lines of eight numbers: this is a Tabutronic board, not one of Certabo's"))
		}
		return dst
	}
	return d.lost(dst, at, sensor.Loss{Bytes: len(line), What: fmt.Sprintf("frame of %d numbers", len(line))})
}
