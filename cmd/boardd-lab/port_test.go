package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor/family"
)

// TestPort: a program that opens the port and asks for changes gets the game. The port and its
// link are gone afterwards.
func TestPort(t *testing.T) {
	link, log := filepath.Join(t.TempDir(), "board"), filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(log, []byte(fixtures.Log("castling")), 0o600); err != nil {
		t.Fatal(err)
	}
	var out harness.Lines
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(context.Background(), newProgram(), nil, &out, &out, []string{"port", "--speed", "100", link, log})
	}()
	harness.Until(t, "the port", 10*time.Second, func() bool { _, err := os.Stat(link); return err == nil })
	port, err := os.OpenFile(link, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer port.Close()
	if _, err := port.Write([]byte{family.Named("dgt").Cue}); err != nil {
		t.Fatal(err)
	}
	received, _ := io.ReadAll(port) // it ends with an error when the board is gone
	if status := <-ended; status != cli.ExitOK || len(received) == 0 {
		t.Errorf("status %d, %d bytes, %s", status, len(received), out.String())
	}
	if _, err := os.Lstat(link); !os.IsNotExist(err) {
		t.Errorf("the link is still there: %v", err)
	}
}
