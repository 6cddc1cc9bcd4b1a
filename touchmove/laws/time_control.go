package laws

import (
	"strconv"
	"strings"
)

// TimeStage is a stage of a time control.
type TimeStage struct {
	Moves     int   // number of moves to be completed in it; 0: all that are left
	Seconds   int64 // thinking time for it
	Increment int64 // seconds added for every move
}

// ParseTimeControl parses the PGN tag TimeControl: "40/5400+30:1800+30". It returns nil for
// one that is unknown or of another kind.
func ParseTimeControl(tag string) []TimeStage {
	var stages []TimeStage
	for field := range strings.SplitSeq(tag, ":") {
		s, ok := parseStage(field)
		if !ok {
			return nil
		}
		stages = append(stages, s)
	}
	return stages
}

func parseStage(field string) (TimeStage, bool) {
	moves, time, counted := strings.Cut(field, "/")
	if !counted {
		moves, time = "0", field
	}
	seconds, increment, added := strings.Cut(time, "+")
	if !added {
		increment = "0"
	}
	m, err1 := strconv.ParseUint(moves, 10, 16)
	s, err2 := strconv.ParseUint(seconds, 10, 24)
	i, err3 := strconv.ParseUint(increment, 10, 16)
	return TimeStage{int(m), int64(s), int64(i)}, err1 == nil && err2 == nil && err3 == nil
}

// StageOf returns the stage in which a player makes his n-th move, from 1. The last stage
// repeats for as long as the game lasts.
func StageOf(stages []TimeStage, n int) TimeStage {
	for _, s := range stages[:len(stages)-1] {
		if s.Moves == 0 || n <= s.Moves {
			return s
		}
		n -= s.Moves
	}
	return stages[len(stages)-1]
}
