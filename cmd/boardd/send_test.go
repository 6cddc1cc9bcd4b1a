package main

import (
	"context"
	"encoding/json"
	"os/user"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/schematest"
)

func (o *operator) url() string {
	r := o.client.OptionsReader()
	return r.Servers()[0].String()
}

// sendTo is boardd send to boards of the hall.
func sendTo(url, boards string, args ...string) (status int, out, errs string) {
	return boardd("", append([]string{"send", "--broker", url, "--site", "hall", "--board", boards}, args...)...)
}

// TestSend: what is sent is what was given, it is done, and the answer printed;
// a board that refuses says why.
func TestSend(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	var mu sync.Mutex
	asked := map[string][]byte{}
	stop, err := subscribe(o.url(), "spy", testPrefix+"req/#", func(topic string, payload []byte) {
		mu.Lock()
		defer mu.Unlock()
		asked[strings.TrimPrefix(topic, testPrefix)] = payload
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, payload string // of which the transaction is not looked at
		status        int
		says          string
	}{
		{"tags|White=Ferrier, Isla|Event=A=B|by=arbiter:mk", `{"by":"arbiter:mk","tags":{"White":"Ferrier, Isla","Event":"A=B"}}`, exitOK, "b07: ok\n"},
		{"pause|game_id=test-1", `{"by":"$USER","game_id":"test-1"}`, exitOK, "b07: ok\n"},
		{"pause", `{"by":"$USER"}`, exitFailed, "boardd send: b07: refused: bad_state: "},
		{"resume|if_rev=0", `{"by":"$USER","if_rev":0}`, exitFailed, "boardd send: b07: refused: stale_rev: "},
		{"resume", `{"by":"$USER"}`, exitOK, "b07: ok\n"},
		{"result|draw|termination=normal", `{"by":"$USER","result":"1/2-1/2","termination":"normal"}`, exitOK, "b07: ok\n"},
	} {
		args := strings.Split(c.args, "|")
		status, out, errs := sendTo(o.url(), "b07", args...)
		if status != c.status || !strings.HasPrefix(out+errs, c.says) || out != "" && errs != "" {
			t.Errorf("%s: status %d, %q, %q", c.args, status, out, errs)
		}
		var request []byte
		until(t, "the request", 5*time.Second, func() bool {
			mu.Lock()
			defer mu.Unlock()
			request, asked["req/"+args[0]] = asked["req/"+args[0]], nil
			return request != nil
		})
		sameRequest(t, request, strings.Replace(c.payload, "$USER", me.Username, 1))
	}
	until(t, "the tag and the result", 5*time.Second, func() bool {
		pgn := string(o.payload("pgn"))
		return strings.Contains(pgn, `[White "Ferrier, Isla"]`) && strings.Contains(pgn, `[Result "1/2-1/2"]`)
	})
}

// sameRequest compares a request with what it should be, but for its
// transaction, which has to be there.
func sameRequest(t *testing.T, got []byte, want string) {
	t.Helper()
	var g, w map[string]any
	if json.Unmarshal(got, &g) != nil || json.Unmarshal([]byte(want), &w) != nil {
		t.Fatalf("%s, want %s", got, want)
	}
	transaction, _ := g["transaction"].(string)
	delete(g, "transaction")
	if len(transaction) < 16 || !reflect.DeepEqual(g, w) {
		t.Errorf("asked %s, want %s", got, want)
	}
}

// TestSendJSON: the answer as it came, of a refusal too.
func TestSendJSON(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	for verb, want := range map[string]int{"inspect": exitOK, "resume": exitFailed} {
		status, out, errs := sendTo(o.url(), "b07", verb, "-o", "json", "transaction=mine")
		if status != want || (errs != "") != (want != exitOK) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: status %d, %q, %q", verb, status, out, errs)
		}
		if err := schematest.Validate(testPrefix+"res/"+verb, []byte(out)); err != nil || !strings.Contains(out, `"transaction":"mine"`) {
			t.Errorf("%s: %v", out, err)
		}
	}
}

// TestSendSeveral: each of several boards is asked, and of each that does not
// answer is told why, as far as the broker knows.
func TestSendSeveral(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	for board, state := range map[string]string{"b08": "off", "b09": "ready"} {
		if err := wait(o.client.Publish("chess/1/hall/"+board+"/status", 1, true, `{"schema":"boardd.status/1.0","state":"`+state+`"}`)); err != nil {
			t.Fatal(err)
		}
	}
	status, out, errs := sendTo(o.url(), "b08,b07", "--board", "b09", "--board", "b10, b07", "--wait", "500ms", "inspect")
	want := "boardd send: b08: no answer in 500ms: its boardd has been stopped\n" +
		"b09: no answer in 500ms: its state is ready; does the broker let you write to chess/1/hall/b09/req/inspect?\n" +
		"b10: no answer in 500ms: the broker has nothing of such a board; is that its name, and its site's?\n"
	if status != exitSilent || out != "b07: ok\n" || errs != want {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	status, _, errs = sendTo(o.url(), "b07,b07", "resume")
	if status != exitFailed || strings.Count(errs, "b07") != 1 {
		t.Errorf("status %d, %q", status, errs)
	}
}

// TestSendNoBroker: without a broker one is told so, and by the exit status too.
func TestSendNoBroker(t *testing.T) {
	t.Parallel()
	status, out, errs := sendTo("tcp://"+freeAddress(t), "b07", "pause")
	if status != exitSilent || out != "" || !strings.Contains(errs, "connect to tcp://127.0.0.1") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	var stdout, stderr lines
	status = runMain(ctx, streams{strings.NewReader(""), &stdout, &stderr}, []string{"send", "--broker", embeddedBroker(t), "pause"})
	if status != exitSilent || stderr.String() != "boardd send: stopped before the answer\n" {
		t.Errorf("status %d, %q", status, stderr.String())
	}
}

// TestSendRefuses: what makes no sense is not sent, and the broker not even
// looked for.
func TestSendRefuses(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "a verb is missing"},
		{"dance", `unknown verb "dance"`},
		{"Pause", `unknown verb "Pause"`},
		{"pause|colour=red", `no field "colour"; it has transaction, if_rev, by, game_id`},
		{"pause|now", `"now" is no field`},
		{"pause|White=Ferrier, Isla", `no field "White", and no PGN tags`},
		{"result", "result is missing"},
		{"result|2-0", `result="2-0": must be one of 1-0, 0-1, 1/2-1/2, *`},
		{"result|1-0|0-1", `"0-1" is no field`},
		{"result|1-0|result=0-1", "result is given twice"},
		{"result|1-0|termination=unterminated", "an unterminated game has no result"},
		{"result|=1-0", `no field ""`},
		{"tags", "tags is missing"},
		{"tags|white=Ferrier, Isla", `no field "white"; it has tags by their names`},
		{"tags|White=x", "is no name that relays keep"},
		{"tags|White=", `"White" is empty`},
		{"tags|tags={}", "tags are given by their names"},
		{"tags|White=Ab|White=Cd", "tag White is given twice"},
		{"new_game|start_fen=8/8", "start_fen"},
		{"new_game|time=bullet", `time="bullet"`},
		{"takeback", "ply is missing"},
		{"takeback|x", "must be a whole number"},
		{"takeback|ply=-1", "must be a whole number"},
		{"takeback|1.5", "must be a whole number"},
		{"takeback|99999999999", "must be a whole number"},
		{"ruling|accept=perhaps", "must be one of true, false"},
		{"adjust|side=w|seconds=", "seconds is empty"},
		{"adjust|side=?", `side="?": must be one of w, b`},
		{"set_position|8/8/8/8/8/8/8/8 w - - 0 1", "why is missing"},
		{"pause|if_rev=-1", "must be a whole number"},
		{"pause|by=", "by is empty"},
		{"pause|transaction=" + strings.Repeat("x", 129), "over 128 bytes"},
		{"tags|Event=" + strings.Repeat("x", transport.MaxRequest), "request of over 8192 bytes"},
		{"pause|--board|b 07", `board "b 07" is not`},
		{"pause|--board|b07,", `board "" is not`},
		{"pause|--site|+", `site "+" is not`},
		{"pause|-o|xml", `-o "xml"`},
		{"pause|--wait|0s", "--wait 0s"},
		{"pause|--broker|tcp://mk:xyzzy@127.0.0.1:1883", "mqtt.broker must not hold a user or a password"},
	} {
		args := []string{"send", "--broker", "tcp://127.0.0.1:1"}
		if c.args != "" {
			args = append(args, strings.Split(c.args, "|")...)
		}
		wantRefused(t, c.want, "", args...)
	}
	if _, _, errs := sendTo("tcp://mk:xyzzy@127.0.0.1:1883", "b07", "pause"); strings.Contains(errs, "xyzzy") {
		t.Errorf("a password is repeated: %q", errs)
	}
}

// TestSendHelp: help tells of every verb and every field that a board takes.
func TestSendHelp(t *testing.T) {
	_, out, _ := boardd("", "help", "send")
	for _, v := range transport.Verbs() {
		_, of, ok := strings.Cut(out, "\n  "+v.Name+" ")
		if !ok {
			t.Errorf("%s is not told of", v.Name)
		}
		for _, f := range v.Fields {
			if line := " " + f.Text; f.Kind != transport.TagsField && !strings.Contains(of, f.Name+"=") || !strings.Contains(of, line) {
				t.Errorf("%s of %s is not told of", f.Name, v.Name)
			}
		}
	}
}

// TestSendEveryVerb: a request with every field of its verb, and one with those
// only that are needed, are requests that a board takes, and are as the schema says.
func TestSendEveryVerb(t *testing.T) {
	special := map[string]string{"start_fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "uci": "e2e4", "tags": "White=Ferrier, Isla"}
	for _, v := range transport.Verbs() {
		for _, all := range []bool{true, false} {
			args := []string{v.Name}
			for _, f := range v.Fields {
				if all || f.Needed {
					args = append(args, exampleOf(f, special))
				}
			}
			r, err := newRequest(args)
			if err != nil {
				t.Errorf("%q: %v", args, err)
				continue
			}
			if err := schematest.Validate(testPrefix+"req/"+v.Name, r.payload); err != nil {
				t.Errorf("%q: %v", args, err)
			}
		}
	}
}

func exampleOf(f transport.Field, special map[string]string) string {
	switch value, ok := special[f.Name]; {
	case f.Kind == transport.TagsField:
		return value
	case ok:
		return f.Name + "=" + value
	case len(f.Of) > 0:
		return f.Name + "=" + f.Of[0]
	case f.Kind == transport.FlagField:
		return f.Name + "=no"
	case f.Kind == transport.NumberField:
		return f.Name + "=1"
	}
	return f.Name + "=some text"
}

// FuzzSendRequest: whatever is given, what would be sent a board would take, by
// its form, and it says what was given.
func FuzzSendRequest(f *testing.F) {
	f.Add("result\x001-0\x00termination=normal")
	f.Add("tags\x00White=Ferrier, Isla\x00Round=3.7\x00by=mk")
	f.Add("ruling\x00accept=yes\x00if_rev=12")
	f.Add("set_position\x00fen=4k3/8/8/8/8/8/8/4K3 w - - 0 1\x00why=knocked over")
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "\x00")
		r, err := newRequest(args)
		if err != nil {
			return
		}
		if _, err := transport.ParseCommand(args[0], r.payload, false); err != nil {
			t.Errorf("%q: %v", args, err)
		}
		var sent map[string]any
		if err := json.Unmarshal(r.payload, &sent); err != nil {
			t.Fatal(err)
		}
		for _, arg := range args[1:] {
			if name, _, named := strings.Cut(arg, "="); named && sent[name] == nil && sent["tags"] == nil {
				t.Errorf("%q is not in %s", arg, r.payload)
			}
		}
	})
}
