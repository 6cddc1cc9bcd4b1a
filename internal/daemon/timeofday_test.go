package daemon

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// TestTouched: the word of systemd-timesyncd counts for as long as the kernel's
// own would: 16 s at 500 ppm are 8 h 53 min 20 s.
func TestTouched(t *testing.T) {
	file := filepath.Join(t.TempDir(), "synchronized")
	now := time.Date(2027, 3, 6, 14, 0, 0, 0, time.UTC)
	if recentlyWritten(file, now) {
		t.Error("there is no file")
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ago  time.Duration
		want bool
	}{
		{0, true}, {time.Hour, true}, {8*time.Hour + 53*time.Minute + 19*time.Second, true},
		{8*time.Hour + 53*time.Minute + 20*time.Second, false}, {24 * time.Hour, false},
		{-time.Second, true}, {-24 * time.Hour, false}, // the clock was set back meanwhile
	} {
		if err := os.Chtimes(file, now, now.Add(-c.ago)); err != nil {
			t.Fatal(err)
		}
		if got := recentlyWritten(file, now); got != c.want {
			t.Errorf("%v ago: %t", c.ago, got)
		}
	}
}

// jumps are what happens to the system clock between two moves: set by a person, by a
// time server, lost, set to what nobody believes.
var jumps = []struct {
	to     time.Duration
	synced bool
}{
	{3 * time.Hour, false}, {-5 * time.Hour, false}, {0, true}, {40 * 365 * 24 * time.Hour, true},
	{-56 * 365 * 24 * time.Hour, false}, {time.Minute, true}, {0, true},
}

// TestClockJumps sets the clock between all moves of a game. The numbers go on, the
// engine's time and the players' clocks never go back, the time of day does only where
// it was set back, and says whether it is right; the game is the same.
func TestClockJumps(t *testing.T) {
	t.Parallel()
	h := handled(t, harness.MemoryDir(t), "first")
	h.put = map[uint64]publish.KeptMessage{}
	defer h.end()
	began := time.Now()
	h.begin()
	h.connect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	for i, moves := range [][]string{
		{"clock 180000 180000 w", "lift e2 P", "drop e4 P", "press w", "clock 179000 180000 b"},
		{"lift d7 p", "drop d5 p", "press b", "clock 179000 179000 w"},
		{"lift d5 p", "lift e4 P", "drop d5 P", "press w", "clock 178000 179000 b"},
		{"lift d8 q", "lift d5 P", "drop d5 q", "press b", "clock 178000 178000 w"},
		{"lift b1 N", "drop c3 N", "press w", "clock 176000 178000 b"},
		{"lift d5 q", "drop d8 q", "press b", "clock 176000 177000 w"},
		{"lift g1 N", "drop f3 N", "press w", "clock 175000 177000 b"},
	} {
		h.acts(moves...)
		h.d.reportTimeAs(h.at, began.Add(jumps[i].to), jumps[i].synced)
		h.settle()
	}
	h.rest(5000)
	if want := "first-1 " + sweepMoves; h.game() != want {
		t.Errorf("the game is %q", h.game())
	}
	c := timesSaid{t: t}
	for _, id := range slices.Sorted(maps.Keys(h.put)) {
		c.take(h.put[id].Message)
	}
	// From 3 h later to 5 h earlier, by 56 years, and by a minute.
	if c.back != 3 || !c.synced[true] || !c.synced[false] || c.clocks < 7 {
		t.Errorf("the time of day goes back %d times; %v; %d clocks", c.back, c.synced, c.clocks)
	}
}

// timesSaid checks the times and numbers of messages, in order.
type timesSaid struct {
	t      *testing.T
	seq    [2]uint64 // of the public messages, of the arbiter's
	at     string
	ms     int64
	back   int // how often the time of day went back
	clocks int // most in a PGN
	synced map[bool]bool
}

var clk = regexp.MustCompile(`%clk ([^\]]*)\]`)

func (c *timesSaid) take(m transport.Message) {
	if strings.HasSuffix(m.Topic, "/pgn") {
		c.takePGN(string(m.Payload))
		return
	}
	if len(m.Payload) == 0 {
		return
	}
	var s struct {
		transport.Head
		Ms    *int64 `json:"t_ms"`
		Moves []transport.Ply
	}
	if err := json.Unmarshal(m.Payload, &s); err != nil {
		c.t.Fatal(err)
	}
	if c.synced == nil {
		c.synced = map[bool]bool{}
	}
	c.synced[s.Synced] = true
	lane := 0
	if strings.Contains(m.Topic, "/arbiter/") {
		lane = 1
	}
	if s.Seq != 0 { // a clock has none
		if s.Seq <= c.seq[lane] {
			c.t.Errorf("%s: number %d after %d", m.Topic, s.Seq, c.seq[lane])
		}
		c.seq[lane] = s.Seq
	}
	if s.Ms != nil {
		if *s.Ms < c.ms {
			c.t.Errorf("%s: %d ms after %d", m.Topic, *s.Ms, c.ms)
		}
		c.ms = *s.Ms
	}
	if s.At != "" && s.At < c.at {
		c.back++
	}
	c.at = s.At
	made := ""
	for _, p := range s.Moves {
		if p.MadeAt != nil && *p.MadeAt < made {
			c.t.Errorf("%s: ply %d made at %s, after %s", m.Topic, p.Ply, *p.MadeAt, made)
		}
		if p.MadeAt != nil {
			made = *p.MadeAt
		}
	}
}

// takePGN checks that no player has more time after a move than he had before it, or
// less than none.
func (c *timesSaid) takePGN(text string) {
	left := [2]int{1 << 30, 1 << 30}
	all := clk.FindAllStringSubmatch(text, -1)
	c.clocks = max(c.clocks, len(all))
	for i, m := range all {
		at := 0
		for _, part := range strings.Split(m[1], ":") {
			n, err := strconv.ParseUint(part, 10, 16)
			if err != nil {
				c.t.Fatalf("%%clk %s: %v", m[1], err)
			}
			at = 60*at + int(n)
		}
		if at > left[i%2] {
			c.t.Errorf("%%clk %s after %d s", m[1], left[i%2])
		}
		left[i%2] = at
	}
}

// TestClockBehind: the power fails, and the clock that nothing keeps right begins
// earlier than the journal ends, or at 1970. What is said is not said to be earlier
// than what was said before, until the right time is known.
func TestClockBehind(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC().Truncate(time.Millisecond)
	for _, back := range []time.Duration{time.Hour, 50 * 365 * 24 * time.Hour} {
		d, _ := idleDaemon(t, "tcp://127.0.0.1:1")
		d.keepTimeAhead(uint64(now.UnixMilli()), now.Add(-back))
		d.reportTimeAs(1000, now.Add(-back), false)
		if got, want := string(d.timeOfDay().Data), now.Format("2006-01-02T15:04:05.000Z"); got != want {
			t.Errorf("%v behind: says %s, want %s", back, got, want)
		}
		d.reportTimeAs(2000, now.Add(-back/2), true)
		d.reportTimeAs(3000, now.Add(-back/2+time.Second), false) // the source is lost again
		if got, want := string(d.timeOfDay().Data), now.Add(-back/2+time.Second).Format("2006-01-02T15:04:05.000Z"); got != want {
			t.Errorf("%v behind, and then known: says %s, want %s", back, got, want)
		}
	}
}

// TestClockBehindRestarted is the same with a journal: a start that has set the clock
// forward by five hours, and one whose clock is not.
func TestClockBehindRestarted(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := handled(t, folder, "first")
	h.begin()
	h.d.reportTimeAs(h.at, time.Now().Add(5*time.Hour), false)
	sweepGame(h)
	game := h.game()
	h.end()
	last := lastSaid(t, h.d.store.Outbox)
	h = handled(t, folder, "second")
	defer h.end()
	ahead := h.d.clock.Now() - h.d.restored.At
	h.begin()
	if got := string(h.d.timeOfDay().Data); got < last || h.game() != game {
		t.Errorf("says %s after %s; game %q, was %q", got, last, h.game(), game)
	}
	if ahead < 0 || ahead > 60_000 {
		t.Errorf("the engine's time is %d ms later", ahead)
	}
}

// lastSaid is the latest time that a message gives.
func lastSaid(t *testing.T, o publish.Outbox) string {
	t.Helper()
	last := ""
	for _, m := range outboxOf(o) {
		var head transport.Head
		if json.Unmarshal(m.Message.Payload, &head) == nil {
			last = max(last, head.At)
		}
	}
	if last == "" {
		t.Fatal("nothing has been said")
	}
	return last
}
