package site

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// TestSecretsStayInside: a boardd of its own runs in the hall, with a password and
// a key that systemd hands over. Neither stands in what others can see of the
// process, in what it logs and writes, or in what it says when it is killed by its
// watchdog.
func TestSecretsStayInside(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	own, credentials, state := h.Ours.Client(), t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"b07.password": harness.Password("b07") + "\n", "b07.key": string(own.Key)} {
		if err := os.WriteFile(filepath.Join(credentials, name), []byte(text), 0o400); err != nil {
			t.Fatal(err)
		}
	}
	board := harness.TestPlayback(t)
	config := harness.WriteConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\nstate_dir = %q\n[port]\nname = %q\nfamily = \"dgt\"\n[mqtt]\nbroker = \"tls://%s\"\nca_file = %q\nuser = \"b07\"\npassword_file = \"b07.password\"\ncert_file = %q\nkey_file = \"b07.key\"\n[log]\nlevel = \"debug\"\n",
		state, board.Path, h.Boards, filepath.Join(h.Dir, "ca.crt"), h.Write("b07.crt", string(own.Cert))))
	witness := h.Enter(h.Options(h.Inside, "", ""))
	witness.Read("#")
	p := harness.StartProgramIn(t, []string{"CREDENTIALS_DIRECTORY=" + credentials}, "run", "--config", config)
	harness.Until(t, "the board is ready", 10*time.Second, func() bool { return strings.Contains(witness.Payloads(), `"state":"ready"`) })
	var seen strings.Builder
	for _, file := range []string{"cmdline", "environ"} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", p.Cmd.Process.Pid, file))
		if err != nil {
			t.Fatal(err)
		}
		seen.Write(text)
	}
	p.Signal(syscall.SIGABRT)
	if !strings.Contains(p.Errs.String(), "goroutine ") {
		t.Errorf("it has not printed where it was:\n%s", p.Errs.String())
	}
	err := filepath.WalkDir(state, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == state {
			return err
		}
		if info, err := e.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others may see %s: %v, %v", path, info.Mode(), err)
		}
		if e.IsDir() {
			return nil
		}
		text, err := os.ReadFile(path)
		seen.Write(text)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	seen.WriteString(p.Out.String() + p.Errs.String() + witness.Payloads() + h.Log())
	harness.WantNoSecret(t, seen.String())
	for _, line := range strings.Split(strings.TrimSpace(string(own.Key)), "\n")[1:] {
		if strings.Contains(seen.String(), line) {
			t.Error("it tells the key")
		}
	}
}

// TestOldTLS: a broker that speaks no newer TLS than 1.1 gets no word from us, and
// one that speaks 1.2 does.
func TestOldTLS(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	server := h.Ours.Server(time.Hour)
	pair, err := tls.X509KeyPair(server.Cert, server.Key)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		version uint16
		want    string
	}{{tls.VersionTLS10, "protocol version"}, {tls.VersionTLS11, "protocol version"}, {tls.VersionTLS12, ""}} {
		l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS10, MaxVersion: c.version})
		if err != nil {
			t.Fatal(err)
		}
		heard := make(chan string, 1)
		go func() { heard <- firstWord(l) }()
		conf, err := config.Read(h.Settings(l.Addr().String(), "b07", "b07", ""))
		if err != nil {
			t.Fatal(err)
		}
		pc, err := config.Publish(&conf, transport.Message{}, "")
		if err != nil {
			t.Fatal(err)
		}
		err = publish.Check(t.Context(), pc, []transport.Message{{Topic: "x"}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", tls.VersionName(c.version), err, c.want)
		}
		if got := <-heard; strings.Contains(got, "pawn-b07") != (c.want == "") {
			t.Errorf("%s: it says %q", tls.VersionName(c.version), got)
		}
		l.Close()
	}
}

// firstWord is what the first to come to a listener says, before it is cut off.
func firstWord(l net.Listener) string {
	conn, err := l.Accept()
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	buf := make([]byte, 1024)
	n, err := conn.Read(buf)
	if err != nil && !errors.Is(err, net.ErrClosed) {
		return ""
	}
	return string(buf[:n])
}
