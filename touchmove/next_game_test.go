package touchmove_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// TestNextGameForgets: whatever happened in one game, the next one is judged as
// if it were the first. A short run has each game follow some of the others.
func TestNextGameForgets(t *testing.T) {
	games := nextGames(t)
	if len(games) < 10 {
		t.Fatalf("%d games", len(games))
	}
	step := 1
	if testing.Short() {
		step = 17
	}
	for i, second := range games {
		want := second.after(t, nil)
		for at := i % step; at < len(games); at += step {
			first := games[at]
			if got := second.after(t, first); got != want {
				t.Errorf("%s after %s:\n%s\nalone:\n%s", second.name, first.name, got, want)
			}
		}
	}
}

// stops reports whether the clocks are stopped in a log: that outlives a game.
func stops(log string) bool {
	return strings.Contains(log, " pause") || strings.Contains(log, " -\n")
}

// nextGame is a log that can be played after another one.
type nextGame struct {
	name    string
	config  touchmove.Config
	records []sensor.Record
}

// nextGames are the reported logs of boards that name their pieces, without a
// command, settings, a stopped clock or moves before them.
func nextGames(t *testing.T) []*nextGame {
	t.Helper()
	names, _ := filepath.Glob("testdata/reports/*.log")
	var games []*nextGame
	for _, name := range names {
		log, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rd := sensor.NewReader(strings.NewReader(string(log)))
		h, err := rd.Header()
		if err != nil {
			t.Fatal(err)
		}
		g := &nextGame{name: filepath.Base(name)}
		g.config, err = touchmove.ConfigFor(h)
		if err != nil {
			t.Fatal(err)
		}
		if g.records, err = rd.ReadAll(); err != nil {
			t.Fatal(err)
		}
		if len(g.config.Moves) == 0 && len(h.Config) == 0 && !g.config.Occupancy && !strings.Contains(string(log), "cmd ") && !stops(string(log)) {
			games = append(games, g)
		}
	}
	return games
}

// after is what is found in a game that follows another one, nil if none, on one
// board with a clock. Both begin with a scan, the second an hour after the first.
func (g *nextGame) after(t *testing.T, first *nextGame) string {
	t.Helper()
	const later = 3_600_000
	tr := (*touchmove.Tracker)(nil)
	if first == nil {
		tr = newTracker(g.config)
	} else {
		tr = newTracker(first.config)
		for i, r := range first.records {
			runOut(tr, r.At)
			if _, err := step(t, tr, touchmove.Event(i+1), r); err != nil {
				t.Fatal(err)
			}
		}
		runOut(tr, later-1)
	}
	if _, err := tr.Do(1, later, touchmove.Command{Verb: touchmove.NewGame, Start: &g.config.Start, Rules: g.config.Rules}); err != nil {
		t.Fatal(err)
	}
	text := foundText(tr.Step(2, sensor.Record{At: later, Word: sensor.Board, Placement: *g.config.Start.Placement()}))
	for i, r := range g.records {
		r.At += later + 1
		text += runOut(tr, r.At)
		found, err := step(t, tr, touchmove.Event(i+3), r)
		if err != nil {
			t.Fatal(err)
		}
		text += foundText(found)
	}
	return text + runOut(tr, 2*later) + sanOf(tr.Game())
}

func newTracker(c touchmove.Config) *touchmove.Tracker {
	c.Clock = touchmove.ClockYes
	return touchmove.New(c)
}

// runOut wakes a tracker until a time and is what it found.
func runOut(tr *touchmove.Tracker, until int64) string {
	text := ""
	for at, ok := tr.Deadline(); ok && at <= until; at, ok = tr.Deadline() {
		text += foundText(tr.Wake(at))
	}
	return text
}

func foundText(found []touchmove.Finding) string {
	text := ""
	for i := range found {
		f := &found[i]
		text += fmt.Sprintln(f.At, f.Code, f.Level, f.Side, f.Article, f.UCI, f.Allowed, f.Remedy != nil && f.Remedy.Offence > 1)
	}
	return text
}
