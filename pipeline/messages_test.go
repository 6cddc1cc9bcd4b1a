package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// encoding is an engine that says what a board of family text brings about.
func encoding(t *testing.T) *Engine {
	t.Helper()
	e, err := New(&sensor.Header{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	e.Encoder = transport.NewEncoder(topics, "test")
	return e
}

// play feeds records, and returns what is published: topics, and codes of findings.
func play(t *testing.T, e *Engine, text string) (said []string) {
	t.Helper()
	for _, r := range harness.ParseLog(t, sensor.FirstLine+"\n"+text) {
		said = append(said, saidIn(e.Step(r))...)
	}
	return said
}

func saidIn(o Outcome) (said []string) {
	for _, m := range o.Messages {
		name := strings.TrimPrefix(m.Topic, harness.TestPrefix)
		if name == "arbiter/finding" {
			_, code, _ := strings.Cut(string(m.Payload), `"code":"`)
			code, _, _ = strings.Cut(code, `"`)
			name = code
		}
		said = append(said, name)
	}
	return said
}

const movesPressed = "100 lift e2 P\n200 drop e4 P\n900 press w\n1500 lift e7 p\n1600 drop e5 p\n2500 press b\n"

// TestPoint28Held: while there is no room nothing is published. Then the present state is,
// relays get every move, and of each kind of finding the last one is published.
func TestPoint28Held(t *testing.T) {
	free, e := encoding(t), encoding(t)
	all := append(play(t, free, movesPressed), saidIn(free.Wake(9000))...)
	e.LimitMessages(0)
	if said := play(t, e, movesPressed); strings.Join(said, " ") != "status" { // the board is ready
		t.Errorf("it says %v", said)
	}
	e.Wake(9000)
	o, dropped := e.PublishHeld(9000)
	said := saidIn(o)
	count := func(what []string) map[string]int {
		n := map[string]int{}
		for _, name := range what {
			n[name]++
		}
		return n
	}
	now, before := count(said), count(all)
	for _, name := range []string{"game", "pgn", "arbiter/game", "arbiter/board", "move_completed", "obliged"} {
		if now[name] == 0 || now[name] > 2 { // one for each player
			t.Errorf("%d of %s, and %d with room", now[name], name, before[name])
		}
	}
	if now["event"] != before["event"] {
		t.Errorf("%d events, and %d with room", now["event"], before["event"])
	}
	findings := func(n map[string]int) (sum int) {
		for name, k := range n {
			if !strings.Contains(name, "/") && name != "status" && name != "event" && name != "game" && name != "pgn" && name != "clock" {
				sum += k
			}
		}
		return sum
	}
	if findings(now)+dropped != findings(before) {
		t.Errorf("%d findings and %d dropped, and %d with room", findings(now), dropped, findings(before))
	}
	if last := len(all) - 1; last < 0 || len(said) >= len(all) {
		t.Errorf("%d messages, and %d with room", len(said), len(all))
	}
	if again, _ := e.PublishHeld(9001); len(again.Messages) > 0 {
		t.Errorf("said again: %v", saidIn(again))
	}
	if said := play(t, e, "10000 lift g1 N\n10100 drop f3 N\n11000 press w\n"); len(said) == 0 {
		t.Error("with room again nothing is said")
	}
}

// TestPoint28OneRecord: a record that brings more than there is room for is held as a
// whole.
func TestPoint28OneRecord(t *testing.T) {
	e, err := New(&sensor.Header{Board: "text"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	e.Encoder = encoding(t).Encoder
	e.Step(sensor.Record{At: 1, Word: sensor.Link, On: true})
	var lines strings.Builder
	for n := range 200 {
		fmt.Fprintf(&lines, "lift %c2\ndrop %c2\n", 'a'+n%8, 'a'+n%8)
	}
	e.Step(sensor.Record{At: 100, Word: sensor.Rx, Data: []byte("board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n")})
	e.PublishHeld(101)
	const room = 5
	e.LimitMessages(room)
	o := e.Step(sensor.Record{At: 200, Word: sensor.Rx, Data: []byte(lines.String())})
	if len(o.Messages) > 0 || len(o.Findings) <= room {
		t.Errorf("%d messages of %d findings", len(o.Messages), len(o.Findings))
	}
}
