// Package sensor defines the records that a sensor board, its clock, its port and the
// people around it cause. It reads and writes them as a text log; docs/log-format.md
// describes the format.
//
// The package uses the board's words: lift, drop, scan, press. It knows squares and pieces
// of chess, and no rules. The decoders of the board families are in the folders beside this
// one; package family lists them.
package sensor

import (
	"fmt"
	"math"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality/placement"
)

// Never is the time that does not come, for deadlines.
const Never = math.MaxInt64

// Word is the kind of a record, and the second field of its line in a log.
type Word uint8

// The words of the log format, with the fields of a Record that each one uses.
const (
	NoWord Word = iota
	Rx          // Data: bytes read from the port
	Tx          // Data: bytes written to the port
	Lift        // Square became empty; Piece stood there, Empty if unknown
	Drop        // Square became occupied by Piece, Unknown on an occupancy board
	Board       // Placement: a full scan
	Press       // Side pressed the clock
	Clock       // Times, and whose clock is Running
	Flag        // the clock shows that Side's flag has fallen
	Pause       // both clocks were stopped
	Resume      // the clock was started again
	UTC         // Data: wall-clock time in RFC 3339; On: it is synchronised
	Link        // On: the port was opened; otherwise it was lost
	Cmd         // Verb and Data: a command that a person gave, with its JSON object
	Family      // Data: the board family found at the port; it decodes the Rx that follow
	Fault       // Data: a decoder's notice, in words; a log does not contain it
)

var words = [...]string{"", "rx", "tx", "lift", "drop", "board", "press", "clock", "flag",
	"pause", "resume", "utc", "link", "cmd", "family", "fault"}

// String returns the word as a log writes it.
func (w Word) String() string { return enum.Of(words[:], w, "?") }

// Running is the side whose clock runs.
type Running uint8

// The states of a chess clock.
const (
	Stopped Running = iota
	WhiteRuns
	BlackRuns
)

// RunningFor returns the state in which side's clock runs.
func RunningFor(side placement.Color) Running { return Running(side) + 1 }

// Is reports whether side's clock runs.
func (r Running) Is(side placement.Color) bool { return r == RunningFor(side) }

// String returns "w", "b" or "-".
func (r Running) String() string { return "-wb"[r%3 : r%3+1] }

// Record is one event at a board, a clock, a port or a person's desk. Word says
// which of the other fields have a meaning; the rest are zero.
type Record struct {
	At        int64 // milliseconds since the log began; At never decreases within a log
	Word      Word
	Square    placement.Square
	Piece     placement.Piece
	Side      placement.Color
	Running   Running
	On        bool
	Times     [2]int64 // milliseconds left, by Color
	Verb      string
	Data      []byte // bytes, JSON or text; the record owns it
	Placement placement.Placement
	Lost      int  // of a Fault: how many bytes the decoder threw away
	Well      bool // of a Fault: the decoder understands everything; the notice is for information
}

// Put calls put with each square of a Lift, Drop or Board record and what stands there after it.
// It reports whether r is one of these.
func (r *Record) Put(put func(placement.Square, placement.Piece)) bool {
	switch r.Word {
	case Lift:
		put(r.Square, placement.Empty)
	case Drop:
		put(r.Square, r.Piece)
	case Board:
		for sq, piece := range r.Placement {
			put(placement.Square(sq), piece)
		}
	default:
		return false
	}
	return true
}

// Notice returns a Fault record with a decoder's notice.
func Notice(at int64, text string) Record {
	return Record{At: at, Word: Fault, Data: []byte(text)}
}

// News returns a Fault record with a notice that means no error.
func News(at int64, text string) Record {
	r := Notice(at, text)
	r.Well = true
	return r
}

// AppendChanges appends the records that lead from one scan to the next: a Lift
// for each square that became empty, then a Drop for each other square that
// changed, both from a1 to h8. The lifts come first because a hand lifts a piece
// before it drops it; the order within a scan is not known.
func AppendChanges(dst []Record, at int64, was, now *placement.Placement) []Record {
	changed := placement.Differ(was, now)
	for rest := changed; rest != 0; {
		sq := rest.Pop()
		if now[sq] != placement.Empty {
			continue
		}
		r := Record{At: at, Word: Lift, Square: sq}
		if was[sq].Known() {
			r.Piece = was[sq]
		}
		dst = append(dst, r)
	}
	for rest := changed; rest != 0; {
		if sq := rest.Pop(); now[sq] != placement.Empty {
			dst = append(dst, Record{At: at, Word: Drop, Square: sq, Piece: now[sq]})
		}
	}
	return dst
}

// AppendScan appends the records that lead from one scan to the next, as AppendChanges does. If more squares have
// changed than hands change between two scans, it is a Board record: a cable is loose, or much was lost, and in
// what order the squares changed nothing tells.
func AppendScan(dst []Record, at int64, was, now *placement.Placement) []Record {
	if placement.Differ(was, now).Len() > mostByHand {
		return append(dst, Record{At: at, Word: Board, Placement: *now})
	}
	return AppendChanges(dst, at, was, now)
}

// mostByHand is on how many squares hands change something between two scans: two who castle and capture at once,
// and a piece that falls. Chosen.
const mostByHand = 8

// About is what a board has reported about itself. Empty fields are unknown.
type About struct {
	Serial     string
	LongSerial string // a second, longer serial number
	Version    string // of the firmware
	Sensor     string // identified or occupancy, where boards of one family differ
	Clock      bool   // a clock is attached
}

// Loss is a number of bytes that make no message, and the reason in words. The
// zero value is no loss.
type Loss struct {
	Bytes int
	What  string
}

// strayReport is after how many stray bytes a report is due although no message has come: a
// second of a line at 9600 baud.
const strayReport = 1024

// Stray counts the bytes that a decoder throws away between two messages and
// reports them as one Loss. The zero value has counted none.
type Stray struct {
	bytes int
	why   string // the reason for the first of them
}

// Add counts n bytes. It returns a Loss only after each 1,024 bytes, so that an
// endless run of noise is reported.
func (s *Stray) Add(n int, why string) Loss {
	if s.bytes == 0 {
		s.why = why
	}
	if s.bytes += n; s.bytes < strayReport {
		return Loss{}
	}
	return s.Report()
}

// Count returns how many bytes wait to be reported.
func (s *Stray) Count() int { return s.bytes }

// Report returns the bytes counted since the last report. The zero Loss means
// that there are none.
func (s *Stray) Report() Loss {
	n := s.bytes
	if s.bytes = 0; n == 0 {
		return Loss{}
	}
	return Loss{Bytes: n, What: fmt.Sprintf("%d bytes thrown away: %s", n, s.why)}
}

// People read the faults, and one for each byte of noise would bury the rest. While no
// whole message comes, there is one fault a second. Losses between whole messages are
// reported at once until faultAhead is used up.
const (
	faultEvery = 1000 // ms
	faultAhead = 4 * faultEvery
)

// Faults turns the losses of a decoder into Fault records and holds them back while there
// are too many. The zero value holds none.
type Faults struct {
	next  int64 // when the next fault is due at one a second
	whole bool  // a whole message has come since the last fault
	held  int   // losses not reported yet
	bytes int   // the bytes of all of these
	last  string
}

// Add takes a loss, and appends a Fault if one is due.
func (f *Faults) Add(dst []Record, at int64, l Loss) []Record {
	f.held++
	f.bytes += l.Bytes
	f.last = l.What
	return f.Report(dst, at)
}

// Whole notes that a whole message has come, and appends what was held back.
func (f *Faults) Whole(dst []Record, at int64) []Record {
	f.whole = true
	return f.Report(dst, at)
}

// Report appends all held losses as one Fault, if it is due.
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
