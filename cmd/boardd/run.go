package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/rs/zerolog"

	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// runFlags are the flags of run and check. Other commands have some of them;
// the others are then empty.
type runFlags struct {
	config, instance, port, family, site, board, broker *string
}

func newConfigFlag(fs *flag.FlagSet) runFlags {
	return runFlags{
		config:   fs.String("config", "", "configuration `file` (default "+defaultConfigPath+", if it is there)"),
		instance: new(string),
		port:     new(string),
		family:   new(string),
		site:     new(string),
		board:    new(string),
		broker:   new(string),
	}
}

func (f *runFlags) addPort(fs *flag.FlagSet) {
	f.instance = fs.String("instance", "", "`name` of one of several boards of this machine: the board's name, unless its NAME.toml beside\n"+
		"the configuration says another; its port is "+portFolder+"NAME")
	f.port = fs.String("port", "", "serial port: a path, or usb:VID:PID[:SERIAL]")
	f.family = fs.String("family", "", "family of the board: "+autoFamily+", "+strings.Join(familyNames(), ", "))
}

func (f *runFlags) addSite(fs *flag.FlagSet) {
	f.site = fs.String("site", "", "name of the site in the topics")
	f.broker = fs.String("broker", "", "MQTT broker, tcp://host:1883")
}

// newPortFlags are the flags of one who reads a board.
func newPortFlags(fs *flag.FlagSet) runFlags {
	f := newConfigFlag(fs)
	f.addPort(fs)
	return f
}

// newSiteFlags are the flags of one who has to do with boards over a broker.
// User, password and certificates stand in the configuration alone.
func newSiteFlags(fs *flag.FlagSet) runFlags {
	f := newConfigFlag(fs)
	f.addSite(fs)
	return f
}

func newRunFlags(fs *flag.FlagSet) runFlags {
	f := newPortFlags(fs)
	f.addSite(fs)
	f.board = fs.String("board", "", "name of the board in the topics")
	return f
}

// read is the configuration with what the flags say in its place.
func (f *runFlags) read() (config, error) {
	c, err := readConfig(*f.config)
	if *f.instance != "" {
		c, err = readInstance(*f.config, *f.instance)
	}
	if err != nil {
		return c, badInput{err}
	}
	for _, o := range []struct{ from, to *string }{
		{f.site, &c.Site}, {f.board, &c.Board}, {f.port, &c.Port.Name}, {f.family, &c.Port.Family}, {f.broker, &c.MQTT.Broker},
	} {
		if *o.from != "" {
			*o.to = *o.from
		}
	}
	if err := c.check(); err != nil {
		return c, badInput{err}
	}
	return c, nil
}

func run(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error {
	flags := newRunFlags(fs)
	file := fs.String("record", "", "also write what happens to this log `file`, for a bug report")
	example := fs.Bool("example-config", false, "print a configuration that explains every key, and end")
	if err := parse(fs, args, 0, 0); err != nil {
		return err
	}
	if *example {
		_, err := io.WriteString(std.out, exampleConfig)
		return err
	}
	c, err := flags.read()
	if err != nil {
		return err
	}
	if c.Port.Name == "" {
		return badInput{errNoPort}
	}
	n, err := newNotifier(os.Getenv)
	if err != nil {
		return err
	}
	log := newLogger(&c.Log, std.err)
	if c.MQTT.exposed() {
		log.Warn().Msg(exposedPassword)
	}
	x := startExporter(ctx, &c.Metrics, log)
	if c.Port.Family == busFamily {
		l := newLine(&c, log, newPace(1))
		l.notifier, l.exporter = n, x
		return runLine(ctx, l, *file)
	}
	d, err := newDaemon(&c, log, newPace(1), newSession())
	if err != nil {
		return err
	}
	d.notifier = n
	x.add(d)
	return runBoard(ctx, d, *file)
}

// runBoard runs the daemon of a single board, and records what happens to a file
// if one is named.
func runBoard(ctx context.Context, d *daemon, file string) error {
	rec, err := startRecording(file, d.header)
	if err != nil {
		return err
	}
	defer rec.close()
	if err := rec.addAll(d.restored); err != nil {
		return err
	}
	d.recording = rec
	return d.run(ctx)
}

// newDaemon makes a daemon that has not begun.
func newDaemon(c *config, log zerolog.Logger, p *pace, session string) (*daemon, error) {
	return newDaemonAt(bus.All, c, log, p, session)
}

// newDaemonAt makes that of a board of a bus with an address.
func newDaemonAt(address bus.Address, c *config, log zerolog.Logger, p *pace, session string) (*daemon, error) {
	topics, err := transport.NewTopics(c.Site, c.Board)
	if err != nil {
		return nil, badInput{err}
	}
	h, men, err := c.headerWithMen()
	if err != nil {
		withoutMen(&log, c.Port.MenFile, err)
	}
	h.Address = int(address)
	d := &daemon{pace: p, log: log, broker: make(chan brokerState, 16), prover: newProver(), topics: topics, header: h,
		menFile: c.Port.MenFile, kept: men, asked: make(chan chan<- reading), discovery: discovery{prefix: c.HomeAssistant.Prefix}}
	outbox, err := d.remember(stateFolder(c, os.Getenv), session)
	if err != nil {
		return nil, err
	}
	d.wire = newWire(&c.Port, p)
	pc, err := publishConfig(c, d.engine.encoder.Will(), topics.Requests())
	if err != nil {
		return nil, err
	}
	pc.Changed = func(up bool, err error) {
		select {
		case d.broker <- brokerState{up, err}:
		default: // the daemon is stuck; it will see that messages queue up
		}
	}
	d.publisher, err = publish.New(pc, outbox)
	return d, err
}

// outboxLimit is how many messages wait in memory for a broker that is away:
// some thirty games of a hundred plies.
const outboxLimit = 50_000

// run runs the daemon and its publisher until ctx ends, and sees to it that
// what was said last goes out.
func (d *daemon) run(ctx context.Context) error {
	sending, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.publisher.Run(sending)
	}()
	d.log.Info().Str("version", release).Str("topics", d.topics.Topic("#")).Str("state", d.keeping.where()).Msg("boardd runs")
	err := d.loop(ctx)
	if d.keeping != nil {
		d.keeping.journal.Close() // what it had is in the outbox now
	}
	stop()
	<-done
	d.keeping.close()
	return err
}

// newSession is a name that no other start of the daemon has.
func newSession() string { return strings.ToLower(rand.Text()[:16]) }

func newLogger(c *logConfig, out io.Writer) zerolog.Logger {
	level, err := zerolog.ParseLevel(c.Level)
	if err != nil {
		level = zerolog.InfoLevel
	}
	if c.Format == "console" || c.Format == "auto" && isTerminal(out) {
		out = zerolog.ConsoleWriter{Out: out, TimeFormat: time.TimeOnly}
	}
	return zerolog.New(out).Level(level).With().Timestamp().Logger()
}

func isTerminal(out io.Writer) bool {
	f, isFile := out.(*os.File)
	return isFile && term.IsTerminal(f.Fd())
}

func compactJSON(data []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, data) != nil {
		return data
	}
	return b.Bytes()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
