package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
)

// TestRecord: what record and run --record write replays to the game that was
// played, as the bytes of the port and under the configuration in force.
func TestRecord(t *testing.T) {
	for name, args := range map[string][]string{"record": {"record"}, "run": {"run", "--record"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			board := harness.TestPlayback(t)
			config := harness.WriteConfig(t, fmt.Sprintf("[port]\nfamily = \"dgt\"\nname = %q\n[game]\ntime = \"blitz\"\n[game.tags]\nWhite = \"Ferrier, Isla\"\n[mqtt]\nbroker = %q\n",
				board.Path, harness.EmbeddedBroker(t)))
			file := filepath.Join(t.TempDir(), "game.log")
			played := make(chan error, 1)
			go func() { played <- playShortGame(board) }()
			args := append(append([]string{args[0], "--config", config}, args[1:]...), file)
			out := untilFile(t, file, args, func(log string) bool {
				status, moves, _ := boardd(log, "replay", "-o", "uci", "-")
				return status == cli.ExitOK && moves == harness.ShortGameUCI && strings.Count(log, "8d 00 0a") >= 6
			})
			if err := <-played; err != nil || out != "" {
				t.Errorf("played: %v; on standard output %q", err, out)
			}
			checkRecording(t, file)
		})
	}
}

func playShortGame(board *playback.Playback) error {
	rd := sensor.NewReader(strings.NewReader(harness.ShortGame))
	records, err := rd.ReadAll()
	if err == nil {
		err = board.Do(records[0])
	}
	if err == nil {
		err = board.Play(context.Background(), clock.New(1), records)
	}
	return err
}

// untilFile runs a command until what it has written to a file is enough, then
// interrupts it, and returns what it has printed.
func untilFile(t *testing.T, file string, args []string, enough func(log string) bool) string {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	var out bytes.Buffer
	done := make(chan int, 1)
	go func() { done <- cli.Run(ctx, newProgram(), strings.NewReader(""), &out, io.Discard, args) }()
	harness.Until(t, "the recording", 15*time.Second, func() bool {
		log, err := os.ReadFile(file)
		return err == nil && enough(string(log[:bytes.LastIndexByte(log, '\n')+1]))
	})
	interrupt()
	if status := <-done; status != cli.ExitOK {
		t.Errorf("%q: status %d", args, status)
	}
	return out.String()
}

// checkRecording: the whole file is a log with its papers, and holds nothing
// decoded.
func checkRecording(t *testing.T, file string) {
	t.Helper()
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := pipeline.Read(sensor.NewReader(bytes.NewReader(log)))
	if err != nil {
		t.Fatal(err)
	}
	h := whole.Header
	if h.Board != "dgt" || h.Time != "blitz" || len(h.Tags) != 1 || h.Tags[0] != (sensor.Setting{Name: "White", Value: "Ferrier, Isla"}) {
		t.Errorf("header %+v", h)
	}
	seen := map[sensor.Word]bool{}
	for _, r := range whole.Records {
		if seen[r.Word] = true; r.Word == sensor.Lift || r.Word == sensor.Drop || r.Word == sensor.Press || r.Word == sensor.Board {
			t.Errorf("the recording holds %v", r.Word)
		}
	}
	for _, w := range []sensor.Word{sensor.UTC, sensor.Link, sensor.Tx, sensor.Rx} {
		if !seen[w] {
			t.Errorf("the recording holds no %v", w)
		}
	}
	if got := replayed(t, string(log), "-o", "san"); got != "e4 e5 Nf3\n" {
		t.Errorf("it replays to %q", got)
	}
}

// TestRecordingIsPrivate: what is recorded leads to findings, which are kept from players:
// it is for nobody else to read, whatever the umask.
func TestRecordingIsPrivate(t *testing.T) {
	old := unix.Umask(0)
	defer unix.Umask(old)
	name := filepath.Join(t.TempDir(), "bug.log")
	rec, err := daemon.StartRecording(name, &sensor.Header{Board: "dgt"})
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestRecordingOnFullDisk: what a full disk takes of a recording is a log. The
// limit on the size of files stands for the disk: a write ends in the middle of
// a line, as there. It is for the whole process, so that no test may run beside
// this one.
func TestRecordingOnFullDisk(t *testing.T) {
	var free unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &free); err != nil {
		t.Fatal(err)
	}
	for limit := range uint64(60) {
		file := filepath.Join(t.TempDir(), "full.log")
		rec, err := daemon.StartRecording(file, &sensor.Header{Board: "dgt"})
		if err != nil {
			t.Fatal(err)
		}
		full := free
		full.Cur = 200 + limit
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &full); err != nil {
			t.Fatal(err)
		}
		written := 0
		for err == nil && written < 100 {
			if err = rec.Write(sensor.Record{At: int64(written), Word: sensor.Rx, Data: []byte{0x8e, 0, 5, 0x34, 0}}); err == nil {
				written++
			}
		}
		rec.Close()
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &free); err != nil {
			t.Fatal(err)
		}
		log, _ := os.ReadFile(file)
		whole, bad := pipeline.Read(sensor.NewReader(bytes.NewReader(log)))
		if !errors.Is(err, unix.EFBIG) || bad != nil || len(whole.Records) != written || written == 0 {
			t.Errorf("%d bytes: %d records written, then %v; %v", full.Cur, written, err, bad)
		}
	}
}

// TestRecordComplainsOnce: of a cable that is out, not with every try.
func TestRecordComplainsOnce(t *testing.T) {
	missing := sensor.PortEvent{Kind: sensor.PortFailed, Err: os.ErrNotExist}
	var out strings.Builder
	p := daemon.NewPortProgress(&out)
	for _, e := range []sensor.PortEvent{missing, missing, {Kind: sensor.PortUp}, {Kind: sensor.PortDown}, missing, missing} {
		p.Complain(e)
	}
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d complaints, want 2: %q", n, out.String())
	}
}

// terminalTo is a terminal that shows what is written to it.
func terminalTo(t *testing.T, shown io.Writer) *os.File {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close(); slave.Close() })
	go io.Copy(shown, master)
	return slave
}

// TestRecordProgress: the count is shown in place at a terminal only, and an
// error has a line of its own.
func TestRecordProgress(t *testing.T) {
	t.Parallel()
	for _, terminal := range []bool{true, false} {
		board := harness.TestPlayback(t)
		file := filepath.Join(t.TempDir(), "new.log")
		port := filepath.Join(t.TempDir(), "board")
		if err := os.Symlink(board.Path, port); err != nil {
			t.Fatal(err)
		}
		config := harness.WriteConfig(t, fmt.Sprintf("[port]\nfamily = \"dgt\"\nname = %q\n", port))
		var shown harness.Lines
		errs := io.Writer(&shown)
		if terminal {
			errs = terminalTo(t, &shown)
		}
		ctx, interrupt := context.WithCancel(context.Background())
		done := make(chan int, 1)
		go func() {
			done <- cli.Run(ctx, newProgram(), strings.NewReader(""), io.Discard, errs, []string{"record", "--config", config, file})
		}()
		harness.Until(t, "an answer of the board", 5*time.Second, func() bool {
			log, err := os.ReadFile(file)
			return err == nil && bytes.Contains(log, []byte(" rx "))
		})
		harness.Until(t, "the count", 5*time.Second, func() bool { return !terminal || strings.Contains(shown.String(), "\r4 records ") })
		os.Remove(port)
		board.Close()
		harness.Until(t, "an error", 5*time.Second, func() bool { return strings.Contains(shown.String(), "is the board plugged in?") })
		interrupt()
		<-done
		harness.Until(t, "the end", 5*time.Second, func() bool { return strings.Contains(shown.String(), " records in "+file) })
		count, err, _ := strings.Cut(shown.String(), "\n")
		if terminal != strings.Contains(count, "\r") || terminal == strings.Contains(count, "is the board plugged in?") || strings.Contains(err, "records open") {
			t.Errorf("terminal %t: %q", terminal, shown.String())
		}
	}
}
