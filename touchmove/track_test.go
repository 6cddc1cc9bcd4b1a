//go:build track

package touchmove_test

import (
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/engine"
)

type tracker = engine.Tracker

func newTracker(c touchmove.Config) *tracker { return engine.New(c) }
