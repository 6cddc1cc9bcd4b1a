package lichess

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/lilatest"
	"github.com/boardd/boardd/legality"
)

// game returns a game of round 3 with the tags that matter here.
func game(table int, id, moves string, more ...string) Game {
	g := Game{Tags: map[string]string{"Event": "Open", "Site": "Aberdeen", "Round": fmt.Sprint("3.", table), "Board": fmt.Sprint(table),
		"White": fmt.Sprint("White, ", table), "Black": "Black, B", "Result": "*", "GameId": id}, Start: legality.Initial(), Moves: strings.Fields(moves), Result: "*"}
	for i := 0; i+1 < len(more); i += 2 {
		g.Tags[more[i]] = more[i+1]
	}
	if g.Tags["FEN"] != "" {
		g.Start, _ = legality.ParseFEN(g.Tags["FEN"], false)
	}
	g.Result = g.Tags["Result"]
	g.PGN = header(g.Tags) + "\n" + moves + " " + g.Result + "\n\n"
	return g
}

func ids(games []Game) string {
	var all []string
	for i := range games {
		all = append(all, fmt.Sprint(games[i].ID(), ":", len(games[i].Moves)))
	}
	return strings.Join(all, " ")
}

// after returns a round after pushes of which every game was taken.
func after(t *testing.T, rounds ...[]Game) *Round {
	t.Helper()
	r := &Round{}
	var lila lilatest.Round
	for _, games := range rounds {
		body := r.Body(games)
		took := make([]bool, len(body))
		for i, a := range lila.Push(Text(body)) {
			if took[i] = a.Error == ""; !took[i] {
				t.Fatal(a.Error)
			}
		}
		r.Pushed(noon, body, took)
		shown, err := Read(lila.PGN())
		if err != nil || ids(shown) != ids(r.chapters) {
			t.Fatalf("%v: Lichess has %s, the round %s", err, ids(shown), ids(r.chapters))
		}
	}
	return r
}

var noon = time.Date(2027, 3, 6, 12, 0, 0, 0, time.UTC)

const kings = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"

func TestBody(t *testing.T) {
	a, b, c := game(1, "a", ""), game(2, "b", ""), game(3, "c", "")
	begun := []Game{game(1, "a", "e4"), game(2, "b", "e4"), game(3, "c", "d4")}
	part, restarted := game(2, "b.2", "", "FEN", kings), game(2, "b.2", "d4")
	for _, x := range []struct {
		name   string
		before [][]Game
		games  []Game
		want   string
	}{
		{"the first push: the order of the tables", nil, []Game{a, b, c}, "a:0 b:0 c:0"},
		{"moves", [][]Game{{a, b, c}}, begun, "a:1 b:1 c:1"},
		{"a part from another position goes beside the first part", [][]Game{{a, b, c}}, []Game{a, game(2, "b", "e4"), part, c}, "a:0 b:1 b.2:0 c:0"},
		{"a part from the initial position must not take the empty game of c", [][]Game{{a, b, c}}, []Game{a, game(2, "b", "e4"), restarted, c}, "a:0 b:1 c:0 b.2:1"},
		{"nor c that began in the same way", [][]Game{begun}, []Game{begun[0], begun[1], restarted, begun[2]}, "a:1 b:1 c:1 b.2:1"},
		{"it goes beside its first part when c has gone another way", [][]Game{begun, {begun[0], begun[1], restarted, begun[2]}, {begun[0], begun[1], restarted, game(3, "c", "d4 Nf6")}},
			[]Game{begun[0], begun[1], game(2, "b.2", "d4 d5"), game(3, "c", "d4 Nf6")}, "a:1 b:1 b.2:2 c:2"},
		{"a table that is paired later", [][]Game{{a, c}}, []Game{a, b, c}, "a:0 c:0 b:0"},
		{"a table that is no longer paired keeps its place", [][]Game{{a, b, c}}, []Game{a, c}, "a:0 b:0 c:0"},
		{"a chapter of another event is left alone", [][]Game{{game(9, "x", "", "Event", "Other"), a}}, []Game{a, b}, "a:0 b:0"},
		{"a part that was taken back is emptied", [][]Game{{a, game(2, "b", "e4"), game(2, "b.2", "e4", "FEN", kings), c}}, []Game{a, game(2, "b", "e4"), c}, "a:0 b:1 b.2:0 c:0"},
		{"another part of the same number is another game", [][]Game{{a, game(2, "b", "e4"), game(2, "b.2", "e4", "FEN", kings), c}},
			[]Game{a, game(2, "b", "e4"), game(2, "b.2", "", "FEN", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 30"), c}, "a:0 b:1 b.2:0 c:0 b.2+2:0"},
		{"a game that begins from another array has its own chapter", [][]Game{{a, b}}, []Game{game(1, "a", "", "FEN", kings), b}, "a:0 b:0"},
	} {
		body := after(t, x.before...).Body(x.games)
		if got := ids(body); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
		after(t, append(slices.Clone(x.before), x.games)...)
	}
}

// A game that Lichess refused is pushed as it was before, until its text changes.
func TestRefusedGame(t *testing.T) {
	a, b := game(1, "a", "e4"), game(2, "b", "d4")
	r := after(t, []Game{a, b})
	bad := game(1, "a", "e4 c5")
	r.Pushed(noon, []Game{bad, b}, []bool{false, true})
	if got := ids(r.Body([]Game{bad, b})); got != "a:1 b:1" {
		t.Errorf("refused: %s", got)
	}
	if got := ids(r.Body([]Game{game(1, "a", "e4 e5"), b})); got != "a:2 b:1" {
		t.Errorf("changed: %s", got)
	}
	added := game(2, "b.2", "", "FEN", kings)
	r.Pushed(noon, []Game{a, b, added}, []bool{true, true, false})
	if got := ids(r.Body([]Game{a, b, added})); got != "a:1 b:1" {
		t.Errorf("a part that never was there: %s", got)
	}
}

// A table without a good text stays as Lichess shows it, with all its parts.
func TestKeptTable(t *testing.T) {
	b, part := game(2, "b", "d4"), game(2, "b.2", "e3", "FEN", kings)
	r := after(t, []Game{game(1, "a", ""), b, part})
	bad, fresh := game(2, "b", ""), game(3, "c", "")
	bad.Keep, fresh.Keep = true, true
	if got := ids(r.Body([]Game{game(1, "a", "c4"), bad, fresh})); got != "a:1 b:1 b.2:1 c:0" {
		t.Errorf("%s", got)
	}
}

// A result that was taken back does not leave its reason behind.
func TestResultTakenBack(t *testing.T) {
	r := after(t, []Game{game(1, "a", "e4", "Result", "1-0", "Termination", "time forfeit")})
	body := r.Body([]Game{game(1, "a", "e4")})
	if got := body[0].PGN; !strings.Contains(got, `[Termination "unterminated"]`) || !strings.Contains(got, `[Result "*"]`) {
		t.Errorf("%s", got)
	}
}

func TestLimits(t *testing.T) {
	var games []Game
	for i := range 105 {
		games = append(games, game(i+1, fmt.Sprint("g", i+1), ""))
	}
	long, tall := game(1, "a", strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 125)), game(2, "b", "")
	tall.PGN = strings.Repeat("x", warnBody)
	for _, c := range []struct {
		name  string
		games []Game
		want  string
	}{
		{"few", games[:90], ""}, {"nearly all", games[:91], "more than 90 games"}, {"all", games[:100], "more than 90 games"},
		{"too many", games, "more than 100 games"}, {"a long game", []Game{long}, "table 1 has more than 500 plies"}, {"a long text", []Game{tall, long}, "400 KiB"},
	} {
		if got := fmt.Sprint(Limits(c.games)); !strings.Contains(got, c.want) || c.want == "" && got != "[]" {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	r := &Round{}
	body := r.Body(games)
	if len(body) != MaxChapters || body[99].ID() != "g100" {
		t.Errorf("%d games", len(body))
	}
	took := make([]bool, len(body))
	for i := range took {
		took[i] = true
	}
	r.Pushed(noon, body, took)
	part := game(1, "g1.2", "", "FEN", kings)
	if body = r.Body(slices.Insert(games, 1, part)); len(body) != MaxChapters || body[1].ID() != "g2" {
		t.Errorf("a part beyond the limit takes the place of a game: %s", ids(body))
	}
}

func TestTables(t *testing.T) {
	for text, want := range map[string]string{"": "1 2 3 4 5 6 7 8 9", "2-4,7": "2 3 4 7", "5": "5", "8-20, 1": "1 8 9"} {
		s, err := ParseTables(text)
		var got []string
		for table := 1; table <= 9; table++ {
			if s.Has(table) {
				got = append(got, fmt.Sprint(table))
			}
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	for _, text := range []string{"0", "a", "3-2", "1-", "-3", "1;2", ","} {
		if _, err := ParseTables(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// What Lichess sends has comments, variations and other line ends; a game that changes while it is
// read comes again.
func TestRead(t *testing.T) {
	text := "[White \"A\"]\r\n[GameId \"a\"]\r\n\r\n1. e4 { [%eval 0.3] [%clk 0:05:00] } (1. d4) 1... e5 *\r\n\r\n\r\n[GameId \"b\"]\n\n*\n\n\n   \n[GameId \"a\"]\n\n1. e4 1-0\n\n\n"
	games, err := Read(text)
	if err != nil || ids(games) != "a:1 b:0" || games[0].Result != "1-0" {
		t.Errorf("%v %+v", err, games)
	}
	if games, err := Read(" \n\n  \n"); err != nil || games != nil {
		t.Errorf("nothing: %v %v", games, err)
	}
	if _, err := Read("[GameId \"a\"]\n\n1. Ke2 *\n"); err == nil {
		t.Error("no error")
	}
}

// What is shown may be as old as Settle, and no older.
func TestVerify(t *testing.T) {
	r := &Round{}
	states := []Game{game(1, "a", ""), game(1, "a", "e4"), game(1, "a", "e4 e5")}
	for i, g := range states {
		r.Pushed(noon.Add(time.Duration(i)*Settle), []Game{g}, []bool{true})
	}
	for _, c := range []struct {
		name  string
		at    time.Duration
		shown []Game
		want  string
	}{
		{"the last", 2 * Settle, states[2:], ""},
		{"what stood a moment ago", 2*Settle + time.Second, states[1:2], ""},
		{"what is too old", 3*Settle + time.Second, states[1:2], "table 1: Lichess shows White, 1 - Black, B, 1 plies, *, and not what was pushed: White, 1 - Black, B, 2 plies, *"},
		{"another name", 2 * Settle, []Game{game(1, "a", "e4 e5", "White", "X, Y")}, "shows X, Y"},
		{"another result", 2 * Settle, []Game{game(1, "a", "e4 e5", "Result", "1-0")}, "1-0"},
		{"another move", 2 * Settle, []Game{game(1, "a", "e4 c5")}, "2 plies"},
		{"nothing", 2 * Settle, nil, "table 1: Lichess does not show it"},
	} {
		if got := fmt.Sprint(r.Verify(noon.Add(c.at), c.shown)); !strings.Contains(got, c.want) || c.want == "" && got != "[]" {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	young := &Round{}
	young.Pushed(noon, states[:1], []bool{true})
	if bad := young.Verify(noon.Add(time.Second), nil); bad != nil {
		t.Errorf("a game that was pushed a moment ago: %v", bad)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(game(1, "a", "e4 e5").PGN)
	f.Fuzz(func(_ *testing.T, text string) { Read(text) })
}
