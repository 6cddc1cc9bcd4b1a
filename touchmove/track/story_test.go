package track

import (
	"os"
	"regexp"
	"strings"
	"testing"
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
