package touchmove

import (
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// What a finding is made of; package laws explains it.
type (
	Finding       = laws.Finding
	Code          = laws.Code
	Level         = laws.Level
	Party         = laws.Party
	Event         = laws.Event
	Reason        = laws.Reason
	Remedy        = laws.Remedy
	ClaimCost     = laws.ClaimCost
	ClockProposal = laws.ClockProposal
	Times         = laws.Times
	FlagFacts     = laws.FlagFacts
	Evidence      = laws.Evidence
	Contact       = laws.Contact
)

// State is how far a move has come.
type State uint8

// The states of a move.
const (
	StateProvisional      State = iota // the board shows it; the hand may still be on the piece
	StateMade                          // the player can no longer play another (4.7)
	StateCompleted                     // its clock was pressed, or it ended the game, or its player has made the next one (6.2.1)
	StateIllegalMade                   // an irregular move stands on the board, not completed
	StateIllegalCompleted              // the same, and the clock was pressed; never part of the game of record
	StateIllegalStands                 // the rules let it stand (A.5.2); the game goes on from there
)

var stateNames = [...]string{"provisional", "made", "completed", "illegal_made", "illegal_completed", "illegal_stands"}

// String returns the state as messages write it.
func (s State) String() string { return stateNames[s%6] }

// Illegal reports whether the state is one of an irregular move.
func (s State) Illegal() bool { return s >= StateIllegalMade }

// Phase is the stage that a game has reached.
type Phase uint8

// The phases of a game.
const (
	Setup         Phase = iota // the pieces are being set up, or the board is not understood yet
	Waiting                    // set up; nothing counts before the clock starts (6.6)
	Playing                    // a game is on
	Paused                     // both clocks stopped; what is done now is no move
	Irregular                  // an irregular move stands, and the rules want it put right
	ResultPending              // the kings have signalled a result; a person confirms it
	Ended                      // the rules or a person have ended the game
	PostMortem                 // pieces are moved after the end; nothing of it is part of the game
)

var phaseNames = [...]string{"setup", "waiting", "playing", "paused", "irregular", "result_pending", "ended", "post_mortem"}

// String returns the phase as messages write it.
func (p Phase) String() string { return phaseNames[p&7] }

// TrustState is how far the game of record can be believed at present.
type TrustState uint8

// The states of trust.
const (
	TrustOK           TrustState = iota // board and record agree
	TrustSettling                       // a piece is in the air, or a ply waits for its proof
	TrustAmbiguous                      // more than one game explains the board
	TrustIllegal                        // an irregular move stands
	TrustDisplaced                      // pieces stand where no move put them
	TrustDisconnected                   // the board is not connected
)

var trustNames = [...]string{"ok", "settling", "ambiguous", "illegal", "displaced", "disconnected"}

// String returns the state of trust as messages write it.
func (t TrustState) String() string { return trustNames[t%6] }

// Trust is the state of trust, when it began, and the reason in words.
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
	Published   bool     // has reached publish_at: confirmed, and shown to relays
	MadeAt      int64    // milliseconds since the log began; -1 not made, or not seen
	CompletedAt int64    // milliseconds since the log began; -1 not completed. In a rule set without completion, the time of the press
	Clock       int64    // milliseconds left to the mover after the move; -1 not known
	Confidence  float64  // 0 to 1: the share of all hypotheses, by their odds, that have this ply
	Inferred    bool     // deduced, not seen
	Competitors []string // UCI of the moves that it may be instead, while that is not settled

	// After is the placement after an irregular act; it may differ from what playing Move
	// gives. It is nil for a legal move.
	After *placement.Placement

	to *legality.Position // that it leads to
}

// Clocks holds what the clock shows.
type Clocks struct {
	Known   bool     // Times are valid
	Times   [2]int64 // milliseconds left, by Color
	Running sensor.Running
	At      int64 // time of the last report, milliseconds since the log began
}

// Alert is something that needs a person now.
type Alert struct {
	Code    Code
	Since   int64 // milliseconds since the log began
	Finding Finding
}

// Game is all that is known of one game. It belongs to the Tracker, which changes it at the
// next step: a caller must copy what it keeps.
type Game struct {
	ID          string // stable for the life of the game
	Rev         int    // +1 for every change
	Phase       Phase
	Chess960    bool
	Rules       *laws.Rules
	Start       legality.Position
	Tags        map[string]string // PGN tags given from outside, by name
	Moves       []Ply             // the game of record, illegal_stands included
	Pending     *Ply              // on the board but not in the record: provisional or irregular; nil if none
	Irregular   []Ply             // from an irregular move on that the rules do not let stand
	Position    legality.Position // of record
	Clocks      Clocks
	Result      string // "1-0", "0-1", "1/2-1/2", "*"
	Termination string // the PGN tag's values; "" if not known
	Signal      string // the result that the kings show; "" if none
	Trust       Trust
	Illegal     [2]int // completed illegal moves, by Color
	Alerts      []Alert

	// Final is how many of Moves are final: nothing that is reported later changes them, and
	// only players and arbiters take them back.
	Final int

	// Parts holds what was played before an arbiter set another position, or play went on from
	// one that nothing joins to the game, each part under an ID of its own. Parts do not change
	// any more.
	Parts  []*Game
	Parted string // in a part: why another one follows
}

// PartPlies is how many plies one part of a game may have in PGN; the strictest relay takes
// no more (lila).
const PartPlies = 600

// PartID returns the ID of the n-th part of a game, from 1. A new part begins after a move
// that PGN cannot write, when an arbiter sets a position, and when play goes on from one that
// nothing joins to the game. The first part has the game's own ID; the others append a dot and
// a number, which no ID given from outside has.
func PartID(id string, n int) string {
	root, number := id, 1
	if i := strings.LastIndexByte(id, '.'); i >= 0 {
		if last, err := strconv.Atoi(id[i+1:]); err == nil {
			root, number = id[:i], last
		}
	}
	if number += n - 1; number == 1 {
		return root
	}
	return root + "." + strconv.Itoa(number)
}

// nextPart returns the ID of the part that follows all those that a game with such plies may
// have in PGN.
func nextPart(id string, plies []Ply) string {
	n := 2 + len(plies)/PartPlies
	for i := range plies {
		if plies[i].State == StateIllegalStands {
			n++
		}
	}
	return PartID(id, n)
}
