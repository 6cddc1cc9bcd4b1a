package daemon

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/sensortest"
	"github.com/boardd/boardd/sensor/tabutronic"
)

// talk is a board at a port, that sends a frame every so many milliseconds until
// the port is closed.
func talk(t *testing.T, board family.Scanner, every int64, pace *clock.Clock) *playback.Playback {
	t.Helper()
	p, err := playback.On(board, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	p.Stream(pace, every)
	return p
}

// numbersPace is slow enough for boards of 0.2 s a frame.
const numbersPace = 20

// numbersRun plays this on a board that is pulled out with a man in the air and
// comes back when that has landed.
func numbersRun(t *testing.T, c *config.Config, r *harness.Relay, p *clock.Clock, board family.Scanner, every int64) (stop func()) {
	t.Helper()
	board.Step(nil, harness.ParseLog(t, harness.NumbersStart)[0])
	old, reply := talk(t, board, every, p), harness.ParseLog(t, harness.NumbersReply)
	harness.NamePort(t, c.Port.Name, old)
	stop = startRun(t, c, p)
	state := func(s string) func() bool {
		return func() bool { return strings.Contains(string(r.Payload("status")), `"`+s+`"`) }
	}
	harness.Until(t, "the men", 10*time.Second, state("ready"))
	harness.PlayRecords(t, old, p, harness.ParseLog(t, harness.NumbersGame))
	harness.Until(t, "two moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	harness.Unplug(t, c.Port.Name, old)
	harness.Until(t, "the state lost", 10*time.Second, state("lost"))
	board.Step(nil, reply[0])
	again := talk(t, board, every, p)
	harness.NamePort(t, c.Port.Name, again)
	harness.Until(t, "the men again", 10*time.Second, state("ready"))
	harness.PlayRecords(t, again, p, reply[1:])
	harness.Until(t, "four moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3 b8c6" })
	return stop
}

// TestRunCertabo: a game through the port of a board that reads ghosts, whose
// pieces nobody knows. They are learnt and kept, so that a daemon that is started
// in the middle of the game knows them.
func TestRunCertabo(t *testing.T) {
	t.Parallel()
	url, dir := harness.EmbeddedBroker(t), t.TempDir()
	r, p := harness.NewRelay(t, url), clock.New(numbersPace)
	c := harness.TestConfig(filepath.Join(dir, "board"), url)
	c.Port.Family, c.Port.PieceFile, c.Game.Clock = "certabo", filepath.Join(dir, "men"), "no"
	board := &certabo.Board{Noise: certabo.GhostlySet()}
	stop := numbersRun(t, c, r, p, board, certabo.FrameTime)
	men, err := config.ReadPieces(c.Port.PieceFile)
	if err != nil || !men.Equal(board.Pieces()) {
		t.Errorf("kept %s, %v", men, err)
	}
	stop()
	r.Stop()
	r = harness.NewRelay(t, url)
	startRun(t, c, p)
	harness.Until(t, "the men by name", 10*time.Second, func() bool {
		return strings.Contains(string(r.Payload("arbiter/board")), `"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"`)
	})
}

// TestRunTabutronic: the same on a board that does not name the pieces.
func TestRunTabutronic(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(numbersPace)
	c := harness.TestConfig(filepath.Join(t.TempDir(), "board"), url)
	c.Port.Family, c.Game.Clock = "tabutronic", "no"
	numbersRun(t, c, r, p, &tabutronic.Board{}, tabutronic.FrameTime)
	if info := string(r.Payload("info")); !strings.Contains(info, `"sensor":"occupancy"`) || !strings.Contains(info, `"kind":"tabutronic"`) {
		t.Errorf("info %s", info)
	}
}

// TestPieceFile: what is kept is added to, and what cannot be read is not written over.
func TestPieceFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "men")
	one, two := certabo.Set{}.With(certabo.TaggedPiece{Tag: 1, Piece: placement.WhiteKing}), certabo.Set{}.With(certabo.TaggedPiece{Tag: 2, Piece: placement.BlackKing})
	for _, men := range []certabo.Set{one, two} {
		if err := addPieces(name, men); err != nil {
			t.Fatal(err)
		}
	}
	if men, err := config.ReadPieces(name); err != nil || !men.Equal(one.Merge(two)) {
		t.Errorf("kept %s, %v", men, err)
	}
	if err := os.WriteFile(name, []byte("K:1.2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := harness.TestConfig("port", "tcp://localhost")
	c.Port.PieceFile = name
	if _, _, err := c.HeaderWithPieces(); err == nil || !strings.Contains(err.Error(), `read piece "K:1.2"`) {
		t.Errorf("error %v", err)
	}
	if err := addPieces(name, one); err == nil {
		t.Error("a file that is no list of men was overwritten")
	}
}

// TestPieceFileDamaged: a start does without a file that is damaged or cannot be read,
// and says so. One that is damaged makes room for the pieces that are learnt.
func TestPieceFileDamaged(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "men")
	if err := os.WriteFile(name, []byte("K:1.2\n\x00\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{name, folder} {
		c := harness.TestConfig("port", "tcp://localhost:1883")
		c.Port.Family, c.Port.PieceFile = "certabo", file
		var log harness.Lines
		d, err := New(c, zerolog.New(&log), clock.New(1), "first")
		if err != nil {
			t.Fatal(err)
		}
		if text := log.String(); !strings.Contains(text, "learnt again") || !strings.Contains(text, file) {
			t.Errorf("logged %q", text)
		}
		if d.savedPieces.Len() > 0 {
			t.Errorf("knows %s", d.savedPieces)
		}
	}
	if text, err := os.ReadFile(name + ".damaged"); err != nil || string(text) != "K:1.2\n\x00\x00" {
		t.Errorf("aside is %q, %v", text, err)
	}
	men := certabo.Set{}.With(certabo.TaggedPiece{Tag: 1, Piece: placement.WhiteKing})
	if err := addPieces(name, men); err != nil {
		t.Error(err)
	}
	if kept, err := config.ReadPieces(name); err != nil || !kept.Equal(men) {
		t.Errorf("kept %s, %v", kept, err)
	}
}

// TestMenInHeader: a recording that begins in the middle of a game says who the
// pieces are, and replays by name; decoded, it needs nobody to be known.
func TestMenInHeader(t *testing.T) {
	board := &certabo.Board{Noise: certabo.GhostlySet()}
	hands := harness.ParseLog(t, "#! boardd-log 1\n0 board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n")
	board.Step(nil, hands[0])
	c := harness.TestConfig("port", "tcp://localhost")
	c.Port.Family, c.Port.PieceFile = "certabo", filepath.Join(t.TempDir(), "men")
	if err := addPieces(c.Port.PieceFile, board.Pieces()); err != nil {
		t.Fatal(err)
	}
	h, _, err := c.HeaderWithPieces()
	if err != nil {
		t.Fatal(err)
	}
	log, err := sensor.AppendHeader(nil, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range sensortest.PortRecords(board, certabo.FrameTime, hands, 3000, 64) {
		log = sensor.AppendRecord(log, r)
	}
	decoded := harness.Replayed(t, string(log), "-o", "log")
	if !strings.Contains(decoded, "board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n") {
		t.Errorf("decoded:\n%s", decoded)
	}
	if again := harness.Replayed(t, decoded, "-o", "log"); again != decoded {
		t.Errorf("decoded again:\n%s", again)
	}
}
