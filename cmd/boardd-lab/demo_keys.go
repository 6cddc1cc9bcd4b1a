package main

import (
	"fmt"
	"slices"
)

// speeds are what + and - go through.
var speeds = []float64{0.25, 0.5, 1, 2, 4, 8, 16}

// key changes how fast time passes, and says what it is now.
func (d *demonstration) key(key string) string {
	now := d.pace.Speed()
	switch key {
	case "+":
		if i := slices.IndexFunc(speeds, func(s float64) bool { return s > now }); i >= 0 {
			now = speeds[i]
		}
	case "-":
		for _, s := range speeds {
			if s < d.pace.Speed() {
				now = s
			}
		}
	case "space":
		now, d.before = d.before, now
	default:
		return d.options.Note
	}
	d.pace.SetSpeed(now)
	if now == 0 {
		return "paused · space q"
	}
	return fmt.Sprintf("speed %v · space + - q", now)
}
