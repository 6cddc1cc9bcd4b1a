package games

import (
	"strings"
	"testing"
)

func TestReadGames(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // moves of each game
	}{
		{"nothing", "", ""},
		{"remarks alone", "# none yet\n\n", ""},
		{"uci", "e2e4 e7e5\n\n# d2d4\ng1f3  g8f6 \r\n", "e2e4 e7e5; g1f3 g8f6"},
		{"uci behind a byte order mark", "\ufeffe2e4\n", "e2e4"},
		{"from the initial position", "position startpos moves e2e4 c7c5", "e2e4 c7c5"},
		{"from another", "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8d7\n", "e1g1 e8d7"},
		{"without moves", "position startpos\n", ""},
		{"pgn", "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 *", "e2e4 e7e5; d2d4"},
		{"movetext alone", "1. e4 e5", "e2e4 e7e5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, err := ReadGames(strings.NewReader(c.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, g := range games {
				p, words := g.Start, []string(nil)
				for _, m := range g.Moves {
					words = append(words, p.UCI(m))
					p = p.Play(m)
				}
				got = append(got, strings.Join(words, " "))
			}
			if strings.Join(got, "; ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestReadBadGames(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"e2e4 e7e5\ng1f3 e2e4\n", `line 2: ply 2: uci move "e2e4": not legal in`},
		{"e2e4 hello", `line 1: ply 2: read uci move "hello"`},
		{"position here moves e2e4", `line 1: position "here": want startpos or fen`},
		{"position fen x y moves e2e4", "line 1:"},
		{"1. e4 e5\n2. Ke3", "line 2: ply 3: "},
		{"once upon a time", `line 1: ply 1: read san move "once"`},
	} {
		if _, err := ReadGames(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.text, err, c.want)
		}
	}
}

// FuzzGames: whatever stands in a file of games, it is refused, or each game can be
// played.
func FuzzGames(f *testing.F) {
	f.Add("e2e4 e7e5\n# remark\nposition startpos moves d2d4\n")
	f.Add("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7")
	f.Add("[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 {a remark} (1. d4) e5 $1 1-0\n\n[Event \"?\"]\n\n1. Nf3 *\n")
	f.Add("\ufeff# e2e4\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ReadGames(strings.NewReader(text))
		if err != nil {
			return
		}
		for i := range all {
			p := all[i].Start
			for _, m := range all[i].Moves {
				if _, err := p.ParseUCI(p.UCI(m)); err != nil {
					t.Fatalf("game %d: %v", i+1, err)
				}
				p = p.Play(m)
			}
		}
	})
}
