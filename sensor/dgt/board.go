package dgt

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Board behaves like a board with its clock, for the demo and for tests: told
// what hands do, in terms of the game, and what the host sends, it returns what
// it sends to the host. It keeps no time, so that in UPDATE mode (0x43) too it
// sends the clock only when something changes.
//
// It does not answer the request for a trademark: the maker forbids that
// another device gives itself out as one of his. It answers those commands
// that a Host sends, and the modes.
//
// The zero value is an empty board that lies normally, without a clock, in
// the state after power-up, in which it sends nothing by itself.
type Board struct {
	Turned       bool    // White has the connector at his right hand
	ClockCrossed bool    // the clock stands the other way round than usual
	Number       int     // serial number and bus address, up to 16383
	Firmware     [2]byte // major, minor

	mode    mode
	men     placement.Placement // in the board's own squares
	clock   [7]byte             // the data of the clock's message
	clocked bool                // there is a clock
	log     []byte              // what it has seen, oldest first
	written int                 // bytes of it ever
}

type mode uint8

const (
	idle mode = iota
	updateBoard
	update
	updateNice
)

// Step takes a record as a hand or a clock would cause it, in terms of the
// game, and appends to dst what the board sends. A man of unknown kind is no
// man of this board: its drop does nothing. A flag that falls stops the clock.
// The first record of the clock plugs it in. Other records do nothing.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	switch r.Word {
	case sensor.Lift:
		return b.put(dst, r.Square, placement.Empty)
	case sensor.Drop:
		return b.put(dst, r.Square, r.Piece)
	case sensor.Board:
		for sq, piece := range r.Placement {
			dst = b.put(dst, placement.Square(sq), piece)
		}
		return dst
	}
	now, ok := b.clockAfter(r)
	if !ok || b.clocked && now == b.clock {
		return dst
	}
	before := b.clock[6]
	plugged := b.clocked
	b.clock, b.clocked = now, true
	if plugged {
		b.writeHalted(before)
	}
	if b.mode < update {
		return dst
	}
	return appendMessage(dst, idTime, b.clock[:]...)
}

// Command takes what the host sends and appends what the board answers.
func (b *Board) Command(dst []byte, commands []byte) []byte {
	for _, c := range commands {
		if set, ok := modes[c]; ok {
			b.mode = set
			continue
		}
		dst = b.answer(dst, Command(c))
	}
	return dst
}

// modes is what a board reports by itself after each command that changes it.
var modes = map[byte]mode{byte(Reset): idle, 0x43: update, 0x44: updateBoard, byte(UpdateNice): updateNice}

func (b *Board) answer(dst []byte, c Command) []byte {
	switch c {
	case SendBoard:
		return b.dump(dst)
	case SendClock:
		data := b.ClockData()
		return appendMessage(dst, idTime, data[:]...)
	case SendLog:
		return b.sendLog(dst)
	case SendVersion:
		return appendMessage(dst, idVersion, b.Firmware[0], b.Firmware[1])
	case ReturnSerial:
		return appendMessage(dst, idSerial, digits(b.Number, 5)...)
	case ReturnLongSerial:
		return appendMessage(dst, idLongSerial, digits(b.Number, 10)...)
	}
	return dst
}

// put has a man on a square, and reports it if that is news.
func (b *Board) put(dst []byte, sq placement.Square, piece placement.Piece) []byte {
	code, ok := Code(piece)
	if !ok || sq >= placement.NoSquare {
		return dst
	}
	if b.Turned {
		sq = sq.Rotated()
	}
	if b.men[sq] == piece {
		return dst
	}
	b.men[sq] = piece
	b.has(sq, code)
	if b.mode == idle {
		return dst
	}
	return appendMessage(dst, idField, Number(sq), code)
}

func (b *Board) dump(dst []byte) []byte {
	codes := b.Codes()
	return appendMessage(dst, idDump, codes[:]...)
}

// appendMessage frames data.
func appendMessage(dst []byte, id byte, data ...byte) []byte {
	size := headerSize + len(data)
	dst = append(dst, id, byte(size>>7), byte(size&0x7f))
	return append(dst, data...)
}

// digits is a number in so many ASCII digits.
func digits(number, n int) []byte {
	out := make([]byte, n)
	for i := n - 1; i >= 0; i-- {
		out[i] = '0' + byte(number%10)
		number /= 10
	}
	return out
}
