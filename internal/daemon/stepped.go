package daemon

import (
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// Stepped is a daemon without its loop, its port and its connection to a broker. Its caller
// feeds it one record after the other and decides when time passes. Everything is stored as
// in a live run, so a sweep can open many thousands of daemons on damaged files.
type Stepped struct{ d *Daemon }

// NewStepped opens the state directory of a configuration, as a start does.
func NewStepped(c *config.Config, session string) (Stepped, error) {
	d, err := New(c, zerolog.Nop(), clock.New(0), session)
	return Stepped{d}, err
}

// Begin does what the loop does first. It calls settle after each step of that. The system
// clock counts as not synchronised.
func (s Stepped) Begin(at int64, settle func()) {
	s.d.publishRestored()
	s.d.reportTimeAs(at, time.Now(), false)
	settle()
	s.d.publish(s.d.engine.ClearAlerts())
	settle()
	s.d.publish(s.d.engine.Begin())
	settle()
}

// Feed feeds a record.
func (s Stepped) Feed(r sensor.Record) { s.d.feed(r) }

// Wake runs out the deadlines until a time.
func (s Stepped) Wake(at int64) {
	s.d.clock.Begin(at)
	s.d.wake()
}

// Kill ends the daemon when everything is written. It does not publish that it ends.
func (s Stepped) Kill() { s.d.store.CloseAll() }

// Now returns the engine's time in milliseconds.
func (s Stepped) Now() int64 { return s.d.now }

// Engine returns the engine. A new segment of the journal replaces it.
func (s Stepped) Engine() *pipeline.Engine { return s.d.engine }

// Store returns what outlives the program.
func (s Stepped) Store() *persist.Store { return s.d.store }

// Restored reports, before Begin, whether the game of an earlier start goes on. In either case
// it returns the messages which that start had no time to publish.
func (s Stepped) Restored() (unpublished []transport.Message, ok bool) {
	if s.d.restored == nil {
		return s.d.unpublished, false
	}
	return s.d.restored.Unpublished, true
}
