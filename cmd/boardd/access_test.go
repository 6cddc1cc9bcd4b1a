package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// TestSecretFiles: a password that everybody may read is none, and is not used.
func TestSecretFiles(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(secret, []byte("xyzzy\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := harness.TestConfig("/dev/null", "tcp://127.0.0.1:1")
	c.MQTT.User, c.MQTT.PasswordFile = "b07", secret
	p, err := config.Publish(c, transport.Message{}, "")
	if err != nil || p.Password != "xyzzy" || p.User != "b07" {
		t.Errorf("password %q of %q, %v", p.Password, p.User, err)
	}
	for _, mode := range []os.FileMode{0o604, 0o602, 0o601, 0o644, 0o620, 0o660, 0o666} {
		if err := os.Chmod(secret, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := config.Publish(c, transport.Message{}, ""); err == nil || !strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), fmt.Sprintf("%04o", mode)) {
			t.Errorf("mode %04o: %v", mode, err)
		}
		file := harness.WriteConfig(t, fmt.Sprintf("[port]\nname = \"/dev/null\"\n[mqtt]\nuser = \"b07\"\npassword_file = %q\n", secret))
		wantRefused(t, secret, "", "run", "--config", file)
	}
	for _, mode := range []os.FileMode{0o640, 0o400, 0o600} {
		if err := os.Chmod(secret, mode); err != nil {
			t.Fatal(err)
		}
		if got := refusedAccess(c); got != "" {
			t.Errorf("mode %04o: %s", mode, got)
		}
	}
	if c.MQTT.User = ""; refusedAccess(c) != "mqtt.password_file: needs user" {
		t.Errorf("a password without a user: %s", refusedAccess(c))
	}
	c.MQTT.User, c.MQTT.PasswordFile = "b07", secret+"-none"
	if _, err := config.Publish(c, transport.Message{}, ""); err == nil || strings.Contains(err.Error(), "xyzzy") {
		t.Errorf("a missing file: %v", err)
	}
}

// TestNoPasswordInAddress: a password that stands in the broker's address is
// refused, and not repeated.
func TestNoPasswordInAddress(t *testing.T) {
	for _, broker := range []string{"tcp://b07:xyzzy@127.0.0.1:1883", "tls://xyzzy@127.0.0.1:8883", "tcp://b07:xy zzy@127.0.0.1:1883", "tcp://b07:xyzzy"} {
		file := harness.WriteConfig(t, fmt.Sprintf("[port]\nname = \"/dev/null\"\n[mqtt]\nbroker = %q\n", broker))
		for _, args := range [][]string{{"--config", file}, {"--config", harness.WriteConfig(t, ""), "--port", "/dev/null", "--broker", broker}} {
			for _, command := range []string{"run", "check"} {
				status, out, errs := boardd("", append([]string{command}, args...)...)
				if status != cli.ExitUsage || out != "" || !strings.Contains(errs, "mqtt.broker must") || strings.Contains(errs, "zzy") {
					t.Errorf("%s %q: status %d, %q, %q", command, broker, status, out, errs)
				}
			}
		}
	}
}

// TestTLSFiles: files for TLS that are missing, are none, or that everybody may
// read the key of.
func TestTLSFiles(t *testing.T) {
	dir := t.TempDir()
	rubbish := filepath.Join(dir, "rubbish.pem")
	if err := os.WriteFile(rubbish, []byte("rubbish\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, set := range map[string]func(c *config.Config){
		"no such file": func(c *config.Config) { c.MQTT.CAFile = filepath.Join(dir, "none.pem") },
		"mqtt: ":       func(c *config.Config) { c.MQTT.CAFile = rubbish },
		"0644":         func(c *config.Config) { c.MQTT.CertFile, c.MQTT.KeyFile = rubbish, rubbish },
	} {
		c := harness.TestConfig("/dev/null", "ssl://127.0.0.1:1")
		set(c)
		if _, err := config.Publish(c, transport.Message{}, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// refusedAccess is why the files of a configuration are refused.
func refusedAccess(c *config.Config) string {
	_, err := config.Publish(c, transport.Message{}, "")
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestNoSecrets: what is no file of a secret's size is not read, and not waited
// for.
func TestNoSecrets(t *testing.T) {
	dir := t.TempDir()
	pipe, long, empty, link, loop := filepath.Join(dir, "pipe"), filepath.Join(dir, "long"), filepath.Join(dir, "empty"), filepath.Join(dir, "link"), filepath.Join(dir, "loop")
	open := filepath.Join(dir, "open")
	if err := errors.Join(os.WriteFile(open, []byte("xyzzy\n"), 0o644), os.Symlink(open, link), os.Symlink(loop, loop)); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int{long: 1<<16 + 1, empty: 0} {
		if err := os.WriteFile(name, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := harness.TestConfig("/dev/null", "tcp://127.0.0.1:1")
	c.MQTT.User = "b07"
	for file, want := range map[string]string{pipe: "is no file", long: "is too long", empty: "holds no password",
		dir: "is no file", "/dev/null": "is no file", link: "0644", loop: "too many levels of symbolic links"} {
		if c.MQTT.PasswordFile = file; !strings.Contains(refusedAccess(c), want) {
			t.Errorf("%s: %q, want %q", file, refusedAccess(c), want)
		}
	}
	c.MQTT.PasswordFile = ""
	if c.MQTT.CAFile = empty; !strings.Contains(refusedAccess(c), "mqtt.broker: tcp://127.0.0.1:1 is without TLS") {
		t.Errorf("an authority for a broker without TLS: %q", refusedAccess(c))
	}
}

// TestPasswordInConfig: a password that stands where none belongs is not repeated.
func TestPasswordInConfig(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"password = \"xyzzy\"", "user = [\"xyzzy\"]", "password_file = \"xyzzy", "password_file = xyzzy", "user = { password = \"xyzzy\" }"} {
		file := harness.WriteConfig(t, "[port]\nname = \"/dev/null\"\n[mqtt]\n"+text+"\n")
		for _, command := range []string{"run", "check", "watch"} {
			status, out, errs := harness.Run(t, "", command, "--config", file)
			if status != cli.ExitUsage || out != "" || !strings.Contains(errs, "line ") || strings.Contains(errs, "xyzzy") {
				t.Errorf("%s, %s: status %d, %q, %q", command, text, status, out, errs)
			}
		}
	}
}

// TestTrustedConfig: a configuration that everybody may write, or put another one in the
// place of, is refused, and so is that of one board, or a certificate; what only the owner
// may write is taken.
func TestTrustedConfig(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("not as root: files of others are not tried")
	}
	root := t.TempDir()
	folder := filepath.Join(root, "etc", "boardd")
	own, all := filepath.Join(folder, "b07.toml"), filepath.Join(folder, "boardd.toml")
	link := filepath.Join(root, "link.toml")
	reset := func() {
		t.Helper()
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, f := range []string{own, all} {
			if err := os.WriteFile(f, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for f, mode := range map[string]os.FileMode{root: 0o755, filepath.Dir(folder): 0o755, folder: 0o755, own: 0o644, all: 0o644} {
			chmod(t, f, mode)
		}
	}
	reset()
	if err := os.Symlink(all, link); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path, file string
		mode       os.FileMode
		refused    bool
	}{
		"private":                         {all, all, 0o600, false},
		"of a group":                      {all, all, 0o664, false},
		"everybody's":                     {all, all, 0o666, true},
		"everybody's to write alone":      {all, all, 0o602, true},
		"everybody's, one board's":        {all, own, 0o646, true},
		"in everybody's folder":           {all, folder, 0o777, true},
		"in a folder like /tmp":           {all, folder, 0o777 | os.ModeSticky, false},
		"in a group's folder":             {all, folder, 0o775, false},
		"below everybody's folder":        {all, filepath.Dir(folder), 0o777, true},
		"a link to one":                   {link, all, 0o644, false},
		"a link to everybody's":           {link, all, 0o666, true},
		"a link in everybody's folder":    {link, root, 0o777, true},
		"a link into everybody's folder":  {link, folder, 0o777, true},
		"a link in a folder such as /tmp": {link, root, 0o777 | os.ModeSticky, false},
	} {
		t.Run(name, func(t *testing.T) {
			reset()
			chmod(t, c.file, c.mode)
			_, err := config.Read(c.path)
			if c.file == own {
				_, err = config.ReadInstance(c.path, "b07")
			}
			if c.refused != (err != nil) || err != nil && !strings.Contains(err.Error(), "by everybody") {
				t.Errorf("got %v", err)
			}
		})
	}
	reset()
	chmod(t, all, 0o666)
	wantRefused(t, fmt.Sprintf("%s can be written by everybody (mode 0666)", all), "", "run", "--config", all)
}

// TestSecretOwner: a secret is refused that belongs to somebody who is neither root nor
// this user, or that everybody may put another one in the place of.
func TestSecretOwner(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "secrets")
	name := filepath.Join(folder, "b07.password")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("xyzzy\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := func(what, refused string) {
		t.Helper()
		text, err := config.ReadSecret(name)
		if refused == "" && (err != nil || string(text) != "xyzzy\n") || refused != "" && (err == nil || !strings.Contains(err.Error(), refused)) {
			t.Errorf("%s: %q, %v", what, text, err)
		}
	}
	want("as it should be", "")
	chmod(t, folder, 0o777)
	want("in everybody's folder", "everybody may put another file in its place")
	chmod(t, folder, 0o777|os.ModeSticky)
	want("in a folder like /tmp", "")
	if os.Geteuid() != 0 {
		return // nobody else can give a file away
	}
	const nobody = 65534
	if err := os.Chown(name, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	want("of another user", "belongs to user 65534")
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}
