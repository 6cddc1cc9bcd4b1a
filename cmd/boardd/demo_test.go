package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/cmd/boardd/view"
	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/transport/pgnlint"
)

// TestDemo: the game that the program brings along arrives at the subscriber,
// and so does one that is given, be it of decoded records or of bytes.
func TestDemo(t *testing.T) {
	for name, log := range map[string]string{"demo": "", "castling": fixtures.Log("castling"), "dgt-game": fixtures.Log("dgt-game")} {
		t.Run(name, func(t *testing.T) {
			args := []string{"demo", "--plain", "--speed", "25"}
			if log != "" {
				file := filepath.Join(t.TempDir(), "game.log")
				if err := os.WriteFile(file, []byte(log), 0o600); err != nil {
					t.Fatal(err)
				}
				args = append(args, file)
			}
			status, out, errs := boardd("", args...)
			if status != exitOK || errs != "" {
				t.Fatalf("status %d, %q", status, errs)
			}
			_, pgn, _ := strings.Cut(out, "\n[Event ")
			games, faults := pgnlint.Read("[Event " + pgn)
			if len(games) != 1 || len(faults) > 0 {
				t.Fatalf("%d games, %v, in\n%s", len(games), faults, out)
			}
			want, err := fixtures.Wanted(name)
			if err != nil {
				t.Fatal(err)
			}
			got, all := strings.Join(games[0].Moves, " "), strings.Join(want.Games[len(want.Games)-1].Moves, " ")
			if got == "" || !strings.HasSuffix(all, got) { // those of the header come before the demo begins
				t.Errorf("moves %s, want %s", got, all)
			}
		})
	}
}

// TestDemoBoards: the same game on a board of each family.
func TestDemoBoards(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte(fixtures.Log("castling")), 0o600); err != nil {
		t.Fatal(err)
	}
	for name := range models {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, out, errs := boardd("", "demo", "--plain", "--speed", "4", "--board", name, file)
			_, pgn, _ := strings.Cut(out, "\n[Event ")
			games, _ := pgnlint.Read("[Event " + pgn)
			if status != exitOK || errs != "" || len(games) != 1 || strings.Join(games[0].Moves, " ") != "O-O Nf6 d3 O-O" {
				t.Errorf("status %d, %q, %s", status, errs, pgn)
			}
		})
	}
}

// TestDemoLeavesOut: what a person asked for in a log is not asked for in the
// demo, and that is said.
func TestDemoLeavesOut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.log")
	log := "#! boardd-log 1\n0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n100 cmd pause {}\n200 cmd resume {}\n"
	if err := os.WriteFile(file, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errs := boardd("", "demo", "--plain", "--speed", "50", file)
	if status != exitOK || errs != "" || !strings.Contains(out, "\nleft out, since nobody asks for it here: cmd pause, cmd resume\n") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}

// TestDemoSilentRecording: nobody answers while a recording of a port is played,
// and for that the board is not taken to be lost when the players think.
func TestDemoSilentRecording(t *testing.T) {
	var b dgt.Board
	records := parseLog(t, shortGame)
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
	status, out, errs := boardd("", "demo", "--plain", "--speed", "25", file)
	if status != exitOK || errs != "" || !strings.Contains(out, "1. e4") || strings.Contains(out, "not heard") || strings.Contains(out, "disconnected") {
		t.Errorf("status %d, %q, %s", status, errs, out)
	}
}

func TestDemoRefuses(t *testing.T) {
	wantRefused(t, "no such file", "", "demo", "no-such.log")
	wantRefused(t, "--speed 0", "", "demo", "--speed", "0")
	wantRefused(t, "--speed 101", "", "demo", "--speed", "101")
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte("no log\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, "line 1", "", "demo", file)
	if err := os.WriteFile(file, []byte(fixtures.Log("occupancy")), 0o600); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, "names no men", "", "demo", file)
	wantRefused(t, "names no men", "", "demo", "--board", "certabo", file)
	wantRefused(t, `--board "chess"`, "", "demo", "--board", "chess", file)
}

// TestDemoKeys: the keys that change how fast time passes, and what they say.
func TestDemoKeys(t *testing.T) {
	d := demonstration{pace: newPace(2), options: view.Options{Note: "space + - q"}}
	for _, c := range []struct {
		key, says string
		speed     float64
	}{
		{"+", "speed 4 ", 4}, {"+", "speed 8 ", 8}, {"+", "speed 16 ", 16}, {"+", "speed 16 ", 16},
		{"-", "speed 8 ", 8}, {"space", "paused", 0}, {"space", "speed 8 ", 8}, {"x", "space + - q", 8},
		{"-", "speed 4 ", 4}, {"-", "speed 2 ", 2}, {"-", "speed 1 ", 1}, {"-", "speed 0.5 ", 0.5}, {"-", "speed 0.25 ", 0.25}, {"-", "speed 0.25 ", 0.25},
	} {
		if says := d.key(c.key); !strings.HasPrefix(says, c.says) || d.pace.current() != c.speed {
			t.Errorf("%s: %q, speed %v; want %q, %v", c.key, says, d.pace.current(), c.says, c.speed)
		}
	}
}
