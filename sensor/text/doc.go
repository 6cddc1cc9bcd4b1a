// Package text speaks the protocol for boards that people build themselves: a
// Decoder for what the board sends, a Host for what is sent to it and when, and
// a Board that behaves like one for tests. README.md beside it is for those who
// build one.
//
// # The line
//
// 115200 or 9600 baud, 8 data bits, no parity, 1 stop bit. Both sides send
// lines of ASCII that end in LF; CR ends one too, so that CR LF does no harm.
// A line is at most 250 bytes long.
//
//	[<ms> ]<word>[ <argument>]…[*<checksum>]
//
//	hello 1 occupancy 0042 2.1    version of the protocol, kind of board, serial
//	                              number, version of the firmware; of these only
//	                              the first two are needed
//	lift e2                       the square has become empty
//	lift e2 P                     and so has stood there
//	drop e4                       a man has come to stand on the square
//	drop e4 P                     and this is who
//	board <men>                   all 64 squares
//	press w                       that player has pressed the clock
//	clock 180000 179000 b         what White and Black have left, in milliseconds,
//	                              and whose clock runs: w, b or -
//	flag w                        his flag has fallen
//	pause                         both clocks were stopped
//	resume                        and started again
//	# whatever you like           a remark, like one after //; the space counts
//
// Words and squares may be in capitals. The kind of board is identified (it
// names its men), colour (it knows White's from Black's) or occupancy. A man is
// a letter as in a FEN, or white or black; a colour without a kind is read and
// counts as a man of whom nothing is known. The men of board are one of
//
//	64 characters from a8, b8 … to h1: a letter as in a FEN; . - or 0 for none; ?
//	or 1 for a man; of a colour board, w and b
//	the placement of a FEN, with ? for a man
//	16 hexadecimal digits in the same order: two for each rank, the eighth first,
//	and of each rank file a is the highest bit
//	the same after 0x, which makes it a number: bit 0 is a1, bit 7 h1, bit 63 h8
//
// The time in front is the board's own, in milliseconds since it was switched
// on. When it goes back, the board has started anew, and is asked what stands
// on it. Records do not go by it.
//
// The checksum is two hexadecimal digits: all bytes before the asterisk, XOR,
// as in NMEA 0183. Once a line with a right one has come, lines without are
// refused. This is right:
//
//	60 drop e4 P*2E
//
// The host sends "hello?" and "board?", each with LF, and nothing else. They are
// answered by hello, and by board and, where a clock is attached, clock. A board
// that answers neither is read all the same.
//
// # What other boards print
//
// Read too is what cannot be misunderstood (none of it is documented beyond
// what these projects show):
//
//	PICK e2, DROP e4     squaresense; MOVE e2e4, which follows, is skipped
//	e2-L, e4-P, e2-R     RemoteChess: lifted, placed, put back
//	0#e2u*, 0#e4d*       Square Off: up, down, with or without LF; 30#…* are all
//	                     squares as 0 and 1, a1, a2 … a8, b1 … h8; the answers
//	                     14#GO* and 22#…* are skipped
//	64 characters 0, 1   all squares, in the order of board
//	16 hexadecimal digits, or 0x and 16: as in board
//
// Such a line of all squares may come over and over: what has changed since the
// last becomes lifts and drops.
//
// # Rubbish
//
// A line that is none of these is counted and reported, and costs itself only.
// If it is two good lines without a line end between them, both are taken.
package text
