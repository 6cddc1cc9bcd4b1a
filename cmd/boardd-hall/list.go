package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// tellBoards lists the boards of a site, each with its state; to somebody who wants
// something done, but does not say by whom, as an error.
func tellBoards(ctx context.Context, c *config.Config, out io.Writer, wanted bool, wait time.Duration) error {
	states, err := siteBoards(ctx, c, wait)
	if err != nil {
		return cli.Silence(err)
	}
	names := slices.Sorted(maps.Keys(states))
	switch {
	case wanted && len(names) == 0:
		return cli.BadInput(fmt.Errorf("no board is named (--board), and the broker knows none of site %s; is that the site's name?", c.Site))
	case len(names) == 0:
		return fmt.Errorf("the broker knows no board of site %s; is that the site's name?", c.Site)
	case wanted:
		for i, name := range names {
			names[i] += " (" + terminal.Plain(string(states[name])) + ")"
		}
		return cli.BadInput(fmt.Errorf("no board is named (--board); of site %s the broker knows %s", c.Site, strings.Join(names, ", ")))
	}
	for _, name := range names {
		fmt.Fprintf(out, "%s  %s\n", name, terminal.Plain(string(states[name])))
	}
	return nil
}

// listTime is for how long nothing more has come when all that a broker has kept is
// taken to have been had.
const listTime = 300 * time.Millisecond

// siteBoards are the boards of a site of which the broker keeps a state.
func siteBoards(ctx context.Context, c *config.Config, wait time.Duration) (map[string]transport.State, error) {
	filter, err := transport.SiteFilter(c.Site, "status")
	if err != nil {
		return nil, cli.BadInput(err)
	}
	pc, err := config.Publish(c, transport.Message{}, "")
	if err != nil {
		return nil, err
	}
	pc.ClientID += "-send-" + session.New()[:8]
	pc.ConnectTimeout = wait
	listening, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	states := map[string]transport.State{}
	quiet := time.AfterFunc(wait, cancel)
	defer quiet.Stop()
	err = publish.Ask(listening, pc, []string{filter}, nil, func(m transport.Message) bool {
		t, _, ok := transport.ParseTopic(m.Topic)
		var s transport.Status
		if ok && json.Unmarshal(m.Payload, &s) == nil && s.State != "" {
			states[t.Board()] = s.State
		}
		quiet.Reset(listTime)
		return true
	})
	if ctx.Err() != nil {
		return nil, errors.New("stopped before the answer")
	}
	if err != nil && !errors.Is(err, publish.ErrUnanswered) {
		return nil, err
	}
	return states, nil
}
