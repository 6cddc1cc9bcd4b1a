package tabutronic

import "github.com/boardd/boardd/sensor/numbers"

// Host is the host's end of a board. The board talks by itself and is sent
// nothing. Times are handed in, in milliseconds on any clock that does not go
// back. The zero value waits for Opened.
type Host struct{ numbers.Listener }

// Step takes the time and the decoder's counts, and appends nothing to dst.
// Call it after each read and at Deadline.
func (h *Host) Step(dst []byte, at int64, c Counts) []byte {
	h.Heard(at, c.Frames)
	return dst
}

// Allowed reports whether a byte may be sent to a board: none may. All that a
// board takes is eight bytes, without a header, that light its squares; no
// lights of a board belong into a game under the Laws.
func Allowed(byte) bool { return false }
