package attacks

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
)

// snapshot is the part of a snapshot that the tests read.
type snapshot struct {
	Tags  map[string]string
	Moves []struct{ UCI string }
	Rev   int
}

func (p *person) snapshot() (s snapshot) {
	p.t.Helper()
	if text := p.last("arbiter/game"); text != "" {
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			p.t.Fatal(err)
		}
	}
	return s
}

// letters writes a number as a name of letters.
func letters(n int) string { return string([]byte{'A' + byte(n/26%26), 'a' + byte(n%26)}) }

// TestAttack26Tags: request after request adds tags. The snapshot stays below the limit of the
// shipped broker configuration, so that later moves arrive.
func TestAttack26Tags(t *testing.T) {
	url := mosquitto(t, "message_size_limit 262144")
	p, b := newPerson(t, url, "arbiter", topics+"#"), newBoard(t)
	startDaemon(t, b.path, "text", url)
	until(t, "a snapshot", func() bool { return p.last("arbiter/game") != "" })
	taken := 0
	for n := range 45 {
		tags := map[string]string{}
		for i := range 28 {
			tags["X"+letters(n)+letters(i)] = strings.Repeat("x", 255)
		}
		payload, _ := json.Marshal(map[string]any{"transaction": fmt.Sprint("t-", n), "tags": tags})
		p.say("req/tags", string(payload), false)
		answer := p.answer("tags", fmt.Sprint("t-", n), patience)
		if answer == "" {
			t.Fatalf("request %d is not answered", n)
		}
		if strings.Contains(answer, `"ok"`) {
			taken++
		}
	}
	b.say("lift e2 P", "drop e4 P", "press w")
	if !harness.Comes(15*time.Second, func() bool { return len(p.snapshot().Moves) == 1 }) {
		t.Errorf("%d requests were carried out, and then the snapshot says nothing new: it has %d bytes, %d tags",
			taken, len(p.last("arbiter/game")), len(p.snapshot().Tags))
	}
	if n := len(p.snapshot().Tags); n > 64 {
		t.Errorf("the game has %d tags", n)
	}
}

// TestAttack26Alike: a tag that differs from another only in case is refused.
func TestAttack26Alike(t *testing.T) {
	url := mosquitto(t)
	p, b := newPerson(t, url, "arbiter", topics+"#"), newBoard(t)
	startDaemon(t, b.path, "text", url)
	until(t, "a snapshot", func() bool { return p.last("arbiter/game") != "" })
	for n, c := range []struct {
		verb, tags string
		want       string
	}{
		{"tags", `{"White":"Ferrier, Isla","WhiteElo":"2105"}`, `"ok"`},
		{"tags", `{"white":"Somebody Else"}`, "bad_value"},
		{"tags", `{"result":"1-0"}`, "bad_value"},
		{"tags", `{"GAMEID":"x"}`, "bad_value"},
		{"tags", `{"Whiteelo":"2900"}`, "bad_value"}, // beside the one that is there
		{"tags", `{"Annotator":"a","annotator":"b"}`, "bad_value"},
		{"new_game", `{"black":"Somebody Else"}`, "bad_value"},
	} {
		transaction := fmt.Sprint("t-", n)
		p.say("req/"+c.verb, fmt.Sprintf(`{"transaction":%q,"tags":%s}`, transaction, c.tags), false)
		if answer := p.answer(c.verb, transaction, patience); !strings.Contains(answer, c.want) {
			t.Errorf("%s %s: %s, want %s", c.verb, c.tags, answer, c.want)
		}
	}
}
