// Package sensor turns what a board sends into records, one kind of record for
// every board, and reads and writes them as the text log.
//
// It speaks the board's words: lift, drop, scan, press. What these mean as
// chess is not its business; of chess it knows squares and pieces only.
package sensor

import "github.com/boardd/boardd/legality/placement"

// Word says what a record is; it is the second field of its line in a log.
type Word uint8

// The words of the log format.
const (
	NoWord Word = iota
	Rx          // Data: bytes read from the port
	Tx          // Data: bytes written to the port
	Lift        // Square reads empty; Piece stood there, Empty if not known
	Drop        // Square reads occupied, by Piece, Unknown if the board cannot name it
	Board       // Placement: a full scan
	Press       // Side: that player's side of the clock went down
	Clock       // Times, and Running or both stopped
	Flag        // Side: the clock shows that player's flag
	Pause       // both clocks stopped
	Resume      // the clock started again
	UTC         // Data: RFC 3339 wall-clock time; On: synchronised
	Link        // On: the port was opened; else it was lost
	Cmd         // Verb and Data: a command that a person gave, with its JSON fields
	Family      // Data: the family of boards that was found at the port; from here on it decodes rx
	Fault       // Data: what the decoder noticed, in words; never written to a log
)

var words = [...]string{"", "rx", "tx", "lift", "drop", "board", "press", "clock", "flag",
	"pause", "resume", "utc", "link", "cmd", "family", "fault"}

// String is the word as a log writes it.
func (w Word) String() string {
	if int(w) >= len(words) {
		return "?"
	}
	return words[w]
}

// Running says whose clock runs.
type Running uint8

// Whose clock runs.
const (
	Stopped Running = iota
	WhiteRuns
	BlackRuns
)

// RunningFor is the state in which side's clock runs.
func RunningFor(side placement.Color) Running { return Running(side) + 1 }

// Is reports whether side's clock runs.
func (r Running) Is(side placement.Color) bool { return r == RunningFor(side) }

// String is "w", "b" or "-".
func (r Running) String() string { return "-wb"[r%3 : r%3+1] }

// Record is one thing that a board, a clock, a port or a person did. Which
// fields mean something depends on Word; the others are zero.
type Record struct {
	At        int64 // whole milliseconds since the log began, never decreasing
	Word      Word
	Square    placement.Square
	Piece     placement.Piece
	Side      placement.Color
	Running   Running
	On        bool
	Times     [2]int64 // milliseconds left, by Color
	Verb      string
	Data      []byte // bytes, JSON or text; owned by the record
	Placement placement.Placement
	Lost      int // bytes that made no sense to the decoder, of a Fault
}
