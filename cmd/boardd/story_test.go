package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/cli"
)

// TestReplayStory: -o story has a line for each act with its time, record, cost and rate, and
// the best other story where it parts.
func TestReplayStory(t *testing.T) {
	const initial = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	for name, c := range map[string]struct {
		log  string
		want []string // in this order
	}{
		"a ply": {initial + "700 lift e2 P\n1400 drop e4 P\n2100 press w\n", []string{
			"story from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
			"     time record   nats     sum  act                        rate: what it is asked for\n",
			" 0:00.700      1 ", "  lift P e2\n",
			" 0:01.400      2 ", "  put P e4 from e2\n",
			" 0:02.100      3   0.05 ", "  complete e4                Pressed: plies that the table shows: pressed\n",
			" 0:02.100      3   0.00 ", "  press\n",
		}},
		// The pawn on e6 was touched, or its square does not read it.
		"what else it may be": {"#! boardd-log 1\n#: start 4k3/3r1pb1/2n1p3/p1Bn3p/4R1p1/PP3pP1/2pR1P1P/2K5 w - - 1 35\n#: clock no\n" +
			"500 lift e6 p\n6000 lift h2 P\n6500 drop h3 P\n11000 lift c6 n\n", []string{
			"  or, ", " nats dearer than the 5 acts below, mostly by NotRead:\n", "  | ", "  unread p e6                NotRead 5.30 + choice 3.47: ",
			"  |  0:11.000      4   0.00   12.17  complete h3\n", "  | (still in the beam at the end)\n",
			" 0:00.500      1   7.47    7.47  lift p e6                  OtherTouch 4.00 + choice 3.47: reports: another piece is touched",
			"  put P h3 from h2\n",
		}},
		"plies of a gap": {initial + "700 lift e2 P\n1400 drop e4 P\n2100 press w\n3000 link down\n60000 link up\n60100 board rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n", []string{
			"  complete e4 ", "  bridge e5 Nf3\n",
		}},
		"a command": {initial + "700 lift e2 P\n1400 drop e4 P\n2100 press w\n2800 cmd takeback {\"ply\":0}\n3500 lift e4 P\n4200 drop e2 P\n9000 lift d2 P\n", []string{
			"  press\n\nstory from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1, at record 4 (cmd takeback {\"ply\":0}), because a command changes the game\n", " 0:09.000      7 ", "  lift P d2\n",
		}},
	} {
		text := replayed(t, c.log, "-o", "story")
		rest := text
		for _, want := range c.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s: %q is missing, or not where it should be, in\n%s", name, want, text)
				break
			}
			rest = after
		}
	}
	if text := replayed(t, fixtures.Log("three-lives"), "-o", "story"); strings.Count(text, "\n") > 200 {
		t.Errorf("three plies take %d lines", strings.Count(text, "\n"))
	}
}

// exchanged is a log of 1. e4 d5 2. exd5 Nf6.
const exchanged = "#! boardd-log 1\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n3000 lift d7 p\n3400 drop d5 p\n3600 press b\n" +
	"5000 lift d5 p\n5300 lift e4 P\n5700 drop d5 P\n6000 press w\n8000 lift g8 n\n8400 drop f6 n\n8600 press b\n"

// TestReplayTruth: --truth shows what has become of the plies that were really played. The log
// may hold them itself, and a file may be a PGN, a list, or what boardd-lab keeps.
func TestReplayTruth(t *testing.T) {
	const won = "truth: 4 plies; the story that won has them all, and no others\n\nstory from "
	file := func(text string) string {
		name := filepath.Join(t.TempDir(), "truth")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for name, c := range map[string]struct {
		truth string
		want  []string // in this order
	}{
		"a list":             {"e2e4 d7d5 e4d5 g8f6", []string{won}},
		"a file with a list": {file("# what was played\ne2e4 d7d5\ne4d5 g8f6\n"), []string{won}},
		"a file with a PGN":  {file("[Event \"?\"]\n\n1. e4 d5 2. exd5 {!} Nf6 *\n"), []string{won}},
		"moves as in a PGN":  {file("1. e4 d5 2. exd5 Nf6"), []string{won}},
		"unknown":            {file("moves e2e3 d7d5\nread e2e4 d7d5\nunknown from 1\n"), []string{"from ply 2 on nobody could know what was played\n"}},
		"a truth of the lab": {file("#! boardd-truth 1\ngame 1\nmoves e2e4 d7d5 e4d5 g8f6\nresult *\n"), []string{won}},
		"another ply is read": {"e2e3 d7d5 b1c3", []string{
			"truth: 3 plies; the story that won has 1. e4 in place of 1. e3, then the same plies up to 1... d5, has 2. exd5 in place of 2. Nc3, and 1 more\n",
			"  * ply 1 e4: shown at record 2 (0:01.400), confirmed at record 3 (0:02.352)\n",
			"true stories came as far as 1... d5; none ever had the next ply, 2. Nc3\n",
			"the true story up to 1... d5 was in the beam last after record 7 (0:05.252): place ", " nats behind the best one\n",
			"  it went at record 8 (0:05.300), lift e4 P: ", " nats behind the best one, too far\n",
			"from where they part, apart from acts they share, the true story pays ", " nats more: BesideOnly +13.00, ",
			"  record 2: drop e4 P\n", "  true  0:01.400      2  15.08   17.38  ghost P e4 ", "  won   0:01.400      2   0.69    2.99  put P e4 from e2\n",
			"  record 8: lift e4 P\n", "  read again e4 as empty ",
			"\n\nstory from ", "  * ply 1 e4: shown at record 2",
		}},
		"nonsense": {"a2a4 h7h5", []string{
			"truth: 2 plies; the story that won has 1. e4 to 1... d5 in place of 1. a4 to 1... h5, and 2 more\n",
			"no story ever had 1. a4: no act leads to it from the true story, or that had gone before\n",
			"the true story was in the beam last after record 3 ", "  it went at record 4 (0:03.000), lift d7 p: ",
		}},
		"more than the log tells": {"e2e4 d7d5 e4d5 g8f6 d2d4", []string{
			"the story that won ends before 3. d4\n", "  it is the one that won: the log tells nothing of the plies after it\n\nstory from ",
		}},
		"a ply that is not legal": {"e2e4 d7d5 e4f5", []string{"the story that won has 2. exd5 in place of 2. exf5 (not legal), and 1 more\n"}},
	} {
		rest := replayed(t, exchanged, "-o", "story", "--truth", c.truth)
		for _, want := range c.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s: %q is missing, or not where it should be, in\n%s", name, want, rest)
				break
			}
			rest = after
		}
	}
	if text := replayed(t, fixtures.Log("wrong-array"), "-o", "story", "--truth", "e2e4"); !strings.HasPrefix(text, "truth: no story begins where it does\n\nstory from ") {
		t.Errorf("another game: %q", text)
	}
	for remark, want := range map[string]string{"# moves: e4 d5 exd5 Nf6 | e4": won, "# moves: Qh5": "story from ", "": "story from "} {
		log := file(strings.Replace(exchanged, "\n", "\n"+remark+"\n", 1))
		if status, out, errs := boardd("", "replay", "-o", "story", log); status != cli.ExitOK || !strings.HasPrefix(out, want) {
			t.Errorf("%q: %d, %q, %q", remark, status, out, errs)
		}
	}
}
