package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// player plays a game on a board, one move after the other, each as a few records.
type player struct {
	t     *testing.T
	board *playback
	pos   legality.Position
	uci   []string
	left  int64 // on both clocks, in milliseconds
}

func newPlayer(t *testing.T, board *playback) *player {
	t.Helper()
	h := &player{t: t, board: board, pos: legality.Initial(), left: 3_600_000}
	h.do(sensor.Record{Word: sensor.Board, Placement: *h.pos.Placement()})
	h.do(sensor.Record{Word: sensor.Clock, Times: [2]int64{h.left, h.left}, Running: sensor.WhiteRuns})
	return h
}

func (h *player) do(r sensor.Record) {
	h.t.Helper()
	if err := h.board.do(r); err != nil {
		h.t.Fatal(err)
	}
}

// records are what the hands do for a move.
func (h *player) records(text string) []sensor.Record {
	h.t.Helper()
	m, err := h.pos.ParseUCI(text)
	if err != nil {
		h.t.Fatal(err)
	}
	next := h.pos.Play(m)
	before, after := *h.pos.Placement(), *next.Placement()
	all := []sensor.Record{{Word: sensor.Lift, Square: m.From(), Piece: before[m.From()]}}
	for rest := placement.Differ(&before, &after) &^ m.From().Set(); rest != 0; { // a victim, or the rook
		if sq := rest.Pop(); before[sq].Known() {
			all = append(all, sensor.Record{Word: sensor.Lift, Square: sq, Piece: before[sq]})
		}
	}
	for rest := placement.Differ(&before, &after); rest != 0; {
		if sq := rest.Pop(); after[sq].Known() {
			all = append(all, sensor.Record{Word: sensor.Drop, Square: sq, Piece: after[sq]})
		}
	}
	h.left -= 1000
	all = append(all, sensor.Record{Word: sensor.Press, Side: h.pos.Turn()},
		sensor.Record{Word: sensor.Clock, Times: [2]int64{h.left, h.left}, Running: sensor.RunningFor(h.pos.Turn().Other())})
	h.pos = next
	h.uci = append(h.uci, text)
	return all
}

// play plays moves at the pace of quick hands.
func (h *player) play(moves []string) {
	h.t.Helper()
	for _, text := range moves {
		for _, rec := range h.records(text) {
			h.do(rec)
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// quietGame is a game of so many plies in which nothing is taken.
func quietGame(plies int) []string {
	random := rand.New(rand.NewPCG(7, 7))
	p := legality.Initial()
	var all []string
	for len(all) < plies {
		quiet := slices.DeleteFunc(p.AppendMoves(nil), func(m legality.Move) bool {
			return p.At(m.To()) != placement.Empty || m.IsCastling() || m.Promotion() != legality.NoKind || p.Captured(m) != placement.NoSquare
		})
		m := quiet[random.IntN(len(quiet))]
		all = append(all, p.UCI(m))
		p = p.Play(m)
	}
	return all
}

// dgtProgram runs boardd as a process of its own, for a board at a port.
func dgtProgram(t *testing.T, folder, port, url string) *program {
	t.Helper()
	return dgtProgramOf(t, folder, folder, port, url)
}

// dgtProgramOf is dgtProgram with the configuration and the state in folders of their own.
func dgtProgramOf(t *testing.T, folder, state, port, url string) *program {
	t.Helper()
	conf := filepath.Join(folder, "boardd.toml")
	text := fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\nstate_dir = %q\n[port]\nname = %q\nfamily = \"dgt\"\n[mqtt]\nbroker = %q\n", state, port, url)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return startProgram(t, "run", "--config", conf)
}

// kill ends it as nothing else does, and waits until it is gone.
func (p *program) kill() {
	p.t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		p.t.Fatal(err)
	}
	p.cmd.Wait()
}

// times is how often a test is to do something: what the environment says, or a few
// times.
func times(t *testing.T, name string, few int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestKilled kills boardd at one place after the other of a game, and starts it
// again: the game is the same, its id too, and no event is missing or told twice.
// It tells how long it takes until the game is live again at the broker.
func TestKilled(t *testing.T) {
	t.Parallel()
	url, folder := mosquitto(t), memoryDir(t)
	r, board := newRelay(t, url), testPlayback(t)
	h := newPlayer(t, board)
	p := dgtProgram(t, folder, board.path, url)
	defer func() {
		if t.Failed() {
			t.Logf("%s\n%s\n%s", p.errs.String(), r.payload("arbiter/game"), r.payload("arbiter/board"))
			t.Log(journalText(t, folder))
		}
	}()
	n := times(t, "BOARDD_KILLS", 4)
	moves := quietGame(3*n + 3)
	until(t, "ready", 10*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"ready"`) })
	id := r.game("arbiter/game").GameID
	var took []time.Duration
	for i := range n {
		awaitUpdates(t, board)
		h.play(moves[3*i : 3*i+2])
		records := h.records(moves[3*i+2])
		at := i % (len(records) + 1) // where in the move it is killed
		for _, rec := range records[:at] {
			h.do(rec)
		}
		session := r.game("arbiter/game").Session
		killed := time.Now()
		p.kill()
		expectUpdates(board)
		for _, rec := range records[at:] {
			h.do(rec)
		}
		p = dgtProgram(t, folder, board.path, url)
		until(t, fmt.Sprintf("kill %d: the game %v", i, h.uci), 15*time.Second, func() bool {
			g := r.game("arbiter/game")
			return g.Session != session && g.Trust.State != "disconnected" && strings.Join(allMoves(&g), " ") == strings.Join(h.uci, " ")
		})
		took = append(took, time.Since(killed))
		if g := r.game("arbiter/game"); g.GameID != id {
			t.Fatalf("kill %d: game %q, was %q", i, g.GameID, id)
		}
	}
	awaitUpdates(t, board)
	h.play(moves[3*n:])
	until(t, "the whole game is published", 15*time.Second, func() bool { return r.uci("game") == strings.Join(h.uci, " ") })
	until(t, "as events", 5*time.Second, func() bool { return strings.Join(followEvents(t, r), " ") == strings.Join(h.uci, " ") })
	slices.Sort(took)
	t.Logf("%d kills; live again after %v in the median, %v at most", n, took[len(took)/2], took[len(took)-1])
}

// expectUpdates has awaitUpdates wait for the next time that a board is asked to
// tell of changes. Nothing is being said to the board when it is called.
func expectUpdates(board *playback) {
	board.mu.Lock()
	defer board.mu.Unlock()
	board.updates, board.once = make(chan struct{}), sync.Once{}
}

// awaitUpdates waits until the board has been asked to tell of changes.
func awaitUpdates(t *testing.T, board *playback) {
	t.Helper()
	select {
	case <-board.updates:
	case <-time.After(busy * 10 * time.Second):
		t.Fatal("the board is not asked for changes")
	}
}

// journalText is the last file of the journal of a board; empty if there is none.
func journalText(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "hall", "b07", "journal", "*.log"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		return ""
	}
	slices.Sort(files)
	text, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// allMoves are those of a game with the one that is not in the record yet.
func allMoves(g *transport.ArbiterGame) []string {
	var all []string
	for _, m := range g.Moves {
		if m.UCI != nil {
			all = append(all, *m.UCI)
		}
	}
	if g.Pending != nil && g.Pending.UCI != nil {
		all = append(all, *g.Pending.UCI)
	}
	return all
}

// followEvents is the game that a relay makes of the events that it has had, with
// nothing but the rule that it drops what it has had by its number.
func followEvents(t *testing.T, r *relay) []string {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	var moves []string
	last := uint64(0)
	for _, payload := range r.eventsHad {
		var e transport.Event
		if err := json.Unmarshal(payload, &e); err != nil {
			t.Fatal(err)
		}
		if e.Seq <= last {
			continue
		}
		last = e.Seq
		switch e.Type {
		case "move":
			if e.Ply != len(moves)+1 {
				t.Fatalf("ply %d after %d", e.Ply, len(moves))
			}
			moves = append(moves, e.UCI)
		case "correct":
			moves = append(moves[:e.Ply-1], e.UCI)
		case "retract":
			moves = moves[:e.Ply]
		case "game_start":
			moves = nil
		}
	}
	return moves
}
