// Package dgt speaks to DGT electronic boards in single-board mode: a Decoder
// for what the board sends, a Host for what is sent to it and when, and a
// Board that behaves like one for the demo and for tests.
//
// # The line
//
// 9600 baud, 8 data bits, no parity, 1 stop bit, no flow control. The host
// sends commands of one byte; the board's buffer takes ten of them. The board
// sends messages:
//
//	byte 0   message id, bit 7 set
//	byte 1   length, bits 13 to 7, bit 7 clear
//	byte 2   length, bits 6 to 0, bit 7 clear; these three bytes count
//	byte 3…  data, bit 7 clear
//
// There is no checksum. Since only an id has bit 7 set, a decoder that lost
// its place finds it at the next byte of 0x80 or more, and a message that such
// a byte breaks into was cut off. Lengths are known for each id, so that a
// length byte that went missing shows at once.
//
// # Messages
//
// A board dump, 67 bytes, from a8 = 0 along the ranks to h1 = 63. This one is
// the initial array on a board that lies normally:
//
//	86 00 43  08 09 0a 0c 0b 0a 09 08  07 07 07 07 07 07 07 07  … 00 …
//	          01 01 01 01 01 01 01 01  02 03 04 06 05 04 03 02
//
// Pieces: 0 none, 1 to 6 P R N B K Q, 7 to 12 p r n b k q, the king before the
// queen. 13 to 15 are markers for draw, white win and black win that few sets
// have; a square with one counts as empty. The squares are fixed to the
// hardware: right when White has the connector at his left hand.
//
// A field update, 5 bytes: square, what stands on it now. It does not say what
// stood there before, so nothing can be made of it before the first dump. A
// capture in one motion is one update. e2 empties, a white pawn on e4:
//
//	8e 00 05 34 00
//	8e 00 05 24 01
//
// The clock ("BWTIME"), 10 bytes: two triples of hours, minutes and seconds
// and a status. Times are BCD, hours in the low nibble of their byte, whose
// bit 4 says that the flag fell and the clock stopped, bit 6 that a flag is
// shown. Here 3:01 against 3:02, the second running:
//
//	8d 00 0a  20 03 01  20 03 02  09
//
// Status: bit 0 the clock runs, bit 1 the lever, bit 2 battery low, bits 3 and
// 4 whose turn (makers' papers and recordings disagree; not used), bit 5 no
// clock there. Verified on recordings of real games: the SECOND triple belongs
// to the player who has the connector at his left, White on a board that lies
// normally, and bit 1 is 0 while it runs, 1 while the first does. He who has
// moved pushes his side down and the lever rises on the other, so bit 1 going
// from 0 to 1 means that the player of the second triple pressed. The
// increment is in the same message. In the records of a Decoder the player of
// the second triple is White; package sensor's Seating knows better later.
//
// The same id answers clock commands, told by 0x0a in the low nibble of either
// hours byte, and is all zero now and then on Bluetooth boards: both ignored.
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
//	8f 3e 03 …                               the internal log, up to 7,939 bytes:
//	                                         8 s of it sometimes come unasked
//	80 …                                     nothing; they come without end when
//	                                         the board has lost its own place
//
// # The internal log
//
// A board writes down what happens on it, up to 7,936 bytes of it, oldest first,
// whether anybody listens or not. Asked for it by 0x49 it sends all of it, which
// takes 8.3 s, in which it reports nothing else. A short one:
//
//	8f 00 0f  7f 7f 7f 6a  40 34  41 24  72 59 57  6b
//
// the board was switched on (and would name its men, had it any); e2 empties, a
// white pawn on e4; the lever has stopped the second player's clock at 2:59:57;
// the end. It has no times, and leaves things out: see Entry. What was played while
// the cable was out is in it, and Recall finds where that begins.
//
// Square and message numbers are the maker's; what his papers leave open was
// taken from recordings of real boards.
package dgt
