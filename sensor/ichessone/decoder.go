package ichessone

import (
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
	scanned bool                // a board has come
	deaf    bool                // bytes were thrown away since the last board
	deafAt  int64               // when the first of them came
	proved  bool                // a board that only this family sends has come
	counts  Counts
}

// Counts holds how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes    int // bytes
	Partial  int // bytes of the message in progress
	Messages int // whole messages
	Lost     int // runs of bytes thrown away, reported or not
	Adrift   int // bytes thrown away since the last whole message
	Boards   int // boards
	Changes  int // boards that showed something new
}

// gapTime is the longest disturbance, in milliseconds, after which changes are still
// reported as lifts and drops. It is too short for a hand to move a piece to one square and
// on to another; chosen.
const gapTime = 500

// mostPieces is more than stand on any board: a set with two spare queens. A text that
// happens to have the form of a board shows more, since no letter or digit holds an empty
// square in its high half.
const mostPieces = 34

// Counts returns the counts up to now. Reset keeps them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Partial, c.Adrift = d.frame.n, d.frame.adrift
	return c
}

// About returns nothing: the board reports nothing about itself.
func (d *Decoder) About() sensor.About { return sensor.About{} }

// Recognized reports whether the bytes can only come from a board of this family.
func (d *Decoder) Recognized() bool { return d.proved }

// Reset forgets the board and the message in progress. Call it when the port was
// opened again: what happened in between is not known.
func (d *Decoder) Reset() { *d = Decoder{proved: d.proved, counts: d.counts} }

// Step appends the records that data completes. Data may be cut anywhere; the records are
// the same.
//
// The first board becomes a Board, and so does the first one after a disturbance of half a
// second. Any other becomes lifts and then drops, both from a1 to h8; a piece that replaces
// another is a drop alone. Each run of bytes that make no message becomes a Fault when a
// whole message follows, or when it is long, at most one a second while no message comes.
// If the run before the first message is shorter than a board, it is no loss, because the
// Decoder joined in the middle.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
	for _, b := range data {
		message, lost := d.frame.step(b)
		if lost.Bytes > 0 {
			d.counts.Lost++
			dst = d.faults.Add(dst, at, lost)
		}
		if message != nil {
			d.counts.Messages++
			dst = d.faults.Whole(dst, at)
			if message[1] == board {
				dst = d.shows(dst, at, readBoard(message[2:]))
			}
		}
		if d.frame.adrift > 0 && !d.deaf {
			d.deaf, d.deafAt = true, at
		}
	}
	return dst
}

// shows takes a board.
func (d *Decoder) shows(dst []sensor.Record, at int64, now placement.Placement) []sensor.Record {
	was, first := d.board, !d.scanned || d.deaf && at-d.deafAt >= gapTime
	d.board, d.scanned, d.deaf = now, true, false
	d.counts.Boards++
	d.proved = d.proved || now.Occupied().Len() <= mostPieces
	if now != was {
		d.counts.Changes++
	}
	if first {
		return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: now})
	}
	return sensor.AppendScan(dst, at, &was, &now)
}
