package daemon_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/transport"
)

// stored is a board whose daemon has a state directory.
type stored struct {
	*harness.Operator
	board  *playback.Playback
	config *config.Config
	stop   func()
}

// playStored plays moves, and waits until they are published.
func playStored(t *testing.T, moves []string) *stored {
	t.Helper()
	url, name := harness.EmbeddedBroker(t), filepath.Join(t.TempDir(), "board")
	s := &stored{Operator: harness.NewOperator(t, url), board: harness.TestPlayback(t), config: harness.TestConfig(name, url)}
	harness.NamePort(t, name, s.board)
	s.config.State = harness.MemoryDir(t)
	h := harness.NewPlayer(t, s.board)
	s.stop = daemontest.StartRun(t, s.config, clock.New(1))
	harness.AwaitUpdates(t, s.board)
	h.Play(moves)
	harness.Until(t, "the game", 5*time.Second, func() bool { return s.UCI("game") == strings.Join(moves, " ") })
	return s
}

// TestJournalReplays: a journal replays to the live run, ids and times as well.
func TestJournalReplays(t *testing.T) {
	t.Parallel()
	s := playStored(t, harness.QuietGame(4))
	s.stop()
	text, live := harness.JournalText(t, s.config.State), s.Game("arbiter/game")
	var got transport.ArbiterGame
	if err := json.Unmarshal([]byte(harness.Replayed(t, text, "-o", "game")), &got); err != nil {
		t.Fatal(err)
	}
	if got.GameID != live.GameID || got.StartFEN != live.StartFEN || got.FEN != live.FEN || len(got.Moves) != 4 {
		t.Errorf("replayed %+v, live %+v", got, live)
	}
	for i := range got.Moves {
		if one, other := harness.Plain(got.Moves[i]), harness.Plain(live.Moves[i]); one != other {
			t.Errorf("replayed %s, live %s", one, other)
		}
	}
}

// TestJournalNextGame: the next game has a segment of its own, which replays alone.
func TestJournalNextGame(t *testing.T) {
	t.Parallel()
	o := playStored(t, harness.QuietGame(8))
	folder := o.config.State
	old := o.Game("arbiter/game")
	first := old.GameID
	fresh := harness.NewPlayer(t, o.board) // the pieces are set up again
	o.Send("new_game", `{"tags":{"White":"Ferrier, Isla"}}`, false)
	harness.Until(t, "another game", 5*time.Second, func() bool { return o.Game("arbiter/game").GameID != first })
	second := o.Game("arbiter/game").GameID
	harness.Until(t, "another file", 5*time.Second, func() bool {
		return strings.Contains(harness.JournalText(t, folder), `{"game_id":"`+second+`","rules"`)
	})
	fresh.Play(harness.QuietGame(3)) // while the board is being asked again
	harness.Until(t, "its moves", 5*time.Second, func() bool { return len(o.Game("game").Moves) == 3 })
	o.stop()
	pgn := harness.Replayed(t, harness.JournalText(t, folder), "-o", "pgn")
	if !strings.Contains(pgn, second) || !strings.Contains(pgn, "Ferrier, Isla") {
		t.Errorf("replayed:\n%s", pgn)
	}
	if got := harness.Replayed(t, harness.JournalText(t, folder), "-o", "uci"); got != strings.Join(harness.QuietGame(3), " ")+"\n" {
		t.Errorf("replayed %s", got)
	}
	before := o.Game("arbiter/game")
	if before.Rev <= old.Rev {
		t.Errorf("snapshot %d of the second game, after %d of the first", before.Rev, old.Rev)
	}
	daemontest.StartRun(t, o.config, clock.New(1))
	harness.Until(t, "it goes on", 10*time.Second, func() bool {
		g := o.Game("arbiter/game")
		return g.Seq > before.Seq && g.GameID == second && len(g.Moves) == 3 && g.Trust.State == "ok"
	})
	if g := o.Game("arbiter/game"); g.Rev <= before.Rev {
		t.Errorf("snapshot %d after %d", g.Rev, before.Rev)
	}
}

// TestJournalBegun: boardd ends when it has begun a segment for the next game, and the board
// has not answered yet. The first move, made meanwhile, is found.
func TestJournalBegun(t *testing.T) {
	t.Parallel()
	o := playStored(t, harness.QuietGame(2))
	folder := o.config.State
	harness.NewPlayer(t, o.board) // the pieces are set up again
	o.Send("new_game", `{"game_id":"next"}`, false)
	harness.Until(t, "another file", 5*time.Second, func() bool { return strings.Contains(harness.JournalText(t, folder), `{"game_id":"next","rules"`) })
	o.stop()
	head, _, _ := strings.Cut(harness.JournalText(t, folder), "tx ")
	head = head[:strings.LastIndexByte(head, '\n')+1]
	const later = `4000000 link down
4000100 link up
4000200 board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
4000200 clock 3600000 3600000 b
`
	if got := harness.Replayed(t, head+later, "-o", "uci"); got != "e2e4\n" {
		t.Errorf("found %q after\n%s", got, head)
	}
}

// TestJournalDesync: while boardd was away, more pieces were moved than it can explain. It
// reports the squares, and the game stays as it was.
func TestJournalDesync(t *testing.T) {
	t.Parallel()
	r := playStored(t, harness.QuietGame(2))
	r.stop()
	other := harness.TestPlayback(t) // whose own log knows nothing
	harness.NamePort(t, r.config.Port.Name, other)
	if err := other.Do(harness.ParseLog(t, "#! boardd-log 1\n0 board 4k3/8/8/8/3Q4/8/8/4K3\n")[0]); err != nil {
		t.Fatal(err)
	}
	daemontest.StartRun(t, r.config, clock.New(1))
	const alert = "arbiter/alert/desync"
	harness.Until(t, "desync", 20*time.Second, func() bool { return bytes.Contains(r.Payload(alert), []byte(`"squares":[`)) })
	if g := r.Game("arbiter/game"); len(g.Moves) != 2 {
		t.Errorf("the game has %d moves", len(g.Moves))
	}
}

// TestStoreTwice: a second boardd for the same board is refused.
func TestStoreTwice(t *testing.T) {
	folder := t.TempDir()
	k, _, err := persist.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	if _, _, err := persist.Open(folder); err == nil || !strings.Contains(err.Error(), "another boardd") {
		t.Errorf("got %v", err)
	}
}

// TestStoreDamaged: a cursor and a journal are rubbish. boardd reports that, moves the journal
// aside, and runs.
func TestStoreDamaged(t *testing.T) {
	t.Parallel()
	url, folder := harness.EmbeddedBroker(t), harness.MemoryDir(t)
	own := filepath.Join(folder, "hall", "b07")
	if err := os.MkdirAll(filepath.Join(own, "journal"), 0o755); err != nil {
		t.Fatal(err)
	}
	rubbish := []byte("#! boardd-log 1\n0 rubbish\n# sum 00000000\n")
	for _, name := range []string{"cursor", "journal/000001.log"} {
		if err := os.WriteFile(filepath.Join(own, name), rubbish, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, board := harness.NewRelay(t, url), harness.TestPlayback(t)
	c := harness.TestConfig(board.Path, url)
	c.State = folder
	h := harness.NewPlayer(t, board)
	daemontest.StartRun(t, c, clock.New(1))
	for code, text := range map[string]string{"journal_damaged": ".damaged", "outbox_damaged": "cursor"} {
		harness.Until(t, code, 5*time.Second, func() bool { return bytes.Contains(r.Payload("arbiter/alert/"+code), []byte(text)) })
	}
	harness.AwaitUpdates(t, board)
	h.Play(harness.QuietGame(2))
	harness.Until(t, "moves", 5*time.Second, func() bool { return len(r.Game("game").Moves) == 2 })
}

// TestSeqGoesOn: the message numbers of a start are above those of the one before.
func TestSeqGoesOn(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), harness.MemoryDir(t)
	c := harness.TestConfig(harness.TestPlayback(t).Path, url)
	c.State = folder
	last := uint64(0)
	for i := range 3 {
		r := harness.NewRelay(t, url)
		stop := daemontest.StartRun(t, c, clock.New(harness.FastSpeed))
		harness.Until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
		stop()
		var s transport.Status
		harness.Until(t, "off", 5*time.Second, func() bool { return json.Unmarshal(r.Payload("status"), &s) == nil && s.State == transport.Off })
		if i > 0 && s.Seq <= last {
			t.Errorf("number %d after %d", s.Seq, last)
		}
		last = s.Seq
		r.Stop()
	}
}

// troubleOf waits until a trouble of a kind is reported, or is over.
func troubleOf(t *testing.T, k *persist.Store, what transport.Trouble, over bool) string {
	t.Helper()
	for late := time.After(harness.Patience); ; {
		select {
		case got := <-k.Trouble:
			if got.What == what && (got.Text == "") == over {
				return got.Text
			}
		case <-late:
			t.Fatalf("%v is not reported, or not over", what)
		}
	}
}

// unmakeable opens a board's folder that cannot be made until mend is called.
func unmakeable(t *testing.T) (folder string, k *persist.Store, mend func()) {
	t.Helper()
	site := filepath.Join(t.TempDir(), "hall")
	if err := os.WriteFile(site, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	folder = filepath.Join(site, "b07")
	k, _, err := persist.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return folder, k, func() {
		if err := os.Remove(site); err != nil {
			t.Fatal(err)
		}
	}
}

// TestStoreLate: the disk does not work when boardd starts, and works later. From then on
// everything is stored, both alerts are over, and no second boardd is let in.
func TestStoreLate(t *testing.T) {
	t.Parallel()
	folder, k, mend := unmakeable(t)
	defer k.CloseAll()
	if text := troubleOf(t, k, transport.JournalFailing, false); !strings.Contains(text, "not a directory") {
		t.Errorf("reported %q", text)
	}
	troubleOf(t, k, transport.OutboxFailing, false)
	mend()
	k.Journal.Add(journal.Entry{Begin: true, Lines: []byte("#! boardd-log 1\n"), Sync: true})
	troubleOf(t, k, transport.JournalFailing, true)
	troubleOf(t, k, transport.OutboxFailing, true)
	if _, _, err := persist.Open(folder); err == nil || !strings.Contains(err.Error(), "another boardd") {
		t.Errorf("a second one: %v", err)
	}
}

// TestStoreDenied: another boardd begins before the disk works again. What the first one
// knows of the folder is no longer true: it writes nothing, not even when the other one has
// ended.
func TestStoreDenied(t *testing.T) {
	t.Parallel()
	folder, k, mend := unmakeable(t)
	defer k.CloseAll()
	mend()
	other, _, err := persist.Open(folder)
	if err != nil {
		t.Skip("the outbox has been tried again meanwhile")
	}
	first := k.Ready()
	other.CloseAll()
	for _, err := range []error{first, k.Ready()} {
		if !errors.Is(err, unix.EWOULDBLOCK) || !strings.Contains(err.Error(), "another boardd") {
			t.Errorf("got %v", err)
		}
	}
}

// TestStoreLockFirst: a second boardd that is refused does not touch the files of the
// running one, even if they are damaged.
func TestStoreLockFirst(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	k, _, err := persist.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer k.CloseAll()
	name := filepath.Join(folder, "journal", "000001.log")
	if err := os.WriteFile(name, []byte("#! boardd-log 1\n0 rubbish\n# sum 00000000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, past, err := persist.Open(folder); err == nil || past.Number != 0 {
		t.Errorf("read file %d, %v", past.Number, err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Error(err)
	}
}

// TestStoreReadOnly starts on a file system that is read-only, as the kernel makes one that
// it finds damaged. That is reported, and when it is repaired everything is stored.
func TestStoreReadOnly(t *testing.T) {
	t.Parallel()
	disk := harness.NewLoopDisk(t, 2<<20)
	disk.Run("mount", "-o", "remount,ro", disk.Folder)
	k, _, err := persist.Open(filepath.Join(disk.Folder, "hall", "b07"))
	if err != nil {
		t.Fatal(err)
	}
	defer k.CloseAll()
	for _, what := range []transport.Trouble{transport.JournalFailing, transport.OutboxFailing} {
		if text := troubleOf(t, k, what, false); !strings.Contains(text, "read-only file system") {
			t.Errorf("%v: %q", what, text)
		}
	}
	disk.Run("mount", "-o", "remount,rw", disk.Folder)
	k.Journal.Add(journal.Entry{Begin: true, Lines: []byte("#! boardd-log 1\n"), Sync: true})
	troubleOf(t, k, transport.JournalFailing, true)
	troubleOf(t, k, transport.OutboxFailing, true)
}

// TestTroublesLast: a daemon that stands still cannot take all troubles. The last ones count.
func TestTroublesLast(t *testing.T) {
	c := persist.NewTroubles()
	for n := range 3 * cap(c) {
		c.Report(transport.JournalFailing, fmt.Errorf("number %d", n))
	}
	c.Report(transport.JournalFailing, nil)
	var last persist.Trouble
	for len(c) > 0 {
		last = <-c
	}
	if last.Text != "" {
		t.Errorf("the last is %+v", last)
	}
}

// TestFrameInTime: a move is made at the moment of a frame that brings no news. The journal is
// synced then: boardd notices that the folder is gone.
func TestFrameInTime(t *testing.T) {
	t.Parallel()
	folder := harness.MemoryDir(t)
	c := harness.TestConfig("none", "tcp://127.0.0.1:1")
	c.State, c.Port.Family = folder, "chesslink"
	h := daemontest.OpenConfigured(t, c, "first")
	defer h.Kill()
	h.Begin()
	board, at := new(chesslink.Board), int64(1000)
	feed := h.Stepped.Feed
	frames := func() {
		for range 3 {
			at += 50
			feed(sensor.Record{At: at, Word: sensor.Rx, Data: board.Scan(nil)})
		}
	}
	feed(sensor.Record{At: at, Word: sensor.Link, On: true})
	for _, act := range harness.ActsOf(t, "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR, lift e2 P, drop e4 P") {
		board.Step(nil, act)
		frames()
	}
	h.Put = map[uint64]daemontest.KeptMessage{}
	h.Settle()
	harness.Until(t, "the folder is gone", 5*time.Second, func() bool { return os.RemoveAll(folder) == nil }) // it may be written to meanwhile
	for due, ok := h.Engine().Deadline(); ok; due, ok = h.Engine().Deadline() {
		feed(sensor.Record{At: due, Word: sensor.Rx, Data: board.Scan(nil)})
	}
	if h.Game() != "first-1 e2e4" {
		t.Fatalf("the game is %q", h.Game())
	}
	harness.Until(t, "nobody asks the disk", 5*time.Second, func() bool {
		return slices.Contains(h.Troubles(), transport.JournalFailing)
	})
}
