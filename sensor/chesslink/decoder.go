package chesslink

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Decoder turns what a board sends into records in the board's own squares; sensor.Orienter
// turns those into the game's. The zero value is ready. A copy of a Decoder is independent
// of it.
type Decoder struct {
	// Occupancy means that the board does not recognise its pieces, and that the letters it
	// sends are guesses, as on look-alikes of other makers. All pieces are then of unknown
	// kind. The bytes do not show it.
	Occupancy bool

	frame   framer
	faults  sensor.Faults
	board   placement.Placement // in the board's own squares
	scanned bool                // a status has come
	deaf    bool                // bytes were thrown away since the last status
	deafAt  int64               // when the first of them came
	info    Info
	counts  Counts
}

// Counts holds how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes    int // bytes
	Partial  int // bytes of the message in progress
	Messages int // whole messages
	Lost     int // runs of bytes thrown away, reported or not
	Adrift   int // bytes thrown away since the last whole message
	Parity   int // characters with wrong parity, once it is known whether the board sends parity
	Failed   int // messages of full length with wrong checksum or parity
	Boards   int // statuses
	Changes  int // statuses that showed something new
	Versions int // answers to a question for the version
	Reads    int // answers to a question for a register
	Writes   int // answers to a command that wrote a register

	Registers Registers // as Info has them
}

// gapTime is the longest disturbance, in milliseconds, after which changes are still
// reported as lifts and drops. It is too short for a hand to move a piece to one square and
// on to another; chosen.
const gapTime = 500

// Counts returns the counts up to now. Reset keeps them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Partial, c.Adrift, c.Parity, c.Failed = d.frame.n, d.frame.adrift, d.frame.parity, d.frame.failed
	c.Registers = d.info.Registers
	return c
}

// Info returns what the board has reported about itself. Reset keeps it, except
// for the registers: a Host asks for them again.
func (d *Decoder) Info() Info { return d.info }

// About returns the version, and occupancy if Occupancy is set.
func (d *Decoder) About() sensor.About {
	a := sensor.About{Version: d.info.Version}
	if d.Occupancy {
		a.Sensor = "occupancy"
	}
	return a
}

// Recognized reports whether the bytes can only come from a board of this family: a message
// had the right checksum.
func (d *Decoder) Recognized() bool { return d.counts.Boards > 0 || d.counts.Versions > 0 }

// Reset forgets the board and the message in progress. Call it when the port was
// opened again: what happened in between is not known.
func (d *Decoder) Reset() {
	*d = Decoder{Occupancy: d.Occupancy, info: d.info, counts: d.counts,
		frame: framer{parity: d.frame.parity, failed: d.frame.failed}}
	d.info.Registers = Registers{}
}

// Step appends the records that data completes. Data may be cut anywhere; the records are
// the same.
//
// The first status becomes a Board, and so does the first one after a disturbance of half a
// second. Any other becomes lifts and then drops, both from a1 to h8; a piece that replaces
// another is a drop alone. Each run of bytes that make no message becomes a Fault when a
// whole message follows, or when it is long, at most one a second while no message comes.
// If the run before the first message is shorter than a status, it is no loss, because the
// Decoder joined in the middle.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
	for _, b := range data {
		message, lost := d.frame.step(&fromBoard, b)
		if lost.Bytes > 0 {
			d.counts.Lost++
			dst = d.faults.Add(dst, at, lost)
		}
		if message != nil {
			d.counts.Messages++
			dst = d.faults.Whole(dst, at)
			dst = d.message(dst, at, message)
		}
		if d.frame.adrift > 0 && !d.deaf {
			d.deaf, d.deafAt = true, at
		}
	}
	return dst
}

// message takes a whole message.
func (d *Decoder) message(dst []sensor.Record, at int64, m []byte) []sensor.Record {
	switch m[0] {
	case 's', 'g':
		return d.status(dst, at, m)
	case 'v':
		d.counts.Versions++
		d.info.Version = string(m[1:3]) + "." + string(m[3:5])
	case 'r':
		d.counts.Reads++
		d.info.Registers.set(m)
	case 'w':
		d.counts.Writes++
		d.info.Registers.set(m)
	}
	return dst
}

// status takes the 64 squares of a status.
func (d *Decoder) status(dst []sensor.Record, at int64, m []byte) []sensor.Record {
	var now placement.Placement
	for n, ch := range m[1 : 1+64] {
		now[square(n)] = d.piece(ch)
	}
	was, first := d.board, !d.scanned || d.deaf && at-d.deafAt >= gapTime
	d.board, d.scanned, d.deaf = now, true, false
	d.counts.Boards++
	d.info.look(&now)
	if now != was {
		d.counts.Changes++
	}
	if first {
		return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: now})
	}
	return sensor.AppendScan(dst, at, &was, &now)
}

// piece returns the piece for a letter.
func (d *Decoder) piece(letter byte) placement.Piece {
	piece, ok := placement.ParsePiece(letter)
	if ok && d.Occupancy {
		return placement.Unknown
	}
	return piece
}

// Info is what a board has reported about itself. Empty fields are unknown. Two
// Infos are equal when == says so.
type Info struct {
	Version   string // of the firmware, "01.03"
	Registers Registers

	// Order is the square that comes first in a status, according to the last initial
	// array: Normal for a8, Rotated for h1, Auto before any.
	Order sensor.Orientation
}

// look notes an initial array.
func (i *Info) look(p *placement.Placement) {
	switch *p {
	case placement.Initial:
		i.Order = sensor.Normal
	case placement.Initial.Rotated():
		i.Order = sensor.Rotated
	}
}

// Register is the address of a register.
type Register byte

// The registers, which the package comment describes.
const (
	Checks Register = iota
	ScanTime
	Reports
	Interval
	Brightness

	registers = iota
)

// The values of the register Reports.
const (
	reportScans  = 0
	reportNever  = 1
	reportTimes  = 2
	reportChange = 3
)

// Registers holds the values of the registers, by address.
type Registers [registers]struct {
	Known bool // the board has reported it
	Value byte
}

// set takes a message with an address and a value.
func (r *Registers) set(m []byte) {
	if at := hexByte(m[1:3]); at < registers {
		r[at].Known, r[at].Value = true, hexByte(m[3:5])
	}
}
