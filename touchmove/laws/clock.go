package laws

import "github.com/boardd/boardd/legality/placement"

// Times are what the two sides of a clock show, in milliseconds.
type Times struct {
	White int64
	Black int64
}

// ClockProposal is what an arbiter may set the clock to when a position is restored or time
// is given. The Laws leave it to the arbiter's judgement (7.1; 6.13 of 1997).
type ClockProposal struct {
	At      Times // what the clock showed at the position that is restored
	Gained  Times // increments that the irregular press brought; At does not include them
	Added   Times // what the Laws give
	Set     Times // what to set: At and Added together
	Article string
}

// Of returns the time of one side.
func (t *Times) Of(side placement.Color) *int64 {
	if side == placement.White {
		return &t.White
	}
	return &t.Black
}

// Conditions on which the consequence of a fallen flag depends, where board and clock do
// not settle them.
const (
	IfNotCompleted = "moves_not_completed"  // the player has not completed the prescribed number of moves (6.3.1)
	IfClaimed      = "claimed_with_flag_up" // the opponent claims it while his own flag is up (FIDE 1997, B.7)
	IfLastPeriod   = "last_period"          // no further period follows (III.3.1.2)
)

// FlagFacts holds what clock and record show about a fallen flag.
type FlagFacts struct {
	Completed  int  // moves that the player has completed; for both flags 0
	Prescribed int  // moves prescribed by then; 0: not known, or all
	All        bool // all moves were prescribed

	// For both flags: whose fell first, "w" or "b", and how much earlier.
	First   string
	ApartMs int64
}
