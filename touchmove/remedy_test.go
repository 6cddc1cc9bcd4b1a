package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// offence is what the rules prescribe after an illegal move (7.5.1, 7.5.5).
type offence struct {
	gains  int    // seconds for the opponent
	number int    // of completed illegal moves of that player
	result string // if the rules end the game
	fen4   string // the position to restore, four fields; "" is not looked at
	bound  string // the moves open to the one that replaces it; "" is not looked at
}

// remedy checks what goes with the finding of a code.
func remedy(code string, want offence) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		for _, f := range found {
			if f.Code.String() == code && f.Remedy != nil {
				return want.differs(f.Remedy)
			}
		}
		return fmt.Errorf("no remedy for %s", code)
	}
}

func (want *offence) differs(r *touchmove.Remedy) error {
	switch {
	case r.OpponentGains != want.gains, r.Offence != want.number, r.Result != want.result, r.Article == "":
	case want.fen4 != "" && (r.Restore == "" || fields4(r.Restore) != want.fen4):
	case want.bound != "" && !slices.Equal(r.Bound, strings.Fields(want.bound)):
	default:
		return nil
	}
	return fmt.Errorf("remedy %+v, want %+v", *r, *want)
}

// once checks that a code was found one time only.
func once(code string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		n := 0
		for _, f := range found {
			if f.Code.String() == code {
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("%s found %d times", code, n)
		}
		return nil
	}
}
