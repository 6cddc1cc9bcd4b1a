package chessnut

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Decoder turns what a board sends into records in the board's own squares; sensor.Orienter
// turns those into the game's. The zero value is ready. A copy of a Decoder is independent of
// it.
type Decoder struct {
	faults  sensor.Faults
	board   placement.Placement // in the board's own squares
	shown   bool                // a Board was reported
	size    int                 // of a report of the board; 0: not known
	other   int                 // another size that the last report had; 0: it had this one
	deaf    bool                // a report of the board was damaged, and no whole one has come since
	deafAt  int64               // when the first of them came
	noticed bool                // a report of another kind was reported
	counts  Counts
}

// Counts says how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes   int // bytes
	Boards  int // whole reports of the board
	Repeats int // reports of the board that showed nothing new
	Lost    int // reports of the board that were damaged
	Others  int // reports of other kinds
}

// gapTime is the longest disturbance, in milliseconds, after which changes are still
// reported as lifts and drops. It is too short for a hand to move a piece to one square and
// on to another; chosen.
const gapTime = 500

// Counts returns the counts up to now. Reset keeps them.
func (d *Decoder) Counts() Counts { return d.counts }

// About returns nothing: the board reports nothing about itself that is understood.
func (d *Decoder) About() sensor.About { return sensor.About{} }

// Recognized reports whether the bytes can only come from a board of this family: a report
// had 64 squares.
func (d *Decoder) Recognized() bool { return d.counts.Boards > 0 }

// Reset forgets the board. Call it when the port was opened again: what happened in between
// is not known.
func (d *Decoder) Reset() { *d = Decoder{noticed: d.noticed, counts: d.counts} }

// Step appends the records of one report, which data holds.
//
// The first report of the board becomes a Board, and so does the first one after a disturbance
// of half a second. Any other becomes lifts and then drops, both from a1 to h8; a piece that
// replaces another is a drop alone. A damaged report becomes a Fault, at most one a second
// while no whole one comes.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
	switch {
	case len(data) == 0:
	case isBoard(data):
		return d.report(dst, at, data)
	case isBattery(data): // a sign of life, for the Host
	default:
		d.counts.Others++
		if !d.noticed {
			d.noticed = true
			dst = append(dst, sensor.Notice(at, fmt.Sprintf("report of %d bytes that begins % x is of a kind that is not known", len(data), data[:min(len(data), 8)])))
		}
	}
	return dst
}

// isBoard reports whether a report is one of the board, whole or not.
func isBoard(data []byte) bool {
	return len(data) >= headSize && data[0] == kindBoard && (data[1] == sizeBoard || data[1] == sizeLong)
}

// isBattery reports whether a report is an answer about the battery.
func isBattery(data []byte) bool {
	return len(data) >= headSize+sizeBattery && data[0] == kindBattery && data[1] == sizeBattery
}

// report takes a report of the board.
func (d *Decoder) report(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	now, wrong := d.read(data)
	if wrong != "" {
		d.counts.Lost++
		if !d.deaf {
			d.deaf, d.deafAt = true, at
		}
		return d.faults.Add(dst, at, sensor.Loss{Bytes: len(data), What: wrong})
	}
	dst = d.faults.Whole(dst, at)
	d.counts.Boards++
	was, first := d.board, !d.shown || d.deaf && at-d.deafAt >= gapTime
	d.board, d.shown, d.deaf = now, true, false
	if first {
		return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: now})
	}
	if now == was {
		d.counts.Repeats++
	}
	return sensor.AppendScan(dst, at, &was, &now)
}

// read returns the squares of a report of the board, or what is wrong with it.
func (d *Decoder) read(data []byte) (p placement.Placement, wrong string) {
	if len(data) < leastSize {
		return p, fmt.Sprintf("report of the board of %d bytes, which has %d at least", len(data), leastSize)
	}
	if !d.fits(len(data)) {
		return p, fmt.Sprintf("report of the board of %d bytes among those of %d", len(data), d.size)
	}
	p, ok := squaresOf(data[headSize:leastSize])
	if !ok {
		return p, "report of the board with a square that holds no piece"
	}
	return p, ""
}

// fits reports whether a report has the size of those before. Two in a row of another size
// show that this is the right one.
func (d *Decoder) fits(size int) bool {
	if d.size == 0 || d.other == size {
		d.size = size
	}
	if d.other = 0; size != d.size {
		d.other = size
	}
	return size == d.size
}
