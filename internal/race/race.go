// Package race says whether the race detector is on.
package race

// Fewer is by how much a test divides what it tries: by n under the race detector, and by
// 1 without it.
func Fewer(n int) int {
	if Enabled {
		return n
	}
	return 1
}
