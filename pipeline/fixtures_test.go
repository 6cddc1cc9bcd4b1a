package pipeline

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/internal/schematest"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

const fixtureDir = "../fixtures/logs"

// fixtureRun is all that follows from a fixture, step by step.
type fixtureRun struct {
	t        *testing.T
	header   *sensor.Header
	records  []sensor.Record
	findings []touchmove.Finding
	messages []transport.Message
}

// ran are the fixtures that have run.
var ran = map[string]fixtureRun{}

// runFixture lets a log run through the engine, as replay does, the first time that a
// test asks for it.
func runFixture(t *testing.T, text string) *fixtureRun {
	t.Helper()
	f, known := ran[text]
	if !known {
		f = runLog(t, text)
		ran[text] = f
	}
	f.t = t
	return &f
}

func runLog(t *testing.T, text string) (f fixtureRun) {
	t.Helper()
	log, err := Read(sensor.NewReader(strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	h, records, e := log.Header, log.Records, log.Engine
	e.Encoder = ReplayEncoder()
	f.header, f.records = h, records
	take := func(o Outcome) {
		f.findings = append(f.findings, o.Findings...)
		f.messages = append(f.messages, o.Messages...)
	}
	take(e.Begin())
	for _, r := range records {
		take(e.Step(r))
	}
	take(e.Finish())
	return f
}

// TestFixtures: each fixture gives what was required before the program was run, and its
// output is the one that was last reviewed.
func TestFixtures(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			want, err := fixtures.Wanted(name)
			if err != nil {
				t.Fatal(err)
			}
			f := runFixture(t, fixtures.Log(name))
			f.checkPapers()
			f.checkFindings(want)
			f.checkGames(want)
			harness.CheckGolden(t, filepath.Join(fixtureDir, name+".out"), f.lines())
		})
	}
}

// lines are the findings, one a line.
func (f *fixtureRun) lines() string {
	var all []byte
	for i := range f.findings {
		all = append(transport.AppendFinding(all, &f.findings[i]), '\n')
	}
	return string(all)
}

// papers are what every fixture says of itself; one of a real or simulated
// port its firmware too.
var papers = []string{"date", "licence", "recorded-by", "script"}

func (f *fixtureRun) checkPapers() {
	f.t.Helper()
	has := map[string]bool{}
	for _, s := range f.header.Other {
		has[s.Name] = true
	}
	for _, name := range papers {
		if !has[name] {
			f.t.Errorf("no %s in its papers", name)
		}
	}
	if f.header.Board != "" && !has["firmware"] {
		f.t.Error("no firmware in its papers")
	}
}

// checkFindings holds what was found against what was wanted. Each finding
// answers one wish.
func (f *fixtureRun) checkFindings(want *fixtures.Want) {
	f.t.Helper()
	answering := make([]bool, len(f.findings))
	for _, w := range want.Findings {
		i := 0
		for i < len(f.findings) && (answering[i] || !f.answers(&w, &f.findings[i])) {
			i++
		}
		if i == len(f.findings) {
			f.t.Errorf("not found: %+v%s", w, f.near(w.Code))
			continue
		}
		answering[i] = true
	}
	for i := range f.findings {
		g := &f.findings[i]
		if g.Level != laws.Info && !answering[i] || slices.Contains(want.None, g.Code.String()) {
			f.t.Errorf("not wanted: %s", transport.AppendFinding(nil, g))
		}
	}
}

// answers reports whether a finding is one that was wanted.
func (f *fixtureRun) answers(w *fixtures.WantedFinding, g *touchmove.Finding) bool {
	return g.Code.String() == w.Code && g.Level.String() == w.Level && (w.Side == "*" || w.Side == g.Side.String()) &&
		(w.Article == "" || slices.Contains(strings.Split(g.Article, "/"), w.Article)) &&
		w.Event <= int(g.Event) && (int(g.Event) <= f.latest(w.Event) || g.At <= f.at(w.Event)+handMs)
}

// handMs is how long a hand may still be on a piece that it has put down: what counts as
// rest by default.
const handMs = 300

// at is the time of a record, by its number; before the first it is 0.
func (f *fixtureRun) at(event int) int64 {
	if event == 0 {
		return 0
	}
	return f.records[event-1].At
}

// latest is the record by which a finding after an event must come, unless a hand hides it:
// the next touch or press, or a person's command.
func (f *fixtureRun) latest(event int) int {
	for n := event; n < len(f.records); n++ {
		switch f.records[n].Word {
		case sensor.Clock, sensor.UTC, sensor.Tx:
		default:
			return n + 1
		}
	}
	return len(f.records)
}

// near lists what was found under a code.
func (f *fixtureRun) near(code string) string {
	text := ""
	for i := range f.findings {
		if f.findings[i].Code.String() == code {
			text += "\n  but " + string(transport.AppendFinding(nil, &f.findings[i]))
		}
	}
	return text
}

// checkGames compares the games with the last snapshot of each that has a move.
func (f *fixtureRun) checkGames(want *fixtures.Want) {
	f.t.Helper()
	games := f.games()
	for i, w := range want.Games {
		if i >= len(games) {
			f.t.Errorf("no game %d: want %v", i+1, w.Moves)
			continue
		}
		if got := movesOf(&games[i]); !slices.Equal(got, w.Moves) {
			f.t.Errorf("game %d: moves %v, want %v", i+1, got, w.Moves)
		}
		if games[i].Result != w.Result {
			f.t.Errorf("game %d: result %s, want %s", i+1, games[i].Result, w.Result)
		}
	}
	if len(games) > len(want.Games) {
		f.t.Errorf("%d games, want %d: %v", len(games), len(want.Games), movesOf(&games[len(games)-1]))
	}
}

// games are the last snapshots of the games that have a move, in order.
func (f *fixtureRun) games() []transport.ArbiterGame {
	f.t.Helper()
	var games []transport.ArbiterGame
	for _, m := range f.messages {
		if !strings.HasSuffix(m.Topic, "/arbiter/game") {
			continue
		}
		var g transport.ArbiterGame
		if err := json.Unmarshal(m.Payload, &g); err != nil {
			f.t.Fatal(err)
		}
		if n := len(games); n > 0 && games[n-1].GameID == g.GameID {
			games[n-1] = g
		} else {
			games = append(games, g)
		}
	}
	return slices.DeleteFunc(games, func(g transport.ArbiterGame) bool { return len(movesOf(&g)) == 0 })
}

// movesOf are the moves that stand, as a .want file writes them.
func movesOf(g *transport.ArbiterGame) []string {
	plies := g.Moves
	if g.Pending != nil && g.Pending.State == "provisional" {
		plies = append(slices.Clone(plies), *g.Pending)
	}
	var moves []string
	for _, p := range plies {
		text := "?"
		if p.SAN != nil {
			text = *p.SAN
		}
		if p.State != "completed" {
			text += ":" + p.State
		}
		moves = append(moves, text)
	}
	return moves
}

// TestFixtureMessages: every message is what its schema says, and every PGN is
// one that the strictest relay takes.
func TestFixtureMessages(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			for _, m := range runFixture(t, fixtures.Log(name)).messages {
				if err := schematest.Validate(m.Topic, m.Payload); err != nil {
					t.Errorf("%s: %v", m.Topic, err)
				}
			}
		})
	}
}

// published are the games of all PGNs that were published, in order, by GameId.
func (f *fixtureRun) published() map[string][]pgnlint.Game {
	f.t.Helper()
	all := map[string][]pgnlint.Game{}
	for _, m := range f.messages {
		if !strings.HasSuffix(m.Topic, "/pgn") {
			continue
		}
		games, errs := pgnlint.Read(string(m.Payload))
		for _, err := range errs {
			f.t.Error(err)
		}
		for _, g := range games {
			id := g.Tag("GameId")
			all[id] = append(all[id], g)
		}
	}
	return all
}

// TestPublishedIsPrefix: at any moment the published plies are the beginning of the final
// game, unless the players took moves back.
func TestPublishedIsPrefix(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			want, err := fixtures.Wanted(name)
			if err != nil {
				t.Fatal(err)
			}
			f, taken := runFixture(t, fixtures.Log(name)), false
			for id, games := range f.published() {
				last := games[len(games)-1].Moves
				for _, g := range games {
					if isPrefix(g.Moves, last) {
						continue
					}
					if taken = true; !want.Takeback {
						t.Errorf("%s: %v was published, and the game is %v", id, g.Moves, last)
					}
				}
			}
			if want.Takeback && !taken {
				t.Error("no move was taken back")
			}
		})
	}
}

func isPrefix(short, long []string) bool {
	return len(short) <= len(long) && slices.Equal(short, long[:len(short)])
}

// secrets are names of what only arbiters may read: the Laws keep it from the
// players (12.6, 12.7 of the FIDE Laws of 2023).
var secrets = []string{"irregular", "allowed", "bound", "remedy", "finding", "why"}

// TestPublicIsPublic: no public message has anything that only arbiters may read, and no
// unsettled move.
func TestPublicIsPublic(t *testing.T) {
	for _, name := range fixtures.Logs() {
		for _, m := range runFixture(t, fixtures.Log(name)).messages {
			topic := strings.TrimPrefix(m.Topic, "chess/1/site/board/")
			if topic == "pgn" || topic == "last/pgn" || strings.HasPrefix(topic, "arbiter/") || strings.HasPrefix(topic, "res/") {
				continue
			}
			var members map[string]json.RawMessage
			if err := json.Unmarshal(m.Payload, &members); err != nil {
				t.Fatalf("%s: %s: %v", name, topic, err)
			}
			for _, secret := range secrets {
				if _, ok := members[secret]; ok {
					t.Errorf("%s: %s tells %s", name, topic, secret)
				}
			}
			for _, state := range []string{"provisional", "illegal_made", "illegal_completed"} {
				if strings.Contains(string(m.Payload), `"`+state+`"`) {
					t.Errorf("%s: %s has a move that is %s: %s", name, topic, state, m.Payload)
				}
			}
		}
	}
}

// clocksTold is the time left after each ply, as somebody has it who follows the
// events of a game.
type clocksReported []*int64

func (c *clocksReported) follow(e *transport.Event) {
	switch e.Type {
	case "game_start", "retract", "resync":
		*c = (*c)[:min(e.Ply, len(*c))]
	case "move", "correct":
		*c = append((*c)[:e.Ply-1], e.ClkMs)
	}
}

// TestClocksAgree: at every moment the events, the snapshot and the PGN have the same
// time left after each ply.
func TestClocksAgree(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			var reported clocksReported
			var game transport.Game
			for _, m := range runFixture(t, fixtures.Log(name)).messages {
				switch topic := path.Base(m.Topic); {
				case topic == "event":
					var e transport.Event
					readMessage(t, m, &e)
					reported.follow(&e)
				case m.Topic == "chess/1/site/board/game":
					game = transport.Game{}
					readMessage(t, m, &game)
					if len(game.Moves) != len(reported) {
						t.Fatalf("%d plies in the snapshot, %d by events", len(game.Moves), len(reported))
					}
					for i, ply := range game.Moves {
						if !reflect.DeepEqual(ply.ClkMs, reported[i]) {
							t.Fatalf("rev %d, ply %d: the snapshot has %s, the events %s", game.Rev, i+1, written(ply.ClkMs), written(reported[i]))
						}
					}
				case topic == "pgn" && len(reported) > 0:
					wantClocks(t, string(m.Payload), reported)
				}
			}
		})
	}
}

// TestSnapshotHasThePGN: whatever the PGN has, parts and all, a reader of the snapshot can
// write as well.
func TestSnapshotHasThePGN(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			snapshots := map[string]transport.Game{}
			for _, m := range runFixture(t, fixtures.Log(name)).messages {
				switch where, what := path.Split(strings.TrimPrefix(m.Topic, "chess/1/site/board/")); {
				case what == "game" && where != "arbiter/":
					var game transport.Game
					readMessage(t, m, &game)
					snapshots[where] = game
				case what == "pgn":
					wantPGNOf(t, snapshots[where], string(m.Payload))
				}
			}
		})
	}
}

func wantPGNOf(t *testing.T, snapshot transport.Game, want string) {
	t.Helper()
	game, err := snapshot.Game()
	if err != nil {
		t.Fatalf("rev %d: %v", snapshot.Rev, err)
	}
	games, _ := pgnlint.Read(want)
	got := transport.AppendPGN(nil, game, transport.PGNHeader{Site: "site", Board: "board", Date: games[0].Tag("Date")})
	if string(got) != want {
		t.Fatalf("rev %d: the snapshot gives\n%s\nand the PGN is\n%s", snapshot.Rev, got, want)
	}
}

func readMessage(t *testing.T, m transport.Message, into any) {
	t.Helper()
	if err := json.Unmarshal(m.Payload, into); err != nil {
		t.Fatal(err)
	}
}

func written(ms *int64) string {
	if ms == nil {
		return "none"
	}
	return fmt.Sprint(*ms)
}

// wantClocks: a PGN has the time after each ply that is known, and no other.
func wantClocks(t *testing.T, pgn string, reported clocksReported) {
	t.Helper()
	games, _ := pgnlint.Read(pgn)
	last := &games[len(games)-1] // a game in which an illegal move stands has parts
	for i, ms := range reported[len(reported)-len(last.Moves):] {
		want, got := "", ""
		if ms != nil {
			s := *ms / 1000
			want = fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
		}
		if last.Clocks != nil {
			got = last.Clocks[i]
		}
		if got != want {
			t.Fatalf("ply %d: the PGN has %q, the events %q", i+1, got, want)
		}
	}
}

// TestDateGiven: the time of a clock that is not synchronised gives no date. If the
// configuration or a person has given a date, that is the date; only synced shows that the
// clock is not synchronised.
func TestDateGiven(t *testing.T) {
	const head, moves = "#! boardd-log 1\n#: clock no\n", `0 utc 2000-01-01T00:00:12.000Z unsynced
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
1000 lift e2 P
1200 drop e4 P
2500 lift e7 p
2700 drop e5 p
`
	const given = `cmd tags {"tags":{"Date":"2027.03.06"}}` + "\n"
	for _, c := range []struct{ name, log, date string }{
		{"nobody", head + moves, "????.??.??"},
		{"the configuration", head + "#: tag Date 2027.03.06\n" + moves, "2027.03.06"},
		{"a person", head + moves + "7000 " + given, "2027.03.06"},
		{"the clock", head + strings.Replace(moves, "unsynced", "synced", 1), "2000.01.01"},
		{"a person, for the next game too", head + moves + "7000 " + given + "8000 cmd result {\"result\":\"1-0\"}\n9000 cmd new_game {}\n", "2027.03.06"},
	} {
		f := runFixture(t, c.log)
		pgn, synced := "", 0
		for _, m := range f.messages {
			if m.Topic == "chess/1/site/board/pgn" {
				pgn = string(m.Payload)
			}
			if strings.Contains(string(m.Payload), `"synced":true`) {
				synced++
			}
		}
		if !strings.Contains(pgn, "[Date \""+c.date+"\"]") || synced > 0 != (c.name == "the clock") {
			t.Errorf("%s: %d messages say that the clock is right, and\n%s", c.name, synced, pgn)
		}
	}
}

// TestHandsOnChesslink: the fixtures give the same findings and games when they come as a
// ChessLink board's bytes, whichever square is the first of a message.
func TestHandsOnChesslink(t *testing.T) {
	n := 0
	for _, name := range fixtures.Logs() {
		log, err := Read(sensor.NewReader(strings.NewReader(fixtures.Log(name))))
		if err != nil {
			t.Fatal(err)
		}
		if h := log.Header; h.Board != "" || h.Sensor == "occupancy" || len(log.Records) == 0 || log.Records[0].Word != sensor.Board {
			continue
		}
		n++
		want, err := fixtures.Wanted(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, lies := range []sensor.Orientation{sensor.Normal, sensor.Rotated} {
			if (n+i)%quick.Fewer(2) > 0 {
				continue // with -short each lies one way
			}
			t.Run(name+" "+lies.String(), func(t *testing.T) {
				f := runFixture(t, onChesslink(t, log.Header, log.Records, lies))
				f.checkFindings(want)
				f.checkGames(want)
			})
		}
	}
	if n < 30 {
		t.Errorf("%d fixtures", n)
	}
}

// onChesslink is a log of hands as one of a board that scans after each of them.
func onChesslink(t *testing.T, h *sensor.Header, records []sensor.Record, lies sensor.Orientation) string {
	t.Helper()
	head := *h
	head.Board, head.Orientation = "chesslink", lies
	board := chesslink.Board{Turned: lies == sensor.Rotated}
	text, err := sensor.AppendHeader(nil, &head)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		switch r.Word {
		case sensor.Lift, sensor.Drop, sensor.Board:
			r = sensor.Record{At: r.At, Word: sensor.Rx, Data: board.Step(nil, r)}
		case sensor.Press, sensor.Clock, sensor.Flag:
			if lies == sensor.Rotated {
				r = otherSide(r)
			}
		}
		text = sensor.AppendRecord(text, r)
	}
	return string(text)
}

// otherSide converts a record of a clock to the board's own terms if the board lies
// rotated, with the clock on its usual side.
func otherSide(r sensor.Record) sensor.Record {
	r.Times[0], r.Times[1] = r.Times[1], r.Times[0]
	switch {
	case r.Word != sensor.Clock:
		r.Side = r.Side.Other()
	case r.Running == sensor.WhiteRuns:
		r.Running = sensor.BlackRuns
	case r.Running == sensor.BlackRuns:
		r.Running = sensor.WhiteRuns
	}
	return r
}

// TestChesslinkOccupancy: names of pieces from a look-alike are ignored if the header says
// that it cannot know them.
func TestChesslinkOccupancy(t *testing.T) {
	log, err := Read(sensor.NewReader(strings.NewReader(fixtures.Log("chesslink-game"))))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ sensor, want string }{
		{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"identified", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"occupancy", "????????/????????/8/8/8/8/????????/????????"},
	} {
		log.Header.Sensor = c.sensor
		e, err := New(log.Header, "test")
		if err != nil {
			t.Fatal(err)
		}
		e.Encoder = ReplayEncoder()
		got := ""
		for _, r := range log.Records {
			for _, d := range e.Step(r).Decoded {
				if d.Word == sensor.Board && got == "" {
					got = d.Placement.String()
				}
			}
		}
		if what := e.About.Sensor; got != c.want || (what == "occupancy") != (c.sensor == "occupancy") {
			t.Errorf("sensor %q: shows %s, and says that it is %s", c.sensor, got, what)
		}
	}
}
