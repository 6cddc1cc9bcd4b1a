package cli

import (
	"os"
	"runtime/debug"
)

// GarbagePercent is how much the heap grows, in percent of what is kept of it, before garbage is collected in a
// command that reads whole games. Go's own 100 costs a sixth of the records a second; a daemon has it all
// the same, because its board makes few records and it shares its memory.
const GarbagePercent = 800

// CollectSeldom has garbage collected so seldom, unless the environment has GOGC.
func CollectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(GarbagePercent)
	}
}
