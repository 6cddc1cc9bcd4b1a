package attacks

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestAttack30Names: a device with a forged serial number gets no other board's name,
// configuration or credentials. Names have the form that 75-boardd.rules gives them; older rules
// gave the bare number.
func TestAttack30Names(t *testing.T) {
	b := newBoard(t)
	url := newHostile(t, func(*session) {}).url
	folder := t.TempDir()
	common := fmt.Sprintf("site = \"hall\"\n[mqtt]\nbroker = %q\n", url)
	own := fmt.Sprintf("[port]\nname = %q\nfamily = \"text\"\n[mqtt]\nuser = \"arbiter\"\npassword_file = \"arbiter.password\"\n", b.path)
	for name, text := range map[string]string{"boardd.toml": common, "serial-1.toml": own, "arbiter.password": "secret\n", "b07.toml": "board = \"serial-2\"\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for what, instance := range map[string]string{
		"a file for a name that a device gives itself":               "serial-1",
		"a board that is given such a name":                          "b07",
		"a device whose number is what all boards' files are called": "boardd",
	} {
		_, errs, state := command(t, "check", "--config", filepath.Join(folder, "boardd.toml"), "--instance", instance, "--wait", "100ms")
		if state.ExitCode() != 2 {
			t.Errorf("%s: exit status %d: %s", what, state.ExitCode(), errs)
		}
		t.Logf("%s: %d: %s", what, state.ExitCode(), errs)
	}
}
