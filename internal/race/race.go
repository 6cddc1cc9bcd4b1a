// Package race says whether the race detector is on. It makes everything some ten times
// slower and finds nothing in code without goroutines, so that the tests of such code try
// a part under it. make long tries all, without it.
package race

// Fewer is by how much a test divides what it tries: by n under the race detector, and by
// 1 without it.
func Fewer(n int) int {
	if Enabled {
		return n
	}
	return 1
}
