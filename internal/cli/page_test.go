package cli

import (
	"strings"
	"testing"
)

func TestFold(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for _, c := range []struct {
		head, text string
		indent     int
		want       string
	}{
		{"", "", 0, "\n"},
		{"- ", "one line", 2, "- one line\n"},
		{"", strings.TrimSpace(long), 4, strings.TrimSpace(strings.Repeat("word ", 20)) + "\n    " + strings.TrimSpace(strings.Repeat("word ", 10)) + "\n"},
		{"", strings.Repeat("word ", 19) + "(FIDE 2023: 4.7)", 0, strings.TrimSpace(strings.Repeat("word ", 19)) + "\n(FIDE 2023: 4.7)\n"},
		{strings.Repeat("h", 99) + " ", "word word", 2, strings.Repeat("h", 99) + " word\n  word\n"},
	} {
		if got := Fold(c.head, c.text, c.indent); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
