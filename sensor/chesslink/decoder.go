package chesslink

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Decoder turns what a board sends into records, in the board's own terms (see
// package sensor's Seating). The zero value is ready. A Decoder is a value: a
// copy goes on by itself.
type Decoder struct {
	// Occupancy says that the board does not recognise its men and that the
	// letters it sends are guesses, as look-alikes of other makers do: what
	// stands on a square is then of unknown kind. The bytes do not tell.
	Occupancy bool

	frame  framer
	faults sensor.Faults
	board  placement.Placement // in the board's own squares
	seen   bool                // a status has come
	deaf   bool                // bytes have been thrown away since,
	deafAt int64               // from this time on
	info   Info
	counts Counts
}

// Counts is how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes    int // all bytes
	Partial  int // bytes of the message in progress
	Messages int // whole messages
	Lost     int // runs of bytes thrown away, told or not
	Adrift   int // bytes thrown away since the last whole message
	Parity   int // characters of wrong parity, once the board's way is known
	Failed   int // messages of full length with wrong checksum or parity
	Boards   int // messages that said what stands on the board
	Changes  int // of these, those that showed something new
	Versions int // answers: to a question for the version,
	Reads    int // for a register,
	Writes   int // and to a command that wrote one

	Registers Registers // as far as the board has told; Info has them too
}

// gapTime is for how long a line may be disturbed with nothing but lifts and
// drops to be told of what has changed meanwhile, in milliseconds. A hand does
// not move a man to one square and on to another in that time; chosen.
const gapTime = 500

// Counts are the counts up to now. Reset leaves them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Partial, c.Adrift, c.Parity, c.Failed = d.frame.n, d.frame.adrift, d.frame.parity, d.frame.failed
	c.Registers = d.info.Registers
	return c
}

// Info is what the board has said about itself up to now. Reset leaves it, but
// for the registers: a Host goes by them, and asks for them anew.
func (d *Decoder) Info() Info { return d.info }

// Reset forgets the board and the message in progress, as is right when the
// port was opened again: what happened in between is not known.
func (d *Decoder) Reset() {
	*d = Decoder{Occupancy: d.Occupancy, info: d.info, counts: d.counts,
		frame: framer{parity: d.frame.parity, failed: d.frame.failed}}
	d.info.Registers = Registers{}
}

// Step appends to dst the records that the bytes bring. However the stream is
// cut into pieces, the records are the same.
//
// The first status is a Board, as is one that comes after the line was
// disturbed for half a second; what another one changes is told as lifts and
// then drops, both from a1 to h8, a man in place of another as a drop alone.
// Bytes that make no message become a Fault when a whole message follows them,
// or when there are many: one for each run of them, but one a second while
// nothing else comes. A run before the first message that is shorter than a
// status is none: the board was speaking already.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
	for _, b := range data {
		message, lost := d.frame.step(&fromBoard, b)
		if lost.Bytes > 0 {
			d.counts.Lost++
			d.faults.Add(lost)
			dst = d.faults.Report(dst, at)
		}
		if message != nil {
			d.counts.Messages++
			d.faults.Whole()
			dst = d.faults.Report(dst, at)
			dst = d.message(dst, at, message)
		}
		if d.frame.adrift > 0 && !d.deaf {
			d.deaf, d.deafAt = true, at
		}
	}
	return dst
}

// message takes a whole message apart.
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

// status takes 64 squares.
func (d *Decoder) status(dst []sensor.Record, at int64, m []byte) []sensor.Record {
	var now placement.Placement
	for n, ch := range m[1 : 1+64] {
		now[square(n)] = d.piece(ch)
	}
	was, first := d.board, !d.seen || d.deaf && at-d.deafAt >= gapTime
	d.board, d.seen, d.deaf = now, true, false
	d.counts.Boards++
	d.info.look(&now)
	if now != was {
		d.counts.Changes++
	}
	if first {
		return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: now})
	}
	return changes(dst, at, &was, &now)
}

// piece is what a letter stands for.
func (d *Decoder) piece(letter byte) placement.Piece {
	piece, ok := placement.ParsePiece(letter)
	if ok && d.Occupancy {
		return placement.Unknown
	}
	return piece
}

// changes tells what one scan shows that the last did not.
func changes(dst []sensor.Record, at int64, was, now *placement.Placement) []sensor.Record {
	changed := placement.Differ(was, now)
	for rest := changed; rest != 0; {
		if sq := rest.Pop(); now[sq] == placement.Empty {
			dst = append(dst, sensor.Record{At: at, Word: sensor.Lift, Square: sq, Piece: was[sq]})
		}
	}
	for rest := changed; rest != 0; {
		if sq := rest.Pop(); now[sq] != placement.Empty {
			dst = append(dst, sensor.Record{At: at, Word: sensor.Drop, Square: sq, Piece: now[sq]})
		}
	}
	return dst
}
