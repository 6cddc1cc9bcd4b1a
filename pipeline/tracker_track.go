//go:build track

package pipeline

import (
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/engine"
)

// Tracker works out the game that a board shows.
type Tracker = engine.Tracker

func newTracker(c touchmove.Config) *Tracker { return engine.New(c) }
