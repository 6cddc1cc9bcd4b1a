package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
)

// says waits until the hall's log has a text.
func (h *hallOf) says(text string) {
	h.t.Helper()
	if !harness.Comes(harness.Patience, func() bool { return strings.Contains(h.log.String(), text) }) {
		h.t.Fatalf("no %q in\n%s", text, h.log.String())
	}
}

// playerOf starts a board with its daemon, and returns its hands.
func playerOf(t *testing.T, url, board, client string) *harness.Player {
	t.Helper()
	port, p := harness.TestPlayback(t), clock.New(1)
	c := harness.TestConfig(port.Path, url)
	c.Board, c.MQTT.ClientID = board, client
	daemontest.StartRun(t, c, p)
	player := harness.NewPlayer(t, port)
	harness.AwaitUpdates(t, port)
	return player
}

// seatedPlayer is a player at b07, which has got the names of table 7.
func seatedPlayer(t *testing.T, url string) *harness.Player {
	t.Helper()
	player, o := playerOf(t, url, "b07", ""), harness.NewOperator(t, url)
	harness.Until(t, "the names at the board", 20*time.Second, func() bool { return strings.Contains(string(o.Payload("pgn")), `[Round "3.7"]`) })
	return player
}

// opened is a running hall whose third round is open.
func opened(t *testing.T, url string) *hallOf {
	t.Helper()
	h := newHallOf(t, url, "0s")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3")
	h.start()
	return h
}

// TestStrayBoard: a game on a board that has no table is an alert, and no part of the round.
func TestStrayBoard(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	h := opened(t, url)
	stray := playerOf(t, url, "b12", "stray")
	h.wants("the round", func(g []pgnlint.Game) bool { return len(g) == 2 })
	if strings.Contains(h.log.String(), "b12") {
		t.Errorf("nothing is played yet:\n%s", h.log.String())
	}
	stray.Play([]string{"e2e4"})
	h.says("board b12 plays a game, and is at no table of a round that is open")
	h.wants("the round as it was", func(g []pgnlint.Game) bool { return len(g) == 2 && len(g[0].Moves) == 0 && len(g[1].Moves) == 0 })
	h.do(cli.ExitOK, "move", "--round", "3", "9", "b12")
	h.says(`msg="no longer wrong" about="boards without a table"`)
}

// TestSharedBoard: a board that has tables of two open rounds is given the names of neither, until
// one is at another board.
func TestSharedBoard(t *testing.T) {
	t.Parallel()
	o := harness.NewOperator(t, harness.EmbeddedBroker(t))
	h := newHallOf(t, o.URL(), "0s")
	text, err := os.ReadFile(h.conf)
	if err != nil {
		t.Fatal(err)
	}
	h.write(h.conf, string(text)+"[[tournaments]]\nid = \"junior\"\nevent = \"Junior\"\n")
	if out := h.do(cli.ExitUsage, "import", "--accept", h.pairings); !strings.Contains(out, "give --tournament: one of open, junior") {
		t.Error(out)
	}
	for _, id := range []string{"open", "junior"} {
		h.do(cli.ExitOK, "import", "--accept", "--tournament", id, h.pairings)
		h.do(cli.ExitOK, "open", "--tournament", id, "--round", "3")
	}
	h.start()
	playerOf(t, o.URL(), "b07", "")
	h.says("board b07 has table 7 of open and table 7 of junior, whose rounds are open, and is given no names: put one at another board (boardd-hall move --tournament junior --round 3 7 BOARD), or end a round")
	if pgn := string(o.Payload("pgn")); strings.Contains(pgn, "Ferrier") {
		t.Errorf("the board has\n%s", pgn)
	}
	h.do(cli.ExitOK, "move", "--tournament", "junior", "--round", "3", "7", "spare")
	harness.Until(t, "the names of the other", 20*time.Second, func() bool { return strings.Contains(string(o.Payload("pgn")), `[Event "Open"]`) })
}

// TestWhichRound: open without a round, or with none that can be, changes nothing.
func TestWhichRound(t *testing.T) {
	t.Parallel()
	h := newHallOf(t, "tcp://127.0.0.1:1", "0s")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	if out := h.do(cli.ExitOK, "open", "--round", "3"); out != "round 3 is open\n" {
		t.Error(out)
	}
	for _, wrong := range [][]string{nil, {"--round", "-1"}, {"--round", "4"}} {
		h.do(cli.ExitUsage, append([]string{"open"}, wrong...)...)
	}
	if acts := h.do(cli.ExitOK, "report", "--round", "3"); strings.Count(acts, ": open") != 1 {
		t.Error(acts)
	}
	if out := h.do(cli.ExitOK, "open", "--round", "0"); out != "no round is open\n" {
		t.Error(out)
	}
}

// unopened is a running hall with another round open, whose third round is not. It has heard what
// was played at b07 without names.
func unopened(t *testing.T, plies ...string) (*hallOf, *harness.Player) {
	t.Helper()
	url := harness.EmbeddedBroker(t)
	h := newHallOf(t, url, "0s")
	second := filepath.Join(t.TempDir(), "r2.csv")
	h.write(second, "table;white;black;round\n9;Diallo, Awa;Ng, Wei;2\n")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "import", "--accept", second)
	h.do(cli.ExitOK, "open", "--round", "2")
	h.start()
	player := playerOf(t, url, "b07", "")
	player.Play(plies)
	h.says("board b07 plays a game, and is at no table")
	return h, player
}

// TestOpenedLate: a game that began shortly before its round was opened is one of the round.
func TestOpenedLate(t *testing.T) {
	t.Parallel()
	h, player := unopened(t, "e2e4")
	h.do(cli.ExitOK, "open", "--round", "3")
	player.Play([]string{"e7e5"})
	h.wants("names and moves", func(g []pgnlint.Game) bool { return g[0].Tag("White") == "Ferrier, Isla" && len(g[0].Moves) == 2 })
}

// TestOpenedTooLate: a game of which much was played before its round was opened is a person's to
// seat; the alert has the command.
func TestOpenedTooLate(t *testing.T) {
	t.Parallel()
	h, _ := unopened(t, "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6")
	harness.Until(t, "all plies at the hall", 20*time.Second, func() bool {
		return strings.Count(h.do(cli.ExitOK, "export", "-o", "json"), `"table":"ply"`) >= 8
	})
	h.do(cli.ExitOK, "open", "--round", "3")
	h.says("table 7: board b07: a game without a result is still on the board, which names no round: if it is the game of the table, boardd-hall seat --round 3 7; if not, boardd-hall send --board b07 new_game")
	h.wants("names alone", func(g []pgnlint.Game) bool { return len(g) == 2 && len(g[0].Moves) == 0 })
	for _, wrong := range [][]string{{"--round", "3", "8"}, {"--round", "4", "7"}, {"--round", "3", "seven"}, {"--round", "3", "--wait", "0s", "7"}} {
		h.do(cli.ExitUsage, append([]string{"seat"}, wrong...)...)
	}
	var out strings.Builder
	for wait := time.Second; wait < 2*harness.Patience; wait *= 2 { // there is no such board; the broker may be slow
		out.Reset()
		status := cli.Run(t.Context(), newProgram(), strings.NewReader(""), &out, &out, []string{"seat", "--round", "3", "--wait", wait.String(), "9", "--config", h.conf})
		if status == cli.ExitSilent || !strings.Contains(out.String(), "the broker does not acknowledge") {
			break
		}
	}
	if want := "boardd-hall seat: board b09: no answer within "; !strings.HasPrefix(out.String(), want) {
		t.Errorf("%s, want %s", out.String(), want)
	}
	h.do(cli.ExitOK, "seat", "--round", "3", "--by", "anna", "--wait", "20s", "7")
	h.wants("the game", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 8 && g[0].Tag("White") == "Ferrier, Isla" })
	harness.Until(t, "the act in the report", 20*time.Second, func() bool {
		return strings.Contains(h.do(cli.ExitOK, "report", "--round", "3"), "anna: tags ")
	})
}

// TestFullDisk: while the disk of the hall is full it says so, and the world sees what was kept.
// With room again nothing is missing.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("no disk of its own: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	url := harness.EmbeddedBroker(t)
	h := newHallOf(t, url, "0s")
	text, err := os.ReadFile(h.conf)
	if err != nil {
		t.Fatal(err)
	}
	h.write(h.conf, "state_dir = \""+disk+"\"\n"+string(text))
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3")
	h.start()
	player := seatedPlayer(t, url)
	player.Play([]string{"e2e4", "e7e5"})
	h.wants("two plies", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 2 && g[0].Tag("White") == "Ferrier, Isla" })

	filler := filepath.Join(disk, "filler")
	if err := os.WriteFile(filler, make([]byte, 8<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	player.Play([]string{"g1f3", "b8c6"})
	h.says("about=\"file of the hall\"")
	h.do(cli.ExitFailed, "move", "--round", "3", "9", "b12")
	if g := h.games(); len(g) != 2 || len(g[0].Moves) != 2 {
		t.Errorf("the world sees %+v", g)
	}
	player.Play([]string{"f1b5"})
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	h.wants("all plies", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 5 })
	h.says(`msg="no longer wrong" about="file of the hall"`)
}

// TestClockBehind: a file that was written while the machine's clock was an hour ahead is an
// alert, and the round goes on.
func TestClockBehind(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	h := newHallOf(t, url, "0s")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "result", "--round", "3", "9", "1-0")
	db, err := sql.Open("sqlite", filepath.Join(filepath.Dir(h.conf), "hall.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE seat SET shown_at = shown_at + 3600000; UPDATE head SET shown_at = shown_at + 3600000"); err != nil {
		t.Fatal(err)
	}
	h.do(cli.ExitOK, "open", "--round", "3")
	h.start()
	h.says("the clock of this machine was set by -") // by how much depends on how long the start takes
	seatedPlayer(t, url).Play([]string{"e2e4"})
	h.wants("a move", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 1 && g[1].Result == "1-0" })
}

// TestWrongFiles: what is no file of pairings changes nothing of the round that runs.
func TestWrongFiles(t *testing.T) {
	t.Parallel()
	h := opened(t, harness.EmbeddedBroker(t))
	h.wants("the round", func(g []pgnlint.Game) bool { return len(g) == 2 })
	before := h.served("round-3/games.pgn")
	file := filepath.Join(t.TempDir(), "x")
	for _, text := range []string{"", "%PDF-1.7\n\x00\x01", strings.Repeat("x", 1<<20), "table,white,black,round\n0,Ab,Cd,3\n", "[Event \"Open\"]\n\n1. e4 e5 *\n"} {
		h.write(file, text)
		h.do(cli.ExitUsage, "import", "--accept", "--round", "3", file)
	}
	h.do(cli.ExitUsage, "import", "--accept", "--round", "3", filepath.Join(t.TempDir(), "nothing"))
	if now := h.served("round-3/games.pgn"); now != before {
		t.Errorf("the round is now\n%s", now)
	}
}

// program runs the program itself with a command, which must end by itself.
func (h *hallOf) program(args ...string) (status int, out string) {
	h.t.Helper()
	path := filepath.Join(filepath.Dir(harness.ProgramPath(h.t, "watch")), "boardd-hall")
	ctx, cancel := context.WithTimeout(h.t.Context(), harness.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, append(args, "--config", h.conf)...)
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		h.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// TestDamagedFile: a damaged file ends the program at once, with what to do, and stays as it is.
// With a backup in its place the program has all that the boards have, also what came after the
// backup; without one, after the import, too.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	url := harness.Mosquitto(t)
	h := newHallOf(t, url, "0s")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3")
	stop := h.start()
	player := seatedPlayer(t, url)
	player.Play([]string{"e2e4", "e7e5"})
	h.wants("two plies", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 2 && g[0].Tag("White") == "Ferrier, Isla" })
	backup := filepath.Join(t.TempDir(), "hall.db")
	h.do(cli.ExitOK, "backup", backup)
	player.Play([]string{"g1f3"})
	h.wants("three plies", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 3 })
	stop()

	file := filepath.Join(filepath.Dir(h.conf), "hall.db")
	sound, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	middle := bytes.Clone(sound)
	for i := len(middle) / 8; i < len(middle)-len(middle)/8; i++ {
		middle[i] ^= 0x5a
	}
	for name, bad := range map[string][]byte{"no file of the hall": []byte(strings.Repeat("x", 8192)), "half a file": sound[:len(sound)/2/4096*4096], "other bytes": middle} {
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"run", "check", "export"} {
			status, out := h.program(command)
			if status != cli.ExitFailed || !strings.Contains(out, "the file is damaged: put a backup in its place") || !strings.Contains(out, file) {
				t.Errorf("%s: %s: status %d, %s", name, command, status, out)
			}
		}
		if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, bad) {
			t.Errorf("%s: the file is changed (%v)", name, err)
		}
	}

	if err := os.Rename(backup, file); err != nil {
		t.Fatal(err)
	}
	stop = h.start()
	all := func(g []pgnlint.Game) bool {
		return len(g) == 2 && len(g[0].Moves) == 3 && g[0].Tag("White") == "Ferrier, Isla"
	}
	h.wants("all that the board has", all)
	stop()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3")
	h.start()
	h.wants("all that the board has, without a backup", all)
}

// TestFileDamagedMeanwhile: a file that the disk spoils while the program runs is an alert with what to
// do, and the world keeps what it has. With a backup and a restart nothing of a game is missing.
func TestFileDamagedMeanwhile(t *testing.T) {
	t.Parallel()
	url := harness.Mosquitto(t)
	h := newHallOf(t, url, "0s")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3")
	backup := filepath.Join(t.TempDir(), "hall.db")
	h.do(cli.ExitOK, "backup", backup)
	stop := h.start()
	player := seatedPlayer(t, url)
	player.Play([]string{"e2e4", "e7e5"})
	h.wants("two plies", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 2 && g[0].Tag("White") == "Ferrier, Isla" })

	file := filepath.Join(filepath.Dir(h.conf), "hall.db")
	spoil := func() {
		for _, name := range []string{file, file + "-wal"} {
			f, err := os.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			size, err := f.Seek(0, io.SeekEnd)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteAt(bytes.Repeat([]byte{0x5a}, int(size)), 0); err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
	}
	spoil()
	player.Play([]string{"g1f3"})
	h.says("the file is damaged: put a backup in its place")
	if g := h.games(); len(g) != 2 || len(g[0].Moves) < 2 {
		t.Errorf("the world sees %+v", g)
	}
	stop()
	for _, name := range []string{file + "-wal", file + "-shm"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if err := os.Rename(backup, file); err != nil {
		t.Fatal(err)
	}
	h.start()
	h.wants("all that the board has", func(g []pgnlint.Game) bool { return len(g) == 2 && len(g[0].Moves) == 3 })
}
