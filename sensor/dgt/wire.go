package dgt

import "github.com/boardd/boardd/legality/placement"

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

// pieceMask is the part of a piece code that means something; there is talk of
// a further bit in the maker's papers, but nobody says what it is for.
const pieceMask = 0x0f

// noSuchThing is a special piece.
const noSuchThing = placement.Piece(0xff)

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

// pieces is what each piece code stands for.
var pieces = [16]placement.Piece{
	placement.Empty,
	placement.WhitePawn, placement.WhiteRook, placement.WhiteKnight,
	placement.WhiteBishop, placement.WhiteKing, placement.WhiteQueen,
	placement.BlackPawn, placement.BlackRook, placement.BlackKnight,
	placement.BlackBishop, placement.BlackKing, placement.BlackQueen,
	noSuchThing, noSuchThing, noSuchThing,
}

// Piece is what a piece code stands for, of which only four bits count; false
// for a special piece, which is no man.
func Piece(code byte) (placement.Piece, bool) {
	p := pieces[code&pieceMask]
	return p, p != noSuchThing
}

// Code is the code of a piece, false for one of unknown kind.
func Code(p placement.Piece) (byte, bool) {
	for code, q := range pieces {
		if p == q {
			return byte(code), true
		}
	}
	return 0, false
}

// Square changes the number of a square, 0 to 63, into ours: the board counts
// the ranks from the top.
func Square(n byte) placement.Square { return placement.Square(n ^ 56) }

// Number is the board's number of a square.
func Number(sq placement.Square) byte { return byte(sq) ^ 56 }

// Command is a byte that a host sends.
type Command byte

// The commands that are ever sent to a board.
const (
	Reset            Command = 0x40 // stop sending by yourself; no answer
	SendClock        Command = 0x41 // answered by the clock's message
	SendBoard        Command = 0x42 // answered by a dump
	ReturnSerial     Command = 0x45
	SendLog          Command = 0x49 // answered by the whole internal log: 8 s in which nothing else comes
	UpdateNice       Command = 0x4b // send field updates, and the clock when it changes; no answer
	SendVersion      Command = 0x4d
	ReturnLongSerial Command = 0x55
)

// allowed is every byte that may go to a board. Among those that must not are
// 0x2b, which sets a tournament's clock, 0x4e, which starts the boot loader,
// 0x50 to 0x54, which write the board's scan mode to its EEPROM, and 0x60,
// lights, on which boards without lights have hung. SendLog changes nothing, but
// keeps the board from reporting for as long as the log takes: a Host sends it
// once after a time in which the board was not heard, when it is told to.
var allowed = [256]bool{
	Reset: true, SendClock: true, SendBoard: true, ReturnSerial: true, SendLog: true,
	UpdateNice: true, SendVersion: true, ReturnLongSerial: true,
}

// Allowed reports whether a byte may be sent to a board. The port asks it of
// every byte; nothing else decides it.
func Allowed(b byte) bool { return allowed[b] }
