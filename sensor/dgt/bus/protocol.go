// Package bus speaks to DGT electronic boards in bus mode: up to a hall of them
// on one serial line. One Host speaks to all boards, and a Decoder reads each one.
// A Bus of Boards behaves like all of them, for tests.
//
// # The serial line
//
// 9600 baud, 8 data bits, no parity, 1 stop bit. All boards read what the host
// sends, and share the way back. A board sends nothing unless it is asked, by its
// address: 14 bits, sent as two bytes of seven, the high one first. The address is
// the board's serial number: 01025 is 08 01. Address 0 means all boards. The host
// sends commands
//
//	id, address, checksum             87 08 01 10   are you there, 1025?
//
// and the boards send packets, whose length counts all of their bytes:
//
//	id, length, address, data, checksum   87 00 06 08 01 16   I am.
//
// The checksum is the sum of all bytes before it, without bit 7. Only an id has
// bit 7 set. A board has room for one command; it answers within some 20 ms.
//
// Board and host use the same numbers for different things, and single-board mode
// uses them for others again: there, 0x86 is a dump.
//
// # From single-board mode and back
//
// After power-up a board listens in both modes. A command of single-board mode,
// 0x40 to 0x5f, takes every board on the line out of bus mode, so boardd never
// sends one. A board ignores the command that takes it into bus mode; the host
// repeats it, like any command without an answer.
//
// # Who is there
//
// Every board answers a ping of address 0, at a random moment within 1.1 s.
// Answers that collide spoil each other, so the host pings again and again. Before
// that it orders each known board, by 0x8a, not to answer the next one.
//
// # What happens on the boards
//
// Each board logs what happens (dgt.Entry). Asked for changes, it sends the
// entries since it was last asked:
//
//	83 08 01 0c                                  what is new?
//	85 00 06 08 01 14                            nothing
//	85 00 0d 08 01  40 34  41 24  72 59 57  16   e2 became empty, a white pawn came
//	                                             to e4, and the lever stopped the
//	                                             second player's clock at 2:59:57
//
// So asking seldom loses nothing, and the first answer after a broken cable brings
// in order what happened meanwhile. The board takes what it has sent for known:
// after an answer with a wrong checksum the host sends 0x84, which repeats the
// last packet of changes, and not 0x83. Newer boards send every second packet of
// changes as 0x8b, it seems to mark repetitions; a Decoder does not rely on it.
// If repeating does not help, 0x86 asks for everything since the start mark that
// 0x85 set at the beginning of the game.
//
// A board that had no power logs 6a and then each of its pieces, in any order, as
// if they had just been put there; a board that started itself again logs 7c and
// the same. These are no moves.
//
//	85 00 10 08 01  7f 7f 7f 6a  45 3c  4b 04  47 12  2e   a white king on e1, …
//
// # Packets
//
//	83 00 46 …   64 piece codes                 answers 0x82
//	84 00 0d …   7 bytes of the clock           0x81
//	85, 8b …     changes                        0x83, and 0x84 again
//	86 …         changes since the start mark   0x86
//	87 00 06 …   here I am                      0x87, 0x8a
//	88 00 06 …   the start mark is set          0x85
//	89 00 08 …   version; old boards are silent 0x8b
//	b0 …         serial number, newer boards    0x91
//	b4 …         trademark, newer boards        0x97
//	b5 …         battery, newer boards          0x98
//
// Piece codes, squares and the clock are those of package dgt. A Host never asks
// for a trademark, nor for the reset, which takes seconds.
package bus

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/sensor"
)

// Address is the address of a board: 14 bits, the serial number on older boards.
type Address uint16

// All addresses every board; LastAddress is the highest address of one.
const (
	All         Address = 0
	LastAddress Address = 1<<14 - 1
)

// String returns the address in five digits, as serial numbers are written.
func (a Address) String() string { return fmt.Sprintf("%05d", int(a)) }

// Command is the first byte of a command.
type Command byte

// The commands that boardd sends on a bus.
const (
	SendClock     Command = 0x81
	SendBoard     Command = 0x82
	SendChanges   Command = 0x83 // since this was asked last
	RepeatChanges Command = 0x84 // the last packet of changes again
	MarkStart     Command = 0x85 // logs the start of a game
	SendGame      Command = 0x86 // changes since the start mark
	Ping          Command = 0x87
	IgnorePing    Command = 0x8a // answered; the next ping of all boards is not
	SendVersion   Command = 0x8b
	SendSerial    Command = 0x91
)

// Ids of the packets of a board.
const (
	idBoard     = 0x83
	idClock     = 0x84
	idChanges   = 0x85
	idGame      = 0x86
	idHere      = 0x87
	idMarked    = 0x88
	idVersion   = 0x89
	idChanges2  = 0x8b // every second time, from newer boards
	idSerial    = 0xb0
	idTrademark = 0xb4
)

// Lengths of packets.
const (
	headerSize  = 5 // id, length, address
	emptySize   = headerSize + 1
	boardSize   = emptySize + 64
	clockSize   = emptySize + 7
	longest     = emptySize + 0x1f00 // the whole of a board's log
	commandSize = 4
)

// answers holds the packets that answer each command.
var answers = map[Command][]byte{
	SendClock:     {idClock},
	SendBoard:     {idBoard},
	SendChanges:   {idChanges, idChanges2},
	RepeatChanges: {idChanges, idChanges2},
	MarkStart:     {idMarked},
	SendGame:      {idGame},
	Ping:          {idHere},
	IgnorePing:    {idHere},
	SendVersion:   {idVersion},
	SendSerial:    {idSerial},
}

// sizes holds the lengths of the packets whose length is fixed.
var sizes = map[byte][]int{
	idBoard:   {boardSize},
	idClock:   {clockSize},
	idHere:    {emptySize},
	idMarked:  {emptySize},
	idVersion: {emptySize, emptySize + 2},
}

// Append appends the command to a board.
func (c Command) Append(dst []byte, to Address) []byte {
	from := len(dst)
	dst = append(dst, byte(c), byte(to>>7)&0x7f, byte(to)&0x7f)
	return append(dst, checksum(dst[from:]))
}

// AppendAnswer appends the packet with which a board answers the command.
func (c Command) AppendAnswer(dst []byte, from Address, data ...byte) []byte {
	return AppendPacket(dst, answers[c][0], from, data...)
}

// Routine reports whether data is the question what is new, or the answer nothing.
// Most of what goes over a bus is that, and not worth a record.
func Routine(data []byte) bool {
	switch len(data) {
	case commandSize:
		return data[0] == byte(SendChanges) && Allowed(data)
	case emptySize:
		return data[0] == idChanges || data[0] == idChanges2
	}
	return false
}

// IsClock reports whether data is one packet with a reading of the clock.
func IsClock(data []byte) bool { return len(data) == clockSize && data[0] == idClock }

func checksum(data []byte) byte {
	sum := byte(0)
	for _, b := range data {
		sum += b
	}
	return sum & 0x7f
}

// AppendPacket appends a packet of a board.
func AppendPacket(dst []byte, id byte, from Address, data ...byte) []byte {
	begin, size := len(dst), emptySize+len(data)
	dst = append(dst, id, byte(size>>7), byte(size&0x7f), byte(from>>7)&0x7f, byte(from)&0x7f)
	dst = append(dst, data...)
	return append(dst, checksum(dst[begin:]))
}

// Allowed reports whether data is one whole command that a Host may send. A stray
// byte of 0x40 to 0x5f would take all boards out of bus mode, or do worse; see
// dgt.Allowed.
func Allowed(data []byte) bool {
	if len(data) != commandSize || data[1] > 0x7f || data[2] > 0x7f {
		return false
	}
	_, known := answers[Command(data[0])]
	to := Address(data[1])<<7 | Address(data[2])
	return known && data[3] == checksum(data[:3]) && (to != All || Command(data[0]) == Ping)
}

// Packet is a packet of a board.
type Packet struct {
	ID   byte
	From Address
	Data []byte // valid until the next Write
}

// Answers reports whether packets of this kind answer a command.
func (p *Packet) Answers(c Command) bool { return slices.Contains(answers[c], p.ID) }

// Framer cuts bytes into packets. The zero value is between two packets.
type Framer struct {
	// Wide says that data may have bit 7 set, so that a packet ends by its length
	// alone. To limit what a wrong length swallows, only known packets of up to
	// 1,024 bytes are accepted.
	Wide bool

	buf   []byte // the beginning of a packet, and bytes not looked at yet
	taken int    // bytes at the front of buf that are done with
	stray sensor.Stray
}

// Write takes bytes. Then call Next until there is no more.
func (f *Framer) Write(data []byte) {
	f.buf = append(f.buf[:copy(f.buf, f.buf[f.taken:])], data...)
	f.taken = 0
}

// Adrift returns how many bytes have come since the last packet.
func (f *Framer) Adrift() int { return f.stray.Count() + len(f.buf) - f.taken }

// Next returns the next packet, or the loss before it; more is false when the
// bytes written hold neither.
func (f *Framer) Next() (p Packet, lost sensor.Loss, more bool) {
	for f.taken < len(f.buf) {
		rest := f.buf[f.taken:]
		size, bad, why := f.judge(rest)
		switch {
		case bad > 0:
			f.taken += bad
			if lost = f.stray.Add(bad, why); lost.Bytes > 0 {
				return Packet{}, lost, true
			}
		case size == 0:
			return Packet{}, sensor.Loss{}, false
		case f.stray.Count() > 0:
			return Packet{}, f.stray.Report(), true
		default:
			f.taken += size
			return Packet{rest[0], sender(rest), rest[headerSize : size-1]}, sensor.Loss{}, true
		}
	}
	return Packet{}, sensor.Loss{}, false
}

// Read takes bytes, and appends the records that take makes of the packets that they
// complete, and Faults for the losses, which it counts.
func (f *Framer) Read(dst []sensor.Record, at int64, data []byte, faults *sensor.Faults, lost *int,
	take func(dst []sensor.Record, at int64, p Packet) []sensor.Record) []sensor.Record {
	dst = faults.Report(dst, at)
	f.Write(data)
	for {
		p, l, more := f.Next()
		switch {
		case !more:
			return dst
		case l.Bytes > 0:
			*lost++
			dst = faults.Add(dst, at, l)
		default:
			dst = take(faults.Whole(dst, at), at, p)
		}
	}
}

// judge returns the size of the packet with which rest begins, or the number of bad bytes
// there and the reason. If more bytes are needed to decide, both are 0.
func (f *Framer) judge(rest []byte) (size, bad int, why string) {
	if rest[0] < 0x80 {
		return 0, 1, "no packet begins there"
	}
	if i := cutOff(rest, 1, 3); i > 0 {
		return 0, i, fmt.Sprintf("packet %02x cut off after %d bytes", rest[0], i)
	}
	if len(rest) < 3 {
		return 0, 0, ""
	}
	size = int(rest[1])<<7 | int(rest[2])
	if !sizeFits(rest[0], size) || f.Wide && !fitsWide(rest[0], size) {
		return 0, 3, fmt.Sprintf("packet %02x says that it has %d bytes", rest[0], size)
	}
	end := size
	if f.Wide {
		end = headerSize
	}
	if i := cutOff(rest, 3, end); i > 0 {
		return 0, i, fmt.Sprintf("packet %02x cut off after %d bytes", rest[0], i)
	}
	if len(rest) < size {
		return 0, 0, ""
	}
	switch {
	case rest[size-1] != checksum(rest[:size-1]):
		why = "has a wrong checksum"
	case sender(rest) == All:
		why = fmt.Sprintf("comes from address %s, which is that of no board", All)
	default:
		return size, 0, ""
	}
	if bad = size; f.Wide { // the length may be wrong, too
		bad = 1
	}
	return 0, bad, fmt.Sprintf("packet %02x of %d bytes %s", rest[0], size, why)
}

// sender returns the address in the header of a packet.
func sender(packet []byte) Address { return Address(packet[3])<<7 | Address(packet[4]) }

// cutOff returns the first index between from and to, to excluded, at which something else
// begins; 0 if there is none yet.
func cutOff(data []byte, from, to int) int {
	for i := from; i < min(to, len(data)); i++ {
		if data[i] >= 0x80 {
			return i
		}
	}
	return 0
}

func sizeFits(id byte, size int) bool {
	fixed, ok := sizes[id]
	if !ok {
		return size >= emptySize && size <= longest
	}
	return slices.Contains(fixed, size)
}

// longestWide is more than a board ever reports: some 500 changes.
const longestWide = 1024

func fitsWide(id byte, size int) bool {
	return size <= longestWide && (packets[id] != nil || sizes[id] != nil)
}
