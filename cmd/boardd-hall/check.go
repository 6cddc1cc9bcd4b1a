package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall/livechess/serve"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

func checkCommand() *cobra.Command {
	c := &cobra.Command{Use: "check [flags]", Short: "try the configuration of the hall, its file, its folder, the broker and the rounds of Lichess", Args: cli.Args(0, 0)}
	path := hallFlag(c)
	wait := c.Flags().Duration("wait", 5*time.Second, "how long to wait for the broker, and for Lichess")
	c.RunE = func(c *cobra.Command, _ []string) error {
		config, err := readHall(*path)
		if err != nil {
			return err
		}
		return checkHall(c.Context(), &config, c.OutOrStdout(), *wait)
	}
	return c
}

// checkHall tries everything that run needs, in turn.
func checkHall(ctx context.Context, c *hallconfig.Config, out io.Writer, wait time.Duration) error {
	type check struct {
		what string
		try  func() error
	}
	checks := []check{
		{fmt.Sprintf("configuration: site %s, %d tournaments", c.Site, len(c.Halls)), func() error { return nil }},
		{"file of the hall: " + c.File(), func() error { return checkFile(c) }},
		{describeFolder(c.Files.Folder), func() error { return checkFolder(c.Files.Folder) }},
		{"broker: " + c.MQTT.Broker, func() error { return checkBroker(ctx, c, wait) }},
	}
	if c.Desk.Listen != "" {
		checks = append(checks, check{"desk: " + c.Desk.Listen, func() error { return checkDesk(c) }})
	}
	if c.LiveChess.Listen != "" {
		checks = append(checks, check{"livechess: " + c.LiveChess.Listen, func() error { _, err := serve.Check(&c.LiveChess); return err }})
	}
	for i := range c.Targets {
		t := &c.Targets[i]
		checks = append(checks, check{fmt.Sprintf("round %d of %s: %s/api/broadcast/round/%s", t.Round, t.Tournament.ID, t.URL, t.Lichess),
			func() error { return checkTarget(ctx, t, wait) }})
	}
	failed := 0
	for _, one := range checks {
		if err := one.try(); err != nil {
			failed++
			fmt.Fprintf(out, "FAIL  %s: %s\n", terminal.Plain(one.what), terminal.Plain(advice.With(err).Error()))
			continue
		}
		fmt.Fprintf(out, "ok    %s\n", terminal.Plain(one.what))
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(checks))
	}
	return nil
}

func checkFile(c *hallconfig.Config) error {
	s, err := store.Open(c.File())
	if err != nil {
		return err
	}
	return s.Close()
}

// checkFolder tries whether run can write into the folder, or make it.
func checkFolder(folder string) error {
	if folder == "" {
		return nil
	}
	present := folder
	for {
		_, err := os.Stat(present)
		if !errors.Is(err, os.ErrNotExist) || filepath.Dir(present) == present {
			break
		}
		present = filepath.Dir(present)
	}
	f, err := os.CreateTemp(present, ".check")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// describeFolder names the folder, and says who makes it if it is not there.
func describeFolder(folder string) string {
	text := "folder of the files: " + folder
	if _, err := os.Stat(folder); folder != "" && errors.Is(err, os.ErrNotExist) {
		text += ": it is not there; run makes it"
	}
	return text
}

// checkBroker connects, and subscribes to the topics that the hall follows.
func checkBroker(ctx context.Context, c *hallconfig.Config, wait time.Duration) error {
	p, err := c.Publish("check")
	if err != nil {
		return err
	}
	filters, err := siteFilters(c.Site, slices.Concat(followed, deskTopics))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	tried := errors.New("no answer")
	p.ConnectTimeout = wait
	p.Changed = func(up bool, err error) {
		if ctx.Err() == nil {
			tried = err
			cancel()
		}
	}
	if err := publish.Follow(ctx, p, filters, func(transport.Message) {}); err != nil {
		return err
	}
	return tried
}
