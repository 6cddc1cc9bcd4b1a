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
