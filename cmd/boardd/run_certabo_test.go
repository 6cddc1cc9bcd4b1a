package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/numbers"
	"github.com/boardd/boardd/sensor/tabutronic"
)

// talk is a board at a port, that sends a frame every so many milliseconds until
// the port is closed.
func talk(t *testing.T, board numbers.Talker, every int64, pace *pace) *playback {
	t.Helper()
	p, err := playOn(numbersModel{board}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	p.talk(pace, every)
	return p
}

// numbersPace is slow enough for boards of 0.2 s a frame.
const numbersPace = 20

// The board of a game of numbers; then 1 e4 e5, and a knight taken off g1, which
// lands unheard; and a reply to that.
const (
	numbersStart = "#! boardd-log 1\n0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
	numbersGame  = "#! boardd-log 1\n200 lift e2\n500 drop e4 P\n1500 lift e7\n1800 drop e5 p\n3200 lift g1\n"
	numbersReply = "#! boardd-log 1\n0 drop f3 N\n3000 lift b8\n3300 drop c6 n\n"
)

// numbersRun plays this on a board that is pulled out with a man in the air and
// comes back when that has landed.
func numbersRun(t *testing.T, c *config, r *relay, p *pace, board numbers.Talker, every int64) (stop func()) {
	t.Helper()
	board.Step(parseLog(t, numbersStart)[0])
	old, reply := talk(t, board, every, p), parseLog(t, numbersReply)
	namePort(t, c.Port.Name, old)
	stop = startRun(t, c, p)
	state := func(s string) func() bool {
		return func() bool { return strings.Contains(string(r.payload("status")), `"`+s+`"`) }
	}
	until(t, "the men", 10*time.Second, state("ready"))
	playRecords(t, old, p, parseLog(t, numbersGame))
	until(t, "two moves", 10*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5" })
	unplug(t, c.Port.Name, old)
	until(t, "the state lost", 10*time.Second, state("lost"))
	board.Step(reply[0])
	again := talk(t, board, every, p)
	namePort(t, c.Port.Name, again)
	until(t, "the men again", 10*time.Second, state("ready"))
	playRecords(t, again, p, reply[1:])
	until(t, "four moves", 10*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3 b8c6" })
	return stop
}

// TestRunCertabo: a game through the port of a board that reads ghosts, whose
// men nobody knows. They are learnt and kept, so that a daemon that is started
// in the middle of the game knows them.
func TestRunCertabo(t *testing.T) {
	t.Parallel()
	url, dir := embeddedBroker(t), t.TempDir()
	r, p := newRelay(t, url), newPace(numbersPace)
	c := testConfig(filepath.Join(dir, "board"), url)
	c.Port.Family, c.Port.MenFile, c.Game.Clock = "certabo", filepath.Join(dir, "men"), "no"
	board := &certabo.Board{Noise: certabo.GhostlySet()}
	stop := numbersRun(t, c, r, p, board, certabo.FrameTime)
	men, err := readMen(c.Port.MenFile)
	if err != nil || !men.Equal(board.Men()) {
		t.Errorf("kept %s, %v", men, err)
	}
	stop()
	r.stop()
	r = newRelay(t, url)
	startRun(t, c, p)
	until(t, "the men by name", 10*time.Second, func() bool {
		return strings.Contains(string(r.payload("arbiter/board")), `"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"`)
	})
}

// TestRunTabutronic: the same on a board that does not name the men.
func TestRunTabutronic(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	r, p := newRelay(t, url), newPace(numbersPace)
	c := testConfig(filepath.Join(t.TempDir(), "board"), url)
	c.Port.Family, c.Game.Clock = "tabutronic", "no"
	numbersRun(t, c, r, p, &tabutronic.Board{}, tabutronic.FrameTime)
	if info := string(r.payload("info")); !strings.Contains(info, `"sensor":"occupancy"`) || !strings.Contains(info, `"kind":"tabutronic"`) {
		t.Errorf("info %s", info)
	}
}

// TestMenFile: what is kept is added to, and what cannot be read is not written over.
func TestMenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "men")
	one, two := certabo.Set{}.With(certabo.Man{Tag: 1, Piece: placement.WhiteKing}), certabo.Set{}.With(certabo.Man{Tag: 2, Piece: placement.BlackKing})
	for _, men := range []certabo.Set{one, two} {
		if err := addMen(name, men); err != nil {
			t.Fatal(err)
		}
	}
	if men, err := readMen(name); err != nil || !men.Equal(one.Merge(two)) {
		t.Errorf("kept %s, %v", men, err)
	}
	if err := os.WriteFile(name, []byte("K:1.2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := testConfig("port", "tcp://localhost")
	c.Port.MenFile = name
	if _, _, err := c.headerWithMen(); err == nil || !strings.Contains(err.Error(), `read man "K:1.2"`) {
		t.Errorf("error %v", err)
	}
	if err := addMen(name, one); err == nil {
		t.Error("a file that is no list of men was overwritten")
	}
}

// TestMenFileDamaged: a start does without a file that is damaged or cannot be read,
// and says so. One that is damaged makes room for the men that are learnt.
func TestMenFileDamaged(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "men")
	if err := os.WriteFile(name, []byte("K:1.2\n\x00\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{name, folder} {
		c := testConfig("port", "tcp://localhost:1883")
		c.Port.Family, c.Port.MenFile = "certabo", file
		var log lines
		d, err := newDaemon(c, zerolog.New(&log), newPace(1), "first")
		if err != nil {
			t.Fatal(err)
		}
		if text := log.String(); !strings.Contains(text, "learnt anew") || !strings.Contains(text, file) {
			t.Errorf("logged %q", text)
		}
		if d.kept.Len() > 0 {
			t.Errorf("knows %s", d.kept)
		}
	}
	if text, err := os.ReadFile(name + ".damaged"); err != nil || string(text) != "K:1.2\n\x00\x00" {
		t.Errorf("aside is %q, %v", text, err)
	}
	men := certabo.Set{}.With(certabo.Man{Tag: 1, Piece: placement.WhiteKing})
	if err := addMen(name, men); err != nil {
		t.Error(err)
	}
	if kept, err := readMen(name); err != nil || !kept.Equal(men) {
		t.Errorf("kept %s, %v", kept, err)
	}
}
