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

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/text"
	"github.com/boardd/boardd/transport"
)

// foundBoards are boards as they are found: at their speed, and by what a host
// has them begin with once it knows them.
var foundBoards = []struct {
	family string
	baud   int
	cue    byte
	board  func() boardModel
}{
	{"dgt", 9600, byte(dgt.UpdateNice), func() boardModel { return &dgt.Board{Number: 1025} }},
	{"chesslink", 38400, 0xd3, func() boardModel { return new(chesslink.Board) }},
	{"text", 115200, 'b', func() boardModel { return &text.Board{Serial: "0042"} }},
	{"text", 9600, 'b', func() boardModel { return &text.Board{Kind: "occupancy"} }},
}

// infoOf is what the daemon says of its board.
func infoOf(t *testing.T, r *relay) transport.Info {
	var i transport.Info
	if p := r.payload("info"); p != nil {
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
	for i, c := range foundBoards {
		t.Run(fmt.Sprint(c.family, " ", c.baud), func(t *testing.T) {
			t.Parallel()
			url := embeddedBroker(t)
			r, p := newRelay(t, url), newPace(fastPace)
			board := heldBoard(t, i)
			config := testConfig(board.path, url)
			config.Port.Family, config.Game.Clock = "auto", "no"
			file := filepath.Join(t.TempDir(), "found.log")
			stop := recorded(t, config, p, file)
			playRecords(t, board, p, parseLog(t, noClockGame))
			until(t, "three moves", 10*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3" })
			if i := infoOf(t, r); i.Kind != c.family {
				t.Errorf("told is %+v", i)
			}
			stop()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			log := string(text)
			if want := " family " + c.family + "\n"; !strings.Contains(log, want) || strings.Contains(log, "#: board") {
				t.Errorf("not in the log: %q\n%s", want, log)
			}
			if got := replayed(t, log, "-o", "uci"); got != shortGameUCI {
				t.Errorf("it replays to %q", got)
			}
		})
	}
}

// noClockGame is the short game on a board without a clock, and the beginning of
// Black's reply to it.
const noClockGame = `#! boardd-log 1
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
1000 lift e2 P
1200 drop e4 P
2500 lift e7 p
2700 drop e5 p
4000 lift g1 N
4200 drop f3 N
5500 lift b8 n
`

// heldBoard is a board of a family behind a port, at its speed, with the men set up.
func heldBoard(t *testing.T, n int) *playback {
	t.Helper()
	board, err := playOn(foundBoards[n].board(), foundBoards[n].cue)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(board.close)
	board.setBaud(foundBoards[n].baud)
	if err := board.do(parseLog(t, noClockGame)[0]); err != nil {
		t.Fatal(err)
	}
	return board
}

// TestRunFindsAnother: a board that was found is unplugged, and one of another
// family comes in its place.
func TestRunFindsAnother(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	r, p := newRelay(t, url), newPace(2*fastPace)
	one, other := heldBoard(t, 0), heldBoard(t, 1)
	name := filepath.Join(t.TempDir(), "board")
	namePort(t, name, one)
	c := testConfig(name, url)
	c.Port.Family, c.Game.Clock = "auto", "no"
	file := filepath.Join(t.TempDir(), "found.log")
	stop := recorded(t, c, p, file)
	until(t, "the first board", 10*time.Second, func() bool { return infoOf(t, r).Kind == "dgt" && infoOf(t, r).Serial != "" })
	unplug(t, name, one)
	namePort(t, name, other)
	until(t, "the other board", 15*time.Second, func() bool { return infoOf(t, r).Kind == "chesslink" })
	if i := infoOf(t, r); i.Serial != "" {
		t.Errorf("it has the serial number of the first: %+v", i)
	}
	playRecords(t, other, p, parseLog(t, noClockGame))
	until(t, "three moves", 10*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3" })
	stop()
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := replayed(t, string(log), "-o", "uci"); got != shortGameUCI {
		t.Errorf("it replays to %q", got)
	}
}

// TestCheckFinds: check and ports say what they have found.
func TestCheckFinds(t *testing.T) {
	t.Parallel()
	board, again, taken := heldBoard(t, 0), heldBoard(t, 0), heldBoard(t, 1)
	const want = "a dgt board (found at 9600 baud), serial number 01025"
	text, err := checkPort(t.Context(), &portConfig{Name: board.path, Family: autoFamily}, 5*time.Second)
	if err != nil || !strings.HasPrefix(text, board.path+", "+want) {
		t.Errorf("check: %q, %v", text, err)
	}
	hold, err := sensor.OpenPort(t.Context(), sensor.PortConfig{Name: taken.path, Baud: 9600})
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	ports := []sensor.PortInfo{{Path: again.path, Allowed: true}, {Path: taken.path, Allowed: true}, {Path: taken.path}}
	states := []string{"free", "free", "not yours"}
	findBoards(t.Context(), ports, states)
	if !strings.HasPrefix(states[0], want) || !strings.Contains(states[1], "port is in use") || states[2] != "not yours" {
		t.Errorf("ports: %q", states)
	}
}

// TestFamilyInLog: a log whose header does not say what decodes it, but in which
// that was found out, replays as if the header had said it; what was read before
// is for people.
func TestFamilyInLog(t *testing.T) {
	log := fixtures.Log("text-board")
	found := strings.Replace(log, "#: board text\n", "", 1)
	found = strings.Replace(found, "0 link up\n", "0 link up\n1 rx 86 00 43\n2 family text\n", 1)
	if got, want := replayed(t, found, "-o", "uci"), replayed(t, log, "-o", "uci"); got != want || got == "\n" {
		t.Errorf("%q, want %q", got, want)
	}
	if messages := replayed(t, found, "-o", "messages"); !strings.Contains(messages, `"kind":"text"`) {
		t.Errorf("it is not said what was found:\n%s", messages)
	}
	wantRefused(t, "no board header says what decodes them", strings.Replace(found, "2 family text\n", "", 1), "replay", "-")
}

// busModel is boards of a bus, of which only the addresses matter.
type busModel []bus.Address

func (b busModel) Step(dst []byte, _ sensor.Record) []byte { return dst }

func (b busModel) Command(dst, data []byte) []byte {
	if bytes.Equal(data, bus.Ping.Append(nil, bus.All)) {
		for _, a := range b {
			dst = bus.Ping.AppendAnswer(dst, a)
		}
	}
	return dst
}

// TestFindsBus: several boards on one line are told, and left alone.
func TestFindsBus(t *testing.T) {
	t.Parallel()
	board, err := playOn(busModel{1025, 1026}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(board.close)
	board.setBaud(9600)
	c := testConfig(board.path, embeddedBroker(t))
	c.Port.Family = autoFamily
	var log lines
	stop := startLogged(t, c, newPace(fastPace), &log)
	until(t, "that it is told", 10*time.Second, func() bool { return strings.Contains(log.String(), busText) })
	stop()
	until(t, "that check tells it", 10*time.Second, func() bool {
		text, _ := checkPort(t.Context(), &c.Port, 5*time.Second)
		return text == board.path+", "+busText
	})
}
