package attacks

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/harness"
)

// TestAttack32Stall: a board stops the line with XOFF and goes on sending, so that boardd opens
// the port again and again. It leaks no file and no thread.
func TestAttack32Stall(t *testing.T) {
	h := newHall(t)
	d := startDaemon(t, h.path, "text", h.url)
	until(t, "ready", func() bool { return strings.Contains(h.last("status"), `"ready"`) })
	if err := unix.IoctlSetInt(int(h.slave.Fd()), unix.TCXONC, unix.TCOOFF); err != nil {
		t.Fatal(err)
	}
	lost := func(n int) {
		t.Helper()
		until(t, fmt.Sprintf("a port lost %d times", n), func() bool {
			h.board.say("hello 1 identified 0042 1.0")
			return d.errs.Count("port lost") >= n
		})
	}
	lost(1)
	files, threads := d.files(), d.kilobytes("Threads:")
	lost(6)
	if now := d.files(); now > files+2 {
		t.Errorf("%d files are open, were %d", now, files)
	}
	if now := d.kilobytes("Threads:"); now > threads+2 {
		t.Errorf("%d threads, were %d", now, threads)
	}
}

// files returns how many files it has open.
func (d *daemon) files() int {
	all, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", d.cmd.Process.Pid))
	return len(all)
}

// TestAttack32Metrics: /metrics answers while 400 connections are silent.
func TestAttack32Metrics(t *testing.T) {
	address := brokertest.FreeAddress(t)
	startDaemon(t, newBoard(t).path, "text", mosquitto(t), "[metrics]", fmt.Sprintf("listen = %q", address))
	answers := func(c *http.Client) bool {
		r, err := c.Get("http://" + address + "/metrics")
		if err != nil {
			return false
		}
		defer r.Body.Close()
		return r.StatusCode == http.StatusOK
	}
	until(t, "an answer", func() bool { return answers(http.DefaultClient) })
	for range 400 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	if !answers(&http.Client{Timeout: patience}) {
		t.Error("no answer")
	}
}

// TestAttack32Files: a journal never has more than 4,096 files, however small they are.
func TestAttack32Files(t *testing.T) {
	h, folder := newHall(t), stateFolder(t)
	journal := filepath.Join(folder, "hall", "b07", "journal")
	if err := os.MkdirAll(journal, 0o700); err != nil {
		t.Fatal(err)
	}
	for n := range 6000 {
		if err := os.WriteFile(filepath.Join(journal, fmt.Sprintf("%06d.log", n+1)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	startDaemonIn(t, folder, h.config(folder))
	play(h.person, h.board, 0, 2)
	if all, err := os.ReadDir(journal); err != nil || len(all) > 4096 {
		t.Errorf("%d files, %v", len(all), err)
	}
}

// TestAttack32Journal: a start restores the game from a journal of the greatest length with less
// than 100 MB of memory, even if the journal is damaged near its end.
func TestAttack32Journal(t *testing.T) {
	for size, damaged := range map[int]bool{120 << 20: false, 40 << 20: true} {
		t.Run(fmt.Sprintf("damaged %t", damaged), func(t *testing.T) {
			h, folder := newHall(t), stateFolder(t)
			d := startDaemonIn(t, folder, h.config(folder))
			play(h.person, h.board, 0, 2)
			d.kill()
			path := filepath.Join(folder, "hall", "b07", "journal", "000001.log")
			lengthen(t, path, size, damaged)
			d = startDaemonIn(t, folder, h.config(folder))
			began := time.Now()
			if !harness.Comes(10*time.Minute, func() bool { return d.errs.Count("the game goes on from the journal") > 0 || d.ended() }) {
				t.Fatal("the game does not go on")
			}
			took := time.Since(began)
			d.wantAlive()
			play(h.person, h.board, 2, 4)
			most := d.kilobytes("VmHWM:") / 1024
			t.Logf("%d MB of memory at most, restored in %v", most, took.Round(time.Millisecond))
			if most > 100 {
				t.Errorf("it takes %d MB of memory, want 100 at most", most)
			}
		})
	}
}

// lengthen appends records to a journal up to a size: a piece is lifted and put back, over and
// over. If damaged is set, a byte near the end is changed.
func lengthen(t *testing.T, path string, size int, damaged bool) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const mark = "# sum "
	last := bytes.LastIndex(text, []byte("\n"+mark))
	end := last + 1 + len(mark) + 8 + 1
	sum, err := strconv.ParseUint(string(text[last+1+len(mark):end-1]), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	head := text[:end]
	lines := bytes.Split(bytes.TrimSpace(head), []byte("\n"))
	at := 0
	for _, line := range lines {
		if n, err := strconv.Atoi(string(bytes.SplitN(line, []byte(" "), 2)[0])); err == nil {
			at = n
		}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_TRUNC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Write(head)
	crc, part := uint32(sum), []byte(nil)
	for written := end; written < size; written += len(part) {
		part = part[:0]
		for range 20 {
			at += 90
			part = fmt.Appendf(part, "%d rx % x\n%d rx % x\n", at, "lift g1 N\n", at+45, "drop g1 N\n")
		}
		crc = crc32.Update(crc, crc32.MakeTable(crc32.Castagnoli), part)
		part = fmt.Appendf(part, "%s%08x\n", mark, crc)
		f.Write(part)
	}
	if damaged {
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		f.WriteAt([]byte("x"), info.Size()-5000)
	}
}

// TestAttack32Recording: other users cannot read a recording.
func TestAttack32Recording(t *testing.T) {
	folder := stateFolder(t)
	name := filepath.Join(folder, "bug.log")
	config := fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nname = %q\nfamily = \"text\"\n[mqtt]\nbroker = \"tcp://127.0.0.1:1\"\n", newBoard(t).path)
	d := prepareDaemon(t, folder, config)
	d.cmd.Args = append(d.cmd.Args, "--record", name)
	old := unix.Umask(0)
	d.start()
	unix.Umask(old)
	until(t, "a recording", func() bool { _, err := os.Stat(name); return err == nil })
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestAttack32Config: boardd refuses a configuration that everybody may write or replace, and a
// secret that belongs to another user.
func TestAttack32Config(t *testing.T) {
	const nobody = 65534
	for name, change := range map[string]func(folder string) error{
		"everybody's":           func(folder string) error { return os.Chmod(filepath.Join(folder, "boardd.toml"), 0o666) },
		"in everybody's folder": func(folder string) error { return os.Chmod(folder, 0o777) },
		"another's secret":      func(folder string) error { return os.Chown(filepath.Join(folder, "b07.password"), nobody, nobody) },
	} {
		t.Run(name, func(t *testing.T) {
			folder := stateFolder(t)
			path := filepath.Join(folder, "boardd.toml")
			config := fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nname = %q\nfamily = \"text\"\n[mqtt]\nbroker = \"tcp://127.0.0.1:1\"\nuser = \"b07\"\npassword_file = \"b07.password\"\n", newBoard(t).path)
			for file, text := range map[string]string{path: config, filepath.Join(folder, "b07.password"): "xyzzy\n"} {
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := change(folder); errors.Is(err, unix.EPERM) {
				t.Skip("only root may give a file away")
			} else if err != nil {
				t.Fatal(err)
			}
			d := &daemon{t: t, folder: folder, cmd: exec.Command(program, "run", "--config", path), gone: make(chan struct{})}
			d.cmd.Stderr = &d.errs
			d.start()
			if !harness.Comes(patience, d.ended) {
				t.Errorf("it runs: %s", d.errs.String())
			}
		})
	}
}
