package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/hall/report"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/sensor"
)

// TestReport: a touch, an alert, requests, results and acts of a round are in the arbiter's
// report, and nothing of them in what the world sees.
func TestReport(t *testing.T) {
	t.Parallel()
	o := harness.NewOperator(t, harness.EmbeddedBroker(t))
	board, p := harness.TestPlayback(t), clock.New(1)
	daemontest.StartRun(t, harness.TestConfig(board.Path, o.URL()), p)
	player := harness.NewPlayer(t, board)
	h := newHallOf(t, o.URL(), "0s")
	h.do(cli.ExitOK, "import", "--accept", "--by", "anna", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3", "--by", "anna")
	stop := h.start()
	harness.Until(t, "the names at the board", 20*time.Second, func() bool { return strings.Contains(string(o.Payload("pgn")), `[Round "3.7"]`) })
	harness.AwaitUpdates(t, board)
	player.Play([]string{"e2e4", "e7e5"})
	// White completes an illegal move.
	player.Left -= 1000
	for _, r := range []sensor.Record{{Word: sensor.Lift, Square: 1, Piece: player.Pos.At(1)}, {Word: sensor.Drop, Square: 17, Piece: player.Pos.At(1)},
		{Word: sensor.Press, Side: player.Pos.Turn()}, {Word: sensor.Clock, Times: [2]int64{player.Left, player.Left}, Running: sensor.BlackRuns}} {
		player.Do(r)
		time.Sleep(20 * time.Millisecond)
	}
	alert := "arbiter/alert/illegal_completed"
	harness.Until(t, "an alert", 20*time.Second, func() bool { return len(o.Payload(alert)) > 0 })
	o.WantOK("ruling", `{"accept":false,"by":"bert"}`)
	harness.Until(t, "its end", 20*time.Second, func() bool { p, had := o.Had(alert); return had && len(p) == 0 })
	o.WantError("takeback", `{"ply":40,"by":"bert"}`, "bad_state")

	if out := h.do(cli.ExitOK, "result", "--round", "3", "--by", "anna", "9", "1/2-1/2"); out != "" {
		t.Errorf("%s", out)
	}
	h.wants("the result of table 9", func(g []pgnlint.Game) bool { return g[1].Result == "1/2-1/2" && g[0].Result == "*" })
	if out := h.do(cli.ExitOK, "result", "--round", "3", "--by", "anna", "7", "1-0"); !strings.Contains(out, "look: board b07 has a game of table 7") {
		t.Errorf("%s", out)
	}
	h.wants("the result of table 7", func(g []pgnlint.Game) bool { return g[0].Result == "1-0" && len(g[0].Moves) == 2 })
	h.do(cli.ExitOK, "result", "--round", "3", "--by", "anna", "7", "*")
	h.wants("the result taken back", func(g []pgnlint.Game) bool { return g[0].Result == "*" })
	o.WantOK("result", `{"result":"0-1","by":"bert"}`)
	h.wants("the board's result", func(g []pgnlint.Game) bool { return g[0].Result == "0-1" })

	wanted := regexp.MustCompile(`(?s)^Open, round 3, 2027\.03\.06

table 7  Ferrier, Isla - Okonkwo, Chidi  0-1  board b07
.*  [0-9: -]{19} boardd-hall: tags .*Round="3\.7".*: ok
.*  [0-9: -]{19} \[certain\] illegal_completed: White completed an illegal move, Nb3.*
  [0-9: -]{19} alert illegal_completed, until [0-9:]{8}
.*bert: ruling accept=false: ok
.*bert: takeback ply=40: bad_state: .*
.*bert: result result=0-1: ok
.*
table 9  Diallo, Awa - Ng, Wei  1/2-1/2  board b09

acts
  [0-9: -]{19} anna: import .*r3\.csv
  [0-9: -]{19} anna: open
  [0-9: -]{19} anna: result table 9: 1/2-1/2
  [0-9: -]{19} anna: result table 7: 1-0
  [0-9: -]{19} anna: result table 7: \*
$`)
	var text string
	if !harness.Comes(20*time.Second, func() bool {
		text = h.do(cli.ExitOK, "report", "--round", "3", "--lang", "en")
		return wanted.MatchString(text)
	}) {
		t.Errorf("the report is\n%s", text)
	}
	german := h.do(cli.ExitOK, "report", "--round", "3", "--lang", "de")
	for _, words := range []string{"Open, Runde 3", "Tisch 7  Ferrier, Isla", "Brett b07", "Weiß", "Alarm illegal_completed, bis", "Handlungen"} {
		if !strings.Contains(german, words) {
			t.Errorf("no %q in\n%s", words, german)
		}
	}
	var r report.Report
	if err := json.Unmarshal([]byte(h.do(cli.ExitOK, "report", "--round", "3", "-o", "json")), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Tables) != 2 || len(r.Tables[0].Notices) < 5 || r.Tables[1].Notices != nil || len(r.Acts) != 5 || r.Tables[0].Notices[1].Message == nil {
		t.Errorf("%+v", r)
	}
	for _, name := range []string{"round-3/games.pgn", "round-3/game-1.json", "state.json", "round-3/index.json"} {
		if text := h.served(name); text == "" || strings.Contains(text, "illegal") || strings.Contains(text, "Nb3") {
			t.Errorf("%s is public:\n%s", name, text)
		}
	}
	stop()
	h.do(cli.ExitOK, "result", "--round", "3", "9", "1-0") // no hall runs
	if out := h.do(cli.ExitOK, "export"); !strings.Contains(out, "[Result \"1-0\"]") {
		t.Errorf("%s", out)
	}
	for _, bad := range [][]string{{"result", "--round", "3", "8", "1-0"}, {"result", "--round", "3", "9", "2-0"}, {"result", "--round", "3", "x", "1-0"}, {"result", "--round", "4", "9", "1-0"}, {"report", "--round", "4"}} {
		h.do(cli.ExitUsage, bad...)
	}
}
