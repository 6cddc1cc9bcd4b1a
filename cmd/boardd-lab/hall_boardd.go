package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// sitAtPorts has each board read by a boardd of its own, and results entered by request.
func (r *round) sitAtPorts(begin func(run func(context.Context) error)) error {
	e, err := newReferee(r)
	if err != nil {
		return err
	}
	begin(e.follow)
	begin(e.enter)
	folder := r.state
	if folder == "" {
		if folder, err = os.MkdirTemp("", "boardd-lab-hall-"); err != nil {
			return err
		}
		r.leave = func() { os.RemoveAll(folder) }
	}
	for _, s := range r.seats {
		b, err := newPortBoard(r, s, folder)
		if err != nil {
			return err
		}
		begin(b.serve)
		begin(b.play)
	}
	return nil
}

// portBoard is a simulated board at a pseudo-terminal with a boardd.
type portBoard struct {
	*seat
	pace     *clock.Clock
	program  string
	folder   string // of its configuration, its journal and its log
	playback *playback.Playback
}

func newPortBoard(r *round, s *seat, root string) (*portBoard, error) {
	b := &portBoard{seat: s, pace: r.pace, program: r.program, folder: filepath.Join(root, s.name)}
	if err := os.MkdirAll(b.folder, 0o700); err != nil {
		return nil, err
	}
	f := family.Named(r.hands.board.Name)
	var err error
	if b.playback, err = playback.Of(f, f.Board()); err != nil {
		return nil, err
	}
	b.playback.Stream(r.pace, f.ScanMs)
	if err := b.playback.Do(s.records[0]); err != nil {
		return nil, err
	}
	c := s.config
	c.State, c.Port.Name, c.Port.Family = b.folder, b.playback.Path, f.Name
	c.Metrics, c.HomeAssistant = config.Metrics{}, config.HomeAssistant{}
	text, err := toml.Marshal(&c)
	if err != nil {
		return nil, err
	}
	return b, os.WriteFile(b.file("boardd.toml"), text, 0o600)
}

func (b *portBoard) file(name string) string { return filepath.Join(b.folder, name) }

// startAgain is after what time a boardd that has ended is started again, as by its unit.
const startAgain = time.Second

// serve runs boardd until ctx ends.
func (b *portBoard) serve(ctx context.Context) error {
	defer b.playback.Close()
	log, err := os.OpenFile(b.file("log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	for ctx.Err() == nil {
		cmd := exec.CommandContext(ctx, b.program, "run", "--config", b.file("boardd.toml"))
		cmd.Stderr = log
		cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
		cmd.WaitDelay = 10 * time.Second
		if err := cmd.Run(); err != nil && ctx.Err() == nil && cmd.ProcessState.ExitCode() == cli.ExitUsage {
			return fmt.Errorf("the boardd of %s: %w: %s", b.name, err, b.lastWords())
		}
		clock.Sleep(ctx, startAgain)
	}
	return nil
}

// lastWords is the last line of the log.
func (b *portBoard) lastWords() string {
	text, _ := os.ReadFile(b.file("log"))
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// play plays the game, once the players have their names.
func (b *portBoard) play(ctx context.Context) error {
	select {
	case <-b.begins:
	case <-ctx.Done():
		return nil
	}
	clock.Sleep(ctx, b.pace.Until(b.pace.Now()+b.wait))
	err := b.playback.Play(ctx, b.pace, b.records[1:])
	if clock.Sleep(ctx, afterLast*time.Millisecond) && err == nil {
		b.played.Store(true)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// referee reads the games of record as everybody can, and enters results.
type referee struct {
	round     *round
	began     time.Time
	account   publish.Config
	publisher *publish.Publisher
	filter    string
	seats     map[string]*seat
	asked     map[string]time.Time // when a result was entered last
}

func newReferee(r *round) (*referee, error) {
	e := &referee{round: r, began: time.Now(), seats: map[string]*seat{}, asked: map[string]time.Time{}}
	for _, s := range r.seats {
		e.seats[s.name] = s
	}
	site := r.seats[0].config.Site
	var err error
	if e.filter, err = transport.SiteFilter(site, "game"); err != nil {
		return nil, err
	}
	person := r.person
	if e.account, err = config.Publish(&person, transport.Message{}, ""); err != nil {
		return nil, err
	}
	e.account.ClientID += "-" + session.New() // the same person may be at the broker already
	asking := e.account
	asking.ClientID += "-asks"
	e.account.MaxPacket = 1 << 20
	e.account.Changed = func(_ bool, err error) { r.unreachable(err) }
	e.publisher, err = publish.New(asking, publish.NewOutbox(lightMessages, lightBytes))
	return e, err
}

// follow takes note of the games until ctx ends.
func (e *referee) follow(ctx context.Context) error {
	err := publish.Follow(ctx, e.account, []string{e.filter}, e.take)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (e *referee) take(m transport.Message) {
	topics, _, ok := transport.ParseTopic(m.Topic)
	s := e.seats[topics.Board()]
	var g transport.Game
	if !ok || s == nil || json.Unmarshal(m.Payload, &g) != nil {
		return
	}
	if at, err := time.Parse(time.RFC3339, g.At); err != nil || at.Before(e.began.Truncate(time.Millisecond)) {
		return // of an earlier round
	}
	var moves []string
	for i := range g.Moves {
		uci := ""
		if g.Moves[i].UCI != nil {
			uci = *g.Moves[i].UCI
		}
		moves = append(moves, uci)
	}
	s.shown(g.Tags["White"] != "", len(moves), moves, g.Result)
}

// How often it is looked for games that need a result, and after what time without one it is
// entered again, which is how long plies may still come.
const (
	refereeLooks = 500 * time.Millisecond
	refereeAgain = 5 * time.Second
)

// enter enters results until ctx ends.
func (e *referee) enter(ctx context.Context) error {
	done := make(chan struct{})
	go func() { defer close(done); e.publisher.Run(ctx) }()
	defer func() { <-done }()
	for clock.Sleep(ctx, refereeLooks) {
		for _, s := range e.round.seats {
			if err := e.look(s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *referee) look(s *seat) error {
	if !s.played.Load() || s.over.Load() {
		return nil
	}
	first := e.asked[s.name].IsZero()
	if first {
		e.asked[s.name] = time.Now()
	}
	if all := int(s.shows.Load()) == s.plies; !(first && all) && time.Since(e.asked[s.name]) < refereeAgain {
		return nil
	}
	e.asked[s.name] = time.Now()
	topics, err := transport.NewTopics(s.config.Site, s.name)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(map[string]string{"result": s.result, "transaction": session.New(), "by": "boardd-lab"})
	return errors.Join(err, e.publisher.Publish(transport.Message{Topic: topics.Topic("req/result"), QoS: 1, Payload: payload}))
}
