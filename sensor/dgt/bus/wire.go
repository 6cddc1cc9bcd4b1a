package bus

import "fmt"

// Address is that of a board: 14 bits, its serial number on older ones.
type Address uint16

// All is every board on the line, and LastAddress the highest that one may have.
const (
	All         Address = 0
	LastAddress Address = 1<<14 - 1
)

// String is the address in five digits, as the serial number is written.
func (a Address) String() string { return fmt.Sprintf("%05d", int(a)) }

// Command is the first byte of what a host sends.
type Command byte

// The commands that are ever sent on a bus.
const (
	SendClock     Command = 0x81
	SendBoard     Command = 0x82
	SendChanges   Command = 0x83 // since it was asked last
	RepeatChanges Command = 0x84 // what it was sent last
	MarkStart     Command = 0x85 // writes to the board's log that a game starts
	SendGame      Command = 0x86 // changes since then
	Ping          Command = 0x87
	IgnorePing    Command = 0x8a // answered, but the next ping of all is not
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

// answers says for each command by which packets a board answers it.
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

// sizes are the lengths of the packets that have a fixed one.
var sizes = map[byte][]int{
	idBoard:   {boardSize},
	idClock:   {clockSize},
	idHere:    {emptySize},
	idMarked:  {emptySize},
	idVersion: {emptySize, emptySize + 2},
}

// Append appends a command.
func (c Command) Append(dst []byte, to Address) []byte {
	from := len(dst)
	dst = append(dst, byte(c), byte(to>>7)&0x7f, byte(to)&0x7f)
	return append(dst, checksum(dst[from:]))
}

// AppendAnswer appends the packet by which a board answers a command.
func (c Command) AppendAnswer(dst []byte, from Address, data ...byte) []byte {
	return AppendPacket(dst, answers[c][0], from, data...)
}

// Dull reports whether data is not worth writing down, because most of what goes
// over a line is the same: the question what is new, or the answer nothing.
func Dull(data []byte) bool {
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

// Allowed reports whether data is one whole command of those that a Host sends.
// Nothing else may go out: a stray byte of 0x40 to 0x5f takes all boards of the
// line out of bus mode, and worse (package dgt's Allowed).
func Allowed(data []byte) bool {
	if len(data) != commandSize || data[1] > 0x7f || data[2] > 0x7f {
		return false
	}
	_, known := answers[Command(data[0])]
	to := Address(data[1])<<7 | Address(data[2])
	return known && data[3] == checksum(data[:3]) && (to != All || Command(data[0]) == Ping)
}
