package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/brokertest"
)

// settings is the configuration of somebody who comes to the hall with an
// account, for a board. More goes under [mqtt].
func (h *hall) settings(address, user, board, more string) string {
	h.t.Helper()
	file := h.write("password of "+user, password(user)+"\n")
	return writeConfig(h.t, fmt.Sprintf("site = \"hall\"\nboard = %q\n[port]\nname = \"/dev/none\"\nfamily = \"dgt\"\n[mqtt]\nbroker = \"tls://%s\"\nca_file = %q\nuser = %q\npassword_file = %q\n%s",
		board, address, filepath.Join(h.dir, "ca.crt"), user, file, more))
}

// checkedBroker is what boardd check says of the broker.
func checkedBroker(t *testing.T, config, wait string) string {
	t.Helper()
	_, out, errs := boardd("", "check", "--config", config, "--wait", wait)
	starts := trialStart.FindAllStringIndex(out, -1)
	if len(starts) != trials {
		t.Fatalf("%d reports, want %d:\n%s%s", len(starts), trials, out, errs)
	}
	wantNoSecret(t, out+errs)
	return out[starts[triedBroker][0]:starts[triedClock][0]]
}

// wantNoSecret: all of the hall's passwords begin alike.
func wantNoSecret(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(text, "pawn-") || strings.Contains(text, "PRIVATE KEY") {
		t.Errorf("it tells a secret:\n%s", text)
	}
}

// TestCheckSeesDenial: an account that is not the board's is told so, whether the
// broker says anything or only drops what it gets.
func TestCheckSeesDenial(t *testing.T) {
	t.Parallel()
	h := newHall(t, nil)
	wantReport(t, checkedBroker(t, h.settings(h.boards, "b07", "b07", ""), "10s"), "ok    broker", "a message came back")
	for _, wrong := range []struct{ address, user string }{{h.boards, "b08"}, {h.people, "arbiter"}, {h.people, "operator"}, {h.people, "public"}} {
		wantReport(t, checkedBroker(t, h.settings(wrong.address, wrong.user, "b07", ""), "300ms"), "FAIL  broker",
			`publish on "chess/1/hall/b07/status" and all others: acknowledged, and it did not come back: the broker does not allow it`, "is the account this board's")
	}
	wantReport(t, checkedBroker(t, h.settings(h.people, "b07", "b07", ""), "10s"), "FAIL  broker", "not Authorized", "are user and password right")
}

// TestCheckSeesEachDenial: the access list allows all but some topics, each kind in
// one of two halls. Those are named, and no others.
func TestCheckSeesEachDenial(t *testing.T) {
	t.Parallel()
	const all = "status info game pgn event clock arbiter/finding arbiter/game arbiter/board arbiter/alert/check res/check homeassistant"
	for half := range 2 {
		t.Run(fmt.Sprint(half), func(t *testing.T) {
			t.Parallel()
			list, denied := "pattern read chess/1/hall/%u/#\npattern read homeassistant/device/hall/%u/config\n", []string{}
			for i, name := range strings.Fields(all) {
				topic := "chess/1/hall/%u/" + name
				if name == "homeassistant" {
					topic = "homeassistant/device/hall/%u/config"
				}
				if i%2 == half {
					denied = append(denied, `"`+strings.ReplaceAll(topic, "%u", "b07")+`"`)
				} else {
					list += "pattern write " + topic + "\n"
				}
			}
			h := newHall(t, func(h *hall, conf string) string {
				h.write("boards.acl", list)
				return conf
			})
			wantReport(t, checkedBroker(t, h.settings(h.boards, "b07", "b07", "[homeassistant]\nprefix = \"homeassistant\"\n"), "2s"), "FAIL  broker",
				"publish on "+strings.Join(denied, ", ")+": acknowledged, and it did not come back: the broker does not allow it", "does the broker's access list let it write")
		})
	}
}

// TestCheckOfBus: each board of a bus comes with an account of its own, and each is
// tried.
func TestCheckOfBus(t *testing.T) {
	t.Parallel()
	h := newHall(t, nil)
	config := writeConfig(t, fmt.Sprintf("site = \"hall\"\n[port]\nname = \"/dev/none\"\nfamily = \"dgt-bus\"\n[mqtt]\nbroker = \"tls://%s\"\nca_file = %q\nuser = \"{board}\"\npassword_file = %q\n",
		h.boards, filepath.Join(h.dir, "ca.crt"), filepath.Join(h.dir, "{board}.password"))+
		"[[boards]]\nname = \"b08\"\naddress = 1\n[[boards]]\nname = \"b09\"\naddress = 2\n[[boards]]\nname = \"b07\"\naddress = 3\n")
	for _, board := range []string{"b07", "b08", "b09"} {
		h.write(board+".password", password(board)+"\n")
	}
	_, out, _ := boardd("", "check", "--config", config, "--wait", "10s")
	wantNoSecret(t, out)
	for _, want := range []string{"ok    broker of b08 ", "FAIL  broker of b09   tls://" + h.boards + ": connect to tls://" + h.boards + ": not Authorized", "ok    broker of b07 "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestCheckSaysNothing: what it publishes has no word in it, and stays nowhere.
func TestCheckSaysNothing(t *testing.T) {
	t.Parallel()
	h := newHall(t, nil)
	witness := h.enter(h.options(h.inside, "", ""))
	witness.read("#")
	wantReport(t, checkedBroker(t, h.settings(h.boards, "b07", "b07", ""), "10s"), "ok    broker", "a message came back on every topic")
	witness.say("end", "end", false)
	witness.sees("end")
	late := h.enter(h.options(h.inside, "", ""))
	late.read("chess/#")
	late.say("chess/end", "end", false)
	late.sees("end")
	if got := witness.payloads() + late.payloads(); got != "\nendend" || len(witness.topics[""]) != len(transport.Topics{}.Trials()) {
		t.Errorf("it says %q, on %q", got, witness.topics)
	}
}

// TestBadCertificatesOfBroker: a broker that cannot show that it is the hall's
// gets neither user nor password, by whatever command.
func TestBadCertificatesOfBroker(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(h *hall, conf string) string
		want   string
	}{
		"signed by another": {func(h *hall, conf string) string {
			h.write("ca.crt", string(brokertest.NewAuthority(h.t).PEM()))
			return conf
		}, "certificate signed by unknown authority"},
		"expired": {func(h *hall, conf string) string {
			old := h.ours.Server(-time.Minute)
			h.write("broker.crt", string(old.Cert))
			h.write("broker.key", string(old.Key))
			return conf
		}, "certificate has expired"},
		"of another name": {func(h *hall, conf string) string {
			other := h.ours.ServerOf("broker.local")
			h.write("broker.crt", string(other.Cert))
			h.write("broker.key", string(other.Key))
			return conf
		}, "certificate"},
		"that asks for ours": {func(_ *hall, conf string) string {
			return strings.ReplaceAll(conf, "tls_version tlsv1.2", "tls_version tlsv1.2\nrequire_certificate true")
		}, "connect to tls://"},
		"without TLS": {func(_ *hall, conf string) string {
			var plain []string
			for line := range strings.Lines(conf) {
				if !strings.Contains(line, "file ") || strings.Contains(line, "password_file") || strings.Contains(line, "acl_file") {
					plain = append(plain, line)
				}
			}
			return strings.ReplaceAll(strings.Join(plain, ""), "tls_version tlsv1.2", "")
		}, "connect to tls://"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, c.change)
			wantReport(t, checkedBroker(t, h.settings(h.boards, "b07", "b07", ""), "5s"), "FAIL  broker", c.want)
			arbiter := h.settings(h.people, "arbiter", "b07", "")
			status, out, errs := boardd("", "send", "--config", arbiter, "--wait", "5s", "pause")
			if status != exitSilent || !strings.Contains(errs, c.want) {
				t.Errorf("send: status %d, %q, %q", status, out, errs)
			}
			wantNoSecret(t, out+errs)
			w := startWatch(t, "tls://"+h.people, "--config", arbiter)
			w.until(t, c.want)
			if w.end(); w.out.String() != "" {
				t.Errorf("watch prints %q", w.out.String())
			}
			wantNoSecret(t, w.errs.String())
			for _, user := range []string{"'b07'", "'arbiter'"} {
				if strings.Contains(h.Log(), "u"+user) {
					t.Errorf("%s has come in", user)
				}
			}
		})
	}
}

// TestHall: a board plays in the hall. With a certificate of its own it may,
// where one is asked for. An arbiter asks and is answered, and so is an
// operator; who may only read is not heard. No secret is said by anybody.
func TestHall(t *testing.T) {
	t.Parallel()
	h := newHall(t, func(h *hall, conf string) string {
		boards, people, _ := strings.Cut(conf, "listener "+portOf(h.people))
		return strings.Replace(boards, "# require_certificate true", "require_certificate true", 1) + "listener " + portOf(h.people) + people
	})
	own := h.ours.Client()
	more := fmt.Sprintf("cert_file = %q\nkey_file = %q\n", h.write("b07.crt", string(own.Cert)), h.write("b07.key", string(own.Key)))
	file := h.settings(h.boards, "b07", "b07", more)
	c, err := readConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	board, log := testPlayback(t), &lines{}
	c.Port.Name = board.path
	witness := h.enter(h.options(h.inside, "", ""))
	witness.read("chess/#")
	if err := board.do(parseLog(t, shortGame)[0]); err != nil {
		t.Fatal(err)
	}
	stop := startLogged(t, &c, newPace(fastPace), log)
	until(t, "the board is ready", 10*time.Second, func() bool { return strings.Contains(witness.payloads(), `"state":"ready"`) })
	h.usurp("boardd-hall-b07")

	w := startWatch(t, "tls://"+h.people, "--config", h.settings(h.people, "arbiter", "b07", ""))
	w.until(t, "phase waiting")
	for user, answer := range map[string]string{
		"arbiter": "b07: ok\n", "operator": "b07: ok\n",
		"public": "boardd send: b07: no answer in 300ms: its state is ready; does the broker let you write to chess/1/hall/b07/req/inspect?\n",
	} {
		wait := "10s"
		if user == "public" {
			wait = "300ms"
		}
		_, out, errs := boardd("", "send", "--config", h.settings(h.people, user, "b07", ""), "--wait", wait, "inspect")
		if out+errs != answer {
			t.Errorf("%s: %q, %q, want %q", user, out, errs, answer)
		}
	}
	stop()
	w.end()
	wantNoSecret(t, log.String()+w.out.String()+w.errs.String()+witness.payloads())
	if strings.Contains(witness.payloads(), `"state":"lost"`) || strings.Contains(log.String(), "no broker") {
		t.Errorf("somebody has put the board out:\n%s", log.String())
	}
}

// usurp comes to the people's port under the client id of another.
func (h *hall) usurp(clientID string) {
	h.enter(h.options(h.people, "public", password("public")).SetClientID(clientID))
}

// payloads is all that a guest has seen.
func (g *guest) payloads() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strings.Join(sortedKeys(g.topics), "\n")
}

// TestClientID: it stays the same, and with a secret it is nobody else's to tell.
func TestClientID(t *testing.T) {
	ids := map[string]bool{}
	for _, of := range [][3]string{{"hall", "b07", "pawn"}, {"hall", "b07", "knight"}, {"hall", "b08", "pawn"}, {"yard", "b07", "pawn"}} {
		id, err := clientID(of[0], of[1], of[2])
		again, _ := clientID(of[0], of[1], of[2])
		plain := "boardd-" + of[0] + "-" + of[1]
		if err != nil || id != again || ids[id] || !strings.HasPrefix(id, plain+"-") || len(id) != len(plain)+17 {
			t.Errorf("%q: %q, then %q, %v", of, id, again, err)
		}
		ids[id] = true
	}
	if id, err := clientID("hall", "b07", ""); id != "boardd-hall-b07" || err != nil {
		t.Errorf("without a secret %q, %v", id, err)
	}
}

// TestPasswordInTheClear: a password that others can read on the way is told of,
// but not one that does not leave the machine.
func TestPasswordInTheClear(t *testing.T) {
	for broker, want := range map[string]bool{
		"tcp://192.168.4.1:1883": true, "mqtt://broker.local:1883": true, "tls://broker.local:8883": false,
		"tcp://localhost:1883": false, "tcp://127.0.0.1:1883": false, "tcp://[::1]:1883": false, "tcp://[2001:db8::1]:1883": true,
	} {
		m := mqttConfig{Broker: broker, PasswordFile: "b07.password"}
		if got := m.exposed(); got != want {
			t.Errorf("%s: %t", broker, got)
		}
		if m.PasswordFile = ""; m.exposed() {
			t.Errorf("%s without a password", broker)
		}
	}
}
