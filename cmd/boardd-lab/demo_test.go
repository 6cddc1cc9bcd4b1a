package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/transport"
)

// TestDemo: the game that the program brings along arrives at the subscriber,
// and so does one that is given, be it of decoded records or of bytes. A machine that does not keep up
// gets twice the time: it hears at once what hands do one after the other.
func TestDemo(t *testing.T) {
	for name, log := range map[string]string{"demo": "", "castling": fixtures.Log("castling"), "dgt-game": fixtures.Log("dgt-game")} {
		t.Run(name, func(t *testing.T) {
			var files []string
			if log != "" {
				files = []string{filepath.Join(t.TempDir(), "game.log")}
				if err := os.WriteFile(files[0], []byte(log), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := fixtures.Wanted(name)
			if err != nil {
				t.Fatal(err)
			}
			wrong := ""
			for _, speed := range []string{"25", "12", "6"} {
				status, out, errs := harness.Run(t, "", append([]string{"demo", "--plain", "--speed", speed}, files...)...)
				if status != cli.ExitOK || errs != "" {
					t.Fatalf("status %d, %q", status, errs)
				}
				if wrong = differs(out, want.Games[len(want.Games)-1].Moves); wrong == "" {
					return
				}
			}
			t.Error(wrong)
		})
	}
}

// differs returns how the game that a demo prints differs from one; "" if it does not. The moves of the header
// come before the demo begins.
func differs(out string, moves []string) string {
	_, pgn, _ := strings.Cut(out, "\n[Event ")
	games, faults := pgnlint.Read("[Event " + pgn)
	if len(games) != 1 || len(faults) > 0 {
		return fmt.Sprintf("%d games, %v, in\n%s", len(games), faults, out)
	}
	got, all := strings.Join(games[0].Moves, " "), strings.Join(moves, " ")
	if got == "" || !strings.HasSuffix(all, got) {
		return fmt.Sprintf("moves %s, want %s", got, all)
	}
	return ""
}

// TestDemoEnds: it ends by itself at every speed, with the whole game if the machine can
// keep up, and in several parts if not.
func TestDemoEnds(t *testing.T) {
	for _, speed := range []string{"16", "60", "61", "100"} {
		t.Run(speed, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			var out, errs harness.Lines
			status := cli.Run(ctx, newProgram(), strings.NewReader(""), &out, &errs, []string{"demo", "--plain", "--speed", speed})
			if status != cli.ExitOK || errs.String() != "" || ctx.Err() != nil {
				t.Fatalf("status %d, %q, %v", status, errs.String(), ctx.Err())
			}
			_, pgn, _ := strings.Cut(out.String(), "\n[Event ")
			if games, faults := pgnlint.Read("[Event " + pgn); len(games) == 0 || len(faults) > 0 {
				t.Errorf("%d games, %v, in\n%s", len(games), faults, out.String())
			}
		})
	}
}

// TestDemoWaitsForGame: the demo ends when the subscriber has the result of the replay. It does
// not wait for silence, because a board reports its state each minute.
func TestDemoWaitsForGame(t *testing.T) {
	log, err := pipeline.Read(sensor.NewReader(strings.NewReader(fixtures.Log("castling"))))
	if err != nil {
		t.Fatal(err)
	}
	want := replayedGame(log)
	if want.moves != "e1g1 g8f6 d2d3 e8g8" || want.result != "*" {
		t.Fatalf("it replays to %+v", want)
	}
	d := demonstration{want: want, updates: make(chan view.Update, 99)}
	game := func(moves ...string) {
		var g transport.ArbiterGame
		g.Result = "*"
		for _, uci := range moves {
			g.Moves = append(g.Moves, transport.Ply{UCI: &uci})
		}
		payload, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		d.take("chess/1/demo/board-1/arbiter/game", payload)
	}
	for n, moves := range [][]string{{}, {"e1g1"}, {"e1g1", "g8f6", "d2d3", "e8g8"}, {}} {
		game(moves...)
		d.take("chess/1/demo/board-1/status", []byte(`{"state":"ready"}`))
		if played := d.isPlayed(); played != (n >= 2) { // another game may follow
			t.Errorf("after %q it is played: %t", moves, played)
		}
	}
}

// TestDemoBoards: the same game on a board of each family.
func TestDemoBoards(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte(fixtures.Log("castling")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range family.Simulated() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, out, errs := harness.Run(t, "", "demo", "--plain", "--speed", "4", "--board", name, file)
			_, pgn, _ := strings.Cut(out, "\n[Event ")
			games, _ := pgnlint.Read("[Event " + pgn)
			if status != cli.ExitOK || errs != "" || len(games) != 1 || strings.Join(games[0].Moves, " ") != "O-O Nf6 d3 O-O" {
				t.Errorf("status %d, %q, %s", status, errs, pgn)
			}
		})
	}
}

// TestDemoLeavesOut: the demo leaves out the requests of a log, and reports that.
func TestDemoLeavesOut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.log")
	log := "#! boardd-log 1\n0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n100 cmd pause {}\n200 cmd resume {}\n"
	if err := os.WriteFile(file, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errs := harness.Run(t, "", "demo", "--plain", "--speed", "50", file)
	if status != cli.ExitOK || errs != "" || !strings.Contains(out, "\nleft out, since nobody asks for it here: cmd pause, cmd resume\n") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}

// TestDemoSilentRecording: nobody answers while a recording of a port is played,
// and for that the board is not taken to be lost when the players think.
func TestDemoSilentRecording(t *testing.T) {
	var b dgt.Board
	records := harness.ParseLog(t, harness.ShortGame)
	b.Step(nil, records[0])
	log := "#! boardd-log 1\n#: board dgt\n"
	add := func(at int64, data []byte) {
		if len(data) > 0 {
			log += string(sensor.AppendRecord(nil, sensor.Record{At: at, Word: sensor.Rx, Data: data}))
		}
	}
	add(0, b.Command(nil, []byte{byte(dgt.SendBoard), byte(dgt.UpdateNice)}))
	for _, r := range records[1:] {
		pause := int64(0)
		if r.At >= 1400 {
			pause = 20_000
		}
		add(r.At+pause, b.Step(nil, r))
	}
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errs := harness.Run(t, "", "demo", "--plain", "--speed", "25", file)
	if status != cli.ExitOK || errs != "" || !strings.Contains(out, "1. e4") || strings.Contains(out, "not heard") || strings.Contains(out, "disconnected") {
		t.Errorf("status %d, %q, %s", status, errs, out)
	}
}

// TestDemoKeys: the keys that change how fast time passes, and what they say.
func TestDemoKeys(t *testing.T) {
	d := demonstration{clk: clock.New(2), options: view.Options{Note: "space + - q"}}
	for _, c := range []struct {
		key, says string
		speed     float64
	}{
		{"+", "speed 4 ", 4}, {"+", "speed 8 ", 8}, {"+", "speed 16 ", 16}, {"+", "speed 16 ", 16},
		{"-", "speed 8 ", 8}, {"space", "paused", 0}, {"space", "speed 8 ", 8}, {"x", "space + - q", 8},
		{"-", "speed 4 ", 4}, {"-", "speed 2 ", 2}, {"-", "speed 1 ", 1}, {"-", "speed 0.5 ", 0.5}, {"-", "speed 0.25 ", 0.25}, {"-", "speed 0.25 ", 0.25},
	} {
		if says := d.key(c.key); !strings.HasPrefix(says, c.says) || d.clk.Speed() != c.speed {
			t.Errorf("%s: %q, speed %v; want %q, %v", c.key, says, d.clk.Speed(), c.says, c.speed)
		}
	}
}
