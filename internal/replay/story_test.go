package replay

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/story"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/track"
)

var update = flag.Bool("update", false, "write the golden stories anew; each change is to be looked at")

// readLog reads a log that has no errors.
func readLog(t *testing.T, log string) *pipeline.Log {
	t.Helper()
	l, err := pipeline.Read(sensor.NewReader(strings.NewReader(log)))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// storyOf is what the form story prints of a log.
func storyOf(t *testing.T, log, truth string) string {
	t.Helper()
	l := readLog(t, log)
	var moves []legality.Move
	if truth != "" {
		var err error
		if moves, err = ParseTruth(truth, l.Engine.Tracker.Game().Start); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := Print(t.Context(), bufio.NewWriter(&b), l, Story(moves, Unknown(truth)), 0); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestStoryGolden: what is printed of a log of which the truth has the pawn on e3.
func TestStoryGolden(t *testing.T) {
	for name, truth := range map[string]string{"exchange": "e2e3 d7d5 b1c3"} {
		base := filepath.Join("testdata", name)
		log, err := os.ReadFile(base + ".log")
		if err != nil {
			t.Fatal(err)
		}
		got := storyOf(t, string(log), truth)
		if *update {
			if err := os.WriteFile(base+".story", []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(base + ".story"); err != nil || got != string(want) {
			t.Errorf("%s: %v, it prints\n%s\nnot\n%s", name, err, got, want)
		}
	}
}

// start is the initial array.
const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

// begin is how the logs begin: 1. e4.
const begin = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n"

// TestStorySays: what explains a log beside acts and costs, and where none of that is so.
func TestStorySays(t *testing.T) {
	const gap = begin + "3000 link down\n60000 link up\n60100 board "
	const unnamed = "#! boardd-log 1\n#: sensor occupancy\n700 lift e2\n1400 drop e4\n2100 press w\n3000 link down\n60000 link up\n60100 board "
	const (
		gone = "no bridge: "
		link = "  link down 0:03.000 – 1:00.000: up to 4 plies of that time are looked for\n"
		bare = "  link down 0:03.000 – 1:00.000: up to 3 plies of that time are looked for\n"
		stop = " nothing is read: "
		idle = " reports while no game is played, up to record "
		know = "nobody could know"
		find = "  ! "
	)
	all := []string{gone, link, stop, know, ", because "}
	kings, err := os.ReadFile(filepath.Join("testdata", "kings.log"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		log, truth string
		want       []string
	}{
		"nothing": {begin, "e2e4", nil},
		"a breach": {begin + "3000 lift d7 p\n3900 drop d7 p\n4500 lift c7 p\n5200 drop c5 p\n5600 press b\n", "",
			[]string{find + "touch_breach, suspected, at record 7 (0:05.500); touched p d7 (0:03.000)\n"}},
		"a captured piece is seen": {begin + "3000 lift d7 p\n3400 drop d5 p\n3600 press b\n5000 lift d5 p\n5300 lift e4 P\n5700 drop d5 P\n6000 press w\n7000 drop h4 p\n7500 lift h4 p\n",
			"", []string{"  carry p h4 from beside the board, captured 1.0 s ago (d5) Carried 1.95 + choice 3.47", "  take away p h4 "}},
		"kings show a result and stand back": {string(kings), "", []string{
			"story from 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1, at record 11 (drop e8 k), because the kings that showed a result stand back\n"}},
		"two plies in a gap": {gap + "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n", "e2e4 e7e5 g1f3", []string{link}},
		"five plies in a gap": {gap + "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R\n61000 lift b5 B\n62000 drop a4 B\n63000 press w\n",
			"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4", []string{link, gone + "5 plies were played while the board was not heard (0:03.000 – 1:00.000), and at most 4 are looked for\n"}},
		"four plies in a gap, and a piece in the air, on a board that names none": {unnamed + "?1??????/1???1???/2?5/1?2?3/4?3/5?2/????1???/?????2?\n62000 drop a6\n63000 press b\n",
			"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", []string{bare, gone + "4 plies were played while the board was not heard (0:03.000 – 1:00.000), and at most 3 are looked for\n"}},
		"five plies in a gap, and a piece that is none of theirs": {gap + "r1bqkbnr/1ppp1ppp/p1n5/1B2p2Q/4P3/5N2/PPPP1PPP/RNB1K2R\n61000 lift b5 B\n",
			"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4", []string{link}},
		"the game is over":                            {begin + "3000 cmd resign {\"side\":\"b\"}\n5000 lift d7 p\n6000 drop d5 p\n", "", []string{"after record 3" + stop + "the game has ended\n"}},
		"no game is played":                           {begin + "3000 pause\n4000 lift a7 p\n4200 lift c7 p\n4400 lift h7 p\n4600 drop c4 p\n4800 drop h5 p\n5000 drop a3 p\n", "", []string{idle}},
		"nobody could know":                           {begin, "moves e2e4 e7e5\nunknown from 1\n", []string{"from ply 2 on nobody could know what was played, and no ply before is read wrongly: nothing is left to explain\n"}},
		"nobody could know what came after a mistake": {begin, "moves e2e3 e7e5\nunknown from 1\n", []string{"from ply 2 on nobody could know what was played\n"}},
	} {
		text := storyOf(t, c.log, c.truth)
		if c.want == nil && (strings.Contains(text, idle) || strings.Contains(text, find)) {
			t.Errorf("%s: it prints\n%s", name, text)
		}
		for _, part := range all {
			has := slices.ContainsFunc(c.want, func(want string) bool { return strings.Contains(want, part) })
			if !has && strings.Contains(text, part) {
				t.Errorf("%s: it prints %q:\n%s", name, part, text)
			}
		}
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, text)
			}
		}
	}
}

// TestStoryMarks: when a ply was shown stands below the act that completes it, in the game or part of one
// that it is of; and not below those of players who go through the game when it is over.
func TestStoryMarks(t *testing.T) {
	for name, c := range map[string]struct {
		log  string
		want []string // the plies that are completed, and those of which it is said when they were shown, in this order
	}{
		"two games in one story": {"#! boardd-log 1\n#: clock no\n700 lift e2 P\n1400 drop e4 P\n3000 lift d7 p\n3400 drop d5 p\n5000 lift d1 Q\n5500 drop e2 Q\n20000 board " + start +
			"\n40000 lift d2 P\n40500 drop d4 P\n44000 lift g8 n\n44500 drop f6 n\n48000 lift c2 P\n",
			[]string{"complete e4", "* ply 1 e4", "complete d5", "* ply 2 d5", "new game", "complete d4", "* ply 1 d4", "complete Nf6", "* ply 2 Nf6"}},
		"the game is gone through": {begin + "3000 lift d7 p\n3400 drop d5 p\n3600 press b\n5000 pause\n15000 lift e4 P\n15300 lift d5 p\n15700 drop d5 P\n16000 lift d8 q\n16500 drop d5 q\n25000 lift b1 N\n",
			[]string{"complete e4", "* ply 1 e4", "complete d5", "* ply 2 d5", "stop", "complete exd5"}},
		"plies are taken back": {begin + "3000 lift e4 P\n3400 drop e2 P\n3600 press b\n5000 lift d2 P\n5400 drop d4 P\n5600 press w\n",
			[]string{"complete e4", "take back", "complete d4", "* ply 1 e4", "* ply 1 d4"}},
	} {
		var got []string
		for line := range strings.Lines(storyOf(t, c.log, "")) {
			for _, want := range c.want {
				if strings.Contains(line, "  "+want) && !strings.HasPrefix(line, "  |") {
					got = append(got, want)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestReads: each ply that was read wrongly is named.
func TestReads(t *testing.T) {
	s := &story.Story{Start: legality.Initial()}
	const truth = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"
	for won, want := range map[string]string{
		truth:                                     "has them all, and no others",
		truth + " b5a4 g8f6":                      "has them all, and 2 more",
		"e2e4 e7e5 g1f3 b8c6":                     "ends before 3. Bb5",
		"e2e4 e7e5 g1f3 b8c6 f1c4 a7a6":           "has 3. Bc4 in place of 3. Bb5, then the same plies to the end",
		"e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 b1c3":      "has 3. Bc4 to 3... Nf6 in place of 3. Bb5 to 3... a6, and 1 more",
		"e2e4 e7e5 b1c3 b8c6 f1c4":                "has 2. Nc3 in place of 2. Nf3, then the same plies up to 2... Nc6, has 3. Bc4 in place of 3. Bb5, ends before 3... a6",
		"e2e3 e7e5 g1f3 g8f6 f1b5 c7c6 b5a4 a7a6": "has 1. e3 in place of 1. e4, then the same plies up to 2. Nf3, has 2... Nf6 in place of 2... Nc6, then the same plies up to 3. Bb5, has 3... c6 in place of 3... a6, and 2 more",
	} {
		tr := &story.Truth{Plies: movesOf(t, truth), Won: movesOf(t, won)}
		for tr.Read < min(len(tr.Plies), len(tr.Won)) && tr.Plies[tr.Read] == tr.Won[tr.Read] {
			tr.Read++
		}
		if got := reads(s, tr, numbered(s, tr.Plies)); got != want {
			t.Errorf("%s: %q, want %q", won, got, want)
		}
	}
}

// TestRecordStops: the story goes on after an irregular ply that has been answered, and the record does not.
func TestRecordStops(t *testing.T) {
	const log = begin + "3000 lift b8 n\n3400 drop b6 n\n3600 press b\n6000 lift d2 P\n6400 drop d4 P\n6600 press w\n"
	for rules, want := range map[string]string{
		"#: time standard\n": "but the record stops before 1... Nb6 (not legal), which is irregular and waits for a person to rule on it\n",
		"#: time blitz\n":    "",
	} {
		head, _, _ := strings.Cut(storyOf(t, strings.Replace(log, "\n", "\n"+rules, 1), "e2e4 b8b6 d2d4"), "\nstory")
		if !strings.Contains(head, "has them all") || !strings.HasSuffix(head, want) || (want == "") == strings.Contains(head, "but the record") {
			t.Errorf("%s: %q, want %q", rules, head, want)
		}
	}
}

func movesOf(t *testing.T, list string) []legality.Move {
	t.Helper()
	moves, err := parseUCI(strings.Fields(list), legality.Initial())
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// TestDiffering: an act that two stories have at different costs is shown of both.
func TestDiffering(t *testing.T) {
	act := func(event touchmove.Event, cost track.Cost) (a story.Act) {
		a.Event, a.Kind, a.Why, a.Cost = event, track.Press, track.Pressed, cost
		return a
	}
	one, other := []story.Act{act(1, 5), act(2, 5), act(2, 5)}, []story.Act{act(1, 45), act(2, 5)}
	if got := differing(one, other); len(got) != 2 || got[0].Event != 1 || got[1].Event != 2 {
		t.Errorf("%v", got)
	}
	if got := differing(other, one); len(got) != 1 || got[0].Cost != 45 {
		t.Errorf("%v", got)
	}
}

// TestUnknown: from which ply on nobody could know what was played.
func TestUnknown(t *testing.T) {
	for text, want := range map[string]int{"": -1, "moves e2e4\nunknown from -1\n": -1, "moves e2e4\nunknown from 0\n": 0, "unknown from 64": 64, "unknown from x\n": -1} {
		if got := Unknown(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestStoryNeeds: an irregular ply that the story lacks is in none before it is pressed or answered.
func TestStoryNeeds(t *testing.T) {
	const begin = "#! boardd-log 1\n#: clock yes\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n3000 lift b8 n\n3500 drop b5 n\n"
	for truth, want := range map[string]string{
		"e2e4 b8b5": "ends before 1... Nb5 (not legal), which is in a story only once it is pressed or answered (",
		"e2e4 b8c6": "ends before 1... Nc6\n",
	} {
		if text := storyOf(t, begin, truth); !strings.Contains(text, want) {
			t.Errorf("%s: %q is missing in\n%s", truth, want, text)
		}
	}
}

// TestStoryOther: of another story the first acts are printed, and the one that decides.
func TestStoryOther(t *testing.T) {
	o := story.Other{Behind: 1000, Same: 2}
	for i := range most + 4 {
		o.Acts = append(o.Acts, story.Act{Event: touchmove.Event(i + 1), Told: track.Told{Act: track.Act{Kind: track.Lift, Why: track.Nothing}}})
	}
	o.Acts[most+1].Why, o.Acts[most+1].Cost = track.NotRead, 530
	var text strings.Builder
	w := bufio.NewWriter(&text)
	printOther(w, &o, nil)
	w.Flush()
	var lines []string
	for line := range strings.Lines(text.String()) {
		if f := strings.Fields(line); f[0] == "|" && len(f) > 2 {
			lines = append(lines, f[2])
		}
	}
	if want := "1 2 3 4 5 6 7 8 1 10 2"; !strings.HasPrefix(strings.Join(lines, " "), want) {
		t.Errorf("it prints %q, want %q\n%s", lines, want, &text)
	}
}

// TestStoryTakesBack: a ply that is taken back has the name that it had when it was played.
func TestStoryTakesBack(t *testing.T) {
	got := storyOf(t, "#! boardd-log 1\n#: sensor identified\n#: board chesslink\n#: clock no\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"+
		"1000 lift e2 P\n1500 drop e4 P\n6000 lift d7 p\n6500 drop d5 p\n11000 lift d5 p\n11200 lift e4 P\n11700 drop d5 P\n"+
		"17000 lift d5 P\n17500 drop e4 P\n18500 drop d5 p\n", "")
	if !strings.Contains(got, "take back exd5 ") {
		t.Error(got)
	}
}
