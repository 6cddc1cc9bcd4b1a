package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// State is how far a move has come.
type State uint8

// The states of a move.
const (
	StateProvisional      State = iota // the board shows it; the hand may still be on the piece
	StateMade                          // the player can no longer play another (4.7)
	StateCompleted                     // its clock was pressed, or the game ended by it, or its player has made the next one (6.2.1)
	StateIllegalMade                   // an irregular move stands on the board, not completed
	StateIllegalCompleted              // the same, and the clock was pressed; never part of the game of record
	StateIllegalStands                 // the rules let it stand (A.5.2); the game goes on from there
)

var stateNames = [...]string{"provisional", "made", "completed", "illegal_made", "illegal_completed", "illegal_stands"}

// String is the state as messages write it.
func (s State) String() string { return stateNames[s%6] }

// Illegal reports whether the state is one of an irregular move.
func (s State) Illegal() bool { return s >= StateIllegalMade }

// Phase is where a game is.
type Phase uint8

// The phases of a game.
const (
	Setup         Phase = iota // the men are being set up, or the board is not understood yet
	Waiting                    // set up; nothing counts before the clock starts (6.6)
	Playing                    // a game is on
	Paused                     // both clocks stopped; what is done now is no move
	Irregular                  // an irregular move stands that the rules want put right
	ResultPending              // the kings have signalled a result; a person confirms it
	Ended                      // the rules or a person have ended the game
	PostMortem                 // pieces are moved after the end; nothing of it is part of the game
)

var phaseNames = [...]string{"setup", "waiting", "playing", "paused", "irregular", "result_pending", "ended", "post_mortem"}

// String is the phase as messages write it.
func (p Phase) String() string { return phaseNames[p&7] }

// TrustState says whether the game of record can be believed just now.
type TrustState uint8

// The states of trust.
const (
	TrustOK           TrustState = iota // board and record agree
	TrustSettling                       // a piece is in the air, or a ply waits for its proof
	TrustAmbiguous                      // more than one game explains the board
	TrustIllegal                        // an irregular move stands
	TrustDisplaced                      // pieces stand where no move put them
	TrustDisconnected                   // the board is not heard
)

var trustNames = [...]string{"ok", "settling", "ambiguous", "illegal", "displaced", "disconnected"}

// String is the state of trust as messages write it.
func (t TrustState) String() string { return trustNames[t%6] }

// Trust is the state of trust, since when, and why in words.
type Trust struct {
	State  TrustState
	Since  int64 // milliseconds since the log began
	Reason string
}

// Ply is one move of the game, or one that stands on the board.
type Ply struct {
	Number      int // from 1
	Side        placement.Color
	Move        legality.Move // NoMove when no single move describes what was done
	UCI         string        // "" when no single move describes what was done
	SAN         string        // an irregular ply is written as if it were legal
	State       State
	Published   bool     // has reached publish_at: confirmed, part of what relays see
	MadeAt      int64    // milliseconds since the log began; -1 not made, or not seen
	CompletedAt int64    // the same; -1 not completed. Where the text knows no completion, when the clock was pressed
	Clock       int64    // milliseconds left to the mover after the move; -1 not known
	Confidence  float64  // 0 to 1: how far the best reading is ahead of the next one
	Inferred    bool     // deduced, not seen
	Competitors []string // what it may have been instead, in UCI, while that is not settled

	// After is what stood on the board after an irregular act, which playing
	// Move need not give; nil for a legal move.
	After *placement.Placement

	byEnd   bool // completed by nothing but that it ended the game (6.2.1.1)
	guessed bool // what the pawn became
	counted bool // as a completed illegal move of its player
}

// Clocks is what the clock shows.
type Clocks struct {
	Attached bool
	Known    bool     // Times mean something
	Times    [2]int64 // milliseconds left, by Color
	Running  sensor.Running
	At       int64 // when it was read, milliseconds since the log began
}

// Alert is something that needs a person now.
type Alert struct {
	Code    Code
	Since   int64 // milliseconds since the log began
	Finding Finding
}

// Game is all that is known of one game. It belongs to the Tracker, which
// changes it at the next step; who keeps anything of it copies it.
type Game struct {
	ID          string // stable for the life of the game
	Rev         int    // +1 for every change
	Phase       Phase
	Chess960    bool
	Rules       *Rules
	Start       legality.Position
	Tags        map[string]string // PGN tags given from outside, by name
	Moves       []Ply             // the game of record, illegal_stands included
	Pending     *Ply              // on the board but not in the record: provisional or irregular; nil if none
	Irregular   []Ply             // plies from an irregular move on that the rules do not let stand
	Position    legality.Position // of record
	Clocks      Clocks
	Result      string // "1-0", "0-1", "1/2-1/2", "*"
	Termination string // the PGN tag's values; "" if not known
	Signal      string // the result that the kings show; "" if none
	Trust       Trust
	Illegal     [2]int // completed illegal moves, by Color
	Alerts      []Alert

	// Parts are what was played before, each under an ID of its own: until an
	// arbiter set another position. They do not change any more.
	Parts  []*Game
	Parted string // of such a part: why the arbiter set another position
}
