package pipeline

import (
	"slices"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
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
	held     []sensor.Record // decoded records, from the scan on
	deadline int64           // when to go on without the board's log; 0: no record is held back
}

// How many milliseconds to wait until the log is requested, and until it has arrived. Its
// 7,939 bytes take 8.3 s, after everything else that the board was asked for.
const (
	requestTime  = 3_000
	transferTime = 12_000
)

// lost notes that the connection was lost or restored. The tracker has not seen the records
// that were held back, so the last known state is still the one before them.
func (m *recall) lost(d recalling) {
	if past, heard := d.Past(); heard && m.deadline == 0 {
		m.past, m.gap = past, true
	}
	*m = recall{past: m.past, gap: m.gap || m.deadline != 0}
}

// sent notes what was sent to the board, which may be the request for its log.
func (m *recall) sent(d recalling, at int64, data []byte) {
	d.Sent(data)
	if m.deadline != 0 && slices.Contains(data, byte(dgt.SendLog)) {
		m.deadline = at + transferTime
	}
}

// holdForBoardLog returns the decoded records that the tracker may take now, and holds back
// the others.
func (e *Engine) holdForBoardLog(d recalling, at int64, decoded []sensor.Record) []sensor.Record {
	m := &e.recall
	scan := slices.IndexFunc(decoded, func(r sensor.Record) bool { return r.Word == sensor.Board })
	switch {
	case m.deadline != 0:
		return m.hold(d, at, decoded, scan >= 0)
	case m.gap && scan >= 0:
		m.gap = false
		if !e.explained(&decoded[scan]) {
			m.held, m.deadline = slices.Clone(decoded[scan:]), at+requestTime
			e.askForLog = true
			return decoded[:scan]
		}
	}
	return decoded
}

// explained reports whether the game explains what a scan shows.
func (e *Engine) explained(scan *sensor.Record) bool {
	shown := scan.Placement
	if e.Orienter.Lies() == sensor.Rotated {
		shown = shown.Rotated()
	}
	return e.Tracker.Follows(&shown)
}

// hold adds decoded records to those held back, and releases them when the log has arrived.
// A second scan means that the log will not come.
func (m *recall) hold(d recalling, at int64, decoded []sensor.Record, scan bool) []sensor.Record {
	records, before, ok := d.Recalled(nil, at, &m.past)
	if ok {
		m.held = append(m.held, decoded[:before]...)
		records = append(records, sensor.News(at, "what happened without contact was read from the log of the board"))
		records = append(records, m.clockRecords()...)
		return append(records, decoded[before:]...) // the log does not have them
	}
	m.held = append(m.held, decoded...)
	switch {
	case before >= 0:
		return append(m.release(), sensor.Notice(at, "the log of the board does not show what happened without contact"))
	case scan:
		return m.release()
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
	*m = recall{}
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
