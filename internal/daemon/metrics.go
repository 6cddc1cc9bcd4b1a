package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/metrics"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// exporter answers GET /metrics for all boards of this program. A nil exporter listens on no
// socket.
type exporter struct {
	mu      sync.Mutex
	daemons []*Daemon
}

// reading is the state of a daemon, read by its own loop.
type reading struct {
	state     transport.State
	connected bool
	health    transport.Health
	findings  [4]uint64 // by level
}

// startExporter listens until ctx ends, if the configuration asks for it. If it cannot
// listen, the game goes on without.
func startExporter(ctx context.Context, c *config.Metrics, logger zerolog.Logger) *exporter {
	if c.Listen == "" {
		return nil
	}
	x := &exporter{}
	if err := metrics.Serve(ctx, c, x.answer); err != nil {
		logger.Error().Err(advice.With(err)).Msg("no metrics")
		return nil
	}
	return x
}

func (x *exporter) add(d *Daemon) {
	if x == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.daemons = append(x.daemons, d)
}

func (x *exporter) answer(ctx context.Context) []byte {
	x.mu.Lock()
	daemons := x.daemons[:len(x.daemons):len(x.daemons)]
	x.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var all []exported
	for _, d := range daemons {
		e := exported{topics: d.topics}
		e.reading, e.err = d.ask(ctx)
		all = append(all, e)
	}
	return appendMetrics(nil, all)
}

// answerTime is how long the loops of all boards may take to answer. A board that does not
// answer is down.
const answerTime = 3 * time.Second

var errStuck = errors.New("the loop does not turn")

// ask asks the daemon's loop for a reading.
func (d *Daemon) ask(ctx context.Context) (reading, error) {
	answer := make(chan reading, 1)
	select {
	case d.asked <- answer:
		return <-answer, nil
	case <-ctx.Done():
		return reading{}, errStuck
	}
}

// reading returns the state of the daemon. The loop calls it.
func (d *Daemon) reading() reading {
	return reading{d.engine.State, d.connected, d.health(), d.meter.findings}
}

// exported is the metrics of one board.
type exported struct {
	topics transport.Topics
	reading
	err error // the loop has not answered
}

// metric is one number in the text format of Prometheus, version 0.0.4.
type metric struct {
	name, kind, help string
	value            func(r *reading) (v float64, ok bool)
}

func always(value func(r *reading) float64) func(r *reading) (float64, bool) {
	return func(r *reading) (float64, bool) { return value(r), true }
}

// figures are the metrics without labels of their own. Times are in seconds; counts begin at the
// start of the program.
var figures = []metric{
	{"boardd_broker_connected", "gauge", "Whether there is a connection to the broker.", always(func(r *reading) float64 { return metrics.Bool(r.connected) })},
	{"boardd_records_total", "counter", "Records: what the port, the broker and the time of day have brought.", always(func(r *reading) float64 { return float64(r.health.Records) })},
	{"boardd_bad_bytes_total", "counter", "Bytes from the port that made no sense.", always(func(r *reading) float64 { return float64(r.health.BadBytes) })},
	{"boardd_moves_total", "counter", "Moves published to relays.", always(func(r *reading) float64 { return float64(r.health.Moves) })},
	{"boardd_queue_messages", "gauge", "Messages that the broker has not acknowledged.", always(func(r *reading) float64 { return float64(r.health.Queued) })},
	{"boardd_queue_age_seconds", "gauge", "How long the oldest of these has waited.", always(func(r *reading) float64 { return float64(r.health.QueuedMs) / 1000 })},
	{"boardd_refused_total", "counter", "Messages for which there was no room, and findings that gave way.", always(func(r *reading) float64 { return float64(r.health.Refused) })},
	{"boardd_reconnections_total", "counter", "Connections to the broker after the first.", always(func(r *reading) float64 { return float64(r.health.Reconnections) })},
	{"boardd_last_frame_age_seconds", "gauge", "How long ago the port brought anything.", func(r *reading) (float64, bool) {
		if r.health.HeardMs == nil {
			return 0, false
		}
		return float64(*r.health.HeardMs) / 1000, true
	}},
	{"boardd_commit_seconds", "gauge", "How long the disk took the last time to keep messages.", func(r *reading) (float64, bool) {
		if r.health.CommitMs == nil {
			return 0, false
		}
		return *r.health.CommitMs / 1000, true
	}},
}

// appendMetrics appends the metrics of all boards. A board that has not answered is down,
// and has no other number.
func appendMetrics(dst []byte, all []exported) []byte {
	dst = metrics.AppendHead(dst, "boardd_up", "gauge", "Whether the loop that plays the board's game turns.")
	for i := range all {
		dst = appendValue(dst, "boardd_up", &all[i], "", metrics.Bool(all[i].err == nil))
	}
	for _, m := range figures {
		dst = metrics.AppendHead(dst, m.name, m.kind, m.help)
		for i := range all {
			if v, ok := m.value(&all[i].reading); ok && all[i].err == nil {
				dst = appendValue(dst, m.name, &all[i], "", v)
			}
		}
	}
	dst = metrics.AppendHead(dst, "boardd_findings_total", "counter", "Findings, by level.")
	dst = appendEach(dst, all, func(dst []byte, e *exported) []byte {
		for level, n := range e.findings {
			dst = appendValue(dst, "boardd_findings_total", e, `level="`+touchmove.Level(level).String()+`"`, float64(n))
		}
		return dst
	})
	dst = metrics.AppendHead(dst, "boardd_board_state", "gauge", "The state of the board, as the topic status has it: 1 for the one that it is in.")
	return appendEach(dst, all, func(dst []byte, e *exported) []byte {
		for _, s := range []transport.State{transport.Init, transport.Ready, transport.Lost} {
			dst = appendValue(dst, "boardd_board_state", e, `state="`+string(s)+`"`, metrics.Bool(e.state == s))
		}
		return dst
	})
}

func appendEach(dst []byte, all []exported, write func(dst []byte, e *exported) []byte) []byte {
	for i := range all {
		if all[i].err == nil {
			dst = write(dst, &all[i])
		}
	}
	return dst
}

// appendValue appends a line. The names of sites and boards need no escapes.
func appendValue(dst []byte, name string, e *exported, label string, v float64) []byte {
	if label != "" {
		label = "," + label
	}
	return metrics.AppendValue(dst, name, fmt.Sprintf("site=%q,board=%q%s", e.topics.Site(), e.topics.Board(), label), v)
}

// meter counts what a daemon has done since its start.
type meter struct {
	records, badBytes uint64
	findings          [laws.Arbiter + 1]uint64 // by level
	lastReceived      time.Time                // when the port brought bytes last
}

// step counts a record and what followed from it.
func (m *meter) step(o *pipeline.Outcome) {
	m.records++
	for i := range o.Decoded {
		if r := &o.Decoded[i]; r.Word == sensor.Fault {
			m.badBytes += uint64(r.Lost)
		}
	}
	m.countFindings(o)
}

func (m *meter) countFindings(o *pipeline.Outcome) {
	for i := range o.Findings {
		m.findings[o.Findings[i].Level]++
	}
}

func (m *meter) received(at time.Time) { m.lastReceived = at }

// health returns the present health of the daemon.
func (d *Daemon) health() transport.Health {
	s := d.publisher.Stats()
	h := transport.Health{
		Records:  d.meter.records,
		BadBytes: d.meter.badBytes,
		Moves:    d.engine.Encoder.Moves(),
		Queued:   s.Queued,
		QueuedMs: s.Waiting.Milliseconds(),
		Refused:  s.Refused + s.Lost,
	}
	if s.Connections > 1 {
		h.Reconnections = s.Connections - 1
	}
	if !d.meter.lastReceived.IsZero() {
		ms := max(0, time.Since(d.meter.lastReceived).Milliseconds())
		h.HeardMs = &ms
	}
	if took := d.store.CommitTime(); took > 0 {
		ms := float64(took.Microseconds()) / 1000
		h.CommitMs = &ms
	}
	return h
}

// report publishes the daemon's health with the state of the board. While the broker is away
// nothing is published: it would arrive late and be wrong by then.
func (d *Daemon) report(at int64) {
	d.engine.Encoder.SetHealth(d.health())
	if d.connected {
		d.publish(d.engine.RepublishState(d.engineTime(at)))
	}
}

// timely removes the state of the board while the broker is away: it is published at each
// connection, and an older state would arrive late.
func (d *Daemon) timely(messages []transport.Message) []transport.Message {
	if d.connected {
		return messages
	}
	return slices.DeleteFunc(messages, func(m transport.Message) bool { return transport.IsStatus(m.Topic) })
}
