package hands

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Truth records what was really played, as an arbiter with a video would write
// it.
type Truth struct {
	Start legality.Position
	Plies []Ply
	Notes []Note // in order of time
	End   End

	// PlayedOn are plies, in UCI, that are no part of the game: the players went on after so many
	// plies of it, and nothing that was reported tells that they had given it up, so that the rest
	// may have been taken back. None if something does.
	PlayedOn   []string
	PlayedFrom int

	Gaps   []Span // when the line was lost
	Dead   placement.Set
	Weak   placement.Set
	Stuck  placement.Set // read as occupied whatever stands there
	Losses int           // reports that were lost
}

// Span is a stretch of time, in ms.
type Span struct{ From, Until int64 }

func (s Span) has(at int64) bool { return s.From <= at && at < s.Until }

// Ply is a ply of the game as it stands. An illegal move that stood is one; a
// move that was taken back or put back is none.
type Ply struct {
	Move      legality.Move
	UCI, SAN  string
	Irregular string // why it is illegal, if it is
	Began     int64  // when the first piece was touched for it
	Made      int64  // when the last piece was let go; the king, if castling forgot the rook
	Completed int64  // when the clock was pressed, the reply was made, or the game ended
	Pressed   bool   // the clock was pressed for it

	// Unknowable is the reason why no program could know this ply from the records, "" if one
	// could. Twin is another ply that explains the records equally well. Both are best effort.
	Unknowable string
	Twin       string
}

// End is how the game ended.
type End struct {
	At      int64  // when the game was over for the players
	Result  string // 1-0, 0-1, 1/2-1/2
	How     string // mate, stalemate, draw, flag, agreed
	Signed  bool   // the records show it: clocks stopped, a flag, kings in the centre, or the rules
	Touched bool   // pieces were moved afterwards
}

// NoteKind is the kind of an irregular act.
type NoteKind string

// Note is an irregular act or mishap.
type Note struct {
	Kind    NoteKind
	At      int64
	Until   int64 // when it was over; At if at once, -1 if never
	Ply     int   // the number of plies that stood then
	Squares placement.Set
	Text    string
	Undone  int // plies of a game or a variation that were put back
}

// note adds a note. It returns the note's number, for until.
func (s *scene) note(kind NoteKind, at int64, squares placement.Set, text string) int {
	s.truth.Notes = append(s.truth.Notes, Note{kind, at, at, len(s.truth.Plies), squares, text, 0})
	return len(s.truth.Notes) - 1
}

// until sets when a note was over; -1 for never.
func (s *scene) until(note int, at int64) { s.truth.Notes[note].Until = at }
