package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

var update = flag.Bool("update", false, "rewrite the derived files: what is found in the fixtures, and the goldens")

const fixtureDir = "../../fixtures/logs"

// fixtureRun is all that follows from a fixture, step by step.
type fixtureRun struct {
	t        *testing.T
	header   *sensor.Header
	records  []sensor.Record
	findings []touchmove.Finding
	messages []transport.Message
}

// runFixture lets a log run through the engine, as replay does.
func runFixture(t *testing.T, text string) *fixtureRun {
	t.Helper()
	log, err := readLog(sensor.NewReader(strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	h, records, e := log.header, log.records, log.engine
	e.encoder = replayEncoder()
	f := &fixtureRun{t: t, header: h, records: records}
	take := func(o outcome) {
		f.findings = append(f.findings, o.Findings...)
		f.messages = append(f.messages, o.Messages...)
	}
	take(e.Begin())
	for _, r := range records {
		take(e.Step(r))
	}
	take(e.Finish())
	return f
}

// TestFixtures: each fixture gives what was wanted of it before the program was
// run, and all that it gives is what it gave when somebody looked last.
func TestFixtures(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			want, err := fixtures.Wanted(name)
			if err != nil {
				t.Fatal(err)
			}
			f := runFixture(t, fixtures.Log(name))
			f.checkPapers()
			f.checkFindings(want)
			f.checkGames(want)
			checkGolden(t, filepath.Join(fixtureDir, name+".out"), replayed(t, fixtures.Log(name), "-o", "findings"))
		})
	}
}

// replayed is what `boardd replay` prints of a log.
func replayed(t *testing.T, log string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	status := runMain(context.Background(), streams{strings.NewReader(log), &out, &errs}, append(append([]string{"replay"}, args...), "-"))
	if status != exitOK || errs.Len() > 0 {
		t.Fatalf("replay %v: status %d, %s", args, status, &errs)
	}
	return out.String()
}

// checkGolden compares text with a file, or rewrites the file.
func checkGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what comes out any more: %s", path, firstDifference(string(want), got))
	}
}

// firstDifference is the first line in which two texts differ.
func firstDifference(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range a {
		if i == len(b) {
			return "it ends before " + a[i]
		}
		if a[i] != b[i] {
			return "was\n" + a[i] + "\nis\n" + b[i]
		}
	}
	return "it goes on with " + b[len(a)]
}

// papers are what every fixture says of itself; one of a real or simulated
// port its firmware too.
var papers = []string{"date", "licence", "recorded-by", "script"}

func (f *fixtureRun) checkPapers() {
	f.t.Helper()
	has := map[string]bool{}
	for _, s := range f.header.Other {
		has[s.Name] = true
	}
	for _, name := range papers {
		if !has[name] {
			f.t.Errorf("no %s in its papers", name)
		}
	}
	if f.header.Board != "" && !has["firmware"] {
		f.t.Error("no firmware in its papers")
	}
}

// checkFindings holds what was found against what was wanted. Each finding
// answers one wish.
func (f *fixtureRun) checkFindings(want *fixtures.Want) {
	f.t.Helper()
	answering := make([]bool, len(f.findings))
	for _, w := range want.Findings {
		i := 0
		for i < len(f.findings) && (answering[i] || !f.answers(&w, &f.findings[i])) {
			i++
		}
		if i == len(f.findings) {
			f.t.Errorf("not found: %+v%s", w, f.near(w.Code))
			continue
		}
		answering[i] = true
	}
	for i := range f.findings {
		g := &f.findings[i]
		if g.Level != touchmove.Info && !answering[i] || slices.Contains(want.None, g.Code.String()) {
			f.t.Errorf("not wanted: %s", transport.AppendFinding(nil, g))
		}
	}
}

// answers reports whether a finding is one that was wanted.
func (f *fixtureRun) answers(w *fixtures.WantedFinding, g *touchmove.Finding) bool {
	return g.Code.String() == w.Code && g.Level.String() == w.Level && (w.Side == "*" || w.Side == g.Side.String()) &&
		(w.Article == "" || slices.Contains(strings.Split(g.Article, "/"), w.Article)) &&
		w.Event <= g.Event && (g.Event <= f.latest(w.Event) || g.At <= f.at(w.Event)+handMs)
}

// handMs is how long a hand may still be on a man that it has put down: what
// counts as rest by default.
const handMs = 300

// at is the time of a record, by its number; before the first it is 0.
func (f *fixtureRun) at(event int) int64 {
	if event == 0 {
		return 0
	}
	return f.records[event-1].At
}

// latest is the record by which what can be found after an event has to be
// found, if a hand does not hide it: the next touch or press, or what a person
// does.
func (f *fixtureRun) latest(event int) int {
	for n := event; n < len(f.records); n++ {
		switch f.records[n].Word {
		case sensor.Clock, sensor.UTC, sensor.Tx:
		default:
			return n + 1
		}
	}
	return len(f.records)
}

// near lists what was found under a code.
func (f *fixtureRun) near(code string) string {
	text := ""
	for i := range f.findings {
		if f.findings[i].Code.String() == code {
			text += "\n  but " + string(transport.AppendFinding(nil, &f.findings[i]))
		}
	}
	return text
}

// checkGames compares the games with the last snapshot of each that has a move.
func (f *fixtureRun) checkGames(want *fixtures.Want) {
	f.t.Helper()
	games := f.games()
	for i, w := range want.Games {
		if i >= len(games) {
			f.t.Errorf("no game %d: want %v", i+1, w.Moves)
			continue
		}
		if got := movesOf(&games[i]); !slices.Equal(got, w.Moves) {
			f.t.Errorf("game %d: moves %v, want %v", i+1, got, w.Moves)
		}
		if games[i].Result != w.Result {
			f.t.Errorf("game %d: result %s, want %s", i+1, games[i].Result, w.Result)
		}
	}
	if len(games) > len(want.Games) {
		f.t.Errorf("%d games, want %d: %v", len(games), len(want.Games), movesOf(&games[len(games)-1]))
	}
}

// games are the last snapshots of the games that have a move, in order.
func (f *fixtureRun) games() []transport.ArbiterGame {
	f.t.Helper()
	var games []transport.ArbiterGame
	for _, m := range f.messages {
		if !strings.HasSuffix(m.Topic, "/arbiter/game") {
			continue
		}
		var g transport.ArbiterGame
		if err := json.Unmarshal(m.Payload, &g); err != nil {
			f.t.Fatal(err)
		}
		if n := len(games); n > 0 && games[n-1].GameID == g.GameID {
			games[n-1] = g
		} else {
			games = append(games, g)
		}
	}
	return slices.DeleteFunc(games, func(g transport.ArbiterGame) bool { return len(movesOf(&g)) == 0 })
}

// movesOf are the moves that stand, as a .want file writes them.
func movesOf(g *transport.ArbiterGame) []string {
	plies := g.Moves
	if g.Pending != nil && g.Pending.State == "provisional" {
		plies = append(slices.Clone(plies), *g.Pending)
	}
	var moves []string
	for _, p := range plies {
		text := "?"
		if p.SAN != nil {
			text = *p.SAN
		}
		if p.State != "completed" {
			text += ":" + p.State
		}
		moves = append(moves, text)
	}
	return moves
}
