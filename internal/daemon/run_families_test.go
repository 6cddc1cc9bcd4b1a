package daemon_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/centaur"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/transport"
)

// The board is pulled out with White's king in the air, and plugged in when Black
// reaches for his knight; and pulled out again with that in the air, until White
// reaches for his next pawn.
var (
	pulledOut = []placement.Square{placement.E1, placement.F6}
	pluggedIn = []placement.Square{placement.F6, placement.D2}
)

// familyRuns are the boards that are played on. Slow is how many times longer
// the hands take than they must on a board that sees everything at once.
var familyRuns = []struct {
	family string
	clock  bool
	slow   int64
}{{"dgt", true, 1}, {"chesslink", false, 1}, {"chessnut", false, 2}, {"certabo", false, 4}, {"tabutronic", false, 2}, {"centaur", false, 1}, {"ichessone", false, 1}, {"text", true, 1}}

// handsAt are the plies of familyGame as hands and clock do them.
func handsAt(t *testing.T, clock bool, slow int64) []sensor.Record {
	t.Helper()
	position, moves := legality.Initial(), []legality.Move(nil)
	for _, uci := range strings.Fields(harness.FamilyGame) {
		m, err := position.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		position = position.Play(m)
	}
	records, truth := simulate.Play(legality.Initial(), moves, simulate.Text(), harness.QuickHands(slow), clock, 7)
	if got := strings.Join(truth.Moves, " "); got != harness.FamilyGame {
		t.Fatalf("the hands play %s", got)
	}
	return records
}

// socket is where a board is plugged in: under one name, at one port after the other.
type socket struct {
	t      *testing.T
	name   string
	family *family.Family
	board  family.Board
	plug   *playback.Playback // nil: it is pulled out
}

func newSocket(t *testing.T, f *family.Family) *socket {
	s := &socket{t: t, name: filepath.Join(t.TempDir(), "board"), family: f, board: f.Board()}
	s.board.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	s.in()
	t.Cleanup(s.out)
	return s
}

// in plugs the board in.
func (s *socket) in() {
	s.t.Helper()
	p, err := playback.Of(s.family, s.board)
	if err != nil {
		s.t.Fatal(err)
	}
	p.SetBaud(s.family.Port.Baud)
	s.plug = p
	harness.NamePort(s.t, s.name, p)
	p.Stream(clock.New(1), s.family.ScanMs)
}

// out pulls it out.
func (s *socket) out() {
	if s.plug != nil {
		harness.Unplug(s.t, s.name, s.plug)
		s.plug = nil
	}
}

// looked waits until the board has been asked for what it waits for.
func (s *socket) looked() {
	s.t.Helper()
	if s.family.Cue == 0 {
		return
	}
	select {
	case <-s.plug.Updates:
	case <-time.After(harness.Patience):
		s.t.Fatal("the board was not asked to begin")
	}
}

// do lets a record happen on the board, plugged in or not.
func (s *socket) do(r sensor.Record) {
	s.t.Helper()
	if s.plug == nil {
		s.board.Step(nil, r)
	} else if err := s.plug.Do(r); err != nil {
		s.t.Fatal(err)
	}
}

// play plays a game on it, with the board pulled out in the middle of moves. When
// it has been plugged in again, the hands wait for ready.
func (s *socket) play(records []sensor.Record, gone, ready func()) {
	s.t.Helper()
	begin, clk := int64(0), clock.New(1)
	for _, r := range records[1:] {
		lifted := r.Word == sensor.Lift
		if lifted && s.plug == nil && slices.Contains(pluggedIn, r.Square) {
			gone()
			s.in()
			s.looked()
			ready()
			begin = clk.Now() - r.At
		}
		clock.Sleep(s.t.Context(), clk.Until(begin+r.At))
		begin = max(begin, clk.Now()-r.At) // hands that the machine has stopped do not hurry afterwards
		s.do(r)
		if lifted && s.plug != nil && slices.Contains(pulledOut, r.Square) {
			s.out()
		}
	}
}

// TestEveryFamily: a game on a board of each family, read by boardd as a process of
// its own, through a port that goes away twice in the middle of a move. The game
// is right all along, and so is what the recordings replay to.
func TestEveryFamily(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup // they wait most of the time: all at once, whatever -parallel is
	for _, c := range familyRuns {
		records := handsAt(t, c.clock, c.slow)
		all.Go(func() { t.Run("run "+c.family, func(t *testing.T) { runFamily(t, c.family, records) }) })
		all.Go(func() { t.Run("record "+c.family, func(t *testing.T) { recordFamily(t, c.family, records) }) })
	}
	all.Wait()
}

func runFamily(t *testing.T, name string, records []sensor.Record) {
	url := harness.EmbeddedBroker(t)
	r, s := harness.NewRelay(t, url), newSocket(t, family.Named(name))
	config := harness.WriteConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nname = %q\nfamily = %q\n[mqtt]\nbroker = %q\n", s.name, name, url))
	file := filepath.Join(t.TempDir(), "game.log")
	p := harness.StartProgram(t, "run", "--config", config, "--record", file)
	state := func(state string) func() {
		return func() {
			harness.Until(t, state, 20*time.Second, func() bool { return bytes.Contains(r.Payload("status"), []byte(`"`+state+`"`)) })
		}
	}
	s.looked()
	state("ready")()
	s.play(records, state("lost"), state("ready"))
	t.Cleanup(func() {
		if log, err := os.ReadFile(file); t.Failed() && err == nil {
			t.Logf("published was %q; recorded:\n%s", r.UCI("game"), log)
		}
	})
	harness.Until(t, "the game", 10*time.Second, func() bool { return r.UCI("game") == harness.FamilyGame })
	checkPublished(t, r)
	checkRecorded(t, p, file)
}

func recordFamily(t *testing.T, name string, records []sensor.Record) {
	s := newSocket(t, family.Named(name))
	file := filepath.Join(t.TempDir(), "game.log")
	p := harness.StartProgram(t, "record", "--config", harness.WriteConfig(t, ""), "--port", s.name, "--family", name, file)
	ends := 0
	gone := func() {
		ends++
		untilLog(t, "the end of the link", file, func(log string) bool { return strings.Count(log, " link down\n") == ends })
	}
	ready := func() {
		untilLog(t, "the board", file, func(log string) bool {
			_, decoded, _ := harness.Run(t, log, "replay", "--decode", "-")
			now := decoded[strings.LastIndex(decoded, " link ")+1:]
			return strings.HasPrefix(now, "link up\n") && strings.Contains(now, " board ")
		})
	}
	s.looked()
	ready()
	s.play(records, gone, ready)
	untilLog(t, "the game", file, func(log string) bool {
		_, moves, _ := harness.Run(t, log, "replay", "-o", "uci", "-")
		return moves == harness.FamilyGame+"\n"
	})
	checkRecorded(t, p, file)
}

// untilLog waits for a log that is being written to hold something.
func untilLog(t *testing.T, what, file string, holds func(log string) bool) {
	t.Helper()
	size := -1
	harness.Until(t, what, 20*time.Second, func() bool {
		log, _ := os.ReadFile(file)
		log = log[:bytes.LastIndexByte(log, '\n')+1]
		if len(log) == size {
			return false
		}
		size = len(log)
		return holds(string(log))
	})
}

// checkRecorded ends a program that has recorded a game.
func checkRecorded(t *testing.T, p *harness.Program, file string) {
	t.Helper()
	if status := p.Signal(syscall.SIGTERM); status != cli.ExitOK {
		t.Errorf("status %d, %s", status, p.Errs.String())
	}
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := harness.Replayed(t, string(log), "-o", "uci"); got != harness.FamilyGame+"\n" {
		t.Errorf("the recording replays to %s", got)
	}
}

// checkPublished checks that no move was published that was not played.
func checkPublished(t *testing.T, r *harness.Relay) {
	t.Helper()
	var moves []string
	for _, event := range r.Course() {
		if uci, ok := strings.CutPrefix(event, "move "); ok {
			moves = append(moves, uci)
		} else if event != "game_start" && event != "resync" {
			t.Errorf("event %s", event)
		}
	}
	if got := strings.Join(moves, " "); got != harness.FamilyGame {
		t.Errorf("published as moves: %s", got)
	}
}

// testChesslink is a board that has scanned the initial array.
func testChesslink(t *testing.T) (*playback.Playback, *chesslink.Board) {
	t.Helper()
	board := &chesslink.Board{Firmware: [2]byte{1, 3}}
	p, err := playback.On(board, 0xd6) // V
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, board
}

// TestRunChesslink: a game through the port. The board is pulled out with a piece in the air,
// and comes back at another port when the piece has landed. The configuration makes it report
// changes only.
func TestRunChesslink(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(harness.FastSpeed)
	old, board := testChesslink(t)
	other, again := testChesslink(t)
	name := filepath.Join(t.TempDir(), "board")
	harness.NamePort(t, name, old)
	c := harness.TestConfig(name, url)
	c.Port.Family, c.Port.Registers, c.Game.Clock = "chesslink", "02=03", "no"
	game, rest := harness.ParseLog(t, harness.ChesslinkGame), harness.ParseLog(t, harness.ChesslinkRest)
	if err := old.Do(game[0]); err != nil {
		t.Fatal(err)
	}
	daemontest.StartRun(t, c, p)
	harness.Until(t, "register 02", 5*time.Second, func() bool { return register(old, board, chesslink.Reports) == 3 })
	harness.PlayRecords(t, old, p, game)
	harness.Until(t, "two moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	for _, record := range append(game, rest[0]) {
		if err := other.Do(record); err != nil {
			t.Fatal(err)
		}
	}
	harness.Unplug(t, name, old)
	harness.Until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"lost"`) })
	harness.NamePort(t, name, other)
	harness.Until(t, "register 02 of the other", 5*time.Second, func() bool { return register(other, again, chesslink.Reports) == 3 })
	harness.PlayRecords(t, other, p, rest[1:])
	harness.Until(t, "four moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3 b8c6" })
	harness.Until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
	moves := slices.DeleteFunc(r.Course(), func(what string) bool { return what == "resync" })
	if strings.Join(moves, ", ") != "game_start, move e2e4, move e7e5, move g1f3, move b8c6" || len(moves) == len(r.Course()) {
		t.Errorf("events %q", r.Course())
	}
}

// register returns a register of the board.
func register(p *playback.Playback, b *chesslink.Board, r chesslink.Register) (holds byte) {
	p.Locked(func() { holds = b.Registers[r] })
	return holds
}

// spoiltReports are what no board by Chessnut should send: a report that is cut off, one that is
// too long and names no pieces, one of another kind, and rubbish.
var spoiltReports = [][]byte{
	{0x01, 0x24, 0x58, 0x23}, append([]byte{0x01, 0x24}, bytes.Repeat([]byte{0xdd}, 510)...), {0x23, 0x01, 0x00}, []byte("rubbish"), {0x01},
}

// TestRunChessnut: a game on a board by Chessnut whose port is found to be one. Between its
// reports come spoilt ones, all through the game, and none shows a move.
func TestRunChessnut(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, s := harness.NewRelay(t, url), newSocket(t, family.Named("chessnut"))
	c := harness.TestConfig(s.name, url)
	c.Port.Family, c.Game.Clock = config.AutoFamily, "no"
	daemontest.StartRun(t, c, clock.New(1))
	harness.Until(t, "ready", 20*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
	clk := clock.New(1)
	begin := clk.Now()
	for i, record := range handsAt(t, false, 2)[1:] {
		clock.Sleep(t.Context(), clk.Until(begin+record.At))
		begin = max(begin, clk.Now()-record.At) // hands that the machine has stopped do not hurry afterwards
		s.do(record)
		s.do(sensor.Record{Word: sensor.Rx, Data: spoiltReports[i%len(spoiltReports)]})
	}
	harness.Until(t, "the game", 10*time.Second, func() bool { return r.UCI("game") == harness.FamilyGame })
	checkPublished(t, r)
	if i := infoOf(t, r); i.Kind != "chessnut" || i.Sensor != "identified" {
		t.Errorf("reported is %+v", i)
	}
}

// centaurAway is how the game goes on while the cable is out: the knight in the air lands,
// two plies follow, and another piece is in the air.
const centaurAway = `#! boardd-log 1
0 drop f3 N
0 lift b8 n
0 drop c6 n
0 lift f1 B
0 drop b5 B
0 lift a7 p
`

// TestRunCentaur: a game on a Centaur's board. The cable is out from the middle of a move to
// the middle of another one. The board has stored what was played. If the test fails, it prints the journal.
func TestRunCentaur(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(1)
	board := &centaur.Board{Address: 0x0350, Asleep: true}
	old, err := playback.On(board, byte(bus.SendChanges))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(old.Close)
	name := filepath.Join(t.TempDir(), "board")
	harness.NamePort(t, name, old)
	c := harness.TestConfig(name, url)
	c.Port.Family, c.Game.Clock = "centaur", "no"
	c.State = harness.MemoryDir(t)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(harness.JournalText(t, c.State))
		}
	})
	game := harness.ParseLog(t, harness.ChesslinkGame) // as on any other board
	if err := old.Do(game[0]); err != nil {
		t.Fatal(err)
	}
	daemontest.StartRun(t, c, p)
	harness.Until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
	if info := string(r.Payload("info")); !strings.Contains(info, `"centaur"`) || !strings.Contains(info, `"occupancy"`) || !strings.Contains(info, `"00848"`) {
		t.Errorf("info %s", info)
	}
	harness.PlayRecords(t, old, p, game)
	harness.Until(t, "two moves, and a man in the air", 5*time.Second, func() bool {
		return r.UCI("game") == "e2e4 e7e5" && strings.Contains(string(r.Payload("arbiter/board")), "??????1?")
	})
	harness.Unplug(t, name, old)
	harness.Until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"lost"`) })
	old.Unheard(harness.ParseLog(t, centaurAway))
	again, err := playback.On(board, byte(bus.SendChanges))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	harness.NamePort(t, name, again)
	harness.Until(t, "what was played unheard", 10*time.Second, func() bool { return r.UCI("arbiter/game") == "e2e4 e7e5 g1f3 b8c6 f1b5" })
	sensed := func() string {
		var b transport.Board
		if err := json.Unmarshal(r.Payload("arbiter/board"), &b); err != nil {
			t.Error(err)
		}
		return b.Placement
	}
	for _, act := range []string{"0 drop a6 p", "700 lift b5 B", "100 drop a4 B", "700 lift g8 n", "100 drop f6 n"} {
		before := sensed()
		harness.PlayRecords(t, again, p, harness.ParseLog(t, "#! boardd-log 1\n"+act+"\n"))
		harness.Until(t, act, 5*time.Second, func() bool { return sensed() != before }) // one after the other
	}
	harness.Until(t, "what followed", 10*time.Second, func() bool {
		return strings.HasPrefix(r.UCI("game"), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4")
	})
}

// awayMoves is a Ruy Lopez from the middle of White's third move on, in which
// pieces are exchanged and Black slides a pawn.
const awayMoves = `#! boardd-log 1
0 drop b5 B
0 press w
0 lift a7 p
0 drop a6 p
0 press b
0 drop c6 B
0 lift b5 B
0 press w
0 lift d7 p
0 drop c6 p
0 press b
0 lift e1 K
0 drop g1 K
0 lift h1 R
0 drop f1 R
0 press w
0 lift f7 p
0 drop f6 p
0 press b
0 lift d2 P
0 drop d3 P
0 lift d3 P
0 drop d4 P
0 press w
0 clock 120000 110000 b
0 lift e5 p
`

// TestRunLogFillsGap: the cable is out for eight plies, from the middle of a move to the middle
// of another one. The board's own log has them, in order.
func TestRunLogFillsGap(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(harness.FastSpeed)
	old := harness.TestPlayback(t)
	name := filepath.Join(t.TempDir(), "board")
	harness.NamePort(t, name, old)
	daemontest.StartGame(t, harness.TestConfig(name, url), old, p)
	harness.PlayRecords(t, old, p, harness.ParseLog(t, harness.ShortGame+"2800 lift b8 n\n2900 drop c6 n\n3300 press b\n3600 lift f1 B\n"))
	harness.Until(t, "four moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3 b8c6" })
	harness.Unplug(t, name, old)
	harness.Until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"lost"`) })
	old.Unheard(harness.ParseLog(t, awayMoves))
	again, err := playback.On(old.Board, byte(dgt.UpdateNice))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	harness.NamePort(t, name, again)
	const reported = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4"
	harness.Until(t, "what was played unheard", 10*time.Second, func() bool { return r.UCI("game") == reported })
	harness.PlayRecords(t, again, p, harness.ParseLog(t, "#! boardd-log 1\n0 drop d4 p\n400 press b\n700 drop d4 N\n800 lift f3 N\n1200 press w\n"))
	harness.Until(t, "what followed", 5*time.Second, func() bool { return r.UCI("game") == reported+" e5d4 f3d4" })
	if what := r.Course(); strings.Contains(strings.Join(what, " "), "retract") {
		t.Errorf("events %q", what)
	}
	for _, m := range r.Game("game").Moves {
		if m.Inferred {
			t.Errorf("%s is marked as inferred", *m.SAN)
		}
	}
}

// stream returns a board at a port that sends a frame every few milliseconds until the port is
// closed.
func stream(t *testing.T, board family.Scanner, every int64, clk *clock.Clock) *playback.Playback {
	t.Helper()
	p, err := playback.On(board, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	p.Stream(clk, every)
	return p
}

// numbersSpeed is slow enough for boards that need 0.2 s for a frame.
const numbersSpeed = 20

// numbersRun plays a game on a board that is pulled out with a piece in the air and comes back
// when that has landed.
func numbersRun(t *testing.T, c *config.Config, r *harness.Relay, p *clock.Clock, board family.Scanner, every int64) (stop func()) {
	t.Helper()
	board.Step(nil, harness.ParseLog(t, harness.NumbersStart)[0])
	old, reply := stream(t, board, every, p), harness.ParseLog(t, harness.NumbersReply)
	harness.NamePort(t, c.Port.Name, old)
	stop = daemontest.StartRun(t, c, p)
	state := func(s string) func() bool {
		return func() bool { return strings.Contains(string(r.Payload("status")), `"`+s+`"`) }
	}
	harness.Until(t, "the pieces", 10*time.Second, state("ready"))
	harness.PlayRecords(t, old, p, harness.ParseLog(t, harness.NumbersGame))
	harness.Until(t, "two moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	harness.Unplug(t, c.Port.Name, old)
	harness.Until(t, "the state lost", 10*time.Second, state("lost"))
	board.Step(nil, reply[0])
	again := stream(t, board, every, p)
	harness.NamePort(t, c.Port.Name, again)
	harness.Until(t, "the pieces again", 10*time.Second, state("ready"))
	harness.PlayRecords(t, again, p, reply[1:])
	harness.Until(t, "four moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3 b8c6" })
	return stop
}

// TestRunCertabo: a game through the port of a board that reads ghosts, and whose pieces
// nobody knows. boardd recognises and stores them, so a daemon that starts in the middle of
// the game knows them.
func TestRunCertabo(t *testing.T) {
	t.Parallel()
	url, dir := harness.EmbeddedBroker(t), t.TempDir()
	r, p := harness.NewRelay(t, url), clock.New(numbersSpeed)
	c := harness.TestConfig(filepath.Join(dir, "board"), url)
	c.Port.Family, c.Port.PiecesFile, c.Game.Clock = "certabo", filepath.Join(dir, "pieces"), "no"
	board := &certabo.Board{Noise: certabo.GhostlySet()}
	stop := numbersRun(t, c, r, p, board, certabo.FrameTime)
	pieces, err := config.ReadPieces(c.Port.PiecesFile)
	if err != nil || !pieces.Equal(board.Pieces()) {
		t.Errorf("kept %s, %v", pieces, err)
	}
	stop()
	r.Stop()
	r = harness.NewRelay(t, url)
	daemontest.StartRun(t, c, p)
	harness.Until(t, "the pieces by name", 10*time.Second, func() bool {
		return strings.Contains(string(r.Payload("arbiter/board")), `"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"`)
	})
}

// TestRunTabutronic: the same on a board that names no pieces.
func TestRunTabutronic(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(numbersSpeed)
	c := harness.TestConfig(filepath.Join(t.TempDir(), "board"), url)
	c.Port.Family, c.Game.Clock = "tabutronic", "no"
	numbersRun(t, c, r, p, &tabutronic.Board{}, tabutronic.FrameTime)
	if info := string(r.Payload("info")); !strings.Contains(info, `"sensor":"occupancy"`) || !strings.Contains(info, `"kind":"tabutronic"`) {
		t.Errorf("info %s", info)
	}
}
