package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/transport"
)

// writeConfigs writes boardd.toml and b07.toml into a folder.
func writeConfigs(t *testing.T, all, one string) (path string) {
	t.Helper()
	path = writeConfig(t, all)
	if one != "" {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), "b07.toml"), []byte(one), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// TestInstance: the board is called as the instance, at the port of that name;
// its own file comes before the one for all, and flags before both.
func TestInstance(t *testing.T) {
	for _, c := range []struct {
		all, one string
		args     []string
		want     [5]string // site, board, port, rules, broker
	}{
		{"", "", nil, [5]string{"site", "b07", "/dev/boardd/b07", "fide-2023", "tcp://localhost:1883"}},
		{"site = \"hall\"\n[game]\nrules = \"fide-1997\"\n", "", nil,
			[5]string{"hall", "b07", "/dev/boardd/b07", "fide-1997", "tcp://localhost:1883"}},
		{"site = \"hall\"\n[game]\nrules = \"fide-1997\"\n", "board = \"top\"\n[game]\nrules = \"fide-2018\"\n[port]\nname = \"usb:2d80:0001\"\n", nil,
			[5]string{"hall", "top", "usb:2d80:0001", "fide-2018", "tcp://localhost:1883"}},
		{"[mqtt]\nbroker = \"tcp://one:1\"\n", "[mqtt]\nbroker = \"tcp://two:2\"\n", []string{"--broker", "tcp://three:3", "--port", "/dev/x"},
			[5]string{"site", "b07", "/dev/x", "fide-2023", "tcp://three:3"}},
		{"board = \"b07\"\n", "", nil, [5]string{"site", "b07", "/dev/boardd/b07", "fide-2023", "tcp://localhost:1883"}},
	} {
		path := writeConfigs(t, c.all, c.one)
		got, err := readFlags(t, append([]string{"--config", path, "--instance", "b07"}, c.args...)...)
		if is := [5]string{got.Site, got.Board, got.Port.Name, got.Game.Rules, got.MQTT.Broker}; err != nil || is != c.want {
			t.Errorf("%q over %q: got %q, %v, want %q", c.one, c.all, is, err, c.want)
		}
	}
}

func readFlags(t *testing.T, args ...string) (config, error) {
	t.Helper()
	fs := flag.NewFlagSet("run", flag.ContinueOnError)
	flags := newRunFlags(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return flags.read()
}

// TestBadInstance: what would make two boards speak as one is refused, and what
// is wrong with the board's own file is told with its name.
func TestBadInstance(t *testing.T) {
	for _, c := range []struct{ all, one, name, want string }{
		{"board = \"b01\"\n", "", "b07", `boardd.toml: board = "b01" is for one board, and this file for all; move it to b07.toml`},
		{"[port]\nname = \"/dev/ttyACM0\"\n", "", "b07", `boardd.toml: port.name = "/dev/ttyACM0" is for one board`},
		{"[mqtt]\nclient_id = \"x\"\n", "", "b07", `boardd.toml: mqtt.client_id = "x" is for one board`},
		{"", "sight = \"hall\"\n", "b07", `b07.toml: line 1: unknown key "sight"`},
		{"", "[game]\nrules = \"chess\"\n", "b07", `b07.toml: game.rules = "chess"`},
		{"", "", "../b07", `instance: board "../b07" is not`},
		{"", "", "b 7", `instance: board "b 7" is not`},
	} {
		path := writeConfigs(t, c.all, c.one)
		for _, command := range []string{"run", "check"} {
			wantRefused(t, c.want, "", command, "--config", path, "--instance", c.name)
		}
	}
	none := filepath.Join(t.TempDir(), "none.toml")
	wantRefused(t, none, "", "run", "--config", none, "--instance", "b07")
}

// TestCredentials: a name without a slash is a credential if systemd hands over
// any, and else a file here.
func TestCredentials(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"mqtt-password": "xyzzy\n", "empty": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o400); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ folder, name, want string }{
		{dir, "mqtt-password", filepath.Join(dir, "mqtt-password")},
		{dir, "/etc/boardd/password", "/etc/boardd/password"},
		{dir, "./password", "./password"},
		{"", "mqtt-password", "mqtt-password"},
	} {
		if got := secretPath(c.name, func(string) string { return c.folder }); got != c.want {
			t.Errorf("%q in %q: got %q", c.name, c.folder, got)
		}
	}
	t.Setenv("CREDENTIALS_DIRECTORY", dir)
	c := testConfig("/dev/null", "tcp://127.0.0.1:1")
	c.MQTT.User, c.MQTT.PasswordFile = "b07", "mqtt-password"
	if p, err := publishConfig(c, transport.Message{}, ""); err != nil || p.Password != "xyzzy" {
		t.Errorf("password %q, %v", p.Password, err)
	}
	for name, want := range map[string]string{"empty": `"empty" holds no password`, "none": "no such file"} {
		c.MQTT.PasswordFile = name
		if _, err := publishConfig(c, transport.Message{}, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
