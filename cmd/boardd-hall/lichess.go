package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/hall/livechess"
	"github.com/boardd/boardd/hall/out"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/release"
)

// feeder gives the rounds, as the world sees them, to their targets on Lichess.
type feeder struct {
	alerts  *alerts
	targets []*target
}

// target is a target with the number of what it has been given.
type target struct {
	hallconfig.Target
	to    *out.Target
	given int
}

// agent is how the program introduces itself to Lichess.
func agent() string { return "boardd-hall/" + release.Version + " (+https://github.com/boardd/boardd)" }

func newFeeder(c *hallconfig.Config, a *alerts) *feeder {
	f := &feeder{alerts: a}
	servers := map[string]*out.Lichess{}
	for _, t := range c.Targets {
		if servers[t.URL] == nil {
			servers[t.URL] = &out.Lichess{URL: t.URL, Agent: agent(), Client: out.NewClient()}
		}
		f.targets = append(f.targets, &target{Target: t, to: &out.Target{Lichess: servers[t.URL], ID: t.Lichess, Token: t.Token, Alert: a.set}})
	}
	return f
}

// run pushes until ctx ends.
func (f *feeder) run(ctx context.Context) {
	var all sync.WaitGroup
	for _, t := range f.targets {
		all.Go(func() { t.to.Run(ctx) })
	}
	all.Wait()
}

// offer gives the rounds of a tournament that have changed to their targets.
func (f *feeder) offer(v *out.Shown) {
	lacking := map[int][]string{} // tables without a target, of each round that has one
	for _, t := range f.targets {
		if t.Tournament != v.Tournament {
			continue
		}
		boards, change := v.Round(t.Round)
		if change == t.given {
			continue
		}
		t.given = change
		t.to.Offer(v.Games(t.Round, t.Slice))
		lacking[t.Round] = f.without(v, t.Round, boards)
	}
	for round, tables := range lacking {
		var err error
		if len(tables) > 0 {
			err = fmt.Errorf("round %d: these tables are in no target and are not pushed: %s", round, strings.Join(tables, ", "))
		}
		f.alerts.set(fmt.Sprintf("targets of %s, round %d", v.Tournament.ID, round), err)
	}
}

// without returns the tables of a round that no target has.
func (f *feeder) without(v *out.Shown, round int, boards []livechess.Board) []string {
	var all []string
	for i := range boards {
		table, has := boards[i].Pairing.Table, false
		for _, t := range f.targets {
			has = has || t.Tournament == v.Tournament && t.Round == round && t.Slice.Has(table)
		}
		if !has {
			all = append(all, fmt.Sprint(table))
		}
	}
	return all
}

// checkTarget reads the token of a target, and the round at Lichess.
func checkTarget(ctx context.Context, t *hallconfig.Target, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	to := &out.Target{Lichess: &out.Lichess{URL: t.URL, Agent: agent(), Client: out.NewClient()}, ID: t.Lichess, Token: t.Token}
	return to.Check(ctx)
}
