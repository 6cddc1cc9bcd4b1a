// Package bus speaks to DGT electronic boards in bus mode: up to a hall of
// them on one line. A Host speaks to all; a Decoder reads one; a Line of Boards
// behaves like all of them, for tests.
//
// # The line
//
// 9600 baud, 8 data bits, no parity, 1 stop bit. All boards hear all that the
// host sends, and share the line back. A board says nothing unless it is asked,
// and is asked by its address: 14 bits, sent as two bytes of seven, the high one
// first. It is the board's serial number: 01025 is 08 01. Address 0 is all of
// them. The host sends commands
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
// Board and host use the same numbers for different things, and single-board
// mode uses them for others again: 0x86 is a dump there.
//
// # From single-board mode and back
//
// After power-up a board listens to both. A command of single-board mode, 0x40
// to 0x5f, takes every board on the line out of bus mode, and so is never sent.
// The command that takes a board into bus mode is not carried out: it has to be
// sent again, as one that was not answered is in any case.
//
// # Who is there
//
// To a ping of address 0 every board answers, each at a random moment within
// 1.1 s. Answers that meet spoil each other, so it is done again and again;
// boards that are known are first told one by one, by 0x8a, to keep out of it.
//
// # What happens on the boards
//
// Each board writes down what happens (package dgt's Entry), and when asked for
// changes sends what it has written since it was asked last:
//
//	83 08 01 0c                                  what is new?
//	85 00 06 08 01 14                            nothing
//	85 00 0d 08 01  40 34  41 24  72 59 57  16   e2 empties, a white pawn on e4, and
//	                                             the lever has stopped the second
//	                                             player's clock at 2:59:57
//
// So nothing is lost by asking seldom, and what was done while the cable was out
// comes in order with the first answer after it. What the board has sent counts
// as known: an answer whose checksum is wrong has to be asked for by 0x84, which
// sends the last packet of changes again, and not by 0x83. Newer boards call
// every second packet of changes 0x8b, it seems so that a repeated one is known
// for one; a Decoder does not rely on it. When repeating does not help, 0x86 sends
// everything since the mark that 0x85 has set at the start of the game.
//
// A board that has been without power writes 6a and then every man on it, in any
// order, as if it had just been put there; one that has started itself writes 7c
// and the same. These are no moves.
//
//	85 00 10 08 01  7f 7f 7f 6a  45 3c  4b 04  47 12  2e   a white king on e1, …
//
// # Packets
//
//	83 00 46 …   64 piece codes                 asked for by 0x82
//	84 00 0d …   7 bytes of the clock           0x81
//	85, 8b …     changes                        0x83, and 0x84 again
//	86 …         changes since the start mark   0x86
//	87 00 06 …   here I am                      0x87, 0x8a
//	88 00 06 …   the start mark is set          0x85
//	89 00 08 …   version; old ones are silent   0x8b
//	b0 …         serial number, newer boards    0x91
//	b4 …         trademark, newer boards        0x97
//	b5 …         battery, newer boards          0x98
//
// Piece codes, squares and the clock are those of package dgt. A Host asks for
// no trademark, and never for the reset, which takes seconds.
package bus
