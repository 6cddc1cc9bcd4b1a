package ichessone

import (
	"bytes"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Board behaves like a board, for tests. It takes what hands do, in terms of the
// game, and what the host sends, and returns what the board sends. It sees every change
// at once. The zero value is an empty board that lies normally.
type Board struct {
	Turned bool // White sits where the eighth rank is marked
	Reads  bool // it knows only the question for the board, and does not send its changes

	pieces  placement.Placement // in the board's own squares
	changes bool                // the host has asked for changes
	host    []byte              // what it has sent last
}

// Step takes a record as a hand would cause it, in terms of the game, and appends what the
// board sends: one board, if anything has changed and the host has asked for changes. A
// piece of unknown kind does nothing, nor do other records.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	was := b.pieces
	r.Put(b.put)
	if b.pieces == was || !b.changes {
		return dst
	}
	return appendBoard(dst, &b.pieces)
}

// put puts a piece on a square.
func (b *Board) put(sq placement.Square, piece placement.Piece) {
	if sq >= placement.NoSquare || !piece.Known() && piece != placement.Empty {
		return
	}
	if b.Turned {
		sq = sq.Rotated()
	}
	b.pieces[sq] = piece
}

// full is what the Board says of its battery: a state, whose meaning is not known, and
// all of it.
var full = [...]byte{mark, battery, 0, 100}

// Command takes what the host sends, and appends the answer.
func (b *Board) Command(dst, data []byte) []byte {
	for _, c := range data {
		b.host = append(b.host, c)
		switch {
		case bytes.HasSuffix(b.host, []byte(sendBoard)):
			dst = appendBoard(dst, &b.pieces)
		case b.Reads:
		case bytes.HasSuffix(b.host, []byte(sendBattery)):
			dst = append(dst, full[:]...)
		case bytes.HasSuffix(b.host, []byte(sendChanges)):
			b.changes = true
		}
		b.host = b.host[max(0, len(b.host)-len(sendChanges)+1):]
	}
	return dst
}
