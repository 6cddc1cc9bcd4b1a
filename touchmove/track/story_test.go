package track

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
)

// TestRates: each rate has its own name, says where it comes from, and what it is asked for can be
// read without the row above it.
func TestRates(t *testing.T) {
	source, err := os.ReadFile("rates.go")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\t(\w+) += &Rate\{"(.*)", ([0-9]+), "(.*)", "(.*)"\}$`).FindAllStringSubmatch(string(source), -1)
	counted := regexp.MustCompile(`(?m)^\t(\w+) += counted\("(.*)", measured\.\w+, "(.*)"\)$`).FindAllStringSubmatch(string(source), -1)
	for _, row := range counted {
		rows = append(rows, []string{row[0], row[1], row[2], "", row[3], "measured"})
	}
	if got := strings.Count(string(source), "&Rate{") - 1 + strings.Count(string(source), "= counted("); len(rows) != got || len(counted) == 0 {
		t.Errorf("%d of %d rates are read", len(rows), got)
	}
	for _, row := range rows {
		name, of, from := row[2], row[4], row[5]
		if name != row[1] || of == "" || from == "" || strings.HasPrefix(of, "the same") || strings.HasPrefix(of, "such ") {
			t.Errorf("%q", row)
		}
	}
}

// TestGivesAway: what the cost of a put has for what its ply gives away is what the same put costs
// more than on a board that names the pieces, which is never charged for that.
func TestGivesAway(t *testing.T) {
	const fen = "rnbqkbnr/pppppp1p/6p1/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	for script, want := range map[string]Cost{
		"-d1 +Qh5": 9 * GivesAway.cost,
		"-d1 +Qf3": 0,
		"-b1 +Nc3": 0,
	} {
		var choice [2]Cost
		for n, names := range [...]bool{true, false} {
			start, err := legality.ParseFEN(fen, false)
			if err != nil {
				t.Fatal(err)
			}
			tr := New(Config{Start: start, Sensor: SensorOf("tabutronic", names, 0), Clock: true})
			tr.Remember(nil)
			run(t, tr, 700, script)
			_, acts := tr.View().Story(nil)
			gives := Cost(0)
			for i := range acts {
				gives += tr.GivesAway(acts[i].Mark)
				if acts[i].Kind == Put {
					choice[n] = acts[i].Choice
				}
			}
			if names && gives != 0 || !names && gives != want {
				t.Errorf("%s, names %v: %d", script, names, gives)
			}
		}
		if got := choice[1] - choice[0]; got != want {
			t.Errorf("%s: it costs %d more", script, got)
		}
	}
}
