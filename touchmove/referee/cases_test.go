package referee_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
	"github.com/boardd/boardd/touchmove/track"
)

// open are the cases that do not come out right yet, and what is missing.
var open = map[string]string{
	"D31": "the referee: an illegal move that is pressed after the answer is for the arbiter",
	"G06": "the referee: phases after the end",
}

// TestCases: the cases of the Laws, judged on the story that the new engine tells.
func TestCases(t *testing.T) {
	right := 0
	for _, c := range fixtures.Cases() {
		if o := os.Getenv("BOARDD_CASE"); o != "" && !strings.Contains(","+o+",", ","+c.ID+",") {
			continue
		}
		b := play(t, c.Log())
		wrong := b.judge(&c)
		why, isOpen := open[c.ID]
		switch {
		case len(wrong) == 0 && isOpen:
			t.Logf("%s comes out right now: it is open no more", c.ID)
			fallthrough
		case len(wrong) == 0:
			right++
			continue
		case isOpen:
			continue
		}
		t.Errorf("%s, %s (open: %q):\n\t%s", c.ID, c.Title, why, strings.Join(wrong, "\n\t"))
		if os.Getenv("BOARDD_CASE") != "" {
			t.Log(b.story())
		}
	}
	t.Logf("%d of %d cases", right, len(fixtures.Cases()))
}

// bench is both engines on one log.
type bench struct {
	tracker *track.Tracker
	referee *referee.Referee
	history int
	event   laws.Event
	found   []laws.Finding
}

// play runs a log through a tracker and a referee.
func play(t *testing.T, log string) *bench { return playWaking(t, log, 0) }

// playWaking does the same, and wakes both every so many milliseconds besides.
func playWaking(t *testing.T, log string, every int64) *bench {
	t.Helper()
	r := sensor.NewReader(strings.NewReader(log))
	h, err := r.Header()
	if err != nil {
		t.Fatal(err)
	}
	c, err := touchmove.ConfigFor(h)
	if err != nil {
		t.Fatal(err)
	}
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(&c, h, records)
	at := int64(0)
	for i := range records {
		for ; every > 0 && b.event > 0 && at < records[i].At; at += every {
			b.wake(at)
			b.wakeAt(at)
		}
		b.wake(records[i].At)
		b.event++
		b.tracker.Step(&records[i])
		b.found = append(b.found, b.referee.Step(b.event, &records[i], b.tracker.View())...)
	}
	b.wake(1 << 60)
	return b
}

func newBench(c *touchmove.Config, h *sensor.Header, records []sensor.Record) *bench {
	if c.Rules == nil {
		c.Rules = laws.Default()
	}
	at := c.Start
	past := []legality.Position{at}
	for _, m := range c.Moves {
		at = at.Play(m)
		past = append(past, at)
	}
	clock := slices.ContainsFunc(records, func(r sensor.Record) bool { return r.Word == sensor.Press })
	s := track.SensorOf(h.Board, !c.Occupancy, 0)
	return &bench{
		tracker: track.New(track.Config{Start: at, Sensor: s, Clock: clock}),
		referee: referee.New(referee.Config{Rules: c.Rules, Past: past, Moves: c.Moves, Illegal: c.Illegal, Occupancy: c.Occupancy, LateMs: s.Late}),
		history: len(c.Moves),
	}
}

// wake lets time go on, as both ask for it.
func (b *bench) wake(until int64) {
	for {
		at, ok := b.tracker.Deadline()
		if due, waits := b.referee.Deadline(); waits && (!ok || due < at) {
			at, ok = due, true
		}
		if !ok || at > until {
			return
		}
		b.wakeAt(at)
	}
}

func (b *bench) wakeAt(at int64) {
	b.tracker.Wake(at)
	b.found = append(b.found, b.referee.Wake(at, b.tracker.View())...)
}

// general are codes that may stand beside a more specific one that is wanted.
var general = map[string][]string{
	"illegal_completed": {"king_captured", "illegal_second", "illegal_third", "illegal_made", "promotion_unreplaced", "promotion_incomplete",
		"promotion_wrong_piece", "castle_incomplete", "ep_pawn_left", "clock_no_move", "move_incomplete"},
	"touch_breach": {"castle_rook_first", "release_breach", "promotion_changed"},
}

// judge is what is wrong about a case.
func (b *bench) judge(c *fixtures.Case) []string {
	var wrong []string
	wanted := map[string]bool{}
	for _, v := range c.Expect.Verdicts {
		wanted[v.Code] = true
		if got := b.verdict(c, v); got != "" {
			wrong = append(wrong, fmt.Sprintf("%s %s %s after %d, side %s: found %s", v.Code, v.Level, v.Article, v.After, v.Side, got))
		}
	}
	for code, specific := range general {
		if slices.ContainsFunc(specific, func(s string) bool { return wanted[s] }) {
			wanted[code] = true
		}
	}
	for _, f := range b.found {
		if slices.Contains(c.NoneOf, f.Code.String()) || f.Level != laws.Info && !wanted[f.Code.String()] {
			wrong = append(wrong, fmt.Sprintf("not wanted: %s %s after %d", f.Code, f.Level, f.Event))
		}
	}
	return slices.Concat(wrong, b.stages(c), b.game(c))
}

// verdict is what was found in place of a wanted finding; "" if that was found.
func (b *bench) verdict(c *fixtures.Case, v fixtures.Verdict) string {
	beside := "nothing"
	for _, f := range b.found {
		if f.Code.String() != v.Code {
			continue
		}
		beside = fmt.Sprintf("%s %s after %d, side %s", f.Level, f.Article, f.Event, f.Side)
		inTime := v.After == 0 || v.After <= int(f.Event) && int(f.Event) <= latest(c, v.After)
		side := v.Side == "-" || v.Side == "?" || f.Side.String() == v.Side
		if f.Level.String() == v.Level && inTime && side && (v.Level == "info" || sharesArticle(f.Article, v.Article)) {
			return ""
		}
	}
	return beside
}

// latest is the last event by which a finding about a hand may come: the next press, or
// the next touch.
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

func sharesArticle(a, b string) bool {
	return slices.ContainsFunc(strings.Split(a, "/"), func(x string) bool { return slices.Contains(strings.Split(b, "/"), x) })
}

// stages is where other moves are open than should be.
func (b *bench) stages(c *fixtures.Case) []string {
	var wrong []string
	for _, s := range c.Stages {
		var want []string
		if json.Unmarshal(s.Allowed, &want) != nil || want == nil {
			continue // any move, or nothing required
		}
		var got []string
		for _, f := range b.found {
			if int(f.Event) <= s.After && f.Allowed != nil {
				got = f.Allowed
			}
		}
		if slices.Sort(want); !slices.Equal(got, want) {
			wrong = append(wrong, fmt.Sprintf("open after %d: %v, want %v", s.After, got, want))
		}
	}
	return wrong
}

// game is where the moves or the result differ.
func (b *bench) game(c *fixtures.Case) []string {
	var want, got, wrong []string
	for _, m := range c.Expect.Moves {
		if m.UCI != nil && (!strings.HasPrefix(m.State, "illegal_") || m.State == "illegal_stands") {
			want = append(want, *m.UCI+" "+m.State)
		}
	}
	for i, uci := range b.moves() {
		got = append(got, uci+" "+b.referee.Plies()[i].State())
	}
	if !slices.Equal(got, want) {
		wrong = append(wrong, fmt.Sprintf("moves %v, want %v", got, want))
	}
	if r := c.Expect.Result; r != "" && b.referee.Result() != r {
		wrong = append(wrong, fmt.Sprintf("result %s, want %s", b.referee.Result(), r))
	}
	return wrong
}

// moves is the moves that stand, in UCI.
func (b *bench) moves() (moves []string) {
	for _, p := range b.referee.Plies() {
		if p.Open || p.Illegal && !p.Stands {
			break
		}
		moves = append(moves, p.Before.UCI(p.Move))
	}
	return moves
}

// story is the acts that were judged, and what was found.
func (b *bench) story() string {
	var out strings.Builder
	_, acts := b.tracker.View().Story(nil)
	for _, a := range acts {
		fmt.Fprintf(&out, "\n%d@%d %v %v %v from %v", a.Event, a.At, a.Kind, a.Square, a.Piece, a.Home)
	}
	for _, f := range b.found {
		fmt.Fprintf(&out, "\n%d@%d %s %s %s %s %v", f.Event, f.At, f.Code, f.Level, f.Article, f.UCI, f.Allowed)
	}
	return out.String()
}
