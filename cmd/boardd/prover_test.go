package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// TestProver: a position that only a full search proves dead (5.2.2) ends the
// game while it is played, and in a replay of what was recorded.
func TestProver(t *testing.T) {
	t.Parallel()
	url, file := embeddedBroker(t), filepath.Join(t.TempDir(), "game.log")
	o, board, p := newOperator(t, url), testPlayback(t), newPace(fastPace)
	c := testConfig(board.path, url)
	c.Game.Start = "5b1N/4p1pk/4P1P1/7K/8/8/8/8 b - - 0 1"
	if err := board.do(parseLog(t, "#! boardd-log 1\n0 board 5b1N/4p1pk/4P1P1/7K/8/8/8/8\n")[0]); err != nil {
		t.Fatal(err)
	}
	stop := recorded(t, c, p, file)
	until(t, "the board is heard", 5*time.Second, func() bool { return o.game("arbiter/game").Phase == "waiting" })
	playRecords(t, board, p, parseLog(t, "#! boardd-log 1\n0 clock 180000 180000 b\n700 lift h7 k\n1400 drop g8 k\n2100 press b\n2100 clock 180000 179000 w\n"))
	until(t, "the game is over", 10*time.Second, func() bool { return o.game("game").Result == "1/2-1/2" })
	stop()
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(log), ` cmd dead_position {"game_id":"test-1","ply":1,"proved":true}`) {
		t.Errorf("recorded:\n%s", log)
	}
	if found := replayed(t, string(log), "-o", "findings"); strings.Count(found, `"code":"dead_position","level":"certain"`) != 1 {
		t.Errorf("replayed:\n%s", found)
	}
}

// TestProverAsk: a search that was ended is begun anew, one that has answered is not.
func TestProverAsk(t *testing.T) {
	p := newProver()
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
	if p.take(a); a.dead != legality.Yes {
		t.Errorf("answer %s", a.dead)
	}
	if p.ask(q, true); p.stop != nil {
		t.Error("what was answered is searched for again")
	}
}

// TestReplayProves: at the end of a log what is open is searched for.
func TestReplayProves(t *testing.T) {
	const log = "#! boardd-log 1\n#: start 5b1N/4p1pk/4P1P1/7K/8/8/8/8 b - - 0 1\n700 lift h7 k\n1400 drop g8 k\n"
	if found := replayed(t, log, "-o", "findings"); !strings.Contains(found, `"code":"dead_position","level":"certain"`) {
		t.Error(found)
	}
	const alive = "#! boardd-log 1\n700 lift e2 P\n1400 drop e4 P\n"
	if found := replayed(t, alive, "-o", "findings"); strings.Contains(found, "dead_position") {
		t.Error(found)
	}
}
