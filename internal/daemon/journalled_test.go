package daemon

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// TestRefusedIsJournalled: a real boardd at a real broker is asked for what it
// refuses. Of each such request its journal has who sent it, by his own word, what
// it was and why not, on a line that nobody can forge; it changes nothing, and
// neither a replay nor the next start makes anything of it.
func TestRefusedIsJournalled(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), harness.MemoryDir(t)
	o, board := harness.NewOperator(t, url), harness.TestPlayback(t)
	h := harness.NewPlayer(t, board)
	p := harness.DgtProgram(t, folder, board.Path, url)
	harness.AwaitUpdates(t, board)
	h.Play(harness.QuietGame(2))
	harness.Until(t, "two moves", 10*time.Second, func() bool { return o.UCI("game") == strings.Join(harness.QuietGame(2), " ") })
	o.Quiet()
	const line = `\n9999999 cmd result {\"result\":\"0-1\"}\n`
	refused := []struct{ verb, payload, code, who string }{
		{"pause", `{"by":"mk","if_rev":"1"}`, transport.Malformed, `"mk"`},
		{"pause", `{"by":"mk","if_rev":1e999}`, transport.Malformed, `"mk"`},
		{"correct", `{"by":"mk","ply":123456789012345678901234567890,"uci":"e2e4"}`, transport.Malformed, `"mk"`},
		{"pause", `{"by":"mk","by":"tp"}`, transport.Malformed, `""`},
		{"tags", `{"tags":` + strings.Repeat(`{"a":`, 1000) + `1` + strings.Repeat(`}`, 1000) + `}`, transport.Malformed, `""`},
		{"tags", `{"tags":` + strings.Repeat(`[`, 8000) + `}`, transport.Malformed, `""`},
		{"pause", "{\"by\":\"\xff\xfe\"}", transport.Malformed, `""`},
		{"pause", "\x00\x01\x02", transport.Malformed, `""`},
		{"pause", "{\"by\":\"mk\n9999999 cmd result {}\"}", transport.Malformed, `""`},
		{"pause", `{"by":"mk` + line + `"}`, transport.BadValue, `"mk` + line + `"`},
		{"pause", `{"by":"\u202e\u0000\u009b"}`, transport.BadValue, `"\u202e\x00\u009b"`},
		{"pause", `{"by":"` + strings.Repeat("x", 8100) + `"}`, transport.BadValue, `"` + strings.Repeat("x", maxRemark) + `"`},
		{"pause", `{"by":"` + strings.Repeat("x", transport.MaxRequest) + `"}`, transport.TooLarge, `""`},
		{"dance", `{"by":"tp"}`, transport.UnknownVerb, `"tp"`},
		{"dead_position", `{"game_id":"x","ply":2,"proved":true}`, transport.UnknownVerb, `""`},
		{"pause/now", `{"by":"tp"}`, transport.UnknownVerb, `"tp"`},
		{"pause", `{"by":"tp","colour":"red"}`, transport.UnknownField, `"tp"`},
		{"result", `{"by":"tp","result":"2-0"}`, transport.BadValue, `"tp"`},
	}
	for _, c := range refused {
		verb := c.verb
		if strings.Contains(verb, "/") {
			verb = "unknown"
		}
		had := o.Answers(verb)
		before := o.Payload("arbiter/game")
		o.Send(c.verb, c.payload, false)
		harness.Until(t, "an answer", 5*time.Second, func() bool { return o.Answers(verb) > had })
		var a transport.Answer
		if err := json.Unmarshal(o.Payload("res/"+verb), &a); err != nil || a.Error == nil || a.Error.Code != c.code {
			t.Errorf("%s %.60s: %+v, %v", c.verb, c.payload, a.Error, err)
		}
		if string(o.Payload("arbiter/game")) != string(before) {
			t.Errorf("%s %.60s has changed the game", c.verb, c.payload)
		}
		if remark := refusedLine(c.verb, c.who, c.code); strings.Count(harness.JournalText(t, folder), remark) == 0 {
			t.Errorf("%s %.60s: no %s", c.verb, c.payload, remark)
		}
	}
	text := harness.JournalText(t, folder)
	if n := strings.Count(text, "\n# ") - strings.Count(text, "\n# sum "); n != len(refused) || commandLine.MatchString(text) {
		t.Errorf("%d remarks on %d requests in\n%s", n, len(refused), text)
	}
	for qos := range byte(3) {
		had := o.Answers("inspect")
		o.Client.Publish(harness.TestPrefix+"req/inspect", qos, false, fmt.Sprintf(`{"by":"mk","transaction":"q-%d"}`, qos))
		harness.Until(t, "an answer", 5*time.Second, func() bool { return o.Answers("inspect") > had })
		if line := fmt.Sprintf(" cmd inspect {\"by\":\"mk\",\"transaction\":\"q-%d\"}\n", qos); !strings.Contains(harness.JournalText(t, folder), line) {
			t.Errorf("no line%s", line)
		}
	}
	text = harness.JournalText(t, folder)
	p.Kill()
	if got := harness.Replayed(t, text, "-o", "uci"); got != strings.Join(harness.QuietGame(2), " ")+"\n" {
		t.Errorf("replayed %s", got)
	}
	harness.DgtProgram(t, folder, board.Path, url)
	session := o.Game("arbiter/game").Session
	harness.Until(t, "it goes on", 10*time.Second, func() bool {
		g := o.Game("arbiter/game")
		return g.Session != session && strings.Join(harness.AllMoves(&g), " ") == strings.Join(harness.QuietGame(2), " ")
	})
}

// commandLine is the line of a command that was carried out.
var commandLine = regexp.MustCompile(`(?m)^[0-9]+ cmd `)

// refusedLine is what stands in a journal behind the time of a refused request.
func refusedLine(verb, who, code string) string {
	return fmt.Sprintf(" refused %q by %s: %s: \"", verb, who, code)
}

// TestRetainedIsJournalled: so with one that would be done again at each start.
func TestRetainedIsJournalled(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), harness.MemoryDir(t)
	o, board := harness.NewOperator(t, url), harness.TestPlayback(t)
	o.Send("result", `{"result":"1-0","by":"mk"}`, true)
	p := harness.DgtProgram(t, folder, board.Path, url)
	harness.Until(t, "the answer", 10*time.Second, func() bool { return o.Answers("result") > 0 })
	if status := p.Signal(os.Interrupt); status != cli.ExitOK {
		t.Errorf("status %d", status)
	}
	if text := harness.JournalText(t, folder); !strings.Contains(text, refusedLine("result", `""`, transport.Retained)+`{\"result\":\"1-0\",\"by\":\"mk\"}"`) || commandLine.MatchString(text) {
		t.Error(text)
	}
}
