package words

import "testing"

func TestExpand(t *testing.T) {
	fields := map[string]string{"a": "A", "b": "B", "none": ""}
	for _, c := range []struct {
		template, want string
		whole          bool
	}{
		{"", "", true},
		{"plain", "plain", true},
		{"{a} and {b}.", "A and B.", true},
		{"{a}[: {b}].", "A: B.", true},
		{"{a}[: {none}].", "A.", true},
		{"[{none}|nobody] came", "nobody came", true},
		{"[{a}|nobody] came", "A came", true},
		{"[{none}|{a}]", "A", true},
		{"[{a} {none}]", "", true},
		{"{none} came", " came", false},
		{"{unknown}", "", false},
		{"[{none}|{unknown}]", "", false},
		{"{a", "A", false},
		{"[{a}", "A", false},
	} {
		if got, whole := expand(c.template, fields); got != c.want || whole != c.whole {
			t.Errorf("%q: %q %v, want %q %v", c.template, got, whole, c.want, c.whole)
		}
	}
}
