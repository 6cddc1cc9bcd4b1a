package pgn

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// readAll returns the games of a text.
func readAll(text string) ([]*Game, error) {
	r := NewReader(strings.NewReader(text))
	var games []*Game
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games, nil
		}
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
}

// line returns the moves of a game in UCI, with its result.
func line(g *Game) string {
	p, words := g.Start, []string(nil)
	for _, m := range g.Moves {
		words = append(words, p.UCI(m))
		p = p.Play(m)
	}
	return strings.Join(append(words, g.Result), " ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // each game
	}{
		{"nothing", "", nil},
		{"white space alone", " \n\t\r\n", nil},
		{"export format", "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n", []string{"e2e4 e7e5 g1f3 1-0"}},
		{"numbers run into moves", "1.e4 e5 2.Nf3 1/2-1/2", []string{"e2e4 e7e5 g1f3 1/2-1/2"}},
		{"black's number", "1. e4 {good} 1... e5 *", []string{"e2e4 e7e5 *"}},
		{"no result", "1. e4 e5", []string{"e2e4 e7e5 *"}},
		{"no moves", "[Event \"bye\"]\n\n1-0\n", []string{"1-0"}},
		{"comments", "1. e4 ; e5 1-0\n e5 {2. d4 \n( ; \n} 2. d3 0-1", []string{"e2e4 e7e5 d2d3 0-1"}},
		{"escaped line", "1. e4\n% e6 [x\ne5 *", []string{"e2e4 e7e5 *"}},
		{"variations in variations", "1. e4 (1. d4 (1. c4 {)} c5) d5) 1... e5 (1... c5) *", []string{"e2e4 e7e5 *"}},
		{"annotations", "1. e4!? $1 e5?? $23 2. Nf3! *", []string{"e2e4 e7e5 g1f3 *"}},
		{"castling with letters and with zeros", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 O-O *", []string{"e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 *"}},
		{"two games", "1. e4 1-0 1. d4 0-1", []string{"e2e4 1-0", "d2d4 0-1"}},
		{"two games, the first without result", "[A \"\"]\n1. e4\n[A \"\"]\n1. d4", []string{"e2e4 *", "d2d4 *"}},
		{"byte order mark, dos line ends", "\ufeff[A \"\"]\r\n\r\n1. e4 *\r\n", []string{"e2e4 *"}},
		{"a start of its own", "[FEN \"8/4P1k1/8/8/8/8/6K1/8 w - - 0 40\"]\n40. e8=Q Kf6 *", []string{"e7e8q g7f6 *"}},
		{"black first", "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9\"]\n9... Kd7 10. Kd2 1/2-1/2", []string{"e8d7 e1d2 1/2-1/2"}},
		{"chess960", "[Variant \"Fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n1. O-O *", []string{"f1g1 *"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, err := readAll(c.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, g := range games {
				got = append(got, line(g))
			}
			if strings.Join(got, "; ") != strings.Join(c.want, "; ") {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestTags(t *testing.T) {
	games, err := readAll("\n[White \"O\\\"Neil \\\\ Co\"]\n [Black\t\"\"] [White \"another\"]\n\n*")
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	g := games[0]
	if g.Line != 2 || len(g.Tags) != 3 || g.Tag("White") != `O"Neil \ Co` || g.Tag("Black") != "" || g.Tag("Round") != "" {
		t.Errorf("line %d, tags %q", g.Line, g.Tags)
	}
}

func TestBad(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"illegal move", "1. e4 e5\n2. Ke3 *", `line 2: ply 3: read san move "Ke3"`},
		{"no move", "1. e4 hello *", `line 1: ply 2: read san move "hello"`},
		{"null move", "1. e4 -- *", `line 1: ply 2`},
		{"comment without an end", "1. e4\n{ e5", "line 2: comment does not end"},
		{"variation without an end", "1. e4 (1. d4", "line 1: variation does not end"},
		{"closed too often", "1. e4 ) e5", `line 1: ")" where a move is wanted`},
		{"tag without value", "[Event]\n", `line 1: tag: "\"" is missing on the line`},
		{"tag without an end", "[Event \"x\"\n", "line 1: tag Event does not end with its value"},
		{"tag without a name", "[\"x\"]", "line 1: tag: bad name"},
		{"value over two lines", "[Event \"x\ny\"]", "line 1: tag Event:"},
		{"bad fen", "[A \"\"]\n[FEN \"x\"]\n", "line 2: tag FEN:"},
		{"endless move", "1. " + strings.Repeat("e", maxToken+1), "line 1: move"},
		{"endless value", "[A \"" + strings.Repeat("e", maxToken+1) + "\"]", "line 1: tag A:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := readAll(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

// The error of a source is reported, and not taken for the end.
func TestSourceFails(t *testing.T) {
	broken := errors.New("broken")
	r := NewReader(io.MultiReader(strings.NewReader("1. e4 e5"), iotest.ErrReader(broken)))
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// Whatever the text, reading ends, and each move was legal where it stands.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"", "[A \"b\"]\n\n1. e4 {c} (1. d4 ; x\n) 1... e5 $4 2. Nf3!? 1-0\n",
		"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O *", "1.e4 0-1 % \n%\n*", "[\\\"", "0-0 1/2-1/2", "\x00[e\xff \"\\\x00\"]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, _ := readAll(text)
		for _, g := range games {
			p := g.Start
			for _, m := range g.Moves {
				if !p.IsLegal(m) {
					t.Fatalf("%s is not legal in %s", m, p.FEN())
				}
				p = p.Play(m)
			}
		}
	})
}
