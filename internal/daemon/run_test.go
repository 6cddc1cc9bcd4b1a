package daemon_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/text"
	"github.com/boardd/boardd/transport"
)

func TestRunPublishesGame(t *testing.T) {
	for name, start := range map[string]func(testing.TB) string{"embedded": harness.EmbeddedBroker, "mosquitto": harness.Mosquitto} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := start(t)
			r := harness.NewRelay(t, url)
			board := harness.TestPlayback(t)
			clk := clock.New(1)
			if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
				t.Fatal(err)
			}
			stop := daemontest.StartRun(t, harness.TestConfig(board.Path, url), clk)
			if err := board.Play(context.Background(), clk, harness.ParseLog(t, harness.ShortGame)); err != nil {
				t.Fatal(err)
			}
			harness.Until(t, "three moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
			harness.Until(t, "clocks", 5*time.Second, func() bool {
				return strings.Contains(string(r.Payload("pgn")), "2. Nf3 {[%clk 0:02:58]}")
			})
			for _, pgn := range r.Pgns {
				if strings.Contains(pgn, "e3") {
					t.Errorf("a move that was on the way was published:\n%s", pgn)
				}
			}
			stop()
			harness.Until(t, "off", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"off"`) })
		})
	}
}

// TestRunBeforeBroker: the game begins before the broker can be reached. Then all that
// happened comes in order, marked as history.
func TestRunBeforeBroker(t *testing.T) {
	t.Parallel()
	broker := harness.EmbeddedBroker(t)
	url, open := harness.Gate(t, broker)
	r, board, p := harness.NewRelay(t, broker), harness.TestPlayback(t), clock.New(harness.FastSpeed)
	daemontest.StartGame(t, harness.TestConfig(board.Path, url), board, p)
	first, rest := harness.ShortGameParts(t, 2000)
	harness.PlayRecords(t, board, p, first)
	if len(r.Topics()) > 0 {
		t.Fatalf("messages came before there was a way: %q", r.Topics())
	}
	open()
	harness.Until(t, "two moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	harness.PlayRecords(t, board, p, rest)
	harness.Until(t, "three moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	what, historical := r.Course(), r.Historical()
	kept := slices.Index(historical, false) // how many had been kept; the second move may just not have been settled
	if !slices.Equal(what, []string{"game_start", "move e2e4", "move e7e5", "move g1f3"}) || kept < 2 || slices.Contains(historical[kept:], true) {
		t.Errorf("events %q, historical %v", what, historical)
	}
}

// TestRunBrokerKilled: the broker dies in the middle of the game and comes back
// without its memory; no move is lost.
func TestRunBrokerKilled(t *testing.T) {
	t.Parallel()
	address := brokertest.FreeAddress(t)
	kill := harness.MosquittoAt(t, address)
	url := "tcp://" + address
	r, board, p := harness.NewRelay(t, url), harness.TestPlayback(t), clock.New(harness.FastSpeed)
	daemontest.StartGame(t, harness.TestConfig(board.Path, url), board, p)
	first, rest := harness.ShortGameParts(t, 2000)
	harness.PlayRecords(t, board, p, first)
	harness.Until(t, "two moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	kill()
	harness.PlayRecords(t, board, p, rest)
	harness.MosquittoAt(t, address)
	r = harness.NewRelay(t, url)
	harness.Until(t, "the game after the broker came back", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	harness.Until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
}

// TestRunPortLost: the board is pulled out, a move is played meanwhile, and the board comes
// back at another port. The scan shows the move.
func TestRunPortLost(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(harness.FastSpeed)
	old, other := harness.TestPlayback(t), harness.TestPlayback(t)
	name := filepath.Join(t.TempDir(), "board")
	harness.NamePort(t, name, old)
	daemontest.StartGame(t, harness.TestConfig(name, url), old, p)
	first, rest := harness.ShortGameParts(t, 2000)
	harness.PlayRecords(t, old, p, first)
	harness.Until(t, "two moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5" })
	for _, record := range append(first, rest...) { // the same board and clock at the other port
		if err := other.Do(record); err != nil {
			t.Fatal(err)
		}
	}
	harness.Unplug(t, name, old)
	harness.Until(t, "the state lost", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"lost"`) })
	harness.Until(t, "no trust", 5*time.Second, func() bool { return r.Game("arbiter/game").Trust.State == "disconnected" })
	harness.NamePort(t, name, other)
	harness.Until(t, "three moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	reply := []sensor.Record{
		{At: 0, Word: sensor.Lift, Square: placement.B8, Piece: placement.BlackKnight},
		{At: 200, Word: sensor.Drop, Square: placement.C6, Piece: placement.BlackKnight},
		{At: 700, Word: sensor.Press, Side: placement.Black},
	}
	harness.PlayRecords(t, other, p, reply)
	harness.Until(t, "the reply", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3 b8c6" })
	harness.Until(t, "ready", 5*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"ready"`) })
}

// TestRunRubbish: bytes that are no message of the board change no move. TestRubbish of pipeline
// holds the events; here the machine decides when bytes arrive.
func TestRunRubbish(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, board, p := harness.NewRelay(t, url), harness.TestPlayback(t), clock.New(harness.FastSpeed)
	var records []sensor.Record
	for i, record := range harness.ParseLog(t, harness.ShortGame) {
		records = append(records, record, sensor.Record{At: record.At, Word: sensor.Rx, Data: harness.Rubbish[i%len(harness.Rubbish)]})
	}
	daemontest.StartGame(t, harness.TestConfig(board.Path, url), board, p)
	harness.PlayRecords(t, board, p, records)
	harness.Until(t, "three moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	harness.Until(t, "an end of settling", 5*time.Second, func() bool { return r.Game("arbiter/game").Trust.State == "ok" })
	if got := harness.FollowEvents(t, r); !slices.Equal(got, []string{"e2e4", "e7e5", "g1f3"}) {
		t.Errorf("the events are a game of %q", got)
	}
}

// TestRunBoardDead: the port is open, but the board has lost its power. boardd reports that
// once, and once that the board is back.
func TestRunBoardDead(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, board, p := harness.NewRelay(t, url), harness.TestPlayback(t), clock.New(harness.FastSpeed)
	p.Live = true
	var log harness.Lines
	if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
		t.Fatal(err)
	}
	daemontest.StartLogged(t, harness.TestConfig(board.Path, url), p, &log)
	state := func(s string) func() bool {
		return func() bool { return bytes.Contains(r.Payload("status"), []byte(`"`+s+`"`)) }
	}
	harness.Until(t, "ready", 5*time.Second, state("ready"))
	board.Die(true)
	p.SetSpeed(10 * harness.FastSpeed) // what is waited for now takes long
	harness.Until(t, "lost", 5*time.Second, state("lost"))
	harness.Until(t, "no trust", 5*time.Second, func() bool { return r.Game("game").Trust.State == "disconnected" })
	if err := board.Do(sensor.Record{Word: sensor.Rx, Data: []byte{0x12}}); err != nil { // a noise on the line
		t.Fatal(err)
	}
	harness.Until(t, "that there is something", 5*time.Second, state("init"))
	harness.Until(t, "that it is no board", 5*time.Second, state("lost"))
	p.SetSpeed(harness.FastSpeed) // else a board whose answer is read a little late is lost once more
	board.Die(false)
	harness.Until(t, "ready again", 5*time.Second, state("ready"))
	harness.PlayRecords(t, board, p, harness.ParseLog(t, harness.ShortGame))
	harness.Until(t, "three moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	for _, text := range []string{"the board does not answer", "the board answers again"} {
		if n := strings.Count(log.String(), text); n != 1 {
			t.Errorf("%q is logged %d times:\n%s", text, n, log.String())
		}
	}
}

// TestRunBrokerForgets: the broker comes back without its memory. It gets all that is retained
// again, although nothing happens on the board.
func TestRunBrokerForgets(t *testing.T) {
	t.Parallel()
	address := brokertest.FreeAddress(t)
	kill := harness.MosquittoAt(t, address)
	url := "tcp://" + address
	r, board, p := harness.NewRelay(t, url), harness.TestPlayback(t), clock.New(harness.FastSpeed)
	daemontest.StartGame(t, harness.TestConfig(board.Path, url), board, p)
	harness.PlayRecords(t, board, p, harness.ParseLog(t, "#! boardd-log 1\n0 clock 180000 180000 w\n100 lift b1 N\n200 drop b3 N\n600 press w\n600 clock 179000 180000 b\n"))
	const alert = "arbiter/alert/illegal_completed"
	harness.Until(t, "an alert", 5*time.Second, func() bool { return len(r.Payload(alert)) > 0 })
	kill()
	harness.MosquittoAt(t, address)
	r = harness.NewRelay(t, url)
	for _, topic := range []string{"status", "info", "game", "pgn", "clock", "arbiter/game", "arbiter/board", alert} {
		harness.Until(t, topic, 10*time.Second, func() bool { return len(r.Payload(topic)) > 0 })
	}
	if slices.Contains(r.Topics(), "event") {
		t.Error("an event is reported twice")
	}
}

// TestRunTwice: a session clears the alerts that an earlier one has left, and its numbers go
// on.
func TestRunTwice(t *testing.T) {
	t.Parallel()
	url := harness.Mosquitto(t)
	o, board := harness.NewOperator(t, url), harness.TestPlayback(t)
	const ghost, at = "arbiter/alert/desync", "2027-03-06T14:02:11.912Z"
	left, err := json.Marshal(transport.Alert{
		Head:    transport.Head{Schema: "boardd.alert/1.0", Board: "b07", Session: "earlier", Seq: 1, At: at},
		Warning: transport.Warning{Code: "desync", Since: at, Finding: transport.Finding{Code: "desync", Level: "arbiter", Article: "-", Side: "-"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := subscribe.Wait(o.Client.Publish(harness.TestPrefix+ghost, 1, true, left)); err != nil {
		t.Fatal(err)
	}
	began := uint64(time.Now().UnixMilli())
	var last uint64
	for range 2 {
		r := harness.NewRelay(t, url)
		stop := daemontest.StartRun(t, harness.TestConfig(board.Path, url), clock.New(harness.FastSpeed))
		harness.Until(t, "no ghost", 5*time.Second, func() bool {
			p, ok := r.Had(ghost)
			return ok && len(p) == 0
		})
		harness.Until(t, "the game", 5*time.Second, func() bool { return r.Game("game").Seq > max(last, began) })
		stop()
		var s transport.Status
		harness.Until(t, "off", 5*time.Second, func() bool {
			return json.Unmarshal(r.Payload("status"), &s) == nil && s.State == transport.Off
		})
		if last = s.Seq; last > began+60_000 || last >= 1<<53 {
			t.Errorf("number %d", last)
		}
		r.Stop()
	}
}

// recorded runs a daemon that records. stop ends it.
func recorded(t *testing.T, c *config.Config, p *clock.Clock, file string) (stop func()) {
	t.Helper()
	d, err := daemon.New(c, zerolog.New(zerolog.NewTestWriter(t)), p, "test")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := d.Record(file)
	if err != nil {
		t.Fatal(err)
	}
	end := harness.Background(t, d.Run)
	return func() {
		end()
		if err := rec.Close(); err != nil {
			t.Error(err)
		}
	}
}

// infoOf returns what the daemon publishes of its board.
func infoOf(t *testing.T, r *harness.Relay) transport.Info {
	var i transport.Info
	if p := r.Payload("info"); p != nil {
		if err := json.Unmarshal(p, &i); err != nil {
			t.Errorf("info: %v", err)
		}
	}
	return i
}

// TestRunFindsBoard: the configuration does not name the family of the board. boardd finds it,
// publishes it and records it, so the log replays to the game.
func TestRunFindsBoard(t *testing.T) {
	t.Parallel()
	for i, c := range harness.FoundBoards {
		t.Run(fmt.Sprint(c.Family, " ", c.Baud), func(t *testing.T) {
			t.Parallel()
			url := harness.EmbeddedBroker(t)
			r, p := harness.NewRelay(t, url), clock.New(harness.FastSpeed)
			board := harness.BoardAtPort(t, i)
			config := harness.TestConfig(board.Path, url)
			config.Port.Family, config.Game.Clock = "auto", "no"
			file := filepath.Join(t.TempDir(), "found.log")
			stop := recorded(t, config, p, file)
			harness.PlayRecords(t, board, p, harness.ParseLog(t, harness.NoClockGame))
			harness.Until(t, "three moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
			if i := infoOf(t, r); i.Kind != c.Family {
				t.Errorf("reported is %+v", i)
			}
			stop()
			log := wantShortGame(t, file)
			if want := " family " + c.Family + "\n"; !strings.Contains(log, want) || strings.Contains(log, "#: board") {
				t.Errorf("not in the log: %q\n%s", want, log)
			}
			if _, after, _ := strings.Cut(log, " family "+c.Family+"\n"); !proofInLog.MatchString(after) {
				t.Errorf("the log does not have what it was found by:\n%s", log)
			}
		})
	}
}

// wantShortGame checks that a recording replays to the short game.
func wantShortGame(t *testing.T, file string) (recording string) {
	t.Helper()
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := harness.Replayed(t, string(log), "-o", "uci"); got != harness.ShortGameUCI {
		t.Errorf("it replays to %q", got)
	}
	return string(log)
}

// proofInLog matches a log in which bytes follow the family: those by which it was found. The
// link comes up before them if a search before this one has ended without an answer.
var proofInLog = regexp.MustCompile(`^(?:[0-9]+ link up\n)?[0-9]+ rx `)

// printsOnly is a board that only prints what happens. It answers nothing, and never prints
// the whole position. When it has been asked for something so many times, time stands still and the
// hands make the first moves of the game.
type printsOnly struct {
	text.Board
	clock *clock.Clock
	asks  int
	first []sensor.Record
}

func (p *printsOnly) Step(dst []byte, r sensor.Record) []byte {
	if r.Word == sensor.Lift || r.Word == sensor.Drop {
		return p.Board.Step(dst, r)
	}
	return dst
}

func (p *printsOnly) Command(dst, _ []byte) []byte {
	if p.asks--; p.asks == 0 {
		p.clock.SetSpeed(0)
		for _, r := range p.first {
			dst = p.Board.Step(dst, r)
		}
	}
	return dst
}

// TestRunFindsPrinter: the board answers nothing and prints only changes. No move is lost while
// boardd detects the family, at whatever speed it listens when the game begins, and the log replays
// to the game.
func TestRunFindsPrinter(t *testing.T) {
	t.Parallel()
	for _, asks := range []int{1, 2, 4, 6, 8, 9, 10, 11} { // each speed, and each question of package text
		t.Run(fmt.Sprint(asks), func(t *testing.T) {
			t.Parallel()
			url := harness.EmbeddedBroker(t)
			r, p := harness.NewRelay(t, url), clock.New(2)
			p.Live = true
			game := harness.ParseLog(t, harness.NoClockGame)[1:]
			board, err := playback.On(&printsOnly{Board: text.Board{Kind: "occupancy"}, clock: p, asks: asks, first: game[:2]}, 0)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(board.Close)
			config := harness.TestConfig(board.Path, url)
			config.Port.Family, config.Game.Clock = "auto", "no"
			file := filepath.Join(t.TempDir(), "found.log")
			stop := recorded(t, config, p, file)
			harness.Until(t, "the board is found", 20*time.Second, func() bool {
				log, _ := os.ReadFile(file)
				return strings.Contains(string(log), " family text\n")
			})
			p.SetSpeed(harness.FastSpeed)
			harness.PlayRecords(t, board, p, game[2:])
			harness.Until(t, "three moves", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
			stop()
			wantShortGame(t, file)
		})
	}
}

// TestRunFindsAnother: a board that was found is unplugged, and one of another family takes
// its place.
func TestRunFindsAnother(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, p := harness.NewRelay(t, url), clock.New(2*harness.FastSpeed)
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
	wantShortGame(t, file)
}

// playTimed plays the lines of a log on a board from a position, until a condition holds, and
// returns what was recorded. From the last line on time passes at a speed.
func playTimed(t *testing.T, fen, lines string, speed float64, until func(o *harness.Operator) bool) (recording string) {
	t.Helper()
	url, file := harness.EmbeddedBroker(t), filepath.Join(t.TempDir(), "game.log")
	o, board, p := harness.NewOperator(t, url), harness.TestPlayback(t), clock.New(harness.FastSpeed)
	c := harness.TestConfig(board.Path, url)
	c.Game.Start = fen
	pieces, _, _ := strings.Cut(fen, " ")
	if err := board.Do(harness.ParseLog(t, "#! boardd-log 1\n0 board "+pieces+"\n")[0]); err != nil {
		t.Fatal(err)
	}
	stop := recorded(t, c, p, file)
	harness.Until(t, "the board answers", 5*time.Second, func() bool { return o.Game("arbiter/game").Phase == "waiting" })
	records := harness.ParseLog(t, "#! boardd-log 1\n"+lines)
	last := len(records) - 1
	harness.PlayRecords(t, board, p, records[:last])
	p.SetSpeed(speed)
	records[last].At = 0
	harness.PlayRecords(t, board, p, records[last:])
	harness.Until(t, "what follows", 10*time.Second, func() bool { return until(o) })
	stop()
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(log)
}

// TestProver: only a full search proves that a position is dead (5.2.2). It ends the game
// while it is played, and in a replay of the recording.
func TestProver(t *testing.T) {
	t.Parallel()
	log := playTimed(t, "5b1N/4p1pk/4P1P1/7K/8/8/8/8 b - - 0 1",
		"0 clock 180000 180000 b\n700 lift h7 k\n1400 drop g8 k\n2100 press b\n2100 clock 180000 179000 w\n", harness.FastSpeed,
		func(o *harness.Operator) bool { return o.Game("game").Result == "1/2-1/2" })
	if !strings.Contains(log, ` cmd dead_position {"game_id":"test-1","ply":1,"proved":true}`) {
		t.Errorf("recorded:\n%s", log)
	}
	if found := harness.Replayed(t, log, "-o", "findings"); strings.Count(found, `"code":"dead_position","level":"certain"`) != 1 {
		t.Errorf("replayed:\n%s", found)
	}
}

// TestPoint28Prover: when a flag falls, a search beside the game asks whether the opponent can
// mate. The answer is recorded, and a replay uses it. If a log has no answer, a replay searches
// at the end of the log, or at once if the log does not announce answers.
func TestPoint28Prover(t *testing.T) {
	t.Parallel()
	const slow = 0.3 // boardd waits for the search for a while, and the machine may have little time for it
	log := playTimed(t, "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "0 clock 1000 5000 b\n1100 flag b\n", slow, func(o *harness.Operator) bool {
		return strings.Contains(string(o.Payload("arbiter/finding")), `"code":"flag_fall"`)
	})
	const answer = ` cmd can_mate {"game_id":"test-1","ply":0,"side":"w","answer":"yes","by":[`
	if !strings.Contains(log, answer) || !strings.Contains(log, "#: mate-answers ") {
		t.Errorf("recorded:\n%s", log)
	}
	without := ""
	for line := range strings.Lines(log) {
		if !strings.Contains(line, " cmd can_mate ") {
			without += line
		}
	}
	for _, text := range []string{log, without, strings.ReplaceAll(without, "#: mate-answers", "#: other")} {
		found := harness.Replayed(t, text, "-o", "findings")
		if strings.Count(found, `"code":"flag_fall"`) != 1 || strings.Count(found, `"mate_by":[`) != 1 {
			t.Errorf("replayed:\n%s\nof\n%s", found, text)
		}
	}
}

// TestReplayProves: at the end of a log, a replay searches for answers to the questions that
// are open.
func TestReplayProves(t *testing.T) {
	const log = "#! boardd-log 1\n#: start 5b1N/4p1pk/4P1P1/7K/8/8/8/8 b - - 0 1\n700 lift h7 k\n1400 drop g8 k\n"
	if found := harness.Replayed(t, log, "-o", "findings"); !strings.Contains(found, `"code":"dead_position","level":"certain"`) {
		t.Error(found)
	}
	const alive = "#! boardd-log 1\n700 lift e2 P\n1400 drop e4 P\n"
	if found := harness.Replayed(t, alive, "-o", "findings"); strings.Contains(found, "dead_position") {
		t.Error(found)
	}
}

// BenchmarkLatency measures how long it takes from a field update at the far end
// of the port to the provisional ply in arbiter/game at a subscriber of a real
// broker on this machine.
func BenchmarkLatency(b *testing.B) {
	url := harness.Mosquitto(b)
	zerolog.SetGlobalLevel(zerolog.Disabled)
	board, err := playback.New()
	if err != nil {
		b.Fatal(err)
	}
	defer board.Close()
	pending := make(chan bool, 64)
	stop, err := subscribe.Follow(url, "bench", harness.TestPrefix+"arbiter/game", func(_ string, payload []byte) {
		pending <- strings.Contains(string(payload), `"pending":{"ply":1,"uci":"e2e4"`)
	})
	if err != nil {
		b.Fatal(err)
	}
	defer stop()
	if err := board.Do(harness.ParseLog(b, harness.ShortGame)[0]); err != nil {
		b.Fatal(err)
	}
	daemontest.StartRun(b, harness.TestConfig(board.Path, url), clock.New(1))
	<-board.Updates
	await := func(want bool) {
		for limit := time.After(10 * time.Second); ; {
			select {
			case got := <-pending:
				if got == want {
					return
				}
			case <-limit:
				b.Fatalf("no message with pending %t", want)
			}
		}
	}
	do := func(word sensor.Word, square string) {
		r := harness.ParseLog(b, "#! boardd-log 1\n0 "+word.String()+" "+square+" P\n")[0]
		if err := board.Do(r); err != nil {
			b.Fatal(err)
		}
	}
	var took []time.Duration
	for b.Loop() {
		do(sensor.Lift, "e2")
		start := time.Now()
		do(sensor.Drop, "e4")
		await(true)
		took = append(took, time.Since(start))
		do(sensor.Lift, "e4")
		await(false)
		do(sensor.Drop, "e2")
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
}
