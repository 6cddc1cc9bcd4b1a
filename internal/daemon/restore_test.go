package daemon

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// nextGame has the pieces set up again, and a result and another game asked for: another
// file begins.
func (h *byHand) nextGame(id string) {
	h.d.Wire.open, h.d.Wire.Host = true, answering() // there is somebody to ask
	h.feed(sensor.Record{Word: sensor.Cmd, Verb: "result", Data: []byte(`{"transaction":"of ` + id + `","result":"1-0"}`)})
	h.acts("lift f3 N", "drop g1 N", "lift d8 q", "lift c3 N", "drop b1 N", "drop d8 q", "drop d7 p", "drop e2 P")
	h.feed(sensor.Record{Word: sensor.Cmd, Verb: "new_game", Data: []byte(`{"transaction":"for ` + id + `","game_id":"` + id + `"}`)})
}

// numbered is the number of a message, which a later start gives anew.
var numbered = regexp.MustCompile(`"seq":\d+,`)

// oneByOne is what consumers get one by one of messages: events, findings and answers, without their numbers.
func oneByOne(messages []transport.Message) (all []string) {
	for _, m := range messages {
		for _, part := range []string{"/event", "/arbiter/finding", "/res/"} {
			if strings.Contains(m.Topic, part) {
				text := bytes.ReplaceAll(m.Payload, []byte(`"session":"second"`), []byte(`"session":"first"`))
				all = append(all, m.Topic+" "+string(numbered.ReplaceAll(text, nil)))
			}
		}
	}
	return all
}

// TestPageNotSaid: boardd ends when it has begun one or two files of the journal, and
// the outbox is still in the one before. What followed from all of them is said, and the
// game goes on.
func TestPageNotSaid(t *testing.T) {
	t.Parallel()
	for _, games := range []int{1, 2} {
		folder := harness.MemoryDir(t)
		h := handled(t, folder, "first")
		h.put = map[uint64]publish.KeptMessage{}
		h.begin()
		sweepGame(h)
		_, outbox := harness.LeftIn(t, folder)
		before := uint64(0)
		for id := range h.put {
			before = max(before, id)
		}
		h.nextGame("next")
		h.acts("lift d2 P", "drop d4 P")
		if games == 2 {
			h.acts("lift d4 P", "drop d2 P")
			h.nextGame("last")
		}
		h.end()
		var want []transport.Message
		for id := before + 1; id <= before+uint64(len(h.put)); id++ {
			if m, kept := h.put[id]; kept {
				want = append(want, m.Message)
			}
		}
		if n := len(journalFiles(folder)); n != 1+games {
			t.Fatalf("%d files", n)
		}
		if err := os.WriteFile(filepath.Join(folder, "hall", "b07", "outbox.db"), outbox, 0o600); err != nil {
			t.Fatal(err)
		}
		again := handled(t, folder, "second")
		if got := again.troubles(); len(got) > 0 || again.game() != h.game() {
			t.Errorf("troubles %v, game %q, was %q", got, again.game(), h.game())
		}
		got, want2 := oneByOne(again.d.restored.Unpublished), oneByOne(want)
		if !slices.Equal(got, want2) {
			t.Errorf("%d games: said\n%s\nwant\n%s", games, strings.Join(got, "\n"), strings.Join(want2, "\n"))
		}
		if text := strings.Join(got, "\n"); !strings.Contains(text, `"type":"result"`) || !strings.Contains(text, `for next`) {
			t.Errorf("%d games: the result or an answer is missing from\n%s", games, text)
		}
		again.end()
	}
}

// TestLastGameAfterRestart: the last game is at hand after a start, too, though the file
// of the journal has only the game that is on.
func TestLastGameAfterRestart(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := handled(t, folder, "first")
	h.begin()
	sweepGame(h)
	h.nextGame("next")
	h.acts("lift d2 P", "drop d4 P")
	want := lastOf(t, h.d.engine)
	if !strings.Contains(want, "1-0") {
		t.Fatalf("last game %q", want)
	}
	h.end()
	again := handled(t, folder, "second")
	if again.game() != h.game() {
		t.Errorf("game %q, was %q", again.game(), h.game())
	}
	if got := lastOf(t, again.d.engine); got != want {
		t.Errorf("last game\n%s\nwant\n%s", got, want)
	}
	again.end()
}

// lastOf is the PGN of the last game that an engine says again.
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

// TestOtherConfigNotSaid: the configuration has been changed since, so that another
// game begins. What followed from the journal of the old one is said first.
func TestOtherConfigNotSaid(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	h := handled(t, folder, "first")
	h.put = map[uint64]publish.KeptMessage{}
	h.begin()
	h.connect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	_, outbox := harness.LeftIn(t, folder)
	h.feed(sensor.Record{Word: sensor.Cmd, Verb: "tags", Data: []byte(`{"transaction":"lost","tags":{"White":"Ferrier, Isla"}}`)})
	numbers := h.d.engine.Encoder.Numbers()
	h.end()
	if err := os.WriteFile(filepath.Join(folder, "hall", "b07", "outbox.db"), outbox, 0o600); err != nil {
		t.Fatal(err)
	}
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Orientation = folder, "rotated"
	d := opened(t, c, 0)
	defer d.closeFolder()
	if d.restored != nil {
		t.Fatal("the game goes on")
	}
	for _, m := range d.unpublished {
		if strings.Contains(m.Topic, "/last/") {
			t.Errorf("a game without a move is said as %s", m.Topic)
		}
	}
	if got := strings.Join(oneByOne(d.unpublished), "\n"); !strings.Contains(got, `"transaction":"lost"`) || d.engine.Encoder.Numbers()[0] < numbers[0] {
		t.Errorf("said %q, numbers %v, were %v", got, d.engine.Encoder.Numbers(), numbers)
	}
}
