package dgt

import "github.com/boardd/boardd/legality/placement"

// Entry is one record of the log that a board keeps of what it sees, up to
// 7,936 bytes of it, oldest first. It has no times, and it is no full history:
// while a single man keeps changing, the newest record takes the place of the
// one before, and fast moves may be missing (maker).
type Entry struct {
	Kind   EntryKind
	Square placement.Square // Change, in the board's own squares
	Piece  placement.Piece  // Change: what stands there now; Empty for nothing
	Fast   bool             // Change: within some 250 ms of the one before
	Side   placement.Color  // Halted: White is the player of the second triple
	Left   int64            // Halted: the time that he has left, in milliseconds
}

// EntryKind says what an Entry is.
type EntryKind uint8

// The kinds of entries. What a board writes for itself, such as that the initial
// array stands on it, is left out.
const (
	Change  EntryKind = iota + 1 // a square reads otherwise than before
	Halted                       // the lever has stopped the time of a player
	PowerUp                      // the board has started; all its men follow, in any order, and are no moves
)

// First bytes of the entries. Those of one byte that are not named here are
// remarks, such as that the initial array stands there, and on newer boards
// delays, of which nothing is certain. The men that follow a mark of a start stand
// there already, and so tell nothing. That the board has started itself again is
// the mark 0x7c on older boards, where 0x6a and the men follow; newer ones use it
// for something else.
const (
	logChange    = 0x40 // and up to 0x5f: piece code, fast
	logHalted    = 0x60 // and up to 0x69: hours; the player of the first triple
	logHaltedTwo = 0x70 // and up to 0x79: the player of the second
	logPowerUp   = 0x6a
	logEnd       = 0x6b
	logRead      = 0x6e // the log was asked for
	logStart     = 0x7b
	logFiller    = 0x7f

	logFast  = 0x10
	logSize  = 0x1f00 // of the whole log, its end included
	changeOf = 2      // bytes of a Change
	haltedOf = 3      // bytes of a Halted
)

// AppendEntries appends the entries of a log, or of a part of one, up to its
// end mark. A byte that begins none is skipped, as is one that is torn off at
// the end.
func AppendEntries(dst []Entry, data []byte) []Entry {
	for len(data) > 0 && data[0] != logEnd {
		e, size := entryAt(data)
		if e.Kind != 0 {
			dst = append(dst, e)
		}
		data = data[size:]
	}
	return dst
}

// entryAt is the entry at the beginning of data, which is not empty, and how
// many bytes it takes.
func entryAt(data []byte) (Entry, int) {
	switch first := data[0]; {
	case first == logPowerUp:
		return Entry{Kind: PowerUp}, 1
	case first >= logChange && first < logHalted && len(data) >= changeOf && data[1] < 64:
		piece, ok := Piece(first)
		if !ok {
			piece = placement.Empty
		}
		return Entry{Kind: Change, Square: Square(data[1]), Piece: piece, Fast: first&logFast != 0}, changeOf
	case first&^logFast >= logHalted && first&^logFast < logPowerUp && len(data) >= haltedOf:
		if left, ok := milliseconds([3]byte{first & hoursMask, data[1], data[2]}); ok {
			return Entry{Kind: Halted, Side: haltedSide(first), Left: left}, haltedOf
		}
	}
	return Entry{}, 1
}

// haltedSide is the player whose time an entry says was stopped. The maker calls
// the player of the second triple the left one, as seen from the clock's front.
func haltedSide(first byte) placement.Color {
	if first >= logHaltedTwo {
		return placement.White
	}
	return placement.Black
}
