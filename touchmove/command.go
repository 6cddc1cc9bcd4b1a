package touchmove

import "github.com/boardd/boardd/legality"

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
}

// Refusal is why a command was not carried out. Nothing has changed.
type Refusal struct {
	Code    string // "not_supported", "stale_rev", "other_game" or "bad_state"
	Message string
}

// Error is the message.
func (r *Refusal) Error() string { return r.Message }
