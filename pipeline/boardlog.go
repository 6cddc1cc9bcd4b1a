package pipeline

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/touchmove"
)

// recalling is a decoder of a board that keeps a log of its own.
type recalling interface {
	Sent(data []byte)
	Past() (dgt.Past, bool)
	Recalled(dst []sensor.Record, at int64, past *dgt.Past) (records []sensor.Record, before int, ok bool)
}

// recall fills the gap after a time without contact to the board. If one legal move cannot
// explain the first scan after the gap, recall holds back all decoded records until the
// board's own log has arrived, which shows what happened and in which order. If the log
// does not arrive or does not help, the scan has to do.
//
// The bytes of the board's log are in the log that is replayed, so a replay holds back what
// the live run held back.
type recall struct {
	past     dgt.Past        // of the last contact before the gap
	gap      bool            // the connection was lost, and the board has not been scanned since
	since    int64           // when contact was lost
	needed   bool            // the log is: an earlier scan was not explained
	held     []sensor.Record // decoded records, from the scan on
	deadline int64           // when to go on without the board's log; 0: no record is held back
	last     int64           // the latest time for that
}

// How many milliseconds to wait after something was sent to the board until the log is requested,
// and then until it has arrived. Its 7,939 bytes take 8.3 s, after everything else that the board
// was asked for. patience is the time for all that together.
const (
	requestTime  = 3_000
	transferTime = 12_000
	patience     = 40_000
)

// lost notes that the connection was lost or restored. The tracker has not seen the records
// that were held back, so the last known state is still the one before them.
func (m *recall) lost(d recalling, at int64) {
	if past, heard := d.Past(); heard && m.deadline == 0 {
		m.past, m.gap, m.since = past, true, at
	}
	*m = recall{past: m.past, gap: m.gap || m.deadline != 0, since: m.since, needed: m.needed}
}

// sent notes what was sent to the board, which may be the request for its log.
func (m *recall) sent(d recalling, at int64, data []byte) {
	d.Sent(data)
	if m.deadline == 0 {
		return
	}
	wait := int64(requestTime)
	if slices.Contains(data, byte(dgt.SendLog)) {
		wait = transferTime
	}
	m.deadline = max(m.deadline, min(at+wait, m.last))
}

// holdForBoardLog returns the decoded records that the tracker may take now, and holds back
// the others.
func (e *Engine) holdForBoardLog(d recalling, at int64, decoded []sensor.Record) []sensor.Record {
	m := &e.recall
	switch scan := slices.IndexFunc(decoded, func(r sensor.Record) bool { return r.Word == sensor.Board }); {
	case !m.gap && m.deadline == 0:
		return decoded
	case !m.gap:
		return m.hold(d, at, decoded)
	case len(decoded) == 0:
		return nil
	case scan < 0: // they came after what the board will show
		if m.deadline == 0 {
			m.deadline, m.last = at+requestTime, at+patience
		}
	case !m.needed && e.explained(at, &decoded[scan]):
		m.gap = false
		return slices.Concat(decoded[scan:scan+1], m.release(), decoded[:scan], decoded[scan+1:])
	default:
		m.gap, m.needed = false, true
		m.deadline, m.last = at+requestTime, at+patience
		e.askForLog = true
	}
	m.held = append(m.held, decoded...)
	return nil
}

// soon is for how many milliseconds without contact the board alone shows what was played: in
// more time pieces may have gone back to where they stood.
const soon = 10_000

// explained reports whether the game explains what a scan shows. It does not if more squares are
// empty than one piece in the air leaves, or than were left for others: some of the pieces may
// have been captured. Nor does it if the clock stood at the last contact, and more than a move
// was made since: the game may have gone on.
func (e *Engine) explained(at int64, scan *sensor.Record) bool {
	shown := scan.Placement
	if e.Orienter.Lies() == sensor.Rotated {
		shown = shown.Rotated()
	}
	before, _ := e.Tracker.Sensed()
	changed := placement.Differ(before, &shown)
	left, came := 0, 0
	for rest := changed; rest != 0; {
		if shown[rest.Pop()] == placement.Empty {
			left++
		} else {
			came++
		}
	}
	phase := e.Tracker.Game().Phase
	stood, played := phase == touchmove.Waiting || phase == touchmove.Paused, phase > touchmove.Setup && phase < touchmove.ResultPending
	if played && at >= e.recall.since+soon || stood && changed.Len() > 2 {
		return false
	}
	return e.Tracker.Follows(&shown) && (left <= came || left == 1)
}

// hold adds decoded records to those held back, and releases them when the log has arrived.
// A second scan means that the log will not come.
func (m *recall) hold(d recalling, at int64, decoded []sensor.Record) []sensor.Record {
	records, before, ok := d.Recalled(nil, at, &m.past)
	if ok {
		m.held = append(m.held, decoded[:before]...)
		records = append(records, sensor.News(at, "what happened without contact was read from the log of the board"))
		records = append(records, m.clockRecords()...)
		return append(records, decoded[before:]...) // the log does not have them
	}
	m.held = append(m.held, decoded...)
	if before >= 0 {
		return append(m.release(), sensor.Notice(at, "the log of the board does not show what happened without contact"))
	}
	return nil
}

// clockRecords releases what the board's log lacks: times and flags of the clock, and
// faults.
func (m *recall) clockRecords() []sensor.Record {
	return slices.DeleteFunc(m.release(), func(r sensor.Record) bool {
		return r.Word != sensor.Clock && r.Word != sensor.Flag && r.Word != sensor.Fault
	})
}

// release ends holding back, and returns what was held.
func (m *recall) release() []sensor.Record {
	held := m.held
	if *m = (recall{past: m.past, gap: m.gap, since: m.since, needed: m.needed}); !m.gap {
		*m = recall{}
	}
	return held
}

// giveUpBoardLog passes on the records that were held back, without the board's log.
func (e *Engine) giveUpBoardLog(at int64) {
	e.scratch = e.scratch[:0]
	for _, r := range e.recall.release() {
		r.At = at
		e.scratch = e.Orienter.Step(e.scratch, r)
	}
	e.follow(at, e.scratch)
}

// AwaitsBoardLog reports whether decoded records wait for the log that the board keeps.
func (e *Engine) AwaitsBoardLog() bool { return e.recall.deadline != 0 }

// errBoardLog refuses the end of a game whose last moves are not known yet.
var errBoardLog = &touchmove.Refusal{Code: "bad_state", Message: "the log of the board is being read, which shows what was played without contact; ask again in some seconds"}

// tooEarly returns the error if a command would end a game before the board's log has come.
func (e *Engine) tooEarly(verb string) error {
	if e.AwaitsBoardLog() && (verb == "result" || verb == "resign" || verb == "draw") {
		return errBoardLog
	}
	return nil
}
