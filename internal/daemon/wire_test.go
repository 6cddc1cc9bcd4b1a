package daemon

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/finder"
	"github.com/boardd/boardd/sensor/text"
	"github.com/boardd/boardd/transport"
)

// infoOf is what the daemon says of its board.
func infoOf(t *testing.T, r *harness.Relay) transport.Info {
	var i transport.Info
	if p := r.Payload("info"); p != nil {
		if err := json.Unmarshal(p, &i); err != nil {
			t.Errorf("info: %v", err)
		}
	}
	return i
}

// TestRunFindsBoard: nobody has said what board there is. It is found, told, and
// recorded, so that the log replays to the game.
func TestRunFindsBoard(t *testing.T) {
	t.Parallel()
	for i, c := range harness.FoundBoards {
		t.Run(fmt.Sprint(c.Family, " ", c.Baud), func(t *testing.T) {
			t.Parallel()
			url := harness.EmbeddedBroker(t)
			r, p := harness.NewRelay(t, url), clock.New(harness.FastPace)
			board := harness.BoardAtPort(t, i)
			config := harness.TestConfig(board.Path, url)
			config.Port.Family, config.Game.Clock = "auto", "no"
			file := filepath.Join(t.TempDir(), "found.log")
			stop := recorded(t, config, p, file)
			harness.PlayRecords(t, board, p, harness.ParseLog(t, harness.NoClockGame))
			harness.Until(t, "three moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
			if i := infoOf(t, r); i.Kind != c.Family {
				t.Errorf("told is %+v", i)
			}
			stop()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			log := string(text)
			if want := " family " + c.Family + "\n"; !strings.Contains(log, want) || strings.Contains(log, "#: board") {
				t.Errorf("not in the log: %q\n%s", want, log)
			}
			if _, after, _ := strings.Cut(log, " family "+c.Family+"\n"); !proofInLog.MatchString(after) {
				t.Errorf("the log does not have what it was found by:\n%s", log)
			}
			if got := harness.Replayed(t, log, "-o", "uci"); got != harness.ShortGameUCI {
				t.Errorf("it replays to %q", got)
			}
		})
	}
}

// proofInLog is that something was read comes first after the family.
var proofInLog = regexp.MustCompile(`^[0-9]+ rx `)

// printsOnly is a board that only prints what happens: it answers nothing, and never says
// all that stands on it.
type printsOnly struct{ text.Board }

func (p *printsOnly) Step(dst []byte, r sensor.Record) []byte {
	if r.Word == sensor.Lift || r.Word == sensor.Drop {
		return p.Board.Step(dst, r)
	}
	return dst
}

func (p *printsOnly) Command(dst, _ []byte) []byte { return dst }

// TestRunFindsPrinter: of a board that only prints what happens, over USB, no move is
// lost while it is found, whenever the game begins; and the log replays to it.
func TestRunFindsPrinter(t *testing.T) {
	t.Parallel()
	for wait := int64(0); wait < finder.RoundTime(); wait += 1700 {
		t.Run(fmt.Sprint(wait), func(t *testing.T) {
			t.Parallel()
			url := harness.EmbeddedBroker(t)
			r, p := harness.NewRelay(t, url), clock.New(2*harness.FastPace)
			board, err := playback.On(&printsOnly{text.Board{Kind: "occupancy"}}, 0)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(board.Close)
			config := harness.TestConfig(board.Path, url)
			config.Port.Family, config.Game.Clock = "auto", "no"
			file := filepath.Join(t.TempDir(), "found.log")
			stop := recorded(t, config, p, file)
			harness.Until(t, "the port is open", 10*time.Second, func() bool {
				log, _ := os.ReadFile(file)
				return strings.Contains(string(log), "link up")
			})
			begin := harness.ParseLog(t, harness.NoClockGame)[1:]
			for i := range begin {
				begin[i].At += wait
			}
			harness.PlayRecords(t, board, p, begin)
			harness.Until(t, "three moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
			stop()
			log, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := harness.Replayed(t, string(log), "-o", "uci"); got != harness.ShortGameUCI {
				t.Errorf("it replays to %q", got)
			}
		})
	}
}

// TestRunFindsAnother: a board that was found is unplugged, and one of another
// family comes in its place.
func TestRunFindsAnother(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(2*harness.FastPace)
	one, other := harness.BoardAtPort(t, 0), harness.BoardAtPort(t, 1)
	name := filepath.Join(t.TempDir(), "board")
	harness.NamePort(t, name, one)
	c := harness.TestConfig(name, url)
	c.Port.Family, c.Game.Clock = "auto", "no"
	file := filepath.Join(t.TempDir(), "found.log")
	stop := recorded(t, c, p, file)
	harness.Until(t, "the first board", 10*time.Second, func() bool { return infoOf(t, r).Kind == "dgt" && infoOf(t, r).Serial != "" })
	harness.Unplug(t, name, one)
	harness.NamePort(t, name, other)
	harness.Until(t, "the other board", 15*time.Second, func() bool { return infoOf(t, r).Kind == "chesslink" })
	if i := infoOf(t, r); i.Serial != "" {
		t.Errorf("it has the serial number of the first: %+v", i)
	}
	harness.PlayRecords(t, other, p, harness.ParseLog(t, harness.NoClockGame))
	harness.Until(t, "three moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	stop()
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := harness.Replayed(t, string(log), "-o", "uci"); got != harness.ShortGameUCI {
		t.Errorf("it replays to %q", got)
	}
}
