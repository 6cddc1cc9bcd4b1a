package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/broker"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/transport"
)

// demoLinger is how long the demo goes on after the last record, in
// milliseconds of its own time: a move at rest is made after three seconds.
const demoLinger = 5000

// demoPatience is for how long the demo then waits, in real time, until the subscriber has the
// game that the log replays to: a busy machine lags behind. Not every board can report all that
// is in the log of another, so it does not wait for ever.
const demoPatience = 3 * time.Second

// The names in the topics of the demo.
const demoSite, demoBoard = "demo", "board-1"

// demoCommand plays a log through the whole program: as DGT bytes out of a
// pseudo-terminal, into the daemon, over a broker, to a subscriber that shows it.
func demoCommand() *cobra.Command {
	c := &cobra.Command{Use: "demo [flags] [FILE]", Short: "play a recorded game through the whole program",
		Args: cli.Args(0, 1), ValidArgsFunction: cli.FileArgs}
	speed := c.Flags().Float64("speed", 2, "how fast time passes; 1 as it did")
	plain := c.Flags().Bool("plain", false, "print lines, even at a terminal")
	ascii := c.Flags().Bool("ascii", false, "letters for the pieces")
	board := cli.Choice(c, "board", "", "dgt", "`family` of the simulated board", family.Simulated())
	lang := cli.Language(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := checkSpeed(*speed); err != nil {
			return err
		}
		log, err := demoLog(strings.Join(args, ""))
		if err == nil {
			err = checkDemoBoard(*board, log.Header)
		}
		if err != nil {
			return cli.BadInput(err)
		}
		h, out := log.Header, c.OutOrStdout()
		d := demonstration{board: cmp.Or(h.Board, *board), clk: clock.New(*speed), records: log.Records, want: replayedGame(log), out: out,
			options: view.Options{Out: out, Plain: *plain, ASCII: *ascii, Lang: *lang}}
		d.clk.Live = true
		return d.run(c.Context(), h)
	}
	return c
}

// checkDemoBoard says why a log cannot be played on a board of a family.
func checkDemoBoard(name string, h *sensor.Header) error {
	if h.Board == "" && h.Sensor == "occupancy" && !family.Named(name).Unknown {
		return fmt.Errorf("the board of this log names no pieces, and it would be played as a %s board, which does", name)
	}
	return nil
}

// demoLog reads the log of a name; without a name the one in the program.
func demoLog(name string) (*pipeline.Log, error) {
	if name == "" {
		return pipeline.Read(sensor.NewReader(strings.NewReader(fixtures.Log("demo"))))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return pipeline.Read(sensor.NewReader(f))
}

// demoGame is a game as far as the demo compares it: its made moves, in UCI, and its result.
type demoGame struct{ moves, result string }

// replayedGame returns the last game with a move that follows from a log without its commands.
func replayedGame(log *pipeline.Log) demoGame {
	for _, r := range log.Records {
		if r.Word != sensor.Cmd {
			log.Engine.Step(r)
		}
	}
	log.Engine.Finish()
	g := log.Engine.Tracker.LastGame()
	var moves []string
	for _, p := range g.Moves {
		if p.MadeAt >= 0 {
			moves = append(moves, p.UCI)
		}
	}
	return demoGame{strings.Join(moves, " "), g.Result}
}

// shownGame returns the game of a snapshot.
func shownGame(g *transport.ArbiterGame) demoGame {
	var moves []string
	for _, p := range g.Moves {
		if p.UCI != nil {
			moves = append(moves, *p.UCI)
		}
	}
	return demoGame{strings.Join(moves, " "), g.Result}
}

// demonstration is one run of the demo.
type demonstration struct {
	board   string        // its family
	ready   chan struct{} // closed when the daemon has published that the board is ready
	off     chan struct{} // closed when the daemon has published that it ends
	once    [2]sync.Once
	clk     *clock.Clock
	records []sensor.Record
	want    demoGame // the game to which the log replays
	out     io.Writer
	options view.Options
	before  float64 // the speed to which the space bar returns; 0 is a pause

	mu      sync.Mutex
	last    view.Board
	shown   demoGame // the last one with a move
	updates chan view.Update
}

func (d *demonstration) run(ctx context.Context, h *sensor.Header) error {
	b, err := broker.Start("127.0.0.1:0")
	if err != nil {
		return err
	}
	defer b.Close()
	f := family.Named(d.board)
	board, err := playback.Of(f, f.Board())
	if err != nil {
		return err
	}
	defer board.Close()
	board.Raw = h.Board != ""
	d.ready, d.off = make(chan struct{}), make(chan struct{})
	d.updates = make(chan view.Update, 4096)
	stop, err := subscribe.Follow(b.URL(), "demo", fmt.Sprintf("chess/1/%s/%s/#", demoSite, demoBoard), d.take)
	if err != nil {
		return err
	}
	defer stop()
	if err := d.setUp(board); err != nil {
		return err
	}
	fmt.Fprintf(d.out, "boardd-lab demo: broker %s, in memory and for this demo only; board %s\n", b.URL(), board.Path)
	if left := commandsOf(d.records); len(left) > 0 {
		fmt.Fprintf(d.out, "left out, since nobody asks for it here: %s\n", strings.Join(left, ", "))
	}
	c := demoConfig(h, board.Path, b.URL())
	c.Port.Family = d.board
	if !board.Raw {
		board.Stream(d.clk, f.ScanMs)
	}
	daemon, err := daemon.New(c, zerolog.Nop(), d.clk, session.New())
	if err != nil {
		return err
	}
	daemon.Wire.OneWay = board.Raw
	return d.show(ctx, daemon, board)
}

// commandsOf returns the verbs of the commands in a log, in order.
func commandsOf(records []sensor.Record) []string {
	var verbs []string
	for _, r := range records {
		if r.Word == sensor.Cmd {
			verbs = append(verbs, "cmd "+r.Verb)
		}
	}
	return verbs
}

// setUp puts the pieces on the board as the log begins.
func (d *demonstration) setUp(board *playback.Playback) error {
	if len(d.records) == 0 || board.Raw {
		return nil
	}
	return board.Do(d.records[0])
}

// demoConfig returns the configuration that a log's header describes.
func demoConfig(h *sensor.Header, port, url string) *config.Config {
	c := config.Default()
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

// startOf returns the FEN of the position in which a log's records begin; "" for the initial
// array. A daemon knows nothing of moves played before.
func startOf(h *sensor.Header) string {
	c, err := pipeline.ConfigFor(h)
	if err != nil || len(c.Moves) == 0 {
		return h.Start
	}
	for _, m := range c.Moves {
		c.Start = c.Start.Play(m)
	}
	return c.Start.FEN()
}

// show runs everything until the log has been played, and prints the game.
func (d *demonstration) show(ctx context.Context, daemon *daemon.Daemon, board *playback.Playback) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	running, played := make(chan error, 1), make(chan error, 1)
	serving, stop := context.WithCancel(ctx)
	defer stop()
	go func() { running <- daemon.Run(serving) }()
	go func() { played <- d.play(ctx, board) }()
	viewed := make(chan error, 1)
	d.options.Key, d.options.Note = d.key, "space + - q"
	go func() { viewed <- view.Run(ctx, d.updates, d.options) }()

	var err error
	select {
	case err = <-played:
	case err = <-viewed: // the user has quit
		viewed <- nil
	case err = <-running:
		running <- nil
	}
	stop()
	err = errors.Join(err, <-running)
	d.awaitOff(ctx)
	cancel()
	err = errors.Join(err, <-viewed)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	fmt.Fprintf(terminal.Writer(d.out), "\n%s", d.last.PGN())
	return err
}

// awaitOff waits until the subscriber has the daemon's last message, and so all messages, but
// no longer than demoPatience.
func (d *demonstration) awaitOff(ctx context.Context) {
	select {
	case <-d.off:
	case <-ctx.Done():
	case <-time.After(demoPatience):
	}
}

func (d *demonstration) play(ctx context.Context, board *playback.Playback) error {
	if !board.Raw {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-d.ready:
		}
	}
	if err := board.Play(ctx, d.clk, d.records); err != nil {
		return err
	}
	for end := d.clk.Now() + demoLinger; d.clk.Now() < end; {
		if !clock.Sleep(ctx, d.clk.Until(end)) {
			return ctx.Err()
		}
	}
	for begin := time.Now(); !d.isPlayed() && time.Since(begin) < demoPatience; {
		if !clock.Sleep(ctx, 10*time.Millisecond) {
			return ctx.Err()
		}
	}
	return nil
}

// isPlayed reports whether the subscriber has the whole game.
func (d *demonstration) isPlayed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.shown == d.want
}

// take gives a message to the view.
func (d *demonstration) take(topic string, payload []byte) {
	d.mu.Lock()
	d.last.Apply(topic, payload)
	if strings.HasSuffix(topic, "/arbiter/game") {
		d.note(payload)
	}
	d.mu.Unlock()
	if strings.HasSuffix(topic, "/status") {
		d.follow(payload)
	}
	select {
	case d.updates <- view.Update{Topic: topic, Payload: payload}:
	case <-time.After(time.Second): // the view has ended
	}
}

// follow notes the state that the daemon publishes.
func (d *demonstration) follow(payload []byte) {
	for i, c := range []struct {
		state transport.State
		done  chan struct{}
	}{{transport.Ready, d.ready}, {transport.Off, d.off}} {
		if c.done != nil && bytes.Contains(payload, []byte(`"state":"`+string(c.state)+`"`)) {
			d.once[i].Do(func() { close(c.done) })
		}
	}
}

// note notes the game, unless it has no move yet: the game before it may be the last.
func (d *demonstration) note(payload []byte) {
	var g transport.ArbiterGame
	if json.Unmarshal(payload, &g) != nil {
		return
	}
	if game := shownGame(&g); game.moves != "" || d.want.moves == "" {
		d.shown = game
	}
}

// speeds are the speeds that the keys + and - choose from.
var speeds = []float64{0.25, 0.5, 1, 2, 4, 8, 16}

// key changes the speed of the demo, and returns the text that shows it.
func (d *demonstration) key(key string) string {
	now := d.clk.Speed()
	switch key {
	case "+":
		if i := slices.IndexFunc(speeds, func(s float64) bool { return s > now }); i >= 0 {
			now = speeds[i]
		}
	case "-":
		for _, s := range speeds {
			if s < d.clk.Speed() {
				now = s
			}
		}
	case "space":
		now, d.before = d.before, now
	default:
		return d.options.Note
	}
	d.clk.SetSpeed(now)
	if now == 0 {
		return "paused · space q"
	}
	return fmt.Sprintf("speed %v · space + - q", now)
}
