package publish

import (
	"testing"
	"time"
)

// Between two attempts it waits 1 to 30 s, longer each time, and not always the same.
func TestPause(t *testing.T) {
	var c Config
	c.fill()
	for failures, want := range []struct{ least, most time.Duration }{
		{1 * time.Second, 2 * time.Second},
		{2 * time.Second, 4 * time.Second},
		{4 * time.Second, 8 * time.Second},
		{8 * time.Second, 16 * time.Second},
		{15 * time.Second, 30 * time.Second},
	} {
		checkPause(t, &c, failures, want.least, want.most)
	}
	checkPause(t, &c, 1000000, 15*time.Second, 30*time.Second)
}

func checkPause(t *testing.T, c *Config, failures int, least, most time.Duration) {
	t.Helper()
	seen := map[time.Duration]bool{}
	for range 100 {
		d := c.pause(failures)
		if d < least || d > most {
			t.Errorf("after %d failures %v, want %v to %v", failures, d, least, most)
		}
		seen[d] = true
	}
	if len(seen) < 2 {
		t.Errorf("after %d failures always the same", failures)
	}
}
