package touchmove

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// MaxTags is how many tags a game may have; MaxTagBytes is how many bytes their names and
// values may have together. Both are several times what broadcasts use. They are small
// beside the moves of a long game, with which the tags are sent each time.
const (
	MaxTags     = 64
	MaxTagBytes = 4 << 10
)

// CheckTags returns an error if a game may not have these tags together: there are too
// many, they are too long, or two names differ only in case, which some readers of PGN
// treat as equal. The same tags give the same error.
func CheckTags(tags map[string]string) error {
	alike := map[string]string{} // names in lower case
	bytes := 0
	for n, name := range slices.Sorted(maps.Keys(tags)) {
		bytes += len(name) + len(tags[name])
		folded := strings.ToLower(name)
		switch other, twice := alike[folded]; {
		case twice:
			return fmt.Errorf("tags %.64q and %.64q differ in case alone", other, name)
		case n == MaxTags:
			return fmt.Errorf("the game would have %d tags; %d are the most", len(tags), MaxTags)
		case bytes > MaxTagBytes:
			return fmt.Errorf("the tags of the game would have more than %d bytes", MaxTagBytes)
		}
		alike[folded] = name
	}
	return nil
}

// ofEvent lists the tags that hold for every game of an event at one board.
var ofEvent = [...]string{"Event", "Site", "EventDate", "EventSponsor", "Section", "Stage", "Board", "TimeControl"}

// sameDayMs is how long after the last move of a game the next game can still be of the
// same day: between the last round of a day and the first of the next there is more.
const sameDayMs = 8 * 3600 * 1000

// eventTags returns the tags that carry over to the next game, so many milliseconds after the
// last move: those of the event, not those of the players. The round carries over if the game
// did not count: no move was made, or it is cancelled because of its wrong initial position
// (7.2.1).
func eventTags(tags map[string]string, since int64, counted bool) map[string]string {
	names := ofEvent[:]
	if since < sameDayMs {
		names = append(slices.Clone(names), "Date")
	}
	if !counted {
		names = append(slices.Clone(names), "Round")
	}
	kept := map[string]string{}
	for _, name := range names {
		if value, ok := tags[name]; ok {
			kept[name] = value
		}
	}
	return kept
}
