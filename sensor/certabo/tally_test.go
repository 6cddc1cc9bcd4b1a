package certabo

import "testing"

// TestPatience: three frames for whom is read well, one in passing; for others
// as many as make a lift that nobody made rarer than one in a million, or in a
// hundred in passing.
func TestPatience(t *testing.T) {
	for _, c := range []struct{ rate, standing, passing int }{
		{0, 3, 1}, {1_000, 3, 1}, {10_000, 3, 1}, {31_000, 4, 2}, {50_000, 5, 2}, {100_000, 6, 2}, {250_000, 10, 4},
		{667_000, 20, 12}, {1_000_000, 20, 20},
	} {
		if got := patience(c.rate, passing); got != c.standing {
			t.Errorf("rate %d: %d frames, want %d", c.rate, got, c.standing)
		}
		if got := patience(c.rate, passing-1); got != c.passing {
			t.Errorf("rate %d: %d frames in passing, want %d", c.rate, got, c.passing)
		}
	}
}

// TestRates: a man's own readings count the more, the more there are; of one
// who is not known the others' count.
func TestRates(t *testing.T) {
	var ts tallies
	stands := func(Tag) bool { return true }
	if got := ts.rate(1); got != failsBefore {
		t.Errorf("before anything is known: %d", got)
	}
	for range 900 {
		ts.read(1, 0, stands)
	}
	if got := ts.rate(2); got < 900 || got > 1100 { // 1 in 1000
		t.Errorf("after 900 good readings another man's rate is %d", got)
	}
	for range 100 {
		ts.read(2, 2, stands)
	}
	if got := ts.rate(2); got < 600_000 || got > 667_000 {
		t.Errorf("missed in two frames of three: %d", got)
	}
	if got := ts.rate(1); got > 10_000 {
		t.Errorf("the other man: %d", got)
	}
}

// TestTallyPlaces: there is one for each man who stands, and for no more than
// there are places.
func TestTallyPlaces(t *testing.T) {
	var ts tallies
	for tag := range Tag(1000) {
		ts.read(tag+1, 0, func(t Tag) bool { return t <= 64 })
	}
	for tag := range Tag(64) {
		if !ts.met(tag + 1) {
			t.Fatalf("man %d has been forgotten", tag+1)
		}
	}
	if !ts.met(1000) || ts.met(500) {
		t.Error("the last one is not known, or an old one still is")
	}
}
