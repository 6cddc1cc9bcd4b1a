//go:build !track

package pipeline

import "github.com/boardd/boardd/touchmove"

// Tracker works out the game that a board shows. With the tag track it is the one of package
// touchmove/engine, for tests.
type Tracker = touchmove.Tracker

func newTracker(c touchmove.Config) *Tracker { return touchmove.New(c) }
