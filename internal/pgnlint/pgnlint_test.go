package pgnlint_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/pgnlint"
)

const tags = `[Event "Harbour Open 2027"]
[Site "Aberdeen SCO"]
[Date "2027.03.06"]
[Round "3.7"]
[White "Ferrier, Isla"]
[Black "Okonkwo, Chidi"]
[Result "*"]
`

// game is a good game with the times left, from which the bad ones are made.
const game = tags + `[BlackElo "2011"]
[Board "7"]
[GameId "harbour27-r3-b07-1"]
[TimeControl "5400+30"]

1. d4 {[%clk 1:30:24]} 1... Nf6 {[%clk 1:30:19]} 2. c4 {[%clk 1:30:41]} *

`

const bare = tags + "\n1. d4 Nf6 2. c4 *\n\n"

const chess960 = tags + `[FEN "bqnnrbkr/pppppppp/8/8/8/8/PPPPPPPP/BQNNRBKR w HEhe - 0 1"]
[SetUp "1"]
[Variant "Chess960"]

1. e4 *

`

func TestGoodGamesPass(t *testing.T) {
	cases := map[string]string{
		"with times":         game,
		"without times":      bare,
		"not begun":          tags + "\n*\n\n",
		"two games":          game + bare,
		"chess960":           chess960,
		"comment at the end": tags + "\n1. e4 e5\n{Waiting for the arbiter.} *\n\n",
		"black first": tags + "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3\"]\n[SetUp \"1\"]\n\n" +
			"3... Nf6 4. Nc3 *\n\n",
		"quotes in a value": strings.Replace(bare, "Harbour Open", `The \"Harbour\" \\ Open`, 1),
		"mate":              strings.Replace(tags, "*", "0-1", 1) + "\n1. f3 e5 2. g4 Qh4# 0-1\n\n",
	}
	for name, text := range cases {
		if errs := pgnlint.Check(text); errs != nil {
			t.Errorf("%s: %v", name, errs)
		}
	}
}

// Each rule of the list has a game that breaks it and nothing else.
func TestBadGamesFail(t *testing.T) {
	cases := []struct {
		rule, from, old, new string
	}{
		{"not UTF-8", bare, "Harbour", "H\xe5rbour"},
		{"byte order mark", bare, "[Event", "\ufeff[Event"},
		{"carriage return", bare, "d4 Nf6", "d4\rNf6"},
		{"tab", bare, "d4 Nf6", "d4\tNf6"},
		{"trailing space", bare, "d4 Nf6", "d4 \nNf6"},
		{"two spaces", bare, "d4 Nf6", "d4  Nf6"},
		{"no line feed at the end", bare, "*\n\n", "*"},
		{"no empty line after the movetext", bare, "*\n\n", "*\n"},
		{"no empty line after the tags", bare, "\"*\"]\n\n1.", "\"*\"]\n1."},
		{"empty line in the movetext", bare, "d4 Nf6", "d4\n\nNf6"},
		{"long line", game, "\n\n1. d4", "\n\n1. d4 {" + strings.Repeat("x", 80) + "}"},
		{"escape line", bare, "1. d4", "%\n1. d4"},
		{"tag missing", bare, "[Site \"Aberdeen SCO\"]\n", ""},
		{"tags out of order", game, "[Board \"7\"]\n[GameId \"harbour27-r3-b07-1\"]", "[GameId \"x\"]\n[Board \"7\"]"},
		{"tag twice", game, "[Board \"7\"]", "[Board \"7\"]\n[Board \"7\"]"},
		{"tag name with a digit", game, "[BlackElo", "[Black1"},
		{"tag name with _", game, "[BlackElo", "[Black_Elo"},
		{"long value", bare, "Harbour", strings.Repeat("x", 256)},
		{"unprintable value", bare, "Harbour", "Har\u200bbour"},
		{"quote not escaped", bare, "Harbour", "Har\"bour"},
		{"brace in a comment", bare, "1. d4 Nf6", "1. d4 {a } b} 1... Nf6"},
		{"round", bare, "3.7", "3-7"},
		{"board against round", game, "[Board \"7\"]", "[Board \"8\"]"},
		{"name of one letter", bare, "Ferrier, Isla", "F"},
		{"name unknown", bare, "Ferrier, Isla", "unknown"},
		{"name ?", bare, "Ferrier, Isla", "?"},
		{"result tag", bare, "[Result \"*\"]", "[Result \"1-0\"]"},
		{"result token", bare, "c4 *", "c4 0-0"},
		{"no result", bare, " *\n", "\n"},
		{"two results", bare, "c4 *", "c4 * *"},
		{"unterminated with a result", strings.ReplaceAll(bare, "*", "1-0"), "\"1-0\"]\n", "\"1-0\"]\n[Termination \"unterminated\"]\n"},
		{"termination", bare, "\"*\"]\n", "\"*\"]\n[Termination \"resigned\"]\n"},
		{"mate and *", tags + "\n1. f3 e5 2. g4 Qh4# 0-1\n\n", "Qh4# 0-1", "Qh4# *"},
		{"stalemate and *", tags + "[FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Qg6 *\n\n", "x", "x"},
		{"illegal move", bare, "2. c4", "2. c5"},
		{"SAN with too much", bare, "Nf6", "Ngf6"},
		{"check not marked", tags + "\n1. e4 f5 2. Qh5 *\n\n", "x", "x"},
		{"null move", bare, "Nf6", "--"},
		{"variation", bare, "Nf6", "(1. e4) Nf6"},
		{"glyph", bare, "Nf6", "Nf6!"},
		{"number missing", bare, "2. c4", "c4"},
		{"number wrong", bare, "2. c4", "3. c4"},
		{"number of black's move missing", game, "1... Nf6", "Nf6"},
		{"number of black's move too much", bare, "Nf6", "1... Nf6"},
		{"number without move", bare, "c4 *", "*"},
		{"clock of two parts", game, "1:30:19", "30:19"},
		{"negative clock", game, "1:30:19", "-1:30:19"},
		{"clock before any move", bare, "1. d4", "{[%clk 1:30:24]} 1. d4"},
		{"clock twice", game, "{[%clk 1:30:24]} 1... Nf6 {[%clk 1:30:19]}", "{[%clk 1:30:24] [%clk 1:30:19]} 1... Nf6"},
		{"SetUp without FEN", bare, "\"*\"]\n", "\"*\"]\n[SetUp \"1\"]\n"},
		{"FEN without SetUp", bare, "\"*\"]\n", "\"*\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n"},
		{"bad FEN", chess960, "bqnnrbkr/", ""},
		{"variant without FEN", bare, "\"*\"]\n", "\"*\"]\n[Variant \"Chess960\"]\n"},
		{"two games run together", game + bare, "*\n\n[Event", "*\n[Event"},
	}
	for _, c := range cases {
		text := strings.Replace(c.from, c.old, c.new, 1)
		if text == c.from && c.old != "x" {
			t.Errorf("%s: the case changes nothing", c.rule)
		}
		if pgnlint.Check(text) == nil {
			t.Errorf("%s passes:\n%s", c.rule, text)
		}
	}
}

func TestOver600Plies(t *testing.T) {
	shuffle := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 151)
	var moves []string
	for i, san := range strings.Fields(shuffle)[:602] {
		if i%2 == 0 {
			moves = append(moves, strconv.Itoa(i/2+1)+".")
		}
		moves = append(moves, san)
	}
	text := func(n int) string { return tags + "\n" + strings.Join(moves[:n], "\n") + "\n*\n\n" }
	if errs := pgnlint.Check(text(900)); errs != nil {
		t.Errorf("600 plies: %v", errs)
	}
	if pgnlint.Check(text(902)) == nil {
		t.Error("601 plies pass")
	}
}

func TestRead(t *testing.T) {
	games, _ := pgnlint.Read(game + bare)
	if len(games) != 2 {
		t.Fatalf("%d games, want 2", len(games))
	}
	g := games[0]
	if got := strings.Join(g.Moves, " "); got != "d4 Nf6 c4" {
		t.Errorf("moves %q", got)
	}
	if got := strings.Join(g.Clocks, " "); got != "1:30:24 1:30:19 1:30:41" {
		t.Errorf("clocks %q", got)
	}
	for without, want := range map[string][]string{
		" {[%clk 1:30:41]}": {"1:30:24", "1:30:19", ""}, " {[%clk 1:30:24]} 1...": {"", "1:30:19", "1:30:41"},
	} {
		games, errs := pgnlint.Read(strings.Replace(game, without, "", 1))
		if errs != nil || !slices.Equal(games[0].Clocks, want) {
			t.Errorf("without %s: clocks %q, %v", without, games[0].Clocks, errs)
		}
	}
	if g.Tag("White") != "Ferrier, Isla" || g.Result != "*" {
		t.Errorf("White %q, result %q", g.Tag("White"), g.Result)
	}
}

// Whatever the text, reading it ends, and a text that passes parts into the
// games that were read.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{game, bare, chess960, game + bare, tags + "\n*\n\n", "", "\n\n[", "{", "1. e4"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, errs := pgnlint.Read(text)
		if errs != nil {
			return
		}
		if n := strings.Count(text, "\n\n["); len(games) != n+1 {
			t.Errorf("%d games, %d places to part the text", len(games), n)
		}
	})
}
