package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/sensor"
)

const shortGameUCI = "e2e4 e7e5 g1f3\n"

// TestRecord: what record and run --record write replays to the game that was
// played, as the bytes of the port and under the configuration in force.
func TestRecord(t *testing.T) {
	for name, args := range map[string][]string{"record": {"record"}, "run": {"run", "--record"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			board := testPlayback(t)
			config := writeConfig(t, fmt.Sprintf("[port]\nname = %q\n[game]\ntime = \"blitz\"\n[game.tags]\nWhite = \"Ferrier, Isla\"\n[mqtt]\nbroker = %q\n",
				board.path, embeddedBroker(t)))
			file := filepath.Join(t.TempDir(), "game.log")
			played := make(chan error, 1)
			go func() { played <- playShortGame(board) }()
			args := append(append([]string{args[0], "--config", config}, args[1:]...), file)
			out := untilFile(t, file, args, func(log string) bool {
				status, moves, _ := boardd(log, "replay", "-o", "uci", "-")
				return status == exitOK && moves == shortGameUCI && strings.Count(log, "8d 00 0a") >= 6
			})
			if err := <-played; err != nil || out != "" {
				t.Errorf("played: %v; on standard output %q", err, out)
			}
			checkRecording(t, file)
		})
	}
}

func playShortGame(board *playback) error {
	rd := sensor.NewReader(strings.NewReader(shortGame))
	records, err := rd.ReadAll()
	if err == nil {
		err = board.do(records[0])
	}
	if err == nil {
		err = board.play(context.Background(), newPace(1), records)
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
	go func() { done <- runMain(ctx, streams{strings.NewReader(""), &out, io.Discard}, args) }()
	until(t, "the recording", 15*time.Second, func() bool {
		log, err := os.ReadFile(file)
		return err == nil && enough(string(log[:bytes.LastIndexByte(log, '\n')+1]))
	})
	interrupt()
	if status := <-done; status != exitOK {
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
	h, records, _, err := readLog(sensor.NewReader(bytes.NewReader(log)))
	if err != nil {
		t.Fatal(err)
	}
	if h.Board != "dgt" || h.Time != "blitz" || len(h.Tags) != 1 || h.Tags[0] != (sensor.Setting{Name: "White", Value: "Ferrier, Isla"}) {
		t.Errorf("header %+v", h)
	}
	seen := map[sensor.Word]bool{}
	for _, r := range records {
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

// TestRecordKeepsOldFile: a recording never takes the place of another one.
func TestRecordKeepsOldFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "old.log")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	config := writeConfig(t, "[port]\nname = \"/dev/null\"\n")
	for _, args := range [][]string{{"record", "--config", config, file}, {"run", "--config", config, "--record", file}} {
		status, out, errs := boardd("", args...)
		checkOneLine(t, errs)
		if status != exitFailed || out != "" || !strings.Contains(errs, "file exists") {
			t.Errorf("%q: status %d, %q, %q", args, status, out, errs)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "precious" {
		t.Errorf("it holds %q, %v", text, err)
	}
}

// TestRecordNeedsPort: without a port there is nothing to record.
func TestRecordNeedsPort(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new.log")
	wantRefused(t, "no port is configured", "", "record", "--config", writeConfig(t, ""), file)
	if _, err := os.Stat(file); err == nil {
		t.Error("the file was made all the same")
	}
}
