// Package chesslink speaks to Millennium's ChessLink boards (Exclusive, Supreme
// Tournament, Performance with a ChessLink module) and to boards that behave
// like one: a Decoder for what the board sends, a Host for what is sent to it
// and when, and a Board that behaves like one for tests.
//
// # The line
//
// 38400 baud, 7 data bits, odd parity, 1 stop bit, no flow control. A port that
// is opened with 8 data bits and no parity sees the same line with the parity in
// bit 7, and what is sent through it must have it there. A Host always puts it
// there: a port with 7 data bits cuts it off and makes its own. A Decoder reads
// both: within a message either all bytes have odd parity or none has bit 7.
//
// # Messages
//
// Printable characters alone. A message is a letter, what the letter asks for,
// and a checksum: the exclusive or of all characters before it, in two
// upper-case hexadecimal digits. No mark begins or ends it; its length follows
// from its letter. Either side drops a message of which parity or checksum is
// wrong. These are the maker's examples, as text and on a line with parity in
// bit 7:
//
//	V56        d6 b5 b6                 which firmware?
//	v010374    76 b0 31 b0 b3 37 34     01.03
//	S53        d3 b5 b3                 what stands on the board?
//	W020356    57 b0 32 b0 b3 b5 b6     register 02 becomes 03
//	R0052      52 b0 b0 b5 32           what is in register 00?
//
// The host asks, the board answers with the same letter in lower case. The
// board may send what stands on it between a question and its answer.
//
//	S   3      s   67     64 squares
//	V   3      v   7      version, two digits and two
//	R   5      r   7      address, value
//	W   7      w   7      address, value
//	L   167    l   3      lights: slot time in units of 4.096 ms, a byte for each
//	                      of the 81 corners of squares
//	X   3      x   3      lights off
//	T   3      none       reset; the board is deaf for three seconds
//	G   3      g   67     like S, of some boards of other makers
//	I00 ?      i   ?      identification, up to a line feed; nobody says more, and
//	                      it is neither asked for nor read
//
// The squares are the letters of FEN, "." for an empty one, from a8 along the
// ranks to h1. The initial array:
//
//	srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73
//	73 f2 6e 62 f1 6b 62 6e f2 70 … ae … d0 … 52 ce c2 51 cb c2 ce 52 37 b3
//
// The order is fixed to the hardware. With the board the other way round, which
// some take to be the usual way, h1 comes first:
//
//	sRNBKQBNRPPPPPPPP................................pppppppprnbkqbnr73
//
// Which it is the message does not say. A Decoder names squares as if a8 came
// first; package sensor's Seating turns them as configured or, on boards that
// name their men, as the men of a game stand. Info tells which of the two
// initial arrays has been seen.
//
// There is no order within a message either: it is one scan, the whole board at
// one moment, be it in the middle of a move. What has changed since the last
// one is told as lifts and then drops.
//
// # Registers
//
// They keep their values without power, in a memory that wears out, and are
// written only if the configuration asks for it.
//
//	00   bit 0: the board does not look at checksums
//	01   time of a scan in units of 2.048 ms: 20 by default, 15 to 255; less acts as 20
//	02   when the board speaks unasked: 0, the default, after every scan; 1 never;
//	     2 every so often; 3 after a change; 4 to 7 after a change that 2 to 5
//	     scans have shown alike
//	03   for 2: how often, in units of 4.096 ms
//	04   brightness of the lights, 0 to 14
//
// By default 67 characters come every 41 ms, which is 17 ms of the line.
//
// Letters, lengths, registers and examples are the maker's, of 2017, as drivers
// in use bear them out.
package chesslink
