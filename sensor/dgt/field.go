package dgt

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// dump takes 64 piece codes: what stands on the board, whatever was held before.
func (d *Decoder) dump(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	if len(message) == draughtsSize {
		return d.draughts(dst, at, message)
	}
	var p placement.Placement
	for n, code := range message[headerSize:] {
		p[Square(byte(n))], dst = d.piece(dst, at, byte(n), code)
	}
	d.counts.Dumps++
	if d.seen && p != d.board {
		d.counts.Surprises++
		d.past = Past{}
	}
	d.board, d.seen = p, true
	return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: p})
}

// field takes a field update: a square, and the piece code now on it.
func (d *Decoder) field(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	n, code := message[3], message[4]
	switch {
	case n > 63:
		return d.lost(dst, at, sensor.Loss{Bytes: len(message), What: fmt.Sprintf("field update for square %d", n)})
	case !d.seen && d.early:
		return dst
	case !d.seen:
		d.early = true
		return append(dst, sensor.Notice(at, "field updates before the first board dump are dropped"))
	}
	piece, dst := d.piece(dst, at, n, code)
	sq := Square(n)
	was := d.board[sq]
	if piece == was {
		return dst
	}
	d.board[sq] = piece
	d.counts.Updates++
	d.past.Change(sq, piece)
	if piece == placement.Empty {
		return append(dst, sensor.Record{At: at, Word: sensor.Lift, Square: sq, Piece: was})
	}
	return append(dst, sensor.Record{At: at, Word: sensor.Drop, Square: sq, Piece: piece})
}

// piece is what a code stands for. A special piece counts as none.
func (d *Decoder) piece(dst []sensor.Record, at int64, n, code byte) (placement.Piece, []sensor.Record) {
	if code&^pieceMask != 0 {
		d.counts.OddBits++
	}
	piece := pieces[code&pieceMask]
	if piece != noSuchThing {
		return piece, dst
	}
	if !d.marker {
		d.marker = true
		dst = append(dst, sensor.Notice(at, fmt.Sprintf("special piece %02x on %s counts as none, like any from now on",
			code&pieceMask, Square(n))))
	}
	return placement.Empty, dst
}

// draughts skips the dump of a draughts board.
func (d *Decoder) draughts(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	return d.fault(dst, at, sensor.Loss{Bytes: len(message), What: fmt.Sprintf("dump %02x of a draughts board, skipped", message[0])})
}

// log takes the board's internal log. It sometimes comes unasked, and is then
// skipped.
func (d *Decoder) log(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	d.counts.Logs++
	if !d.wanted {
		return d.fault(dst, at, sensor.Loss{Bytes: len(message), What: fmt.Sprintf("internal log of %d bytes came unasked, skipped", len(message))})
	}
	d.wanted, d.logged = false, true
	d.told = AppendEntries(nil, message[headerSize:])
	return dst
}

// Past is what has been heard of the board up to now; false before the first
// dump. Take it before Reset.
func (d *Decoder) Past() (Past, bool) {
	p := d.past
	p.Board, p.ran = d.board, d.clock.attached && d.clock.last.Running != sensor.Stopped
	return p, d.seen
}

// Recalled appends what has happened since a past, up to now, if the internal
// log has come that tells: came says that it has, ok that it does. It is told
// once.
func (d *Decoder) Recalled(dst []sensor.Record, at int64, past *Past) (records []sensor.Record, came, ok bool) {
	if !d.logged {
		return dst, false, false
	}
	since, ok := Recall(d.told, past, &d.board)
	d.told, d.logged = nil, false
	if !ok {
		return dst, true, false
	}
	dst = past.Records(dst, at, since)
	return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: d.board}), true, true
}
