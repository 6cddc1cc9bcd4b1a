package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor/simulate"
)

const twoGames = `[Event "Harbour Open"]
[White "Ferrier,  Isla"]
[Black "?"]
[ECO "C20"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O 1-0

[FEN "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"]

1. e8=R Kf7 1/2-1/2
`

// simulatedFiles runs the command on two games, and returns its files by name.
func simulatedFiles(t *testing.T, dir string, args ...string) map[string]string {
	t.Helper()
	args = append([]string{"simulate", "--games", "-", "--out", dir}, args...)
	if status, out, errs := boardd(twoGames, args...); status != exitOK || out != "" || !strings.Contains(errs, "2 games in "+dir) {
		t.Fatalf("%q: status %d, %q, %q", args, status, out, errs)
	}
	files := map[string]string{}
	for _, name := range []string{"games-1.log", "games-1.truth", "games-2.log", "games-2.truth"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
	}
	return files
}

var movesLine = regexp.MustCompile(`(?m)^moves ?(.*)$`)

// The log of a game replays to the moves of its truth, which are those of the
// game; the same flags write the same bytes, another seed writes others.
func TestSimulateWritesLogsAndTruth(t *testing.T) {
	want := map[string]string{"games-1": "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1", "games-2": "e7e8r g7f7"}
	dir := filepath.Join(t.TempDir(), "new", "directory")
	files := simulatedFiles(t, dir, "--profile", "clean", "--seed", "7")
	for name, moves := range want {
		if m := movesLine.FindStringSubmatch(files[name+".truth"]); m == nil || m[1] != moves {
			t.Errorf("%s: the truth is %q, want %q", name, m, moves)
		}
		if !strings.HasPrefix(files[name+".truth"], simulate.TruthFirstLine+"\n# simulated hands: board dgt, profile clean, seed ") {
			t.Errorf("%s begins %.90q", name+".truth", files[name+".truth"])
		}
		status, out, errs := boardd("", "replay", "-o", "uci", filepath.Join(dir, name+".log"))
		if status != exitOK || out != moves+"\n" {
			t.Errorf("%s replays to %q, status %d, %q; want %q", name, out, status, errs, moves)
		}
	}
	again := simulatedFiles(t, t.TempDir(), "--profile", "clean", "--seed", "7")
	other := simulatedFiles(t, t.TempDir(), "--profile", "clean", "--seed", "8")
	for name, text := range files {
		if again[name] != text || other[name] == text {
			t.Errorf("%s: the same again %v, the same from another seed %v", name, again[name] == text, other[name] == text)
		}
	}
}

func TestSimulateHeader(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
		not  []string
	}{
		{[]string{"--profile", "clean"},
			[]string{"\n#: sensor identified\n", "\n#: clock yes\n", "\n#: time rapid\n", "\n#: tag White Ferrier, Isla\n", "\n#: script simulated hands: board dgt, profile clean, seed 1, clock yes; game 1 of games\n"},
			[]string{"ECO", "#: board "}},
		{[]string{"--board", "reed", "--profile", "blitz", "--no-clock"},
			[]string{"\n#: sensor occupancy\n", "\n#: clock no\n", "\n#: time blitz\n", "/????????\n"},
			[]string{" press ", " clock 1", " clock 6"}},
		{[]string{"--profile", "blitz", "--time", "25+10"},
			[]string{"\n#: time rapid\n", "profile blitz, time 25+10, seed 1", "\n0 clock 1500000 1500000 -\n"}, nil},
	} {
		files := simulatedFiles(t, t.TempDir(), c.args...)
		for _, want := range c.want {
			if !strings.Contains(files["games-1.log"], want) {
				t.Errorf("%q: no %q in\n%s", c.args, want, files["games-1.log"])
			}
		}
		for _, not := range c.not {
			if strings.Contains(files["games-1.log"], not) {
				t.Errorf("%q: %q in\n%s", c.args, not, files["games-1.log"])
			}
		}
		if !strings.Contains(files["games-2.log"], "\n#: start 8/4P1k1/8/8/8/8/6K1/8 w - - 0 1\n") {
			t.Errorf("the second game does not say where it starts:\n%s", files["games-2.log"])
		}
	}
}

func TestSimulateRefuses(t *testing.T) {
	wantRefused(t, `--board "wood": one of text, dgt`, "", "simulate", "--games", "-", "--board", "wood")
	wantRefused(t, `--profile "drunk": one of clean, human`, "", "simulate", "--games", "-", "--profile", "drunk")
	for _, bad := range []string{"3", "3+", "+2", "0+1", "-1+0", "3+2+1", "NaN+1", "1e9+0"} {
		wantRefused(t, `--time "`+bad+`": want minutes+seconds`, "", "simulate", "--games", "-", "--time", bad)
	}
	wantRefused(t, "--games is missing", "", "simulate")
	wantRefused(t, `"-1"`, "", "simulate", "--seed", "-1")
	wantRefused(t, `"a.pgn" is one argument too many`, "", "simulate", "a.pgn")
	wantRefused(t, "no such file", "", "simulate", "--games", filepath.Join(t.TempDir(), "none.pgn"))
	wantRefused(t, `read games "-": it holds no game`, "\n", "simulate", "--games", "-", "--out", t.TempDir())
	wantRefused(t, `read games "-": line 1: ply 2`, "e2e4 e2e4\n", "simulate", "--games", "-", "--out", t.TempDir())
}

// A file that is there already stays as it is.
func TestSimulateOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "games-1.truth")
	if err := os.WriteFile(old, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	status, _, errs := boardd(twoGames, "simulate", "--games", "-", "--out", dir)
	if status != exitFailed || !strings.Contains(errs, "will not overwrite it") {
		t.Errorf("status %d, %q", status, errs)
	}
	if data, err := os.ReadFile(old); err != nil || string(data) != "mine" {
		t.Errorf("the file holds %q, %v", data, err)
	}
}
