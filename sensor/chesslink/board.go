package chesslink

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Board behaves like a board, for tests. It takes what hands do, in terms of the
// game, and what the host sends, and returns what the board sends, with the parity
// in bit 7. It has no clock: it scans after each record, and in Scan.
//
// The zero value is an empty board with a8 on Black's left and the maker's
// settings: it reports every scan.
type Board struct {
	Turned    bool    // h1 comes first in a status
	Seven     bool    // the other end has seven data bits: bit 7 is clear and not checked
	Firmware  [2]byte // major, minor
	Registers [256]byte

	pieces  placement.Placement // in the board's own squares
	scanned placement.Placement // by the last scan
	alike   int                 // how many scans in a row showed that
	shown   placement.Placement // reported last after a change
	waited  int                 // since the last timed report, in units of 2.048 ms
	host    framer
}

// Step takes a record as a hand would cause it, in terms of the game, scans, and
// appends what the board sends. A Board record changes many squares before one
// scan. This board has no pieces of unknown kind, so the drop of one does nothing.
// It has no clock; other records do nothing.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	if !r.Put(b.put) {
		return dst
	}
	return b.Scan(dst)
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

// Scan looks at all squares, and appends what the board sends.
func (b *Board) Scan(dst []byte) []byte {
	if b.pieces == b.scanned {
		b.alike++
	} else {
		b.scanned, b.alike = b.pieces, 1
	}
	if !b.reports() {
		return dst
	}
	b.shown = b.scanned
	return b.send(dst, b.status()...)
}

// leastScan is the least value of the register ScanTime; less counts as usualScan.
const (
	leastScan = 15
	usualScan = 20
)

// reports reports whether the board sends a status after this scan.
func (b *Board) reports() bool {
	switch when := int(b.Registers[Reports]); when {
	case reportScans:
		return true
	case reportNever:
		return false
	case reportTimes:
		scan := int(b.Registers[ScanTime])
		if scan < leastScan {
			scan = usualScan
		}
		if b.waited += scan; b.waited < 2*int(b.Registers[Interval]) {
			return false
		}
		b.waited = 0
		return true
	case reportChange:
		return b.scanned != b.shown
	default: // 4 is after 2 scans alike
		return b.scanned != b.shown && b.alike >= when-2
	}
}

// status returns the board as a message.
func (b *Board) status() []byte {
	text := []byte{'s'}
	for n := range 64 {
		text = append(text, b.pieces[square(n)].Letter())
	}
	return text
}

// Command takes what the host sends and appends the answer. There is none to wrong parity
// or a wrong checksum.
func (b *Board) Command(dst []byte, commands []byte) []byte {
	b.host.strict = !b.Seven
	for _, c := range commands {
		if message, _ := b.host.step(&fromHost, c); message != nil {
			dst = b.answer(dst, message)
		}
	}
	return dst
}

func (b *Board) answer(dst []byte, m []byte) []byte {
	body := m[1 : len(m)-sumSize]
	switch m[0] {
	case 'S':
		return b.send(dst, b.status()...)
	case 'V':
		text := appendHex([]byte{'v'}, b.Firmware[0])
		return b.send(dst, appendHex(text, b.Firmware[1])...)
	case 'R':
		text := append([]byte{'r'}, body...)
		return b.send(dst, appendHex(text, b.Registers[hexByte(body)])...)
	case 'W':
		b.Registers[hexByte(body)] = hexByte(body[2:])
		return b.send(dst, append([]byte{'w'}, body...)...)
	case 'L':
		return b.send(dst, 'l')
	case 'X':
		return b.send(dst, 'x')
	}
	return dst // a reset is not answered
}

// send appends a message as the other end reads it.
func (b *Board) send(dst []byte, text ...byte) []byte {
	from := len(dst)
	dst = appendMessage(dst, text...)
	for i := from; b.Seven && i < len(dst); i++ {
		dst[i] &= 0x7f
	}
	return dst
}
