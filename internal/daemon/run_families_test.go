package daemon

import (
	"bytes"
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
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/simulate"
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
}{{"dgt", true, 1}, {"chesslink", false, 1}, {"certabo", false, 4}, {"tabutronic", false, 2}, {"centaur", false, 1}, {"text", true, 1}}

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
	p, err := playback.On(s.board, s.family.Cue)
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
	case <-time.After(10 * time.Second):
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
	begin, pace := int64(0), clock.New(1)
	for _, r := range records[1:] {
		lifted := r.Word == sensor.Lift
		if lifted && s.plug == nil && slices.Contains(pluggedIn, r.Square) {
			gone()
			s.in()
			s.looked()
			ready()
			begin = pace.Now() - r.At
		}
		clock.Sleep(s.t.Context(), pace.Until(begin+r.At))
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

// checkPublished looks for a move that was published and not played.
func checkPublished(t *testing.T, r *harness.Relay) {
	t.Helper()
	var moves []string
	what, _ := r.Events()
	for _, event := range what {
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
