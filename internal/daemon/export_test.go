package daemon

import (
	"time"

	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
)

// What the tests of package daemon_test use. They are in a package of their own because
// daemontest imports this one.

const (
	RequestsPerSecond = requestsPerSecond
	RequestBurst      = requestBurst
	MaxRemark         = maxRemark
	MaxPerCaller      = maxPerCaller
)

// Record makes the daemon record to a file.
func (d *Daemon) Record(file string) (rec *Recording, err error) {
	d.recording, err = StartRecording(file, d.header)
	return d.recording, err
}

// Engine returns the engine of a daemon that has ended.
func (d *Daemon) Engine() *pipeline.Engine { return d.engine }

// Host returns the host of the board.
func (s Stepped) Host() family.Host { return s.d.Wire.Host }

// Answers makes the daemon take its board for one that is there and answers.
func (s Stepped) Answers() {
	host := new(bus.Member)
	host.Opened(0)
	s.d.Wire.open, s.d.Wire.Host = true, host
}

// Compact begins a segment with the compacted log if the present one is long.
func (s Stepped) Compact() { s.d.compact() }

func (s Stepped) Compacted() *persist.CompactedLog { return s.d.compacted }

// ReportTime feeds a time of day.
func (s Stepped) ReportTime(at int64, now time.Time, synced bool) {
	s.d.reportTimeAs(at, now, synced)
}

// TimeOfDay returns the record of the present time of day.
func (s Stepped) TimeOfDay() sensor.Record { return s.d.timeOfDay() }

// Ahead returns by how many milliseconds the game goes on later than it was left.
func (s Stepped) Ahead() int64 { return s.d.clock.Now() - s.d.restored.At }

// Refuse answers a request that is not carried out.
func (s Stepped) Refuse(verb, transaction string) {
	a := queuedRequest{verb: verb, err: errTooMany}
	a.request.Transaction = transaction
	s.d.refuse(s.d.now, &a)
}
