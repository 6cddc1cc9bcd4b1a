package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/transport"
)

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
