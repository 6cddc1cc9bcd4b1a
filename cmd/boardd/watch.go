package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"github.com/boardd/boardd/cmd/boardd/view"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// watched are the topics of each board that tell what there is to see of it.
var watched = []string{"status", "info", "game", "clock", "arbiter/game", "arbiter/board", "arbiter/alert/+", "arbiter/finding"}

// watchPacket is how large a message may be, in bytes: snapshots of longer
// games than any have been played are smaller.
const watchPacket = 1 << 20

// watchSite shows every board of a site, at a terminal or in lines.
func watchSite(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error {
	flags := newSiteFlags(fs)
	form := fs.String("o", "", "`form`: screen, text or json (default screen at a terminal, else text)")
	ascii := fs.Bool("ascii", false, "letters for the men")
	language := languageFlag(fs)
	if err := parse(fs, args, 0, 0); err != nil {
		return err
	}
	lang, err := parseLanguage(*language)
	if err != nil {
		return err
	}
	o := view.WatchOptions{Options: view.Options{In: std.in, Out: std.out, ASCII: *ascii, Plain: *form == "text", Lang: lang}, JSON: *form == "json", Err: std.err}
	switch *form {
	case "", "text", "json":
	case "screen":
		if !isTerminal(std.out) {
			return badInput{errors.New("-o screen: this is no terminal")}
		}
	default:
		return badInput{fmt.Errorf("-o %q: must be screen, text or json", *form)}
	}
	c, err := flags.read()
	if err != nil {
		return err
	}
	return followSite(ctx, &c, o)
}

// followSite follows the boards of a site until the view ends.
func followSite(ctx context.Context, c *config, o view.WatchOptions) error {
	filters, err := siteFilters(c.Site)
	if err != nil {
		return badInput{err}
	}
	p, err := publishConfig(c, transport.Message{}, "")
	if err != nil {
		return err
	}
	p.ClientID += "-watch-" + newSession()[:8] // two of one name put each other out
	p.MaxPacket, p.MaxPause = watchPacket, 5*time.Second
	ctx, stop := context.WithCancel(ctx)
	news := make(chan view.News, 4096)
	tell := func(n view.News) {
		select {
		case news <- n:
		case <-ctx.Done():
		}
	}
	p.Changed = func(up bool, err error) { tell(view.News{Link: &view.Link{Up: up, Err: err}}) }
	followed := make(chan error, 1)
	go func() {
		followed <- publish.Follow(ctx, p, filters, func(m transport.Message) { tell(view.News{Message: m}) })
	}()
	err = view.Watch(ctx, news, o)
	stop()
	return errors.Join(err, <-followed)
}

func siteFilters(site string) ([]string, error) {
	var filters []string
	for _, name := range watched {
		filter, err := transport.SiteFilter(site, name)
		if err != nil {
			return nil, err
		}
		filters = append(filters, filter)
	}
	return filters, nil
}
