package legality

import (
	"os"
	"strings"
	"testing"
	"time"
)

// question is one of the dead-position vectors: can c still mate?
type question struct {
	position Position
	c        Color
	want     Answer
	real     bool // the end of a real game
}

// adversarial is how many of the vectors' positions were made to be hard; after
// them come ends of real games.
const adversarial = 1707

// questions are all of the dead-position vectors, two for each position.
func questions(tb testing.TB) []question {
	tb.Helper()
	var all []question
	fixture(tb, "dead_positions.txt.gz", func(f []string) {
		f = strings.Split(f[0], " ; ")
		p := mustParse(tb, f[0]+" 0 1")
		for c := range Color(2) {
			q := question{p, c, No, len(all) >= 2*adversarial}
			if f[1+c] == "y" {
				q.want = Yes
			}
			all = append(all, q)
		}
	})
	if len(all) != 6414 {
		tb.Fatalf("%d questions, want 6414", len(all))
	}
	return all
}

// TestQuickCanMateVectors asks all questions: no answer may be wrong, and of
// those that are No, 99 % have to be found for the ends of real games and 80 %
// for the others.
func TestQuickCanMateVectors(t *testing.T) {
	step := 1
	if underRace {
		step = 5
	}
	var no, found [2]int
	all := questions(t)
	for i := 0; i < len(all); i += step {
		q := &all[i]
		got := q.position.QuickCanMate(q.c)
		if got != Undecided && got != q.want {
			t.Errorf("%s: can %s mate? %s, want %s", q.position.FEN(), q.c, got, q.want)
		}
		if q.want != No {
			continue
		}
		kind := 0
		if q.real {
			kind = 1
		}
		no[kind]++
		if got == No {
			found[kind]++
		}
	}
	for kind, percent := range [2]int{80, 99} {
		if found[kind]*100 < no[kind]*percent {
			t.Errorf("found %d of %d, want %d %%", found[kind], no[kind], percent)
		}
	}
}

// TestCanMateVectors asks every few of the questions, with a limit that leaves
// one in fifty undecided at most.
func TestCanMateVectors(t *testing.T) {
	step := 5
	if underRace {
		step = 37
	}
	asked, undecided := 0, 0
	all := questions(t)
	for i := 0; i < len(all); i += step {
		q := &all[i]
		got, line := q.position.CanMate(q.c, 50000, nil)
		checkLine(t, &q.position, q.c, got, line)
		asked++
		switch got {
		case q.want:
		case Undecided:
			undecided++
		default:
			t.Errorf("%s: can %s mate? %s, want %s", q.position.FEN(), q.c, got, q.want)
		}
	}
	if undecided*50 > asked {
		t.Errorf("%d of %d undecided", undecided, asked)
	}
}

// TestDeadPositionFigures asks everything with the default limit and prints how
// often and how fast the two tests answer.
func TestDeadPositionFigures(t *testing.T) {
	if os.Getenv("BOARDD_DEAD") == "" {
		t.Skip("long: make dead")
	}
	sets := map[string][]question{"games, both sides asked": gamePlies(t)}
	for _, q := range questions(t) {
		name := "made to be hard, " + q.want.String()
		if q.real {
			name = "ends of real games, " + q.want.String()
		}
		sets[name] = append(sets[name], q)
	}
	full := func(p *Position, c Color) Answer {
		a, line := p.CanMate(c, DefaultLimit, nil)
		checkLine(t, p, c, a, line)
		return a
	}
	t.Logf("%-28s %-6s %9s %7s %7s %7s %12s %12s", "questions", "test", "asked", "yes", "no", "open", "average", "longest")
	for _, name := range []string{"games, both sides asked", "ends of real games, no", "made to be hard, no", "made to be hard, yes"} {
		logFigures(t, name, "quick", sets[name], (*Position).QuickCanMate)
		logFigures(t, name, "full", sets[name], full)
	}
}

// logFigures asks one kind of question and logs a row of the table.
func logFigures(t *testing.T, name, test string, all []question, ask func(*Position, Color) Answer) {
	t.Helper()
	var counts [3]int
	var total, longest time.Duration
	for i := range all {
		q := &all[i]
		start := time.Now()
		a := ask(&q.position, q.c)
		took := time.Since(start)
		total, longest = total+took, max(longest, took)
		counts[a]++
		if q.want != Undecided && a != Undecided && a != q.want {
			t.Errorf("%s: can %s mate? %s, want %s", q.position.FEN(), q.c, a, q.want)
		}
	}
	t.Logf("%-28s %-6s %9d %7d %7d %7d %12s %12s", name, test, len(all), counts[Yes], counts[No], counts[Undecided],
		total/time.Duration(len(all)), longest)
}

// gamePlies is every position of the oracle's games, asked for both sides.
func gamePlies(tb testing.TB) []question {
	tb.Helper()
	var all []question
	fixture(tb, "oracle_games.txt.gz", func(f []string) {
		p := mustParse(tb, f[0])
		for _, ply := range oraclePlies(f[1]) {
			m, err := p.ParseUCI(ply.uci)
			if err != nil {
				tb.Fatal(err)
			}
			p = p.Play(m)
			all = append(all, question{position: p, c: White}, question{position: p, c: Black})
		}
	})
	return all
}
