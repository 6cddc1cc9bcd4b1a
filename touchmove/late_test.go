package touchmove_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestLateFinishing: what belongs to a ply comes after the reply. The record and the board agree
// again then: the plies are those that were played, nothing stands displaced, the game goes on;
// and what was found about it stays.
func TestLateFinishing(t *testing.T) {
	const open = "4k3/pppp4/8/8/8/8/PPPP4/R3K2R w KQ - 0 1"
	cases := []struct {
		name, start, do string
		moves           string
		found           laws.Code // with a clock, certain, once; NoCode: nothing certain
		names           bool      // only on boards that name pieces
	}{
		{"the rook after the reply", open, "-e1K +g1K |w -e8k +e7k |b -h1R +f1R -a2P +a3P |w -a7p +a6p |b", "e1g1 e8e7 a2a3 a7a6", laws.CastleIncomplete, false},
		{"the rook a move after the reply", open, "-e1K +c1K |w -e8k +e7k |b -d2P +d4P |w -a1R +d1R -d7p +d5p |b -h1R +h7R |w", "e1c1 e8e7 d2d4 d7d5 h1h7", laws.CastleIncomplete, false},
		{"Black's rook", "r3k2r/pppp4/8/8/8/8/PPPP4/4K3 b kq - 0 1", "-e8k +g8k |b -e1K +e2K |w -h8r +f8r -a7p +a6p |b -a2P +a3P |w", "e8g8 e1e2 a7a6 a2a3", laws.CastleIncomplete, false},
		{"the queen after the reply", "8/5P1k/8/8/8/8/8/K7 w - - 0 1", "-f7P +f8P |w -h7k +g6k |b -f8P +f8Q -a1K +a2K |w -g6k +h5k |b", "f7f8q h7g6 a1a2 g6h5", laws.PromotionUnreplaced, true},
		{"the queen a move after the reply", "8/5P1k/8/8/8/8/8/K7 w - - 0 1", "-f7P +f8P |w -h7k +g6k |b -a1K +a2K |w -f8P +f8Q -g6k +h5k |b -a2K +a3K |w", "f7f8q h7g6 a1a2 g6h5 a2a3", laws.PromotionUnreplaced, true},
		{"the queen after the reply, while the captured one is carried over a square", "7k/8/8/8/8/8/1p6/2Q4K b - - 0 1", "-b2p +c1p +b2Q |b -b2Q -h1K +h2K |w -c1p +c1q -h8k +h7k |b", "b2c1q h1h2 h8h7", laws.PromotionUnreplaced, true},
		{"the captured pawn after the reply", "4k3/p7/8/3pP3/8/8/P7/4K3 w - d6 0 1", "-e5P +d6P |w -e8k +d7k |b -d5p -e1K +e2K |w -d7k +d6k |b", "e5d6 e8d7 e1e2 d7d6", laws.EPPawnLeft, false},
		{"a pawn that is seen after the reply", "", "-e2P |w -e7p +e5p |b +e4P -g1N +f3N |w -b8n +c6n |b", "e2e4 e7e5 g1f3 b8c6", laws.NoCode, true},
		{"a piece that is seen two plies later", "", "-g1N |w -e7p +e5p |b -e2P +e4P |w +f3N -b8n +c6n |b -f1B +b5B |w", "g1f3 e7e5 e2e4 b8c6 f1b5", laws.NoCode, true},
		{"all in time", open, "-e1K +g1K -h1R +f1R |w -e8k +e7k |b", "e1g1 e8e7", laws.NoCode, false},
	}
	for _, c := range cases {
		for _, board := range []string{"dgt", "chesslink", "certabo", "tabutronic"} {
			for _, clock := range []bool{true, false} {
				occupancy := board == "tabutronic"
				if c.names && occupancy {
					continue
				}
				t.Run(fmt.Sprintf("%s, %s, clock %v", c.name, board, clock), func(t *testing.T) {
					tr, found := playLog(t, lateLog(c.start, c.do, board, occupancy, clock))
					certain := 0
					for _, f := range found {
						if f.Level == laws.Certain {
							certain++
							if f.Code != c.found {
								t.Errorf("found %v certain", f.Code)
							}
						}
					}
					if want := c.found != laws.NoCode && clock; (certain == 1) != want || certain > 1 {
						t.Errorf("%d certain findings", certain)
					}
					finished(t, tr, c.moves)
				})
			}
		}
	}
}

// TestFinishedAfterItStood: in rapid chess a pawn left on the last rank stands once the opponent has
// moved. When it becomes a queen all the same, the players agree on that (A.5.2); not when it is captured.
func TestFinishedAfterItStood(t *testing.T) {
	const played = "-f7P +f8P |w -h7k +g6k |b -a1K +a2K |w -g6k +h5k |b "
	for do, moves := range map[string]string{
		played: "f8 Kg6 Ka2 Kh5",
		played + "-f8P +f8Q -f8Q +f4Q |w -h5k +g6k |b":                                       "f8=Q Kg6 Ka2 Kh5 Qf4 Kg6",
		"-f7P +f8P |w -h7k +g7k |b -a1K +a2K |w -g7k -f8P +f8k |b -a2K +a3K |w -f8k +e7k |b": "f8 Kg7 Ka2 Kxf8 Ka3 Ke7",
	} {
		log := lateLog("8/5P1k/8/8/8/8/7P/K7 w - - 0 1", do, "dgt", false, true)
		tr, found := playLog(t, strings.Replace(log, "\n", "\n#: time rapid\n", 1))
		stood := 0
		for _, f := range found {
			if f.Code == laws.IllegalStands {
				stood++
			}
		}
		if stood != 1 {
			t.Errorf("%s: it stood %d times", do, stood)
		}
		if san := sanOf(tr.Game()); san != moves {
			t.Errorf("the record has %s, want %s", san, moves)
		}
	}
}

// finished checks which plies the record has, and that the board agrees with it.
func finished(t *testing.T, tr *touchmove.Tracker, moves string) {
	t.Helper()
	g := tr.Game()
	var got []string
	for _, p := range g.Moves {
		got = append(got, p.UCI)
	}
	if g.Pending != nil {
		got = append(got, g.Pending.UCI)
	}
	if line := strings.Join(got, " "); line != moves {
		t.Errorf("the record has %s, want %s", line, moves)
	}
	if _, differ := tr.Sensed(); differ != 0 {
		t.Errorf("the board differs on %v", differ)
	}
	if len(g.Irregular) != 0 || g.Phase != touchmove.Playing {
		t.Errorf("phase %v, irregular %v", g.Phase, g.Irregular)
	}
}

// lateLog is a log of acts 700 ms apart: a piece is lifted (-e1K) or put (+g1K), the clock is
// pressed (|w).
func lateLog(start, do, board string, occupancy, clock bool) string {
	var b strings.Builder
	b.WriteString("#! boardd-log 1\n#: board " + board + "\n")
	if start != "" {
		b.WriteString("#: start " + start + "\n")
	}
	if occupancy {
		b.WriteString("#: sensor occupancy\n")
	}
	if !clock {
		b.WriteString("#: clock no\n")
	}
	if start == "" {
		start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	}
	stands, _, _ := strings.Cut(start, " ")
	if occupancy {
		stands = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return '?'
			}
			return r
		}, stands)
	}
	b.WriteString("0 board " + stands + "\n")
	for i, act := range strings.Fields(do) {
		at, word := 700*(i+1), map[byte]string{'-': "lift ", '+': "drop ", '|': "press "}[act[0]]
		switch {
		case act[0] == '|' && clock:
			fmt.Fprintf(&b, "%d %s%s\n", at, word, act[1:])
		case act[0] != '|' && occupancy:
			fmt.Fprintf(&b, "%d %s%s\n", at, word, act[1:3])
		case act[0] != '|':
			fmt.Fprintf(&b, "%d %s%s %s\n", at, word, act[1:3], act[3:])
		}
	}
	return b.String()
}
