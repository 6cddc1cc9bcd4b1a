package laws

import "testing"

// TestTimeControl: the stages of a PGN time control, and what is none.
func TestTimeControl(t *testing.T) {
	for _, c := range []struct {
		tag  string
		n    int
		want TimeStage
	}{
		{"5400+30", 1, TimeStage{0, 5400, 30}},
		{"5400+30", 90, TimeStage{0, 5400, 30}},
		{"300", 1, TimeStage{0, 300, 0}},
		{"40/7200:3600", 40, TimeStage{40, 7200, 0}},
		{"40/7200:3600", 41, TimeStage{0, 3600, 0}},
		{"40/7200:20/3600:900+30", 60, TimeStage{20, 3600, 0}},
		{"40/7200:20/3600:900+30", 61, TimeStage{0, 900, 30}},
		{"40/7200", 81, TimeStage{40, 7200, 0}},
	} {
		if got := StageOf(ParseTimeControl(c.tag), c.n); got != c.want {
			t.Errorf("%s, move %d: %+v, want %+v", c.tag, c.n, got, c.want)
		}
	}
	for _, tag := range []string{"", "?", "-", "*180", "5400+", "+30", "40/", "/5400", "90m", "5400:", "99999999999"} {
		if got := ParseTimeControl(tag); got != nil {
			t.Errorf("%q is %+v", tag, got)
		}
	}
}
