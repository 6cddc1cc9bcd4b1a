package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove/laws"
)

// Config is what a Tracker needs before the first record. The zero value is ready: standard
// chess from the initial position by the Laws of 2023.
type Config struct {
	Rules      *laws.Rules       // nil: fide-2023, standard
	Start      legality.Position // position before Moves; the zero value: the initial one
	Moves      []legality.Move   // already played from Start
	Setup      bool              // wait until the board shows Start before anything counts
	Board      string            // the family of the board; "" not known
	Occupancy  bool              // the board names no pieces; else its scans show whether it does
	Clock      ClockUse
	Illegal    [2]int // completed illegal moves before the log begins, by Color
	Tags       map[string]string
	GameID     string // prefix of the ids of its games: "-1", "-2" … follow
	Rev        int    // the revisions of its games begin above this number
	RestMs     int64  // a piece that rests this long has been released; 0: 300
	MadeRestMs int64  // a move whose piece rests this long has been made; 0: 3000
	LateMs     int64  // how long after an act the board may report it; 0: DefaultLateMs
	PublishAt  State  // StateMade or StateCompleted; provisional (zero): by the clock

	// NoSignals means that kings in the centre show no result. Who plays against somebody
	// elsewhere shows it to nobody, and waits for an answer to the king's move.
	NoSignals bool

	// AsksMate means that the caller answers a Question about a flag fall. Otherwise the
	// tracker searches at once, which may take 0.2 s.
	AsksMate bool

	// BlitzGain is the time, in seconds, that the opponent gets after a completed illegal
	// move in blitz under full supervision, where the text of 2023 is disputed: 60 or 120;
	// 0: 60.
	BlitzGain int
}

// setRules sets the rule set, in the interpretation of BlitzGain.
func (c *Config) setRules(r *laws.Rules) {
	if c.Rules = r; c.BlitzGain == laws.BlitzGainByLetter && r.DisputesBlitz() {
		c.Rules = r.ByLetter()
	}
}

// ClockUse is whether a clock is attached.
type ClockUse uint8

// Whether a clock is attached.
const (
	ClockAuto ClockUse = iota // yes from the first press, clock or flag on
	ClockYes
	ClockNo
)

// DefaultLateMs is how long after an act, in milliseconds, a board may report it, if
// nothing else is known of the board: one full scan of a DGT board (maker: 200 to 250 ms).
const DefaultLateMs = 250
