package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// watched are the topics of each board that the view shows.
var watched = []string{"status", "info", "game", "clock", "arbiter/game", "arbiter/board", "arbiter/alert/+", "arbiter/finding"}

// watchPacket is the largest message in bytes. Snapshots of the longest games ever played are
// smaller.
const watchPacket = 1 << 20

func watchCommand() *cobra.Command {
	c := &cobra.Command{Use: "watch [flags]", Short: "show every board of a site, live", Args: cli.Args(0, 0)}
	flags := config.SiteFlags(c)
	form := cli.Choice(c, "output", "o", "", "`form`, without it screen at a terminal and else text", []string{"json", "screen", "text"})
	ascii := c.Flags().Bool("ascii", false, "letters for the pieces")
	lang := cli.Language(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *form == "screen" && !terminal.Is(c.OutOrStdout()) {
			return cli.BadInput(errors.New("-o screen: this is no terminal"))
		}
		config, err := flags.Read()
		if err != nil {
			return err
		}
		return followSite(c.Context(), &config, view.WatchOptions{JSON: *form == "json", Err: c.ErrOrStderr(),
			Options: view.Options{In: c.InOrStdin(), Out: c.OutOrStdout(), ASCII: *ascii, Plain: *form == "text", Lang: *lang}})
	}
	return c
}

// followSite follows the boards of a site until the view ends.
func followSite(ctx context.Context, c *config.Config, o view.WatchOptions) error {
	filters, err := siteFilters(c.Site, watched)
	if err != nil {
		return cli.BadInput(err)
	}
	p, err := config.Publish(c, transport.Message{}, "")
	if err != nil {
		return err
	}
	p.ClientID += "-watch-" + session.New()[:8] // two of one name put each other out
	p.MaxPacket, p.MaxPause = watchPacket, 5*time.Second
	ctx, stop := context.WithCancel(ctx)
	news := make(chan view.News, 4096)
	show := func(n view.News) {
		select {
		case news <- n:
		case <-ctx.Done():
		}
	}
	p.Changed = func(up bool, err error) { show(view.News{Link: &view.Link{Up: up, Err: advice.With(err)}}) }
	followed := make(chan error, 1)
	go func() {
		followed <- publish.Follow(ctx, p, filters, func(m transport.Message) { show(view.News{Message: m}) })
	}()
	err = view.Watch(ctx, news, o)
	stop()
	return errors.Join(err, <-followed)
}

// siteFilters returns the filters for some topics of every board of a site.
func siteFilters(site string, names []string) ([]string, error) {
	var filters []string
	for _, name := range names {
		filter, err := transport.SiteFilter(site, name)
		if err != nil {
			return nil, err
		}
		filters = append(filters, filter)
	}
	return filters, nil
}
