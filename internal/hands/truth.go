package hands

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Truth is what was really played, as an arbiter with a video would write it.
type Truth struct {
	Start legality.Position
	Plies []Ply
	Notes []Note // in order of time
	End   End

	Gaps   []Span // when the board could not be heard
	Dead   placement.Set
	Weak   placement.Set
	Stuck  placement.Set // read as occupied whatever stands there
	Losses int           // reports that were lost
}

// Span is a time with its end.
type Span struct{ From, Until int64 }

func (s Span) has(at int64) bool { return s.From <= at && at < s.Until }

// Ply is a ply of the record of the game. What was taken back or put back is
// none; an illegal move that stood is one.
type Ply struct {
	Move      legality.Move
	UCI, SAN  string
	Irregular string // why it is illegal, if it is
	Began     int64  // the first piece was touched for it
	Made      int64  // the last piece was let go; of castling with the rook forgotten, the king
	Completed int64  // the clock was pressed, or the reply made, or the game ended
	Pressed   bool   // the clock was pressed for it

	// Best effort: why nobody could know this ply from the records, "" if one
	// could; and the ply that it could have been as well.
	Unknowable string
	Twin       string
}

// End is how it ended.
type End struct {
	At      int64  // when the players took it to be over
	Result  string // 1-0, 0-1, 1/2-1/2
	How     string // mate, stalemate, draw, flag, agreed
	Signed  bool   // the records show it: clocks stopped, a flag, kings in the centre, or the rules
	Touched bool   // pieces were moved afterwards
}

// NoteKind says what was out of the ordinary.
type NoteKind string

// Note is something out of the ordinary that happened.
type Note struct {
	Kind    NoteKind
	At      int64
	Until   int64 // when it was over; At if it was at once, -1 if it never was
	Ply     int   // how many plies stood then
	Squares placement.Set
	Text    string
}

// note writes a note down and returns its number, for its end.
func (s *scene) note(kind NoteKind, at int64, squares placement.Set, text string) int {
	s.truth.Notes = append(s.truth.Notes, Note{kind, at, at, len(s.truth.Plies), squares, text})
	return len(s.truth.Notes) - 1
}

// until says when a noted thing was over; -1 for never.
func (s *scene) until(note int, at int64) { s.truth.Notes[note].Until = at }
