package text

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Decoder turns what a board sends into records, in the board's own terms (see
// package sensor's Seating). The zero value is ready. A Decoder is a value: a
// copy goes on by itself.
type Decoder struct {
	frame  framer
	faults sensor.Faults
	board  placement.Placement // in the board's own squares
	seen   bool                // a scan has come
	summed bool                // a line with a checksum has come
	clock  int64               // the board's own, as the last line had it
	info   Info
	counts Counts
}

// Counts is how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes     int // all bytes
	Lines     int // lines that said something
	Lost      int // lines that make no sense, and line ends that are missing
	Adrift    int // bytes of lines that make no sense, since the last that did
	Hellos    int
	Scans     int // the word board
	Surprises int // of these, those that showed what no event had told
	Updates   int // lifts and drops
	Times     int // times of the chess clock
	Restarts  int // how often the board's own clock went back
}

// Counts are the counts up to now. Reset leaves them.
func (d *Decoder) Counts() Counts { return d.counts }

// Info is what the board has said about itself up to now. Reset leaves it.
func (d *Decoder) Info() Info { return d.info }

// Reset forgets the board and the line in progress, as is right when the port
// was opened again: what happened in between is not known.
func (d *Decoder) Reset() { *d = Decoder{info: d.info, counts: d.counts} }

// Step appends to dst the records that the bytes bring. However the stream is
// cut into pieces, the records are the same. What makes no sense becomes Fault
// records, one a line, but one a second while nothing else comes.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
	for _, b := range data {
		line, lost := d.frame.step(b)
		if lost.Bytes > 0 {
			dst = d.lost(dst, at, lost)
		}
		if line != nil {
			dst = d.line(dst, at, string(line))
		}
	}
	return dst
}

// line takes a whole line, or two that have become one.
func (d *Decoder) line(dst []sensor.Record, at int64, line string) []sensor.Record {
	s, wrong := d.parse(line)
	if wrong == "" {
		return d.take(dst, at, &s)
	}
	if damaged, rest, ok := strings.Cut(line, "*"); ok && strings.HasSuffix(rest, "*") {
		dst = d.line(dst, at, damaged+"*") // Square Off's, one after the other
		return d.line(dst, at, rest)
	}
	if i, ok := twoLines(line); ok {
		first, wrong1 := d.parse(line[:i])
		second, wrong2 := d.parse(line[i:])
		if wrong1 == "" && wrong2 == "" {
			d.counts.Lost++
			dst = d.take(dst, at, &first)
			dst = d.take(dst, at, &second)
			d.faults.Add(sensor.Loss{Bytes: 1, What: fmt.Sprintf("line end missing in %q", line)})
			return d.faults.Report(dst, at)
		}
	}
	return d.lost(dst, at, sensor.Loss{Bytes: len(line), What: fmt.Sprintf("line %q %s", line, wrong)})
}

// parse reads a line; of a board that has sent checksums, one without is none
// of its.
func (d *Decoder) parse(line string) (said, string) {
	s, wrong := parse(line)
	if wrong == "" && d.summed && !s.summed && !s.empty {
		return s, "has no checksum, and others had"
	}
	return s, wrong
}

// lost reports a loss, after which the held board may be wrong.
func (d *Decoder) lost(dst []sensor.Record, at int64, l sensor.Loss) []sensor.Record {
	d.counts.Lost++
	d.counts.Adrift += l.Bytes
	d.faults.Add(l)
	return d.faults.Report(dst, at)
}

// take does what a line says.
func (d *Decoder) take(dst []sensor.Record, at int64, s *said) []sensor.Record {
	if s.empty {
		return dst
	}
	d.counts.Lines++
	d.counts.Adrift = 0
	d.summed = d.summed || s.summed
	d.faults.Whole()
	dst = d.faults.Report(dst, at)
	d.tick(s.clock)
	if s.hello != nil {
		return d.hello(dst, at, s.hello)
	}
	r := s.record
	r.At = at
	switch r.Word {
	case sensor.NoWord:
		return dst
	case sensor.Board:
		return d.scan(dst, &r, s.over)
	case sensor.Lift, sensor.Drop:
		return d.touch(dst, r)
	case sensor.Clock:
		d.counts.Times++
	}
	return append(dst, r)
}

// tick looks at the board's own clock.
func (d *Decoder) tick(clock int64) {
	if clock < 0 {
		return
	}
	if clock < d.clock {
		d.counts.Restarts++
	}
	d.clock = clock
}

// protocol is the version of the protocol that is spoken here.
const protocol = 1

func (d *Decoder) hello(dst []sensor.Record, at int64, info *Info) []sensor.Record {
	d.counts.Hellos++
	was := d.info
	d.info = *info
	if info.Version == protocol || info.Version == was.Version {
		return dst
	}
	return append(dst, sensor.Notice(at, fmt.Sprintf("the board speaks version %d of the protocol; it is read as version %d", info.Version, protocol)))
}
