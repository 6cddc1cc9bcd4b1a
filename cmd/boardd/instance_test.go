package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// writeConfigs writes boardd.toml and b07.toml into a folder.
func writeConfigs(t *testing.T, all, one string) (path string) {
	t.Helper()
	path = harness.WriteConfig(t, all)
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

func readFlags(t *testing.T, args ...string) (config.Config, error) {
	t.Helper()
	c := &cobra.Command{Use: "run"}
	flags := config.DaemonFlags(c)
	if err := c.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return flags.Read()
}

// TestCredentials: a name without a slash is a credential if systemd hands over
// that one, and else a file beside the configuration.
func TestCredentials(t *testing.T) {
	given := t.TempDir()
	for name, text := range map[string]string{"b07.password": "xyzzy\n", "empty": "\n"} {
		if err := os.WriteFile(filepath.Join(given, name), []byte(text), 0o400); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ credentials, name, want string }{
		{given, "b07.password", filepath.Join(given, "b07.password")},
		{given, "ca.pem", "/etc/boardd/ca.pem"},
		{given, "/root/password", "/root/password"},
		{given, "./b07.password", "./b07.password"},
		{given, "", ""},
		{"", "b07.password", "/etc/boardd/b07.password"},
	} {
		m := config.MQTT{PasswordFile: c.name, CAFile: c.name, CertFile: c.name, KeyFile: c.name}
		m.FindFiles("/etc/boardd", c.credentials)
		if want := (config.MQTT{PasswordFile: c.want, CAFile: c.want, CertFile: c.want, KeyFile: c.want}); m != want {
			t.Errorf("%q in %q: got %+v", c.name, c.credentials, m)
		}
	}
	t.Setenv("CREDENTIALS_DIRECTORY", given)
	for name, want := range map[string]string{"b07.password": "", "empty": `empty" holds no password`, "none": "no such file"} {
		c, err := config.Read(harness.WriteConfig(t, "[mqtt]\nuser = \"b07\"\npassword_file = \""+name+"\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := config.Publish(&c, transport.Message{}, "")
		if want == "" && (err != nil || p.Password != "xyzzy") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: password %q, %v, want %q", name, p.Password, err, want)
		}
	}
}

// TestPoint30Names: a board that is called after its device's serial number has what is
// for all boards, and neither a configuration nor credentials of its own; nothing else
// has such a name, nor that of what is for all.
func TestPoint30Names(t *testing.T) {
	path := writeConfigs(t, "site = \"hall\"\n", "")
	c, err := readFlags(t, "--config", path, "--instance", "serial-12345")
	if err != nil || c.Site != "hall" || c.Board != "serial-12345" || c.Port.Name != "/dev/boardd/serial-12345" {
		t.Errorf("%s, %s, %s: %v", c.Site, c.Board, c.Port.Name, err)
	}
	folder := filepath.Dir(path)
	for name, text := range map[string]string{"serial-7.toml": "[mqtt]\nuser = \"b07\"\npassword_file = \"b07.password\"\n", "b07.toml": "board = \"serial-9\"\n",
		"bus.toml": "[port]\nfamily = \"dgt-bus\"\n[[boards]]\nname = \"serial-3\"\naddress = 3\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for want, args := range map[string][]string{
		`serial-7.toml: a name that begins with serial-`:                 {"--config", path, "--instance", "serial-7"},
		`board "serial-9": a name that begins with serial-`:              {"--config", path, "--instance", "b07"},
		`"boardd": boardd.toml and boardd.password are for all boards`:   {"--config", path, "--instance", "boardd"},
		`board "serial-12345": a name that begins with serial- is a USB`: {"--config", path, "--board", "serial-12345"},
		`"serial-3": a name that begins with serial- is a USB device's`:  {"--config", filepath.Join(folder, "bus.toml")},
	} {
		wantRefused(t, want, "", append([]string{"run"}, args...)...)
	}
}

// TestPoint30Rules: the rules of udev give a name of a serial number its prefix, and
// none that is too long for a board.
func TestPoint30Rules(t *testing.T) {
	rules, err := os.ReadFile("../../systemd/75-boardd.rules")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for line := range strings.Lines(string(rules)) {
		if !strings.HasPrefix(line, "#") && strings.Contains(line, "$env{ID_SERIAL_SHORT}") {
			named++
			if !strings.Contains(line, `ENV{BOARDD_NAME}="`+config.SerialPrefix+`$env{ID_SERIAL_SHORT}"`) {
				t.Errorf("no prefix: %s", line)
			}
			most := regexp.MustCompile(`!="(\?+)\*"`).FindStringSubmatch(line)
			if most == nil {
				t.Fatalf("no limit: %s", line)
			}
			if _, err := transport.NewTopics("hall", config.SerialPrefix+strings.Repeat("7", len(most[1])-1)); err != nil || len(most[1]) != 33 {
				t.Errorf("%d: %v", len(most[1]), err)
			}
		}
	}
	if named != 1 {
		t.Errorf("%d lines name boards by serial number", named)
	}
}
