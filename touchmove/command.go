package touchmove

import (
	"fmt"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Verb is what a person asks of the tracker.
type Verb uint8

// The verbs that the tracker carries out. rotate and republish are carried
// out around it.
const (
	NewGame Verb = iota + 1
	SetTags
	SetResult
	PauseGame
	ResumeGame
	Inspect
	Adjust
	Ruling
	Takeback
	SetPosition
	Correct
	Resign
	AgreeDraw
	AnswerDead // not asked by a person: see Question
)

// Command is what a person asks, read and checked for form.
type Command struct {
	Verb        Verb
	IfRev       int // refuse unless the game is at this revision; -1 any
	GameID      string
	Tags        map[string]string
	Start       *legality.Position // nil: the initial position
	Rules       *Rules             // nil: as before
	Result      string
	Termination string
	Side        placement.Color // Adjust, Resign: the player
	Seconds     int             // Adjust: 1 to 600
	Accept      bool            // Ruling: let the last irregularity stand, else undo it
	Ply         int             // Takeback: the last one that stays; Correct: the one to replace, from 1; AnswerDead
	Proved      bool            // AnswerDead: the position after Ply is dead; else no proof and no mate was found
	UCI         string          // Correct: the move in its place
	FEN         string          // SetPosition
	Why         string          // SetPosition: one line that goes into the PGN, and so to the public
}

// Refusal is why a command was not carried out. Nothing has changed.
type Refusal struct {
	Code    string // "not_supported", "stale_rev", "other_game", "bad_state" or "bad_value"
	Message string
}

// Error is the message.
func (r *Refusal) Error() string { return r.Message }

// cannot refuses what the state of the game does not allow.
func cannot(format string, args ...any) *Refusal {
	return &Refusal{"bad_state", fmt.Sprintf(format, args...)}
}
