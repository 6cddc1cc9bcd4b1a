package touchmove_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// play runs a log, in which no command is refused, through a tracker. It returns the
// tracker with all its findings. Additional wake-ups must not change the findings.
func play(t testing.TB, text string) (*touchmove.Tracker, []touchmove.Finding) {
	t.Helper()
	d := run(t, text)
	for _, err := range d.refused {
		t.Errorf("refused: %v", err)
	}
	return d.tr, d.found
}

// run is what has come of a log to which nothing more will be added.
func run(t testing.TB, text string) *desk {
	t.Helper()
	wantNoMoreByWaking(t, text)
	d := newDesk(t, text)
	d.wake(1 << 60)
	return d
}

// desk is a tracker that is fed with a log, and the results.
type desk struct {
	t       testing.TB
	tr      *touchmove.Tracker
	event   touchmove.Event
	found   []touchmove.Finding
	refused []error
}

// newDesk feeds a whole log. Deadlines after its last record have not run out.
// readLog reads a log of decoded records.
func readLog(t testing.TB, text string) (touchmove.Config, []sensor.Record) {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(text))
	h, err := rd.Header()
	if err != nil {
		t.Fatal(err)
	}
	c, err := pipeline.ConfigFor(h)
	if err != nil {
		t.Fatal(err)
	}
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return c, records
}

func newDesk(t testing.TB, text string) *desk {
	t.Helper()
	c, records := readLog(t, text)
	d := &desk{t: t, tr: touchmove.New(c)}
	for _, r := range records {
		d.step(r)
	}
	return d
}

func (d *desk) wake(until int64) {
	for at, ok := d.tr.Deadline(); ok && at <= until; at, ok = d.tr.Deadline() {
		d.found = append(d.found, d.tr.Wake(at)...)
	}
}

// step feeds one record. A command that is refused is kept.
func (d *desk) step(r sensor.Record) {
	d.t.Helper()
	d.wake(r.At)
	d.event++
	found, err := step(d.t, d.tr, d.event, r)
	d.found = append(d.found, found...)
	if err != nil {
		d.refused = append(d.refused, err)
	}
}

// step feeds one record, a command too.
func step(t testing.TB, tr *touchmove.Tracker, event touchmove.Event, r sensor.Record) ([]touchmove.Finding, error) {
	t.Helper()
	if r.Word != sensor.Cmd {
		return tr.Step(event, r), nil
	}
	request, err := transport.ParseLogged(r.Verb, r.Data)
	if err != nil {
		t.Fatal(err)
	}
	return tr.Do(event, r.At, request.Command)
}

// standing are the moves that stand at the end, in SAN without marks.
func standing(g *touchmove.Game) []string {
	var san []string
	for _, p := range g.Moves {
		san = append(san, bare(p.SAN))
	}
	if g.Pending != nil && g.Pending.State == touchmove.StateProvisional {
		san = append(san, bare(g.Pending.SAN))
	}
	return san
}

func bare(san string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("+#!?", r) {
			return -1
		}
		return r
	}, san)
}

// TestScenes: the moves that stand come out right whatever the hands did.
func TestScenes(t *testing.T) {
	for _, s := range fixtures.Scenes() {
		t.Run(s.ID, func(t *testing.T) {
			tr, _ := play(t, s.Log())
			var want []string
			for _, san := range s.SAN {
				want = append(want, bare(san))
			}
			if got := standing(tr.LastGame()); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", s.Title, got, want)
			}
		})
	}
}

// general are codes that may stand beside a more specific one that is wanted.
var general = map[string][]string{
	"illegal_completed": {"king_captured", "illegal_second", "illegal_third", "illegal_made", "promotion_unreplaced", "promotion_incomplete",
		"promotion_wrong_piece", "castle_incomplete", "ep_pawn_left", "clock_no_move", "move_incomplete"},
	"touch_breach": {"castle_rook_first", "release_breach", "promotion_changed"},
}

// TestCases: every case of the Laws has the findings, the obligations, the moves
// and the position that the Laws ask for, and no others.
func TestCases(t *testing.T) {
	for _, c := range fixtures.Cases() {
		t.Run(c.ID, func(t *testing.T) {
			tr, found := play(t, c.Log())
			wanted := map[string]bool{}
			for _, v := range c.Expect.Verdicts {
				wanted[v.Code] = true
				checkVerdict(t, &c, v, found)
			}
			checkUnwanted(t, &c, wanted, found)
			checkStages(t, &c, found)
			checkGame(t, &c, tr.LastGame())
			for _, f := range found {
				if err := errors.Join(checkCited(tr.Game().Rules, &f), checkEvidence(&f)); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// latest is the last event by which a finding about a hand may come: the next press, or the
// next touch.
func latest(c *fixtures.Case, after int) int {
	last := after
	for _, e := range c.Events {
		if e.N > after && e.Ev != "clock_resume" && e.Ev != "flag" {
			return e.N
		}
		last = max(last, e.N)
	}
	return last
}

func checkVerdict(t *testing.T, c *fixtures.Case, v fixtures.Verdict, found []touchmove.Finding) {
	t.Helper()
	adjacent := "nothing"
	for _, f := range found {
		if f.Code.String() != v.Code {
			continue
		}
		adjacent = fmt.Sprintf("%s %s after %d, side %s", f.Level, f.Article, f.Event, f.Side)
		inTime := v.After == 0 || v.After <= int(f.Event) && int(f.Event) <= latest(c, v.After)
		side := v.Side == "-" || v.Side == "?" || f.Side.String() == v.Side
		if f.Level.String() == v.Level && inTime && side && (v.Level == "info" || sharesArticle(f.Article, v.Article)) {
			return
		}
	}
	t.Errorf("%s %s %s after %d, side %s: found %s", v.Code, v.Level, v.Article, v.After, v.Side, adjacent)
}

func sharesArticle(a, b string) bool {
	for _, x := range strings.Split(a, "/") {
		if slices.Contains(strings.Split(b, "/"), x) {
			return true
		}
	}
	return false
}

func checkUnwanted(t *testing.T, c *fixtures.Case, wanted map[string]bool, found []touchmove.Finding) {
	t.Helper()
	for code, specific := range general {
		if slices.ContainsFunc(specific, func(s string) bool { return wanted[s] }) {
			wanted[code] = true
		}
	}
	if m := c.Expect.BoardMatches; m != nil && !*m {
		wanted["desync"] = true
	}
	for _, f := range found {
		if slices.Contains(c.NoneOf, f.Code.String()) {
			t.Errorf("%s after %d must not be found", f.Code, f.Event)
		}
		if f.Level != laws.Info && !wanted[f.Code.String()] && f.Code != laws.SensorFault {
			t.Errorf("not wanted: %s %s after %d", f.Code, f.Level, f.Event)
		}
		if f.Article == "" {
			t.Errorf("%s has no article", f.Code)
		}
	}
}

func checkStages(t *testing.T, c *fixtures.Case, found []touchmove.Finding) {
	t.Helper()
	for _, s := range c.Stages {
		var want []string
		if json.Unmarshal(s.Allowed, &want) != nil || want == nil {
			continue // any move, or nothing required
		}
		var got []string
		for _, f := range found {
			if int(f.Event) <= s.After && f.Allowed != nil {
				got = f.Allowed
			}
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("allowed after %d: %v, want %v", s.After, got, want)
		}
	}
}

func checkGame(t *testing.T, c *fixtures.Case, g *touchmove.Game) {
	t.Helper()
	var want []string
	for _, m := range c.Expect.Moves {
		if m.UCI != nil && (!strings.HasPrefix(m.State, "illegal_") || m.State == "illegal_stands") {
			want = append(want, *m.UCI+" "+m.State)
		}
	}
	var got []string
	for _, p := range g.Moves[min(len(c.History), len(g.Moves)):] {
		got = append(got, p.UCI+" "+p.State.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("moves %v, want %v", got, want)
	}
	if p := c.Expect.Position; p != "" {
		if got, want := fields4(g.Position.FEN()), fields4(p); got != want {
			t.Errorf("position %s, want %s", got, want)
		}
	}
	if r := c.Expect.Result; r != "" && g.Result != r {
		t.Errorf("result %s, want %s", g.Result, r)
	}
}

func fields4(fen string) string { return strings.Join(strings.Fields(fen)[:4], " ") }
