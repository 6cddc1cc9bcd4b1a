package pipeline

import "github.com/boardd/boardd/touchmove"

// Tracker works out the game that a board shows.
type Tracker = touchmove.Tracker

func newTracker(c touchmove.Config) *Tracker { return touchmove.New(c) }
