package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestTouched: the word of systemd-timesyncd counts for as long as the kernel's
// own would: 16 s at 500 ppm are 8 h 53 min 20 s.
func TestTouched(t *testing.T) {
	file := filepath.Join(t.TempDir(), "synchronized")
	now := time.Date(2027, 3, 6, 14, 0, 0, 0, time.UTC)
	if touched(file, now) {
		t.Error("there is no file")
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ago  time.Duration
		want bool
	}{
		{0, true}, {time.Hour, true}, {8*time.Hour + 53*time.Minute + 19*time.Second, true},
		{8*time.Hour + 53*time.Minute + 20*time.Second, false}, {24 * time.Hour, false},
		{-time.Second, true}, {-24 * time.Hour, false}, // the clock was set back meanwhile
	} {
		if err := os.Chtimes(file, now, now.Add(-c.ago)); err != nil {
			t.Fatal(err)
		}
		if got := touched(file, now); got != c.want {
			t.Errorf("%v ago: %t", c.ago, got)
		}
	}
}
