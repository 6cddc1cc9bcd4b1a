package sensor

import "fmt"

// Loss is what a byte or a message shows to have gone wrong: how many bytes
// make no sense, and why, in words. The zero value is none.
type Loss struct {
	Bytes int
	What  string
}

// A fault goes to people. One for each byte of a line at the wrong speed would
// bury all else, so that while no message comes through there is one a second.
// Losses between whole messages are each told at once, until faultAhead is
// used up.
const (
	faultEvery = 1000 // ms
	faultAhead = 4 * faultEvery
)

// Faults makes Fault records of losses, and holds back what need not be told
// yet. It is for decoders. The zero value holds nothing.
type Faults struct {
	next  int64 // when a fault a second would have its next
	whole bool  // a whole message has come since the last
	held  int   // not told yet
	bytes int   // in all of these
	last  string
}

// Add takes a loss. Report tells it.
func (f *Faults) Add(l Loss) {
	f.held++
	f.bytes += l.Bytes
	f.last = l.What
}

// Whole notes that a whole message has come.
func (f *Faults) Whole() { f.whole = true }

// Report appends what is held as one Fault, if its time has come.
func (f *Faults) Report(dst []Record, at int64) []Record {
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
	r := Notice(at, what)
	r.Lost = f.bytes
	*f = Faults{next: max(f.next, at) + faultEvery}
	return append(dst, r)
}
