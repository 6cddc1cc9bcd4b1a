package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall/out"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/hall/web"
	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/metrics"
	"github.com/boardd/boardd/internal/systemd"
)

// hallConfigPath is the configuration of the hall.
const hallConfigPath = "/etc/boardd-hall/hall.toml"

// hallFlag adds the flag for it.
func hallFlag(c *cobra.Command) *string {
	path := c.Flags().String("config", hallConfigPath, "configuration `file` of the hall")
	cli.CompleteFiles(c, "config")
	return path
}

func readHall(path string) (hallconfig.Config, error) {
	c, err := hallconfig.Read(path)
	if err != nil {
		return c, cli.BadInput(err)
	}
	return c, nil
}

func runCommand() *cobra.Command {
	c := &cobra.Command{Use: "run [flags]", Short: "run the hall: the boards' games to files and pages, round by round", Args: cli.Args(0, 0)}
	path := hallFlag(c)
	example := c.Flags().Bool("example-config", false, "print a configuration that explains every key, and end")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *example {
			_, err := io.WriteString(c.OutOrStdout(), hallconfig.Example)
			return err
		}
		n, err := systemd.NewNotifier(os.Getenv)
		if err != nil {
			return err
		}
		return systemd.NewStartLimiter("boardd-hall run", os.Getenv, c.ErrOrStderr()).Run(c.Context(), n, func() error {
			config, err := readHall(*path)
			if err != nil {
				return err
			}
			return runHall(c.Context(), &config, c.ErrOrStderr(), n)
		})
	}
	return c
}

// runHall runs until ctx ends.
func runHall(ctx context.Context, c *hallconfig.Config, errs io.Writer, n *systemd.Notifier) error {
	s, err := store.Open(c.File())
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Claim(c.File()); err != nil {
		return err
	}
	a := &alerts{log: slog.New(slog.NewTextHandler(errs, nil))}
	files := &out.Files{Folder: c.Files.Folder}
	pages := &web.Public{Files: files}
	if err := servePages(ctx, c.HTTP.Listen, pages); err != nil {
		return err
	}
	d, h := newDesk(s, a), newHealth(c, s, a)
	i := &inbox{config: c, store: s, alerts: a}
	feed := newFeeder(c, s, a)
	h.inbox, h.desk, h.feed = i, d, feed
	hear, err := i.follow(ctx)
	if err != nil {
		return err
	}
	hearNotices, err := d.follow(ctx, c, i)
	if err != nil {
		return err
	}
	k := &asker{config: c, store: s, alerts: a, inbox: i, desk: d, health: h}
	ask, err := k.begin(ctx)
	if err != nil {
		return err
	}
	if err := metrics.Serve(ctx, &c.Metrics, h.write); err != nil {
		return err
	}
	hearForDesk, err := serveDesk(ctx, c, s, a, feed)
	if err != nil {
		return err
	}
	showLive, err := serveLiveChess(ctx, c, a)
	if err != nil {
		return err
	}
	a.log.Info("the hall runs", "site", c.Site, "file", c.File())
	var both sync.WaitGroup
	both.Go(func() { show(ctx, c, s, files, pages, feed, a, h) })
	both.Go(func() { feed.run(ctx) })
	both.Go(ask)
	both.Go(hearForDesk)
	both.Go(showLive)
	both.Go(hearNotices)
	both.Go(func() { d.run(ctx, func() { h.turned("desk") }) })
	both.Go(func() { h.report(ctx, n) })
	err = hear()
	both.Wait()
	return err
}

// servePages serves the pages and the files until ctx ends.
func servePages(ctx context.Context, address string, pages http.Handler) error {
	if address == "" {
		return nil
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: pages, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute,
		IdleTimeout: time.Minute, MaxHeaderBytes: 8 << 10, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0)}
	context.AfterFunc(ctx, func() { server.Close() })
	go server.Serve(l)
	return nil
}

// lookEvery is the time between two checks for changes: the longest time from the file of the
// hall to the world.
const lookEvery = 250 * time.Millisecond

// show keeps what the world sees up to date.
func show(ctx context.Context, c *hallconfig.Config, s *store.Store, files *out.Files, pages *web.Public, feed *feeder, a *alerts, life *health) {
	var shown []*out.Shown
	for _, t := range c.Halls {
		shown = append(shown, &out.Shown{Tournament: t, Store: s, Files: files})
	}
	h := hook{command: c.Files.OnWrite, alerts: a}
	for tick := time.NewTicker(lookEvery); ; {
		good := true
		for _, v := range shown {
			changed, err := v.Update(ctx)
			if ctx.Err() != nil {
				return
			}
			life.turned("files")
			good = good && err == nil
			a.set("files of "+v.Tournament.ID, advice.With(err))
			var bad []error
			for seat, err := range v.Problems() {
				bad = append(bad, fmt.Errorf("round %d: table %d: the last good text stays: %w", seat.Round, seat.Table, err))
			}
			a.set("text of "+v.Tournament.ID, sorted(bad))
			h.due = h.due || changed
			feed.offer(v)
			pages.Show(v)
		}
		pages.Live(life.inbox.connected())
		if good {
			life.filesShown()
		}
		h.run(ctx, time.Now())
		a.set("clock", clockProblem(s.Ahead()))
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// clockOff is how much the time of day may differ from the hall's before an alert is logged.
const clockOff = 5 * time.Second

func clockProblem(ahead time.Duration) error {
	if ahead.Abs() < clockOff {
		return nil
	}
	return fmt.Errorf("the clock of this machine was set by %v while the hall ran; delays go by the time that has passed, until the hall is restarted", ahead.Round(time.Second))
}
