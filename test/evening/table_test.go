package evening

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/text"
	"github.com/boardd/boardd/transport"
)

// The times of quick hands.
const (
	carry = 250 * time.Millisecond // from the lift to the drop
	think = 600 * time.Millisecond // from the drop to the press, and to the next lift
)

// scanMs is the time between two scans of a board that streams, in milliseconds.
const scanMs = 41

func dgtBoard() family.Board       { return &dgt.Board{Number: 1025, Firmware: [2]byte{1, 8}} }
func chesslinkBoard() family.Board { return &chesslink.Board{Firmware: [2]byte{1, 3}} }
func textBoard() family.Board      { return &text.Board{Serial: "0042"} }
func reedBoard() family.Board      { return &text.Board{Kind: "occupancy", Serial: "0043"} }

// plug connects a board to a port that stays until the test ends.
func plug(t *testing.T, board family.Board) *playback.Playback {
	t.Helper()
	p, err := playback.On(board, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	p.Stream(clock.New(1), scanMs)
	return p
}

// do applies a record to the board.
func (t *table) do(r sensor.Record) {
	t.t.Helper()
	if err := t.socket.Do(r); err != nil {
		t.t.Fatal(err)
	}
}

// table is a board with its two players, its clock and its boardd.
type table struct {
	*seat
	hall     *hall
	t        *testing.T
	n        int
	socket   *playback.Playback
	arbiters *guest
	config   string
	state    string // the folder that systemd would give
	wanted   []game
	gameID   string

	daemon *exec.Cmd
	log    bytes.Buffer // what it wrote; not to be read while it runs
	pieces placement.Placement
	turn   placement.Color
	times  [2]int64 // milliseconds, by Color
	runs   bool     // the clock
	tick   time.Time
}

// players of the first round; in the second they have the other colour.
var players = [...]string{"Alder, Ann", "Birch, Bela", "Cedar, Carla", "Daphne, Dora", "Elm, Emil", "Fir, Fritz", "Gorse, Gail", "Hazel, Henri",
	"Ivy, Ida", "Juniper, Jon", "Kapok, Karin", "Larch, Leo", "Maple, Mia", "Neem, Nora", "Oak, Otto", "Pine, Paula"}

func (h *hall) table(s *seat, n int, arbiters *guest) *table {
	t := &table{seat: s, hall: h, t: h.t, n: n, socket: plug(h.t, s.kind()), arbiters: arbiters, state: h.t.TempDir(), pieces: placement.Initial, times: [2]int64{180_000, 180_000}}
	// The files from the script go beside the port's own file, as on a Pi into /etc/boardd.
	folder := h.t.TempDir()
	for _, file := range []string{s.board + ".password", s.board + ".toml", "ca.crt"} {
		data, err := os.ReadFile(filepath.Join(h.handedOut("boards", s.board), file))
		if err != nil {
			h.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, file), data, 0o600); err != nil {
			h.t.Fatal(err)
		}
	}
	t.config = filepath.Join(folder, "boardd.toml")
	own := "[log]\nlevel = \"info\"\n"
	if err := os.WriteFile(t.config, []byte(own), 0o600); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(t.leave)
	return t
}

// run starts boardd.
func (t *table) run() {
	t.daemon = exec.Command(program, "run", "--config", t.config, "--instance", t.board, "--port", t.socket.Path, "--family", "auto")
	t.daemon.Env = append(os.Environ(), "STATE_DIRECTORY="+t.state)
	t.daemon.Stderr = &t.log
	if err := t.daemon.Start(); err != nil {
		t.t.Fatal(err)
	}
}

// kill ends it as a power cut would.
func (t *table) kill() {
	t.daemon.Process.Kill()
	t.daemon.Wait()
}

// leave ends it with SIGTERM.
func (t *table) leave() {
	if t.daemon != nil && t.daemon.ProcessState == nil {
		t.daemon.Process.Signal(syscall.SIGTERM)
		t.daemon.Wait()
	}
}

// until waits for a condition, and ends the test if it does not come.
func (t *table) until(what string, holds func() bool) {
	t.t.Helper()
	if !until(holds) {
		t.leave()
		text := t.log.String()
		t.t.Fatalf("never: %s\narbiter/game %s\n%s", what, t.arbiters.reported(t.board, "arbiter/game"), text[max(0, len(text)-3000):])
	}
}

func (t *table) errorf(format string, args ...any) { t.t.Helper(); t.t.Errorf(format, args...) }

// evening is two rounds.
func (t *table) evening() {
	t.do(sensor.Record{Word: sensor.Board, Placement: t.pieces})
	t.run()
	t.ready()
	first := t.want
	t.begin(&first, 1)
	t.round(t)
	t.ended(&first)

	t.stopClocks()
	if t.pieces == placement.Initial {
		t.send("operator", "new_game") // nobody has to set anything up
	} else {
		t.setUp()
	}
	t.until("the next game", func() bool { id := t.full().GameID; return id != "" && id != t.gameID })
	second := game{moves: "e4 e5 Nf3 Nc6", result: "1-0"}
	t.begin(&second, 2)
	t.play("e2e4 e7e5 g1f3 b8c6")
	t.arbiter("result", "1-0")
	t.ended(&second)
}

// ready waits until boardd has read the board.
func (t *table) ready() {
	t.until("the board is read", func() bool {
		var s transport.Status
		json.Unmarshal([]byte(t.arbiters.reported(t.board, "status")), &s)
		return s.State == transport.Ready
	})
}

// begin makes the operator send the names, and starts the clock.
func (t *table) begin(g *game, round int) {
	g.round, g.white, g.black = fmt.Sprintf("%d.%d", round, t.n+1), players[2*t.n], players[2*t.n+1]
	if round == 2 {
		g.white, g.black = g.black, g.white
	}
	t.until("the game is reported", func() bool { t.gameID = t.full().GameID; return t.gameID != "" })
	t.turn, t.times = placement.White, [2]int64{180_000, 180_000}
	t.send("operator", "tags", "Event=Harbour Open 2027", "Date=2027.03.06", "Round="+g.round, "White="+g.white, "Black="+g.black)
	t.wanted = append(t.wanted, *g)
	if t.clock {
		t.show()
		t.wait(time.Second)
		t.startClock("w", 0)
	}
	t.wait(time.Second)
}

// ended waits until the public has the whole game.
func (t *table) ended(g *game) {
	t.until("the game with its result: "+fmt.Sprint(*g), func() bool {
		return slices.Contains(gamesOf(t.arbiters.reported(t.board, "pgn")), *g) || slices.Contains(gamesOf(t.arbiters.reported(t.board, "last/pgn")), *g)
	})
}

// missing describes what a reader has instead of the games of this board; nil if it has them.
func (t *table) missing(who string, has []game) []string {
	if slices.Equal(has, t.wanted) {
		return nil
	}
	return []string{fmt.Sprintf("%s: %s has\n%+v, want\n%+v", t.board, who, has, t.wanted)}
}

// send makes a person send a request, and checks that the board carries it out.
func (t *table) send(person string, args ...string) {
	t.t.Helper()
	out, errs, ok := t.hall.command(append([]string{"send", "--config", t.hall.file(person), "--board", t.board, "--wait", "20s"}, args...)...)
	if !ok || !strings.HasPrefix(out, t.board+": ok") {
		t.errorf("%s %q: %s%s", person, args, out, errs)
	}
}

func (t *table) arbiter(args ...string) { t.t.Helper(); t.send("arbiter", args...) }

// full returns the game as the arbiter has it.
func (t *table) full() (g transport.ArbiterGame) {
	json.Unmarshal([]byte(t.arbiters.reported(t.board, "arbiter/game")), &g)
	return g
}

// found waits for a finding.
func (t *table) found(code string) {
	t.t.Helper()
	t.until(code+" is found", func() bool { return t.arbiters.finds(t.board, code) })
}

// settled waits until a number of plies is published.
func (t *table) settled(plies int) {
	t.t.Helper()
	t.until(fmt.Sprint(plies, " plies"), func() bool {
		games := gamesOf(t.arbiters.reported(t.board, "pgn"))
		return len(games) == 1 && len(strings.Fields(games[0].moves)) == plies
	})
}

// sameGame checks that the game and its names have not changed.
func (t *table) sameGame(after string) {
	t.t.Helper()
	if g := t.full(); g.GameID != t.gameID || g.Tags["White"] != t.wanted[0].white || t.arbiters.finds(t.board, "board_reset") {
		t.errorf("after %s: game %s, was %s, of %q", after, g.GameID, t.gameID, g.Tags["White"])
	}
}

// play plays moves, in UCI, and presses the clock after each.
func (t *table) play(moves string) {
	for _, uci := range strings.Fields(moves) {
		from, to := square(uci[:2]), square(uci[2:4])
		if t.pieces[to] != placement.Empty {
			t.lift(uci[2:4])
		}
		piece := t.pieces[from]
		t.lift(uci[:2])
		t.drop(uci[2:4], piece.String())
		t.press()
	}
}

func square(name string) placement.Square {
	sq, _ := placement.ParseSquare(name)
	return sq
}

func (t *table) lift(name string) {
	sq := square(name)
	t.do(sensor.Record{Word: sensor.Lift, Square: sq, Piece: t.pieces[sq]})
	t.pieces[sq] = placement.Empty
	t.wait(carry)
}

func (t *table) drop(name, piece string) {
	sq := square(name)
	t.pieces[sq], _ = placement.ParsePiece(piece[0])
	t.do(sensor.Record{Word: sensor.Drop, Square: sq, Piece: t.pieces[sq]})
	t.wait(think)
}

// press presses the clock of the player, if there is one, and starts that of the other.
func (t *table) press() {
	side := t.turn
	t.turn = side.Other()
	if !t.clock {
		return
	}
	t.do(sensor.Record{Word: sensor.Press, Side: side})
	t.show()
	t.wait(think)
}

// show makes the clock report its times.
func (t *table) show() {
	running := sensor.Stopped
	if t.runs {
		running = sensor.RunningFor(t.turn)
	}
	t.do(sensor.Record{Word: sensor.Clock, Times: t.times, Running: running})
	t.tick = time.Now()
}

func (t *table) stopClocks() {
	if t.clock {
		t.runs = false
		t.show()
		t.wait(think)
	}
}

// startClock gives the other player some seconds, and starts the clock of a player.
func (t *table) startClock(side string, seconds int64) {
	t.turn = map[string]placement.Color{"w": placement.White, "b": placement.Black}[side]
	t.times[t.turn.Other()] += 1000 * seconds
	t.runs = true
	t.show()
	t.wait(think)
}

// wait lets time pass. A running clock reports each second of it.
func (t *table) wait(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		time.Sleep(min(time.Until(end), 50*time.Millisecond))
		if t.runs && time.Since(t.tick) >= time.Second {
			t.times[t.turn] = max(0, t.times[t.turn]-1000)
			t.show()
		}
	}
}

// setUp sets up the pieces for the next game. First it takes off those that stand on wrong
// squares.
func (t *table) setUp() {
	var off []placement.Square
	for i := range t.pieces {
		if sq := placement.Square(i); t.pieces[sq] != placement.Initial[sq] {
			off = append(off, sq)
		}
	}
	for _, sq := range off {
		if t.pieces[sq] != placement.Empty {
			t.lift(sq.String())
		}
	}
	for _, sq := range off {
		if piece := placement.Initial[sq]; piece != placement.Empty {
			t.drop(sq.String(), piece.String())
		}
	}
}

// journal returns the games with moves from the journal, each in its last state.
func (t *table) journal() []game {
	files, err := filepath.Glob(filepath.Join(t.state, "hall", t.board, "journal", "*.log"))
	if err != nil || len(files) == 0 {
		t.hall.t.Fatalf("no journal: %v", err)
	}
	byID, ids := map[string]game{}, []string{}
	for _, file := range files {
		out, errs, ok := t.hall.command("replay", "-o", "pgn", file)
		if !ok {
			t.hall.t.Fatalf("%s: %s", file, errs)
		}
		games, _ := pgnlint.Read(out)
		for i, g := range gamesOf(out) {
			id := games[i].Tag("GameId")
			if _, had := byID[id]; !had {
				ids = append(ids, id)
			}
			byID[id] = g
		}
	}
	var all []game
	for _, id := range ids {
		all = append(all, byID[id])
	}
	return all
}
