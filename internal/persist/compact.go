package persist

import (
	"bytes"

	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
)

// Compact begins the CompactedLog of an engine that has taken no record.
func Compact(e *pipeline.Engine) *CompactedLog {
	c := new(CompactedLog)
	e.Observe = c.Add
	return c
}

// CompactedLog is a short log from which the same game follows as from the long log of an
// engine. It holds the decoded records. While only the clock runs, it holds the first
// readings of the clock and the last. A nil CompactedLog keeps nothing.
type CompactedLog struct {
	Text    []byte // the records as lines of a log
	TooLong bool   // it has given up, and has no text

	clockSince  int64          // since when there were only readings of the clock
	running     sensor.Running // whose clock has run since then
	lastLine    int            // where the last line begins in Text
	replaceable bool           // the last line is a reading after settlingTime
}

// maxCompacted is the size in bytes above which a CompactedLog gives up: the game stands
// still while the log is replayed.
const maxCompacted = LongSegment / 4

// settlingTime is for how many milliseconds after another record all readings of the clock
// are kept: the first may show a moment before the press.
const settlingTime = 2000

// Add appends decoded records.
func (f *CompactedLog) Add(records []sensor.Record) {
	if f == nil || f.TooLong {
		return
	}
	for i := range records {
		if r := &records[i]; r.Word != sensor.Fault {
			f.append(r)
		}
	}
	if len(f.Text) > maxCompacted {
		f.Text, f.TooLong = nil, true
	}
}

func (f *CompactedLog) append(r *sensor.Record) {
	switch {
	case r.Word != sensor.Clock, r.Running != f.running:
		f.clockSince, f.running, f.replaceable = r.At, r.Running, false
	case f.replaceable:
		f.Text = f.Text[:f.lastLine]
	default:
		f.replaceable = r.At > f.clockSince+settlingTime
	}
	f.lastLine = len(f.Text)
	f.Text = sensor.AppendRecord(f.Text, *r)
}

// Records counts the records.
func (f *CompactedLog) Records() int { return bytes.Count(f.Text, []byte("\n")) }

// LongSegment is the size in bytes from which a segment of the journal is replaced by a
// CompactedLog. A start replays the whole segment: a tenth of a second's work on a PC for a game, three
// seconds' if a square that comes and goes has filled it.
const LongSegment = 4 << 20
