package attacks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
)

// terminal has characters that would take over a terminal, or reverse its text, and that JSON
// does not escape: C1 controls, DEL, an override and an isolate of direction.
const terminal = "x\u009b2J\u0085\u009d0;y\u009c\x7f\u202egnp.\u2066z"

// TestAttack31Ports: the description of a USB device holds control characters.
func TestAttack31Ports(t *testing.T) {
	root := t.TempDir()
	device := filepath.Join(root, "sys/devices/usb1/1-1")
	tty := filepath.Join(device, "1-1:1.0/tty/ttyACM99")
	class := filepath.Join(root, "sys/class/tty")
	for _, folder := range []string{tty, class} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"idVendor": "2d80", "idProduct": "0001", "serial": "S\x1b[31m" + terminal, "manufacturer": "M\x1b]0;y\a\r" + terminal, "product": "P\x9b2J\t" + terminal} {
		if err := os.WriteFile(filepath.Join(device, name), []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{filepath.Join(tty, "device"): "../..", filepath.Join(class, "ttyACM99"): "../../devices/usb1/1-1/1-1:1.0/tty/ttyACM99"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	// In a mount namespace of its own the test replaces /sys; a user namespace makes it root there.
	own := "-m"
	if os.Getuid() != 0 {
		own = "-rm"
	}
	out, err := exec.Command("unshare", own, "sh", "-c", `mount --bind "$0" /sys && exec "$1" ports`, filepath.Join(root, "sys"), program).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "2d80:0001:S") {
		t.Fatalf("%v: %s", err, out)
	}
	harness.WantPlain(t, "ports", string(out))
}

// evilBoard answers requests on a broker as nobody's boardd would.
func evilBoard(t *testing.T) (url string) {
	t.Helper()
	url = mosquitto(t)
	p := newPerson(t, url, "board", "none")
	text, _ := json.Marshal(terminal)
	const head = `"board":"b07","session":%[1]s,"seq":1,"at":"2026-11-22T10:00:00.000Z","synced":true,`
	for topic, payload := range map[string]string{
		"status":          `"schema":"boardd.status/1.0","state":%[1]s`,
		"info":            `"schema":"boardd.info/1.0","version":%[1]s,"kind":%[1]s,"serial":%[1]s`,
		"arbiter/alert/x": `"schema":"boardd.alert/1.0","code":%[1]s,"message":%[1]s,"text":%[1]s`,
		"arbiter/finding": `"schema":"boardd.finding/1.0","code":"flag_fall","event":7,"level":"arbiter","side":"w","text":%[1]s`,
		"game":            `"schema":"boardd.game/1.0","game_id":%[1]s,"rev":1,"result":"*","phase":"playing","tags":{"White":%[1]s}`,
		"arbiter/game":    `"schema":"boardd.game/1.0","game_id":%[1]s,"rev":1,"result":"*","phase":"playing","tags":{"White":%[1]s}`,
	} {
		p.wait(p.client.Publish(topics+topic, 1, true, fmt.Sprintf("{"+head+payload+"}", text)))
	}
	p.wait(p.client.Subscribe(topics+"req/#", 1, func(c mqtt.Client, m mqtt.Message) {
		var asked struct {
			Transaction string `json:"transaction"`
		}
		json.Unmarshal(m.Payload(), &asked)
		verb := strings.TrimPrefix(m.Topic(), topics+"req/")
		c.Publish(topics+"arbiter/finding", 1, false, fmt.Sprintf(`{"event":7,"code":"flag_fall","level":"arbiter","text":%s}`, text))
		answer := `{"transaction":%q,"event":7,"status":"ok","more":%s}`
		if verb != "inspect" {
			answer = `{"transaction":%q,"event":7,"status":"error","error":{"code":%[2]s,"message":%[2]s}}`
		}
		c.Publish(topics+"res/"+verb, 1, false, fmt.Sprintf(answer, asked.Transaction, text))
	}))
	return url
}

// TestAttack31Send: the answer of a board, or of an impostor, holds control characters.
func TestAttack31Send(t *testing.T) {
	url := evilBoard(t)
	for name, args := range map[string][]string{
		"json":         {"--board", "b07", "-o", "json", "inspect"},
		"refused json": {"--board", "b07", "-o", "json", "republish"},
		"text":         {"--board", "b07", "inspect"},
		"refused":      {"--board", "b07", "republish"},
		"list":         {},
	} {
		out, errs, _ := command(t, append([]string{"send", "--broker", url, "--site", "hall"}, args...)...)
		harness.WantPlain(t, name, out+errs)
		t.Logf("%s: %q", name, out+errs)
	}
}

// TestAttack31Watch: the messages of a site hold control characters.
func TestAttack31Watch(t *testing.T) {
	url := evilBoard(t)
	for _, form := range []string{"json", "text"} {
		var out harness.Lines
		cmd := exec.Command(programOf("watch"), "watch", "--broker", url, "--site", "hall", "-o", form)
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		least := map[string]int{"json": 4, "text": 3}[form]
		come := harness.Comes(patience, func() bool { return out.Count("") >= least })
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
		if !come {
			t.Errorf("%s: %d lines:\n%s", form, out.Count(""), out.String())
		}
		harness.WantPlain(t, form, out.String())
	}
}

// TestAttack31Replay: a log that is replayed at a terminal holds control characters.
func TestAttack31Replay(t *testing.T) {
	log := filepath.Join(t.TempDir(), "evil.log")
	text := "#! boardd-log 1\n#: tag White x\u009b2J\u202ey\n#: note x\u009b2J\u202ey\n0 lift e2 P\n10 drop e4 P\n900 lift e7 p\n910 drop e5 p\n"
	if err := os.WriteFile(log, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"pgn", "log", "messages", "text"} {
		master, slave, err := playback.Open()
		if err != nil {
			t.Fatal(err)
		}
		var heard bytes.Buffer
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			io.Copy(&heard, master) // ends with an error when nobody has the other end
		}()
		cmd := exec.Command(program, "replay", "-o", form, log)
		cmd.Stdout, cmd.Stderr = slave, slave
		err = cmd.Run()
		slave.Close()
		<-ended
		master.Close()
		if err != nil {
			t.Errorf("%s: %v: %s", form, err, heard.String())
		}
		harness.WantPlain(t, form, heard.String())
	}
}
