//go:build !track

package touchmove_test

import "github.com/boardd/boardd/touchmove"

// tracker is what the tests of this package try. With the tag track it is the one of package
// engine.
type tracker = touchmove.Tracker

func newTracker(c touchmove.Config) *tracker { return touchmove.New(c) }
