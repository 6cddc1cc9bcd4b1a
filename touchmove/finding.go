package touchmove

import "github.com/boardd/boardd/legality/placement"

// Level says how far the facts carry a finding.
type Level uint8

// The levels.
const (
	Info      Level = iota // a state or a right worth telling, no breach
	Certain                // follows from board and clock facts alone
	Suspected              // something no sensor sees decides
	Arbiter                // the text reserves the decision, or the facts do not settle it
)

// String is the level as messages write it.
func (l Level) String() string { return [...]string{"info", "certain", "suspected", "arbiter"}[l&3] }

// Party says whom a finding is about.
type Party uint8

// The parties.
const (
	Both     Party = iota // both players or neither
	ByWhite               // White
	ByBlack               // Black
	Somebody              // it cannot be known which
)

// PartyOf is the party of one player.
func PartyOf(side placement.Color) Party { return ByWhite + Party(side) }

// String is "w", "b", "-" (both or neither) or "?" (cannot be known).
func (p Party) String() string { return "-wb?"[p&3 : p&3+1] }

// Reason is one article that a move breaks, with a sentence for a person.
type Reason struct {
	Article string `json:"article"`
	Text    string `json:"text"`
}

// Remedy is what the rules prescribe after an irregularity: advice to the
// arbiter, never an act. Fields that do not apply are zero.
type Remedy struct {
	Restore       string   `json:"restore,omitempty"`          // FEN of the position to restore
	Bound         []string `json:"bound,omitempty"`            // moves open to the replacement, UCI, sorted
	OpponentGains int      `json:"opponent_gains_s,omitempty"` // seconds
	Offence       int      `json:"offence,omitempty"`          // which completed illegal move of that player this is
	Result        string   `json:"result,omitempty"`           // if the rules end the game
	MateBy        []string `json:"mate_by,omitempty"`          // moves by which the opponent can mate, UCI, in order: that a flag fall loses
	Choice        []string `json:"choice,omitempty"`           // what the opponent may choose (Bilguer §4): "stand", "take_back", "king_move"
	Article       string   `json:"article,omitempty"`
}

// Finding is something that boardd noticed. It is never a ruling.
type Finding struct {
	Event   int    // number of the log record after which it was found
	At      int64  // milliseconds since the log began
	Code    Code   // what was found
	Level   Level  // how sure
	Article string // of the rule set in force; several joined by "/"
	Side    Party
	Ply     int      // the ply it is about, from 1; 0 if none
	UCI     string   // the move it is about; "" if none
	SAN     string   // the same in SAN; "" if none
	Allowed []string // obliged: moves still open, UCI, sorted; nil for other codes
	Bound   string   // obliged: why
	Squares placement.Set
	Why     []Reason
	Text    string // a detail in words, for the codes that need one
	Remedy  *Remedy
}
