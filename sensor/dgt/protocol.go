// Package dgt speaks to DGT electronic boards in single-board mode. A Decoder
// reads what the board sends, a Host decides what is sent to it and when, and a
// Board behaves like one, for the demo and for tests.
//
// # The line
//
// 9600 baud, 8 data bits, no parity, 1 stop bit, no flow control. The host
// sends commands of one byte; the board's buffer takes ten of them. The board
// sends messages:
//
//	byte 0   message id, bit 7 set
//	byte 1   length, bits 13 to 7, bit 7 clear
//	byte 2   length, bits 6 to 0, bit 7 clear; the length counts these three bytes
//	byte 3…  data, bit 7 clear
//
// There is no checksum. Only an id has bit 7 set. So a decoder that has lost its
// place finds it at the next byte of 0x80 or more, and a message that contains
// such a byte was cut off. Each id has its lengths, so that a missing length byte
// shows at once.
//
// # Messages
//
// A board dump, 67 bytes, from a8 = 0 along the ranks to h1 = 63. This is the
// initial array on a board that lies normally:
//
//	86 00 43  08 09 0a 0c 0b 0a 09 08  07 07 07 07 07 07 07 07  … 00 …
//	          01 01 01 01 01 01 01 01  02 03 04 06 05 04 03 02
//
// Pieces: 0 none, 1 to 6 P R N B K Q, 7 to 12 p r n b k q, the king before the
// queen. 13 to 15 are markers for draw, white win and black win, which few sets
// have; a square with a marker counts as empty. The numbers of the squares belong
// to the hardware: they are right when White has the connector on the left.
//
// A field update, 5 bytes: a square, and what stands on it now. It does not say
// what stood there before, so it has no use before the first dump. A capture in
// one motion is one update. e2 becomes empty, a white pawn comes to e4:
//
//	8e 00 05 34 00
//	8e 00 05 24 01
//
// The clock ("BWTIME"), 10 bytes: two triples of hours, minutes and seconds,
// then a status. Times are BCD. The hours have the low nibble of their byte; its
// bit 4 says that the flag fell and the clock stopped, bit 6 that a flag is
// shown. Here 3:01 against 3:02, the second running:
//
//	8d 00 0a  20 03 01  20 03 02  09
//
// Status: bit 0 the clock runs, bit 1 the lever, bit 2 battery low, bits 3 and
// 4 whose turn (papers and recordings disagree; not used), bit 5 no clock.
// Recordings of real games show: the second triple belongs to the player who has
// the connector on the left, who is White on a board that lies normally. Bit 1 is
// 0 while that player's clock runs, and 1 while the other one's does. A player
// who has moved pushes the own side of the lever down, and the other side rises;
// so bit 1 going from 0 to 1 means that the player of the second triple pressed.
// The time already has the increment. In the records of a Decoder, White is the
// player of the second triple; sensor.Orienter finds out who that is.
//
// Answers to clock commands have the same id, and 0x0a in the low nibble of
// either hours byte. Bluetooth boards send an all-zero message now and then. Both
// are ignored.
//
// The rest:
//
//	90 00 05 08 01                           bus address 1025
//	91 00 08 30 31 30 32 35                  serial number "01025"; older firmware
//	                                         adds a space and three characters
//	92 …                                     trademark, text, up to 256 bytes
//	93 00 05 01 02                           version 1.02
//	96 00 05 01 02                           hardware version 1.02
//	a0 00 0c 64 …                            battery of Bluetooth boards
//	a2 00 0d 33 30 30 30 31 34 37 37 34 30   long serial number
//	8f 3e 03 …                               the internal log, up to 7,939 bytes;
//	                                         it sometimes comes unasked, for 8 s
//	80 …                                     an empty message; they come without end
//	                                         when the board has lost its own place
//
// # The internal log
//
// A board logs what happens on it, up to 7,936 bytes, the oldest first, whether
// or not anybody listens. The answer to 0x49 is the whole log. It takes 8.3 s, in
// which the board reports nothing else. A short one:
//
//	8f 00 0f  7f 7f 7f 6a  40 34  41 24  72 59 57  6b
//
// The board was switched on (and would name its pieces, had it any); e2 became
// empty, a white pawn came to e4; the lever stopped the second player's clock at
// 2:59:57; the end. The log has no times and leaves things out: see Entry. It
// contains what was played while the cable was out; Recall finds where that
// begins.
//
// The numbers of squares and messages come from the maker's papers; what the
// papers leave open comes from recordings of real boards.
package dgt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Ids of the board's messages.
const (
	idNone       = 0x80
	idDump       = 0x86
	idTime       = 0x8d
	idField      = 0x8e
	idLog        = 0x8f
	idBusAddress = 0x90
	idSerial     = 0x91
	idTrademark  = 0x92
	idVersion    = 0x93
	idDraughtsB  = 0x94
	idDraughtsW  = 0x95
	idHardware   = 0x96
	idBattery    = 0xa0
	idLongSerial = 0xa2
)

// Lengths, header included.
const (
	headerSize   = 3
	timeSize     = headerSize + 7
	dumpSize     = headerSize + 64    // of a chessboard
	draughtsSize = headerSize + 10*10 // of a draughts board
	longestOther = headerSize + 256   // a trademark, or a message that we do not know
	longestLog   = 0x1f03             // the whole internal log
)

// pieceMask selects the bits of a piece code with a known meaning; the maker's papers
// mention a further bit without an explanation.
const pieceMask = 0x0f

// special is a marker, which is no piece.
const special = placement.Piece(0xff)

// Bits of a triple's hours byte and of the status byte of the clock message.
const (
	hoursMask   = 0x0f
	ackMark     = 0x0a // in place of the hours
	flagFallen  = 0x10
	perMove     = 0x20 // increment or delay in use
	flagShown   = 0x40
	clockRuns   = 0x01
	clockLever  = 0x02
	clockLow    = 0x04
	clockTurn2  = 0x08 // seen with the second triple
	clockTurn1  = 0x10 // seen with the first
	clockAbsent = 0x20
)

// pieces holds the piece for each piece code.
var pieces = [16]placement.Piece{
	placement.Empty,
	placement.WhitePawn, placement.WhiteRook, placement.WhiteKnight,
	placement.WhiteBishop, placement.WhiteKing, placement.WhiteQueen,
	placement.BlackPawn, placement.BlackRook, placement.BlackKnight,
	placement.BlackBishop, placement.BlackKing, placement.BlackQueen,
	special, special, special,
}

// Piece returns the piece for a piece code, of which only four bits count. ok is
// false for a marker.
func Piece(code byte) (piece placement.Piece, ok bool) {
	p := pieces[code&pieceMask]
	return p, p != special
}

// Code returns the piece code of a piece; false for a piece of unknown kind.
func Code(p placement.Piece) (byte, bool) {
	for code, q := range pieces {
		if p == q {
			return byte(code), true
		}
	}
	return 0, false
}

// Square returns the square with a number of the board, 0 to 63. The board counts
// the ranks from the top.
func Square(n byte) placement.Square { return placement.Square(n ^ 56) }

// Number returns the board's number of a square.
func Number(sq placement.Square) byte { return byte(sq) ^ 56 }

// Codes returns the piece codes of all squares, as a dump has them.
func Codes(p *placement.Placement) (codes [64]byte) {
	for n := range codes {
		codes[n], _ = Code(p[Square(byte(n))])
	}
	return codes
}

// Command is a byte that a host sends.
type Command byte

// The commands that boardd sends to a board.
const (
	Reset            Command = 0x40 // stop reporting; no answer
	SendClock        Command = 0x41 // the answer is a clock message
	SendBoard        Command = 0x42 // the answer is a dump
	ReturnSerial     Command = 0x45
	SendLog          Command = 0x49 // the answer is the whole internal log: for 8 s nothing else comes
	UpdateNice       Command = 0x4b // report field updates, and the clock when it changes; no answer
	SendVersion      Command = 0x4d
	ReturnLongSerial Command = 0x55
)

// allowed holds every byte that may go to a board. Among the others are 0x2b,
// which sets a tournament clock, 0x4e, which starts the boot loader, 0x50 to
// 0x54, which write the board's scan mode to its EEPROM, and 0x60, lights, which
// has hung boards without lights. SendLog changes nothing, but silences the board
// while it sends the log; a Host sends it once after a gap, when asked to.
var allowed = [256]bool{
	Reset: true, SendClock: true, SendBoard: true, ReturnSerial: true, SendLog: true,
	UpdateNice: true, SendVersion: true, ReturnLongSerial: true,
}

// Allowed reports whether a byte may be sent to a board. The port asks it about
// every byte; nothing else decides.
func Allowed(b byte) bool { return allowed[b] }

// framer cuts the stream into messages. The zero value is between messages.
type framer struct {
	buf    [longestLog]byte // the message so far
	n      int              // bytes of the message so far, 0 between messages
	stray  sensor.Stray     // bytes thrown away and not reported yet
	adrift int              // bytes thrown away since the last whole message
}

// step takes one byte. It returns the message that the byte completes, header
// included and valid until the next step, or the loss that the byte shows.
func (f *framer) step(b byte) (message []byte, lost sensor.Loss) {
	if b >= 0x80 {
		return nil, f.begin(b)
	}
	if f.n == 0 {
		return nil, f.throw(1, "no message begins there")
	}
	f.buf[f.n] = b
	f.n++
	switch size := f.size(); {
	case f.n < headerSize:
	case f.n == headerSize && !sizeFits(f.buf[0], size):
		f.n = 0
		return nil, f.throw(headerSize, fmt.Sprintf("message %02x says that it has %d bytes", f.buf[0], size))
	case f.n == size:
		message = f.buf[:f.n]
		f.n, f.adrift = 0, 0
	}
	return message, sensor.Loss{}
}

// size returns the length that the header gives.
func (f *framer) size() int { return int(f.buf[1])<<7 | int(f.buf[2]) }

// begin takes a byte that begins a message. It ends a message in progress or a
// run of stray bytes; there is never both.
func (f *framer) begin(b byte) (lost sensor.Loss) {
	switch {
	case f.n > 0:
		lost = sensor.Loss{Bytes: f.n, What: fmt.Sprintf("message %02x cut off after %d bytes", f.buf[0], f.n)}
		f.adrift += f.n
	case b == idNone:
		return f.throw(1, "empty messages")
	default:
		lost = f.stray.Report()
	}
	f.buf[0], f.n = b, 1
	if b == idNone {
		f.n = 0
		f.throw(1, "empty messages") // the first of a run: too few to report
	}
	return lost
}

// throw counts n stray bytes.
func (f *framer) throw(n int, why string) sensor.Loss {
	f.adrift += n
	return f.stray.Add(n, why)
}

// sizeFits reports whether a message with this id may have this length. A message
// with an unknown id may have any length up to that of the longest trademark.
func sizeFits(id byte, size int) bool {
	kind := &messages[id&0x7f]
	switch {
	case len(kind.sizes) > 0:
		return slices.Contains(kind.sizes, size)
	case id == idLog:
		return size >= headerSize && size <= longestLog
	}
	return size >= headerSize && size <= longestOther
}

// Info is what a board has reported about itself. Empty fields are unknown. Two
// Infos are equal when == says so.
type Info struct {
	Serial          string // five digits
	Storage         string // the version of the internal log, from older boards
	LongSerial      string // ten digits
	Version         string // firmware, "1.02"
	Hardware        string // "1.02"
	Trademark       string // lines of text
	BusAddress      int    // equals the serial number
	Battery         Battery
	ClockBatteryLow bool
}

// Battery is the state of a Bluetooth board's battery. A number is -1 if the
// board does not know it.
type Battery struct {
	Known       bool // the board has reported its battery
	Percent     int
	MinutesLeft int
	Charging    bool
	Discharging bool
}

// notAvailable is what a battery message has in place of an unknown number.
const notAvailable = 0x7f

func (d *Decoder) busAddress(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.BusAddress = int(m[3])<<7 | int(m[4])
	return dst
}

// serial reads five digits and, from older boards, " 1.0".
func (d *Decoder) serial(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.Serial = Text(m[3:8])
	d.info.Storage = strings.TrimSpace(Text(m[8:]))
	return dst
}

func (d *Decoder) longSerial(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.LongSerial = Text(m[3:])
	return dst
}

func (d *Decoder) trademark(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.Trademark = strings.TrimSpace(Text(m[3:]))
	return dst
}

func (d *Decoder) version(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.Version = fmt.Sprintf("%d.%02d", m[3], m[4])
	return dst
}

func (d *Decoder) hardware(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.Hardware = fmt.Sprintf("%d.%02d", m[3], m[4])
	return dst
}

// battery reads percent; hours and minutes left; hours and minutes on; days, hours
// and minutes on standby; status.
func (d *Decoder) battery(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	b := Battery{Known: true, Percent: -1, MinutesLeft: -1, Charging: m[11]&1 != 0, Discharging: m[11]&2 != 0}
	if m[3] != notAvailable {
		b.Percent = int(m[3])
	}
	if m[4] != notAvailable && m[5] != notAvailable {
		b.MinutesLeft = int(m[4])*60 + int(m[5])
	}
	d.info.Battery = b
	return dst
}

// Text returns the printable characters and line feeds of what a board sent.
func Text(data []byte) string {
	keep := make([]byte, 0, len(data))
	for _, ch := range data {
		if ch >= ' ' && ch <= '~' || ch == '\n' {
			keep = append(keep, ch)
		}
	}
	return string(keep)
}
