// Package daemon runs the boards of one port: it reads the port, feeds the pipeline, writes
// the journal, and publishes what follows. [Run] does all that a configuration asks for;
// [New] makes the [Daemon] of one board. A [Bus] serves each board of a bus with a daemon.
package daemon

import (
	"context"
	"io"
	"math"
	"os"
	"regexp"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/internal/release"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/internal/systemd"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// Daemon follows one board. One goroutine feeds the engine with what happens at the port, at
// the broker and to the time, and publishes what follows.
type Daemon struct {
	Wire      *Wire
	clock     *clock.Clock
	engine    *pipeline.Engine
	compacted *persist.CompactedLog // of the engine; nil: the journal is not compacted
	publisher *publish.Publisher
	header    *sensor.Header // of the journal and of a recording
	topics    transport.Topics
	log       zerolog.Logger

	// What the loop waits for, besides the wire.
	broker  chan brokerState
	tooLong chan oversizedMessage
	inbox   *inbox // of requests
	asked   chan chan<- reading
	search  *mateSearch
	trouble persist.Troubles

	store       *persist.Store      // nil: nothing outlives the program
	restored    *persist.Restored   // nil: there was no game to go on with
	unpublished []transport.Message // of an earlier game that does not go on
	disk        *diskQueue          // for recordings and pieces
	recording   *Recording          // nil: nothing is recorded

	piecesFile    string // where learnt pieces are saved; "": nowhere
	savedPieces   certabo.Set
	piecesUnsaved atomic.Bool // writing them has failed

	notifier  *systemd.Notifier
	meter     meter
	discovery discovery
	shown     *shownBoard // to clients of LiveChess; nil: it is not
	flood     flood
	oversized map[string]int // bytes of messages that the broker does not take, by topic

	connected bool          // to the broker
	now       int64         // the engine's time
	utc       time.Time     // the time of day that was fed last, with the monotonic clock,
	utcAt     int64         // the engine's time then,
	synced    bool          // and whether the system clock was synchronised
	behind    time.Duration // how far the system clock is behind the journal
	reported  struct {      // what was logged last
		portTrouble, brokerTrouble string
		silent                     bool   // the board does not answer
		bus                        bool   // there are several boards
		lost                       uint64 // findings that the outbox gave up
	}
}

// brokerState is whether the publisher is connected.
type brokerState struct {
	up  bool
	err error
}

// syncEvery is how often eachMinute runs, in milliseconds.
const syncEvery = 60_000

// loop runs until ctx ends.
func (d *Daemon) loop(ctx context.Context) error {
	d.Wire.Start(ctx)
	d.publishRestored()
	d.reportTime(d.engineTime(d.clock.Now()), time.Now())
	d.publish(d.engine.ClearAlerts())
	d.publish(d.engine.Begin())
	timer := time.NewTimer(0)
	defer timer.Stop()
	nextSync := int64(syncEvery)
	for {
		timer.Reset(d.clock.Until(min(d.deadline(), d.notifier.Due(nextSync), nextSync)))
		select {
		case <-ctx.Done():
			d.notifier.Stopping()
			d.publishOff()
			return nil
		case e := <-d.Wire.Events:
			d.port(e)
		case <-d.inbox.ready:
			if a, ok := d.inbox.next(time.Now()); ok {
				d.request(a)
			}
		case answer := <-d.asked:
			answer <- d.reading()
		case s := <-d.broker:
			d.brokerChanged(s)
		case m := <-d.tooLong:
			d.messageLength(m)
		case p := <-d.search.answers:
			d.searched(p)
		case t := <-d.trouble:
			d.troubleReported(t)
		case <-timer.C:
			d.wake()
		}
		d.publishHeld()
		d.search.ask(d.engine.Question())
		if now := d.clock.Now(); now >= nextSync {
			nextSync = now + syncEvery
			d.eachMinute(now)
		}
		d.discover()
		d.notifier.Turned(d.clock.Now(), d.status())
	}
}

// publishOff publishes that the daemon is stopped. The broker may have become reachable since the
// last turn of the loop: to a broker that is not, no state is published.
func (d *Daemon) publishOff() {
	for len(d.broker) > 0 {
		d.brokerChanged(<-d.broker)
	}
	d.publish(d.engine.End(d.engineTime(d.clock.Now())))
}

// eachMinute does what no event causes.
func (d *Daemon) eachMinute(now int64) {
	d.checkTime(now, time.Now(), time.Since(d.utc))
	d.countLost()
	d.countRefused()
	d.reportFloodEachMinute()
	d.report(now)
	d.savePiecesAgain()
	d.compact()
}

// deadline returns when the engine, the held messages or the board need attention.
func (d *Daemon) deadline() int64 {
	at := int64(math.MaxInt64)
	if due, ok := d.engine.Deadline(); ok {
		at = due
	}
	if due, held := d.heldDue(); held {
		at = min(at, due)
	}
	return min(at, d.Wire.Deadline())
}

// wake sends what is due to the board and runs out the engine's deadlines.
func (d *Daemon) wake() {
	d.feedWire(d.Wire.Send())
	d.now = d.engineTime(d.clock.Now())
	d.limitMessages()
	o := d.engine.Wake(d.now)
	d.spendMessages(&o)
	d.meter.countFindings(&o)
	d.show(&o)
	switch {
	case len(o.Messages)+len(o.Findings) == 0:
	case d.store == nil:
		d.publish(o)
	case mustSurvivePowerCut(o):
		d.passTime(o)
	case d.engine.HoldsMessages():
		d.publish(o) // a later start finds what was held back: see persist.Restored
	default:
		d.passEntry(journal.Entry{Lines: persist.Deadlines(d.now)}, o)
	}
}

// passTime passes on what followed because time had passed. No record says how much time
// that was, so a record of the time of day does.
func (d *Daemon) passTime(o pipeline.Outcome) {
	now := d.timeOfDay()
	d.record(now)
	d.pass(&now, o)
	d.publish(d.engine.Step(now))
	d.beginGameSegment()
}

// engineTime makes sure that the engine's time never goes back.
func (d *Daemon) engineTime(at int64) int64 { return max(at, d.now) }

// feed gives the engine a record. The recording gets the same record.
func (d *Daemon) feed(r sensor.Record) {
	r.At = d.engineTime(r.At)
	d.now = r.At
	d.record(r)
	d.limitMessages()
	o := d.engine.Step(r)
	d.spendMessages(&o)
	d.meter.step(&o)
	d.show(&o)
	if o.AskForLog {
		d.Wire.AskForLog()
	}
	if d.store != nil && mustSurvivePowerCut(o) && len(d.engine.JournalLines(&r, &o)) == 0 {
		d.passTime(o) // a deadline ran out, and the record itself changed nothing
		return
	}
	news := len(o.Decoded) > 0
	d.pass(&r, o)
	d.savePieces()
	d.beginGameSegment()
	if news && r.Verb != pipeline.SavedStateVerb {
		d.saveState()
	}
}

// record appends a record to the recording. The loop does not wait for the disk.
func (d *Daemon) record(r sensor.Record) {
	rec := d.recording
	if rec == nil {
		return
	}
	line := sensor.AppendRecord(nil, r)
	taken := d.disk.do(func() {
		if err := rec.add(line); err != nil {
			d.log.Error().Err(err).Msg("recording stopped")
		}
	})
	if !taken {
		d.log.Error().Err(errDiskWaits).Msg("recording stopped")
		d.recording = nil
	}
}

// publish publishes the messages of an outcome, and logs the findings on which a person
// would act.
func (d *Daemon) publish(o pipeline.Outcome) { d.pass(nil, o) }

// logFinding logs a finding on which a person would act.
func (d *Daemon) logFinding(f *touchmove.Finding) {
	if f.Level == laws.Info && f.Code != laws.ResultSignal && f.Code != laws.SensorFault && f.Code != laws.SensorNote && f.Code != laws.BoardReset {
		return
	}
	if !d.mayLog() {
		return
	}
	e := d.log.Warn()
	if f.Level == laws.Info {
		e = d.log.Info()
	}
	if f.SAN != "" {
		e = e.Str("move", f.SAN)
	}
	if f.Text != "" {
		e = e.Str("text", f.Text)
	}
	e.Stringer("level_of_finding", f.Level).Str("article", f.Article).Stringer("side", f.Side).Msg(f.Code.String())
}

// port takes an event of the port. Events of a shared port are logged by the bus.
func (d *Daemon) port(e sensor.PortEvent) {
	if !d.Wire.shared {
		d.reported.portTrouble = logPort(&d.log, e, d.reported.portTrouble)
	}
	if e.Kind == sensor.PortData {
		d.meter.received(e.Time)
	}
	d.feedWire(d.Wire.Take(e))
	d.feedWire(d.Wire.Send())
	d.notifier.Ready()
}

// logPort logs an event of a port. It returns the text of the trouble that was logged last.
func logPort(log *zerolog.Logger, e sensor.PortEvent, reported string) string {
	switch e.Kind {
	case sensor.PortUp:
		log.Info().Str("port", e.Path).Msg("port opened")
		return ""
	case sensor.PortDown:
		log.Warn().Str("port", e.Path).Err(e.Err).Msg("port lost")
	case sensor.PortFailed:
		if text := portTrouble(e.Err); text != reported {
			log.Error().Msg(text)
			return text
		}
	}
	return reported
}

// feedWire feeds records of the wire, and logs when the board falls silent and when it
// answers again.
func (d *Daemon) feedWire(records []sensor.Record) {
	for _, r := range records {
		d.feed(r)
		if r.Word == sensor.Family {
			d.Wire.SetDecoder(d.engine.Decoder)
			d.log.Info().Str("family", string(r.Data)).Int("baud", d.Wire.Found.Baud).Msg("board found")
		}
	}
	if bus := d.Wire.IsBus(); bus != d.reported.bus {
		d.reported.bus = bus
		if bus {
			d.log.Error().Msg(BusText)
		}
	}
	switch silent := d.reported.silent; {
	case !silent && d.Wire.lost:
		d.reported.silent = true
		d.log.Warn().Msg("the board does not answer; is it switched on?")
	case silent && d.Wire.Host.Answering():
		d.reported.silent = false
		d.log.Info().Msg("the board answers again")
	}
}

// searched feeds the answer of a search, unless the question has changed meanwhile.
func (d *Daemon) searched(p pipeline.Proof) {
	d.search.take(p)
	if q, open := d.engine.Question(); !open || q != p.Question {
		return
	}
	if verb, payload, say := p.Command(); say {
		d.feed(sensor.Record{At: d.clock.Now(), Word: sensor.Cmd, Verb: verb, Data: payload})
	}
}

// addresses matches the addresses of both ends of a connection. One of them changes with
// each try.
var addresses = regexp.MustCompile(`\S+->\S+`)

// brokerChanged takes note that the connection to the broker is up or down.
func (d *Daemon) brokerChanged(s brokerState) {
	d.connected = s.up
	switch {
	case s.up && s.err != nil:
		d.log.Warn().Err(s.err).Msg("broker connected, but requests cannot be received")
	case s.up:
		d.log.Info().Msg("broker connected")
	default:
		if text := addresses.ReplaceAllString(s.err.Error(), ""); text != d.reported.brokerTrouble {
			d.reported.brokerTrouble = text
			d.log.Warn().Err(advice.With(s.err)).Msg("no broker; messages are kept")
		}
		return
	}
	d.reported.brokerTrouble = ""
	d.discovery.published = nil
	d.engine.Encoder.SetHealth(d.health())
	d.publish(d.engine.RepublishAll(d.engineTime(d.clock.Now())))
}

// Run runs what the configuration says: one board, or the boards of a bus. It records what
// happens to a file, if one is named.
func Run(ctx context.Context, c *config.Config, errs io.Writer, n *systemd.Notifier, file string) error {
	if c.Port.Name == "" {
		return cli.BadInput(ErrNoPort)
	}
	log, out := newLogQueue(&c.Log, errs)
	defer out.flush()
	if c.MQTT.Exposed() {
		log.Warn().Msg(config.ExposedPassword)
	}
	x := startExporter(ctx, &c.Metrics, log)
	live := startLiveChess(ctx, c, log)
	if c.Port.Family == family.Bus {
		l := newBus(c, log, clock.New(1))
		l.notifier, l.exporter, l.liveChess, l.logQueue = n, x, live, out
		return runBus(ctx, l, file)
	}
	d, err := New(c, log, clock.New(1), session.New())
	if err != nil {
		return err
	}
	d.notifier = n
	out.notify(d.trouble.Reporter(transport.LogFailing))
	x.add(d)
	live.add(d)
	return runBoard(ctx, d, file)
}

// runBoard runs the daemon of a single board, and records to a file if one is named.
func runBoard(ctx context.Context, d *Daemon, file string) error {
	rec, err := StartRecording(file, d.header)
	if err != nil {
		return err
	}
	defer rec.Close()
	if err := rec.addAll(d.restored); err != nil {
		return err
	}
	d.recording = rec
	return d.Run(ctx)
}

// New makes a daemon that has not begun.
func New(c *config.Config, log zerolog.Logger, p *clock.Clock, session string) (*Daemon, error) {
	return NewAt(bus.All, c, log, p, session)
}

// NewAt makes the daemon of a board with an address on a bus.
func NewAt(address bus.Address, c *config.Config, log zerolog.Logger, p *clock.Clock, session string) (*Daemon, error) {
	topics, err := transport.NewTopics(c.Site, c.Board)
	if err != nil {
		return nil, cli.BadInput(err)
	}
	h, pieces, err := headerWithSavedPieces(c, &log)
	if err != nil {
		return nil, err
	}
	h.Address = int(address)
	h.Other = append(h.Other, sensor.Setting{Name: pipeline.MateAnswers, Value: "as they were found"})
	d := &Daemon{clock: p, log: log, trouble: persist.NewTroubles(), broker: make(chan brokerState, 16), tooLong: make(chan oversizedMessage, 16), search: newMateSearch(), topics: topics, inbox: newInbox(topics), flood: newFlood(), header: h,
		piecesFile: c.Port.PiecesFile, savedPieces: pieces, asked: make(chan chan<- reading), discovery: discovery{prefix: c.HomeAssistant.Prefix}}
	outbox, err := d.openStore(persist.StateFolder(c, os.Getenv), session)
	if err != nil {
		return nil, err
	}
	d.Wire = NewWire(&c.Port, p, d.engine.Decoder)
	pc, err := config.Publish(c, d.engine.Encoder.Will(), topics.Requests())
	if err != nil {
		return nil, err
	}
	pc.Changed = func(up bool, err error) {
		select {
		case d.broker <- brokerState{up, err}:
		default: // the loop is stuck; it will see how many messages are queued
		}
	}
	pc.Received = d.inbox.put
	pc.TooLong = func(topic string, size int) {
		select {
		case d.tooLong <- oversizedMessage{topic, size}:
		default:
		}
	}
	d.publisher, err = publish.New(pc, outbox)
	return d, err
}

// Run runs the daemon and its publisher until ctx ends, and then publishes what is left.
func (d *Daemon) Run(ctx context.Context) error {
	sending, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.publisher.Run(sending)
	}()
	d.log.Info().Str("version", release.Version).Str("topics", d.topics.Topic("#")).Str("state", d.store.Where()).Msg("boardd runs")
	d.disk = newDiskQueue(d.trouble.Reporter(transport.FilesFailing))
	err := d.loop(ctx)
	d.disk.end()
	if d.store != nil {
		d.store.Journal.Close() // the messages of its last records go to the outbox
	}
	stop()
	<-done
	d.store.Close()
	return err
}

// status describes the daemon in a few words for systemctl status.
func (d *Daemon) status() string {
	broker := "no broker; "
	if d.connected {
		broker = "broker connected; "
	}
	switch {
	case !d.Wire.open:
		return broker + "the port is waited for"
	case d.Wire.Host.Answering():
		return broker + "the board answers"
	}
	return broker + "the port is open, the board does not answer"
}
