package dgt

import (
	"fmt"

	"github.com/boardd/boardd/sensor"
)

// loss is what a byte or a message shows to have gone wrong: how many bytes
// make no sense, and why, in words. The zero value is none.
type loss struct {
	bytes int
	what  string
}

// A fault goes to people. One for each byte of a line at the wrong speed would
// bury all else, so that while no message comes through there is one a second.
// Losses between whole messages are each told at once, until faultAhead is
// used up.
const (
	faultEvery = 1000 // ms
	faultAhead = 4 * faultEvery
)

// faults holds back what need not be told yet. The zero value holds nothing.
type faults struct {
	next  int64 // when a fault a second would have its next
	whole bool  // a whole message has come since the last
	held  int   // not told yet
	bytes int   // in all of these
	last  string
}

func (f *faults) add(l loss) {
	f.held++
	f.bytes += l.bytes
	f.last = l.what
}

// report appends what is held as one Fault, if its time has come.
func (f *faults) report(dst []sensor.Record, at int64) []sensor.Record {
	from := f.next
	if f.whole {
		from -= faultAhead
	}
	if f.held == 0 || at < from {
		return dst
	}
	what := f.last
	if f.held > 1 {
		what = fmt.Sprintf("%d more faults in %d bytes, the last: %s", f.held, f.bytes, f.last)
	}
	*f = faults{next: max(f.next, at) + faultEvery}
	return append(dst, sensor.Notice(at, what))
}
