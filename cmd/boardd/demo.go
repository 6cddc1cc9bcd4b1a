package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/cmd/boardd/view"
	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport/broker"
)

// demoLinger is how long the demo goes on after the last record, in
// milliseconds of its own time: a move at rest is made after three seconds.
const demoLinger = 5000

// demoQuiet is how long nothing may have been heard before that, however fast time
// passes: a busy machine lags behind.
const demoQuiet = time.Second

// The names in the topics of the demo.
const demoSite, demoBoard = "demo", "board-1"

// demo plays a log through the whole program: as DGT bytes out of a
// pseudo-terminal, into the daemon, over a broker, to a subscriber that shows it.
func demo(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error {
	speed := fs.Float64("speed", 2, "how fast time passes; 1 as it did")
	plain := fs.Bool("plain", false, "print lines, even at a terminal")
	ascii := fs.Bool("ascii", false, "letters for the men")
	board := fs.String("board", "dgt", "`family` of the simulated board: "+strings.Join(sortedKeys(models), ", "))
	language := languageFlag(fs)
	if err := parse(fs, args, 0, 1); err != nil {
		return err
	}
	lang, err := parseLanguage(*language)
	if err != nil {
		return err
	}
	if *speed <= 0 || *speed > 100 {
		return badInput{fmt.Errorf("--speed %v: more than 0, at most 100", *speed)}
	}
	h, records, err := demoLog(fs.Arg(0))
	if err == nil {
		err = checkDemoBoard(*board, h)
	}
	if err != nil {
		return badInput{err}
	}
	d := demonstration{board: cmp.Or(h.Board, *board), pace: newPace(*speed), records: records, out: std.out,
		options: view.Options{Out: std.out, Plain: *plain, ASCII: *ascii, Lang: lang}}
	d.pace.live = true
	return d.run(ctx, h)
}

// checkDemoBoard says why a log cannot be played on a board of a family.
func checkDemoBoard(family string, h *sensor.Header) error {
	m, known := models[family]
	switch {
	case !known:
		return fmt.Errorf("--board %q: one of %s", family, strings.Join(sortedKeys(models), ", "))
	case h.Board == "" && h.Sensor == "occupancy" && !m.blind:
		return fmt.Errorf("the board of this log names no men, and a %s board, as which it would be played, does", family)
	}
	return nil
}

// demoLog is the log that the program brings along, or one that is given.
func demoLog(name string) (*sensor.Header, []sensor.Record, error) {
	src := io.ReadCloser(io.NopCloser(strings.NewReader(fixtures.Log("demo"))))
	if name != "" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		src = f
	}
	defer src.Close()
	log, err := readLog(sensor.NewReader(src))
	if err != nil {
		return nil, nil, err
	}
	return log.header, log.records, nil
}

// demonstration is one run of the demo.
type demonstration struct {
	board   string        // its family
	ready   chan struct{} // closed when the men have been seen
	once    sync.Once
	pace    *pace
	records []sensor.Record
	out     io.Writer
	options view.Options
	before  float64 // what space goes back to: the speed, or 0 for a pause

	mu      sync.Mutex
	last    view.Board
	heard   time.Time // the last message
	updates chan view.Update
}

func (d *demonstration) run(ctx context.Context, h *sensor.Header) error {
	b, err := broker.Start("127.0.0.1:0")
	if err != nil {
		return err
	}
	defer b.Close()
	m := models[d.board]
	board, err := playOn(m.make(), m.cue)
	if err != nil {
		return err
	}
	defer board.close()
	board.raw = h.Board != ""
	d.ready = make(chan struct{})
	d.updates = make(chan view.Update, 4096)
	stop, err := subscribe(b.URL(), "demo", fmt.Sprintf("chess/1/%s/%s/#", demoSite, demoBoard), d.take)
	if err != nil {
		return err
	}
	defer stop()
	if err := d.setUp(board); err != nil {
		return err
	}
	fmt.Fprintf(d.out, "boardd demo: broker %s, in memory and for this demo only; board %s\n", b.URL(), board.path)
	if left := commandsOf(d.records); len(left) > 0 {
		fmt.Fprintf(d.out, "left out, since nobody asks for it here: %s\n", strings.Join(left, ", "))
	}
	c := demoConfig(h, board.path, b.URL())
	c.Port.Family = d.board
	if !board.raw {
		board.talk(d.pace, m.every)
	}
	daemon, err := newDaemon(c, zerolog.Nop(), d.pace, newSession())
	if err != nil {
		return err
	}
	daemon.wire.oneWay = board.raw
	return d.show(ctx, daemon, board)
}

// commandsOf are the verbs of the commands in a log, in order.
func commandsOf(records []sensor.Record) []string {
	var verbs []string
	for _, r := range records {
		if r.Word == sensor.Cmd {
			verbs = append(verbs, "cmd "+r.Verb)
		}
	}
	return verbs
}

// setUp puts the men on the board as the log begins.
func (d *demonstration) setUp(board *playback) error {
	if len(d.records) == 0 || board.raw {
		return nil
	}
	return board.do(d.records[0])
}

// demoConfig is the configuration that a log's header tells.
func demoConfig(h *sensor.Header, port, url string) *config {
	c := defaultConfig()
	c.Site, c.Board, c.Port.Name, c.MQTT.Broker = demoSite, demoBoard, port, url
	for _, v := range []struct {
		from string
		to   *string
	}{{h.Rules, &c.Game.Rules}, {h.Time, &c.Game.Time}, {h.Supervision, &c.Game.Supervision}, {h.Variant, &c.Game.Variant}, {h.Clock, &c.Game.Clock}, {startOf(h), &c.Game.Start}} {
		if v.from != "" {
			*v.to = v.from
		}
	}
	c.Game.Tags = map[string]string{}
	for _, tag := range h.Tags {
		c.Game.Tags[tag.Name] = tag.Value
	}
	return &c
}

// startOf is the position in which a log's records begin, "" for the initial
// one. A daemon knows nothing of moves played before.
func startOf(h *sensor.Header) string {
	c, err := touchmove.ConfigFor(h)
	if err != nil || len(c.Moves) == 0 {
		return h.Start
	}
	for _, m := range c.Moves {
		c.Start = c.Start.Play(m)
	}
	return c.Start.FEN()
}

// show runs everything until the log has been played, and prints the game.
func (d *demonstration) show(ctx context.Context, daemon *daemon, board *playback) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	running, played := make(chan error, 1), make(chan error, 1)
	go func() { running <- daemon.run(ctx) }()
	go func() { played <- d.play(ctx, board) }()
	viewed := make(chan error, 1)
	d.options.Key, d.options.Note = d.key, "space + - q"
	go func() { viewed <- view.Run(ctx, d.updates, d.options) }()

	var err error
	select {
	case err = <-played:
	case err = <-viewed: // the user has seen enough
		viewed <- nil
	case err = <-running:
		running <- nil
	}
	cancel()
	err = errors.Join(err, <-running, <-viewed)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	fmt.Fprintf(d.out, "\n%s", d.last.PGN())
	return err
}

func (d *demonstration) play(ctx context.Context, board *playback) error {
	if !board.raw {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-d.ready:
		}
	}
	if err := board.play(ctx, d.pace, d.records); err != nil {
		return err
	}
	played := d.pace.now()
	for end := played + demoLinger; d.pace.now() < end || d.quiet() < demoQuiet; {
		if !sleep(ctx, max(d.pace.until(end), demoQuiet-d.quiet())) {
			return ctx.Err()
		}
	}
	return nil
}

// quiet is for how long no message has come.
func (d *demonstration) quiet() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	return time.Since(d.heard)
}

// take hands a message on to the view.
func (d *demonstration) take(topic string, payload []byte) {
	d.mu.Lock()
	d.last.Apply(topic, payload)
	d.heard = time.Now()
	d.mu.Unlock()
	if strings.HasSuffix(topic, "/status") && bytes.Contains(payload, []byte(`"ready"`)) {
		d.once.Do(func() { close(d.ready) })
	}
	select {
	case d.updates <- view.Update{Topic: topic, Payload: payload}:
	case <-time.After(time.Second): // the view has ended
	}
}
