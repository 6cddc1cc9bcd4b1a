package daemon_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// nextGame enters a result, sets the pieces up again, and asks for the next game. That begins
// another segment of the journal.
func nextGame(h *daemontest.Stepped, id string) {
	h.Answers()
	h.Feed(sensor.Record{Word: sensor.Cmd, Verb: "result", Data: []byte(`{"transaction":"of ` + id + `","result":"1-0"}`)})
	h.Acts("lift f3 N", "drop g1 N", "lift d8 q", "lift c3 N", "drop b1 N", "drop d8 q", "drop d7 p", "drop e2 P")
	h.Feed(sensor.Record{Word: sensor.Cmd, Verb: "new_game", Data: []byte(`{"transaction":"for ` + id + `","game_id":"` + id + `"}`)})
}

// oneByOne returns the messages that consumers get one by one: events, findings and answers.
func oneByOne(messages []transport.Message) (all []string) {
	for _, m := range messages {
		if m.QoS > 0 && !m.Retain {
			all = append(all, m.Topic+" "+string(m.Payload))
		}
	}
	return all
}

// TestSegmentNotPublished: boardd ends when it has begun one or two segments of the journal, and
// the broker has not acknowledged what follows from them. The next start sends all of that as
// it was, and the game goes on.
func TestSegmentNotPublished(t *testing.T) {
	t.Parallel()
	for _, games := range []int{1, 2} {
		folder := harness.MemoryDir(t)
		h := daemontest.OpenStepped(t, folder, "first")
		h.Put = map[uint64]daemontest.KeptMessage{}
		h.Begin()
		h.PlayGame()
		cursor := h.Acknowledge()
		before := uint64(0)
		for id := range h.Put {
			before = max(before, id)
		}
		nextGame(h, "next")
		h.Acts("lift d2 P", "drop d4 P")
		if games == 2 {
			h.Acts("lift d4 P", "drop d2 P")
			nextGame(h, "last")
		}
		h.Kill()
		var want []transport.Message
		for id := before + 1; id <= before+uint64(len(h.Put)); id++ {
			if m, kept := h.Put[id]; kept {
				want = append(want, m.Message)
			}
		}
		if n := len(journalFiles(folder)); n != 1+games {
			t.Fatalf("%d files", n)
		}
		if err := os.WriteFile(filepath.Join(folder, "hall", "b07", "cursor"), cursor, 0o600); err != nil {
			t.Fatal(err)
		}
		again := daemontest.OpenStepped(t, folder, "second")
		if got := again.Troubles(); len(got) > 0 || again.Game() != h.Game() {
			t.Errorf("troubles %v, game %q, was %q", got, again.Game(), h.Game())
		}
		got, want2 := oneByOne(daemontest.Lasting(again.Store().Outbox)), oneByOne(want)
		if !slices.Equal(got, want2) {
			t.Errorf("%d games: published\n%s\nwant\n%s", games, strings.Join(got, "\n"), strings.Join(want2, "\n"))
		}
		if text := strings.Join(got, "\n"); !strings.Contains(text, `"type":"result"`) || !strings.Contains(text, `for next`) {
			t.Errorf("%d games: the result or an answer is missing from\n%s", games, text)
		}
		again.Kill()
	}
}

// TestLastGameAfterRestart: a start publishes the last game, too, although its segment of the
// journal has only the present one.
func TestLastGameAfterRestart(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := daemontest.OpenStepped(t, folder, "first")
	h.Begin()
	h.PlayGame()
	nextGame(h, "next")
	h.Acts("lift d2 P", "drop d4 P")
	want := lastOf(t, h.Engine())
	if !strings.Contains(want, "1-0") {
		t.Fatalf("last game %q", want)
	}
	h.Kill()
	again := daemontest.OpenStepped(t, folder, "second")
	if again.Game() != h.Game() {
		t.Errorf("game %q, was %q", again.Game(), h.Game())
	}
	if got := lastOf(t, again.Engine()); got != want {
		t.Errorf("last game\n%s\nwant\n%s", got, want)
	}
	again.Kill()
}

// lastOf returns the PGN of the last game that an engine publishes again.
func lastOf(t *testing.T, e *pipeline.Engine) string {
	t.Helper()
	for _, m := range e.RepublishAll(1 << 40).Messages {
		if strings.HasSuffix(m.Topic, "/last/pgn") {
			return string(m.Payload)
		}
	}
	return ""
}

func journalFiles(folder string) []string {
	f, _ := filepath.Glob(filepath.Join(folder, "hall", "b07", "journal", "*.log"))
	return f
}

// TestOtherConfigNotPublished: the configuration has changed since, so another game begins. What
// follows from the journal of the old game is published first.
func TestOtherConfigNotPublished(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := daemontest.OpenStepped(t, folder, "first")
	h.Put = map[uint64]daemontest.KeptMessage{}
	h.Begin()
	h.Connect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	cursor := h.Acknowledge()
	h.Feed(sensor.Record{Word: sensor.Cmd, Verb: "tags", Data: []byte(`{"transaction":"lost","tags":{"White":"Ferrier, Isla"}}`)})
	numbers := h.Engine().Encoder.Numbers()
	h.Kill()
	if err := os.WriteFile(filepath.Join(folder, "hall", "b07", "cursor"), cursor, 0o600); err != nil {
		t.Fatal(err)
	}
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Orientation = folder, "rotated"
	again := daemontest.OpenConfigured(t, c, "second")
	defer again.Kill()
	unpublished, restored := again.Restored()
	if restored {
		t.Fatal("the game goes on")
	}
	for _, m := range unpublished {
		if strings.Contains(m.Topic, "/last/") {
			t.Errorf("a game without a move is published as %s", m.Topic)
		}
	}
	got, next := strings.Join(oneByOne(daemontest.Lasting(again.Store().Outbox)), "\n"), again.Engine().Encoder.Numbers()
	if !strings.Contains(got, `"transaction":"lost"`) || next[0] < numbers[0] {
		t.Errorf("published %q, numbers %v, were %v", got, next, numbers)
	}
}

// TestRefusedAnswered: boardd is killed when it has refused a request. There is no record of
// that; the next start sends the answer as it was.
func TestRefusedAnswered(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := daemontest.OpenStepped(t, folder, "first")
	h.Begin()
	h.Refuse("pause", "mine")
	h.Kill()
	want := oneByOne(daemontest.Lasting(h.Store().Outbox))
	again := daemontest.OpenStepped(t, folder, "second")
	defer again.Kill()
	got := oneByOne(daemontest.Lasting(again.Store().Outbox))
	if !slices.Equal(got, want) || !strings.Contains(strings.Join(got, "\n"), `"transaction":"mine"`) {
		t.Errorf("queued %q, want %q", got, want)
	}
}

// TestFloodKilled: boardd is killed while it holds messages back, because the board sends more
// than can be published. The next start publishes what follows from the records.
func TestFloodKilled(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := daemontest.OpenStepped(t, folder, "first")
	h.Begin()
	h.Connect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	h.Acts("clock 180000 180000 w")
	for n := 0; !h.Engine().HoldsMessages(); n++ {
		if n > 1000 {
			t.Fatal("nothing is held back")
		}
		h.Acts("lift a2 P", "drop a2 P")
	}
	h.Acts("lift e2 P", "drop e4 P", "press w", "clock 179000 180000 b")
	h.Rest(1000)
	h.Kill()
	move := func(messages []transport.Message) bool {
		return slices.ContainsFunc(messages, func(m transport.Message) bool {
			return bytes.Contains(m.Payload, []byte(`"code":"move_completed"`)) && bytes.Contains(m.Payload, []byte(`"uci":"e2e4"`))
		})
	}
	again := daemontest.OpenStepped(t, folder, "second")
	defer again.Kill()
	unpublished, _ := again.Restored()
	if move(daemontest.Lasting(again.Store().Outbox)) || !move(unpublished) {
		t.Errorf("published before %t, to be published %t", move(daemontest.Lasting(again.Store().Outbox)), move(unpublished))
	}
}

// TestLongFile: rubbish on the line has made a segment long in the middle of a game. A short
// segment replaces it, from which a start restores the same game. Nothing is published twice.
func TestLongFile(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := longGame(t, folder)
	before := *h.Engine().Tracker.Game()
	h.Compact()
	h.Feed(sensor.Record{Word: sensor.Rx, Data: h.Board.Command(nil, []byte{byte(dgt.SendBoard)})})
	if got := *h.Engine().Tracker.Game(); !reflect.DeepEqual(got, before) {
		t.Errorf("the game is %+v, was %+v", got, before)
	}
	h.Acts("clock 174000 177000 b", "lift g8 n", "drop f6 n", "press b", "clock 174000 176000 w")
	h.Rest(5000)
	moves := h.Engine().Tracker.Game().Moves
	h.Kill()
	files := journalFiles(folder)
	if len(files) != 2 {
		t.Fatalf("%d files", len(files))
	}
	if info, err := os.Stat(files[1]); err != nil || info.Size() > 10_000 {
		t.Errorf("the second has %d bytes, %v", info.Size(), err)
	}
	again := daemontest.OpenStepped(t, folder, "second")
	defer again.Kill()
	unpublished, _ := again.Restored()
	if got := again.Troubles(); len(got) > 0 || len(unpublished) > 0 || again.Game() != h.Game() || again.Game() != "first-1 "+daemontest.GameMoves+" g8f6" {
		t.Errorf("troubles %v, %d to publish, game %q, was %q", got, len(unpublished), again.Game(), h.Game())
	}
	// the journal ends at the last record: that the board rested after it has not come again, and made the
	// ply after which nothing came a little surer
	got := again.Engine().Tracker.Game().Moves
	if n := len(moves) - 1; len(got) == n+1 && !got[n].Published && got[n].Confidence > 0.99 {
		got[n].Confidence = moves[n].Confidence
	}
	if !reflect.DeepEqual(got, moves) {
		t.Errorf("moves %+v, were %+v", got, moves)
	}
}

// longGame plays the game into a long segment.
func longGame(t *testing.T, folder string) *daemontest.Stepped {
	h := daemontest.OpenStepped(t, folder, "first")
	h.Begin()
	h.Answers()
	h.PlayGame()
	for range persist.LongSegment / (3 * 4096) {
		h.Feed(sensor.Record{Word: sensor.Rx, Data: bytes.Repeat([]byte{0x55}, 4096)})
	}
	h.Rest(20_000)
	return h
}

// TestCompactedLogDamaged: one byte of a compacted log is changed, which damages all of it.
// The segment that it replaced still has the game.
func TestCompactedLogDamaged(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := longGame(t, folder)
	h.Compact()
	h.Feed(sensor.Record{Word: sensor.Rx, Data: h.Board.Command(nil, []byte{byte(dgt.SendBoard)})})
	h.Acts("clock 174000 177000 b", "lift g8 n", "drop f6 n", "press b", "clock 174000 176000 w")
	h.Rest(5000)
	h.Kill()
	copied := journalFiles(folder)[1]
	text, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	text[bytes.Index(text, []byte("lift"))] ^= 1
	if err := os.WriteFile(copied, text, 0o600); err != nil {
		t.Fatal(err)
	}
	again := daemontest.OpenStepped(t, folder, "second")
	const want = "first-1 " + daemontest.GameMoves
	if reported := slices.Contains(again.Troubles(), transport.JournalDamaged); again.Game() != want || !reported {
		t.Errorf("game %q, reported %t", again.Game(), reported)
	}
	again.Begin()
	again.Connect("rnbqkb1r/ppp1pppp/5n2/8/8/2N2N2/PPPP1PPP/R1BQKB1R")
	again.Rest(5000)
	again.Kill()
	third := daemontest.OpenStepped(t, folder, "third")
	defer third.Kill()
	if got := third.Troubles(); third.Game() != want+" g8f6" || len(got) > 0 {
		t.Errorf("then game %q, troubles %v", third.Game(), got)
	}
}

// TestCompactedLogTooLong: a compacted log that would take long to replay is given up, however
// long the segment is.
func TestCompactedLogTooLong(t *testing.T) {
	t.Parallel()
	h := longGame(t, harness.MemoryDir(t))
	defer h.Kill()
	k := h.Store()
	f := h.Compacted()
	f.Text, k.Size = append(f.Text, bytes.Repeat([]byte("# x\n"), persist.LongSegment/8)...), 8*persist.LongSegment
	if f.Add(nil); len(f.Text) > 0 {
		t.Errorf("%d bytes are kept", len(f.Text))
	}
	if h.Compact(); k.CompactAfter != 16*persist.LongSegment || k.Segment != "first" {
		t.Errorf("looked at again at %d bytes, file %q", k.CompactAfter, k.Segment)
	}
}

// TestCompactedLogFailing: the disk fails while the segment is long. When the disk works
// again, the journal has all messages that the broker has not acknowledged.
func TestCompactedLogFailing(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := longGame(t, folder)
	h.Put = map[uint64]daemontest.KeptMessage{}
	cursor := h.Acknowledge()
	own := filepath.Join(folder, "hall", "b07")
	journals, away, had := filepath.Join(own, "journal"), filepath.Join(own, "away"), filepath.Join(own, "cursor")
	if err := errors.Join(os.Rename(journals, away), os.WriteFile(journals, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	h.Put = nil
	h.Acts("clock 174000 177000 b", "lift g8 n", "drop f6 n", "press b", "clock 174000 176000 w")
	harness.Until(t, "the disk fails", 20*time.Second, func() bool { return slices.Contains(h.Troubles(), transport.JournalFailing) })
	h.Acts("lift d2 P", "drop d4 P", "press w", "clock 173000 176000 b")
	h.Rest(5000)
	h.Compact()
	if err := errors.Join(os.Remove(journals), os.Rename(away, journals)); err != nil {
		t.Fatal(err)
	}
	harness.Until(t, "the disk works again", 20*time.Second, func() bool {
		files := journalFiles(folder)
		return len(files) > 0 && !strings.HasSuffix(files[len(files)-1], "000001.log")
	})
	h.Kill()
	if err := os.WriteFile(had, cursor, 0o600); err != nil { // it was killed before the cursor was tried again
		t.Fatal(err)
	}
	again := daemontest.OpenStepped(t, folder, "second")
	defer again.Kill()
	published := slices.ContainsFunc(daemontest.Lasting(again.Store().Outbox), func(m transport.Message) bool {
		return bytes.Contains(m.Payload, []byte(`"code":"move_completed"`)) && bytes.Contains(m.Payload, []byte(`"uci":"d2d4"`))
	})
	if again.Game() != "first-1 "+daemontest.GameMoves+" g8f6 d2d4" || !published {
		t.Errorf("game %q, the move is to be published: %t", again.Game(), published)
	}
}

// jumps are what happens to the system clock between two moves: a person sets it, a time
// server sets it, it is lost, or it is set to a time that nobody believes.
var jumps = []struct {
	to     time.Duration
	synced bool
}{
	{3 * time.Hour, false}, {-5 * time.Hour, false}, {0, true}, {40 * 365 * 24 * time.Hour, true},
	{-56 * 365 * 24 * time.Hour, false}, {time.Minute, true}, {0, true},
}

// TestClockJumps sets the system clock between all moves of a game. The message numbers go on.
// The engine's time and the players' clocks never go back. The time of day goes back only
// where it was set back, and each message has whether the clock is synchronised. The game is
// the same.
func TestClockJumps(t *testing.T) {
	t.Parallel()
	h := daemontest.OpenStepped(t, harness.MemoryDir(t), "first")
	h.Put = map[uint64]daemontest.KeptMessage{}
	defer h.Kill()
	began := time.Now()
	h.Begin()
	h.Connect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	for i, moves := range [][]string{
		{"clock 180000 180000 w", "lift e2 P", "drop e4 P", "press w", "clock 179000 180000 b"},
		{"lift d7 p", "drop d5 p", "press b", "clock 179000 179000 w"},
		{"lift d5 p", "lift e4 P", "drop d5 P", "press w", "clock 178000 179000 b"},
		{"lift d8 q", "lift d5 P", "drop d5 q", "press b", "clock 178000 178000 w"},
		{"lift b1 N", "drop c3 N", "press w", "clock 176000 178000 b"},
		{"lift d5 q", "drop d8 q", "press b", "clock 176000 177000 w"},
		{"lift g1 N", "drop f3 N", "press w", "clock 175000 177000 b"},
	} {
		h.Acts(moves...)
		h.ReportTime(h.At, began.Add(jumps[i].to), jumps[i].synced)
		h.Settle()
	}
	h.Rest(5000)
	if want := "first-1 " + daemontest.GameMoves; h.Game() != want {
		t.Errorf("the game is %q", h.Game())
	}
	c := publishedTimes{t: t}
	for _, id := range slices.Sorted(maps.Keys(h.Put)) {
		c.take(h.Put[id].Message)
	}
	// From 3 h later to 5 h earlier, by 56 years, and by a minute.
	if c.back != 3 || !c.synced[true] || !c.synced[false] || c.clocks < 7 {
		t.Errorf("the time of day goes back %d times; %v; %d clocks", c.back, c.synced, c.clocks)
	}
}

// publishedTimes checks the times and numbers of messages, in order.
type publishedTimes struct {
	t      *testing.T
	seq    [2]uint64 // of the public messages, of the arbiter's
	at     string
	ms     int64
	back   int // how often the time of day went back
	clocks int // most in a PGN
	synced map[bool]bool
}

var clk = regexp.MustCompile(`%clk ([^\]]*)\]`)

func (c *publishedTimes) take(m transport.Message) {
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

// takePGN checks that no player has more time after a move than before it, or less than none.
func (c *publishedTimes) takePGN(text string) {
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

// TestClockBehindRestarted is TestClockBehind with a journal: one start has set the clock
// forward by five hours, the next one has not.
func TestClockBehindRestarted(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := daemontest.OpenStepped(t, folder, "first")
	h.Begin()
	h.ReportTime(h.At, time.Now().Add(5*time.Hour), false)
	h.PlayGame()
	game := h.Game()
	h.Kill()
	last := lastTime(t, h.Store().Outbox)
	h = daemontest.OpenStepped(t, folder, "second")
	defer h.Kill()
	ahead := h.Ahead()
	h.Begin()
	if got := string(h.TimeOfDay().Data); got < last || h.Game() != game {
		t.Errorf("says %s after %s; game %q, was %q", got, last, h.Game(), game)
	}
	if ahead < 0 || ahead > 60_000 {
		t.Errorf("the engine's time is %d ms later", ahead)
	}
}

// lastTime returns the latest time in a message.
func lastTime(t *testing.T, o *publish.Outbox) string {
	t.Helper()
	last := ""
	for _, m := range daemontest.Queued(o) {
		var head transport.Head
		if json.Unmarshal(m.Message.Payload, &head) == nil {
			last = max(last, head.At)
		}
	}
	if last == "" {
		t.Fatal("nothing has been published")
	}
	return last
}
