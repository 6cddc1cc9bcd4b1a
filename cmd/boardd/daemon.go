package main

import (
	"context"
	"math"
	"regexp"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// daemon is boardd run: one goroutine that feeds the engine with what happens
// at the port, at the broker and to the time, and passes on what it says.
type daemon struct {
	pace      *pace
	wire      *wire
	engine    *engine
	publisher *publish.Publisher
	broker    chan brokerState
	prover    *prover
	recording *recording          // nil: nothing is written
	keeping   *keeping            // nil: nothing outlives the program
	restored  *restored           // nil: nothing has
	unsaid    []transport.Message // of a game that is not gone on with
	header    *sensor.Header      // of a log of what happens
	menFile   string              // where the men are kept that have been learnt; empty: nowhere
	kept      certabo.Set
	log       zerolog.Logger
	topics    transport.Topics
	notifier  *notifier // nil: systemd has not started this
	meter     meter
	asked     chan chan<- reading // how the daemon does
	discovery discovery
	allowance allowance // of requests

	connected bool          // to the broker
	last      int64         // the time that the engine has come to
	synced    bool          // as it was said last
	told      time.Time     // when the time of day was, by both of the system's clocks
	toldAt    int64         // the same by the engine's time
	behind    time.Duration // the system clock is, as an earlier start has told
	said      struct {
		portTrouble, brokerTrouble string
		silent                     bool   // the board does not answer
		bus                        bool   // there are several
		dropped, lost              uint64 // requests, and findings
	}
}

// brokerState is what the publisher tells of its connection.
type brokerState struct {
	up  bool
	err error
}

// syncEvery is how often the system clock and the outbox are looked at, in
// milliseconds.
const syncEvery = 60_000

// loop runs until ctx ends.
func (d *daemon) loop(ctx context.Context) error {
	d.wire.start(ctx)
	d.goOn()
	d.tellTime(d.clock(d.pace.now()), time.Now())
	d.publish(d.engine.ClearAlerts())
	d.publish(d.engine.Begin())
	timer := time.NewTimer(0)
	defer timer.Stop()
	nextSync := int64(syncEvery)
	for {
		timer.Reset(d.pace.until(min(d.deadline(), d.notifier.due(nextSync), nextSync)))
		select {
		case <-ctx.Done():
			d.notifier.stopping()
			d.publish(d.engine.End(d.clock(d.pace.now())))
			return nil
		case e := <-d.wire.events:
			d.port(e)
		case r := <-d.publisher.Requests():
			d.request(r)
		case answer := <-d.asked:
			answer <- d.reading()
		case s := <-d.broker:
			d.brokerChanged(s)
		case p := <-d.prover.answers:
			d.proved(p)
		case t := <-d.keeping.troubles():
			d.troubled(t)
		case <-timer.C:
			d.wake()
		}
		d.prover.ask(d.engine.Question())
		if now := d.pace.now(); now >= nextSync {
			nextSync = now + syncEvery
			d.eachMinute(now)
		}
		d.discover()
		d.notifier.turned(d.pace.now(), d.status())
	}
}

// eachMinute is what has no other occasion.
func (d *daemon) eachMinute(now int64) {
	d.checkTime(now, time.Now(), time.Since(d.told))
	d.countLost()
	d.report(now)
	d.shorten()
}

// deadline is when the engine or the board wants something done.
func (d *daemon) deadline() int64 {
	at := int64(math.MaxInt64)
	if due, ok := d.engine.Deadline(); ok {
		at = due
	}
	return min(at, d.wire.deadline())
}

func (d *daemon) wake() {
	d.feedWire(d.wire.send())
	d.last = d.clock(d.pace.now())
	o := d.engine.Wake(d.last)
	d.meter.found(&o)
	if d.keeping == nil || !weighty(o) {
		d.publish(o)
		return
	}
	d.passTime(o)
}

// passTime passes on what followed when it was time for it. No record says that so
// much time has passed; the time of day does.
func (d *daemon) passTime(o outcome) {
	now := d.timeOfDay()
	d.record(now)
	d.pass(&now, o)
	d.publish(d.engine.Step(now))
	d.turnPage()
}

// clock makes sure that the engine's time never goes back.
func (d *daemon) clock(at int64) int64 { return max(at, d.last) }

// feed gives the engine a record. What is recorded is what the engine got.
func (d *daemon) feed(r sensor.Record) {
	r.At = d.clock(r.At)
	d.last = r.At
	d.record(r)
	o := d.engine.Step(r)
	d.meter.step(&o)
	if d.keeping != nil && weighty(o) && len(d.engine.lines(&r, &o)) == 0 {
		d.passTime(o) // it was time just when a frame came that is no news
		return
	}
	news := len(o.Decoded) > 0
	d.pass(&r, o)
	d.keepMen()
	d.turnPage()
	if news && r.Verb != learntVerb {
		d.keepLearnt()
	}
}

func (d *daemon) record(r sensor.Record) {
	if err := d.recording.write(r); err != nil {
		d.log.Error().Err(err).Msg("recording stopped")
		d.recording = nil
	}
}

// publish sends messages on their way, and logs what a person would act on.
func (d *daemon) publish(o outcome) { d.pass(nil, o) }

func (d *daemon) logFinding(f *touchmove.Finding) {
	if f.Level == touchmove.Info && f.Code != touchmove.ResultSignal && f.Code != touchmove.SensorFault && f.Code != touchmove.BoardReset {
		return
	}
	e := d.log.Warn()
	if f.Level == touchmove.Info {
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

// port takes what happened at the port. Of one that is shared the line has told.
func (d *daemon) port(e sensor.PortEvent) {
	if !d.wire.shared {
		d.said.portTrouble = logPort(&d.log, e, d.said.portTrouble)
	}
	if e.Kind == sensor.PortData {
		d.meter.hear(e.Time)
	}
	d.feedWire(d.wire.take(e))
	d.notifier.isReady()
}

// logPort logs what happened at a port, and returns what trouble was told last.
func logPort(log *zerolog.Logger, e sensor.PortEvent, told string) string {
	switch e.Kind {
	case sensor.PortUp:
		log.Info().Str("port", e.Path).Msg("port opened")
		return ""
	case sensor.PortDown:
		log.Warn().Str("port", e.Path).Err(e.Err).Msg("port lost")
	case sensor.PortFailed:
		if text := portTrouble(e.Err); text != told {
			log.Error().Msg(text)
			return text
		}
	}
	return told
}

// feedWire feeds what happened on the wire, and logs when the board falls
// silent and when it is back.
func (d *daemon) feedWire(records []sensor.Record) {
	for _, r := range records {
		if r.Word == sensor.Family {
			d.log.Info().Str("family", string(r.Data)).Int("baud", d.wire.found.Baud).Msg("board found")
		}
		d.feed(r)
	}
	if d.engine.wantsLog() {
		d.wire.wantLog()
	}
	if bus := d.wire.isBus(); bus != d.said.bus {
		d.said.bus = bus
		if bus {
			d.log.Error().Msg(busText)
		}
	}
	switch silent := d.said.silent; {
	case !silent && d.wire.lost:
		d.said.silent = true
		d.log.Warn().Msg("the board does not answer; is it switched on?")
	case silent && d.wire.host.Answering():
		d.said.silent = false
		d.log.Info().Msg("the board answers again")
	}
}

// proved tells the game what a search beside it has found. What has been asked
// since makes it stale; the game refuses it then.
func (d *daemon) proved(p proof) {
	d.prover.take(p)
	if q, open := d.engine.Question(); !open || q != p.question {
		return
	}
	if payload, say := transport.AnswerDead(p.question, p.dead); say {
		d.feed(sensor.Record{At: d.pace.now(), Word: sensor.Cmd, Verb: transport.DeadPosition, Data: payload})
	}
}

// addresses are those of both ends of a connection, of which one is another
// each time.
var addresses = regexp.MustCompile(`\S+->\S+`)

func (d *daemon) brokerChanged(s brokerState) {
	d.connected = s.up
	switch {
	case s.up && s.err != nil:
		d.log.Warn().Err(s.err).Msg("broker connected, but requests are not to be had")
	case s.up:
		d.log.Info().Msg("broker connected")
	default:
		if text := addresses.ReplaceAllString(s.err.Error(), ""); text != d.said.brokerTrouble {
			d.said.brokerTrouble = text
			d.log.Warn().Err(s.err).Msg("no broker; messages are kept")
		}
		return
	}
	d.said.brokerTrouble = ""
	d.discovery.said = nil
	d.engine.encoder.SetHealth(d.health())
	d.publish(d.engine.Connected(d.clock(d.pace.now())))
}
