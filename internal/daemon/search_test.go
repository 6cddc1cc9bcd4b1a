package daemon

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// TestProver: a position that only a full search proves dead (5.2.2) ends the
// game while it is played, and in a replay of what was recorded.
func TestProver(t *testing.T) {
	t.Parallel()
	url, file := harness.EmbeddedBroker(t), filepath.Join(t.TempDir(), "game.log")
	o, board, p := harness.NewOperator(t, url), harness.TestPlayback(t), clock.New(harness.FastPace)
	c := harness.TestConfig(board.Path, url)
	c.Game.Start = "5b1N/4p1pk/4P1P1/7K/8/8/8/8 b - - 0 1"
	if err := board.Do(harness.ParseLog(t, "#! boardd-log 1\n0 board 5b1N/4p1pk/4P1P1/7K/8/8/8/8\n")[0]); err != nil {
		t.Fatal(err)
	}
	stop := recorded(t, c, p, file)
	harness.Until(t, "the board is heard", 5*time.Second, func() bool { return o.Game("arbiter/game").Phase == "waiting" })
	harness.PlayRecords(t, board, p, harness.ParseLog(t, "#! boardd-log 1\n0 clock 180000 180000 b\n700 lift h7 k\n1400 drop g8 k\n2100 press b\n2100 clock 180000 179000 w\n"))
	harness.Until(t, "the game is over", 10*time.Second, func() bool { return o.Game("game").Result == "1/2-1/2" })
	stop()
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(log), ` cmd dead_position {"game_id":"test-1","ply":1,"proved":true}`) {
		t.Errorf("recorded:\n%s", log)
	}
	if found := harness.Replayed(t, string(log), "-o", "findings"); strings.Count(found, `"code":"dead_position","level":"certain"`) != 1 {
		t.Errorf("replayed:\n%s", found)
	}
}

// TestPoint28Prover: whether the opponent can mate whose player's flag has fallen is
// searched for beside the game; the answer is recorded, and a replay goes by it. What
// has no answer in its log is searched for at the end, and other logs at once.
func TestPoint28Prover(t *testing.T) {
	t.Parallel()
	url, file := harness.EmbeddedBroker(t), filepath.Join(t.TempDir(), "game.log")
	o, board, p := harness.NewOperator(t, url), harness.TestPlayback(t), clock.New(harness.FastPace)
	c := harness.TestConfig(board.Path, url)
	c.Game.Start = "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1"
	if err := board.Do(harness.ParseLog(t, "#! boardd-log 1\n0 board 4k3/8/8/8/8/8/8/3NKN2\n")[0]); err != nil {
		t.Fatal(err)
	}
	stop := recorded(t, c, p, file)
	harness.Until(t, "the board is heard", 5*time.Second, func() bool { return o.Game("arbiter/game").Phase == "waiting" })
	harness.PlayRecords(t, board, p, harness.ParseLog(t, "#! boardd-log 1\n0 clock 1000 5000 b\n1100 flag b\n"))
	harness.Until(t, "the flag is told", 10*time.Second, func() bool {
		return strings.Contains(string(o.Payload("arbiter/finding")), `"code":"flag_fall"`)
	})
	stop()
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const answer = ` cmd can_mate {"game_id":"test-1","ply":0,"side":"w","answer":"yes","by":[`
	if !strings.Contains(string(log), answer) || !strings.Contains(string(log), "#: mate-answers ") {
		t.Errorf("recorded:\n%s", log)
	}
	without := ""
	for line := range strings.Lines(string(log)) {
		if !strings.Contains(line, " cmd can_mate ") {
			without += line
		}
	}
	for _, text := range []string{string(log), without, strings.ReplaceAll(without, "#: mate-answers", "#: other")} {
		found := harness.Replayed(t, text, "-o", "findings")
		if strings.Count(found, `"code":"flag_fall"`) != 1 || strings.Count(found, `"mate_by":[`) != 1 {
			t.Errorf("replayed:\n%s\nof\n%s", found, text)
		}
	}
}

// TestProverAsk: a search that was ended is begun anew, one that has answered is not.
func TestProverAsk(t *testing.T) {
	p := newMateSearch()
	start, err := legality.ParseFEN("5bkN/4p1p1/4P1P1/7K/8/8/8/8 w - - 1 2", false)
	if err != nil {
		t.Fatal(err)
	}
	q := touchmove.Question{GameID: "g", Ply: 1, Position: start}
	p.ask(q, true)
	first := p.stop
	p.ask(touchmove.Question{}, false)
	if !first.Load() {
		t.Error("the search goes on without a question")
	}
	p.ask(q, true)
	if p.stop == nil || p.stop == first {
		t.Fatal("the search that was ended is not begun anew")
	}
	a := <-p.answers // perhaps of the first search, if it came to its end before it was ended
	if p.take(a); a.Answer != legality.Yes {
		t.Errorf("answer %s", a.Answer)
	}
	if p.ask(q, true); p.stop != nil {
		t.Error("what was answered is searched for again")
	}
}

// TestReplayProves: at the end of a log what is open is searched for.
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
