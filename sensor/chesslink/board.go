package chesslink

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Board behaves like a board, for tests: told what hands do, in terms of the
// game, and what the host sends, it returns what it sends to the host, with the
// parity in bit 7. It keeps no time: it scans when a hand has done something and
// when Scan says so.
//
// The zero value is an empty board with a8 at Black's left hand and the maker's
// settings, which reports every scan.
type Board struct {
	Turned    bool    // h1 comes first in a status
	Seven     bool    // the other end has seven data bits: bit 7 is clear, and not looked at
	Firmware  [2]byte // major, minor
	Registers [256]byte

	men     placement.Placement // in the board's own squares
	scanned placement.Placement // what the last scan saw,
	alike   int                 // and how many scans in a row did
	shown   placement.Placement // what was reported last after a change
	waited  int                 // since the last timed report, in units of 2.048 ms
	host    framer
}

// Step takes a record as a hand would cause it, in terms of the game, and scans;
// it appends to dst what the board sends. A Board record changes many squares
// before one scan. A man of unknown kind is no man of this board: its drop does
// nothing. It has no clock; other records do nothing.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	switch r.Word {
	case sensor.Lift:
		b.put(r.Square, placement.Empty)
	case sensor.Drop:
		b.put(r.Square, r.Piece)
	case sensor.Board:
		for sq, piece := range r.Placement {
			b.put(placement.Square(sq), piece)
		}
	default:
		return dst
	}
	return b.Scan(dst)
}

// put has a man on a square.
func (b *Board) put(sq placement.Square, piece placement.Piece) {
	if sq >= placement.NoSquare || !piece.Known() && piece != placement.Empty {
		return
	}
	if b.Turned {
		sq = sq.Rotated()
	}
	b.men[sq] = piece
}

// Scan looks at all squares once more, and appends to dst what the board sends.
func (b *Board) Scan(dst []byte) []byte {
	if b.men == b.scanned {
		b.alike++
	} else {
		b.scanned, b.alike = b.men, 1
	}
	if !b.reports() {
		return dst
	}
	b.shown = b.scanned
	return b.send(dst, b.status()...)
}

// leastScan is the least value of the register ScanTime, and usualScan what less
// counts as.
const (
	leastScan = 15
	usualScan = 20
)

// reports reports whether the board speaks after this scan.
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

// status is the board as a message.
func (b *Board) status() []byte {
	text := []byte{'s'}
	for n := range 64 {
		text = append(text, b.men[square(n)].Letter())
	}
	return text
}

// Command takes what the host sends and appends what the board answers. What
// has wrong parity or a wrong checksum is not answered.
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
