package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/hall/pairing"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/schematest"
	"github.com/boardd/boardd/internal/subscribe"
)

// rehearse runs the command until it ends. It is interrupted after some minutes; what it has printed then says which games
// have not ended.
func rehearse(ctx context.Context, out *harness.Lines, args ...string) (status int) {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Minute)
	defer cancel()
	return cli.Run(ctx, newProgram(), strings.NewReader(""), out, out, append([]string{"hall", "--site", "hall"}, args...))
}

// TestHallLight: a round of eight boards in one process, with messages that their schemas
// allow, and as many games.
func TestHallLight(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	stop, err := subscribe.Follow(url, "reader", "chess/1/hall/#", func(topic string, payload []byte) {
		if err := schematest.Validate(topic, payload); err != nil {
			t.Errorf("%s: %v", topic, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for _, profile := range []string{"clean", "human"} {
		var out harness.Lines
		status := rehearse(t.Context(), &out, "--light", "--at-once", "--speed", "300", "--plies", "20", "--broker", url, "--profile", profile)
		if !strings.Contains(out.String(), "\n8 of 8 games ended, ") || profile == "clean" && status != cli.ExitOK {
			t.Errorf("%s: status %d, %s", profile, status, out.String())
		}
	}
}

// TestHallLightNames: the players of a board begin when it has been given names, and the
// others wait; an interrupt ends all.
func TestHallLightNames(t *testing.T) {
	t.Parallel()
	o := harness.NewOperator(t, harness.EmbeddedBroker(t))
	ctx, interrupt := context.WithCancel(t.Context())
	var out harness.Lines
	done := make(chan int)
	go func() {
		done <- rehearse(ctx, &out, "--light", "--speed", "300", "--plies", "20", "--broker", o.URL())
	}()
	harness.Until(t, "the board", 10*time.Second, func() bool { // pgn is the last of what it publishes at its start
		return strings.Contains(string(o.Payload("status")), `"ready"`) && len(o.Payload("pgn")) > 0
	})
	o.Quiet() // once the connection is up it publishes all again
	o.WantError("tags", `{"tags":{"Result":"1-0"}}`, "bad_value")
	if g := o.Game("game"); len(g.Moves) > 0 {
		t.Errorf("it began without names: %+v", g.Moves)
	}
	o.WantOK("tags", `{"tags":{"White":"Ferrier, Isla","Black":"Ng, Wei","Round":"1.7"}}`)
	harness.Until(t, "the game", 10*time.Second, func() bool { return o.Game("game").Result != "*" && len(o.Game("game").Moves) > 0 })
	interrupt()
	if status := <-done; status != cli.ExitOK || !strings.Contains(out.String(), "\n1 of 8 games ended, ") {
		t.Errorf("status %d, %s", status, out.String())
	}
	harness.Until(t, "the end", 10*time.Second, func() bool { return strings.Contains(string(o.Payload("status")), `"off"`) })
}

// TestHallPairings: boardd-hall reads the pairings of five thousand tables, and no two players
// have the same name.
func TestHallPairings(t *testing.T) {
	t.Parallel()
	r := round{hallFlags: &hallFlags{first: 1}, seats: make([]*seat, mostBoards)}
	sheet, err := pairing.Read(r.pairingFile())
	if err != nil || len(sheet.Remarks) > 0 || len(sheet.Rounds[1]) != mostBoards {
		t.Fatalf("%v, %d tables, %v", err, len(sheet.Rounds[1]), sheet.Remarks)
	}
	had := map[string]bool{}
	for _, p := range sheet.Rounds[1] {
		for _, name := range []string{p.White.Name, p.Black.Name} {
			if had[name] {
				t.Fatalf("%s twice", name)
			}
			had[name] = true
		}
	}
}

// TestHallAccounts: the accounts are those that are handed out.
func TestHallAccounts(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"boards/b01", "people/operator"} {
		base := filepath.Base(name)
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("site = \"hall\"\n[mqtt]\nbroker = \"tcp://127.0.0.1:1\"\nuser = %q\npassword_file = \"%s.password\"\n", base, base)
		for file, text := range map[string]string{base + ".toml": text, base + ".password": "pawn-" + base} {
			if err := os.WriteFile(filepath.Join(folder, name, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out harness.Lines
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if status := rehearse(ctx, &out, "--light", "--boards", "1", "--hand-out", folder); status != cli.ExitOK || !strings.Contains(out.String(), "1 boards of site hall at tcp://127.0.0.1:1") {
		t.Errorf("status %d, %s", status, out.String())
	}
	if status := rehearse(ctx, &out, "--light", "--boards", "2", "--hand-out", folder); status != cli.ExitUsage || !strings.Contains(out.String(), "boards/b02/b02.toml") {
		t.Errorf("status %d, %s", status, out.String())
	}
	if status := rehearse(ctx, &out, "--light", "--boards", "1", "--hand-out", folder, "--broker", "tcp://127.0.0.1:2"); status != cli.ExitUsage || !strings.Contains(out.String(), "the files of the folder name the broker") {
		t.Errorf("status %d, %s", status, out.String())
	}
	harness.WantNoSecret(t, out.String())
}

// TestHallNoBroker: whoever waits for names learns why none come.
func TestHallNoBroker(t *testing.T) {
	t.Parallel()
	var out harness.Lines
	ctx, interrupt := context.WithCancel(t.Context())
	done := make(chan int)
	go func() { done <- rehearse(ctx, &out, "--light", "--boards", "1", "--broker", "tcp://127.0.0.1:1") }()
	harness.Until(t, "the reason", 20*time.Second, func() bool { return strings.Contains(out.String(), "the broker: connect to tcp://127.0.0.1:1") })
	interrupt()
	if status := <-done; status != cli.ExitOK {
		t.Errorf("status %d, %s", status, out.String())
	}
}

// TestHallBoardd: boards with a boardd of their own play a round; each boardd is ended in order.
func TestHallBoardd(t *testing.T) {
	t.Parallel()
	o := harness.NewOperator(t, harness.EmbeddedBroker(t))
	folder := t.TempDir()
	program := harness.ProgramPath(t, "run")
	var out harness.Lines
	done := make(chan int)
	go func() {
		done <- rehearse(t.Context(), &out, "--at-once", "--speed", "4", "--plies", "8", "--broker", o.URL(), "--program", program, "--state", folder, "--boards", "7")
	}()
	harness.Until(t, "a ply", 30*time.Second, func() bool { return len(o.Game("game").Moves) > 0 })
	if status := <-done; status != cli.ExitOK || !strings.Contains(out.String(), "\n7 of 7 games ended, ") {
		t.Errorf("status %d, %s", status, out.String())
		for n := 1; n <= 7; n++ {
			log, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("b%02d", n), "log"))
			t.Logf("b%02d: %v\n%s", n, err, log)
		}
	}
	harness.Until(t, "boardd ends in order", 20*time.Second, func() bool { return strings.Contains(string(o.Payload("status")), `"off"`) })
	if log, err := os.ReadFile(filepath.Join(folder, "b07", "log")); err != nil || !strings.Contains(string(log), "boardd runs") {
		t.Errorf("%v: %s", err, log)
	}
}
