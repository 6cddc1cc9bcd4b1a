package text

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Decoder turns what a board sends into records in the board's own squares; sensor.Orienter
// turns those into the game's. The zero value is ready. A copy of a Decoder is independent
// of it.
type Decoder struct {
	frame   framer
	faults  sensor.Faults
	board   placement.Placement // in the board's own squares
	scanned bool                // a scan has come
	summed  bool                // a line with a checksum has come
	clock   int64               // the board's own clock, from the last line
	info    Info
	counts  Counts
}

// Counts holds how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes     int // bytes
	Lines     int // lines that were understood
	Lost      int // lines that were not understood, and missing line ends
	Adrift    int // bytes of lines that were not understood since the last one that was
	Hellos    int
	Scans     int // lines with the word board
	Surprises int // of these, those with changes that no event had reported
	Updates   int // lifts and drops
	Times     int // times of the chess clock
	Restarts  int // how often the board's own clock went back
}

// Counts returns the counts up to now. Reset keeps them.
func (d *Decoder) Counts() Counts { return d.counts }

// Info returns what the board has reported about itself. Reset keeps it.
func (d *Decoder) Info() Info { return d.info }

// About returns the part of Info that every family has.
func (d *Decoder) About() sensor.About {
	a := sensor.About{Serial: d.info.Serial, Version: d.info.Firmware, Clock: d.counts.Times > 0}
	switch d.info.Kind {
	case "identified":
		a.Sensor = "identified"
	case "colour", "occupancy":
		a.Sensor = "occupancy"
	}
	return a
}

// Recognized reports whether the bytes can only come from a board of this family. An
// answer, or one lift or drop, proves it: nothing prints those by chance. Two other lines
// that are understood prove it too, unless more lines are not.
func (d *Decoder) Recognized() bool {
	c := &d.counts
	return c.Hellos > 0 || c.Scans > 0 || c.Updates > 0 || c.Lines > 1 && c.Lines > c.Lost
}

// Reset forgets the board and the line in progress. Call it when the port was opened again:
// what happened in between is not known.
func (d *Decoder) Reset() { *d = Decoder{info: d.info, counts: d.counts} }

// Step appends the records that data completes. Data may be cut anywhere; the records are
// the same. A line that is not understood becomes a Fault, at most one a second until a
// good line comes.
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

// line takes a whole line, or two lines that have run together.
func (d *Decoder) line(dst []sensor.Record, at int64, line string) []sensor.Record {
	s, wrong := d.parse(line)
	if wrong == "" {
		return d.take(dst, at, &s)
	}
	if damaged, rest, ok := strings.Cut(line, "*"); ok && strings.HasSuffix(rest, "*") {
		dst = d.line(dst, at, damaged+"*") // two lines of a Square Off
		return d.line(dst, at, rest)
	}
	if i, ok := twoLines(line); ok {
		first, wrong1 := d.parse(line[:i])
		second, wrong2 := d.parse(line[i:])
		if wrong1 == "" && wrong2 == "" {
			d.counts.Lost++
			dst = d.take(dst, at, &first)
			dst = d.take(dst, at, &second)
			return d.faults.Add(dst, at, sensor.Loss{Bytes: 1, What: fmt.Sprintf("line end missing in %q", line)})
		}
	}
	return d.lost(dst, at, sensor.Loss{Bytes: len(line), What: fmt.Sprintf("line %q %s", line, wrong)})
}

// parse reads a line. After a checksum, lines without one are wrong.
func (d *Decoder) parse(line string) (report, string) {
	s, wrong := parse(line)
	if wrong == "" && d.summed && !s.summed && !s.empty {
		return s, "has no checksum, and others had"
	}
	return s, wrong
}

// lost reports a loss after which the known board may be wrong.
func (d *Decoder) lost(dst []sensor.Record, at int64, l sensor.Loss) []sensor.Record {
	d.counts.Lost++
	d.counts.Adrift += l.Bytes
	return d.faults.Add(dst, at, l)
}

// take applies what a line reports.
func (d *Decoder) take(dst []sensor.Record, at int64, s *report) []sensor.Record {
	if s.empty {
		return dst
	}
	d.counts.Lines++
	d.counts.Adrift = 0
	d.summed = d.summed || s.summed
	dst = d.faults.Whole(dst, at)
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
		return d.scan(dst, &r, s.repeated)
	case sensor.Lift, sensor.Drop:
		return d.touch(dst, r)
	case sensor.Clock:
		d.counts.Times++
	}
	return append(dst, r)
}

// tick compares the board's own clock with the last one.
func (d *Decoder) tick(clock int64) {
	if clock < 0 {
		return
	}
	if clock < d.clock {
		d.counts.Restarts++
	}
	d.clock = clock
}

// protocol is the version of the protocol that this package speaks.
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

// mostChanges is how many squares may differ between two scans of a board that sends all
// squares repeatedly: two castlings' worth. If more differ, a gap lay between them, and the
// scan is reported as a Board.
const mostChanges = 8

// touch takes a lift or a drop.
func (d *Decoder) touch(dst []sensor.Record, r sensor.Record) []sensor.Record {
	d.counts.Updates++
	if r.Word == sensor.Lift {
		if was := d.board[r.Square]; r.Piece == placement.Empty && was.Known() {
			r.Piece = was
		}
		d.board[r.Square] = placement.Empty
	} else {
		d.board[r.Square] = r.Piece
	}
	return append(dst, r)
}

// scan takes all squares. If the board sends them repeatedly, it reports only the changes.
func (d *Decoder) scan(dst []sensor.Record, r *sensor.Record, repeated bool) []sensor.Record {
	scanned := d.scanned
	d.scanned = true
	d.keepNames(&r.Placement)
	changed := placement.Differ(&d.board, &r.Placement)
	if repeated && scanned && changed.Len() <= mostChanges {
		return d.changes(dst, r)
	}
	if !repeated {
		d.counts.Scans++
	}
	if !repeated && scanned && changed != 0 {
		d.counts.Surprises++
	}
	d.board = r.Placement
	return append(dst, *r)
}

// keepNames keeps the name of each piece in a scan that stands where a named piece stood.
func (d *Decoder) keepNames(p *placement.Placement) {
	for sq := range p {
		if p[sq] == placement.Unknown && d.board[sq].Known() {
			p[sq] = d.board[sq]
		}
	}
}

// changes reports what differs from the known board.
func (d *Decoder) changes(dst []sensor.Record, r *sensor.Record) []sensor.Record {
	was := d.board
	for _, change := range sensor.AppendChanges(nil, r.At, &was, &r.Placement) {
		dst = d.touch(dst, change)
	}
	return dst
}
