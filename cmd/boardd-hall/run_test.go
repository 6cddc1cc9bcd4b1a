package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
)

// hallOf is a hall with one tournament. Its pairings are in a file.
type hallOf struct {
	t               *testing.T
	url             string // of the broker
	conf, www, http string
	pairings        string
	log             harness.Lines
}

func newHallOf(t *testing.T, url, delay string) *hallOf {
	t.Helper()
	folder := t.TempDir()
	h := &hallOf{t: t, url: url, conf: filepath.Join(folder, "hall.toml"), www: filepath.Join(folder, "www"), http: brokertest.FreeAddress(t), pairings: filepath.Join(folder, "r3.csv")}
	h.write(h.conf, fmt.Sprintf("site = \"hall\"\n[files]\nfolder = %q\non_write = \"echo x >> %s/hook\"\n[http]\nlisten = %q\n[mqtt]\nbroker = %q\n"+
		"[[tournaments]]\nid = \"open\"\nevent = \"Open\"\nplace = \"Aberdeen SCO\"\ndates = [\"2027-03-04\", \"2027-03-05\", \"2027-03-06\"]\ndelay = %q\n",
		h.www, folder, h.http, url, delay))
	h.write(h.pairings, "table;white;black;round\n7;Ferrier, Isla;Okonkwo, Chidi;3\n9;Diallo, Awa;Ng, Wei;3\n")
	return h
}

func (h *hallOf) write(name, text string) {
	h.t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// do runs a command of the program, which must end with a status.
func (h *hallOf) do(status int, args ...string) string {
	h.t.Helper()
	var out strings.Builder
	args = append(args, "--config", h.conf)
	if got := cli.Run(h.t.Context(), newProgram(), strings.NewReader(""), &out, &out, args); got != status {
		h.t.Fatalf("%q: status %d, want %d: %s", args, got, status, out.String())
	}
	return out.String()
}

func (h *hallOf) start() (stop func()) {
	h.t.Helper()
	c, err := hallconfig.Read(h.conf)
	if err != nil {
		h.t.Fatal(err)
	}
	return harness.Background(h.t, func(ctx context.Context) error { return runHall(ctx, &c, &h.log, nil) })
}

// served returns the file of the tournament that is served under a name; "" if there is none.
func (h *hallOf) served(name string) string {
	a, err := http.Get("http://" + h.http + "/open/" + name)
	if err != nil {
		return ""
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		return ""
	}
	return string(text)
}

// games returns the games of the served round; nil if it is not served.
func (h *hallOf) games() []pgnlint.Game {
	h.t.Helper()
	text := h.served("round-3/games.pgn")
	if text == "" {
		return nil
	}
	games, errs := pgnlint.Read(text)
	if errs != nil {
		h.t.Fatalf("%v\n%s", errs, text)
	}
	return games
}

func (h *hallOf) wants(what string, yes func(games []pgnlint.Game) bool) {
	h.t.Helper()
	h.t.Cleanup(func() {
		if h.t.Failed() {
			h.t.Logf("%v\n%s", h.games(), h.log.String())
		}
	})
	harness.Until(h.t, what, 20*time.Second, func() bool {
		games := h.games()
		return len(games) > 0 && yes(games)
	})
}

// TestHall plays a round from the file of pairings to the end of a game, on a board with its own
// daemon.
func TestHall(t *testing.T) {
	t.Parallel()
	o := harness.NewOperator(t, harness.EmbeddedBroker(t))
	board, p := harness.TestPlayback(t), clock.New(1)
	daemontest.StartRun(t, harness.TestConfig(board.Path, o.URL()), p)
	player := harness.NewPlayer(t, board)
	h := newHallOf(t, o.URL(), "0s")

	if out := h.do(cli.ExitOK, "import", h.pairings); !strings.Contains(out, "table 7: new: Ferrier, Isla - Okonkwo, Chidi") || !strings.Contains(out, "nothing is changed yet") {
		t.Errorf("import: %s", out)
	}
	h.do(cli.ExitUsage, "open", "--round", "3") // there are no pairings yet
	h.do(cli.ExitOK, "import", "--accept", "--by", "anna", h.pairings)
	if out := h.do(cli.ExitOK, "import", h.pairings); out != "round 3: nothing changes\n" {
		t.Errorf("import again: %s", out)
	}
	stop := h.start()
	h.wants("the round before it begins", func(g []pgnlint.Game) bool {
		return len(g) == 2 && g[0].Tag("White") == "Ferrier, Isla" && g[0].Tag("Date") == "2027.03.06" && g[1].Tag("Round") == "3.9"
	})
	h.do(cli.ExitOK, "open", "--round", "3", "--by", "anna")
	harness.Until(t, "the names at the board", 20*time.Second, func() bool {
		pgn := string(o.Payload("pgn"))
		return strings.Contains(pgn, `[White "Ferrier, Isla"]`) && strings.Contains(pgn, `[Round "3.7"]`)
	})
	harness.Until(t, "an alert about the board that is not there", 20*time.Second, func() bool {
		return strings.Contains(h.log.String(), "table 9: of board b09 nothing is known")
	})

	harness.AwaitUpdates(t, board)
	player.Play([]string{"e2e4", "e7e5"})
	h.wants("two plies", func(g []pgnlint.Game) bool {
		return len(g[0].Moves) == 2 && g[0].Tag("GameId") == "open-r3-t7" && len(g[1].Moves) == 0
	})
	o.WantOK("result", `{"result":"1-0","by":"bert"}`)
	h.wants("the result", func(g []pgnlint.Game) bool { return g[0].Result == "1-0" })
	o.WantOK("result", `{"result":"*"}`)
	h.wants("the result taken back", func(g []pgnlint.Game) bool { return g[0].Result == "*" && len(g[0].Moves) == 2 })

	before := h.served("round-3/games.pgn")
	if file, err := os.ReadFile(filepath.Join(h.www, "open/round-3/games.pgn")); err != nil || string(file) != before {
		t.Errorf("%v: the file is\n%s", err, file)
	}
	harness.Until(t, "the hook", 10*time.Second, func() bool {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(h.conf), "hook"))
		return err == nil && len(text) > 0
	})
	stop()
	h.start()
	h.wants("the same after a restart", func([]pgnlint.Game) bool { return h.served("round-3/games.pgn") == before })
	if out := h.do(cli.ExitOK, "export"); out != before {
		t.Errorf("export:\n%s", out)
	}
	if out := h.do(cli.ExitOK, "export", "-o", "json"); !strings.Contains(out, `"what":"import","who":"anna"`) || !strings.Contains(out, `"who":"bert"`) {
		t.Errorf("export as JSON:\n%s", out)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	h.do(cli.ExitOK, "backup", copied)
	if _, err := os.Stat(copied); err != nil {
		t.Error(err)
	}
}

// TestRoundAtItsEnd: what is known of a round that is shown at its end is served when it has
// ended, also by a program that was restarted meanwhile.
func TestRoundAtItsEnd(t *testing.T) {
	t.Parallel()
	const delay = time.Second
	h := newHallOf(t, harness.EmbeddedBroker(t), delay.String())
	conf, err := os.ReadFile(h.conf)
	if err != nil {
		t.Fatal(err)
	}
	h.write(h.conf, string(conf)+"at_end = [3]\n")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	if out := h.do(cli.ExitOK, "open", "--round", "3"); !strings.Contains(out, "names alone until 1s after its end") {
		t.Errorf("open: %q", out)
	}
	stop := h.start()
	hidden := func(g []pgnlint.Game) bool { return len(g) == 2 && g[0].Result == "*" && g[1].Result == "*" }
	h.wants("the names", hidden)
	var open string
	harness.Until(t, "the state, which is written last", 10*time.Second, func() bool { open = h.served("state.json"); return open != "" })
	h.do(cli.ExitOK, "result", "--round", "3", "9", "1-0")
	harness.Until(t, "the result in the file of the hall", 10*time.Second, func() bool {
		return strings.Contains(h.do(cli.ExitOK, "export"), `[Result "1-0"]`)
	})
	time.Sleep(delay + 2*lookEvery)
	stop()
	h.start()
	h.wants("the names after a restart", hidden)
	time.Sleep(2 * lookEvery)
	if got := h.served("state.json"); got != open || !hidden(h.games()) {
		t.Errorf("before its end: %s, was %s", got, open)
	}
	ended := time.Now()
	h.do(cli.ExitOK, "open", "--round", "0")
	h.wants("the result", func(g []pgnlint.Game) bool { return g[1].Result == "1-0" })
	if early := delay - time.Since(ended); early > 0 {
		t.Errorf("the result is served %v early", early)
	}
}

// TestSecondHall: a second program refuses to write into the same file.
func TestSecondHall(t *testing.T) {
	t.Parallel()
	h := newHallOf(t, harness.EmbeddedBroker(t), "0s")
	h.start()
	harness.Until(t, "the hall", 10*time.Second, func() bool { return strings.Contains(h.log.String(), "the hall runs") })
	if out := h.do(cli.ExitFailed, "run"); !strings.Contains(out, "another boardd-hall runs") {
		t.Errorf("%s", out)
	}
}

func TestCheckHall(t *testing.T) {
	t.Parallel()
	h := newHallOf(t, harness.EmbeddedBroker(t), "15m")
	if out := h.do(cli.ExitOK, "check", "--wait", "1m"); strings.Count(out, "ok    ") != 4 || !strings.Contains(out, h.www+": it is not there; run makes it\n") {
		t.Errorf("%s", out)
	}
	if err := os.Mkdir(h.www, 0o755); err != nil {
		t.Fatal(err)
	}
	if out := h.do(cli.ExitOK, "check", "--wait", "1m"); strings.Count(out, "ok    ") != 4 || strings.Contains(out, "run makes it") {
		t.Errorf("%s", out)
	}
	if left, err := os.ReadDir(h.www); err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
	h = newHallOf(t, "tcp://"+brokertest.FreeAddress(t), "15m")
	h.write(h.www, "") // a file
	if out := h.do(cli.ExitFailed, "check", "--wait", "1s"); !strings.Contains(out, "FAIL  folder") || !strings.Contains(out, "FAIL  broker") {
		t.Errorf("%s", out)
	}
}

func TestMoveCommand(t *testing.T) {
	t.Parallel()
	h := newHallOf(t, "tcp://127.0.0.1:1", "0s")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "move", "--round", "3", "7", "spare")
	h.do(cli.ExitUsage, "move", "--round", "3", "9", "spare")
	h.do(cli.ExitUsage, "move", "--round", "3", "8", "other")
	h.do(cli.ExitUsage, "move", "--round", "4", "7", "other")
	if out := h.do(cli.ExitOK, "export", "-o", "json"); !strings.Contains(out, `"board":"spare"`) {
		t.Errorf("%s", out)
	}
}

func TestImportAsks(t *testing.T) {
	t.Parallel()
	h := newHallOf(t, "tcp://127.0.0.1:1", "0s")
	file := filepath.Join(t.TempDir(), "x")
	for text, want := range map[string]string{
		"table,white,black\n1,Ab,Cd\n":                  "give --round",
		"table,white,black,round\n1,A,B,1\n1,A,B,2\n":   "give --round",
		"table,white,black\n":                           "no pairings",
		"hello":                                         "neither PGN",
		"table,white,black,round\n1,Ab,Cd,3\n2,Ef,Gh\n": "the file has round 3, and 1 pairings of no round: give --round",
	} {
		h.write(file, text)
		if out := h.do(cli.ExitUsage, "import", file); !strings.Contains(out, want) {
			t.Errorf("%q: %s", text, out)
		}
	}
	h.write(file, "table;white;black\n1;Ab;Cd\n1;Ef;Gh\n2;Ij;spielfrei\n")
	if out := h.do(cli.ExitOK, "import", "--round", "3", file); !strings.Contains(out, "table 1 is paired twice") || !strings.Contains(out, "no table: Ij has no opponent") {
		t.Errorf("%s", out)
	}
	if out := h.do(cli.ExitUsage, "import", "--accept", "--round", "3", file); !strings.Contains(out, "tables are paired twice: 1") {
		t.Errorf("%s", out)
	}
}

// TestKilledHall: a program that is killed again and again loses no ply, and serves none before
// its delay.
func TestKilledHall(t *testing.T) {
	t.Parallel()
	const delay = 2 * time.Second
	o := harness.NewOperator(t, harness.Mosquitto(t))
	board, p := harness.TestPlayback(t), clock.New(1)
	daemontest.StartRun(t, harness.TestConfig(board.Path, o.URL()), p)
	player := harness.NewPlayer(t, board)
	h := newHallOf(t, o.URL(), delay.String())
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3")

	program := filepath.Join(filepath.Dir(harness.ProgramPath(t, "watch")), "boardd-hall")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begin := func() *exec.Cmd {
		cmd := exec.CommandContext(ctx, program, "run", "--config", h.conf)
		cmd.Stderr = &h.log
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	cmd := begin()
	h.wants("the round", func(g []pgnlint.Game) bool { return len(g) == 2 })
	harness.Until(t, "the names at the board", 20*time.Second, func() bool { return strings.Contains(string(o.Payload("pgn")), `[Round "3.7"]`) })

	harness.AwaitUpdates(t, board)
	kills := harness.Times(t, "HALL_KILLS", 3)
	moves := harness.QuietGame(12 * kills)
	made := make([]time.Time, len(moves)) // the times just before the hands move
	seen := 0
	look := func() {
		games := h.games()
		if len(games) == 0 {
			return
		}
		for now := time.Now(); seen < len(games[0].Moves); seen++ {
			if early := delay - now.Sub(made[seen]); early > 0 {
				t.Errorf("ply %d is served %v early", seen+1, early)
			}
		}
	}
	for i, move := range moves {
		made[i] = time.Now()
		player.Play([]string{move})
		look()
		if i%12 == 7 {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			cmd = begin()
		}
	}
	harness.Until(t, "all plies", 30*time.Second, func() bool { look(); return seen == len(moves) })
	cancel()
	cmd.Wait()
}
