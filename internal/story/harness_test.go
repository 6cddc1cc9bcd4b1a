package story

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// play plays a log to its end, on an engine that is prepared first, and returns that and what
// was found.
func play(t *testing.T, log string, prepare func(*pipeline.Engine)) (*pipeline.Engine, []touchmove.Finding) {
	t.Helper()
	l, err := pipeline.Read(sensor.NewReader(strings.NewReader(log)))
	if err != nil {
		t.Fatal(err)
	}
	e := l.Engine
	prepare(e)
	found := e.Begin().Findings
	for i := range l.Records {
		found = append(found, e.Step(l.Records[i]).Findings...)
	}
	return e, append(found, e.Finish().Findings...)
}

// watched plays a log of which the stories are kept, with the plies that were really played, if
// they are known.
func watched(t *testing.T, log string, truth []legality.Move) (*Watcher, *pipeline.Engine, []touchmove.Finding) {
	t.Helper()
	var w *Watcher
	e, found := play(t, log, func(e *pipeline.Engine) { w = Watch(e.Tracker, truth) })
	return w, e, found
}

func nothing(*pipeline.Engine) {}
