package touchmove_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

const (
	takeBackResult = `!result{"result":"*"} `
	wrongResult    = "result:1-0 "
)

// TestResultTakenBack: a result that was entered by mistake is taken back, and the game
// is as if it had not been entered: what was played meanwhile is part of it.
func TestResultTakenBack(t *testing.T) {
	const more = "g1f3 |w b8c6 |b "
	const both = "e2e4 completed, e7e5 completed"
	checkTrials(t, []trial{
		{name: "at once", do: bothMoved + wrongResult + takeBackResult + more, info: []string{"result_taken_back -"}, moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "and four plies have been played", do: bothMoved + wrongResult + more + "f1c4 |w f8c5 |b " + takeBackResult + "d2d3 |w",
			moves: both + ", g1f3 completed, b8c6 completed, f1c4 completed, f8c5 completed, d2d3 completed"},
		{name: "in the middle of a move", do: bothMoved + "-g1 " + wrongResult + "+Nf3 |w b8c6 |b " + takeBackResult, moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "and taken back in the middle of one", do: bothMoved + wrongResult + "g1f3 |w -b8 " + takeBackResult + "+nc6 |b", moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "a move made and not pressed", do: "e2e4 |w e7e5 " + wrongResult + "|b g1f3 |w " + takeBackResult, moves: both + ", g1f3 completed"},
		{name: "a resignation", do: bothMoved + `!resign{"side":"b"} ` + more + takeBackResult, moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "a draw", do: bothMoved + "!draw{} " + more + takeBackResult, moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "one that was corrected first", do: bothMoved + wrongResult + more + "result:0-1 f1c4 |w " + takeBackResult, moves: both + ", g1f3 completed, b8c6 completed, f1c4 completed"},
		{name: "twice", do: bothMoved + wrongResult + "g1f3 |w " + takeBackResult + "b8c6 |b result:0-1 f1c4 |w " + takeBackResult, moves: both + ", g1f3 completed, b8c6 completed, f1c4 completed"},
		{name: "in a pause", do: bothMoved + "pause " + wrongResult + takeBackResult + "resume " + more, moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "before any move", do: wrongResult + "e2e4 |w e7e5 |b " + takeBackResult, also: nth("-1", "playing"), moves: both},
		{name: "before any move, and nothing touched", do: wrongResult + takeBackResult + bothMoved, also: nth("-1", "playing"), moves: both},
		{name: "7.5.1 an illegal move is still to be put right", do: "b1b3 |w " + wrongResult + takeBackResult + "pause b3b1 resume b1c3 |w", want: knight, also: illegals(1, 0), moves: "b1c3 completed"},
		{name: "7.5.5 the count goes on", do: "b1b3 |w " + wrongResult + "pause b3b1 resume b1c3 |w e7e5 |b " + takeBackResult + "a1a3 |w",
			want: knight + "; illegal_completed certain w 7.5.1/3.5; illegal_second arbiter w 7.5.5", also: illegals(2, 0), moves: "b1c3 completed, e7e5 completed", end: "* irregular"},
		{name: "7.5.1 an illegal move was played meanwhile", do: bothMoved + wrongResult + "b1b3 |w " + takeBackResult + "~5000 inspect",
			want: "illegal_completed certain w 7.5.1/3.6; illegal_completed certain w 7.5.1/3.6", also: illegals(1, 0), moves: both, end: "* irregular"},
		{name: "5.1.1 mate was played meanwhile", do: "f2f3 |w e7e5 |b " + wrongResult + "g2g4 |w d8h4 |b ~5000 " + takeBackResult, want: "checkmate certain b 5.1.1",
			moves: "f2f3 completed, e7e5 completed, g2g4 completed, d8h4 completed", end: "0-1 ended"},
		{name: "the tags given meanwhile stay", do: bothMoved + wrongResult + `!tags{"tags":{"White":"Ferrier,_Isla","Round":"3"}} ` + takeBackResult + more, also: sameGame,
			moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "a correction made meanwhile stays", do: bothMoved + wrongResult + `!correct{"ply":2,"uci":"e7e6"} ` + takeBackResult + "e5e6 " + more,
			moves: "e2e4 completed, e7e6 completed, g1f3 completed, b8c6 completed"},
		{name: "a post-mortem that was none of the game is put back", do: bothMoved + wrongResult + "pause g1f3 b8c6 c6b8 f3g1 " + takeBackResult + "resume " + more,
			moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "the end without a result, as before", do: bothMoved + "result:* " + more, moves: both, end: "* post_mortem"},
		{name: "and taken back, too", do: bothMoved + "result:* " + more + takeBackResult, moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "without a clock", head: "clock no", do: "e2e4 e7e5 ~4000 " + wrongResult + "-g1 +Nf3 b8c6 ~4000 " + takeBackResult + "-f1 +Bc4 f8c5",
			moves: both + ", g1f3 completed, b8c6 completed, f1c4 made, f8c5 made"},
	})
}

// TestEndTakenBack: what the rules have ended the arbiter may say is not over: he has
// found that the last move was against Article 4, that the count was wrong.
func TestEndTakenBack(t *testing.T) {
	checkTrials(t, []trial{
		{name: "5.1.1 mate", fen: backRank, do: "a1a8 |w ~3000 " + takeBackResult + `!takeback{"ply":0} a8a1 a1b1 |w`, want: "checkmate certain w 5.1.1", moves: "a1b1 completed"},
		{name: "5.1.1 mate just now", fen: backRank, do: "a1a8 ~400 " + takeBackResult + "a8a1 a1b1 |w", want: "checkmate certain w 5.1.1", moves: "a1b1 completed"},
		{name: "5.1.1 mate, pressed just now", fen: backRank, do: "a1a8 |w ~100 " + takeBackResult + `!takeback{"ply":0} a8a1 a1b1 |w`, want: "checkmate certain w 5.1.1", moves: "a1b1 completed"},
		{name: "5.1.1 and mate again", fen: backRank, do: "a1a8 |w ~3000 " + takeBackResult + `!takeback{"ply":0} a8a1 a1a8 |w ~3000 inspect`,
			want: "checkmate certain w 5.1.1; checkmate certain w 5.1.1", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "9.6.1 the fifth time", do: toFifth + "~3000 " + takeBackResult + "|b e2e4 |w", want: "fivefold certain - 9.6.1", moves: fifthRec + ", e2e4 completed"},
		{name: "9.6.2 the 75th move", fen: toLast75, do: "a1b1 |w ~3000 " + takeBackResult + "h8g8 |b b1a1 |w", want: "seventyfive certain - 9.6.2", moves: "a1b1 completed, h8g8 completed, b1a1 completed"},
	})
}

// TestResultLeavesNoTrace: whatever the hands do, a result entered and taken back at
// any moments leaves the game as it would have been.
func TestResultLeavesNoTrace(t *testing.T) {
	logs := map[string]string{}
	for _, s := range fixtures.Scenes() {
		logs[s.ID] = s.Log()
	}
	names, _ := filepath.Glob("testdata/reports/*.log")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		logs[filepath.Base(name)] = string(text)
	}
	tried := 0
	for name, log := range logs {
		random := rand.New(rand.NewPCG(7, uint64(len(log))))
		for range 3 / quick.Fewer(3) {
			tried += checkNoTrace(t, name, log, random)
		}
	}
	if tried < 100/quick.Fewer(3) {
		t.Errorf("tried %d times only", tried)
	}
}

// checkNoTrace enters a result after some record of a log and takes it back after a
// later one. It counts for nothing if the game is over without it, or another one has
// begun meanwhile.
func checkNoTrace(t *testing.T, name, log string, random *rand.Rand) int {
	t.Helper()
	plain := newDesk(t, log)
	records, head := recordsOf(t, log)
	if len(records) < 4 || strings.Contains(log, "cmd ") {
		return 0
	}
	first := random.IntN(len(records) - 1)
	last := first + 1 + random.IntN(len(records)-first-1)
	d := newDesk(t, head)
	for i, r := range records {
		d.step(r)
		switch {
		case i == first && d.tr.Game().Phase >= touchmove.ResultPending:
			return 0
		case i == first:
			d.step(sensor.Record{At: r.At, Word: sensor.Cmd, Verb: "result", Data: []byte(`{"result":"1-0"}`)})
		case i == last && d.tr.Game().Result != "1-0":
			return 0 // the next game has begun
		case i == last:
			d.step(sensor.Record{At: r.At, Word: sensor.Cmd, Verb: "result", Data: []byte(`{"result":"*"}`)})
		}
	}
	plain.wake(1 << 60)
	d.wake(1 << 60)
	if got, want := bareSnapshot(d.tr.Game()), bareSnapshot(plain.tr.Game()); got != want {
		t.Errorf("%s, with a result from record %d to %d:\n%s\nwithout:\n%s", name, first+1, last+1, got, want)
	}
	return 1
}

// recordsOf are the records of a log, and its head.
func recordsOf(t *testing.T, log string) ([]sensor.Record, string) {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(log))
	h, err := rd.Header()
	if err != nil {
		t.Fatal(err)
	}
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	head, err := sensor.AppendHeader(nil, h)
	if err != nil {
		t.Fatal(err)
	}
	return records, string(head)
}

// bareSnapshot is what can be seen of a game, but for its revision, and for the numbers
// of records and times of findings.
func bareSnapshot(g *touchmove.Game) string {
	position := g.Position.FEN()
	text := fmt.Sprintln(g.ID, g.Phase, g.Tags, position, g.Result, g.Termination, g.Signal, g.Trust.State, g.Illegal)
	for _, p := range append(append([]touchmove.Ply(nil), g.Moves...), g.Irregular...) {
		text += plyText(p)
	}
	if g.Pending != nil {
		text += "pending " + plyText(*g.Pending)
	}
	for _, a := range g.Alerts {
		text += fmt.Sprintln(a.Code, a.Finding.Code, a.Finding.UCI)
	}
	return text
}

// plyText is what can be seen of a ply.
func plyText(p touchmove.Ply) string {
	text, err := json.Marshal(p)
	return fmt.Sprintln(string(text), err)
}

// TestResultTakenBackLate: more has happened since a wrong result than is kept. What the
// board shows then decides, and if no few moves explain it the arbiter is alerted.
func TestResultTakenBackLate(t *testing.T) {
	fidgets := strings.Repeat("-h1 +Rh1 ", 3000)
	checkTrials(t, []trial{
		{name: "two plies", do: bothMoved + wrongResult + "~100 " + fidgets + "g1f3 b8c6 " + takeBackResult + "f1c4 |w", info: []string{"result_taken_back"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 made, f1c4 completed"},
		{name: "more than can be known", do: bothMoved + wrongResult + fidgets + "g1f3 b8c6 f1c4 f8c5 d2d3 d7d6 c1g5 " + takeBackResult + "~20000 inspect", want: "desync arbiter; desync arbiter",
			moves: "e2e4 completed, e7e5 completed"},
		{name: "and the game goes on from the record", do: bothMoved + wrongResult + fidgets + "g1f3 b8c6 f1c4 f8c5 d2d3 d7d6 c1g5 " + takeBackResult +
			`~20000 !takeback{"ply":2} g5c1 d6d7 d3d2 c5f8 c4f1 c6b8 f3g1 ~4000 inspect`, want: "desync arbiter",
			moves: "e2e4 completed, e7e5 completed"},
	})
}

// TestRevisedAfterMate: after a mate the players go through the game without a press, and an earlier ply is read
// otherwise by that. What was pressed before the mate does not say that they play on.
func TestRevisedAfterMate(t *testing.T) {
	tr, found := playLog(t, "#! boardd-log 1\n#: clock yes\n#: sensor identified\n#: board dgt\n0 link up\n60 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"+
		"1700 lift a2 P\n2400 drop a3 P\n3100 drop a4 P\n3800 press w\n4500 lift e7 p\n5200 drop e5 p\n5900 press b\n"+
		"6600 lift f2 P\n7300 drop f3 P\n8000 press w\n8700 lift b8 n\n9400 drop c6 n\n10100 press b\n10800 lift g2 P\n"+
		"11500 drop g4 P\n12200 press w\n12900 lift d8 q\n13600 drop h4 q\n14300 press b\n16500 lift h4 q\n"+
		"17200 drop d8 q\n17900 lift g4 P\n18600 drop g3 P\n19300 lift d8 q\n20000 drop g5 q\n20700 lift a4 P\n"+
		"21400 drop a5 P\n22100 lift g5 q\n22800 drop f4 q\n23500 lift a5 P\n24200 drop a6 P\n30900 lift h2 P\n"+
		"31600 drop h3 P\n")
	for _, f := range found {
		if f.Code == laws.ResultTakenBack {
			t.Error("the result was taken back")
		}
	}
	if g := tr.Game(); sanOf(g) != "a3 e5 f3 Nc6 g4 Qh4#" || g.Result != "0-1" {
		t.Errorf("%s, %s", sanOf(g), g.Result)
	}
}
