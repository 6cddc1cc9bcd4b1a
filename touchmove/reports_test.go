package touchmove_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestReports: logs that once went wrong. Each says itself what is right: the
// moves of the last game in SAN, and all that must be found above info, by code,
// level and side. Where nothing that the board tells decides between several, it gives them
// all, with a | between. Who reports a log adds it here.
func TestReports(t *testing.T) {
	names, err := filepath.Glob("testdata/reports/*.log")
	if err != nil || len(names) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".log"), func(t *testing.T) {
			log, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			tr, found := play(t, string(log))
			var wrong []string
			if got, want := sanOf(tr.LastGame()), remarks(t, string(log), "moves"); !slices.Contains(want, got) {
				wrong = append(wrong, fmt.Sprintf("moves %q, want %q", got, want))
			}
			if got, want := loud(found), remarks(t, string(log), "found"); !slices.Contains(want, got) {
				wrong = append(wrong, fmt.Sprintf("found %q, want %q\n%s", got, want, accountOf(found)))
			}
			for _, w := range unknown(t, wrong) {
				t.Error(w)
			}
		})
	}
}

// remarks is what follows "# name:" in a log, and may be any of several.
func remarks(t *testing.T, log, name string) []string {
	t.Helper()
	_, rest, ok := strings.Cut(log, "\n# "+name+":")
	if !ok {
		t.Fatalf("the log has no remark %q", name)
	}
	line, _, _ := strings.Cut(rest, "\n")
	all := strings.Split(line, "|")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}

func sanOf(g *touchmove.Game) string {
	var moves []string
	for _, p := range g.Moves {
		moves = append(moves, p.SAN)
	}
	return strings.Join(moves, " ")
}

// loud is what was found above info.
func loud(found []touchmove.Finding) string {
	var all []string
	for _, f := range found {
		if f.Level != laws.Info {
			all = append(all, f.Code.String()+" "+f.Level.String()+" "+f.Side.String())
		}
	}
	return strings.Join(all, ", ")
}

// TestDisplacedWhenPliesVanish: pieces are found displaced, and then the best
// reading has fewer plies than when they were. The position to be restored is one
// that there is. The log was played by the hands of package internal/hands.
func TestDisplacedWhenPliesVanish(t *testing.T) {
	log, err := os.ReadFile("testdata/displaced-plies-vanish.log")
	if err != nil {
		t.Fatal(err)
	}
	_, found := play(t, string(log))
	for _, f := range found {
		if f.Code == laws.Displaced && f.Remedy != nil {
			if _, err := legality.ParseFEN(f.Remedy.Restore, false); err != nil {
				t.Errorf("%+v: %v", f.Remedy, err)
			}
		}
	}
}

// TestRecaptureAtOnce: a capture that was seen is not inferred because its piece is
// retaken before a scan has passed; one whose drop nobody saw is.
func TestRecaptureAtOnce(t *testing.T) {
	const log = "#! boardd-log 1\n#: moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n0 board r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R\n700 clock 180000 180000 w\n"
	for name, c := range map[string]struct {
		log  string
		want bool
	}{
		"seen":          {"1400 drop c6 B\n1410 lift b5 B\n1420 press w\n1430 lift d7 p\n1440 drop c6 p\n1450 press b\n", false},
		"its drop lost": {"1400 lift b5 B\n1410 lift c6 n\n1420 press w\n1430 lift d7 p\n1440 drop c6 p\n1450 press b\n", true},
	} {
		tr, _ := play(t, log+c.log+"5000 board r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R\n")
		moves := tr.Game().Moves
		if n := len(moves); n != 8 || moves[6].SAN != "Bxc6" || moves[6].Inferred != c.want {
			t.Errorf("%s: %d plies, %+v", name, n, moves[n-2:])
		}
	}
}

// TestUntold: a move is where its piece was released (4.7), even if the board reports it
// only in its next full scan.
func TestUntold(t *testing.T) {
	checkTrials(t, []trial{
		{name: "4.7 let go beyond a square where he only passed", head: "clock yes", do: "e2e4 |w -e7 ~50 +pe6 ~100 -e6 ~60 *+pe5 ~60 |b ~1800 = g1f3 |w",
			may:   "move_incomplete", // the board shows him nowhere when the clock is pressed
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "4.7 answered before the scan", head: "clock yes", do: "e2e4 |w -e7 ~50 +pe6 ~500 -e6 ~60 *+pe5 ~60 |b ~400 g1f3 ~200 |w ~1800 = b8c6 |b",
			may:   "release_breach", // he has rested on e6 for half a second (4.7)
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed"},
		{name: "6.2.1 reported after the press", head: "clock yes", do: "e2e4 |w -e7 *+pe5 |b ~1500 = g1f3 |w",
			may: "move_incomplete", moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "3.7.1 his lift was lost, and another pawn is not read", head: "clock yes", do: "e2e4 |w *-h7 = e7e5 |b g1f3 |w *-d7 +pd6 |b d2d4 |w",
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, d7d6 completed, d2d4 completed"},
		{name: "3.7.3.3 promoted and taken at once", head: "clock yes", fen: "3r4/5P2/8/6k1/8/2K5/8/8 w - - 0 1", do: "-f7 ~300 +Pf8 ~300 -f8 *+Qf8 ~300 |w ~1200 -d8 ~300 +rf8 |b",
			may: "move_incomplete", moves: "f7f8q completed, d8f8 completed"},
		{name: "7.4.1 who is still read where he stood is not displaced", head: "clock yes", do: "e2e4 |w e7e5 |b *-e1 +Ke2 |w ~3500 e8e7 |b ~3500 d2d3 |w",
			moves: "e2e4 completed, e7e5 completed, e1e2 completed, e8e7 completed, d2d3 completed"},
	})
}

// TestForgottenPress: a move whose press was forgotten is completed by the next one
// of its player (6.2.1.2), also if pieces go to and fro as if they were put back.
func TestForgottenPress(t *testing.T) {
	const kings = "3k4/R7/8/2p5/2P5/4BKN1/8/8 w - - 5 49"
	checkTrials(t, []trial{
		{name: "6.2.1.2 there and back", head: "clock yes", fen: kings, do: "f3g2 ~60 |w ~900 -d8 ~180 -g2 ~170 +kc8 ~240 +Kf3 ~1280 -c8 ~470 +kd8 ~360 |b -f3 ~200 +Ke4 ~280 -d8 ~220 +ke8 ~120 |w ~400 |b",
			moves: "f3g2 completed, d8c8 completed, g2f3 completed, c8d8 completed, f3e4 completed, d8e8 completed"},
	})
}

// TestSensorNote: what a board has found out and after which nothing is read wrongly
// is no fault.
func TestSensorNote(t *testing.T) {
	for want, r := range map[touchmove.Code]sensor.Record{
		laws.SensorNote:  sensor.News(100, "the moves show that the clock stands the other way round"),
		laws.SensorFault: sensor.Notice(100, "3 bytes make no sense"),
	} {
		found := touchmove.New(touchmove.Config{Start: legality.Initial()}).Step(1, r)
		if len(found) != 1 || found[0].Code != want || found[0].Level != laws.Info || found[0].Text != string(r.Data) {
			t.Errorf("%q: found %v, want %s", r.Data, found, want)
		}
	}
}

// TestFollows: what a scan shows after a time in which the board was not heard.
func TestFollows(t *testing.T) {
	const log = "#! boardd-log 1\n#: moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n0 board r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R\n"
	for name, c := range map[string]struct {
		more, shown string
		want        bool
	}{
		"what is known":               {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R", true},
		"a move":                      {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R", true},
		"a capture":                   {"", "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R", true},
		"castling":                    {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1", true},
		"a piece in the air":          {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/R1BQK2R", true},
		"two in the air":              {"", "r1bqkbnr/1ppp1ppp/p7/4p3/4P3/5N2/PPPP1PPP/RNBQK2R", true},
		"four in the air":             {"", "r1bqkbnr/1ppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQK2R", false},
		"a move, and one in the air":  {"", "r1bqkb1r/1ppp1ppp/p1n5/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R", true},
		"two moves":                   {"", "r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R", false},
		"an exchange":                 {"", "r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R", false},
		"a move out of turn":          {"", "r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R", false},
		"a move taken back":           {"", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R", false},
		"an illegal move":             {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/1N3N2/PPPP1PPP/R1BQK2R", false},
		"the move being made":         {"700 lift b5 B\n", "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R", true},
		"that move, and the reply":    {"700 lift b5 B\n1400 drop a4 B\n", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R", true},
		"and one more":                {"700 lift b5 B\n1400 drop a4 B\n", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/2N2N2/PPPP1PPP/R1BQK2R", false},
		"while the clocks stand":      {"700 pause\n", "r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R", true},
		"after the game":              {"700 cmd resign {\"side\":\"w\"}\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", true},
		"before the first scan":       {"", "", true},
		"with an irregular move made": {"700 lift b1 N\n1400 drop b3 N\n2100 press w\n", "r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/1N3N2/PPPP1PPP/R1BQK2R", true},
	} {
		text := log + c.more
		if name == "before the first scan" {
			text, c.shown = "#! boardd-log 1\n", "8/8/8/8/8/8/8/8"
		}
		tr, _ := play(t, text)
		shown, err := placement.Parse(c.shown)
		if err != nil {
			t.Fatal(err)
		}
		if got := tr.Follows(&shown); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
