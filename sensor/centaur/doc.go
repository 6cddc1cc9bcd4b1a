// Package centaur speaks to the board inside a DGT Centaur, in place of the
// computer that it came with: a Decoder for what the board sends, a Host for what
// is sent to it and when, and a Board that behaves like one for tests.
//
// The line is the serial port of the computer inside, 1,000,000 baud, 8 data bits,
// no parity, 1 stop bit, with the packets and commands of package bus:
//
//	87 00 00 07           is there a board?
//	87 00 06 06 50 63     yes, with the address 06 50
//	83 06 50 59           what is new?
//	85 00 06 06 50 61     nothing
//	85 00 0c 06 50  9c 12 03 00  40 34  0c        e2 has been emptied
//	85 00 0e 06 50  20 13 03 00  41 24 40 33 77  a man on e4, and d2 has been emptied
//	82 06 50 58           what stands there?
//	83 00 46 06 50 …      64 squares, from a8 along the ranks to h1; 0 is empty
//
// The board knows of each square whether a man stands on it, and no more: 40 is
// lifted, 41 is put down. The time stands before these, in 256ths of a second,
// seconds, minutes and hours; how many of these bytes there are is not certain, nor
// what 7c 03, which may stand before them, means. So what is taken for events is as
// many pairs as stand at the end of the packet, and of these only what can be: a man
// lifted where one stands, or put down where none does. Where more might be meant, a
// dump has to tell. Time bytes may have bit 7 set.
//
// What has happened while nobody asked stays in the board, and comes with the next
// answer: so what was done while the cable was out is told in order. What comes
// before the first dump is thrown away. After a packet that was damaged a dump is asked
// for, too; what 0x84 does here nobody has told. Keys, lights and sounds are left
// alone.
//
// A board may sleep. Those who have looked at what the computer inside does have
// seen it send 4d 4e before the first ping. To a DGT board of another kind 4e means
// to start its boot loader: it is sent here only when a ping alone has found nobody,
// and by nobody but this Host.
//
// All of this was found out by people who have looked at real boards, not told by
// the maker.
package centaur
