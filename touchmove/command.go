package touchmove

import (
	"fmt"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// Verb names what a person asks of the tracker.
type Verb uint8

// The verbs that the tracker carries out. The verbs rotate and republish are carried out
// outside it.
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
	AnswerMate // not asked by a person either
)

// Command is a request of a person. Its form has been checked.
type Command struct {
	Verb        Verb
	IfRev       *int // refuse unless the game has this revision; nil: any
	GameID      string
	Tags        map[string]string
	Start       *legality.Position // nil: the initial position
	Rules       *laws.Rules        // nil: as before
	Whole       bool               // NewGame: keep none of the last game's tags
	Result      string
	Termination string
	Side        placement.Color // Adjust, Resign, AnswerMate: the player
	Seconds     int             // Adjust: 1 to 600
	Accept      bool            // Ruling: true lets the last irregularity stand, false undoes it
	Ply         int             // Takeback: the last ply that stays; Correct: the ply to replace, from 1; AnswerDead: the ply asked about
	Proved      bool            // AnswerDead: the position after Ply is dead; false: neither a proof nor a mate was found
	Mates       legality.Answer // AnswerMate: whether Side can mate after Ply
	By          []string        // AnswerMate: how, in UCI
	UCI         string          // Correct: the move in its place
	FEN         string          // SetPosition
	Why         string          // SetPosition: one line that goes into the PGN, and so to the public
}

// Refusal is the error of a command that was not carried out. Such a command has changed
// nothing.
type Refusal struct {
	Code    string // "not_supported", "stale_rev", "other_game", "bad_state" or "bad_value"
	Message string
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

// cannot returns a refusal because of the state of the game.
func cannot(format string, args ...any) *Refusal {
	return &Refusal{"bad_state", fmt.Sprintf(format, args...)}
}
