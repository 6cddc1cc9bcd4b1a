package touchmove

import "testing"

// TestTimeControl: the stages of a PGN time control, and what is none.
func TestTimeControl(t *testing.T) {
	for _, c := range []struct {
		tag  string
		n    int
		want timeStage
	}{
		{"5400+30", 1, timeStage{0, 5400, 30}},
		{"5400+30", 90, timeStage{0, 5400, 30}},
		{"300", 1, timeStage{0, 300, 0}},
		{"40/7200:3600", 40, timeStage{40, 7200, 0}},
		{"40/7200:3600", 41, timeStage{0, 3600, 0}},
		{"40/7200:20/3600:900+30", 60, timeStage{20, 3600, 0}},
		{"40/7200:20/3600:900+30", 61, timeStage{0, 900, 30}},
		{"40/7200", 81, timeStage{40, 7200, 0}},
	} {
		if got := stageOf(parseTimeControl(c.tag), c.n); got != c.want {
			t.Errorf("%s, move %d: %+v, want %+v", c.tag, c.n, got, c.want)
		}
	}
	for _, tag := range []string{"", "?", "-", "*180", "5400+", "+30", "40/", "/5400", "90m", "5400:", "99999999999"} {
		if got := parseTimeControl(tag); got != nil {
			t.Errorf("%q is %+v", tag, got)
		}
	}
}
