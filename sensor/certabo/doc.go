// Package certabo speaks to Certabo boards, which read a radio tag in the foot
// of each man: a Decoder for what the board sends, a Host, which sends it
// nothing, and a Board that behaves like one for the demo and for tests.
//
// # The line
//
// 38,400 baud, 8 data bits, no parity, 1 stop bit, over a USB chip of Silicon
// Labs (10c4:ea60) or Bluetooth. The modem lines do not matter. The board talks
// by itself, without end and whether or not anything has changed. It sends
// frames, each a line of text (see package numbers):
//
//	byte 0      3a, a colon
//	byte 1 …    320 decimal numbers from 0 to 255, a space between each two
//	last bytes  0d 0a
//
// Five numbers are the tag of one square, from a8 along the ranks to h1; five
// zeros are none. This is what the beginning and the end of a frame look like,
// with a8 to d8, a ghost on f4 and h1; 800 to 850 characters in all, 0.22
// seconds:
//
//	:3 0 83 215 17 3 0 85 43 7 3 0 84 12 200 3 0 83 99 161 … 0 0 0 0 0 201 139 4 78 248 0 0 0 0 0 … 3 0 84 247 30
//
// A read from the port brings up to 64 bytes and cuts numbers in two. There is
// no checksum. A byte that went missing shows in the count of the numbers, but
// for a digit, which leaves a tag misread in one frame. Lines of eight numbers
// come from Tabutronic's boards.
//
// Eight bytes from the host, one for each rank from the eighth, bit 0 for the a
// file, light squares; the board confirms with L CR LF, boards with coloured
// lights with D CR LF. Nothing of that kind is sent.
//
// # What is read
//
// A tag names a man of a set, not what he is: that is learnt from the initial
// array (see Decoder.Men and Set). The tags of a set begin with the same bytes.
//
// On 15 frames of two real boards empty squares of the one read a ghost in
// three frames of ten: random bytes, never a man's tag and never the same
// twice. The other read no ghost, but one of its men not at all in two frames
// of three, and five men in one frame with one to three bits wrong. So one
// reading decides little, and neither does what a tag looks like:
//
//   - A man of the set who is read once on a square is there, unless he is read
//     where he stood before, or could be the man who stands there, misread. By
//     then he has gone from where he stood.
//   - A man whom no set knows is there when his tag has been read three times
//     on a square. He is told as a man of unknown kind.
//   - A man has gone when three frames in a row lack him, or more if he is one
//     who is read badly, or fewer if he has just come: he was carried over the
//     square. Up to three wrong bits do not matter.
//
// From the hand's act to the record a drop takes one to two frames, 220 to 440
// milliseconds, and with it the lift from the square before. The lift of a man
// who is held in the hand takes three to four frames, 660 to 880. A touch that
// is shorter is not told. (Board is taken to look at all squares at once before
// it sends a frame; one that looks while it sends is faster by up to a frame.)
//
// # The men
//
// A Decoder that does not know the men learns them when the 32 squares of the
// initial array are occupied and no other, but d3 and d6, where a second queen
// of each side may stand; every man has then been read in about seven frames.
// Nothing but the tags tells black men from white, nor the king from the queen:
// the board is taken to lie normally, and the array to be right. If the men are
// changed about before the first move, they are learnt anew. Single men who are
// not known in an array that is right otherwise are learnt too.
//
// A pawn that is promoted to a man of no set shows a man of unknown kind, what
// the game makes of him is not the decoder's business.
package certabo
