// Package tabutronic speaks to Tabutronic's Sentio and Tactum boards, which see
// on which squares men stand, but not which: a Decoder for what the board
// sends, a Host, which sends it nothing, and a Board that behaves like one for
// the demo and for tests.
//
// # The line
//
// 38,400 baud, 8 data bits, no parity, 1 stop bit, over a USB chip of Silicon
// Labs (10c4:ea60), as with Certabo's boards. The board talks by itself,
// without end. It sends frames, each a line of text (see package numbers):
//
//	byte 0      3a, a colon
//	byte 1 …    eight decimal numbers from 0 to 255, a space between each two
//	last bytes  0d 0a
//
// Each number is a rank, the eighth first; bit 7 is the a file, bit 0 the h
// file, 1 if somebody stands there. The initial array, and after 1. e4:
//
//	:255 255 0 0 0 0 255 255
//	:255 255 0 0 8 0 247 255
//
// There is no checksum. A byte that went missing shows in the count of the
// numbers, but for a digit, which leaves a rank misread in one frame. So a
// square has changed when two frames in a row say so. Frames of 320 numbers
// come from Certabo's boards.
//
// Eight bytes from the host, bit 0 for the a file there, light squares; the
// board confirms with L CR LF. Nothing of that kind is sent.
//
// A man who is put in another's place within one frame leaves no trace on that
// square. Nobody has told how often a frame comes; one is 5 to 9 milliseconds
// on the line.
package tabutronic
