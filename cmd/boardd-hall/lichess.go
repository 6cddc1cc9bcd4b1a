package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/hall/livechess"
	"github.com/boardd/boardd/hall/out"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/metrics"
	"github.com/boardd/boardd/internal/release"
)

// feeder gives the rounds, as the world sees them, to their targets on Lichess.
type feeder struct {
	alerts  *alerts
	store   *store.Store
	targets []*target
}

// target is a target with the number of what it has been given, and what became of the pushes.
type target struct {
	hallconfig.Target
	to    *out.Target
	given int

	mu            sync.Mutex
	taken, failed uint64    // pushes
	last          out.Push  // the last one
	at            time.Time // of the last one that was taken
	kept          string    // the last act
}

// agent is how the program introduces itself to Lichess.
func agent() string { return "boardd-hall/" + release.Version + " (+https://github.com/boardd/boardd)" }

func newFeeder(c *hallconfig.Config, s *store.Store, a *alerts) *feeder {
	f := &feeder{alerts: a, store: s}
	servers := map[string]*out.Lichess{}
	for _, t := range c.Targets {
		if servers[t.URL] == nil {
			servers[t.URL] = &out.Lichess{URL: t.URL, Agent: agent(), Client: out.NewClient()}
		}
		one := &target{Target: t}
		one.to = &out.Target{Lichess: servers[t.URL], ID: t.Lichess, Token: t.Token, Alert: a.set, Pushed: func(p out.Push) { f.pushed(one, p) }}
		f.targets = append(f.targets, one)
	}
	return f
}

// pushed takes note of what became of a push. What differs from the push before is an act.
func (f *feeder) pushed(t *target, p out.Push) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last = p; p.Err != nil {
		t.failed++
	} else {
		t.taken++
		t.at = time.Now()
	}
	text := answerTo(p)
	if text == t.kept {
		return
	}
	err := f.store.AddAct(context.Background(), store.Act{Who: "boardd-hall", What: "push", Tournament: t.Tournament.ID, Round: t.Round, Detail: "lichess " + t.Lichess + ": " + text})
	f.alerts.set("acts of lichess "+t.Lichess, advice.With(err))
	if err == nil {
		t.kept = text
	}
}

// answerTo describes what became of a push. A lost connection has no address of its own in it.
func answerTo(p out.Push) string {
	if lost, ok := errors.AsType[*url.Error](p.Err); ok {
		p.Err = lost.Err
	}
	if lost, ok := errors.AsType[*net.OpError](p.Err); ok {
		p.Err = lost.Err
	}
	if p.Err != nil {
		return "failed: " + p.Err.Error()
	}
	return strings.Join(append([]string{fmt.Sprintf("%d games taken", p.Games)}, p.Refused...), "; ")
}

// write writes the metrics of the targets.
func (f *feeder) write(dst []byte, site string) []byte {
	if len(f.targets) == 0 {
		return dst
	}
	for _, m := range []struct {
		name, kind, help string
		value            func(t *target) (float64, bool)
	}{
		{"pushes_total", "counter", "Pushes to a round of Lichess that were answered.", func(t *target) (float64, bool) { return float64(t.taken), true }},
		{"pushes_failed_total", "counter", "Pushes to a round of Lichess that failed, or that could not be made.", func(t *target) (float64, bool) { return float64(t.failed), true }},
		{"push_games", "gauge", "Games of the last push that Lichess has taken.", func(t *target) (float64, bool) { return float64(t.last.Games), t.last.Err == nil }},
		{"push_games_refused", "gauge", "Games whose present text Lichess does not take.", func(t *target) (float64, bool) { return float64(len(t.last.Refused)), t.last.Err == nil }},
		{"push_seconds", "gauge", "How long Lichess took to answer the last push.", func(t *target) (float64, bool) { return t.last.Took.Seconds(), t.last.Err == nil && t.taken > 0 }},
		{"push_age_seconds", "gauge", "How long ago a push was answered last. A round in which nothing changes is not pushed.", func(t *target) (float64, bool) { return time.Since(t.at).Seconds(), t.taken > 0 }},
	} {
		name := "boardd_hall_" + m.name
		dst = metrics.AppendHead(dst, name, m.kind, m.help)
		for _, t := range f.targets {
			t.mu.Lock()
			value, ok := m.value(t)
			t.mu.Unlock()
			if ok {
				dst = metrics.AppendValue(dst, name, fmt.Sprintf("%s,tournament=%q,round=\"%d\",lichess=%q", site, t.Tournament.ID, t.Round, t.Lichess), value)
			}
		}
	}
	return dst
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
