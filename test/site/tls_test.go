package site

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// checkedBroker is what boardd check says of the broker.
func checkedBroker(t *testing.T, config, wait string) string {
	t.Helper()
	_, out, errs := harness.Run(t, "", "check", "--config", config, "--wait", wait)
	starts := harness.TrialStart.FindAllStringIndex(out, -1)
	if len(starts) != harness.Trials {
		t.Fatalf("%d reports, want %d:\n%s%s", len(starts), harness.Trials, out, errs)
	}
	harness.WantNoSecret(t, out+errs)
	return out[starts[harness.TriedBroker][0]:starts[harness.TriedClock][0]]
}

// TestCheckSeesDenial: check reports an account that is not the board's, whether the broker
// answers with an error or silently drops the messages.
func TestCheckSeesDenial(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	harness.WantReport(t, checkedBroker(t, h.Settings(h.Boards, "b07", "b07", ""), "30s"), "ok    broker", "a message came back")
	for _, wrong := range []struct{ address, user string }{{h.Boards, "b08"}, {h.People, "arbiter"}, {h.People, "operator"}, {h.People, "public"}} {
		harness.WantReport(t, checkedBroker(t, h.Settings(wrong.address, wrong.user, "b07", ""), "3s"), "FAIL  broker",
			`publish on "chess/1/hall/b07/status" and all others: acknowledged, and it did not come back: the broker does not allow it`, "is the account this board's")
	}
	harness.WantReport(t, checkedBroker(t, h.Settings(h.People, "b07", "b07", ""), "30s"), "FAIL  broker", "not Authorized", "are user and password_file those of an account")
}

// TestCheckSeesEachDenial: the access list allows all but some topics, each kind in
// one of two halls. Those are named, and no others.
func TestCheckSeesEachDenial(t *testing.T) {
	t.Parallel()
	const all = "status info game pgn last/game last/pgn event clock arbiter/finding arbiter/game arbiter/board arbiter/alert/check res/check homeassistant"
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
			h := harness.NewHall(t, func(h *harness.Hall, conf string) string {
				h.Write("boards.acl", list)
				return conf
			})
			harness.WantReport(t, checkedBroker(t, h.Settings(h.Boards, "b07", "b07", "[homeassistant]\nprefix = \"homeassistant\"\n"), "10s"), "FAIL  broker",
				"publish on "+strings.Join(denied, ", ")+": acknowledged, and it did not come back: the broker does not allow it", "does the broker's access list let it write")
		})
	}
}

// TestCheckOfBus: each board of a bus comes with an account of its own, and each is
// tried.
func TestCheckOfBus(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	config := harness.WriteConfig(t, fmt.Sprintf("site = \"hall\"\n[port]\nname = \"/dev/none\"\nfamily = \"dgt-bus\"\n[mqtt]\nbroker = \"tls://%s\"\nca_file = %q\nuser = \"{board}\"\npassword_file = %q\n",
		h.Boards, filepath.Join(h.Dir, "ca.crt"), filepath.Join(h.Dir, "{board}.password"))+
		"[[boards]]\nname = \"b08\"\naddress = 1\n[[boards]]\nname = \"b09\"\naddress = 2\n[[boards]]\nname = \"b07\"\naddress = 3\n")
	for _, board := range []string{"b07", "b08", "b09"} {
		h.Write(board+".password", harness.Password(board)+"\n")
	}
	_, out, _ := harness.Run(t, "", "check", "--config", config, "--wait", "30s")
	harness.WantNoSecret(t, out)
	for _, want := range []string{"ok    broker of b08 ", "FAIL  broker of b09   tls://" + h.Boards + ": connect to tls://" + h.Boards + ": not Authorized", "ok    broker of b07 "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestCheckPrintsNothing: what it publishes has no word in it, and stays nowhere. What it
// finds out a length with is an empty object and blanks.
func TestCheckPrintsNothing(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	witness := h.Enter(h.Options(h.Inside, "", ""))
	witness.Read("#")
	harness.WantReport(t, checkedBroker(t, h.Settings(h.Boards, "b07", "b07", ""), "30s"), "ok    broker", "a message came back on every topic")
	witness.Say("end", "end", false)
	witness.Sees("end")
	late := h.Enter(h.Options(h.Inside, "", ""))
	late.Read("chess/#")
	late.Say("chess/end", "end", false)
	late.Sees("end")
	var reported []string
	for line := range strings.SplitSeq(witness.Payloads()+"\n"+late.Payloads(), "\n") {
		if line = strings.TrimSpace(line); line != "{}" { // of some length, on res/check
			reported = append(reported, line)
		}
	}
	slices.Sort(reported)
	if got := strings.Join(reported, ""); got != "endend" || len(witness.TopicsOf("")) != len(transport.Topics{}.Trials()) {
		t.Errorf("it says %q, on %q", got, witness.TopicsOf(""))
	}
}

// TestBadCertificatesOfBroker: a broker that cannot show that it is the hall's
// gets neither user nor password, by whatever command.
func TestBadCertificatesOfBroker(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(h *harness.Hall, conf string) string
		want   string
	}{
		"signed by another": {func(h *harness.Hall, conf string) string {
			h.Write("ca.crt", string(brokertest.NewAuthority(h.T).PEM()))
			return conf
		}, "certificate signed by unknown authority"},
		"expired": {func(h *harness.Hall, conf string) string {
			old := h.Ours.Server(-time.Minute)
			h.Write("broker.crt", string(old.Cert))
			h.Write("broker.key", string(old.Key))
			return conf
		}, "certificate has expired"},
		"of another name": {func(h *harness.Hall, conf string) string {
			other := h.Ours.ServerOf("broker.local")
			h.Write("broker.crt", string(other.Cert))
			h.Write("broker.key", string(other.Key))
			return conf
		}, "certificate"},
		"that asks for ours": {func(_ *harness.Hall, conf string) string {
			return strings.ReplaceAll(conf, "tls_version tlsv1.2", "tls_version tlsv1.2\nrequire_certificate true")
		}, "connect to tls://"},
		"without TLS": {func(_ *harness.Hall, conf string) string {
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
			h := harness.NewHall(t, c.change)
			harness.WantReport(t, checkedBroker(t, h.Settings(h.Boards, "b07", "b07", ""), "30s"), "FAIL  broker", c.want)
			arbiter := h.Settings(h.People, "arbiter", "b07", "")
			status, out, errs := harness.Run(t, "", "send", "--config", arbiter, "--wait", "30s", "pause")
			if status != cli.ExitSilent || !strings.Contains(errs, c.want) {
				t.Errorf("send: status %d, %q, %q", status, out, errs)
			}
			harness.WantNoSecret(t, out+errs)
			w := harness.StartWatch(t, "tls://"+h.People, "--config", arbiter)
			w.Until(t, c.want)
			if w.End(); w.Out.String() != "" {
				t.Errorf("watch prints %q", w.Out.String())
			}
			harness.WantNoSecret(t, w.Errs.String())
			for _, user := range []string{"'b07'", "'arbiter'"} {
				if strings.Contains(h.Log(), "u"+user) {
					t.Errorf("%s has come in", user)
				}
			}
		})
	}
}

// TestHall: a board plays in the hall, with a certificate of its own where the broker demands
// one. Arbiter and operator get answers to their requests; a request of a reader is ignored. No
// program prints a secret.
func TestHall(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, func(h *harness.Hall, conf string) string {
		boards, people, _ := strings.Cut(conf, "listener "+harness.PortOf(h.People))
		return strings.Replace(boards, "# require_certificate true", "require_certificate true", 1) + "listener " + harness.PortOf(h.People) + people
	})
	own := h.Ours.Client()
	more := fmt.Sprintf("cert_file = %q\nkey_file = %q\n", h.Write("b07.crt", string(own.Cert)), h.Write("b07.key", string(own.Key)))
	file := h.Settings(h.Boards, "b07", "b07", more)
	c, err := config.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	board, log := harness.TestPlayback(t), &harness.Lines{}
	c.Port.Name = board.Path
	witness := h.Enter(h.Options(h.Inside, "", ""))
	witness.Read("chess/#")
	if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
		t.Fatal(err)
	}
	stop := daemontest.StartLogged(t, &c, clock.New(harness.FastSpeed), log)
	harness.Until(t, "the board is ready", 10*time.Second, func() bool { return strings.Contains(witness.Payloads(), `"state":"ready"`) })
	h.Usurp("boardd-hall-b07")

	w := harness.StartWatch(t, "tls://"+h.People, "--config", h.Settings(h.People, "arbiter", "b07", ""))
	w.Until(t, "phase waiting")
	for user, answer := range map[string]string{
		"arbiter":  "b07: ok\n  waiting, 0 plies, White to move\n  nothing is irregular, and no player is bound to a move\n",
		"operator": "b07: ok\n  waiting, 0 plies, White to move\n  findings are for arbiters, and the broker does not let this account read them\n",
		"public":   "boardd-hall send: b07: no answer in %s: its state is ready; does the broker let you write to chess/1/hall/b07/req/inspect?\n",
	} {
		waits := []string{"1m"}
		if user == "public" {
			waits = []string{"3s", "6s", "12s"} // it takes time to come so far: more on a machine that does much else
		}
		said, want := "", ""
		for _, wait := range waits {
			_, out, errs := harness.Run(t, "", "send", "--config", h.Settings(h.People, user, "b07", ""), "--wait", wait, "inspect")
			if said, want = out+errs, strings.ReplaceAll(answer, "%s", wait); said == want {
				break
			}
		}
		if said != want {
			t.Errorf("%s: %q, want %q", user, said, want)
		}
	}
	stop()
	w.End()
	harness.WantNoSecret(t, log.String()+w.Out.String()+w.Errs.String()+witness.Payloads())
	if strings.Contains(witness.Payloads(), `"state":"lost"`) || strings.Contains(log.String(), "no broker") {
		t.Errorf("somebody has put the board out:\n%s", log.String())
	}
}

// TestClientID: the client id stays the same, and with a secret nobody else can guess it.
func TestClientID(t *testing.T) {
	ids := map[string]bool{}
	for _, of := range [][3]string{{"hall", "b07", "pawn"}, {"hall", "b07", "knight"}, {"hall", "b08", "pawn"}, {"yard", "b07", "pawn"}} {
		id, err := config.ClientID(of[0], of[1], of[2])
		again, _ := config.ClientID(of[0], of[1], of[2])
		plain := "boardd-" + of[0] + "-" + of[1]
		if err != nil || id != again || ids[id] || !strings.HasPrefix(id, plain+"-") || len(id) != len(plain)+17 {
			t.Errorf("%q: %q, then %q, %v", of, id, again, err)
		}
		ids[id] = true
	}
	if id, err := config.ClientID("hall", "b07", ""); id != "boardd-hall-b07" || err != nil {
		t.Errorf("without a secret %q, %v", id, err)
	}
}

// TestPasswordInTheClear: a warning reports a password that others can read on the way, but none
// that does not leave the machine.
func TestPasswordInTheClear(t *testing.T) {
	for broker, want := range map[string]bool{
		"tcp://192.168.4.1:1883": true, "mqtt://broker.local:1883": true, "tls://broker.local:8883": false,
		"tcp://localhost:1883": false, "tcp://127.0.0.1:1883": false, "tcp://[::1]:1883": false, "tcp://[2001:db8::1]:1883": true,
	} {
		m := config.MQTT{Broker: broker, PasswordFile: "b07.password"}
		if got := m.Exposed(); got != want {
			t.Errorf("%s: %t", broker, got)
		}
		if m.PasswordFile = ""; m.Exposed() {
			t.Errorf("%s without a password", broker)
		}
	}
}
