package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/hall/report"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/sensor"
)

// TestNoticesWhileAway: findings, alerts, requests and answers that are published while the hall is killed are
// in the report, each once, and so are those of the moment in which it is killed.
func TestNoticesWhileAway(t *testing.T) {
	t.Parallel()
	url := harness.Mosquitto(t)
	h := newHallOf(t, url, "0s")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3")
	o := harness.NewOperator(t, url)
	player := playerOf(t, url, "b07", "")
	say := func(topic, payload string) {
		t.Helper()
		if err := subscribe.Wait(o.Client.Publish("chess/1/hall/b07/"+topic, 1, false, payload)); err != nil {
			t.Fatal(err)
		}
	}
	const breach = `"event":1,"t_ms":1,"code":"touch_breach","level":"certain","article":"4.3","side":"w","uci":"a2a3"`
	head := func(seq int, at time.Time) string {
		return fmt.Sprintf(`"board":"b07","session":"s","seq":%d,"at":%q,"synced":true`, seq, at.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	seq := 0
	finding := func(at time.Time) {
		t.Helper()
		seq++
		say("arbiter/finding", fmt.Sprintf(`{"schema":"boardd.finding/1.0",%s,%s}`, head(seq, at), breach))
	}
	begin := func() (kill func()) {
		cmd := exec.Command(filepath.Join(filepath.Dir(harness.ProgramPath(t, "watch")), "boardd-hall"), "run", "--config", h.conf)
		cmd.Stderr = &h.log
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return sync.OnceFunc(func() { cmd.Process.Kill(); cmd.Wait() })
	}
	// noticed returns the codes and times of what the report has of table 7.
	noticed := func(kind string) (codes []string, at []time.Time) {
		var r report.Report
		if err := json.Unmarshal([]byte(h.do(cli.ExitOK, "report", "--round", "3", "-o", "json")), &r); err != nil {
			t.Fatal(err)
		}
		for _, n := range r.Tables[0].Notices {
			if n.Kind == kind && n.Code != "tags" {
				codes, at = append(codes, n.Code), append(at, n.At)
			}
		}
		return codes, at
	}
	wants := func(what string, findings int) {
		t.Helper()
		harness.Until(t, what, 20*time.Second, func() bool { codes, _ := noticed("finding"); return len(codes) >= findings })
		if codes, _ := noticed("finding"); len(codes) != findings {
			t.Errorf("%s: %d findings, want %d", what, len(codes), findings)
		}
	}
	kill := begin()
	defer func() { kill() }()
	harness.Until(t, "the names at the board", 20*time.Second, func() bool { return strings.Contains(string(o.Payload("pgn")), `[Round "3.7"]`) })
	player.Play([]string{"e2e4"})
	h.wants("a move", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 1 && g[0].Tag("White") == "Ferrier, Isla" })
	harness.Until(t, "a finding", 20*time.Second, func() bool { finding(time.Now()); codes, _ := noticed("finding"); return len(codes) > 0 })
	wants("those before", seq)
	for range 50 {
		finding(time.Now())
	}
	kill()
	past := time.Now().Add(-5 * time.Minute).Truncate(time.Millisecond)
	finding(past)
	say("req/result", `{"result":"1-0","transaction":"x","by":"bert"}`)
	say("res/result", `{"schema":"boardd.answer/1.0","transaction":"x","status":"ok","board":"b07","session":"s","at":"2027-03-06T14:00:00.000Z","synced":true}`)
	say("arbiter/alert/touch_breach", fmt.Sprintf(`{"schema":"boardd.alert/1.0",%s,"code":"touch_breach","since":"2027-03-06T14:00:00.000Z","finding":{%s}}`, head(7, past), breach))
	say("arbiter/alert/touch_breach", "")
	kill = begin()
	wants("all findings", seq)
	if _, at := noticed("finding"); !slices.ContainsFunc(at, past.Equal) {
		t.Errorf("none of %v has the time at which it was published, %v", at, past)
	}
	var requests, alerts []string
	if !harness.Comes(harness.Patience, func() bool { // the broker gives them after the findings
		requests, _ = noticed("request")
		alerts, _ = noticed("alert")
		return slices.Equal(requests, []string{"result"}) && slices.Equal(alerts, []string{"touch_breach"})
	}) {
		t.Errorf("requests %q, alerts %q", requests, alerts)
	}
}

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
  [0-9: -]{19} anna: import\s.*r3\.csv
  [0-9: -]{19} anna: open
  [0-9: -]{19} anna: result table 9: 1/2-1/2
  [0-9: -]{19} anna: result table 7: 1-0
  [0-9: -]{19} anna: result table 7: \*
$`)
	var text string
	if !harness.Comes(harness.Patience, func() bool {
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
