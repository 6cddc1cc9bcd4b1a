package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/cmd/boardd/journal"
	"github.com/boardd/boardd/transport"
)

// keptGame is what is left after moves have been played on a board with a state
// directory, and the game as it was told.
func keptGame(t *testing.T, moves []string) (folder, text string, g transport.ArbiterGame) {
	t.Helper()
	url := embeddedBroker(t)
	folder = memoryDir(t)
	r, board, p := newRelay(t, url), testPlayback(t), newPace(1)
	c := testConfig(board.path, url)
	c.State = folder
	h := newPlayer(t, board)
	stop := startRun(t, c, p)
	awaitUpdates(t, board)
	h.play(moves)
	until(t, "the game", 5*time.Second, func() bool { return r.uci("game") == strings.Join(moves, " ") })
	stop()
	return folder, journalText(t, folder), r.game("arbiter/game")
}

// TestJournalReplays: a journal gives what the live run gave, ids and times as well.
func TestJournalReplays(t *testing.T) {
	t.Parallel()
	_, text, live := keptGame(t, quietGame(4))
	var got transport.ArbiterGame
	if err := json.Unmarshal([]byte(replayed(t, text, "-o", "game")), &got); err != nil {
		t.Fatal(err)
	}
	if got.GameID != live.GameID || got.StartFEN != live.StartFEN || got.FEN != live.FEN || len(got.Moves) != 4 {
		t.Errorf("replayed %+v, live %+v", got, live)
	}
	for i := range got.Moves {
		if one, other := plain(got.Moves[i]), plain(live.Moves[i]); one != other {
			t.Errorf("replayed %s, live %s", one, other)
		}
	}
}

// plain is a ply without the confidence, in which what came after has its part.
func plain(p transport.Ply) string {
	text, err := json.Marshal(p)
	return fmt.Sprint(string(text), err)
}

// TestJournalNextGame: the next game has a file of its own, which stands by itself.
func TestJournalNextGame(t *testing.T) {
	t.Parallel()
	url, folder := embeddedBroker(t), memoryDir(t)
	o, board := newOperator(t, url), testPlayback(t)
	c := testConfig(board.path, url)
	c.State = folder
	h := newPlayer(t, board)
	stop := startRun(t, c, newPace(1))
	awaitUpdates(t, board)
	h.play(quietGame(8))
	until(t, "a game", 5*time.Second, func() bool { return len(o.game("game").Moves) == 8 })
	old := o.game("arbiter/game")
	first := old.GameID
	fresh := newPlayer(t, board) // the men are set up again
	o.send("new_game", `{"tags":{"White":"Ferrier, Isla"}}`, false)
	until(t, "another game", 5*time.Second, func() bool { return o.game("arbiter/game").GameID != first })
	second := o.game("arbiter/game").GameID
	until(t, "another file", 5*time.Second, func() bool { return strings.Contains(journalText(t, folder), second) })
	fresh.play(quietGame(3)) // while the board is being asked again
	until(t, "its moves", 5*time.Second, func() bool { return len(o.game("game").Moves) == 3 })
	stop()
	pgn := replayed(t, journalText(t, folder), "-o", "pgn")
	if !strings.Contains(pgn, second) || !strings.Contains(pgn, "Ferrier, Isla") {
		t.Errorf("replayed:\n%s", pgn)
	}
	if got := replayed(t, journalText(t, folder), "-o", "uci"); got != strings.Join(quietGame(3), " ")+"\n" {
		t.Errorf("replayed %s", got)
	}
	before := o.game("arbiter/game")
	if before.Rev <= old.Rev {
		t.Errorf("snapshot %d of the second game, after %d of the first", before.Rev, old.Rev)
	}
	startRun(t, c, newPace(1))
	until(t, "it goes on", 10*time.Second, func() bool {
		g := o.game("arbiter/game")
		return g.Seq > before.Seq && g.GameID == second && len(g.Moves) == 3 && g.Trust.State == "ok"
	})
	if g := o.game("arbiter/game"); g.Rev <= before.Rev {
		t.Errorf("snapshot %d after %d", g.Rev, before.Rev)
	}
}

// TestJournalBegun: boardd dies when it has begun a file for the next game, and the
// board has not answered yet. The first move, made meanwhile, is found.
func TestJournalBegun(t *testing.T) {
	t.Parallel()
	url, folder := embeddedBroker(t), memoryDir(t)
	o, board := newOperator(t, url), testPlayback(t)
	c := testConfig(board.path, url)
	c.State = folder
	h := newPlayer(t, board)
	stop := startRun(t, c, newPace(1))
	awaitUpdates(t, board)
	h.play(quietGame(2))
	until(t, "a game", 5*time.Second, func() bool { return len(o.game("game").Moves) == 2 })
	newPlayer(t, board) // the men are set up again
	o.send("new_game", `{"game_id":"next"}`, false)
	until(t, "another file", 5*time.Second, func() bool { return strings.Contains(journalText(t, folder), `{"game_id":"next","rules"`) })
	stop()
	head, _, _ := strings.Cut(journalText(t, folder), "tx ")
	head = head[:strings.LastIndexByte(head, '\n')+1]
	const later = `4000000 link down
4000100 link up
4000200 board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
4000200 clock 3600000 3600000 b
`
	if got := replayed(t, head+later, "-o", "uci"); got != "e2e4\n" {
		t.Errorf("found %q after\n%s", got, head)
	}
}

// TestJournalDesync: men were moved while boardd was away, more than can be
// explained: the squares are told, and the game stays as it was.
func TestJournalDesync(t *testing.T) {
	t.Parallel()
	url, folder := embeddedBroker(t), memoryDir(t)
	r, board := newRelay(t, url), testPlayback(t)
	name := filepath.Join(t.TempDir(), "board")
	namePort(t, name, board)
	c := testConfig(name, url)
	c.State = folder
	h := newPlayer(t, board)
	stop := startRun(t, c, newPace(1))
	awaitUpdates(t, board)
	h.play(quietGame(2))
	until(t, "a game", 5*time.Second, func() bool { return len(r.game("game").Moves) == 2 })
	stop()
	other := testPlayback(t) // whose own log knows nothing
	namePort(t, name, other)
	if err := other.do(parseLog(t, "#! boardd-log 1\n0 board 4k3/8/8/8/3Q4/8/8/4K3\n")[0]); err != nil {
		t.Fatal(err)
	}
	startRun(t, c, newPace(1))
	const alert = "arbiter/alert/desync"
	until(t, "desync", 20*time.Second, func() bool { return bytes.Contains(r.payload(alert), []byte(`"squares":[`)) })
	if g := r.game("arbiter/game"); len(g.Moves) != 2 {
		t.Errorf("the game has %d moves", len(g.Moves))
	}
}

// TestKeepingFull: the disk is full while a game is played. That is told at once,
// the game goes on, and when there is room again nothing is missing after a kill.
func TestKeepingFull(t *testing.T) {
	t.Parallel()
	url, folder := mosquitto(t), memoryDir(t)
	r, board := newRelay(t, url), testPlayback(t)
	h := newPlayer(t, board)
	p := dgtProgram(t, folder, board.path, url)
	defer func() {
		if t.Failed() {
			t.Log(p.errs.String())
		}
	}()
	limit := func(size uint64) {
		t.Helper()
		var old unix.Rlimit
		if err := unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_FSIZE, nil, &old); err != nil {
			t.Fatal(err)
		}
		if err := unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: old.Max}, nil); err != nil {
			t.Fatal(err)
		}
	}
	awaitUpdates(t, board)
	moves := quietGame(6)
	h.play(moves[:2])
	until(t, "two moves", 5*time.Second, func() bool { return len(r.game("game").Moves) == 2 })
	limit(512)
	h.play(moves[2:4])
	until(t, "four moves on a full disk", 10*time.Second, func() bool { return len(r.game("game").Moves) == 4 })
	const journalAlert, outboxAlert = "arbiter/alert/journal_failing", "arbiter/alert/outbox_failing"
	for _, alert := range []string{journalAlert, outboxAlert} {
		until(t, alert, 10*time.Second, func() bool { return len(r.payload(alert)) > 0 })
	}
	limit(unix.RLIM_INFINITY)
	for _, alert := range []string{journalAlert, outboxAlert} {
		until(t, alert+" is over", 40*time.Second, func() bool { return len(r.payload(alert)) == 0 })
	}
	h.play(moves[4:])
	until(t, "six moves", 10*time.Second, func() bool { return len(r.game("game").Moves) == 6 })
	p.kill()
	if got := replayed(t, withoutTorn(journalText(t, folder)), "-o", "uci"); got != strings.Join(moves, " ")+"\n" {
		t.Errorf("the journal holds %s", got)
	}
	session := r.game("arbiter/game").Session
	dgtProgram(t, folder, board.path, url)
	until(t, "it goes on", 10*time.Second, func() bool {
		g := r.game("arbiter/game")
		return g.Session != session && strings.Join(allMoves(&g), " ") == strings.Join(moves, " ")
	})
}

// withoutTorn is a journal's text as far as it was written whole.
func withoutTorn(text string) string {
	good, _ := journal.Verify([]byte(text))
	return text[:good]
}

// TestKeepingTwice: a second boardd for the same board is refused.
func TestKeepingTwice(t *testing.T) {
	folder := t.TempDir()
	k, _, err := openKeeping(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer k.close()
	if _, _, err := openKeeping(folder); err == nil || !strings.Contains(err.Error(), "another boardd") {
		t.Errorf("got %v", err)
	}
}

// TestKeepingDamaged: an outbox and a journal that are rubbish are moved aside, and
// that is told; boardd runs.
func TestKeepingDamaged(t *testing.T) {
	t.Parallel()
	url, folder := embeddedBroker(t), memoryDir(t)
	own := filepath.Join(folder, "hall", "b07")
	if err := os.MkdirAll(filepath.Join(own, "journal"), 0o755); err != nil {
		t.Fatal(err)
	}
	rubbish := []byte("#! boardd-log 1\n0 rubbish\n# sum 00000000\n")
	for _, name := range []string{"outbox.db", "journal/000001.log"} {
		if err := os.WriteFile(filepath.Join(own, name), rubbish, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, board := newRelay(t, url), testPlayback(t)
	c := testConfig(board.path, url)
	c.State = folder
	h := newPlayer(t, board)
	startRun(t, c, newPace(1))
	for _, code := range []string{"journal_damaged", "outbox_damaged"} {
		until(t, code, 5*time.Second, func() bool { return bytes.Contains(r.payload("arbiter/alert/"+code), []byte(".damaged")) })
	}
	awaitUpdates(t, board)
	h.play(quietGame(2))
	until(t, "moves", 5*time.Second, func() bool { return len(r.game("game").Moves) == 2 })
}

// TestSeqGoesOn: the numbers of a start lie above those of the one before.
func TestSeqGoesOn(t *testing.T) {
	t.Parallel()
	url, folder := mosquitto(t), memoryDir(t)
	c := testConfig(testPlayback(t).path, url)
	c.State = folder
	last := uint64(0)
	for i := range 3 {
		r := newRelay(t, url)
		stop := startRun(t, c, newPace(fastPace))
		until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"ready"`) })
		stop()
		var s transport.Status
		until(t, "off", 5*time.Second, func() bool { return json.Unmarshal(r.payload("status"), &s) == nil && s.State == transport.Off })
		if i > 0 && s.Seq <= last {
			t.Errorf("number %d after %d", s.Seq, last)
		}
		last = s.Seq
		r.stop()
	}
}
