package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/internal/systemd"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/transport"
)

// Bus is a port that several boards share. Only the bus speaks to them. It delivers each
// answer to the server of its board. In a run that is a daemon with its own game, topics,
// will and connection to the broker, as if the board had a port of its own.
//
// The bus has one goroutine, and so has each daemon.
type Bus struct {
	config *config.Config
	clock  *clock.Clock
	log    zerolog.Logger
	serve  server

	link     sensor.PortLink
	events   chan sensor.PortEvent
	host     bus.Host
	wrote    []byte
	answer   sensor.PortEvent // what was read and not delivered yet
	answerer bus.Address      // of the board that sent it
	failed   error            // why the port cannot be opened; nil if it is open
	reported string           // the same, as logged last

	boards  []*busBoard
	running int        // how many boards are served
	ended   chan error // one for each board that is no longer served
	settled func()     // called once when it is known which boards there are; may be nil

	notifier  *systemd.Notifier
	exporter  *exporter
	liveChess *liveChess
	logQueue  *logQueue
}

// server begins to serve a board. It returns the wire that takes the board's events, and a
// function that runs until ctx ends.
type server func(m *busBoard) (w *Wire, run func(ctx context.Context) error, err error)

// busBoard is a board of a bus.
type busBoard struct {
	name    string        // "" until it is known which board it is
	address bus.Address   // bus.All: the board is configured by its serial number, and not found yet
	serial  string        // as configured
	wire    *Wire         // nil: the board is not served yet
	gone    chan struct{} // closed when the board is no longer served
	early   []sensor.PortEvent
	link    linkState
	clock   []byte // the reading of its clock that was delivered last
	read    bool   // nothing was delivered after that reading
}

// linkState is the last report of whether a board answers.
type linkState uint8

const (
	linkUnknown linkState = iota
	linkUp
	linkDown
)

// newBus makes a bus with the boards that are configured.
func newBus(c *config.Config, log zerolog.Logger, p *clock.Clock) *Bus {
	b := &Bus{config: c, events: make(chan sensor.PortEvent), clock: p, log: log, ended: make(chan error), answer: sensor.PortEvent{Kind: sensor.PortData}}
	w := Wire{config: &c.Port, Family: family.Named(family.Bus)}
	b.link.Port = w.settings()
	b.host.Search = c.Port.Search
	for _, board := range c.Boards {
		b.boards = append(b.boards, &busBoard{name: board.Name, address: bus.Address(board.Address), serial: board.Serial})
		if board.Address != 0 {
			b.host.Expected = append(b.host.Expected, bus.Address(board.Address))
		}
	}
	return b
}

// run serves the boards until ctx ends, or one of them can no longer be served.
func (b *Bus) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		b.link.Run(ctx, b.events)
	}()
	err := b.loop(ctx)
	cancel()
	<-closed
	for range b.running {
		err = errors.Join(err, <-b.ended)
	}
	return err
}

func (b *Bus) loop(ctx context.Context) error {
	for _, m := range b.boards {
		if err := b.begin(ctx, m); err != nil {
			return err
		}
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		due := b.host.Deadline()
		timer.Reset(b.clock.Until(min(due, b.notifier.Due(due))))
		select {
		case <-ctx.Done():
			b.notifier.Stopping()
			return nil
		case err := <-b.ended:
			b.running--
			if ctx.Err() != nil {
				b.notifier.Stopping()
			}
			return err
		case e := <-b.events:
			b.take(e)
		case <-timer.C:
		}
		if err := b.step(ctx); err != nil {
			return err
		}
	}
}

// step takes note of which boards answer, delivers what they have answered, and sends what
// is due.
func (b *Bus) step(ctx context.Context) error {
	err := b.follow(ctx, time.Now())
	if !b.host.Waiting() {
		b.deliverAnswer(ctx)
	}
	b.send(ctx)
	b.notifier.Turned(b.clock.Now(), b.status())
	if b.settled != nil && b.isSettled() {
		b.settled()
		b.settled = nil
	}
	return err
}

// begin begins to serve a board.
func (b *Bus) begin(ctx context.Context, m *busBoard) error {
	w, run, err := b.serve(m)
	if err != nil {
		return fmt.Errorf("board %q: %w", m.name, err)
	}
	m.wire, m.gone = w, make(chan struct{})
	b.running++
	go func() {
		err := run(ctx)
		close(m.gone)
		b.ended <- err
	}()
	return nil
}

// take takes an event of the port.
func (b *Bus) take(e sensor.PortEvent) {
	b.reported = logPort(&b.log, e, b.reported)
	at := b.clock.When(e.Time)
	switch e.Kind {
	case sensor.PortFailed:
		b.failed = e.Err
	case sensor.PortUp:
		b.failed = nil
		b.host.Opened(at)
	case sensor.PortDown:
		b.host.Closed()
	case sensor.PortData:
		b.receive(at, e)
	}
	b.notifier.Ready()
}

// send writes what is due to the boards. Bytes that were read before belong to the board
// that was asked before.
func (b *Bus) send(ctx context.Context) {
	for {
		at := b.clock.Now()
		b.wrote = b.host.Step(b.wrote[:0], at)
		if len(b.wrote) == 0 {
			return
		}
		b.deliverAnswer(ctx)
		if b.link.Write(b.wrote) != nil || b.host.Deadline() > at {
			return // if the port is lost, an event says so
		}
	}
}

// receive takes bytes that were read. They belong to the board that was asked last, and are
// delivered when its answer has ended: so most answers are one event.
func (b *Bus) receive(at int64, e sensor.PortEvent) {
	if b.host.Listening() {
		b.answer.Data = append(b.answer.Data, e.Data...)
		b.answer.Time, b.answerer = e.Time, b.host.Asked()
		b.host.Read(at, e.Data)
	}
}

// maxEarly is how many events of a board are kept until its name is known. It is asked for
// five things until then.
const maxEarly = 64

// deliverAnswer delivers the answer of a board, unless it repeats what was delivered.
func (b *Bus) deliverAnswer(ctx context.Context) {
	e, m := b.answer, b.member(b.answerer)
	b.answer = sensor.PortEvent{Kind: sensor.PortData}
	if len(e.Data) > 0 && m != nil && m.link == linkUp && !m.repeats(e.Data) {
		b.deliver(ctx, m, e)
	}
}

// repeats reports whether an answer brings nothing new: it is empty, or the same reading of
// the clock. After a new reading of the clock, one empty answer is delivered: the decoder
// waits for it.
func (m *busBoard) repeats(data []byte) bool {
	read := bus.IsClock(data)
	if bus.Routine(data) && !m.read || read && bytes.Equal(data, m.clock) {
		return true
	}
	m.read = read
	if read {
		m.clock = data
	}
	return false
}

// deliver sends an event to the wire of a board, or keeps it until the board is served.
func (b *Bus) deliver(ctx context.Context, m *busBoard, e sensor.PortEvent) {
	if m.wire == nil {
		if len(m.early) < maxEarly {
			m.early = append(m.early, e)
		}
		return
	}
	select {
	case m.wire.Events <- e:
	case <-m.gone:
	case <-ctx.Done():
	}
}

// status describes the bus in a few words for systemctl status.
func (b *Bus) status() string {
	up := 0
	for _, m := range b.boards {
		if m.link == linkUp {
			up++
		}
	}
	return fmt.Sprintf("%d of %d boards answer", up, len(b.boards))
}

// member returns the board with an address; nil if there is none yet.
func (b *Bus) member(a bus.Address) *busBoard {
	for _, m := range b.boards {
		if m.address == a && a != bus.All {
			return m
		}
	}
	return nil
}

// follow takes note of which boards there are, what their names are, and which answer.
func (b *Bus) follow(ctx context.Context, now time.Time) error {
	for _, m := range b.boards {
		if m.address == bus.All && b.isSettled() { // no board has this serial number
			b.updateLink(ctx, m, &bus.Station{}, now)
		}
	}
	for _, s := range b.host.Stations() {
		m := b.member(s.Address)
		if m == nil {
			m = &busBoard{address: s.Address}
			b.boards = append(b.boards, m)
		}
		b.updateLink(ctx, m, &s, now)
		if m.wire == nil && s.Asked {
			if err := b.name(ctx, m, s.Info.Serial); err != nil {
				return err
			}
		}
	}
	return nil
}

// updateLink reports whether a board answers, if that has changed. Before all boards have
// been asked, nothing is reported of one that has never answered.
func (b *Bus) updateLink(ctx context.Context, m *busBoard, s *bus.Station, now time.Time) {
	kind, link := sensor.PortDown, linkDown
	if s.Answering {
		kind, link = sensor.PortUp, linkUp
	}
	if m.link == link || m.link == linkUnknown && link == linkDown && b.host.Searching() {
		return
	}
	m.link, m.clock = link, nil
	b.deliver(ctx, m, sensor.PortEvent{Kind: kind, Time: now, Path: b.config.Port.Name})
	if m.wire == nil {
		return
	}
	log := b.log.With().Str("board", m.name).Stringer("address", s.Address).Logger()
	if s.Answering {
		log.Info().Msg("board answers")
	} else {
		log.Warn().Msg("board does not answer")
	}
}

// name gives a board that was found its name, and begins to serve it. If its serial number
// is configured, it is served already.
func (b *Bus) name(ctx context.Context, m *busBoard, serial string) error {
	if named := b.bySerial(serial); named != nil {
		b.boards = slices.DeleteFunc(b.boards, func(o *busBoard) bool { return o == m })
		named.address, named.link = m.address, m.link
		b.deliverEarly(ctx, named, m.early, serial)
		return nil
	}
	m.name = b.config.NameFor(serial)
	if slices.ContainsFunc(b.boards, func(o *busBoard) bool { return o != m && o.name == m.name }) {
		m.name += "-" + m.address.String()
	}
	early := m.early
	m.early = nil
	if err := b.begin(ctx, m); err != nil {
		return err
	}
	b.deliverEarly(ctx, m, early, serial)
	return nil
}

// bySerial returns the board that is configured with a serial number and was not found yet;
// nil if there is none.
func (b *Bus) bySerial(serial string) *busBoard {
	for _, m := range b.boards {
		if m.address == bus.All && m.serial == serial {
			return m
		}
	}
	return nil
}

// deliverEarly logs that a board was found, and delivers its events from before it was
// served.
func (b *Bus) deliverEarly(ctx context.Context, m *busBoard, early []sensor.PortEvent, serial string) {
	b.log.Info().Str("board", m.name).Stringer("address", m.address).Str("serial", serial).Msg("board found")
	for _, e := range early {
		b.deliver(ctx, m, e)
	}
}

// isSettled reports whether it is known which boards there are and who they are, or why that
// cannot be known.
func (b *Bus) isSettled() bool {
	return b.failed != nil || !b.host.Searching() && !slices.ContainsFunc(b.host.Stations(), func(s bus.Station) bool { return s.Answering && !s.Asked })
}

// runBus serves each board of a bus with a daemon, and records each to a file of its own.
func runBus(ctx context.Context, b *Bus, file string) error {
	b.serve = func(m *busBoard) (*Wire, func(context.Context) error, error) { return b.daemonFor(m, file) }
	return b.run(ctx)
}

// daemonFor makes the daemon of a board.
func (b *Bus) daemonFor(m *busBoard, file string) (*Wire, func(context.Context) error, error) {
	c := b.config.ForBoard(m.name)
	d, err := NewAt(m.address, c, b.log.With().Str("board", m.name).Logger(), clock.New(b.clock.Speed()), session.New())
	if err != nil {
		return nil, nil, err
	}
	d.Wire.shared = true
	b.exporter.add(d)
	b.liveChess.add(d)
	b.logQueue.notify(d.trouble.Reporter(transport.LogFailing))
	d.engine.SetAddress(int(m.address))
	if d.recording, err = recordingFor(d.header, m, file); err != nil {
		return nil, nil, err
	}
	if err := d.recording.addAll(d.restored); err != nil {
		return nil, nil, err
	}
	return d.Wire, func(ctx context.Context) error {
		defer d.recording.Close()
		return d.Run(ctx)
	}, nil
}

// recordingFor begins the recording of a board: NAME.log becomes NAME-board.log.
func recordingFor(h *sensor.Header, m *busBoard, file string) (*Recording, error) {
	if file == "" {
		return nil, nil
	}
	h.Address = int(m.address)
	ext := filepath.Ext(file)
	return StartRecording(strings.TrimSuffix(file, ext)+"-"+m.name+ext, h)
}

// RecordBus records each board of a bus to a log of its own.
func RecordBus(ctx context.Context, c *config.Config, out io.Writer, file string) error {
	b := newBus(c, NewLogger(&c.Log, out), clock.New(1))
	b.serve = func(m *busBoard) (*Wire, func(context.Context) error, error) {
		own := c.ForBoard(m.name)
		rec, err := recordingFor(own.Header(), m, file)
		if err != nil {
			return nil, nil, err
		}
		w := NewLoneWire(&own.Port, clock.New(1))
		w.shared = true
		return w.Wire, func(ctx context.Context) error {
			n, err := RecordPort(ctx, NewPortProgress(io.Discard), w, rec)
			b.log.Info().Str("board", m.name).Int("records", n).Msg("recorded")
			return errors.Join(err, rec.Close())
		}, nil
	}
	return b.run(ctx)
}

// searchTime is how long a search for the boards of a bus takes at most.
const searchTime = 20 * time.Second

// CheckBus opens the port of a bus and describes which boards are there.
func CheckBus(ctx context.Context, c *config.Config, wait time.Duration) (string, error) {
	if c.Port.Name == "" {
		return "", ErrNoPort
	}
	ctx, cancel := context.WithTimeout(ctx, wait+searchTime)
	defer cancel()
	b := newBus(c, zerolog.Nop(), clock.New(1))
	b.settled = cancel
	b.serve = func(*busBoard) (*Wire, func(context.Context) error, error) {
		w := NewLoneWire(&c.Port, b.clock)
		w.shared = true
		return w.Wire, func(ctx context.Context) error { return ignore(ctx, w.Events) }, nil
	}
	if err := b.run(ctx); err != nil {
		return "", err
	}
	return b.describe()
}

// ignore discards events until ctx ends.
func ignore(ctx context.Context, events <-chan sensor.PortEvent) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-events:
		}
	}
}

// describe says which boards were found. It is an error if a configured board is missing.
func (b *Bus) describe() (string, error) {
	var here, missing []string
	for _, m := range b.boards {
		if m.link == linkUp {
			here = append(here, fmt.Sprintf("%s (%s)", m.name, m.address))
		} else {
			missing = append(missing, m.name)
		}
	}
	switch {
	case b.failed != nil:
		return "", fmt.Errorf("%w%s", b.failed, PortRemedy(b.failed))
	case len(here) == 0:
		return "", fmt.Errorf("%s: no board on the line has answered\n"+
			"is it the right port (boardd ports), and are the boards switched on?", b.config.Port.Name)
	case len(missing) > 0:
		return "", fmt.Errorf("%s: %s answer, but not %s", b.config.Port.Name, strings.Join(here, ", "), strings.Join(missing, ", "))
	}
	return fmt.Sprintf("%s, a line of %d boards: %s", b.config.Port.Name, len(here), strings.Join(here, ", ")), nil
}

// PortRemedy returns what a person can do about an error of a port; "" if nothing is known.
func PortRemedy(err error) string {
	text := err.Error()
	switch {
	case errors.Is(err, sensor.ErrPortInUse):
		return "\nstop the other program first; a running boardd counts"
	case strings.Contains(text, "permission denied"):
		return "\nadd yourself to its group: sudo usermod -aG dialout $USER, then log in again"
	case errors.Is(err, sensor.ErrNoPort), errors.Is(err, sensor.ErrNoHID), errors.Is(err, sensor.ErrNoBoard):
		return "\nboardd ports lists those that there are"
	case errors.Is(err, fs.ErrNotExist), strings.Contains(text, "no port"):
		return "\nis the board plugged in? boardd ports lists what is there"
	}
	return ""
}
