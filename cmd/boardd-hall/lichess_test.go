package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/lilatest"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/transport"
)

const (
	firstRound  = "Qx3kT9aB" // of Lichess: tables 7 to 9
	secondRound = "Rx3kT9aB" // tables 10 to 12
	lipToken    = "lip_topsecret"
)

// broadcast is a hall of six boards, whose snapshots a test writes, with a Lichess of two rounds.
type broadcast struct {
	*hallOf
	o      *harness.Operator
	lila   *lilatest.Server
	owners map[string]string // the game of each chapter
	seq    uint64
}

func newBroadcast(t *testing.T) *broadcast {
	t.Helper()
	o := harness.NewOperator(t, harness.EmbeddedBroker(t))
	b := &broadcast{hallOf: newHallOf(t, o.URL(), "0s"), o: o, lila: lilatest.NewServer(t, lipToken, firstRound, secondRound), owners: map[string]string{}}
	b.target(firstRound, "7-9")
	b.target(secondRound, "10-12")
	b.write(filepath.Join(filepath.Dir(b.conf), "token"), lipToken+"\n")
	b.pair("Diallo, Awa")
	return b
}

// target adds a target to the configuration.
func (b *broadcast) target(id, tables string) {
	b.t.Helper()
	text, err := os.ReadFile(b.conf)
	if err != nil {
		b.t.Fatal(err)
	}
	b.write(b.conf, string(text)+fmt.Sprintf("[[tournaments.targets]]\nround = 3\nlichess = %q\ntables = %q\ntoken_file = \"token\"\nurl = %q\n", id, tables, b.lila.URL))
}

// pair imports the round. One name is given.
func (b *broadcast) pair(eighth string) {
	var lines strings.Builder
	lines.WriteString("table;white;black;round\n")
	for table := 7; table <= 12; table++ {
		white := fmt.Sprintf("White, No %d", table)
		if table == 8 {
			white = eighth
		}
		fmt.Fprintf(&lines, "%d;%s;Black, No %d;3\n", table, white, table)
	}
	b.write(b.pairings, lines.String())
	b.do(cli.ExitOK, "import", "--accept", b.pairings)
}

// report publishes what a board has of the game of a table. Each stretch is played from one
// position; before the next one an arbiter sets the initial position. A move is SAN, or UCI after
// a ! if it is illegal and stands.
func (b *broadcast) report(board string, table int, result string, stretches ...string) {
	b.t.Helper()
	b.seq++
	initial := legality.Initial()
	const at = "2027-03-06T14:00:00.000Z"
	r := transport.Record{Tags: map[string]string{"Event": "Open", "Round": fmt.Sprint("3.", table)}, Result: result, StartFEN: initial.FEN(),
		Variant: "standard", Phase: "playing", Rules: "fide-2023", Time: "standard", Supervision: "full", Trust: transport.Trust{State: "ok", Since: at}}
	number := 1
	for i, stretch := range stretches {
		id := board
		if number > 1 {
			id = fmt.Sprint(board, ".", number)
		}
		number++
		moves := []transport.Ply{}
		p := legality.Initial()
		for j, text := range strings.Fields(stretch) {
			uci, illegal := strings.CutPrefix(text, "!")
			ply := transport.Ply{Ply: j + 1, State: "made", SAN: &text}
			m, err := p.ParseSAN(text)
			if illegal {
				ply.State, ply.SAN = "illegal_stands", nil
				number++
				m, err = p.ParseUCI(uci)
			}
			if err != nil {
				b.t.Fatal(err)
			}
			uci = p.UCI(m)
			ply.UCI = &uci
			moves = append(moves, ply)
			p = p.Play(m)
		}
		if i < len(stretches)-1 {
			r.Parts = append(r.Parts, transport.Part{GameID: id, StartFEN: initial.FEN(), Moves: moves, Why: "set"})
			continue
		}
		r.GameID, r.Moves, r.FEN = id, moves, p.FEN()
	}
	payload, err := json.Marshal(transport.Game{Head: transport.Head{Schema: "boardd.game/1.0", Board: board, Session: "s", Seq: b.seq, At: at}, Record: r})
	if err != nil {
		b.t.Fatal(err)
	}
	if err := subscribe.Wait(b.o.Client.Publish("chess/1/hall/"+board+"/game", 1, true, payload)); err != nil {
		b.t.Fatal(err)
	}
}

// shown returns the chapters of both rounds in order: number of the table's game and moves. It
// checks that no chapter has another game than before.
func (b *broadcast) shown() string {
	var all []string
	for _, id := range []string{firstRound, secondRound} {
		b.lila.Do(id, func(r *lilatest.Round) {
			for _, c := range r.Chapters {
				game, at := c.Tags["GameId"], fmt.Sprint(id, c.Number)
				if b.owners[at] != "" && b.owners[at] != game {
					b.t.Errorf("the chapter of %s has %s", b.owners[at], game)
				}
				b.owners[at] = game
				all = append(all, strings.TrimSpace(fmt.Sprint(strings.TrimPrefix(game, "open-r3-t"), " ", strings.Join(c.Moves, " ")))+" "+c.Tags["Result"])
			}
		})
	}
	return strings.Join(all, ", ")
}

func (b *broadcast) wantsShown(what, want string) {
	b.t.Helper()
	defer func() {
		if b.t.Failed() {
			b.t.Logf("Lichess shows %s", b.shown())
		}
	}()
	harness.Until(b.t, what, 20*time.Second, func() bool { return b.shown() == want })
}

// TestLichess: all that happens in a round reaches two rounds of Lichess, each game its own
// chapter.
func TestLichess(t *testing.T) {
	t.Parallel()
	b := newBroadcast(t)
	stop := b.start()
	b.wantsShown("the round before it begins", "7 *, 8 *, 9 *, 10 *, 11 *, 12 *")
	b.report("b08", 8, "*", "e4 e5")
	b.report("b10", 10, "1-0", "d4 d5")
	b.wantsShown("table 8 begins before table 7", "7 *, 8 e4 e5 *, 9 *, 10 d4 d5 1-0, 11 *, 12 *")
	b.report("b08", 8, "*", "")
	b.report("b10", 10, "*", "d4 d5 c4")
	b.report("b07", 7, "*", "e4")
	b.pair("Diallo-Sow, Awa")
	b.wantsShown("moves and a result are taken back", "7 e4 *, 8 *, 9 *, 10 d4 d5 c4 *, 11 *, 12 *")
	harness.Until(t, "the corrected name", 20*time.Second, func() (corrected bool) {
		b.lila.Do(firstRound, func(r *lilatest.Round) { corrected = r.Chapters[1].Tags["White"] == "Diallo-Sow, Awa" })
		return corrected
	})
	b.report("b07", 7, "*", "e4", "")
	b.report("b09", 9, "*", "e4 !b8b6")
	b.wantsShown("a game begins anew, and an illegal move stands", "7 e4 *, 8 *, 9 e4 *, 7.2 *, 9.2 *, 10 d4 d5 c4 *, 11 *, 12 *")
	b.report("b11", 11, "*", "e4")
	b.wantsShown("table 11 begins", "7 e4 *, 8 *, 9 e4 *, 7.2 *, 9.2 *, 10 d4 d5 c4 *, 11 e4 *, 12 *")
	b.lila.Fail(lilatest.Fault{Status: 503}, lilatest.Fault{Lost: true})
	b.do(cli.ExitOK, "move", "--round", "3", "11", "spare")
	b.report("spare", 11, "*", "e4 e5")
	b.report("b07", 7, "*", "e4", "d4 d5")
	b.wantsShown("a table moves, and pushes fail", "7 e4 *, 8 *, 9 e4 *, 7.2 d4 d5 *, 9.2 *, 10 d4 d5 c4 *, 11 e4 *, 12 *, 11.2 e4 e5 *")
	stop()
	b.report("b08", 8, "0-1", "f3 e5 g4")
	b.report("b12", 12, "1/2-1/2", "c4 c5 Nf3")
	b.start()
	b.wantsShown("a restart", "7 e4 *, 7.2 d4 d5 *, 8 f3 e5 g4 0-1, 9 e4 *, 9.2 *, 10 d4 d5 c4 *, 11 e4 *, 11.2 e4 e5 *, 12 c4 c5 Nf3 1/2-1/2")
	if log := b.log.String(); strings.Contains(log, lipToken) || !strings.Contains(log, "status 503") {
		t.Errorf("the log:\n%s", log)
	}
	report := ""
	for _, want := range []string{"boardd-hall: push lichess " + firstRound + ": 3 games taken", "push lichess " + secondRound + ": 3 games taken",
		"failed: Lichess answers with status 503", "failed: EOF", "push lichess " + firstRound + ": 5 games taken"} {
		if !harness.Comes(harness.Patience, func() bool { // an act is written when Lichess has answered
			report = strings.Join(strings.Fields(b.do(cli.ExitOK, "report", "--round", "3")), " ")
			return strings.Contains(report, want)
		}) {
			t.Errorf("no %q in the report: %s", want, report)
		}
	}
	if n := strings.Count(report, ": push "); n > 12 {
		t.Errorf("%d pushes in the report", n)
	}
}

// TestLichessTargets: each fault of a target has an alert, and the rest goes on.
func TestLichessTargets(t *testing.T) {
	t.Parallel()
	b := newBroadcast(t)
	b.target("missing1", "7")
	metricsAt := b.measured()
	token := filepath.Join(filepath.Dir(b.conf), "token")
	if err := os.Mkdir(b.www, 0o755); err != nil {
		t.Fatal(err)
	}
	if out := b.do(cli.ExitFailed, "check", "--wait", "1m"); strings.Count(out, "ok    round 3 of open") != 2 || !strings.Contains(out, "/missing1: Lichess has no such round") {
		t.Errorf("check: %s", out)
	}
	b.lila.SetToken("another")
	if out := b.do(cli.ExitFailed, "check", "--wait", "1m"); strings.Count(out, "refuses the token") != 3 || strings.Contains(out, lipToken) {
		t.Errorf("check with a token that is refused: %s", out)
	}
	if err := os.Chmod(token, 0o644); err != nil {
		t.Fatal(err)
	}
	if out := b.do(cli.ExitFailed, "check", "--wait", "1m"); strings.Count(out, "chmod") != 3 {
		t.Errorf("check with a token that everybody may read: %s", out)
	}
	b.write(token, "another\n")
	if err := os.Chmod(token, 0o600); err != nil {
		t.Fatal(err)
	}
	b.write(b.pairings, "table;white;black;round\n7;Aa;Bb;3\n13;Cc;Dd;3\n")
	b.do(cli.ExitOK, "import", "--accept", b.pairings)
	b.start()
	b.wantsShown("the target that exists", "7 *")
	harness.Until(t, "metrics", 10*time.Second, func() bool {
		text := scrape(t, metricsAt)
		return strings.Contains(text, `boardd_hall_pushes_total{site="hall",tournament="open",round="3",lichess="Qx3kT9aB"} 1`) &&
			strings.Contains(text, `boardd_hall_push_games{site="hall",tournament="open",round="3",lichess="Qx3kT9aB"} 1`) &&
			strings.Contains(text, `boardd_hall_push_games_refused{site="hall",tournament="open",round="3",lichess="Qx3kT9aB"} 0`) &&
			strings.Contains(text, `boardd_hall_pushes_failed_total{site="hall",tournament="open",round="3",lichess="missing1"} 1`)
	})
	for _, want := range []string{"Lichess has no such round", "these tables are in no target and are not pushed: 13"} {
		harness.Until(t, want, 10*time.Second, func() bool { return strings.Contains(b.log.String(), want) })
	}
}

// TestLichessAway: a Lichess that cannot be reached stops nothing else.
func TestLichessAway(t *testing.T) {
	t.Parallel()
	b := newBroadcast(t)
	text, err := os.ReadFile(b.conf)
	if err != nil {
		t.Fatal(err)
	}
	b.write(b.conf, strings.ReplaceAll(string(text), b.lila.URL, "http://"+brokertest.FreeAddress(t)))
	b.start()
	harness.Until(t, "an alert", 20*time.Second, func() bool { return strings.Contains(b.log.String(), "connection refused") })
	b.report("b07", 7, "*", "e4")
	harness.Until(t, "the files", 20*time.Second, func() bool { games := b.games(); return len(games) == 6 && len(games[0].Moves) == 1 })
}
