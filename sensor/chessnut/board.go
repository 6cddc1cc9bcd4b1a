package chessnut

import (
	"bytes"
	"encoding/binary"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// ScanTime is how often a Board should scan, in milliseconds; chosen, since the time of a
// real one is not documented.
const ScanTime = 100

// ReportSize is how long the reports of a Board are: as many bytes as real boards send.
const ReportSize = headSize + sizeBoard

// Board behaves like a board, for the demo and for tests. It takes what hands do, in terms of
// the game, and what the host sends, and returns what the board sends: one report at most, which
// has to be read whole. It has no clock: call Scan every ScanTime. The zero value is an empty
// board that lies normally, has not been asked for reports, and then sends one after each scan.
type Board struct {
	Turned  bool // White sits where the eighth rank is
	Long    bool // its reports begin with 01 3d
	Size    int  // of a report, filled up with zeros; 0: no more bytes than the second one says
	Changes bool // it sends a report only if something has changed
	Deaf    bool // it does not answer the question for its battery

	stands placement.Placement // in the board's own squares
	sent   placement.Placement // in the last report
	begun  bool                // it was asked for reports
	said   bool                // it has sent one since
	uptime uint32
}

// Step takes a record as a hand would cause it, in terms of the game. The board sends nothing
// before the next Scan. It has no pieces of unknown kind, so the drop of one does nothing. Other
// records do nothing.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	r.Put(b.put)
	return dst
}

func (b *Board) put(sq placement.Square, piece placement.Piece) {
	if _, known := halfOf(piece); !known || sq >= placement.NoSquare {
		return
	}
	if b.Turned {
		sq = sq.Rotated()
	}
	b.stands[sq] = piece
}

// Scan appends a report, if one is due.
func (b *Board) Scan(dst []byte) []byte {
	b.uptime++
	if !b.begun || b.Changes && b.said && b.stands == b.sent {
		return dst
	}
	b.sent, b.said = b.stands, true
	head := []byte{kindBoard, sizeBoard}
	if b.Long {
		head[1] = sizeLong
	}
	report := appendSquares(head, &b.stands)
	return append(dst, b.padded(binary.LittleEndian.AppendUint32(report, b.uptime))...)
}

// padded returns a report with its full length.
func (b *Board) padded(report []byte) []byte {
	size := max(b.Size, headSize+int(report[1]), len(report))
	return append(report, make([]byte, size-len(report))...)
}

// Command takes what the host sends, and appends the answer: after the question for its
// reports, the first of them.
func (b *Board) Command(dst, data []byte) []byte {
	switch {
	case bytes.Equal(data, []byte(start)):
		b.begun, b.said = true, false
		return b.Scan(dst)
	case bytes.Equal(data, []byte(battery)) && !b.Deaf:
		return append(dst, b.padded([]byte{kindBattery, sizeBattery, 80, 0})...)
	}
	return dst
}
